"""The CSS rules that drawing programs write into an SVG: classes, ids and elements with their properties."""

from __future__ import annotations

import re

from carddesigner.svg.file import too_large, unsupported

MAX_RULES = 2_000

_COMMENT = r"/\*.*?\*/|<!--|-->"
_RULE = r"([^{}]*)\{([^{}]*)\}"
_SELECTOR = r"[.#]?[A-Za-z_][\w-]*|\*"

Rules = dict[str, list[tuple[str, str]]]
"""The properties of each selector, such as ``.a``, ``#b``, ``path`` or ``*``; later ones win."""

COMPLEX = "the SVG uses CSS rules that are not just classes; save it with presentation attributes"


def read_css(css: str) -> Rules:
    """The rules of a style sheet that has only simple selectors. Raises SymbolProblem for any other."""
    css = re.sub(_COMMENT, "", css, flags=re.S)
    if not css.strip():
        return {}
    if re.sub(_RULE, "", css).strip() or "@" in css or "!" in css:
        raise unsupported(COMPLEX)
    out: Rules = {}
    rules = re.findall(_RULE, css)
    if len(rules) > MAX_RULES:
        raise too_large(f"the SVG has more than {MAX_RULES:,} CSS rules", drawable=True)
    for selectors, body in rules:
        for selector in (s.strip() for s in selectors.split(",")):
            if not re.fullmatch(_SELECTOR, selector):
                raise unsupported(COMPLEX)
            out.setdefault(selector, []).extend(read_declarations(body))
    return out


def read_declarations(text: str) -> list[tuple[str, str]]:
    """The properties of a rule, or of a ``style`` attribute. Properties without a value are left out, and so are
    colours of a wider gamut after a plain colour, which is meant for programs without wide-gamut colours.
    """
    out: list[tuple[str, str]] = []
    for part in text.split(";"):
        key, _, value = (side.strip() for side in part.partition(":"))
        if value and not (value.startswith("color(") and any(earlier == key for earlier, _ in out)):
            out.append((key, value))
    return out


def matching(rules: Rules, tag: str, attributes: dict[str, str]) -> list[tuple[str, str]]:
    """The rules for an element, the weakest first."""
    if not rules:
        return []
    names = ["*", tag]
    # Of rules for two classes the later one wins.
    classes = {f".{c}" for c in attributes.get("class", "").split()}
    names += [s for s in rules if s in classes]
    names.append("#" + attributes.get("id", ""))
    return [pair for name in names for pair in rules.get(name, ())]
