"""The keys of a zone, and the JSON Schema of a template made of them."""

from carddesigner.contents import CONTENTS, REPEATS
from carddesigner.contents.base import Model
from carddesigner.contents.text import TextSettings
from carddesigner.contents.zone import ZoneSettings

STRUCTURE = ("in", "when", "zones", "style", "before", "after", "params")
"""Keys of a zone that are neither settings, nor a content, nor a content's own settings."""

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
"""What other programs call a zone's keys, for those who write them here."""


def keys_of(model: type[Model]) -> tuple[str, ...]:
    """A model's settings as they are written."""
    return tuple(f.alias or name for name, f in model.model_fields.items())


SETTINGS = keys_of(ZoneSettings)
STYLE_KEYS = (*keys_of(TextSettings), "fill", "stroke", "radius", "opacity", "shadow", "blend")
"""What a style may say."""
