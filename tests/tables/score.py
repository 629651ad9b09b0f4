"""Decks made of the tables, compared with what they should be: ``python tests/tables/score.py [open|held] [NAME…]``.

What is on the cards is read from their finished faces, so that a text counts only where a player would see it.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import tempfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from carddesigner.core.face import LaidFace, PlacedZone
from carddesigner.core.items import GroupItem, Item, TextItem
from carddesigner.core.report import DeckError, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.layout.deck import lay_out_deck
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import Made, NewOptions
from carddesigner.starter.roles.guess import Role
from tests.tables.make import PARTS, Expected, arrived, expectations, sheets, source, value

MOST = 0.95
"""The share of cards on which a text must stand for its column to count as printed well."""
SEEN = 0.2
"""The share of cards on which an internal value stands for its column to count as seen."""

_TOTALS = {"total", "totals", "summe", "totale", "итого", "somme", "razem"}
_TEMPLATES = {"card name here"}
_MARKUP = re.compile(r"<[^>]*>|\{[^}]*\}|\[[A-Z]\]|:[a-z-]+:|\*+|\||\\n|\n")

_COPIES = re.compile(r"cop(y|ies)|quantit|how many")
"""What a line says that is about quantities."""

Record = dict[str, str | list[str]]
"""The cells of a card's row by header, lists as they are."""


class Score(msgspec.Struct, frozen=True):
    """What is right about a deck; ``wrong`` says the rest in words."""

    part: str
    name: str
    quantities: bool
    rows: bool
    texts: bool
    """Whether title and rules text, or what stands on the two sides, are there under their roles."""
    internals: tuple[str, ...]
    """Columns on the faces that a player must not see."""
    roles: tuple[int, int]
    """How many of the other roles are right, and how many there are."""
    wrong: tuple[str, ...]


def records(part: str, name: str, table: Expected) -> list[Record]:
    """The rows of a table that are cards."""
    suffix = Path(name).suffix
    if suffix in (".json", ".yaml"):
        data = yaml.safe_load(source(part, name).read_text("utf-8"))
        return _keyed(data) if table.title == "(key)" else _listed(data, table.title or "")
    if suffix in (".xlsx", ".ods"):
        grids = [s.cells for s in sheets(part, name) if s.name in table.sheets or not table.sheets]
    else:
        text = source(part, name).read_text("utf-8")
        delimiter = max("\t;,", key=text.splitlines()[0].count)
        grids = [list(csv.reader(io.StringIO(text), delimiter=delimiter))]
    named = {*table.rules, *table.front, *(c for c in (table.title,) if c)}
    out = []
    for grid in grids:
        at = next(i for i, r in enumerate(grid) if named <= set(r)) if table.header else -1
        top = [n or f"#{i + 1}" for i, n in enumerate(grid[at])] if table.header else []
        for row in grid[at + 1 :]:
            if _is_card(row, grid[at] if table.header else []):
                names = top or [f"#{i + 1}" for i in range(len(row))]
                shown = ("" if (v := value(c)) is None else str(v) for c in row)
                out.append(dict(zip(names, shown, strict=False)))
    return out


def _is_card(row: list[str], header: list[str]) -> bool:
    filled = [c for c in row if c and not re.fullmatch(r"\d+", c) and not c.startswith("=")]
    lone = len(header) > 1 and len(filled) == 1 and len(filled[0]) < 2
    told = any(c.casefold() in _TEMPLATES or c.casefold().split()[0] in _TOTALS for c in filled)
    again = bool(header) and bool(row[0]) and row[0] == header[0] and max(map(len, row)) < 30
    return bool(filled) and not lone and not told and not again and not row[0].startswith("# ")


def _listed(data: Any, title: str) -> list[Record]:
    """All mappings in data that have a title."""
    if isinstance(data, dict) and title in data:
        return [dict(_flat(data, ""))]
    below = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [record for found in below for record in _listed(found, title)]


def _keyed(data: dict[str, Any]) -> list[Record]:
    """The largest mapping of mappings in data, their keys among their values."""
    found = [data]
    best: dict[str, Any] = {}
    while found:
        here = found.pop()
        mappings = [v for v in here.values() if isinstance(v, dict)]
        if len(mappings) == len(here) > len(best):
            best = here
        found += mappings
    return [{"(key)": key, **dict(_flat(record, ""))} for key, record in best.items()]


def _flat(record: dict[str, Any], under: str) -> Iterator[tuple[str, str | list[str]]]:
    for key, cell in record.items():
        if isinstance(cell, dict):
            yield from _flat(cell, f"{under}{key}.")
        else:
            yield (
                f"{under}{key}",
                [str(c) for c in cell] if isinstance(cell, list) else "" if cell is None else str(cell),
            )


def squashed(text: str) -> str:
    """A text's letters and digits."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def parts_of(cell: str | list[str]) -> list[str]:
    """The letters and digits of a cell, apart where another program's markup parts them."""
    cells = cell if isinstance(cell, list) else [cell]
    return [p for c in cells for p in map(squashed, _MARKUP.split(c)) if p]


class Side(msgspec.Struct, frozen=True):
    """The texts of the zones on one side of a card, squashed."""

    zones: tuple[str, ...]

    def has(self, cell: str | list[str]) -> bool:
        """Whether a cell stands on it, all of it."""
        return all(any(part in z for z in self.zones) for part in parts_of(cell))


NOTHING = Side(())


def texts_of(face: LaidFace | None) -> Side:
    """What is written on a face, zone by zone."""
    return Side(tuple(t for z in face.zones for t in _zone(z)) if face is not None else ())


def _zone(zone: PlacedZone) -> Iterator[str]:
    own = zone.own_items if zone.children or zone.own_items else zone.items
    text = squashed("".join(_words(own)))
    if text:
        yield text
    for child in zone.children:
        yield from _zone(child)


def _words(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, TextItem):
            yield from (run.text for piece in item.pieces for run in piece.runs)
        elif isinstance(item, GroupItem):
            yield from _words(item.items)


def score(part: str, name: str, table: Expected, folder: Path) -> Score:
    """Make a deck of a table as a user does, and compare it."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        made = deck_from_table(arrived(part, name, table.written, folder), folder / "deck", NewOptions())
    except DeckError as problem:
        said = "; ".join(str(d.message) for d in problem.report.errors[:3])
        return Score(part, name, False, False, False, (), (0, len(table.roles)), (f"refused: {said}",))
    deck = loaded_deck(folder / "deck", Report())
    pieces = lay_out_deck(deck, Report())
    faces = [(texts_of(p.first[0]), texts_of(p.first[1])) for p in pieces]
    cards, rows = sum(len(p.copies) for p in pieces), len(pieces)
    expected = records(part, name, table)
    assert len(expected) == table.rows, f"{name}: {len(expected)} rows are cards, not {table.rows}"
    pairs = list(zip(expected, _of_rows(expected, faces, table), strict=True))
    roles = _roles(made)
    wrong = []
    told = [
        line
        for line in (*made.remarks, *(f"{m.what}: {m.found}, {m.why}" for m in made.guesses))
        if _COPIES.search(line)
    ]
    unsaid = [c for c in table.candidates if not any(n in line for n in _names(c) for line in told)]
    once = table.rows if table.candidates and not unsaid else table.cards
    if cards not in (table.cards, once):
        by = [h for h, what in roles.items() if what == "how many"]
        wrong.append(f"{cards} cards, not {table.cards}: by {', '.join(by) or 'no column'}, not {table.quantity}")
    if table.quantity == "uncertain" and unsaid:
        wrong.append(f"not said that these might be quantities: {', '.join(unsaid)}")
    if rows != table.rows:
        wrong.append(f"{rows} rows are cards, not {table.rows}")
    texts = list(_texts(table, pairs, roles))
    # The name of a picture stands on a card until the picture is there.
    drawn = {c for c in table.internal if _role(c, roles) in ("picture", "icon")}
    # The deck's title is that of its file.
    titled = squashed(Path(name).stem)
    internals = tuple(c for c in table.internal if c not in drawn and _is_seen(c, pairs, table, titled))
    others = [f"{h} is {_role(h, roles)}, not {r}" for h, r in table.roles.items() if _role(h, roles) != r]
    found = sorted(
        re.findall(
            r"(?m)^extends: looks/(\S+)",
            "".join(t.read_text("utf-8") for t in (folder / "deck/templates").glob("*.yaml")),
        )
    )
    if table.looks and found != table.looks:
        others.append(f"the looks are {', '.join(found)}, not {', '.join(table.looks)}")
    wrong += [*texts, *(f"a player sees {c}, as {_role(c, roles)}" for c in internals), *others]
    asked = len(table.roles) + bool(table.looks)
    quantities = cards in (table.cards, once) and not (table.quantity == "uncertain" and unsaid)
    return Score(
        part, name, quantities, rows == table.rows, not texts, internals, (asked - len(others), asked), tuple(wrong)
    )


def _of_rows(expected: list[Record], faces: list[tuple[Side, Side]], table: Expected) -> list[tuple[Side, Side]]:
    """The faces of each row: those that its words fit best, of several the one in its place."""
    named = [*table.front, *table.rules, *(c for c in (table.title,) if c)]

    def fit(at: int, row: int, record: Record) -> tuple[int, bool]:
        return sum(bool(record.get(c)) and faces[at][0].has(record[c]) for c in named), at == row

    best = [max(range(len(faces)), key=lambda at: fit(at, row, r)) for row, r in enumerate(expected)]
    return [faces[at] for at in best]


def _roles(made: Made) -> dict[str, str]:
    """What ``new`` says of each column, by its header and by its name; the first word where sheets differ. Keys are ``(key)``."""
    out: dict[str, str] = {}
    keys = [m.found for m in made.guesses if m.what == "keys"]
    for message in made.guesses:
        header, _, name = message.found.removesuffix(")").rpartition(" (")
        for key in (message.found, header, name, "(key)" if message.found in keys else ""):
            if key and message.what in list(Role):
                out.setdefault(key, message.what)
    return out


def _names(header: str) -> tuple[str, ...]:
    """What ``new`` may call a column."""
    if not (header.startswith("#") and header[1:].isdigit()):
        return (header,)
    letter = chr(ord("a") + int(header[1:]) - 1)
    return (f"column_{letter}", f"column {letter}", f"column {header[1:]}", "text")


def _role(header: str, roles: dict[str, str]) -> str:
    return next((roles[n] for n in _names(header) if n in roles), "not said")


def _share(column: str, pairs: list[tuple[Record, tuple[Side, Side]]], sides: str) -> float:
    """The share of rows whose cell stands on their card's front, back, or either."""
    filled = [(r[column], f) for r, f in pairs if r.get(column)]
    chosen = {"front": (0,), "back": (1,), "card": (0, 1)}[sides]
    return sum(any(f[i].has(cell) for i in chosen) for cell, f in filled) / max(len(filled), 1)


def _texts(table: Expected, pairs: list[tuple[Record, tuple[Side, Side]]], roles: dict[str, str]) -> Iterator[str]:
    """What is wrong with the texts that a card is read by."""
    titled = [h for h, what in roles.items() if what == "title"]
    # A column with the same cells is as good.
    same = any(all(r.get(h) == r.get(table.title or "") for r, _ in pairs) for h in titled)
    if table.title is not None and not same and _role(table.title, roles) != "title":
        yield f"the title is {', '.join(titled[:1]) or 'nothing'}, not {table.title}"
    for column in table.rules:
        if _role(column, roles) != "rules":
            yield f"{column} is {_role(column, roles)}, not rules"
    wanted = {
        "front": [*table.front, *table.rules, *(c for c in (table.title,) if c)],
        "back": table.back,
        "card": table.shown,
    }
    for side, columns in wanted.items():
        for column in columns:
            share = _share(column, pairs, side)
            if share < MOST:
                yield f"{column} stands on the {side} of {share:.0%} of the cards"


def _is_seen(column: str, pairs: list[tuple[Record, tuple[Side, Side]]], table: Expected, titled: str) -> bool:
    """Whether an internal column stands on the cards: its value alone in a zone, or within one if it is longer."""
    filled = seen = 0
    for record, faces in pairs:
        cell = squashed("".join(record.get(column) or ""))
        others = {squashed("".join(v)) for c, v in record.items() if c not in table.internal}
        if not cell or cell in others or cell == titled:
            continue
        filled += 1
        zones = [z for face in faces for z in face.zones]
        inside = len(cell) > 5 and not any(cell in o for o in others)
        alone = {cell, squashed(column) + cell}
        seen += any(z in alone or (inside and cell in z) for z in zones)
    return filled > 0 and seen / filled >= SEEN


class Shares(msgspec.Struct, frozen=True):
    """The figures over several tables, from 0 to 1."""

    quantities: float
    rows: float
    texts: float
    internals: float
    roles: float


def shares(scores: list[Score]) -> Shares:
    """How many decks have the right quantities, rows and texts, and how many show internals; how many other roles are right."""
    n = len(scores)
    return Shares(
        sum(s.quantities for s in scores) / n,
        sum(s.rows for s in scores) / n,
        sum(s.texts for s in scores) / n,
        sum(bool(s.internals) for s in scores) / n,
        sum(s.roles[0] for s in scores) / max(sum(s.roles[1] for s in scores), 1),
    )


def scored(part: str, folder: Path, names: tuple[str, ...] = ()) -> list[Score]:
    """The scores of a part's tables, or of those that are named."""
    found = expectations(part).items()
    return [score(part, n, table, folder / part / n) for n, table in found if not names or n in names]


def main(arguments: list[str]) -> None:
    """Print a line a table with what is wrong, and the shares of each part."""
    parts = [p for p in PARTS if p in arguments] or list(PARTS)
    names = tuple(a for a in arguments if a not in (*PARTS, "--wrong"))
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            scores = scored(part, Path(folder), names)
        for s in scores:
            marks = ("quantity" if s.quantities else "-", "rows" if s.rows else "-", "texts" if s.texts else "-")
            seen = f"{len(s.internals)} seen" if s.internals else "none seen"
            print(f"{s.name:28} {marks[0]:9}{marks[1]:5}{marks[2]:6}{seen:10}roles {s.roles[0]}/{s.roles[1]}")
            # What held tables are about stays unsaid: only their score is for those who write the rules.
            for line in s.wrong if part != "held" or "--wrong" in arguments else ():
                print(f"    {line}")
        if scores:
            print(f"{part}: {json.dumps({k: round(v, 3) for k, v in msgspec.structs.asdict(shares(scores)).items()})}")


if __name__ == "__main__":
    main(sys.argv[1:])
