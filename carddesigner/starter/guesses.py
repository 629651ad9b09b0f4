"""The guesses, described, each with the line where it is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.source.yaml import Node, find, load_yaml
from carddesigner.starter.looks.plan import KINDS
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.made import GuessMessage, Sure
from carddesigner.starter.offered import zone_lines
from carddesigner.starter.reading.source import RECORDS
from carddesigner.starter.roles.columns import Column
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.roles.vocabulary import language_name
from carddesigner.starter.spelling import comment, field


class _Files(Struct, frozen=True, dict=True):
    """The files of a deck that is written in *place* and is to be in *folder*: where what a part says of its columns
    stands.
    """

    part: Sketched
    place: Path
    folder: Path

    @property
    def deck_file(self) -> str:
        """``deck.yaml`` as messages call it."""
        return f"{self.folder}/deck.yaml"

    @property
    def template(self) -> str:
        """The template as messages call it."""
        return f"{self.folder}/templates/{self.part.template}.yaml"

    @cached_property
    def root(self) -> Node:
        """What ``deck.yaml`` says."""
        return _nodes(self.place / "deck.yaml")

    @cached_property
    def _rows(self) -> Node:
        components = find(self.root, ("components",)).value
        assert isinstance(components, tuple)
        return next(find(c, ("rows",)) for c in components if find(c, ("id",)).value == self.part.component)

    @cached_property
    def _text(self) -> str:
        return (self.place / "templates" / f"{self.part.template}.yaml").read_text("utf-8").rstrip()

    @cached_property
    def _faces(self) -> dict[str, Node]:
        return find(_nodes(self.place / "templates" / f"{self.part.template}.yaml"), ("faces",)).mapping

    def _last(self, node: Node) -> int:
        """The last line of something in the template."""
        return self._text[: node.span.end].rstrip().count("\n") + 1

    @cached_property
    def _lines(self) -> list[tuple[int, str]]:
        """The lines of the part's own faces, which others may stand beside."""
        own = [self._faces[name] for name in (self.part.face, self.part.answer) if name in self._faces]
        lines = list(enumerate(self._text.splitlines(), 1))
        return [line for face in own for line in lines[face.span.line - 1 : self._last(face)]]

    def key(self, *keys: str) -> str:
        """The line of a key of the deck."""
        return f"{self.deck_file}:{_line(find(self.root, keys))}"

    def of_rows(self, key: str | None = None) -> str:
        """The line of ``rows:``, or of a key in it."""
        return f"{self.deck_file}:{_line(find(self._rows, (key,) if key is not None else ()))}"

    def reads(self, path: tuple[str, ...]) -> str:
        """The first line of the template that reads a column."""
        expression = re.compile(rf"(?<![\w.]){re.escape(field(path))}(?!\w|\[)")
        line = next((n for n, line in self._lines if expression.search(line)), 1)
        return f"{self.template}:{line}"

    def silences(self, column: Column) -> str | None:
        """The lines that say that nothing reads a column; None where there are none."""
        silence = find(self.root, ("silence",)).value
        entries = silence if isinstance(silence, tuple) else ()
        unread = (n for n in entries if find(n, ("code",)).value == _UNREAD)
        line = next((n.span.line for n in unread if find(n, ("field",)).value == column.name), None)
        if line is None:
            return None
        # The last one goes with the key above it, for a list holds something.
        return f"{self.deck_file}:{line if len(entries) > 1 else f'{line - 1}-{line}'}"

    @cached_property
    def last_zone(self) -> str:
        """The line below which the front's next zone may be written: later zones are drawn over others."""
        return f"{self.template}:{self._last(find(self._faces[self.part.face], ('zones',)))}"


def guess_messages(deck: Sketched, place: Path, folder: Path) -> Iterator[GuessMessage]:
    """Every guess with its place in the files of the deck."""
    for component in deck.components:
        yield from _reading(component, _Files(component, place, folder))
    files = _Files(deck, place, folder)
    yield from _language(deck, files)
    yield from _of_columns(deck, files)


def _of_columns(deck: Sketched, files: _Files) -> Iterator[GuessMessage]:
    """What each column is for, role by role; of those that are not printed what adds them."""
    order = list(Role)
    ordered = [_as_printed(guess, deck) for guess in sorted(deck.guesses, key=lambda g: order.index(g.role))]
    adds = zone_lines(deck, [g.column for g in ordered if g.role is Role.OUT])
    for guess in ordered:
        line = adds.get(guess.column.path)
        below = files.last_zone if line is not None else None
        shown, where = _shown(guess), _place(guess, files)
        yield GuessMessage(guess.sure, guess.role.value, shown, guess.why, where, adds=line, below=below)
        if guess.colours and guess.role is not Role.OUT:
            why = "each of its values has a colour"
            yield GuessMessage(guess.sure, "colours", shown, why, files.key("palette"))


def _reading(component: Sketched, files: _Files) -> Iterator[GuessMessage]:
    """How a component's table is read."""
    facts = component.source.sheets[0].facts
    for fact in facts:
        yield replace(fact, place=files.of_rows(fact.key))
    if not any(f.what == "header" for f in facts) and component.source.path.suffix.lower() not in RECORDS:
        why = "its cells are words that columns are called"
        yield GuessMessage(Sure.CERTAIN, "header", "row 1", why, files.of_rows())


def _as_printed(guess: Guess, deck: Sketched) -> Guess:
    """A guess with the role that its column has on the cards."""
    role, path, plan = guess.role, guess.column.path, deck.plan
    # What the look prints: one without a place for pictures has none.
    arranged = deck.arranged
    printed = {p.path for p in arranged.prints} | ({arranged.picture.path} if arranged.picture is not None else set())
    printed |= {path} if role is Role.COLOUR and plan.colours is not None else set()
    if role is not Role.OUT and role not in _KEYS and path not in printed:
        bare = role is Role.PICTURE and plan.picture is not None
        return replace(
            guess, role=Role.OUT, why=f"the look {deck.look.name} has no pictures" if bare else "it fits no card"
        )
    called = [p for p in plan.of(Role.TITLE) if p in arranged.of(Role.TITLE)]
    if role in (*KINDS, Role.RULES) and any(p.path == path for p in called):
        what = "what kind of card it is" if role in KINDS else "its short text"
        return replace(guess, role=Role.TITLE, sure=Sure.GUESS, why=f"no column has names, so {what} stands there")
    return guess


def _shown(guess: Guess) -> str:
    """A column as its table calls it, and as the deck does."""
    column = guess.column
    if len(column.path) > 1 and guess.role is not Role.LANGUAGE:
        return column.name
    shown = comment(column.header, 30) or f"column {column.at + 1}"
    return f"{shown} ({column.name})" if column.header != column.name else shown


def _place(guess: Guess, files: _Files) -> str | None:
    """Where a guess is changed."""
    if guess.role in _KEYS:
        return files.of_rows(_KEYS[guess.role])
    return files.silences(guess.column) if guess.role is Role.OUT else files.reads(guess.column.path)


def _language(deck: Sketched, files: _Files) -> Iterator[GuessMessage]:
    """The language of a deck that is in one, and not in English, reported with the first of its components."""
    first = find(files.root, ("components", 0, "id")).value == deck.component
    if first and deck.languages is not None and not deck.languages.others:
        why = "its texts are in it; `hyphenate` and `typography` go by it"
        name = language_name(deck.languages.original)
        yield GuessMessage(Sure.LIKELY, Role.LANGUAGE, name, why, files.key("language"))


def _nodes(path: Path) -> Node:
    node = load_yaml(path, path.read_text("utf-8"), Report())
    assert node is not None
    return node


def _line(node: Node | None) -> int:
    return (node.key_span or node.span).line if node is not None else 1


_UNREAD = "unused-field"
_KEYS = {Role.COPIES: "copies", Role.ID: "id", Role.LANGUAGE: "columns"}
"""The keys of ``rows:`` that say which columns have a role."""
