"""Decks of card tiles: their settings, their tiles as records, and which indicia may cover which.

A tile has four zones, clockwise from the north-east, each with an indicium or blank; some have a mechanic. Facts are
from US 2018/0264350 A1 (paragraphs in brackets); where it leaves a choice, the deck's notes say which was taken.
"""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from carddesigner.contents.base import Model, refusal, short_for
from carddesigner.core.record import Record
from carddesigner.games.base import Name, Sign, distinct, one_of, published

Corner = Literal["ne", "se", "sw", "nw"]
CORNERS: tuple[Corner, ...] = ("ne", "se", "sw", "nw")
"""The zones in the order of the published text, each a quarter turn from the one before."""
Indicium = Literal["first", "second", "third", "blank"]
INDICIA: tuple[Indicium, ...] = ("first", "second", "third", "blank")
"""The picture in the first colour, the picture in the second, the picture that covers it, and nothing."""
FOURTH = "fourth"
"""What a centre may hold."""

ShortText = Annotated[str, Field(max_length=200)]


class TilePicture(Sign):
    """A picture; title and icon follow from the name unless they are given."""

    icon: Name = Field(default_factory=lambda given: str(given.get("name", "?")).replace(" ", "-"))


_BADGES = {"red": "disc", "green": "square", "blue": "triangle", "yellow": "burst"}


class SideColor(Model):
    """The colour of a player or a team; the deck's palette has it by its name."""

    name: Name
    """The palette's name, which texts use too."""
    title: Name = Field(default_factory=lambda given: str(given.get("name", "?")).capitalize())
    """Its name with a capital."""
    badge: Name = Field(default_factory=lambda given: _BADGES.get(str(given.get("name")), "disc"))
    """The icon behind its picture, which identifies the colour where colours can't be seen."""


_Written = Annotated[SideColor, BeforeValidator(short_for("name"), json_schema_input_type=str | SideColor)]
Colors = tuple[_Written, _Written]
"""The two colours, each a name or a mapping."""


class Mechanic(Model):
    """An effect of a zone, and the number of zones in the deck that have it."""

    name: Name
    """What the table calls it."""
    text: ShortText
    """The tile's text. ``{first}`` and ``{second}`` stand for the colours, ``{picture}`` for the picture that they
    share.
    """
    icon: Name = Field(default_factory=lambda given: str(given.get("name", "?")))
    """Its icon in ``symbols/``; of the same name if left out."""
    count: int = Field(ge=0, le=1000)
    """How many zones of the deck have it."""
    swapped: Name | None = None
    """What it becomes if the two colours are swapped; itself if left out."""


class Zone(Model):
    """A zone's indicium and mechanic."""

    mark: Indicium = "blank"
    """``first``, ``second``, ``third`` or ``blank``."""
    mechanic: str | None = None
    """A mechanic's name."""


class Tile(Model):
    """A tile that the deck must have."""

    ne: Zone = Zone()
    """The first zone."""
    se: Zone = Zone()
    """The second zone."""
    sw: Zone = Zone()
    """The third zone."""
    nw: Zone = Zone()
    """The fourth zone."""
    centre: Literal["fourth"] | None = None
    """What lies in the centre."""


class LaidTile(Model):
    """One of the deck's fixed tiles on a stack; a step is half the tile's width."""

    tile: int = Field(ge=1)
    """The number of the fixed tile, from 1."""
    x: int = 0
    """Steps to the right."""
    y: int = 0
    """Steps down."""
    turn: Literal[0, 90, 180, 270] = 0
    """Its clockwise rotation, in degrees."""


class RuleFigure(Model):
    """A stack shown in the rules: tiles in the order they are laid."""

    name: Name
    """Its name in the rules."""
    stack: tuple[LaidTile, ...] = Field(min_length=1, max_length=20)
    """The tiles from the bottom up."""
    counts: tuple[int, int] | None = None
    """The counts of the two colours according to the rules: visible indicia, less one for each beside a centre that
    counts.
    """


PUBLISHED = published("card_tiles")
"""The nine mechanics [0026], whose frequencies are our choice; what may cover what [0040]; each game's first tiles and
its stacks: 101a to 101d [0023-0027]; tiles like 201a to 201d [0066], and the first with its colours swapped.
"""


class TileSettings(Model):
    """The settings that a deck's ``game:`` may change."""

    colors: Colors = Field(default=("red", "green"), validate_default=True)
    """The two colours, each by its palette's name, or as a mapping of ``name``, ``title`` and ``badge``."""
    number_from: int = Field(default=1, ge=1, le=10_000)
    """The first tile's number; a second set that joins the first continues from 49."""
    picture: TilePicture
    """The picture in both colours."""
    third: TilePicture
    """The picture that covers it."""
    fourth: TilePicture | None = None
    """What some centres show; null for tiles without a centre."""
    blank_icon: Name | None = None
    """An icon for blank zones, such as ``cross``; null leaves them blank [0023]."""
    mechanics: tuple[Mechanic, ...] = Field(default=PUBLISHED["mechanics"], validate_default=True)
    """The mechanics and how often each occurs."""
    mechanic_tiles: int | None = Field(default=24, ge=0)
    """How many tiles have mechanics; null for any number."""
    subsets: tuple[int, ...] = Field(default=(16, 18, 10, 3, 1), min_length=5, max_length=5)
    """How many tiles have no blank zone, one, two, three and four."""
    centres: tuple[int, ...] = Field(default=(), max_length=5)
    """How many tiles of each subset have the fourth indicium."""
    fixed: tuple[Tile, ...] = Field(default=(), max_length=100)
    """The tiles that the deck must begin with."""
    covering: dict[Indicium, tuple[Indicium, ...]] = Field(default=PUBLISHED["covering"], validate_default=True)
    """What may be laid on each indicium."""
    figures: tuple[RuleFigure, ...] = Field(default=(), max_length=50)
    """The stacks that the rules show, laid with the fixed tiles."""
    tiles_component: str | None = "tiles"
    """The component that prints the tiles; null for none."""

    @model_validator(mode="after")
    def _told_apart(self) -> Self:
        mechanics = [m.name for m in self.mechanics]
        distinct((c.name for c in self.colors), "colors: ")
        distinct((c.badge for c in self.colors), "badges of colors: ")
        distinct(mechanics, "mechanics: ")
        distinct((f.name for f in self.figures), "figures: ")
        named = [("mechanics", m.swapped) for m in self.mechanics]
        named += [("fixed", zone.mechanic) for tile in self.fixed for _, zone in zones_of(tile)]
        for setting, name in named:
            if name is not None:
                one_of(f"{setting}: unknown mechanic", name, mechanics)
        for f in self.figures:
            for laid in f.stack:
                if laid.tile > len(self.fixed):
                    message = f"figure {f.name!r}: there is no fixed tile {laid.tile}, only {len(self.fixed)}"
                    raise refusal("wrong-value", message)
        return self

    @property
    def tiles(self) -> int:
        """The number of tiles in the deck."""
        return sum(self.subsets)

    def text_of(self, mechanic: Mechanic) -> str:
        """A mechanic's text with the names of this deck's colours."""
        first, second = (c.name for c in self.colors)
        text = mechanic.text.replace("{first}", first).replace("{second}", second)
        return text.replace("{picture}", self.picture.name)


def zones_of(tile: Tile) -> tuple[tuple[Corner, Zone], ...]:
    """A tile's zones by their corners, clockwise from the north-east."""
    return (("ne", tile.ne), ("se", tile.se), ("sw", tile.sw), ("nw", tile.nw))


class TileRow(Model):
    """A row of the deck's table; the settings are its validation context."""

    model_config = ConfigDict(alias_generator=lambda name: name.replace("_", "."))

    tile: int
    ne_mark: str
    ne_mechanic: str = ""
    se_mark: str
    se_mechanic: str = ""
    sw_mark: str
    sw_mechanic: str = ""
    nw_mark: str
    nw_mechanic: str = ""
    centre: str = ""

    @field_validator("tile")
    @classmethod
    def _counted(cls, value: int, info: ValidationInfo[TileSettings]) -> int:
        if not 1 <= value <= (most := info.context.tiles):
            raise refusal("wrong-value", f"tiles go from 1 to {most}")
        return value

    @field_validator("ne_mark", "se_mark", "sw_mark", "nw_mark")
    @classmethod
    def _indicium(cls, value: str) -> str:
        return one_of("unknown indicium", value, INDICIA)

    @field_validator("ne_mechanic", "se_mechanic", "sw_mechanic", "nw_mechanic")
    @classmethod
    def _has_mechanic(cls, value: str, info: ValidationInfo[TileSettings]) -> str:
        if not value:
            return value
        one_of("unknown mechanic", value, (m.name for m in info.context.mechanics))
        corner = str(info.field_name)[:2]
        if info.data.get(f"{corner}_mark") == "blank":
            message = f"a blank zone has no mechanic: it could never fire. {corner}.mark says blank"
            raise refusal("mechanic-on-blank", message)
        return value

    @field_validator("centre")
    @classmethod
    def _centre(cls, value: str, info: ValidationInfo[TileSettings]) -> str:
        if value and info.context.fourth is None:
            raise refusal("wrong-value", "the tiles of this deck have no centre")
        return one_of("unknown indicium", value, (FOURTH, ""))


def record(row: TileRow, settings: TileSettings) -> Record:
    """A tile's values with computed fields: its number, what each zone shows and says, its blanks, its half."""
    number = row.tile + settings.number_from - 1
    zones: dict[str, dict[str, object]] = {
        c: _zone(getattr(row, f"{c}_mark"), getattr(row, f"{c}_mechanic"), settings) for c in CORNERS
    }
    return Record(
        {
            "tile": row.tile,
            "number": number,
            **zones,
            "centre": row.centre,
            "nulls": sum(z["mark"] == "blank" for z in zones.values()),
            "half": "odd" if number % 2 else "even",
        }
    )


def _zone(mark: str, mechanic: str, settings: TileSettings) -> dict[str, object]:
    color = dict(zip(("first", "second"), settings.colors, strict=True)).get(mark)
    has = next((m for m in settings.mechanics if m.name == mechanic), None)
    return {
        "mark": mark,
        "mechanic": mechanic,
        "color": color.name if color else "",
        "badge": color.badge if color else "",
        "icon": {"third": settings.third.icon, "blank": settings.blank_icon or ""}.get(mark, settings.picture.icon),
        "mechanic_icon": has.icon if has else "",
        "mechanic_text": settings.text_of(has) if has else "",
    }
