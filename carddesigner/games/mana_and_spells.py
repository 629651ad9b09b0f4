"""Mana and Spells: checks that each card is on the curve and has a unique effect, and that the set is composed as its
notes say.

Facts are from the US 5,662,332 family; the deck's notes say what was chosen where it is silent.
"""

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from carddesigner.contents.base import Model, refusal
from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.games.base import Counts, Game, Rows, first_place, one_of, places, published, twice

COLORS = ("white", "blue", "black", "red", "green")
_Spell = Literal["instant", "interrupt", "enchantment", "enchant-creature", "sorcery", "summon"]
FaceType = Literal[_Spell, "land", "basic-land", "artifact-creature", "artifact"]
"""The nine faces of the published game; a basic land is a land whose text is one large symbol."""
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
"""A creature's abilities, and the words that its text must have, in one language or the other. Each takes one off its
strength.
"""
EFFECTS: dict[str, list[float]] = _PUBLISHED["effects"]
"""The worth of an effect in mana: a constant, and a factor for its amount. Enchantments and artifacts have effects of
their own, ``lasting`` or for ``use``, whose amount is the designer's estimate itself.
"""
COMPOSITION: dict[str, list[int]] = _PUBLISHED["composition"]
"""For each face the number of cards of each colour in the whole set, and the number without a colour."""
RARITIES: dict[str, list[int]] = _PUBLISHED["rarities"]
"""For each rarity the number of cards of each colour, of artifacts, and of lands."""


def _split(value: Any) -> Any:
    return value.split() if isinstance(value, str) else value


def _listed(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _number(value: Any) -> Any:
    return None if value == "" else value


class ManaSettings(Model):
    """The settings that a deck's ``game:`` may change."""

    whole: bool = True
    """Whether the deck is the whole set, so that its composition is checked; false for a part of it."""
    off_curve: float = Field(default=1.0, ge=0, le=10)
    """How far, in mana, a cost may be from the curve; for creatures, in power and toughness together."""


class SpellCard(Model):
    """A row of the tables."""

    id: str
    """Names the card in files, and seeds its picture."""
    number: Annotated[int | None, BeforeValidator(_number)] = Field(default=None, ge=1)
    """Its number in the set, as printed on the card."""
    face: FaceType
    """Its face; its table's component prints that face."""
    rarity: Rarity
    """How scarce it is in packs; not printed on the card."""
    name: str = Field(min_length=1, max_length=60)
    """What players call it."""
    cost: Annotated[tuple[str, ...], BeforeValidator(_split)] = ()
    """Symbols separated by spaces: ``x``, a number, then mana of one colour; lands have none."""
    kind: str = ""
    """The kind of a creature."""
    target: str = ""
    """What an enchantment is laid on; ``table`` for everything that is played."""
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
    gives: Annotated[tuple[str, ...], BeforeValidator(_split)] = ()
    """The mana that a land yields."""
    text: str = ""
    """Its rules."""
    flavour: str = ""
    """The text beside its rules."""
    subject: str = ""
    setting: str = ""
    hour: str = ""
    weather: str = ""
    """What the picture shows, its place and time of day, and its weather, in the drawing program's words."""

    @field_validator("cost")
    @classmethod
    def _one_color(cls, cost: tuple[str, ...]) -> tuple[str, ...]:
        for symbol in cost:
            if not (symbol.isdecimal() and int(symbol) <= MAX_NUMBER):
                one_of("unknown", symbol, ("x", *COLORS), "wrong-value")
        colors = list(dict.fromkeys(symbol for symbol in cost if symbol in COLORS))
        if len(colors) > 1:
            raise refusal("wrong-value", f"{' and '.join(colors)}; a card has one colour only")
        return cost

    @field_validator("abilities", "gives")
    @classmethod
    def _valid_names(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        for name in names:
            one_of("unknown", name, ABILITIES if info.field_name == "abilities" else COLORS, "wrong-value")
        return names

    @field_validator("effects")
    @classmethod
    def _valid_effects(cls, effects: str) -> str:
        for name, amount in effects_of(effects):
            one_of("unknown", name, EFFECTS, "wrong-value")
            if amount != "x" and not amount.isdecimal() and name != "grant":
                raise refusal("wrong-value", f"{name} {amount!r}: an amount is a whole number or x")
        return effects

    @model_validator(mode="after")
    def _fits_its_face(self) -> "SpellCard":
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
    """The effects in a cell, each with its amount as written; 1 if there is none."""
    parts = (part.split() for part in text.split(";") if part.strip())
    return [(words[0], words[1] if len(words) > 1 else "1") for words in parts]


def record(card: SpellCard, settings: ManaSettings) -> Record:
    """A card's values with computed fields: its frame's colour, its text with the flavour, its strength."""
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


def check(rows: Rows, counts: Counts, settings: ManaSettings, report: Report) -> None:
    """Check all facts of the cards; each breach is reported with its rows."""
    for row, span in rows:
        wrong = _off_curve(row, settings.off_curve)
        if wrong is not None:
            report.error("spells-curve", f"{row['name']}: {wrong}", span)
        for ability in row["abilities"]:
            if not any(word in row["text"] for word in ABILITIES[ability]):
                message = f"{row['name']} has {ability}, but its text doesn't say {' or '.join(ABILITIES[ability])}"
                report.error("spells-glossary", message, span)
    for what, value_of in (("name", _name), ("number", lambda row: row["number"]), ("effect", _does)):
        for (row, span), first in twice(rows, value_of):
            message = f"{row['name']} has the {what} of {first[0]['name']}"
            report.error("spells-twice", message, span, related=places([first], "first here"))
    if settings.whole:
        _check_composition(rows, report)


def _off_curve(row: Record, most: float) -> str | None:
    """In which way a card is too strong or too weak for its cost; None if it isn't."""
    if row["face"] in CREATURES:
        due = 2 * row["total"] - len(row["abilities"])
        have = row["power"] + row["toughness"]
        if abs(have - due) <= most:
            return None
        return f"power and toughness come to {have}; with its cost and abilities they are about {due}"
    amounts = effects_of(row["effects"])
    if row["face"] in LANDS or any(amount == "x" for _, amount in amounts):
        return None
    if not amounts:
        return "its column effects says nothing of what it does"
    worth = sum(EFFECTS[name][0] + EFFECTS[name][1] * (int(n) if n.isdecimal() else 1) for name, n in amounts)
    if abs(worth - row["total"]) <= most:
        return None
    return f"it costs {row['total']} mana; what it does is worth about {worth:g}"


def _name(row: Record) -> object:
    return None if row["face"] == "basic-land" else row["name"]


def _does(row: Record) -> object:
    """A key for a card's effect: its text, and a creature's cost and strength."""
    if row["face"] == "basic-land":
        return None
    effect = row["text"].replace(row["name"], "~")
    return (row["symbols"], row["strength"], effect) if row["face"] in CREATURES else (row["face"], effect)


def _check_composition(rows: Rows, report: Report) -> None:
    """The numbers of cards of each face, colour and rarity are those of the set."""
    faces = Counter((row["face"], row["frame"]) for row, _ in rows)
    rarities = Counter((row["rarity"], row["frame"]) for row, _ in rows)
    wrong = []
    for face, (of_color, without) in COMPOSITION.items():
        plain = "land" if face in LANDS else "artifact"
        for frame, wanted in (*dict.fromkeys(COLORS, of_color).items(), (plain, without)):
            if faces[face, frame] != wanted:
                wrong.append(f"{frame} has {faces[face, frame]} cards of {face}, not {wanted}")
    for rarity, (of_color, artifacts, lands) in RARITIES.items():
        for frame, wanted in (*dict.fromkeys(COLORS, of_color).items(), ("artifact", artifacts), ("land", lands)):
            if rarities[rarity, frame] != wanted:
                wrong.append(f"{frame} has {rarities[rarity, frame]} {rarity} cards, not {wanted}")
    for message in wrong:
        report.error("spells-composition", message, first_place(rows))


GAME = Game("mana-and-spells", ManaSettings, SpellCard, record, check)
