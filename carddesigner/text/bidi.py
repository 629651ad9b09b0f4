"""Which way each character of a paragraph runs, and the order in which a line's pieces are seen (UAX #9)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TypeVar

_RTL = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff\u200f\u202b\u202e\u2067]"
)
_PAIRS = {"(": ")", "[": "]", "{": "}", "«": "»", "‹": "›", "⟨": "⟩"}
_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}

T = TypeVar("T")


def has_rtl(text: str) -> bool:
    """Whether any character asks for right-to-left setting."""
    return _RTL.search(text) is not None


def base_direction(text: str) -> str:
    """``L`` or ``R``: the way of the first letter that has one."""
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in ("L", "R", "AL"):
            return "L" if kind == "L" else "R"
    return "L"


def levels(text: str, base: str) -> list[int]:
    """Each character's embedding level: even runs left to right, odd right to left."""
    from bidi import algorithm

    storage = algorithm.get_empty_storage()
    storage["base_level"] = 0 if base == "L" else 1
    storage["base_dir"] = base
    algorithm.get_embedding_levels(text, storage, False, False)
    before = [c["ch"] for c in storage["chars"]]
    algorithm.explicit_embed_and_overrides(storage, False)
    algorithm.resolve_weak_types(storage, False)
    chars = storage["chars"]
    if len(chars) != len(before):
        # Explicit marks were removed: the rest can't be told apart by place, so they all run with the paragraph.
        return [storage["base_level"]] * len(text)
    _brackets(chars, base)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    out = [c["level"] for c in chars]
    # Spaces at the end run with the paragraph (L1).
    for i in range(len(out) - 1, -1, -1):
        if not text[i].isspace():
            break
        out[i] = storage["base_level"]
    return out


def _brackets(chars: list[dict[str, object]], base: str) -> None:
    """N0: a pair of brackets runs with what it holds, which the library leaves out."""
    closing = set(_PAIRS.values())
    stack: list[int] = []
    for i, char in enumerate(chars):
        ch = str(char["ch"])
        if ch in _PAIRS:
            stack.append(i)
        elif ch in closing:
            while stack:
                start = stack.pop()
                if _PAIRS[str(chars[start]["ch"])] == ch:
                    way = _pair_direction(chars, start, i, base)
                    if way is not None:
                        chars[start]["type"] = char["type"] = way
                    break


def _pair_direction(chars: list[dict[str, object]], start: int, end: int, base: str) -> str | None:
    level = chars[end]["level"]
    assert isinstance(level, int)
    embedding = "LR"[level & 1]
    inside = {_STRONG.get(str(c["type"])) for c in chars[start + 1 : end]} - {None}
    if embedding in inside:
        return embedding
    if not inside:
        return None
    before = next((_STRONG[str(c["type"])] for c in reversed(chars[:start]) if str(c["type"]) in _STRONG), base)
    opposite = "RL"["LR".index(embedding)]
    return opposite if before == opposite else embedding


def visual_order(items: Sequence[T], level_of: Sequence[int]) -> list[T]:
    """A line's items as they are seen from left to right (L2)."""
    order = list(range(len(items)))
    for level in range(max(level_of, default=0), 0, -1):
        i = 0
        while i < len(order):
            if level_of[order[i]] < level:
                i += 1
                continue
            j = i
            while j < len(order) and level_of[order[j]] >= level:
                j += 1
            order[i:j] = order[i:j][::-1]
            i = j
    return [items[i] for i in order]
