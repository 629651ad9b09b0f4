"""A difference as text for the terminal: short, in columns, coloured if the terminal supports it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from shutil import get_terminal_size

from rich.cells import cell_len

from carddesigner.cli.report import styled
from carddesigner.cli.tables import PIPED, shown
from carddesigner.compare.difference import Difference, PieceChange
from carddesigner.compare.excerpts import shortened
from carddesigner.compare.view import ComparedPiece
from carddesigner.core.piece import PieceKey
from carddesigner.stats.page import amount

MAX_LISTED = 30
"""The most pieces listed of each kind; the page and ``--json`` list all."""
LONGEST_VALUE = 36
LONGEST_ID = 32
OTHER_COLUMNS = 48
"""Characters of a line reserved for ids, fields and places."""
_GREEN, _RED, _YELLOW, _DIM, _BOLD = "32", "31", "33", "2", "1"


def print_difference(difference: Difference, *, short: bool = False) -> None:
    """Print what changed to standard output; *short* leaves out the single pieces."""
    for line in (*_head(difference), *(() if short else _pieces(difference))):
        sys.stdout.write(line.rstrip(" ") + "\n")


def _styled(text: str, code: str) -> str:
    return styled(text, code, sys.stdout)


def _head(difference: Difference) -> Iterator[str]:
    names = [shown(v.name, 100) + (f" ({v.commit[:7]})" if v.commit else "") for v in (difference.old, difference.new)]
    decks = list(dict.fromkeys((difference.old.deck, difference.new.deck)))
    yield _styled(f"{shown(' → '.join(decks), 100)}: {names[0]} → {names[1]}", _BOLD)
    if difference.is_empty:
        order = "; rows are in another order" if difference.renumbered else ""
        yield f"  nothing changed: {amount(difference.same, 'piece')}{order}"
        return
    changed = sum(c.has_other_data for c in difference.changed)
    counts = [(len(difference.new_pieces), "new"), (len(difference.gone_pieces), "gone"), (changed, "changed")]
    counts.append((len(difference.changed) - changed, "with other faces"))
    yield "  " + ", ".join(f"{n:,} {word}" for n, word in (*counts, (difference.same, "the same")) if n)
    if difference.renumbered:
        yield f"  {amount(difference.renumbered, 'piece')} in another row, matched by what is on them"
    if difference.files:
        yield f"  files: {shown(', '.join(p if w == 'changed' else f'{p} ({w})' for p, w in difference.files), 300)}"


def _pieces(difference: Difference) -> Iterator[str]:
    titles = difference.titles()
    for word, sign, color, pieces, components in (
        ("new", "+", _GREEN, difference.new_pieces, difference.new_components),
        ("gone", "-", _RED, difference.gone_pieces, difference.gone_components),
    ):
        if pieces or components:
            yield from ("", _styled(word, _BOLD))
        for component in components:
            count = amount(sum(p.component == component for p in pieces), "piece")
            yield _styled(f"  {sign} {shown(component, LONGEST_ID)}", color) + f"  the component, {count}"
        single = [p for p in pieces if p.component not in components]
        for name, *more, place in _columns([_row(p, titles) for p in single[:MAX_LISTED]]):
            yield _styled(f"  {sign} {name}", color) + f"  {'  '.join(more)}  {_styled(place, _DIM)}"
        yield from _more(len(single))
    changed = [c for c in difference.changed if c.has_other_data]
    if changed:
        yield from ("", _styled("changed", _BOLD))
        yield from _changes(changed, titles)
    yield from _faces(difference)


def _row(piece: ComparedPiece, titles: Mapping[PieceKey, str]) -> tuple[str, ...]:
    texts = [shown(v.text, 24) for v in piece.fields or () if v.text.strip()][:3]
    times = f"×{piece.copies}" if piece.copies != 1 else ""
    return shown(titles[piece.key], LONGEST_ID), times, shown(" · ".join(texts), 60), str(piece.place or "")


def _changes(changes: Sequence[PieceChange], titles: Mapping[PieceKey, str]) -> Iterator[str]:
    rows: list[tuple[str, str, str, str]] = []
    starts = set()
    longest = max(12, min(LONGEST_VALUE, (get_terminal_size((PIPED, 24)).columns - OTHER_COLUMNS) // 2))
    for change in changes[:MAX_LISTED]:
        starts.add(len(rows))
        names = _both_ids(change, titles[change.new.key])
        fields = [(f.field, *shortened(f.old, f.new, longest), str(f.place or "")) for f in change.fields]
        if change.has_other_copies:
            fields.append(("copies", str(change.old.copies), str(change.new.copies), ""))
        for i, (field, old, new, place) in enumerate(fields):
            values = f"{shown(old, longest)} → {shown(new, longest)}"
            rows.append((names if i == 0 else "", shown(field, LONGEST_ID), values, place))
        if change.sides:
            rows.append(("" if fields else names, "faces", " and ".join(change.sides), ""))
        elif change.fields and change.old.front and change.new.front:
            rows.append(("", "faces", "the same", ""))
    for i, row in enumerate(_columns(rows)):
        name = _styled(f"  ~ {row[0]}", _YELLOW) if i in starts else f"    {row[0]}"
        yield f"{name}  {row[1]}  {row[2]}  {_styled(row[3], _DIM)}"
    yield from _more(len(changes))


def _faces(difference: Difference) -> Iterator[str]:
    """Pieces whose faces alone differ, grouped by component."""
    groups: dict[tuple[str, str], list[str]] = {}
    for change in difference.changed:
        if not change.has_other_data:
            ids = groups.setdefault((change.new.component, " and ".join(change.sides)), [])
            ids.append(_both_ids(change, change.new.id))
    if groups:
        yield from ("", _styled(f"other faces{'' if difference.knows_no_data else ' from the same data'}", _BOLD))
    rows = []
    for (component, sides), ids in groups.items():
        listed = ", ".join(ids[:4]) + (f", … {len(ids) - 4:,} more" if len(ids) > 4 else "")
        rows.append((shown(component, LONGEST_ID), sides, f"{len(ids):,}", listed))
    for row in _columns(rows):
        yield _styled(f"  ~ {row[0]}", _YELLOW) + f"  {row[1]}  {row[2]}  {row[3]}"


def _both_ids(change: PieceChange, title: str) -> str:
    was = f" (was {shown(change.old.id, LONGEST_ID)})" if change.old.id != change.new.id else ""
    return shown(title, LONGEST_ID) + was


def _more(count: int) -> Iterator[str]:
    if count > MAX_LISTED:
        yield f"    … {count - MAX_LISTED:,} more; --html and --json have all"


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The rows with each column padded to its widest cell."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield tuple(text + " " * (width - cell_len(text)) for text, width in zip(row, widths, strict=True))
