"""Preflight of a PDF that was made, by ``carddesigner preflight`` in a separate process."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from carddesigner.designer.print_messages import JudgedFinding, PrintJudge, PrintJudged
from carddesigner.preflight.findings import pages_text
from carddesigner.targets.names import NAMES

PATIENCE = 150.0
"""Seconds after which the process is killed; preflight itself has a shorter limit."""
MAX_FOUND = 200
"""The most findings that are reported."""


class _Finding(Struct, frozen=True):
    severity: str
    code: str
    message: str
    count: int
    pages: tuple[int, ...]
    means: str
    mend: str


class _Answer(Struct, frozen=True):
    """The fields of the output of ``preflight --json`` that the page shows."""

    target: str
    because: str
    pages: int
    findings: tuple[_Finding, ...]


async def judged(request: PrintJudge, path: Path) -> PrintJudged:
    """Return the preflight report of a file, or a problem if preflight fails."""
    if request.target and request.target not in NAMES:
        return PrintJudged(request.link, problem=f"there is no target {request.target}; there are {', '.join(NAMES)}")
    wanted = ("--for", request.target) if request.target else ()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "carddesigner", "preflight", str(path), "--json", *wanted),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            output, _ = await process.communicate()
        answer = msgspec.json.decode(output, type=_Answer)
    except (TimeoutError, msgspec.MsgspecError):
        return PrintJudged(
            request.link, problem=f"{path.name} could not be judged; run `carddesigner preflight` to see why"
        )
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
    return PrintJudged(
        request.link,
        answer.target,
        answer.because,
        answer.pages,
        tuple(
            JudgedFinding(
                f.severity,
                f.code,
                f"{f.message} ({f.count:,} times)" if f.count > max(1, len(f.pages)) else f.message,
                pages_text(f.pages) if f.pages else "",
                f.means.strip(),
                f.mend.strip(),
            )
            for f in answer.findings[:MAX_FOUND]
        ),
        len(answer.findings),
    )
