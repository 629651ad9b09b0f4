"""Two texts for display side by side, shortened to what differs."""

from __future__ import annotations

BLANK = "(blank)"


def common_ends(old: str, new: str) -> tuple[int, int]:
    """Return how many characters two texts have in common at the start, and how many at the end; words are not
    split.
    """
    least = min(len(old), len(new))
    start = next((i for i in range(least) if old[i] != new[i]), least)
    while start > 0 and not (old[start - 1].isspace() or new[start - 1].isspace()):
        start -= 1
    least -= start
    end = next((i for i in range(least) if old[-1 - i] != new[-1 - i]), least)
    while end > 0 and not (old[-end].isspace() or new[-end].isspace()):
        end -= 1
    return start, end


def shortened(old: str, new: str, most: int) -> tuple[str, str]:
    """Return both texts on one line each, of at most *most* characters. If they are too long, their common start and
    end are cut.
    """
    old, new = (" ".join(text.split()) for text in (old, new))
    if max(len(old), len(new)) > most:
        start, end = common_ends(old, new)
        start = _word_before(old[:start], most // 3)
        old, new = (_cut(text, start, end, most) for text in (old, new))
    return old or BLANK, new or BLANK


def _word_before(text: str, most: int) -> int:
    """Return where the last words of a text start that have at most *most* characters together."""
    at = len(text)
    while (space := text.rfind(" ", 0, max(0, at - 1))) >= 0 and len(text) - space - 1 <= most:
        at = space + 1
    return 0 if len(text) <= most else at


def _cut(text: str, start: int, end: int, most: int) -> str:
    """Return a text from *start*; if it is too long, its last *end* characters are shortened first."""
    before = "…" if start > 0 else ""
    rest = before + text[start:]
    if len(rest) > most and end > 0:
        after = text[len(text) - end :]
        kept = after[: max(0, most - len(rest) + end - 1)].rpartition(" ")[0]
        rest = rest[: len(rest) - end].rstrip() + (f" {kept.strip()}" if kept.strip() else "") + "…"
    return rest if len(rest) <= most else rest[: most - 1].rstrip() + "…"
