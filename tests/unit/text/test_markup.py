"""The markup of texts: bold, italic, icons, escapes, lines and paragraphs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddesigner.core.report import Problem
from carddesigner.text.rich import InlineIcon, parse_markup


def shown(source: str, icons: str = "sun moon a 2") -> list[list[tuple[str, str]]]:
    """Each paragraph's pieces: the text with ``b`` and ``i`` for its look, an icon's name with ``:``."""
    found = parse_markup(source, {n: n for n in icons.split()}.__getitem__)
    return [
        [
            (p.symbol, ":")
            if isinstance(p, InlineIcon)
            else (p.text, "b" * p.bold + "i" * p.italic + "c" * p.small_caps)
            for p in paragraph.pieces
        ]
        for paragraph in found
    ]


@pytest.mark.parametrize(
    ("source", "pieces"),
    [
        ("Fire", [("Fire", "")]),
        ("a **b** c", [("a ", ""), ("b", "b"), (" c", "")]),
        ("a *b* c", [("a ", ""), ("b", "i"), (" c", "")]),
        ("***a***", [("a", "bi")]),
        ("*a **b** c*", [("a ", "i"), ("b", "bi"), (" c", "i")]),
        ("**a *b***", [("a ", "b"), ("b", "bi")]),
        ("un*believ*able", [("un", ""), ("believ", "i"), ("able", "")]),
        ("2 * 3 * 4 ** 5", [("2 * 3 * 4 ** 5", "")]),
        ("snake_case_name", [("snake_case_name", "")]),
        ("**open", [("**open", "")]),
        ("*a\nb*", [("a\nb", "i")]),
        (r"\*a\* \_b\_ \:sun: \\", [("*a* _b_ :sun: \\", "")]),
        ("3 :sun: **:moon:**", [("3 ", ""), ("sun", ":"), (" ", ""), ("moon", ":")]),
        (":sun::moon:", [("sun", ":"), ("moon", ":")]),
        (":2::sun:, 1:2: a", [("2", ":"), ("sun", ":"), (", 1:2: a", "")]),
        ("12:30:45 a: b:c", [("12:30:45 a: b:c", "")]),
        ("ה**„ש״**ו", [("ה", ""), ("„ש״", "b"), ("ו", "")]),
        ("a ^^b c^^ d", [("a ", ""), ("b c", "c"), (" d", "")]),
        ("^^a **b**^^ *^^c^^*", [("a ", "c"), ("b", "bc"), (" ", ""), ("c", "ic")]),
        ("^^open ^ 2^3 ^^ a ^^", [("^^open ^ 2^3 ^^ a ^^", "")]),
        ("{T}: {a} {{ b }}", [("{T}: {a} {{ b }}", "")]),
        ("# 1. <b> &amp; [x](y) `c` ~~d~~ | e", [("# 1. <b> &amp; [x](y) `c` ~~d~~ | e", "")]),
    ],
)
def test_markup_is_read(source, pieces):
    assert shown(source) == [pieces]


def test_a_blank_line_parts_paragraphs_and_a_single_one_lines():
    assert shown("a\nb\n\nc\r\n \t\r\n\r\nd") == [[("a\nb", "")], [("c", "")], [("d", "")]]
    assert shown("\n\n") == shown(" \n ") == shown("") == []


def test_emphasis_ends_with_its_paragraph():
    assert shown("*a\n\nb*") == [[("*a", "")], [("b*", "")]]


def test_an_icon_that_is_not_known_is_asked_for_by_its_name():
    with pytest.raises(KeyError, match="sunn"):
        shown("3 :sunn:")


def test_a_text_has_at_most_twenty_thousand_characters():
    assert len(shown("a" * 20_000)[0][0][0]) == 20_000
    with pytest.raises(Problem, match=r"20,001 characters; at most 20,000"):
        shown("a" * 20_001)


LINE = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="•") | st.sampled_from("*_\\:^{}a "), max_size=60
)


@settings(deadline=None)
@given(LINE)
def test_an_escaped_text_is_shown_as_it_was_written(text):
    escaped = "".join(f"\\{c}" if c in "*_\\:^{|-" else c for c in text)
    assert shown(escaped) == ([[(text, "")]] if text.strip() else [])


@settings(deadline=None)
@given(st.lists(st.sampled_from(["*", "**", "_", "\\", ":", ":a:", "a", "b ", " ", "\n", "\n\n", "א"]), max_size=25))
def test_only_the_signs_of_markup_leave_a_text(parts):
    source = "".join(parts)
    found = parse_markup(source, str)
    read = "".join(f":{p.symbol}:" if isinstance(p, InlineIcon) else p.text for g in found for p in g.pieces)
    assert [c for c in read if c not in "*_\\:\n "] == [c for c in source if c not in "*_\\:\n "]
    assert len(read) <= len(source)
