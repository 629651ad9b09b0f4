"""Tables read back as they were written, and whatever is done to a real one ends in words."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from carddesigner.core.record import as_dict
from carddesigner.core.report import DeckError, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.source import paths
from tests.examples import examples
from tests.fuzz.mutations import Change, changes, mutated_bytes

REAL = paths.shipped().parent / "shared" / "realworld"
DECK = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components:
  - {id: cards, rows: %s, front: sample#front}
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces: {front: {zones: {ground: {in: bleed, fill: "#ffffff"}}}}
"""

UNCHECKED = list(HealthCheck)
fuzzed = examples(1, suppress_health_check=UNCHECKED)


def read(name: str, data: bytes, rows: dict[str, Any] | None = None) -> list[dict[str, object]]:
    """The cards of a table. Raises DeckError, and nothing else, for one that can't be used."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "templates").mkdir()
        (folder / "templates/sample.yaml").write_text(TEMPLATE)
        (folder / "deck.yaml").write_text(DECK % json.dumps({"file": name, **(rows or {})}))
        (folder / name).write_bytes(data)
        return [as_dict(c.row) for k in loaded_deck(folder).components for c in k.cards]


def tell(name: str, data: bytes, rows: dict[str, Any] | None = None) -> None:
    """Read a table that may be broken: cards or words, each with a place and a code that is explained."""
    report: Report | None = None
    try:
        read(name, data, rows)
    except DeckError as problem:
        report = problem.report
    for error in report.errors if report is not None else ():
        assert error.span is not None
        error.message.encode()
        assert error.code in _explained()


@cache
def _explained() -> frozenset[str]:
    from carddesigner.source.yaml import load_shipped

    return frozenset(load_shipped(paths.shipped() / "carddesigner/explanations.yaml"))


# Cells as a person could have typed them: no signs that steer a terminal, nothing around them.
letters = st.characters(exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff")
words = st.text(st.one_of(letters, st.sampled_from(list(' ,;"|\t\n🐉é0#:'))), max_size=20).map(str.strip)
names = st.text(letters.filter(lambda c: c not in ".\u2028"), min_size=1, max_size=10).map(str.strip).filter(bool)
headers = st.lists(names.filter(lambda n: n.lower() not in ("id", "copies")), min_size=1, max_size=5, unique=True)


def wordy(text: str) -> bool:
    """Whether a cell stays text: it begins with a letter, and is no word that means a truth or an error."""
    return text[:1].isalpha() and text.lower() not in ("true", "false")


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    columns = draw(headers)
    row = st.lists(words.filter(wordy), min_size=len(columns), max_size=len(columns))
    return columns, draw(st.lists(row, min_size=1, max_size=6))


@fuzzed
@given(
    tables(),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_csv_reads_back(table: tuple[list[str], list[list[str]]], delimiter: str, newline: str, codec: str) -> None:
    columns, cells = table
    out = io.StringIO(newline="")
    # Excel's own line names the delimiter: what it is can't be told from every table there could be.
    out.write(f"sep={delimiter}{newline}")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=newline, quoting=csv.QUOTE_ALL)
    writer.writerows([columns, *cells])
    assert read("cards.csv", out.getvalue().encode(codec)) == [dict(zip(columns, row, strict=True)) for row in cells]


@fuzzed
@given(tables(), st.data())
def test_json_reads_back(table: tuple[list[str], list[list[str]]], data: st.DataObject) -> None:
    columns, cells = table
    value = st.one_of(words, st.integers(-(10**12), 10**12), st.booleans(), st.lists(words, min_size=1, max_size=3))
    typed = [[data.draw(value) for _ in row] for row in cells]
    records = [dict(zip(columns, row, strict=True)) for row in typed]
    encoded = json.dumps(records, ensure_ascii=data.draw(st.booleans()), indent=data.draw(st.sampled_from([None, 1])))
    found = read("cards.json", encoded.encode())
    for record, card in zip(records, found, strict=True):
        for name, one in record.items():
            if one != "" and not (isinstance(one, list) and "" in one):
                assert card[name] == one
                assert type(card[name]) is type(one)


@examples(1 / 2, suppress_health_check=UNCHECKED)
@given(tables(), st.data())
def test_xlsx_reads_back(table: tuple[list[str], list[list[str]]], data: st.DataObject) -> None:
    columns, cells = table
    value = st.one_of(
        words.filter(wordy),
        st.integers(-(10**12), 10**12),
        st.booleans(),
        st.floats(-1e6, 1e6).map(lambda x: round(x, 4)).filter(lambda x: x % 1 != 0),
    )
    typed = [[data.draw(value) for _ in row] for row in cells]
    book = openpyxl.Workbook()
    for row in [columns, *typed]:
        book.active.append(row)
    for line in book.active.iter_rows():
        for cell in line:
            if isinstance(cell.value, str):
                cell.data_type = "s"
    out = io.BytesIO()
    book.save(out)
    found = read("cards.xlsx", out.getvalue())
    assert found == [dict(zip(columns, row, strict=True)) for row in typed]


SETTINGS: dict[str, dict[str, Any]] = {
    "cards.yaml": {"records": "suits", "keys": ["suit", "rank"]},
    "sample.csv": {"copies": "Duplication"},
}


def real_files() -> list[Path]:
    return sorted(p for p in REAL.rglob("*.*") if p.suffix in (".csv", ".tsv", ".json", ".yaml", ".xlsx", ".ods"))


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/realworld")
@pytest.mark.parametrize("file", real_files(), ids=lambda p: p.name)
def test_real_files_end_in_a_message_however_they_are_damaged(file: Path) -> None:
    original = file.read_bytes()

    @examples(1 / 2, suppress_health_check=UNCHECKED)
    @given(changes(), st.data())
    def damaged(some: list[Change], data: st.DataObject) -> None:
        whole = original
        if file.suffix == ".csv":
            table = list(csv.reader(io.StringIO(original.decode())))
            whole = _shuffled(table, data.draw(st.randoms(use_true_random=False)))
        tell(file.name, whole, SETTINGS.get(file.name))
        tell(file.name, mutated_bytes(whole, some), SETTINGS.get(file.name))

    tell(file.name, original, SETTINGS.get(file.name))
    damaged()


def _shuffled(table: list[list[str]], random: Any) -> bytes:
    """A table with cells swapped and a column dropped."""
    rows = [list(r) for r in table if r]
    for _ in range(3):
        a, b = random.choice(rows), random.choice(rows)
        i, j = random.randrange(len(a)), random.randrange(len(b))
        a[i], b[j] = b[j], a[i]
    dropped = random.randrange(max(map(len, rows)))
    for row in rows:
        del row[dropped : dropped + 1]
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()
