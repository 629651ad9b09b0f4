"""Render SVGs to PNGs in a separate process, so that a drawing that never ends, or uses too much memory, is
reported.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from carddesigner.svg.file import SvgPicture, broken, too_large

DPI = 300
MAX_PIXELS = 20_000_000
"""The most pixels of one rendered SVG; a larger one gets a lower resolution."""
MAX_SECONDS = 20.0
"""The longest wait for a drawing."""
SPARE_SECONDS, DRAWING_SECONDS, PIXEL_SECONDS = 0.3, 0.1, 0.7e-6
"""The CPU time in seconds that all drawings share, and that each drawing and each of its pixels adds; a shadow takes
half of that.
"""

_WORKER = Path(__file__).with_name("worker.py")

Answer = tuple[dict[str, Any], bytes]
"""The head of the process's answer, and the PNG."""


class _Renderer:
    """The process, started when it is first needed, and again after it has ended."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.owner = 0
        self.left = SPARE_SECONDS
        self.lock = Lock()

    def ask(self, question: dict[str, object], pixels: float) -> Answer | None:
        """The answer of the process; None if there was none in time."""
        with self.lock:
            self.left += DRAWING_SECONDS + PIXEL_SECONDS * pixels
            answer = self._ask(json.dumps({**question, "seconds": self.left}).encode() + b"\n")
            self.left = self.left - answer[0]["seconds"] if answer is not None else -inf
            return answer

    def _ask(self, question: bytes) -> Answer | None:
        process = self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(MAX_SECONDS, process.kill)
        timer.start()
        try:
            process.stdin.write(question)
            process.stdin.flush()
            head = json.loads(process.stdout.readline())
            png = process.stdout.read(head["size"])
            if len(png) == head["size"]:
                return head, png
        except (OSError, ValueError):
            pass  # it has ended, perhaps in the middle of its answer
        finally:
            timer.cancel()
        self.stop()
        return None

    def start(self) -> subprocess.Popen[bytes]:
        if self.process is None or self.owner != os.getpid() or self.process.poll() is not None:
            self.owner = os.getpid()
            self.process = subprocess.Popen(
                [sys.executable, "-P", str(_WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            atexit.register(self.stop)
        return self.process

    def stop(self) -> None:
        if self.process is not None and self.owner == os.getpid():
            self.process.kill()
            for pipe in (self.process.stdin, self.process.stdout):
                assert pipe is not None
                with suppress(OSError):
                    pipe.close()
            self.process.wait()
        self.process = None
        atexit.unregister(self.stop)


_RENDERER = _Renderer()


def reset() -> None:
    """Forget that drawings took too long, for a deck that is built repeatedly."""
    _RENDERER.left = SPARE_SECONDS


def render(svg: SvgPicture, width: float, height: float) -> bytes:
    """The PNG of an SVG placed *width* × *height* points large, at 300 dpi. Raises SymbolProblem."""
    k = DPI / 72
    k *= min(1.0, (MAX_PIXELS / max(width * height * k * k, 1.0)) ** 0.5)
    question = {"svg": svg.text, "width": max(1, round(width * k)), "fonts": [str(p) for p in svg.fonts]}
    if _RENDERER.left == -inf:
        raise too_large(f"{svg.name}: it was not drawn; other SVGs of the deck took too long")
    answer = _RENDERER.ask(question, width * height * k * k)
    if answer is None:
        raise too_large(f"{svg.name}: the SVG takes too much time or memory to draw; simplify it")
    head, png = answer
    if head["problem"]:
        raise broken(f"{svg.name}: the SVG can't be drawn: {head['problem']}")
    return png
