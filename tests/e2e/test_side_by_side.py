"""Processes that lay out the cards of one deck: same bytes, same messages, and none left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

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
CARDS = 300


@pytest.fixture
def sample(tmp_path) -> Path:
    folder = tmp_path / "sample"
    (folder / "templates").mkdir(parents=True)
    (folder / "deck.yaml").write_text(DECK)
    (folder / "templates/sample.yaml").write_text(TEMPLATE)
    rows(folder)
    return folder


def rows(folder: Path, **changed: str) -> None:
    """A table whose rows, by their numbers, may have other texts and links."""
    lines = [f"Card {n},some words of the card {n},{changed.get(f'link{n}', '')}" for n in range(1, CARDS + 1)]
    (folder / "cards.csv").write_text("\n".join(("name,text,link", *lines, "")))


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.suffix in (".pdf", ".json")
    }


@pytest.mark.parametrize("layout", ["sheets", "pieces"])
def test_processes_make_the_bytes_that_one_makes(sample, cli, tmp_path, layout):
    for jobs in ("1", "2", "3"):
        more = ("--layout", layout, "--no-cache", "--jobs", jobs, "-o", jobs)
        assert cli("build", "./sample", *more).code == 0
    one, two, three = (digests(tmp_path / jobs / "sample") for jobs in ("1", "2", "3"))
    assert one
    assert one == two == three


def test_what_is_told_is_told_in_the_order_of_the_deck(sample, cli):
    rows(sample, link290="https://example.org/" + 60 * "x", link5="https://example.org/" + 150 * "y")
    one, two = (cli("build", "./sample", "--no-cache", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.code == 0
    assert [line.count("warning[code-small]") for line in one.err.splitlines()].count(1) == 2
    assert untimed(two.err) == untimed(one.err)
    template = sample / "templates/sample.yaml"
    template.write_text(template.read_text().replace("card.text", "card.txet"))
    one, two = (cli("build", "./sample", "--no-cache", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.code == 1
    assert (two.code, two.err) == (one.code, one.err)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_them_all_and_leaves_nothing(sample, tmp_path, number):
    rows(sample)
    (sample / "templates/sample.yaml").write_text(TEMPLATE.replace("some words", "words " * 30))
    command = [sys.executable, "-m", "carddesigner", "build", "./sample", "--no-cache", "--jobs", "2"]
    process = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, start_new_session=True, stderr=subprocess.PIPE)
    wait_for(lambda: len(group(process.pid)) == 3)
    os.kill(process.pid, number)
    process.communicate(timeout=PATIENCE)
    wait_for(lambda: not group(process.pid))
    assert process.returncode in (130, -number)
    assert not [path for path in tmp_path.rglob("*.pdf")]


def test_a_process_that_is_killed_takes_no_card_with_it(sample, cli, tmp_path):
    assert cli("build", "./sample", "--no-cache", "--jobs", "1", "-o", "1").code == 0
    command = [sys.executable, "-m", "carddesigner", "build", "./sample", "--no-cache", "--jobs", "2", "-o", "2"]
    process = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, start_new_session=True)
    wait_for(lambda: len(group(process.pid)) == 3)
    os.kill(max(group(process.pid)), signal.SIGKILL)
    assert process.wait(PATIENCE) == 0
    assert digests(tmp_path / "1/sample") == digests(tmp_path / "2/sample")


def untimed(told: str) -> str:
    return re.sub(r"[\d.]+ s$", "", told, flags=re.M)


def group(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = subprocess.run(["ps", "-s", str(leader), "-o", "pid=,stat="], capture_output=True, text=True, check=False)
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "Z" not in line.split()[1]]


def wait_for(condition) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)
