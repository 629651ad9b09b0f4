"""Keywords, which are set in a style of their own."""

from pydantic import Field

from carddesigner.contents.base import Model


class KeywordSetting(Model):
    """A keyword: its style wherever it occurs in a text, and the reminder that ``{Keyword}`` adds."""

    name: str | None = Field(default=None, max_length=60)
    """The word in the language of a translation, ``Flying.pt``, if it differs."""
    reminder: str | None = Field(default=None, max_length=1000)
    """The text after the keyword where it is written in braces."""
    bold: bool | None = None
    """Sets it bold. The default, unless the keyword has italic, small-caps or a colour."""
    italic: bool = False
    """Sets it italic."""
    small_caps: bool = False
    """Sets it in small capitals."""
    color: str | None = None
    """Sets it in a colour of the palette, or a colour code."""
    ignore_case: bool = False
    """Finds it regardless of capital letters."""
