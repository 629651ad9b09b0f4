"""Checks of what a page's operators paint: fonts, pictures, colours, lines, ink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from carddesigner.core.units import MM, NEARLY_SAFE
from carddesigner.preflight.findings import Findings, Place
from carddesigner.preflight.geometry import Box, grown, holds
from carddesigner.preflight.ink import ink_shares, most_ink
from carddesigner.preflight.pages import Page
from carddesigner.preflight.painted import (
    Blends,
    Broken,
    Fades,
    Fill,
    Hits,
    Layer,
    Mark,
    Marks,
    Missing,
    Picture,
    Selected,
    Shade,
    Shown,
    ShownText,
    Stroke,
    Transfers,
)
from carddesigner.preflight.spaces import Colour, Space
from carddesigner.preflight.streams import Bounded
from carddesigner.targets.target import Target

OVER = 0.5
"""The rounding error, in percent of ink, allowed above a limit."""
SMALLEST_MM2 = 1.0
"""In square millimetres: too much ink on a smaller area is invisible."""
TRACE = 0.05
"""A share of an ink: with less of it, misregister is invisible."""
THIN, OUTLINE = 0.5, 20 * MM
"""In points: a path up to this width is a line, and one at least as large as the other is an outline."""
RICH_BELOW = 14.0
"""In points: text of black with other inks shows misregister below this size."""

OneMark = TypeVar("OneMark", bound=Mark)


class PageMarks:
    """A page with the marks on it, for checks."""

    def __init__(self, page: Page, marks: Marks, target: Target, findings: Findings) -> None:
        self.page, self.marks, self.target, self.findings = page, marks, target, findings

    def each(self, kind: type[OneMark]) -> Iterator[tuple[OneMark, Hits]]:
        """Yield all marks of a kind."""
        for mark, hits in self.marks.hits.items():
            if isinstance(mark, kind):
                yield mark, hits

    def places(self, hits: Hits) -> list[Place]:
        """The places of hits; the whole page if they aren't known."""
        return [self.page.place(b) for b in hits.boxes] or [Place(self.page.number)]

    def gathered(self, hits: Iterable[Hits]) -> tuple[list[Place], int]:
        """The places of several hits, and their total count."""
        listed = list(hits)
        return [p for h in listed for p in self.places(h)], sum(h.count for h in listed)


def _fonts(on: PageMarks) -> None:
    shown: dict[str, list[Hits]] = {}
    for text, hits in on.each(ShownText):
        font = text.font
        if font is None:
            continue
        if not font.embedded:
            shown.setdefault(font.name, []).append(hits)
        if not font.readable:
            on.findings.warn(
                "pdf-text-codes", f"text in {font.name} can't be searched or copied", on.places(hits), hits.count
            )
    for name, of_font in shown.items():
        on.findings.error("pdf-font", f"the font {name} is not embedded", *on.gathered(of_font))
    live = [hits for text, hits in on.each(ShownText) if not text.hidden] if on.target.outlined_text else []
    if live:
        message = f"there is text in fonts; {on.target.target} wants all letters as outlines"
        on.findings.error("pdf-live-text", message, *on.gathered(live))
    for selected, _ in on.each(Selected):
        font = selected.font
        if not font.embedded and font.name not in shown:
            message = f"the font {font.name} is chosen and not embedded, but shows no text"
            on.findings.warn("pdf-font", message, [Place(on.page.number)])


def _pictures(on: PageMarks) -> None:
    for shown, hits in on.each(Shown):
        picture, dpi = shown.picture, shown.dpi / on.page.unit
        one_bit = picture.bits == 1
        least = on.target.line_art_dpi if one_bit else on.target.dpi
        if dpi < least - 0.5:
            kind = "line art" if one_bit else "picture"
            size = f"{picture.width} × {picture.height} pixels"
            message = f"a {kind} of {size} is printed with {dpi:.0f} dpi; it needs {least:g}"
            on.findings.error("pdf-low-dpi", message, on.places(hits), hits.count)


def colours(marks: Marks) -> Iterator[tuple[Space, Hits]]:
    """Yield the colour spaces that something is painted in."""
    for mark, hits in marks.hits.items():
        if isinstance(mark, Fill | Stroke) or (isinstance(mark, ShownText) and not mark.hidden):
            yield mark.colour.space, hits
        elif isinstance(mark, Shown) and not mark.picture.mask:
            yield mark.picture.space, hits
        elif isinstance(mark, Shade):
            yield mark.space, hits


def _spaces(on: PageMarks) -> None:
    unwanted: dict[str, list[Hits]] = {}
    for space, hits in colours(on.marks):
        if _is_unwanted(space, on.target):
            unwanted.setdefault(space.name, []).append(hits)
    for name, of_space in unwanted.items():
        code = "pdf-rgb" if on.target.colour == "cmyk" or on.target.for_press else "pdf-cmyk"
        on.findings.error(code, f"something is painted in {name}", *on.gathered(of_space))


def _is_unwanted(space: Space, target: Target) -> bool:
    if target.colour == "cmyk":
        if target.standard == "pdfx1a" and space.mixes in ("gray", "cmyk") and not space.device and not space.indexed:
            return True  # PDF/X-1a allows no profile except the intent's
        return space.mixes in ("rgb", "lab")
    if target.colour == "rgb":
        return space.mixes in ("cmyk", "spot", "lab")
    return False


def _lines(on: PageMarks) -> None:
    thin: dict[float, list[Hits]] = {}
    least = on.target.thinnest_line
    for stroke, hits in on.each(Stroke):
        width = stroke.width * on.page.unit
        if width < least - 0.005 and not stroke.colour.is_white:
            thin.setdefault(round(width, 3), []).append(hits)
    for width, of_width in thin.items():
        wide = f"{width:g} pt wide" if width else "of no width, as thin as the machine can print"
        on.findings.error("pdf-thin-line", f"a line {wide}; it needs {least:g} pt", *on.gathered(of_width))


def _small_text(on: PageMarks) -> None:
    if not on.target.for_press:
        return
    rich: list[Hits] = []
    several: list[Hits] = []
    two: list[Hits] = []
    for text, hits in on.each(ShownText):
        plates = text.colour.plates
        if text.hidden or plates is None or text.colour.space.registers:
            continue
        size = text.size * on.page.unit
        inks = [p for p in plates.values() if p > TRACE]
        if plates.get("K", 0) > 0.5 and len(inks) > 1 and size < RICH_BELOW:
            rich.append(hits)
        elif size < on.target.small_text and len(inks) > 2:
            several.append(hits)
        elif size < on.target.small_text and len(inks) == 2:
            two.append(hits)
    code, below = "pdf-small-text", f"{on.target.small_text:g} pt"
    if rich:
        on.findings.error(code, f"text below {RICH_BELOW:g} pt is black with other inks", *on.gathered(rich))
    if several:
        on.findings.error(code, f"text below {below} is printed in three inks or more", *on.gathered(several))
    if two:
        on.findings.warn(code, f"text below {below} is printed in two inks", *on.gathered(two))


def _overprint(on: PageMarks) -> None:
    white: list[Hits] = []
    knocks: list[Hits] = []
    for mark, hits in on.marks.hits.items():
        if not isinstance(mark, Fill | Stroke | ShownText):
            continue
        if mark.overprints and mark.colour.space.mixes != "rgb" and mark.colour.is_white:
            white.append(hits)
        small = isinstance(mark, ShownText) and not mark.hidden and mark.size * on.page.unit < on.target.small_text
        if small and _is_plain_black(mark.colour) and not mark.overprints:
            knocks.append(hits)
    if white:
        on.findings.error("pdf-white-overprint", "white is set to overprint, so it vanishes", *on.gathered(white))
    if knocks and on.target.for_press:
        on.findings.warn("pdf-black-knocks-out", "small black text doesn't overprint", *on.gathered(knocks))


def _is_plain_black(colour: Colour) -> bool:
    plates = colour.plates
    return colour.space.mixes == "cmyk" and plates is not None and plates["K"] > 0.99 and sum(plates.values()) < 1.01


def _transparency(on: PageMarks) -> None:
    if on.target.transparency:
        return
    for fades, hits in on.each(Fades):
        on.findings.error("pdf-transparency", f"live transparency: {fades.what}", on.places(hits), hits.count)


def _resources(on: PageMarks) -> None:
    for missing, hits in on.each(Missing):
        message = f"the page uses {missing.kind} {missing.name!r}, which its resources lack"
        on.findings.error("pdf-missing-resource", message, [Place(on.page.number)], hits.count)
    for broken, hits in on.each(Broken):
        on.findings.error(
            "pdf-damaged", f"the page's operators hold {broken.what}", [Place(on.page.number)], hits.count
        )
    if on.target.standard is not None:
        for _, hits in on.each(Transfers):
            on.findings.error("pdf-standard", "there is a transfer curve", [Place(on.page.number)], hits.count)
    if on.target.standard == "pdfx1a":
        for layer, hits in on.each(Layer):
            on.findings.error("pdf-standard", f"there is a layer, {layer.name!r}", [Place(on.page.number)], hits.count)


def _die_lines(on: PageMarks) -> None:
    spots: dict[str, list[Hits]] = {}
    for mark, hits in on.marks.hits.items():
        if not isinstance(mark, Fill | Stroke | ShownText):
            continue
        space = mark.colour.space
        if space.registers and on.page.trim is not None:
            inside = [b for b in hits.boxes if holds(on.page.trim, b, 0.0)]
            if inside:
                message = "the colour of all plates is used inside the trim"
                on.findings.warn("pdf-registration", message, [on.page.place(b) for b in inside], len(inside))
        if space.technical:
            spots.setdefault(", ".join(space.inks), []).append(hits)
            if not mark.overprints:
                message = f"lines in {', '.join(space.inks)} don't overprint, so they are cut out of the art below"
                on.findings.warn("pdf-die-line", message, on.places(hits), hits.count)
    if not on.target.die_lines:
        for name, of_spot in spots.items():
            message = f"there are lines in {name}; {on.target.target} wants none"
            on.findings.error("pdf-die-line", message, *on.gathered(of_spot))
    if on.marks.cuts:
        crossed = [box for box, _ in on.marks.texts if any(_crosses(cut, box) for cut in on.marks.cuts[:200])]
        if crossed:
            message = "a line for cutting runs through text"
            on.findings.warn("pdf-cut-through", message, [on.page.place(b) for b in crossed[:8]], len(crossed))


def _crosses(cut: Box, box: Box) -> bool:
    """Whether a cut line, or a side of an outline, runs through a box. For small slanted paths only the bounding box is
    known, which isn't enough; they count as not crossing.
    """
    width, height = cut[2] - cut[0], cut[3] - cut[1]
    if min(width, height) >= THIN and min(width, height) < OUTLINE:
        return False
    inner = grown(box, -THIN)
    if cut[2] < inner[0] or cut[0] > inner[2] or cut[3] < inner[1] or cut[1] > inner[3]:
        return False
    return not holds(cut, inner, 0.0)


def _near_trim(on: PageMarks) -> None:
    trim, safe = on.page.trim or on.page.art, on.target.safe / on.page.unit
    if trim is None:
        return
    through: list[Box] = []
    near: list[Box] = []
    inside = grown(trim, -safe)
    for box, _ in on.marks.texts:
        if (
            holds(inside, box, NEARLY_SAFE / on.page.unit)
            or box[2] < trim[0]
            or box[0] > trim[2]
            or box[3] < trim[1]
            or box[1] > trim[3]
        ):
            continue
        (near if holds(trim, box, 0.0) else through).append(box)
    if through:
        places = [on.page.place(b) for b in through[:8]]
        on.findings.warn("pdf-cut-through", "the trim runs through text", places, len(through))
    if near and safe:
        wanted = f"{on.target.safe / MM:.4g} mm"
        places = [on.page.place(b) for b in near[:8]]
        on.findings.warn("pdf-near-trim", f"text lies nearer to the trim than {wanted}", places, len(near))


def _annotations(on: PageMarks) -> None:
    area = on.page.bleed or on.page.cut
    for kind, box in on.page.annotations:
        if kind == "TrapNet":
            continue
        inside = box is None or not (box[2] <= area[0] or box[0] >= area[2] or box[3] <= area[1] or box[1] >= area[3])
        place = [on.page.place(box)]
        if kind == "Widget":
            on.findings.add("pdf-form-fields", "a field to fill in", place, wrong=on.target.for_press)
        else:
            message = f"an annotation ({kind[:30]}), which is no part of the print"
            on.findings.add("pdf-annotation", message, place, wrong=inside and on.target.standard is not None)
    if on.page.acts:
        on.findings.add("pdf-actions", "the page acts by itself", [Place(on.page.number)], wrong=on.target.for_press)


CHECKS: tuple[Callable[[PageMarks], None], ...] = (
    _fonts,
    _pictures,
    _spaces,
    _lines,
    _small_text,
    _overprint,
    _transparency,
    _resources,
    _die_lines,
    _near_trim,
    _annotations,
)


class InkChecker:
    """Checks the ink of whole pages; counts a picture's pixels only once."""

    def __init__(self, bounded: Bounded, limit: float) -> None:
        self.bounded, self.limit = bounded, limit
        self._shares: dict[int, list[tuple[float, float]] | None] = {}
        self._pictures: list[Picture] = []

    def check(self, on: PageMarks) -> bool:
        """Report what exceeds the limit; return whether inks may add up to more than operators tell."""
        base: list[tuple[float, ...]] = []
        over = [0.0] * 4
        over_spots: dict[str, float] = {}
        blends = any(True for _ in on.each(Blends))
        for mark, hits in on.marks.hits.items():
            if isinstance(mark, Fill | Stroke | ShownText):
                ink = mark.colour.ink
                if ink is None or (isinstance(mark, ShownText) and mark.hidden):
                    continue
                plates = mark.colour.plates or {}
                if ink > self.limit + OVER:
                    message = f"{ink:.0f} % of ink ({mark.colour}); at most {self.limit:g} %"
                    on.findings.error("pdf-ink", message, on.places(hits), hits.count)
                if mark.overprints:
                    over = [max(o, plates.get(p, 0.0)) for o, p in zip(over, "CMYK", strict=True)]
                    over_spots.update({k: max(v, over_spots.get(k, 0)) for k, v in plates.items() if k not in "CMYK"})
                base.append(tuple(plates.get(p, 0.0) for p in "CMYK"))
            elif isinstance(mark, Shown) and mark.picture.space.mixes == "cmyk":
                most = self._picture(mark, hits, on)
                if most is not None:
                    base.append((most / 400,) * 4)
        if not base or (not blends and not any(over) and not over_spots):
            return False
        if blends:
            return True
        # If only overprinting adds inks up, no place has more of an ink than the most that is painted of it anywhere.
        most = max(sum(max(b, o) for b, o in zip(colour, over, strict=True)) for colour in base)
        pictures = any(isinstance(m, Shown) and m.picture.space.mixes == "cmyk" for m in on.marks.hits)
        if pictures:
            highest = max(100 * sum(colour) for colour in base)
            most = max(most, highest / 100 + sum(over))
        return 100 * (most + sum(over_spots.values())) > self.limit + OVER

    def _picture(self, shown: Shown, hits: Hits, on: PageMarks) -> float | None:
        key = id(shown.picture)
        if key not in self._shares:
            self._pictures.append(shown.picture)
            self._shares[key] = ink_shares(shown.picture, self.bounded)
        shares = self._shares[key]
        if shares is None:
            on.findings.warn(
                "pdf-ink-unjudged", "the ink of a CMYK picture could not be counted", on.places(hits), hits.count
            )
            return None
        area = shown.area * (on.page.unit / MM) ** 2
        most = most_ink(shares, area, SMALLEST_MM2)
        if most is not None and most > self.limit + 2:
            message = f"a picture with up to {most:.0f} % of ink; at most {self.limit:g} %"
            on.findings.error("pdf-ink", message, on.places(hits), hits.count)
        return most


def mixes_of(marks: Iterable[Marks]) -> frozenset[str]:
    """The kinds of colours on some pages: ``gray``, ``rgb``, ``cmyk``, ``spot`` …"""
    return frozenset(space.mixes for page in marks for space, _ in colours(page) if not space.technical)
