"""Phrases that a deck's texts should avoid, each with its right form."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from carddesigner.contents.base import Later, Model, refusal, short_for

MAX_PHRASES = 500
"""The most phrases of one deck."""
MAX_OF_A_PHRASE = 100
"""The most characters of a phrase."""


def _phrase(text: str) -> str:
    words = text.split()
    if not words or any("*" in word[:-1] or word == "*" for word in words):
        raise refusal("bad-phrase", f"{text!r}: a phrase is whole words; `*` ends one for any ending: card*")
    if words[0] == "…" or words[-1] == "…" or ("…", "…") in pairwise(words):
        raise refusal("bad-phrase", f"{text!r}: `…` stands between words, for up to six of any")
    return text


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


PhraseText = Annotated[str, StringConstraints(max_length=MAX_OF_A_PHRASE), AfterValidator(_phrase)]
"""Whole words, matched exactly; ``card*`` has any ending, ``…`` is up to six words."""


class Phrase(Model):
    """The right form of a phrase; ``"has Flying": has flying`` is short for ``"has Flying": {write: has flying}``."""

    write: str = Field(min_length=1, max_length=200)
    """What to write instead, in your words."""
    columns: tuple[str, ...] = Field(default=(), max_length=1_000)
    """Only in these columns, of the deck's own language and of translations."""
    language: str | None = None
    """The language of the phrase; by default the deck's own."""
    unless: Annotated[
        tuple[PhraseText, ...], BeforeValidator(_several, json_schema_input_type=str | tuple[str, ...])
    ] = Field(default=(), max_length=50)
    """Longer phrases that contain it and are right."""


PhraseSetting = Annotated[
    Later[Phrase],
    BeforeValidator(short_for("write", "expected what to write instead, or a mapping such as {write: has flying}")),
]
"""The right form of a phrase, alone or with where it applies."""
