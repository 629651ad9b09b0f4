"""A page of a sheet as an SVG file: the same parts in the same order as in the PDF."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from xml.sax.saxutils import escape

from carddesigner.core.color import Gray
from carddesigner.core.geometry import Path, Rect, rectangle
from carddesigner.core.items import GroupItem, PathItem, Picture
from carddesigner.core.units import MM
from carddesigner.draw.operators import number
from carddesigner.draw.svg import SvgPainter
from carddesigner.impose.marks.base import mark_items
from carddesigner.impose.sheet import Sheet, Slot, drawn_in_order, slot_matrix
from carddesigner.text.font_face import FontFace


def sheet_svg(
    sheet: Sheet,
    title: str,
    face_of: Callable[[str], FontFace],
    picture_of: Callable[[Picture], bytes],
    *,
    area: Rect | None = None,
) -> str:
    """A page in millimetres, all of its paper or an *area* of it in points. *face_of* returns a font by its key,
    *picture_of* the bytes of a picture.
    """
    painter = SvgPainter(face_of, picture_of)
    area = area or sheet.paper.area
    slot = partial(_slot, painter)
    body = "".join(drawn_in_order(sheet, painter.items, slot, lambda marks: painter.items(mark_items(marks))))
    if sheet.straighten is not None:
        a, b, c, d, x, y = sheet.straighten
        body = f'<g transform="matrix({" ".join(f"{v:.7g}" for v in (a, b, c, d, x, y))})">{body}</g>'
    paper = painter.items((PathItem(rectangle(sheet.paper.area), Gray(1.0)),))
    size = f'width="{number(area.width / MM)}mm" height="{number(area.height / MM)}mm"'
    view = " ".join(map(number, area))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" stroke-miterlimit="10">\n'
        f"<title>{escape(title)}</title>\n<defs>\n{painter.definitions()}</defs>\n{paper}{body}</svg>\n"
    )


def _slot(painter: SvgPainter, slot: Slot) -> str:
    clip: Path = slot.shape or rectangle(slot.clip)
    items = tuple(item for zone in slot.face.zones for item in zone.items)
    return painter.items((GroupItem((GroupItem(items, slot_matrix(slot)),), clip=clip),))
