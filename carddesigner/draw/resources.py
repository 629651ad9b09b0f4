"""What drawings name of their document, and the bytes of its streams: all that is known of a document before it is written."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from carddesigner.draw.painter import Painter, Resource

_LEVEL = 4
"""How hard zlib tries: the default of 6 takes a third longer, for a twentieth less."""


def deflated(data: bytes) -> bytes:
    """A stream's bytes as they are written."""
    return zlib.compress(data, _LEVEL)


def named_by(uses: Iterable[Resource], painter: Painter) -> set[Resource]:
    """What pages name, and the forms that they name, and so on; the painter may have drawn for another document too."""
    named: set[Resource] = set()
    waiting = set(uses)
    while waiting:
        resource = waiting.pop()
        named.add(resource)
        waiting |= named_in(resource, painter) - named
    return named


def named_in(resource: Resource, painter: Painter) -> frozenset[Resource]:
    """What a resource that a painter knows names itself: what a form uses, a state's mask, a pattern's shading."""
    kind, name = resource
    if kind == "XObject" and (form := painter.forms.get(name)) is not None:
        return form.drawing.uses
    if kind == "ExtGState" and (state := painter.states.get(name)) is not None and state.mask is not None:
        return frozenset([("XObject", state.mask)])
    return frozenset([("Shading", painter.patterns[name][0])]) if kind == "Pattern" else frozenset()
