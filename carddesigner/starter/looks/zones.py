"""What a deck's template says of its look's zones: a line a zone, with the columns that are printed there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from carddesigner.source.yaml import Node
from carddesigner.starter.looks import suits
from carddesigner.starter.looks.halves import asks
from carddesigner.starter.looks.icons import icon_of
from carddesigner.starter.looks.plan import BADGES, KINDS, NUMBERS, PlannedColumn
from carddesigner.starter.looks.side import Side
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.zone_texts import LINE, block, distinct_names, labelled, zone_line
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import field, quoted, scalar
from carddesigner.text.hyphens import is_hyphenated
from carddesigner.text.rich import literal

MAX_STATS, MAX_IN_ROW = 8, 4
"""Numbers in a look's column or row of numbers; others become lines above the rules."""


_ROUND = 5
"""Letters of a name that has room in a disc's lower part."""


def front(part: Sketched) -> list[str]:
    """The zones of the front, with what each says."""
    return _front(part)[1]


def answer(part: Sketched) -> list[str]:
    """The zones of a back with a text of the card's own."""
    return list(_Answer(part).lines()) if part.arranged.of(Role.BACK) else []


def placed(part: Sketched) -> dict[str, tuple[PlannedColumn, ...]]:
    """The columns that stand in each zone."""
    return {**_front(part)[0].placed, "answer": part.arranged.of(Role.BACK)}


def _front(part: Sketched) -> tuple[_Front, list[str]]:
    """The front and what its zones say; where no text stands on the look's panel, without this."""
    made = _Front(part)
    lines = list(made.lines())
    if part.look.foot is None or any(made.placed.get(zone) for zone in ("rules", "type", "footer")):
        return made, lines
    made = _Front(part, foot=part.look.foot[bool(made.placed.get("stats") or made.placed.get("points"))])
    return made, list(made.lines())


def face_of(part: Sketched) -> str:
    """The look's face that the front extends."""
    faces, plan = part.look.faces, part.arranged
    if part.look.face is not None:
        return part.look.face(plan)
    if plan.picture is not None and not plan.prints and "picture" in faces:
        return "picture"
    return "face-with-numbers" if plan.of(*NUMBERS) and "face-with-numbers" in faces else "face"


def hyphenates(part: Sketched) -> bool:
    """Whether texts are hyphenated: where the deck's language is known and has long words, which English hasn't."""
    return part.languages is not None and part.languages.original != "en" and is_hyphenated(part.languages.original)


class _Answer(Side):
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
            texts = [first[0].text, *(f"[{p}]{{size: 65%}}" for p in labelled(columns[1:]))]
        else:
            texts = labelled(columns)
        yield from block("answer", texts, *self.large("answer", columns))


class _Front(Side):
    """The columns of a plan, put where a look has room for them; what it has none for becomes a line above the
    rules.
    """

    def __init__(self, part: Sketched, foot: str | None = None) -> None:
        super().__init__(part, face_of(part))
        self.foot = foot
        self.rest: list[PlannedColumn] = []
        self.taken: tuple[PlannedColumn, ...] = ()

    def lines(self) -> Iterator[str]:
        yield from self.ground()
        yield from self.corners()
        yield from self.title()
        yield from self.window()
        yield from self.here("type", self.of(*KINDS))
        if self.foot is not None:
            yield zone_line("panel", "when: false")
            yield zone_line("rules", "when: false")
        kinds = self.placed.get("type", ())
        if "band" in self.zones and all(p.blanks for p in kinds):
            # It is the ground of the type.
            yield zone_line("band", f"when: {scalar(' or '.join(p.there for p in kinds))}" if kinds else "when: false")
        yield from self.grade()
        yield from self.costs()
        for role in BADGES:
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
            resized = zone in self.part.look.sized and self.resized(zone)
            box = (f"box: {self.sized(zone)}",) if resized else self.beside_costs()
            # A name is whole; what is a text is set as texts are.
            hyphenation = (
                ("hyphenate: true",) if hyphenates(self.part) and (column.role is Role.RULES or asks(column)) else ()
            )
            text = (
                f"{{{{ {column.value} if not {self.too_long(column)} else '' }}}}"
                if self.part.fitting.title
                else column.text
            )
            yield zone_line(zone, *box, *size, *hyphenation, f"text: {scalar(text)}")
        if not titles and any(p.path in self.named for p in self.of(Role.DETAIL)):
            # The look has the deck's title in its place.
            yield zone_line("title", "when: false")

    def beside_costs(self) -> tuple[str, ...]:
        """The box of a title beside discs with costs, which hang into its place where no type stands above it."""
        costs = min(len(self.places_of_costs()), len(self.of(Role.COST)))
        if "head" not in self.zones or not costs or any(not p.blanks for p in self.of(*KINDS)):
            return ()
        box = {k: str(n.value) for k, n in self.zones["title"].mapping["box"].mapping.items()}
        return (
            f"box: {{{', '.join(f'{k}: {v}' for k, v in (box | {'right': f'3.2mm + {18 * costs + 1}%'}).items())}}}",
        )

    def places_of_costs(self) -> list[str]:
        """The zones for costs."""
        return [z for z in self.zones if z == "cost" or z.startswith("cost-")]

    def too_long(self, title: PlannedColumn) -> str:
        """Whether a title has more letters than its zone has room for, as an expression."""
        letters = f"({title.expression})" if " " in title.expression else title.expression
        return f"{letters} | length > {self.part.fitting.title}"

    @property
    def named(self) -> set[tuple[str, ...]]:
        """The columns that have the cards' names."""
        return {g.column.path for g in self.part.guesses if g.role is Role.TITLE}

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
        settings = [f"{name}: {scalar(value)}" for name, value in params.items()]
        if self.plan.colours is not None and "color" not in params:
            if self.plan.colours.palette:
                settings.append(f"color: {self.plan.colours.fill}")
            else:
                # What a cell says may be too pale for letters.
                yield zone_line("paper", f"fill: {self.plan.colours.fill}")
                yield zone_line("sheet", "when: true")
                settings.append("color: card-ink")
        if self.plan.picture is not None:
            settings.append("between: false")
        if settings:
            yield zone_line("corners", f"params: {{{', '.join(settings)}}}")

    def window(self) -> Iterator[str]:
        """The window with its picture; without pictures an icon, or the title's first letter."""
        pictures, icons = self.plan.picture, self.of(Role.ICON)
        icon = icons[0] if icons and "window" in self.zones else None
        self.rest += icons[1:] if icon is not None else icons
        settings = []
        inside = []
        if pictures is not None:
            when = f"when: {scalar(field(pictures.path))}, " if pictures.blanks else "when: true, "
            missing = ", missing: placeholder" if pictures.missing else ""
            inside.append(f"art: {{{when}{pictures.content}{missing}}}")
        if icon is not None:
            self.placed["window"] = (icon,)
            inside.append(f"icon: {{when: {scalar(icon.has_icon)}, icon: {scalar(icon.icon)}, color: card-light}}")
        has_place = "letter" in _settings(_settings(self.zones.get("window")).get("zones"))
        letter = self.letter() if pictures is None and icon is None and has_place else None
        if letter is not None:
            inside.append(f"letter: {{when: true, text: {scalar(letter)}}}")
        share = self.part.fitting.window
        if share == 0 and "window" in self.part.look.sized and self.foot is None:
            # What lies below a zone that is left out has no gap to it, so this one stays, bare and flat.
            settings = ["part: null", "zones: null", f"box: {self.sized('window', share=1)}"]
        else:
            if inside and "when" in _settings(self.zones.get("window")):
                settings.append("when: true")
            if "window" in self.part.look.sized and (self.resized("window") or self.beside_numbers()):
                settings.append(f"box: {self.sized('window', self.beside_numbers())}")
            if inside:
                settings.append(f"zones: {{{', '.join(inside)}}}")
        if settings and "window" in self.zones:
            yield zone_line("window", *settings)
        for zone in self.part.look.sized:
            if (
                (share is not None or self.foot is not None)
                and zone in self.zones
                and zone not in ("window", "stats", "title")
            ):
                # A panel of numbers is left out where a card has none.
                numbers = self.numbers_there() if zone == "numbers" else None
                there = (f"when: {scalar(numbers)}",) if numbers is not None else ()
                box = (f"box: {self.sized(zone)}",) if self.resized(zone) else ()
                if there or box:
                    yield zone_line(zone, *there, *box)

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
        numbers = self.of(*NUMBERS)
        some = "numbers" in self.zones and numbers and all(p.blanks for p in numbers)
        return " or ".join(p.there for p in numbers) if some else None

    def resized(self, zone: str) -> bool:
        """Whether a zone has another height than the look's own."""
        if self.foot is not None and zone in self.zones:
            return True
        sized = self.part.fitting.window is not None and zone in self.zones
        sized = sized and "height" in self.zones[zone].mapping["box"].mapping
        return sized and self.sized(zone) != self.sized(zone, share=self.usual_share(zone))

    def usual_share(self, zone: str) -> float:
        """The look's own share for the height of a zone."""
        match = re.search(r"([\d.]+)%", str(self.zones[zone].mapping["box"].mapping["height"].value))
        return float(match[1]) if match is not None else 0.0

    def sized(self, zone: str, sides: Mapping[str, str] | None = None, share: float | None = None) -> str:
        """The box of a zone, as high as the fitting says, or as another *share*, with other *sides*."""
        box = {k: str(n.value) for k, n in self.zones[zone].mapping["box"].mapping.items()}
        share = self.part.fitting.window if share is None else share
        if self.foot is not None:
            del box["height"]
            box["bottom"] = self.foot
        elif share is not None:
            box["height"] = re.sub(r"[\d.]+%", f"{share:g}%", box["height"])
        return f"{{{', '.join(f'{k}: {v}' for k, v in (box | dict(sides or {})).items())}}}"

    def here(self, zone: str, columns: Sequence[PlannedColumn]) -> Iterator[str]:
        if zone in self.zones:
            yield from self.joined(zone, columns)
        else:
            self.rest += columns

    def grade(self) -> Iterator[str]:
        """A number with its name, on cards that have but one."""
        numbers = self.of(*NUMBERS, Role.COST)
        if "grade" in self.zones and numbers:
            first = numbers[0]
            self.placed["grade"], self.taken = (first,), (*self.taken, first)
            text = f"{literal(first.label)} {first.text}"
            yield zone_line("grade", f"when: {scalar(first.there)}", f"text: {scalar(text)}")

    def costs(self) -> Iterator[str]:
        """A cost in its disc; of several each says of what it is, and those of 0 aren't shown."""
        costs = self.of(Role.COST)
        places = self.places_of_costs()
        self.rest += costs[len(places) :]
        names = distinct_names([c.label for c in costs])
        for place, cost, name in zip(places, costs, names, strict=False):
            there = field(cost.path) if len(costs) > 1 else cost.there
            self.placed[place] = (cost,)
            yield zone_line(place, f"when: {scalar(there)}", *_in_disc(cost, name, named=len(costs) > 1))

    def badge(self, role: Role) -> Iterator[str]:
        columns, zone = self.of(role), role.name.lower()
        # Points stand in the middle, where other numbers are if there are any.
        others = [p for p in (*self.rest, *self.of(Role.STAT)) if p.role in NUMBERS]
        if zone not in self.zones or (role is Role.POINTS and "stats" in self.zones and others):
            self.rest += columns
        elif columns:
            first, *others = columns
            self.rest += others
            self.placed[zone] = (first,)
            yield zone_line(zone, f"when: {scalar(first.there)}", *_in_disc(first, first.label))

    def stats(self) -> Iterator[str]:
        """Numbers with their names."""
        stats = [p for p in self.rest if p.role in NUMBERS] + list(self.of(Role.STAT))
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
            yield zone_line("stats", "when: true", *box, f"{kind}: {{each: {scalar(listed)}{size}}}")

    def rules(self) -> Iterator[str]:
        """Details, rules and flavour, one below the other."""
        details = [*self.rest, *self.of(Role.DETAIL)]
        rules = self.of(Role.RULES)
        self.placed["rules"] = (*details, *rules, *self.of(Role.FLAVOUR))
        texts = [*labelled(details, always=True), *labelled(rules)]
        if self.part.fitting.title and (titles := self.placed.get("title")):
            texts.insert(0, f'{{{{ "**" ~ {titles[0].value} ~ "**" if {self.too_long(titles[0])} }}}}')
        for p in self.of(Role.FLAVOUR):
            apart = any("\n\n" in t for t in p.texts)
            whole = replace(p, expression=f'{p.expression} | replace("\\n\\n", "\\n")').value if apart else p.value
            texts += [
                LINE,
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
            texts = ["\n".join(texts[: len(details) + 1]), *texts[len(details) + 1 :]] if details and rules else texts
        if texts:
            yield from block("rules", texts, *more, short=bool(self.part.kinds) or self.part.terse)


def _in_disc(column: PlannedColumn, name: str, *, named: bool = False) -> tuple[str, ...]:
    """A number in its disc, over the icon that is called as its column is, or over its name where it is to be
    *named*.
    """
    icon = icon_of(name)
    if icon is None and not named:
        return (f"text: {scalar(column.text)}",)
    size = 60 if icon is not None else 40 if len(name) <= _ROUND else 32
    below = f"{f':{icon}:' if icon is not None else literal(name)}]{{size: {size}%}}"
    # Or else what stands below is on the edge of its disc.
    return "line-height: 0.8", f"text: {scalar(f'{column.text}{chr(10)}[{below}')}"


def _settings(zone: Node | None) -> dict[str, Node]:
    return zone.mapping if zone is not None else {}
