"""The template of a new deck: its look, and what stands in the look's zones."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from msgspec.structs import replace

from carddesigner.editors import modeline
from carddesigner.source.yaml import Node, find
from carddesigner.starter.looks.sizes import POKER
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.zones import answer, face_of, front, hyphenates
from carddesigner.starter.spelling import filled, unused


def template_file(parts: Sequence[Sketched], *, explained: bool) -> str:
    """The text of the file of a template with the faces of these parts, which are alike; *explained* is where the look
    is explained.
    """
    part = parts[0]
    families = {name: _fallback(font) for name, font in part.look.fonts.items()}
    return modeline("template") + filled(
        Path(__file__).with_suffix(".jinja"),
        name=part.template,
        look=part.look,
        explained=explained,
        alone=not part.kinds and not part.terse,
        fonts={name: [*dict.fromkeys((*have, *part.fallback))] for name, have in families.items()}
        if part.fallback
        else {},
        wanted=part.wanted,
        wanted_fonts={name: [*dict.fromkeys((*have, *part.fallback, *part.wanted))] for name, have in families.items()},
        styles=_styles(part, part.look.styles),
        faces=[(p, face_of(p), front(p), answer(p)) for p in parts],
    )


def sharing(parts: Sequence[Sketched]) -> tuple[Sketched, ...]:
    """The parts of a deck with one template for those that need the same but for its faces, of which each has its
    own.
    """
    alike: dict[object, list[Sketched]] = {}
    for part in parts:
        alike.setdefault((part.look.name, *_styles(part, part.look.styles)), []).append(part)
    called: dict[str, str] = {}
    faces: dict[str, tuple[str, str]] = {}
    alone = {own[0].template for own in alike.values() if not own[1:]}
    for own in filter(lambda own: own[1:], alike.values()):
        deck, look, names = own[0].deck, own[0].look, {*alone, *called.values()}
        # The look's own name is left to a copy of it.
        name = deck if deck not in names else unused(f"{deck}-{look.name}", names)
        # What the look calls its faces is theirs.
        taken = {*look.faces, *(p.template for p in own)}
        for part in own:
            called[part.template] = name
            face = part.template if part.template not in look.faces else unused(part.template, taken)
            answer = unused(f"{face}-answer", {*taken, face})
            faces[part.template] = face, answer
            taken |= {face, answer}
    out = []
    for part in parts:
        face, answer = faces.get(part.template, (part.face, part.answer))
        back = called.get(part.back, part.back) if part.back is not None else None
        out.append(
            replace(part, template=called.get(part.template, part.template), face=face, answer=answer, back=back)
        )
    return tuple(out)


def rules_size(part: Sketched) -> float:
    """The largest size of the rules, in points."""
    size = _points(part.look.styles["rules"].mapping["size"])
    share = _share(part)
    return size if _USUAL[0] < share < _USUAL[1] else _scaled(size, share)


_USUAL = 0.88, 1.12
"""Of a poker card's sides: cards for which the sizes of type of a look are right."""


def _share(part: Sketched) -> float:
    return sqrt(part.fitting.width * part.fitting.height / (POKER[0] * POKER[1]))


def _fallback(font: Node) -> list[str]:
    listed = find(font, ("fallback",)).value
    return [str(n.value) for n in listed] if isinstance(listed, tuple) else []


def _styles(part: Sketched, styles: dict[str, Node]) -> list[str]:
    """Sizes of type for cards that are much larger or smaller than a poker card, for which looks are made, and
    hyphenation.
    """
    share = _share(part)
    usual = _USUAL[0] < share < _USUAL[1]
    out = []
    for name, style in styles.items():
        size = style.mapping.get("size")
        settings = []
        if size is not None and not usual:
            least = style.mapping.get("min-size", size)
            scaled = max(_points(least), _scaled(_points(size), share))
            settings.append(f"size: {scaled:g}pt")
        if name == "rules" and hyphenates(part):
            settings.append("hyphenate: true")
        if settings:
            out.append(f"{name}: {{{', '.join(settings)}}}")
    return out


def _points(size: Node) -> float:
    return float(str(size.value).removesuffix("pt"))


def _scaled(size: float, share: float) -> float:
    """What is read has to be large enough on small cards, and needn't grow as much on large ones."""
    return round(2 * size * (share if size > _READ else sqrt(share))) / 2


_READ = 11
