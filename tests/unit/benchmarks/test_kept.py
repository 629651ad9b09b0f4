"""Runs of the benchmarks as files."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from benchmarks import kept
from benchmarks.kept import Machine
from tests.unit.benchmarks import runs


def test_a_run_is_read_as_it_was_written(tmp_path):
    run = runs.whole_run()
    path = kept.write(run, tmp_path / "kept")
    assert path.name == "2026-11-27-0123abcd.json"
    assert kept.read(path) == run
    assert kept.write(run, tmp_path / "kept").name == "2026-11-27-0123abcd-2.json"
    assert kept.read(path) == run


def test_a_file_that_is_no_run_is_named(tmp_path):
    path = kept.write(runs.whole_run(), tmp_path)
    data = json.loads(path.read_text())
    data["parts"][0]["figures"][0]["amount"]["value"] = "fast"
    path.write_text(json.dumps(data))
    with pytest.raises(ValueError, match=r"0123abcd\.json: not a run.*amount\.value"):
        kept.read(path)


def test_the_last_run_of_a_like_machine_is_compared(tmp_path):
    other = Machine("Another processor", 8, "3.11.7")
    for date, machine in (("2026-11-01", runs.MACHINE), ("2026-11-20", runs.MACHINE), ("2026-11-25", other)):
        run = msgspec.structs.replace(runs.whole_run(), date=f"{date}T10:00+00:00", machine=machine)
        kept.write(run, tmp_path)

    def found(*asked: object) -> str | None:
        run = kept.last(tmp_path, *asked)  # type: ignore[arg-type]
        return run and run.date[:10]

    assert found() == "2026-11-25"
    assert found(runs.MACHINE) == "2026-11-20"
    assert found(runs.MACHINE, "2026-11-20T10:00+00:00") == "2026-11-01"
    assert found(Machine("A third", 1, "3.13.0")) is None


def test_what_is_kept_names_no_place():
    here = Machine.here()
    assert str(Path.home()) not in repr(here)
    assert here.processors >= 1
    assert here.cpu


def test_every_run_that_is_kept_can_be_read():
    for path in kept.FOLDER.glob("*.json"):
        assert kept.read(path).parts
