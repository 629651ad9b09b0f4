"""What a deck's template says of its look's zones: a line a zone, with the columns that are printed there."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt

from msgspec.structs import replace

from carddesigner.source.yaml import Node
from carddesigner.starter.looks import suits
from carddesigner.starter.looks.halves import asks
from carddesigner.starter.looks.icons import icon_of
from carddesigner.starter.looks.plan import KINDS, PlannedColumn, TemplatePlan
from carddesigner.starter.looks.room import room_of, size_for
from carddesigner.starter.looks.sizes import POKER
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import field, quoted, scalar
from carddesigner.text.hyphens import is_hyphenated
from carddesigner.text.rich import literal

_BADGES = (Role.ATTACK, Role.HEALTH, Role.POINTS)
_NUMBERS = (*_BADGES, Role.STAT)
MAX_STATS, MAX_IN_ROW = 8, 4
"""Numbers in a look's column or row of numbers; others become lines above the rules."""
_SHORT = 110
"""Characters of several texts that stand on one line where templates are to be short."""
_LINE = "---"
"""What draws a line between two texts."""


def front(part: Sketched) -> list[str]:
    """The zones of the front, with what each says."""
    return list(_Front(part).lines())


def answer(part: Sketched) -> list[str]:
    """The zones of a back with a text of the card's own."""
    return list(_Answer(part).lines()) if part.arranged.of(Role.BACK) else []


def placed(part: Sketched) -> dict[str, tuple[PlannedColumn, ...]]:
    """The columns that stand in each zone."""
    made = _Front(part)
    list(made.lines())
    return {**made.placed, "answer": part.arranged.of(Role.BACK)}


def face_of(part: Sketched) -> str:
    """The look's face that the front extends."""
    faces, plan = part.look.faces, part.arranged
    if part.look.face is not None:
        return part.look.face(plan)
    if plan.picture is not None and not plan.prints and "picture" in faces:
        return "picture"
    return "face-with-numbers" if plan.of(*_NUMBERS) and "face-with-numbers" in faces else "face"


def hyphenates(part: Sketched) -> bool:
    """Whether texts are hyphenated: where the deck's language is known and has long words, which English hasn't."""
    return part.languages is not None and part.languages.own != "en" and is_hyphenated(part.languages.own)


class _Side:
    """A side of the cards: the columns of a plan, put into the zones that a face of the look has."""

    def __init__(self, part: Sketched, face: str) -> None:
        self.part = part
        self.plan: TemplatePlan = part.arranged
        self.zones = part.look.faces[face]
        self.placed: dict[str, tuple[PlannedColumn, ...]] = {}

    def ground(self) -> Iterator[str]:
        if self.plan.colours is not None and "ground" in self.zones:
            yield _zone("ground", f"fill: {self.plan.colours.fill}")

    def of(self, *roles: Role) -> tuple[PlannedColumn, ...]:
        """The columns of these roles that may stand here."""
        return self.plan.of(*roles)

    def large(self, zone: str, columns: Sequence[PlannedColumn], *, together: bool = True) -> tuple[str, ...]:
        """The size of a zone's type by the length of its texts, which stand one below the other or each alone."""
        part = self.part
        if zone not in part.look.large or not columns:
            return ()
        width, height = part.fitting.width, part.fitting.height
        each = [c.texts for c in columns]
        texts = ["\n\n".join(filter(None, row)) for row in zip(*each, strict=True)] if together else sum(each, ())
        most = part.look.large[zone] * sqrt(width * height / (POKER[0] * POKER[1]))
        return (f"size: {size_for(texts, room_of(self.box_of(zone), width, height), most):g}pt",)

    def box_of(self, zone: str) -> dict[str, str]:
        """The sides of a zone's box, as high as the fitting says; what lies below another zone begins where that ends."""
        box = {name: str(side.value) for name, side in self.zones[zone].mapping["box"].mapping.items()}
        share = self.part.fitting.window
        if share is not None and zone in self.part.look.sized and "height" in box:
            box["height"] = re.sub(r"[\d.]+%", f"{share:g}%", box["height"])
        if "below" in box:
            above = self.box_of(box["below"])
            box["top"] = f"{above['top']} + {above['height']} + {box.get('gap', '0mm')}"
        return box

    def joined(self, zone: str, columns: Sequence[PlannedColumn]) -> Iterator[str]:
        """A line of several columns with points between them."""
        if columns:
            self.placed[zone] = tuple(columns)
            there = (
                ()
                if any(not p.blanks for p in columns)
                else (f"when: {scalar(' or '.join(p.there for p in columns))}",)
            )
            yield _zone(zone, *(there or ("when: true",)), f"text: {scalar(_dotted(columns))}")


class _Answer(_Side):
    """The back of cards with an answer there."""

    def __init__(self, part: Sketched) -> None:
        super().__init__(part, "answer")

    def lines(self) -> Iterator[str]:
        columns = self.of(Role.BACK)
        yield from self.ground()
        if "type" in self.zones:
            yield from self.joined("type", self.of(*KINDS))
        first = self.part.plan.of(Role.BACK)
        if len(columns) > len(first) == 1:
            # What the look adds to an answer stands smaller below it.
            said = [first[0].text, *(f"[{p}]{{size: 65%}}" for p in _labelled(columns[1:]))]
        else:
            said = _labelled(columns)
        yield from _block("answer", said, *self.large("answer", columns))


class _Front(_Side):
    """The columns of a plan, put where a look has room for them; what it has none for becomes a line above the rules."""

    def __init__(self, part: Sketched) -> None:
        super().__init__(part, face_of(part))
        self.rest: list[PlannedColumn] = []
        self.taken: tuple[PlannedColumn, ...] = ()

    def lines(self) -> Iterator[str]:
        yield from self.ground()
        yield from self.corners()
        yield from self.title()
        yield from self.window()
        yield from self.here("type", self.of(*KINDS))
        yield from self.grade()
        yield from self.costs()
        for role in _BADGES:
            yield from self.badge(role)
        yield from self.stats()
        yield from self.here("footer", self.of(Role.SET, Role.NUMBER, Role.RARITY))
        yield from self.rules()

    def of(self, *roles: Role) -> tuple[PlannedColumn, ...]:
        """The columns of these roles that stand nowhere yet."""
        return tuple(p for p in super().of(*roles) if p not in self.taken)

    def title(self) -> Iterator[str]:
        """The title, a second one where the look has a place for it, and the first turned round."""
        titles = self.of(Role.TITLE)
        several = 2 if "title-2" in self.zones else 1
        self.rest += titles[several:]
        shown = dict(zip(("title", "title-2"), titles[:several], strict=False))
        if titles and "title-turned" in self.zones:
            shown["title-turned"] = titles[0]
        size = self.large("title", titles[:several], together=False)
        for zone, column in shown.items():
            self.placed[zone] = (column,)
            box = (f"box: {self.sized(zone)}",) if zone in self.part.look.sized and self.resized(zone) else ()
            # A name is whole; what is a text is set as texts are.
            told = ("hyphenate: true",) if hyphenates(self.part) and (column.role is Role.RULES or asks(column)) else ()
            yield _zone(zone, *box, *size, *told, f"text: {scalar(column.text)}")

    def corners(self) -> Iterator[str]:
        """Rank and suit, once for all places where they stand; the suit as icons, where there are such."""
        if "corners" not in self.zones:
            return
        self.taken = tuple(p for p in (suits.rank_of(self.plan), suits.suit_of(self.plan)) if p is not None)
        self.placed["corners"] = self.taken
        params = suits.corners(self.plan)
        letter = self.letter()
        if "rank" not in params and "icon" not in params and letter is not None:
            params["rank"] = letter
        said = [f"{name}: {scalar(value)}" for name, value in params.items()]
        if self.plan.colours is not None and "color" not in params:
            if self.plan.colours.palette:
                said.append(f"color: {self.plan.colours.fill}")
            else:
                # What a cell says may be too pale for letters.
                yield _zone("paper", f"fill: {self.plan.colours.fill}")
                yield _zone("sheet", "when: true")
                said.append("color: card-ink")
        if self.plan.picture is not None:
            said.append("between: false")
        if said:
            yield _zone("corners", f"params: {{{', '.join(said)}}}")

    def window(self) -> Iterator[str]:
        """The window with its picture; without pictures an icon, or the title's first letter."""
        pictures, icons = self.plan.picture, self.of(Role.ICON)
        icon = icons[0] if icons and "window" in self.zones else None
        self.rest += icons[1:] if icon is not None else icons
        said = []
        inside = []
        if pictures is not None:
            when = f"when: {scalar(field(pictures.path))}, " if pictures.blanks else "when: true, "
            missing = ", missing: placeholder" if pictures.missing else ""
            inside.append(f"art: {{{when}{pictures.content}{missing}}}")
        if icon is not None:
            self.placed["window"] = (icon,)
            name = scalar(f"{{{{ {icon.expression} }}}}")
            inside.append(f"icon: {{when: {scalar(icon.there)}, icon: {name}, color: card-light}}")
        has_place = "letter" in _settings(_settings(self.zones.get("window")).get("zones"))
        letter = self.letter() if pictures is None and icon is None and has_place else None
        if letter is not None:
            inside.append(f"letter: {{when: true, text: {scalar(letter)}}}")
        share = self.part.fitting.window
        if share == 0 and "window" in self.part.look.sized:
            # What lies below a zone that is left out has no gap to it, so this one stays, bare and flat.
            said = ["part: null", "zones: null", f"box: {self.sized('window', share=1)}"]
        else:
            if inside and "when" in _settings(self.zones.get("window")):
                said.append("when: true")
            if "window" in self.part.look.sized and (self.resized("window") or self.beside_numbers()):
                said.append(f"box: {self.sized('window', self.beside_numbers())}")
            if inside:
                said.append(f"zones: {{{', '.join(inside)}}}")
        if said and "window" in self.zones:
            yield _zone("window", *said)
        for zone in self.part.look.sized:
            if share is not None and zone in self.zones and zone not in ("window", "stats", "title"):
                # A panel of numbers is left out where a card has none.
                numbers = self.numbers_there() if zone == "numbers" else None
                there = (f"when: {scalar(numbers)}",) if numbers is not None else ()
                box = (f"box: {self.sized(zone)}",) if self.resized(zone) else ()
                if there or box:
                    yield _zone(zone, *there, *box)

    def letter(self) -> str | None:
        """The first letter of the title."""
        titles = self.of(Role.TITLE)
        plain = titles and titles[0].expression == field(titles[0].path) and not titles[0].number
        if not plain or not self.part.fitting.letter:
            return None
        return f"{{{{ ({titles[0].expression} | plain)[0:1] }}}}"

    def beside_numbers(self) -> dict[str, str]:
        """How the window's box differs where a panel of numbers stands beside it on some cards only."""
        there = self.numbers_there()
        if there is None:
            return {}
        plain = self.part.look.zones["window"].mapping["box"].mapping["right"].value
        narrow = self.zones["window"].mapping["box"].mapping["right"].value
        return {"right": scalar(f"{{{{ '{narrow}' if {there} else '{plain}' }}}}")}

    def numbers_there(self) -> str | None:
        """Whether a card has any number, as an expression; None where all have, or where they have no panel."""
        numbers = self.of(*_NUMBERS)
        some = "numbers" in self.zones and numbers and all(p.blanks for p in numbers)
        return " or ".join(p.there for p in numbers) if some else None

    def resized(self, zone: str) -> bool:
        """Whether a zone has another height than the look's own."""
        sized = self.part.fitting.window is not None and zone in self.zones
        sized = sized and "height" in self.zones[zone].mapping["box"].mapping
        return sized and self.sized(zone) != self.sized(zone, share=self.own(zone))

    def own(self, zone: str) -> float:
        """The look's own share for the height of a zone."""
        found = re.search(r"([\d.]+)%", str(self.zones[zone].mapping["box"].mapping["height"].value))
        return float(found[1]) if found is not None else 0.0

    def sized(self, zone: str, sides: Mapping[str, str] | None = None, share: float | None = None) -> str:
        """The box of a zone, as high as the fitting says, or as another *share*, with other *sides*."""
        box = {k: str(n.value) for k, n in self.zones[zone].mapping["box"].mapping.items()}
        share = self.part.fitting.window if share is None else share
        if share is not None:
            box["height"] = re.sub(r"[\d.]+%", f"{share:g}%", box["height"])
        return f"{{{', '.join(f'{k}: {v}' for k, v in (box | dict(sides or {})).items())}}}"

    def here(self, zone: str, columns: Sequence[PlannedColumn]) -> Iterator[str]:
        if zone in self.zones:
            yield from self.joined(zone, columns)
        else:
            self.rest += columns

    def grade(self) -> Iterator[str]:
        """A number with its name, on cards that have but one."""
        numbers = self.of(*_NUMBERS, Role.COST)
        if "grade" in self.zones and numbers:
            first = numbers[0]
            self.placed["grade"], self.taken = (first,), (*self.taken, first)
            text = f"{literal(first.label)} {first.text}"
            yield _zone("grade", f"when: {scalar(first.there)}", f"text: {scalar(text)}")

    def costs(self) -> Iterator[str]:
        """A cost in its disc; of several each says of what it is, and those of 0 aren't shown."""
        costs = self.of(Role.COST)
        places = [z for z in self.zones if z == "cost" or z.startswith("cost-")]
        self.rest += costs[len(places) :]
        names = _apart([c.label for c in costs])
        for place, cost, name in zip(places, costs, names, strict=False):
            text, there = cost.text, cost.there
            close: tuple[str, ...] = ()
            if len(costs) > 1:
                there, icon = field(cost.path), icon_of(name)
                text += f":{icon}:" if icon is not None else f"\n[{literal(name)}]{{size: 40%}}"
                # Or else a name stands on the edge of its disc.
                close = ("line-height: 0.8",) if icon is None else ()
            self.placed[place] = (cost,)
            yield _zone(place, f"when: {scalar(there)}", *close, f"text: {scalar(text)}")

    def badge(self, role: Role) -> Iterator[str]:
        columns, zone = self.of(role), role.name.lower()
        if zone not in self.zones:
            self.rest += columns
        elif columns:
            first, *others = columns
            self.rest += others
            self.placed[zone] = (first,)
            yield _zone(zone, f"when: {scalar(first.there)}", f"text: {scalar(first.text)}")

    def stats(self) -> Iterator[str]:
        """Numbers with their names."""
        stats = [p for p in self.rest if p.role in _NUMBERS] + list(self.of(Role.STAT))
        self.rest = [p for p in self.rest if p not in stats]
        if "stats" not in self.zones:
            self.rest += stats
            return
        kind = next(k for k in ("row", "column", "grid") if k in _settings(self.zones["stats"]))
        most = MAX_IN_ROW if kind == "row" else MAX_STATS
        self.rest += stats[most:]
        if stats := stats[:most]:
            self.placed["stats"] = tuple(stats)
            each = [f"[{quoted(p.label)}, {p.value}]" for p in stats]
            if any(p.blanks for p in stats):
                lists = [
                    f"([{e}] if {p.there} else [])" if p.blanks else f"[{e}]" for e, p in zip(each, stats, strict=True)
                ]
                listed = " + ".join(lists)
            else:
                listed = f"[{', '.join(each)}]"
            size = f", size: [{min(32, 98 // len(stats))}%, 100%]" if kind == "row" else ""
            box = (f"box: {self.sized('stats')}",) if "stats" in self.part.look.sized and self.resized("stats") else ()
            yield _zone("stats", "when: true", *box, f"{kind}: {{each: {scalar(listed)}{size}}}")

    def rules(self) -> Iterator[str]:
        """Details, rules and flavour, one below the other."""
        details = [*self.rest, *self.of(Role.DETAIL)]
        rules = self.of(Role.RULES)
        self.placed["rules"] = (*details, *rules, *self.of(Role.FLAVOUR))
        said = [*_labelled(details, always=True), *_labelled(rules)]
        for p in self.of(Role.FLAVOUR):
            apart = any("\n\n" in t for t in p.texts)
            whole = replace(p, expression=f'{p.expression} | replace("\\n\\n", "\\n")').value if apart else p.value
            said += [
                _LINE,
                f'{{{{ "[" ~ {whole} ~ "]{{.flavour}}" if {p.there} }}}}'
                if p.blanks
                else f"[{{{{ {whole} }}}}]{{.flavour}}",
            ]
        following = self.part.fitting.following
        size = self.part.fitting.type
        more = (f"size: {size:g}pt",) if size is not None else self.large("rules", self.placed["rules"])
        more += ("overflow: continue", f"following-cards: {following}") if following else ()
        if self.part.kinds:
            # Of decks with several templates each is short: a line of its own will do for what has a name before it.
            said = ["\n".join(said[: len(details) + 1]), *said[len(details) + 1 :]] if details and rules else said
        if said:
            yield from _block("rules", said, *more, short=bool(self.part.kinds))


def _settings(zone: Node | None) -> dict[str, Node]:
    return zone.mapping if zone is not None else {}


def _apart(names: Sequence[str]) -> list[str]:
    """Names without the words that all begin or end with: of Cost Wood and Cost Stone what they are costs of."""
    words = [name.split() for name in names]
    for end in (0, -1):
        while words and all(len(w) > 1 and w[end].casefold() == words[0][end].casefold() for w in words):
            for w in words:
                del w[end]
    return [" ".join(w) for w in words]


def _labelled(columns: Sequence[PlannedColumn], *, always: bool = False) -> list[str]:
    """Paragraphs of columns, with their names in bold where there are several; one that is blank takes no room."""
    if len(columns) == 1 and not always:
        return [columns[0].text]
    out = []
    for p in columns:
        name = f"**{literal(p.label)}:** "
        out.append(f"{{{{ {quoted(name)} ~ {p.value} if {p.there} }}}}" if p.blanks else f"{name}{p.text}")
    return out


def _dotted(columns: Sequence[PlannedColumn]) -> str:
    """Values with points between them, where there are any on both sides."""
    out = ""
    for n, p in enumerate(columns):
        before = columns[:n]
        if not n:
            out = p.text
        elif any(not b.blanks for b in before):
            out += f'{{{{ " · " ~ {p.value} if {p.there} }}}}' if p.blanks else f" · {p.text}"
        else:
            some = " or ".join(b.there for b in before)
            some = f"({some})" if n > 1 else some
            there = f"{p.there} and {some}" if p.blanks else some
            out += f'{{{{ " · " if {there} }}}}{p.text}'
    return out


def _zone(name: str, *settings: str) -> str:
    return f"{name}: {{{', '.join(settings)}}}"


def _block(name: str, paragraphs: Iterable[str], *settings: str, short: bool = False) -> list[str]:
    """A zone whose text stands on lines of its own, paragraphs apart but for a line between them; a text alone is one line with all
    else, and so are *short* ones.
    """
    said = list(paragraphs)
    joined = "\n\n".join(said).replace(f"\n\n{_LINE}\n\n", f"\n{_LINE}\n")
    if "\n" not in joined or (short and len(joined) <= _SHORT):
        return [_zone(name, *settings, f"text: {scalar(joined)}")]
    body = textwrap.indent(joined, "    ").splitlines()
    return [f"{name}:", *(f"  {s}" for s in settings), "  text: |", *body]
