"""Shadows of zones."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from carddesigner.contents.base import Ink, Length, Model, Opacity, refusal
from carddesigner.core.color import Gray
from carddesigner.core.units import MM

MAX_BLUR = 20 * MM
"""The largest blur of a shadow."""


def _two_lengths(value: Any) -> Any:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise refusal("wrong-type", f"expected how far to the right and down, such as [0.5mm, 0.5mm], not {value!r}")
    return value


class ShadowStyle(Model):
    """A shadow of everything visible of a zone."""

    offset: Annotated[tuple[Length, Length], BeforeValidator(_two_lengths)] = (0.5 * MM, 0.5 * MM)
    """Its offset to the right and down, as ``[x, y]``."""
    blur: Annotated[Length, Field(ge=0, le=MAX_BLUR)] = 0.0
    """The blur of its edge; a blurred shadow is printed as a picture, a sharp one as vectors."""
    color: Ink = Gray(0.0)
    """Its colour."""
    opacity: Opacity = 0.5
    """From 0, invisible, to 1."""
