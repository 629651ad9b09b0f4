"""All exporters: one file for each, listed in the table ``EXPORTERS``."""

from __future__ import annotations

from carddesigner.export.base import Exporter
from carddesigner.export.contact_sheet import CONTACT_SHEET
from carddesigner.export.cut_dxf import CUT_DXF
from carddesigner.export.cut_svg import CUT_SVG
from carddesigner.export.gallery import GALLERY
from carddesigner.export.json import JSON
from carddesigner.export.png import PNG
from carddesigner.export.service import service
from carddesigner.export.svg import SVG
from carddesigner.export.tabletop_simulator import TABLETOP_SIMULATOR
from carddesigner.targets.names import SERVICES

EXPORTERS: dict[str, Exporter] = {
    "png": PNG,
    "svg": SVG,
    "json": JSON,
    "contact-sheet": CONTACT_SHEET,
    "gallery": GALLERY,
    "tabletop-simulator": TABLETOP_SIMULATOR,
    "cut-svg": CUT_SVG,
    "cut-dxf": CUT_DXF,
    **{name: service(name) for name in SERVICES},
}
