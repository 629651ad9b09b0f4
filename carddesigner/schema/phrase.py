"""The right form of a phrase that a deck's texts should avoid."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from carddesigner.contents.base import Model
from carddesigner.schema.phrases import PhraseText


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


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
