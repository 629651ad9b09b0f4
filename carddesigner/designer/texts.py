"""The text editor on the server: it reads, tries and saves a deck's text files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

from carddesigner.core.report import DeckError, Problem
from carddesigner.core.walk import walk
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.found import all_found
from carddesigner.designer.history import difference
from carddesigner.designer.message_parts import Side
from carddesigner.designer.messages import Broken, FromServer, Note
from carddesigner.designer.page import Page
from carddesigner.designer.session import message_of
from carddesigner.designer.text_files import is_name
from carddesigner.designer.text_messages import (
    Clash,
    Conflict,
    FileInfo,
    FileList,
    Files,
    FileText,
    FromTexts,
    Help,
    HelpEntry,
    HelpText,
    Mend,
    PageFace,
    PageFaces,
    Pages,
    Read,
    Save,
    Tried,
    TryText,
)
from carddesigner.editors import schema_text
from carddesigner.export.files import OutputProblem
from carddesigner.source.files import FileProblem, read_text
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.template import allowed

MAX_FILES = 500
"""The most files of a deck's folder that are listed."""
MAX_SEEN = 20_000
"""The most files of a deck's folder that are examined for the list."""
MAX_TEXT = 1_500_000
"""The most characters of a file that can be edited."""
MAX_ENTRIES = 2_000
"""The most names of one kind that are proposed."""
_KINDS: dict[str, Literal["deck", "template", "text", "table", "other"]] = {
    **dict.fromkeys((".yaml", ".yml", ".txt", ".svg"), "other"),
    ".md": "text",
    **dict.fromkeys((".csv", ".tsv", ".json"), "table"),
}
_ORDER = ("deck", "template", "text", "table", "other")


class Texts:
    """The text files of a page's deck. Each request is answered with messages."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.session

    def answer(self, message: FromTexts) -> list[FromServer]:
        """Answer a request of the page."""
        match message:
            case Files():
                return [FileList(self._files())]
            case Read(file):
                return [self._text(file)]
            case TryText():
                return self._try(message)
            case Save():
                return self._save(message)
            case Pages(component):
                return [self._pages(component)]
            case Help(kind):
                return [HelpText(kind, schema_text(kind), self._entries(kind))]
            case Mend():
                return self._mend(message)

    # Files.

    def _files(self) -> tuple[FileInfo, ...]:
        """Return the deck's text files: those in its folder, and those that it uses elsewhere."""
        folder = self.session.folder
        used, pages = self._used()
        shipped = "This deck comes with carddesigner; make a copy to change it." if self.session.shipped else ""
        out = [
            FileInfo(name, path.as_posix(), self._kind(path, name), pages.get(path, ""), shipped)
            for path in _own_files(folder)
            for name in (path.relative_to(folder).as_posix(),)
        ]
        for path in sorted(used):
            if not path.is_relative_to(folder) and path.suffix.lower() in (".yaml", ".md", ".csv", ".tsv"):
                why = "This file lies outside of the deck's folder, so it can't be changed here."
                kind = self._kind(path, path.as_posix())
                out.append(FileInfo(path.as_posix(), path.as_posix(), kind, pages.get(path, ""), why))
        return tuple(sorted(out, key=lambda f: (_ORDER.index(f.kind), bool(f.read_only), f.file.count("/"), f.file)))

    def _kind(self, path: Path, name: str) -> Literal["deck", "template", "text", "table", "other"]:
        if path.name == "deck.yaml":
            return "deck"
        if path.suffix.lower() == ".yaml" and path.parent.name in ("templates", "looks"):
            return "template"
        return _KINDS.get(Path(name).suffix.lower(), "other")

    def _used(self) -> tuple[frozenset[Path], dict[Path, str]]:
        """Return the files that the deck uses, and the components whose running text they are; nothing if the deck
        can't be read.
        """
        try:
            loaded = self.session.loaded()
        except DeckError:
            return frozenset(), {}
        used = frozenset(loaded.assets.finder.used)
        pages: dict[Path, str] = {}
        for component in loaded.deck.components:
            text = component.pages or component.booklet or component.leaflet
            if isinstance(text, str):
                pages |= {path: component.id for path in used if path.name == Path(text).name}
        return used, pages

    def _path(self, file: str) -> Path:
        """Return the path of a file that may be read. Raises Problem."""
        path = self.session.folder / file
        if path.is_absolute() and Path(file).is_absolute():
            if path in self._used()[0]:
                return path
        elif path.suffix.lower() in _KINDS and not any(p.startswith(".") for p in Path(file).parts):
            # The name may be too long or invalid.
            with suppress(OSError, ValueError):
                real = path.resolve()
                if real.is_relative_to(self.session.folder) and real.is_file():
                    return real
        raise FileProblem("missing-file", f"{file} is no text file of this deck")

    def _own(self, file: str) -> Path:
        """Return the path of a file that may be changed. Raises Problem."""
        path = self._path(file)
        if self.session.shipped:
            raise EditProblem("a deck that comes with carddesigner stays as it is; make a copy to change it")
        if not path.is_relative_to(self.session.folder):
            raise EditProblem(f"{path.name} lies outside of the deck's folder")
        return path

    def _text(self, file: str) -> FileText:
        try:
            path = self._path(file)
            text = self.session.texts.saved(path) if path.is_relative_to(self.session.folder) else read_text(path)
            if len(text) > MAX_TEXT:
                raise FileProblem("file-too-large", f"{file} is too large to be edited here")
        except Problem as problem:
            return FileText(file, "", "", problem.message)
        return FileText(file, _as_shown(text), _version(text))

    def clash(self) -> list[FromServer]:
        """Return the text that a refused edit would have written, with its file's current text."""
        refused, self.session.refused = self.session.refused, None
        if refused is None:
            return []
        path, yours = refused
        now = self._text(self.session.texts.relative(path))
        return [] if now.problem else [Clash(now.file, now.text, now.version, _as_shown(yours))]

    # Trying and saving texts.

    def _try(self, request: TryText) -> list[FromServer]:
        try:
            path = self._own(request.file)
            text = _as_written(self.session.texts.saved(path), request.text)
        except Problem:
            return [Tried(request.seq)]
        out = self.page.view.with_texts({path: text})
        if request.pages and not any(isinstance(m, Broken) for m in out):
            self.session.deck.stand_in({path: text})
            try:
                out.append(self._pages(request.pages))
            finally:
                self.session.deck.stand_in({})
        return [*out, Tried(request.seq)]

    def _save(self, request: Save) -> list[FromServer]:
        session = self.session
        try:
            path = self._own(request.file)
            before = session.texts.saved(path)
            if _version(before) != request.version:
                session.outside([path])
                return [session.steps(), Conflict(request.file, _as_shown(before), _version(before))]
            text = _as_written(before, request.text)
            session.write(f"Edit {session.texts.relative(path)}", {path: text})
        except (Problem, OutputProblem, OSError) as problem:
            return [Note("error", f"{request.file} isn't saved: {message_of(problem)}")]
        saved = FileText(request.file, _as_shown(text), _version(text), saved=True)
        return [saved, session.steps(), *self.page.view.again()]

    def _mend(self, request: Mend) -> list[FromServer]:
        session = self.session
        try:
            file = Path(request.file)
            name = session.texts.relative(file) if file.is_relative_to(session.folder) else request.file
            path = self._own(name)
            text, end = session.texts.saved(path), request.start + len(request.old)
            if request.start < 0 or text[request.start : end] != request.old:
                raise EditProblem(f"{request.old!r} doesn't stand there any more; {path.name} was changed meanwhile")
            mended = text[: request.start] + request.new + text[end:]
            session.write(f"Change {request.old} to {request.new}", {path: mended})
        except (Problem, OutputProblem, OSError, ValueError) as problem:
            return [Note("error", message_of(problem))]
        return [session.steps(), *self.page.view.again(), self._text(name)]

    def _pages(self, component: str) -> PageFaces:
        """Return the pages of a component in their current state."""
        try:
            both = any(c.fills_both for c in self.session.loaded().components if c.id == component)
            sides: tuple[tuple[Side, str], ...] = (("front", ""), ("back", ", back")) if both else (("front", ""),)
            faces = [
                PageFace(f"{piece.id}{named}", self.page.view.drawn(piece, side).svg)
                for piece in self.session.deck.pieces()
                if piece.component == component
                for side, named in sides
            ]
            return PageFaces(component, tuple(faces))
        except DeckError as problem:
            problems = all_found(problem.report)
            return PageFaces(component, (), problems[0].message if problems else "they can't be laid out")

    # Completions.

    def _entries(self, kind: str) -> tuple[HelpEntry, ...]:
        entries = [
            HelpEntry(of, name, f"{row.example}: {row.gives}")
            for of in ("filter", "function", "test")
            for row in allowed.KINDS[of]
            for name in row.names
        ]
        try:
            loaded = self.session.loaded()
        except DeckError:
            return tuple(entries)
        return (*entries, *_deck_entries(loaded))


def _deck_entries(loaded: LoadedDeck) -> Iterator[HelpEntry]:
    """Yield the names of a deck and of its templates."""

    def some(kind: str, names: Iterable[str] | Mapping[str, str]) -> Iterator[HelpEntry]:
        described = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
        return (HelpEntry(kind, str(n), str(info)[:80]) for n, info in list(described.items())[:MAX_ENTRIES])

    fields: dict[str, str] = {}
    for component in loaded.components:
        for card in component.cards[:1]:
            for name in card.row:
                fields.setdefault(name, f"{component.id}: {str(card.row[name])[:60]}")
    yield from some("field", fields)
    yield from some("deck", {n: str(loaded.facts[n])[:60] for n in loaded.facts})
    yield from some("color", loaded.deck.palette)
    yield from some("icon", loaded.deck.icons)
    yield from some("stock", loaded.deck.stocks)
    yield from some("component", [c.id for c in loaded.deck.components])
    for template, source in loaded.templates.items():
        yield from some("face", [f"{template}#{face}" for face in source.section("faces")])
        for section, kind in (("styles", "style"), ("parts", "part"), ("fonts", "font"), ("boards", "board")):
            yield from some(kind, source.section(section))
        yield from some("color", source.section("palette").keys())


def _own_files(folder: Path) -> Iterator[Path]:
    """Yield the text files in a deck's folder."""
    seen = listed = 0
    for at, folders, files in walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in ("output", "node_modules"))
        for name in sorted(files):
            seen += 1
            path = Path(at, name)
            if name.startswith(".") or path.suffix.lower() not in _KINDS or path.is_symlink() or not is_name(str(path)):
                continue
            listed += 1
            if seen > MAX_SEEN or listed > MAX_FILES:
                return
            yield path


def _version(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _as_shown(text: str) -> str:
    """Return a text with line feeds as line ends, with which the page's editor counts lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _as_written(before: str, shown: str) -> str:
    """Return the text *shown* with the line ends of the file; if they are mixed, unchanged lines keep theirs."""
    breaks = {"\r\n": before.count("\r\n")}
    breaks["\n"], breaks["\r"] = before.count("\n") - breaks["\r\n"], before.count("\r") - breaks["\r\n"]
    usual = max(breaks, key=lambda b: breaks[b]) if any(breaks.values()) else "\n"
    if sum(1 for count in breaks.values() if count) <= 1:
        return shown.replace("\n", usual)
    change = difference("", _as_shown(before), shown)
    places = [0]
    at = 0
    while at < len(before):
        at += 2 if before.startswith("\r\n", at) else 1
        places.append(at)
    start, end = places[change.start], places[change.start + len(change.old)]
    return before[:start] + change.new.replace("\n", usual) + before[end:]
