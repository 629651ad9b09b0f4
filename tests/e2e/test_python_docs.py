"""docs/python.md run from top to bottom, and what it says is printed compared with what is."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from carddesigner.source import paths

PAGE = paths.shipped() / "docs/python.md"
_FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.M | re.S)
_PYTHON = re.compile(r"^```python\n(.*?)^```$(?:\n+```text\n(.*?)^```$)?", re.M | re.S)


def run(text, folder):
    for name, body in _FILE.findall(text):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body)
    blocks = _PYTHON.findall(text)
    assert len(blocks) >= 7
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(code for code, _ in blocks)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(paths.shipped()),
            "PYTHONUTF8": "1",
            "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        },
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, "".join(seen for _, seen in blocks)


def test_the_page_does_what_it_says(tmp_path):
    printed, said = run(PAGE.read_text(), tmp_path)
    assert printed == said


def test_a_page_that_says_something_else_is_found_out(tmp_path):
    printed, said = run(PAGE.read_text().replace('card["cost"] + 1}', 'card["cost"] + 2}'), tmp_path)
    with pytest.raises(AssertionError):
        assert printed == said
