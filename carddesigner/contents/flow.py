"""Where a component's Markdown flows: the box of a page, and how its titles, texts and figures look."""

from typing import Any

from pydantic import Field

from carddesigner.contents.base import Length, Measure, Model, refusal
from carddesigner.contents.text import TextSettings


class FlowSettings(Model):
    """The looks of running text; each is a style's name or settings of its own."""

    text: TextSettings
    """The look of paragraphs, lists and tables: a style's name, or settings."""
    title: TextSettings
    """The look of ``# titles``."""
    heading: TextSettings
    """The look of ``## headings``."""
    caption: TextSettings | None = None
    """The look of captions under figures."""
    board: str | None = None
    """Which of the template's `boards` draws the text's figures of pieces."""
    gap: Length = 3.0
    """Space between paragraphs; half of it between the items of a list that no blank lines part."""
    indent: Length = 8.0
    """Space before the text of list items."""
    columns: int = Field(default=1, ge=1, le=4, strict=True)
    """How many columns the text runs in; titles, and figures wider than a column, go across all of them."""
    column_gap: Measure = 14.0
    """Space between columns."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse what belongs to a text in its box, and means nothing where text runs on."""
        for key in ("text", "title", "heading", "caption"):
            look = getattr(self, key)
            if look is not None and (isinstance(look.color, Model) or look.text_stroke or look.arc):
                message = "running text takes no gradient, `text-stroke` or `arc`; they go with `text:` in a zone"
                raise refusal("never-acts", message, key)


class FlowContent(Model):
    """``flow:`` in a zone."""

    flow: FlowSettings
    """The Markdown of the component's ``pages``, ``booklet`` or ``leaflet``, in this zone of as many pieces as it needs."""
