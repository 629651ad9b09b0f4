"""Icons for words: the shipped one that is called so."""

from __future__ import annotations

from functools import cache

from carddesigner.deck.assets import Assets
from carddesigner.source import paths
from carddesigner.source.finder import Finder
from carddesigner.starter.roles.icons import plain_icons
from carddesigner.starter.roles.vocabulary import folded


@cache
def _of_set() -> frozenset[str]:
    """The names of the shipped set."""
    shipped = paths.templates()
    return frozenset(Assets(Finder(shipped, shipped)).icon_set("game-icons").names)


def icon_of(word: str) -> str | None:
    """The name of the icon for a word; None where there is none."""
    plain, of_set = plain_icons(paths.templates()), _of_set()
    name = folded(word)
    for form in (name, name.removesuffix("s")):
        if form in plain:
            return form
        if form in of_set:
            return f"game-icons/{form}"
    return None
