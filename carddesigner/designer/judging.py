"""A PDF that was made, judged before it goes to print by ``carddesigner preflight``, in a process of its own."""

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
"""Seconds after which it is given up; preflight gives up before."""
MAX_FOUND = 200
"""Findings that are reported."""


class _Finding(Struct, frozen=True):
    severity: str
    code: str
    message: str
    count: int
    pages: tuple[int, ...]
    means: str
    mend: str


class _Answer(Struct, frozen=True):
    """Of the answer of ``preflight --json``, what the page shows."""

    target: str
    because: str
    pages: int
    findings: tuple[_Finding, ...]


async def judged(asked: PrintJudge, path: Path) -> PrintJudged:
    """The report on a file for what is asked; a problem where there can be none."""
    if asked.target and asked.target not in NAMES:
        return PrintJudged(asked.link, problem=f"there is no target {asked.target}; there are {', '.join(NAMES)}")
    wanted = ("--for", asked.target) if asked.target else ()
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
            asked.link, problem=f"{path.name} could not be judged; run `carddesigner preflight` to see why"
        )
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
    return PrintJudged(
        asked.link,
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
