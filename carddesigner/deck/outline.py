"""Which languages and editions a deck has, of which no card is read."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.deck.assets import Assets
from carddesigner.deck.deck import deck_tree
from carddesigner.deck.find import find_deck
from carddesigner.schema.deck import DeckModel
from carddesigner.source import paths
from carddesigner.source.finder import Finder


class DeckOutline(Struct, frozen=True):
    """A deck's name, the language it is written in, those it is translated to, and its editions beside the base edition."""

    deck: str
    language: str
    languages: tuple[str, ...]
    editions: tuple[str, ...]


def deck_outline(deck: str | Path) -> DeckOutline:
    """What ``deck.yaml`` declares, whatever else is wrong with the deck. Raises DeckError for one that can't be read."""
    file, report = find_deck(deck), Report()
    root = deck_tree(file, Assets(Finder(file.parent, paths.templates())), None, report)
    if root is None:
        report.raise_errors()
    written = root.mapping if root is not None else {}
    name, language = (str(written[key].value) if key in written else "" for key in ("deck", "language"))
    listed = written["languages"].value if "languages" in written else ()
    languages = tuple(str(node.value) for node in listed) if isinstance(listed, tuple) else ()
    editions = tuple(written["editions"].mapping) if "editions" in written else ()
    return DeckOutline(name, language or DeckModel.model_fields["language"].default, languages, editions)
