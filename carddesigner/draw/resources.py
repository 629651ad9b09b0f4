"""The resources that drawings name, and the compression of streams: what can be done for drawings before their document
is written.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from carddesigner.draw.painter import Painter, Resource

_LEVEL = 4
"""The compression level of zlib: the default, 6, takes a third longer and saves a twentieth."""


def deflated(data: bytes) -> bytes:
    """The compressed bytes of a stream."""
    return zlib.compress(data, _LEVEL)


def named_by(uses: Iterable[Resource], painter: Painter) -> set[Resource]:
    """The resources that pages name, directly or through forms; the painter may have drawn for another document too."""
    named: set[Resource] = set()
    waiting = set(uses)
    while waiting:
        resource = waiting.pop()
        named.add(resource)
        waiting |= named_in(resource, painter) - named
    return named


def named_in(resource: Resource, painter: Painter) -> frozenset[Resource]:
    """The resources that a resource itself names: those of a form, a state's mask, a pattern's shading."""
    kind, name = resource
    if kind == "XObject" and (form := painter.forms.get(name)) is not None:
        return form.drawing.uses
    if kind == "ExtGState" and (state := painter.states.get(name)) is not None and state.mask is not None:
        return frozenset([("XObject", state.mask)])
    return frozenset([("Shading", painter.patterns[name][0])]) if kind == "Pattern" else frozenset()
