"""Names of icons that a new deck can draw."""

from __future__ import annotations

from collections.abc import Callable

from carddesigner.deck.assets import Assets
from carddesigner.source.finder import ICON_ENDINGS


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
            own = (p.stem for p in (finder.shipped / "symbols").glob("*.*") if p.suffix[1:] in ICON_ENDINGS)
            known.update(dict.fromkeys(own, ""))
        prefix, slash, icon = name.partition("/")
        if slash:
            return "" if known.get(icon) == f"{prefix}/" else None
        return known.get(name)

    return find
