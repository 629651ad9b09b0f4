"""The command line. Its exit codes are 0 for success, 1 if the deck has errors or a file can't be written, 2 for wrong
usage, 3 for a fault of the program. A process stopped by a signal ends as usual: a shell sees 130 for Ctrl-C.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import atexit
import gc
import io
import os
import sys
from types import ModuleType

from carddesigner.core.frames import with_room
from carddesigner.core.signals import STOPPING, stop


@with_room
def main() -> None:
    """Run the command line and exit with its code."""
    heeded = [n for n in STOPPING if signal.getsignal(n) != signal.SIG_IGN]
    for number in heeded:
        # An exception raised while modules are imported could be lost in one of them.
        signal.signal(number, signal.SIG_DFL)
    _without_plugins()
    # A run makes values and ends: garbage collection would find next to nothing and take a tenth of a build.
    gc.set_threshold(1_000_000, 20, 50)
    end = _End()
    if not atexit._ncallbacks():  # otherwise handlers registered earlier would not run
        atexit.register(end)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
    _name_standard_output()
    try:
        from carddesigner.cli.app import app

        for number in heeded:
            signal.signal(number, lambda number, _: stop(number))
        code = app(standalone_mode=False)
        sys.stdout.flush()
        if code == 130:  # typer's exit code for an interruption
            raise KeyboardInterrupt
        end.code = code if isinstance(code, int) else 0
    except KeyboardInterrupt:
        stop(signal.SIGINT)
    except BrokenPipeError:
        # The reader of our output has gone; another error message at shutdown would only disturb.
        _drop_output()
        end.code = 0
    except Exception as problem:
        end.code = _explain_failure(problem)
    sys.exit(end.code)


class _End:
    """The last exit handler: it ends the process with the exit code, once that is known. Otherwise Python would
    dismantle all modules first, which takes longer than starting it, a twenty-fifth of a small build.
    """

    code: int | None = None

    def __call__(self) -> None:
        if self.code is not None:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            os._exit(self.code)


def _without_plugins() -> None:
    """Keep pydantic from searching for plug-ins. None is wanted, and the search reads the metadata of packages, which
    imports email, sockets and archives and takes a tenth of a small build. All other attributes come from the real
    module.
    """
    name = "pydantic.plugin._loader"

    def answer(attribute: str) -> object:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        from importlib import import_module

        if sys.modules.get(name) is stand_in:
            del sys.modules[name]
        return getattr(import_module(name), attribute)

    stand_in = ModuleType(name)
    stand_in.__dict__.update(get_plugins=tuple, __getattr__=answer)
    sys.modules.setdefault(name, stand_in)


_STANDARD_OUTPUT = "standard output"


class _StandardOutput(io.FileIO):
    """Standard output, named in its errors."""

    opened: object = None

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)
        except OSError as problem:
            problem.filename = _STANDARD_OUTPUT
            raise


def _name_standard_output() -> None:
    out: io.TextIOWrapper = sys.stdout  # type: ignore[assignment]
    raw = _StandardOutput(out.fileno(), "w", closefd=False)
    raw.opened = out  # keeps it from being garbage collected, which would close its file
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=out.encoding,
        errors="backslashreplace",
        line_buffering=out.line_buffering,
        write_through=out.write_through,
    )


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain_failure(problem: Exception) -> int:
    # Wrong usage, shown as by typer but without pydantic's prefix.
    if hasattr(problem, "show") and hasattr(problem, "message"):
        problem.message = str(problem.message).removeprefix("Value error, ")
        problem.show()
        return int(getattr(problem, "exit_code", 2))
    if isinstance(problem, OSError) and problem.filename == _STANDARD_OUTPUT:
        _drop_output()
    from carddesigner.core.fault import failure_of

    failure = failure_of(problem)
    if failure.exit_code == 3 and os.environ.get("CARDDESIGNER_TRACEBACK"):
        raise problem
    if failure.report is not None and "--json" in sys.argv:
        from carddesigner.cli.report import print_json, report_data

        print_json(report_data(failure.report))
    else:
        from carddesigner.cli.report import print_failure

        print_failure(failure)
    return failure.exit_code
