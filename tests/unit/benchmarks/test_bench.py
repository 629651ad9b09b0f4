"""Commands in turns: each cold, and in a folder of its own."""

from __future__ import annotations

import sys

import pytest

from benchmarks.bench import Bench
from benchmarks.kept import LeftOut
from benchmarks.runs import KEPT, OUT, FailedCommand


@pytest.fixture
def bench(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Bench(tmp_path, 2, None, 10_000)


def script(*lines: str) -> list[str]:
    """A command that is told the folder of its own."""
    return [sys.executable, "-c", "; ".join(("import os, sys", "from pathlib import Path", *lines)), OUT]


def test_commands_take_turns_after_one_that_warms_up(bench, tmp_path):
    note = ["sh", "-c", 'echo "$1" >> order.txt', "sh"]
    runs = bench.measure({"a": [*note, "a"], "b": [*note, "b"]})
    assert (tmp_path / "order.txt").read_text().split() == ["a", "b"] * 3
    assert {name: len(taken) for name, taken in runs.items()} == {"a": 2, "b": 2}
    assert [command.name for command in bench.result()[0]] == ["a", "b"]


def test_each_turn_has_an_empty_folder_and_nothing_that_was_kept(bench, tmp_path):
    look = script(
        "out, cache = Path(sys.argv[1]), Path(os.environ['XDG_CACHE_HOME'])",
        "assert not list(out.iterdir()) and not cache.exists()",
        "cache.mkdir(parents=True); (cache / 'kept').touch()",
        "(out / 'made.pdf').write_bytes(bytes(1234))",
        "open('folders.txt', 'a').write(f'{out}\\n')",
    )
    (runs,) = bench.measure({"look": look}).values()
    assert [run.size for run in runs] == [1234, 1234]
    assert len(set((tmp_path / "folders.txt").read_text().split())) == 3
    assert not list(tmp_path.glob("out-*"))


def test_what_is_measured_with_its_cache_finds_it(bench, tmp_path):
    keep = [
        *script(
            "cache = Path(os.environ['XDG_CACHE_HOME'])",
            "cache.mkdir(exist_ok=True)",
            "(cache / str(os.getpid())).touch()",
        ),
        KEPT,
    ]
    bench.measure({"keep": keep})
    assert len(list((tmp_path / "cache").iterdir())) == 3


def test_processes_that_a_command_starts_count(bench):
    work = "n = 0\nfor i in range(3_000_000): n += i\nx = bytearray(80_000_000)"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}])"
    left_behind = ["sh", "-c", f'{sys.executable} -c "$1" &', "sh", work]
    nothing = [sys.executable, "-c", "pass"]
    runs = bench.measure({"nothing": nothing, "more": [sys.executable, "-c", start], "left behind": left_behind})
    for name in ("more", "left behind"):
        assert min(run.cpu for run in runs[name]) > 2 * min(run.cpu for run in runs["nothing"])
        assert min(run.memory for run in runs[name]) > 80
    # And nothing of the process that measures.
    assert max(run.memory for run in runs["nothing"]) < 30


def test_a_peer_that_fails_is_left_out_and_a_command_of_ours_is_not(bench, capsys):
    fail = ["sh", "-c", "echo no font >&2; exit 3"]
    runs = bench.measure({"ours": ["true"], "peer": fail}, optional=["peer"])
    assert list(runs) == ["ours"]
    assert bench.result()[1] == (LeftOut("peer", "it ended with an error"),)
    assert "no font" in capsys.readouterr().err
    with pytest.raises(FailedCommand, match="no font"):
        bench.measure({"ours": fail})


def test_peers_have_two_turns(bench):
    bench.rounds = 4
    runs = bench.measure({"ours": ["true"], "peer": ["true"]}, optional=["peer"])
    assert {name: len(taken) for name, taken in runs.items()} == {"ours": 4, "peer": 2}
