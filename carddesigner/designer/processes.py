"""Processes beside the server. On Linux they are copies of a process that has only imported what they need, which takes
a hundredth of the time of a new process, and as much less memory; on other systems they are started afresh.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn, Protocol

import msgspec
from msgspec import Struct

from carddesigner.core import signals

MODULES = tuple(f"carddesigner.designer.{name}" for name in ("checker", "small_pictures", "worker", "workbench"))
"""The modules that run beside the server; the ``main`` of each reads standard input and writes standard output."""
_MAX_REQUEST = 2**17
"""The most bytes of a module's name and arguments for a copy; with more, the process is started afresh."""
_KILLED = -1
"""The exit code of a process that reported none."""


class Process(Protocol):
    """A process beside this one, with the interface of ``asyncio.subprocess``."""

    @property
    def stdin(self) -> asyncio.StreamWriter | None:
        """Its standard input."""

    @property
    def stdout(self) -> asyncio.StreamReader | None:
        """Its standard output."""

    @property
    def returncode(self) -> int | None:
        """Its exit code, None while it runs."""

    async def wait(self) -> int:
        """Wait for its end, and return its exit code."""

    def terminate(self) -> None:
        """Ask it to end. Raises ProcessLookupError if it has ended."""

    def kill(self) -> None:
        """Kill it. Raises ProcessLookupError if it has ended."""


async def started(module: str, *arguments: str, limit: int = 2**16) -> Process:
    """Start a process that runs one of ``MODULES`` with these arguments and writes lines of at most *limit* bytes."""
    if _original is not None:
        with suppress(OSError):
            return await _Copy.of(_original, module, arguments, limit)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=limit,
    )


def prepare() -> None:
    """Start the process that later ones are copied from; it ends with this one. Call this before a deck is read or
    anything is started, since copies must not share such state.
    """
    global _original
    if sys.platform != "linux" or not hasattr(os, "pidfd_open") or threading.active_count() > 1:
        return
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        process = os.fork()
    except OSError:
        ours.close()
        theirs.close()
        return
    if process == 0:
        try:
            ours.close()
            _copy_forever(theirs)
        finally:
            os._exit(1)
    theirs.close()
    _original = ours


_original: socket.socket | None = None
"""The connection to the process that others are copied from."""


class _Request(Struct, frozen=True):
    module: str
    arguments: Sequence[str]


class _Copy:
    """A copy of the prepared process."""

    def __init__(
        self, handle: int, status: socket.socket, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter
    ) -> None:
        self.stdin, self.stdout = stdin, stdout
        self.returncode: int | None = None
        self._handle, self._status = handle, status
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        self._loop.add_reader(handle, self._end)

    @classmethod
    async def of(cls, original: socket.socket, module: str, arguments: Sequence[str], limit: int) -> _Copy:
        """Return a copy that runs a module. Raises OSError if there can be none."""
        request = msgspec.json.encode(_Request(module, arguments))
        if len(request) > _MAX_REQUEST:
            raise OSError("these are too many arguments")
        near, far = socket.socketpair()
        status, status_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        status.setblocking(False)
        try:
            with far, status_end:
                socket.send_fds(original, [request], [far.fileno(), status_end.fileno()])
            number = await asyncio.get_running_loop().sock_recv(status, 100)
            if not number:
                raise OSError("there is no process to copy any more")
            handle = os.pidfd_open(int(number))
        except BaseException:
            near.close()
            status.close()
            raise
        return cls(handle, status, *await asyncio.open_connection(sock=near, limit=limit))

    async def wait(self) -> int:
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self.returncode is not None:
            raise ProcessLookupError
        signal.pidfd_send_signal(self._handle, number)

    def _end(self) -> None:
        """Record that the process has ended."""
        self._loop.remove_reader(self._handle)
        os.close(self._handle)
        with self._status, suppress(OSError):
            code = self._status.recv(100)
            self.returncode = int(code) if code else _KILLED
        if self.returncode is None:
            self.returncode = _KILLED
        self.stdin.close()
        self._ended.set()


def _copy_forever(requests: socket.socket) -> None:
    """Make a copy for each request, until the requesting process has ended."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The requesting process detects itself when a copy has ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for module in MODULES:
        import_module(module)
    gc.collect()
    gc.freeze()
    while True:
        text, files, _, _ = socket.recv_fds(requests, _MAX_REQUEST, 2)
        if not text:
            os._exit(0)
        stream, status = files
        if os.fork() == 0:
            requests.close()
            _run(msgspec.json.decode(text, type=_Request), stream, status)
        os.close(stream)
        os.close(status)


def _run(request: _Request, stream: int, status: int) -> NoReturn:
    """Run a module in this copy, with a *stream* as standard input and output."""
    code = 1
    try:
        os.write(status, str(os.getpid()).encode())
        for number in (*signals.STOPPING, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signals.begin()
        os.dup2(stream, 0)
        os.dup2(stream, 1)
        os.close(stream)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.argv = [request.module, *request.arguments]
        import_module(request.module).main()
        sys.stdout.flush()
        signals.at_exit()
        code = 0
    finally:
        with suppress(OSError):
            os.write(status, str(code).encode())
        os._exit(code)
