"""The template of a new deck: its look, and what stands in the look's zones."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

from carddesigner.editors import modeline
from carddesigner.source.yaml import Node, find
from carddesigner.starter.looks.sizes import POKER
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.zones import answer, face_of, front, hyphenates
from carddesigner.starter.spelling import filled


def template_file(part: Sketched) -> str:
    """The text of the template's file."""
    own = {name: _fallback(font) for name, font in part.look.fonts.items()}
    return modeline("template") + filled(
        Path(__file__).with_suffix(".jinja"),
        name=part.template,
        look=part.look,
        main=part.back in (None, part.template),
        alone=not part.kinds,
        fonts={name: [*dict.fromkeys((*have, *part.fallback))] for name, have in own.items()} if part.fallback else {},
        wanted=part.wanted,
        wanted_fonts={name: [*dict.fromkeys((*have, *part.fallback, *part.wanted))] for name, have in own.items()},
        styles=_styles(part, part.look.styles),
        face=face_of(part),
        front=front(part),
        answer=answer(part),
    )


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
    """Sizes of type for cards that are much larger or smaller than a poker card, for which looks are made, and hyphenation."""
    share = _share(part)
    usual = _USUAL[0] < share < _USUAL[1]
    out = []
    for name, style in styles.items():
        size = style.mapping.get("size")
        said = []
        if size is not None and not usual:
            least = style.mapping.get("min-size", size)
            scaled = max(_points(least), _scaled(_points(size), share))
            said.append(f"size: {scaled:g}pt")
        if name == "rules" and hyphenates(part):
            said.append("hyphenate: true")
        if said:
            out.append(f"{name}: {{{', '.join(said)}}}")
    return out


def _points(size: Node) -> float:
    return float(str(size.value).removesuffix("pt"))


def _scaled(size: float, share: float) -> float:
    """What is read has to be large enough on small cards, and needn't grow as much on large ones."""
    return round(2 * size * (share if size > _READ else sqrt(share))) / 2


_READ = 11
