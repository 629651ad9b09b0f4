"""Cards are laid out in idle time before they are requested, so that they can be shown at once."""

from __future__ import annotations

import time
from collections.abc import Iterator

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.session import Session

REST = 0.4
"""Seconds without a request after which laying out continues."""
AT_A_TIME = 0.006
"""Seconds for which cards are laid out without a pause."""
PAUSE = 0.012
"""Seconds between, for requests and other processes."""
MAX_CARDS = 4_000
"""The most cards of a deck that are laid out ahead."""


class Ahead:
    """The cards of the current deck that are not laid out yet."""

    def __init__(self) -> None:
        self._of: LoadedDeck | None = None
        self._left: Iterator[PieceKey] = iter(())

    def some(self, session: Session) -> bool:
        """Lay out some of the remaining cards; return whether some may be left."""
        if session.deck.unsaved:
            return False
        try:
            loaded = session.loaded()
        except DeckError:
            return False
        if loaded is not self._of:
            single = {c.id for c in loaded.components if not c.is_die and c.blocks is None}
            self._of = loaded
            self._left = iter([key for key in loaded.cards if key.component in single][:MAX_CARDS])
        end = time.perf_counter() + AT_A_TIME
        for key in self._left:
            try:
                session.deck.laid_piece(key)
            except DeckError:
                return False
            if time.perf_counter() > end:
                return True
        return False
