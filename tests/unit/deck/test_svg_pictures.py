"""SVGs that are no plain vectors: drawn as pictures with a warning, refused where they are unsafe, bounded always."""

from __future__ import annotations

from io import BytesIO
from math import inf

import pikepdf
import pytest
from PIL import Image

from carddesigner.core.items import ImageItem, SymbolItem, TextItem
from carddesigner.core.report import Report
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.validate import validate_deck
from carddesigner.source.paths import templates
from carddesigner.svg import renderer as svg_renderer
from carddesigner.svg.file import SvgPicture, SymbolProblem
from carddesigner.svg.picture import SvgFonts, font_files, read_picture_svg
from carddesigner.svg.renderer import render
from tests.font_maker import make_font

FONTS = templates() / "fonts"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10"'
GRADIENT = (
    '<linearGradient id="g" spreadMethod="reflect"><stop offset="0.5" stop-color="#f00"/>'
    '<stop offset="0.5" stop-color="#00f"/></linearGradient>'
    '<rect width="20" height="10" fill="url(#g)"/>'
)
BOX = "box: {left: 10mm, width: 25.4mm, top: 10mm, height: 25.4mm}"


def drawing(deck, inside: str, zone: str = f"{{svg: art/a.svg, {BOX}}}", root: str = ""):
    deck.zones(f"one: {zone}")
    deck.write("art/a.svg", f"{HEAD}{root}>{inside}</svg>")
    return deck


def shown(deck) -> tuple[ImageItem, Image.Image]:
    """The picture on the card, and its pixels."""
    from carddesigner.deck.find import loaded_deck
    from carddesigner.pipeline.imposition import lay_out
    from carddesigner.pipeline.job import print_job
    from tests.conftest import flat

    loaded = loaded_deck(deck.path)
    (piece, *_) = lay_out(print_job(loaded), Report())
    (item,) = [i for i in flat(piece.copies[0][0].zones[0].items) if isinstance(i, ImageItem)]
    return item, Image.open(BytesIO(loaded.assets.picture_bytes(item.picture))).convert("RGBA")


def test_a_gradient_is_drawn_at_300_dpi_of_its_place_with_a_warning(deck):
    item, pixels = shown(drawing(deck, GRADIENT))
    assert pixels.size == (300, 150)
    assert item.frame.width == pytest.approx(72)
    assert item.frame.y == pytest.approx((10 + 25.4 / 4) / 25.4 * 72)
    assert [pixels.getpixel((x, 75))[:3] for x in (20, 280)] == [(255, 0, 0), (0, 0, 255)]
    (said,) = deck.lay().report.warnings
    assert (said.code, said.zone, said.span.path.endswith("sample.yaml"), said.span.line) == (
        "svg-as-picture",
        "one",
        True,
        7,
    )
    assert "'art/a.svg'" in said.message
    assert "a gradient" in said.message


@pytest.mark.parametrize(
    ("inside", "feature"),
    [
        (
            '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect width="9" height="9" filter="url(#f)"/>',
            "filter",
        ),
        (
            '<pattern id="p" width="2" height="2"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
            "#p",
        ),
        ('<text x="1 3 5" y="8">Fire</text>', "x='1 3 5'"),
        ('<text x="1" y="8" text-decoration="underline">Fire</text>', "text-decoration"),
        ('<text y="8" font-weight="300">Fire</text>', "weight 300"),
        ('<path id="a" d="M0 5h9"/><text font-size="3"><textPath href="#a">Fire</textPath></text>', "<textPath>"),
        (
            '<marker id="m"><circle r="1"/></marker><path d="M1 1L9 9" stroke="#f00" marker-end="url(#m)"/>',
            "marker-end",
        ),
        ('<rect width="9" height="9" style="mix-blend-mode: plus-lighter"/>', "plus-lighter"),
        ('<rect width="9" height="9" stroke="#f00" stroke-dasharray="2" stroke-dashoffset="1"/>', "stroke-dashoffset"),
        (
            '<clipPath id="c"><text y="8">Fire</text></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
            "<text>",
        ),
        ("<style>svg > rect{fill:#f00}</style><rect width='9' height='9'/>", "CSS"),
        ('<path d="M0 0' + "h1v1" * 3_000 + '"/>', "5,000"),
    ],
)
def test_what_cannot_be_kept_is_named(deck, inside, feature):
    drawing(deck, inside)
    assert shown(deck)[1].getbbox() is not None
    assert feature in deck.lay().report.warnings[0].message


def test_a_plain_drawing_stays_vectors_without_a_word(deck):
    laid = drawing(deck, '<rect width="20" height="10" fill="#f00"/>').lay()
    assert [type(i) for i in laid.items("one")] == [SymbolItem]
    assert laid.report.warnings == []


def test_a_size_beside_the_view_box_puts_no_margin_around_it(deck):
    pixels = shown(drawing(deck, GRADIENT, root=' width="50mm" height="50mm"'))[1]
    assert pixels.size == (300, 150)
    assert pixels.getpixel((2, 2)) == (255, 0, 0, 255)


def test_a_symbol_with_a_gradient_stands_in_a_text_at_its_size(deck):
    deck.zones('one: {text: "2 :glow:", size: 12pt}')
    deck.write("symbols/glow.svg", f"{HEAD}>{GRADIENT}</svg>")
    item, pixels = shown(deck)
    assert (round(item.frame.width, 3), pixels.size) == (12, (50, 25))
    (said,) = deck.lay().report.warnings
    assert (said.code, "'glow'" in said.message) == ("svg-as-picture", True)


def test_a_symbol_that_is_a_picture_is_printed_when_its_deck_is_read_again(deck, tmp_path):
    deck.zones('one: {text: "Go :glow: now", size: 12pt}')
    deck.write("symbols/glow.svg", f"{HEAD}>{GRADIENT}</svg>")
    validate_deck(deck.path, Report())
    build_deck(deck.path, PrintOptions(output=tmp_path))
    with pikepdf.open(tmp_path / "sample/sample-sheets.pdf") as pdf:
        assert any(o.get("/Subtype") == "/Image" for o in pdf.objects if isinstance(o, pikepdf.Stream))


def test_a_symbol_of_many_colours_keeps_them_in_a_text(deck):
    deck.zones('one: {text: "2 :coin:", size: 12pt, color: glow}')
    deck.write("symbols/coin.svg", f'{HEAD}><rect width="9" height="9" fill="#f00"/><circle r="4"/></svg>')
    (icon,) = [i for i in deck.lay().items("one") if isinstance(i, SymbolItem)]
    assert [p.fill is None for p in icon.symbol.paths] == [False, True]


def test_words_are_set_in_the_decks_fonts(deck):
    drawing(deck, '<text x="1" y="8" font-family="Alegreya Sans">Fire</text>')
    (line,) = [i for i in deck.lay().items("one") if isinstance(i, TextItem)]
    assert {p.font for p in line.pieces} == {"AlegreyaSans-Regular"}
    drawing(deck, "<text x='1' y='8' style='font-family: \"Alegreya Sens\", serif'>Fire</text>")
    assert "did you mean 'Alegreya Sans'" in deck.error("unknown-font").message
    drawing(deck, "<text y='8' style='font: bold 8px Arial'>Fire</text>")
    assert "font-family" in deck.error("unsupported-svg").message
    drawing(deck, '<text x="1" y="8">漢</text>')
    assert "U+6F22" in deck.error("missing-glyph").message


def test_words_are_set_in_a_font_that_is_packed_for_the_web(deck):
    words = '<text x="1" y="8" font-family="My Face">ABC</text>'
    (drawing(deck, words).path / "fonts").mkdir()
    make_font(deck.path / "fonts/x.woff2", "My Face")
    (line,) = [i for i in deck.lay().items("one") if isinstance(i, TextItem)]
    assert [p.font.startswith("MyFace-Regular") for p in line.pieces] == [True]
    # What has to be a picture is rendered by what takes no such fonts.
    drawing(deck, f'<filter id="f"><feFlood/></filter><rect width="9" height="9" filter="url(#f)"/>{words}')
    assert "'My Face', which is only here as .woff2; put its .ttf or .otf" in deck.error("unknown-font").message


@pytest.mark.parametrize(
    ("inside", "word"),
    [
        ('<image href="/etc/passwd" width="9" height="9"/>', "href"),
        ('<image xlink:href="art/b.png" width="9" height="9"/>', "href"),
        ('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>', "href"),
        ('<use href="other.svg#a"/>', "href"),
        ('<text onclick="x()">a</text>', "onclick"),
        ('<rect fill="url(http://x/y)" opacity=".5"/>', "url"),
        ("<style>rect > g{fill:url('other.svg#g')}</style><rect/>", "url"),
        ("<style>@import 'a.css';</style><rect/>", "CSS"),
    ],
)
def test_nothing_outside_the_file_is_looked_at(deck, inside, word):
    found = drawing(deck, inside).error("svg-unsafe")
    assert word in found.message


def test_an_embedded_picture_is_drawn(deck):
    import base64

    out = BytesIO()
    Image.new("RGB", (2, 2), "lime").save(out, "PNG")
    data = base64.b64encode(out.getvalue()).decode()
    drawing(deck, f'<image href="data:image/png;base64,{data}" width="20" height="10" preserveAspectRatio="none"/>')
    assert shown(deck)[1].getpixel((150, 75)) == (0, 255, 0, 255)


def test_what_no_renderer_draws_is_an_error_with_its_line(deck):
    found = drawing(deck, "\n<foreignObject/>").error("unsupported-svg")
    assert "line 2: <foreignObject>" in found.message


def svg(inside: str) -> SvgPicture:
    return read_picture_svg(f"{HEAD}>{inside}</svg>".encode(), "bomb", SvgFonts(font_files((FONTS,))))


LAUGHS = '<g id="a0"><rect width="1" height="1"/></g>' + "".join(
    f'<g id="a{n + 1}">' + f'<use href="#a{n}"/>' * 10 + "</g>" for n in range(9)
)
TURBULENCE = '<filter id="f"><feTurbulence baseFrequency=".1" numOctaves="1000000000"/></filter>'


WIDE = "fill:#D9D9D9;fill:color(display-p3 0.85 0.85 0.85);fill-opacity:1"
BLURRED = '<filter id="f"><feOffset dx="0"/></filter><rect width="20" height="10" filter="url(#f)" {}/>'


@pytest.mark.parametrize("styled", [f'style="{WIDE}"', 'class="a"'])
def test_a_colour_of_a_wider_gamut_leaves_the_plain_one_before_it(deck, styled):
    rules = f"<style>.a{{{WIDE}}}</style>"
    _, pixels = shown(drawing(deck, rules + BLURRED.format(styled)))
    assert pixels.getpixel((150, 75)) == (0xD9, 0xD9, 0xD9, 255)
    laid = drawing(deck, f'{rules}<rect width="20" height="10" {styled}/>').lay()
    assert laid.report.warnings == []


@pytest.mark.parametrize(
    "color",
    ["rgb(255 0 0 / 50%)", "rebeccapurple", "hwb(0 0% 0%)", "hsl(0deg,100%,50%)", "var(--red)", "rde", "url(#a) rde"],
)
@pytest.mark.parametrize("styled", ['fill="{}"', 'style="opacity:1; stroke : {}"', 'class="a"'])
def test_a_colour_that_the_renderer_would_make_black_is_an_error(deck, color, styled):
    rules = f"<style>.a{{/* */fill:{color}}}</style>" if "class" in styled else ""
    said = drawing(deck, rules + BLURRED.format(styled.format(color))).error("unsupported-svg")
    assert f"the colour {color!r} can't be drawn in a picture" in said.message
    assert said.span.line == 7


@pytest.mark.parametrize(
    "color",
    [
        *(
            "red",
            "RED",
            "#F00",
            "#ff0000ff",
            "rgb(255,0,0)",
            "rgb( 255 , 0 , 0 )",
            "rgb(100%,0%,0%)",
            "rgb(255 0 0)",
            "rgba(255,0,0,1)",
        ),
        *("hsl(0,100%,50%)", "hsla(0 100% 50%)", "url(#none) red", "red !important"),
    ],
)
def test_a_colour_that_the_renderer_knows_is_drawn(deck, color):
    _, pixels = shown(drawing(deck, BLURRED.format(f'style="fill:{color}"')))
    assert pixels.getpixel((150, 75)) == (255, 0, 0, 255)


def test_a_drawing_whose_root_is_hidden_shows_nothing(deck):
    said = drawing(deck, GRADIENT, root=' style="display:none"').error("broken-svg")
    assert "shows nothing" in said.message


def test_a_drawing_that_never_ends_is_ended_and_the_next_one_drawn(monkeypatch):
    monkeypatch.setattr(svg_renderer._RENDERER, "left", 0.1)
    endless = svg(f'{TURBULENCE}<rect width="20" height="10" filter="url(#f)"/>')
    with pytest.raises(SymbolProblem, match="too much time or memory") as caught:
        render(endless, 100, 50)
    assert caught.value.code == "svg-too-large"
    svg_renderer.reset()
    assert render(svg(GRADIENT), 10, 5).startswith(b"\x89PNG")


def test_after_an_endless_drawing_no_other_is_tried(monkeypatch):
    monkeypatch.setattr(svg_renderer._RENDERER, "left", -inf)
    with pytest.raises(SymbolProblem, match="other SVGs of the deck took too long"):
        render(svg(GRADIENT), 10, 5)


def test_laughs_end_in_a_message():
    with pytest.raises(SymbolProblem) as caught:
        render(svg(f"<defs>{LAUGHS}</defs><use href='#a9'/>"), 100, 50)
    assert caught.value.code in ("broken-svg", "svg-too-large")


def test_pixels_are_bounded():
    with Image.open(BytesIO(render(svg('<rect width="9" height="9" opacity=".5"/>'), 5000, 2500))) as image:
        assert 0.98 * svg_renderer.MAX_PIXELS < image.width * image.height <= 1.001 * svg_renderer.MAX_PIXELS


def test_strict_fails_on_the_warning(deck, cli):
    drawing(deck, GRADIENT)
    assert (cli("validate", "./sample").code, cli("validate", "./sample", "--strict").code) == (0, 1)


def test_a_plain_deck_never_loads_the_renderer(deck, cli, tmp_path):
    import subprocess
    import sys

    drawing(deck, '<rect width="20" height="10" fill="#f00"/>')
    code = (
        "import sys\nsys.argv = ['carddesigner', 'validate', './sample']\nfrom carddesigner.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if 'resvg' in m or 'svg_render' in m or m.startswith('fontTools')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]"
