"""Tasks for the process of the start page, and its replies."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.report import DeckError
from carddesigner.designer.found import all_found
from carddesigner.designer.start_messages import DeckFaces, Refused, Sketched, SketchedLook, StartRequest, TableOptions


class Gallery(Struct, frozen=True, tag_field="t", tag="gallery"):
    """Draw pictures of decks, given by their names on the page and their ``deck.yaml``."""

    decks: tuple[tuple[str, str], ...]


class Copy(Struct, frozen=True, tag_field="t", tag="copy"):
    """Copy a shipped deck."""

    deck: str
    folder: str


class Fetching(Struct, frozen=True, tag_field="t", tag="fetching"):
    """Download the table at an address to a file in a folder."""

    address: str
    folder: str


class Sketching(Struct, frozen=True, tag_field="t", tag="sketching"):
    """Preview a table as a deck in a *folder*."""

    file: str
    folder: str
    number: int
    options: TableOptions
    address: str = ""


class Making(Struct, frozen=True, tag_field="t", tag="making"):
    """Make a deck from a table in a folder."""

    file: str
    folder: str
    options: TableOptions
    address: str = ""


class Refreshing(Struct, frozen=True, tag_field="t", tag="refreshing"):
    """Download again the deck's tables that have an address."""

    deck: str


class Fetched(Struct, frozen=True, tag_field="t", tag="fetched"):
    """The downloaded texts of tables, by file."""

    texts: tuple[tuple[str, str], ...]


class Done(Struct, frozen=True, tag_field="t", tag="done"):
    """The path of what was made: a deck's folder, or a file."""

    path: str


StartTask = Gallery | Copy | Fetching | Sketching | Making | Refreshing
Answer = DeckFaces | Sketched | SketchedLook | Refused | Done | Fetched


def refused(request: StartRequest, problem: Exception) -> Refused:
    """Return why a request failed: the first of several errors."""
    if isinstance(problem, DeckError) and (problems := all_found(problem.report)):
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return Refused(request, problems[0].message + more, problems[0].hint, problems[0].place)
    return Refused(request, str(problem))
