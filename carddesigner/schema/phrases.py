"""Phrases that a deck's texts should avoid, each with its right form."""

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BeforeValidator, StringConstraints

from carddesigner.contents.base import Later, refusal, short_for

if TYPE_CHECKING:
    import carddesigner.schema.phrase

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


PhraseText = Annotated[str, StringConstraints(max_length=MAX_OF_A_PHRASE), AfterValidator(_phrase)]
"""Whole words, matched exactly; ``card*`` has any ending, ``…`` is up to six words."""


PhraseSetting = Annotated[
    Later["carddesigner.schema.phrase.Phrase"],
    BeforeValidator(short_for("write", "expected what to write instead, or a mapping such as {write: has flying}")),
]
"""The right form of a phrase, alone or with where it applies."""
