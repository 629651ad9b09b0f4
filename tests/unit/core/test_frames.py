"""Room for frames: what calls cost mustn't depend on how deep they lie."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import resource
from carddesigner.core.frames import with_room

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

def called():
    pass

def most(depth):
    "The most faults that a thousand calls take, this deep or deeper."
    before = faults()
    for _ in range(1000):
        called()
    return max(faults() - before, most(depth - 1) if depth else 0)

def main():
    return most(300)

print(main(), with_room(main)())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="faults are counted as Linux does")
def test_calls_ask_the_system_for_room_at_no_depth():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    without, room = map(int, done.stdout.split())
    assert (without >= 1000, room < 100) == (True, True)
