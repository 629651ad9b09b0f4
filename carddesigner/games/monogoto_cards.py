"""Monogoto's settings, its symbol cards as records, and the winner of an exchange of two of them.

Facts are from US 2016/0089593 A1 (paragraphs in brackets); the deck's notes say what was chosen where it is silent.
"""

from typing import Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from carddesigner.contents.base import Model, refusal
from carddesigner.core.record import Record
from carddesigner.games.base import Name, Sign, distinct, one_of

Side = Literal["attacker", "defender"]


class Suit(Sign):
    """A suit; its place in the list is its priority, the first being the highest [0043, 0075]."""

    hand_numbers: int = Field(ge=1, le=10)
    """The largest number a hand may show for it; as many circles are drawn."""


class Example(Model):
    """The rules' worked example [0091-0092]: an attack within a suit, and the hands shown, the attacker's number
    first.
    """

    suit: Name
    """The suit of both cards."""
    attacker: int
    """The attacker's number."""
    defender: int
    """The defender's number."""
    hands: tuple[int, int]
    """The numbers that the two players show with their hands."""


_SUITS = tuple(
    Suit.model_validate({"name": name, "hand-numbers": largest})
    for largest, name in enumerate(("shield", "lightning", "cog", "butterfly", "star"), 1)
)


class MonogotoSettings(Model):
    """The settings that a deck's ``game:`` may change; the defaults are the published game's."""

    suits: tuple[Suit, ...] = Field(default=_SUITS, min_length=2, max_length=12)
    """The suits, the highest priority first."""
    numbers: int = Field(default=15, ge=2, le=99)
    """How many cards a suit has, numbered from 1."""
    environments: tuple[Sign, Sign] = (Sign(name="sun"), Sign(name="moon"))
    """The two environments."""
    persons: tuple[Sign, Sign] = (Sign(name="male"), Sign(name="female"))
    """The first compares suits and forms sets of one suit; the second compares sums and forms sets of odd or even
    numbers.
    """
    followers: int = Field(default=30, ge=0, le=1000)
    """How many follower cards belong to the game."""
    symbols_component: str | None = "symbols"
    """The component that prints the symbol cards; null for none."""
    followers_component: str = "followers"
    """The component that prints the followers."""
    set_size: int = Field(default=6, ge=2, le=100)
    """How many cards make a set."""
    hand_size: int = Field(default=6, ge=1, le=100)
    """How many cards a player is dealt."""
    counterattack: int = Field(default=3, ge=1, le=100)
    """How many symbol cards a counterattack moves."""
    without_rpsm: str | None = Field(default="shield", validate_default=True)
    """The suit whose cards never show hands among themselves [0086]; null for none."""
    zero_with: str = Field(default="female", validate_default=True)
    """The person whose cards let their owner show 0 [0086, 0092]."""
    direction: Literal["counter-clockwise", "clockwise"] = "counter-clockwise"
    """The direction in which turns pass around the table."""
    starter: Name = "youngest"
    """Who begins."""
    players: tuple[int, int] = (2, 8)
    """The fewest players and the most."""
    example: Example | None = Example(suit="butterfly", attacker=13, defender=10, hands=(4, 1))
    """Null for none; the published example is skipped if a deck has no such suit or numbers."""

    @field_validator("suits", "environments", "persons")
    @classmethod
    def _told_apart(cls, value: tuple[Sign, ...]) -> tuple[Sign, ...]:
        distinct(sign.name for sign in value)
        return value

    @field_validator("without_rpsm", "zero_with")
    @classmethod
    def _there_is(cls, value: str | None, info: ValidationInfo) -> str | None:
        setting, kind = ("without-rpsm", "suit") if info.field_name == "without_rpsm" else ("zero-with", "person")
        if value is not None and f"{kind}s" in info.data:
            one_of(f"{setting}: unknown {kind}", value, (s.name for s in info.data[f"{kind}s"]))
        return value

    @field_validator("example")
    @classmethod
    def _of_the_deck(cls, value: Example | None, info: ValidationInfo) -> Example | None:
        if value is not None and {"suits", "numbers"} <= info.data.keys():
            one_of("example: unknown suit", value.suit, (s.name for s in info.data["suits"]))
            if not {value.attacker, value.defender} <= set(range(1, info.data["numbers"] + 1)):
                raise refusal("wrong-value", f"example: numbers go from 1 to {info.data['numbers']}")
        return value

    @model_validator(mode="after")
    def _can_be_dealt(self) -> Self:
        least, most = self.players
        if not 2 <= least <= most:
            message = "players: two numbers are expected, the least (2 or more) and the most"
            raise refusal("wrong-value", message)
        cards = len(self.suits) * self.numbers + self.followers
        if most * self.hand_size > cards:
            message = f"{most} players with hands of {self.hand_size} need {most * self.hand_size} cards; the deck has {cards}"
            raise refusal("wrong-value", message)
        return self

    @property
    def least_males(self) -> int:
        """The number of cards of the first person and one environment that each suit must have for a set: the size of a
        set, or as many as all suits can have at once, since one card of that person must be in the suit's other
        environment.
        """
        half = (len(self.suits) * self.numbers + 1) // 2
        return min(self.set_size, half // len(self.suits) - 1)

    @property
    def least_females(self) -> int:
        """The number of odd, and of even cards of the second person that each environment must have: a set, or a fair
        quarter.
        """
        return min(self.set_size, len(self.suits) * self.numbers // 2 // 4)


class SymbolCard(Model):
    """A row of the deck's table; the settings are its validation context."""

    suit: str
    number: int
    environment: str
    person: str

    @field_validator("suit", "environment", "person")
    @classmethod
    def _sign(cls, value: str, info: ValidationInfo[MonogotoSettings]) -> str:
        signs: tuple[Sign, ...] = getattr(info.context, f"{info.field_name}s")
        return one_of(f"unknown {info.field_name}", value, (s.name for s in signs))

    @field_validator("number")
    @classmethod
    def _number(cls, value: int, info: ValidationInfo[MonogotoSettings]) -> int:
        if not 1 <= value <= (top := info.context.numbers):
            raise refusal("wrong-value", f"numbers go from 1 to {top}")
        return value


def record(card: SymbolCard, settings: MonogotoSettings) -> Record:
    """A card's values with computed fields: name, icons, circles, priority (1 is highest), odd."""
    suit = next(s for s in settings.suits if s.name == card.suit)
    environment = next(s for s in settings.environments if s.name == card.environment)
    person = next(s for s in settings.persons if s.name == card.person)
    return Record(
        {
            **card.model_dump(),
            "name": f"{suit.title} {card.number}",
            "suit_icon": suit.icon,
            "environment_icon": environment.icon,
            "person_icon": person.icon,
            "circles": suit.hand_numbers,
            "priority": settings.suits.index(suit) + 1,
            "odd": card.number % 2 == 1,
        }
    )


def hand_numbers(card: Record, settings: MonogotoSettings) -> range:
    """The numbers that the owner of *card* may show with the hand: 0 only with the person that allows it, at most its
    circles.
    """
    return range(0 if card["person"] == settings.zero_with else 1, int(card["circles"]) + 1)


def exchange(attacker: Record, defender: Record, hand_a: int, hand_d: int, settings: MonogotoSettings) -> Side:
    """The winner of an exchange of two cards [0063-0093]; the hands count only where the rules have them shown. Raises
    ValueError for a hand number that counts and that its card doesn't allow.
    """
    if attacker["environment"] != defender["environment"]:
        return "attacker"
    by_sum = defender["person"] == settings.persons[1].name
    if not by_sum and attacker["suit"] != defender["suit"]:
        return "attacker" if attacker["priority"] < defender["priority"] else "defender"
    a, d = attacker["number"], defender["number"]
    higher: Side = "attacker" if a > d else "defender"
    if not by_sum and (attacker["suit"] == settings.without_rpsm or abs(a - d) > attacker["circles"]):
        return higher
    for card, hand in ((attacker, hand_a), (defender, hand_d)):
        if hand not in hand_numbers(card, settings):
            raise ValueError(f"{card['name']} can't show {hand}")
    if by_sum:
        return "attacker" if (a + d + hand_a + hand_d) % 2 == 0 else "defender"
    if hand_a != hand_d:
        return higher
    # The sum helps the lower card and hinders the higher one; a tie goes to the defender [0088].
    total = hand_a + hand_d if a < d else -hand_a - hand_d
    return "attacker" if a + total > d - total else "defender"
