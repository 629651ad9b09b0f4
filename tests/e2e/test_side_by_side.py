"""Processes that lay out the cards of one deck: same bytes, same messages, and none left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import psutil
import pytest

from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

DECK = """\
deck: sample
title: A deck
stocks:
  card: {shape: card, size: poker, bleed: 3mm, safe: 3mm}
components:
  - {id: cards, rows: cards.csv, front: sample#front, back: sample#back}
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  front:
    zones:
      code: {box: {bottom: 4mm, height: 12mm, left: 4mm, width: 12mm}, code: {qr: "{{ card.link }}"}, when: card.link}
      name: {box: {top: 5mm, height: 10mm, left: 5mm, right: 5mm}, text: "**{{ card.name }}** and more"}
      text: {box: {top: 20mm, height: 40mm, left: 5mm, right: 5mm}, text: "{{ card.text }}"}
  back: {zones: {name: {text: Back}}}
"""
CARDS = 150
"""So many that each of two processes has some, and one of them some more."""
MANY = 300
COPIES = [sys.executable, "-m", "carddesigner"]
FROM_NOTHING = [
    sys.executable,
    "-c",
    "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
    "from carddesigner.cli import main; main()",
]
"""Beside a thread no process is a copy of this one, as on Windows and macOS."""
BOTH = pytest.mark.parametrize("command", [COPIES, FROM_NOTHING], ids=["copies", "from nothing"])


@pytest.fixture
def sample(tmp_path) -> Path:
    folder = tmp_path / "sample"
    (folder / "templates").mkdir(parents=True)
    (folder / "deck.yaml").write_text(DECK)
    (folder / "templates/sample.yaml").write_text(TEMPLATE)
    rows(folder)
    return folder


def rows(folder: Path, count: int = CARDS, **changed: str) -> None:
    """A table whose rows, by their numbers, may have other texts and links."""
    lines = [f"Card {n},some words of the card {n},{changed.get(f'link{n}', '')}" for n in range(1, count + 1)]
    (folder / "cards.csv").write_text("\n".join(("name,text,link", *lines, "")))


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.suffix in (".pdf", ".json")
    }


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


def run(folder: Path, command: list[str], *arguments: str) -> Done:
    done = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("layout", ["sheets", "pieces"])
def test_processes_make_the_bytes_that_one_makes(sample, cli, tmp_path, layout):
    for jobs in ("1", "2", "3"):
        more = ("--layout", layout, "--no-cache", "--jobs", jobs, "-o", jobs)
        assert cli("build", "./sample", *more).code == 0
    one, two, three = (digests(tmp_path / jobs / "sample") for jobs in ("1", "2", "3"))
    assert one
    assert one == two == three


@pytest.mark.parametrize("more", [(), ("--layout", "pieces", "--split", "40")], ids=["one document", "files"])
def test_processes_that_start_from_nothing_make_the_same_bytes(sample, cli, tmp_path, more):
    asked = ("build", "./sample", *more, "--no-cache")
    assert cli(*asked, "--jobs", "1", "-o", "1").code == 0
    two = run(tmp_path, FROM_NOTHING, *asked, "--jobs", "2", "-o", "2")
    assert (two.code, "Traceback" in two.err) == (0, False)
    assert digests(tmp_path / "1/sample") == digests(tmp_path / "2/sample")


@BOTH
def test_what_is_told_is_told_in_the_order_of_the_deck(sample, cli, tmp_path, command):
    rows(sample, link140="https://example.org/" + 60 * "x", link5="https://example.org/" + 150 * "y")
    asked = ("build", "./sample", "--no-cache", "--jobs")
    one, two = cli(*asked, "1"), run(tmp_path, command, *asked, "2")
    assert one.code == 0
    assert [line.count("warning[code-small]") for line in one.err.splitlines()].count(1) == 2
    assert untimed(two.err) == untimed(one.err)
    template = sample / "templates/sample.yaml"
    template.write_text(template.read_text().replace("card.text", "card.txet"))
    one, two = cli(*asked, "1"), run(tmp_path, command, *asked, "2")
    assert one.code == 1
    assert (two.code, two.err) == (one.code, one.err)


@BOTH
def test_what_validate_finds_is_told_in_the_order_of_the_deck(sample, cli, tmp_path, command):
    (sample / "deck.yaml").write_text(
        DECK + "languages: [pt]\neditions: {tall: {stocks: {card: {size: [20mm, 30mm]}}}}\n"
    )
    one, two = cli("validate", "./sample", "--jobs", "1"), run(tmp_path, command, "validate", "./sample", "--jobs", "2")
    assert "in the edition tall" in one.err
    assert (two.code, two.err) == (one.code, one.err)


@BOTH
def test_games_come_to_the_same(cli, tmp_path, command):
    asked = ("playtest", "outflank", "--games", "110", "--json", "--jobs")
    one, two = cli(*asked, "1"), run(tmp_path, command, *asked, "2")
    assert (one.code, two.code, two.out) == (0, 0, one.out)


@BOTH
@pytest.mark.parametrize("more", [("--cut", "--soft-proof"), ("--layout", "sheets", "--paper", "105x148mm")], ids=str)
def test_pictures_are_the_same_bytes(sample, cli, tmp_path, command, more):
    asked = ("export", "./sample", "--to", "png", "--dpi", "36", "--select", "card.name < 'Card 13'", *more)
    assert cli(*asked, "--jobs", "1", "-o", "1").code == 0
    two = run(tmp_path, command, *asked, "--jobs", "2", "-o", "2")
    assert two.code == 0, two.err
    one, two = ({p.relative_to(tmp_path / n): p.read_bytes() for p in (tmp_path / n).rglob("*.png")} for n in "12")
    assert len(one) > 16
    assert one == two


@BOTH
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_them_all_and_leaves_nothing(sample, tmp_path, command, number):
    rows(sample, MANY)
    asked = [*command, "build", "./sample", "--no-cache", "--jobs", "2"]
    process = subprocess.Popen(asked, cwd=tmp_path, env=ENVIRONMENT, start_new_session=True, stderr=subprocess.PIPE)
    wait_for(lambda: len(group(process.pid)) == processes(command))
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=PATIENCE)
    wait_for(lambda: not group(process.pid))
    assert process.returncode in (130, -number)
    assert b"Traceback" not in err
    assert not [path for path in tmp_path.rglob("*.pdf")]


@BOTH
def test_a_process_that_is_killed_takes_no_card_with_it(sample, cli, tmp_path, command):
    rows(sample, MANY)
    assert cli("build", "./sample", "--no-cache", "--jobs", "1", "-o", "1").code == 0
    asked = [*command, "build", "./sample", "--no-cache", "--jobs", "2", "-o", "2"]
    process = subprocess.Popen(asked, cwd=tmp_path, env=ENVIRONMENT, start_new_session=True)
    wait_for(lambda: len(group(process.pid)) == processes(command))
    os.kill(max(group(process.pid)), signal.SIGKILL)
    assert process.wait(PATIENCE) == 0
    assert digests(tmp_path / "1/sample") == digests(tmp_path / "2/sample")


def processes(command: list[str]) -> int:
    """How many `--jobs 2` makes: the one that was begun does cards beside a copy of it, but only hands them out to others."""
    return 2 if command is COPIES else 3


def untimed(told: str) -> str:
    return re.sub(r"[\d.]+ s$", "", told, flags=re.M)


def group(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for process in psutil.process_iter():
        with suppress(ProcessLookupError, psutil.NoSuchProcess):
            if os.getsid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
    return found


def wait_for(condition) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)
