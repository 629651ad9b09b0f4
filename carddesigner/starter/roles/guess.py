"""What each column of a table is for on a card, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.starter.made import Sure
from carddesigner.starter.roles.columns import MAX_GUESSED, Column, Kind, goes_with, is_picture, running
from carddesigner.starter.roles.quantities import Quantities
from carddesigner.starter.roles.titles import best_title, is_question
from carddesigner.starter.roles.twins import languages, twins
from carddesigner.starter.roles.vocabulary import INKS, is_colour
from carddesigner.starter.spelling import comment

MAX_TEXTS, MAX_STATS, MAX_COSTS, MAX_DETAILS = 12, 6, 8, 20
"""Columns of each role that a card has room for; what is left becomes a line of the table on the card, or stays out."""

CHOSEN = "you said so"
"""Why a column has a role that somebody chose."""

_ID = re.compile(r"\w[\w.-]{0,99}")


class Role(StrEnum):
    """What a column is for, as users read it: ``FACTION`` has few values, ``COLOUR`` colours, ``ICON`` names of icons
    in its cells; ``BACK`` is text for the other side, ``LANGUAGE`` another column's text in another language,
    ``DETAIL`` a line with a label.
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
    """A column's role, why, and how sure that is.

    ``colours`` says that its values, a few words, colour the cards besides; ``of`` is the path of the column whose text
    a LANGUAGE column has, and ``language`` that language.
    """

    column: Column
    role: Role
    sure: Sure
    why: str
    colours: bool = False
    of: tuple[str, ...] = ()
    language: str = ""


class Around(Struct, frozen=True):
    """What is known besides a table's columns.

    ``keys`` are the columns that were keys of mappings in JSON or YAML, ``titles`` headers that are titles in other
    tables of the deck; ``picture`` finds the picture that a cell names, ``icon`` the name of the icon that a cell
    stands for, None for none.
    """

    keys: tuple[str, ...] = ()
    titles: Collection[str] = ()
    picture: Callable[[str], object] = lambda _: None
    icon: Callable[[str], str | None] = lambda _: None


def guess_roles(columns: tuple[Column, ...], quantities: Quantities, around: Around) -> tuple[Guess, ...]:
    """A role for every column, in the order of the columns of each role."""
    guesser = _Guesser(columns, around)
    guesser.guess(quantities)
    return tuple(guesser.out)


class _Guesser:
    def __init__(self, columns: tuple[Column, ...], around: Around) -> None:
        self.left = {id(c): c for c in columns}
        self.around = around
        self.rows = len(columns[0].texts) if columns else 0
        self.out: list[Guess] = []

    @property
    def rest(self) -> list[Column]:
        """The columns without a role yet."""
        return list(self.left.values())

    def guess(self, quantities: Quantities) -> None:
        """Give every column its role."""
        for column in quantities.columns:
            self.take(column, Role.COPIES, quantities.sure, quantities.why)
        for column in quantities.parts:
            self.take(column, Role.OUT, Sure.LIKELY, f"{quantities.columns[0].name} adds it up")
        for column, _ in quantities.maybe:
            if column.nameless and column.at == 0:
                self.take(column, Role.OUT, Sure.GUESS, "it may say how many; --quantity takes it")
        self._left_out()
        self._picture()
        self._id()
        self._hidden()
        self._languages()
        self._twins()
        self._constants()
        self._back()
        self._icon()
        self._title()
        self._texts()
        self._numbers()
        self._kinds()
        self._others()
        self._colour()

    def take(
        self,
        column: Column,
        role: Role,
        sure: Sure,
        why: str,
        of: tuple[str, ...] = (),
        language: str = "",
    ) -> None:
        """Give a column its role."""
        self.out.append(Guess(column, role, sure, why, of=of, language=language))
        del self.left[id(column)]

    def have(self, *roles: Role) -> int:
        """How many columns have one of these roles."""
        return sum(g.role in roles for g in self.out)

    def _left_out(self) -> None:
        named = any(not c.nameless for c in self.rest)
        crowded = len(self.left) > MAX_GUESSED
        numbered = sum(c.header.isdigit() for c in self.rest)
        for column in self.rest:
            stray = column.nameless and named and column.filled <= max(1, 0.1 * self.rows)
            if column.kind is Kind.BLANK:
                self.take(column, Role.OUT, Sure.CERTAIN, "no cell is filled")
            elif crowded and column.at >= MAX_GUESSED:
                self.take(column, Role.OUT, Sure.CERTAIN, f"a card has room for what {MAX_GUESSED} columns say")
            elif column.kind is Kind.OTHER:
                self.take(column, Role.OUT, Sure.CERTAIN, "its cells hold lists or mappings in each other")
            elif column.kind is Kind.LINK:
                self.take(column, Role.OUT, Sure.LIKELY, "links are not for paper")
            elif column.heading.private and column.means("title", "text") != 1:
                self.take(column, Role.OUT, Sure.LIKELY, "its name begins with _, as what only programs use")
            elif column.machine not in ("", _FLAGS):
                self.take(column, Role.OUT, Sure.LIKELY, f"{column.machine}, which are not for players")
            elif stray:
                self.take(column, Role.OUT, Sure.LIKELY, "it has no header, and hardly a cell is filled")
            elif column.header.isdigit() and column.kind is Kind.INTEGER and numbered == 1:
                self.take(column, Role.OUT, Sure.GUESS, f"its header is a number, {column.header}, and says nothing")
            elif not column.filled_texts:
                self.take(column, Role.OUT, Sure.LIKELY, "its cells say nothing")

    def _picture(self) -> None:
        candidates = sorted((c for c in self.rest if self._names_pictures(c)), key=lambda c: -c.means("picture"))
        for n, column in enumerate(candidates):
            if n == 0 and not column.means("back") and column.kind is Kind.PICTURE:
                self.take(column, Role.PICTURE, Sure.CERTAIN, "its cells are names of picture files")
            elif n == 0 and not column.means("back"):
                self.take(column, Role.PICTURE, Sure.LIKELY, "its name says so, and cells are names of picture files")
            else:
                self.take(column, Role.OUT, Sure.GUESS, "a second picture; the card has one")
        for column in self.rest:
            if (
                column.means("picture")
                and column.kind is Kind.TEXT
                and column.means("title", "text", "flavour", "type") != 1
            ):
                self.take(
                    column, Role.OUT, Sure.GUESS, "it tells what a picture is to show, and names no file that is there"
                )

        others = [c for c in self.rest if c.wordy and c.means("text") == 1 and c.heading.base not in _DESCRIPTIONS]
        for column in self.rest if others else ():
            if column.heading.base in _DESCRIPTIONS and _asks_for_pictures(column):
                self.take(column, Role.OUT, Sure.GUESS, "it tells what a picture is to show")

    def _names_pictures(self, column: Column) -> bool:
        """Whether cells are names of picture files: all of them, or under such a header half, or those that lie
        there.
        """
        if column.kind is not Kind.TEXT or not column.means("picture", "icon"):
            return column.kind is Kind.PICTURE
        there = any(self.around.picture(t) for t in column.distinct[:200])
        return there or 2 * sum(map(is_picture, column.distinct)) >= len(column.distinct)

    def _id(self) -> None:
        for column in self.rest:
            key = column.name in self.around.keys
            named = max(1.0 if key else 0.0, column.means("id"))
            fit = column.apart == 1 and not column.blanks and all(_ID.fullmatch(t) for t in column.distinct)
            counts = column.kind is Kind.INTEGER and running(column)
            called = max((w for role, w in column.heading.fits.items() if role not in _CALLED), default=0.0)
            if (
                counts
                and (named or column.at == 0 or column.nameless or column.means("copies-maybe") == 1)
                and not called
                and len(self.left) > 1
            ):
                first = column.at == 0 or column.nameless
                if named or column.means("copies-maybe") == 1 or (first and not column.means("number")):
                    self.take(column, Role.OUT, Sure.LIKELY, "it counts the rows")
                continue
            # A key is no sentence, whatever it is called.
            sentence = column.kind is Kind.TEXT and column.usual > 40
            if not named or sentence or not self._can_lack(column) or (called == 1 and not key):
                continue
            if key and not column.codes and not any(c.means("title") == 1 for c in self.rest if c is not column):
                continue
            if not self.have(Role.ID) and fit and len(column.path) == 1 and column.longest <= 40 and self.rows > 1:
                sure = Sure.CERTAIN if column.header.lower() == "id" else Sure.LIKELY
                self.take(column, Role.ID, sure, "each its own")
            elif named == 1 or column.codes or fit:
                self.take(column, Role.OUT, Sure.LIKELY, "a key for you and for programs")

    def _can_lack(self, column: Column) -> bool:
        """Whether a column can do without being printed: it is no text, or another has the cards' names."""
        named = any(c.means("title") for c in self.rest if c is not column)
        return named or column.codes or column.kind is not Kind.TEXT

    def _hidden(self) -> None:
        for column in self.rest:
            hidden = column.means("hidden")
            if hidden and not (hidden < 1 and column.means("title", "text", "flavour", "cost") == 1):
                self.take(column, Role.OUT, Sure.LIKELY if hidden == 1 else Sure.GUESS, "its name says it is for you")
            elif column.means("cost") and column.kind is Kind.NUMBER and any("." in t for t in column.distinct):
                self.take(column, Role.OUT, Sure.GUESS, "prices in money are not for players")

    def _languages(self) -> None:
        for column, other, code in list(languages(self.rest)):
            if not column.heading.words:
                # Headers that are but languages, as lists of words to learn have: the card asks in one, and answers in the other.
                self.take(column, Role.BACK, Sure.LIKELY, f"what {other.name} is in another language", of=other.path)
                continue
            why = f"{other.name} in another language ({code})"
            self.take(column, Role.LANGUAGE, Sure.LIKELY, why, of=other.path, language=code)

    def _twins(self) -> None:
        for column, other, how in list(twins(self.rest)):
            self.take(column, Role.OUT, Sure.LIKELY, f"it is {how} {other.name}")

    def _constants(self) -> None:
        several = len(self.left) > 2 and self.rows > 2
        for column in self.rest:
            same = len(column.distinct) == 1 and not column.blanks and several
            meaningful = (
                column.means("title", "text", "flavour", "stat", "cost", "points", "attack", "health", "type") == 1
            )
            if column.machine == _FLAGS and not (meaningful or column.means("rarity", "faction") == 1):
                self.take(column, Role.OUT, Sure.GUESS, "it says yes or no, and nothing says what that is to players")
            elif same and not meaningful:
                self.take(column, Role.OUT, Sure.GUESS, f"the same on every card: {comment(column.distinct[0], 40)!r}")

    def _back(self) -> None:
        """Words for the other side: under that name, or answers where another column has the questions."""
        has_questions = any(is_question(c) for c in self.rest)
        for column in self.rest:
            if len(self.left) == 1:
                return
            paired = any(c.heading.words[:1] == ("front",) for c in self.rest) or column.means("back") == 1
            named = (column.means("back") and paired) or (has_questions and column.means("answer") == 1)
            if not named or column.heading.words[-1:] == ("color",) or not (column.wordy or column.number):
                continue
            if column.means("back") and len(column.distinct) <= max(1, column.filled // 8) and column.longest <= 20:
                self.take(column, Role.OUT, Sure.GUESS, "it says which back a card has, not what stands there")
            else:
                self.take(column, Role.BACK, Sure.LIKELY, "its name says so")

    def _icon(self) -> None:
        for column in self.rest:
            if column.kind is not Kind.TEXT or column.longest > 100:
                continue
            if not column.means("icon") and not all("/" in t for t in column.distinct[:20]):
                continue
            icons = [self.around.icon(t) for t in column.distinct[:200]]
            named = [f for f in icons if f is not None]
            if named and 2 * len(named) > len(icons) and not self.have(Role.ICON):
                self.take(column, Role.ICON, Sure.LIKELY, "its cells are names of icons")
            elif column.means("icon") and _names_icons(column):
                self.take(column, Role.OUT, Sure.LIKELY, "names of icons, of which no set has most")

    def _title(self) -> None:
        title = best_title(self.rest, self.rows, self.around.titles)
        if title is not None:
            column, why = title
            sure = (
                Sure.CERTAIN
                if column.means("title") == 1
                else Sure.LIKELY
                if column.apart > 0.9 and column.usual <= 30
                else Sure.GUESS
            )
            self.take(column, Role.TITLE, sure, why)

    def _texts(self) -> None:
        flavour = [c for c in self.rest if c.wordy and c.means("flavour")]
        flavour.sort(key=lambda c: -c.means("flavour"))
        strong = [c for c in self.rest if c.wordy and c.means("effect") == 1]
        wordy = [c for c in self.rest if c.wordy and not c.codes and c not in flavour and (_is_long(c) or c in strong)]
        if any(c.usual > 24 for c in wordy):
            # Beside texts a few short words, each again and again, are what kind of text it is.
            wordy = [
                c
                for c in wordy
                if c.longest > 24 or c.apart > 0.7 or len(c.filled_texts) < 4 or (c in strong and _has_numbers(c))
            ]
            strong = [c for c in strong if c in wordy]
        if not flavour and len(wordy) > 1:
            quoted = [c for c in wordy if c not in strong and _is_quoted(c)]
            narrative = [c for c in wordy if strong and c not in strong and _is_descriptive(c)]
            flavour = (quoted or narrative)[:1]
        for column in flavour[:1]:
            named = column.means("flavour")
            sure = Sure.CERTAIN if named == 1 else Sure.LIKELY if named else Sure.GUESS
            why = (
                "its name says so"
                if named
                else "it stands in quotation marks"
                if _is_quoted(column)
                else "no rules are in it"
            )
            self.take(column, Role.FLAVOUR, sure, why)
        families = _families(self.rest)
        texts = [c for c in self.rest if c in wordy or c in families]
        for column in sorted(texts, key=lambda c: c not in strong)[:MAX_TEXTS]:
            if column.means("text") == 1:
                self.take(column, Role.RULES, Sure.CERTAIN, "its name says so")
            elif column in families:
                self.take(column, Role.RULES, Sure.LIKELY, "one of several that are numbered")
            else:
                self.take(column, Role.RULES, Sure.LIKELY, f"long: up to {column.longest} characters")

    def _numbers(self) -> None:
        cells = [c for c in self.rest if c.counts]
        short = [c for c in self.rest if c.wordy and not c.counts and c.means("cost") == 1 and c.usual <= 20]
        named = [c for c in self.rest if (c in cells and c.means("cost")) or c in short]
        resources = [c for c in cells if c.means("resource") == 1 and not c.means("cost")]
        if len(resources) > 1 and not any(not c.means("resource") for c in named):
            # What stands among them without another meaning is one more, whatever it is.
            places = [c.at for c in resources]
            among = [c for c in cells if min(places) < c.at < max(places) and not c.heading.fits and not c.nameless]
            resources += among
            named += resources
        for column in [c for c in self.rest if c in named][:MAX_COSTS]:
            several = column in resources
            why = "one of several resources" if several else "its name says so, and it is short"
            self.take(column, Role.COST, Sure.LIKELY, why)
        for meaning, role in _NUMBERS.items():
            for least in (1.0, 0.6):
                fit = [
                    c
                    for c in self.rest
                    if c.counts
                    and c.means(meaning) >= least
                    and not c.means("stat") > c.means(meaning)
                    # `bonus1_num` and the like say how much; the numbers in a set are each its own.
                    and (role is not Role.NUMBER or least == 1 or (c.apart == 1 and 2 * c.filled > self.rows))
                ]
                if fit and not self.have(role):
                    self.take(fit[0], role, Sure.LIKELY, "its name says so")
        for column in self.rest:
            if (
                column.kind is Kind.INTEGER
                and column.means("type") == 1
                and not column.means("faction", "stat", *_NUMBERS)
            ):
                self.take(
                    column, Role.OUT, Sure.GUESS, "numbers for what kind of card it is, which say nothing to players"
                )
        numbers = [c for c in self.rest if c.counts]
        for column in numbers:
            if self.have(Role.STAT) >= MAX_STATS:
                return
            if column.means("stat", *_NUMBERS):
                self.take(column, Role.STAT, Sure.LIKELY, "its name says so")
            elif len(numbers) <= MAX_STATS:
                self.take(column, Role.STAT, Sure.GUESS, "short numbers")

    def _kinds(self) -> None:
        for least in (1.0, 0.6):
            # A type is called one before a class is, which may be a faction.
            for column in sorted(self.rest, key=lambda c: sum(c.means(name) >= least for name in _KINDS)):
                fit = column.wordy and column.longest <= 60 and not column.codes
                roles = (r for name, r in _KINDS.items() if column.means(name) >= least and not self.have(r))
                role = next(roles, None)
                if fit and role is not None and (least == 1 or column.apart < 0.6):
                    self.take(column, role, Sure.LIKELY, "its name says so")
        if not self.have(Role.TYPE):
            # What a kind of kind is called is the kind where no column has another, as a race is.
            first = next((n for n, g in enumerate(self.out) if g.role is Role.SUBTYPE and g.column.apart < 1), None)
            if first is not None:
                self.out[first] = replace(self.out[first], role=Role.TYPE)

    def _others(self) -> None:
        texts = self.have(Role.RULES)
        lines = 0
        wordy = [c for c in self.rest if c.wordy and not c.codes and (c.apart > 0.5 or not self.have(Role.TITLE))]
        wordy = [c for c in wordy if not (c.means("paint") == 1 and all(map(is_colour, c.distinct)))]
        best = max(wordy, key=lambda c: c.usual, default=None)
        if not texts and best is not None and not self.have(Role.TITLE) and best.usual <= 24:
            best = max(wordy, key=lambda c: c.apart)
            self.take(best, Role.TITLE, Sure.GUESS, "no other column says more")
        elif not texts and best is not None and (best.usual > 12 or len(self.left) == 1):
            texts += 1
            self.take(best, Role.RULES, Sure.GUESS, "the longest of the others")
        for column in self.rest:
            if column.kind is Kind.COLOUR and not self.have(Role.COLOUR):
                self.take(column, Role.COLOUR, Sure.CERTAIN, "its cells are colours")
            elif column.means("paint") == 1 and any(
                goes_with(column, g.column) for g in self.out if g.role in _COLOURING
            ):
                self.take(
                    column,
                    Role.OUT,
                    Sure.GUESS,
                    "each kind of card has one of its own, which colours it where it is a colour",
                )
            elif column.kind is Kind.COLOUR or (column.codes and column.apart > 0.5):
                self.take(column, Role.OUT, Sure.GUESS, "what its cells say is for programs")
            elif column.usual > 30 and texts < MAX_TEXTS:
                texts += 1
                self.take(column, Role.RULES, Sure.GUESS, f"up to {column.longest} characters")
            elif lines < MAX_DETAILS and column.usual <= 60:
                lines += 1
                self.take(column, Role.DETAIL, Sure.GUESS, "a line of the table on the card")
            else:
                self.take(column, Role.OUT, Sure.GUESS, "the card has no room for it")

    def _colour(self) -> None:
        """The column whose values colour the cards, a kind of card if it is none yet."""
        if self.have(Role.COLOUR):
            return
        best, most = None, 0.0
        for at, guess in enumerate(self.out):
            column, many = guess.column, len(guess.column.distinct)
            if (
                guess.role not in _COLOURING
                or column.kind is not Kind.TEXT
                or not 2 <= many <= len(INKS)
                or column.longest > 40
            ):
                continue
            categorical = column.means("faction", "type", "rarity") == 1
            if column.blanks > 0.3 * self.rows or many > (column.filled - 1 if categorical else column.filled / 2):
                continue
            colours = 2 * all(map(is_colour, column.distinct))
            score = _COLOURING[guess.role] + colours + 1 - many / 20 - column.blanks / max(self.rows, 1)
            if score > most:
                best, most = at, score
        if best is None:
            return
        guess = self.out[best]
        if guess.role is Role.DETAIL and not self.have(Role.TYPE):
            why = f"{len(guess.column.distinct)} values, each of them on several cards"
            guess = replace(guess, role=Role.TYPE, why=why)
        self.out[best] = replace(guess, colours=True)


_FLAGS = "yes or no"
_DRAWN = re.compile(
    r"\b(?:illustration|illustrated|styli[sz]ed|style|lighting|close-up|cartoon|photorealistic|photograph|watercolou?r|cinematic"
    r"|foreground|render|rendering|vector|painting|portrait|sketch|silhouette)\b",
    re.I,
)
"""Words of a text that asks for a picture."""
_SLUG = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")
_CALLED = {"id", "number", "copies-maybe", "totals", "aside", "health", "copies-beside"}
"""Roles that a header with a card's key may speak of besides."""
_NUMBERS = {"attack": Role.ATTACK, "health": Role.HEALTH, "points": Role.POINTS, "number": Role.NUMBER}
_KINDS = {
    "type": Role.TYPE,
    "faction": Role.FACTION,
    "rarity": Role.RARITY,
    "set": Role.SET,
    "subtype": Role.SUBTYPE,
    "title": Role.SUBTYPE,
}
_COLOURING = {Role.FACTION: 3.0, Role.TYPE: 2.0, Role.RARITY: 0.6, Role.SUBTYPE: 0.5, Role.SET: 0.4, Role.DETAIL: 0.3}
_DESCRIPTIONS = {
    "description",
    "desc",
    "descriptif",
    "beschreibung",
    "descripcion",
    "descricao",
    "descrizione",
    "opis",
    "описание",
}


def _asks_for_pictures(column: Column) -> bool:
    """Whether most of a column's texts say how a picture is to be drawn."""
    few = column.filled_texts[:200]
    return column.kind is Kind.TEXT and 2 * sum(bool(_DRAWN.search(t[:2000])) for t in few) > len(few)


def _names_icons(column: Column) -> bool:
    """Whether cells are written as icons' names are: in small letters, or most with hyphens between words."""
    few = column.filled_texts[:200]
    hyphens = sum("-" in t or "_" in t for t in few)
    fit = [_SLUG.fullmatch(t.casefold()) for t in few]
    return all(map(_SLUG.fullmatch, few)) or (2 * hyphens > len(few) and 10 * sum(map(bool, fit)) >= 9 * len(few))


def _is_long(column: Column) -> bool:
    """Whether cells are long, or less so under a text's name."""
    named = column.means("text")
    letters = not column.counts and not column.number
    return letters and (column.usual > 40 or column.longest > 90 or named == 1 or (named > 0 and column.usual > 10))


def _has_numbers(column: Column) -> bool:
    """Whether most cells name a number, as ``+1 card`` does."""
    few = column.filled_texts[:200]
    return 2 * sum(any(map(str.isdigit, t)) for t in few) > len(few)


def _is_quoted(column: Column) -> bool:
    """Whether most cells are a quotation."""
    quoted = sum(t[0] in '"“„«»‘「『' or bool(re.search(r"[\"”“»」] ?[-–—] ?\w", t)) for t in column.filled_texts[:200])
    return 3 * quoted > 2 * len(column.filled_texts[:200])


def _is_descriptive(column: Column) -> bool:
    """Whether a description tells of the thing, not of what it does: hardly a number is in it."""
    few = column.filled_texts[:200]
    return column.heading.base in _DESCRIPTIONS and 5 * sum(any(map(str.isdigit, t)) for t in few) < len(few)


def _families(columns: list[Column]) -> list[Column]:
    """Columns of words that are numbered, such as ``Hint 1`` to ``Hint 10``."""
    groups: dict[str, list[Column]] = {}
    for column in columns:
        if (
            column.heading.number
            and column.wordy
            and not column.counts
            and not column.means("type", "subtype", "title", "icon")
        ):
            groups.setdefault(column.heading.base, []).append(column)
    return [c for group in groups.values() if len(group) > 1 for c in group]
