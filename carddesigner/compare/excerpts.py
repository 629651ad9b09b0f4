"""Two texts side by side, shortened so that what differs is seen."""

from __future__ import annotations

BLANK = "(blank)"


def common_ends(old: str, new: str) -> tuple[int, int]:
    """How many characters both begin with, and how many both end with beside these; whole words where there are any."""
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
    """Both on one line of at most *most* characters, without what both begin and end with where that is too much."""
    old, new = (" ".join(text.split()) for text in (old, new))
    if max(len(old), len(new)) > most:
        start, end = common_ends(old, new)
        start = _word_before(old[:start], most // 3)
        old, new = (_cut(text, start, end, most) for text in (old, new))
    return old or BLANK, new or BLANK


def _word_before(text: str, most: int) -> int:
    """Where the last words of a text begin that have at most *most* characters."""
    at = len(text)
    while (space := text.rfind(" ", 0, max(0, at - 1))) >= 0 and len(text) - space - 1 <= most:
        at = space + 1
    return 0 if len(text) <= most else at


def _cut(text: str, start: int, end: int, most: int) -> str:
    """A text from *start*, without its last *end* characters where it is too long with them."""
    before = "…" if start > 0 else ""
    rest = before + text[start:]
    if len(rest) > most and end > 0:
        after = text[len(text) - end :]
        kept = after[: max(0, most - len(rest) + end - 1)].rpartition(" ")[0]
        rest = rest[: len(rest) - end].rstrip() + (f" {kept.strip()}" if kept.strip() else "") + "…"
    return rest if len(rest) <= most else rest[: most - 1].rstrip() + "…"
