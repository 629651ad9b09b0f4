"""Compare backs with fronts: by the manifest, and by pictures of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import hypot, radians
from typing import TYPE_CHECKING, Protocol

from carddesigner.preflight.findings import Findings, Place
from carddesigner.preflight.geometry import Box
from carddesigner.preflight.manifest import BELOW_MM, Manifest, ManifestPage, Slot
from carddesigner.preflight.pages import Page
from carddesigner.preflight.pictured import Extent, PagePicture, measured

if TYPE_CHECKING:
    from PIL.Image import Image

OFF, ORDER = "pdf-backs-off", "pdf-backs-order"
COARSE_MM = 0.8
"""Two pixels of a coarse picture, in millimetres."""
LEAST_CARD_MM = 15
"""The least side of a card."""
ALIKE_MM = 0.3
"""The largest difference in length of both sides' art for it to belong to the same cards."""
FARTHEST_MM = 6.0
"""Two pages that are off by more aren't the two sides of a sheet."""


class Look(Protocol):
    """Renders pages."""

    def page(self, number: int) -> PagePicture | None:
        """Return a page's coarse picture."""

    def strip(self, number: int, across: bool, begin: float, end: float) -> Image | None:
        """Return a fine picture of the strip between two places across or down, in millimetres."""


def check_slots(manifest: Manifest, findings: Findings) -> None:
    """Check that each card's back lies behind its front, according to the manifest."""
    for front, back in manifest.sheets():
        across = manifest.flips_across(front)
        if across is None:
            continue
        behind = {s.card: s for s in back.slots}
        for slot in front.slots:
            wanted = _behind(slot, front, across)
            here = next((s for s in back.slots if _apart(s.box, wanted) <= BELOW_MM), None)
            place = Place(back.number, *(round(v, 1) for v in wanted))
            if here is not None and here.card != slot.card:
                message = f"behind {slot.piece!r} lies the back of another card, {here.piece!r}"
                findings.error(ORDER, message, [place])
            elif here is None and slot.card in behind:
                apart = _apart(behind[slot.card].box, wanted)
                findings.error(OFF, f"by the manifest, backs lie {apart:.2f} mm off their fronts", [place])


def _behind(slot: Slot, page: ManifestPage, across: bool) -> tuple[float, float, float, float]:
    """The place where the back of a card should lie."""
    x, y, width, height = slot.box
    if across:
        return page.paper_mm[0] - x - width, y, width, height
    return x, page.paper_mm[1] - y - height, width, height


def _apart(a: Sequence[float], b: Sequence[float]) -> float:
    return max(abs(p - q) for p, q in zip(a, b, strict=True))


def sides_of(pages: Sequence[Page], manifest: Manifest | None) -> Iterator[tuple[Page, Page, bool | None]]:
    """Yield pairs of pages that are front and back of a sheet, and whether the sheet is turned over about its vertical
    middle line; None if that isn't known.
    """
    if manifest is not None:
        by_number = {p.number: p for p in pages}
        for one, two in manifest.sheets():
            across = manifest.flips_across(one)
            if across is not None and one.number in by_number and two.number in by_number:
                yield by_number[one.number], by_number[two.number], across
    elif len(pages) % 2 == 0:
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            if _apart(front.mm_of(front.visible), back.mm_of(back.visible)) < 0.1:
                yield front, back, None


def check_boxes_of_sides(front: Page, back: Page, across: bool | None, findings: Findings) -> None:
    """Check that both sides are cut in the same place."""
    if front.trim is None or back.trim is None:
        return
    width, height = front.mm_of(front.visible)
    one, two = _extents(front), _extents(back)
    off = _off(one, two, (width, height), across, ALIKE_MM)
    if off is not None and BELOW_MM < max(map(abs, off)) <= FARTHEST_MM:
        findings.error(
            OFF, f"the TrimBox of the back lies {_offset_text(off)} off that of the front", [back.place(back.trim)]
        )


def _extents(page: Page) -> tuple[Extent, Extent]:
    x, y, width, height = page.seen(page.trim) or (0.0, 0.0, 0.0, 0.0)
    return Extent(x, x + width), Extent(y, y + height)


def art_off(front: Page, back: Page, across: bool | None, look: Look, *, proven: bool) -> tuple[float, float] | None:
    """The offset of a back's art to the right and down of where its front requires it, both as seen; None if there is
    none, or it can't be measured. If operators have *proven* that there is none, it is measured only if the coarse
    pictures show one.
    """
    one, two = look.page(front.number), look.page(back.number)
    if one is None or two is None:
        return None
    coarse = one.extents(), two.extents()
    paper = (one.width_mm, one.height_mm)
    off = _off(*coarse, paper, across, COARSE_MM)
    if off is None or (proven and max(map(abs, off)) <= COARSE_MM):
        return None
    fine = [
        [
            measured(partial(look.strip, number), extent, across=axis == 0) if extent is not None else None
            for axis, extent in enumerate(extents)
        ]
        for number, extents in zip((front.number, back.number), coarse, strict=True)
    ]
    off = _off(fine[0], fine[1], paper, across, ALIKE_MM)
    return off if off is not None and BELOW_MM < max(map(abs, off)) <= FARTHEST_MM else None


def set_alike(front: Page, back: Page, clips: tuple[Iterable[Box], Iterable[Box]], across: bool | None) -> bool:
    """Whether the clips of cards coincide on both sides, as a whole."""
    extents = []
    for page, boxes in zip((front, back), clips, strict=True):
        seen = [s for s in map(page.seen, boxes) if s is not None and s[2] > LEAST_CARD_MM and s[3] > LEAST_CARD_MM]
        if not seen:
            return False
        ends = [(min(s[i] for s in seen), max(s[i] + s[i + 2] for s in seen)) for i in (0, 1)]
        extents.append([Extent(*e) for e in ends])
    off = _off(extents[0], extents[1], front.mm_of(front.visible), across, ALIKE_MM)
    lengths = [abs(a.length - b.length) for a, b in zip(*extents, strict=True)]
    return off is not None and max(map(abs, off)) <= BELOW_MM / 2 and max(lengths) <= ALIKE_MM


def check_turns(back: Page, turns: tuple[Iterable[float], Iterable[float]], findings: Findings) -> None:
    """Report things on the back that are turned slightly, unless the same appear mirrored on the front."""
    mirrored = {round(-t, 2) for t in turns[0]}
    own = [t for t in turns[1] if round(t, 2) not in mirrored and round(t, 2)]
    if not own:
        return
    width, height = back.mm_of(back.cut)
    most = max(own, key=abs)
    corner = radians(abs(most)) * hypot(width, height) / 2
    if corner > BELOW_MM:
        message = f"backs are turned by {abs(most):.2f}°, which is {corner:.1f} mm at the corners of the sheet"
        findings.error(OFF, message, [back.place(back.cut)])


def report_art(back: Page, off: tuple[float, float], findings: Findings) -> None:
    """Report that the art of a back is offset."""
    findings.error(OFF, f"the art of backs lies {_offset_text(off)} off that of their fronts", [back.place(back.cut)])


def check_order(manifest: Manifest, wanted: str, findings: Findings) -> None:
    """Check that of each card's two pages the one that the printer wants first comes first."""
    first = wanted.partition("-")[0]
    for one, two in zip(manifest.pages[::2], manifest.pages[1::2], strict=False):
        if {one.side, two.side} == {"front", "back"} and one.side != first:
            findings.error(
                "pdf-page-order", f"the {one.side}'s page comes first; the {first}'s should", [Place(one.number)]
            )


def _off(
    front: Sequence[Extent | None],
    back: Sequence[Extent | None],
    paper: tuple[float, float],
    across: bool | None,
    alike: float,
) -> tuple[float, float] | None:
    """The offset of a back to the right and down of where it should be; 0 along an axis without clear edges, and None
    if neither has any.
    """
    ways = []
    for turned in (True, False) if across is None else (across,):
        off: list[float] = []
        measured = False
        for axis, (one, two) in enumerate(zip(front, back, strict=True)):
            if one is None or two is None or abs(one.length - two.length) > alike:
                off.append(0.0)
                continue
            measured = True
            mirrored = turned == (axis == 0)
            wanted = paper[axis] - one.centre if mirrored else one.centre
            off.append(two.centre - wanted)
        if measured:
            ways.append((off[0], off[1]))
    return min(ways, key=lambda o: max(map(abs, o))) if ways else None


def _offset_text(off: tuple[float, float]) -> str:
    """The offset in words, rounded to what can be measured, so that equal ones become one finding."""
    parts = []
    for value, directions in ((off[0], ("to the right", "to the left")), (off[1], ("down", "up"))):
        if abs(value) > BELOW_MM / 2:
            parts.append(f"{abs(value):.1f} mm {directions[value < 0]}")
    return " and ".join(parts) or f"{max(map(abs, off)):.2f} mm"
