"""What a deck's template says of its look's zones: a line a zone, with the columns that are printed there."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from carddesigner.starter.looks.icons import icon_of
from carddesigner.starter.looks.plan import KINDS, PlannedColumn, TemplatePlan
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import field, quoted, scalar
from carddesigner.text.rich import literal

_BADGES = (Role.ATTACK, Role.HEALTH, Role.POINTS)
_NUMBERS = (*_BADGES, Role.STAT)
MAX_STATS = 8
"""Numbers in a look's row or column of numbers; others become lines above the rules."""


def front(part: Sketched) -> list[str]:
    """The zones of the front, with what each says."""
    return list(_Front(part).lines())


def answer(part: Sketched) -> list[str]:
    """The zones of a back with a text of the card's own."""
    columns = part.plan.of(Role.BACK)
    return _block("answer", _labelled(columns)) if columns else []


def placed(part: Sketched) -> dict[str, tuple[PlannedColumn, ...]]:
    """The columns that stand in each zone."""
    made = _Front(part)
    list(made.lines())
    return {**made.placed, "answer": part.plan.of(Role.BACK)}


def face_of(part: Sketched) -> str:
    """The look's face that the front extends."""
    faces = part.look.faces
    if not part.plan.prints and part.plan.picture is not None and "picture" in faces:
        return "picture"
    return "face-with-numbers" if part.plan.of(*_NUMBERS) and "face-with-numbers" in faces else "face"


class _Front:
    """The columns of a plan, put where a look has room for them; what it has none for becomes a line above the rules."""

    def __init__(self, part: Sketched) -> None:
        self.part = part
        self.plan: TemplatePlan = part.plan
        face = face_of(part)
        self.zones = part.look.faces[face] if face == "picture" else part.look.zones | part.look.faces[face]
        self.rest: list[PlannedColumn] = []
        self.placed: dict[str, tuple[PlannedColumn, ...]] = {}

    def lines(self) -> Iterator[str]:
        if self.plan.colours is not None and "ground" in self.zones:
            yield _zone("ground", f"fill: {self.plan.colours.fill}")
        yield from self.title()
        yield from self.window()
        yield from self.joined("type", self.plan.of(*KINDS))
        yield from self.costs()
        for role in _BADGES:
            yield from self.badge(role)
        yield from self.stats()
        yield from self.joined("footer", self.plan.of(Role.SET, Role.NUMBER, Role.RARITY))
        yield from self.rules()

    def title(self) -> Iterator[str]:
        titles = self.plan.of(Role.TITLE)
        self.rest += titles[1:]
        if titles:
            self.placed["title"] = titles[:1]
            yield _zone("title", f"text: {scalar(titles[0].text)}")

    def window(self) -> Iterator[str]:
        """The window with its picture; without pictures an icon, or the title's first letter."""
        pictures, icons = self.plan.picture, self.plan.of(Role.ICON)
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
        share = self.part.fitting.window
        if share == 0:
            said = ["when: false"]
        else:
            if share is not None:
                said.append(f"box: {self.box_of_window(share)}")
            if inside:
                said.append(f"zones: {{{', '.join(inside)}}}")
        if said and "window" in self.zones:
            yield _zone("window", *said)

    def box_of_window(self, share: float) -> str:
        box = self.zones["window"].mapping["box"].mapping
        sides = {k: str(n.value) for k, n in box.items()} | {"height": f"{share:g}%"}
        return f"{{{', '.join(f'{k}: {v}' for k, v in sides.items())}}}"

    def joined(self, zone: str, columns: Sequence[PlannedColumn]) -> Iterator[str]:
        """A line of several columns with points between them."""
        if zone not in self.zones:
            self.rest += columns
        elif columns:
            self.placed[zone] = tuple(columns)
            there = (
                ()
                if any(not p.blanks for p in columns)
                else (f"when: {scalar(' or '.join(p.there for p in columns))}",)
            )
            yield _zone(zone, *(there or ("when: true",)), f"text: {scalar(_dotted(columns))}")

    def costs(self) -> Iterator[str]:
        """A cost in its disc; of several each says of what it is. A cost of 0 isn't shown."""
        costs = self.plan.of(Role.COST)
        places = [z for z in self.zones if z == "cost" or z.startswith("cost-")]
        self.rest += costs[len(places) :]
        for place, cost in zip(places, costs, strict=False):
            text = cost.text
            if len(costs) > 1:
                icon = icon_of(cost.label)
                text += f":{icon}:" if icon is not None else f"\n[{literal(cost.label)}]{{size: 45%}}"
            self.placed[place] = (cost,)
            yield _zone(place, f"when: {scalar(field(cost.path))}", f"text: {scalar(text)}")

    def badge(self, role: Role) -> Iterator[str]:
        columns, zone = self.plan.of(role), role.name.lower()
        if zone not in self.zones:
            self.rest += columns
        elif columns:
            first, *others = columns
            self.rest += others
            self.placed[zone] = (first,)
            yield _zone(zone, f"when: {scalar(first.there)}", f"text: {scalar(first.text)}")

    def stats(self) -> Iterator[str]:
        """Numbers with their names."""
        stats = [p for p in self.rest if p.role in _NUMBERS] + list(self.plan.of(Role.STAT))
        self.rest = [p for p in self.rest if p not in stats]
        if "stats" not in self.zones:
            self.rest += stats
            return
        self.rest += stats[MAX_STATS:]
        if stats := stats[:MAX_STATS]:
            self.placed["stats"] = tuple(stats)
            each = [f"[{quoted(p.label)}, {p.value}]" for p in stats]
            if any(p.blanks for p in stats):
                lists = [
                    f"([{e}] if {p.there} else [])" if p.blanks else f"[{e}]" for e, p in zip(each, stats, strict=True)
                ]
                listed = " + ".join(lists)
            else:
                listed = f"[{', '.join(each)}]"
            yield _zone("stats", "when: true", f"row: {{each: {scalar(listed)}}}")

    def rules(self) -> Iterator[str]:
        """Details, rules and flavour, one below the other."""
        details = [*self.rest, *self.plan.of(Role.DETAIL)]
        rules = self.plan.of(Role.RULES)
        self.placed["rules"] = (*details, *rules, *self.plan.of(Role.FLAVOUR))
        said = [*_labelled(details, always=True), *_labelled(rules)]
        for p in self.plan.of(Role.FLAVOUR):
            apart = any("\n\n" in t for t in p.texts)
            whole = replace(p, expression=f'{p.expression} | replace("\\n\\n", "\\n")').value if apart else p.value
            said += [
                "---",
                f'{{{{ "[" ~ {whole} ~ "]{{.flavour}}" if {p.there} }}}}'
                if p.blanks
                else f"[{{{{ {whole} }}}}]{{.flavour}}",
            ]
        following = self.part.fitting.following
        more = ("overflow: continue", f"following-cards: {following}") if following else ()
        if said:
            yield from _block("rules", said, *more)


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


def _block(name: str, paragraphs: Iterable[str], *settings: str) -> list[str]:
    """A zone whose text stands on lines of its own, paragraphs apart."""
    body = textwrap.indent("\n\n".join(paragraphs), "    ").splitlines()
    return [f"{name}:", *(f"  {s}" for s in settings), "  text: |", *body]
