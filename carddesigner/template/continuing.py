"""Zones whose text continues elsewhere, and the zones that continue it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from carddesigner.contents.text import BoxedText
from carddesigner.core.report import Diagnostic, did_you_mean
from carddesigner.template.expressions import Expression
from carddesigner.template.spec import Deferred, FaceSpec, PartCall, RepeatSpec, Template, ZoneSpec

Faces = Sequence[tuple[Template, FaceSpec]]
"""A card's faces, front first, each with its template."""


class ContinuingZone(Struct, frozen=True):
    """A zone whose text can continue, with the number of its face; ``has_following``: following cards may take the
    rest.
    """

    spec: ZoneSpec
    face: int
    has_following: bool


def continuing_zones(faces: Faces) -> dict[str, ContinuingZone]:
    """Return the zones whose texts can continue elsewhere, by name."""
    out: dict[str, ContinuingZone] = {}
    for n, (template, face) in enumerate(faces):
        for spec in _every(face.zones, template):
            values = _values(spec, "text")
            if values is not None and values.get("overflow", "error") not in ("error", "ellipsis"):
                out.setdefault(spec.id, ContinuingZone(spec, n, values.get("following-cards", 0) != 0))
    return out


def continuing_problems(faces: Faces) -> list[Diagnostic]:
    """Return problems: texts without a place to continue, and zones that continue no text."""
    zones = continuing_zones(faces)
    taken: set[str] = set()
    out = []
    for template, face in faces:
        for spec in _every(face.zones, template):
            values = _values(spec, "continued")
            if values is None or isinstance(name := values["continued"], Expression):
                if values is not None:
                    taken.update(zones)
                continue
            taken.add(str(name))
            if name not in zones:
                near = did_you_mean(str(name), zones) or (f"; there is {', '.join(zones)}" if zones else "")
                message = f"{name!r} is no zone of this card with `overflow: continue`{near}"
                out.append(Diagnostic("continue-nowhere", message, spec.span, zone=spec.id))
    for name, zone in zones.items():
        if name not in taken and not zone.has_following:
            message = f"the text of {name!r} has nowhere to go on"
            hint = f"add a zone with `continued: {name}` to this face or the back, or `following-cards: 1`"
            out.append(Diagnostic("continue-nowhere", message, zone.spec.span, hint, zone=name))
    return out


def _every(zones: tuple[ZoneSpec, ...], template: Template) -> Iterator[ZoneSpec]:
    """Zones with everything in them. The zones of a part occur once, however often it is used."""
    seen: set[str] = set()
    waiting = [zones]
    for group in waiting:
        for spec in group:
            yield spec
            waiting.append(spec.children)
            body = spec.content.body if isinstance(spec.content, RepeatSpec) else spec.content
            if isinstance(body, tuple):
                waiting.append(body)
            elif isinstance(body, PartCall):
                names = {body.name} if isinstance(body.name, str) else set(template.parts)
                new = sorted((names & template.parts.keys()) - seen)
                seen.update(new)
                waiting += [template.parts[name].zones for name in new]


def _values(spec: ZoneSpec, key: str) -> dict[str, object] | None:
    """The settings of a zone's content, if it is a text in a box that has this *key*."""
    content = spec.content
    if isinstance(content, Deferred):
        values = content.plan.values
        return values if issubclass(content.model, BoxedText) and isinstance(values, dict) and key in values else None
    names = type(content).model_fields if isinstance(content, BoxedText) else ()
    return {_key(n): getattr(content, n) for n in names} if key in names else None


def _key(name: str) -> str:
    return name.replace("_", "-")
