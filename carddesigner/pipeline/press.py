"""The press that a deck is printed on: its inks, its PDF standard, and what it can't print of a face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import inf

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.color import Cmyk, Color, Rgb
from carddesigner.core.extent import beyond, extent
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.geometry import Rect, bounds, rectangle
from carddesigner.core.items import (
    GroupItem,
    ImageItem,
    Item,
    PathItem,
    Picture,
    ShadowItem,
    Symbol,
    SymbolItem,
    TextItem,
)
from carddesigner.core.paint import Gradient, Paint, colors_of
from carddesigner.core.printing import ColorMode, Standard
from carddesigner.core.report import Diagnostic, Problem, Report, Severity
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.presses import press_profile
from carddesigner.draw.conformance import STEPS, Press
from carddesigner.draw.painter import SMALL_ICON
from carddesigner.draw.pictures import Looked, is_see_through, look_at_picture
from carddesigner.inks.separation import THIN, Separation, ink_of
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.options import PrintOptions
from carddesigner.source.yaml import find


class PressJob(Struct, frozen=True):
    """The press settings of a deck's PDFs, and the ``inks`` if colours are written as inks."""

    press: Press
    inks: Separation | None


def press_job(deck: LoadedDeck, options: PrintOptions, report: Report) -> PressJob | None:
    """Return the press set by options or the deck; None for a printer at home. Raises DeckError for an unusable
    profile, and for PDF/X-1a with RGB colours.
    """
    print_settings = deck.deck.print
    standard = options.standard or print_settings.standard
    only_inks = standard is Standard.PDFX1A
    color = options.color or print_settings.color or (ColorMode.CMYK if only_inks else ColorMode.RGB)
    if color is ColorMode.RGB and standard is None:
        return None
    if only_inks and color is ColorMode.RGB:
        place = None if options.color is not None else find(deck.root, ("print", "color")).span
        message = "PDF/X-1a has no RGB colours"
        report.fail(
            "print-standard", message, place, hint="leave the colour out, or choose cmyk, or the standard pdfx4"
        )
    layers = {}
    if standard is Standard.PDFX4:
        lines = print_settings.die_lines
        kinds = {kind: getattr(lines, kind) for kind in STEPS}
        # A layer has one meaning: an ink shared by lines of several kinds gets none, so that a press doesn't crease
        # what it should cut.
        layers = {ink: STEPS[kind] for kind, ink in kinds.items() if [*kinds.values()].count(ink) == 1}
    profile = press_profile(deck, report)
    if only_inks and profile.version >= 4:
        message = f"the profile is of version {profile.version:g} of ICC's format, and PDF/X-1a knows none later than 2"
        report.fail("bad-profile", message, find(deck.root, ("print", "profile")).span)
    press = Press(profile, standard, color is ColorMode.RGB, layers)
    return PressJob(press, None if press.in_rgb else Separation(profile, print_settings.max_ink))


class LookedAt(Struct):
    """What a press needs to know of a deck's pictures; each is examined once."""

    deck: LoadedDeck
    _pictures: dict[str, Looked] = field(default_factory=dict)

    def at(self, picture: Picture) -> Looked:
        """Return the findings for a picture."""
        look = self._pictures.get(picture.digest)
        if look is None:
            look = self._pictures[picture.digest] = look_at_picture(self.deck.assets.picture_bytes(picture))
        return look


Leaf = PathItem | TextItem | SymbolItem | ImageItem | ShadowItem


class _Part(Struct, frozen=True):
    """The relevant facts of an item: its ``box``; whether it has ``black`` that may overprint; whether it is so
    ``heavy`` that black on top would be too much ink, and whether that applies to its own black (``over_itself``);
    whether it ``hides`` everything below its box.
    """

    box: Rect
    black: bool
    heavy: bool
    over_itself: bool
    hides: bool


class _Seen(Struct):
    """A zone, whether anything in it is heavy, the facts of each of its items including those in groups (None for one
    that paints nothing), and the printed zone by the set of items that knock out.
    """

    zone: PlacedZone
    heavy: bool
    parts: tuple[_Part | None, ...] | None = None
    printed: dict[frozenset[int], PlacedZone] = field(default_factory=dict)


class Knockouts(Struct):
    """Makes black knock out what is below it where both together would be too much ink; elsewhere black overprints."""

    inks: Separation
    pictures: LookedAt
    _seen: dict[int, _Seen] = field(default_factory=dict)

    def face(self, face: LaidFace) -> LaidFace:
        """Return a face as it is printed; unchanged if nothing in it has that much ink."""
        seen = [*map(self._look, face.zones)]
        if not any(zone.heavy for zone in seen):
            return face
        under: list[_Part] = []
        zones: list[PlacedZone] = []
        for zone, seen_zone in zip(face.zones, seen, strict=True):
            over: set[int] = set()
            for i, part in enumerate(self._parts(seen_zone)):
                if part is None:
                    continue
                if part.black and (part.over_itself or _is_over(part.box, under)):
                    over.add(i)
                if part.heavy or (part.hides and under):
                    under.append(part)
            zones.append(_printed(seen_zone, frozenset(over)) if over else zone)
        same = all(a is b for a, b in zip(zones, face.zones, strict=True))
        return face if same else replace(face, zones=tuple(zones))

    def _look(self, zone: PlacedZone) -> _Seen:
        seen = self._seen.get(id(zone))
        if seen is None:
            if len(self._seen) >= _MAX_SEEN:
                self._seen.clear()
            seen = self._seen[id(zone)] = _Seen(zone, any(map(self._is_heavy, zone.items)))
        return seen

    def _parts(self, seen: _Seen) -> tuple[_Part | None, ...]:
        if seen.parts is None:
            seen.parts = tuple(self._part(*leaf) for leaf in _leaves(seen.zone.items))
        return seen.parts

    def _part(self, item: Leaf, groups: tuple[GroupItem, ...]) -> _Part | None:
        shown: Item = item
        for group in reversed(groups):
            shown = replace(group, items=(shown,))
        box = extent((shown,), self._letters)
        if box is None:
            return None
        black, heavy = self._has_black(item), self._is_heavy(item)
        over_itself = heavy and not _is_single(item)
        return _Part(box, black, heavy, over_itself, _hides(item) and all(map(_is_plain, groups)))

    def _letters(self, item: TextItem) -> Iterator[Rect]:
        for piece in item.pieces:
            boxes = self.pictures.deck.assets.face(piece.font).ink_of(piece, item.y)
            yield from (box.grown(beyond(piece.stroke)) for box in boxes)

    def _is_heavy(self, item: Item) -> bool:
        if isinstance(item, GroupItem):
            return any(map(self._is_heavy, item.items))
        if isinstance(item, ImageItem):
            # An RGB picture may have as much of the other inks as the limit allows, unless its conversion leaves room
            # for black.
            but_black = self.pictures.at(item.picture).but_black
            return but_black > self.inks.under_black + _TOLERANCE or (not but_black and not self.inks.overprints_all)
        if isinstance(item, TextItem):
            inks = {(c, piece.size) for piece in item.pieces for c in colors_of(piece.color)}
            return any(self.inks.is_heavy(c, size) for c, size in inks)
        return any(
            self.inks.is_heavy(c, inf if fine else None) for paint, fine in _looks(item) for c in colors_of(paint)
        )

    def _has_black(self, item: Leaf) -> bool:
        if isinstance(item, TextItem) and any(
            self.inks.is_black(c, piece.size) for piece in item.pieces for c in colors_of(piece.color)
        ):
            return True
        return any(self.inks.is_black(c) for paint, fine in _looks(item) if fine for c in colors_of(paint))


def _leaves(items: Iterable[Item], groups: tuple[GroupItem, ...] = ()) -> Iterator[tuple[Leaf, tuple[GroupItem, ...]]]:
    """Yield painted items in order, each with the groups around it, outermost first."""
    for item in items:
        if isinstance(item, GroupItem):
            yield from _leaves(item.items, (*groups, item))
        else:
            yield item, groups


def _printed(seen: _Seen, over: frozenset[int]) -> PlacedZone:
    """Return a zone in which the painted items with these numbers knock out."""
    printed = seen.printed.get(over)
    if printed is None:
        numbers = count()

        def items(of: tuple[Item, ...]) -> tuple[Item, ...]:
            return tuple(
                replace(item, items=items(item.items))
                if isinstance(item, GroupItem)
                else GroupItem((item,), knockout=True)
                if next(numbers) in over
                else item
                for item in of
            )

        printed = seen.printed[over] = replace(seen.zone, items=items(seen.zone.items))
    return printed


def _is_plain(group: GroupItem) -> bool:
    """Whether a group looks the same as its items without it."""
    return group.matrix is None and group.clip is None and group.opacity == 1 and not group.effects


def _looks(item: Leaf) -> Iterator[tuple[Paint, bool]]:
    """Yield an item's paints, and whether each is treated as text: a black one becomes pure black and overprints."""
    if isinstance(item, PathItem):
        if item.fill is not None:
            box = bounds(item.path)
            yield item.fill, item.stroke is None and min(box.width, box.height) <= THIN
        if item.stroke is not None:
            yield item.stroke.color, item.stroke.width <= THIN
    else:
        small = isinstance(item, TextItem) or (isinstance(item, SymbolItem) and item.frame.height <= SMALL_ICON)
        yield from ((paint, small) for paint in _paints(item))


def _is_single(item: Leaf) -> bool:
    """Whether no part of an item covers another: adjacent letters don't, a line around them does."""
    if isinstance(item, PathItem):
        return item.fill is None or item.stroke is None
    return isinstance(item, TextItem) and all(piece.stroke is None for piece in item.pieces)


def _hides(item: Leaf) -> bool:
    """Whether an item hides everything below its box."""
    if isinstance(item, ImageItem):
        return not item.picture.alpha
    if not isinstance(item, PathItem) or item.fill is None or isinstance(item.fill, Gradient) or item.fill.alpha < 1:
        return False
    upright = rectangle(bounds(item.path))
    return (
        item.stroke is None
        and [op[0] for op in item.path] == [op[0] for op in upright]
        and all(
            abs(a - b) < _TOLERANCE
            for one, other in zip(item.path, upright, strict=True)
            for a, b in zip(one[1:], other[1:], strict=True)
        )
    )


def _is_over(box: Rect, under: Sequence[_Part]) -> bool:
    """Whether a box covers anything heavy that is visible below it."""
    for part in reversed(under):
        if part.heavy and _meet(box, part.box):
            return True
        if part.hides and part.box.grown(_TOLERANCE).contains(box):
            return False
    return False


def _meet(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


class PressCheck(Struct):
    """Checks faces as they come for anything the press or the standard doesn't allow; each zone is checked once.
    ``instead``: advice besides leaving out transparency.
    """

    job: PressJob
    deck: LoadedDeck
    report: Report
    pictures: LookedAt
    instead: str = ", or make PDF/X-4: --standard pdfx4"
    _seen: dict[int, tuple[PlacedZone, tuple[Problem | Diagnostic, ...]]] = field(default_factory=dict)

    def look(self, piece: LaidPiece) -> bool:
        """Report the problems of a piece's faces, at its zones; returns whether there are none."""
        sides = (face for faces in dict.fromkeys((piece.first, *piece.copies)) for face in faces if face is not None)
        return all([self._face(piece, face) for face in sides])

    def _face(self, piece: LaidPiece, face: LaidFace) -> bool:
        is_clean = True
        for zone in face.zones:
            seen = self._seen.get(id(zone))
            if seen is None:
                if len(self._seen) >= _MAX_SEEN:
                    self._seen.clear()
                seen = self._seen[id(zone)] = (zone, tuple(self._zone(zone)))
            for fault in seen[1]:
                is_clean = False
                self.report.add(fault, zone.span, card=piece.id, zone=f"{face.id}/{zone.id}")
        return is_clean

    def _zone(self, zone: PlacedZone) -> Iterator[Problem | Diagnostic]:
        if self.job.press.standard is Standard.PDFX1A:
            why = next((w for item in zone.items if (w := self._transparent(item)) is not None), None)
            if why is not None:
                hint = f"use a solid colour instead, or leave it out{self.instead}"
                yield Problem("print-standard", f"{why}, and PDF/X-1a knows no transparency", hint=hint)
        inks = self.job.inks
        if inks is None:
            return
        most, what = max(((ink, what) for item in zone.items for ink, what in self._inks(item)), default=(0.0, ""))
        if most > inks.max_ink + _TOLERANCE:
            over = most - inks.max_ink
            message = (
                f"{what} has {most:.0%} of ink, {over:.0%} more than the {inks.max_ink:.0%} that the press can take"
            )
            hint = "use less of each ink; an RGB colour, such as #1b1b1b, is converted to no more than that"
            yield Problem("too-much-ink", message.replace("%", " %"), hint=hint)
        for picture in dict.fromkeys(_pictures(zone.items)):
            if (fault := self.pictures.at(picture).fault) is not None:
                message = f"the profile embedded in {picture.path} {fault}: its colours are treated as sRGB"
                hint = "save the picture again with the profile of its colours, or without any"
                yield Diagnostic("picture-profile", message, hint=hint, severity=Severity.WARNING)

    def _inks(self, item: Item) -> Iterator[tuple[float, str]]:
        """Yield the inks that somebody chose; everything else is converted to less than the limit."""
        for paint in _paints(item):
            for color in (paint,) if isinstance(paint, Rgb) else colors_of(paint):
                if isinstance(color, Cmyk) or (isinstance(color, Rgb) and color.own is not None):
                    yield ink_of(color), f"the colour {_written(color)}"
        if isinstance(item, GroupItem):
            for inner in (*item.items, *(item.mask.items if item.mask is not None else ())):
                yield from self._inks(inner)
        elif isinstance(item, ImageItem):
            yield self.pictures.at(item.picture).inks, "the picture"

    def _transparent(self, item: Item) -> str | None:
        """Return what is transparent in an item, or None."""
        if isinstance(item, ShadowItem):
            return "a shadow is blurred"
        for paint in _paints(item):
            if paint.alpha < 1:
                return "a gradient is transparent" if isinstance(paint, Gradient) else "a colour is transparent"
        if (
            isinstance(item, ImageItem)
            and item.picture.alpha
            and is_see_through(self.deck.assets.picture_bytes(item.picture))
        ):
            return "a picture is transparent"
        if isinstance(item, GroupItem):
            if item.opacity < 1:
                return "it is transparent"
            if item.mask is not None:
                return "a mask or a shadow lets something shine through"
            if item.blend != "Normal":
                return "its colours blend with those under it"
            return next((why for inner in item.items if (why := self._transparent(inner)) is not None), None)
        return None


def _pictures(items: Iterable[Item]) -> Iterator[Picture]:
    """Yield the pictures in items."""
    for item in items:
        if isinstance(item, ImageItem):
            yield item.picture
        elif isinstance(item, GroupItem):
            yield from _pictures(item.items)


def _paints(item: Item) -> Iterable[Paint]:
    """Return an item's paints, without obvious repetitions."""
    if isinstance(item, PathItem):
        out = [] if item.fill is None else [item.fill]
        return out if item.stroke is None else [*out, item.stroke.color]
    if isinstance(item, TextItem):
        pieces = item.pieces
        out = [piece.color for i, piece in enumerate(pieces) if not i or piece.color is not pieces[i - 1].color]
        return out + [piece.stroke.color for piece in pieces if piece.stroke is not None]
    if isinstance(item, SymbolItem):
        return (item.color, *_paints_of(item.symbol))
    return (item.color,) if isinstance(item, ShadowItem) else ()


@lru_cache(maxsize=1_000)
def _paints_of(symbol: Symbol) -> tuple[Paint, ...]:
    """Return the paints of a symbol's paths, each once."""
    fills = (path.fill for path in symbol.paths)
    strokes = (path.stroke.color for path in symbol.paths if path.stroke is not None)
    return tuple(dict.fromkeys(paint for paint in (*fills, *strokes) if paint is not None))


def _written(color: Color) -> str:
    inks = color.own if isinstance(color, Rgb) and color.own is not None else color
    assert isinstance(inks, Cmyk)
    return f"cmyk({', '.join(f'{100 * v:g}' for v in (inks.c, inks.m, inks.y, inks.k))})"


_TOLERANCE = 0.005
_MAX_SEEN = 2_000
