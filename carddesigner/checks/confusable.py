"""Warn of palette colours that colour-blind people confuse, where nothing else distinguishes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, islice

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.checks import colors
from carddesigner.checks.base import Check, CheckedFace, DeckView, Finding, of_card
from carddesigner.core.color import Color
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.items import Item, PathItem, SymbolItem, TextItem, painted
from carddesigner.core.source import Span

CLEAR, NEAR = 20.0, 15.0
"""The ΔE from which normal sight distinguishes two colours at a glance, and below which they are confused."""

_MAX_VALUES = 50
"""The most different looks of a zone that are compared."""

MAX_COLORS, MAX_REPEATS = 100, 50
"""The most colours of the palette, and zones of one repeat, that are checked."""

Key = tuple[str, int, int]
"""A zone's path, the number of its outermost zone among those of the same name (a set of regions has one in each), and
its own number among those of the same path within that (from a repeat).
"""


class _Look(Struct, frozen=True):
    """What a zone shows besides its colours, and its colours in order."""

    shows: tuple[object, ...]
    colors: tuple[Color, ...]


class _Zone(Struct, frozen=True):
    """A zone's own look on one face, and its place in the template."""

    look: _Look
    span: Span | None


_Face = tuple[CheckedFace, dict[Key, _Zone]]


def confusable_colors(view: DeckView) -> Iterator[Finding]:
    """Warn of two palette colours of one zone, each on other cards, that some people see as one; unless a text, an
    icon, a picture or a shape of the face goes with the colour.
    """
    templates: dict[str, list[_Face]] = defaultdict(list)
    for face in view.gathered:
        templates[face[0].face.id].append(face)
    risky = _risky(view)
    for faces in templates.values():
        reported: dict[tuple[frozenset[int], frozenset[int]], bool] = {}
        for key in {k: None for _, zones in faces for k, z in zones.items() if risky.intersection(z.look.colors)}:
            yield from _judged(key, faces, risky, view.names, reported)


def looks(view: DeckView) -> Iterator[_Face]:
    """The looks of the zones of a piece's faces, if any palette colours may be confused."""
    if _risky(view):
        for laid in view.faces:
            zones = view.once(laid.face, partial(_zones, view, laid.face), "looks")
            yield replace(laid, face=replace(laid.face, zones=())), zones


def _risky(view: DeckView) -> frozenset[Color]:
    def risky_colors() -> frozenset[Color]:
        pairs = combinations(islice(view.names, MAX_COLORS), 2)
        return frozenset(c for pair in pairs if seen_as_one(*pair) for c in pair)

    return view.once(view.names, risky_colors, "risky")


@lru_cache(maxsize=20_000)
def seen_as_one(one: Color, other: Color) -> str | None:
    """The kind of sight with which two colours that differ at a glance are confused; None if there is none."""
    normal = colors.distance(one, other)
    nearest, sight = min((colors.distance(one, other, sight), sight) for sight in colors.SIGHTS)
    return sight if normal >= CLEAR and nearest < min(NEAR, normal / 2) else None


def _zones(view: DeckView, face: LaidFace) -> dict[Key, _Zone]:
    out: dict[Key, _Zone] = {}
    outer: dict[str, int] = defaultdict(int)
    for zone in face.zones:
        outer[zone.id] += 1
        counts: dict[str, int] = defaultdict(int)
        for path, look in view.once(zone, partial(_looks, view, zone), "look"):
            if counts[path] < MAX_REPEATS:
                out[path, outer[zone.id], counts[path]] = look
            counts[path] += 1
    return out


def _looks(view: DeckView, outermost: PlacedZone) -> list[tuple[str, _Zone]]:
    out = []
    for shown in view.zones(outermost):
        if own := shown.zone.own_items:
            look = _Look(tuple(_shows(item) for item, _ in shown.leaves), tuple(dict.fromkeys(painted(own))))
            out.append((shown.path, _Zone(look, shown.zone.span)))
    return out


def _shows(item: Item) -> object:
    if isinstance(item, TextItem):
        return "".join(run.text for piece in item.pieces for run in piece.runs)
    if isinstance(item, SymbolItem):
        return item.symbol.digest
    if isinstance(item, PathItem):
        return item.path
    return getattr(item, "picture", None)


def _judged(
    key: Key,
    faces: Sequence[_Face],
    risky: frozenset[Color],
    names: Mapping[Color, str],
    apart: dict[tuple[frozenset[int], frozenset[int]], bool],
) -> Iterator[Finding]:
    """The pairs of colours in one zone that nothing distinguishes. *apart* caches the answer for two sets of faces."""
    by_color: dict[Color, list[_Face]] = defaultdict(list)
    for face in faces:
        zone = face[1].get(key)
        if zone is not None and len(own := risky.intersection(zone.look.colors)) == 1:
            by_color[next(iter(own))].append(face)
    for one, other in combinations(by_color, 2):
        sight = seen_as_one(one, other)
        if sight is None:
            continue
        sets = frozenset(id(f) for f in by_color[one]), frozenset(id(f) for f in by_color[other])
        if sets not in apart:
            apart[sets] = _told_apart(by_color[one], by_color[other])
        if apart[sets]:
            continue
        laid, zones = by_color[one][0]
        a, b = (names.get(c, colors.written(c)) for c in (one, other))
        message = f"{a} and {b} look alike with {sight}, and nothing else on the face distinguishes them"
        hint = "add an icon, a text or a shape to the colour, or make one of the two lighter"
        about, place = frozenset((one, other)), zones[key].span
        yield of_card(
            Finding("confusable-colors", message, place, hint, zone=key[0], about=about, everywhere=True), laid
        )


def _told_apart(some: Sequence[_Face], others: Sequence[_Face]) -> bool:
    """Whether a zone of the face goes with the colour: it never looks the same on both sets, and isn't a name of each
    card.
    """
    for key in {k: None for _, zones in (*some, *others) for k in zones}:
        one, other = ({zones[key].look if key in zones else None for _, zones in faces} for faces in (some, others))
        count = len(one) + len(other)
        names_cards = count > 2 and (count > _MAX_VALUES or 2 * count > len(some) + len(others))
        if not names_cards and all(_differ(a, b) for a in one for b in other):
            return True
    return False


def _differ(a: _Look | None, b: _Look | None) -> bool:
    """Whether two looks of a zone can be distinguished with any sight."""
    if a is None or b is None:
        return a is not b
    if a.shows != b.shows or len(a.colors) != len(b.colors):
        return True
    pairs = zip(a.colors, b.colors, strict=True)
    return any(colors.distance(c, d) >= CLEAR and seen_as_one(c, d) is None for c, d in pairs)


CHECK = Check("confusable-colors", confusable_colors, gather=looks, once=True, of_colors=True)
