"""The fonts and icons that come with the program, and their credits."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from carddesigner.core.geometry import Point, Rect, bounds, polygon
from carddesigner.core.items import Symbol
from carddesigner.source import paths
from carddesigner.svg.symbols import load_symbol
from carddesigner.text.font_face import FontFace
from carddesigner.text.font_files import read_faces

ROOT = Path(__file__).resolve().parents[2]
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
CREDITS: list[dict[str, Any]] = yaml.safe_load((paths.templates() / "credits.yaml").read_text(encoding="utf-8"))
EVERY_FONT = sorted((paths.templates() / "fonts").glob("*.ttf"))
FONTS = [path for path in EVERY_FONT if path.stem != "GameSymbols-Regular"]
SYMBOLS = sorted((paths.templates() / "symbols").glob("*.svg"))

LATIN = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + "“”‘’–—×…ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
CYRILLIC = "".join(map(chr, range(0x410, 0x450))) + "ЁёІіЇїЄєҐґЎў"
WITHOUT_CYRILLIC = ("LeagueSpartan-Bold", "Cinzel-Regular", "Cinzel-Bold", "Cinzel-Black")
"""Display faces of Latin only: templates name a fallback for them that has the rest."""


def by_name(path: Path) -> str:
    return path.stem


def ink(symbol: Symbol) -> Rect:
    """The rectangle around what is seen: curves are walked, for their handles lie outside."""
    points: list[Point] = []
    for path in symbol.paths:
        for op, *v in path.path:
            if op == "c":
                (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], v
                for t in (i / 16 for i in range(1, 17)):
                    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
                    points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
            elif op != "h":
                points.append((v[0], v[1]))
    return bounds(polygon(tuple(points))[:-1])


@pytest.mark.parametrize("name", "sun moon male female shield lightning cog butterfly star follower".split())  # noqa: SIM905
def test_every_icon_of_monogoto_is_there(name: str) -> None:
    assert name in [p.stem for p in SYMBOLS]


@pytest.mark.parametrize("path", SYMBOLS, ids=by_name)
def test_an_icon_takes_the_colour_it_is_placed_with(path: Path) -> None:
    symbol = load_symbol(path, path.stem)
    assert all(p.fill is None and p.stroke is None for p in symbol.paths)


@pytest.mark.parametrize("path", SYMBOLS, ids=by_name)
def test_an_icon_fills_the_grid_of_the_family(path: Path) -> None:
    symbol = load_symbol(path, path.stem)
    # A narrow icon may have a narrower box, so that it stands in text as close as a letter.
    assert (symbol.box.y, symbol.box.height, symbol.box.centre) == (0, 100, (50, 50))
    around = ink(symbol)
    assert symbol.box.contains(around.grown(7))
    assert Rect(7, 7, 86, 86).contains(around)
    # One pip alone is as large as it is among others.
    assert max(around.width, around.height) > 79 or path.stem == "pips-1"
    assert around.centre == pytest.approx((50, 50), abs=2)


@pytest.mark.parametrize("path", SYMBOLS, ids=by_name)
def test_an_icon_is_one_path_that_any_program_reads(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("<path ") == 1
    assert set(text.split(' d="')[1].split('"')[0]) <= set("MLCZ0123456789.- ")


@pytest.mark.parametrize("path", FONTS, ids=by_name)
def test_a_font_has_the_signs_that_decks_are_written_with(path: Path) -> None:
    face = FontFace(path)
    wanted = LATIN if path.stem in WITHOUT_CYRILLIC else LATIN + CYRILLIC
    assert [c for c in wanted if not face.has(c)] == []


def test_a_face_without_cyrillic_has_a_fallback_wherever_it_is_used() -> None:
    families = {stem.split("-")[0] for stem in WITHOUT_CYRILLIC}
    for template in paths.templates().glob("*.yaml"):
        content = yaml.safe_load(template.read_text(encoding="utf-8"))
        fonts = content.get("fonts", {}) if isinstance(content, dict) else {}
        for font in fonts.values():
            assert font["family"].replace(" ", "") not in families or font.get("fallback")


def test_symbols_are_those_that_games_are_written_with() -> None:
    face = FontFace(paths.templates() / "fonts" / "GameSymbols-Regular.ttf")
    assert [c for c in "♠♥♦♣♤♡♢♧∞←↑→↓↔⇒⚀⚁⚂⚃⚄⚅★☆♔♟⚔☠⬡⬢✓✗♀♂" if not face.has(c)] == []


@pytest.mark.parametrize("family", ["Roboto-Regular", "Roboto-Bold", "JetBrainsMono-Regular"])
def test_figures_of_columns_are_of_one_width(family: str) -> None:
    face = FontFace(paths.templates() / "fonts" / f"{family}.ttf")
    assert len({face.shape(figure).width for figure in "0123456789"}) == 1


@pytest.mark.parametrize("path", EVERY_FONT, ids=by_name)
def test_a_file_is_called_by_its_family_and_style(path: Path) -> None:
    (face,) = read_faces(path)
    assert path.stem == f"{face.family.replace(' ', '')}-{face.style.replace(' ', '')}"


@pytest.mark.parametrize("path", [p for p in FONTS if not p.stem.startswith("Cinzel")], ids=by_name)
def test_figures_stand_on_the_line_and_are_of_one_height(path: Path) -> None:
    font = TTFont(path)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    heights = []
    for figure in "0123456789":
        pen = BoundsPen(glyphs)
        glyphs[names[ord(figure)]].draw(pen)
        assert pen.bounds is not None
        heights.append((pen.bounds[1] / font["head"].unitsPerEm, pen.bounds[3] / font["head"].unitsPerEm))
    bottoms, tops = zip(*heights, strict=True)
    assert max(bottoms) - min(bottoms) < 0.03
    assert max(tops) - min(tops) < 0.03


@pytest.mark.parametrize("path", [p for p in FONTS if "Mono" not in p.stem], ids=by_name)
def test_a_font_keeps_its_kerning(path: Path) -> None:
    face = FontFace(path)
    assert any(face.shape(pair).width < sum(face.shape(c).width for c in pair) for pair in ("AV", "To"))


@pytest.mark.parametrize("style", ["Regular", "Bold", "Italic", "BoldItalic"])
def test_the_text_family_keeps_its_ligatures(style: str) -> None:
    face = FontFace(paths.templates() / "fonts" / f"AlegreyaSans-{style}.ttf")
    assert len(face.shape("fi").glyphs) == 1


@pytest.mark.parametrize("path", EVERY_FONT, ids=by_name)
def test_a_font_may_be_embedded_and_is_small(path: Path) -> None:
    font = TTFont(path)
    assert font["OS/2"].fsType == 0
    assert "glyf" in font
    assert "fvar" not in font
    assert path.stat().st_size < 200_000


@pytest.mark.parametrize("path", FONTS, ids=by_name)
def test_a_fonts_licence_lies_beside_it(path: Path) -> None:
    licence = path.with_name(f"{path.stem.split('-')[0]}-OFL.txt").read_text(encoding="utf-8")
    first = licence.splitlines()[0]
    assert first.startswith("Copyright")
    assert "with Reserved Font Name" not in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert first in NOTICE


@pytest.mark.parametrize("path", [*FONTS, *SYMBOLS], ids=by_name)
def test_every_font_and_icon_is_credited_once_and_named_in_the_notice(path: Path) -> None:
    inside = path.relative_to(paths.templates()).as_posix()
    assert [c["name"] for c in CREDITS].count(next(c["name"] for c in CREDITS if inside in c["files"])) == 1
    assert sum(inside in c["files"] for c in CREDITS) == 1
    assert (path.name if path.suffix == ".ttf" else path.stem) in NOTICE


@pytest.mark.parametrize("credit", CREDITS, ids=lambda c: c["name"])
def test_a_credit_is_complete_and_names_files_that_are_there(credit: dict[str, Any]) -> None:
    assert set(credit) == {"name", "what", "files", "licence", "author", "source"}
    assert credit["licence"] in ("OFL-1.1", "CC-BY-4.0", "CC0-1.0", "CC-BY-3.0", "MIT")
    assert [f for f in credit["files"] if not (paths.templates() / f).is_file()] == []


def test_every_python_package_that_is_needed_is_in_the_notice() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [d.split(";")[0].split(">")[0].split("=")[0].split("<")[0].strip() for d in project["dependencies"]]
    listed = {line.split()[0] for line in NOTICE.splitlines() if line and not line.startswith(" ")}
    assert [n for n in names if n not in listed] == []
