"""Columns that say what another one says: the same values, the same as a program would call them, the same in another
language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from carddesigner.starter.roles.columns import Column, Kind
from carddesigner.starter.roles.text_language import language_of_texts
from carddesigner.starter.roles.vocabulary import LANGUAGES, languages_of_header
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
    """A text as programs call it, without a file's extension; one without letters as it is."""
    plain = folded_ascii(re.sub(r"\.[a-z]{3,4}$", "", text))
    return plain.replace("-", "") if any(map(str.isalpha, plain)) else text


def languages(columns: Sequence[Column]) -> Iterator[tuple[Column, Column, str]]:
    """Each column that has the text of another in another language, that other one, and the language's code."""
    codes = (
        {id(c): c.heading.language for c in columns}
        if any(c.heading.language for c in columns)
        else _languages_by_column(columns)
    )
    marked = {_about(c) for c in columns if codes.get(id(c))}
    groups: dict[tuple[str, str], list[Column]] = {}
    for column in columns:
        if _about(column) in marked and (column.wordy or column.heading.language):
            groups.setdefault((_about(column), column.heading.number), []).append(column)
    for group in groups.values():
        of_language: dict[str, list[Column]] = {}
        for column in group:
            of_language.setdefault(codes.get(id(column), ""), []).append(column)
        original = "" if "" in of_language else next(iter(of_language))
        first = of_language.pop(original)
        for code, translated in of_language.items():
            for n, column in enumerate(translated):
                # Of several texts that a card has each goes with that which is called alike, or stands in the same place.
                alike = [c for c in first if c.heading.base == column.heading.base]
                if column.wordy:
                    yield column, alike[0] if alike else first[min(n, len(first) - 1)], code


def _languages_by_column(columns: Sequence[Column]) -> dict[int, str]:
    """The languages of columns whose headers say the same in different ones, as ``Name`` and ``Nom`` do; "" for the
    first one's.

    Only names beside each other show that a table has two languages.
    """
    texts = [c for c in columns if c.kind is Kind.TEXT and not c.codes and languages_of_header(c.heading)]
    names = [c for c in texts if c.means("title") == 1 and 2 * c.filled > len(c.texts)]
    own = languages_of_header(names[0].heading) if names else frozenset()
    out: dict[int, str] = {}
    for name in names[1:]:
        codes = languages_of_header(name.heading)
        if codes & own:
            continue
        theirs = [
            c for c in texts if languages_of_header(c.heading) & codes and not languages_of_header(c.heading) & own
        ]
        text = " ".join(t for c in theirs for t in c.distinct[:_SAMPLE])
        guessed = language_of_texts(text, codes) if len(codes) > 1 else None
        code = guessed or next(c for c in LANGUAGES if c in codes)
        out |= dict.fromkeys((id(c) for c in theirs if code in languages_of_header(c.heading)), code)
    return out


def _about(column: Column) -> str:
    """What a header is about in any language: the first role of its words, or the words."""
    return next((role for role, fit in column.heading.fits.items() if fit == 1), column.heading.base)
