"""The third-party works that faces show, and running text with their credits in place of ``{{ credits }}``."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from carddesigner.contents.picture import IconContent
from carddesigner.contents.text import Text
from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.items import GroupItem, ImageItem, Item, ShadowItem, SymbolItem, TextItem
from carddesigner.deck.credits import Printed, credits_text
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.text.document import Passage, has_credits, texts_of
from carddesigner.text.rich import pieces, symbols_in


class Collector:
    """Collects the icons and fonts of faces; a zone that faces share is searched once."""

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}
        self._icons: set[str] = set()
        self._fonts: set[str] = set()

    def add(self, faces: Iterable[LaidFace | None]) -> None:
        """Add the icons and fonts of these faces."""
        for face in faces:
            for zone in face.zones if face is not None else ():
                if id(zone) not in self._seen:
                    self._seen[id(zone)] = zone
                    self._contents(zone)
                    self._items(zone.items)

    @property
    def printed(self) -> Printed:
        """The icons and fonts collected so far."""
        return Printed(frozenset(self._icons), frozenset(self._fonts))

    def add_text(self, deck: LoadedDeck) -> None:
        """Add the icons of a deck's running text."""
        texts = (text for c in deck.components for text in texts_of(c.blocks or ()))
        self._icons.update(symbol.name for text in texts for symbol in symbols_in(text))

    def _contents(self, zone: PlacedZone) -> None:
        # Icons with gradients are drawn as items without a name, so the content gives the name.
        if isinstance(zone.content, IconContent):
            self._icons.add(zone.content.icon.name)
        elif isinstance(zone.content, Text):
            self._icons.update(symbol.name for symbol in symbols_in(zone.content.text))
        for child in zone.children:
            self._contents(child)

    def _items(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, SymbolItem):
                self._icons.add(item.symbol.name)
            elif isinstance(item, ImageItem):
                self._icons.add(item.picture.path)
            elif isinstance(item, TextItem):
                self._fonts.update(piece.font for piece in item.pieces)
            elif isinstance(item, GroupItem | ShadowItem):
                self._items(item.items)
                if isinstance(item, GroupItem) and item.mask is not None:
                    self._items(item.mask.items)


def with_credits(deck: LoadedDeck, lay: Callable[[LoadedDeck, Collector], None]) -> LoadedDeck:
    """Return the deck with its credits filled in. *lay* lays out a deck without credits and collects what its faces
    show. Raises Problem if a text becomes too long.
    """
    collector = Collector()
    collector.add_text(deck)
    lay(replace(deck, components=tuple(_filled(c, "") for c in deck.components)), collector)
    text = credits_text(collector.printed.icons, deck.assets)
    return replace(deck, components=tuple(_filled(c, text) for c in deck.components))


def _filled(component: LoadedComponent, text: str) -> LoadedComponent:
    """Return a component with these credits; a paragraph that would be empty is left out."""
    if not has_credits(component.blocks or ()):
        return component
    blocks = []
    for block in component.blocks or ():
        if isinstance(block, Passage) and block.with_credits is not None:
            block = block.with_credits(text)
            if not pieces(block.text):
                continue
        blocks.append(block)
    return replace(component, blocks=tuple(blocks))
