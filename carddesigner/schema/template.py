"""The keys of zones and styles."""

from carddesigner.contents import CONTENTS, REPEATS
from carddesigner.contents.base import Model
from carddesigner.contents.text import TextSettings
from carddesigner.contents.zone import ZoneSettings

STRUCTURE = ("in", "when", "zones", "style", "before", "after", "params")
"""Keys of a zone that are neither settings nor a content or its settings."""

CONTENT_KEYS = (*CONTENTS, "part", *REPEATS)
"""A zone has at most one of these."""

OTHER_NAMES = {
    "barcode": "code",
    "qr": "code",
    "ellipse": "shape",
    "circle": "shape",
    "rect": "shape",
    "rectangle": "shape",
    "img": "image",
    "picture": "image",
    "png": "image",
    "str": "text",
    "outline": "text-stroke",
    "border": "stroke",
}
"""Names of a zone's keys in other programs, to suggest ours."""


def keys_of(model: type[Model]) -> tuple[str, ...]:
    """Return a model's settings by the names in YAML."""
    return tuple(f.alias or name for name, f in model.model_fields.items())


SETTINGS = keys_of(ZoneSettings)
STYLE_KEYS = (*keys_of(TextSettings), "fill", "stroke", "radius", "opacity", "shadow", "blend")
"""The keys of a style."""
