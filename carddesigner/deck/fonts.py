"""The fonts that a template declares: families, fallbacks and settings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from carddesigner.core.report import Problem, did_you_mean
from carddesigner.core.source import Span
from carddesigner.source.yaml import Node
from carddesigner.text.font_face import Coordinates
from carddesigner.text.font_files import MAX_AXES, read_weight

KEYS = ("family", "fallback", "languages", "weight", "italic", "axes", "instance")
"""The settings of a template's font."""


class DeclaredFont(Struct, frozen=True):
    """A family with its requested settings, None for the regular face, and the place of each setting. Unless *exact*,
    the nearest available face is used.
    """

    family: str
    settings: tuple[int | None, bool, Coordinates, str] | None
    places: Mapping[str, Span]
    exact: bool = True


def declared_fonts(name: str, node: Node, language: str) -> tuple[DeclaredFont, ...]:
    """Return a template's font and its fallbacks in a language. Raises Problem for invalid settings."""
    if isinstance(node.value, str):
        return (DeclaredFont(node.value, None, {"family": node.span}),)
    wanted = f"font {name!r} takes {', '.join(f'`{k}`' for k in KEYS)}"
    if not isinstance(node.value, dict) or node.value.get("family") is None:
        raise Problem("unknown-font", f"{wanted}; its `family` is missing", node.span, whole=True)
    for key, value in node.value.items():
        if key not in KEYS:
            message = f"font {name!r} has no setting {key!r}{did_you_mean(key, KEYS)}"
            raise Problem("unknown-font", message, value.key_span, hint=wanted, whole=True)
    family, others = node.value["family"], node.value.get("languages")
    if others is not None:
        family = others.mapping.get(language) or others.mapping.get(language.split("-")[0]) or family
    for value in (family, *(fallbacks := _listed(node.value.get("fallback")))):
        if value.value is None or isinstance(value.value, (dict, tuple)):
            raise Problem("wrong-type", f"font {name!r}: expected a family's name", value.span, whole=True)
    weight, italic, instance = (node.value.get(k) for k in ("weight", "italic", "instance"))
    if italic is not None and not isinstance(italic.value, bool):
        raise Problem("wrong-type", "expected true or false", italic.span, whole=True)
    given = (
        _weight(weight) if weight is not None else None,
        italic is not None and bool(italic.value),
        _axes(node.value["axes"]) if "axes" in node.value else (),
        str(instance.value) if instance is not None else "",
    )
    settings = given if any(given) else None
    places = {k: n.span for k, n in node.value.items()} | {"family": family.span}
    return (
        DeclaredFont(str(family.value), settings, places),
        *(DeclaredFont(str(n.value), settings, {"family": n.span}, exact=False) for n in fallbacks),
    )


def _listed(node: Node | None) -> tuple[Node, ...]:
    """The entries of a list or a single value; empty for None."""
    if node is None or node.value is None:
        return ()
    return node.value if isinstance(node.value, tuple) else (node,)


def _weight(node: Node) -> int:
    try:
        return read_weight(node.value)
    except Problem as problem:
        raise Problem(problem.code, problem.message, node.span, whole=True) from None


def _axes(node: Node) -> Coordinates:
    """Values by axis tag."""
    if not isinstance(node.value, dict) or len(node.value) > MAX_AXES:
        message = "`axes` is a mapping of a variable font's axes to numbers, such as {wdth: 80}"
        raise Problem("wrong-type", message, node.span, whole=True)
    for tag, value in node.value.items():
        if isinstance(value.value, bool) or not isinstance(value.value, (int, float)):
            raise Problem("wrong-type", f"axis {tag!r} takes a number", value.span, whole=True)
    return tuple(
        (tag, float(value.value)) for tag, value in node.value.items() if isinstance(value.value, (int, float))
    )
