"""A deck from a table on the web."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem, display_path
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import Made, NewOptions
from carddesigner.starter.web.fetch import fetch
from carddesigner.starter.web.hosts import WebPolicy


def deck_from_address(address: str, folder: Path, options: NewOptions, policy: WebPolicy) -> Made:
    """Make a deck of the table at an https address, which becomes a file of the deck.

    Raises DeckError with what is in the way, OutputProblem where the folder isn't empty or can't be made.
    """
    report = Report()
    with TemporaryDirectory() as place:
        file = fetched(address, Path(place), policy)
        try:
            return deck_from_table(file, folder, replace(options, address=address))
        except DeckError as problem:
            for d in problem.report:
                span = d.span
                if span is not None and span.path == display_path(file):
                    span = Span(file.name, span.line, span.column, cell=span.cell)
                report.add(replace(d, span=span, related=()))
            raise DeckError(report) from None


def fetched(address: str, place: Path, policy: WebPolicy) -> Path:
    """The table at an https address as a file in a folder. Raises DeckError with what is in the way."""
    try:
        data = fetch(address, policy)
    except FileProblem as problem:
        Report().refuse(problem, None)
    file = place / ("cards.tsv" if b"\t" in data.partition(b"\n")[0] else "cards.csv")
    file.write_bytes(data)
    return file
