"""A deck as read in each language and edition, cached until files change."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from carddesigner.core.cache import Cache
from carddesigner.core.report import Report
from carddesigner.core.serials import Serials
from carddesigner.deck.assets import Assets
from carddesigner.deck.cards import Split
from carddesigner.deck.deck import read_deck_file
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.parts import Parts
from carddesigner.deck.template import TemplateSource, load_template
from carddesigner.source import paths
from carddesigner.source.cache import FileCache
from carddesigner.source.finder import Finder
from carddesigner.source.yaml import plain

MAX_DRAWN = 100_000_000
"""The maximum size in bytes of drawn SVGs, some of which may be unused, before a change discards everything."""
_DATA = frozenset((".csv", ".tsv", ".tab", ".txt", ".md", ".xlsx", ".xlsm", ".ods"))
"""Suffixes of tables and running text. Other tables may also be templates or icon sets."""

_OF_TEXT = ("styles", "palette", "fonts")
"""Sections of a template that are part of running text once it is read."""


class _Variant(Struct, frozen=True):
    """A deck as read in a language and an edition, its problems, and the files of its templates. ``assets`` is a copy
    from that time, because layout adds to a deck's assets.
    """

    loaded: LoadedDeck | None
    report: Report
    assets: Assets
    templates: frozenset[Path] = frozenset()
    parts: Parts = field(default_factory=Parts)
    changed: frozenset[Path] = frozenset()
    """Files changed since."""
    whole: _Variant | None = None
    """For a deck with errors, the last reading without any; once its templates can be read again, the deck follows from
    it.
    """

    def after(self, files: frozenset[Path]) -> _Variant:
        """Return the reading with these files marked as changed, too."""
        whole = self.whole.after(files) if self.whole is not None else None
        return replace(self, changed=self.changed | files, whole=whole)


class DeckReadings(Struct):
    """A deck's *file*, and what was read from it. Values derived from it are in the ``cache``."""

    file: Path
    _assets: Assets | None = None
    _variants: dict[tuple[str | None, str | None], _Variant] = field(default_factory=dict)
    held: Mapping[Path, Path] = field(default_factory=dict)
    """Files that are read in place of others."""
    serials: Serials | None = None
    """The serial numbers to read, of the cards that are made by number; None for all."""
    split: Split | None = None
    """How tables are read in parts; None to read them whole."""

    @property
    def cache(self) -> Cache:
        """The cache of what was made from the deck's values."""
        return (self._assets or self._fresh_assets()).files.cache

    @property
    def parents(self) -> tuple[Path, ...]:
        """The folders of the decks that this one extends, as last read."""
        return tuple(p.resolve() for p in self._assets.finder.parents) if self._assets is not None else ()

    def changed(self, files: Iterable[Path]) -> None:
        """Record that these files, or the content of these folders, were changed, created or removed."""
        gone = frozenset(Path(os.path.realpath(path)) for path in files)
        if not gone:
            return
        for name in ("svg.renderer", "text.woff2"):
            if (module := sys.modules.get(f"carddesigner.{name}")) is not None:
                # A drawing or font that took too long may have been fixed.
                module.reset()
        if self._assets is None or self._assets.drawn.rendered > MAX_DRAWN:
            self._assets, self._variants = None, {}
            return
        self._assets.files.drop(gone)
        self.cache.trim()
        self._variants = {k: v.after(gone) for k, v in self._variants.items()}

    def stand_in(self, texts: Mapping[Path, str]) -> None:
        """Use these texts as the content of their files, replacing all earlier ones."""
        before = self._assets.files.unsaved if self._assets is not None else {}
        if before != texts:
            self.changed({*before, *texts})
            (self._assets or self._fresh_assets()).files.unsaved = dict(texts)

    def hold(self, held: Mapping[Path, Path]) -> None:
        """Read these files in place of others, replacing all earlier ones."""
        before, self.held = self.held, dict(held)
        self.changed(p for p in {*before, *held} if before.get(p) != held.get(p))
        if self._assets is not None:
            self._assets.files.held = dict(held)

    @property
    def unsaved(self) -> Mapping[Path, str]:
        """The texts used as the content of their files."""
        return self._assets.files.unsaved if self._assets is not None else {}

    def read(self, report: Report, language: str | None = None, edition: str | None = None) -> LoadedDeck | None:
        """Return what can be read of the deck; problems are reported. Raises DeckError if there are too many."""
        variant = self._variants.pop((language, edition), None)
        if variant is None:
            variant = self._read(None, language, edition)
        elif variant.changed:
            variant = _with_templates(variant.whole or variant) or self._read(variant, language, edition)
        self._variants[language, edition] = variant
        for problem in variant.report:
            report.add(problem)
        return variant.loaded

    def _read(self, before: _Variant | None, language: str | None, edition: str | None) -> _Variant:
        """Read the deck again, except for what has not changed since *before*."""
        problems, assets, parts, files = Report(), self._fresh_assets(), Parts(), frozenset[Path]()
        if before is not None and before.loaded is not None and self._are_parts(before):
            parts = before.parts.since(before.changed)
            files = before.templates if before.changed <= before.assets.finder.data else files
            if self.file.resolve() not in before.changed:
                # The deck's own file names the decks it extends, whose drawings it shares.
                assets = self._assets = assets.with_drawings(before.loaded.assets)
        loaded = read_deck_file(self.file, assets, problems, language, edition, parts, self.serials, self.split)
        if loaded is None or problems.errors:
            last = before if before is None or not before.report.errors else before.whole
            cached_templates = before.templates if before is not None else files
            return _Variant(loaded, problems, assets, cached_templates, parts.for_next(), whole=last)
        if not files:
            templates, read = _templates(loaded, assets)
            files = read if templates is not None else files
        return _Variant(loaded, problems, assets.copied(assets), files, parts.for_next())

    def _are_parts(self, variant: _Variant) -> bool:
        """Whether only tables, running text, templates and ``deck.yaml`` were changed, none of which was removed or has
        another use.
        """
        data, others = variant.assets.finder.data, {*variant.templates, self.file.resolve()}

        def is_part(path: Path) -> bool:
            return path.suffix.lower() in _DATA if path in data else path in others

        return all(is_part(path) and path.is_file() for path in variant.changed)

    def _fresh_assets(self) -> Assets:
        """Return assets for another reading."""
        files = FileCache(held=dict(self.held))
        before = self._assets or Assets(Finder(self.file.parent, paths.templates()), files=files)
        self._assets = before.refreshed()
        return self._assets


def _templates(loaded: LoadedDeck, assets: Assets) -> tuple[dict[str, TemplateSource] | None, frozenset[Path]]:
    """Return a deck's current templates (None if any has a problem), and the files they are read from."""
    finder = Finder(assets.finder.folder, assets.finder.shipped, assets.finder.parents)
    own, report = replace(assets, finder=finder), Report()
    templates = {name: load_template(name, own, report, None) for name in loaded.templates}
    whole = {name: source for name, source in templates.items() if source is not None}
    return (whole if len(whole) == len(templates) and not report.diagnostics else None), frozenset(finder.used)


def _with_templates(variant: _Variant) -> _Variant | None:
    """Return the deck after a change of its templates alone, or None if it has to be read again."""
    changed = variant.changed
    if variant.loaded is None or variant.report.errors:
        return None
    if not changed <= variant.templates or changed & variant.assets.finder.data:
        return None
    templates, read = _templates(variant.loaded, variant.assets)
    if templates is None or read != variant.templates:
        return None
    flowing = {c.front.template for c in variant.loaded.components if c.blocks is not None and c.front is not None}
    if not all(_sets_alike(variant.loaded.templates[name], templates[name]) for name in flowing):
        return None
    assets = variant.assets.copied(variant.loaded.assets)
    loaded = replace(variant.loaded, templates=templates, assets=assets)
    return replace(variant, loaded=loaded, parts=variant.parts.without(changed), changed=frozenset())


def _sets_alike(before: TemplateSource, after: TemplateSource) -> bool:
    """Whether running text is the same when read with either template."""
    return before.dpi == after.dpi and all(
        (old := before.section(name)) == (new := after.section(name))
        or repr([(k, plain(v)) for k, v in old.items()]) == repr([(k, plain(v)) for k, v in new.items()])
        for name in _OF_TEXT
    )
