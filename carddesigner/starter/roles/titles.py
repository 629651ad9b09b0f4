"""Which column has the cards' names."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from carddesigner.starter.roles.columns import Column, Kind

_LEAST = 1.6
"""Points that a column needs to be taken for names."""


def is_question(column: Column) -> bool:
    """Whether a column has questions, to which answers are on the other side."""
    return column.means("question") == 1 and column.wordy


def best_title(columns: Sequence[Column], rows: int, agreed: Collection[str] = ()) -> tuple[Column, str] | None:
    """The column with the cards' names, and why; None where none has.

    *agreed* are headers, in small letters, that are titles in other tables of the deck.
    """
    best, most = None, _LEAST
    named = any(c.means("title") or c.header.casefold() in agreed for c in columns)
    has_questions = any(map(is_question, columns))
    for n, column in enumerate(columns):
        score = 2.0 if not has_questions and _is_answer(column) else 0.0
        score = score or _score(column, n, rows, column.header.casefold() in agreed)
        score = score or (2.2 if not (named or has_questions) and _is_called_id(column) else 0.0)
        if score > most:
            best, most = column, score
    if best is None:
        return None
    if best.means("title") == 1:
        return best, "its name says so"
    if best.header.casefold() in agreed:
        return best, "it is the title on other sheets"
    return best, f"short, and {len(best.distinct)} of {best.filled} differ"


def _is_called_id(column: Column) -> bool:
    """Whether what is called a key has the cards' names: words, each another, most with a capital or a space."""
    if column.means("id") < 1 or column.kind is not Kind.TEXT or column.apart < 1 or column.blanks or column.codes:
        return False
    named = sum((t[:1].isupper() and t[1:2].islower()) or " " in t for t in column.distinct)
    return column.usual <= 40 and 3 * named >= 2 * len(column.distinct)


def _is_answer(column: Column) -> bool:
    """Whether a column has what cards are about: short answers, each another."""
    return column.means("answer") == 1 and column.kind is Kind.TEXT and column.apart > 0.9 and column.usual <= 40


def _score(column: Column, place: int, rows: int, agreed: bool) -> float:
    named = 1.0 if agreed else column.means("title")
    if column.kind is not Kind.TEXT or column.usual > 70 or column.counts:
        return 0.0
    least = 0.1 if agreed else 0.3 if named == 1 else 0.5
    if len(column.filled_texts) < least * rows:
        return 0.0
    other = column.means("text", "flavour", "cost", "picture", "subtype", "rarity", "set", "id") == 1
    # What kind of card it is may be its name, if it is another on each.
    kind = column.apart < 1 and column.means("type", "faction") == 1
    if named < 1 and (other or kind or column.means("paint") or (named and max(column.heading.fits.values()) > named)):
        return 0.0
    short = 1.0 if column.usual <= 24 else 0.5 if column.usual <= 40 else -0.5
    spaced = 0.02 if any(" " in t for t in column.distinct[:50]) else 0.0
    code = -3.5 if column.codes else 0.0
    blank = -1.5 * (1 - len(column.filled_texts) / max(rows, 1)) if not agreed else 0.0
    # What is called as numbers are, and has none, may well be a name, such as a fighter's Move.
    number = -0.6 if named < 1 and column.means("stat", "attack", "health", "points") == 1 else 0.0
    return 3 * named + 1.5 * column.apart + short + spaced + code + blank + number - 0.04 * min(place, 20)
