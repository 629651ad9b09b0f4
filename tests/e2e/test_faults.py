"""Builds that are killed, or refused a file, at each of their operations on files: earlier output stays whole, and the next build
makes all good.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from carddesigner.export.earlier import LIST
from carddesigner.export.owner import OWNER
from tests.conftest import ENVIRONMENT, CommandServer, Ran

pytestmark = pytest.mark.slow

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
  front: {zones: {name: {in: safe, text: "{{ card.name }}"}, sun: {icon: sun, box: {width: 9mm, height: 9mm}}}}
"""
BUILDS = {
    "build": ("build", "./sample"),
    "inks": ("build", "./sample", "--color", "cmyk"),
    "split": ("build", "./sample", "--layout", "pieces", "--split", "1", "--jobs", "1"),
    "png": ("export", "./sample", "--to", "png", "--dpi", "36", "--jobs", "1"),
    "table": ("export", "./sample", "--to", "tabletop-simulator", "--dpi", "36"),
}
EVERY = 16
"""Of so many operations one goes wrong in each run of the tests, and every one in those that take long."""


class Faulty:
    """A deck of two versions in a folder, and commands on it that go wrong at a number of their operations on files."""

    def __init__(self, folder: Path, server: CommandServer, arguments: tuple[str, ...]) -> None:
        self.folder, self.server, self.arguments = folder, server, arguments
        self.count = folder.parent / f"{folder.name}.count"
        self.write("Fire", "Ice", "Rain")
        self.env = {**ENVIRONMENT, "XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}

    def write(self, *names: str) -> None:
        sample = self.folder / "sample"
        (sample / "templates").mkdir(parents=True, exist_ok=True)
        (sample / "deck.yaml").write_text(DECK)
        (sample / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in names))
        (sample / "templates/sample.yaml").write_text(TEMPLATE)

    def run(self, at: int = 0, kind: str = "refused") -> Ran:
        ran, _, _ = self.server.run(self.arguments, self.folder, self.env, fault=(at, kind, str(self.count)))
        assert "Traceback" not in ran.err, ran.err
        return ran

    def like(self, other: Path) -> None:
        """Have the files of another folder, and no others."""
        shutil.rmtree(self.folder)
        shutil.copytree(other, self.folder)

    def output(self) -> dict[str, bytes]:
        """The files that somebody finds."""
        made = self.folder / "output"
        found = {p.relative_to(made).as_posix(): without_inputs(p) for p in sorted(made.rglob("*")) if p.is_file()}
        return {name: data for name, data in found.items() if Path(name).name != LIST}


def without_inputs(path: Path) -> bytes:
    """A file's bytes; a manifest's without digests that it has where all files could be looked at."""
    return re.sub(rb', "inputs_sha256": "?\w+"?', b"", path.read_bytes())


@pytest.fixture
def faulty(tmp_path, command_server) -> Callable[[str], tuple[Faulty, Path, dict[str, bytes], dict[str, bytes], int]]:
    """A deck, a copy of its folder when only the first version was built, what a command makes of both versions, and how many
    operations the second takes then.
    """

    def make(name: str) -> tuple[Faulty, Path, dict[str, bytes], dict[str, bytes], int]:
        deck = Faulty(tmp_path / "deck", command_server, BUILDS[name])
        assert deck.run().code == 0
        before = deck.output()
        first = shutil.copytree(deck.folder, tmp_path / "first")
        deck.write("Fire", "Wind")
        ran = deck.run()
        assert ran.code == 0, ran.err
        return deck, first, before, deck.output(), int(deck.count.read_text())

    return make


def hidden(output: dict[str, bytes]) -> list[str]:
    """Files that are being written, or were when their writer was killed."""
    return [
        name for name in output if any(part.startswith(".") and part not in (OWNER, LIST) for part in Path(name).parts)
    ]


def whole(output: dict[str, bytes], before: dict[str, bytes], after: dict[str, bytes]) -> bool:
    """Whether each file is as it was or as it is to be."""
    seen = {name: data for name, data in output.items() if name not in hidden(output)}
    return all(data in (before.get(name), after.get(name)) for name, data in seen.items())


@pytest.mark.parametrize(
    "some", [pytest.param(True, id="some"), pytest.param(False, id="every", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("kind", ["refused", "killed"])
@pytest.mark.parametrize("name", BUILDS)
def test_whatever_goes_wrong_earlier_output_stays_whole_and_the_next_build_is_as_ever(faulty, name, kind, some):
    deck, first, before, after, operations = faulty(name)
    assert operations > 10
    for at in range(1 + (len(name) % EVERY if some else 0), operations + 1, EVERY if some else 1):
        deck.like(first)
        assert deck.output() == before
        deck.write("Fire", "Wind")
        ran = deck.run(at, kind)
        output = deck.output()
        assert whole(output, before, after), f"operation {at}: {ran.err}"
        if kind == "refused":
            # Files of an earlier build that stay beside all of the new ones are no error.
            is_made = name == "split" and after.items() <= output.items()
            assert ran.code in ((0,) if is_made else (0, 1)), f"operation {at}: {ran.err}"
            assert not hidden(output), f"operation {at}: {hidden(output)}"
            told = "warning[old-file]" if ran.code == 0 and output != after else "error" if ran.code else ""
            assert told in ran.err, f"operation {at}: {ran.err}"
        again = deck.run()
        assert again.code == 0, f"after operation {at}: {again.err}"
        assert deck.output() == after, f"after operation {at}"


def test_what_is_finished_stays_where_the_disk_is_full(tmp_path, command_server):
    asked = (*BUILDS["split"], "--resume")
    clean = Faulty(tmp_path / "clean", command_server, asked)
    assert clean.run().code == 0
    after, told = clean.output(), set[str]()
    for at in range(int(clean.count.read_text()), 1, -EVERY // 2):
        deck = Faulty(tmp_path / f"{at}", command_server, asked)
        finished = re.search(
            r"(\d) of 3 files are finished: the same command with --resume continues", deck.run(at).err
        )
        again = deck.run()
        if finished:
            told.add(finished[1])
            assert f"\n{finished[1]} of 3 files were reused" in again.err, f"operation {at}: {again.err}"
        assert (again.code, deck.output()) == (0, after), f"after operation {at}: {again.err}"
    assert told
