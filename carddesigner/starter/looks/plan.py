"""What is printed on a card and how much room it gets: what a template is written from."""

from __future__ import annotations

import re
import unicodedata
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.markup import Markup
from carddesigner.deck.assets import Assets
from carddesigner.deck.other_markup import has_names
from carddesigner.starter.reading.source import FoundTable
from carddesigner.starter.roles.columns import Column, Kind
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.roles.vocabulary import inks
from carddesigner.starter.spelling import field, quoted, scalar, unused

SIZES = {"poker": (63.5, 88.9), "tarot": (70.0, 120.0), "jumbo": (88.9, 139.7)}
"""Stocks of a new deck, in millimetres, from the usual to the roomy."""

CUTS = (900, 400, 160, 60, 24, 8)
"""Characters that texts are cut to where nothing else helps."""

RESERVED = ("ground", "panel", "picture", "placeholder", "line", "details", "disc", "back")
"""Names of a template's own zones."""

KINDS = (Role.TYPE, Role.SUBTYPE, Role.FACTION, Role.RARITY, Role.SET)
"""Roles whose words stand below the title."""

CORNERS = (Role.COST, Role.POINTS, Role.NUMBER)
"""Roles of which the first stands in the corner."""

NUMBERS = (Role.COST, Role.ATTACK, Role.HEALTH, Role.POINTS, Role.STAT, Role.NUMBER)
"""Roles of numbers at the foot of a card."""

_RICH = re.compile(r"\*\*[^*\n]+\*\*|\]\{[a-z]|(?<!\\):([a-z][a-z0-9-]*):")
_ICON = re.compile(r"(?<!\\):([a-z][a-z0-9-]*):")


class PlannedColumn(Struct, frozen=True):
    """A column on the card: the zone's name, the words beside it, its expression without braces, its texts."""

    zone: str
    label: str
    path: tuple[str, ...]
    role: Role
    value: str
    texts: tuple[str, ...]
    blanks: bool
    number: bool
    rich: bool = False
    cut: int | None = None
    smallest: float | None = None

    @property
    def text(self) -> str:
        """What stands in the template: the cell as it is written, or as markup where it is written so."""
        value, tail = self.value, "" if self.rich else " | plain"
        if self.cut is None:
            return f"{{{{ {value}{tail} }}}}"
        return f"{{{{ ({value})[:{self.cut}]{tail} }}}}{{{{ '…' if ({value}) | length > {self.cut} else '' }}}}"

    @property
    def there(self) -> str:
        """Whether the cell is filled, as an expression."""
        return f"{field(self.path)} != none" if self.number else field(self.path)

    @property
    def shown(self) -> list[str]:
        """The texts as they are set, cut ones included."""
        return [t if self.cut is None else t[: self.cut] + "…" for t in self.texts]


class Pictures(Struct, frozen=True):
    """The pictures that cells name: how the template calls one, and those whose files are not there.

    ``extension`` is what cells leave out of the names, ``drawn`` whether they are SVGs, ``shapes`` each one's width by height.
    """

    zone: str
    path: tuple[str, ...]
    value: str
    found: int
    missing: tuple[str, ...]
    blanks: bool
    extension: str = ""
    drawn: bool = False
    shapes: tuple[float, ...] = ()

    @property
    def content(self) -> str:
        """The zone's content: its key and the file's name."""
        return f"{'svg' if self.drawn else 'image'}: {scalar(f'{{{{ {self.value} }}}}{self.extension}')}"

    def covers(self, shape: float) -> bool:
        """Whether they are made to cover a card of this shape: all there, and as wide by height."""
        return not self.missing and not self.blanks and all(0.8 <= s / shape <= 1.25 for s in self.shapes)


class Colours(Struct, frozen=True):
    """Where a card's colour comes from: a cell that is one, or a category with its colours."""

    path: tuple[str, ...]
    palette: dict[str, str]
    blanks: bool


class TemplatePlan(Struct, frozen=True):
    """All that a template is written from; ``taken`` are names in the deck's palette, which go before a template's own."""

    stock: str
    title: PlannedColumn | None
    corner: PlannedColumn | None
    kinds: tuple[PlannedColumn, ...]
    picture: Pictures | None
    texts: tuple[PlannedColumn, ...]
    flavour: PlannedColumn | None
    stats: tuple[PlannedColumn, ...]
    details: tuple[PlannedColumn, ...]
    colours: Colours | None
    back: PlannedColumn | None = None
    fallback: tuple[str, ...] = ()
    smallest: float = 5.5
    taken: frozenset[str] = frozenset()

    @property
    def prints(self) -> tuple[PlannedColumn, ...]:
        """All columns whose texts are printed."""
        single = [p for p in (self.title, self.corner, self.flavour, self.back) if p is not None]
        return (*single, *self.kinds, *self.texts, *self.stats, *self.details)

    def changed(self, zone: str, new: PlannedColumn | None) -> TemplatePlan:
        """The plan with a zone's column replaced, or without it."""
        for name in ("title", "corner", "flavour", "back", "kinds", "texts", "stats", "details"):
            have = getattr(self, name)
            if isinstance(have, tuple) and any(p.zone == zone for p in have):
                changed = (new if p.zone == zone else p for p in have)
                return replace(self, **{name: tuple(p for p in changed if p is not None)})
            if isinstance(have, PlannedColumn) and have.zone == zone:
                return replace(self, **{name: new})
        return self


class Sketched(Struct, frozen=True):
    """A component of a deck and its template; ``component`` and ``template`` are their names."""

    deck: str
    title: str
    component: str
    template: str
    source: FoundTable
    guesses: tuple[Guess, ...]
    plan: TemplatePlan
    typed: bool = True
    """Whether ``fields:`` declares what the columns hold."""

    def columns(self, role: Role) -> list[str]:
        """The names of the columns of a role."""
        return [g.column.name for g in self.guesses if g.role is role]


def make_plan(
    guesses: tuple[Guess, ...], pictures: Pictures | None, assets: Assets, markups: tuple[Markup, ...] = ()
) -> TemplatePlan:
    """A first plan for the columns as they were guessed; *markups* of other programs are read in their cells."""
    zones = {*RESERVED}
    out: dict[Role, list[PlannedColumn]] = {}
    for guess in guesses:
        if guess.role not in (Role.COPIES, Role.ID, Role.OUT, Role.PICTURE, Role.COLOUR, Role.LANGUAGE):
            out.setdefault(guess.role, []).append(_planned(guess, zones, assets, markups))
    kinds = [p for role in KINDS for p in out.get(role, [])]
    if Role.TITLE not in out and kinds:
        # Without a name of its own a card is called by what it is.
        out[Role.TITLE] = [kinds.pop(0)]
    texts = out.get(Role.RULES, [])
    if Role.TITLE not in out and len(texts) == 1 and max(map(len, texts[0].texts)) <= 40:
        out[Role.TITLE], out[Role.RULES] = texts, []
    corners = [p for role in CORNERS for p in out.get(role, [])]
    out[Role.STAT] = [p for role in NUMBERS for p in out.get(role, []) if p not in corners[:1]]
    if not (texts or pictures or {Role.DETAIL, Role.FLAVOUR} & out.keys()):
        # Numbers at the foot of an empty card look lost.
        out[Role.DETAIL] = out.pop(Role.STAT, [])
    stats = out.pop(Role.STAT, [])
    more, kinds = kinds[2:] + stats[4:], kinds[:2]
    first = {role: columns[0] for role, columns in out.items() if columns}
    coloured = next((g.column for g in guesses if g.role is Role.COLOUR or g.colours), None)
    colours = None
    if coloured is not None:
        palette = inks(coloured.distinct) if coloured.kind is not Kind.COLOUR else {}
        colours = Colours(coloured.path, palette, bool(coloured.blanks))
    plan = TemplatePlan(
        stock="poker",
        title=first.get(Role.TITLE),
        corner=next(iter(corners), None),
        kinds=tuple(kinds),
        picture=pictures,
        texts=tuple(out.get(Role.RULES, [])),
        flavour=first.get(Role.FLAVOUR),
        stats=tuple(stats[:4]),
        details=(*out.get(Role.ICON, []), *more, *out.get(Role.DETAIL, [])),
        colours=colours,
        back=first.get(Role.BACK),
    )
    return _roomy(plan)


def _roomy(plan: TemplatePlan) -> TemplatePlan:
    """The first stock on which the longest texts have room at a size that can be read."""
    for stock in SIZES:
        plan = replace(plan, stock=stock)
        width, height = SIZES[stock]
        longest = [max(p.texts, key=ems, default="") for p in (*plan.texts, plan.flavour) if p]
        needed = sum(height_of(text, 6.2, width - 14) for text in longest)
        rows = ceil(len(plan.details) / (2 if len(plan.details) > 5 else 1))
        if needed + 3.4 * rows + (20 if plan.picture else 0) <= height - 36:
            return plan
    return plan


def _planned(guess: Guess, zones: set[str], assets: Assets, markups: tuple[Markup, ...] = ()) -> PlannedColumn:
    """A column on the card; its zone has its name, unless that is among *zones*, to which it is added."""
    column = guess.column
    name = "-".join(column.path).replace("_", "-").replace(" ", "-")
    name = "".join(c for c in name if c.isalnum() or c == "-" or unicodedata.combining(c))[:40] or "column"
    zone = unused(name, zones)
    zones.add(zone)
    value, texts = column.expression, column.texts
    if column.kind is Kind.LIST:
        joint = "; " if max((len(t) for t in ", ".join(column.distinct).split(", ")), default=0) > 15 else ", "
        value = f"{value} | join({quoted(joint)})"
    elif column.kind is Kind.BOOLEAN:
        value = f"'yes' if {value} else 'no'"
    for written, meant, spelt in (
        *((end, "\n", '"\\n"') for end in ("\\n", "<br>", "<br/>")),
        ("\\q", '"', quoted('"')),
    ):
        if column.kind is Kind.TEXT and any(written in t for t in texts):
            value = f"{value} | replace({quoted(written)}, {spelt})"
            texts = tuple(t.replace(written, meant) for t in texts)
    rich = column.kind is Kind.TEXT and _is_rich(column.distinct, assets, markups)
    blanks, label = bool(column.blanks), label_of(column)
    return PlannedColumn(zone, label, column.path, guess.role, value, texts, blanks, column.number, rich)


def label_of(column: Column) -> str:
    """A column's header as it may stand on a card."""
    seen = "".join(c if c.isprintable() and c not in "{}%" else " " for c in column.header)
    words = " ".join(seen.replace("_", " ").split())[:30].strip() or column.path[-1].replace("_", " ")
    if words.islower() and words.isascii():
        return words.upper() if len(words) <= 3 else words[0].upper() + words[1:]
    return words


def _is_rich(texts: tuple[str, ...], assets: Assets, markups: tuple[Markup, ...]) -> bool:
    """Whether cells are written as markup: pairs of stars, marked texts, or names of icons that all exist, or may exist one day."""
    known = {p.stem for p in (assets.finder.shipped / "symbols").glob("*.svg")}
    found = False
    for text in texts:
        named = _ICON.findall(text)
        if any(n not in known for n in named) or len(text) > 5000:
            return False
        found = found or bool(_RICH.search(text)) or has_names(text, markups)
    return found


def ems(text: str) -> float:
    """How wide a text is, in ems, more or less."""
    return sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.47 for c in text)


def height_of(text: str, size: float, width: float) -> float:
    """Millimetres that a text takes at a size in points in a width in millimetres, more or less."""
    if not text:
        return 0.0
    line = width / (size * 25.4 / 72)
    lines = sum(max(1, ceil(1.06 * ems(part) / line)) for part in text.split("\n"))
    return lines * size * 1.2 * 25.4 / 72


def size_of(texts: list[str], height: float, width: float, *, most: float, least: float) -> float:
    """The largest size in points at which three in four of the texts fit a box in millimetres."""
    wanted = sorted((t for t in texts if t), key=ems)
    usual = wanted[int((len(wanted) - 1) * 0.75)] if wanted else ""
    size = most
    while size > least and height_of(usual, size, width) > height:
        size -= 0.5
    return max(size, least)
