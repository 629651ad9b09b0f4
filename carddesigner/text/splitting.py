"""Split texts that are too long for their box: cut them with an ellipsis, or return the rest to continue elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from carddesigner.text.breaking import places
from carddesigner.text.fit import Fitted, count_lines, fit, fits_at, set_at
from carddesigner.text.rich import (
    InlineIcon,
    ListItem,
    Paragraph,
    Piece,
    RichText,
    Rule,
    Run,
    TextBlock,
    TextTable,
    is_heading,
)
from carddesigner.text.style import TextStyle
from carddesigner.text.words import ICON

ELLIPSIS = "…"
_FIRST_TRIED = 32
"""The number of words tried first."""

Place = tuple[int, int]
"""A place to split a text: the number of whole blocks before it, and of characters (or table rows) of the next."""


def shortened(text: RichText, style: TextStyle, width: float, height: float) -> Fitted:
    """Set a text in its box; if it is too long at its smallest size, cut it with an ellipsis. If not even that fits, it
    overflows.
    """
    whole = fit(text, style, width, height)
    if whole.overflow is None:
        return whole
    size = style.min_size
    at = _last(text, lambda head: fits_at(_with_ellipsis(head), style, size, width, height))
    if at is None:
        return whole
    return set_at(_with_ellipsis(_head(text, at)), style, size, width, height)


def split_text(text: RichText, style: TextStyle, width: float, height: float) -> tuple[Fitted, RichText]:
    """Set a text in its box and return the rest: nothing if all of it fits at any size; else it is set at its full
    size, as far as it fits. If no word fits, it overflows and no rest is returned.

    No heading (a bold line) and no first line of a paragraph is left alone at the end. A paragraph's last line is not
    left alone in the rest unless the paragraph has at most three lines.
    """
    whole = fit(text, style, width, height)
    if whole.overflow is None:
        return whole, ()
    size = style.size
    at = _last(text, lambda head: fits_at(head, style, size, width, height))
    if at is None:
        return whole, ()
    at = _kept_together(text, at, style, width)
    return set_at(_head(text, at), style, size, width, height), _tail(text, at)


def _last(text: RichText, fits: Callable[[RichText], bool]) -> Place | None:
    """Return the last place up to which a text fits, or None."""
    every = _places(text)
    low, high = 0, min(_FIRST_TRIED, len(every) - 1)
    # Only a small part of a text that is much too long fits, so most of it is never measured.
    while high < len(every) - 1 and fits(_head(text, every[high])):
        low, high = high + 1, min(2 * high, len(every) - 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if fits(_head(text, every[middle])) else (low, middle)
    # The last place is the whole text, which does not fit.
    return every[low - 1] if low else None


def _places(text: RichText) -> list[Place]:
    out: list[Place] = []
    for n, block in enumerate(text):
        if isinstance(block, TextTable):
            out += [(n, row) for row in range(2 if block.head else 1, len(block.rows))]
        elif not isinstance(block, Rule):
            out += [(n, at) for at in places(_letters(_body(block)))[:-1] if at]
        out.append((n + 1, 0))
    return out


def _body(block: Paragraph | ListItem) -> Paragraph:
    return block.body if isinstance(block, ListItem) else block


def _letters(paragraph: Paragraph) -> str:
    return "".join(p.text if isinstance(p, Run) else ICON for p in paragraph.pieces)


def _head(text: RichText, at: Place) -> RichText:
    blocks, within = at
    return (*text[:blocks], _part(text[blocks], 0, within)) if within else text[:blocks]


def _tail(text: RichText, at: Place) -> RichText:
    blocks, within = at
    rest = (_part(text[blocks], within, None), *text[blocks + 1 :]) if within else text[blocks:]
    return rest[1:] if rest and isinstance(rest[0], Rule) else rest


def _part(block: TextBlock, start: int, end: int | None) -> TextBlock:
    if isinstance(block, TextTable):
        head = block.rows[:1] if block.head and start else ()
        return replace(block, rows=(*head, *block.rows[start:end]))
    if isinstance(block, ListItem):
        return replace(block, body=_cut(block.body, start, end), marker="" if start else block.marker)
    assert isinstance(block, Paragraph)
    return _cut(block, start, end)


def _cut(paragraph: Paragraph, start: int, end: int | None) -> Paragraph:
    """Return the characters between two places, without trailing space."""
    letters = _letters(paragraph)
    end = len(letters[: end if end is not None else None].rstrip())
    out: list[Piece] = []
    at = 0
    for piece in paragraph.pieces:
        long = 1 if isinstance(piece, InlineIcon) else len(piece.text)
        first, last = max(start, at), min(end, at + long)
        if first < last:
            out.append(replace(piece, text=piece.text[first - at : last - at]) if isinstance(piece, Run) else piece)
        at += long
    return replace(paragraph, pieces=tuple(out))


def _with_ellipsis(head: RichText) -> RichText:
    """Return a text with an ellipsis after its last word, in that word's look."""
    *before, last = head
    if isinstance(last, (TextTable, Rule)):
        return (*head, Paragraph((Run(ELLIPSIS),), tight=True))
    body = _body(last)
    *pieces, end = body.pieces or (Run(""),)
    if isinstance(end, Run):
        pieces.append(replace(end, text=end.text.rstrip(" ,;:.–—-\n") + ELLIPSIS))
    else:
        pieces += [end, Run(ELLIPSIS)]
    made = replace(body, pieces=tuple(pieces))
    return (*before, replace(last, body=made) if isinstance(last, ListItem) else made)


def _kept_together(text: RichText, at: Place, style: TextStyle, width: float) -> Place:
    """Return a place at or before *at* that leaves no line alone; *at* itself if nothing would be left before it."""
    blocks, within = at
    split = at
    if within and not isinstance(text[blocks], TextTable):
        here = count_lines(_head(text[blocks : blocks + 1], (0, within)), style, style.size, width)
        there = count_lines(_tail(text[blocks : blocks + 1], (0, within)), style, style.size, width)
        if here == 1:
            split = (blocks, 0)
        elif there == 1 and here > 2:
            own = [p for p in _places(text[blocks : blocks + 1]) if p < (0, within)]
            one = text[blocks : blocks + 1]
            fewer = [p for p in own if count_lines(_head(one, p), style, style.size, width) < here]
            split = (blocks, fewer[-1][1]) if fewer else at
    while not split[1] and split[0] and (isinstance(text[split[0] - 1], Rule) or is_heading(text[split[0] - 1])):
        split = (split[0] - 1, 0)
    return split if split > (0, 0) else at
