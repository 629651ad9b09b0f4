"""Tables and running text of a deck, reused by its next reading if their files didn't change."""

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
"""Keys of ``deck.yaml`` that don't matter for reading tables and running text."""


class _Part(Struct, frozen=True, eq=False):
    """The result of reading some files, its problems, and the requests, files and counts of the reading."""

    made: object
    report: Report
    requested: Mapping[Request, object]
    used: frozenset[Path]
    data: frozenset[Path]
    cells: int
    characters: int


class Parts(Struct, eq=False):
    """The parts of a reading of a deck, in one language and edition, by name. ``before`` are those of the previous
    reading. Since then only the *changed* files have changed; these are tables, running text, templates or
    ``deck.yaml``, whose ``root`` decides whether the parts are read in the same way.
    """

    root: Node | None = None
    before: Mapping[str, _Part] = {}
    changed: frozenset[Path] = frozenset()
    now: dict[str, _Part] = field(default_factory=dict)

    def for_next(self) -> Parts:
        """Return what the next reading starts with."""
        return Parts(self.root, self.now)

    def since(self, changed: frozenset[Path]) -> Parts:
        """Return the same if only these files have changed."""
        return Parts(self.root, self.before, changed)

    def without(self, changed: frozenset[Path]) -> Parts:
        """Return the parts that don't use these changed files; a reading that reused the rest was made in the
        meantime.
        """
        return Parts(self.root, {name: part for name, part in self.before.items() if not part.used & changed})

    def begin(self, root: Node) -> None:
        """Start a reading: reuse only parts that this ``deck.yaml`` reads in the same way."""
        if self.root is not root:
            alike = self.root is not None and _read_alike(self.root, root)
            # Problems may refer to places in the old deck.yaml, which may have moved.
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
        """Return what *make* reads from files, or its result in the previous reading; *make* reports problems to the
        report it is given. A result isn't kept if it has errors or *keeps* returns False, and isn't reused if it would
        exceed *most* cells and characters. Raises DeckError.
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
        return fits and not part.used & self.changed and assets.gives(part.requested)


def _read_alike(before: Node, now: Node) -> bool:
    """Whether two versions of ``deck.yaml`` agree on everything that concerns tables and running text."""
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
        made, requested = assets.recording(lambda: make(own))
        own_used, own_data = frozenset(finder.used), frozenset(finder.data)
    except DeckError:
        for problem in own:
            report.add(problem)
        raise DeckError(report) from None
    finally:
        finder.used, finder.data = used | finder.used, data | finder.data
    return _Part(made, own, requested, own_used, own_data, assets.cells - cells, assets.characters - characters)
