"""How texts of table cells are changed on reading: markup of other programs, and replaced texts."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, StringConstraints

from carddesigner.contents.base import Later, short_for
from carddesigner.core.markup import Markup

if TYPE_CHECKING:
    import carddesigner.schema.replacement


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


MarkupSetting = Annotated[
    tuple[Markup, ...], BeforeValidator(_several, json_schema_input_type=Markup | tuple[Markup, ...])
]
"""One markup, or a list."""

MAX_REPLACED = 200
"""The most replaced texts of one deck."""


ReplacedText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
ReplacementSetting = Annotated[
    Later["carddesigner.schema.replacement.Replacement"],
    BeforeValidator(short_for("with", "expected a text, or a mapping such as {with: ':rest:', columns: [rules]}")),
]
"""The replacement of a text, alone or with its columns."""
