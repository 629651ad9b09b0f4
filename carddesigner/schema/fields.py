"""``fields:`` declares what a table's columns contain; each declaration gives a reader for their cells."""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import SchemaError, SchemaValidator, core_schema

from carddesigner.contents.base import Later, Model, Names, refusal, short_for
from carddesigner.core.report import Problem, did_you_mean
from carddesigner.core.units import parse_length

Entry = Literal["text", "integer", "number", "choice", "icon", "image", "colour"]
"""The types of a list's entries."""
FieldType = Literal[Entry, "rich-text", "boolean", "list", "length", "reference"]
"""The types of a field."""

TRUE_WORDS = ("true", "yes", "y", "x", "1", "✓", "✔", "on")
FALSE_WORDS = ("false", "no", "n", "", "0", "-", "off")
OTHER_TRUTHS = frozenset(
    [
        "✗",
        "✘",
        "☑",
        "☐",
        "ja",
        "nein",
        "oui",
        "non",
        "si",
        "sí",
        "não",
        "sim",
        "tak",
        "nie",
        "да",
        "нет",
        "はい",
        "いいえ",
        "是",
        "否",
    ]
)
"""Other values that tables use for true and false if a script or another program reads them; no field reads them as
such.
"""

MAX_PATTERN = 200
"""The most characters of a pattern."""
MAX_REPEATED = 1000
"""The most that the counts in a pattern's braces may multiply to, because so many positions can match at once."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}(\.0+)?", re.ASCII)
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?", re.ASCII)
_COMMA = re.compile(r"([+-]?[0-9]{1,15}),([0-9]{1,15})", re.ASCII)
_SHOWN = 60


Read = Callable[[object], object]
"""Converts a cell (text, a workbook's or JSON's value, None if empty) to a field's value. Raises Problem."""


def _texts(value: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        return value
    return tuple(str(v) if isinstance(v, (int, float)) and not isinstance(v, bool) else v for v in value)


class FieldSettings(Model):
    """The type of a column; ``cost: integer`` is short for ``cost: {type: integer}``."""

    type: FieldType = "text"
    """The type of the column's values."""
    required: bool = False
    """Whether no cell may be empty."""
    default: Any = None
    """The value of empty cells."""
    min: float | None = None
    """The least number, or the fewest characters or entries."""
    max: float | None = None
    """The greatest number, or the most characters or entries."""
    pattern: str | None = None
    """A regular expression that the whole text, or each entry of a list, must match."""
    unique: bool = False
    """Whether no two cards may have the same value."""
    choices: Annotated[tuple[str, ...], BeforeValidator(_texts)] = Field(default=(), max_length=1000)
    """The allowed values of a choice, or of a list of choices."""
    of: Entry = "text"
    """The type of a list's entries."""
    separator: str = ","
    """The character between a list's entries."""
    to: str | None = None
    """The component that a reference refers to."""
    by: str = "id"
    """The field by which a reference names a card."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse settings that contradict each other, or don't apply to a field of this type."""
        one = self.of if self.type == "list" else self.type
        means = {
            ("min", "max"): ("text", "rich-text", "integer", "number", "list"),
            ("of", "separator"): ("list",),
            ("to", "by"): ("reference",),
        }
        for setting, types in ((setting, types) for settings, types in means.items() for setting in settings):
            if setting in self.model_fields_set and self.type not in types:
                raise refusal("wrong-value", f"`{setting}` doesn't apply to a field of type {self.type}", setting)
        if self.pattern is not None and one not in ("text", "rich-text"):
            raise refusal("wrong-value", f"`pattern` doesn't apply to {one}, only to text", "pattern")
        if self.choices and one != "choice":
            raise refusal("wrong-value", f"`choices` belong to a choice; this is {one}", "choices")
        if one == "choice" and not self.choices:
            raise refusal("missing-key", "a choice needs its `choices`")
        if self.type == "reference" and self.to is None:
            raise refusal("missing-key", "a reference needs `to`, the component it leads to")
        if not self.separator:
            raise refusal("wrong-value", "`separator` is the sign between a list's entries", "separator")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise refusal("wrong-value", f"`min` {self.min:g} is more than `max` {self.max:g}", "min")
        if self.pattern is not None:
            try:
                matcher(self.pattern)
            except ValueError as problem:
                raise refusal("wrong-value", str(problem), "pattern") from None


FieldSetting = Annotated[Later[FieldSettings], BeforeValidator(short_for("type"))]
"""A field by its type's name, or as a mapping."""


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Callable[[str], bool]:
    """Return a function that tells whether a whole text matches, in linear time: Rust's engine doesn't backtrack.
    Raises ValueError.
    """
    if len(pattern) > MAX_PATTERN:
        raise ValueError(f"the pattern has {len(pattern)} characters; at most {MAX_PATTERN}")
    repeated = 1
    for low, high in re.findall(r"\{(\d*)(?:,(\d*))?\}", pattern):
        repeated *= max(1, *(int(n[:9]) for n in (low, high) if n))
    if repeated > MAX_REPEATED:
        raise ValueError(f"the counts in the pattern's braces multiply to more than {MAX_REPEATED:,}")
    try:
        _compiled(pattern)
        compiled = _compiled(rf"\A(?:{pattern})\z")
    except SchemaError as problem:
        reason = str(problem).rpartition("error: ")[2].strip().splitlines()[-1]
        raise ValueError(f"{pattern!r} is no regular expression that can be used here: {reason}") from None
    return compiled.isinstance_python


def _compiled(pattern: str) -> SchemaValidator:
    return SchemaValidator(core_schema.str_schema(pattern=pattern, regex_engine="rust-regex"))


def reader(field: FieldSettings, names: Names, *, comma: bool = False) -> Read:
    """Return a reader for the cells of a field; *comma*: numbers have a decimal comma."""
    filled = _list_reader(field, names, comma) if field.type == "list" else _one(field, names, comma)
    empty: object = {"list": (), "boolean": False, "text": "", "rich-text": ""}.get(field.type)

    def read(value: object) -> object:
        if value is not None and value != "":
            return filled(value)
        if field.default is not None:
            return read_default(field, names)
        if field.required:
            raise Problem("missing-value", "a value is missing")
        return empty

    return read


def read_default(field: FieldSettings, names: Names) -> object:
    """Return the value of empty cells. Raises Problem if a field's default is not a valid value."""
    return reader(field.model_copy(update={"default": None}), names)(field.default)


def _list_reader(field: FieldSettings, names: Names, comma: bool) -> Read:
    one = _one(field.model_copy(update={"type": field.of, "min": None, "max": None}), names, comma)

    def read(value: object) -> object:
        parts = value if isinstance(value, (list, tuple)) else str(_whole(value)).split(field.separator)
        stripped = (p.strip() if isinstance(p, str) else p for p in parts)
        entries = tuple(one(p) for p in stripped if p not in ("", None))
        _bound(len(entries), field, f"the list has {len(entries)} entries")
        return entries

    return read


def _bound(value: float, field: FieldSettings, what: str) -> None:
    if field.min is not None and value < field.min:
        raise Problem("wrong-value", f"{what}, less than the `min` of {field.min:.15g}")
    if field.max is not None and value > field.max:
        raise Problem("wrong-value", f"{what}, more than the `max` of {field.max:.15g}")


def _one(field: FieldSettings, names: Names, comma: bool) -> Read:
    """A reader for cells that aren't empty."""
    kind = field.type
    if kind in ("text", "rich-text", "reference"):
        return _text_reader(field, names)
    plain: dict[str, Read] = {
        "integer": partial(_integer, field),
        "number": partial(_number, field, comma),
        "choice": partial(_choice, field),
        "boolean": _boolean,
        "length": _length,
    }
    if kind in plain:
        return plain[kind]
    find = {"colour": names.color, "image": names.image, "icon": names.symbol}[kind]

    def named(value: object) -> object:
        text = _plain(value)
        find(text)
        return text

    return named


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _plain(value: object) -> str:
    """A cell as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list, tuple)):
        what = "a mapping" if isinstance(value, dict) else "a list"
        raise Problem("wrong-type", f"{what} stands here where text is expected")
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_whole(value))


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else _plain(value)
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def _text_reader(field: FieldSettings, names: Names) -> Read:
    matches = matcher(field.pattern) if field.pattern is not None else None
    markup = names.markup if field.type == "rich-text" else None
    if matches is None and markup is None and field.min is None and field.max is None:
        return _plain

    def read(value: object) -> object:
        text = _plain(value)
        _bound(len(text), field, f"the text has {len(text)} characters")
        if matches is not None and not matches(text):
            raise Problem("wrong-value", f"{_shown(text)} doesn't match the pattern {field.pattern}")
        if markup is not None:
            markup(text)
        return text

    return read


def _integer(field: FieldSettings, value: object) -> int:
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        value = int(value.partition(".")[0])
    value = _whole(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Problem("wrong-type", f"{_shown(value)} is not a whole number", hint=_date_hint(value))
    _bound(value, field, str(value))
    return value


def _number(field: FieldSettings, comma: bool, value: object) -> float | int:
    if isinstance(value, str):
        with_comma = _COMMA.fullmatch(value)
        if with_comma and comma:
            value = f"{with_comma[1]}.{with_comma[2]}"
        elif with_comma:
            hint = f"write {with_comma[1]}.{with_comma[2]}, with a point"
            raise Problem("wrong-type", f"{value!r} is not a number", hint=hint)
        if _NUMBER.fullmatch(value):
            value = float(value) if "." in value else int(value)
    value = _whole(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Problem("wrong-type", f"{_shown(value)} is not a number", hint=_date_hint(value))
    _bound(value, field, f"{value:.15g}")
    return value


def _date_hint(value: object) -> str | None:
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d\b", value):
        return "a spreadsheet takes 1-2 or 3/4 for a date; format the column as text and write it again"
    return None


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    word = _plain(value).lower()
    if word in TRUE_WORDS or word in FALSE_WORDS:
        return word in TRUE_WORDS
    raise Problem("wrong-type", f"{_shown(value)} is neither yes nor no")


def _choice(field: FieldSettings, value: object) -> str:
    text = _plain(value)
    if text not in field.choices:
        listed = ", ".join(field.choices[:12]) + (", …" if len(field.choices) > 12 else "")
        near = did_you_mean(text, field.choices)
        raise Problem("wrong-value", f"{_shown(text)} is none of {listed}{near}", fix=near.fix)
    return text


def _length(value: object) -> str:
    if not isinstance(value, (str, int, float)):
        raise Problem("bad-length", f"{_plain(value)} is not a length")
    try:
        parse_length(value)
    except ValueError as problem:
        raise Problem("bad-length", str(problem)) from None
    return _plain(value)
