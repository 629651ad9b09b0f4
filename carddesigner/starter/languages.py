"""Texts that stand in a table in several languages side by side: what the deck's own is, and which columns translate
which.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.starter.reading.source import FoundTable
from carddesigner.starter.roles.columns import Column, Kind
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.roles.text_language import clear_language, language_of_texts
from carddesigner.starter.roles.vocabulary import language_name, language_of, languages_of_header

_LEAST = 0.5
"""The share of a column's texts that must be translated for the deck to have its translation."""
_SAMPLE, _START = 300, 1_000
"""Cells that are looked at to tell in which language they are, and letters of each."""


class Languages(Struct, frozen=True):
    """The languages of a table's texts: its ``original`` one, those it is translated to, if any, and how many texts
    each of these lacks.
    """

    original: str
    lacking: dict[str, int]

    @property
    def others(self) -> tuple[str, ...]:
        """The languages besides its own."""
        return tuple(self.lacking)


class Translating(Struct, frozen=True):
    """Which columns translate which: new names for columns by the names they have, and guesses about those that
    translate.
    """

    languages: Languages | None
    names: dict[str, str]
    guesses: tuple[Guess, ...]


def find_translations(source: FoundTable, guesses: tuple[Guess, ...], original: str | None) -> Translating:
    """The translations among a table's columns; those that the deck can't have are not printed. *original* is the
    deck's language, if known.
    """
    columns = {g.column.path: g.column for g in guesses}
    in_languages = [g for g in guesses if g.role is Role.LANGUAGE]
    bases = list(dict.fromkeys(g.of for g in in_languages))
    others = [g.column for g in guesses if g.role is not Role.LANGUAGE and g.column.kind is Kind.TEXT]
    original = original or _original_language([columns[b] for b in bases], others, {g.language for g in in_languages})
    names: dict[str, str] = {}
    lacking: dict[str, int] = {}
    out = []
    taken = {n for n in source.table.names if (n,) not in {*bases, *(g.column.path for g in in_languages)}}
    for guess in in_languages:
        base, column, code = columns[guess.of], guess.column, guess.language
        plain = _plain(base)
        name = f"{plain}.{code}"
        wanted = sum(map(bool, base.texts))
        filled = sum(bool(a and b) for a, b in zip(base.texts, column.texts, strict=True))
        stray = any(b and not a for a, b in zip(base.texts, column.texts, strict=True))
        why = (
            "in which language the other is can't be told"
            if original is None
            else f"the deck is in {language_name(code)}"
            if code == original
            else f"only {filled} of {wanted} texts are in {language_name(code)}"
            if filled < _LEAST * wanted
            else "it has texts where the other has none"
            if stray
            else f"another has them in {language_name(code)}"
            if name in names.values()
            else "it is no column of its own"
            if len(column.path) > 1 or len(base.path) > 1 or plain in taken or name in taken
            else None
        )
        if why is not None:
            out.append(replace(guess, role=Role.OUT, why=f"{guess.why}; {why}"))
            continue
        names |= {base.path[0]: plain, column.path[0]: name}
        lacking[code] = lacking.get(code, 0) + wanted - filled
        out.append(replace(guess, column=replace(column, path=(plain, code)), of=(plain,)))
    languages = Languages(original, lacking) if original is not None and lacking else None
    return Translating(languages, {old: new for old, new in names.items() if old != new}, tuple(out))


def _plain(base: Column) -> str:
    """The name of a column whose translations have theirs from it: without the language that it may name itself."""
    name, _, code = base.path[0].rpartition(".")
    if not name:
        name, _, code = base.path[0].rpartition("_")
    return name if name and base.heading.language and language_of(code) == base.heading.language else base.path[0]


def _original_language(bases: Sequence[Column], texts: Sequence[Column], others: Collection[str]) -> str | None:
    """The language of a table beside *others*: by headers, by the script and the small words of texts, else English."""
    named = next((c.heading.language for c in bases if c.heading.language), None)
    called = [codes for c in bases if len(codes := languages_of_header(c.heading) - {*others}) == 1]
    named = named or next(iter(called[0] if called else ()), None)
    language = named or language_of_texts(_sample(texts))
    return language or ("en" if "en" not in others else None)


def _sample(columns: Sequence[Column]) -> str:
    """So much of the texts of columns as their language is told by."""
    return " ".join(t[:_START] for c in columns for t in c.distinct[:_SAMPLE])


def only_language(guesses: Iterable[Guess]) -> str | None:
    """The language of texts without translations, where it is clear: by the texts, or by headers that all name it."""
    columns = [g.column for g in guesses if g.role not in _NO_TEXT and g.column.kind is Kind.TEXT]
    named = {c.heading.language for c in columns if c.heading.language}
    clear = clear_language(_sample(columns))
    if clear is None and len(named) == 1 and all(c.heading.language for c in columns):
        return next(iter(named))
    return clear if named <= {clear} else None


_NO_TEXT = (Role.LANGUAGE, Role.OUT, Role.COPIES, Role.ID, Role.PICTURE, Role.ICON, Role.COLOUR)
"""Roles of columns that players don't read as texts."""


def remark(languages: Iterable[Languages]) -> str | None:
    """What the deck can be built in besides, and what is still to be translated for that; None where there is
    nothing.
    """
    lacking: dict[str, int] = {}
    for one in languages:
        for code, n in one.lacking.items():
            lacking[code] = lacking.get(code, 0) + n
    if not lacking:
        return None
    code = next(iter(lacking))
    named = " and ".join(map(language_name, lacking))
    which = f" (or {', '.join(list(lacking)[1:])})" if len(lacking) > 1 else ""
    gaps = ", ".join(f"{n} in {language_name(c)}" for c, n in lacking.items() if n)
    more = f"; texts still to be translated, without which that build stops: {gaps}" if gaps else ""
    return f"in {named} too: build --language {code}{which}{more}"
