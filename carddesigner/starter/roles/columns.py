"""Facts about a table's columns: what their cells hold, how long they are, how many differ."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cached_property
from itertools import chain, pairwise

from msgspec import Struct

from carddesigner.schema.fields import FALSE_WORDS, OTHER_TRUTHS, TRUE_WORDS
from carddesigner.starter.roles.vocabulary import Heading, heading
from carddesigner.starter.spelling import field, is_name
from carddesigner.tables.table import Table, text_of

MAX_GUESSED = 300
"""Columns of a table, blank ones left out, that may be printed."""


class Kind(StrEnum):
    """What all filled cells of a column are."""

    BLANK = "blank"
    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    COLOUR = "colour"
    PICTURE = "picture"
    LINK = "link"
    LIST = "list"
    OTHER = "other"


class Column(Struct, frozen=True, dict=True, eq=False):
    """A column, or a value inside one (``path`` longer than 1). ``texts`` are its cells as printed, "" for blanks."""

    at: int
    path: tuple[str, ...]
    header: str
    kind: Kind
    texts: tuple[str, ...]

    @cached_property
    def blanks(self) -> int:
        """Cells that are blank."""
        return self.texts.count("")

    @cached_property
    def distinct(self) -> tuple[str, ...]:
        """Its filled cells, each once."""
        return tuple(dict.fromkeys(filter(None, self.texts)))

    @cached_property
    def integers(self) -> tuple[int, ...]:
        """Its filled cells as numbers; none where they aren't all whole numbers."""
        return tuple(int(t) for t in self.texts if t) if self.kind is Kind.INTEGER else ()

    @property
    def name(self) -> str:
        """What messages and zones call it."""
        return ".".join(self.path)

    @property
    def expression(self) -> str:
        """Its value in an expression."""
        return field(self.path)

    @property
    def filled(self) -> int:
        """Cells that aren't blank."""
        return len(self.texts) - self.blanks

    @cached_property
    def longest(self) -> int:
        """Characters of its longest cell."""
        return max(map(len, self.texts), default=0)

    @cached_property
    def usual(self) -> int:
        """Characters that most filled cells stay below: three in four of them. A Chinese one counts twice."""
        lengths = sorted(_width(t) for t in self.filled_texts[:_MAX_MEASURED])
        return lengths[int(len(lengths) * 0.75)] if lengths else 0

    @cached_property
    def filled_texts(self) -> tuple[str, ...]:
        """Its filled cells, without those that are a dash or ``n/a``."""
        return tuple(t for t in self.texts if t and (len(t) > 4 or t.casefold() not in _NOTHING))

    @property
    def apart(self) -> float:
        """The share of filled cells that differ."""
        return len(self.distinct) / self.filled if self.filled else 0.0

    @property
    def number(self) -> bool:
        """Whether its cells are numbers."""
        return self.kind in (Kind.INTEGER, Kind.NUMBER)

    @property
    def wordy(self) -> bool:
        """Whether its cells are words."""
        return self.kind in (Kind.TEXT, Kind.LIST)

    @cached_property
    def counts(self) -> bool:
        """Whether its cells are short numbers, but for a few such as ``X``, ``*`` or ``-``, and no words."""
        short = self.kind is Kind.TEXT and self.longest <= 6
        has_words = short and any(map(_WORD.match, self.distinct))
        numbers = sum(any(map(str.isdigit, t)) for t in self.filled_texts) if short and not has_words else 0
        return (self.number and self.longest <= 6) or (numbers > 0 and 3 * numbers >= 2 * len(self.filled_texts))

    @cached_property
    def codes(self) -> bool:
        """Whether most cells are what programs call things: ``paper-knight``, ``k-0001``, ``ASH_001``."""
        few = self.distinct[:_SAMPLE]
        return self.kind is Kind.TEXT and 2 * sum(bool(_CODE.fullmatch(t)) for t in few) > len(few)

    @cached_property
    def machine(self) -> str:
        """What its cells are that only programs and publishers read; empty for other cells."""
        few = self.distinct[:_SAMPLE]
        if self.kind is Kind.BOOLEAN or (few and len(few) <= 3 and all(t.casefold() in _FLAGS for t in few)):
            return "yes or no"
        if self.kind is not Kind.TEXT:
            return ""
        return next((what for what, pattern in _MACHINE.items() if all(pattern.fullmatch(t) for t in few)), "")

    @cached_property
    def heading(self) -> Heading:
        """Its header, read."""
        return heading(self.header)

    @property
    def nameless(self) -> bool:
        """Whether its header says nothing: it had none, and was given one."""
        return _GIVEN.fullmatch(self.header) is not None

    def means(self, *roles: str) -> float:
        """How well its header fits the best of these roles, from 0 to 1."""
        fits = self.heading.fits
        return max(fits.get(role, 0.0) for role in roles)


_GIVEN = re.compile(r"column[_ ][a-z]{1,3}(?:_\d+)?|")
_WORD = re.compile(r"[^\W\d_]{4}")
"""A word, with a number behind it or none, as in ``Card 1``."""
_MAX_MEASURED = 5_000
"""Cells whose lengths are looked at."""
_SAMPLE = 300
"""Different cells that are looked at to tell what a column holds."""
_NOTHING = {"-", "–", "—", "--", "n/a", "n.a.", "."}
_FLAGS = frozenset((*TRUE_WORDS, *FALSE_WORDS)) - {"", "1", "0", "-"} | OTHER_TRUTHS
"""Words of truth; a number may say anything."""
_CODE = re.compile(
    r"[a-z0-9]+(?:[_-][a-z0-9]+)+|[A-Z]{1,6}[-_ ]?[0-9]{1,6}[a-zA-Z]?|[A-Z0-9]+(?:_[A-Z0-9]+)+|[A-Z]{1,4}-[A-Z0-9]{1,6}(?:-[A-Z0-9]+)*"
    r"|[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}|(?=[a-f]*[0-9])[0-9a-f]{8,64}|[a-z]\w*(?:[.:/]\w+)+|[a-z]+[A-Z]\w*"
)
_MACHINE = {
    "data of a program": re.compile(r"\[\]|\{\}|[\[{](?=[\s\S]*[\"':])[\s\S]*[\]}]|\w+(?:\.\w+)*\([^()]*\);?"),
    "dates": re.compile(
        r"(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}(?:[ T][\d:.Z+]+)?|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)?\d\d"
    ),
    "versions": re.compile(r"[vV]?\d+(?:\.\d+){2,3}|[vV]\d+(?:\.\d+)*"),
    "prices": re.compile(r"(?:[$€£¥₽]|USD|EUR|zł) ?\d+(?:[.,]\d\d)?|\d+(?:[.,]\d\d)? ?(?:[$€£¥₽]|USD|EUR|zł)"),
    "addresses": re.compile(r"(?:https?://|www\.)\S+|[\w.+-]+@[\w-]+\.[\w.]+", re.I),
}


def _width(text: str) -> int:
    """How long a text is, letters of Chinese, Japanese and Korean twice as long as others."""
    return len(text) if text.isascii() else len(text) + sum("\u2e80" <= c <= "\uffdc" for c in text)


_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?", re.ASCII)
_PICTURE = re.compile(r"[^\n*?\"<>|]{1,200}\.(png|jpe?g|gif|webp|tiff?|bmp|svg)", re.I)
_LINK = re.compile(r"(https?://|www\.)\S+", re.I)
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def columns_of(table: Table, headers: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns of a table, mappings in them taken apart; *headers* are as the file has them."""
    return tuple(
        column
        for at, header in enumerate(table.headers)
        for column in _taken_apart(at, (header.name,), headers[at], [row.values[at] for row in table.rows], 0)
    )


def _taken_apart(at: int, path: tuple[str, ...], header: str, values: list[object], depth: int) -> list[Column]:
    filled = [v for v in values if v is not None and v != ""]
    dicts = [v for v in filled if isinstance(v, dict)]
    if filled and len(dicts) == len(values) and depth < 4:
        keys = list(dicts[0])
        usable = all(is_name(k) or re.fullmatch(r"(?!_)[\w -]{1,40}", k) for k in keys)
        if 0 < len(keys) <= 20 and usable and all(set(d) == set(keys) for d in dicts):
            each = (_taken_apart(at, (*path, key), key, [d[key] for d in dicts], depth + 1) for key in keys)
            return list(chain.from_iterable(each))
    texts = tuple(", ".join(map(text_of, v)) if isinstance(v, (list, tuple)) else text_of(v) for v in values)
    kind = _kind(filled, [t for t in texts if t])
    return [Column(at, path, header, kind, texts)]


def _kind(values: list[object], texts: list[str]) -> Kind:
    if not texts:
        return Kind.BLANK if not values else Kind.OTHER
    if any(isinstance(v, (list, tuple, dict)) for v in values):
        lists = [v for v in values if isinstance(v, (list, tuple))]
        nested = any(isinstance(i, (list, tuple, dict)) for v in lists for i in v)
        return Kind.LIST if len(lists) == len(values) and not nested else Kind.OTHER
    if any(isinstance(v, bool) for v in values):
        return Kind.BOOLEAN if all(isinstance(v, bool) for v in values) else Kind.TEXT
    if all(_WHOLE.fullmatch(t) for t in texts):
        return Kind.INTEGER
    if all(_DECIMAL.fullmatch(t) and f"{float(t):.15g}" == t for t in texts):
        return Kind.NUMBER
    for kind, pattern in ((Kind.COLOUR, _COLOUR), (Kind.LINK, _LINK), (Kind.PICTURE, _PICTURE)):
        if all(pattern.fullmatch(t) for t in texts):
            return kind
    return Kind.TEXT


def is_picture(text: str) -> bool:
    """Whether a text is the name of a picture's file."""
    return bool(_PICTURE.fullmatch(text))


def running(column: Column) -> bool:
    """Whether whole numbers just count the rows."""
    numbers = column.integers
    return len(numbers) > 2 and all(b - a == 1 for a, b in pairwise(numbers))


def goes_with(column: Column, kind: Column) -> bool:
    """Whether each kind of card has a value of its own in a column."""
    pairs = set(zip(column.texts, kind.texts, strict=True))
    return len(pairs) == len(column.distinct) == len(kind.distinct)
