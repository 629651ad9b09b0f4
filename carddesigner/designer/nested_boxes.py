"""The box of a zone that keeps its position in another parent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from carddesigner.core.geometry import Rect
from carddesigner.core.units import MM
from carddesigner.source.yaml_edits import EditProblem

_ABSOLUTE = re.compile(r"\s*-?(\d+\.?\d*|\.\d+)\s*(mm|cm|in|pt|px)?\s*")
_EDGE = 0.002
"""Millimetres within which a side is on its parent's side."""
_ACROSS = ("left", "width", "right")
_DOWN = ("top", "below", "gap", "height", "max-height", "bottom")


def box_in(written: Mapping[str, Any], frame: Rect, room: float | None, was: Rect, parent: Rect) -> dict[str, Any]:
    """Return the box in a new *parent* with which a zone keeps its *frame*, and its text its *room*; *was* is the old
    parent. Keys of the *written* box are kept if they still apply, and lengths are measured from the same sides. Raises
    EditProblem if an expression computes a key that must change.
    """
    across = _equal(was.x, parent.x) and _equal(was.right, parent.right)
    down = _equal(was.y, parent.y) and _equal(was.bottom, parent.bottom)
    if across and down:
        return dict(written)
    sized = "size" in written
    for key, value in written.items():
        stays = not sized and ((key in _ACROSS and across) or (key in _DOWN and down))
        if isinstance(value, str) and "{" in value and not stays:
            raise EditProblem(f"an expression computes `{key}` of this zone")
    out: dict[str, Any] = {}
    keeps = sized and _is_length(written["size"])
    if across and not sized:
        out |= {k: written[k] for k in _ACROSS if k in written}
    else:
        sides = frame.x - parent.x, parent.right - frame.right, frame.width
        _axis(out, written, _ACROSS, sides, keeps=keeps)
    if down and not sized:
        out |= {k: written[k] for k in _DOWN if k in written}
    else:
        _down(out, written, frame, room, parent, keeps=keeps)
    if keeps:
        out["size"] = written["size"]
    return {k: out[k] for k in (*(k for k in written if k in out), *(k for k in out if k not in written))}


def _down(
    out: dict[str, Any], written: Mapping[str, Any], frame: Rect, room: float | None, parent: Rect, *, keeps: bool
) -> None:
    upper, lower = frame.y - parent.y, parent.bottom - frame.bottom
    auto = {"height": "auto", "max-height": _length(room if room is not None else frame.height)}
    if "below" in written:
        if "%" in str(written.get("gap", "")):
            raise EditProblem("its gap is a share of what it lies in")
        out |= {k: written[k] for k in ("below", "gap") if k in written}
        if written.get("height") == "auto":
            out |= auto
        elif not keeps:
            out["height"] = _kept(written, "height", frame.height)
    elif written.get("height") == "auto":
        from_below = "bottom" in written and "top" not in written
        out |= {"bottom": _length(lower)} if from_below else {"top": _length(upper)}
        out |= auto
    else:
        _axis(out, written, ("top", "height", "bottom"), (upper, lower, frame.height), keeps=keeps)


def plain_box(frame: Rect, parent: Rect) -> dict[str, str]:
    """Return the box of a frame, measured from the top left of its parent; an axis on which it fills the parent has no
    keys.
    """
    out: dict[str, str] = {}
    if not (_equal(frame.x, parent.x) and _equal(frame.right, parent.right)):
        out |= {"left": _length(frame.x - parent.x), "width": _length(frame.width)}
    if not (_equal(frame.y, parent.y) and _equal(frame.bottom, parent.bottom)):
        out |= {"top": _length(frame.y - parent.y), "height": _length(frame.height)}
    return out


def as_written(frame: Rect, parent: Rect) -> Rect:
    """Return the frame of a box as written, with its rounded lengths."""
    written = {k: float(v.removesuffix("mm")) * MM for k, v in plain_box(frame, parent).items()}
    return Rect(
        parent.x + written.get("left", 0.0),
        parent.y + written.get("top", 0.0),
        written.get("width", parent.width),
        written.get("height", parent.height),
    )


def _equal(a: float, b: float) -> bool:
    return abs(a - b) < _EDGE * MM


def _axis(
    out: dict[str, Any],
    written: Mapping[str, Any],
    keys: tuple[str, str, str],
    sides: tuple[float, float, float],
    *,
    keeps: bool,
) -> None:
    start, length, end = keys
    low, high, size = sides
    if not keeps and abs(low) < _EDGE * MM and abs(high) < _EDGE * MM:
        return
    if end in written and start not in written:
        if not keeps:
            out[length] = _kept(written, length, size)
        out[end] = _length(high)
    elif end in written and start in written:
        out |= {start: _length(low), end: _length(high)}
    else:
        out[start] = _length(low)
        if not keeps:
            out[length] = _kept(written, length, size)


def _kept(written: Mapping[str, Any], key: str, points: float) -> Any:
    return written[key] if key in written and _is_length(written[key]) else _length(points)


def _is_length(value: Any) -> bool:
    return isinstance(value, str) and _ABSOLUTE.fullmatch(value) is not None


def _length(points: float) -> str:
    mm = points / MM
    short = round(mm, 1)
    value = short if abs(short - mm) < 0.0005 else round(mm, 3)
    return f"{value or 0.0:g}mm"
