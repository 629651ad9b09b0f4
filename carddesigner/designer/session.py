"""A deck that is designed: its files, what was done to them, and what its pages share."""

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
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.find import own_file
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
"""Characters of a card's title in a list."""


_SHIPPED = "a deck that comes with carddesigner stays as it is; make a copy to change it"
_WRITABLE = 0o222
"""Of a file's mode, what says that somebody may write to it."""


class NewFiles(Struct, frozen=True):
    """Bytes of files by their paths in the deck's folder, ``named`` where the deck names them before they are there."""

    data: Mapping[str, bytes]
    named: bool = False


class Session:
    """One deck, what was done to it, and what its pages ask of it together."""

    def __init__(self, file: Path) -> None:
        named, real = own_file(file), followed(file)
        # A link to a file beside it is that file; what is elsewhere is none of this deck's.
        self.file = real if real.parent == named.parent else named
        self.folder = self.file.parent
        self.deck = WorkingDeck(self.file)
        self.books = Workbooks(self.folder)
        own = hashlib.sha256(str(self.folder).encode()).hexdigest()[:16]
        kept = platformdirs.user_config_path("carddesigner", appauthor=False) / "designer" / f"{own}.jsonl"
        self.history = History.read(kept)
        self.made = MadeFiles(self.folder, kept.with_suffix(".files"))
        if self.history.steps:
            self.made.forget_others(made for step in self.history.steps for made in step.made)
        self.texts = DeckTexts(self.folder, dict(self.history.encodings), self._stated_encoding)
        self.known_texts: dict[str, str] = {}
        """The texts of its files, by their paths in its folder, as the pages know them."""
        self.opened: dict[str, str] = {}
        """What they were when the deck was opened."""
        self._gone_before: frozenset[str] = frozenset()
        self.touched: set[Path] = set()
        """Files that were written, until somebody takes them from here."""
        self.refused: tuple[Path, str] | None = None
        """The file and the text that an edit would have written, had the file not been changed elsewhere, until somebody takes it."""
        self.shipped = self.folder.is_relative_to(paths.decks().resolve())
        self._sent_info: DeckInfo | Broken | None = None
        """What pages know of its cards."""
        self._laying = False
        """Whether only laying out tells which pieces there are."""
        self._laid: list[PieceKey] = []
        """Those that it gave when nothing was wrong."""
        self._written: tuple[LoadedDeck, Written] | None = None
        self.links = FaceLinks()
        """What faces on pages refer to."""
        self.samples = FontSamples()
        self.uploads = Uploads()
        """What pages sent."""
        self._titles: tuple[LoadedDeck, dict[PieceKey, str]] | None = None
        self._components: tuple[Component, ...] = ()
        self._catch_up()

    # What is shown.

    def info(self, *, whole: bool) -> DeckInfo | Broken:
        """The deck with its cards, or with all its pieces."""
        info = self._info(whole=whole)
        if not whole:
            self._sent_info = info
        return info

    def news(self) -> list[FromServer]:
        """The deck with its cards, where an edit changed what pages know of it."""
        sent = self._sent_info
        info = self.info(whole=False)
        if isinstance(info, Broken):
            return []
        return [Edited(self._laying)] if info == sent else [info]

    def _info(self, *, whole: bool) -> DeckInfo | Broken:
        try:
            loaded = self.loaded()
            self.books.learn(loaded.deck.components)
            pieces: dict[str, list[PieceName]] = {c.id: [] for c in loaded.components}
            cards, titles = loaded.cards, self.titles(loaded)
            flowing = any(map(texts_go_on, loaded.templates.values()))
            unknown = {c.id for c in loaded.components if flowing or c.is_die or c.blocks is not None}
            self._laying = bool(unknown)
            for key in self._laid_keys(loaded, unknown) if whole and unknown else ():
                pieces[key.component].append(PieceName(key.id, titles.get(key, "")))
            for key in cards:
                if not whole or key.component not in unknown:
                    pieces[key.component].append(PieceName(key.id, titles.get(key, "")))
        except DeckError as problem:
            return self.broken(problem)
        components = tuple(ComponentInfo(c, tuple(p)) for c, p in pieces.items())
        gone = tuple(name for name in self.gone() if name not in self._gone_before)
        here = Path.cwd()
        copy_to = str(here / unused_name(here, copy_name(self.folder.name))) if self.shipped else ""
        return DeckInfo(loaded.title, str(self.folder), components, whole, self.shipped, self.read_only, gone, copy_to)

    @property
    def read_only(self) -> str:
        """Why the deck can't be changed, if so."""
        return "This deck comes with carddesigner. Make a copy to change it." if self.shipped else ""

    def _laid_keys(self, loaded: LoadedDeck, components: set[str]) -> list[PieceKey]:
        """The pieces of components that only laying out tells. What can't be laid out is there all the same, to be mended: each card of
        a table, and of others what was there when it last could. Raises DeckError for a deck that can't be read.
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
                # What goes on from a card follows it.
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
        """What pages are sent of a deck that can't be read, or not where files hold these *texts*."""
        return Broken(all_found(problem.report, texts), tuple(self.gone()))

    def titles(self, loaded: LoadedDeck) -> dict[PieceKey, str]:
        """What the cards are called that have a title, shortened for lists."""
        if self._titles is None or self._titles[0] is not loaded:
            titles = {key: title[:MAX_TITLE] for key, title in card_titles(loaded).items()}
            self._titles = loaded, titles
        return self._titles[1]

    def title(self) -> str:
        """What the deck is called; its folder's name where it can't be read."""
        try:
            return self.loaded().title
        except DeckError:
            return self.folder.name

    def components(self) -> tuple[Component, ...]:
        """Its components, as they could be read last."""
        try:
            loaded = self.deck.read(Report())
        except DeckError:
            loaded = None
        if loaded is not None:
            self._components = loaded.deck.components
        return self._components

    # What is written, and undone.

    def undo(self, to: int) -> list[FromServer]:
        """Steps are taken back, or made again, until so many stand."""
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
        """The steps' names."""
        return Steps(
            tuple(s.name for s in self.history.steps), self.history.at, self.history.trouble or self.history.lost
        )

    def write(self, name: str, texts: Mapping[Path, str], files: NewFiles | None = None) -> None:
        """Texts to their files, as a step, with other *files* that it makes. Raises Problem, OutputProblem, OSError."""
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
        """The same for texts that nobody typed as they are: what could be read can be read after them. Raises Problem, OutputProblem,
        OSError.
        """
        for path, text in texts.items():
            wrong = _unreadable(path, text)
            if wrong is not None and _unreadable(path, self.texts.saved(path)) is None:
                raise EditProblem(f"this can't be written, for {path.name} could not be read any more: {wrong.message}")
        self.write(name, texts, files)

    def _put(self, texts: Mapping[Path, str], before: Mapping[str, str]) -> None:
        """Texts to their files, which must hold what they held *before*. Raises Problem, OutputProblem."""
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
                # Half of an edit is no version of it.
                self.refused = (path, texts[path]) if len(texts) == 1 else None
                raise EditProblem(
                    f"{name} was changed elsewhere meanwhile; what is there now is shown, and nothing was written",
                )
        write_files({path: self.texts.bytes_of(self.texts.relative(path), text) for path, text in texts.items()})
        self.known_texts |= {self.texts.relative(path): text for path, text in texts.items()}
        self.touched |= set(texts)
        self.deck.changed(texts)

    def outside(self, files: Iterable[Path]) -> bool:
        """Files that may have been changed by others: whether they were. Where their texts were known it becomes a step; workbooks
        that differ now stay what they were until they are taken.
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
            # Before a program that is still busy with a workbook saves it once more.
            with suppress(DeckError):
                self.books.learn(self.loaded().deck.components)
        return bool(changed)

    def hold_books(self, files: Iterable[Path]) -> set[Path]:
        """Of files that others may have written, the workbooks whose old state stands for now, or stood until it came back."""
        saved = self.books.saved(files)
        if saved and self.deck.held != self.books.held:
            self.deck.hold(self.books.held)
        return saved

    def take_books(self) -> None:
        """Workbooks are what was saved of them from now on."""
        self.touched |= self.books.take()
        self.deck.hold({})

    def put_back(self) -> list[str]:
        """Write files that were deleted elsewhere as they were last. Raises EditProblem, OutputProblem."""
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
        """Files whose texts are known, and that aren't there any more."""
        return [name for name in self.known_texts if not (self.folder / name).is_file()]

    def _catch_up(self) -> None:
        """Learn the texts of the deck's files. What was changed of them while the deck wasn't open is a step."""
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
        self._gone_before = frozenset(self.gone())

    # What these share.

    def loaded(self) -> LoadedDeck:
        """The deck as it is now. Raises DeckError."""
        return self.deck.loaded(Report())

    def places(self, loaded: LoadedDeck) -> Written:
        """Where its zones are written."""
        if self._written is None or self._written[0] is not loaded:
            self._written = loaded, written(loaded)
        return self._written[1]

    def _stated_encoding(self, path: Path) -> str | None:
        """What the deck says a table's encoding is."""
        rows = [c.rows for c in self.components() if c.rows is not None]
        sources = (source for r in rows for source in (r, *(j.rows for j in r.join)))
        return next((s.encoding for s in sources if s.encoding and self.folder / s.file == path), None)


def _unreadable(path: Path, text: str) -> Diagnostic | None:
    """Why a file couldn't be read if it were written so."""
    report = Report()
    if path.suffix.lower() in (".yaml", ".yml"):
        load_yaml(path, text, report)
    return next(iter(report.errors), None)


def message_of(problem: Exception) -> str:
    """The message of a problem in a line."""
    if isinstance(problem, DeckError):
        found = all_found(problem.report)
        return found[0].message if found else "the deck has errors"
    return str(problem)
