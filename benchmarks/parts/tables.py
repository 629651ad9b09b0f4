"""Tables and expressions, in one warm process."""

from __future__ import annotations

import csv
from typing import Literal

from benchmarks.amounts import of_times
from benchmarks.bench import Bench, in_turns
from benchmarks.decks import TEMPLATE
from benchmarks.kept import Figure

ROWS = 10_000


SUITS = ("fire", "water", "earth", "air")


TYPED = """\
deck: typed
title: Typed cards
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components:
  - id: cards
    rows: cards.csv
    fields:
      name: {required: true, max: 60}
      rules: text
      cost: {type: integer, min: 0, max: 20}
      suit: {type: choice, choices: [fire, water, earth, air]}
      weight: number
      rare: boolean
    front: many#front
"""


EXPRESSIONS = (
    "{{ card.name }}",
    "{{ card.rules }}",
    "{{ card.cost }}",
    "{{ card.suit | upper }}",
    "{{ card.cost }} / {{ card.weight }}",
    "{{ 'rare' if card.rare else card.suit }}",
)


def typed_rows() -> list[dict[str, object]]:
    return [
        {
            "name": f"Card {i}",
            "rules": f"Draw {i % 7} cards, then discard {i % 3} of them and gain {i} coins",
            "cost": i % 10,
            "suit": SUITS[i % 4],
            "weight": (i % 20) / 2,
            "rare": "yes" if i % 3 else "no",
        }
        for i in range(ROWS)
    ]


def tables(bench: Bench) -> list[Figure]:
    """A deck's table compared with `csv` and a bare model; a workbook with openpyxl; expressions with Jinja2."""
    import openpyxl
    from jinja2 import Environment
    from pydantic import BaseModel, Field

    from carddesigner.core.record import Record
    from carddesigner.core.report import Report
    from carddesigner.core.source import Span
    from carddesigner.deck.find import loaded_deck
    from carddesigner.schema.rows import Source
    from carddesigner.tables.read import read_table
    from carddesigner.template.expressions import compile_text
    from carddesigner.template.resolve import key_of

    rounds, deck = bench.rounds, bench.folder / "typed"
    (deck / "templates").mkdir(parents=True)
    (deck / "deck.yaml").write_text(TYPED)
    (deck / "templates/many.yaml").write_text(TEMPLATE)
    rows = typed_rows()
    with (deck / "cards.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    book = openpyxl.Workbook()
    for row in ([*rows[0]], *([*r.values()] for r in rows)):
        book.active.append(row)
    book.save(deck / "cards.xlsx")

    class Bare(BaseModel):
        name: str = Field(min_length=1, max_length=60)
        rules: str
        cost: int = Field(ge=0, le=20)
        suit: Literal["fire", "water", "earth", "air"]
        weight: float
        rare: bool

    def bare() -> object:
        with (deck / "cards.csv").open(newline="") as file:
            reader = csv.reader(file)
            names = next(reader)
            return [Bare.model_validate(dict(zip(names, row, strict=True))) for row in reader]

    def workbook() -> object:
        return read_table(deck / "cards.xlsx", Source(file="cards.xlsx"), Report())

    def their_workbook() -> object:
        return list(openpyxl.load_workbook(deck / "cards.xlsx", read_only=True).active.iter_rows(values_only=True))

    environment = Environment()
    templates = [environment.from_string(source) for source in EXPRESSIONS]
    compiled = [compile_text(source, Span("many.yaml")) for source in EXPRESSIONS]
    records = [Record(row) for row in rows]

    def naive() -> None:
        for row in rows:
            for template in templates:
                template.render(card=row)

    def expressions() -> None:
        # As zones are resolved: once for each set of values that an expression reads.
        cached: dict[object, object] = {}
        for record in records:
            scope = {"card": record}
            for expression in compiled:
                key = key_of(expression.reads, scope, id(expression))
                if key not in cached:
                    cached[key] = expression.evaluate(scope)

    read = in_turns(rounds, ours=lambda: loaded_deck(deck), bare=bare)
    packed = in_turns(max(3, rounds // 2), ours=workbook, theirs=their_workbook)
    timed = in_turns(max(2, rounds // 2), ours=expressions, naive=naive)
    return [
        Figure("CSV and fields, of csv and pydantic", of_times(read["ours"], read["bare"]), 3),
        Figure("XLSX, of openpyxl", of_times(packed["ours"], packed["theirs"]), 0.3),
        Figure("expressions, of naive Jinja2", of_times(timed["ours"], timed["naive"]), 0.31),
    ]
