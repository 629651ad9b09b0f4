"""A deck's own checks of its cards."""

from typing import Literal

from carddesigner.contents.base import Model
from carddesigner.schema.deck import Identifier


class DeckCheck(Model):
    """A condition for a deck's cards."""

    that: str
    """An expression without braces that must be true: over all ``cards``, or with ``each`` over each ``card``."""
    message: str
    """The message if it is false; can contain expressions in ``{{ }}``."""
    each: Identifier | None = None
    """The component whose cards are checked one by one; the message names the card and its cell."""
    severity: Literal["error", "warning"] = "error"
    """Whether a deck that fails the check can still be built (``warning``) or not."""
