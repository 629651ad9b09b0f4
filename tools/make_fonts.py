"""Makes the shipped fonts of @fontsource's packages: subsets merged into one TrueType file a face, without hinting.

npm pack @fontsource/literata …  then unpack each into a folder of its name
python tools/make_fonts.py FOLDER-WITH-THE-PACKAGES templates/fonts
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.merge import Merger
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

SCRIPTS = ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese")
"""Subsets that are merged, where a package has them."""
TEXT = {(400, "normal"): "Regular", (400, "italic"): "Italic", (700, "normal"): "Bold", (700, "italic"): "BoldItalic"}
UPRIGHT = {(400, "normal"): "Regular", (700, "normal"): "Bold"}
FAMILIES = {
    "literata": ("Literata", TEXT),
    "roboto": ("Roboto", TEXT),
    "jetbrains-mono": ("JetBrains Mono", UPRIGHT),
    "cinzel": ("Cinzel", {(400, "normal"): "Regular", (700, "normal"): "Bold", (900, "normal"): "Black"}),
}
SYMBOLS = "Game Symbols"
"""Signs of several Noto fonts, each from the first that has it."""
SYMBOL_PACKAGES = ("noto-sans-symbols-2", "noto-sans-symbols", "noto-sans-math")
SIGNS = (
    "♠♡♢♣♤♥♦♧⚀⚁⚂⚃⚄⚅♔♕♖♗♘♙♚♛♜♝♞♟⛀⛁⛂⛃🂠🃏∞∅±×÷≠≤≥≈√∑∏∂∆∇∈∉∪∩⊂⊃⊕⊗∴"
    "←↑→↓↔↕↖↗↘↙↩↪↶↷↺↻⇐⇑⇒⇓⇔⇕⇄⇅⇆⇦⇧⇨⇩⟲⟳➔➜➤⬅⬆⬇⬈⬉⬊⬋⬌⬍"
    "■□▢▪▫▲△▴▵▶▷▸▹►▻▼▽▾▿◀◁◂◃◆◇◈◉◊○◌◎●◐◑◒◓◖◗◯⬒⬓⬔⬕⬖⬗⬘⬙⬛⬜⬟⬠⬡⬢⬣⬤⬥⬦⬧⬨⬩⬪⬫⬬⬭⬮⬯"
    "★☆✦✧✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺❂❄❅❆❇❈❉❋☀☁☂☃☄☆☇☈☉☽☾☼⛅⛈"
    "☐☑☒✓✔✕✖✗✘✙✚✛✜✝✠☠☢☣☤☥☪☮☯☸☹☺☻⚐⚑⚒⚓⚔⚕⚖⚗⚘⚙⚚⚛⚜⚠⚡⚰⚱⛏⛓⛤⛥⛦⛧⛨⛩⛰⛲⛴⛵⛺"
    "♀♂⚢⚣⚤⚥⚦⚧☿♃♄♅♆♇♈♉♊♋♌♍♎♏♐♑♒♓♩♪♫♬♭♮♯❤❥❦❧❖⌛⏳⏱⏲☎✆✉✎✏✐✂✁☞☜☝☟"
    "①②③④⑤⑥⑦⑧⑨⑩⓪❶❷❸❹❺❻❼❽❾❿⓿ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ"
)


def main(packages: Path, out: Path) -> None:
    """Make every face."""
    for package, (family, faces) in FAMILIES.items():
        for (weight, slant), style in faces.items():
            files = [_file(packages, package, f"{s}-{weight}-{slant}") for s in SCRIPTS]
            font = merged(*_each_once([f for f in files if f.is_file()]))
            named(font, family, style, weight, "Italic" in style)
            save(font, out / f"{family.replace(' ', '')}-{style}.ttf")
        licence = next(packages.glob(f"*{package}-[0-9]*/package/LICENSE"))
        (out / f"{family.replace(' ', '')}-OFL.txt").write_text(_one_copyright(licence), encoding="utf-8")
    signs(packages, out)
    save(boxed(), out.parent.parent / "carddesigner" / "text" / "boxed.ttf")


def _one_copyright(licence: Path) -> str:
    """A licence's text whose first line names each holder once."""
    first, rest = licence.read_text(encoding="utf-8").split("\n", 1)
    return f"{first.partition(') ')[0].removesuffix(')')})\n{rest}"


def _file(packages: Path, package: str, name: str) -> Path:
    folder = next(packages.glob(f"fontsource-{package}-[0-9]*/package/files"))
    return folder / f"{package}-{name}.woff2"


def _each_once(files: list[Path]) -> tuple[list[Path], list[set[int]]]:
    """Files with the letters that none before them has: kerning would be lost on a letter of several."""
    seen: set[int] = set()
    letters = []
    for path in files:
        letters.append(set(TTFont(path).getBestCmap()) - seen)
        seen |= letters[-1]
    return files, letters


def opened(path: Path, letters: set[int]) -> TTFont:
    """A font without hinting, cut down to *letters*."""
    font = TTFont(path)
    options = Options()
    options.hinting = False
    options.layout_features = [*Options._layout_features_default, "smcp", "tnum", "lnum"]
    options.name_IDs = ["*"]
    options.drop_tables += ["vhea", "vmtx", "VORG", "MATH"]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    return font


def merged(files: list[Path], letters: list[set[int]]) -> TTFont:
    """One font of several."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for n, (path, own) in enumerate(zip(files, letters, strict=True)):
            font = opened(path, own)
            font.flavor = None
            os2 = font["OS/2"]
            os2.version = 4
            for name in ("sxHeight", "sCapHeight", "usDefaultChar", "usBreakChar", "usMaxContext"):
                setattr(os2, name, getattr(os2, name, 0))  # all parts have what is merged
            parts.append(f"{folder}/{n}.ttf")
            font.save(parts[-1])
        return Merger().merge(parts)


def named(font: TTFont, family: str, style: str, weight: int, italic: bool) -> None:
    """Names of one family of four styles, or of a style of its own."""
    names = font["name"]
    copyright_, licence = (names.getDebugName(i) for i in (0, 13))
    names.names = []
    common = style in ("Regular", "Bold", "Italic", "BoldItalic")
    shown = "Bold Italic" if style == "BoldItalic" else style
    entries = {
        0: copyright_,
        1: family if common else f"{family} {shown}",
        2: shown if common else "Regular",
        4: f"{family} {shown}",
        5: "Version 1.0",
        6: f"{family.replace(' ', '')}-{style}",
        13: licence or "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        14: "https://openfontlicense.org",
    }
    if not common:
        entries |= {16: family, 17: shown}
    for number, text in entries.items():
        names.setName(text or "", number, 3, 1, 0x409)
    os2 = font["OS/2"]
    os2.usWeightClass, os2.fsType = weight, 0
    os2.fsSelection = (os2.fsSelection & ~0x61) | (italic * 1) | ((weight == 700) * 0x20) or 0x40
    font["head"].macStyle = (weight == 700) * 1 + italic * 2
    for tag in ("DSIG", "gasp", "STAT", "FFTM", "fpgm", "prep", "cvt "):
        if tag in font:
            del font[tag]


def signs(packages: Path, out: Path) -> None:
    """The font of symbols."""
    left = set(map(ord, SIGNS))
    files, letters = [], []
    for package in SYMBOL_PACKAGES:
        for path in sorted(
            next(packages.glob(f"fontsource-{package}-[0-9]*/package/files")).glob("*-400-normal.woff2")
        ):
            here = left & set(TTFont(path).getBestCmap())
            if here:
                files.append(path)
                letters.append(here | ({0x20} if not letters else set()))
                left -= here
    print("not there:", "".join(map(chr, sorted(left))))
    font = merged(files, letters)
    named(font, SYMBOLS, "Regular", 400, False)
    for tag in ("GSUB", "GPOS", "GDEF", "MATH"):
        if tag in font:
            del font[tag]
    save(font, out / f"{SYMBOLS.replace(' ', '')}-Regular.ttf")
    licence = next(packages.glob("*symbols-2-[0-9]*/package/LICENSE")).read_text(encoding="utf-8")
    (out / f"{SYMBOLS.replace(' ', '')}-OFL.txt").write_text(
        "Copyright 2022 Google LLC. All Rights Reserved. (Noto Sans Math)\n" + licence, encoding="utf-8"
    )


def boxed() -> TTFont:
    """A font that has a crossed box for every character there can be."""
    pen = TTGlyphPen(None)
    low, high, left, right, thick = 0, 700, 50, 650, 50
    inner = (low + thick, high - thick, left + thick, right - thick)
    rings = [
        [(left, low), (left, high), (right, high), (right, low)],
        [(inner[2], inner[0]), (inner[3], inner[0]), (inner[3], inner[1]), (inner[2], inner[1])],
    ]
    for a, b in (((inner[2], inner[0]), (inner[3], inner[1])), ((inner[2], inner[1]), (inner[3], inner[0]))):
        up = 35 if b[1] > a[1] else -35
        ring = [(a[0], a[1] + up), (b[0] - 35, b[1]), (b[0], b[1] - up), (a[0] + 35, a[1])]
        rings.append(ring if up > 0 else ring[::-1])
    for ring in rings:
        for n, point in enumerate(ring):
            (pen.lineTo if n else pen.moveTo)(point)
        pen.closePath()
    empty = TTGlyphPen(None).glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "boxed"])
    builder.setupCharacterMap({0x20: "boxed"})
    builder.setupGlyf({".notdef": empty, "boxed": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (700, 0), "boxed": (700, 50)})
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": "Boxed Letters", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    builder.setupPost(keepGlyphNames=False)
    table = CmapSubtable.newSubtable(13)
    table.platformID, table.platEncID, table.language = 3, 10, 0
    table.cmap = dict.fromkeys(range(0x20, 0x110000), "boxed")
    cmap = builder.font["cmap"] = newTable("cmap")
    cmap.tableVersion, cmap.tables = 0, [table]
    return builder.font


def save(font: TTFont, path: Path) -> None:
    """Write a font without the time it was made."""
    font["head"].created = font["head"].modified = 3_000_000_000
    font.recalcTimestamp = False
    font["post"].formatType = 3.0
    font.save(path)
    print(path.name, path.stat().st_size, len(font.getBestCmap()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
