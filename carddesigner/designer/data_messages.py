"""Messages between the page and the server about the deck's tables. ``messages`` has what holds for all."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Tables(Struct, frozen=True, tag_field="t", tag="tables"):
    """Asks for the deck's tables, and for one of them, which the page shows from now on; without ``table`` the first, or that of the card
    that is shown.
    """

    table: str = ""


class TypeCell(Struct, frozen=True, tag_field="t", tag="type"):
    """A cell holds a text while it is being typed: nothing is written."""

    seq: int
    table: str
    revision: int
    row: int
    column: int
    text: str


class CellText(Struct, frozen=True):
    """A text for a cell."""

    row: int
    column: int
    text: str


class Cells(Struct, frozen=True, tag_field="t", tag="cells"):
    """Cells get other texts, as one step; behind the last row are new ones. ``name`` is what was done, such as Paste."""

    table: str
    revision: int
    name: str
    cells: tuple[CellText, ...]


class Rows(Struct, frozen=True, tag_field="t", tag="rows"):
    """Rows are added before the one with the index ``to``, or copied, deleted, or moved to stand there, as one step; ``seq`` is repeated
    once that is answered.
    """

    table: str
    revision: int
    seq: int
    action: Literal["insert", "duplicate", "delete", "move"]
    rows: tuple[int, ...] = ()
    to: int = 0


class Columns(Struct, frozen=True, tag_field="t", tag="columns"):
    """A column is added with a name before the one with the index ``to``, or copied there with a name, deleted, moved there, or called
    otherwise, as one step.
    """

    table: str
    revision: int
    seq: int
    action: Literal["insert", "duplicate", "delete", "move", "rename"]
    column: int = 0
    to: int = 0
    name: str = ""


class Locate(Struct, frozen=True, tag_field="t", tag="locate"):
    """Asks which cells of a table places of problems are."""

    table: str
    revision: int
    places: tuple[str, ...]


class Thumbnails(Struct, frozen=True, tag_field="t", tag="thumbnails"):
    """Asks for small pictures of what cells name, each a kind of column and a cell's text."""

    names: tuple[tuple[str, str], ...]


class AsCsv(Struct, frozen=True, tag_field="t", tag="as-csv"):
    """A table that a spreadsheet keeps is to be taken over as CSV, and edited here from then on."""

    table: str


FromData = Tables | TypeCell | Cells | Rows | Columns | Locate | Thumbnails | AsCsv


class TableName(Struct, frozen=True):
    """A table of the deck: its file, and the components that read it."""

    key: str
    file: str
    components: tuple[str, ...]


class ColumnInfo(Struct, frozen=True):
    """A column: ``header`` in the file, ``name`` for the deck, blank where it isn't read. ``kind`` is a field's type; ``choices`` are words
    that a cell may have, of a boolean those for true and false. A translation has its ``language``, and the column that it ``translates``.
    """

    header: str
    name: str
    kind: str
    choices: tuple[str, ...] = ()
    required: bool = False
    declared: bool = False
    language: str = ""
    translates: int = -1


class RowInfo(Struct, frozen=True):
    """A row's texts, its card's component and id, and the ``reason`` why it is no card, blank for one that is."""

    cells: tuple[str, ...]
    component: str = ""
    id: str = ""
    reason: str = ""


class TableInfo(Struct, frozen=True, tag_field="t", tag="table"):
    """The deck's tables, and one of them, whole; ``locked`` says why it can't be changed, ``fixed_rows`` and ``fixed_columns`` why
    these can't be added or removed, ``problem`` why nothing of it can be shown; ``csv`` is the file that it can be taken over to,
    ``published`` the address that it is read from when asked.
    """

    tables: tuple[TableName, ...]
    key: str
    revision: int
    columns: tuple[ColumnInfo, ...]
    rows: tuple[RowInfo, ...]
    languages: tuple[str, ...] = ()
    locked: str = ""
    fixed_rows: str = ""
    fixed_columns: str = ""
    problem: str = ""
    csv: str = ""
    published: str = ""


class TablePatch(Struct, frozen=True, tag_field="t", tag="table-patch"):
    """From ``start`` on so many rows are taken out, and others take their place."""

    key: str
    revision: int
    start: int
    removed: int
    rows: tuple[RowInfo, ...]


class Shifted(Struct, frozen=True, tag_field="t", tag="shifted"):
    """What was asked of rows or columns is answered: all that it changed was sent before."""

    seq: int


class LocatedCell(Struct, frozen=True):
    """The cell of a place, by that one's index; of a row alone the column -1."""

    index: int
    row: int
    column: int


class Located(Struct, frozen=True, tag_field="t", tag="located"):
    """The cells of places, as far as they are in the table."""

    key: str
    revision: int
    places: tuple[str, ...]
    cells: tuple[LocatedCell, ...]


class Thumbnail(Struct, frozen=True):
    """A small picture of what a cell names, as the address that holds it; blank for what there is none of."""

    kind: str
    name: str
    picture: str


class ThumbnailList(Struct, frozen=True, tag_field="t", tag="thumbnails"):
    """Small pictures that were asked for."""

    pictures: tuple[Thumbnail, ...]


ToData = TableInfo | TablePatch | Shifted | Located | ThumbnailList
