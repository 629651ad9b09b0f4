"""A file that is read again after an edit is what it would be if it were read for the first time, places included."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.report import Report
from carddesigner.source import paths
from carddesigner.source.yaml import Node, Readings, load_yaml

TEXTS = [(paths.templates() / f"{name}.yaml").read_text("utf-8") for name in ("three-fields", "booklet", "monogoto")]
TEXTS += [(paths.decks() / "three-fields/deck.yaml").read_text("utf-8"), "a: {b: {c: 1}}\nd:\n  e: [1, 2]\n  f: {}\n"]
SNIPPETS = (
    *(
        "x",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        ":",
        ": ",
        "- ",
        '"',
        "'",
        "{",
        "}",
        "[",
        "]",
        "#",
        " # note\n",
        "|",
        "|\n",
        ">-\n",
    ),
    *(
        "&a ",
        "*a",
        "---\n",
        "...",
        "%",
        "!!str ",
        "<<: ",
        "? ",
        "null",
        "\r\n",
        "\u2028",
        "\N{GRINNING FACE}",
        "{{ x }}",
    ),
    *(
        "\n  new: {text: x}",
        "\n    box: {top: 1mm}\n",
        "a: {b: 1}\n",
        "      more:\n        icon: sun\n",
        "color: #fff",
    ),
)


def same(one: Node, other: Node) -> bool:
    """Whether two nodes and all in them have the same values and places."""
    if (one.span, one.key_span) != (other.span, other.key_span) or type(one.value) is not type(other.value):
        return False
    if isinstance(one.value, dict):
        assert isinstance(other.value, dict)
        pairs = zip(one.value.items(), other.value.items(), strict=True)
        return len(one.value) == len(other.value) and all(a == b and same(x, y) for (a, x), (b, y) in pairs)
    if isinstance(one.value, tuple):
        assert isinstance(other.value, tuple)
        return len(one.value) == len(other.value) and all(map(same, one.value, other.value))
    return one.value == other.value


def read_again(texts: list[str]) -> None:
    """Hold each text, read after those before it, to the same read alone."""
    readings: Readings = {}
    for text in texts:
        kept, alone = Report(), Report()
        found = load_yaml(Path("deck.yaml"), text, kept, readings)
        fresh = load_yaml(Path("deck.yaml"), text, alone)
        assert list(kept) == list(alone), text
        assert (found is None) == (fresh is None)
        assert found is None or fresh is None or same(found, fresh), text


@st.composite
def edits(draw: st.DrawFn) -> list[str]:
    """A text and what becomes of it in a few edits, some of them undone."""
    out = [draw(st.sampled_from(TEXTS))]
    for _ in range(draw(st.integers(1, 6))):
        text = out[-1]
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 0, 0, 1, 2, 5, 40, 400))))
        new = draw(st.sampled_from(SNIPPETS) | st.just("") | st.just(text[max(0, start - 60) : start]))
        out.append(text[:start] + new + text[end:])
        if draw(st.booleans()):
            out += [text, out[-1]][: draw(st.integers(1, 2))]
    return out


@given(edits())
def test_an_edited_file_is_read_as_if_for_the_first_time(texts: list[str]) -> None:
    read_again(texts)


def test_what_is_wrong_names_blocks_where_they_stand_now() -> None:
    text = "a: 1\nb: {c: 1}\nd: 2\n"
    read_again([text, "a: 10\nb: {c: 1}\nb: 3\n", text])


def test_a_zone_is_the_same_node_after_an_edit_above_it() -> None:
    text = TEXTS[1]
    readings: Readings = {}
    before = load_yaml(Path("t.yaml"), text, Report(), readings)
    after = load_yaml(Path("t.yaml"), text.replace("\n", "\n# note\n", 1), Report(), readings)
    assert before is not None
    assert after is not None
    assert isinstance(before.value, dict)
    assert isinstance(after.value, dict)
    assert before.value["faces"] is after.value["faces"]
