"""How a deck is exported, checked once for the command line and for Python."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.report import did_you_mean
from carddesigner.export import EXPORTERS
from carddesigner.template.expressions import Expression

MIN_DPI, MAX_DPI = 36, 1200


class ExportOptions(Struct, frozen=True):
    """What is exported, and how. Raises OptionError where that is impossible.

    ``to`` names an exporter. ``dpi``, ``bleed``, ``cut`` (what lies outside the pieces' outlines is transparent), ``side``
    (front or back, None for both) and ``layout`` (pieces or sheets) are those of pictures.
    """

    to: str
    output: Path = Path("output")
    select: Expression | None = None
    dpi: int = 300
    bleed: bool = False
    cut: bool = False
    side: str | None = None
    layout: str = "pieces"

    def __post_init__(self) -> None:
        if self.to not in EXPORTERS:
            near = did_you_mean(self.to, EXPORTERS) or f"; there are {', '.join(EXPORTERS)}"
            raise OptionError(WrongOption("to", f"there is no exporter {self.to!r}{near}"))
        for name, values in (("side", (None, "front", "back")), ("layout", ("pieces", "sheets"))):
            if getattr(self, name) not in values:
                wanted = ", ".join(repr(v) for v in values if v is not None)
                raise OptionError(WrongOption(name, f"{getattr(self, name)!r} is not one of {wanted}"))
        if not MIN_DPI <= self.dpi <= MAX_DPI:
            raise OptionError(WrongOption("dpi", f"{self.dpi} is not between {MIN_DPI} and {MAX_DPI}"))
        exporter = EXPORTERS[self.to]
        for name, plain in (("dpi", 300), ("bleed", False), ("cut", False), ("side", None), ("layout", "pieces")):
            if getattr(self, name) != plain and name not in exporter.takes:
                raise OptionError(
                    WrongOption(name, f"{self.to} has no pictures; {{{name}}} goes with one that has, such as png")
                )
        if self.cut and self.bleed:
            raise OptionError(
                WrongOption("cut", "a picture ends at the outline or has its bleed; leave out {cut} or {bleed}")
            )
        if self.layout == "sheets" and (self.cut or self.bleed):
            name = "cut" if self.cut else "bleed"
            raise OptionError(WrongOption(name, f"it is of single pieces; leave out {{{name}}} or {{layout=sheets}}"))
