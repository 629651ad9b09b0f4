"""A process beside the server that answers requests with lines of JSON; it is replaced when it dies or takes too
long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec

from carddesigner.designer.processes import Process, started

MAX_LINE = 2**26
"""The most bytes of a line of an answer."""
_TERMINATION_SECONDS = 2.0
"""Seconds that a process may take to end after it was asked to."""
_Line = tuple[bool, msgspec.Raw]


class Gone(Exception):
    """The process ended, took too long, or could not be started; the message says why, if it is known."""


class HelperProcess:
    """The process of a module, which is sent one request at a time."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._arguments: Sequence[str] = ()
        self._process: Process | None = None
        self._lock = asyncio.Lock()

    async def ask(
        self,
        arguments: Sequence[str],
        question: msgspec.Struct,
        progress: Callable[[msgspec.Raw], Awaitable[None]] | None = None,
        patience: float | None = None,
    ) -> msgspec.Raw:
        """Return the last line of the answer of a process started with these *arguments*; *progress* is called with the
        lines before it. *patience* is the time limit in seconds. Raises Gone.
        """
        async with self._lock:
            if self._arguments != arguments:
                await self._end()
            process = self._process
            if process is None or process.returncode is not None:
                process = self._process = await started(self.module, *arguments, limit=MAX_LINE)
                self._arguments = arguments
            try:
                async with asyncio.timeout(patience):
                    return await self._answer(process, question, progress)
            except (TimeoutError, OSError, ValueError, msgspec.MsgspecError, asyncio.CancelledError) as problem:
                # The rest of its answer must not be read as the answer to the next request.
                with suppress(ProcessLookupError):
                    process.kill()
                self._process = None
                if isinstance(problem, asyncio.CancelledError):
                    raise
                raise Gone from None

    @staticmethod
    async def _answer(
        process: Process,
        question: msgspec.Struct,
        progress: Callable[[msgspec.Raw], Awaitable[None]] | None,
    ) -> msgspec.Raw:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        while True:
            line: _Line = msgspec.json.decode(await process.stdout.readline(), type=_Line)
            last, answer = line
            if last:
                return answer
            if progress is not None:
                await progress(answer)

    async def stop(self) -> None:
        """End the process, which leaves no partial file; waiting requests raise Gone."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        with suppress(TimeoutError):
            async with asyncio.timeout(_TERMINATION_SECONDS):
                await process.wait()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()

    async def _end(self) -> None:
        await self.stop()
        self._process = None
