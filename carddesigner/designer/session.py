"""An open deck: its files, their history, and what its pages share."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs
from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Diagnostic, Problem, Report
from carddesigner.core.walk import followed
from carddesigner.deck.find import own_file
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.deck_texts import DeckTexts, encoded
from carddesigner.designer.drafts import copy_name, unused_name
from carddesigner.designer.face_links import FaceLinks
from carddesigner.designer.faces import (
    Written,
    texts_go_on,
    written,
)
from carddesigner.designer.font_samples import FontSamples
from carddesigner.designer.found import all_found as all_found
from carddesigner.designer.history import ELSEWHERE, History, Made
from carddesigner.designer.made_files import MadeFiles
from carddesigner.designer.messages import Broken, ComponentInfo, DeckInfo, Edited, FromServer, Note, PieceName, Steps
from carddesigner.designer.text_files import MAX_FILE, is_text, text_files
from carddesigner.designer.uploads import Uploads
from carddesigner.designer.workbooks import Workbooks
from carddesigner.export.files import OutputProblem, write_files
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.schema.deck import Component
from carddesigner.source import paths
from carddesigner.source.yaml import load_yaml
from carddesigner.source.yaml_edits import (
    EditProblem,
)
from carddesigner.template.titles import card_titles

MAX_TITLE = 80
"""The most characters of a card's title in a list."""


_SHIPPED = "a deck that comes with carddesigner stays as it is; make a copy to change it"
_WRITABLE = 0o222
"""The bits of a file's mode that allow writing."""


class NewFiles(Struct, frozen=True):
    """Bytes of files by their paths in the deck's folder; ``named`` if the deck names them before they exist."""

    data: Mapping[str, bytes]
    named: bool = False


class Session:
    """One open deck, its history, and what its pages share."""

    def __init__(self, file: Path) -> None:
        named, real = own_file(file), followed(file)
        # A link to a file beside it counts as that file; a target elsewhere does not belong to this deck.
        self.file = real if real.parent == named.parent else named
        self.folder = self.file.parent
        self.deck = WorkingDeck(self.file)
        self.books = Workbooks(self.folder)
        digest = hashlib.sha256(str(self.folder).encode()).hexdigest()[:16]
        kept = platformdirs.user_config_path("carddesigner", appauthor=False) / "designer" / f"{digest}.jsonl"
        self.history = History.read(kept)
        self.made = MadeFiles(self.folder, kept.with_suffix(".files"))
        if self.history.steps:
            self.made.forget_others(made for step in self.history.steps for made in step.made)
        self.texts = DeckTexts(self.folder, dict(self.history.encodings), self._stated_encoding)
        self.known_texts: dict[str, str] = {}
        """The texts of its files as the pages know them, by their paths in its folder."""
        self.opened: dict[str, str] = {}
        """The texts of its files when the deck was opened."""
        self._missing_before: frozenset[str] = frozenset()
        self.touched: set[Path] = set()
        """Files written since this set was last emptied."""
        self.refused: tuple[Path, str] | None = None
        """The file and the text of an edit that was refused because the file had changed, until it is reported."""
        self.shipped = self.folder.is_relative_to(paths.decks().resolve())
        self._sent_info: DeckInfo | Broken | None = None
        """The cards as the pages know them."""
        self._needs_layout = False
        """Whether some pieces are only known after laying out."""
        self._laid: list[PieceKey] = []
        """These pieces at the last layout without errors."""
        self._written: tuple[LoadedDeck, Written] | None = None
        self.links = FaceLinks()
        """The fonts and pictures to which faces on pages refer."""
        self.samples = FontSamples()
        self.uploads = Uploads()
        """Files uploaded by pages."""
        self._titles: tuple[LoadedDeck, dict[PieceKey, str]] | None = None
        self._components: tuple[Component, ...] = ()
        self._catch_up()

    # Contents.

    def info(self, *, whole: bool) -> DeckInfo | Broken:
        """Return the deck with its cards, or with all its pieces."""
        info = self._info(whole=whole)
        if not whole:
            self._sent_info = info
        return info

    def news(self) -> list[FromServer]:
        """Return the deck with its cards if an edit changed what the pages know."""
        sent = self._sent_info
        info = self.info(whole=False)
        if isinstance(info, Broken):
            return []
        return [Edited(self._needs_layout)] if info == sent else [info]

    def _info(self, *, whole: bool) -> DeckInfo | Broken:
        try:
            loaded = self.loaded()
            self.books.learn(loaded.deck.components)
            pieces: dict[str, list[PieceName]] = {c.id: [] for c in loaded.components}
            cards, titles = loaded.cards, self.titles(loaded)
            flowing = any(map(texts_go_on, loaded.templates.values()))
            unknown = {c.id for c in loaded.components if flowing or c.is_die or c.blocks is not None}
            self._needs_layout = bool(unknown)
            for key in self._laid_keys(loaded, unknown) if whole and unknown else ():
                pieces[key.component].append(PieceName(key.id, titles.get(key, "")))
            for key in cards:
                if not whole or key.component not in unknown:
                    pieces[key.component].append(PieceName(key.id, titles.get(key, "")))
        except DeckError as problem:
            return self.broken(problem)
        components = tuple(ComponentInfo(c, tuple(p)) for c, p in pieces.items())
        gone = tuple(name for name in self.gone() if name not in self._missing_before)
        here = Path.cwd()
        copy_to = str(here / unused_name(here, copy_name(self.folder.name))) if self.shipped else ""
        return DeckInfo(loaded.title, str(self.folder), components, whole, self.shipped, self.read_only, gone, copy_to)

    @property
    def read_only(self) -> str:
        """Why the deck can't be changed; empty if it can."""
        return "This deck comes with carddesigner. Make a copy to change it." if self.shipped else ""

    def _laid_keys(self, loaded: LoadedDeck, components: set[str]) -> list[PieceKey]:
        """Return the pieces of components that are only known after laying out. Pieces that can't be laid out are
        included so that they can be fixed: the cards of a table, and other pieces as of the last layout without errors.
        Raises DeckError if the deck can't be read.
        """
        pieces, report = self.deck.pieces_of(components)
        laid = [piece.key for piece in pieces]
        if not report.errors:
            self._laid = laid
            return laid
        out: list[PieceKey] = []
        for component in loaded.components:
            there = [key for key in laid if key.component == component.id]
            cards = [key for key in loaded.cards if key.component == component.id]
            if cards:
                # Continuation cards follow the card that they continue.
                after: dict[PieceKey, list[PieceKey]] = {key: [key] for key in cards}
                last = cards[0]
                for key in there:
                    if key in after:
                        last = key
                    else:
                        after[last].append(key)
                there = [key for keys in after.values() for key in keys]
            elif component.id in components:
                before = [key for key in self._laid if key.component == component.id]
                there = there if len(there) > len(before) else before
            out += there if component.id in components else []
        return out

    def broken(self, problem: DeckError, texts: Mapping[Path, str] | None = None) -> Broken:
        """Return the message for a deck that can't be read, or not with these *texts* in its files."""
        return Broken(all_found(problem.report, texts), tuple(self.gone()))

    def titles(self, loaded: LoadedDeck) -> dict[PieceKey, str]:
        """Return the titles of cards that have one, shortened for lists."""
        if self._titles is None or self._titles[0] is not loaded:
            titles = {key: title[:MAX_TITLE] for key, title in card_titles(loaded).items()}
            self._titles = loaded, titles
        return self._titles[1]

    def title(self) -> str:
        """Return the deck's title, or its folder's name if it can't be read."""
        try:
            return self.loaded().title
        except DeckError:
            return self.folder.name

    def components(self) -> tuple[Component, ...]:
        """Return the components as they were last read without errors."""
        try:
            loaded = self.deck.read(Report())
        except DeckError:
            loaded = None
        if loaded is not None:
            self._components = loaded.deck.components
        return self._components

    # Writing and undoing.

    def undo(self, to: int) -> list[FromServer]:
        """Undo or redo steps until this many are applied."""
        try:
            if 0 <= to <= len(self.history.steps):
                texts = self.history.texts_at(to)
                back = [made for step in self.history.steps[self.history.at : to] for made in step.made]
                gone = [made for step in self.history.steps[to : self.history.at] for made in step.made]
                there = self.made.redo(back)
                self._files_changed(there.changed)
                self._put(
                    {self.folder / f: text for f, text in texts.items()}, {f: self.history.texts[f] for f in texts}
                )
                self.history.move(to)
                away = self.made.undo(gone, self.known_texts)
                self._files_changed(away.changed)
                if stayed := dict.fromkeys((*there.stayed, *away.stayed)):
                    note = f"Changed elsewhere since, and left as it is: {', '.join(stayed)}"
                    return [self.steps(), Note("info", note)]
        except (Problem, OutputProblem, OSError, ValueError) as problem:
            return [self.steps(), Note("error", message_of(problem))]
        return [self.steps()]

    def _files_changed(self, files: Iterable[Path]) -> None:
        files = list(files)
        self.touched |= set(files)
        self.deck.changed(files)

    def steps(self) -> Steps:
        """Return the names of the steps."""
        return Steps(
            tuple(s.name for s in self.history.steps), self.history.at, self.history.trouble or self.history.lost
        )

    def write(self, name: str, texts: Mapping[Path, str], files: NewFiles | None = None) -> None:
        """Write texts to their files as a step, and the new *files* that it creates. Raises Problem, OutputProblem and
        OSError.
        """
        names = {self.texts.relative(path): path for path in texts}
        before = {
            n: self.known_texts[n] if n in self.known_texts else self.texts.saved(path) for n, path in names.items()
        }
        after = {self.texts.relative(path): text for path, text in texts.items()}
        made = self._make(files) if files is not None else ()
        if before == after and not made:
            return
        try:
            self._put(texts, before)
        except (Problem, OutputProblem):
            self.made.undo([replace(one, named=True) for one in made], {})
            raise
        self._files_changed(self.folder / one.file for one in made)
        self.history.make(name, before, after, made)
        self.history.note_encodings(self.texts.encodings)

    def _make(self, files: NewFiles) -> tuple[Made, ...]:
        if self.shipped:
            raise EditProblem(_SHIPPED)
        for name in files.data:
            self.texts.check_place(self.folder / name)
        return self.made.make(files.data, named=files.named)

    def edit(self, name: str, texts: Mapping[Path, str], files: NewFiles | None = None) -> None:
        """Write texts that the user did not type as they are: a file that could be read before must still be readable.
        Raises Problem, OutputProblem and OSError.
        """
        for path, text in texts.items():
            wrong = _unreadable(path, text)
            if wrong is not None and _unreadable(path, self.texts.saved(path)) is None:
                raise EditProblem(f"this can't be written, for {path.name} could not be read any more: {wrong.message}")
        self.write(name, texts, files)

    def _put(self, texts: Mapping[Path, str], before: Mapping[str, str]) -> None:
        """Write texts to their files, whose content must still be that of *before*. Raises Problem and
        OutputProblem.
        """
        if self.shipped:
            raise EditProblem(_SHIPPED)
        for path in texts:
            name = self.texts.relative(path)
            if name in self.known_texts and not path.is_file():
                raise EditProblem(f"{name} was deleted elsewhere; nothing was written")
            self.texts.check_place(path)
            if not path.stat().st_mode & _WRITABLE:
                raise EditProblem(f"{name} is read-only; nothing was written")
            if self.texts.saved(path) != before[name]:
                self.outside([path])
                # One file of an edit that changes several makes no sense alone.
                self.refused = (path, texts[path]) if len(texts) == 1 else None
                raise EditProblem(
                    f"{name} was changed elsewhere meanwhile; what is there now is shown, and nothing was written",
                )
        write_files({path: self.texts.bytes_of(self.texts.relative(path), text) for path, text in texts.items()})
        self.known_texts |= {self.texts.relative(path): text for path, text in texts.items()}
        self.touched |= set(texts)
        self.deck.changed(texts)

    def outside(self, files: Iterable[Path]) -> bool:
        """Take in changes by other programs to files; return whether there were any. Changes of known texts become a
        step. A changed workbook is read in its old state until its changes are accepted.
        """
        before, after = {}, {}
        others = []
        files = set(files)
        for path in files - self.hold_books(files):
            try:
                name = self.texts.relative(path)
                text = self.texts.saved(path) if name in self.known_texts or is_text(path) else ""
            except (Problem, ValueError, OSError):
                others.append(path)
                continue
            if name not in self.known_texts:
                others.append(path)
                if text and len(text) <= MAX_FILE:
                    self.known_texts[name] = text
            elif text != self.known_texts[name]:
                before[name], after[name] = self.known_texts[name], text
        if after:
            self.history.make(ELSEWHERE, before, after)
            self.history.note_encodings(self.texts.encodings)
            self.known_texts |= after
        changed = [self.folder / n for n in after] + others
        if changed:
            self.deck.stand_in({})
            self.deck.changed(changed)
            # Before another program saves the workbook once more.
            with suppress(DeckError):
                self.books.learn(self.loaded().deck.components)
        return bool(changed)

    def hold_books(self, files: Iterable[Path]) -> set[Path]:
        """Return those of the files that are workbooks read in an old state, or that returned to it."""
        saved = self.books.saved(files)
        if saved and self.deck.held != self.books.held:
            self.deck.hold(self.books.held)
        return saved

    def take_books(self) -> None:
        """Accept the saved changes of workbooks."""
        self.touched |= self.books.take()
        self.deck.hold({})

    def put_back(self) -> list[str]:
        """Write files that other programs deleted, with their last content. Raises EditProblem and OutputProblem."""
        gone = self.gone()
        encoding = {name: self.texts.encodings.get(name) or "utf-8" for name in gone}
        if self.shipped:
            raise EditProblem(_SHIPPED)
        for name in gone:
            self.texts.check_place(self.folder / name)
        texts = {name: self.known_texts[name] for name in gone}
        write_files({self.folder / n: encoded(text, encoding[n]) or text.encode() for n, text in texts.items()})
        self.touched |= {self.folder / name for name in gone}
        self.deck.changed(self.folder / name for name in gone)
        return gone

    def gone(self) -> list[str]:
        """Return files with known texts that do not exist any more."""
        return [name for name in self.known_texts if not (self.folder / name).is_file()]

    def _catch_up(self) -> None:
        """Read the texts of the deck's files. Changes since the last session become a step."""
        if self.shipped:
            return
        self.known_texts = dict(self.history.texts)
        self.outside([self.folder / name for name in self.known_texts])
        for path in text_files(self.folder):
            with suppress(Problem, ValueError, OSError):
                if (name := self.texts.relative(path)) not in self.known_texts:
                    self.known_texts[name] = self.texts.saved(path)
        self.history.keep(self.known_texts)
        self.history.note_encodings(self.texts.encodings)
        self.opened = dict(self.known_texts)
        self._missing_before = frozenset(self.gone())

    # Shared by these.

    def loaded(self) -> LoadedDeck:
        """Return the deck in its current state. Raises DeckError."""
        return self.deck.loaded(Report())

    def places(self, loaded: LoadedDeck) -> Written:
        """Return where the deck's zones are written."""
        if self._written is None or self._written[0] is not loaded:
            self._written = loaded, written(loaded)
        return self._written[1]

    def _stated_encoding(self, path: Path) -> str | None:
        """Return the encoding that the deck declares for a table."""
        rows = [c.rows for c in self.components() if c.rows is not None]
        sources = (source for r in rows for source in (r, *(j.rows for j in r.join)))
        return next((s.encoding for s in sources if s.encoding and self.folder / s.file == path), None)


def _unreadable(path: Path, text: str) -> Diagnostic | None:
    """Return the error with which a file could not be read if it had this text."""
    report = Report()
    if path.suffix.lower() in (".yaml", ".yml"):
        load_yaml(path, text, report)
    return next(iter(report.errors), None)


def message_of(problem: Exception) -> str:
    """Return the message of a problem in one line."""
    if isinstance(problem, DeckError):
        problems = all_found(problem.report)
        return problems[0].message if problems else "the deck has errors"
    return str(problem)
