"""A plan to a template: a coloured card with its title on top, a paper panel for all that is read, and numbers at the foot."""

from __future__ import annotations

from math import ceil

from msgspec import Struct

from carddesigner.editors import modeline
from carddesigner.starter.plan import SIZES, Colours, Pictures, PlannedColumn, TemplatePlan, ems, height_of, size_of
from carddesigner.starter.spelling import comment, field, quoted, scalar
from carddesigner.text.rich import literal

_EDGE = 3.5
"""Millimetres between the trim and the panel: all that is read lies in the safe area."""

_STYLES = """\
styles:
  title: {font: display, bold: true, size: 14pt, color: paper, valign: middle, line-height: 1.05}
  kind: {bold: true, size: 7.5pt, valign: middle}
  corner: {font: display, bold: true, size: 15pt, align: center, valign: middle}
  text: {color: ink, line-height: 1.18, paragraph-gap: 0.4}
  flavour: {italic: true, color: pale-ink, line-height: 1.15, valign: bottom}
  number: {font: display, bold: true, size: 14pt, color: ink, align: center, valign: middle}
  label: {size: 6pt, color: pale-ink, align: center, valign: middle}
"""

_DETAIL = """\
parts:
  # A line of the table on the card.
  detail:
    params: {name: "", value: ""}
    zones:
      line: {box: {bottom: 0mm, height: 0.15mm}, fill: hairline}
      name: {box: {left: 0mm, width: NAME%}, text: "{{ name | plain }}", size: SIZE, min-size: LEAST, color: pale-ink, valign: middle}
      value: {box: {left: VALUE%, right: 0mm}, text: "{{ value | plain }}", size: SIZE, min-size: LEAST, color: ink, valign: middle}
"""

_PLACEHOLDER = """\
          # Drawn where a picture is missing.
          placeholder:
            box: {left: 0mm, right: 0mm, top: TOP, height: HEIGHT}
            fill: hairline
            zones:
              sun: {box: {left: 68%, width: 4mm, top: 22%, height: 4mm}, shape: ellipse, fill: paper}
              hills: {path: "M0 100 L0 78 L28 40 L50 72 L66 52 L100 88 L100 100 Z", fill: shade}
"""

_BACK = """\
  back:
    zones:
      ground: {in: bleed, fill: ground}
"""

_PATTERN = """\
      pattern:
        box: {left: -4.53mm, right: -4.53mm, top: -4.94mm, bottom: -4.94mm}
        grid:
          each: 80
          columns: 8
          zones:
            diamond: {box: {left: 30%, right: 30%, top: 30%, bottom: 30%}, shape: diamond, fill: "#ffffff", opacity: 0.14}
      plate: {box: {left: 9mm, right: 9mm, top: 36%, bottom: 36%}, fill: ground, stroke: {color: paper, width: 0.8pt}, radius: 3mm}
      title:
        box: {left: 12mm, right: 12mm, top: 38%, bottom: 38%}
        text: "{{ deck.title | plain }}"
        style: title
        size: 16pt
        min-size: 3pt
        align: center
"""


class _TemplateLines(Struct):
    """The lines written so far."""

    lines: list[str]

    def zone(self, name: str, indent: int, *settings: str) -> None:
        self.lines.append(f"{' ' * indent}{scalar(name)}:")
        self.lines += [f"{' ' * (indent + 2)}{s}" for s in settings if s]


def names_of_palette(plan: TemplatePlan) -> dict[str, str]:
    """The template's own colours by what they are for: another name where the deck's palette has it already."""
    taken = plan.taken | (plan.colours.palette.keys() if plan.colours is not None else set())
    own = {"ground": "#2f4858", "paper": "#fbf8f1", "ink": "#22201d", "pale-ink": "#5f594f"}
    own |= {"hairline": "#d9d1c2", "shade": "#b9b0a0"}
    return {(f"{k}-of-card" if k in taken else k): v for k, v in own.items()}


def sketch(plan: TemplatePlan, name: str) -> str:
    """The template's file."""
    text = modeline("template") + "\n".join(_template(plan, name)) + "\n"
    for own in names_of_palette(plan):
        if own.endswith("-of-card"):
            short = own.removesuffix("-of-card")
            text = text.replace(f": {short},", f": {own},").replace(f": {short}}}", f": {own}}}")
            text = text.replace(f": {short}\n", f": {own}\n").replace(f"'{short}'", f"'{own}'")
    return text


def _template(plan: TemplatePlan, name: str) -> list[str]:
    width, height = SIZES[plan.stock]
    fallback = "".join(f", {f}" for f in plan.fallback)
    only = f", fallback: [{fallback[2:]}]" if fallback else ""
    out = _TemplateLines(["# How the cards look; made by `carddesigner new`, yours to change."])
    out.lines += [
        "# Boxes are in millimetres inside the zone around them, or inside the trimmed card.",
        f"template: {name}",
        "",
        "fonts:",
        f"  text: {{family: Alegreya Sans{only}}}",
        f"  display: {{family: League Spartan, fallback: [Alegreya Sans{fallback}]}}",
        "",
        "palette:",
        *(f"  {k}: {scalar(v)}" for k, v in names_of_palette(plan).items()),
        "",
        *_STYLES.rstrip().split("\n"),
        "",
    ]
    if plan.details:
        size, share = _detail_type(plan, width, height)
        least = min([plan.smallest, size, *(p.smallest or 9 for p in plan.details)])
        part = _DETAIL.replace("SIZE", f"{size:g}pt").replace("LEAST", f"{least:g}pt")
        part = part.replace("NAME", f"{share:.0f}").replace("VALUE", f"{share + 3:.0f}")
        out.lines += [*part.rstrip().split("\n"), ""]
    out.lines += ["faces:", "  card:", "    zones:"]
    _front(out, plan, width, height)
    out.lines += ["", *_BACK.rstrip().split("\n")]
    if plan.back is None:
        out.lines += _PATTERN.rstrip().split("\n")
    else:
        _written_back(out, plan.back, plan, width, height)
    return out.lines


def _alone_in_panel(plan: TemplatePlan) -> bool:
    """Whether the lines of the table are all that is read in the panel."""
    return not plan.texts and plan.flavour is None and plan.picture is None


def _detail_rows(plan: TemplatePlan) -> tuple[int, int]:
    """Columns and rows of the table on the card."""
    columns = 2 if len(plan.details) > 5 else 1
    return columns, ceil(len(plan.details) / columns)


def _detail_type(plan: TemplatePlan, width: float, height: float) -> tuple[float, float]:
    """The size in points of the table's lines, at which all names and most values stand whole, and the names' share in %."""
    columns, rows = _detail_rows(plan)
    room = (width - 2 * _EDGE - 6) * (1 if columns == 1 else 0.48) * 72 / 25.4
    name = max(ems(p.label) for p in plan.details)
    each = [sorted(ems(t) for t in p.shown if t) or [0.0] for p in plan.details]
    value = max(v[int((len(v) - 1) * 0.75)] for v in each)
    most = min(13.0, 8.5 + 9.0 / rows) if _alone_in_panel(plan) else 7.0 if rows < 5 else 6.0
    wanted = 1.12 * (name + max(1.5, min(value, 12.0)))
    size = max(5.5, min(most, int(2 * room * 0.97 / wanted) / 2))
    least = 38.0 if columns == 1 else 22.0
    return size, min(60.0, max(least, 112 * name * size / room))


def _fill(colours: Colours | None) -> str:
    if colours is None:
        return "ground"
    value = field(colours.path)
    return scalar(f"{{{{ {value} or 'ground' }}}}" if colours.blanks else f"{{{{ {value} }}}}")


def _front(out: _TemplateLines, plan: TemplatePlan, width: float, height: float) -> None:
    fill = _fill(plan.colours)
    out.zone("ground", 6, "in: bleed", f"fill: {fill}")
    cells = plan.colours is not None and not plan.colours.palette
    if not plan.prints and plan.picture is not None and _fills(plan.picture, width / height):
        out.zone(plan.picture.zone, 6, "in: bleed", plan.picture.content)
        return
    bare = not (plan.texts or plan.details or plan.picture or plan.flavour or plan.stats)
    if bare and plan.title is not None:
        _alone(out, plan, width, height, fill, cells)
        return
    head = bool(plan.title or plan.corner)
    top = _EDGE + (11.5 if head else 0)
    bottom = _EDGE + (11.0 if plan.stats else 0)
    out.zone("panel", 6, f"box: {{left: {_EDGE}mm, right: {_EDGE}mm, top: {top}mm, bottom: {bottom}mm}}", "fill: paper",
             "radius: 2mm", "clip: true", "zones:")  # fmt: skip
    _panel(out, plan, width - 2 * _EDGE, height - top - bottom, fill, cells)
    if plan.title is not None:
        left, right = _EDGE + 1, _EDGE + (12 if plan.corner else 1)
        lines = _text(plan.title, plan, "title", size=_title_size(plan.title, width - left - right))
        box = f"box: {{left: {left}mm, right: {right}mm, top: {_EDGE}mm, height: 10mm}}"
        out.zone(
            plan.title.zone,
            6,
            box,
            *lines,
            *(["fill: paper", "radius: 2mm", "color: ink", "align: center"] if cells else []),
        )
    if plan.corner is not None:
        place = f"box: {{right: {_EDGE}mm, width: 10.4mm, top: {_EDGE - 0.2:g}mm, height: 10.4mm}}"
        when = [f"when: {_condition(plan.corner)}"] if plan.corner.blanks else []
        out.zone("disc", 6, *when, place, "shape: ellipse", "fill: paper")
        inner = f"box: {{right: {_EDGE + 1.2:g}mm, width: 8mm, top: {_EDGE + 1:g}mm, height: 8mm}}"
        out.zone(plan.corner.zone, 6, inner, *_text(plan.corner, plan, "corner"), f"color: {'ink' if cells else fill}")
    _stats(out, plan, width)


def _title_size(title: PlannedColumn, width: float) -> float:
    return size_of(title.shown, 9.5, width, most=14, least=8)


def _written_back(out: _TemplateLines, text: PlannedColumn, plan: TemplatePlan, width: float, height: float) -> None:
    """A back with a text of the card's own."""
    edges = f"left: {_EDGE}mm, right: {_EDGE}mm, top: {_EDGE}mm, bottom: {_EDGE}mm"
    out.zone("panel", 6, f"box: {{{edges}}}", "fill: paper", "radius: 2mm", "clip: true", "zones:")
    size = size_of(text.shown, (height - 20) * 0.9, width - 2 * _EDGE - 8, most=18, least=max(6.0, plan.smallest))
    middle = "align: center" if max(map(len, text.shown), default=0) <= 200 else ""
    out.zone(text.zone, 10, "box: {left: 4mm, right: 4mm, top: 4mm, bottom: 4mm}", *_text(text, plan, "text", size=size),
             "valign: middle", middle)  # fmt: skip


def _alone(out: _TemplateLines, plan: TemplatePlan, width: float, height: float, fill: str, cells: bool) -> None:
    """A card with a title and little else: the title stands large in its middle."""
    assert plan.title is not None
    out.zone(
        "panel", 6, "in: safe", "box: {left: 2mm, right: 2mm, top: 2mm, bottom: 2mm}", "fill: paper", "radius: 2.5mm"
    )
    size = size_of(plan.title.shown, height * 0.5, width - 20, most=30, least=9)
    # The longest word of most titles stands whole; longer ones shrink.
    words = sorted(max((ems(w) for w in t.split()), default=0.0) for t in plan.title.shown if t)
    longest = words[int((len(words) - 1) * 0.75)] if words else 1.0
    size = max(9.0, min(size, 2 * int((width - 20) / 25.4 * 72 / max(longest * 1.25, 1) / 2)))
    out.zone(plan.title.zone, 6, f"box: {{left: 10mm, right: 10mm, top: {18 if plan.kinds or plan.corner else 10}mm, bottom: 18mm}}",
             *_text(plan.title, plan, "title", size=size), f"color: {'ink' if cells else fill}", "align: center")  # fmt: skip
    for n, kind in enumerate(plan.kinds):
        place = "top: 9mm" if n == 0 else "bottom: 9mm"
        out.zone(
            kind.zone,
            6,
            f"box: {{left: 10mm, right: 10mm, {place}, height: 5mm}}",
            *_text(kind, plan, "kind"),
            "align: center",
        )
    if plan.corner is not None:
        place = "box: {right: 8mm, width: 9mm, top: 8mm, height: 9mm}"
        out.zone(plan.corner.zone, 6, place, *_text(plan.corner, plan, "corner"), f"color: {'ink' if cells else fill}")


def _panel(out: _TemplateLines, plan: TemplatePlan, width: float, height: float, fill: str, cells: bool) -> None:
    inner = width - 6
    rows = _detail_rows(plan)[1] if plan.details else 0
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
        needed = sum(height_of(max(p.shown, key=ems, default=""), 7.5, inner) + 1.5 for p in wordy)
        least = 18.0 if wordy or rows else height
        picture = (
            max(least, min(width * 0.9, height - kind_room - table - 4 - needed))
            if wordy or rows
            else height - kind_room - 2
        )
        picture = min(picture, height * 0.62) if wordy or rows else picture if plan.kinds else height
        _picture(out, plan, picture)
        y = picture
    if plan.kinds:
        out.zone(
            "line",
            10,
            f"box: {{left: 3mm, right: 3mm, top: {y + 5.2:.1f}mm, height: 0.25mm}}",
            f"fill: {'shade' if cells else fill}",
        )
        for n, kind in enumerate(plan.kinds):
            two = len(plan.kinds) > 1
            sides = (
                "left: 3mm, right: 3mm" if not two else "left: 3mm, right: 40%" if n == 0 else "left: 61%, right: 3mm"
            )
            color = "ink" if cells or n else fill
            lines = _text(kind, plan, "kind")
            out.zone(kind.zone, 10, f"box: {{{sides}, top: {y + 1.2:.1f}mm, height: 3.6mm}}", *lines, f"color: {color}",
                     "align: end" if n else "")  # fmt: skip
    y += kind_room + (1.8 if plan.kinds else 1.2)
    if rows:
        low = y + (low - y - table) / 2 if _alone_in_panel(plan) else low - table
        _details(out, plan, low, row)
        low -= 1.2
    room = max(low - y, 2.0)
    if plan.flavour is not None:
        share = height_of(max(plan.flavour.shown, key=ems, default=""), 6.8, inner) + 1
        tall = min(share, room * (0.35 if plan.texts else 1.0), 24.0)
        size = size_of(plan.flavour.shown, tall, inner, most=8, least=5.5)
        out.zone(plan.flavour.zone, 10, f"box: {{left: 3mm, right: 3mm, top: {low - tall:.1f}mm, height: {tall:.1f}mm}}",
                 *_text(plan.flavour, plan, "flavour", size=size))  # fmt: skip
        room -= tall + 1
    _texts(out, plan, y, max(room, 2.0), inner)


def _texts(out: _TemplateLines, plan: TemplatePlan, y: float, room: float, width: float) -> None:
    """The texts share the room by what the longest of each needs."""
    if not plan.texts:
        return
    label_room = 0.0 if len(plan.texts) == 1 else 3.0
    needs = [max(4.0, height_of(max(p.shown, key=ems, default=""), 7, width)) + label_room for p in plan.texts]
    gaps = 1.0 * (len(needs) - 1)
    lone = len(plan.texts) == 1
    talls = [(room - gaps) * need / sum(needs) for need in needs]
    most = 14 if lone and not plan.picture else 11
    least = max(6.0, plan.smallest)
    each = [
        size_of(p.shown, (t - label_room) * 0.97, width, most=most, least=least)
        for p, t in zip(plan.texts, talls, strict=True)
    ]
    size = min(each)
    middle = ["valign: middle"] if lone and plan.picture is None else []
    if middle and max(map(len, plan.texts[0].shown)) <= 90:
        middle.append("align: center")
    for text, tall in zip(plan.texts, talls, strict=True):
        label = None if lone else text.label
        out.zone(text.zone, 10, f"box: {{left: 3mm, right: 3mm, top: {y:.1f}mm, height: {tall:.1f}mm}}",
                 *_text(text, plan, "text", size=size, label=label), *middle)  # fmt: skip
        y += tall + 1.0


def _details(out: _TemplateLines, plan: TemplatePlan, top: float, row: float) -> None:
    columns, rows = _detail_rows(plan)
    out.lines.append(
        f"          details:\n            box: {{left: 3mm, right: 3mm, top: {top:.1f}mm, height: {row * rows:.1f}mm}}"
    )
    out.lines.append("            zones:")
    for n, p in enumerate(plan.details):
        sides = "" if columns == 1 else "left: 0mm, width: 48%, " if n < rows else "right: 0mm, width: 48%, "
        value = p.text.replace(" | plain }}", " }}", 1)
        params = f"params: {{name: {scalar(p.label)}, value: {scalar(value)}}}"
        out.zone(
            p.zone, 14, f"box: {{{sides}top: {row * (n % rows):.2f}mm, height: {row:.2f}mm}}", "part: detail", params
        )


def _fills(pictures: Pictures, shape: float) -> bool:
    """Whether pictures are made to cover a card of this shape: all there, and as wide by height."""
    whole = not pictures.missing and not pictures.blanks
    return whole and all(0.8 <= s / shape <= 1.25 for s in pictures.shapes)


def _picture(out: _TemplateLines, plan: TemplatePlan, height: float) -> None:
    pictures = plan.picture
    assert pictures is not None
    if pictures.missing or pictures.blanks:
        out.lines += _PLACEHOLDER.replace("TOP", "0mm").replace("HEIGHT", f"{height:.1f}mm").rstrip().split("\n")
    box = f"box: {{left: 0mm, right: 0mm, top: 0mm, height: {height:.1f}mm}}"
    if not pictures.found:
        out.lines += [
            "          # Put the pictures into this deck's folder, where the table says, and take away the # of these lines.",
            f"          # {scalar(pictures.zone)}:",
            f"          #   {box}",
            f"          #   {pictures.content}",
        ]
        return
    when = []
    if pictures.blanks:
        when.append(field(pictures.path))
    if pictures.missing:
        out.lines.append("          # Take a picture's name out of `when` once its file is there.")
        when.append(f"{field(pictures.path)} not in [{', '.join(map(quoted, pictures.missing))}]")
    fit = "fit: contain" if not plan.prints and not pictures.drawn else ""
    out.zone(pictures.zone, 10, f"when: {scalar(' and '.join(when))}" if when else "", box, pictures.content, fit)


def _stats(out: _TemplateLines, plan: TemplatePlan, width: float) -> None:
    if not plan.stats:
        return
    gap = 1.5
    each = min(22.0, (width - 2 * _EDGE - gap * (len(plan.stats) - 1)) / len(plan.stats))
    for n, stat in enumerate(plan.stats):
        out.zone(f"{stat.zone}-box", 6, *([f"when: {_condition(stat)}"] if stat.blanks else []),
                 f"box: {{left: {_EDGE + n * (each + gap):.2f}mm, width: {each:.2f}mm, bottom: {_EDGE}mm, height: 9.4mm}}",
                 "fill: paper", "radius: 1.5mm", "zones:")  # fmt: skip
        out.zone(stat.zone, 10, "box: {left: 1mm, right: 1mm, top: 0.8mm, height: 5.2mm}", *_text(stat, plan, "number"))
        out.zone(f"{stat.zone}-label", 10, "box: {left: 1mm, right: 1mm, top: 5.9mm, height: 2.8mm}",
                 f"text: {scalar(literal(stat.label))}", "style: label", "min-size: 2pt")  # fmt: skip


def _condition(p: PlannedColumn) -> str:
    return scalar(p.there)


_LEAST = {"title": 7.0, "kind": 5.0, "corner": 6.0, "number": 6.0}


def _text(
    p: PlannedColumn, plan: TemplatePlan, style: str, *, size: float | None = None, label: str | None = None
) -> list[str]:
    """A text's settings: its content, its style, the sizes it may have."""
    message = p.text if label is None else f"**{literal(label)}**\n{p.text}"
    least = p.smallest or _LEAST.get(style, plan.smallest)
    biggest = size if size is not None else {"kind": 7.5, "corner": 15.0, "number": 14.0}.get(style, 9.0)
    biggest = max(biggest, least)
    when = [f"when: {_condition(p)}"] if label is not None and p.blanks else []
    sized = [f"size: {biggest:g}pt"] if size is not None else []
    note = f"  # {comment(p.label)}" if p.zone.casefold() != p.label.casefold() and p.label.isascii() else ""
    return [*when, f"text: {scalar(message)}{note}", f"style: {style}", *sized, f"min-size: {least:g}pt"]
