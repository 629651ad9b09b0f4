"""Credits for the icons and fonts that a deck prints, and the attribution that their licences require."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from carddesigner.core.report import Problem
from carddesigner.deck.assets import Assets
from carddesigner.deck.icons import OWN, credit_of
from carddesigner.source.paths import templates
from carddesigner.source.yaml import load_shipped
from carddesigner.svg.icon_sets import Credit
from carddesigner.text.font_files import clean_name, licence_of

WITHOUT_CREDIT = ("CC0-1.0", "Unlicense", "0BSD", "WTFPL")
"""Licences that require no attribution."""
MAX_CREDIT = 200
"""The most characters shown of what a font says about itself."""
ADDRESSES = {
    "CC-BY-3.0": "https://creativecommons.org/licenses/by/3.0/",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC-BY-NC-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
}


class Printed(Struct, frozen=True):
    """What faces show: icons by name, fonts by key."""

    icons: frozenset[str]
    fonts: frozenset[str]


class Used(Struct, frozen=True):
    """A credit and the icons or fonts that it is for."""

    credit: Credit
    what: str
    names: tuple[str, ...]


def credits_of(printed: Printed, assets: Assets) -> tuple[Used, ...]:
    """Return all credits for what is printed: icons by set and author, then fonts. A deck's own icons have no credit;
    for its own fonts, the credit is read from the files.
    """
    icons: dict[Credit, list[str]] = {}
    for name in sorted(printed.icons):
        try:
            icons.setdefault(credit_of(assets, name), []).append(name)
        except Problem:
            # A drawing of the deck, named by its path.
            continue
    icons.pop(OWN, None)
    shipped: list[dict[str, Any]] = load_shipped(templates() / "credits.yaml")
    fonts = []
    for entry in shipped:
        keys = sorted(k for k in printed.fonts if any(f.startswith(f"fonts/{k}.") for f in entry["files"]))
        if keys:
            credit = Credit(entry["source"], entry["author"], entry["licence"], entry["name"])
            fonts.append(Used(credit, "fonts", tuple(keys)))
    shown = {key for used in fonts for key in used.names}
    names_of: dict[Credit, list[str]] = {}
    for key in sorted(printed.fonts - shown):
        font = assets.face(key)
        family, author, source = (clean_name(font.hb_face.get_name(i) or "", MAX_CREDIT) for i in (1, 9, 11))
        names_of.setdefault(Credit(source, author, licence_of(font.hb_face), family), []).append(font.name)
    fonts += [Used(credit, "fonts", tuple(keys)) for credit, keys in sorted(names_of.items(), key=lambda o: o[0].title)]
    made = [Used(credit, "icons", tuple(names)) for credit, names in icons.items()]
    return (*sorted(made, key=lambda u: (u.credit.title, -len(u.names), u.credit.author)), *fonts)


def credits_text(icons: Iterable[str], assets: Assets) -> str:
    """Return the attribution that the licences of these icons require, without words of any language: source, authors,
    licence.
    """
    made = credits_of(Printed(frozenset(icons), frozenset()), assets)
    owed: dict[tuple[str, str], list[str]] = {}
    for used in made:
        if used.credit.licence not in WITHOUT_CREDIT:
            owed.setdefault((used.credit.title, used.credit.licence), []).append(used.credit.author)
    lines = []
    for (title, licence), authors in owed.items():
        address = ADDRESSES.get(licence)
        spelt = licence.replace("CC-BY", "CC BY").replace("-", " ") if licence.startswith("CC-") else licence
        by = ", ".join(filter(None, dict.fromkeys(authors)))
        terms = f" ({spelt}{f', {address}' if address else ''})" if licence else ""
        lines.append(f"{title}{f': {by}' if by else ''}{terms}")
    return "; ".join(lines)
