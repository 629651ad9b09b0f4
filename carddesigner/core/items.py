"""The drawing vocabulary: everything laid out ends as these values, and the painter knows nothing else.

Points, y down, origin at the trimmed top left of the face.
"""

from __future__ import annotations

from dataclasses import dataclass

from carddesigner.core.color import Color
from carddesigner.core.geometry import Matrix, Path, Rect


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a path's line is drawn: colour, width in points, dash lengths in points."""

    color: Color
    width: float
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0


@dataclass(frozen=True, slots=True)
class PathItem:
    """A path, filled, stroked or both."""

    path: Path
    fill: Color | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class SymbolPath:
    """A path of a symbol; without a fill of its own it takes the colour the symbol is placed with."""

    path: Path
    fill: Color | None = None
    even_odd: bool = False
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A vector icon in its own box; ``digest`` is the sha256 of its file, the key for drawing it once."""

    name: str
    box: Rect
    paths: tuple[SymbolPath, ...]
    digest: str

    def __hash__(self) -> int:
        return hash(self.digest)


@dataclass(frozen=True, slots=True)
class SymbolItem:
    """A symbol placed into a frame, keeping its shape, in one colour."""

    symbol: Symbol
    frame: Rect
    color: Color


@dataclass(frozen=True, slots=True)
class Glyph:
    """A shaped glyph; lengths are thousandths of the font size, ``cluster`` indexes the run's text."""

    id: int
    cluster: int
    advance: float
    dx: float = 0.0
    dy: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class GlyphRun:
    """Text shaped once in one font, in visual order; equal runs are the same object (they are interned).

    ``font`` is the font's key (``Family-Style``), ``width`` thousandths of the size.
    """

    font: str
    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    rtl: bool = False


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Runs of one font, size and colour on a line, from ``x`` on.

    ``gaps[i]`` is added after ``runs[i]``, in thousandths of the size (justification, tracking).
    """

    x: float
    size: float
    color: Color
    font: str
    runs: tuple[GlyphRun, ...]
    gaps: tuple[float, ...]
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class TextItem:
    """A line of text: pieces in visual order on one baseline.

    ``actual`` is the line in reading order where the glyphs alone would copy wrongly
    (right-to-left and complex scripts), else None.
    """

    y: float
    pieces: tuple[TextPiece, ...]
    actual: str | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image's facts; its bytes are fetched by digest when drawn."""

    path: str
    digest: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ImageItem:
    """A picture stretched over a frame (cropping is the clip of a group)."""

    picture: Picture
    frame: Rect


@dataclass(frozen=True, slots=True)
class GroupItem:
    """Items drawn together: mapped by a matrix, clipped by a path, made see-through as a whole."""

    items: tuple[Item, ...]
    matrix: Matrix | None = None
    clip: Path | None = None
    opacity: float = 1.0


Item = PathItem | SymbolItem | TextItem | ImageItem | GroupItem
