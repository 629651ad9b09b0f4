"""Files that are broken, enormous or malicious: each ends in words with a place that exists, or in a deck."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PIL import Image

from carddesigner.cli.report import as_github, as_text
from carddesigner.core.report import DeckError, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.source import paths
from carddesigner.source.files import FileProblem, read_text
from tests.examples import examples
from tests.fuzz.mutations import changes, mutated_bytes
from tests.fuzz.sample_deck import CARDS, DECK, FILES, TEMPLATE
from tests.patience import PATIENCE

UNCHECKED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
FUZZ = examples(2, suppress_health_check=UNCHECKED)


@pytest.fixture
def rich(deck):
    """A deck that uses most of what there is."""
    for name, text in FILES.items():
        deck.write(name, text)
    return deck


def judge(deck) -> list[str]:
    """The codes of a deck's errors, none if it can be laid out; every place that is named exists."""
    return judge_report(lambda report: lay_out(print_job(loaded_deck(f"{deck.path}/", report)), report))


def judge_report(run) -> list[str]:
    report = Report()
    try:
        run(report)
    except DeckError as problem:
        report = problem.report
    else:
        assert not report.errors
        return []
    assert report.errors
    for found in report:
        assert found.code
        assert found.message in as_text(found)
        for span in (found.span, *(r.span for r in found.related)):
            if span is not None:
                assert_inside(span)
    return [d.code for d in report.errors]


def assert_inside(span) -> None:
    try:
        text = read_text(Path(span.path))
    except FileProblem as problem:
        path = Path(span.path)
        text = path.read_bytes().decode(errors="replace") if problem.code == "encoding" else ""
    # What is missing at the end of a file is missing behind its last character.
    assert 0 <= span.start <= span.end <= len(text) + 1, span
    lines = text.splitlines() or [""]
    assert 1 <= span.line <= len(lines) + 1, span
    assert 1 <= span.column <= len(text) + 1, span


def test_the_deck_that_is_mutated_is_right(rich):
    assert judge(rich) == []


@pytest.mark.parametrize("name", [n for n in FILES if n != "symbols/mine.svg"])
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda t: t.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(lambda t: t.encode("utf-8-sig"), id="BOM"),
        pytest.param(lambda t: t.encode("utf-16"), id="UTF-16"),
        pytest.param(lambda t: t.rstrip("\n").encode(), id="no last newline"),
    ],
)
def test_what_editors_write_is_read(rich, name, change):
    rich.write(name, change(FILES[name]))
    assert judge(rich) == []


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"\xef\xbb\xbf", b"\x00" * 9, b"\xff\xfe", b"\xff\xfea", b"caf\xe9", b"\x1f\x8b\x08"]
)
def test_files_of_nearly_nothing_end_in_a_message_or_in_a_deck(rich, name, data):
    rich.write(name, data)
    found = judge(rich)
    assert found or name in ("cards.csv", "rules.md")


def test_a_table_of_nothing_but_a_header_has_no_cards(rich):
    rich.write("cards.csv", "id,name,cost,copies\n")
    assert judge(rich) == []


def test_a_deck_without_cards_is_reported(cli, deck):
    deck.zones("one: {fill: ink}", "name\n")
    assert cli("build", "./sample").code == 1


@pytest.mark.parametrize("name", ["deck.yaml", "templates/sample.yaml", "cards.csv", "rules.md", "symbols/mine.svg"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "loop", "dangling link", "device"])
def test_what_is_no_regular_file_is_reported_at_once(rich, name, kind):
    path = rich.path / name
    path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to({"loop": path.name, "dangling link": "nowhere", "device": "/dev/zero"}[kind])
    assert judge(rich)


@pytest.mark.parametrize("kind", ["pipe", "loop"])
def test_a_deck_given_as_a_path_is_a_regular_file(rich, kind):
    path = rich.path / "deck.yaml"
    path.unlink()
    os.mkfifo(path) if kind == "pipe" else path.symlink_to(path.name)
    code = (
        "import sys\nfrom pathlib import Path\nfrom carddesigner.deck.find import loaded_deck\n"
        "from carddesigner.core.report import DeckError\n"
        "try: loaded_deck(Path(sys.argv[1]))\nexcept DeckError: print('told')"
    )
    command = [sys.executable, "-c", code, str(rich.path)]
    done = subprocess.run(command, cwd=paths.shipped(), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.stdout == "told\n"


@pytest.mark.parametrize(
    "name",
    [
        *("deck.yaml", "templates/sample.yaml", "rules.md", "symbols/mine.svg"),
        "cards.csv",
    ],
)
def test_sixty_megabytes_are_refused_unread(rich, name):
    with (rich.path / name).open("wb") as file:
        file.truncate(60_000_000)
    assert set(judge(rich)) <= {"file-too-large", "svg-too-large"}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5_000,
        "- " * 5_000 + "a",
        "{a: " * 5_000,
        "&a [*a]",
        "? [a]\n: b",
        "a: !!python/object/apply:os.system [id]",
        "<<: {a: b}",
        "a: *nobody",
        "%YAML 9.9\n---\na: b",
        "a: b\n---\nc: d",
        "\t- a",
        "a: " + "x" * 300_000,
        "1: 2\n1: 3",
        "~: 1",
    ],
)
@pytest.mark.parametrize("name", ["deck.yaml", "templates/sample.yaml"])
def test_yaml_that_strangers_write_ends_in_a_message(rich, name, text):
    rich.write(name, text)
    assert judge(rich)


@pytest.mark.parametrize("text", ["[" * 200_000, "- " * 200_000], ids=["flow", "block"])
def test_yaml_nested_without_end_ends_in_a_message(cli, rich, text):
    rich.write("deck.yaml", text)
    assert cli("validate", "./sample").code == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name\n" + "x" * 100_001, "cell-too-long"),
        ('name\n"never ends', "table-syntax"),
        ('name\n"ends" early', "table-syntax"),
        ("name,name\na,b\n", "duplicate-header"),
        ("name,,cost\na,b,c\n", "empty-header"),
        ("id,copies\na,-1\n", "wrong-value"),
        ("id,copies\na,1e9\n", "wrong-value"),
        ("id,copies\na,99999999\n", "wrong-value"),
        ("id\n" + "a\n" * 100_001, "table-too-large"),
    ],
    ids=lambda v: v[:12],
)
def test_tables_that_strangers_write_end_in_a_message(deck, text, code):
    deck.zones("one: {fill: ink}", text)
    assert code in judge(deck)


def test_ten_thousand_columns_are_read(deck):
    names = ",".join(f"c{i}" for i in range(10_000))
    deck.zones('one: {text: "{{ card.c9999 }}", size: 9pt}', f"{names}\n{','.join('x' * 10_000)}\n")
    assert deck.lay().items()[0].pieces[0].runs[0].text == "x"


@pytest.mark.parametrize("zone", ["icon: {}", "svg: {}.svg", "image: {}.png", "font: {}"])
def test_the_longest_name_that_a_file_can_have_is_reported(deck, zone):
    deck.zones(
        f"one: {{text: a, size: 9pt, {zone.format('n' * 250)}}}"
        if "font" in zone
        else f"one: {{{zone.format('n' * 250)}}}"
    )
    assert judge(deck)


@pytest.mark.parametrize("place", ["icon", "svg", "rows", "front", "family"])
def test_a_name_longer_than_a_file_can_have_is_reported(rich, place):
    long = "n" * 300
    old, new, name = {
        "icon": ("icon: mine", f"icon: {long}", "templates/sample.yaml"),
        "svg": ("icon: mine, color", f"svg: {long}.svg, color", "templates/sample.yaml"),
        "rows": ("cards.csv", f"{long}.csv", "deck.yaml"),
        "front": ("front: sample#front", f"front: {long}#front", "deck.yaml"),
        "family": ("Alegreya Sans", long, "templates/sample.yaml"),
    }[place]
    rich.write(name, FILES[name].replace(old, new))
    assert judge(rich)


def png(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG that claims a size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def encoded(kind: str, **more) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((60, 60), 50).convert("RGB").save(out, kind, **more)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        *(
            png(100_000, 100_000),
            png(2**31 - 1, 2**31 - 1),
            png(0, 0),
            png(100, 100),
            png(9, 9, zlib.compress(b"\0" * 9)),
        ),
        *(encoded("JPEG")[:n] for n in (3, 20, 200, 700)),
        *(encoded(kind)[:300] for kind in ("PNG", "GIF", "TIFF", "WEBP", "BMP")),
        *(b"", b"\xff\xd8\xff", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8 ", b"%PDF-1.4", b"%!PS-Adobe"),
        *(b"<svg xmlns='http://www.w3.org/2000/svg'/>", encoded("PPM"), encoded("TGA"), encoded("ICO")),
    ],
)
def test_pictures_that_can_not_be_read_are_reported(deck, data):
    deck.zones("one: {image: art/a.png}")
    deck.write("art/a.png", data)
    assert set(judge(deck)) <= {"broken-image", "image-too-large"} != set()
    assert judge(deck)


@pytest.mark.parametrize("data", [png(10_000, 9_500), b"II*\0\xff\xff\xff\xff"], ids=["large", "broken TIFF"])
def test_a_picture_is_read_without_a_warning(deck, data):
    deck.zones("one: {image: art/a.png}")
    deck.write("art/a.png", data)
    assert judge(deck) in (["broken-image"], ["image-too-large"])


def test_a_jpeg_from_a_phone_is_a_picture(deck):
    deck.zones("one: {image: art/a.jpg}")
    deck.write("art/a.jpg", encoded("MPO", save_all=True, append_images=[Image.new("RGB", (60, 60))]))
    assert judge(deck) == []


FUZZED_PICTURES = [encoded("JPEG"), encoded("PNG"), encoded("GIF")]


@FUZZ
@given(data=st.sampled_from(FUZZED_PICTURES), some=changes())
def test_an_edited_picture_ends_in_a_message_or_on_a_card(deck, data, some):
    deck.zones("one: {image: art/a.png}")
    deck.write("art/a.png", mutated_bytes(data, some))
    judge(deck)


ROOT = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'
PATH = '<path d="M0 0L9 9L0 9Z"/>'
LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))


@pytest.mark.parametrize(
    ("svg", "code"),
    [
        (f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]>{ROOT}><title>&l9;</title>{PATH}</svg>', "svg-unsafe"),
        (f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{ROOT}><text>&x;</text></svg>', "svg-unsafe"),
        (f'<!DOCTYPE svg SYSTEM "http://localhost/x.dtd">{ROOT}>{PATH}</svg>', "svg-unsafe"),
        (f"{ROOT}>&l9;{PATH}</svg>", "broken-svg"),
        (f"{ROOT}><script>alert(1)</script>{PATH}</svg>", "svg-unsafe"),
        (f"{ROOT}><defs><script href='http://x/y.js'/></defs>{PATH}</svg>", "svg-unsafe"),
        (f'{ROOT} onload="x()">{PATH}</svg>', "svg-unsafe"),
        (f"{ROOT}><image xlink:href='http://localhost/x.png'/></svg>", "svg-unsafe"),
        (f"{ROOT}><use xlink:href='file:///etc/passwd#a'/></svg>", "svg-unsafe"),
        (f"{ROOT}><a xlink:href='http://x'>{PATH}</a></svg>", "svg-unsafe"),
        (f"{ROOT}><foreignObject>{PATH}</foreignObject></svg>", "unsupported-svg"),
        (f"<?xml-stylesheet href='http://x/y.css'?>{ROOT}>{PATH}</svg>", "svg-unsafe"),
        (f"{ROOT}><style>@import url(http://x)</style>{PATH}</svg>", "svg-unsafe"),
        (f"{ROOT}>{'<g>' * 2000}{PATH}{'</g>' * 2000}</svg>", "svg-too-large"),
        (f"{ROOT}><path d='M1e300 0L1e308 1e308Z'/></svg>", "broken-svg"),
        (f"{ROOT}><path transform='scale(1e200) scale(1e200)' d='M1 1L2 2Z'/></svg>", "broken-svg"),
        (f'<?xml version="1.0" encoding="idna"?>{ROOT}>{PATH}</svg>', "broken-svg"),
        ("<html><body/></html>", "broken-svg"),
    ],
    ids=lambda v: v[:0] or v if "-" in v and len(v) < 20 else "",
)
def test_drawings_that_strangers_send_are_refused(deck, svg, code):
    deck.zones("one: {icon: mine}")
    deck.write("symbols/mine.svg", svg)
    assert judge(deck) == [code]


def with_font(deck, data: bytes, style: str = "Regular"):
    deck.zones('one: {text: "{{ card.name }}", size: 9pt}')
    template = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", template.replace("Alegreya Sans", "Mine"))
    deck.write(f"fonts/Mine-{style}.ttf", data)
    return deck


FONT = (paths.templates() / "fonts/AlegreyaSans-Regular.ttf").read_bytes()


@pytest.mark.parametrize("data", [b"hello", b"", b"OTTO" + b"\0" * 99, b"\x00\x01\x00\x00" + b"\xff" * 99, FONT[:900]])
def test_a_font_that_can_not_be_read_is_reported(deck, data):
    assert judge(with_font(deck, data))


def test_a_font_without_the_style_is_reported(deck):
    deck = with_font(deck, FONT, "Bold")
    deck.write(
        "templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text().replace("9pt", "9pt, italic: true")
    )
    assert judge(deck) == ["unusable-font"]


@pytest.mark.parametrize("size", [20_000, len(FONT) - 1000])
def test_a_font_that_was_cut_off_is_reported(deck, size):
    assert judge(with_font(deck, FONT[:size]))


@pytest.mark.parametrize(
    ("old", "new"),
    [("rotate: 30", "rotate: 1e999"), ("view: [100, 100]", "view: [0, 0]"), ("opacity: 0.5", "opacity: -1")],
)
def test_numbers_that_mean_nothing_are_reported(rich, old, new):
    rich.write("templates/sample.yaml", TEMPLATE.replace(old, new))
    assert judge(rich)


@pytest.mark.parametrize(
    "folder", ["with space", "naïve → 漢字", "100%", "a%20b", "#1 [x] {y}", "-rf", "e\u0301", "quote'\"", "n" * 200]
)
def test_a_decks_folder_may_have_any_name(rich, tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    rich.path = rich.path.rename(tmp_path / folder)
    assert all(
        Path(a.path).is_file() for a in build_deck(f"./{folder}", PrintOptions(output=tmp_path / folder)).artifacts
    )
    rich.write("cards.csv", "name,name\n")
    with pytest.raises(DeckError) as raised:
        loaded_deck(f"./{folder}")
    assert len("\n".join(as_github(d) for d in raised.value.report).splitlines()) == 1


def test_a_newline_in_a_path_stays_in_its_annotation(deck, tmp_path):
    deck.zones("one: {fill: ink}", "name,name\n")
    deck.path = deck.path.rename(tmp_path / "new\nline")
    assert len(as_github(deck.errors()[0]).splitlines()) == 1


def test_a_mistake_in_the_only_component_is_one_error(deck):
    deck.zones("one: {fill: ink}")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("id: cards", "id: a/b"))
    assert judge(deck) == ["wrong-value"]


@pytest.mark.parametrize("name", ["templates/sample.yaml", "symbols/mine.svg"])
def test_nothing_is_offered_as_its_own_correction(rich, name):
    (rich.path / name).unlink()
    (rich.path / name).mkdir()
    said = "".join(d.message for d in rich.errors())
    assert "unknown template 'sample'; did you mean 'sample'" not in said
    assert "unknown icon 'mine'; did you mean 'mine'" not in said


@pytest.mark.parametrize(
    "numbers", [("1.50", "2.25"), ("1.0", "2.0"), ("007", "1"), ("9" * 20, "1")], ids=lambda n: n[0][:5]
)
def test_numbers_are_printed_as_they_are_written(deck, numbers):
    laid = deck.zones('one: {text: "{{ card.x }}.", size: 9pt}', "x\n" + "\n".join(numbers) + "\n").lay()
    assert laid.items()[0].pieces[0].runs[0].text == f"{numbers[0]}."


@pytest.mark.parametrize("columns", ["ne,ne.mark", "ne.mark,ne"])
def test_no_column_is_lost(deck, columns):
    deck.zones("one: {fill: ink}", f"{columns}\na,b\n")
    assert judge(deck)


@pytest.mark.parametrize(
    "name", ["my cards.csv", "cartões.csv", "100%.csv", "a+b&c.csv", "sub folder/cards.csv", "#1.csv"]
)
def test_a_decks_files_may_have_any_name(rich, name):
    (rich.path / "cards.csv").unlink()
    rich.write(name, CARDS)
    rich.write("deck.yaml", DECK.replace("rows: cards.csv", f'rows: "{name}"'))
    assert judge(rich) == []
