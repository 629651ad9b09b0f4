"""Where a component's Markdown flows: the box of a page, and how its titles, texts and figures look."""

from __future__ import annotations

from carddesigner.contents.base import Length, Model
from carddesigner.contents.text import TextSettings


class FlowSettings(Model):
    """``flow:`` the looks of running text; each is a style's name or settings of its own.

    ``gap`` stands between paragraphs, ``indent`` before the text of list items.
    """

    text: TextSettings
    title: TextSettings
    heading: TextSettings
    caption: TextSettings | None = None
    gap: Length = 3.0
    indent: Length = 8.0


class FlowContent(Model):
    """``flow:`` in a zone."""

    flow: FlowSettings
