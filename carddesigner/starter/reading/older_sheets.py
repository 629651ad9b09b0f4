"""Sheets of a workbook that are older versions or copies of others: by their names, and by rows that both have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from carddesigner.starter.roles.vocabulary import folded, is_old
from carddesigner.tables.table import WorkbookSheet, text_of

_REPEATED = 0.6
"""The share of a sheet's rows that must stand in another for it to be an older version of that."""
_MIN_ROWS, _MAX_ROWS, _MAX_COMPARED = 20, 2_000, 400_000
"""Rows of a sheet that are compared: where many sheets are, few of each."""
_VERSION = re.compile(r"(?:^|-)(?:version|v|ver|rev|draft|entwurf)-?(\d{1,4})(?:-(\d{1,4}))?$|(?:^|-)v(\d{1,4})(?=-|$)")
_PLAIN = (1, 9_999)
"""The version of a sheet without a number: what the first became, and less than the second."""
_AGAIN = re.compile(r"\s*\(\d{1,2}\)\s*$")
"""What spreadsheets write behind the name of a copy."""


def older_sheets(sheets: Mapping[str, WorkbookSheet]) -> dict[str, tuple[str, int, int]]:
    """The sheets that are older versions: of which other, and how many of its rows, of how many that can be told, stand
    there too.
    """
    names = {name: _name(name) for name in sheets}
    pairs = [(one, other) for one in sheets for other in sheets if _is_older(names[one], names[other])]
    most = min(_MAX_ROWS, max(_MIN_ROWS, _MAX_COMPARED // max(len(pairs), 1)))
    texts = {name: _texts(sheets[name].rows[:most]) for name in {name for pair in pairs for name in pair}}
    out: dict[str, tuple[str, int, int]] = {}
    for name, other in pairs:
        again, rows = _repeated(texts[name], texts[other])
        if rows and again >= _REPEATED * rows and again > out.get(name, ("", 0, 0))[1]:
            out[name] = (other, again, rows)
    return out


class _Name(Struct, frozen=True):
    """What a sheet's name says: whether it is marked as old or as a copy, what it is called without its version, and
    that.
    """

    marked: bool
    base: str
    version: tuple[int, int]


def _name(name: str) -> _Name:
    base, version = _version(name)
    return _Name(is_old(name) or _AGAIN.search(name) is not None, base, version or _PLAIN)


def _is_older(one: _Name, other: _Name) -> bool:
    """Whether a sheet's name says that it is older than another, or a copy."""
    if one.marked or other.marked:
        return one.marked and not other.marked
    return one.version < other.version and one.base == other.base


def _version(name: str) -> tuple[str, tuple[int, int] | None]:
    """A sheet's name without the version in it, and that version."""
    plain = folded(name)
    match = _VERSION.search(plain)
    if match is None:
        return plain, None
    number = int(match[1] or match[3]), int(match[2] or 0)
    return (plain[: match.start()] + plain[match.end() :]).strip("-"), number


def _repeated(rows: Sequence[set[str]], others: Sequence[set[str]]) -> tuple[int, int]:
    """Of rows with a text that no other row of a sheet has, how many have one that stands in the other sheet; and how
    many these are.
    """
    times = Counter(t for texts in rows for t in texts)
    there = {t for texts in others for t in texts}
    own = [lone for texts in rows if (lone := {t for t in texts if times[t] == 1})]
    return sum(not there.isdisjoint(lone) for lone in own), len(own)


def _texts(rows: Sequence[Sequence[object]]) -> list[set[str]]:
    """The words in each row below the first."""
    filled = [texts for row in rows if (texts := {t.casefold() for v in row if any(map(str.isalpha, t := text_of(v)))})]
    return filled[1:]
