"""The renderer's process: a line of JSON in, a length and a PNG (or the reason why there is none) out.

Imports nothing of ours: it is run as a file.
"""

from __future__ import annotations

import json
import sys

MAX_MEMORY = 2_000_000_000


def main() -> None:
    """Answer until nobody asks."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        pass  # no such limit here: the time is still bounded
    import resvg_py

    for line in sys.stdin.buffer:
        asked = json.loads(line)
        family = asked["family"]
        try:
            made = resvg_py.svg_to_bytes(
                svg_string=asked["svg"],
                width=asked["width"],
                dpi=96.0,
                skip_system_fonts=True,
                font_files=asked["fonts"],
                font_family=family,
                serif_family=family,
                sans_serif_family=family,
                cursive_family=family,
                fantasy_family=family,
                monospace_family=family,
            )
            answer = b"+" + bytes(made)
        except (ValueError, MemoryError) as problem:
            answer = b"-" + str(problem)[:200].encode()
        sys.stdout.buffer.write(len(answer).to_bytes(8, "big") + answer)
        sys.stdout.buffer.flush()


main()
