"""The replacement of a text in table cells."""

from pydantic import Field

from carddesigner.contents.base import Model


class Replacement(Model):
    """The replacement of a text; ``"(R)": ":rest:"`` is short for ``"(R)": {with: ":rest:"}``."""

    with_: str = Field(max_length=1_000)
    """The new text; blank deletes the old one."""
    columns: tuple[str, ...] = Field(default=(), max_length=1_000)
    """Only in these columns."""
