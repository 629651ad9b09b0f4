"""How texts of table cells are changed on reading: markup of other programs, and replaced texts."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints

from carddesigner.contents.base import Later, Model, short_for
from carddesigner.core.markup import Markup


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


MarkupSetting = Annotated[
    tuple[Markup, ...], BeforeValidator(_several, json_schema_input_type=Markup | tuple[Markup, ...])
]
"""One markup, or a list."""

MAX_REPLACED = 200
"""The most replaced texts of one deck."""


class Replacement(Model):
    """The replacement of a text; ``"(R)": ":rest:"`` is short for ``"(R)": {with: ":rest:"}``."""

    with_: str = Field(max_length=1_000)
    """The new text; blank deletes the old one."""
    columns: tuple[str, ...] = Field(default=(), max_length=1_000)
    """Only in these columns."""


ReplacedText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
ReplacementSetting = Annotated[
    Later[Replacement],
    BeforeValidator(short_for("with", "expected a text, or a mapping such as {with: ':rest:', columns: [rules]}")),
]
"""The replacement of a text, alone or with its columns."""
