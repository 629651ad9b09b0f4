"""Names of icons that a new deck can draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from carddesigner.deck.assets import Assets


@cache
def plain_icons(shipped: Path) -> frozenset[str]:
    """The names of the icons that the program has besides its sets; *shipped* is the folder of its templates."""
    return frozenset(p.stem for p in (shipped / "symbols").glob("*.svg"))


def icon_finder(assets: Assets) -> Callable[[str], str | None]:
    """What goes before a name so that it is an icon's: nothing where it is one, a shipped set's name; None where no set has it.

    Sets are opened when a name is first asked for.
    """
    known: dict[str, str] = {}

    def find(name: str) -> str | None:
        if not known:
            finder = assets.finder
            for prefix in finder.icon_sets():
                known.update(dict.fromkeys(assets.icon_set(prefix).names, f"{prefix}/"))
            known.update(dict.fromkeys(plain_icons(finder.shipped), ""))
        prefix, slash, icon = name.partition("/")
        if slash:
            return "" if known.get(icon) == f"{prefix}/" else None
        return known.get(name)

    return find
