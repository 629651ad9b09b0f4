"""Background tasks of the server: to watch for changes by other programs, lay out cards ahead, and validate the
deck.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
import watchfiles

from carddesigner.core.fault import fault_of
from carddesigner.designer import messages as m
from carddesigner.designer.ahead import PAUSE, REST, Ahead
from carddesigner.designer.hub import Hub, send
from carddesigner.designer.message_parts import Found
from carddesigner.designer.processes import Process, started
from carddesigner.designer.session import Session
from carddesigner.designer.sizes import ZoneSizes, sizes_for
from carddesigner.designer.workbooks import as_argument

PATIENCE = 600.0
"""Seconds after which the validating process is replaced. A process that is busy all the time ends itself long before.
"""


async def watch(hub: Hub) -> None:
    """Watch for changes by other programs."""
    while True:
        session = hub.session
        hub.switched.clear()
        if session is None:
            await hub.switched.wait()
            continue
        folder = session.folder
        while not folder.is_dir() and hub.session is session:
            # A missing folder can't be watched; it may come back.
            await asyncio.sleep(0.5)
        with suppress(OSError):
            async for changes in watchfiles.awatch(folder, step=50, debounce=200, stop_event=hub.switched):
                files = {Path(path) for _, path in changes}
                files = {f for f in files if not any(part.startswith(".") for part in f.relative_to(folder).parts)}
                files = {f for f in files if not f.is_relative_to(hub.printing.output)}
                try:
                    changed = hub.session is session and bool(files) and session.outside(files)
                except Exception as problem:
                    changed = True
                    await hub.broadcast([m.Note("error", fault_of(problem))])
                if hub.session is session and hub.sources is not None:
                    files -= set(session.books.held)
                    await hub.broadcast(hub.sources.news())
                if changed:
                    await hub.broadcast([session.steps()])
                    await hub.edited(None, files)
                if not folder.is_dir():
                    break


async def look_ahead(hub: Hub) -> None:
    """Lay out cards ahead while there is nothing else to do."""
    ahead = Ahead()
    await hub.seen.wait()
    while True:
        more = False
        if hub.session is not None and hub.rests:
            # Errors are reported when the card is requested.
            with suppress(Exception):
                more = ahead.some(hub.session)
        await asyncio.sleep(PAUSE if more else REST)


async def check(hub: Hub) -> None:
    """Validate the deck after each change, in a separate process."""
    process: Process | None = None
    of: Session | None = None
    held: Mapping[Path, Path] = {}
    hub.check_needed.set()
    # Let the first card be shown first.
    with suppress(TimeoutError):
        # ``wait_for`` loses a cancellation that comes together with what it waits for (Python 3.11).
        async with asyncio.timeout(3):
            await hub.seen.wait()
    # Keep loaded objects out of garbage collection, which would delay a drag.
    gc.collect()
    gc.freeze()
    try:
        while True:
            await hub.check_needed.wait()
            await asyncio.sleep(0.02)
            hub.check_needed.clear()
            if hub.session is None:
                continue
            other = of is not hub.session or held != hub.session.books.held
            if process is None or process.returncode is not None or other:
                if process is not None and process.returncode is None:
                    process.kill()
                of, held = hub.session, dict(hub.session.books.held)
                arguments = str(of.file), as_argument(held)
                process = await started("carddesigner.designer.checker", *arguments, limit=2**26)
            assert process.stdin is not None
            assert process.stdout is not None
            touched, hub.touched = hub.touched, set()
            if touched:
                hub.sizes = None
            try:
                process.stdin.write(msgspec.json.encode([str(f) for f in touched]) + b"\n")
                await process.stdin.drain()
                async with asyncio.timeout(PATIENCE):
                    line = await process.stdout.readline()
                problems = msgspec.json.decode(line, type=tuple[Found, ...])
            except (TimeoutError, OSError, ValueError, msgspec.MsgspecError):
                with suppress(ProcessLookupError):
                    process.kill()
                process = None
                problems = (
                    Found("error", "check-failed", "the deck could not be looked through; run `carddesigner validate`"),
                )
            if of is not hub.session:
                continue
            hub.problems = m.Problems(hub.check_needed.is_set(), problems)
            await hub.broadcast([hub.problems])
            if process is not None and hub.wishes and hub.sizes is None and not hub.check_needed.is_set():
                sizes = await _sizes(process)
                if of is not hub.session:
                    continue
                hub.sizes = sizes
                for page, wished in list(hub.wishes.items()):
                    await send(page, [sizes_for(wished, sizes)])
            gc.collect(1)
    finally:
        if process is not None and process.returncode is None:
            process.kill()


async def _sizes(process: Process) -> tuple[ZoneSizes, ...]:
    """Return the sizes of all texts, computed in the validating process; empty if that takes too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(b"null\n")
        await process.stdin.drain()
        async with asyncio.timeout(PATIENCE):
            line = await process.stdout.readline()
        return msgspec.json.decode(line, type=tuple[ZoneSizes, ...])
    except (TimeoutError, OSError, ValueError, msgspec.MsgspecError):
        # A late answer must not be read as that to the next request.
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        return ()
