"""Runs ``python -m carddesigner`` in a process of its own as often as it is asked to, with everything imported already.

A line on standard input is a command as JSON; lines back are its process, then as JSON how that ended, its seconds of CPU with
those that importing took, and the most memory that it had. Each command is a fork of this process, which has only imported: what
it finds, changes and leaves behind is its own, as if it had been started anew.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import runpy
import signal
import sys
from time import process_time

import carddesigner
from carddesigner import editors

for _module in pkgutil.walk_packages(carddesigner.__path__, "carddesigner."):
    if not _module.name.endswith(("__main__", "svg.worker")) and ".designer" not in _module.name:
        importlib.import_module(_module.name)
for _name in ("jinja2.sandbox", "PIL.Image", "pypdfium2", "python_calamine", "uharfbuzz", "pyphen", "bidi", "rich"):
    importlib.import_module(_name)
_IMPORTED = process_time()
editors.schema_files()
gc.freeze()


def _become(command: dict[str, object]) -> None:
    """Make this process one that was started for the command."""
    if command["limited"]:
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
        resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
    os.chdir(str(command["cwd"]))
    os.environ.clear()
    os.environ.update(command["env"])  # type: ignore[call-overload]
    for number, (path, flags) in enumerate(
        ((os.devnull, os.O_RDONLY), (command["out"], os.O_WRONLY), (command["err"], os.O_WRONLY))
    ):
        opened = os.open(str(path), flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path.insert(0, str(command["cwd"]))
    sys.argv = ["carddesigner", *command["arguments"]]  # type: ignore[misc]


# Not inside a function or a try: what a command raises must end its process as it would any other.
for _line in sys.stdin:
    _process = os.fork()
    if _process == 0:
        _become(json.loads(_line))
        runpy.run_module("carddesigner", run_name="__main__", alter_sys=True)
        sys.exit(0)
    os.write(1, f"{_process}\n".encode())
    _, _status, _used = os.wait4(_process, 0)
    _seconds = _IMPORTED + _used.ru_utime + _used.ru_stime
    os.write(1, f"{json.dumps([os.waitstatus_to_exitcode(_status), _seconds, _used.ru_maxrss])}\n".encode())
