"""The names that values may have on a face: colours, icons, styles and other named things of the deck."""

from __future__ import annotations

from carddesigner.checks.colors import GRAY, SIGHTS
from carddesigner.core.piece import PieceKey
from carddesigner.core.record import fields_of
from carddesigner.core.report import Problem
from carddesigner.deck.icons import as_image, find_icons, icon_names
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.names import palette_color
from carddesigner.designer.font_samples import family_of
from carddesigner.designer.property_messages import ColorName, ColorVision, IconPicture, Icons, Names
from carddesigner.draw.screen import screen_color
from carddesigner.source.yaml import Node

MAX_ICONS = 96
"""The most icons that are shown of those found."""


def names_on(loaded: LoadedDeck, key: PieceKey, face: str) -> Names:
    """Return the names that values may have on a face, ``template#face``, of a piece."""
    component = next(c for c in loaded.components if c.id == key.component)
    source = loaded.templates.get(face.partition("#")[0])

    def section(name: str) -> dict[str, Node]:
        return source.section(name) if source is not None else {}

    colors = {name: str(node.value) for name, node in section("palette").items()} | dict(loaded.deck.palette)
    card = loaded.cards.get(key)
    return Names(
        face=face,
        component=key.component,
        stock=component.stock_name,
        colors=tuple(_color(name, value) for name, value in colors.items()),
        styles=tuple(section("styles")),
        parts=tuple(section("parts")),
        faces=tuple(section("faces")),
        stocks=tuple(loaded.deck.stocks),
        fields=tuple(fields_of(card.row)) if card is not None else (),
        fonts=tuple((name, family_of(node)) for name, node in section("fonts").items()),
        color_visions=tuple(ColorVision(name, sum(rows, ())) for name, rows in {**SIGHTS, "grey": GRAY}.items()),
    )


def icons_for(loaded: LoadedDeck, query: str) -> Icons:
    """Return the first icons whose names contain all words of a query. Raises Problem for a broken set."""
    assets, short = loaded.assets, loaded.deck.icons
    names = find_icons(icon_names(assets, short), query.split()).names
    some = tuple(IconPicture(name, as_image(assets, name, short)) for name in names[:MAX_ICONS])
    return Icons(query, some, len(names))


def _color(name: str, value: str) -> ColorName:
    try:
        return ColorName(name, value, screen_color(palette_color(value)))
    except Problem:
        return ColorName(name, value, "")
