"""The icons available to a deck: found by words, with their credits, and as pictures for a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from carddesigner.core.html import data_address
from carddesigner.core.report import Problem, nearest
from carddesigner.deck.assets import Assets
from carddesigner.source.files import read_bytes
from carddesigner.source.finder import ICON_ENDINGS
from carddesigner.source.paths import templates
from carddesigner.source.yaml import load_shipped
from carddesigner.svg.icon_sets import MAX_CANDIDATES, Credit

OWN = Credit("", "", "")
"""Stands for a deck's own icons, whose authors the deck knows."""


class Found(Struct, frozen=True):
    """Icons by name. If no icon has all the given words, the words by which these were found instead, and whether an
    icon has all of them (``and``) or any (``or``).
    """

    names: tuple[str, ...]
    spelt: tuple[str, ...] | None = None
    joined: Literal["and", "or"] = "and"


def icon_names(assets: Assets, short_names: Iterable[str] = ()) -> list[str]:
    """Return the names of all icons: the deck's short names, those in ``symbols/``, those of sets. Raises Problem for a
    broken set.
    """
    finder = assets.finder
    folders = (*(f / "symbols" for f in (finder.folder, *finder.parents)), finder.shipped / "symbols")
    own = {p.stem for f in folders for p in f.glob("*.*") if p.suffix[1:] in ICON_ENDINGS}
    sets = [f"{prefix}/{name}" for prefix in sorted(finder.icon_sets()) for name in assets.icon_set(prefix).names]
    return [*dict.fromkeys((*short_names, *sorted(own))), *sets]


def find_icons(names: Sequence[str], words: Sequence[str]) -> Found:
    """Find the icons whose names contain all the words, whole words first; if there are none, those with the nearest
    words.
    """
    wanted = [part for word in words for part in word.lower().replace("/", " ").replace("-", " ").split()]
    if not wanted:
        return Found(tuple(names))
    matching = _having(names, wanted)
    if matching:
        return Found(tuple(matching))
    vocabulary = {part for name in names for part in _parts(name)}
    spelt = [word if word in vocabulary else _nearest(word, vocabulary) or word for word in wanted]
    matching = _having(names, spelt)
    if matching:
        return Found(tuple(matching), tuple(spelt))
    used = [word for word in spelt if word in vocabulary]
    return Found(tuple(n for n in names if any(w in _parts(n) for w in used)), tuple(used), "or")


def _having(names: Iterable[str], words: Sequence[str]) -> list[str]:
    matching = [n for n in names if all(w in n for w in words)]
    return sorted(matching, key=lambda n: sum(w not in _parts(n) for w in words))


def _parts(name: str) -> list[str]:
    return name.replace("/", "-").split("-")


def _nearest(word: str, vocabulary: Iterable[str]) -> str | None:
    alike = sorted(k for k in vocabulary if abs(len(k) - len(word)) <= 2 and (k[:1] == word[:1] or k[-2:] == word[-2:]))
    return nearest(word, alike[:MAX_CANDIDATES])


def credit_of(assets: Assets, name: str, short: Mapping[str, str] | None = None) -> Credit:
    """Return an icon's credit. Raises Problem for an unknown icon."""
    name = (short or {}).get(name, name)
    prefix, slash, icon = name.partition("/")
    if "." in name:
        return OWN
    if slash:
        return assets.icon_credit(prefix, icon)
    path = assets.finder.symbol(name)
    inside = f"symbols/{path.name}"
    if not path.is_relative_to(templates().resolve()):
        return OWN
    mine = next(c for c in load_shipped(templates() / "credits.yaml") if inside in c["files"])
    return Credit(mine["source"], mine["author"], mine["licence"], "carddesigner")


def as_image(assets: Assets, name: str, short: Mapping[str, str]) -> str:
    """Return an icon as a data URL, in which no script runs; empty if the icon is broken."""
    from mimetypes import guess_type

    name = short.get(name, name)
    prefix, slash, icon = name.partition("/")
    try:
        if slash and "." not in name:
            kind, data = "image/svg+xml", assets.icon_set(prefix).svg(icon)
        else:
            path = assets.finder.own_file(name) if slash else assets.finder.symbol(name)
            kind, data = guess_type(path.name)[0] or "", read_bytes(path)
    except Problem:
        return ""
    return data_address(kind, data)
