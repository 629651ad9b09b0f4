"""Small fonts of every kind, made for the tests."""

from __future__ import annotations

from pathlib import Path
from random import Random
from struct import pack
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation

LETTERS = "ABCabc "


def make_font(
    path: Path,
    family: str = "Test Face",
    style: str = "Regular",
    *,
    weight: int = 400,
    italic: bool = False,
    width: int = 5,
    rights: int = 0,
    letters: str = LETTERS,
    kind: str = "truetype",
    axes: tuple[tuple[str, float, float, float], ...] = (),
    instances: tuple[tuple[str, dict[str, float]], ...] = (),
) -> Path:
    """A font in which each letter is a box as high as its place in *letters*; *kind* is truetype, cff or cff2. Where it
    varies, its letters get wider along the first axis.
    """
    cff = kind != "truetype"
    names = [".notdef", *(f"g{ord(c):04X}" for c in letters)]
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(c): f"g{ord(c):04X}" for c in letters})
    glyphs = {n: _box(600, 300 + 50 * at if at and n != "g0020" else 0, cff) for at, n in enumerate(names)}
    if cff:
        builder.setupCFF(family.replace(" ", ""), {"FullName": family}, glyphs, {})
    else:
        builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (700, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(_names(family, style))
    look = {"usWeightClass": weight, "usWidthClass": width, "fsType": rights}
    selection = (0x01 if italic else 0) | (0x20 if weight == 700 else 0) or 0x40
    builder.setupOS2(
        sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, fsSelection=selection, **look
    )
    builder.setupPost()
    if axes:
        located = [{"stylename": name, "location": place} for name, place in instances]
        builder.setupFvar([(tag, low, at, high, tag) for tag, low, at, high in axes], located)
        wider = [(0, 0), (0, 0), (300, 0), (300, 0), (0, 0), (300, 0), (0, 0), (0, 0)]
        if not cff:
            change = TupleVariation({axes[0][0]: (0.0, 1.0, 1.0)}, wider)
            builder.setupGvar({n: [change] for n in names if n not in (".notdef", "g0020")})
    if kind == "cff2":
        from fontTools.cffLib.CFFToCFF2 import convertCFFToCFF2

        convertCFFToCFF2(builder.font)
    if path.suffix == ".woff2":
        builder.font.flavor = "woff2"
    builder.font.save(path)
    return path


def make_endless(path: Path) -> Path:
    """A small font for the web that takes minutes to be checked: each of its lookups is the same list of one table."""
    lookups, tables = 10_000, 30_000
    lookup = pack(">HHH", 1, 0, tables) + pack(">H", 6 + 2 * tables) * tables
    table = pack(">HHHHHHH", 2, 8, 1, 1, 1, 1, 0)
    scripts = pack(">H4sHHHHHH", 1, b"DFLT", 8, 4, 0, 0, 0xFFFF, 0)
    features = pack(">H4sHHHH", 1, b"liga", 8, 0, 1, 0)
    head = pack(">HHHHH", 1, 0, 10, 10 + len(scripts), 10 + len(scripts) + len(features))
    font = TTFont(make_font(path.with_suffix(".ttf")))
    font["GSUB"] = DefaultTable("GSUB")
    font["GSUB"].data = (
        head + scripts + features + pack(">H", lookups) + pack(">H", 2 + 2 * lookups) * lookups + lookup + table
    )
    # Bytes of no meaning, for what is packed too well is refused at once.
    font["JUNK"] = DefaultTable("JUNK")
    font["JUNK"].data = Random(1).randbytes(4000)
    font.flavor = "woff2"
    font.save(path)
    path.with_suffix(".ttf").unlink()
    return path


def make_collection(path: Path, *fonts: Path) -> Path:
    """A collection of fonts."""
    collection = TTCollection()
    collection.fonts = [TTFont(font) for font in fonts]
    collection.save(path)
    return path


def _box(width: int, height: int, cff: bool) -> Any:
    pen: Any = T2CharStringPen(700, None) if cff else TTGlyphPen(None)
    if height:
        pen.moveTo((50, 0))
        for point in ((50, height), (width, height), (width, 0)):
            pen.lineTo(point)
        pen.closePath()
    return pen.getCharString() if cff else pen.glyph()


def _names(family: str, style: str) -> dict[str, str]:
    common = style in ("Regular", "Bold", "Italic", "Bold Italic")
    names = {"familyName": family if common else f"{family} {style}", "styleName": style if common else "Regular"}
    names |= {} if common else {"typographicFamily": family, "typographicSubfamily": style}
    return names | {"psName": f"{family.replace(' ', '')}-{style.replace(' ', '')}"}
