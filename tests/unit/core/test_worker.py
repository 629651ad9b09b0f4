"""Jobs in processes beside this one."""

from __future__ import annotations

import subprocess
import sys

from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

SCRIPT = """\
import time
from pathlib import Path

from carddesigner.core.worker import side_by_side


def slow():
    while not Path("third").exists():
        time.sleep(0.01)
    return "first"


def third():
    Path("third").touch()
    return "third"


print(*side_by_side([slow, lambda: "second", third, lambda: "fourth"], 2))
"""


def test_a_slow_job_keeps_no_process_from_the_next_and_results_come_in_order(tmp_path):
    """The first job ends only once the third has begun."""
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=True, env=ENVIRONMENT
    )
    assert done.stdout == "first second third fourth\n"
