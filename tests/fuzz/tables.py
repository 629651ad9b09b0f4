"""Tables of every kind: read for a deck, edited as a grid, and made a deck of by ``new``."""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from hypothesis import strategies as st

from carddesigner.core.record import as_dict
from carddesigner.core.report import DeckError
from carddesigner.deck.find import loaded_deck
from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem, read_text
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.open_grid import open_grid
from tests.fuzz.commands import judge_new
from tests.fuzz.deck_mutations import VALUES, open_document, workbook
from tests.fuzz.mutations import mutated
from tests.fuzz.sample_deck import judge_files, write
from tests.fuzz.target import Input, Target

DECK = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components:
  - {id: cards, rows: cards.%s, front: sample#front}
"""
TEMPLATE = b"""\
template: sample
fonts: {text: {family: Alegreya Sans, fallback: [Game Symbols]}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: "#ffffff"}
      name: {in: trim, text: "{{ card.name }}", size: 9pt, min-size: 1pt}
"""
PLAIN = b"""\
template: sample
faces: {front: {zones: {ground: {in: bleed, fill: "#ffffff"}}}}
"""
KINDS = ("csv", "tsv", "txt", "json", "yaml", "xlsx", "ods")


def judge(case: Input) -> None:
    """A table ends in words at its cell or in cards, which are the same once they are written in another file."""
    table = f"cards.{case.kind}"
    files = {"deck.yaml": (DECK % case.kind).encode(), table: case.data}
    judge_files({**files, "templates/sample.yaml": TEMPLATE})
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder, {**files, "templates/sample.yaml": PLAIN})
        with suppress(DeckError):
            cards = cards_in(folder)
            write(folder, {"deck.yaml": (DECK % "json").encode(), "cards.json": written(cards)})
            assert cards_in(folder) == cards
        if case.kind not in ("xlsx", "ods"):
            judge_edits(folder / table)
    if zlib.crc32(case.data) % 4 == 0:
        # It takes longer than all else.
        judge_new(table, case.data)


def cards_in(folder: Path) -> list[dict[str, object]]:
    """The rows of a deck's cards. Raises DeckError."""
    return [as_dict(card.row) for component in loaded_deck(folder).components for card in component.cards]


def written(cards: list[dict[str, object]]) -> bytes:
    """Cards as a table of records."""
    return json.dumps([{name: value for name, value in card.items() if value is not None} for card in cards]).encode()


def judge_edits(path: Path) -> None:
    """A cell that gets what it has stays as it is; one that gets another text and its own again leaves the first text."""
    source = Source(file=path.name)
    try:
        text = read_text(path)
        grid = open_grid(path, text, source)
    except FileProblem:
        return
    with suppress(EditProblem):
        if not grid.rows or not grid.columns:
            return
        row, column = len(grid.rows) // 2, len(grid.columns) // 2
        here = (row, column)
        first = grid.rows[row][column]
        assert grid.with_cells({here: first}) == text
        changed = grid.with_cells({here: "Another"})
        after = open_grid(path, changed, source)
        rows = [list(cells) for cells in grid.rows]
        rows[row][column] = "Another"
        assert [list(cells) for cells in after.rows] == rows
        with suppress(EditProblem):
            back = open_grid(path, after.with_cells({here: first}), source)
            assert [list(cells) for cells in back.rows] == [list(cells) for cells in grid.rows]


CELLS = (
    *(
        "Fire",
        "Ice, and snow",
        'A "quoted" one',
        "two\nlines",
        " spaces ",
        "Émile",
        "漢字",
        "🔥",
        "",
        "",
        "3",
        "2.5",
        "007",
        "1,5",
        "1.000,5",
    ),
    *(
        "TRUE",
        "no",
        "-",
        "x",
        "3x",
        "×2",
        "5 copies",
        "€ 5",
        "1e5",
        "50%",
        "=1+1",
        "#N/A",
        "#REF!",
        "2020-01-01",
        "12:30",
        "1/2",
        "½",
        "١٢",
    ),
    *(
        "**bold**",
        "*",
        "{{ card.name }}",
        "{{",
        ":sun:",
        "a; b; c",
        "a|b",
        "[1, 2]",
        '{"a": 1}',
        "null",
        "http://a.b/c",
        "sep=;",
        "#",
        "//",
    ),
    *(
        "a\tb",
        "a\rb",
        "\ufeffa",
        "e\u0301",
        "\u202eabc",
        "\xa0",
        "x" * 300,
        "'",
        '"',
        '""',
        "\\n",
        "<b>x</b>",
        "&amp;",
        "a\u2028b",
        "Total",
    ),
)
HEADERS = (
    "name",
    "id",
    "copies",
    "text",
    "cost",
    "name.pt",
    "a.b",
    "ne.mark",
    "a b",
    "",
    "name",
    "Name",
    "ID",
    "count",
    "1",
    "ü",
    "x" * 90,
    "name.",
    ".x",
    "card",
    "kind",
)
cells = st.one_of(
    st.sampled_from(CELLS),
    st.sampled_from([str(v) for v in VALUES if not isinstance(v, str) or v.isprintable()]),
    st.text(max_size=8),
)


@st.composite
def made(draw: st.DrawFn) -> Input:
    """A table as programs and people write one."""
    width = draw(st.integers(1, 5))
    names = ["name", *draw(st.lists(st.sampled_from(HEADERS), min_size=width - 1, max_size=width - 1))]
    ragged = draw(st.booleans())
    rows = draw(
        st.lists(st.lists(cells, min_size=0 if ragged else width, max_size=width + ragged), min_size=1, max_size=6)
    )
    kind = draw(st.sampled_from(KINDS))
    if kind in ("xlsx", "ods"):
        typed = [[int(c) if c.isascii() and c.isdigit() and len(c) < 9 else c for c in row] for row in rows]
        make = workbook if kind == "xlsx" else open_document
        return Input(
            kind,
            make([list(names), *typed])
            if kind == "xlsx"
            else make([list(names), *[[_xml(c) for c in r] for r in typed]]),
        )
    if kind in ("json", "yaml"):
        records = [dict(zip(names, row, strict=False)) for row in rows]
        typed_records = [
            {k: draw(st.sampled_from([v, v, v, [v, v], {"a": v}, 5, 2.5, None, True, [], {}])) for k, v in r.items()}
            for r in records
        ]
        value = draw(
            st.sampled_from([typed_records, {"cards": typed_records}, {str(r.get("name")): r for r in typed_records}])
        )
        text = json.dumps(value, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))
        if kind == "yaml":
            text = yaml.safe_dump(
                value, allow_unicode=True, default_flow_style=draw(st.sampled_from([None, False, True]))
            )
        return Input(kind, text.encode(errors="surrogatepass"))
    out = io.StringIO(newline="")
    delimiter = "\t" if kind == "tsv" else draw(st.sampled_from([",", ",", ";", "\t", "|", ":"]))
    newline = draw(st.sampled_from(["\n", "\n", "\r\n", "\r", "\n\n", "\n\r"]))
    writer = csv.writer(
        out,
        delimiter=delimiter,
        lineterminator=newline,
        quoting=draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])),
        doublequote=True,
    )
    out.write(draw(st.sampled_from(["", "", "", f"sep={delimiter}{newline}", "Our game\n", "\n\n"])))
    writer.writerow(names)
    writer.writerows(rows)
    codec = draw(
        st.sampled_from(
            ["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "mac-roman", "cp1251", "utf-32"]
        )
    )
    return Input(kind, out.getvalue().encode(codec, errors="replace"))


def _xml(value: object) -> object:
    """A value that XML can hold."""
    return "".join(c for c in value if c >= " " and c not in "\ufffe\uffff") if isinstance(value, str) else value


WORDS = tuple(
    w.encode()
    for w in (
        *CELLS,
        *HEADERS,
        *(
            "<row>",
            "</row>",
            '<c r="A1">',
            "</c>",
            "<v>",
            "</v>",
            't="s"',
            't="b"',
            't="e"',
            't="str"',
            't="inlineStr"',
            "<is><t>",
            "<si>",
            "<t>",
        ),
        *(
            'r="A1048577"',
            'r="XFE1"',
            'r="A0"',
            'r=""',
            "<f>A1</f>",
            '<mergeCell ref="A1:B9"/>',
            'ref="A1:XFD1048576"',
            'count="99999999"',
        ),
        *(
            'table:number-rows-repeated="1048576"',
            'table:number-columns-repeated="16384"',
            'office:value-type="date"',
            'office:value="nan"',
        ),
        *(
            'office:value-type="boolean"',
            "<table:covered-table-cell/>",
            "<text:p>",
            "</text:p>",
            "<text:s/>",
            "<text:line-break/>",
        ),
    )
)


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Tables of any cells, and known ones mutated."""
    return st.one_of(made(), mutated(seeds, WORDS))


TARGET = Target("tables", judge, inputs)
