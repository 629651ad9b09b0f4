"""Where the shipped decks and templates lie: in a checkout, else inside the installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


CONTACT_SHEET, COMPARED_LOOKS = "contact-sheet.png", "looks.png"
"""Pictures that are made of a deck and lie in its folder; nothing refers to them."""


def shipped() -> Path:
    """The folder that holds ``decks/`` and ``templates/``."""
    # A checkout comes first: an editable install may leave an old copy of the data beside the package.
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "decks").is_dir():
        return checkout
    return _PACKAGE / "_shipped"


def decks() -> Path:
    """The folder of shipped decks."""
    return shipped() / "decks"


def templates() -> Path:
    """The folder of shipped templates, with ``symbols/`` and ``fonts/``."""
    return shipped() / "templates"


def shipped_decks() -> list[str]:
    """The ids of all shipped decks, sorted."""
    return sorted(p.parent.name for p in decks().glob("*/deck.yaml"))


def explanations() -> Path:
    """The file that says what each diagnostic's code means."""
    return _PACKAGE / "explanations.yaml"
