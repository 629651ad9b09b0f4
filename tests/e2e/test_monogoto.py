"""The shipped Monogoto as a printer gets it: read back from the PDF and its manifest, on two papers, turned both ways."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest

from carddesigner.core.papers import PAPERS
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.draw.painter import Painter
from carddesigner.export.json import deck_json
from carddesigner.export.owner import OWNER
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.result import BuildResult
from carddesigner.source import paths
from tests.patience import PATIENCE

MM = 72 / 25.4
TRIM = (63.5, 88.9)
WITH_BLEED = (69.5, 94.9)
NEAR = 0.05
"""Millimetres by which a back may miss its front."""
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
PAPER_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}


@dataclass
class Printed:
    """One build, and what was read back from it: the cards; ``test_boxes.py`` reads their box, which comes after them."""

    paper: str
    duplex: str
    result: BuildResult
    path: Path
    read: Any
    make_box: Any

    @cached_property
    def pdf(self) -> pikepdf.Pdf:
        pdf = pikepdf.open(self.path)
        del pdf.pages[len(self.manifest["pages"]) :]
        return pdf

    @cached_property
    def _document(self) -> pdfium.PdfDocument:
        return pdfium.PdfDocument(self.path)

    def text(self, page: int) -> pdfium.PdfTextPage:
        """A page's text as pdfium reads it."""
        return self._document[page].get_textpage()

    @cached_property
    def manifest(self) -> dict[str, Any]:
        whole = json.loads(self.path.with_suffix(".json").read_text())
        cards = [page for page in whole["pages"] if page["component"] != "box"]
        assert whole["pages"][: len(cards)] == cards
        return {**whole, "pages": cards, "pieces": [p for p in whole["pieces"] if p["component"] != "box"]}

    @cached_property
    def pages(self) -> list[list[Any]]:
        return self.read(self.pdf)

    @property
    def sides(self) -> list[tuple[int, int]]:
        """Indexes of each sheet's front and back page."""
        return [(i, i + 1) for i in range(0, len(self.pdf.pages), 2)]

    def grounds(self, page: int) -> list[Any]:
        """The cards on a page as drawn: each face paints one ground over its trim and bleed."""
        return [
            p
            for p in self.pages[page]
            if p.kind == "fill" and all(abs(a - b) < 0.01 for a, b in zip(p.box.size, WITH_BLEED, strict=True))
        ]

    def trims(self, page: int) -> list[tuple[dict[str, Any], Any]]:
        """The manifest's slots of a page with their trims."""
        slots = self.manifest["pages"][page]["slots"]
        return [(s, self.make_box(s["x_mm"], s["y_mm"], s["x_mm"] + TRIM[0], s["y_mm"] + TRIM[1])) for s in slots]

    def behind(self, box: Any) -> Any:
        """Where something on one side lies when seen from the other, the sheet being turned as the printer turns it."""
        width, height = PAPER_MM[self.paper]
        if self.duplex == "long-edge":
            return self.make_box(width - box.right, box.top, width - box.left, box.bottom)
        return self.make_box(box.left, height - box.bottom, box.right, height - box.top)

    @property
    def art_turned(self) -> int:
        """How far a back's art is turned, so that heads lie behind heads."""
        return 0 if self.duplex == "long-edge" else 180


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((paper, duplex), marks=() if (paper == "A4") == (duplex == "long-edge") else pytest.mark.long)
        for paper in PAPER_MM
        for duplex in ("long-edge", "short-edge")
    ],
    ids=lambda p: f"{p[0]}-{p[1]}",
)
def printed(request, tmp_path_factory, painted, box) -> Printed:
    paper, duplex = request.param
    output = tmp_path_factory.mktemp("printed")
    result = build_deck("monogoto", PrintOptions(output=output, paper=PAPERS[paper], duplex=duplex))
    return Printed(paper, duplex, result, result.artifacts[0].path, painted, box)


@pytest.fixture(scope="module")
def a4(tmp_path_factory, painted, box) -> Printed:
    """The deck with nothing said: what ``make deck`` prints."""
    result = build_deck("monogoto", PrintOptions(output=tmp_path_factory.mktemp("plain")))
    return Printed("A4", "long-edge", result, result.artifacts[0].path, painted, box)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory, painted, box) -> Printed:
    """A copy a page, for print houses."""
    result = build_deck("monogoto", PrintOptions(output=tmp_path_factory.mktemp("pieces"), layout="pieces"))
    return Printed("page", "long-edge", result, result.artifacts[0].path, painted, box)


def millimetres(page: pikepdf.Page, name: str) -> tuple[float, ...]:
    """A page's box: left, top, right, bottom, y down."""
    top = float(page.MediaBox[3])
    x0, y0, x1, y1 = (float(v) for v in page[name])
    return tuple(round(v / MM, 2) for v in (x0, top - y1, x1, top - y0))


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, timeout=10 * PATIENCE)


def needs(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


# What is in the box


def test_every_copy_is_printed_once_on_each_side(printed):
    asked = {p["id"]: p["copies"] for p in printed.manifest["pieces"]}
    components = Counter(p["component"] for p in printed.manifest["pieces"])
    assert components["symbols"] == 75
    assert (components["followers"], asked["followers"]) == (1, 30)
    assert (components["instructions"], components["summary"], asked["summary-001"]) == (6, 1, 6)
    for side in ("front", "back"):
        slots = [s for p in printed.manifest["pages"] if p["side"] == side for s in p["slots"]]
        assert Counter((s["piece"], s["copy"]) for s in slots) == Counter(
            (piece, copy) for piece, copies in asked.items() for copy in range(1, copies + 1)
        )


def test_pages_are_as_few_as_the_cards_need(printed):
    sheets = -(-sum(piece["copies"] for piece in printed.manifest["pieces"]) // 9)
    assert (
        len(printed.pdf.pages) == 2 * sheets == len(printed.manifest["pages"]) == printed.result.artifacts[0].pages - 2
    )
    assert [(p["sheet"], p["side"]) for p in printed.manifest["pages"]] == [
        (n, side) for n in range(1, sheets + 1) for side in ("front", "back")
    ]


def test_boxes_are_the_paper_the_cards_and_their_bleed(printed):
    trim = {"A4": (6.35, 9.5, 203.65, 287.5), "Letter": (9.5, 6.35, 206.4, 273.05)}[printed.paper]
    bleed = (trim[0] - 3, trim[1] - 3, trim[2] + 3, trim[3] + 3)
    for page in printed.pdf.pages:
        assert millimetres(page, "/MediaBox") == (0, 0, *PAPER_MM[printed.paper])
        assert millimetres(page, "/TrimBox") == pytest.approx(trim, abs=0.01)
        assert millimetres(page, "/BleedBox") == pytest.approx(bleed, abs=0.01)


def test_a_front_shows_the_card_that_the_manifest_says(printed):
    table = (paths.shipped() / "decks/monogoto/cards.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(table.splitlines())
    numbers = {f"symbols-{n:03}": row["number"] for n, row in enumerate(rows, 1)}
    height = PAPER_MM[printed.paper][1]
    for index, page in enumerate(printed.manifest["pages"]):
        text = printed.text(index)
        for slot, trim in printed.trims(index):
            if slot["piece"] in numbers and page["side"] == "front":
                left, top, right, bottom = (v * MM for v in trim)
                shown = text.get_text_bounded(left, height * MM - bottom, right, height * MM - top)
                # Where the slug line stands upright, pdfium puts no space between numbers of a line.
                assert "".join(shown.split()) == 3 * numbers[slot["piece"]], slot["piece"]


# Backs behind fronts


def test_the_manifest_puts_every_back_behind_its_front(printed):
    for front, back in printed.sides:
        backs = {(s["piece"], s["copy"]): (s, trim) for s, trim in printed.trims(back)}
        assert len(backs) == len(printed.trims(front)) > 0
        for slot, trim in printed.trims(front):
            other, there = backs[slot["piece"], slot["copy"]]
            assert there.is_near(printed.behind(trim), NEAR), (front, slot["piece"], slot["copy"])
            assert (slot["rotation"], other["rotation"]) == (0, printed.art_turned)


def test_every_back_is_drawn_behind_its_front(printed):
    for front, back in printed.sides:
        fronts, backs = printed.grounds(front), printed.grounds(back)
        assert len(fronts) == len(backs) == len(printed.trims(front))
        wanted = sorted(printed.behind(g.box) for g in fronts)
        assert all(b.box.is_near(w, NEAR) for b, w in zip(sorted(backs, key=lambda g: g.box), wanted, strict=True))
        assert {g.turned for g in fronts} == {0}
        assert {g.turned for g in backs} == {printed.art_turned}


def test_all_sheets_are_full_for_there_are_as_many_summaries_as_the_last_has_room_for(printed):
    assert [len(printed.grounds(f)) for f, _ in printed.sides] == [9] * 13


def test_cards_are_drawn_where_the_manifest_says(printed):
    for page in range(len(printed.pdf.pages)):
        drawn = sorted(g.box for g in printed.grounds(page))
        listed = sorted(trim.grown(3) for _, trim in printed.trims(page))
        assert all(d.is_near(m, NEAR) for d, m in zip(drawn, listed, strict=True))


def test_bleed_covers_every_cut_and_never_a_neighbour(printed):
    for page in range(len(printed.pdf.pages)):
        trims = [trim for _, trim in printed.trims(page)]
        for ground in printed.grounds(page):
            own = ground.box.grown(-3)
            assert ground.visible is not None
            assert ground.visible.overlap(own).is_near(own, 0.01)
            others = [t for t in trims if not t.is_near(own, NEAR)]
            assert len(others) == len(trims) - 1
            for other in others:
                common = ground.visible.overlap(other)
                assert common is None or min(common.size) < 0.01


# Marks


def test_guides_stand_at_every_cut_of_a_front_and_touch_no_card(printed):
    for page in range(len(printed.pdf.pages)):
        marks = [p.box for p in printed.pages[page] if p.kind == "line" and p.color == (0.0,)]
        trims = [trim for _, trim in printed.trims(page)]
        if printed.manifest["pages"][page]["side"] == "back":
            # There is no room for all of them in the margins alone, and a back is never cut by ticks.
            assert marks == []
            continue
        for mark in marks:
            assert min(mark.size) < 0.001
            assert max(mark.size) >= 1
            assert not any(mark.grown(0.1).overlap(trim) for trim in trims), (page, mark)
            assert min(mark) > 0.2
        upright = {round(m.left, 2) for m in marks if m.size[0] < 0.001}
        level = {round(m.top, 2) for m in marks if m.size[1] < 0.001}
        for _, trim in printed.trims(page):
            assert all(any(abs(at - m) < 0.02 for m in upright) for at in (trim.left, trim.right))
            assert all(any(abs(at - m) < 0.02 for m in level) for at in (trim.top, trim.bottom))


def test_the_slug_line_tells_the_sheets_apart_and_lies_off_the_cards(printed):
    sheets = len(printed.pdf.pages) // 2 + 1
    paper_height = PAPER_MM[printed.paper][1]
    for index, page in enumerate(printed.manifest["pages"]):
        text = printed.text(index)
        line = (
            f"Monogoto · {page['component'].replace('+', ' + ')} · sheet {page['sheet']} of {sheets} · {page['side']}"
        )
        assert line in text.get_text_range().splitlines()
        at, count = text.search(line).get_next()
        assert count == len(line)
        for char in range(at, at + count):
            left, bottom, right, top = (v / MM for v in text.get_charbox(char))
            around = printed.make_box(left, paper_height - top, right, paper_height - bottom)
            assert not any(around.overlap(g.visible) for g in printed.grounds(index))


# The file


def test_the_deck_weighs_at_most_150_kilobytes(printed):
    assert printed.path.stat().st_size <= 150_000


def test_same_deck_same_bytes(a4, tmp_path):
    files = defaultdict(set)
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "carddesigner", "build", "monogoto", "-q", "-o", str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(paths.shipped())}
        subprocess.run(command, check=True, env=environment, cwd=tmp_path)
        for file in (tmp_path / seed / "monogoto").iterdir():
            files[file.name].add(file.read_bytes())
    for file in a4.path.parent.iterdir():
        files[file.name].add(file.read_bytes())
    assert {name: len(found) for name, found in files.items() if name != OWNER} == {
        "monogoto-sheets.json": 1,
        "monogoto-sheets.pdf": 1,
    }


def test_no_two_streams_hold_the_same(a4):
    streams = Counter(o.read_bytes() for o in a4.pdf.objects if isinstance(o, pikepdf.Stream))
    assert [s[:80] for s, count in streams.items() if count > 1] == []


def test_a_zone_that_several_faces_share_is_written_once(a4):
    report = Report()
    loaded = loaded_deck("monogoto", report)
    faces = {
        id(f): f for piece in lay_out(print_job(loaded), report) for copy in piece.copies for f in copy if f is not None
    }
    painter = Painter(loaded.assets.face)
    zones = Counter(ops for f in faces.values() for ops in {painter.items(z.items).ops for z in f.zones})
    # One circle is the middle one of three: a zone that is part of another is not told apart from it.
    whole = [ops for ops in zones if not any(ops in other for other in zones if other != ops)]
    shared = [ops.encode() for ops in whole if zones[ops] > 1 and len(ops) > 100]
    assert len(shared) > 15
    drawn = [o.read_bytes() for o in a4.pdf.objects if isinstance(o, pikepdf.Stream) and "/Length1" not in o]
    assert {ops: sum(s.count(ops) for s in drawn) for ops in shared} == dict.fromkeys(shared, 1)


def test_a_card_printed_thirty_times_is_drawn_once(a4):
    """A follower's outline and a back's glow are each in one stream; pages only name it."""
    deck = (paths.shipped() / "decks/monogoto/deck.yaml").read_text(encoding="utf-8")
    ember = re.search(r'ember: "#(..)(..)(..)"', deck)
    assert ember is not None
    red = " ".join(f"{int(v, 16) / 255:.3f}".rstrip("0") for v in ember.groups())
    drawn = [o.read_bytes() for o in a4.pdf.objects if isinstance(o, pikepdf.Stream) and "/Length1" not in o]
    assert sum(f"{red} RG".encode() in s for s in drawn) == 1
    glow = b"0.282 0.259 0.459 rg"
    # A back has two halves, the box one.
    assert sorted(s.count(glow) for s in drawn if glow in s) == [1, 2]
    named = Counter()
    for index, page in enumerate(a4.manifest["pages"]):
        operators = pikepdf.parse_content_stream(a4.pdf.pages[index].obj)
        forms = Counter(str(v[0]) for v, op in operators if str(op) == "Do")
        followers = sum(slot["piece"].startswith("followers") for slot in page["slots"])
        if followers == len(page["slots"]):
            (card, count) = forms.most_common(1)[0]
            assert count == followers
            named[page["side"], card] += count
    assert sorted((side, count) for (side, _), count in named.items()) == [("back", 18), ("front", 18)]


def test_every_text_is_shaped_once_in_a_font(tmp_path):
    code = (
        "import gc, json, uharfbuzz as hb\n"
        "shape, calls = hb.shape, []\n"
        "def counted(font, buffer, *rest):\n"
        "    said = ''.join(chr(i.codepoint) for i in buffer.glyph_infos)\n"
        "    calls.append((id(font), said, buffer.direction, buffer.language))\n"
        "    return shape(font, buffer, *rest)\n"
        "hb.shape = counted\n"
        "from carddesigner.pipeline.build import build_deck\n"
        "from carddesigner.text.font_face import FontFace\n"
        "build_deck('monogoto')\n"
        "faces = [o for o in gc.get_objects() if isinstance(o, FontFace)]\n"
        "print(json.dumps([len(calls), len(set(calls)), sum(f.shaped for f in faces)]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    calls, different, counted = json.loads(done.stdout)
    assert 300 < calls == different == counted < 2000


def test_four_faces_of_two_families_are_embedded_as_subsets_that_can_be_copied(a4):
    fonts = [o for o in a4.pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Subtype") == "/Type0"]
    names = [str(f.BaseFont)[1:] for f in fonts]
    assert all(re.fullmatch(r"[A-Z]{6}\+\w+-\w+", n) for n in names)
    assert {n.partition("+")[2].partition("-")[0] for n in names} == {"AlegreyaSans", "LeagueSpartan"}
    assert len(fonts) <= 5
    assert len(set(names)) == len(fonts)
    shipped = paths.shipped() / "templates/fonts"
    for font, name in zip(fonts, names, strict=True):
        (descendant,) = font.DescendantFonts
        assert descendant.BaseFont == font.BaseFont == descendant.FontDescriptor.FontName
        embedded = descendant.FontDescriptor.FontFile2.read_bytes()
        assert len(embedded) < 0.4 * (shipped / f"{name.partition('+')[2]}.ttf").stat().st_size
        assert b"beginbfchar" in font.ToUnicode.read_bytes()
    others = [o for o in a4.pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
    assert {str(o.Subtype) for o in others} <= {"/Type0", "/CIDFontType2"}


def test_no_picture_is_made_of_vectors(a4):
    assert not [o for o in a4.pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]


def test_readers_find_outline_labels_title_and_language(printed):
    with printed.pdf.open_outline() as outline:
        entries = [(item.title, item.destination) for item in outline.root]
    first = {}
    for index, page in enumerate(printed.manifest["pages"]):
        for component in page["component"].split("+"):
            first.setdefault(component, index)
    assert [title for title, _ in entries] == ["symbols", "followers", "instructions", "summary", "box"]
    for title, destination in entries[:4]:
        target = destination if isinstance(destination, pikepdf.Array) else pikepdf.Array([destination])
        assert target[0].objgen == printed.pdf.pages[first[title]].obj.objgen
    assert [p.label for p in printed.pdf.pages] == [f"{p['sheet']} {p['side']}" for p in printed.manifest["pages"]]
    assert str(printed.pdf.docinfo["/Title"]) == "Monogoto"
    assert str(printed.pdf.Root.Lang) == "en"


# Other programs


def test_qpdf_ghostscript_and_mupdf_have_nothing_to_say(printed):
    qpdf, gs, mutool = (needs(p) for p in ("qpdf", "gs", "mutool"))
    checked = run(qpdf, "--check", printed.path)
    assert checked.returncode == 0
    assert "WARNING" not in checked.stdout + checked.stderr
    strict = ("-dPDFSTOPONERROR", "-dPDFSTOPONWARNING")
    drawn = run(gs, "-q", "-dBATCH", "-dNOPAUSE", *strict, "-sDEVICE=nullpage", printed.path)
    assert (drawn.returncode, drawn.stdout + drawn.stderr) == (0, "")
    drawn = run(mutool, "draw", "-q", "-F", "png", "-r", "20", "-o", os.devnull, printed.path)
    # Some builds of mutool say of themselves that they do without ICC.
    said = [x for x in (drawn.stdout + drawn.stderr).splitlines() if "ICC support is not available" not in x]
    assert (drawn.returncode, said) == (0, [])


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_an_independent_preflight_finds_no_error(paper, duplex, tmp_path):
    checker = SHARED / "tools/preflight.py"
    if not checker.is_file():
        pytest.skip("there is no preflight beside the project")
    if run(sys.executable, "-c", "import numpy, scipy, pdfplumber, pikepdf, pypdfium2, PIL").returncode:
        pytest.skip("preflight needs numpy, scipy and pdfplumber")
    settings = PrintOptions(output=tmp_path, paper=PAPERS[paper], duplex=f"{duplex}-edge")
    path = build_deck("monogoto", settings).artifacts[0].path
    grid = ("--trim", "63.5x88.9", "--cols", "3", "--rows", "3", "--duplex", duplex)
    done = run(sys.executable, checker, path, *grid, "--job", "any", "--pdfx", "none")
    findings = json.loads(done.stdout)["findings"]
    assert [f for f in findings if f["severity"] == "error"] == []
    assert done.returncode == 0


def test_an_independent_checker_passes_the_exported_cards(tmp_path):
    checker = SHARED / "reference/monogoto_check.py"
    if not checker.is_file():
        pytest.skip("there is no reference beside the project")
    cards = json.loads(deck_json(loaded_deck("monogoto", Report())))["cards"]
    columns = ("suit", "number", "environment", "person")
    rows = [",".join(str(c["fields"][k]) for k in columns) for c in cards if c["component"] == "symbols"]
    (tmp_path / "cards.csv").write_text("\n".join([",".join(columns), *rows]) + "\n")
    done = run(sys.executable, checker, tmp_path / "cards.csv")
    assert "REQUIRED: ok" in done.stdout
    assert "STRONG: ok" in done.stdout


# Pieces, a page a side


def test_pieces_are_a_page_a_side_with_trim_and_bleed(pieces):
    assert len(pieces.pdf.pages) == 2 * sum(p["copies"] for p in pieces.manifest["pieces"])
    assert [p["side"] for p in pieces.manifest["pages"]] == ["front", "back"] * (len(pieces.pdf.pages) // 2)
    for page in pieces.pdf.pages:
        assert millimetres(page, "/MediaBox") == (0, 0, *WITH_BLEED)
        assert millimetres(page, "/BleedBox") == (0, 0, *WITH_BLEED)
        assert millimetres(page, "/TrimBox") == (3, 3, 3 + TRIM[0], 3 + TRIM[1])
    for index, page in enumerate(pieces.manifest["pages"]):
        (slot,) = page["slots"]
        assert (slot["x_mm"], slot["y_mm"], slot["rotation"]) == (3, 3, 0)
        (ground,) = pieces.grounds(index)
        assert ground.visible.is_near(pieces.make_box(0, 0, *WITH_BLEED), 0.01)
        assert not [p for p in pieces.pages[index] if p.kind == "line" and p.color == (0.0,)]


def summary_words() -> list[str]:
    """The words of the summary's front as it is written, icons left out."""
    text = (paths.shipped() / "decks/monogoto/summary.md").read_text(encoding="utf-8").partition("\n---\n")[0]
    text = re.sub(r"^\|[-|]+\|$|:[a-z]+:|[*#|]", " ", text, flags=re.M)
    return text.split()


def first_rule_page(pieces: Printed) -> int:
    return next(i for i, p in enumerate(pieces.manifest["pages"]) if p["component"] == "summary")


def in_a_row(words: list[str], text: str) -> bool:
    """Whether words stand in a text one after the other; spaces may differ (icons stand between some)."""
    return "".join(words) in "".join(text.split())


def test_a_rule_card_reads_in_order_in_pdfium(pieces):
    text = pieces.text(first_rule_page(pieces)).get_text_range()
    assert in_a_row(summary_words(), text)
    assert "The last one left wins." in text


def test_a_rule_card_reads_in_order_in_poppler(pieces):
    page = first_rule_page(pieces) + 1
    text = run(needs("pdftotext"), "-f", str(page), "-l", str(page), pieces.path, "-").stdout
    assert in_a_row(summary_words(), text)
    assert "The last one left wins." in text
