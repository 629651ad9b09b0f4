"""The renderer's process. It reads a line of JSON, and writes a line of JSON, with the reason if there is no picture,
and a PNG.

It imports nothing of this program: it is run as a file.
"""

from __future__ import annotations

import json
import signal
import sys
import time

MAX_MEMORY = 600_000_000
DEFAULT_FAMILY = "Alegreya Sans"
"""The font for text of an SVG that names no font, or a generic one."""


def main() -> None:
    """Answer requests until the input ends."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        pass  # no such limit on this system: the time is still limited
    import resvg_py

    for line in sys.stdin.buffer:
        request = json.loads(line)
        start = time.process_time()
        if hasattr(signal, "ITIMER_PROF"):
            # The signal has no handler, so it ends this process, whatever it is doing.
            signal.setitimer(signal.ITIMER_PROF, max(request["seconds"], 0.01))
        try:
            made = resvg_py.svg_to_bytes(
                svg_string=request["svg"],
                width=request["width"],
                dpi=96.0,
                skip_system_fonts=True,
                font_files=request["fonts"],
                font_family=DEFAULT_FAMILY,
                serif_family=DEFAULT_FAMILY,
                sans_serif_family=DEFAULT_FAMILY,
                cursive_family=DEFAULT_FAMILY,
                fantasy_family=DEFAULT_FAMILY,
                monospace_family=DEFAULT_FAMILY,
            )
            png, wrong = bytes(made), ""
        except (ValueError, MemoryError) as problem:
            png, wrong = b"", str(problem)[:200] or "it has no picture"
        if hasattr(signal, "ITIMER_PROF"):
            signal.setitimer(signal.ITIMER_PROF, 0)
        head = {"size": len(png), "problem": wrong, "seconds": time.process_time() - start}
        sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + png)
        sys.stdout.buffer.flush()


main()
