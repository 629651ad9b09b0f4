"""Changes of spreadsheets to a deck's tables, shown before they are accepted: in saved workbooks, and in published
sheets that were downloaded again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from carddesigner.compare.difference import Difference, difference
from carddesigner.compare.read import rows_state
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.deck.find import read_in_all_languages
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.messages import FromServer, Note
from carddesigner.designer.session import Session, message_of
from carddesigner.designer.source_messages import CardChange, FieldChange, SourceChanges
from carddesigner.export.files import OutputProblem
from carddesigner.source import paths
from carddesigner.source.cache import FileCache
from carddesigner.source.finder import Finder
from carddesigner.template.titles import card_titles

MAX_LISTED = 500
"""The most rows of each list of changes."""


class Sources:
    """The changes of spreadsheets to the tables of a session's deck, for its pages."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.coming: dict[Path, str] = {}
        """The new texts of published sheets, until they are accepted."""
        self.number = 0
        """How often new texts came."""
        self._reported: SourceChanges | None = None

    def saved(self) -> SourceChanges:
        """Return the differences between workbooks and their accepted states."""
        books = self.session.books
        if self._reported is None or self._reported.number != books.saves:
            if books.held:
                before, after = FileCache(held=dict(books.held)), FileCache()
                self._reported = self._changes(before, after, list(books.held), books.saves)
            else:
                self._reported = SourceChanges(web=False, number=books.saves)
        return self._reported

    def news(self) -> list[FromServer]:
        """Return the same if the pages don't have it yet."""
        number = self._reported.number if self._reported is not None else 0
        return [self.saved()] if number != self.session.books.saves else []

    def came(self, texts: Mapping[Path, str]) -> SourceChanges | Note:
        """Return the differences of published sheets that were downloaded again. Raises Problem."""
        self.coming = {path: text for path, text in texts.items() if text != self.session.texts.saved(path)}
        self.number += 1
        if not self.coming:
            return Note("info", "The published sheet says the same.")
        held = dict(self.session.books.held)
        after = FileCache(unsaved=dict(self.coming), held=held)
        return self._changes(FileCache(held=held), after, list(self.coming), self.number, web=True)

    def take(self, number: int, *, web: bool) -> list[FromServer]:
        """Accept the changes that were last sent."""
        try:
            if web:
                return self._write(number)
            if number == self.session.books.saves:
                self.session.take_books()
        except (Problem, OutputProblem, OSError) as problem:
            return [Note("error", message_of(problem))]
        return []

    def _write(self, number: int) -> list[FromServer]:
        coming, self.coming = self.coming, {}
        if not coming or number != self.number:
            return [Note("error", "These changes were taken or left already.")]
        names = ", ".join(map(self.session.texts.relative, coming))
        self.session.edit(f"Refresh {names}"[:80], coming)
        return [self.session.steps()]

    def _changes(
        self, before: FileCache, after: FileCache, files: Sequence[Path], number: int, *, web: bool = False
    ) -> SourceChanges:
        """Return the differences between two readings of the deck."""
        names = tuple(self.session.texts.relative(path) for path in files)
        report = Report()
        try:
            place = self.session.folder, paths.templates()
            coming = frozenset(after.unsaved)
            old = read_in_all_languages(self.session.file, Finder(*place), before, Report())
            new = read_in_all_languages(self.session.file, Finder(*place, coming=coming), after, report)
            report.raise_errors()
        except DeckError as problem:
            return SourceChanges(web, number, names, problem=message_of(problem))
        if not old or not new:
            return SourceChanges(web, number, names, problem="the deck can't be read as it is")
        differences = difference(rows_state("before", old), rows_state("after", new))
        return _source_changes(differences, old[0], new[0], SourceChanges(web, number, names))


def _source_changes(difference: Difference, old: LoadedDeck, new: LoadedDeck, about: SourceChanges) -> SourceChanges:
    was, now = card_titles(old), card_titles(new)
    fields = list(_fields(difference, now))
    left = (max(0, n - MAX_LISTED) for n in (len(fields), len(difference.new_pieces), len(difference.gone_pieces)))
    return SourceChanges(
        about.web,
        about.number,
        about.files,
        tuple(_card(p.key, now) for p in difference.new_pieces[:MAX_LISTED]),
        tuple(_card(p.key, was) for p in difference.gone_pieces[:MAX_LISTED]),
        tuple(islice(fields, MAX_LISTED)),
        len(difference.changed),
        (len(difference.new_pieces), len(difference.gone_pieces)),
        sum(left),
    )


def _card(key: PieceKey, titles: dict[PieceKey, str]) -> CardChange:
    return CardChange(key.component, key.id, titles.get(key, key.id))


def _fields(difference: Difference, titles: dict[PieceKey, str]) -> Iterator[FieldChange]:
    for change in difference.changed:
        key = change.new.key
        title = titles.get(key, key.id)
        if change.has_other_copies:
            yield FieldChange(*key, title, "copies", str(change.old.copies), str(change.new.copies), "")
        for field in change.fields:
            yield FieldChange(*key, title, field.field, field.old, field.new, str(field.place or ""))
