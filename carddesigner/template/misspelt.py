"""Zones that were meant to change a zone of the extended template, but have a misspelt name."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from carddesigner.core.effort import spend
from carddesigner.core.report import Report, guess, nearest
from carddesigner.schema.template import CONTENT_KEYS
from carddesigner.source.yaml import Node

_PLACES = ("box", "in")
_SHOWS = (*CONTENT_KEYS, "fill", "stroke", "zones")
_NEAR = 0.7
_MOST = 20
"""The most zones of a face whose names are compared; nobody misspells more."""
_STEPS = 5
"""The steps for comparing two names."""


def check_names(zones: Mapping[str, Node], file: str, report: Report) -> frozenset[str]:
    """Report zones of a template's own *file* that have no place of their own, and nearly the name of an inherited zone
    that isn't changed. Those that show nothing either are errors; they are returned, because nothing else about them
    should be reported.
    """
    left = [name for name, zone in zones.items() if zone.span.path != file]
    own = ((n, z) for n, z in zones.items() if left and z.span.path == file and isinstance(z.value, dict))
    placeless = ((name, zone) for name, zone in own if not any(key in zone.mapping for key in _PLACES))
    wrong = set()
    for name, zone in islice(placeless, _MOST):
        spend(_STEPS * len(left))
        near = guess(name, nearest(name, left, _NEAR))
        if not near:
            continue
        shows = any(key in zone.mapping for key in _SHOWS)
        what = "has no box" if shows else "has nothing to show"
        message = f"zone {name!r} is none of those that are extended, and {what}{near}"
        hint = f"extended are {', '.join(left)}; a `box` or `in` gives a zone of your own its place"
        if shows:
            report.warn("unknown-zone", message, zone.key_span or zone.span, hint=hint, fix=near.fix)
        else:
            report.error("unknown-zone", message, zone.key_span or zone.span, hint=hint, fix=near.fix)
            wrong.add(name)
    return frozenset(wrong)
