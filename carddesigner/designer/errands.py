"""What the process beside the server is asked to do, and answers."""

from __future__ import annotations

from msgspec import Struct

from carddesigner.core.report import DeckError
from carddesigner.designer.found import all_found
from carddesigner.designer.start_messages import DeckFaces, Refused, Sketched, SketchedLook, StartRequest, TableOptions


class Gallery(Struct, frozen=True, tag_field="t", tag="gallery"):
    """Pictures of decks, by what the page calls them and their ``deck.yaml``."""

    decks: tuple[tuple[str, str], ...]


class Copy(Struct, frozen=True, tag_field="t", tag="copy"):
    """A shipped deck is copied."""

    deck: str
    folder: str


class Fetching(Struct, frozen=True, tag_field="t", tag="fetching"):
    """The table at an address becomes a file in a folder."""

    address: str
    folder: str


class Sketching(Struct, frozen=True, tag_field="t", tag="sketching"):
    """A table is looked at as a deck that would lie in a *folder*."""

    file: str
    folder: str
    number: int
    options: TableOptions
    address: str = ""


class Making(Struct, frozen=True, tag_field="t", tag="making"):
    """A deck is made of a table in a folder."""

    file: str
    folder: str
    options: TableOptions
    address: str = ""


class Refreshing(Struct, frozen=True, tag_field="t", tag="refreshing"):
    """The tables of a deck that have an address are read from there."""

    deck: str


class Fetched(Struct, frozen=True, tag_field="t", tag="fetched"):
    """The texts of tables that were read, by their files."""

    texts: tuple[tuple[str, str], ...]


class Done(Struct, frozen=True, tag_field="t", tag="done"):
    """What was made: a deck's folder, or a file."""

    path: str


Errand = Gallery | Copy | Fetching | Sketching | Making | Refreshing
Answer = DeckFaces | Sketched | SketchedLook | Refused | Done | Fetched


def refused(request: StartRequest, problem: Exception) -> Refused:
    """Why something can't be done: of several errors the first."""
    if isinstance(problem, DeckError) and (found := all_found(problem.report)):
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        return Refused(request, found[0].message + more, found[0].hint, found[0].place)
    return Refused(request, str(problem))
