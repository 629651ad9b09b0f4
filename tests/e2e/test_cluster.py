"""Work done by a Dask cluster: the same bytes and messages as here, whoever is killed meanwhile."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import distributed
import msgspec
import psutil
import pytest

import carddesigner as cd
from carddesigner.source import paths
from tests.conftest import ENVIRONMENT, DeckFolder
from tests.e2e.test_strangers import striped
from tests.patience import until

pytestmark = pytest.mark.slow

DECK = """\
deck: sample
title: Fair
languages: [pt]
stocks:
  ticket: {shape: card, size: [60mm, 30mm], bleed: 2mm, safe: 3mm}
palette: {ink: "#1b1b1b"}
components:
  - {id: rules, rows: rules.csv, front: sample#rules}
  - id: tickets
    generate:
      count: 240
      seed: fair
      fields: {code: code}
    front: sample#ticket
editions:
  dark: {palette: {ink: "#000000"}}
"""
FEW = DECK.replace("count: 240", "count: 12")
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  rules: {zones: {text: {in: safe, text: "{{ card.name }}", color: ink}, art: {in: safe, svg: art/sun.svg}}}
  ticket: {zones: {code: {in: safe, text: "{{ card.code }}"}}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="#c00"/></svg>'
FILTERED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f"><feMorphology operator="dilate" radius="{}"/>'
    '<feGaussianBlur stdDeviation="1"/></filter><path filter="url(#f)" d="M0 0L9 9L0 9Z"/></svg>'
)
HUGE = striped(10_000, 9_990, 6, 4)
SPLIT = ("--layout", "pieces", "--split", "9")


@dataclass
class Cluster:
    """A scheduler with workers, each a process of its own."""

    folder: Path
    address: str = ""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def begin(self, *options: str) -> None:
        self.processes.clear()
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self._run("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file), *options)
        until(lambda: file.exists() and file.read_text().strip().endswith("}"))
        self.address = json.loads(file.read_text())["address"]

    def with_workers(self, count: int, *options: str) -> None:
        """See that so many workers are alive."""
        for worker in [p for p in self.processes[1:] if p.poll() is not None]:
            self.processes.remove(worker)
        for _ in range(count - len(self.processes[1:])):
            scratch = ("--local-directory", str(self.folder))
            self._run("worker", self.address, "--no-nanny", "--nthreads", "1", *scratch, *options)

    def held(self) -> list[Path]:
        """What workers hold of decks."""
        found: list[Path] = []
        for worker in self.folder.glob("dask-scratch-space/*"):
            with suppress(FileNotFoundError):  # one that was killed, which another removes
                found += worker.glob("carddesigner-*")
        return found

    def memory(self) -> list[int]:
        """The most memory that each of the workers' processes had so far, in bytes, where the system tells."""
        found = []
        for worker in self.processes[1:]:
            for process in psutil.Process(worker.pid).children(recursive=True):
                with suppress(OSError):
                    status = Path(f"/proc/{process.pid}/status").read_text()
                    found += [int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")]
        return found

    def _run(self, what: str, *options: str) -> None:
        command = [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}", *options, "--no-dashboard"]
        self.processes.append(
            subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        found.begin()
        found.with_workers(2)
        yield found
    finally:
        found.end()


@pytest.fixture
def cluster(running: Cluster) -> Cluster:
    if running.processes[0].poll() is not None:
        running.end()
        running.begin()
    running.with_workers(2)
    return running


def written(deck: DeckFolder) -> DeckFolder:
    deck.write("deck.yaml", DECK)
    deck.write("rules.csv", "name,name.pt\nKeep this side,Guarde este lado\n")
    deck.write("templates/sample.yaml", TEMPLATE)
    deck.write("art/sun.svg", SVG)
    return deck


@pytest.fixture
def fair(deck):
    return written(deck)


@pytest.fixture
def small(fair):
    """The same deck of few tickets."""
    fair.write("deck.yaml", FEW)
    return fair


@pytest.fixture(scope="module")
def alone(tmp_path_factory, command_server) -> dict[str, bytes]:
    """The files of that deck as one process makes them."""
    folder = tmp_path_factory.mktemp("alone")
    written(DeckFolder(folder / "sample"))
    ran, _, _ = command_server.run(("build", "./sample", *SPLIT, "--jobs", "1"), folder, ENVIRONMENT)
    assert ran.code == 0, ran.err
    return files(folder / "output")


def files(folder: Path) -> dict[str, bytes]:
    return {f.relative_to(folder).as_posix(): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def test_files_of_a_split_deck_are_the_same_bytes(fair, cli, cluster, tmp_path):
    fair.write("templates/sample.yaml", TEMPLATE.replace("art/sun.svg", "linked.svg"))
    (fair.path / "linked.svg").symlink_to("art/sun.svg")
    fair.write(".secret/key", "not for others")
    assert cli("build", "./sample", *SPLIT, "--jobs", "1", "-o", "here").code == 0
    run = cli("build", "./sample", *SPLIT, "--scheduler", cluster.address, "-o", "there")
    assert run.code == 0, run.err
    assert f"cluster {cluster.address}: 2 workers, 2 jobs at a time" in run.err
    assert files(tmp_path / "here") == files(tmp_path / "there")


def test_decks_editions_and_languages_are_the_same_bytes(small, cli, cluster, tmp_path):
    shutil.copytree(small.path, tmp_path / "wrong")
    wrong = tmp_path / "wrong/templates/sample.yaml"
    wrong.write_text(TEMPLATE.replace("card.name", "card.nam"))
    (tmp_path / "wrong/deck.yaml").write_text(FEW.replace("deck: sample", "deck: wrong"))
    asked = ("build", "./sample", "./wrong", "--language", "all", "--edition", "all")
    here = cli(*asked, "-o", "here", "--json")
    there = cli(*asked, "-o", "there", "--json", "--scheduler", cluster.address)
    assert (here.code, there.code) == (1, 1)
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert len([name for name in files(tmp_path / "there") if name.endswith(".pdf")]) == 4
    one, two = (_told(json.loads(run.out), name) for run, name in ((here, "here"), (there, "there")))
    assert one == two


def _told(found: object, output: str) -> object:
    """What is told of builds, but for how long they took and where they went."""
    if isinstance(found, dict):
        return {key: _told(value, output) for key, value in found.items() if key != "seconds"}
    if isinstance(found, list):
        return [_told(value, output) for value in found]
    return found.replace(f"{output}/", "") if isinstance(found, str) else found


def test_decks_with_booklets_are_the_same_bytes(cli, cluster, tmp_path):
    asked = ("build", "three-fields", "nails-and-hammers", "--no-cache")
    assert cli(*asked, "-o", "here").code == 0
    there = cli(*asked, "-o", "there", "--scheduler", cluster.address)
    assert there.code == 0, there.err
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_one_document_is_the_same_bytes(fair, cli, cluster, tmp_path):
    fair.write(
        "templates/sample.yaml", TEMPLATE.replace("{{ card.code }}", "{{ card.code }}, {{ deck.counts.tickets }}")
    )
    asked = ("--language", "pt", "--select", "component == 'tickets'")
    here = cli("build", "./sample", "-o", "here", *asked, "--no-cache")
    there = cli("build", str(fair.path), "-o", str(tmp_path / "there"), *asked, "--scheduler", cluster.address)
    assert there.code == here.code == 0, there.err
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert "2 workers" in there.err


def test_what_is_wrong_with_a_deck_is_said_of_the_files_that_are_here(fair, cli, cluster, tmp_path):
    fair.write("templates/sample.yaml", TEMPLATE.replace("card.code", "card.cod"))
    here = cli("build", "./sample", *SPLIT)
    there = cli("build", "./sample", *SPLIT, "--scheduler", cluster.address)
    assert here.code == there.code == 1
    assert "sample/templates/sample.yaml:6:" in there.err
    assert there.err.split("\n", 1)[1] == here.err
    assert not (tmp_path / "output").exists()


def test_what_validate_finds_is_the_same(small, cli, cluster, tmp_path):
    small.write("deck.yaml", FEW + "  large: {stocks: {ticket: {size: [20mm, 10mm]}}}\n")
    shutil.copytree(small.path, tmp_path / "wrong")
    (tmp_path / "wrong/rules.csv").write_text("name,name.pt\nKeep this side,\n")
    for decks in (("./sample",), ("./sample", "./wrong", "./none")):
        here = cli("validate", *decks)
        there = cli("validate", *decks, "--scheduler", cluster.address)
        assert there.err.split("\n", 1)[1] == here.err
        assert there.code == here.code
        assert "in the edition large" in here.err


BATCH = """\
builds:
  - {deck: ./sample}
  - {deck: ./wrong}
  - {deck: ./hidden}
  - {deck: ./unnamed, edition: none}
  - {deck: ./bare}
  - {deck: ./lettered}
  - {deck: ./none}
  - {deck: ./sample, layout: pieces, split: 100, language: pt, output: more}
"""


@pytest.fixture
def several(small, tmp_path) -> tuple[str, ...]:
    """Decks, of which most are wrong; one needs a file that isn't sent."""

    def deck(name: str, template: str) -> None:
        folder = tmp_path / name
        shutil.copytree(small.path, folder)
        (folder / "deck.yaml").write_text(FEW.replace("deck: sample", f"deck: {name}"))
        (folder / "templates/sample.yaml").write_text(template)

    deck("wrong", TEMPLATE.replace("card.name", "card.nam").replace("card.code", "card.code.x()"))
    deck("hidden", TEMPLATE.replace("art/sun", ".art/sun"))
    (tmp_path / "hidden/art").rename(tmp_path / "hidden/.art")
    deck("unnamed", TEMPLATE)
    deck("bare", TEMPLATE.replace("art/sun", "art/sum"))
    deck("lettered", TEMPLATE.replace("Alegreya Sans", "Alegreya Snas"))
    (tmp_path / "list.yaml").write_text(BATCH)
    return "./sample", "./wrong", "./hidden", "./bare", "./lettered", "./none"


def test_what_is_wrong_in_a_batch_is_told_as_without_a_cluster(several, cli, command_server, tmp_path):
    """Of files that are here, in the order of the list; what needs a file that isn't sent is made here. A cluster of this machine
    leaves nothing in the temporary folder.
    """
    asked = ("build", "--batch", "list.yaml", "-o")
    (tmp_path / "scratch").mkdir()
    env = {**ENVIRONMENT, "TMPDIR": str(tmp_path / "scratch")}
    here = cli(*asked, "here")
    there, _, _ = command_server.run((*asked, "there", "--scheduler", "local", "--jobs", "2"), tmp_path, env)
    assert (here.code, there.code) == (1, 1)
    until(lambda: not [*(tmp_path / "scratch").iterdir()])
    one, two = (_untimed(run.err).replace("there/", "here/").splitlines() for run in (here, there))
    assert two[1:] == one
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert (tmp_path / "there/hidden/hidden-sheets.pdf").exists()
    for told in (
        "wrong/templates/sample.yaml:5:",
        "no file 'art/sum.svg' in bare; did you mean 'art/sun.svg'?",
        "no font 'Alegreya Snas'; did you mean 'Alegreya Sans'?",
        "list.yaml:8:12: error[missing-file]: there is no none/deck.yaml",
        "8 builds, 5 of them failed",
    ):
        assert told in there.err


@pytest.mark.parametrize("command", [("validate",), ("export", "--to", "svg")])
def test_what_is_wrong_with_several_decks_is_told_as_without_a_cluster(several, cli, cluster, command):
    here, there = cli(*command, *several), cli(*command, *several, "--scheduler", cluster.address)
    assert (here.code, there.code) == (1, 1)
    assert _untimed(there.err).splitlines()[1:] == _untimed(here.err).splitlines()
    assert "hidden/" not in there.err.replace("output/hidden/", "")


def test_a_language_that_needs_a_file_that_is_not_sent_is_looked_at_here(several, cli, cluster):
    run = cli("validate", "./hidden", "--scheduler", cluster.address)
    assert (run.code, "./hidden: no errors" in run.err) == (0, True), run.err


HOSTILE = {
    "expression": '{text: "{{ ([[[0]*20000]*20000]*20000)|string }}", size: 9pt}',
    "parts": "{part: again}",
    "zones": "{row: {each: 300, zones: {b: {column: {each: 300, zones: {c: {fill: ink}}}}}}}",
    "filters": '{svg: "art/{{ card.name }}.svg", in: bleed}',
    "huge": "{image: huge.png}",
    "paths": "{image: ../../../../../../../../etc/hostname}",
    "linked": "{image: link.png}",
    "outside": "{image: key.png}",
    "fine": "{text: ABC, size: 9pt, in: safe}",
}


@pytest.fixture
def hostile(tmp_path) -> tuple[str, ...]:
    """Decks of strangers, the last of which is fine."""
    for name, zone in HOSTILE.items():
        deck = DeckFolder(tmp_path / name).zones(f"one: {zone}", "name\n" + "".join(f"a{n}\n" for n in range(8)))
        deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("deck: sample", f"deck: {name}"))
        if name == "parts":
            again = "parts:\n  again: {zones: {a: {part: again}}}\nfaces:"
            template = (deck.path / "templates/sample.yaml").read_text()
            deck.write("templates/sample.yaml", template.replace("faces:", again))
    for n in range(8):
        DeckFolder(tmp_path / "filters").write(f"art/a{n}.svg", FILTERED.format(0.2 + n / 1000))
    DeckFolder(tmp_path / "huge").write("huge.png", HUGE)
    secret = DeckFolder(tmp_path / "secret").write("key.png", b"of nobody else")
    (tmp_path / "linked/link.png").symlink_to(secret)
    shutil.copytree(tmp_path / "linked", tmp_path / "linked/pictures")  # which is not taken for it
    shutil.copytree(tmp_path / "outside", tmp_path / "secret", dirs_exist_ok=True)
    (tmp_path / "outside/deck.yaml").unlink()
    (tmp_path / "outside/deck.yaml").symlink_to(tmp_path / "secret/deck.yaml")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/paths/\xff.png")).write_bytes(b"x")
    (tmp_path / "fine/a.png").symlink_to("a.png")
    return tuple(f"./{name}" for name in HOSTILE)


@pytest.mark.parametrize(
    "command", [("build", "--no-cache"), pytest.param(("validate",), marks=pytest.mark.long)], ids=lambda c: c[0]
)
def test_decks_of_strangers_are_held_within_the_bounds_of_one_machine(hostile, cli, cluster, tmp_path, command):
    """What is wrong is told in the same words, workers go on, and nothing outside of the decks' folders is sent to them."""
    here, there = cli(*command, *hostile), cli(*command, *hostile, "--scheduler", cluster.address)
    assert (here.code, there.code) == (1, 1), there.err
    told = _untimed(there.err).splitlines()
    (not_sent,) = [line for line in told if "what it is for is done here" in line]
    assert re.search(r"the name of paths/\S+ is not UTF-8, so the deck can't be sent", not_sent)
    assert [line for line in told if not line.startswith("cluster ")] == _untimed(here.err).splitlines()
    for code in ("part-cycle", "expression-too-big", "too-many-zones", "svg-too-large", "image-too-large"):
        assert f"error[{code}]" in there.err
    assert there.err.count("error[outside-folder]") >= 3
    assert all(process.poll() is None for process in cluster.processes)
    assert cluster.held()
    assert not [path for folder in cluster.held() for path in folder.rglob("key.png")]
    assert max(cluster.memory()) < 500_000_000
    assert command[0] != "build" or (tmp_path / "output/fine/fine-sheets.pdf").exists()


def test_a_deck_of_too_many_files_is_done_here_and_others_there(hostile, cli, cluster, tmp_path):
    with (tmp_path / "huge/long.csv").open("wb") as file:
        file.truncate(3_000_000_000)
    run = cli("build", "./huge", "./fine", "--scheduler", cluster.address)
    assert run.code == 1
    assert (
        f"cluster {cluster.address}: huge has more than 2 GB, too much to be sent; what it is for is done here"
        in run.err
    )
    assert "error[image-too-large]" in run.err
    assert (tmp_path / "output/fine/fine-sheets.pdf").exists()


def test_exports_of_decks_editions_and_languages_are_the_same_bytes(fair, cli, cluster, tmp_path):
    """Also where an earlier one made files that this one doesn't, and one fails."""
    shutil.copytree(fair.path, tmp_path / "wrong")
    (tmp_path / "wrong/deck.yaml").write_text(FEW.replace("deck: sample", "deck: wrong").replace("#rules", "#rule"))
    asked = ("export", "./sample", "./wrong", "--to", "svg", "--language", "all", "--edition", "all", "-o")
    more = ("--scheduler", cluster.address)
    told = []
    for count in (12, 8):
        fair.write("deck.yaml", DECK.replace("count: 240", f"count: {count}"))
        here, there = cli(*asked, "here"), cli(*asked, "there", *more)
        assert (here.code, there.code) == (1, 1)
        assert files(tmp_path / "here") == files(tmp_path / "there")
        told = [_untimed(run.err).replace("there/", "here/").splitlines() for run in (here, there)]
        assert told[1][1:] == told[0]
    assert "8 exports, 4 of them failed" in told[0][-5]
    assert len([name for name in files(tmp_path / "there") if name.endswith(".svg")]) == 4 * 9


def test_pictures_of_one_deck_are_the_same_bytes(small, cli, cluster, tmp_path):
    asked = ("export", "./sample", "--to", "png", "--dpi", "36", "-o")
    here, there = cli(*asked, "here"), cli(*asked, "there", "--scheduler", cluster.address)
    assert (here.code, there.code) == (0, 0), there.err
    assert files(tmp_path / "here") == files(tmp_path / "there")
    for run in (cli(*asked, "here", "--cut"), cli(*asked, "there", "--cut", "--scheduler", "192.0.2.7")):
        assert run.code in (0, 2)
    assert "write its address" in run.err


@pytest.mark.parametrize("to", ["json", "makeplayingcards", "tabletop-simulator"])
def test_whatever_a_deck_is_exported_to_is_the_same_bytes(fair, cli, cluster, tmp_path, to):
    """What goes on with an earlier save is made here."""
    fair.write("deck.yaml", DECK.replace("count: 240", "count: 4").replace("size: [60mm, 30mm]", "size: poker"))
    asked = ("export", "./sample", "--to", to, "-o")
    for _ in range(2):
        here, there = cli(*asked, "here"), cli(*asked, "there", "--scheduler", cluster.address)
        assert (here.code, there.code) == (0, 0), there.err
        assert files(tmp_path / "here") == files(tmp_path / "there")
    assert there.err.replace("there/", "here/").split("\n", 1)[1] == here.err


def test_python_has_a_cluster_check_and_export_a_deck(fair, cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fair.write("rules.csv", "name,name.pt\nKeep this side,\n")
    assert [*cd.validate("./sample", scheduler=cluster.address)] == [*cd.validate("./sample")]
    assert [*cd.validate("./sample")]
    deck = cd.load_deck("./sample")
    here = deck.export("json", output="here")
    there = deck.export("json", output="there", scheduler=cluster.address)
    assert [a.sha256 for a in here.artifacts] == [a.sha256 for a in there.artifacts]
    changed = deck.with_rows("rules", [{"name": "No file has it"}])
    with pytest.raises(cd.OptionError, match="can't be sent to a cluster"):
        changed.export("json", scheduler=cluster.address)
    with pytest.raises(cd.OptionError, match="write its address"):
        cd.validate("./sample", scheduler="192.0.2.7")


def _untimed(told: str) -> str:
    return re.sub(r"[\d.]+ s$", "", told, flags=re.M)


def test_games_that_a_cluster_plays_come_to_the_same(cli, cluster):
    here, there = (
        cli("playtest", "outflank", "--games", "60", "--json", *more) for more in ((), ("--scheduler", cluster.address))
    )
    assert (there.code, there.out) == (0, here.out)
    found = cd.load_deck("outflank").playtest(60, scheduler=cluster.address)
    assert json.loads(msgspec.json.encode(found)) == json.loads(here.out)


def test_a_killed_worker_costs_only_what_it_was_at(fair, alone, cluster, tmp_path):
    command = [sys.executable, "-P", "-m", "carddesigner", "build", "./sample", *SPLIT, "-o", "there"]
    client = subprocess.Popen([*command, "--scheduler", cluster.address], cwd=tmp_path, env=ENVIRONMENT, stderr=-3)
    until(lambda: bool(cluster.held()))
    cluster.processes[1].send_signal(signal.SIGKILL)
    assert client.wait() == 0
    assert files(tmp_path / "there") == alone


def test_no_scheduler_and_one_of_something_else_are_told(fair, cli, tmp_path):
    run = cli("build", "./sample", "--scheduler", "tcp://127.0.0.1:1")
    assert run.code == 1
    assert "no scheduler at tcp://127.0.0.1:1: Connection refused; nothing was changed" in run.err
    assert not (tmp_path / "output").exists()
    run = cli("build", "./sample", "--scheduler", "192.0.2.7")
    assert run.code == 2
    assert "write its address, such as tcp://192.0.2.7:8786, or local" in run.err


@pytest.fixture
def unfit(tmp_path) -> Iterator[Cluster]:
    """A cluster that isn't as it should be, without workers so far."""
    (tmp_path / "unfit").mkdir()
    found = Cluster(tmp_path / "unfit")
    try:
        yield found
    finally:
        found.end()


def preload(folder: Path, text: str) -> tuple[str, str]:
    """Options that have a scheduler or worker run a program first."""
    path = folder / "preload.py"
    path.write_text(text)
    return "--preload", str(path)


OLD = """\
from distributed import node, versions


def get_versions(**asked):
    found = versions.get_versions(**asked)
    found["packages"]["distributed"] = "2020.1.0"
    return found


node.get_versions = get_versions
"""


def test_a_scheduler_of_another_version_is_told(fair, cli, unfit, tmp_path):
    unfit.begin(*preload(tmp_path, OLD))
    run = cli("build", "./sample", "--scheduler", unfit.address)
    assert run.code == 1
    assert (
        f"the scheduler at {unfit.address} has distributed 2020.1.0, and here it is {distributed.__version__}"
        in run.err
    )
    assert "nothing was changed. Install the same on all machines" in run.err
    assert not (tmp_path / "output").exists()


def test_a_scheduler_without_workers_is_told(fair, cli, unfit, tmp_path):
    unfit.begin()
    run = cli("build", "./sample", "--scheduler", unfit.address)
    assert run.code == 1
    assert f"the scheduler at {unfit.address} has no workers; nothing was changed" in run.err
    assert f"`dask worker {unfit.address}` starts one" in run.err


LACKING = """\
from pathlib import Path

from carddesigner.source import paths

templates = Path({templates!r})
paths.templates = lambda: templates
"""


@pytest.fixture(scope="module")
def lacking(tmp_path_factory) -> Iterator[Cluster]:
    """A cluster whose worker has one shipped font less."""
    folder = tmp_path_factory.mktemp("lacking")
    fonts = folder / "templates/fonts"
    fonts.mkdir(parents=True)
    for font in (paths.templates() / "fonts").iterdir():
        (fonts / font.name).symlink_to(font)
    (fonts / "AlegreyaSans-Regular.ttf").unlink()
    found = Cluster(folder)
    try:
        found.begin()
        found.with_workers(1, *preload(folder, LACKING.format(templates=str(fonts.parent))))
        yield found
    finally:
        found.end()


@pytest.mark.parametrize("command", [("build",), ("validate",), ("export", "--to", "json")])
def test_a_worker_without_a_font_is_named(fair, cli, lacking, tmp_path, command):
    run = cli(*command, "./sample", "--scheduler", lacking.address)
    assert run.code == 1
    assert re.search(
        r"the worker tcp://\S+ lacks the shipped font AlegreyaSans-Regular.ttf; nothing was changed", run.err
    )
    assert not (tmp_path / "output").exists()


def test_what_is_no_scheduler_is_told(fair, cli, tmp_path):
    """Nothing is waited for from what never answers."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        run = cli("build", "./sample", "--scheduler", address)
    assert run.code == 1
    assert f"what answers at {address} is no scheduler that can be used from here" in run.err
    assert not (tmp_path / "output").exists()


def test_neither_a_stopped_client_nor_one_that_is_done_leaves_anything_and_the_workers_go_on(
    fair, cli, cluster, tmp_path
):
    command = [sys.executable, "-P", "-m", "carddesigner", "build", "./sample", *SPLIT, "--scheduler", cluster.address]
    before = {*cluster.held()}  # a killed worker's stays until the next begins
    client = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.PIPE, process_group=0)
    until(lambda: bool({*cluster.held()} - before))
    os.kill(client.pid, signal.SIGINT)
    _, err = client.communicate()
    assert (client.returncode, b"stopped; nothing was changed" in err, b"Traceback" in err) == (-2, True, False)
    assert not files(tmp_path / "output")
    assert cli("build", "./sample", *SPLIT, "--scheduler", cluster.address).code == 0
    until(lambda: not {*cluster.held()} - before)  # neither of the stopped build nor of the finished one


def test_a_client_that_is_stopped_while_its_own_workers_start_leaves_nothing_of_them(fair, tmp_path):
    """Ctrl-C is for all processes of a terminal, also for those that still import modules."""
    (tmp_path / "scratch").mkdir()
    client = subprocess.Popen(
        [sys.executable, "-P", "-m", "carddesigner", "build", "./sample", "--scheduler", "local", "--jobs", "2"],
        cwd=tmp_path,
        env={**ENVIRONMENT, "TMPDIR": str(tmp_path / "scratch")},
        stderr=subprocess.PIPE,
        process_group=0,
    )
    workers = list[psutil.Process]()

    def are_starting() -> bool:
        began = psutil.Process(client.pid).children()
        workers[:] = [one for one in began if one.is_running() and "spawn_main" in "".join(one.cmdline())]
        return len(workers) == 2 and all(one.memory_info().rss > 20_000_000 for one in workers)

    until(are_starting)
    os.killpg(client.pid, signal.SIGINT)
    _, err = client.communicate()
    assert (client.returncode, err.decode()) == (-signal.SIGINT, "\nstopped; nothing was changed\n")
    until(lambda: not any(one.is_running() for one in workers))
    assert not [*(tmp_path / "scratch").iterdir()]


def test_a_cluster_of_this_machine_that_is_stopped_leaves_nothing_in_the_temporary_folder(fair, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    client = subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-m",
            "carddesigner",
            "build",
            "./sample",
            *SPLIT,
            "--scheduler",
            "local",
            "--jobs",
            "2",
        ],
        cwd=tmp_path,
        env={**ENVIRONMENT, "TMPDIR": str(scratch)},
        stderr=subprocess.PIPE,
    )
    until(lambda: bool([*scratch.rglob("carddesigner-*")]))
    client.send_signal(signal.SIGTERM)
    _, err = client.communicate()
    assert client.returncode == -signal.SIGTERM, err.decode()
    until(lambda: not [*scratch.iterdir()])


def test_a_lost_scheduler_is_told_and_what_was_finished_is_taken_over(fair, alone, cli, cluster, tmp_path):
    command = [sys.executable, "-P", "-m", "carddesigner", "build", "./sample", *SPLIT, "--scheduler", cluster.address]
    client = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.PIPE)
    until(lambda: len(_finished(tmp_path / "output")) > 1 or client.poll() is not None)
    cluster.processes[0].kill()
    _, err = client.communicate()
    assert client.returncode == 1
    assert f"the scheduler at {cluster.address} is gone; nothing was changed" in err.decode()
    assert "files are finished: the same command with --resume continues with the others" in err.decode()
    kept = len(_finished(tmp_path / "output"))
    again = cli("build", "./sample", *SPLIT, "--resume", "--jobs", "1")
    assert again.code == 0, again.err
    assert f"\n{kept} of 28 files were reused from an interrupted build" in again.err
    assert files(tmp_path / "output") == alone


@pytest.mark.parametrize("changed", [False, True])
def test_a_killed_build_is_resumed_as_far_as_the_deck_is_the_same(fair, alone, cli, tmp_path, changed):
    asked = [*SPLIT, "--jobs", "1"]
    command = [sys.executable, "-P", "-m", "carddesigner", "build", "./sample", *asked, "--resume"]
    client = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.PIPE)
    until(lambda: len(_finished(tmp_path / "output")) > 1)
    client.kill()
    os.waitid(os.P_PID, client.pid, os.WEXITED | os.WNOWAIT)  # whoever began it may not have asked how it ended
    kept = len(_finished(tmp_path / "output"))
    if changed:
        fair.write("rules.csv", "name,name.pt\nKeep that side,Guarde este lado\n")
    else:
        # What isn't whole any more is made anew.
        next((tmp_path / "output").rglob("*-02-of-28.pdf")).write_bytes(b"%PDF")
    again = cli("build", "./sample", *asked, "--resume")
    assert again.code == 0, again.err
    assert f"\n{0 if changed else kept - 1} of 28 files were reused" in again.err
    client.communicate()
    if changed:
        assert cli("build", "./sample", *asked, "-o", "here").code == 0
    assert files(tmp_path / "output") == (files(tmp_path / "here") if changed else alone)


def test_what_a_killed_build_left_is_removed_by_the_next_that_does_not_resume(fair, cli, tmp_path):
    command = [sys.executable, "-P", "-m", "carddesigner", "build", "./sample", *SPLIT, "--jobs", "1", "--resume"]
    client = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.PIPE)
    until(lambda: bool(_finished(tmp_path / "output")))
    client.send_signal(signal.SIGINT)
    client.communicate()
    assert _finished(tmp_path / "output")
    assert cli("build", "./sample").code == 0
    assert not _finished(tmp_path / "output")
    wrong = cli("build", "./sample", "--resume")
    assert (wrong.code, "--resume continues files of --split" in wrong.err) == (2, True)


def _finished(folder: Path) -> list[Path]:
    """The records of files that wait for the others."""
    return [*folder.glob("sample/.parts.*/*.done")]
