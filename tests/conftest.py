"""Decks written to a temporary folder, and the command line run in it."""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect, bounds, rectangle, transformed
from carddesigner.core.items import GroupItem, Item
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.core.worker import processors
from carddesigner.impose.sheet import Sheet
from carddesigner.source import paths
from tests.e2e.chromium import CHROMIUM
from tests.examples import EACH_RUN
from tests.patience import PATIENCE, STRANGER_SECONDS

# A slow machine is no fault of the program. Laws of whole decks try a part of these examples.
settings.register_profile("project", deadline=None, max_examples=EACH_RUN, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=2000, derandomize=False)
settings.load_profile("project")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a test in four waits for a browser or another process."""
    return processors() + 1


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a browser where there is none."""
    if CHROMIUM is None and item.get_closest_marker("browser") is not None:
        pytest.skip("Chromium is not there")


def pytest_collection_finish() -> None:
    """Nothing of what tests are made of is ever garbage, and they are too many to look through again and again. Of what they make
    little is garbage in circles: looking for that as often as Python does is a twelfth of their time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


DECK = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
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
"""


@dataclass(frozen=True)
class Laid:
    """A deck laid out without writing anything: faces by piece, and what was said."""

    faces: dict[str, tuple[LaidFace, LaidFace | None]]
    copies: dict[str, int]
    report: Report

    @property
    def face(self) -> LaidFace:
        return next(iter(self.faces.values()))[0]

    def frame(self, zone: str) -> tuple[float, ...]:
        """An outermost zone's frame in millimetres: left, top, width, height."""
        found = next(z for z in self.face.zones if z.id == zone)
        return tuple(round(v / 72 * 25.4, 3) for v in found.frame)

    def items(self, zone: str | None = None) -> list[Item]:
        """The items of a zone (or of all), groups taken apart."""
        return [i for z in self.face.zones if zone in (None, z.id) for i in flat(z.items)]


def flat(items: tuple[Item, ...]) -> list[Item]:
    out: list[Item] = []
    for item in items:
        out += flat(item.items) if isinstance(item, GroupItem) else [item]
    return out


@dataclass
class DeckFolder:
    """A deck's folder, written file by file."""

    path: Path

    def write(self, name: str, text: str | bytes) -> Path:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def zones(self, zones: str, rows: str = "name\nFire\n") -> DeckFolder:
        """The sample deck whose front has these zones (YAML, indented by none)."""
        self.write("deck.yaml", DECK)
        self.write("cards.csv", rows)
        body = "".join(f"      {line}\n" for line in zones.strip("\n").splitlines())
        self.write("templates/sample.yaml", TEMPLATE + body)
        return self

    def lay(self) -> Laid:
        from carddesigner.deck.find import loaded_deck
        from carddesigner.pipeline.imposition import lay_out
        from carddesigner.pipeline.job import print_job

        report = Report()
        deck = loaded_deck(self.path, report)
        pieces = lay_out(print_job(deck), report)
        return Laid({p.id: p.copies[0] for p in pieces if p.copies}, {p.id: len(p.copies) for p in pieces}, report)

    def errors(self) -> list[Diagnostic]:
        """What is wrong with the deck."""
        with pytest.raises(DeckError) as raised:
            self.lay()
        return raised.value.report.errors

    def error(self, code: str) -> Diagnostic:
        """The one error of a code."""
        found = self.errors()
        assert [d for d in found if d.code == code], [(d.code, d.message) for d in found]
        return next(d for d in found if d.code == code)


@pytest.fixture
def deck(tmp_path: Path) -> DeckFolder:
    return DeckFolder(tmp_path / "sample")


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


# What tests build is kept nowhere but here: no test finds what another run kept, and nobody's own cache is touched.
os.environ["XDG_CACHE_HOME"] = CACHE = tempfile.mkdtemp(prefix="carddesigner-tests-")
atexit.register(shutil.rmtree, CACHE, ignore_errors=True)
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "PYTHONPATH": str(paths.shipped()),
    "NO_COLOR": "1",
    "LANG": "C.UTF-8",
    "XDG_CACHE_HOME": CACHE,
}


class CommandServer:
    """A process that runs commands as forks of itself: importing anew for each would be most of what they take."""

    def __init__(self) -> None:
        script = str(Path(__file__).with_name("command_server.py"))
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([sys.executable, "-P", script], 0, stdin=pipe, stdout=pipe, env=ENVIRONMENT)

    def run(
        self,
        arguments: tuple[str, ...],
        cwd: Path,
        env: dict[str, str],
        timeout: float = PATIENCE,
        *,
        limited: bool = False,
        fault: tuple[int, str, str] | None = None,
        patch: str = "",
    ) -> tuple[Ran, float, int]:
        """How it ended, its seconds of CPU and the most memory it had, which may be *limited*; a *fault* is what ``faults.inject``
        is given, a *patch* is Python that its process runs first. Raises TimeoutExpired.
        """
        with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
            files = {"out": out.name, "err": err.name}
            asked = {"arguments": arguments, "cwd": str(cwd), "env": env}
            command = {**asked, "limited": limited, "fault": fault, "patch": patch, **files}
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(command).encode() + b"\n")
            number = int(self._process.stdout.readline())
            if not select.select([self._process.stdout], [], [], timeout)[0]:
                os.kill(number, signal.SIGKILL)
                self._process.stdout.readline()
                raise subprocess.TimeoutExpired(list(arguments), timeout)
            code, seconds, memory = json.loads(self._process.stdout.readline())
            return Ran(code, *(Path(f.name).read_text("utf-8") for f in (out, err))), seconds, memory

    def stop(self) -> None:
        """Standard input ends, and the process with it."""
        self._process.communicate()


@pytest.fixture(scope="session")
def command_server() -> Iterator[CommandServer]:
    server = CommandServer()
    yield server
    server.stop()


@pytest.fixture
def cli(tmp_path: Path, command_server: CommandServer) -> Callable[..., Ran]:
    """Runs ``carddesigner`` in the temporary folder. What a command keeps is there for those with the same *cache*; without one each
    does all that it is asked to.
    """

    def run(*arguments: str | Path, timeout: float = PATIENCE, cache: Path | None = None) -> Ran:
        kept = cache or tempfile.mkdtemp(dir=CACHE)
        env = {**ENVIRONMENT, "XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_CACHE_HOME": str(kept)}
        ran, _, _ = command_server.run(tuple(map(str, arguments)), tmp_path, env, timeout)
        assert "Traceback" not in ran.err, ran.err
        return ran

    return run


@pytest.fixture
def promised(tmp_path: Path, command_server: CommandServer) -> Callable[..., Ran]:
    """Runs ``carddesigner`` in the temporary folder, within what a stranger's deck may take: 2 s of CPU (``STRANGER_SECONDS``) and
    500 MB.
    """

    def run(*arguments: str) -> Ran:
        env = {**ENVIRONMENT, "PATH": os.environ["PATH"]}
        ran, seconds, memory = command_server.run(arguments, tmp_path, env, limited=True)
        assert ran.code in (0, 1), ran.err[-2000:]
        assert seconds <= STRANGER_SECONDS
        assert memory * (1 if sys.platform == "darwin" else 1024) <= 500_000_000
        return ran

    return run


@pytest.fixture(scope="session")
def slug_of() -> Callable[[Sheet], tuple[str, Rect] | None]:
    """A sheet's slug line."""

    def read(sheet: Sheet) -> tuple[str, Rect] | None:
        """The slug line as it is read, and the box that its letters stand in on the page; None where there is none."""
        if not sheet.over:
            return None
        (line,) = sheet.over
        pieces = [(item, piece) for item in line.items for piece in item.pieces]
        text = "".join(run.text for _, piece in pieces for run in piece.runs)
        size, y = pieces[0][1].size, pieces[0][0].y
        right = max(p.x + sum((*(r.width for r in p.runs), *p.gaps)) * p.size / 1000 for _, p in pieces)
        left = min(p.x for _, p in pieces)
        # Capitals and descenders.
        return text, bounds(transformed(rectangle(Rect(left, y - 0.7 * size, right - left, 0.9 * size)), line.matrix))

    return read
