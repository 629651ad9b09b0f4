"""Shaped text in the PDF: where HarfBuzz puts it, and as it was written when searched or copied, also inside forms."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
import uharfbuzz as hb

from carddesigner.source import paths

SHIPPED = paths.shipped() / "templates" / "fonts"
ARABIC = "NotoNaskhArabic"
ARABIC_PLACES = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
GREETING = "السلام عليكم يا صديقي"
LAM_ALEF = "سلامة"


@dataclass(frozen=True)
class Shown:
    """A glyph as drawn: its number, font, size, and where its origin is, in points; ``x`` counts from its line's start."""

    glyph: int
    font: str
    size: float
    x: float
    y: float


def glyphs(stream: pikepdf.Object, resources: pikepdf.Object) -> list[Shown]:
    """The glyphs of a stream and of the forms it names, in the order they are drawn; places are those of ``Tm``."""
    out: list[Shown] = []
    font, size, rise, x, y = None, 0.0, 0.0, 0.0, 0.0
    widths: dict[int, float] = {}
    for values, operator in pikepdf.parse_content_stream(stream):
        op = str(operator)
        if op == "Do":
            form = resources.XObject[str(values[0])]
            if form.Subtype == "/Form":
                out += glyphs(form, form.Resources)
        elif op == "Tf":
            font, size = resources.Font[str(values[0])], float(values[1])
            widths = widths_of(font)
        elif op == "Tm":
            assert [float(v) for v in values[:4]] == [1, 0, 0, 1]
            x, y = float(values[4]), float(values[5])
        elif op == "Ts":
            rise = float(values[0])
        elif op in ("Tj", "TJ"):
            for part in values[0] if op == "TJ" else values:
                if not isinstance(part, pikepdf.String):
                    x -= float(part) / 1000 * size
                    continue
                codes = bytes(part)
                for i in range(0, len(codes), 2):
                    glyph = int.from_bytes(codes[i : i + 2], "big")
                    out.append(Shown(glyph, str(font.BaseFont).partition("+")[2], size, x, y + rise))
                    x += widths[glyph] / 1000 * size
    return out


def widths_of(font: pikepdf.Object) -> dict[int, float]:
    (descendant,) = font.DescendantFonts
    out, array = {}, list(descendant.W)
    for first, advances in zip(array[::2], array[1::2], strict=True):
        out |= {int(first) + i: float(v) for i, v in enumerate(advances)}
    return out


def advances_of(path: Path) -> dict[int, float]:
    """The widths of a PDF's one font."""
    with pikepdf.open(path) as pdf:
        (font,) = (o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Subtype") == "/Type0")
        return widths_of(font)


def shaped(font: Path, text: str, direction: str = "ltr") -> tuple[list[int], list[tuple[float, float]], float]:
    """What HarfBuzz itself says: glyphs, their origins and the whole advance, in em."""
    face = hb.Face(font.read_bytes())
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = direction
    hb.shape(hb.Font(face), buffer)
    pen, origins = 0.0, []
    for position in buffer.glyph_positions:
        origins.append(((pen + position.x_offset) / face.upem, position.y_offset / face.upem))
        pen += position.x_advance
    return [i.codepoint for i in buffer.glyph_infos], origins, pen / face.upem


def page_glyphs(path: Path, page: int = 0) -> list[Shown]:
    with pikepdf.open(path) as pdf:
        return glyphs(pdf.pages[page].obj, pdf.pages[page].obj.Resources)


def in_pdfium(path: Path, page: int = 0) -> str:
    text = pdfium.PdfDocument(path)[page].get_textpage().get_text_range()
    return clean(text)


def in_poppler(path: Path, page: int = 0) -> str:
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed")
    pages = ("-f", str(page + 1), "-l", str(page + 1))
    return clean(subprocess.run([program, *pages, path, "-"], capture_output=True, text=True, check=True).stdout)


READERS = pytest.mark.parametrize("read", [in_pdfium, in_poppler], ids=["pdfium", "poppler"])


def clean(text: str) -> str:
    """A text without the marks of direction that some readers add, its white space made plain."""
    return " ".join("".join(c for c in text if unicodedata.category(c) != "Cf").split())


@pytest.fixture
def arabic(deck) -> Path:
    """The deck's own Arabic font; its template asks for it where Alegreya Sans has no glyph."""
    name = f"{ARABIC}-Regular.ttf"
    found = next((p for place in ARABIC_PLACES for p in Path(place).expanduser().rglob(name)), None)
    if found is None:
        pytest.skip(f"{name} is not installed (fonts-noto-core)")
    return deck.write(f"fonts/{name}", found.read_bytes())


def with_arabic(deck, zones: str, rows: str):
    deck.zones(zones, rows)
    text = (deck.path / "templates/sample.yaml").read_text()
    family = "{family: Alegreya Sans, fallback: Noto Naskh Arabic}"
    deck.write("templates/sample.yaml", text.replace("{family: Alegreya Sans}", family))
    return deck


@pytest.mark.parametrize(("look", "style"), [("{}", "Regular"), ("**{}**", "Bold"), ("*{}*", "Italic")])
@pytest.mark.parametrize("word", ["AVAT", "office", "Toffee", "Ψάρι", "Żółć", "Тавро"])
def test_glyphs_stand_where_harfbuzz_puts_them(deck, draw, look, style, word):
    font = SHIPPED / f"AlegreyaSans-{style}.ttf"
    drawn = page_glyphs(draw(deck.zones(f'one: {{text: "{look.format(word)}", size: 20pt}}')))
    numbers, origins, _ = shaped(font, word)
    assert [g.glyph for g in drawn] == numbers
    assert {(g.font, g.size) for g in drawn} == {(font.stem, 20)}
    at = [((g.x - drawn[0].x) / 20, (g.y - drawn[0].y) / 20) for g in drawn]
    assert at == [pytest.approx(o, abs=0.01) for o in origins]


def test_kerned_letters_stand_closer_than_their_widths(deck, draw):
    path = draw(deck.zones("one: {text: AVATAV, size: 20pt}"))
    drawn, advances = page_glyphs(path), advances_of(path)
    apart = sum(advances[g.glyph] for g in drawn[:-1]) / 1000 * 20
    assert drawn[-1].x - drawn[0].x < 0.95 * apart


def test_words_follow_each_other_by_their_advances(deck, draw):
    font = SHIPPED / "AlegreyaSans-Regular.ttf"
    drawn = page_glyphs(draw(deck.zones("one: {text: office AVATAR fish, size: 10pt}")))
    pen, wanted = 0.0, []
    for word in ("office", " ", "AVATAR", " ", "fish"):
        numbers, origins, advance = shaped(font, word)
        wanted += [(glyph, pen + x) for glyph, (x, _) in zip(numbers, origins, strict=True)]
        pen += advance
    assert [g.glyph for g in drawn] == [glyph for glyph, _ in wanted]
    assert [(g.x - drawn[0].x) / 10 for g in drawn] == pytest.approx([x for _, x in wanted], abs=0.01)


@READERS
def test_ligatures_are_copied_as_letters(deck, draw, read):
    path = draw(deck.zones("one: {text: The office finds five fish, size: 12pt}"))
    ligature = shaped(SHIPPED / "AlegreyaSans-Regular.ttf", "fi")[0]
    assert len(ligature) == 1
    assert [g.glyph for g in page_glyphs(path)].count(ligature[0]) == 4
    assert read(path) == "The office finds five fish"


@READERS
def test_bold_and_italic_runs_read_on(deck, draw, read):
    path = draw(deck.zones('one: {text: "Play **two big** and *one small* card, ***both***.", size: 9pt}'))
    assert {g.font for g in page_glyphs(path)} == {
        f"AlegreyaSans-{s}" for s in ("Regular", "Bold", "Italic", "BoldItalic")
    }
    assert read(path) == "Play two big and one small card, both."


@READERS
def test_justified_lines_fill_their_width_and_read_on(deck, draw, read):
    words = "Every card that is played goes into a set in front of the loser and stays there to the end"
    path = draw(deck.zones(f"one: {{text: {words}, size: 11pt, align: justify, box: {{left: 5mm, width: 50mm}}}}"))
    drawn = page_glyphs(path)
    *full, last = sorted({g.y for g in drawn}, reverse=True)
    assert len(full) >= 2
    advances = advances_of(path)
    ends = {y: max(g.x + advances[g.glyph] / 1000 * 11 for g in drawn if g.y == y) for y in (*full, last)}
    assert [ends[y] for y in full] == [pytest.approx(50 * 72 / 25.4, abs=0.05)] * len(full)
    assert ends[last] < 45 * 72 / 25.4
    assert read(path) == words


@READERS
def test_tracked_letters_stand_apart_and_read_on(deck, draw, read):
    path = draw(deck.zones("one: {text: The tower, size: 10pt, tracking: 60}"))
    font, pen, wanted = SHIPPED / "AlegreyaSans-Regular.ttf", 0.0, []
    for word in ("The", " ", "tower"):
        _, origins, advance = shaped(font, word)
        wanted += [pen + x + 0.06 * i for i, (x, _) in enumerate(origins)]
        pen += advance + 0.06 * len(origins)
    drawn = page_glyphs(path)
    assert [(g.x - drawn[0].x) / 10 for g in drawn] == pytest.approx(wanted, abs=0.01)
    assert read(path) == "The tower"


def joined(text: str) -> str:
    """Lines as one, with what readers make of a hyphen at a line's end (pdfium: U+0002 or U+FFFE)."""
    return re.sub(r"[-\u2010\x02\ufffe]\s*", "", text)


@READERS
def test_a_soft_hyphen_shows_where_the_line_ends_and_nowhere_else(deck, draw, read):
    box = "box: {left: 5mm, width: 20mm, top: 5mm, height: 40mm}"
    path = draw(deck.zones(f'one: {{{box}, text: "Kar\\u00adten\\u00adspiele teilen", size: 14pt}}'))
    drawn = page_glyphs(path)
    hyphen = shaped(SHIPPED / "AlegreyaSans-Regular.ttf", "-")[0][0]
    hyphens = [g for g in drawn if g.glyph == hyphen]
    assert len(hyphens) == 1
    assert hyphens[0].x == max(g.x for g in drawn if g.y == hyphens[0].y)
    assert joined(read(path)) == "Kartenspiele teilen"


@READERS
def test_hyphenated_words_are_split_and_read_as_written(deck, draw, read):
    box = "box: {left: 5mm, width: 24mm, top: 5mm, height: 40mm}"
    words = "Counterattack instructions"
    path = draw(deck.zones(f"one: {{{box}, text: {words}, size: 13pt, hyphenate: true}}"))
    assert len({g.y for g in page_glyphs(path)}) > 2
    assert joined(read(path)).replace(" ", "") == words.replace(" ", "")


def test_arabic_stands_where_harfbuzz_puts_it(deck, draw, arabic):
    deck = with_arabic(deck, 'one: {text: "{{ card.name }}", size: 20pt}', f"name\n{LAM_ALEF}\n")
    drawn = page_glyphs(draw(deck))
    numbers, origins, _ = shaped(arabic, LAM_ALEF, "rtl")
    assert [g.glyph for g in drawn] == numbers
    assert [((g.x - drawn[0].x) / 20, (g.y - drawn[0].y) / 20) for g in drawn] == [
        pytest.approx((x - origins[0][0], y - origins[0][1]), abs=0.01) for x, y in origins
    ]


@READERS
@pytest.mark.usefixtures("arabic")
def test_arabic_in_a_form_that_cards_share_is_copied_in_reading_order(deck, draw, read):
    zones = f'one: {{text: "{GREETING}", size: 16pt}}\nname: {{box: {{top: 60mm}}, text: "{{{{ card.name }}}}", size: 12pt}}'
    path = draw(with_arabic(deck, zones, "name\nAlpha\nBeta\nGamma\n"))
    with pikepdf.open(path) as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert sum(b"Tj" in f.read_bytes() or b"TJ" in f.read_bytes() for f in forms) == 1
    for page, name in enumerate(("Alpha", "Beta", "Gamma")):
        text = read(path, page)
        assert GREETING in text
        assert name in text


@READERS
@pytest.mark.usefixtures("arabic")
def test_arabic_with_latin_and_digits_keeps_its_reading_order(deck, draw, read):
    said = "بطاقة Monogoto رقم 12 فقط"
    path = draw(with_arabic(deck, 'one: {text: "{{ card.name }}", size: 14pt}', f"name\n{said}\n"))
    # Poppler sees no gap where the direction changes.
    assert read(path).replace(" ", "") == said.replace(" ", "")


@pytest.mark.usefixtures("arabic")
@pytest.mark.parametrize("said", ["office", "five fish", "AVATAR", "Żółć", GREETING, "عليكم"])
def test_what_is_written_is_found(deck, draw, said):
    deck = with_arabic(
        deck, 'one: {text: "{{ card.name }}", size: 12pt}', f"name\nThe office AVATAR five fish Żółć\n{GREETING}\n"
    )
    document = pdfium.PdfDocument(draw(deck))
    pages = [document[i].get_textpage() for i in range(len(document))]
    assert [p.search(said).get_next() is not None for p in pages] in ([True, False], [False, True])
