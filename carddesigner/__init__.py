"""From a spreadsheet to a deck in the hand: print-ready card decks.

The public face: ``load_deck`` and ``build`` do the work, ``Diagnostic`` is what they have to say,
``DeckError`` is raised when a deck has errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carddesigner.build import BuildResult, BuildSettings, build
    from carddesigner.core.report import DeckError, Diagnostic
    from carddesigner.load.find import load_deck

__version__ = "0.1.0"

__all__ = ["BuildResult", "BuildSettings", "DeckError", "Diagnostic", "__version__", "build", "load_deck"]

_HOMES = {
    "BuildResult": "carddesigner.build",
    "BuildSettings": "carddesigner.build",
    "build": "carddesigner.build",
    "load_deck": "carddesigner.load.find",
    "DeckError": "carddesigner.core.report",
    "Diagnostic": "carddesigner.core.report",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that ``--help`` imports next to nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'carddesigner' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
