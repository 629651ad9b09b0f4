"""Checks of card tiles: report what prevents the tiles, counts and stacks from being a fair deck.

Zones lie on a grid whose step is half a tile's width, for squares and octagons alike: moved by a step along both axes,
a zone lies exactly on the opposite one.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.games.base import Counts, Joined, Rows, first_place, places, twice
from carddesigner.games.card_tiles import CORNERS, LaidTile, RuleFigure, Tile, TileSettings, Zone, zones_of

Shown = tuple[tuple[str, str], ...]
"""A tile's zones as indicium and mechanic, clockwise from the north-east."""
Key = tuple[Shown, str]
"""What a tile shows, independent of its rotation, and its centre."""


def check(rows: Rows, counts: Counts, settings: TileSettings, report: Report) -> None:
    """Check all facts of the deck; each breach is reported with the rows concerned."""
    _check_each_once(rows, counts, settings, report)
    _check_unique(rows, report)
    _check_fixed(rows, settings, report)
    _check_counts(rows, settings, report)
    parts = {"the deck": rows} | {f"the {h} half": [r for r in rows if r[0]["half"] == h] for h in ("odd", "even")}
    for name, part in parts.items():
        _check_colors(name, part, settings, report)
        _check_swapped(name, part, settings, report)
    _check_halves(parts["the odd half"], parts["the even half"], settings, report)
    _check_figures(settings, report)


def shown(row: Record) -> Shown:
    """A tile's zones in order."""
    return tuple((row[c]["mark"], row[c]["mechanic"]) for c in CORNERS)


def _turned(zones: Shown) -> Shown:
    """A key of a tile that is the same for all of its rotations."""
    return min(zones[i:] + zones[:i] for i in range(len(zones)))


def key(row: Record) -> Key:
    """A key that identifies a tile in any rotation."""
    return _turned(shown(row)), row["centre"]


def swapped(row: Record, settings: TileSettings) -> Key:
    """The key of the tile with the two colours swapped, and the mechanics that name one."""
    marks = {"first": "second", "second": "first"}
    mechanics = {m.name: m.swapped or m.name for m in settings.mechanics}
    zones = tuple((marks.get(mark, mark), mechanics.get(mechanic, mechanic)) for mark, mechanic in shown(row))
    return _turned(zones), row["centre"]


def _check_each_once(rows: Rows, counts: Counts, settings: TileSettings, report: Report) -> None:
    for (row, span), first in twice(rows, lambda row: row["tile"]):
        related = places([first], "first here")
        report.error("tile-numbers", f"tile {row['tile']} is there twice", span, related=related)
    missing = sorted(set(range(1, settings.tiles + 1)) - {row["tile"] for row, _ in rows})
    if missing:
        listed = ", ".join(map(str, missing[:10])) + (" …" if len(missing) > 10 else "")
        report.error("tile-numbers", f"the deck lacks {listed}; tiles go from 1 to {settings.tiles}", first_place(rows))
    printed = counts.get(settings.tiles_component or "")
    if printed is not None and printed != len(rows):
        message = f"{printed} tiles are printed from {len(rows)} rows; each belongs to the game once"
        report.error("tile-numbers", message, first_place(rows), hint="leave `copies` at 1")


def _check_unique(rows: Rows, report: Report) -> None:
    for (row, span), first in twice(rows, key):
        turned = "" if shown(first[0]) == shown(row) else ", when it is turned"
        message = f"tile {row['tile']} is equal to tile {first[0]['tile']}{turned}; no two may be alike"
        report.error("tile-duplicate", message, span, related=places([first], "the other tile"))


def _check_fixed(rows: Rows, settings: TileSettings, report: Report) -> None:
    for row, span in rows:
        if row["tile"] > len(settings.fixed):
            continue
        fixed = settings.fixed[row["tile"] - 1]
        wrong = [
            f"{corner} is {zone.mark}" + (f" with {zone.mechanic}" if zone.mechanic else "")
            for (corner, zone), have in zip(zones_of(fixed), shown(row), strict=True)
            if (zone.mark, zone.mechanic or "") != have
        ]
        if (fixed.centre or "") != row["centre"]:
            wrong.append(f"the centre is {fixed.centre or 'blank'}")
        if wrong:
            message = f"tile {row['tile']} is one of those that the game fixes: {', '.join(wrong)}"
            report.error("tile-fixed", message, span)


def _check_counts(rows: Rows, settings: TileSettings, report: Report) -> None:
    """The numbers of tiles of each subset, of zones with each mechanic, and of centres are those of the game."""

    def expect(wanted: int, have: Rows, what: str, code: str) -> None:
        if len(have) != wanted:
            message = f"{len(have)} {what}; {wanted} are wanted"
            report.error(code, message, first_place(have) or first_place(rows), related=places(have[1:]))

    subsets = [[r for r in rows if r[0]["nulls"] == nulls] for nulls in range(len(CORNERS) + 1)]
    for nulls, wanted in enumerate(settings.subsets):
        expect(wanted, subsets[nulls], f"tiles have {nulls} blank zones", "tile-subsets")
    for mechanic in settings.mechanics:
        have = [r for r in rows for _, name in shown(r[0]) if name == mechanic.name]
        expect(mechanic.count, have, f"zones have {mechanic.name}", "tile-mechanics")
    having = [r for r in rows if any(name for _, name in shown(r[0]))]
    if settings.mechanic_tiles is not None and len(having) != settings.mechanic_tiles:
        message = f"{len(having)} tiles have mechanics; {settings.mechanic_tiles} are wanted"
        report.error("tile-mechanics", message, first_place(having) or first_place(rows))
    if settings.fourth is not None:
        for nulls, wanted in enumerate(settings.centres):
            have = [r for r in subsets[nulls] if r[0]["centre"]]
            expect(wanted, have, f"tiles with {nulls} blank zones have a {settings.fourth.name}", "tile-centres")


def _check_colors(name: str, rows: Rows, settings: TileSettings, report: Report) -> None:
    first, second = (sum(mark == m for row, _ in rows for mark, _ in shown(row)) for m in ("first", "second"))
    if first != second:
        one, other = (c.name for c in settings.colors)
        message = f"{name} has {first} {one} and {second} {other} zones; they must be as many"
        report.error("tile-colors", message, first_place(rows))


def _check_swapped(name: str, rows: Rows, settings: TileSettings, report: Report) -> None:
    have = {key(row) for row, _ in rows}
    one, other = (c.name for c in settings.colors)
    for row, span in rows:
        if swapped(row, settings) not in have:
            message = f"tile {row['tile']} favours a colour: {name} has no tile like it with {one} and {other} swapped"
            hint = "give its partner a number that is odd or even like its own" if name != "the deck" else None
            report.error("tile-partner", message, span, hint=hint)


def _check_halves(odd: Rows, even: Rows, settings: TileSettings, report: Report) -> None:
    fourth = settings.fourth.name if settings.fourth is not None else "centre"
    mechanics = [sum(bool(m) for row, _ in half for _, m in shown(row)) for half in (odd, even)]
    centres = [sum(bool(row["centre"]) for row, _ in half) for half in (odd, even)]
    for what, (a, b) in (("mechanics", mechanics), (f"tiles with a {fourth}", centres)):
        if abs(a - b) > 1:
            message = f"the odd half has {a} {what}, the even half {b}; they may differ by one"
            report.error("tile-halves", message, first_place(odd if a > b else even))


def _check_figures(settings: TileSettings, report: Report) -> None:
    """Every stack in the rules can be laid, and has the counts that they state."""
    for figure in settings.figures:
        stack = stack_of(figure, settings)
        for n, (tile, laid) in enumerate(stack[1:], 1):
            for message in objections(covered(stacked(stack[:n]), tile, laid), settings):
                report.error("tile-figure", f"figure {figure.name!r} can't be laid: {message} (its tile {n + 1})")
        if figure.counts is not None and count(stack) != figure.counts:
            message = f"figure {figure.name!r} counts {count(stack)}, not {figure.counts}"
            report.error("tile-figure", message)


def check_together(decks: Sequence[Joined], report: Report) -> None:
    """Sets that are shuffled together have different numbers, and the same size and backs."""
    for n, deck in enumerate(decks):
        for other in decks[:n]:
            theirs = {row["number"]: (row, span) for row, span in other.rows}
            twice = [(row, span) for row, span in deck.rows if row["number"] in theirs]
            if twice:
                numbers = ", ".join(str(row["number"]) for row, _ in twice[:5]) + (" …" if len(twice) > 5 else "")
                message = f"{len(twice)} numbers of {deck.deck} are in {other.deck} too: {numbers}"
                hint = f"give one of them `game: {{number-from: {max(theirs) + 1}}}`, or validate decks that never join apart"
                related = places([theirs[twice[0][0]["number"]]], f"in {other.deck}")
                report.error("tiles-together", message, first_place(twice), hint=hint, related=related)
            both = f"{other.deck} and {deck.deck}"
            if deck.size != other.size:
                sizes = " and ".join(f"{w:g} × {h:g} mm" for w, h in (other.size, deck.size))
                message = f"tiles of {both} are of two sizes, {sizes}; one set must lie on the other"
                report.error("tiles-together", message, first_place(deck.rows))
            elif deck.backs != other.backs:
                message = f"{both} have different backs: a hand would show which set its tiles are of"
                hint = "give both the same back, in the same colours"
                report.error("tiles-together", message, deck.back_span, hint=hint)


Cell = tuple[int, int]
"""A zone's place: steps to the right and down."""

_AT: tuple[Cell, ...] = ((1, 0), (1, 1), (0, 1), (0, 0))
"""The cells of a tile's corners relative to the tile's place, clockwise from the north-east."""


class Seen(Struct, frozen=True):
    """The top zone of a cell: the zone, and the index of its tile in the stack."""

    zone: Zone
    tile: int


class Covered(Struct, frozen=True):
    """A zone of a tile, and the visible zone that it covers."""

    above: Zone
    below: Seen


def cells(tile: Tile, laid: LaidTile) -> dict[Cell, Zone]:
    """The places of a tile's zones."""
    turns = laid.turn // 90
    zones = [zone for _, zone in zones_of(tile)]
    return {(laid.x + dx, laid.y + dy): zones[(i - turns) % len(CORNERS)] for i, (dx, dy) in enumerate(_AT)}


def covered(top: dict[Cell, Seen], tile: Tile, laid: LaidTile) -> list[Covered]:
    """The zones of a stack that a tile laid in this way covers."""
    return [Covered(zone, top[cell]) for cell, zone in cells(tile, laid).items() if cell in top]


def objections(below: Sequence[Covered], settings: TileSettings) -> list[str]:
    """Why a tile may not be laid on these zones; empty if it may."""
    out = []
    if not below:
        out.append("it covers no zone")
    if len({c.below.tile for c in below}) < len(below):
        out.append("it covers two zones of one tile")
    for c in below:
        if c.above.mark not in settings.covering.get(c.below.zone.mark, ()):
            out.append(f"{c.above.mark} may not cover {c.below.zone.mark}")
        if c.below.zone.mechanic == "cannot-be-covered":
            out.append("it covers a zone that can't be covered")
    return out


def stacked(stack: Sequence[tuple[Tile, LaidTile]]) -> dict[Cell, Seen]:
    """The visible zones of a stack, seen from above."""
    top: dict[Cell, Seen] = {}
    for n, (tile, laid) in enumerate(stack):
        top.update({cell: Seen(zone, n) for cell, zone in cells(tile, laid).items()})
    return top


def count(stack: Sequence[tuple[Tile, LaidTile]]) -> tuple[int, int]:
    """The count of each colour on a stack: its visible indicia, less one for each beside a centre with a fourth. A
    centre is never covered; it touches the four cells around it [0073, 0074].
    """
    top = stacked(stack)
    out = []
    for mark in ("first", "second"):
        own = {cell for cell, seen in top.items() if seen.zone.mark == mark}
        beside = sum(
            (laid.x + dx, laid.y + dy) in own for tile, laid in stack if tile.centre is not None for dx, dy in _AT
        )
        out.append(len(own) - beside)
    return out[0], out[1]


def stack_of(figure: RuleFigure, settings: TileSettings) -> tuple[tuple[Tile, LaidTile], ...]:
    """A figure's tiles in the order they are laid."""
    return tuple((settings.fixed[laid.tile - 1], laid) for laid in figure.stack)
