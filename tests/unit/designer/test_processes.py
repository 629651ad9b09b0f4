"""Processes beside the server, whether they are copies of one that has imported all or start from nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ENVIRONMENT, DeckFolder
from tests.patience import until

SCRIPT = """\
import asyncio, sys
from pathlib import Path
import msgspec
from carddesigner.designer import processes
from carddesigner.designer.start_tasks import Gallery

async def tasks(deck):
    await asyncio.gather(*(task(deck) for _ in range(3)))

async def task(deck):
    process = await processes.started("carddesigner.designer.workbench", limit=2**20)
    process.stdin.write(msgspec.json.encode(Gallery((("mine", deck),))))
    process.stdin.write_eof()
    faces = msgspec.json.decode(await process.stdout.readline())
    rest = await process.stdout.read()
    print("task", faces["title"], len(faces["faces"]), rest, await process.wait(), process.returncode, flush=True)

async def killed(deck):
    process = await processes.started("carddesigner.designer.checker", deck, "{}")
    process.stdin.write(b"[]\\n")
    print("checked", (await process.stdout.readline())[:1], process.returncode, flush=True)
    process.kill()
    print("killed", await process.stdout.read(), await process.wait() < 0, flush=True)
    try:
        process.kill()
    except ProcessLookupError:  # asyncio's own raises it from a moment later on
        pass
    print("was gone", flush=True)

async def failing(deck):
    process = await processes.started("carddesigner.designer.workbench")
    process.stdin.write(b"no task")
    process.stdin.write_eof()
    print("failed", await process.stdout.read(), await process.wait(), flush=True)

async def left(deck):
    process = await processes.started("carddesigner.designer.checker", deck, "{}")
    process.stdin.write(b"[]\\n")
    await process.stdout.readline()
    print("left", flush=True)
    await asyncio.sleep(1000)

async def kinds(deck):
    print(type(await processes.started("carddesigner.designer.workbench")).__name__, flush=True)

if sys.argv[3] == "copied":
    processes.prepare()
asyncio.run(globals()[sys.argv[2]](sys.argv[1]))
"""


class Running:
    """The script, doing one thing with a deck."""

    def __init__(self, deck: DeckFolder, what: str, how: str) -> None:
        deck.zones("name: {in: trim, text: '{{ card.name }}', font: text, size: 20pt}")
        script = deck.path.parent / f"script-{what}.py"
        script.write_text(SCRIPT)
        command = [sys.executable, str(script), str(deck.path / "deck.yaml"), what, how]
        self.script = script.name
        self.process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)

    def lines(self) -> list[str]:
        out, _ = self.process.communicate()
        assert self.process.returncode == 0
        return out.splitlines()


HOW = pytest.mark.parametrize(
    "how",
    ["anew", pytest.param("copied", marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux copies"))],
)


@HOW
def test_a_task_is_done_and_its_process_ends(deck: DeckFolder, how: str) -> None:
    assert Running(deck, "tasks", how).lines() == ["task Sample 1 b'' 0 0"] * 3


@HOW
def test_a_process_is_ended_when_nobody_waits_for_it(deck: DeckFolder, how: str) -> None:
    assert Running(deck, "killed", how).lines() == ["checked b'[' None", "killed b'' True", "was gone"]


@HOW
def test_one_that_fails_says_so_by_its_exit_code(deck: DeckFolder, how: str) -> None:
    assert Running(deck, "failing", how).lines() == ["failed b'' 1"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux copies")
def test_one_that_was_prepared_is_copied(deck: DeckFolder) -> None:
    assert Running(deck, "kinds", "copied").lines() == ["_Copy"]


@pytest.mark.skipif(sys.platform != "linux", reason="looks through /proc")
@HOW
def test_none_is_left_behind_by_a_server_that_is_killed(deck: DeckFolder, how: str) -> None:
    running = Running(deck, "left", how)
    assert running.process.stdout is not None
    try:
        with running.process.stdout as out:
            assert out.readline() == "left\n"
        assert len(_of(str(deck.path))) == (3 if how == "copied" else 2)
    finally:
        running.process.kill()
        running.process.wait()
    until(lambda: not _of(str(deck.path)))


def _of(deck: str) -> list[bytes]:
    """The commands of all processes that were started on a deck."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes()
        except OSError:
            continue
        if deck.encode() in command:
            found.append(command)
    return found
