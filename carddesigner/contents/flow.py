"""Where a component's Markdown flows: the box of a page, and the look of its titles, texts and figures."""

from typing import Any

from pydantic import Field

from carddesigner.contents.base import Length, Measure, Model, refusal
from carddesigner.contents.text import TextSettings


class FlowSettings(Model):
    """The look of running text; each is a style's name or settings of its own."""

    text: TextSettings
    """The look of paragraphs, lists and tables: a style's name, or settings."""
    title: TextSettings
    """The look of ``# titles``."""
    heading: TextSettings
    """The look of ``## headings``."""
    caption: TextSettings | None = None
    """The look of captions under figures."""
    board: str | None = None
    """Which of the template's `boards` draws figures of pieces in the text."""
    gap: Length = 3.0
    """Space between paragraphs; half of it between list items without blank lines between them."""
    indent: Length = 8.0
    """Space before the text of list items."""
    columns: int = Field(default=1, ge=1, le=4, strict=True)
    """The number of columns; titles, and figures wider than a column, span all of them."""
    column_gap: Measure = 14.0
    """Space between columns."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse settings for text in a box that have no meaning in running text."""
        for key in ("text", "title", "heading", "caption"):
            look = getattr(self, key)
            if look is not None and (isinstance(look.color, Model) or look.text_stroke or look.arc):
                message = "running text takes no gradient, `text-stroke` or `arc`; they go with `text:` in a zone"
                raise refusal("never-acts", message, key)


class FlowContent(Model):
    """``flow:`` in a zone."""

    flow: FlowSettings
    """The Markdown of the component's ``pages``, ``booklet`` or ``leaflet``, in this zone of as many pieces as it
    needs.
    """
