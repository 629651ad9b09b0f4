"""The targets that files are made or checked for: standards, services and print houses."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import BeforeValidator, Field, WithJsonSchema

from carddesigner.contents.base import Length, Model, Read, refusal
from carddesigner.core.report import DeckError, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.deck.problems import validated
from carddesigner.schema.stock import SIZES, Size
from carddesigner.source.files import FileProblem, display_path, near_file, read_text
from carddesigner.source.yaml import load_yaml, plain
from carddesigner.targets.names import NAMES, files, is_path

CLOSE = 0.3 * MM
"""The greatest difference between a size and that of a product, in points."""

Standard = Literal["pdfx4", "pdfx1a"]
_UNITS = {"kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000}


def _percent(value: Any) -> float:
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%\s*", value) if isinstance(value, str) else None
    if match is not None and 0 < float(match[1]) <= 400:
        return float(match[1])
    raise refusal("wrong-value", f"{value!r} is no amount of ink; write one such as 300%, at most 400%")


def _bytes(value: Any) -> int:
    match = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,3})?)\s*([kmg]b)\s*", value.lower()) if isinstance(value, str) else None
    if match is not None and float(match[1]) > 0:
        return int(float(match[1]) * _UNITS[match[2]])
    raise refusal("wrong-value", f"{value!r} is no size of a file; write one such as 100MB")


Percent = Annotated[float, Read(_percent), WithJsonSchema({"type": "string", "examples": ["300%"]})]
Bytes = Annotated[int, Read(_bytes), WithJsonSchema({"type": "string", "examples": ["100MB"]})]


def _sizes(value: Any) -> Any:
    """Return a list of sizes; a single size is a list of one."""
    one = isinstance(value, str) or (
        isinstance(value, (list, tuple))
        and value
        and not isinstance(value[0], (list, tuple))
        and str(value[0]) not in SIZES
    )
    return [value] if one else value


class Product(Struct, frozen=True):
    """A size that a target makes, in points, and the target's name for it, which may be empty."""

    name: str
    width: float
    height: float

    @property
    def millimetres(self) -> str:
        """The size in millimetres, for messages."""
        return f"{self.width / MM:.5g} × {self.height / MM:.5g} mm"

    def is_of(self, width: float, height: float) -> bool:
        """Return whether a size, unturned, is that of the product."""
        return abs(width - self.width) < CLOSE and abs(height - self.height) < CLOSE


class Target(Model):
    """What a printer or a service requires of a file."""

    target: str = Field(min_length=1, max_length=80)
    """Its name."""
    source: str = Field(default="", max_length=400)
    """Where the facts come from."""
    checked: str = Field(default="", max_length=40)
    """When the facts were looked up."""
    takes: Literal["pdf", "pictures"] = "pdf"
    """Whether it takes PDFs, or only pictures of single faces; a PDF is then checked as the source of such pictures."""
    copies: Literal["each", "once"] | None = None
    """Whether each copy of a card has its own pages or picture, or each card has them once, with its number of copies
    in the order. The default is each copy for PDFs and once for pictures.
    """
    colour: Literal["any", "rgb", "cmyk"] = "any"
    """The colours it prints: with ``cmyk`` RGB is an error, with ``rgb`` CMYK."""
    standard: Standard | None = None
    """The standard that a file must meet."""
    bleed: Annotated[Length, Field(ge=0)] = 0.0
    """How far art must extend beyond the trim."""
    safe: Annotated[Length, Field(ge=0)] = 0.0
    """How far text must stay inside the trim."""
    trim: Annotated[tuple[Size, ...], BeforeValidator(_sizes)] = ()
    """The trim sizes that it makes; by default any."""
    products: dict[Annotated[str, Field(min_length=1, max_length=60)], Size] = Field(default_factory=dict)
    """The trim sizes that it makes, by its names for them."""
    max_ink: Percent | None = None
    """The most ink of all plates together."""
    dpi: float = Field(default=300, gt=0, le=5000)
    """The least resolution of pictures, in pixels per inch."""
    line_art_dpi: float = Field(default=600, gt=0, le=5000)
    """The least resolution of pictures that are black and white without greys."""
    thinnest_line: Annotated[Length, Field(ge=0)] = 0.25
    """The thinnest line that prints."""
    small_text: Annotated[Length, Field(ge=0)] = 9.0
    """Text below this size may have at most two inks."""
    transparency: bool = True
    """Whether a file may contain live transparency."""
    outlined_text: bool = False
    """Whether letters must be outlines."""
    die_lines: bool = True
    """Whether a file may contain die lines."""
    page_order: Literal["any", "front-back", "back-front"] = "any"
    """Which of the two pages of a card comes first."""
    max_pages: int | None = Field(default=None, gt=0)
    """The most pages of a file."""
    max_file_size: Bytes | None = None
    """The greatest size of a file."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse inks for pictures: PNG can't store them."""
        if self.takes == "pictures" and (self.colour == "cmyk" or self.standard is not None):
            key = "colour" if self.colour == "cmyk" else "standard"
            raise refusal(
                "wrong-value", "pictures of faces are PNGs in RGB; who wants inks takes PDFs: `takes: pdf`", key
            )

    @property
    def for_press(self) -> bool:
        """Whether it prints with the inks of a press."""
        return self.colour == "cmyk" or self.standard is not None

    @property
    def sizes(self) -> tuple[Product, ...]:
        """All sizes that it makes; empty if it makes any size."""
        return (*(Product(name, *size) for name, size in self.products.items()), *(Product("", *s) for s in self.trim))

    @property
    def each_copy(self) -> bool:
        """Whether each copy of a card has its own pages or picture."""
        return self.copies == "each" if self.copies is not None else self.takes == "pdf"

    def product_of(self, width: float, height: float) -> tuple[Product, bool] | None:
        """Return the product of a size, and whether the size is turned; None if no product has the size."""
        for turned, (w, h) in ((False, (width, height)), (True, (height, width))):
            product = next((p for p in self.sizes if p.is_of(w, h)), None)
            if product is not None:
                return product, turned
        return None

    @property
    def most_bleed(self) -> float:
        """The bleed that a card of one of the sizes needs at most, in points; 0 if no bleed is given."""
        return self.bleed + CLOSE / 2 if "bleed" in self.model_fields_set else 0.0

    def nearest(self, width: float, height: float) -> Product:
        """Return the product whose size is nearest."""
        low, high = sorted((width, height))
        return min(self.sizes, key=lambda product: _distance(product, low, high))


def _distance(product: Product, low: float, high: float) -> float:
    """Return the greater of the differences between a product's sides and a shorter and a longer side."""
    shorter, longer = sorted((product.width, product.height))
    return max(abs(shorter - low), abs(longer - high))


@cache
def shipped_target(name: str) -> Target:
    """Return a shipped target, which is known to be valid."""
    return _read(files()[name])


def target_of(name: str, option: str = "--for") -> Target:
    """Return a target by its name or its file. Raises DeckError if there is none or it is wrong, with the place."""
    if name in files():
        return shipped_target(name)
    if is_path(name):
        path = Path(name)
        if not path.exists():
            hint = "a file of your print house has a line `target:` with its name"
            Report().fail("missing-file", f"{display_path(path)}: there is no such file{near_file(path)}", hint=hint)
        return _read(path)
    listed = ", ".join(NAMES)
    hint = f"there are {listed}; of your own print house write a file, such as {option} ./house.yaml"
    Report().fail("unknown-target", f"there is no target {name!r}{did_you_mean(name, NAMES)}", hint=hint)


def _read(path: Path) -> Target:
    report = Report()
    try:
        root = load_yaml(path, read_text(path), report)
    except FileProblem as problem:
        report.refuse(problem, Span(display_path(path)))
    if root is None:
        raise DeckError(report)
    if not isinstance(root.value, dict):
        report.fail("wrong-type", "a print house is a mapping with `target:`, its name", root.span)
    target = validated(Target, plain(root), root, report)
    if target is None:
        raise DeckError(report)
    return target
