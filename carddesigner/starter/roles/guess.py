"""What each column of a table is for on a card, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from carddesigner.deck.amounts import MAX_COPIES_OF_A_CARD
from carddesigner.starter.made import Sure
from carddesigner.starter.roles.columns import Column, Kind, is_picture, running
from carddesigner.starter.roles.vocabulary import INKS
from carddesigner.starter.spelling import comment

MAX_KINDS, MAX_TEXTS, MAX_STATS, MAX_DETAILS = 2, 4, 4, 20
"""Columns of each role that a card has room for; what is left becomes a line of the table on the card, or stays out."""

MAX_COPIES = 20_000
"""Printed cards of all rows, above which a column of numbers is not taken for quantities."""

_ID = re.compile(r"\w[\w.-]{0,99}")


class Role(StrEnum):
    """What a column is for, as users read it: ``FACTION`` has few values, ``COLOUR`` colours, ``ICON`` names of icons in its cells;
    ``BACK`` is text for the other side, ``LANGUAGE`` another column's text in another language, ``DETAIL`` a line with a label.
    """

    COPIES = "how many"
    ID = "card's id"
    TITLE = "title"
    TYPE = "type"
    SUBTYPE = "subtype"
    COST = "cost"
    ATTACK = "attack"
    HEALTH = "health"
    POINTS = "points"
    STAT = "number"
    RULES = "rules"
    FLAVOUR = "flavour"
    PICTURE = "picture"
    ICON = "icon"
    FACTION = "faction"
    COLOUR = "colours"
    RARITY = "rarity"
    SET = "set"
    NUMBER = "number in the set"
    BACK = "back"
    LANGUAGE = "language"
    DETAIL = "line"
    OUT = "not printed"


class Guess(Struct, frozen=True):
    """A column's role, why, and how sure that is; ``colours`` says that its values, a few words, colour the cards besides."""

    column: Column
    role: Role
    sure: Sure
    why: str
    colours: bool = False


def guess_roles(
    columns: tuple[Column, ...], keys: tuple[str, ...] = (), picture: Callable[[str], object] = lambda _: None
) -> tuple[Guess, ...]:
    """A role for every column.

    *keys* are the columns that were keys of mappings in JSON or YAML, *picture* finds the picture that a cell names.
    """
    return _Guesser(list(columns), keys, picture).all()


class _Guesser:
    def __init__(self, columns: list[Column], keys: tuple[str, ...], picture: Callable[[str], object]) -> None:
        self.rest = columns
        self.keys = keys
        self.picture = picture
        self.rows = len(columns[0].texts) if columns else 0
        self.out: list[Guess] = []

    def all(self) -> tuple[Guess, ...]:
        self._copies()
        self._id()
        self._left_out()
        self._picture()
        self._back()
        self._title()
        self._texts()
        self._corner()
        self._colour()
        self._kinds()
        self._stats()
        self._others()
        return tuple(self.out)

    def take(self, column: Column, role: Role, sure: Sure, why: str) -> None:
        self.out.append(Guess(column, role, sure, why))
        self.rest.remove(column)

    def _copies(self) -> None:
        """Quantities: by the header's word, and only where the values can be that."""
        role, sure = "copies", Sure.CERTAIN
        found = [c for c in self.rest if c.means(role) and _can_be_copies(c)]
        if not found:
            role, sure = "copies-maybe", Sure.LIKELY
            maybe = [c for c in self.rest if c.means(role) and _can_be_copies(c) and _looks_like_copies(c)]
            found = sorted(maybe, key=lambda c: -c.means(role))[:1]
        whole = [c for c in found if c.means(role) == 1]
        total = [c for c in found if c.means("totals") and len(found) > 2]
        chosen = whole if len(whole) == 1 else [c for c in found if c not in total]
        cards = sum(sum(c.integers) + (c.blanks if len(chosen) == 1 else 0) for c in chosen)
        if not 0 < cards <= MAX_COPIES:
            return
        for column in chosen:
            low, high = min(column.integers), max(column.integers)
            amounts = f"{low} to {high}" if low != high else f"{low} each"
            blank = f", blank is {'1' if len(chosen) == 1 else '0'}" if column.blanks else ""
            why = f"whole numbers, {amounts}{blank}; {cards} cards" + (" of both added" if len(chosen) > 1 else "")
            self.take(column, Role.COPIES, Sure.LIKELY if len(chosen) > 1 or column.means(role) < 1 else sure, why)
        sums = tuple(sum(int(c.texts[i] or 0) for c in chosen) for i in range(self.rows))
        for column in list(self.rest):
            if len(chosen) > 1 and (column in total or column.integers == sums):
                self.take(column, Role.OUT, Sure.LIKELY, "the sum of the quantities")

    def _id(self) -> None:
        for column in list(self.rest):
            named = 1.0 if column.name in self.keys else column.means("id")
            fit = column.apart == 1 and not column.blanks and all(_ID.fullmatch(t) for t in column.distinct)
            if column.at == 0 and not named and column.kind is Kind.INTEGER and running(column) and len(self.rest) > 1:
                self.take(column, Role.OUT, Sure.LIKELY, "it counts the rows")
            elif named == 1 and fit and len(column.path) == 1 and column.longest <= 40 and self._can_lack(column):
                sure = Sure.CERTAIN if column.header.lower() == "id" else Sure.LIKELY
                self.take(column, Role.ID, sure, "each its own")
                return

    def _can_lack(self, column: Column) -> bool:
        """Whether a column can do without being printed: it is no text, or another has the cards' names."""
        named = any(c.means("title") for c in self.rest if c is not column)
        return self.rows > 1 and (named or column.kind is not Kind.TEXT)

    def _left_out(self) -> None:
        names = {c.name: c for c in self.rest}
        for column in list(self.rest):
            base = re.fullmatch(r"(.+)_(?:[a-z]{2}|[a-z]{2}_[A-Z]{2})", column.name)
            hidden = column.means("hidden")
            if column.kind is Kind.BLANK:
                self.take(column, Role.OUT, Sure.CERTAIN, "no cell is filled")
            elif column.kind is Kind.OTHER:
                self.take(column, Role.OUT, Sure.CERTAIN, "its cells hold lists or mappings in each other")
            elif column.kind is Kind.LINK:
                self.take(column, Role.OUT, Sure.LIKELY, "links are not for paper")
            elif hidden and not (hidden < 1 and column.means("title", "text") == 1):
                self.take(column, Role.OUT, Sure.LIKELY if hidden == 1 else Sure.GUESS, "its name says it is for you")
            elif base and base[1] in names and "." in column.header:
                self.take(column, Role.OUT, Sure.GUESS, f"it reads like a translation of {base[1]}")
            elif column.means("title", "text", "flavour", "stat", "cost", "points", "number") == 1:
                continue
            elif len(column.distinct) == 1 and not column.blanks and self.rows > 2 and len(names) > 2:
                self.take(column, Role.OUT, Sure.GUESS, f"the same on every card: {comment(column.distinct[0], 40)!r}")

    def _picture(self) -> None:
        found = sorted((c for c in self.rest if self._names_pictures(c)), key=lambda c: -c.means("picture"))
        for n, column in enumerate(found):
            if n == 0 and column.kind is Kind.PICTURE:
                self.take(column, Role.PICTURE, Sure.CERTAIN, "its cells are names of picture files")
            elif n == 0:
                self.take(column, Role.PICTURE, Sure.LIKELY, "its name says so, and cells are names of picture files")
            else:
                self.take(column, Role.OUT, Sure.GUESS, "a second picture; the card has one")

    def _names_pictures(self, column: Column) -> bool:
        """Whether cells are names of picture files: all of them, or under such a header half, or those that lie there."""
        if column.kind is not Kind.TEXT or column.means("picture") < 1:
            return column.kind is Kind.PICTURE
        there = any(self.picture(t) for t in column.distinct[:200])
        return there or 2 * sum(map(is_picture, column.distinct)) >= len(column.distinct)

    def _back(self) -> None:
        """Words for the other side: under that name, or answers where another column has the questions."""
        asked = any(c.means("question") == 1 for c in self.rest)
        for column in self.rest if len(self.rest) > 1 else ():
            named = column.means("back") == 1 or (asked and column.means("answer") == 1)
            if named and column.kind is not Kind.OTHER:
                self.take(column, Role.BACK, Sure.LIKELY, "its name says so")
                return

    def _title(self) -> None:
        best, most = None, 1.6
        for n, column in enumerate(self.rest):
            named = column.means("title")
            if column.kind is not Kind.TEXT or column.usual > 70 or 2 * column.filled < self.rows:
                continue
            other = column.means("text", "flavour", "cost", "points", "number", "stat") == 1
            # What kind of card it is may be its name, if it is another on each.
            kind = column.apart < 1 and column.means("type", "colour") == 1
            if not named and (other or kind or column.means("paint")):
                continue
            short = 1.0 if column.usual <= 24 else 0.5 if column.usual <= 40 else -0.5
            score = 3 * named + 1.5 * column.apart + short - 0.04 * n
            if score > most:
                best, most = column, score
        if best is None:
            return
        if best.means("title") == 1:
            self.take(best, Role.TITLE, Sure.CERTAIN, "its name says so")
        else:
            sure = Sure.LIKELY if best.apart > 0.9 and best.usual <= 30 else Sure.GUESS
            self.take(best, Role.TITLE, sure, f"short, and {len(best.distinct)} of {best.filled} differ")

    def _texts(self) -> None:
        flavour = [c for c in self.rest if c.kind is Kind.TEXT and c.means("flavour")]
        for column in flavour[:1]:
            self.take(column, Role.FLAVOUR, Sure.CERTAIN, "its name says so")
        found = [c for c in self.rest if c.wordy and _is_long(c)]
        for column in sorted(found, key=lambda c: -c.means("text"))[:MAX_TEXTS]:
            if column.means("text") == 1:
                self.take(column, Role.RULES, Sure.CERTAIN, "its name says so")
            else:
                self.take(column, Role.RULES, Sure.LIKELY, f"long: up to {column.longest} characters")

    def _corner(self) -> None:
        roles = {"cost": Role.COST, "points": Role.POINTS, "number": Role.NUMBER}
        for column in self.rest:
            named = next((r for words, r in roles.items() if column.means(words) == 1), None)
            if named is not None and column.longest <= (5 if column.number else 3):
                self.take(column, named, Sure.LIKELY, "its name says so, and it is short")
                return

    def _colour(self) -> None:
        cells = [c for c in self.rest if c.kind is Kind.COLOUR]
        if cells:
            self.take(cells[0], Role.COLOUR, Sure.CERTAIN, "its cells are colours")
            return
        best, most = None, 0.0
        for column in self.rest:
            named, many = column.means("colour"), len(column.distinct)
            if column.kind is not Kind.TEXT or not 2 <= many <= len(INKS) or column.longest > 40:
                continue
            if column.blanks > 0.3 * self.rows or many > (column.filled - 1 if named == 1 else column.filled / 2):
                continue
            score = 2 * named + 1 - many / 20 - column.blanks / max(self.rows, 1)
            if score > most:
                best, most = column, score
        if best is not None:
            sure = Sure.LIKELY if best.means("colour") == 1 else Sure.GUESS
            why = f"{len(best.distinct)} values, each of them on several cards"
            self.rest.remove(best)
            self.out.append(Guess(best, _kind(best, Role.TYPE), sure, why, colours=True))

    def _kinds(self) -> None:
        for column in list(self.rest):
            have = [g.role for g in self.out if g.role in _KINDS.values() or g.role in (Role.TYPE, Role.SUBTYPE)]
            if len(have) >= MAX_KINDS:
                return
            named = column.means("type")
            if column.kind is Kind.TEXT and column.longest <= 32 and (named == 1 or (named and column.apart < 0.6)):
                other = Role.SUBTYPE if Role.TYPE in have else Role.TYPE
                self.take(column, _kind(column, other), Sure.LIKELY, "its name says so")

    def _stats(self) -> None:
        numbers = [c for c in self.rest if c.number and c.longest <= 6]
        named = [c for c in numbers if c.means("stat") == 1][:MAX_STATS]
        for column in numbers:
            if column in named:
                self.take(column, Role.STAT, Sure.LIKELY, "its name says so")
            elif len(numbers) <= MAX_STATS:
                self.take(column, Role.STAT, Sure.GUESS, "short numbers")

    def _others(self) -> None:
        texts = sum(g.role is Role.RULES for g in self.out)
        lines = 0
        best = max((c for c in self.rest if c.wordy), key=lambda c: c.usual, default=None)
        if not texts and best is not None and (best.usual > 12 or len(self.rest) == 1):
            texts += 1
            self.take(best, Role.RULES, Sure.GUESS, "the longest of the others")
        for column in list(self.rest):
            if column.usual > 30 and texts < MAX_TEXTS:
                texts += 1
                self.take(column, Role.RULES, Sure.GUESS, f"up to {column.longest} characters")
            elif lines < MAX_DETAILS and column.usual <= 60:
                lines += 1
                self.take(column, Role.DETAIL, Sure.GUESS, "a line of the table on the card")
            else:
                self.take(column, Role.OUT, Sure.GUESS, "the card has no room for it")


_KINDS = {"faction": Role.FACTION, "rarity": Role.RARITY, "set": Role.SET}


def _kind(column: Column, other: Role) -> Role:
    """What kind of thing a column of kinds says."""
    return next((role for words, role in _KINDS.items() if column.means(words) == 1), other)


def _can_be_copies(column: Column) -> bool:
    fit = column.kind is Kind.INTEGER and len(column.path) == 1
    return fit and min(column.integers) >= 0 and max(column.integers) <= min(MAX_COPIES_OF_A_CARD, 500)


def _looks_like_copies(column: Column) -> bool:
    """Whether numbers under a name that may mean anything are few, small, and don't count the rows."""
    few = len(column.distinct) <= max(2, len(column.integers) * 0.6)
    return few and max(column.integers) <= 30 and column.apart < 1


def _is_long(column: Column) -> bool:
    """Whether cells are long, or less so under a text's name."""
    named = column.means("text")
    return column.usual > 40 or column.longest > 60 or named == 1 or (named > 0 and column.usual > 10)
