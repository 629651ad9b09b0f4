"""The cards of Mana and Spells: settings, rows to records, what a cost is worth.

Facts are those of the US 5,662,332 family; the deck's notes say what was chosen where it is silent.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from carddesigner.contents.base import refusal
from carddesigner.core.record import Record
from carddesigner.games.base import GameModel, known, published

COLORS = ("white", "blue", "black", "red", "green")
_Spell = Literal["instant", "interrupt", "enchantment", "enchant-creature", "sorcery", "summon"]
FaceType = Literal[_Spell, "land", "basic-land", "artifact-creature", "artifact"]
"""The nine faces of the published game; a basic land is a land whose words are one large symbol."""
CREATURES = ("summon", "artifact-creature")
LANDS = ("land", "basic-land")
ARTIFACTS = ("artifact", "artifact-creature")
Rarity = Literal["common", "uncommon", "rare"]
TARGETS = ("table", "land", "artifact", "enchantment")
SUBTYPES = ("mono", "poly", "continuous")
MAX_NUMBER = 7
"""The largest number that has a symbol."""

_PUBLISHED = published("mana_and_spells")
ABILITIES: dict[str, list[str]] = _PUBLISHED["abilities"]
"""A creature's abilities, and what its words must say, in one language or the other. Each takes one off its strength."""
EFFECTS: dict[str, list[float]] = _PUBLISHED["effects"]
"""An effect's worth in mana: what it has anyway, and for each of its amount. Enchantments and artifacts have effects of their
own, ``lasting`` or for ``use``, whose amount is the designer's estimate itself."""
COMPOSITION: dict[str, list[int]] = _PUBLISHED["composition"]
"""How many cards of a face each colour has in the whole set, and how many there are without a colour."""
RARITIES: dict[str, list[int]] = _PUBLISHED["rarities"]
"""How many of a rarity each colour has, how many are artifacts and how many lands."""


def _words(value: Any) -> Any:
    return value.split() if isinstance(value, str) else value


def _listed(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _number(value: Any) -> Any:
    return None if value == "" else value


class ManaSettings(GameModel):
    """What a deck's ``game:`` may change."""

    whole: bool = True
    """Whether the deck is the whole set, so that its composition is checked; a slice of it is not."""
    off_curve: float = Field(default=1.0, ge=0, le=10)
    """How far, in mana, a cost may be from the curve; for creatures, in power and toughness together."""


class SpellCard(GameModel):
    """A row of the tables."""

    id: str
    """Names the card in files, and seeds its picture."""
    face: FaceType
    """Which of the faces it has; its table's component prints them."""
    rarity: Rarity
    """How scarce it is in packs; never on the card."""
    name: str = Field(min_length=1, max_length=60)
    """What players call it."""
    cost: Annotated[tuple[str, ...], BeforeValidator(_words)] = ()
    """Symbols separated by spaces: ``x``, a number, then mana of one colour; lands have none."""
    kind: str = ""
    """What a creature is."""
    target: str = ""
    """What an enchantment is laid on; ``table`` for all that is played."""
    subtype: str = ""
    """How an artifact is used."""
    power: Annotated[int | None, BeforeValidator(_number)] = Field(default=None, ge=0, le=20)
    """The damage that a creature deals."""
    toughness: Annotated[int | None, BeforeValidator(_number)] = Field(default=None, ge=1, le=20)
    """The damage that destroys it."""
    abilities: Annotated[tuple[str, ...], BeforeValidator(_listed)] = ()
    """A creature's abilities, separated by commas."""
    effects: str = ""
    """What a spell does, from the vocabulary: ``damage 2; draw 1``. An amount may be ``x``."""
    gives: Annotated[tuple[str, ...], BeforeValidator(_words)] = ()
    """The mana that a land yields."""
    text: str = ""
    """Its rules."""
    flavour: str = ""
    """The text beside them."""
    subject: str = ""
    setting: str = ""
    hour: str = ""
    weather: str = ""
    """What the picture shows, where and when it plays, and what falls or drifts there, in the drawing program's words."""

    @field_validator("cost")
    @classmethod
    def _one_color(cls, cost: tuple[str, ...]) -> tuple[str, ...]:
        for symbol in cost:
            if not (symbol.isdecimal() and int(symbol) <= MAX_NUMBER):
                known("unknown", symbol, ("x", *COLORS), "wrong-value")
        colors = list(dict.fromkeys(symbol for symbol in cost if symbol in COLORS))
        if len(colors) > 1:
            raise refusal("wrong-value", f"{' and '.join(colors)}; a card has one colour only")
        return cost

    @field_validator("abilities", "gives")
    @classmethod
    def _known_names(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        for name in names:
            known("unknown", name, ABILITIES if info.field_name == "abilities" else COLORS, "wrong-value")
        return names

    @field_validator("effects")
    @classmethod
    def _known_effects(cls, effects: str) -> str:
        for name, amount in effects_of(effects):
            known("unknown", name, EFFECTS, "wrong-value")
            if amount != "x" and not amount.isdecimal() and name != "grant":
                raise refusal("wrong-value", f"{name} {amount!r}: an amount is a whole number or x")
        return effects

    @model_validator(mode="after")
    def _fits_its_face(self) -> SpellCard:
        wrong = self._wrong_cost() or self._wrong_strength()
        if wrong is not None:
            raise refusal("wrong-value", wrong)
        for face, field, names in (("enchantment", "target", TARGETS), ("artifact", "subtype", SUBTYPES)):
            value = getattr(self, field)
            if self.face == face and value not in names:
                message = f"an {face} has a {field}, one of {', '.join(names)}, not {value!r}"
                raise refusal("wrong-value", message)
        return self

    def _wrong_cost(self) -> str | None:
        colored = any(symbol in COLORS for symbol in self.cost)
        if self.face in LANDS:
            return "a land has no cost" if self.cost else None
        if not self.cost:
            return "only lands have no cost; write 0 for a card that is free"
        if self.face in ARTIFACTS:
            return "an artifact takes mana of any colour, so its cost names none" if colored else None
        return None if colored else "the cost of a spell that is no artifact has mana of a colour"

    def _wrong_strength(self) -> str | None:
        given = [value is not None for value in (self.power, self.toughness)]
        if self.face not in CREATURES:
            return "only creatures have power and toughness" if any(given) else None
        if not self.kind:
            return "a creature is of a kind, such as giant"
        return None if all(given) else "a creature has power and toughness"


def effects_of(text: str) -> list[tuple[str, str]]:
    """The effects in a cell, each with its amount as it is written; 1 where there is none."""
    parts = (part.split() for part in text.split(";") if part.strip())
    return [(words[0], words[1] if len(words) > 1 else "1") for words in parts]


def record(card: SpellCard, settings: ManaSettings) -> Record:
    """A card's values with what follows from them: its frame's colour, its words with their flavour, its strength."""
    color = next((symbol for symbol in card.cost if symbol in COLORS), None)
    parts = [card.text, f"*{card.flavour}*" if card.flavour else ""]
    return Record(
        {
            **card.model_dump(exclude={"cost"}),
            "frame": color or ("land" if card.face in LANDS else "artifact"),
            "symbols": card.cost,
            "total": sum(int(s) if s.isdecimal() else s != "x" for s in card.cost) if card.cost else None,
            "strength": "" if card.power is None else f"{card.power}/{card.toughness}",
            "words": "\n\n".join(part for part in parts if part),
        }
    )
