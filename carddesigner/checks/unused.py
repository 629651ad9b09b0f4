"""Warn of columns that nothing reads, files that nothing refers to, and terms of the glossary that no text has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from carddesigner.checks.base import Check, DeckView, Finding
from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.core.walk import followed, walk
from carddesigner.deck.loaded import LoadedComponent
from carddesigner.schema.deck import DeckModel
from carddesigner.source.files import display_path
from carddesigner.source.finder import PICTURES
from carddesigner.source.paths import COMPARED_LOOKS, CONTACT_SHEET
from carddesigner.tables.table import Header
from carddesigner.template.compile import compiled
from carddesigner.template.faces import card_faces
from carddesigner.template.stocks import card_stocks
from carddesigner.text.font_files import SUFFIXES as FONTS

MAX_FILES = 10_000
"""The most files of a deck's folder that are examined."""

_TABLES = frozenset((".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".ods"))
_KINDS = _TABLES | PICTURES | FONTS | {".woff"}
_FOLDERS = ("art", "symbols", "fonts", "templates")
_MAX_NAME = 200
"""The most characters of a cell that may name a file."""


def unused_fields(view: DeckView) -> Iterator[Finding]:
    """Warn of every column of a table that no face, no expression of the deck and no setting of the component reads."""
    # Components may share a table: a column that one of them reads is read.
    tables = [(c.table, unread(view, c)) for c in view.deck.components if c.table is not None]
    reported = {h.span for table, left in tables for h in table.headers if h not in left}
    for _, left in tables:
        for header in left:
            if header.span not in reported:
                reported.add(header.span)
                message = f"nothing reads the column {header.name!r}"
                hint = f"show it with {{{{ card.{header.name} }}}} in a template, or delete it"
                yield Finding("unused-field", message, header.span, hint, field=header.name)


def unread(view: DeckView, component: LoadedComponent) -> list[Header]:
    """The columns of a component that nothing reads. A game's columns are read by its rules."""
    rows = component.rows
    if component.table is None or rows is None or view.deck.deck.game is not None:
        return []
    checks = " ".join(_asked(view.deck.deck))
    copies = (rows.copies,) if isinstance(rows.copies, str) else rows.copies
    used = {rows.id, *copies, *rows.only, *rows.except_, *(j.on for j in rows.join)}
    reads = _reads(view, component)
    out = []
    for header in component.table.headers:
        path = tuple(header.name.split("."))
        read = header.name in used or any(r == path[: len(r)] or path == r[: len(path)] for r in reads)
        if not read and not re.search(rf"(?<!\w){re.escape(path[-1])}(?!\w)", checks):
            out.append(header)
    return out


def _asked(deck: DeckModel) -> Iterator[str]:
    """The expressions of a deck's checks, recipes, odds and rule for libraries."""
    for check in deck.checks:
        yield from (check.that, check.message)
    for recipe in deck.packs.values():
        for part in recipe:
            yield from (part.where or "", part.weight or "")
    if deck.library is not None:
        yield from (deck.library.where or "", deck.library.without_limit or "")
    if deck.odds is not None:
        yield from deck.odds.of.values()


def _reads(view: DeckView, component: LoadedComponent) -> set[tuple[str, ...]]:
    """The fields that a component's faces read, without the leading ``card``."""
    reads: set[tuple[str, ...]] = set()
    for side, ref in (("front", component.front), ("back", component.back)):
        if ref is not None:
            template = compiled(view.deck, ref.template, Report())[0]
            faces = card_faces(view.deck, side, ref, template)
            reads |= faces.reads
            reads.update(*(template.faces[name].reads for name in faces.names(component.cards)))
            for part in template.parts.values():
                reads.update(*(e.reads for e in part.params.expressions))
    stocks = card_stocks(view.deck, component)
    reads |= stocks.reads if stocks is not None else frozenset()
    return {r[1:] for r in reads if r[0] == "card"}


def unused_files(view: DeckView) -> Iterator[Finding]:
    """Warn of pictures, icons, fonts, templates and tables in the deck's folder that nothing refers to."""
    used = view.deck.assets.finder.used
    root = view.deck.folder.resolve()
    named = _named(view)
    tops = {*_FOLDERS, *(p.relative_to(root).parts[0] for p in used if p.is_relative_to(root))}
    for path in _files(root, tops):
        # Linked folders are not followed.
        there = path.suffix.lower() in PICTURES and path.stem.casefold() in named
        if not there and (followed(path) if path.is_symlink() else path) not in used:
            name, hint = path.relative_to(root).as_posix(), "delete it, or name it in a template or a table"
            if path.suffix.lower() in FONTS:
                face = view.deck.assets.files.faces(path)[0]
                hint = (
                    f"it {face.problem}"
                    if face.problem
                    else f"delete it, or name its family, {face.family}, in a template"
                )
            # The place is the link itself, so that nobody deletes its target.
            place = Span(str(Path(display_path(path.parent), path.name)))
            yield Finding("unused-file", f"nothing refers to {name}", place, hint, file=name)


def _named(view: DeckView) -> frozenset[str]:
    """The names by which cells may refer to pictures, in lower case and without extensions: nobody should delete
    these.
    """
    tables = [c.table for c in view.deck.components if c.table is not None]
    texts = {v for t in tables for r in t.rows for v in r.values if isinstance(v, str) and len(v) <= _MAX_NAME}
    parts = (part for text in texts for part in (text, *text.split(",")))
    return frozenset(Path(part.strip().replace("\\", "/")).stem.casefold() for part in parts)


_MADE = re.compile("|".join(rf"{re.escape(Path(n).stem)}(-\d+)?\.png" for n in (CONTACT_SHEET, COMPARED_LOOKS)))
"""Pictures made of a deck."""


def _files(root: Path, tops: set[str]) -> Iterator[Path]:
    """The files of a deck in its folder and the folders *tops* in it, in order; another deck inside is left out."""
    left = MAX_FILES
    for folder, inner, names in walk(root):
        here = Path(folder)
        if here != root and "deck.yaml" in names:
            inner.clear()
            continue
        inner[:] = sorted(n for n in inner if not n.startswith(".") and (here != root or n in tops))
        for name in sorted(names):
            left -= 1
            if not left:
                return
            suffix = Path(name).suffix.lower()
            kind = suffix in _KINDS or (suffix in (".yaml", ".yml") and here == root / "templates")
            if (
                not (here == root and _MADE.fullmatch(name))
                and not name.startswith((".", "~$"))
                and (kind or (suffix == ".json" and here == root / "symbols"))
            ):
                yield here / name


def unused_terms(view: DeckView) -> Iterator[Finding]:
    """Warn of terms that no text in the current language has, and of exceptions that match nothing."""
    held = view.deck.held
    if held is None:
        return
    hint = "whole words are looked for: graveyard* finds graveyards too; delete the term if no text has it"
    for entry in held.entries:
        if entry.name not in held.occurring:
            yield Finding("unused-term", f"no text has {entry.name!r}", entry.span, hint=hint)
    for name, span in held.exceptions:
        if name not in held.excepted:
            message = f"no translated text is called {name!r}"
            hint = "write a column, such as flavour, or one text, such as cards/fire/text"
            yield Finding("unused-term", message, span, hint=hint)


FIELDS = Check("unused-field", unused_fields, once=True, of_unused=True)
FILES = Check("unused-file", unused_files, once=True, of_unused=True)
TERMS = Check("unused-term", unused_terms)
