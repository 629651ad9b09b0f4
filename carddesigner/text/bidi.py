"""The direction of each character of a paragraph, and the visual order of a line's pieces (UAX #9)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

_RTL = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff\u200f\u202b\u202e\u2067]"
)
_PAIRS = {"(": ")", "[": "]", "{": "}", "«": "»", "‹": "›", "⟨": "⟩"}
_CLOSING = frozenset(_PAIRS.values())
_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
_ISOLATE = re.compile("[\u2066-\u2068]")
_POP_ISOLATE = "\u2069"
_NEUTRAL = "\ufffc"

_PASSED = frozenset(("BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))

_ONE_WAY = frozenset(("R", "AL", "NSM", "WS", "ON", "CS", "ES", "ET"))
"""The bidirectional classes of a line that runs entirely from right to left."""

_BETWEEN = "[ ,.:;!?'\"-]+"
_ALIKE = (
    "|".join(f"{one}(?:{_BETWEEN}{one})*" for one in ("[\u05d0-\u05ea]+", "[\u0620-\u064a]+", "[A-Za-z]+"))
    + "|[0-9]+|."
)
"""Words of Hebrew, Arabic or English with the signs between them, a number, or any single character: each runs in one
direction.
"""

_PLAIN = _ONE_WAY | {"L", "EN", "AN"}
"""The classes of lines without embeddings."""

_LETTER = "\u05d0"
_ONE_OF = (
    dict.fromkeys(map(chr, range(0x5D0, 0x5EB)), _LETTER)
    | dict.fromkeys(map(chr, range(0x620, 0x64B)), "\u0628")
    | dict.fromkeys("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "a")
    | dict.fromkeys("0123456789", "0")
)
"""The letter or digit that represents its whole script."""

_DEEPEST_PAIRS = 63
"""The maximum number of open brackets (BD16)."""

_DEEPEST_LEVEL = 60
"""The maximum level of nested isolates; deeper ones run with the text around them."""

T = TypeVar("T")


def has_rtl(text: str) -> bool:
    """Whether any character requires right-to-left setting."""
    return not text.isascii() and _RTL.search(text) is not None


def base_direction(text: str) -> str:
    """Return ``L`` or ``R``: the direction of the first letter with one, outside isolates (P2, P3)."""
    depth = 0
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in ("LRI", "RLI", "FSI"):
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in ("L", "R", "AL"):
            return "L" if kind == "L" else "R"
    return "L"


def levels(text: str, base: str) -> list[int]:
    """Return each character's embedding level: even levels run left to right, odd ones right to left. ``\\n`` separates
    lines.
    """
    level = 0 if base == "L" else 1
    out: list[int] = []
    for line in text.split("\n"):
        resolved = _isolated(line, level)
        # Spaces at the end, with any marks between them, run with the paragraph (L1).
        for i in range(len(line) - 1, -1, -1):
            if not (line[i].isspace() or unicodedata.bidirectional(line[i]) in _PASSED):
                break
            resolved[i] = level
        out += [*resolved, level]
    return out[:-1]


def _isolated(text: str, level: int) -> list[int]:
    """Return the levels of a line. The library lacks isolates: outside they count as neutral, inside as lines of their
    own.
    """
    if _ISOLATE.search(text) is None or level > _DEEPEST_LEVEL:
        return _plain(re.sub("[\u2066-\u2069]", _NEUTRAL, text), level)[0]
    outside: list[int] = []
    inside: list[tuple[int, int]] = []
    depth = start = 0
    for i, char in enumerate(text):
        if _ISOLATE.match(char):
            depth += 1
            if depth == 1:
                outside.append(i)
                start = i + 1
        elif char == _POP_ISOLATE and depth:
            depth -= 1
            if depth == 0:
                inside.append((start, i))
                outside.append(i)
        elif depth == 0:
            outside.append(i)
    if depth:
        inside.append((start, len(text)))
    out = [level] * len(text)
    kept = "".join(_NEUTRAL if "\u2066" <= text[i] <= _POP_ISOLATE else text[i] for i in outside)
    inner, explicit = _plain(kept, level)
    around = dict(zip(outside, explicit, strict=True))
    for i, own in zip(outside, inner, strict=True):
        out[i] = own
    for start, end in inside:
        body = text[start:end]
        way = {"\u2066": "L", "\u2067": "R"}.get(text[start - 1]) or base_direction(body)
        above = around[start - 1]
        out[start:end] = _isolated(body, above + 1 if (above + 1) % 2 == (way == "R") else above + 2)
    return out


def _plain(text: str, level: int) -> tuple[list[int], list[int]]:
    """Return the levels of a line without isolates, and the levels from embeddings and overrides alone."""
    kinds = set(map(unicodedata.bidirectional, set(text))) if level & 1 else None
    if kinds is not None and kinds <= _ONE_WAY:
        return [level] * len(text), [level] * len(text)
    # The library is slow for each character, and many lines differ only in their letters.
    parts = re.findall(_ALIKE, text, re.DOTALL)
    short = "".join([_ONE_OF.get(part[0], part[0]) for part in parts])
    if kinds is not None and kinds <= _PLAIN:
        resolved, explicit = [n for piece in _apart(short) for n in _levels(piece, level)[0]], [level] * len(short)
    else:
        resolved, explicit = _levels(short, level)
    each = [n for n, part in enumerate(parts) for _ in part]
    return [resolved[n] for n in each], [explicit[n] for n in each]


def _apart(text: str) -> list[str]:
    """Cut a right-to-left line after Hebrew letters outside brackets, where the rest runs as if it began the line. A
    line with unbalanced or too deeply nested brackets stays whole.
    """
    out: list[str] = []
    open_: list[str] = []
    start = 0
    for at, char in enumerate(text):
        if char == _LETTER:
            if not open_:
                out.append(text[start : at + 1])
                start = at + 1
        elif char in _PAIRS:
            open_.append(_PAIRS[char])
            if len(open_) > _DEEPEST_PAIRS:
                return [text]
        elif char in _CLOSING and (not open_ or open_.pop() != char):
            return [text]
    return [text] if open_ else [*out, text[start:]]


@lru_cache(maxsize=1024)
def _levels(text: str, level: int) -> tuple[list[int], list[int]]:
    """Return the same from the library; the lists must not be changed."""
    from bidi import algorithm

    storage = algorithm.get_empty_storage()
    storage["base_level"] = level
    storage["base_dir"] = "LR"[level & 1]
    algorithm.get_embedding_levels(text, storage, False, False)
    every: list[dict[str, Any]] = storage["chars"]
    for char in every:
        if not char["type"]:
            # Newer than Python's tables.
            char["type"] = char["orig"] = "R" if has_rtl(char["ch"]) else "L"
    algorithm.explicit_embed_and_overrides(storage, False)
    explicit = [char["level"] for char in every]
    algorithm.resolve_weak_types(storage, False)
    for run in storage["runs"]:
        _resolve_brackets(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    # The library removes marks and joiners (X9); here each keeps the level of the character before it.
    left = {id(c) for c in storage["chars"]}
    out: list[int] = []
    for char in every:
        out.append(char["level"] if id(char) in left else (out[-1] if out else level))
    return out, explicit


def _resolve_brackets(chars: list[dict[str, Any]], before: str) -> None:
    """Apply N0, which the library lacks: a pair of brackets runs with its content. *before* is the direction before the
    run.
    """
    done = 0
    for start, end in _bracket_pairs(chars):
        for char in chars[done:start]:
            before = _STRONG.get(char["type"], before)
        done = start
        way = _pair_direction(chars, start, end, before)
        if way is None:
            continue
        for i in (start, end):
            chars[i]["type"] = way
            while i + 1 < len(chars) and chars[i + 1]["orig"] == "NSM":
                i += 1
                chars[i]["type"] = way


def _pair_direction(chars: list[dict[str, Any]], start: int, end: int, before: str) -> str | None:
    """Return the direction of a pair of brackets, or None if its content has none."""
    embedding = "LR"[chars[start]["level"] & 1]
    holds_other = False
    for i in range(start + 1, end):
        way = _STRONG.get(chars[i]["type"])
        if way == embedding:
            return embedding
        holds_other = holds_other or way is not None
    return before if holds_other else None


def _bracket_pairs(chars: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Return the places of matching brackets, in the order of the opening ones (BD16)."""
    stack: list[tuple[str, int]] = []
    out: list[tuple[int, int]] = []
    for i, char in enumerate(chars):
        shape = char["ch"]
        if char["type"] != "ON":
            continue
        if shape in _PAIRS:
            if len(stack) == _DEEPEST_PAIRS:
                break
            stack.append((_PAIRS[shape], i))
        elif shape in _CLOSING:
            for n in range(len(stack) - 1, -1, -1):
                if stack[n][0] == shape:
                    out.append((stack[n][1], i))
                    del stack[n:]
                    break
    return sorted(out)


def visual_order(items: Sequence[T], level_of: Sequence[int]) -> list[T]:
    """Return a line's items in visual order from left to right (L2)."""
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
