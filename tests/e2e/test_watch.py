"""``build --watch``: the real process, real edits."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from queue import Empty, Queue

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PIL import Image

from carddesigner.cli.report import as_text, folded
from carddesigner.cli.watch import Watched
from carddesigner.core.report import DeckError
from carddesigner.export import pdf as drawing
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.source import paths
from carddesigner.template.resolve import Resolved
from tests.examples import examples
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ROWS = "id,name\nfire,Fire\nice,Ice\nash,Ash\n"
ZONES = 'one: {in: safe, text: "{{ card.name }}", size: 9pt}'


class Watch:
    """A running ``build --watch`` and what it says, line by line."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "carddesigner", "build", "./sample", "--watch", "-o", "out", *arguments],
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(paths.shipped()), "NO_COLOR": "1"},
        )
        self.lines: Queue[str] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stderr:
            self.lines.put(line.rstrip("\n"))

    def until(self, *words):
        """The first line that has all the words."""
        said, end = [], time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                said.append(self.lines.get(timeout=0.2))
            except Empty:
                continue
            if all(w in said[-1] for w in words):
                return said[-1]
        raise AssertionError(said)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@pytest.fixture
def watch(deck, tmp_path):
    deck.zones(ZONES, ROWS)
    started = []

    def start(*arguments):
        started.append(Watch(tmp_path, *arguments))
        started[-1].until("watching sample")
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.wait()
        one.reader.join()
        one.process.stderr.close()


def pdf(tmp_path):
    return (tmp_path / "out/sample/sample-sheets.pdf").read_bytes()


def cold(deck, tmp_path):
    return build_deck(deck.path, PrintOptions(output=tmp_path / "cold")).artifacts[0].path.read_bytes()


def test_an_edit_is_built_and_said_in_one_line(watch, deck, tmp_path):
    running = watch("--edition", "base")
    first = pdf(tmp_path)
    deck.write("cards.csv", ROWS.replace("Ice", "Snow"))
    assert "1 changed of 3 pieces → out/sample/sample-sheets.pdf" in running.until("cards.csv:")
    assert pdf(tmp_path) != first
    assert pdf(tmp_path) == cold(deck, tmp_path)
    deck.write("cards.csv", ROWS.replace("Ice", "Snow") + "sun,Sun\n")
    running.until("1 new of 4 pieces")
    deck.write("templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text().replace("9pt", "11pt"))
    running.until("sample.yaml:", "4 changed of 4")
    assert pdf(tmp_path) == cold(deck, tmp_path)
    assert running.stop() == 0


def test_pieces_of_two_components_with_the_same_ids_are_counted_apart(watch, deck):
    both = (deck.path / "deck.yaml").read_text() + "  - {id: others, rows: others.csv, front: sample#front}\n"
    deck.write("deck.yaml", both)
    deck.write("others.csv", ROWS)
    running = watch()
    deck.write("cards.csv", ROWS.replace("Ice", "Snow"))
    running.until("cards.csv:", "1 changed of 6 pieces")


def test_an_error_keeps_the_last_good_file(watch, deck, tmp_path):
    running = watch()
    good = pdf(tmp_path)
    deck.write(
        "templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text().replace("card.name", "card.nmae")
    )
    running.until("did you mean 'name'")
    running.until("sample.yaml: not built; out/sample/sample-sheets.pdf is unchanged")
    assert pdf(tmp_path) == good
    deck.write("templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text().replace("nmae", "name"))
    running.until("nothing printed differs")


def test_a_file_that_is_saved_as_it_was_builds_nothing(watch, deck, tmp_path):
    running = watch()
    deck.write("cards.csv", ROWS)
    deck.write("cards.csv", ROWS.replace("Fire", "Blaze"))
    line = running.until("→")
    assert "1 changed" in line
    assert running.lines.empty()


def test_editors_that_save_beside_and_rename_are_seen(watch, deck, tmp_path):
    running = watch()
    beside = deck.write(".cards.csv.swp", ROWS.replace("Fire", "Blaze"))
    beside.replace(deck.path / "cards.csv")
    running.until("cards.csv: 1 changed")


def edit(deck, name, old, new):
    text = (deck.path / name).read_text()
    assert old in text
    deck.write(name, text.replace(old, new))


def test_output_beside_the_deck_makes_no_one_deaf_nor_builds_again(watch, deck, tmp_path):
    running = watch("-o", ".")
    assert (deck.path / "sample-sheets.pdf").is_file()
    edit(deck, "cards.csv", "Ice", "Snow")
    assert running.until("→").startswith("cards.csv: 1 changed")
    edit(deck, "cards.csv", "Snow", "Hail")
    assert running.until("→").startswith("cards.csv: 1 changed")


def test_hidden_files_and_pipes_are_none_of_its_business(watch, deck):
    os.mkfifo(deck.path / "pipe")
    running = watch()
    os.mkfifo(deck.path / "another")
    deck.write(".git/index", "x")
    deck.write("cards.csv~", "x")
    edit(deck, "cards.csv", "Ice", "Snow")
    assert running.until("→").startswith("cards.csv: 1 changed")


def test_the_line_that_is_shown_is_the_one_that_is_there_now(watch, deck):
    running = watch()
    edit(deck, "templates/sample.yaml", "card.name", "card.nmae")
    running.until("not built")
    edit(deck, "templates/sample.yaml", "template: sample", "# words\ntemplate: sample")
    running.until("sample.yaml:8:")
    assert "card.nmae" in running.until("  | ")


def test_a_warning_is_reported_when_it_comes_and_not_again(watch, deck):
    running = watch()
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "print: {paper: Letter, gutter: 0mm}\n")
    running.until("warning[little-bleed]")
    running.until("→")
    edit(deck, "cards.csv", "Ice", "Snow")
    assert running.until("").startswith("cards.csv: 1 changed")


def test_a_file_that_goes_and_comes_back_is_reported(watch, deck, tmp_path):
    running = watch()
    good = pdf(tmp_path)
    (deck.path / "cards.csv").unlink()
    running.until("missing-file")
    running.until("cards.csv: not built")
    assert pdf(tmp_path) == good
    deck.write("cards.csv", ROWS)
    running.until("nothing printed differs")


def test_a_folder_that_is_put_in_the_place_of_the_decks_is_watched(watch, deck, tmp_path):
    running = watch()
    shutil.copytree(deck.path, tmp_path / "copy")
    shutil.rmtree(deck.path)
    (tmp_path / "copy").rename(deck.path)
    edit(deck, "cards.csv", "Ice", "Snow")
    running.until("cards.csv: 1 changed")
    edit(deck, "cards.csv", "Snow", "Hail")
    running.until("cards.csv: 1 changed")


def test_icons_pictures_and_fonts_are_noticed(watch, deck, tmp_path):
    running = watch()
    zones = ZONES + "\n      two: {box: {top: 30mm}, icon: sun}"
    edit(deck, "templates/sample.yaml", ZONES, zones)
    running.until("3 changed")
    deck.write("symbols/sun.svg", SQUARE)
    running.until("sun.svg: 3 changed")
    deck.write("symbols/next.svg", SQUARE.replace("h10", "h5 ")).replace(deck.path / "symbols/sun.svg")
    running.until("sun.svg", "3 changed")
    assert pdf(tmp_path) == cold(deck, tmp_path)
    (deck.path / "symbols").rename(tmp_path / "away")
    running.until("sun.svg: 3 changed")
    italic = (paths.templates() / "fonts/AlegreyaSans-Italic.ttf").read_bytes()
    deck.write("fonts/AlegreyaSans-Regular.ttf", italic)
    running.until("AlegreyaSans-Regular.ttf: 3 changed")
    assert pdf(tmp_path) == cold(deck, tmp_path)


def test_several_decks_are_watched_at_once(watch, deck, tmp_path):
    shutil.copytree(deck.path, tmp_path / "other")
    other = type(deck)(tmp_path / "other")
    edit(other, "deck.yaml", "deck: sample", "deck: other")
    running = watch("./other")
    edit(other, "cards.csv", "Ice", "Snow")
    running.until("1 changed of 3 pieces → out/other/other-sheets.pdf")
    edit(deck, "cards.csv", "Ice", "Snow")
    running.until("1 changed of 3 pieces → out/sample/sample-sheets.pdf")


def test_where_the_system_can_not_notify_folders_are_looked_through(watch, deck, monkeypatch):
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1")
    running = watch()
    edit(deck, "cards.csv", "Ice", "Snow")
    running.until("cards.csv: 1 changed")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)])
def test_it_ends_when_it_is_reported_to(watch, number, code):
    running = watch()
    running.process.send_signal(number)
    assert running.process.wait(PATIENCE) == code


def watched_here(deck, tmp_path):
    one = Watched(WorkingDeck((deck.path / "deck.yaml").resolve()), PrintOptions(output=tmp_path / "again"))
    one.touched(p for p in deck.path.resolve().rglob("*"))
    return one


def look(one, deck):
    """What the watch does after an event: looks what is other than before, and builds."""
    files = {*one.digests, *deck.path.resolve().rglob("*")}
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        changed = one.touched(files)
        if changed:
            one.rebuild(changed)
    return said.getvalue()


def test_the_decks_that_it_extends_are_watched(deck, tmp_path):
    deck.write("deck.yaml", "deck: mine\nextends: monogoto\ntitle: Mine\n")
    one = watched_here(deck, tmp_path)
    one.rebuild()
    assert (paths.decks() / "monogoto").resolve() in one.folders
    assert one.touched([(paths.decks() / "monogoto/cards.csv").resolve()]) == []
    one.rebuild([(paths.decks() / "monogoto/cards.csv").resolve()])
    assert len(one.deck.parents) == 1


def resolved(one) -> list[str]:
    """The zones that are kept, by their names."""
    return [kept.zone.id for kept in one.deck.cache._new.values() if isinstance(kept, Resolved)]


@pytest.mark.parametrize(
    "more",
    ["", "print: {paper: Letter, gutter: 0mm}\n"],
    ids=["", "with-a-warning"],
)
def test_cards_that_are_as_they_were_are_not_laid_out_again(deck, tmp_path, more):
    deck.zones(ZONES + "\nart: {box: {top: 40mm, height: 20mm}, svg: blurred.svg}", ROWS)
    deck.write("blurred.svg", GRADIENT)
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + more)
    one = watched_here(deck, tmp_path)
    one.rebuild()
    before = resolved(one)
    edit(deck, "cards.csv", "Ice", "Snow")
    look(one, deck)
    assert set(before) == {"one", "art"}
    assert len(resolved(one)) == len(before) + 1


def test_a_picture_that_goes_while_it_is_built_is_reported_and_watched_on(deck, tmp_path, monkeypatch, capsys):
    deck.zones("one: {image: art.png}", ROWS)
    Image.new("RGB", (20, 10)).save(deck.path / "art.png")
    draw = drawing.sheets_pdf
    one = watched_here(deck, tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(
            drawing, "sheets_pdf", lambda *given, **named: ((deck.path / "art.png").unlink(), draw(*given, **named))
        )
        one.rebuild()
    assert "art.png: No such file or directory" in capsys.readouterr().err
    assert "there is no file 'art.png'" in look(one, deck)
    Image.new("RGB", (20, 10)).save(deck.path / "art.png")
    assert "3 cards" in look(one, deck)


def test_a_warning_about_all_cards_stays_when_the_card_goes_that_told_it(deck, tmp_path):
    deck.zones(ZONES + "\nart: {box: {top: 40mm, height: 20mm}, svg: blurred.svg}", ROWS)
    deck.write("blurred.svg", BLURRED)
    one = watched_here(deck, tmp_path)
    one.rebuild()
    edit(deck, "cards.csv", "fire,Fire\n", "")
    assert "1 gone" in look(one, deck)
    assert [d.code for d in one.warned] == ["svg-as-picture"]


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'
GRADIENT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><linearGradient id="g"><stop stop-color="#f00"/>'
    '<stop offset="1" stop-color="#00f"/></linearGradient><rect width="10" height="10" fill="url(#g)"/></svg>'
)
BLURRED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><filter id="b"><feGaussianBlur stdDeviation="1"/></filter>'
    '<rect x="2" y="2" width="6" height="6" filter="url(#b)"/></svg>'
)
RULES = "# Rules\n\nPlay a card :sun:.\n\n![It](part:box)\n"
MANY = """\
ground: {in: bleed, fill: "{{ card.tint }}"}
name: {in: safe, text: "{{ card.name }} {{ copy }}", size: 9pt, min-size: 6pt}
mark: {when: card.mark, box: {top: 20mm, height: 8mm}, icon: "{{ card.mark }}"}
art: {when: card.art, box: {top: 40mm, height: 20mm}, image: "{{ card.art }}"}
drawn: {box: {top: 62mm, height: 6mm}, svg: drawn.svg}
foot: {box: {top: 80mm, height: 5mm}, text: "{{ deck.texts.foot }} {{ deck.counts.cards }}", size: 6pt}
"""
MORE = """\
  pages:
    zones:
      body: {in: safe, flow: {text: {size: 8pt}, title: {size: 12pt}, heading: {size: 10pt}}}
  back:
    zones:
      ground: {in: bleed, fill: ink, opacity: 0.5}
parts:
  box: {size: [10mm, 5mm], zones: {one: {fill: glow}}}
"""
ROW = st.tuples(
    st.sampled_from(["fire", "ice", "ash"]),
    st.sampled_from(["A", "Ice", "Office fi", "ﬁ ffi Ice", "**B** :sun:", "Long " * 30, "x" * 400, "漢"]),
    st.sampled_from(["ink", "glow", "#102030", "spot(Gold, 0, .2, .8, .1)", "nothing"]),
    st.sampled_from(["", "", "sun", "moon"]),
    st.sampled_from(["", "", "a.png", "b.png"]),
    st.integers(0, 3),
)
EDITS = st.one_of(
    st.tuples(st.just("rows"), st.lists(ROW, min_size=1, max_size=4, unique_by=lambda r: r[0])),
    st.tuples(st.just("template"), st.sampled_from([("9pt", "8pt"), ("8pt", "9pt"), ("card.tint", "card.tnit")])),
    st.tuples(st.just("template"), st.sampled_from([("card.tnit", "card.tint"), ("fill: glow", "fill: ink")])),
    st.tuples(st.just("deck"), st.sampled_from([("#f6cf5a", "#336699"), ("#336699", "#f6cf5a"), ("Foot", "Fuß")])),
    st.tuples(st.just("rules"), st.sampled_from([RULES, "# Other\n\nText.\n", RULES + "\nMore.\n" * 40, "> no\n"])),
    st.tuples(st.just("art"), st.sampled_from([("a.png", "red"), ("a.png", "blue"), ("b.png", "blue")])),
    st.tuples(st.just("drawn"), st.sampled_from([SQUARE, GRADIENT, GRADIENT.replace("f00", "0f0"), "<svg"])),
    st.tuples(st.just("symbol"), st.booleans()),
)


def apply(deck, what, how):
    names = {"template": "templates/sample.yaml", "deck": "deck.yaml", "rules": "rules.md", "drawn": "drawn.svg"}
    if what == "rows":
        lines = [f"{i},{name},{tint!r},{mark},{art},{n}" for i, name, tint, mark, art, n in how]
        text = "\n".join(["id,name,tint,mark,art,copies", *lines, "kept,Kept,ink,,,1", ""])
        deck.write("cards.csv", text.replace("'", '"'))
    elif what in ("template", "deck"):
        deck.write(names[what], (deck.path / names[what]).read_text().replace(*how))
    elif what in ("rules", "drawn"):
        deck.write(names[what], how)
    elif what == "art":
        made = io.BytesIO()
        Image.new("RGB", (40, 30), how[1]).save(made, "PNG")
        deck.write(".beside", made.getvalue()).replace(deck.path / how[0])
    elif how:
        deck.write("symbols/sun.svg", SQUARE)
    else:
        (deck.path / "symbols/sun.svg").unlink(missing_ok=True)


def begin(deck):
    """The deck that is edited, as it is at the beginning."""
    shutil.rmtree(deck.path, ignore_errors=True)
    deck.zones(MANY)
    deck.write("templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text() + MORE)
    pages = "  - {id: rules, pages: rules.md, front: sample#pages, back: sample#back}\n"
    own = "texts: {foot: Foot}\nprint: {paper: Letter, gutter: 0mm}\n"
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + pages + own)
    for what, how in (
        ("rows", [("fire", "Fire", "glow", "sun", "a.png", 2)]),
        ("rules", RULES),
        ("art", ("a.png", "red")),
        ("art", ("b.png", "blue")),
        ("drawn", GRADIENT),
    ):
        apply(deck, what, how)


def cold_or_wrong(deck, tmp_path):
    """What a build from nothing makes, or what is wrong."""
    try:
        return build_deck(deck.path, PrintOptions(output=tmp_path / "fresh")), ()
    except DeckError as problem:
        return None, tuple(problem.report)


@examples(1, 8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(EDITS, min_size=1, max_size=8))
def test_what_is_built_again_is_what_a_fresh_build_makes(deck, tmp_path, edits):
    begin(deck)
    one = watched_here(deck, tmp_path)
    one.rebuild()
    assert one.result is not None
    built = True
    for what, how in edits:
        apply(deck, what, how)
        said = look(one, deck)
        built = "not built" not in said if said else built
        fresh, wrong = cold_or_wrong(deck, tmp_path)
        assert built == (fresh is not None), said
        if fresh is None:
            assert not said or all(as_text(d) in said for d, _ in folded(wrong))
        else:
            assert [a.sha256 for a in one.result.artifacts] == [a.sha256 for a in fresh.artifacts]
            assert one.warned == frozenset(fresh.report)
