"""Effects on a whole zone, applied to its finished items: ink, mask, shadow, blend mode, opacity and rotation."""

from __future__ import annotations

from msgspec.structs import replace

from carddesigner.contents.shadow import ShadowStyle
from carddesigner.contents.zone import ZoneSettings
from carddesigner.core.color import Gray, Spot
from carddesigner.core.effort import spend
from carddesigner.core.extent import extent
from carddesigner.core.geometry import Matrix, Rect, rectangle
from carddesigner.core.items import (
    GroupItem,
    ImageItem,
    Item,
    Mask,
    PathItem,
    Picture,
    ShadowItem,
    in_one_ink,
    placed_symbol,
)
from carddesigner.core.paint import BLENDS
from carddesigner.core.report import Problem

_DPI = 300
"""The resolution at which a shadow's work is counted."""
MAX_PIXELS = 20_000_000
"""The maximum number of pixels of a shadow; a larger one has a lower resolution."""


MAX_SHADOWS = 4
"""The maximum depth of nested shadows, because each level doubles what is drawn."""


def with_effects(
    items: tuple[Item, ...], settings: ZoneSettings, frame: Rect, turn: Matrix | None, shadows: int
) -> tuple[Item, ...]:
    """Return a zone's items with all effects of its settings; *shadows* is the depth of nested shadows, the zone's own
    included. Raises Problem.
    """
    if settings.spot is not None:
        items = (GroupItem(_in_ink(items, settings.spot), overprint=True),)
    if settings.mask is not None:
        items = (GroupItem(items, mask=Mask(_mask(settings.mask, frame))),)
    if settings.shadow is not None and shadows == MAX_SHADOWS + 1:
        raise Problem("too-deep", f"shadows are nested more than {MAX_SHADOWS} levels deep; remove one of them")
    if settings.shadow is not None and shadows <= MAX_SHADOWS:
        items = (*_shadow(settings.shadow, items), *items)
    # A spot ink prints above the others and doesn't blend with them.
    blend = BLENDS[settings.blend] if settings.spot is None else "Normal"
    if turn is None and settings.opacity == 1 and blend == "Normal":
        return items
    return (GroupItem(items, turn, opacity=settings.opacity, blend=blend),)


def _in_ink(items: tuple[Item, ...], ink: Spot) -> tuple[Item, ...]:
    try:
        return in_one_ink(items, ink)
    except ValueError as problem:
        hint = "an icon or an SVG can be printed in one ink; a picture may be the zone's `mask`"
        raise Problem(
            "spot-picture", f"{problem}, and is not printed in the ink {ink.name!r} alone", hint=hint
        ) from None


def _mask(mask: object, frame: Rect) -> tuple[Item, ...]:
    if isinstance(mask, Picture):
        return (ImageItem(mask, frame),)
    return (placed_symbol(mask, frame, Gray(0.0)),) if frame.width and frame.height else ()  # type: ignore[arg-type]


def _shadow(style: ShadowStyle, items: tuple[Item, ...]) -> tuple[Item, ...]:
    around = extent(items)
    if around is None or not around.width * around.height:
        return ()
    color = replace(style.color, alpha=style.color.alpha * style.opacity)
    if not style.blur:
        # A sharp shadow is its colour masked by the items.
        shape = GroupItem(items, Matrix.move(*style.offset))
        shown = rectangle(around.moved(*style.offset).grown(1.0))
        return (GroupItem((PathItem(shown, color),), mask=Mask((shape,))),)
    # A normal distribution is negligible beyond three deviations.
    box = around.grown(1.5 * style.blur)
    spend(100 + int(min(box.width * box.height * (_DPI / 72) ** 2, MAX_PIXELS) / 1000), "blurred shadows")
    return (ShadowItem(items, color, style.blur, style.offset, box),)
