"""What processes have in common that run ``python -m carddesigner`` as forks of themselves, with everything imported already."""

from __future__ import annotations

import atexit
import importlib
import os
import pkgutil
import runpy
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import carddesigner
from carddesigner.core import signals


def import_all(*more: str, designer: bool) -> None:
    """Import all of the program, its *designer* with it or not, and *more* that it imports late."""
    for module in pkgutil.walk_packages(carddesigner.__path__, "carddesigner."):
        if not module.name.endswith(("__main__", "svg.worker")) and (designer or ".designer" not in module.name):
            importlib.import_module(module.name)
    for name in ("PIL.Image", "pypdfium2", "python_calamine", "uharfbuzz", *more):
        importlib.import_module(name)


def become(arguments: Sequence[str], cwd: str | Path, env: Mapping[str, str], out: int, err: int) -> None:
    """Make this process one that was started for a command, and writes into these open files."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, opened in enumerate((nothing, out, err)):
        os.dup2(opened, number)
    for opened in {nothing, out, err} - {0, 1, 2}:
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signals.begin()
    sys.path.insert(0, str(cwd))
    sys.argv = ["carddesigner", *arguments]


def run() -> None:
    """Do what the command says. Called where nothing catches what it raises, which must end the process as it would any other.

    Where it ends as it should, all happens that does at the end of a process but that every module is taken apart: that would
    copy all the memory that is shared with other forks, and take longer than many a command.
    """
    try:
        runpy.run_module("carddesigner", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code
        if code is not None and not isinstance(code, int):
            raise
    else:
        code = 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    os._exit((code or 0) & 0xFF)
