"""The template of a new deck: its look, and what stands in the look's zones."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.editors import modeline
from carddesigner.source.files import read_text
from carddesigner.source.yaml import Node, find, load_yaml
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.zones import answer, face_of, front
from carddesigner.starter.spelling import filled

_POKER = 63.5, 88.9


def template_file(part: Sketched) -> str:
    """The text of the template's file."""
    root = load_yaml(part.look.file, read_text(part.look.file), Report())
    assert root is not None
    fonts = find(root, ("fonts",)).mapping
    own = {name: _fallback(font) for name, font in fonts.items()}
    return modeline("template") + filled(
        Path(__file__).with_suffix(".jinja"),
        name=part.template,
        look=part.look,
        fonts={name: [*dict.fromkeys((*have, *part.fallback))] for name, have in own.items()} if part.fallback else {},
        wanted=part.wanted,
        wanted_fonts={name: [*dict.fromkeys((*have, *part.fallback, *part.wanted))] for name, have in own.items()},
        styles=_styles(part, find(root, ("styles",)).mapping),
        face=face_of(part),
        front=front(part),
        answer=answer(part),
    )


def _fallback(font: Node) -> list[str]:
    listed = find(font, ("fallback",)).value
    return [str(n.value) for n in listed] if isinstance(listed, tuple) else []


def _styles(part: Sketched, styles: dict[str, Node]) -> list[str]:
    """Sizes of type for cards that are much larger or smaller than a poker card, for which looks are made."""
    fitting = part.fitting
    share = sqrt(fitting.width * fitting.height / (_POKER[0] * _POKER[1]))
    if 0.88 < share < 1.12:
        return []
    out = []
    for name, style in styles.items():
        settings = style.mapping
        if "size" in settings:
            # What is read has to be large enough on small cards, and needn't grow as much on large ones.
            size = float(str(settings["size"].value).removesuffix("pt"))
            least = float(str(settings["min-size"].value).removesuffix("pt")) if "min-size" in settings else size
            out.append(
                f"{name}: {{size: {max(least, round(2 * size * (share if size > 10 else sqrt(share))) / 2):g}pt}}"
            )
    return out
