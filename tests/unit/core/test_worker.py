"""Work that another process does: its result is the same whatever becomes of that process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2, reason="needs two processors of Linux"
)

BEFORE = "import os, signal, threading\nfrom carddesigner.core.worker import in_worker\nhere = os.getpid()\n"


def ran(script: str) -> tuple[str, str]:
    """What a program says, on standard output and on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", BEFORE + script], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    return done.stdout.strip(), done.stderr.strip()


def test_the_work_is_done_by_another_process_that_knows_what_this_one_knew():
    assert ran(
        "known = [1]\nasked = in_worker(lambda: (os.getpid() == here, known))\nknown.append(2)\nprint(asked(), known)"
    ) == ("(False, [1]) [1, 2]", "")


@pytest.mark.parametrize("end", ["raise SystemExit('lost')", "os.kill(os.getpid(), signal.SIGKILL)", "{}['lost']"])
def test_what_the_other_process_fails_at_is_done_here_without_a_word(end):
    script = f"""
def job():
    if os.getpid() != here:
        {end}
    return "done"
print(in_worker(job)())
"""
    assert ran(script) == ("done", "")


def test_where_the_system_makes_no_process_the_work_is_done_here():
    script = """
def refused():
    raise BlockingIOError(11, "Resource temporarily unavailable")
os.fork = refused
print(in_worker(os.getpid)() == here)
"""
    assert ran(script) == ("True", "")


def test_what_fails_here_too_is_raised():
    assert ran("try:\n    in_worker(lambda: 1 // 0)()\nexcept ZeroDivisionError as e:\n    print(e)") == (
        "integer division or modulo by zero",
        "",
    )


def test_a_result_that_can_not_be_sent_is_made_here():
    assert ran("print(in_worker(lambda: (lambda: 7))()())") == ("7", "")


def test_the_other_process_makes_none_of_its_own():
    assert ran("print(in_worker(lambda: os.getpid() == in_worker(os.getpid)())())") == ("True", "")


def test_no_more_processes_than_processors(tmp_path):
    script = f"""
import time
from pathlib import Path
all_asked = Path({str(tmp_path / "all-asked")!r})
def job():
    while not all_asked.exists():
        time.sleep(0.01)
    return os.getpid()
asked = [in_worker(job) for _ in range(len(os.sched_getaffinity(0)) + 2)]
all_asked.touch()
print(sum(a() == here for a in asked))
"""
    assert ran(script) == ("2", "")


def test_a_process_with_threads_is_not_copied():
    script = """
wait = threading.Event()
threading.Thread(target=wait.wait).start()
print(in_worker(os.getpid)() == here)
wait.set()
"""
    assert ran(script) == ("True", "")


@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
def test_who_stops_leaves_no_process_behind(tmp_path, sent):
    script = f"""
import time
from pathlib import Path
from carddesigner.cli import main
def job():
    Path({str(tmp_path / "other")!r}).write_text(str(os.getpid()))
    time.sleep(60)
def begin():
    in_worker(job)
    while not Path({str(tmp_path / "other")!r}).is_file():
        time.sleep(0.01)
    os.kill(here, signal.{sent})
    time.sleep(60)
import carddesigner.cli.app as a
a.app = lambda **_: begin()
main()
"""
    ran(script)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "other").read_text()), 0)
