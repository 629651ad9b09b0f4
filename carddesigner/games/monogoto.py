"""Monogoto: symbol cards of suit, number, environment and person, and what makes a deck of them playable.

Facts are those of US 2016/0089593 A1 (paragraphs in brackets); where it leaves a choice, the deck's notes say which was
taken. Every count comes from the settings, so that a variant with other suits and numbers is checked by its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from carddesigner.core.record import Record
from carddesigner.core.report import Related, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.games.base import CheckedRow, Game


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=lambda n: n.replace("_", "-"))


class Suit(_Model):
    """A suit; its place in the list is its priority, the first highest [0043, 0075]."""

    name: str
    title: str
    icon: str
    largest: int = Field(ge=1, le=10)
    """The largest number a hand may show for it; as many circles are drawn."""


class Sign(_Model):
    """An environment or a person."""

    name: str
    title: str
    icon: str


_SUITS = (
    Suit(name="shield", title="Shield", icon="shield", largest=1),
    Suit(name="lightning", title="Lightning", icon="lightning", largest=2),
    Suit(name="cog", title="Cog", icon="cog", largest=3),
    Suit(name="butterfly", title="Butterfly", icon="butterfly", largest=4),
    Suit(name="star", title="Star", icon="star", largest=5),
)


class Settings(_Model):
    """What a deck's ``game:`` may change; the defaults are the published game's."""

    suits: tuple[Suit, ...] = Field(default=_SUITS, min_length=2, max_length=12)
    numbers: int = Field(default=15, ge=2, le=99)
    environments: tuple[Sign, Sign] = (
        Sign(name="sun", title="Sun", icon="sun"),
        Sign(name="moon", title="Moon", icon="moon"),
    )
    persons: tuple[Sign, Sign] = (
        Sign(name="male", title="Male", icon="male"),
        Sign(name="female", title="Female", icon="female"),
    )
    """The first compares suits and forms sets of one suit; the second compares sums and forms sets by odd and even."""
    followers: int = Field(default=30, ge=0)
    followers_component: str = "followers"
    set_size: int = Field(default=6, ge=2)
    hand_size: int = Field(default=6, ge=1)
    counterattack: int = Field(default=3, ge=1)
    without_rpsm: str | None = "shield"
    zero_with: str = "female"
    direction: Literal["counter-clockwise", "clockwise"] = "counter-clockwise"
    starter: str = "youngest"
    players: tuple[int, int] = (2, 8)
    example: tuple[str, int, int] | None = ("butterfly", 13, 10)
    """Suit, attacker's number and defender's number of the worked example [0091-0092]; null for none."""

    def suit(self, name: str) -> Suit:
        """A suit by its name."""
        return next(s for s in self.suits if s.name == name)


def _known(kind: str, value: str, names: Iterable[str]) -> str:
    known = list(names)
    if value not in known:
        words = f"unknown {kind} {value!r}{did_you_mean(value, known)}"
        raise PydanticCustomError(
            "unknown-value", "{words}", {"words": words if "?" in words else f"{words}; there are {', '.join(known)}"}
        )
    return value


class SymbolCard(_Model):
    """A row of the deck's table."""

    suit: str
    number: int
    environment: str
    person: str

    @field_validator("suit")
    @classmethod
    def _suit(cls, value: str, info: ValidationInfo) -> str:
        return _known("suit", value, (s.name for s in info.context.suits))  # type: ignore[union-attr]

    @field_validator("environment")
    @classmethod
    def _environment(cls, value: str, info: ValidationInfo) -> str:
        return _known("environment", value, (s.name for s in info.context.environments))  # type: ignore[union-attr]

    @field_validator("person")
    @classmethod
    def _person(cls, value: str, info: ValidationInfo) -> str:
        return _known("person", value, (s.name for s in info.context.persons))  # type: ignore[union-attr]

    @field_validator("number")
    @classmethod
    def _number(cls, value: int, info: ValidationInfo) -> int:
        top = info.context.numbers  # type: ignore[union-attr]
        if not 1 <= value <= top:
            raise PydanticCustomError("wrong-value", "{words}", {"words": f"numbers go from 1 to {top}"})
        return value


def record(card: SymbolCard, settings: Settings) -> Record:
    """A card's values with what follows from them: name, icons, circles, priority (1 is highest), odd."""
    suit = settings.suit(card.suit)
    environment = next(s for s in settings.environments if s.name == card.environment)
    person = next(s for s in settings.persons if s.name == card.person)
    return Record(
        {
            "suit": card.suit,
            "number": card.number,
            "environment": card.environment,
            "person": card.person,
            "name": f"{suit.title} {card.number}",
            "suit_icon": suit.icon,
            "environment_icon": environment.icon,
            "person_icon": person.icon,
            "circles": suit.largest,
            "priority": settings.suits.index(suit) + 1,
            "odd": card.number % 2 == 1,
        }
    )


def check(rows: Sequence[CheckedRow], counts: Mapping[str, int], settings: Settings, report: Report) -> None:
    """Every fact of the deck, each breach with the rows concerned."""
    symbols = [(row, span) for row, span in rows if "suit" in row]
    _check_pairs_of_suit_and_number(symbols, settings, report)
    _check_followers(counts, settings, report)
    _check_balance(symbols, settings, report)
    _check_suits(symbols, settings, report)
    _check_second_person_sets(symbols, settings, report)
    _check_example(symbols, settings, report)
    _check_spread(symbols, settings, report)


def _places(rows: Iterable[CheckedRow], message: str = "") -> tuple[Related, ...]:
    return tuple(Related(span, message) for _, span in rows if span is not None)[:5]


def _check_pairs_of_suit_and_number(rows: Sequence[CheckedRow], settings: Settings, report: Report) -> None:
    """Each suit has each number exactly once."""
    seen: dict[tuple[str, int], CheckedRow] = {}
    for row, span in rows:
        key = (row["suit"], row["number"])
        if key in seen:
            report.error(
                "monogoto-duplicate", f"{row['name']} is there twice", span, related=_places([seen[key]], "first here")
            )
        else:
            seen[key] = (row, span)
    first = rows[0][1] if rows else None
    for suit in settings.suits:
        missing = [n for n in range(1, settings.numbers + 1) if (suit.name, n) not in seen]
        if missing:
            listed = ", ".join(map(str, missing))
            report.error(
                "monogoto-missing", f"{suit.title} lacks {listed}; each suit has 1 to {settings.numbers} once", first
            )


def _check_followers(counts: Mapping[str, int], settings: Settings, report: Report) -> None:
    have = counts.get(settings.followers_component, 0)
    if have != settings.followers:
        report.error(
            "monogoto-followers", f"{have} follower cards are printed, {settings.followers} belong to the game"
        )


def _check_balance(rows: Sequence[CheckedRow], settings: Settings, report: Report) -> None:
    """Totals of the two environments, and of the two persons, differ by at most one."""
    for field, signs in (("environment", settings.environments), ("person", settings.persons)):
        have = Counter(row[field] for row, _ in rows)
        a, b = (have[s.name] for s in signs)
        if abs(a - b) > 1:
            more = signs[0] if a > b else signs[1]
            message = f"{a} cards are {signs[0].name}, {b} are {signs[1].name}; they may differ by one"
            report.error(
                "monogoto-balance",
                message,
                _first(rows, **{field: more.name}),
                hint=f"make {abs(a - b) // 2} of the {more.name} cards the other",
            )


def _first(rows: Iterable[CheckedRow], **values: Any) -> Span | None:
    return next((span for row, span in rows if all(row[k] == v for k, v in values.items())), None)


def _check_suits(rows: Sequence[CheckedRow], settings: Settings, report: Report) -> None:
    """In every suit all four pairs occur, and one environment has cards for a whole set of the first person."""
    sets_of = settings.persons[0].name
    need = settings.set_size
    for suit in settings.suits:
        have = Counter((row["environment"], row["person"]) for row, _ in rows if row["suit"] == suit.name)
        for e in settings.environments:
            for p in settings.persons:
                if not have[e.name, p.name]:
                    message = f"{suit.title} has no card that is {e.name} and {p.name}"
                    report.error("monogoto-pairs", message, _first(rows, suit=suit.name))
        most = max(have[e.name, sets_of] for e in settings.environments)
        if most < need:
            message = f"no set of {need} {sets_of} {suit.title} cards of one environment can be laid; the most there are is {most}"
            report.error(
                "monogoto-sets", message, _first(rows, suit=suit.name, person=sets_of) or _first(rows, suit=suit.name)
            )


def _check_second_person_sets(rows: Sequence[CheckedRow], settings: Settings, report: Report) -> None:
    """For each environment, enough odd and enough even cards of the second person for a whole set."""
    person = settings.persons[1].name
    for e in settings.environments:
        for odd in (True, False):
            have = [
                r for r in rows if r[0]["environment"] == e.name and r[0]["person"] == person and r[0]["odd"] is odd
            ]
            if len(have) < settings.set_size:
                kind = "odd" if odd else "even"
                message = f"only {len(have)} {kind} {person} cards are {e.name}; a set needs {settings.set_size}"
                report.error("monogoto-sets", message, have[0][1] if have else None, related=_places(have[1:]))


def _check_example(rows: Sequence[CheckedRow], settings: Settings, report: Report) -> None:
    """The rules' worked example can be laid with real cards: same environment, the defender's of the second person."""
    if settings.example is None:
        return
    suit, attacker, defender = settings.example
    cards = {
        row["number"]: (row, span)
        for row, span in rows
        if row["suit"] == suit and row["number"] in (attacker, defender)
    }
    if attacker not in cards or defender not in cards:
        return
    (a, _), (d, span) = cards[attacker], cards[defender]
    person = settings.persons[1].name
    if a["environment"] != d["environment"] or d["person"] != person:
        message = f"the worked example can't be laid: {a['name']} and {d['name']} must share an environment, and {d['name']} be {person}"
        report.error("monogoto-example", message, span, related=_places([cards[attacker]]))


def _check_spread(rows: Sequence[CheckedRow], settings: Settings, report: Report) -> None:
    """Odd and even, low and high numbers are spread evenly over the four pairs and over each suit's signs.

    Odd cards may be off their share by less than one, low and high ones differ by at most one, in every group.
    """
    groups: dict[str, list[CheckedRow]] = defaultdict(list)
    for row, span in rows:
        groups[f"{row['environment']} and {row['person']}"].append((row, span))
        groups[f"{row['suit']} and {row['environment']}"].append((row, span))
        groups[f"{row['suit']} and {row['person']}"].append((row, span))
    share = (settings.numbers + 1) // 2 / settings.numbers
    middle = (settings.numbers + 1) / 2
    for name, group in groups.items():
        odd = sum(row["odd"] for row, _ in group)
        if abs(odd - share * len(group)) >= 1:
            message = (
                f"{odd} of the {len(group)} cards that are {name} are odd; an even spread has {share * len(group):.1f}"
            )
            report.error("monogoto-spread", message, group[0][1], related=_places(group[1:]))
        low, high = (sum(row["number"] < middle for row, _ in group), sum(row["number"] > middle for row, _ in group))
        if abs(low - high) > 1:
            message = f"{low} of the cards that are {name} are low and {high} high; they may differ by one"
            report.error("monogoto-spread", message, group[0][1], related=_places(group[1:]))


def hand_numbers(card: Record, settings: Settings) -> range:
    """What the owner of *card* may show with the hand.

    0 only with one's own card of the person that allows it [0086, 0092]; a suit's largest is its circles.
    """
    suit = settings.suit(card["suit"])
    least = 0 if card["person"] == settings.zero_with else 1
    return range(least, suit.largest + 1)


def exchange(
    attacker: Record, defender: Record, hands: tuple[int, int], settings: Settings
) -> Literal["attacker", "defender"]:
    """Who wins an exchange of two cards, with the hand numbers shown (ignored where none are) [0063-0092]."""
    if attacker["environment"] != defender["environment"]:
        return "attacker"
    a, d = attacker["number"], defender["number"]
    if defender["person"] == settings.persons[1].name:
        return "attacker" if (a + d + sum(hands)) % 2 == 0 else "defender"
    if attacker["suit"] != defender["suit"]:
        return "attacker" if attacker["priority"] < defender["priority"] else "defender"
    higher: Literal["attacker", "defender"] = "attacker" if a > d else "defender"
    suit = settings.suit(attacker["suit"])
    if suit.name == settings.without_rpsm or abs(a - d) > suit.largest or hands[0] != hands[1]:
        return higher
    total = sum(hands)
    high, low = max(a, d) - total, min(a, d) + total
    if high == low:
        return "defender"
    other: Literal["attacker", "defender"] = "defender" if higher == "attacker" else "attacker"
    return higher if high > low else other


GAME = Game("monogoto", Settings, SymbolCard, record, check)
