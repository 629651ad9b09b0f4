"""Tables as people leave them: whatever is done to a table's rows, ``new`` prints each row or says that it doesn't."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from carddesigner.core.report import DeckError, Report
from carddesigner.deck.copies import unprinted_rows
from carddesigner.deck.find import loaded_deck
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions
from tests.examples import examples
from tests.tables.make import expectations, source

TABLES = sorted(n for n, t in expectations("open").items() if n.endswith(".csv") and t.header)
CHANGES = (
    "drop", "twice", "blank row", "blank cells", "comment", "header", "total", "letter", "number", "swap", "joke", "zero", "text",
)  # fmt: skip
WORDS = ("2x", "x", "-", "?", "TODO", "Total", "#", "1,5", "**", "{{ 1 }}", "漢", "=A1", "http://example.org", " ")

fuzzed = examples(1 / 2, 4, suppress_health_check=list(HealthCheck))


def changed(rows: list[list[str]], change: str, place: float, more: float) -> list[list[str]]:
    """The rows of a table after a change at a place, both as fractions of what there is."""
    at = 1 + int(place * (len(rows) - 1))
    at = min(at, len(rows) - 1)
    column = int(more * len(rows[0])) % len(rows[0])
    row, width = rows[at], len(rows[0])
    put = {
        "twice": row,
        "blank row": [""] * width,
        "comment": [f"# {row[0]}", *[""] * (width - 1)],
        "header": rows[0],
        "total": ["Total" if c == 0 else "99" if t.isdigit() else "" for c, t in enumerate(row)],
        "letter": ["C", *[""] * (width - 1)],
        "number": [str(at), *[""] * (width - 1)],
        "joke": [*[""] * column, "A word that stands alone", *[""] * (width - column - 1)],
    }
    if change in put:
        return [*rows[:at], put[change], *rows[at:]]
    if change == "drop":
        return [*rows[:at], *rows[at + 1 :]] if len(rows) > 3 else rows
    if change == "swap":
        other = (column + 1) % width
        order = [other if c == column else column if c == other else c for c in range(width)]
        return [[r[c] for c in order] for r in rows]
    if change == "blank cells":
        return [*rows[:at], [t if c > column else "" for c, t in enumerate(row)], *rows[at + 1 :]]
    text = "0" if change == "zero" else WORDS[int(more * 1000) % len(WORDS)]
    return [*rows[:at], [text if c == column else t for c, t in enumerate(row)], *rows[at + 1 :]]


def rows_of(name: str) -> list[list[str]]:
    text = source("open", name).read_text("utf-8")
    cells = csv.reader(io.StringIO(text), delimiter=max(";,", key=text.splitlines()[0].count))
    return [[" ".join(c.split()) for c in row] for row in cells]


def numbers_in(message: str) -> Iterator[int]:
    """The rows that a message names: 41, 82–90 and 95 to 97."""
    for first, last in re.findall(r"(\d+)(?:(?:–| to )(\d+))?", message):
        yield from range(int(first), int(last or first) + 1)


@fuzzed
@given(
    st.sampled_from(TABLES),
    st.lists(st.tuples(st.sampled_from(CHANGES), st.floats(0, 0.999), st.floats(0, 0.999)), min_size=1, max_size=4),
)
def test_every_row_is_printed_or_counted_or_named(name, changes):
    rows = rows_of(name)
    for change in changes:
        rows = changed(rows, *change)
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    with tempfile.TemporaryDirectory() as made_in:
        file = Path(made_in) / "cards.csv"
        file.write_text(out.getvalue(), encoding="utf-8")
        try:
            made = deck_from_table(file, Path(made_in) / "deck", NewOptions())
        except DeckError as problem:
            unplaced = [d.message for d in problem.report.errors if d.span is None or "cards.csv" not in str(d.span)]
            made = unplaced
        if isinstance(made, list):
            assert made == []
            return
        deck = loaded_deck(Path(made_in) / "deck", Report())
    told = {m.what: m for m in made.guesses}
    header = 0 if told["header"].found == "none" else int(told["header"].found.removeprefix("row "))
    cards = [card for component in deck.components for card in component.cards]
    left = [row for _, of_component in unprinted_rows(deck.components).left_out for row in of_component]
    filled = {n for n, row in enumerate(rows, 1) if any(c.strip() for c in row)}
    # What stands above the header are titles and notes, not rows.
    above = [n for n in range(1, header) if sum(map(bool, map(str.strip, rows[n - 1]))) < max(2, len(rows[0]) / 2)]
    accounted = {header, *above, *(c.span.line for c in cards if c.span), *(r.row for r in left)}
    assert filled <= accounted
    assert made.cards == sum(c.copies for c in cards)
    named = [why for m in made.guesses if m.what in ("no cards", "end") for why in (m.why, m.found)]
    assert {r.row for r in left} <= {n for why in named for n in numbers_in(why)}, (
        "rows are left out that nothing is said of"
    )
    zero = sum(not c.copies for c in cards)
    assert bool(zero) == any(f"{zero} of {len(cards)} row" in r for r in made.remarks)
