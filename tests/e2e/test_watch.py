"""``build --watch``: the real process, real edits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from queue import Empty, Queue

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carddesigner import paths
from carddesigner.build import BuildSettings, build
from carddesigner.cli.watch import Watched

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

    def until(self, *words, seconds=30):
        """The first line that has all the words."""
        said, end = [], time.monotonic() + seconds
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
        return self.process.wait(20)


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
    return build(deck.path, BuildSettings(output=tmp_path / "cold")).artifacts[0].path.read_bytes()


def test_an_edit_is_built_and_said_in_one_line(watch, deck, tmp_path):
    running = watch()
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


def test_an_error_keeps_the_last_good_file(watch, deck, tmp_path):
    running = watch()
    good = pdf(tmp_path)
    deck.write(
        "templates/sample.yaml", (deck.path / "templates/sample.yaml").read_text().replace("card.name", "card.nmae")
    )
    running.until("did you mean 'name'")
    running.until("sample.yaml: not built; out/sample/sample-sheets.pdf is as it was")
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


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["fire", "ice", "ash", "new"]),
        st.sampled_from(["A", "Long name", "Ice", ""]),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(EDITS, min_size=1, max_size=4))
def test_what_is_built_again_is_what_a_fresh_build_makes(deck, tmp_path, edits):
    deck.zones('one: {in: safe, text: "{{ card.name }} {{ copy }}", size: 9pt}', "id,name,copies\nfire,Fire,2\n")
    watched = Watched((deck.path / "deck.yaml").resolve(), BuildSettings(output=tmp_path / "again"))
    watched.rebuild()
    for edit in edits:
        rows = {card: f"{card},{name},{copies}\n" for card, name, copies in edit}
        deck.write("cards.csv", "id,name,copies\nkept,Kept,1\n" + "".join(rows.values()))
        watched.rebuild([(deck.path / "cards.csv").resolve()])
        fresh = build(deck.path, BuildSettings(output=tmp_path / "fresh")).artifacts
        assert [a.sha256 for a in watched.result.artifacts] == [a.sha256 for a in fresh]
