"""What ``deck.yaml`` says."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from carddesigner.contents.base import Length, Model
from carddesigner.core.papers import Paper, parse_paper
from carddesigner.core.units import MM
from carddesigner.schema.fields import FieldSetting
from carddesigner.schema.rows import RowsSetting

Identifier = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
"""A name in file names and on the command line: small letters, digits, hyphens."""


class Component(Model):
    """Pieces of one stock from exactly one source: ``rows`` (a table), ``copies`` (one piece) or ``pages`` (Markdown).

    ``fields`` declares what the table's columns hold.
    """

    id: Identifier
    stock: str | None = None
    rows: RowsSetting | None = None
    fields: dict[str, FieldSetting] = Field(default={})
    pages: str | None = None
    copies: int = Field(default=1, ge=0, le=10_000, strict=True)
    front: str
    back: str | None = None
    two_sided: bool = False

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse two sources, and a back that contradicts two sides."""
        if self.rows is not None and self.pages is not None:
            raise PydanticCustomError("component-source", "a component has one source: `rows` or `pages`, not both")
        if self.two_sided and self.back is None:
            raise PydanticCustomError(
                "component-back", "a two-sided component needs the face of its other side as `back`"
            )


def _paper(value: Any) -> Paper:
    if not isinstance(value, str):
        raise PydanticCustomError("wrong-type", "expected a paper's name, such as A4, or its size, such as 210x297mm")
    try:
        return parse_paper(value)
    except ValueError as problem:
        raise PydanticCustomError("unknown-paper", "{message}", {"message": str(problem)}) from None


PaperSize = Annotated[Paper, PlainValidator(_paper), WithJsonSchema({"type": "string"})]
"""A sheet's paper."""

Duplex = Literal["long-edge", "short-edge", "none"]
"""How the printer turns the sheet over for its back."""


class Print(Model):
    """How the deck is set out on sheets unless the command line says otherwise."""

    paper: PaperSize | None = None
    duplex: Duplex = "long-edge"
    marks: tuple[Literal["crop", "slug"], ...] = ("crop", "slug")
    margin: Length = Field(default=6.35 * MM, ge=0)
    gutter: Annotated[Length, Field(ge=0)] | Literal["auto"] = "auto"


class Check(Model):
    """What must hold: ``that`` is an expression over all ``cards``, or over each ``card`` of the component ``each``.

    ``message`` is said where it doesn't, and may hold ``{{ … }}``.
    """

    that: str
    message: str
    each: Identifier | None = None
    severity: Literal["error", "warning"] = "error"


class KeywordSetting(Model):
    """A keyword: how it is set wherever it occurs in a text, and the reminder that ``{Keyword}`` adds.

    It is bold, unless it says italic, small-caps or a colour. A capital letter more or less makes another word, unless
    it says ignore-case.
    """

    reminder: str | None = Field(default=None, max_length=1000)
    bold: bool | None = None
    italic: bool = False
    small_caps: bool = False
    color: str | None = None
    ignore_case: bool = False


class Deck(Model):
    """A deck: its stocks, colours, components and the way it is printed.

    ``extends`` takes over a shipped deck: mappings merge by key, components by id, lists and values replace, null removes.
    """

    deck: Identifier
    extends: Identifier | None = None
    title: str
    language: str = Field(default="en", pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
    game: Any = None
    stocks: dict[str, dict[str, Any]] = Field(min_length=1)
    palette: dict[str, str] = Field(default={})
    keywords: dict[str, KeywordSetting | None] = Field(default={})
    components: tuple[Component, ...] = Field(min_length=1)
    checks: tuple[Check, ...] = Field(default=(), max_length=200)
    print: Print = Print()
    licence: str | None = None
    description: str | None = None
