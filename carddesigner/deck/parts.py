"""Tables and running text of a deck as they were read, taken over by its next reading where their files stayed as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar, cast

from msgspec import Struct, field

from carddesigner.core.face import Request
from carddesigner.core.report import DeckError, Report
from carddesigner.deck.assets import Assets
from carddesigner.source.yaml import Node, plain

Made = TypeVar("Made")

_UNREAD = frozenset(
    (
        "title",
        "description",
        "licence",
        "see-also",
        "texts",
        "stocks",
        "print",
        "phrases",
        "glossary",
        "glossary-except",
    )
) | frozenset(("checks", "silence", "packs", "library", "odds", "count-by"))
"""Keys of ``deck.yaml`` by which neither tables nor running text are read."""


class _Part(Struct, frozen=True, eq=False):
    """What was made of some files, what is wrong with it, and what it asked for, used and counted."""

    made: object
    report: Report
    asked: Mapping[Request, object]
    used: frozenset[Path]
    data: frozenset[Path]
    cells: int
    characters: int


class Parts(Struct, eq=False):
    """The parts of a reading of a deck, in one language and edition, by their names. ``before`` are those of the reading before it,
    since when only the *changed* files were changed, all of them tables, running text, templates or ``deck.yaml``, whose ``root``
    says whether they are read alike.
    """

    root: Node | None = None
    before: Mapping[str, _Part] = {}
    changed: frozenset[Path] = frozenset()
    now: dict[str, _Part] = field(default_factory=dict)

    def for_next(self) -> Parts:
        """What the next reading begins with."""
        return Parts(self.root, self.now)

    def since(self, changed: frozenset[Path]) -> Parts:
        """The same where only these files were changed."""
        return Parts(self.root, self.before, changed)

    def without(self, changed: frozenset[Path]) -> Parts:
        """The same where these files were changed, of which a reading was made that took over all else."""
        return Parts(self.root, {name: part for name, part in self.before.items() if not part.used & changed})

    def begin(self, root: Node) -> None:
        """Take over only what this ``deck.yaml`` has read alike."""
        if self.root is not root:
            alike = self.root is not None and _read_alike(self.root, root)
            # What is wrong may name places in it that are others now.
            self.before = {n: p for n, p in self.before.items() if not p.report.diagnostics} if alike else {}
        self.root = root

    def part(
        self,
        name: str,
        assets: Assets,
        report: Report,
        make: Callable[[Report], Made],
        *,
        most: tuple[int, int],
        keeps: Callable[[Made], bool] = lambda _: True,
    ) -> Made:
        """What *make* makes of files, or made of them before; it reports what is wrong to its own report. Nothing is taken over
        with errors, what *keeps* says no to, or where there are more than *most* cells and characters with it. Raises DeckError.
        """
        part = self.before.get(name)
        if part is not None and self._is_same(part, assets, most):
            assets.cells += part.cells
            assets.characters += part.characters
            assets.finder.used |= part.used
            assets.finder.data |= part.data
        else:
            part = _made(assets, report, make)
        if not part.report.errors and keeps(cast("Made", part.made)):
            self.now[name] = part
        for problem in part.report:
            report.add(problem)
        return cast("Made", part.made)

    def _is_same(self, part: _Part, assets: Assets, most: tuple[int, int]) -> bool:
        fits = assets.cells + part.cells <= most[0] and assets.characters + part.characters <= most[1]
        return fits and not part.used & self.changed and assets.gives(part.asked)


def _read_alike(before: Node, now: Node) -> bool:
    """Whether what one ``deck.yaml`` says of tables and running text is the same as in another."""
    old, new = before.mapping, now.mapping
    return all(
        key in old and key in new and (old[key] is new[key] or repr(plain(old[key])) == repr(plain(new[key])))
        for key in {*old, *new} - _UNREAD
    )


def _made(assets: Assets, report: Report, make: Callable[[Report], Made]) -> _Part:
    finder, own = assets.finder, Report(lenient=report.lenient)
    used, data, cells, characters = finder.used, finder.data, assets.cells, assets.characters
    finder.used, finder.data = set(), set()
    try:
        made, asked = assets.asking(lambda: make(own))
        own_used, own_data = frozenset(finder.used), frozenset(finder.data)
    except DeckError:
        for problem in own:
            report.add(problem)
        raise DeckError(report) from None
    finally:
        finder.used, finder.data = used | finder.used, data | finder.data
    return _Part(made, own, asked, own_used, own_data, assets.cells - cells, assets.characters - characters)
