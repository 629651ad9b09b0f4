"""A deck's languages and editions, without reading its cards."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import DeckError, Report
from carddesigner.deck.assets import Assets
from carddesigner.deck.deck import deck_tree
from carddesigner.deck.find import find_deck
from carddesigner.schema.deck import DeckModel
from carddesigner.source import paths
from carddesigner.source.finder import Finder
from carddesigner.source.yaml import Node, plain


class DeckOutline(Struct, frozen=True):
    """A deck's name, its original language, its translations, and its editions besides the base edition."""

    deck: str
    language: str
    languages: tuple[str, ...]
    editions: tuple[str, ...]


def deck_outline(deck: str | Path) -> DeckOutline:
    """Return what ``deck.yaml`` declares, even if the deck has other errors. Raises DeckError if it can't be read."""
    root = _tree(deck, None)
    written = root.mapping if root is not None else {}
    name, language = (str(written[key].value) if key in written else "" for key in ("deck", "language"))
    listed = written["languages"].value if "languages" in written else ()
    languages = tuple(str(node.value) for node in listed) if isinstance(listed, tuple) else ()
    editions = tuple(written["editions"].mapping) if "editions" in written else ()
    return DeckOutline(name, language or DeckModel.model_fields["language"].default, languages, editions)


def folded_components(deck: str | Path, edition: str | None) -> tuple[tuple[str, str], ...]:
    """Return the components printed as booklets and leaflets in an edition, each with which of these it is; empty if
    the deck can't be read.
    """
    try:
        root = _tree(deck, edition)
    except DeckError:
        return ()
    components = plain(root).get("components") if root is not None else None
    return tuple(
        (str(one.get("id")), kind)
        for one in (components if isinstance(components, list) else ())
        for kind in ("booklet", "leaflet")
        if isinstance(one, dict) and one.get(kind) is not None and one.get("copies") != 0
    )


def _tree(deck: str | Path, edition: str | None) -> Node | None:
    """The tree of ``deck.yaml``, None for an empty file. Raises DeckError."""
    file, report = find_deck(deck), Report()
    root = deck_tree(file, Assets(Finder(file.parent, paths.templates())), edition, report)
    if root is None:
        report.raise_errors()
    return root
