"""Detect a zone's own settings that have no effect, whatever the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from carddesigner.core.report import Report
from carddesigner.source.yaml import Node

_WHOLE = ("rotate", "flip", "opacity", "blend", "shadow", "mask")
"""Settings that affect everything a zone shows."""
_CORNERS = ("rectangle", "diamond", "polygon", "star")


def check_acting(name: str, zone: Node, entries: Mapping[str, Node], kind: str | None, report: Report) -> None:
    """Report the *zone*'s own settings that have no effect. *entries* are all its settings, *kind* is its content's
    key.
    """

    def has(*keys: str) -> bool:
        return any(key in entries and entries[key].value not in (None, False, {}) for key in keys)

    def refuse(key: str, why: str, hint: str | None = None) -> None:
        node = entries.get(key)
        if node is not None and node.value not in (None, False) and _is_own(node, zone):
            report.error(
                "never-acts", f"zone {name!r}: `{key}` does nothing {why}", node.key_span or node.span, hint=hint
            )

    painted = has("fill", "stroke")
    shape = entries["shape"].value if kind == "shape" else None
    shape = shape if isinstance(shape, str) and "{{" not in shape else None
    if kind is None and not painted and not has("zones"):
        for key in (*_WHOLE, "clip", "radius"):
            refuse(key, "where nothing is shown", "give the zone a content, a fill, a stroke or zones of its own")
        return
    if kind in ("shape", "path"):
        if not has("zones"):
            refuse("clip", "where no zones lie in the form")
        if not painted and not (has("clip") and has("zones")):
            refuse(kind, "without `fill` or `stroke`, for nothing of it is shown")
    if shape == "line":
        refuse("fill", "in a line, which has no inside", "`stroke` draws the line")
    if kind == "path":
        refuse("radius", "in a path; draw it with round corners")
    elif shape is not None and shape not in _CORNERS:
        refuse("radius", f"in a form without corners: {shape}")
    elif kind not in ("image", "shape") and not painted and not has("clip"):
        refuse("radius", "without `fill`, `stroke` or `clip`, for no corner is seen")
    for key, why in _without_effect(entries):
        refuse(key, why)


def _without_effect(entries: Mapping[str, Node]) -> Iterator[tuple[str, str]]:
    """Settings of contents that have no effect because of others, with the reason."""
    if _has_value(entries, "fit", "stretch", maybe=False):
        yield "focus", "where the picture is stretched, for nothing of it is cropped"
    if not _has_value(entries, "overflow", "continue"):
        yield "following-cards", "without `overflow: continue`"


def _has_value(entries: Mapping[str, Node], key: str, value: str, *, maybe: bool = True) -> bool:
    """Whether a setting has a value, or with *maybe* could have it for some card."""
    given = entries[key].value if key in entries else None
    return given == value or (maybe and isinstance(given, str) and "{{" in given)


def _is_own(node: Node, zone: Node) -> bool:
    """Whether a setting is in the zone's own mapping, rather than inherited or from a style."""
    own, whole = node.span, zone.span
    return own.path == whole.path and whole.start <= own.start <= whole.end
