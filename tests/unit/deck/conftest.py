"""A deck around a table: what its cards are, and what is wrong with it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from carddesigner.core.record import as_dict
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.loaded import LoadedDeck

DECK = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces: {front: {zones: {ground: {in: bleed, fill: ink}}}}
"""


@dataclass(frozen=True)
class Reported:
    """A problem as the user sees it; the place begins with the file's name."""

    place: str
    code: str
    message: str
    hint: str | None
    marked: str


@dataclass
class TableDeck:
    """A deck's folder with tables in it; ``component`` adds one that reads a table."""

    path: Path
    components: str = ""

    def write(self, name: str, content: str | bytes) -> TableDeck:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return self

    def component(self, id_: str, rows: Any, **more: Any) -> TableDeck:
        said = {"id": id_, "rows": rows, "front": "sample#front", **more}
        self.components += f"  - {json.dumps(said, ensure_ascii=False)}\n"
        self.write("deck.yaml", DECK + self.components)
        self.write("templates/sample.yaml", TEMPLATE)
        return self

    def load(self, report: Report | None = None) -> LoadedDeck:
        return loaded_deck(self.path, report)

    def cards(self, component: str = "cards") -> list[dict[str, Any]]:
        """The cards' values, as expressions see them."""
        return [as_dict(c.row) for k in self.load().components if k.id == component for c in k.cards]

    def copies(self) -> list[int]:
        return [c.copies for k in self.load().components for c in k.cards]

    def told(self) -> list[Reported]:
        """Everything that is wrong; there is something."""
        with pytest.raises(DeckError) as raised:
            self.load()
        return [self._told(d) for d in raised.value.report.errors]

    def one(self) -> Reported:
        """The one thing that is wrong."""
        told = self.told()
        assert len(told) == 1, told
        return told[0]

    def _told(self, d: Diagnostic) -> Reported:
        place = str(d.span).rpartition("/")[2] if d.span is not None else ""
        marked = ""
        if d.span is not None and d.span.cell is None and d.span.path.endswith((".csv", ".json", ".yaml")):
            from carddesigner.source.files import FileProblem, decode

            file = Path(d.span.path)
            try:
                marked = decode(file.read_bytes(), file)[d.span.start : d.span.end]
            except FileProblem:
                marked = "?"
        return Reported(place, d.code, d.message, d.hint, marked)


@pytest.fixture
def tables(tmp_path: Path) -> TableDeck:
    return TableDeck(tmp_path / "sample")


@pytest.fixture
def csv_deck(tables: TableDeck) -> Callable[..., TableDeck]:
    """A deck of one CSV file: its content, then settings of ``rows`` and of ``fields``."""

    def make(content: str | bytes, fields: dict[str, Any] | None = None, **rows: Any) -> TableDeck:
        more = {"fields": fields} if fields else {}
        return tables.write("cards.csv", content).component("cards", {"file": "cards.csv", **rows}, **more)

    return make


@pytest.fixture
def json_deck(tables: TableDeck) -> Callable[..., TableDeck]:
    """A deck of one JSON file."""

    def make(content: object, fields: dict[str, Any] | None = None, **rows: Any) -> TableDeck:
        text = content if isinstance(content, (str, bytes)) else json.dumps(content, ensure_ascii=False, indent=1)
        more = {"fields": fields} if fields else {}
        return tables.write("cards.json", text).component("cards", {"file": "cards.json", **rows}, **more)

    return make


@pytest.fixture
def xlsx_deck(tables: TableDeck) -> Callable[..., TableDeck]:
    """A deck of one workbook: a function that fills it, or its bytes."""

    def make(
        fill: Callable[[openpyxl.Workbook], object] | bytes, fields: dict[str, Any] | None = None, **rows: Any
    ) -> TableDeck:
        more = {"fields": fields} if fields else {}
        data = fill if isinstance(fill, bytes) else workbook(fill)
        return tables.write("cards.xlsx", data).component("cards", {"file": "cards.xlsx", **rows}, **more)

    return make


def workbook(fill: Callable[[openpyxl.Workbook], object]) -> bytes:
    """A workbook's bytes; its first sheet is called Cards."""
    book = openpyxl.Workbook()
    book.active.title = "Cards"
    fill(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
