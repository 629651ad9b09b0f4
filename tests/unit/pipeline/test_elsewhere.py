"""Cards that an earlier build drew: which are taken over, and which never are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from carddesigner.cluster import worker_process, workers
from carddesigner.core.disk_cache import DiskCache
from carddesigner.layout.cards import CardPieces
from carddesigner.pipeline import elsewhere, helpers, kept_runs
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.result import BuildResult
from carddesigner.source import paths
from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

DECK = """\
deck: sample
title: A deck
stocks:
  card: {shape: card, size: poker, bleed: 3mm, safe: 3mm}
components:
  - {id: cards, rows: cards.csv, front: sample#front}
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  front:
    zones:
      art: {box: {top: 30mm, left: 10mm, right: 10mm, bottom: 20mm}, image: "{{ card.art }}.png", when: card.art}
      code: {box: {bottom: 4mm, height: 8mm, left: 4mm, width: 8mm}, code: {qr: "{{ card.link }}"}, when: card.link}
      name: {box: {top: 5mm, height: 10mm, left: 5mm, right: 5mm}, text: "{{ card.name }}"}
"""
NAMES = "".join(line for line in TEMPLATE.splitlines(keepends=True) if " when: " not in line)
"""The template without pictures and links."""
LINK = "https://example.org/" + 60 * "x"


class Sample:
    """A deck of cards with a name, a picture and a link each, what of it was laid out, and its builds, from nothing or not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.laid: list[str] = []
        (folder / "templates").mkdir(parents=True)
        (folder / "art").mkdir()
        (folder / "deck.yaml").write_text(DECK)
        (folder / "templates/sample.yaml").write_text(TEMPLATE)
        self.picture("red", (200, 0, 0))

    def picture(self, name: str, color: tuple[int, int, int]) -> None:
        path = self.folder / f"art/{name}.png"
        path.parent.mkdir(exist_ok=True)
        Image.new("RGB", (80, 110), color).save(path)

    def rows(self, *rows: str) -> None:
        named = [f"{row.split(',')[0].split()[-1].lower()},{row}" for row in rows]
        (self.folder / "cards.csv").write_text("\n".join(("id,name,art,link", *named, "")))

    def build(self, **options: object) -> BuildResult:
        """What is built with what was kept, which is what is built from nothing; ``laid`` are the cards that were laid out for it."""
        kept = self._build("kept", **options)
        laid = self.laid
        clean = self._build("clean", cache=False, **options)
        assert [a.sha256 for a in kept.artifacts] == [a.sha256 for a in clean.artifacts]
        assert list(kept.report) == list(clean.report)
        self.laid = laid
        return kept

    def _build(self, output: str, **options: object) -> BuildResult:
        self.laid = []
        asked = {"output": self.folder.parent / output, "jobs": 1, **options}
        return build_deck(self.folder, PrintOptions(**asked))


@pytest.fixture
def sample(tmp_path, monkeypatch) -> Sample:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(helpers, "MIN_KEPT", 0)
    made, lay = Sample(tmp_path / "sample"), CardPieces.piece

    def piece(pieces, component, card, *more, **others):
        made.laid.append(card.id)
        return lay(pieces, component, card, *more, **others)

    monkeypatch.setattr(CardPieces, "piece", piece)
    return made


def test_a_card_that_is_as_it_was_is_not_laid_out_again(sample):
    sample.rows("Fire,red,", "Water,,", "Earth,red,")
    sample.build()
    assert sample.laid == ["fire", "water", "earth"]
    sample.build()
    assert sample.laid == []
    sample.rows("Fire,red,", "Rain,,", "Earth,red,")
    sample.build()
    assert sample.laid == ["rain"]
    sample.rows("Earth,red,", "Fire,red,")
    sample.build(layout="pieces")
    assert sample.laid == []


def test_another_look_lays_all_cards_out(sample):
    sample.rows("Fire,red,", "Water,,")
    sample.build()
    (sample.folder / "templates/sample.yaml").write_text(TEMPLATE.replace("top: 5mm", "top: 6mm"))
    sample.build()
    assert sample.laid == ["fire", "water"]
    sample.build(outline_text=True)
    assert sample.laid == ["fire", "water"]


@pytest.mark.parametrize("art", ["red", "../.hidden/red", "more/red"])
def test_a_picture_is_never_an_earlier_one(sample, art):
    """Whether or not it lies where what faces are made of is looked for."""
    (sample.folder / ".hidden").mkdir()
    (sample.folder / "art/more").mkdir()
    (sample.folder / "art/more/deck.yaml").write_text(DECK)
    (sample.folder / "templates/sample.yaml").write_text(
        TEMPLATE.replace("{{ card.art }}.png", "art/{{ card.art }}.png")
    )
    sample.rows(f"Fire,{art},")
    for color in ((200, 0, 0), (0, 0, 200)):
        sample.picture(art, color)
        sample.build()
        assert sample.laid == ["fire"]


def test_what_is_warned_of_is_warned_of_in_each_build(sample):
    """Of cards with the same fault the first is named, also once the one that was is gone."""
    rows = f"Fire,,{LINK}", f"Water,,{LINK}", "Earth,,"
    sample.rows(*rows)
    for _ in range(2):
        assert [d.card for d in sample.build().report] == ["fire"]
    assert sample.laid == ["fire", "water"]
    sample.rows(*rows[1:])
    assert [d.card for d in sample.build().report] == ["water"]


def test_a_letter_that_reads_otherwise_elsewhere_is_drawn_here(sample):
    """The angstrom sign and the letter are one glyph: where both are in a document, one has its text beside it."""
    sample.rows("Å fire,,", "Earth,,", "Å water,,")
    sample.build()
    sample.rows("Å fire,,", "Earth,,", "Å flood,,")
    sample.build()
    sample.rows("Earth,,", "Å fire,,")
    sample.build()
    sample.rows("Å rain,,", "Earth,,", "Å fire,,")
    sample.build()
    assert sample.laid[0] == "rain"
    assert "earth" not in sample.laid


def test_what_a_build_kept_that_did_not_end_is_not_used(sample, monkeypatch):
    sample.rows("Fire,red,", "Water,,")
    with monkeypatch.context() as killed:
        killed.setattr(kept_runs.KeptRuns, "end", lambda self, *, is_new: None)
        sample.build()
    sample.build()
    assert sample.laid == ["fire", "water"]
    sample.build()
    assert sample.laid == []


def test_what_was_made_while_a_file_was_changed_is_not_used(sample, monkeypatch):
    sample.rows("Fire,red,", "Water,,")
    reused = elsewhere.FacesElsewhere.reused

    def changed(self, card):
        sample.picture("red", (0, 200, 0))
        return reused(self, card)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(elsewhere.FacesElsewhere, "reused", changed)
        sample._build("kept")
    sample.picture("red", (200, 0, 0))
    sample.build()
    assert sample.laid == ["fire", "water"]


def lower(text: str) -> str:
    """The template, with names that lie lower on the card."""
    return text.replace("top: 5mm", "top: 9mm")


def test_a_template_may_be_called_as_the_file_of_a_deck(sample):
    (sample.folder / "deck.yaml").write_text(DECK.replace("sample#front", "deck#front"))
    own = TEMPLATE.replace("template: sample", "template: deck")
    sample.rows("Fire,red,")
    for text in (own, lower(own)):
        (sample.folder / "templates/deck.yaml").write_text(text)
        sample.build()
        assert sample.laid == ["fire"]


@pytest.mark.parametrize("folder", ["templates", "fonts"])
def test_a_folder_that_leads_to_a_hidden_one_is_never_an_earlier_one(sample, folder):
    sample.rows("Fire,red,")
    (sample.folder / folder).mkdir(exist_ok=True)
    (sample.folder / folder).rename(sample.folder / ".hidden")
    (sample.folder / folder).symlink_to(".hidden")
    template = TEMPLATE.replace("Alegreya Sans", "Own") if folder == "fonts" else TEMPLATE
    (sample.folder / "templates/sample.yaml").write_text(template)
    for name, text in (("AlegreyaSans", TEMPLATE), ("Cinzel", lower(TEMPLATE))):
        if folder == "fonts":
            shutil.copy(paths.templates() / f"fonts/{name}-Regular.ttf", sample.folder / ".hidden/Own-Regular.ttf")
        else:
            (sample.folder / ".hidden/sample.yaml").write_text(text)
        sample.build()
        assert sample.laid == ["fire"]


def test_a_link_in_a_hidden_folder_may_lead_to_another_picture(sample):
    (sample.folder / "templates/sample.yaml").write_text(TEMPLATE.replace("{{ card.art }}", ".art/{{ card.art }}"))
    sample.rows("Fire,red,")
    sample.picture("blue", (0, 0, 200))
    link, before = sample.folder / ".art/red.png", None
    link.parent.mkdir()
    for name in ("red", "blue"):
        link.unlink(missing_ok=True)
        link.symlink_to(f"../art/{name}.png")
        result = sample.build()
        assert link.parent in result.read_from
        assert sample.laid == ["fire"]
        if before is not None:
            changes = sample._build("since", since=before).changes
            assert changes is not None
            assert [*changes.wanted] == [("cards", "fire")]
        before = next(a.path for a in result.artifacts if a.path.suffix == ".json").rename(
            sample.folder / "before.json"
        )


@pytest.mark.parametrize("folder", ["templates", "fonts", "art", ".art"])
def test_a_link_to_a_folder_may_lead_to_another(sample, folder):
    sample.rows("Fire,red,")
    text = TEMPLATE.replace("Alegreya Sans", "Own") if folder == "fonts" else TEMPLATE
    text = text.replace("{{ card.art }}", ".art/{{ card.art }}") if folder == ".art" else text
    (sample.folder / "templates/sample.yaml").write_text(text)
    for name, font, color in (("one", "AlegreyaSans", (200, 0, 0)), ("two", "Cinzel", (0, 0, 200))):
        path = sample.folder / name
        path.mkdir()
        Image.new("RGB", (80, 110), color).save(path / "red.png")
        (path / "sample.yaml").write_text(text if name == "one" else lower(text))
        shutil.copy(paths.templates() / f"fonts/{font}-Regular.ttf", path / "Own-Regular.ttf")
    shutil.rmtree(sample.folder / folder, ignore_errors=True)
    for name in ("one", "two"):
        (sample.folder / folder).unlink(missing_ok=True)
        (sample.folder / folder).symlink_to(name)
        sample.build()
        assert sample.laid == ["fire"]


def test_a_template_that_is_changed_as_soon_as_it_was_read_is_read_again(sample, monkeypatch):
    sample.rows("Fire,red,")
    found = kept_runs.fingerprint

    def changed(deck):
        (sample.folder / "templates/sample.yaml").write_text(lower(TEMPLATE))
        return found(deck)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(kept_runs, "fingerprint", changed)
        sample._build("kept")
    sample.build()
    assert sample.laid == ["fire"]


def test_rows_of_the_settings_are_settings_too(sample):
    """The components of `deck.yaml` may be a deck's cards; the file says how large these are, too."""
    (sample.folder / "templates/sample.yaml").write_text(NAMES.replace("card.name", "card.id"))
    for size in ("poker", "tarot"):
        (sample.folder / "deck.yaml").write_text(DECK.replace("cards.csv", "deck.yaml").replace("poker", size))
        sample.build()
        assert sample.laid == ["cards"]


@pytest.mark.parametrize("art", ["../.hidden/red", "more/red"])
def test_a_changed_picture_is_printed_again_wherever_it_lies(sample, art):
    """By ``--since``, which looks at files before anything is laid out."""
    (sample.folder / ".hidden").mkdir()
    (sample.folder / "art/more").mkdir()
    (sample.folder / "art/more/deck.yaml").write_text(DECK)
    (sample.folder / "templates/sample.yaml").write_text(
        TEMPLATE.replace("{{ card.art }}.png", "art/{{ card.art }}.png")
    )
    sample.rows(f"Fire,{art},", "Water,,")
    sample.picture(art, (200, 0, 0))
    before = next(a.path for a in sample.build().artifacts if a.path.suffix == ".json")
    sample.picture(art, (0, 0, 200))
    changes = sample._build("since", since=before).changes
    assert changes is not None
    assert [*changes.wanted] == [("cards", "fire")]


def test_what_is_kept_may_be_deleted_or_damaged(sample):
    sample.rows("Fire,red,", "Water,,")
    sample.build()
    files = [path for path in DiskCache().folder.rglob("*") if path.is_file() and path.name != "CACHEDIR.TAG"]
    for path in files:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 4
        path.write_bytes(data)
    sample.build()
    assert sample.laid == ["fire", "water"]
    shutil.rmtree(DiskCache().folder)
    sample.build()
    assert sample.laid == ["fire", "water"]


def test_a_folder_that_cannot_be_written_is_told_of(sample, monkeypatch, tmp_path):
    sample.rows("Fire,red,", "Water,,")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    (told,) = sample._build("kept").report
    assert told.code == "cache-not-written"


@pytest.mark.slow
def test_a_shipped_deck_with_libraries_and_packs_is_kept(tmp_path, monkeypatch):
    """The lists that it deals from make no card another one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    laid: list[str] = []
    lay = CardPieces.piece

    def piece(pieces, component, card, *more, **others):
        laid.append(card.id)
        return lay(pieces, component, card, *more, **others)

    monkeypatch.setattr(CardPieces, "piece", piece)
    first, second = (build_deck("mana-and-spells", PrintOptions(output=tmp_path / str(n), jobs=1)) for n in (1, 2))
    assert [a.sha256 for a in first.artifacts] == [a.sha256 for a in second.artifacts]
    assert len(laid) - len(set(laid)) < 10, "only boxes and what has no table are laid out each time"


@pytest.fixture
def from_nothing(monkeypatch):
    """No process is a copy of this one, as on Windows and macOS, and a run has few cards."""
    monkeypatch.setattr(workers, "can_be_copied", lambda: False)
    monkeypatch.setattr(worker_process, "_COMMAND", [*worker_process._COMMAND[:-2], "-c", SMALL_RUNS])
    monkeypatch.setattr(elsewhere, "RUN", 2)


SMALL_RUNS = """\
from carddesigner.cluster.job_loop import main
from carddesigner.pipeline import elsewhere

elsewhere.RUN = 2
main()
"""
FOUR = "Fire,red,", "Water,,", "Earth,red,", "Air,,"


def test_what_processes_that_start_from_nothing_drew_is_taken_over_and_kept(sample, from_nothing):
    sample.rows(*FOUR)
    drawn = sample._build("kept", jobs=2)
    assert sample.laid == []
    clean = sample._build("clean", cache=False)
    assert sample.laid == ["fire", "water", "earth", "air"]
    assert [a.sha256 for a in drawn.artifacts] == [a.sha256 for a in clean.artifacts]
    sample.build()
    assert sample.laid == []


@pytest.mark.parametrize(("changed", "laid"), [("cards.csv", ["water"]), ("templates/sample.yaml", None)])
def test_a_card_that_others_drew_of_other_files_is_not_taken_over(sample, from_nothing, monkeypatch, changed, laid):
    """A file is changed once it is read, and before it is read again; the document is of what was read here."""
    sample.rows(*FOUR)
    expected = sample._build("clean", cache=False).artifacts[0]
    begin = elsewhere.FacesElsewhere.begin

    def change(self, helpers):
        path = sample.folder / changed
        path.write_text(path.read_text().replace("Water", "Rain").replace("top: 5mm", "top: 6mm"))
        begin(self, helpers)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(elsewhere.FacesElsewhere, "begin", change)
        made = sample._build("there", jobs=2).artifacts[0]
    assert sample.laid == (laid or ["fire", "water", "earth", "air"])
    assert made.sha256 == expected.sha256
    sample.build()


BESIDE = """\
import os
import sys
from pathlib import Path

from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.options import PrintOptions

noted = os.open("noted", os.O_WRONLY | os.O_CREAT | os.O_APPEND)


def note(event, arguments):
    if event == "os.fork" or (event == "import" and arguments[0] == "reportlab"):
        os.write(noted, f"{event} by {os.getpid()}\\n".encode())


sys.addaudithook(note)
print(os.getpid(), flush=True)
build_deck("./sample", PrintOptions(output=Path("output"), jobs=2, cache=False))
"""


def test_what_writes_files_is_imported_while_others_lay_cards_out(sample):
    """And by the process alone that writes."""
    sample.rows(*(f"Card {n},," for n in range(2 * elsewhere.RUN)))
    folder = sample.folder.parent
    command = [sys.executable, "-c", BESIDE]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True, env=ENVIRONMENT
    )
    process = done.stdout.strip()
    assert (folder / "noted").read_text() == f"os.fork by {process}\nimport by {process}\n"
