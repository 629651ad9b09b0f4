"""The rest of another zone's text."""

from carddesigner.contents.text import BoxedText


class ContinuedContent(BoxedText):
    """``continued:`` in a zone."""

    continued: str
    """The name of the zone, with `overflow: continue`, whose text continues here: on the same face, or on the back of
    its card.
    """
