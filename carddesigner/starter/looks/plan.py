"""What is printed on a card and which column it comes from: what a template is written from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import Struct

from carddesigner.core.markup import Markup
from carddesigner.deck.assets import Assets
from carddesigner.deck.other_markup import has_names
from carddesigner.starter.roles.columns import Column, Kind, goes_with
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.roles.icons import IconNames, plain_icons
from carddesigner.starter.roles.vocabulary import inks, is_colour
from carddesigner.starter.spelling import field, quoted, scalar

KINDS = (Role.TYPE, Role.SUBTYPE, Role.FACTION)
"""Roles whose words stand below the title."""

BADGES = (Role.ATTACK, Role.HEALTH, Role.POINTS)
"""Roles of numbers that a card has one of, in a place of its own."""

NUMBERS = (*BADGES, Role.STAT)
"""Roles of numbers, but for costs."""

TEXTS = (Role.RULES, Role.FLAVOUR, Role.DETAIL)
"""Roles of what stands together as running text."""

UNPRINTED = (Role.COPIES, Role.ID, Role.OUT, Role.PICTURE, Role.COLOUR, Role.LANGUAGE)
"""Roles whose columns have no text on a card."""

_RICH = re.compile(r"\*\*[^*\n]+\*\*|\n- .*\n- |\]\{[a-z]|(?<!\\):([a-z][a-z0-9-]*):")
_ICON = re.compile(r"(?<!\\):([a-z][a-z0-9-]*):")
_SIGNS = re.compile(r"[*_^:{}\[\]|\\`<>~]|(?m:^\s*([-•+#]|\d+[.)]))|\S{31}")
"""What might be read as markup, and words that are too long for a line."""


class PlannedColumn(Struct, frozen=True, dict=True):
    """A column on the card: the words beside it, its expression without braces, its texts; ``rich`` where these are
    markup; of names of icons, ``icons`` are the cells with the icon that each stands for.
    """

    label: str
    path: tuple[str, ...]
    role: Role
    expression: str
    texts: tuple[str, ...]
    blanks: bool
    number: bool
    rich: bool = False
    icons: tuple[tuple[str, str], ...] = ()

    @property
    def value(self) -> str:
        """The expression of what is printed, as it may stand among others: the cell as it is written, or as markup
        where it is written so.
        """
        value = f"({self.expression})" if " if " in self.expression else self.expression
        return value if self.rich or not self.signs else f"{value} | plain"

    @cached_property
    def signs(self) -> bool:
        """Whether any of its texts might be read as markup."""
        return any(map(_SIGNS.search, self.texts))

    @property
    def text(self) -> str:
        """What stands in the template."""
        return f"{{{{ {self.value} }}}}"

    @property
    def no_icons(self) -> list[str]:
        """The cells of a column of icons that stand for none."""
        icons = dict(self.icons)
        return [t for t in dict.fromkeys(self.texts) if t and t not in icons]

    @property
    def icon(self) -> str:
        """The icon's name as it stands in the template, where the cell has one."""
        for names, written in _SPELLINGS.items():
            before = {icon.removesuffix(names(cell)) for cell, icon in self.icons}
            if len(before) == 1 and all(icon.endswith(names(cell)) for cell, icon in self.icons):
                return f"{before.pop()}{{{{ {self.expression}{written} }}}}"
        each = ", ".join(f"{quoted(cell)}: {quoted(icon)}" for cell, icon in self.icons)
        return f"{{{{ {{{each}}}[{self.expression}] }}}}"

    @property
    def has_icon(self) -> str:
        """Whether the cell stands for an icon, as an expression."""
        none = ", ".join(map(quoted, self.no_icons))
        return f"{self.there} and {self.expression} not in [{none}]" if none else self.there

    @property
    def there(self) -> str:
        """Whether the cell is filled, as an expression."""
        return f"{field(self.path)} != none" if self.number else field(self.path)


_SPELLINGS: dict[Callable[[str], str], str] = {
    lambda cell: cell: "",
    lambda cell: cell.lower(): " | lower",
    lambda cell: cell.lower().replace(" ", "-"): " | lower | replace(' ', '-')",
    lambda cell: cell.lower().replace("_", "-"): " | lower | replace('_', '-')",
}
"""What a cell may differ in from the name of its icon, and the filters that make one of the other."""


class Pictures(Struct, frozen=True):
    """The pictures that cells name: how the template calls one, and those whose files are not there.

    ``extension`` is what cells leave out of the names, ``drawn`` whether they are SVGs, ``shapes`` each one's width by
    height.
    """

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

    @property
    def shape(self) -> float | None:
        """Their usual width by height."""
        return sorted(self.shapes)[len(self.shapes) // 2] if self.shapes else None

    def covers(self, shape: float) -> bool:
        """Whether they are made to cover a card of this shape: all there, and as wide by height."""
        return not self.missing and not self.blanks and all(0.8 <= s / shape <= 1.25 for s in self.shapes)


class Colours(Struct, frozen=True):
    """Where a card's colour comes from: a cell that is one, or a category with its colours."""

    path: tuple[str, ...]
    palette: dict[str, str]
    blanks: bool
    by_name: bool = False
    """Whether the cells are words, of which others may come later."""

    @property
    def fill(self) -> str:
        """The colour as a template has it; of a word that the palette hasn't, the look's own."""
        cell = field(self.path)
        or_else = (
            f" if {cell} in palette else 'card-ground'" if self.by_name else " or 'card-ground'" if self.blanks else ""
        )
        return scalar(f"{{{{ {cell}{or_else} }}}}")

    @property
    def has_colour(self) -> str:
        """What holds for a card whose colour is known."""
        return scalar(f"not {field(self.path)} or {field(self.path)} in palette")

    @property
    def unknown(self) -> str:
        """The message about another."""
        word = f"{{{{ {field(self.path)} }}}}"
        return scalar(f"no colour for {word} yet; add one to `palette:`, such as {word}: seagreen")


class TemplatePlan(Struct, frozen=True):
    """The columns that are printed, by their roles, in order."""

    columns: dict[Role, tuple[PlannedColumn, ...]]
    picture: Pictures | None
    colours: Colours | None

    def of(self, *roles: Role) -> tuple[PlannedColumn, ...]:
        """The columns of these roles, role by role."""
        return tuple(p for role in roles for p in self.columns.get(role, ()))

    @property
    def prints(self) -> tuple[PlannedColumn, ...]:
        """All columns whose texts are printed."""
        return self.of(*self.columns)

    def changed(self, path: tuple[str, ...], new: PlannedColumn | None) -> TemplatePlan:
        """The plan with a column replaced, or without it."""
        columns = {
            role: tuple(c for p in have if (c := new if p.path == path else p) is not None)
            for role, have in self.columns.items()
        }
        return TemplatePlan(columns, self.picture, self.colours)

    def moved(self, column: PlannedColumn, role: Role) -> TemplatePlan:
        """The plan with a column in another role, as its last."""
        left = self.changed(column.path, None).columns
        return TemplatePlan({**left, role: (*left.get(role, ()), column)}, self.picture, self.colours)


def make_plan(
    guesses: tuple[Guess, ...], pictures: Pictures | None, assets: Assets, markups: tuple[Markup, ...] = ()
) -> TemplatePlan:
    """The columns as they were guessed. Without a name of its own a card is called by what it is; *markups* of other
    programs are read in its cells.
    """
    out: dict[Role, list[PlannedColumn]] = {}
    for guess in guesses:
        if guess.role not in UNPRINTED:
            out.setdefault(guess.role, []).append(_planned(guess, assets, markups))
    rules = out.get(Role.RULES, [])
    if Role.TITLE not in out:
        kind = next((role for role in KINDS if out.get(role)), None)
        if kind is not None:
            out[Role.TITLE] = [out[kind].pop(0)]
        elif len(rules) == 1 and max(map(len, rules[0].texts)) <= 40:
            out[Role.TITLE] = [rules.pop()]
    coloured = next((g.column for g in guesses if g.role is Role.COLOUR or g.colours), None)
    colours = None
    if coloured is not None:
        palette = _palette(coloured, [g.column for g in guesses]) if coloured.kind is not Kind.COLOUR else {}
        colours = Colours(coloured.path, palette, bool(coloured.blanks), bool(palette) and coloured.kind is Kind.TEXT)
    return TemplatePlan({role: tuple(columns) for role, columns in out.items() if columns}, pictures, colours)


def _palette(kind: Column, columns: Sequence[Column]) -> dict[str, str]:
    """A colour for each kind of card: that which another column names for it, else one that fits its own name."""
    for column in columns:
        if column.means("paint") == 1 and all(map(is_colour, column.distinct)) and goes_with(column, kind):
            of_names = inks(column.distinct)
            return {k: of_names[name] for k, name in zip(kind.texts, column.texts, strict=True) if k}
    return inks(kind.distinct)


def _planned(guess: Guess, assets: Assets, markups: tuple[Markup, ...]) -> PlannedColumn:
    column = guess.column
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
    icons = tuple(IconNames(assets).of(column.distinct).items()) if guess.role is Role.ICON else ()
    return PlannedColumn(
        label_of(column), column.path, guess.role, value, texts, bool(column.blanks), column.number, rich, icons
    )


def label_of(column: Column) -> str:
    """A column's header as it may stand on a card."""
    seen = "".join(c if c.isprintable() and c not in "{}%" else " " for c in column.header)
    label = " ".join(seen.replace("_", " ").split())[:30].strip() or column.path[-1].replace("_", " ")
    if label.islower() and label.isascii():
        return label.upper() if len(label) <= 3 else label[0].upper() + label[1:]
    return label


def _is_rich(texts: tuple[str, ...], assets: Assets, markups: tuple[Markup, ...]) -> bool:
    """Whether cells are written as markup: pairs of stars, marked texts, or names of icons that all exist, or may exist
    one day.
    """
    icons = plain_icons(assets.finder.shipped)
    is_rich = False
    for text in texts:
        named = _ICON.findall(text)
        if any(n not in icons for n in named) or len(text) > 5000:
            return False
        is_rich = is_rich or bool(_RICH.search(text)) or has_names(text, markups)
    return is_rich


def ems(text: str) -> float:
    """How wide a text is, in ems, more or less."""
    wide = sum(map(_WIDE.__getitem__, text)) if not text.isascii() else 0
    return 0.47 * (len(text) - wide) + wide


class _Wide(dict[str, bool]):
    """Whether letters are as wide as high, each asked for once."""

    def __missing__(self, letter: str) -> bool:
        self[letter] = is_wide = unicodedata.east_asian_width(letter) in "WF"
        return is_wide


_WIDE = _Wide()
