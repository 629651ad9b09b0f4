"""The paths of the shipped decks and templates: in a checkout, else inside the installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


CONTACT_SHEET, COMPARED_LOOKS = "contact-sheet.png", "looks.png"
"""Pictures made from a deck and stored in its folder; nothing refers to them."""


def shipped() -> Path:
    """Return the folder that contains ``decks/`` and ``templates/``."""
    # A checkout takes precedence, because an editable install may leave an old copy of the data in the package.
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "decks").is_dir():
        return checkout
    return _PACKAGE / "_shipped"


def decks() -> Path:
    """Return the folder of shipped decks."""
    return shipped() / "decks"


def templates() -> Path:
    """Return the folder of shipped templates, with ``symbols/`` and ``fonts/``."""
    return shipped() / "templates"


def shipped_decks() -> list[str]:
    """Return the ids of all shipped decks, sorted."""
    return sorted(p.parent.name for p in decks().glob("*/deck.yaml"))


def explanations() -> Path:
    """Return the file that explains the codes of diagnostics."""
    return _PACKAGE / "explanations.yaml"
