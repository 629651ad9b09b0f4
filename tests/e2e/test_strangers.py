"""Decks of strangers: whatever is in them is drawn or told at its place, within 2 s of CPU and 500 MB."""

from __future__ import annotations

import hashlib
import io
import json
import os
import struct
import subprocess
import zipfile
import zlib
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

import carddesigner as cd
from carddesigner.source import paths
from tests.examples import tried
from tests.font_maker import make_endless, make_font

pytestmark = pytest.mark.slow

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}<path d="M0 0L9 9L0 9Z"/></svg>'

# Expressions: what they read and make is bounded before it is read or made.

BIG = [
    "round(5, -99999999)",
    "1|round(precision=999999999, method='ceil')",
    "1|round(999999999, 'floor')",
    *(f"([[[0]*20000]*20000]*20000){rest}" for rest in ("", "|string", "|upper", "|join", "|sort", "|unique", " ~ ''")),
    "[[[0]*300]*300, [[0]*300]*300]|string",
    "[[0]*9000]*9000|sum(start=[])",
    "([[1]*10]*2000)|sum(start=[])|length",
    "([[0]*10000]*5) == ([[0]*10000]*5)" + " == ([[0]*10000]*5)" * 60,
    "[[0]*10000]*5 in [[[0]*10000]*5]" + " in [[[0]*10000]*5]" * 60,
    "('a'*20000)|trim('b'*19999 ~ 'a')" + "|trim('b'*19999 ~ 'a')" * 60,
    "([card]*20000)|join(attribute='text')",
    "([card]*20000)|sort(attribute='text')|length",
    "([card]*20000)|map(attribute='text')",
    "('a'*20000)|replace('', 'b'*20000)",
    "('a'*20000)|replace(old='a', new='b'*20000)",
    "('a'*20000).replace('a', 'b'*20000)",
    "max(['a'*20000]*20000, key='a'.split)",
    "[{'a': [0]*20000}]*20000|list",
    "range(1000)|list|string" + " ~ (range(1000)|list|string)" * 60,
    "([0]*20000)" + "|list|sort|reverse" * 100,
]
PLACES = {
    "text": 'one: {{text: "{{{{ {} }}}}", size: 9pt}}',
    "words around": 'one: {{text: "a {{{{ {} }}}} b", size: 9pt}}',
    "when": 'one: {{when: "{}", fill: ink}}',
    "each": 'one: {{row: {{each: "{{{{ {} }}}}", zones: {{a: {{fill: ink}}}}}}}}',
}


@pytest.mark.parametrize(
    ("place", "expression"),
    [("text", e) for e in BIG] + [(p, e) for p in PLACES if p != "text" for e in (BIG[0], BIG[3], BIG[4])],
    ids=lambda v: v[:40],
)
def test_an_expression_is_stopped_before_it_is_slow(deck, promised, expression, place):
    deck.zones(PLACES[place].format(expression), f"name,text\nFire,{'x' * 90_000}\n")
    ran = promised("validate", "./sample")
    assert ran.code == 1
    assert "sample.yaml:" in ran.err
    # The work of a deck of one card may be counted up before that of one expression is.
    assert "error[expression-" in ran.err or "error[too-much-work]" in ran.err


def test_a_check_and_an_svg_are_stopped_before_they_are_slow(deck, promised):
    deck.zones("one: {svg: art/a.svg}")
    deck.write("art/a.svg", SVG.format("<title>{{ [[[0]*2000]*2000]*2000 }}</title>"))
    that = 'checks:\n  - {that: "([[[0]*20000]*20000]*20000)|string == cards|string", message: "no"}\n'
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + that)
    ran = promised("validate", "./sample")
    assert ran.err.count("error[expression-too-big]") == 2
    assert "a.svg:1:" in ran.err


def test_parts_that_hand_lists_on_are_stopped_before_they_are_slow(deck, promised):
    deck.zones("one: {part: p0, params: {l: [0]}}")
    more = f"{{{{ [{', '.join(['l'] * 20)}] }}}}"
    parts = "".join(
        f'  p{i}: {{params: {{l: null}}, zones: {{a: {{part: p{i + 1}, params: {{l: "{more}"}}}}}}}}\n'
        for i in range(7)
    )
    parts += '  p7: {params: {l: null}, zones: {a: {text: "{{ l }} {{ l }}", size: 9pt}}}\n'
    template = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", template.replace("faces:", f"parts:\n{parts}faces:", 1))
    assert "expression-too-big" in promised("validate", "./sample").err


# Pictures: what a PDF holds as it is is never decoded, and what has to be is bounded.


def striped(width: int, height: int, kind: int, channels: int, depth: int = 8, interlaced: int = 0) -> bytes:
    """A PNG of one pattern again and again, made without its pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    row = b"\0" + bytes(range(1, 256)) * (width * channels * depth // 8 // 255 + 1)
    row = row[: 1 + (width * channels * depth + 7) // 8]
    rows = deflated_again_and_again(row, height)
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    palette = chunk(b"PLTE", bytes(range(256)) * 3) if kind == 3 else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def deflated_again_and_again(data: bytes, times: int) -> bytes:
    """What zlib unpacks to *data* so many times, of which it packs only one."""
    packer = zlib.compressobj(1, wbits=-15)
    packed = packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)
    one = zlib.adler32(data)
    total, weighted = 1, 0
    for _ in range(times):
        weighted = (weighted + (one >> 16) + len(data) * (total - 1)) % 65521
        total = (total + (one & 0xFFFF) - 1) % 65521
    return b"\x78\x01" + packed * times + packer.flush() + struct.pack(">HH", weighted, total)


@cache
def scan(kind: str) -> bytes:
    """A noisy picture as large as A3 at 400 dpi."""
    noise = Image.effect_noise((620, 877), 60).convert("RGB").resize((4961, 7016))
    out = io.BytesIO()
    noise.save(out, kind, dpi=(400, 400), compress_level=1)
    return out.getvalue()


def with_picture(deck, data: bytes, name: str = "a.png"):
    deck.zones(f"one: {{image: {name}}}")
    deck.write(name, data)
    return deck


@pytest.mark.parametrize("command", ["validate", "build"])
@pytest.mark.parametrize(
    ("kind", "channels", "code"), [(0, 1, 0), (2, 3, 0), (3, 1, 0), (4, 2, 1), (6, 4, 1)], ids=lambda v: str(v)
)
def test_a_picture_of_a_hundred_million_pixels_is_drawn_or_told(deck, promised, command, kind, channels, code):
    with_picture(deck, striped(10_000, 9_990, kind, channels))
    ran = promised(command, "./sample")
    assert ran.code == code
    assert ("sample.yaml:7:" in ran.err and "10000 × 9990 pixels" in ran.err) == bool(code)


@pytest.mark.parametrize(("depth", "interlaced"), [(16, 0), (8, 1)])
def test_a_picture_that_has_to_be_decoded_is_bounded(deck, promised, depth, interlaced):
    with_picture(deck, striped(10_000, 9_990, 2, 3, depth, interlaced))
    assert "error[image-too-large]" in promised("validate", "./sample").err


@pytest.mark.parametrize(
    ("name", "command"),
    tried(product(["scan.png", "scan.jpg"], ["validate", "build"]), ("scan.png", "build"), ("scan.jpg", "build")),
)
def test_an_honest_scan_of_a3_is_printed(deck, promised, command, name):
    with_picture(deck, scan("PNG" if name.endswith("png") else "JPEG"), name)
    assert promised(command, "./sample").code == 0


# Tables: a text that cells share counts for each of them, and places are found without a list of lines.

CONTENT = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKED = "http://schemas.openxmlformats.org/package/2006/relationships"


def packed(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for name, text in parts.items():
            package.writestr(name, text)
    return out.getvalue()


def shared(size: int, rows: int, between: str = "") -> bytes:
    """A workbook whose rows all share one text."""
    cells = "".join(f'<row r="{r}"><c r="A{r}" t="s"><v>1</v></c></row>' for r in range(2, rows + 2))
    text = f"<si><t>{'x' * (size // 2)}{between}{'x' * (size // 2)}</t></si>"
    return packed(
        {
            "[Content_Types].xml": CONTENT,
            "_rels/.rels": f'<Relationships xmlns="{PACKED}"><Relationship Id="r1" Type="{RELATION}/officeDocument" '
            'Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{RELATION}"><sheets><sheet name="S" sheetId="1" r:id="r1"/>'
            "</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKED}"><Relationship Id="r1" '
            f'Type="{RELATION}/worksheet" Target="worksheets/s.xml"/></Relationships>',
            "xl/worksheets/s.xml": f'<worksheet {MAIN}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row>{cells}'
            "</sheetData></worksheet>",
            "xl/sharedStrings.xml": f"<sst {MAIN}><si><t>name</t></si>{text}</sst>",
        }
    )


def repeated(size: int, rows: int) -> bytes:
    """An ODS with a row of one long text that stands there again and again."""
    spaces = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "table", "text"))
    row = '<table:table-row {}><table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell></table:table-row>'
    more = f'table:number-rows-repeated="{rows}"'
    body = row.format("", "name") + row.format(more, "x" * size)
    content = f"<office:document-content {spaces}><office:body><office:spreadsheet>"
    content += (
        f'<table:table table:name="S">{body}</table:table></office:spreadsheet></office:body></office:document-content>'
    )
    return packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


@pytest.mark.parametrize("command", ["validate", "build", "new"])
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cards.xlsx", shared(10_000_000, 960)),
        ("cards.xlsx", shared(10_000_000, 960, "<!--" + "</si>" * 2000 + "-->")),
        ("cards.xlsx", shared(2_000, 90_000)),
        ("cards.ods", repeated(10_000_000, 960)),
    ],
    ids=["one text", "hidden ends", "many cells", "repeated rows"],
)
def test_a_text_that_cells_share_counts_for_each(deck, promised, command, name, data):
    deck.zones("one: {fill: ink}")
    deck.write(name, data)
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("cards.csv", name))
    ran = promised(*(("new", "made", "--from", f"sample/{name}") if command == "new" else (command, "./sample")))
    assert ran.code == 1
    assert f"{name}!S" in ran.err


def test_an_honest_workbook_of_long_texts_is_read(deck, promised):
    deck.zones("one: {fill: ink}")
    deck.write("cards.xlsx", shared(2_000, 500))
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("rows: cards.csv", "rows: cards.xlsx"))
    assert promised("validate", "./sample").code == 0


@pytest.mark.parametrize(
    "text",
    [
        'name\n"' + "a\n" * 15_000_000,
        "name\n" + "\n" * 30_000_000,
        'name\n"' + "a" * 30_000_000,
        '"\n' * 10_000_000,
        "," * 30_000_000,
        ("," * 499 + "\n") * 90_000,
    ],
    ids=["open quote", "blank lines", "one line", "quotes", "columns", "cells"],
)
def test_a_table_of_thirty_megabytes_is_told(deck, promised, text):
    deck.zones("one: {fill: ink}", text)
    ran = promised("validate", "./sample")
    assert ran.code == 1
    assert "cards.csv:" in ran.err


def test_a_json_table_of_thirty_million_blank_lines_is_told(deck, promised):
    deck.zones("one: {fill: ink}")
    deck.write("cards.json", "\n" * 30_000_000 + "[")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("cards.csv", "cards.json"))
    assert "cards.json:1:1: error[yaml-too-large]" in promised("validate", "./sample").err


# Links and revisions: what lies outside the folder is not read, and what lies in it is not written again and again.


def test_a_deck_file_linked_from_outside_is_refused(deck, promised, tmp_path):
    deck.zones("one: {fill: ink}")
    (deck.path / "deck.yaml").rename(tmp_path / "secret")
    (deck.path / "deck.yaml").symlink_to(tmp_path / "secret")
    for command in ("validate", "build"):
        assert "deck.yaml:1:1: error[outside-folder]" in promised(command, "./sample").err
    found = cd.open_deck(deck.path).problems()
    assert [(d.code, Path(d.span.path).name) for d in found.errors] == [("outside-folder", "deck.yaml")]


def nest(folder: Path, depth: int) -> None:
    """Make so many folders in each other. Their path would be too long to be made at once."""
    at = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=at)
        inner = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)


@pytest.fixture
def deep(deck):
    """A deck with a thousand folders in each other. No Python removes these."""
    deck.zones("one: {text: ABC, size: 9pt, in: safe}")
    for name in (".", "fonts", "templates", "symbols"):
        (deck.path / name).mkdir(exist_ok=True)
        nest(deck.path / name, 1_500)
    yield deck
    subprocess.run(["rm", "-r", deck.path], check=True)


def test_a_thousand_folders_in_each_other_are_left_alone(deep, promised):
    for command in (("build",), ("validate",), ("export", "--to", "json")):
        assert promised(*command, "./sample").code == 0


@pytest.mark.parametrize("command", ["build", "validate"])
def test_a_file_that_no_card_can_show_is_not_read(deck, promised, command):
    deck.zones("one: {text: ABC, size: 9pt, in: safe}")
    with (deck.path / "a.png").open("wb") as file:
        file.truncate(100_000_000_000)
    assert promised(command, "./sample").code == 0


CIRCLES = {
    "art/a.png": "one: {image: art/a.png}",
    "a.png": "one: {image: b.png}",
    "a.svg": "one: {svg: a.svg}",
    "pictures": "one: {image: a.png}",
    "fonts": "one: {text: ABC, size: 9pt}",
    "fonts/Mine-Regular.ttf": "one: {text: ABC, size: 9pt, font: mine}",
    "symbols/s.svg": "one: {icon: s}",
    "symbols/s.json": "one: {icon: s/a}",
    "templates/other.yaml": "one: {text: ABC, size: 9pt}",
    "cards.csv": "one: {text: ABC, size: 9pt}",
}


@pytest.mark.parametrize("command", [("build",), ("validate",), ("export", "--to", "json")])
@pytest.mark.parametrize("link", CIRCLES)
def test_links_in_a_circle_are_told_or_left_alone(deck, promised, command, link):
    deck.zones(CIRCLES[link])
    template = deck.path / "templates/sample.yaml"
    template.write_text(
        template.read_text().replace("fonts:", "fonts:\n  mine: {family: Mine}" if "Mine" in link else "fonts:")
    )
    path = deck.path / link
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(path.name)
    ran = promised(*command, "./sample")
    assert command[0] == "export" or ran.code == (link not in ("fonts", "templates/other.yaml"))


class Repository:
    """A repository around a deck, whose trees are written object by object."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q")

    def git(self, *arguments: str, given: bytes = b"") -> str:
        settings = ("-c", "user.name=a", "-c", "user.email=a@b")
        done = subprocess.run(
            ["git", *settings, *arguments], cwd=self.folder, input=given, capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    def blob(self, data: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", given=data)

    def tree(self, *entries: tuple[str, str, str]) -> str:
        """A tree of (mode, name, object), whatever is in it."""
        data = b"".join(f"{mode} {name}".encode() + b"\0" + bytes.fromhex(oid) for mode, name, oid in entries)
        whole = b"tree %d\0" % len(data) + data
        oid = hashlib.sha1(whole).hexdigest()
        # Git itself is a process for each of thousands.
        file = self.folder / ".git/objects" / oid[:2] / oid[2:]
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(zlib.compress(whole))
        return oid

    def commit(self, *more: tuple[str, str, str]) -> None:
        """The deck as it is, and more entries beside it."""
        self.git("add", "-A")
        self.git("commit", "-qm", "The deck")
        own = [e.split(maxsplit=2) for e in self.git("ls-tree", "HEAD").splitlines()]
        tree = self.tree(
            *((mode.lstrip("0"), rest.split("\t")[1], rest.split("\t")[0]) for mode, _, rest in own), *more
        )
        self.git("update-ref", "HEAD", self.git("commit-tree", "-m", "More", tree))


@pytest.fixture
def repository(deck):
    deck.zones("one: {fill: ink}")
    return Repository(deck.path)


def test_sixty_links_to_one_file_of_a_revision_are_one_file(repository, promised):
    big = repository.blob(bytes(43_000_000))
    link = repository.blob(b"big.png")
    repository.commit(("100644", "big.png", big), *(("120000", f"l{i:02}.png", link) for i in range(60)))
    assert promised("diff", "./sample@HEAD", "./sample").code == 0


@pytest.mark.parametrize("kind", ["one name", "long name", "levels", "long link"])
def test_a_tree_that_no_folder_can_hold_is_told_or_read(repository, promised, kind):
    file = repository.blob(b"x")
    folder = repository.tree(("100644", "x", file))
    if kind == "one name":
        more = [("100644", "zz", file), ("40000", "zz", folder)]
    elif kind == "long name":
        more = [("100644", "z" * 300, file)]
    elif kind == "long link":
        more = [("120000", "zz", repository.blob(b"y" * 5_000_000))]
    else:
        for _ in range(1_500):
            folder = repository.tree(("40000", "f", folder))
        more = [("40000", "zz", folder)]
    repository.commit(*more)
    ran = promised("diff", "./sample@HEAD", "./sample")
    assert ran.code == (1 if kind == "one name" else 0)
    assert ("error[revision-unwritable]" in ran.err) == (kind == "one name")


# SVGs with filters: what they take is bounded together.

HEAVY = '<filter id="f"><feMorphology operator="dilate" radius="{}"/><feGaussianBlur stdDeviation="1"/></filter>'


@pytest.mark.parametrize("command", tried(["validate", "build"], "build"))
def test_filters_of_many_drawings_are_bounded_together(deck, promised, command):
    deck.zones('one: {svg: "art/{{ card.name }}.svg", in: bleed}', "name\n" + "".join(f"a{i}\n" for i in range(16)))
    for i in range(16):
        deck.write(f"art/a{i}.svg", SVG.format(HEAVY.format(0.2 + i / 1000)).replace("<path", '<path filter="url(#f)"'))
    ran = promised(command, "./sample")
    assert ran.code == 1
    assert "took too long" in ran.err
    assert "sample.yaml:7:" in ran.err


def test_shadows_of_many_drawings_are_drawn(deck, cli):
    deck.zones('one: {svg: "art/{{ card.name }}.svg", in: bleed}', "name\n" + "".join(f"a{i}\n" for i in range(4)))
    shadow = '<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation=".{}"/></filter>'
    for i in range(4):
        deck.write(f"art/a{i}.svg", SVG.format(shadow.format(i + 1)).replace("<path", '<path filter="url(#f)"'))
    assert cli("build", "./sample").code == 0


# Fonts: what can't be cut down for the PDF is told when it is opened.

FONT = paths.templates() / "fonts/AlegreyaSans-Regular.ttf"


@pytest.mark.parametrize("command", ["validate", "build"])
@pytest.mark.parametrize("table", [b"head", b"loca", b"glyf", b"hmtx", b"maxp", b"hhea"])
def test_a_font_with_a_damaged_table_is_told_or_drawn(deck, promised, command, table):
    deck.zones('one: {text: "{{ card.name }}", size: 9pt}')
    template = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", template.replace("Alegreya Sans", "Mine"))
    data = bytearray(FONT.read_bytes())
    at = data.index(table)
    start = int.from_bytes(data[at + 8 : at + 12], "big")
    data[start : start + 8] = b"\xee" * 8
    deck.write("fonts/Mine-Regular.ttf", bytes(data))
    ran = promised(command, "./sample")
    assert ran.code == (1 if table in (b"head", b"maxp") else 0)
    assert ran.code == 0 or "sample.yaml:7:" in ran.err


@pytest.mark.parametrize("blur", ["20mm", "0.1mm"])
def test_shadows_have_a_bound_of_pixels_together(deck, promised, blur):
    folder = deck.zones("all: {row: {each: 300, size: [60mm, 80mm], part: one, params: {n: '{{ index }}'}}}")
    path = folder.path / "templates" / "sample.yaml"
    shadow = f"shadow: {{blur: {blur}, offset: [1mm, '{{{{ n }}}}pt']}}"
    box = "{left: '{{ n }}pt', width: 60mm, height: 80mm}"
    part = f"parts:\n  one:\n    params: {{n: 0}}\n    zones:\n      a: {{box: {box}, fill: ink, {shadow}}}\n"
    path.write_text(path.read_text().replace("faces:", f"{part}faces:"))
    ran = promised("build", "./sample")
    assert ran.code == 0 or "error[too-much-work]" in ran.err


def test_a_shadow_that_is_very_large_has_fewer_pixels(deck, promised):
    box = "{left: -2000mm, right: -2000mm, top: -2000mm, bottom: -2000mm}"
    deck.zones(f"one: {{box: {box}, fill: ink, shadow: {{blur: 20mm}}}}")
    assert promised("build", "./sample").code == 0


@pytest.mark.parametrize("shadow", ["offset: [1mm, 1mm]", "blur: 1mm"])
def test_shadows_in_each_other_are_told(deck, promised, shadow):
    deck.zones("one: " + f"{{shadow: {{{shadow}}}, zones: {{a: " * 30 + "{text: A}" + "}}" * 30)
    ran = promised("build", "./sample")
    assert ran.code == 1
    assert "error[too-deep]: shadows are nested more than 4 levels deep" in ran.err


def test_cards_that_follow_count_as_copies(deck, promised):
    text = "text: '{{ card.name }}', size: 5pt, overflow: continue, following-cards: 20"
    rows = "".join(f"{'lorem ipsum ' * 20},100\n" for _ in range(990))
    deck.zones(f"one: {{box: {{width: 20mm, height: 3mm}}, {text}}}", f"name,copies\n{rows}")
    ran = promised("build", "./sample")
    assert ran.code == 1
    assert "error[too-many-copies]" in ran.err


COPIES = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 9))
MASKS = (
    '<linearGradient id="f"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>'
    '<mask id="m"><rect width="9" height="9" fill="url(#f)"/></mask>'
    + '<g mask="url(#m)" opacity=".9">' * 45
    + '<path d="M0 0h9v9z"/>' * 400
    + "</g>" * 45
)
RULES = "<style>" + "".join(f".c{n}{{fill:url(#f)}}" for n in range(2_000)) + "</style>"


@pytest.mark.parametrize(
    "inside",
    [
        f'<g id="g0"><rect width="1" height="1"/></g>{COPIES}',
        MASKS,
        f'{RULES}<g id="a" class="c1" opacity=".5"/>' + '<use href="#a" class="c2"/>' * 9_000,
        "<text>" + "".join(f'<tspan x="{n}">a{n}</tspan>' for n in range(3_000)) + "</text>",
    ],
    ids=["copies of copies", "masks in masks", "rules and copies", "a text in thousands of parts"],
)
def test_a_drawing_that_comes_to_much_is_drawn_or_refused(deck, promised, inside):
    deck.zones("one: {svg: art/a.svg, in: bleed}")
    deck.write("art/a.svg", SVG.format(inside))
    assert promised("build", "./sample", "-o", "out").code in (0, 1)


# Fonts: what is not used is hardly looked at, and what is unpacked or read is bounded.


def many_fonts(folder: Path) -> None:
    data = make_font(folder / "x.ttf").read_bytes()
    for n in range(2000):
        (folder / f"{n}.ttf").write_bytes(data)


def long_font(folder: Path) -> None:
    data = make_font(folder / "x.ttf").read_bytes()
    (folder / "x.ttf").write_bytes(data + bytes(39_000_000 - len(data)))


def too_long_font(folder: Path) -> None:
    data = make_font(folder / "x.ttf").read_bytes()
    (folder / "x.ttf").write_bytes(data + bytes(90_000_000))


def large_family(folder: Path) -> None:
    long_font(folder)
    for n in range(12):
        (folder / f"{n}.ttf").hardlink_to(folder / "x.ttf")


def endless_fonts(folder: Path) -> None:
    make_endless(folder / "x.woff2")
    (folder / "y.woff2").hardlink_to(folder / "x.woff2")


@pytest.mark.parametrize(
    ("fill", "problem"),
    [
        (endless_fonts, "font x.woff2 takes too much time or memory to unpack; use its .ttf or .otf"),
        (many_fonts, ""),
        (long_font, ""),
        (too_long_font, "is larger than 40 MB"),
        (large_family, "the deck's fonts have more than 200 MB in all"),
    ],
)
def test_fonts_of_any_size_and_number_are_bounded(deck, promised, fill, problem):
    deck.zones("one: {text: ABC, size: 9pt}")
    template = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", template.replace("{family: Alegreya Sans}", "{family: Test Face}"))
    (deck.path / "fonts").mkdir()
    fill(deck.path / "fonts")
    ran = promised("build", "./sample")
    assert ran.code == bool(problem)
    assert problem in ran.err


# Many cards of much: what all of them take is counted, each kind of work as what it is.

WORDS = (
    "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua "
    * 200
)


def letters(cards: int, many: int) -> str:
    """A table of texts of so many letters, each its own."""
    return "name\n" + "".join(f"{n} {WORDS[n : n + many]}\n" for n in range(cards))


def gradients(many: int, seed: int = 0) -> str:
    """A drawing of masked gradients, and of a shape that takes its zone's colour."""
    shade = '<linearGradient id="f"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>'
    for n in range(many):
        box = f'x="{n % 9}" y="{n % 8 + seed / 1000}" height="3"'
        shade += f'<mask id="m{n}"><rect {box} width="{2 + n / 1000}" fill="url(#f)"/></mask>'
        shade += f'<rect {box} width="3" fill="url(#f)" mask="url(#m{n})"/>'
    return SVG.format(shade)


AUTO = "a0: {text: '{{ card.name }} 0', size: 5pt, min-size: 3pt, box: {height: auto, max-height: 10mm}}\n" + "".join(
    f"a{n}: {{text: '{{{{ card.name }}}} {n}', size: 5pt, min-size: 3pt, box: {{below: a{n - 1}, height: auto, max-height: 10mm}}}}\n"
    for n in range(1, 49)
)
SMALL = "text: '{{ card.name }}', size: 1.5pt, min-size: 1pt"
MANY = {
    "a drawing in many colours": (
        "one: {svg: art/a0.svg, color: '{{ card.c }}'}",
        "name,c\n" + "".join(f"n{n},#{n:06x}\n" for n in range(300)),
        "drawings",
    ),
    "a drawing in many places": (
        "one: {svg: art/a0.svg, box: {left: '{{ card.n }}pt', size: 40mm}}",
        "name,n\n" + "".join(f"n{n},{n / 10}\n" for n in range(300)),
        "drawings",
    ),
    "many drawings": (
        "one: {svg: 'art/{{ card.name }}.svg'}",
        "name\n" + "".join(f"a{n}\n" for n in range(60)),
        "drawings",
    ),
    "lines along letters": (
        f"one: {{{SMALL}, text-stroke: {{color: ink, width: 0.1pt}}, shadow: {{offset: [1mm, 1mm]}}}}",
        letters(20, 4_800),
        "lines along letters",
    ),
    "heights of texts": (AUTO, letters(300, 20), "texts"),
    "codes": ("one: {code: {qr: '{{ card.name }}'}, box: {size: 60mm}}", letters(300, 396), "modules of codes"),
    "letters on arcs": (f"one: {{{SMALL}, arc: 10}}", letters(10, 12_600), "letters on arcs"),
    "following cards": (
        "one: {box: {width: 30mm, height: 6mm}, text: '{{ card.name }}', size: 5pt, overflow: continue, following-cards: 20}",
        letters(300, 1_600),
        "texts that go on elsewhere",
    ),
}


@pytest.mark.parametrize(
    ("what", "command"),
    tried(product(MANY, ("validate", "build")), ("codes", "build"), *product(MANY, ("validate",))),
)
def test_many_cards_of_much_are_told(deck, promised, command, what):
    zones, rows, kind = MANY[what]
    deck.zones(zones, rows)
    for n in range(60 if "svg" in zones else 0):
        deck.write(f"art/a{n}.svg", gradients(400, n))
    ran = promised(command, "./sample")
    assert ran.code == 1
    assert "sample.yaml:" in ran.err
    assert "error[too-much-work]" in ran.err
    assert f"most of them for {kind} (card cards-" in ran.err


PLAIN = """\
back: {fill: glow}
name:
  {text: "{{ card.name }}", size: 14pt, min-size: 8pt, text-stroke: {color: ink, width: 0.3pt}, shadow: {blur: 1mm}, box: {height: 9mm}}
text: {text: "{{ card.text }}", size: 9pt, min-size: 6pt, box: {top: 40mm, height: auto, max-height: 30mm}}
note: {text: "*{{ card.note }}*", size: 8pt, box: {below: text, gap: 2mm, height: 10mm}}
"""
GOES_ON = "one: {box: {width: 50mm, height: 60mm}, text: '{{ card.name }}', size: 9pt, overflow: continue, following-cards: 3}"


@pytest.mark.parametrize(
    ("zones", "rows"),
    [
        ("one: {text: '{{ card.name }}'}", "name\n" + "".join(f"n{n}\n" for n in range(3_000))),
        pytest.param(
            "one: {text: '{{ card.name }}'}",
            "name\n" + "".join(f"n{n}\n" for n in range(10_000)),
            marks=pytest.mark.long,
        ),
        (
            PLAIN,
            "name,text,note\n"
            + "".join(f"Card {n},{n} {WORDS[n : n + 220]},{WORDS[n : n + 60]}\n" for n in range(302)),
        ),
        (
            "one: {code: {qr: '{{ card.name }}'}}",
            "name\n" + "".join(f"https://example.com/{n:086}\n" for n in range(300)),
        ),
        (
            "one: {svg: art/a.svg, box: {left: '{{ card.name }}pt', size: 40mm}}",
            "name\n" + "".join(f"{n / 10}\n" for n in range(1000)),
        ),
        (GOES_ON, letters(200, 1_200)),
    ],
    ids=["plain", "ten thousand", "trading cards", "codes", "a drawing in places", "texts that go on"],
)
def test_many_honest_cards_are_built(deck, cli, zones, rows):
    deck.zones(zones, rows)
    deck.write("art/a.svg", gradients(8))
    assert cli("build", "./sample", "-q").err == ""


# Icon sets: what is listed of them is bounded, and what is read.


def icon_sets(deck, sets: int, icons: int, body: str = "<path d='M0 0h9v9z'/>") -> None:
    deck.zones("one: {icon: s0/i0}")
    one = json.dumps({"icons": {f"i{n}": {"body": body} for n in range(icons)}, "info": {"author": {"name": "A"}}})
    for n in range(sets):
        deck.write(f"symbols/s{n}.json", one)


@pytest.mark.parametrize("page", [(), ("--html", "icons.html"), ("--json",)], ids=["list", "page", "json"])
def test_a_hundred_and_fifty_thousand_icons_are_listed_in_part(deck, promised, page):
    icon_sets(deck, 300, 500)
    ran = promised("icons", "./sample", *page)
    assert ran.code == 0
    assert "the first 15,000 of 15" in ran.err


@pytest.mark.parametrize("command", ["icons", "validate"])
def test_icon_sets_are_bounded_in_all(deck, promised, command):
    icon_sets(deck, 30, 1, "x" * 10_000_000)
    deck.zones("".join(f"z{n}: {{icon: s{n}/i0}}\n" for n in range(30)))
    ran = promised(command, "./sample")
    assert ran.code == 1
    assert "at most 64 MB are read in all" in ran.err
