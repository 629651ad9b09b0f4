"""Pictures dropped on a zone, for all cards or for one, by the way in which the zone names its picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Problem
from carddesigner.core.source import Span
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer.art import place_in_art
from carddesigner.designer.card_cells import fields_in
from carddesigner.designer.drafts import safe_name
from carddesigner.designer.faces import ShownFace
from carddesigner.designer.inspector import Inspector
from carddesigner.designer.making import scalars
from carddesigner.designer.picture_kinds import KINDS, as_file
from carddesigner.designer.property_messages import Assignment, PictureWay, PictureWays, PropertyOwner, PutPicture
from carddesigner.designer.session import NewFiles, Session
from carddesigner.designer.uploads import Upload
from carddesigner.designer.zone_edits import edited
from carddesigner.source.finder import PICTURE_FOLDERS
from carddesigner.source.yaml import Node
from carddesigner.source.yaml_edits import EditProblem, read_places
from carddesigner.template.expressions import Expression, ExpressionProblem, compile_text
from carddesigner.template.faces import card_scope
from carddesigner.template.simple import printed

_PICTURE_KEYS = frozenset(("image", "svg", "missing", "when"))
"""Keys by which a column may choose a card's picture, or whether it has one."""
_ENDING = re.compile(r"\}\}(\.\w+)$")
"""The file extension that follows an expression."""


class Put(Struct, frozen=True):
    """The step's name, the new texts of files, other new files, and a note for the page."""

    step: str
    texts: Mapping[Path, str]
    files: NewFiles
    note: str


def dropped_picture(session: Session, inspector: Inspector, shown: ShownFace, request: PutPicture) -> Put | PictureWays:
    """Return the changes that show a picture in a zone, or the choices if there are several ways. Raises DeckError,
    Problem and OSError.
    """
    return _Drop(session, inspector, shown, request).answer()


class _Drop:
    """A picture, the zone on which it was dropped, and the card."""

    def __init__(self, session: Session, inspector: Inspector, shown: ShownFace, request: PutPicture) -> None:
        self.session, self.inspector, self.shown, self.request = session, inspector, shown, request
        self.loaded: LoadedDeck = session.loaded()
        self.picture: Upload = session.uploads.get(request.picture)
        self.owner = PropertyOwner("zone", request.zone)
        self.zone = request.zone.rpartition("/")[2]
        mapping = inspector.target(shown, self.loaded, self.owner).node.mapping
        key = next((k for k in ("image", "svg") if k in mapping), None)
        if key is None:
            raise EditProblem(f"{self.zone} shows no picture")
        if (key == "svg") != self.picture.name.lower().endswith(".svg"):
            wanted = "drawings that are SVG files" if key == "svg" else "PNG, JPEG and other pictures of pixels, no SVG"
            raise EditProblem(f"{self.zone} shows {wanted}; drop {self.picture.name} beside it, for a zone of its own")
        self.key, self.node, self.has_stand_in = key, mapping[key], "missing" in mapping
        self.id = shown.key.id

    def answer(self) -> Put | PictureWays:
        value = self.node.value
        if isinstance(value, str) and ("{{" in value or "{%" in value):
            return self._by_expression(value)
        return self._by_name()

    # Zones that name a file.

    def _by_name(self) -> Put | PictureWays:
        """The zone names one file: replace it for all cards, or give this card its own file or cell."""
        others = [key for key in self.loaded.cards if key.component == self.shown.key.component]
        way = self.request.way or ("all" if self.shown.key not in others or len(others) == 1 else None)
        match way:
            case "all":
                texts = edited(self.inspector.edits([Assignment(self.owner, (self.key,), self._art())]))
                return Put(
                    f"Picture of all cards: {self.zone}", texts, self._in_art(), f"Picture of all cards, in {self.zone}"
                )
            case "column":
                texts = self.inspector.own_values([Assignment(self.owner, (self.key,), self._art())])
                return Put(f"Picture: {self.id}", texts, self._in_art(), f"Picture of {self.id} alone, in {self.zone}")
            case "file":
                texts = edited(self.inspector.edits(self._assign_files()))
                return self._named(self._own_file(), texts)
        return self._offered(self._way_for_all(), self._way_for_card())

    def _way_for_all(self) -> PictureWay:
        return PictureWay("all", "For all cards", f"The zone names it:\n{self.key}: {self._art()}")

    def _way_for_card(self) -> PictureWay:
        """Offer the picture for this card alone: as a file with the card's id if the other cards have no picture to
        lose, otherwise through a column.
        """
        title = f"For {self._title()} only"
        if not self._is_there(str(self.node.value or "")):
            explained = (
                f"The zone shows the file that is called by each card's id:\n{self.key}: {self._value_of_files()}"
            )
            return PictureWay(
                "file",
                title,
                f"{explained}\nThis one is {self._own_file()}; cards without such a file show a placeholder.",
            )
        try:
            field, value = self.inspector.cells.own_value(self.shown.key, self.zone, (self.key,), self.node.value)
            self.inspector.cells.written(self.shown.key, {field: ""})
        except Problem as problem:
            return PictureWay("column", title, problem=str(problem))
        explained = f"A new column {field} of the table says {self._art()} for this card, and the zone reads it:\n{self.key}: {value}"
        return PictureWay("column", title, f"{explained}\nOther cards keep their picture.")

    def _own_file(self) -> str:
        return f"art/{self.id}{PurePosixPath(self.picture.name).suffix.lower()}"

    def _value_of_files(self) -> str:
        return f"art/{{{{ card.id }}}}{PurePosixPath(self.picture.name).suffix.lower()}"

    def _assign_files(self) -> Iterator[Assignment]:
        """Yield the assignments that make the zone look for one file per card, with a placeholder for cards without
        one.
        """
        yield Assignment(self.owner, (self.key,), self._value_of_files())
        if not self.has_stand_in:
            yield Assignment(self.owner, ("missing",), "placeholder")

    # Zones that compute the name of a file.

    def _by_expression(self, value: str) -> Put | PictureWays:
        """An expression chooses the card's picture: change the cell that it reads, or write the picture to the file
        that it names.
        """
        cell = self._by_cell(value)
        if isinstance(cell, Put):
            return cell
        expression = compile_text(value, self.node.span)
        path = _value_for(self.loaded, self.shown, expression, self.shown.key)
        if path is None or not _names_picture(path):
            leads = (
                f"it comes to {path!r} for {self.id}" if path is not None else "it reads more than what the card says"
            )
            raise EditProblem(f"{value} names no file for this picture ({leads}), and {cell}; nothing was written")
        alike = [
            key
            for key in self.loaded.cards
            if key.component == self.shown.key.component
            and _value_for(self.loaded, self.shown, expression, key) == path
        ]
        if len(alike) > 1 and self.request.way is None:
            writes = f"The file {path}, which {value} comes to for {len(alike)} cards"
            alone = f"{value} computes the picture; give {self.zone} a column for pictures"
            return self._offered(
                PictureWay("file", f"For the {len(alike)} cards that have this picture", writes),
                PictureWay("column", f"For {self._title()} only", problem=alone),
            )
        return self._named(path, {}, len(alike))

    def _by_cell(self, value: str) -> Put | str:
        """Change the one column that the expression reads, for this card; or return why that is impossible."""
        fields = fields_in([(self.key, self.node)])
        if len(fields) != 1:
            reads = f"the columns {', '.join(fields)}" if fields else "no column of the table"
            return f"it reads {reads}"
        (field,) = fields
        if others := _other_uses(self.session, field):
            return f"column {field} says more of this card than its picture: {others}"
        reason = f"no cell in column {field} makes a name for it"
        ending = _ENDING.search(value)
        path = self._art()
        for name in dict.fromkeys((path, str(PurePosixPath(path).with_suffix(ending[1])) if ending else path)):
            for cell in _cells(name):
                try:
                    texts = self.inspector.cells.written(self.shown.key, {field: cell})
                except Problem as problem:
                    return str(problem)
                if self._names_path(texts, name):
                    file = NewFiles({name: as_file(self.picture, name)})
                    return Put(f"Picture: {self.id}", texts, file, f"Picture of this card; column {field}")
        return reason

    def _names_path(self, texts: Mapping[Path, str], path: str) -> bool:
        """Return whether the zone names this path for the card once files have these texts."""
        self.session.deck.stand_in(texts)
        try:
            loaded = self.session.loaded()
            return (
                _value_for(loaded, self.shown, compile_text(str(self.node.value), self.node.span), self.shown.key)
                == path
            )
        except DeckError:
            return False
        finally:
            self.session.deck.stand_in({})

    # Files.

    def _named(self, path: str, texts: Mapping[Path, str], cards: int = 1) -> Put:
        """Write the picture to the file that the deck names."""
        file = self._file(path)
        name = self.session.texts.relative(file)
        there = file.exists()
        of = self.id if cards == 1 else f"{cards} cards"
        note = f"Picture of {of}: {name}{', replaced' if there else ''}"
        return Put(f"Picture: {of}", texts, NewFiles({name: as_file(self.picture, name)}, named=True), note)

    def _file(self, path: str) -> Path:
        """Return where a picture with this name is, or would be, in the deck's folder. Raises EditProblem."""
        folder = self.session.folder
        names = PurePosixPath(path.replace("\\", "/"))
        if any(part != safe_name(part) for part in names.parts):
            raise EditProblem(
                f"{path!r}, which {self.node.value} comes to, can't be a picture's path in the deck's folder; nothing was written"
            )
        places = [folder / names, *(folder / own / names for own in PICTURE_FOLDERS)]
        bare = next((p for p in places[1:] if len(names.parts) == 1 and p.parent.is_dir()), places[0])
        file = next((p for p in places if p.exists()), bare)
        self.session.texts.check_place(file)
        return file

    def _is_there(self, path: str) -> bool:
        try:
            return bool(path) and self._file(path).is_file()
        except (Problem, OSError):
            return True

    def _art(self) -> str:
        return place_in_art(self.session, self.picture)

    def _in_art(self) -> NewFiles:
        return NewFiles({self._art(): self.picture.data})

    def _title(self) -> str:
        return self.session.titles(self.loaded).get(self.shown.key) or self.id

    def _offered(self, *ways: PictureWay) -> PictureWays:
        return PictureWays(self.request.zone, self.request.picture, self.picture.name, ways)


def _value_for(loaded: LoadedDeck, shown: ShownFace, expression: Expression, key: PieceKey) -> str | None:
    """Return the value of an expression for a card; None if it reads more than the card."""
    card = loaded.cards.get(key)
    try:
        return str(printed(expression.evaluate(card_scope(loaded, card, shown.side, 1)))) if card is not None else None
    except ExpressionProblem:
        return None


def _names_picture(path: str) -> bool:
    """Return whether a path is that of a picture, which needs a name and an extension."""
    return PurePosixPath(path.replace("\\", "/")).suffix.lower() in KINDS


def _cells(path: str) -> Iterator[str]:
    """Yield the ways in which a cell may name a file: its path or its name, with or without the extension."""
    file = PurePosixPath(path)
    yield from (path, file.name, file.stem, str(file.with_suffix("")))


def _other_uses(session: Session, field: str) -> str:
    """Return where a column is used for something other than pictures; empty if nowhere."""
    if field == "id":
        return "it is what the card is called by"
    for name, text in session.known_texts.items():
        if not name.endswith((".yaml", ".yml")) or f"card.{field}" not in text:
            continue
        for path, value in scalars(read_places(name, text)):
            key = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
            if (
                key not in _PICTURE_KEYS
                and isinstance(value, str)
                and field in fields_in([(key, Node(value, Span(name)))])
            ):
                return f"`{key}` reads it, {name}"
    return ""
