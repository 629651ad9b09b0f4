"""Text printed as it is written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.text.rich import Run, literal, parse_markup


def no_icon(name: str) -> None:
    raise AssertionError(f":{name}: was taken for an icon")


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=30))
def test_every_sign_is_kept(text):
    pieces = [p for paragraph in parse_markup(literal(text), no_icon) for p in paragraph.pieces]
    assert all(isinstance(p, Run) and not p.bold and not p.italic for p in pieces)
    assert "".join("".join(p.text.split()) for p in pieces) == "".join(text.split())


def test_long_words_may_break_anywhere():
    (paragraph,) = parse_markup(literal("a" * 40), no_icon)
    assert paragraph.pieces == (Run("\u00ad\u00ad".join(["a" * 8] * 5)),)
