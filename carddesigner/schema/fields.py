"""``fields:`` declares what a table's columns hold; a typed model of a row is made of the declarations."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, create_model
from pydantic_core import PydanticCustomError

from carddesigner.contents.base import Model, NameProblem
from carddesigner.core.report import did_you_mean
from carddesigner.core.units import parse_length

FieldType = Literal[
    "text",
    "rich-text",
    "integer",
    "number",
    "boolean",
    "choice",
    "list",
    "colour",
    "image",
    "icon",
    "length",
    "reference",
]
"""What a field may hold."""

TRUE_WORDS = ("true", "yes", "y", "x", "1", "✓", "✔", "on")
FALSE_WORDS = ("false", "no", "n", "", "0", "-", "off")


class FieldNames(Protocol):
    """What a deck's colours, icons and pictures are called; each raises NameProblem."""

    def color(self, name: str) -> object:
        """A colour of the palette, or written out."""

    def symbol(self, name: str) -> object:
        """An icon."""

    def picture(self, path: str) -> object:
        """A picture of the deck."""


class FieldSettings(Model):
    """What a column holds; ``cost: integer`` is short for ``cost: {type: integer}``."""

    type: FieldType = "text"
    """What the column holds."""
    required: bool = False
    """Says that no cell may be empty."""
    default: Any = None
    """The value of empty cells."""
    min: float | None = None
    """The least number, or the fewest characters or entries."""
    max: float | None = None
    """The greatest number, or the most characters or entries."""
    pattern: str | None = None
    """A regular expression that the whole text matches."""
    unique: bool = False
    """Says that no two cards have the same value."""
    choices: tuple[str, ...] = ()
    """The words of a choice, or of a list of choices."""
    of: Literal["text", "integer", "number", "choice", "icon", "image", "colour"] = "text"
    """What a list holds."""
    separator: str = ","
    """The sign between a list's entries."""
    to: str | None = None
    """The component that a reference leads to."""
    by: str = "id"
    """The field that a reference names a card by."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse what contradicts itself."""
        if self.pattern is not None:
            try:
                re.compile(self.pattern)
            except re.error as problem:
                words = f"{self.pattern!r} is no regular expression: {problem}"
                raise PydanticCustomError("wrong-value", "{words}", {"words": words, "at": "pattern"}) from None
            if len(self.pattern) > 200 or re.search(r"[+*}]\)?[+*{]", self.pattern):
                words = "the pattern is too long, or repeats what is repeated already"
                raise PydanticCustomError("wrong-value", "{words}", {"words": words, "at": "pattern"})
        if "choice" in (self.type, self.of) and self.type in ("choice", "list") and not self.choices:
            raise PydanticCustomError("missing-key", "a choice needs its `choices`")
        if self.type == "reference" and self.to is None:
            raise PydanticCustomError("missing-key", "a reference needs `to`, the component it leads to")
        if not self.separator:
            raise PydanticCustomError(
                "wrong-value", "`separator` is the sign between a list's entries", {"at": "separator"}
            )


def _short(value: Any) -> Any:
    return {"type": value} if isinstance(value, str) else value


FieldSetting = Annotated[FieldSettings, BeforeValidator(_short)]
"""A field by its type's name, or by a mapping."""


def row_model(fields: Mapping[str, FieldSettings]) -> type[BaseModel]:
    """A frozen model of a row whose aliases are the columns' names; validate it with ``names`` (FieldNames) as context.

    Cells may be texts, or typed values of a workbook or JSON; None is an empty one. Undeclared columns are not let through.
    """
    made: dict[str, Any] = {}
    for i, (name, field) in enumerate(fields.items()):
        required = field.required and field.default is None
        kind = Annotated[Any, BeforeValidator(_reader(field))]
        default: Any = ... if required else None
        made[f"field_{i}"] = (kind, Field(default=default, alias=name, validate_default=not required))
    return create_model("Row", __config__=ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True), **made)


def _reader(field: FieldSettings) -> Callable[[Any, ValidationInfo], Any]:
    """Reads a cell of a field, or raises PydanticCustomError with words for a designer."""
    one = _readers()[field.type if field.type != "list" else field.of]

    def read(value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, str):
            value = value.strip()
        if value is None or value == "":
            if field.default is not None:
                value = field.default
            elif field.required:
                raise PydanticCustomError("missing-value", "a value is missing")
            elif field.type == "list":
                return ()
            elif field.type == "boolean":
                return False
            else:
                return "" if field.type in ("text", "rich-text") else None
        if field.type == "list":
            parts = value if isinstance(value, (list, tuple)) else str(value).split(field.separator)
            entries = tuple(one(p.strip() if isinstance(p, str) else p, field, info) for p in parts)
            _bound(len(entries), field, "entries")
            return entries
        return one(value, field, info)

    return read


def _bound(value: float, field: FieldSettings, what: str) -> None:
    if (field.min is not None and value < field.min) or (field.max is not None and value > field.max):
        low = f"at least {field.min:g}" if field.min is not None else ""
        high = f"at most {field.max:g}" if field.max is not None else ""
        words = f"expected {' and '.join(w for w in (low, high) if w)}{' ' + what if what else ''}"
        raise PydanticCustomError("wrong-value", "{words}", {"words": words})


def _wrong(words: str, code: str = "wrong-type") -> PydanticCustomError:
    return PydanticCustomError(code, "{words}", {"words": words})


def _text(value: Any, field: FieldSettings, _info: ValidationInfo) -> str:
    if isinstance(value, (dict, list, tuple)):
        raise _wrong("expected text, not a list or a mapping")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value)
    _bound(len(text), field, "characters")
    if field.pattern is not None and len(text) <= 1000 and re.fullmatch(field.pattern, text) is None:
        raise _wrong(f"expected text like {field.pattern}", "wrong-value")
    return text


def _integer(value: Any, field: FieldSettings, _info: ValidationInfo) -> int:
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,15}", value):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong("expected a whole number")
    _bound(value, field, "")
    return value


def _number(value: Any, field: FieldSettings, _info: ValidationInfo) -> float | int:
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,15}([.][0-9]{1,15})?", value):
        value = float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        hint = " with a point" if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]+,[0-9]+", value) else ""
        raise _wrong(f"expected a number{hint}")
    _bound(value, field, "")
    return value


def _boolean(value: Any, _field: FieldSettings, _info: ValidationInfo) -> bool:
    word = str(value).lower()
    if isinstance(value, bool) or word in TRUE_WORDS or word in FALSE_WORDS:
        return value if isinstance(value, bool) else word in TRUE_WORDS
    raise _wrong("expected yes or no")


def _choice(value: Any, field: FieldSettings, _info: ValidationInfo) -> str:
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value)
    if text not in field.choices:
        near = did_you_mean(text, field.choices)
        raise _wrong(f"expected {', '.join(field.choices[:12])}{near}", "wrong-value")
    return text


def _named(kind: str) -> Callable[[Any, FieldSettings, ValidationInfo], str]:
    def read(value: Any, _field: FieldSettings, info: ValidationInfo) -> str:
        names: FieldNames = info.context["names"]  # type: ignore[index]
        try:
            getattr(names, kind)(str(value))
        except NameProblem as problem:
            raise _wrong(problem.message, problem.code) from None
        return str(value)

    return read


def _length(value: Any, _field: FieldSettings, _info: ValidationInfo) -> str:
    try:
        parse_length(value)
    except (ValueError, TypeError) as problem:
        raise _wrong(str(problem), "bad-length") from None
    return str(value)


def _readers() -> dict[str, Callable[[Any, FieldSettings, ValidationInfo], Any]]:
    return {
        "text": _text,
        "rich-text": _text,
        "integer": _integer,
        "number": _number,
        "boolean": _boolean,
        "choice": _choice,
        "colour": _named("color"),
        "image": _named("picture"),
        "icon": _named("symbol"),
        "length": _length,
        "reference": _text,
    }
