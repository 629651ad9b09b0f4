"""A plan to a template: a coloured card with its title on top, a paper panel for all that is read, and numbers at the foot."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path

from carddesigner.editors import modeline
from carddesigner.starter.looks.plan import SIZES, PlannedColumn, TemplatePlan, ems, height_of, size_of
from carddesigner.starter.spelling import comment, field, filled, scalar
from carddesigner.text.rich import literal

_EDGE = 3.5
"""Millimetres between the trim and the panel: all that is read lies in the safe area."""
_LEAST = {"title": 7.0, "kind": 5.0, "corner": 6.0, "number": 6.0}
_MOST = {"kind": 7.5, "corner": 15.0, "number": 14.0}
"""Sizes of styles in points."""
_COLORS = ("ground", "paper", "ink", "pale-ink", "hairline", "shade")
"""The template's own colours; one has another name where the deck's palette has it already."""


def sketch(plan: TemplatePlan, name: str) -> str:
    """The template's file."""
    taken = plan.taken | (plan.colours.palette.keys() if plan.colours is not None else set())
    names = {k: f"{k}-of-card" if k in taken else k for k in _COLORS}
    text = modeline("template") + filled(
        Path(__file__).with_suffix(".jinja"),
        name=name,
        fallback=list(plan.fallback),
        colors=names,
        detail=_Sketch(plan).detail_settings() if plan.details else None,
        front=_Sketch(plan).front(),
        back=_Sketch(plan).written_back(plan.back) if plan.back is not None else None,
    )
    for short, own in names.items():
        if own != short:
            text = re.sub(rf"(: |'){short}(?=[,}}\n'])", rf"\1{own}", text)
    return text


def _longest(p: PlannedColumn) -> str:
    return max(p.shown, key=ems, default="")


def _all_round(edge: str) -> str:
    return f"box: {{left: {edge}, right: {edge}, top: {edge}, bottom: {edge}}}"


def _band(top: float, height: float, sides: str = "left: 3mm, right: 3mm") -> str:
    return f"box: {{{sides}, top: {top:.1f}mm, height: {height:.1f}mm}}"


class _Sketch:
    """A template as it is written, line by line; lengths are in millimetres."""

    def __init__(self, plan: TemplatePlan) -> None:
        self.plan = plan
        self.width, self.height = SIZES[plan.stock]
        self.fill = "ground"
        if plan.colours is not None:
            or_else = " or 'ground'" if plan.colours.blanks else ""
            self.fill = scalar(f"{{{{ {field(plan.colours.path)}{or_else} }}}}")
        self.any_colour = plan.colours is not None and not plan.colours.palette
        self.on_paper = f"color: {'ink' if self.any_colour else self.fill}"
        self.lines: list[str] = []

    def zone(self, name: str, indent: int, *settings: str) -> None:
        self.lines.append(f"{' ' * indent}{scalar(name)}:")
        self.lines += [f"{' ' * (indent + 2)}{s}" for s in settings if s]

    def text(self, p: PlannedColumn, style: str, *, size: float | None = None, label: str | None = None) -> list[str]:
        """A text's settings: its content, its style, the sizes it may have."""
        message = p.text if label is None else f"**{literal(label)}**\n{p.text}"
        least = p.smallest or _LEAST.get(style, self.plan.smallest)
        biggest = max(size if size is not None else _MOST.get(style, 9.0), least)
        when = [f"when: {scalar(p.there)}"] if label is not None and p.blanks else []
        sized = [f"size: {biggest:g}pt"] if size is not None else []
        note = f"  # {comment(p.label)}" if p.zone.casefold() != p.label.casefold() and p.label.isascii() else ""
        return [*when, f"text: {scalar(message)}{note}", f"style: {style}", *sized, f"min-size: {least:g}pt"]

    @property
    def alone_in_panel(self) -> bool:
        """Whether the lines of the table are all that is read in the panel."""
        return not self.plan.texts and self.plan.flavour is None and self.plan.picture is None

    @property
    def detail_rows(self) -> tuple[int, int]:
        """Columns and rows of the table on the card."""
        columns = 2 if len(self.plan.details) > 5 else 1
        return columns, ceil(len(self.plan.details) / columns)

    def detail_settings(self) -> dict[str, str]:
        """The table's lines: the size at which all names and most values stand whole, and where the names end and values begin."""
        columns, rows = self.detail_rows
        room = (self.width - 2 * _EDGE - 6) * (1 if columns == 1 else 0.48) * 72 / 25.4
        name = max(ems(p.label) for p in self.plan.details)
        each = [sorted(ems(t) for t in p.shown if t) or [0.0] for p in self.plan.details]
        value = max(v[int((len(v) - 1) * 0.75)] for v in each)
        most = min(13.0, 8.5 + 9.0 / rows) if self.alone_in_panel else 7.0 if rows < 5 else 6.0
        wanted = 1.12 * (name + max(1.5, min(value, 12.0)))
        size = max(5.5, min(most, int(2 * room * 0.97 / wanted) / 2))
        share = min(60.0, max(38.0 if columns == 1 else 22.0, 112 * name * size / room))
        least = min([self.plan.smallest, size, *(p.smallest or 9 for p in self.plan.details)])
        return {"size": f"{size:g}pt", "least": f"{least:g}pt", "name": f"{share:.0f}%", "value": f"{share + 3:.0f}%"}

    def front(self) -> list[str]:
        plan, picture = self.plan, self.plan.picture
        self.zone("ground", 6, "in: bleed", f"fill: {self.fill}")
        if not plan.prints and picture is not None and picture.covers(self.width / self.height):
            self.zone(picture.zone, 6, "in: bleed", picture.content)
            return self.lines
        if plan.title is not None and not (plan.texts or plan.details or picture or plan.flavour or plan.stats):
            self.alone(plan.title)
            return self.lines
        top = _EDGE + (11.5 if plan.title or plan.corner else 0)
        bottom = _EDGE + (11.0 if plan.stats else 0)
        box = f"box: {{left: {_EDGE}mm, right: {_EDGE}mm, top: {top}mm, bottom: {bottom}mm}}"
        self.zone("panel", 6, box, "fill: paper", "radius: 2mm", "clip: true", "zones:")
        self.panel(self.width - 2 * _EDGE, self.height - top - bottom)
        if plan.title is not None:
            left, right = _EDGE + 1, _EDGE + (12 if plan.corner else 1)
            size = size_of(plan.title.shown, 9.5, self.width - left - right, most=14, least=8)
            box = f"box: {{left: {left}mm, right: {right}mm, top: {_EDGE}mm, height: 10mm}}"
            plate = ["fill: paper", "radius: 2mm", "color: ink", "align: center"] if self.any_colour else []
            self.zone(plan.title.zone, 6, box, *self.text(plan.title, "title", size=size), *plate)
        if plan.corner is not None:
            box = f"box: {{right: {_EDGE}mm, width: 10.4mm, top: {_EDGE - 0.2:g}mm, height: 10.4mm}}"
            when = f"when: {scalar(plan.corner.there)}" if plan.corner.blanks else ""
            self.zone("disc", 6, when, box, "shape: ellipse", "fill: paper")
            box = f"box: {{right: {_EDGE + 1.2:g}mm, width: 8mm, top: {_EDGE + 1:g}mm, height: 8mm}}"
            self.zone(plan.corner.zone, 6, box, *self.text(plan.corner, "corner"), self.on_paper)
        self.stats()
        return self.lines

    def written_back(self, text: PlannedColumn) -> list[str]:
        """A back with a text of the card's own."""
        self.zone("panel", 6, _all_round(f"{_EDGE}mm"), "fill: paper", "radius: 2mm", "clip: true", "zones:")
        height, width = (self.height - 20) * 0.9, self.width - 2 * _EDGE - 8
        size = size_of(text.shown, height, width, most=18, least=max(6.0, self.plan.smallest))
        middle = "align: center" if max(map(len, text.shown), default=0) <= 200 else ""
        self.zone(text.zone, 10, _all_round("4mm"), *self.text(text, "text", size=size), "valign: middle", middle)
        return self.lines

    def alone(self, title: PlannedColumn) -> None:
        """A card with a title and little else: the title stands large in its middle."""
        self.zone("panel", 6, "in: safe", _all_round("2mm"), "fill: paper", "radius: 2.5mm")
        width = self.width - 20
        size = size_of(title.shown, self.height * 0.5, width, most=30, least=9)
        # The longest word of most titles stands whole; longer ones shrink.
        words = sorted(max((ems(w) for w in t.split()), default=0.0) for t in title.shown if t)
        longest = words[int((len(words) - 1) * 0.75)] if words else 1.0
        size = max(9.0, min(size, 2 * int(width / 25.4 * 72 / max(longest * 1.25, 1) / 2)))
        top = 18 if self.plan.kinds or self.plan.corner else 10
        box = f"box: {{left: 10mm, right: 10mm, top: {top}mm, bottom: 18mm}}"
        self.zone(title.zone, 6, box, *self.text(title, "title", size=size), self.on_paper, "align: center")
        for n, kind in enumerate(self.plan.kinds):
            box = f"box: {{left: 10mm, right: 10mm, {'bottom' if n else 'top'}: 9mm, height: 5mm}}"
            self.zone(kind.zone, 6, box, *self.text(kind, "kind"), "align: center")
        if self.plan.corner is not None:
            box = "box: {right: 8mm, width: 9mm, top: 8mm, height: 9mm}"
            self.zone(self.plan.corner.zone, 6, box, *self.text(self.plan.corner, "corner"), self.on_paper)

    def panel(self, width: float, height: float) -> None:
        plan = self.plan
        inner = width - 6
        rows = self.detail_rows[1]
        y, low = 0.0, height - 2
        kind_room = 5.6 if plan.kinds else 1.8
        wordy = [p for p in (*plan.texts, plan.flavour) if p is not None]
        row = 0.0
        if rows:
            rest = height - 4 - kind_room - (24 if plan.picture else 0)
            row = min(3.9 if wordy else 7.0 if plan.picture else 11.0, max(2.6, (rest - (18 if wordy else 0)) / rows))
            row = min(row, max(1.0, rest / rows))
        table = row * rows
        if plan.picture is not None:
            y = height - kind_room - 2 if plan.kinds else height
            if wordy or rows:
                needed = sum(height_of(_longest(p), 7.5, inner) + 1.5 for p in wordy)
                y = max(18.0, min(width * 0.9, height - kind_room - table - 4 - needed))
                y = min(y, height * 0.62)
            self.picture(y)
        if plan.kinds:
            line = f"box: {{left: 3mm, right: 3mm, top: {y + 5.2:.1f}mm, height: 0.25mm}}"
            self.zone("line", 10, line, f"fill: {'shade' if self.any_colour else self.fill}")
            halves = ("left: 3mm, right: 40%", "left: 61%, right: 3mm")
            for n, kind in enumerate(plan.kinds):
                sides = halves[n] if len(plan.kinds) > 1 else "left: 3mm, right: 3mm"
                look = ["color: ink", "align: end"] if n else [self.on_paper]
                self.zone(kind.zone, 10, _band(y + 1.2, 3.6, sides), *self.text(kind, "kind"), *look)
        y += kind_room + (1.8 if plan.kinds else 1.2)
        if rows:
            low = y + (low - y - table) / 2 if self.alone_in_panel else low - table
            self.details(low, row)
            low -= 1.2
        room = max(low - y, 2.0)
        if plan.flavour is not None:
            share = height_of(_longest(plan.flavour), 6.8, inner) + 1
            tall = min(share, room * (0.35 if plan.texts else 1.0), 24.0)
            size = size_of(plan.flavour.shown, tall, inner, most=8, least=5.5)
            self.zone(plan.flavour.zone, 10, _band(low - tall, tall), *self.text(plan.flavour, "flavour", size=size))
            room -= tall + 1
        if plan.texts:
            self.texts(y, max(room, 2.0), inner)

    def texts(self, y: float, room: float, width: float) -> None:
        """The texts share the room by what the longest of each needs."""
        plan = self.plan
        lone = len(plan.texts) == 1
        label_room = 0.0 if lone else 3.0
        needs = [max(4.0, height_of(_longest(p), 7, width)) + label_room for p in plan.texts]
        talls = [(room - (len(needs) - 1)) * need / sum(needs) for need in needs]
        most, least = 14 if lone and not plan.picture else 11, max(6.0, plan.smallest)
        size = min(
            size_of(p.shown, (t - label_room) * 0.97, width, most=most, least=least)
            for p, t in zip(plan.texts, talls, strict=True)
        )
        few = max(map(len, plan.texts[0].shown)) <= 90
        middle = ["valign: middle", "align: center" if few else ""] if lone and plan.picture is None else []
        for text, tall in zip(plan.texts, talls, strict=True):
            lines = self.text(text, "text", size=size, label=None if lone else text.label)
            self.zone(text.zone, 10, _band(y, tall), *lines, *middle)
            y += tall + 1.0

    def details(self, top: float, row: float) -> None:
        columns, rows = self.detail_rows
        self.zone("details", 10, _band(top, row * rows), "zones:")
        for n, p in enumerate(self.plan.details):
            sides = "" if columns == 1 else "left: 0mm, width: 48%, " if n < rows else "right: 0mm, width: 48%, "
            value = p.text.replace(" | plain }}", " }}", 1)
            params = f"params: {{name: {scalar(p.label)}, value: {scalar(value)}}}"
            box = f"box: {{{sides}top: {row * (n % rows):.2f}mm, height: {row:.2f}mm}}"
            self.zone(p.zone, 14, box, "part: detail", params)

    def picture(self, height: float) -> None:
        pictures = self.plan.picture
        assert pictures is not None
        box = f"box: {{left: 0mm, right: 0mm, top: 0mm, height: {height:.1f}mm}}"
        if pictures.blanks:
            self.lines.append("          # Drawn where a card names no picture.")
            sun = "  sun: {box: {left: 68%, width: 4mm, top: 22%, height: 4mm}, shape: ellipse, fill: paper}"
            hills = '  hills: {path: "M0 100 L0 78 L28 40 L50 72 L66 52 L100 88 L100 100 Z", fill: shade}'
            self.zone("placeholder", 10, box, "fill: hairline", "zones:", sun, hills)
        missing = "missing: placeholder" if pictures.missing else ""
        if missing:
            self.lines.append("          # Put the missing pictures into this deck's folder, where the table says.")
        fit = "fit: contain" if not self.plan.prints and not pictures.drawn else ""
        condition = f"when: {scalar(field(pictures.path))}" if pictures.blanks else ""
        self.zone(pictures.zone, 10, condition, box, pictures.content, missing, fit)

    def stats(self) -> None:
        gap, many = 1.5, len(self.plan.stats)
        for n, stat in enumerate(self.plan.stats):
            each = min(22.0, (self.width - 2 * _EDGE - gap * (many - 1)) / many)
            left = f"{_EDGE + n * (each + gap):.2f}"
            box = f"box: {{left: {left}mm, width: {each:.2f}mm, bottom: {_EDGE}mm, height: 9.4mm}}"
            when = f"when: {scalar(stat.there)}" if stat.blanks else ""
            self.zone(f"{stat.zone}-box", 6, when, box, "fill: paper", "radius: 1.5mm", "zones:")
            box = "box: {left: 1mm, right: 1mm, top: 0.8mm, height: 5.2mm}"
            self.zone(stat.zone, 10, box, *self.text(stat, "number"))
            box, label = "box: {left: 1mm, right: 1mm, top: 5.9mm, height: 2.8mm}", scalar(literal(stat.label))
            self.zone(f"{stat.zone}-label", 10, box, f"text: {label}", "style: label", "min-size: 2pt")
