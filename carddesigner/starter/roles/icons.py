"""Names of icons that a new deck can draw, and the words that stand for them in cells."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path

from msgspec import Struct

from carddesigner.deck.assets import Assets
from carddesigner.starter.roles.vocabulary import folded
from carddesigner.svg.icon_sets import nearest_icon


@cache
def plain_icons(shipped: Path) -> frozenset[str]:
    """The names of the icons that the program has besides its sets; *shipped* is the folder of its templates."""
    return frozenset(p.stem for p in (shipped / "symbols").glob("*.svg"))


class IconNames(Struct, frozen=True, dict=True):
    """The icons that a deck can draw by what cells call them. Sets are opened when a name is first asked for."""

    assets: Assets

    @cached_property
    def _sets(self) -> dict[str, frozenset[str]]:
        """Names by what goes before them: nothing, or a set's name with a slash."""
        finder = self.assets.finder
        of_sets = {f"{prefix}/": frozenset(self.assets.icon_set(prefix).names) for prefix in finder.icon_sets()}
        return {"": plain_icons(finder.shipped), **of_sets}

    def find(self, word: str) -> str | None:
        """The name of the icon that a word stands for, in any spelling; None where none is called so."""
        return next(iter(self._candidates(word).values()), None)

    def of(self, words: Iterable[str]) -> dict[str, str]:
        """The icons of the words that stand for one: all of one set, if there is such a set."""
        candidates = {word: names for word in words if (names := self._candidates(word))}
        for prefix in self._sets:
            if all(prefix in names for names in candidates.values()):
                return {word: names[prefix] for word, names in candidates.items()}
        return {word: next(iter(names.values())) for word, names in candidates.items()}

    def nearest(self, word: str) -> str | None:
        """The name that is most like a word that stands for no icon; None if none is near."""
        prefix, slash, bare = word.rpartition("/")
        if slash and f"{prefix}/" not in self._sets:
            return None
        near = nearest_icon(folded(bare), sorted(frozenset().union(*self._sets.values())))
        return self.find(near) if near is not None else None

    def _candidates(self, word: str) -> dict[str, str]:
        """The icons that a word may stand for, by what goes before their names."""
        prefix, slash, bare = word.rpartition("/")
        spelt = dict.fromkeys((bare, folded(bare), folded(bare).removesuffix("s")))
        return {
            p: f"{p}{name}"
            for p, names in self._sets.items()
            if not slash or p == f"{prefix}/"
            if (name := next((s for s in spelt if s in names), None)) is not None
        }
