"""Columns that say what another one says: the same values, the same as a program would call them, the same in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from carddesigner.starter.roles.columns import Column, Kind
from carddesigner.starter.spelling import folded_ascii

_SAMPLE = 300
"""Rows that are compared."""


def twins(columns: Sequence[Column]) -> Iterator[tuple[Column, Column, str]]:
    """Each column that repeats another of words, that other one, and how."""
    same: dict[tuple[str, ...], Column] = {}
    slugs: dict[tuple[str, ...], Column] = {}
    for column in sorted(
        columns, key=lambda c: (c.codes, "".join(c.distinct[:9]).islower(), -max(c.heading.fits.values(), default=0))
    ):
        if column.kind not in (Kind.TEXT, Kind.LIST) or len(column.distinct) < 2 or column.longest > 2000:
            continue
        texts = tuple(t.casefold() for t in column.texts[:_SAMPLE])
        slug = tuple(map(_slug, texts))
        if (first := same.setdefault(texts, column)) is not column:
            yield column, first, "the same as"
        elif any(slug) and (first := slugs.setdefault(slug, column)) is not column:
            yield column, first, "what programs call"


def _slug(text: str) -> str:
    """A text as programs call it, without a file's extension."""
    plain = folded_ascii(re.sub(r"\.[a-z]{3,4}$", "", text[:80])) or text
    return plain.replace("-", "")


def languages(columns: Sequence[Column]) -> Iterator[tuple[Column, Column, str]]:
    """Each column that has the text of another in another language, that other one, and the language's code."""
    marked = {_about(c) for c in columns if c.heading.language}
    groups: dict[tuple[str, str], list[Column]] = {}
    for column in columns:
        if _about(column) in marked and (column.wordy or column.heading.language):
            groups.setdefault((_about(column), column.heading.number), []).append(column)
    for group in groups.values():
        first = next((c for c in group if not c.heading.language), group[0])
        for column in group:
            if column.heading.language not in ("", first.heading.language) and column.wordy:
                yield column, first, column.heading.language


def _about(column: Column) -> str:
    """What a header is about in any language: the first role of its words, or the words."""
    return next((role for role, fit in column.heading.fits.items() if fit == 1), column.heading.base)
