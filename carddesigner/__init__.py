"""From a spreadsheet to a deck in the hand: print-ready card decks.

The public face: ``load_deck`` gives a ``Deck`` of ``Card`` values that is looked at, changed (``with_rows``), shown
(``face``), checked (``validate``) and printed (``build``); ``open_deck`` is for who edits its files. What is wrong with
a deck is a ``Report`` of ``Diagnostic`` values; ``DeckError`` carries one.

    >>> import carddesigner as cd
    >>> deck = cd.load_deck("monogoto")
    >>> len(deck.cards), deck.cards[0]["suit"]
    (76, 'shield')
    >>> cd.validate(deck).errors
    []
"""

from __future__ import annotations

TYPE_CHECKING = False  # the library's own takes longer to import than all that is needed to answer a signal
if TYPE_CHECKING:
    from typing import Any

    from carddesigner.api.deck import Card, Deck, OpenDeck, build, load_deck, open_deck, validate
    from carddesigner.api.face import Face
    from carddesigner.api.parse import expression, length, paper
    from carddesigner.core.options import OptionError
    from carddesigner.core.papers import Paper
    from carddesigner.core.report import DeckError, Diagnostic, Report, Severity
    from carddesigner.core.source import Span
    from carddesigner.export.deck_files import accept_translations, declare_fields
    from carddesigner.export.files import OutputProblem
    from carddesigner.export.manifest import Artifact, PieceRecord
    from carddesigner.pipeline.imposition import ComponentCount
    from carddesigner.pipeline.options import PrintOptions
    from carddesigner.pipeline.options import PrintOptions as BuildSettings
    from carddesigner.pipeline.result import BuildResult, ExportResult
    from carddesigner.playtest.report import Playtest

__version__ = "0.1.0"

__all__ = [
    "Artifact",
    "BuildResult",
    "BuildSettings",
    "Card",
    "ComponentCount",
    "Deck",
    "DeckError",
    "Diagnostic",
    "ExportResult",
    "Face",
    "OpenDeck",
    "OptionError",
    "OutputProblem",
    "Paper",
    "PieceRecord",
    "Playtest",
    "PrintOptions",
    "Report",
    "Severity",
    "Span",
    "__version__",
    "accept_translations",
    "build",
    "declare_fields",
    "expression",
    "length",
    "load_deck",
    "open_deck",
    "paper",
    "validate",
]

_PUBLIC = {
    "api.deck": "Card Deck OpenDeck build load_deck open_deck validate",
    "api.face": "Face",
    "api.parse": "expression length paper",
    "core.options": "OptionError",
    "core.papers": "Paper",
    "core.report": "DeckError Diagnostic Report Severity",
    "core.source": "Span",
    "export.deck_files": "accept_translations declare_fields",
    "export.files": "OutputProblem",
    "export.manifest": "Artifact PieceRecord",
    "pipeline.result": "BuildResult",
    "pipeline.export": "ExportResult",
    "pipeline.imposition": "ComponentCount",
    "pipeline.options": "PrintOptions",
    "playtest.report": "Playtest",
}
_HOMES = {name: f"carddesigner.{module}" for module, names in _PUBLIC.items() for name in names.split()}
"""The module of each public name."""

_EARLIER = {"BuildSettings": "PrintOptions"}
"""Names that public values had before."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that ``--help`` imports next to nothing."""
    name = _EARLIER.get(name, name)
    if name not in _HOMES:
        raise AttributeError(f"module 'carddesigner' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), _EARLIER.get(name, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
