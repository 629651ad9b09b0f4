"""The deck's tables on a page: which there are, their columns, and edits of their cells."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.designer import data_messages as m
from carddesigner.designer.column_uses import renamed_uses
from carddesigner.designer.columns import columns_of, refuse_unknown
from carddesigner.designer.session import Session
from carddesigner.designer.table_moves import GONE, Moves, difference, moves
from carddesigner.designer.to_csv import converted_to_csv, csv_name
from carddesigner.schema.deck import Component
from carddesigner.schema.rows import Source
from carddesigner.source.files import display_path, read_text, resolve_inside
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.grid import Grid
from carddesigner.tables.no_cards import REASONS
from carddesigner.tables.open_grid import WORKBOOKS, open_grid

MAX_CELLS = 200_000
"""The most cells of one message."""
MAX_PLACES = 2000
"""The most places of problems that are located in a table."""
MAX_SENT = 50
"""The most earlier revisions of a table that edits may refer to."""
Edited = tuple[str, dict[Path, str]]
"""A step's name, and the new texts of the files that it changes."""
_CHANGED = "the table was changed meanwhile; what is there now is shown, and nothing was written"


class _Table(Struct, frozen=True, eq=False):
    """A table of the deck: its source, the components whose rows it has, and the names of all that read it."""

    key: str
    source: Source
    components: tuple[Component, ...]
    used: tuple[str, ...]


class _Shown(Struct, eq=False):
    """The table on the page, as it was last sent."""

    table: _Table
    path: Path
    grid: Grid
    text: str
    info: m.TableInfo


class Data:
    """The tables of a page. Edits return the texts to write, and raise EditProblem."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.shown: _Shown | None = None
        self.revision = 0
        self.sent_tables: dict[int, m.TableInfo] = {}
        """The table as it was sent to the page, by revision."""
        self.left = ""
        """Uses that the last edit did not change, to be reported."""

    # Showing a table.

    def open(self, key: str, shown: PieceKey | None) -> list[m.ToData]:
        """Return the deck's tables with one of them, or the changes to the one that the page already has."""
        if self.shown is not None and key == self.shown.table.key:
            return self.again()
        tables = self._tables()
        own = next(
            (t for t in tables if shown is not None and any(c.id == shown.component for c in t.components)), None
        )
        table = next((t for t in tables if t.key == key), own or next(iter(tables), None))
        if table is None:
            return [m.TableInfo((), "", 0, (), (), problem="No component of this deck has a table.")]
        info = self._opened(table, tables)
        if any(sent.key != info.key for sent in self.sent_tables.values()):
            self.sent_tables.clear()
        self._keep(info)
        return [info]

    def _keep(self, info: m.TableInfo) -> None:
        self.sent_tables[self.revision] = info
        if len(self.sent_tables) > MAX_SENT:
            del self.sent_tables[min(self.sent_tables)]

    def catch_up(self) -> list[m.ToData]:
        """Return changes by other programs to the table's file that the page doesn't have yet. Raises Problem."""
        shown = self.shown
        if shown is None or shown.info.locked or self._text(shown.path) == shown.text:
            return []
        self.session.outside([shown.path])
        return self.again()

    def again(self, *, own: bool = False) -> list[m.ToData]:
        """Return the changes to the table on the page. With *own* the page itself changed cells, so the revision stays
        the same if the number of rows does.
        """
        if self.shown is None:
            return []
        old, revision = self.shown.info, self.revision
        tables = self._tables()
        used = set(self.shown.table.used)
        # The table may now be read from another file.
        table = next((t for t in tables if t.key == old.key), None) or next(
            (t for t in tables if used & set(t.used)), None
        )
        if table is None:
            return self.open("", None)
        new = self._opened(table, tables)
        start, end = difference(old.rows, new.rows)
        removed, rows = len(old.rows) - end - start, new.rows[start : len(new.rows) - end]
        alike = replace(old, revision=0, rows=()) == replace(new, revision=0, rows=())
        if alike and ((own and removed == len(rows)) or not (removed or rows)):
            self.revision = revision
        self._keep(new)
        if not alike:
            return [new]
        return [m.TablePatch(new.key, self.revision, start, removed, rows)] if removed or rows else []

    def after(self, files: Container[Path]) -> list[m.ToData]:
        """Return the changes to the table on the page if it is among these files."""
        return self.again() if self.shown is not None and self.shown.path in files else []

    def whole(self) -> list[m.ToData]:
        """Return the whole table on the page, which may show a refused edit."""
        key, self.shown = self.shown.info.key if self.shown is not None else "", None
        return self.open(key, None)

    def _opened(self, table: _Table, tables: Sequence[_Table]) -> m.TableInfo:
        self.revision += 1
        self.shown = None
        names = tuple(m.TableName(t.key, t.source.file, t.used) for t in tables)
        try:
            path = self._path(table)
            # Another program may be saving the workbook; the session is only notified when that is done.
            self.session.hold_books([path])
            text = "" if path.suffix.lower() in WORKBOOKS else self._text(path)
            grid = open_grid(path, text, table.source, self.session.books.held.get(path))
        except (Problem, ValueError) as problem:
            return m.TableInfo(names, table.key, self.revision, (), (), problem=str(problem))
        loaded = self._loaded()
        info = m.TableInfo(
            names,
            table.key,
            self.revision,
            columns_of(table.components, grid, loaded),
            _rows(table, grid, loaded),
            loaded.deck.languages if loaded is not None else (),
            self._locked(table, path, grid),
            grid.fixed_rows,
            grid.fixed_columns,
            csv="" if self.session.shipped else csv_name(table.source),
            published="" if self.session.shipped else table.source.from_ or "",
        )
        self.shown = _Shown(table, path, grid, text, info)
        return info

    def locate(self, request: m.Locate) -> list[m.ToData]:
        """Return the cells at the places of problems."""
        shown = self.shown
        if shown is None or request.revision != self.revision:
            return []
        begin = display_path(shown.path)
        cells = []
        for i, place in enumerate(request.places[:MAX_PLACES]):
            if place.startswith(begin) and place[len(begin) : len(begin) + 1] in (":", "!"):
                position = shown.grid.find(place[len(begin) + 1 :])
                if position is not None:
                    cells.append(m.LocatedCell(i, *position))
        return [m.Located(shown.table.key, self.revision, request.places, tuple(cells))]

    # Editing a table.

    def type(self, request: m.TypeCell) -> dict[Path, str]:
        """Return the texts that replace files while a cell is being typed in."""
        shown, went = self._to_edit(request.table, request.revision)
        row, column = _cell(went, request.row, request.column, request.text)
        if not (0 <= row < len(shown.grid.rows) and 0 <= column < len(shown.grid.columns)):
            raise EditProblem(_CHANGED)
        return {shown.path: shown.grid.with_cells({(row, column): request.text})}

    def cells(self, request: m.Cells) -> Edited:
        """Set the texts of cells; cells below the last row add rows."""
        shown, went = self._to_edit(request.table, request.revision)
        grid, count, width = shown.grid, len(shown.grid.rows), len(shown.grid.columns)
        if len(request.cells) > MAX_CELLS:
            raise EditProblem(
                f"{len(request.cells):,} cells are too many for one edit; at most {MAX_CELLS:,} are taken"
            )
        cells = [m.CellText(*_cell(went, c.row, c.column, c.text), c.text) for c in request.cells]
        if any(not (0 <= c.column < width and 0 <= c.row < count + MAX_CELLS) for c in cells):
            raise EditProblem(_CHANGED)
        text = grid.with_cells({(c.row, c.column): c.text for c in cells if c.row < count})
        more = [c for c in cells if c.row >= count]
        if more:
            rows = [[""] * width for _ in range(max(c.row for c in more) - count + 1)]
            for cell in more:
                rows[cell.row - count][cell.column] = cell.text
            grid = open_grid(shown.path, text, shown.table.source)
            text = grid.with_rows(len(grid.rows), rows)
        named = shown.grid.columns[cells[0].column] if len(cells) == 1 else None
        what = (named.name or named.header) if named is not None else f"{len(cells)} cells"
        return f"{request.name[:40]}: {what}", {shown.path: text}

    def rows(self, request: m.Rows) -> Edited:
        """Add, copy, delete or move rows."""
        shown, went = self._to_edit(request.table, request.revision)
        grid, count = shown.grid, len(shown.grid.rows)
        if grid.fixed_rows:
            raise EditProblem(grid.fixed_rows)
        if min((request.to, *request.rows)) < 0:
            raise EditProblem(_CHANGED)
        to = went.gap(request.to) if went is not None else request.to
        rows = sorted({went.row(r) if went is not None else r for r in request.rows})
        if to > count or any(not 0 <= r < count for r in rows) or (not rows and request.action != "insert"):
            raise EditProblem(_CHANGED)
        many = f"{len(rows)} rows" if len(rows) > 1 else "row"
        if request.action == "insert":
            text = grid.with_rows(to, [[""] * len(grid.columns)])
            return "Add a row", {shown.path: text}
        if request.action == "duplicate":
            text = grid.with_rows(to, [_copied(grid, r, shown.table) for r in rows])
            return f"Duplicate {many}", {shown.path: text}
        if request.action == "delete":
            return f"Delete {many}", {shown.path: grid.without_rows(rows)}
        return f"Move {many}", {shown.path: grid.with_rows_moved(rows, to)}

    def columns(self, request: m.Columns) -> Edited:
        """Add, copy, delete, move or rename a column."""
        shown, went = self._to_edit(request.table, request.revision)
        if went is not None and list(went.columns) != list(range(len(shown.grid.columns))):
            raise EditProblem(_CHANGED)
        grid, width = shown.grid, len(shown.grid.columns)
        if grid.fixed_columns:
            raise EditProblem(grid.fixed_columns)
        new = request.action in ("insert", "duplicate")
        if not 0 <= request.to < width + new or not (0 <= request.column < width or request.action == "insert"):
            raise EditProblem(_CHANGED)
        name = request.name.strip()
        if request.action in ("insert", "duplicate", "rename"):
            others = [c for i, c in enumerate(grid.columns) if new or i != request.column]
            if not name:
                raise EditProblem("a column needs a name")
            if any(name in (c.name, c.header) for c in others):
                raise EditProblem(f"there is a column {name!r} already")
            refuse_unknown(name, self._loaded())
        if new:
            cells = [r[request.column] if request.action == "duplicate" else "" for r in grid.rows]
            return f"Add the column {name}", {shown.path: grid.with_column(request.to, name, cells)}
        own = grid.columns[request.column]
        called = own.name or own.header
        if request.action == "delete":
            return f"Delete the column {called}", {shown.path: grid.without_column(request.column)}
        if request.action == "move":
            return f"Move the column {called}", {shown.path: grid.with_column_moved(request.column, request.to)}
        return self._renamed(shown, request.column, name)

    def _renamed(self, shown: _Shown, column: int, name: str) -> Edited:
        """Rename a column in the table, with its translations, and where the deck uses it."""
        own = shown.grid.columns[column]
        old = own.name or own.header
        if own.header != old:
            raise EditProblem(f"deck.yaml calls the column {own.header!r} {old!r}; change that there, under `columns:`")
        path, text = shown.path, shown.text
        for i, info in enumerate(shown.info.columns):
            if i == column or info.translates == column:
                header = name if i == column else f"{name}.{info.language}"
                text = open_grid(path, text, shown.table.source).with_header(i, header)
        uses = renamed_uses(self.session, shown.table.components, old, name)
        self.left = "; ".join(uses.left)
        return f"Rename the column {old} to {name}", {**uses.texts, path: text}

    def as_csv(self, request: m.AsCsv) -> Edited:
        """Convert a table of a spreadsheet to CSV."""
        shown = self.shown
        if shown is None or request.table != shown.table.key or not shown.info.csv:
            raise EditProblem(_CHANGED)
        return f"Take over as {shown.info.csv}", converted_to_csv(self.session, shown.table.source, shown.grid)

    # Shared by showing and editing.

    def _to_edit(self, key: str, revision: int) -> tuple[_Shown, Moves | None]:
        """Return the table on the page and, if the page refers to an earlier revision, where rows and columns moved
        since then. Raises EditProblem.
        """
        shown, sent = self.shown, self.sent_tables.get(revision)
        if shown is None or key != shown.table.key or sent is None:
            raise EditProblem(_CHANGED)
        if shown.info.locked:
            raise EditProblem(shown.info.locked)
        return shown, moves(sent, shown.info) if revision != self.revision else None

    def _text(self, path: Path) -> str:
        if path.is_relative_to(self.session.folder):
            return self.session.texts.saved(path)
        return read_text(path)

    def _path(self, table: _Table) -> Path:
        """Return a table's file. Raises Problem."""
        loaded = self._loaded()
        if loaded is not None:
            return loaded.assets.finder.own_file(table.source.file)
        return resolve_inside(self.session.folder, table.source.file)

    def _locked(self, table: _Table, path: Path, grid: Grid) -> str:
        if grid.locked:
            return grid.locked
        if self.session.shipped:
            return "this deck comes with carddesigner; make a copy to change it"
        if not path.is_relative_to(self.session.folder):
            return f"{path.name} lies outside of the deck's folder"
        if table.source.from_ is not None:
            return "this table is published by a spreadsheet; change it there, and refresh it here"
        return ""

    def _loaded(self) -> LoadedDeck | None:
        """Return the deck if it can be read."""
        try:
            return self.session.deck.read(Report())
        except DeckError:
            return None

    def _tables(self) -> list[_Table]:
        out: dict[str, _Table] = {}
        for component in self.session.components():
            rows = component.rows
            if rows is None:
                continue
            _collect(out, rows, component)
            for join in rows.join:
                _collect(out, join.rows, None, f"{component.id}.{join.as_}")
        return list(out.values())


def _collect(out: dict[str, _Table], source: Source, component: Component | None, joined: str = "") -> None:
    parts = [source.file, source.sheet, source.records, *source.keys, source.header and str(source.header)]
    key = "!".join(part for part in parts if part)
    before = out.get(key)
    components = (component,) if component is not None else ()
    used = component.id if component is not None else joined
    if before is None:
        out[key] = _Table(key, source, components, (used,))
    else:
        out[key] = _Table(key, before.source, before.components + components, (*before.used, used))


def _cell(went: Moves | None, row: int, column: int, text: str) -> tuple[int, int]:
    """Return the current row and column of a cell that was sent with an earlier position. Raises EditProblem if it was
    deleted.
    """
    if went is None or not (row >= 0 and 0 <= column < len(went.columns)):
        return row, column
    cell = went.row(row), went.columns[column]
    if GONE in cell:
        what = "row" if cell[0] == GONE else "column"
        raise EditProblem(f"the {what} was taken out elsewhere meanwhile; {text[:200]!r} is not written")
    return cell


def _rows(table: _Table, grid: Grid, loaded: LoadedDeck | None) -> tuple[m.RowInfo, ...]:
    """Return the rows with their cards, or with the reason why they have none."""
    pieces: dict[int, tuple[str, str]] = {}
    why: dict[int, str] = {}
    ids = {c.id for c in table.components}
    for component in loaded.components if loaded is not None else ():
        if component.id in ids and component.table is not None:
            for number, id_ in _pieces(component):
                pieces.setdefault(number, (component.id, id_))
            for left in component.table.left_out:
                why[left.row - 1] = (REASONS.get(left.why) or (f"has {left.why}",))[0]
    out = []
    for number, cells in zip(grid.numbers, grid.rows, strict=True):
        component_id, id_ = pieces.get(number, ("", ""))
        reason = "" if id_ else "is blank" if not any(cells) else why.get(number, "")
        out.append(m.RowInfo(tuple(cells), component_id, id_, reason))
    return tuple(out)


def _pieces(component: LoadedComponent) -> Iterator[tuple[int, str]]:
    """Yield the row number and id of each card."""
    assert component.table is not None
    for card in component.cards:
        if card.row_number is not None:
            yield card.row_number, card.id


def _copied(grid: Grid, row: int, table: _Table) -> list[str]:
    """Return the texts for a copy of a row, without the id, which must be unique."""
    ids = {c.rows.id for c in table.components if c.rows is not None}
    return ["" if c.name in ids else text for c, text in zip(grid.columns, grid.rows[row], strict=True)]
