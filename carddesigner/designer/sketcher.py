"""Previews of a table as a new deck, for ``workbench``: the roles of its columns, and a few of its cards in each
look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError
from carddesigner.designer.start_messages import (
    ColumnRole,
    LookName,
    Quantity,
    SheetName,
    Sketched,
    SketchedLook,
    TableOptions,
)
from carddesigner.designer.start_tasks import Sketching, refused
from carddesigner.draw.svg import face_svg
from carddesigner.export.samples import sample_pieces
from carddesigner.schema.stock import SIZES
from carddesigner.source.files import FileProblem, read_bytes
from carddesigner.starter.from_table import Written, written
from carddesigner.starter.looks.look import LOOKS, Look, look_named
from carddesigner.starter.looks.plan import UNPRINTED
from carddesigner.starter.looks.trial import Printed
from carddesigner.starter.made import NewOptions
from carddesigner.starter.prepare import PreparedDeck, prepare
from carddesigner.starter.reading.source import WORKBOOKS
from carddesigner.starter.remarks import remarks
from carddesigner.starter.roles.assigned import choices_of
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.spelling import shortened
from carddesigner.starter.table_roles import maybe_quantities
from carddesigner.tables.workbook import open_workbook
from carddesigner.template.titles import card_titles

SHOWN = 5
"""The number of cards shown in each look."""
CELLS = 3
MAX_CELL = 80


def new_options(options: TableOptions, address: str = "") -> NewOptions:
    """Return the choices of the page as options of a new deck."""
    return NewOptions(
        sheets=options.sheets,
        quantity=options.quantity or None,
        roles=tuple((p.column, p.role) for p in options.roles),
        look=options.look or None,
        size=options.size or None,
        address=address or None,
    )


def sketches(task: Sketching) -> Iterator[Sketched | SketchedLook]:
    """Yield the preview of a table, then its cards in each look, that of the deck first. Raises DeckError if the table
    can't be read.
    """
    options = new_options(task.options, task.address)
    file, folder = Path(task.file), Path(task.folder)
    with TemporaryDirectory() as name:
        place = Path(name)
        prepared = prepare(file, place, folder, options)
        yield _sketched(task, prepared)
        chosen = look_named(options.look) if options.look is not None else None
        keys: set[PieceKey] = set()
        guessed_look = prepared.parts[0].look
        for look in sorted(LOOKS, key=lambda look: look is not guessed_look):
            # If the user chose no look, components may have different ones.
            only_look = look if look is not guessed_look or chosen is not None else None
            try:
                made = written(prepared, place, only_look)
            except DeckError as problem:
                yield SketchedLook(task.number, look.name, (), problem=refused("table", problem).message)
                continue
            keys = keys or {p.key for p in sample_pieces(made.printed.deck, made.printed.pieces, SHOWN)}
            yield _in_look(task.number, look, made, keys)


def _sketched(task: Sketching, prepared: PreparedDeck) -> Sketched:
    sources = {p.source.rows.sheet or p.source.rows.records or "": p for p in prepared.parts}
    parts = tuple(sources.values())
    taken = [sheet.rows.sheet for p in parts for sheet in p.source.sheets]
    columns: dict[str, ColumnRole] = {}
    for part in parts:
        for guess in sorted(part.guesses, key=lambda g: g.column.at):
            columns.setdefault(_called(guess), _column(guess))
    return Sketched(
        task.number,
        sum(len(p.source.table.rows) for p in parts),
        _sheets(Path(task.file), taken),
        tuple(columns.values()),
        tuple(Quantity(*quantity) for quantity in maybe_quantities([p.source for p in parts]))
        if not task.options.quantity
        else (),
        prepared.parts[0].look.name,
        tuple(LookName(look.name, look.about) for look in LOOKS),
        tuple(SIZES),
        task.folder,
        # Notes about command-line flags that the page has fields for are left out.
        tuple(n for n in prepared.notes if "--quantity" not in n),
    )


def _called(guess: Guess) -> str:
    return guess.column.header or guess.column.name


def _column(guess: Guess) -> ColumnRole:
    column = guess.column
    cells = tuple(shortened(t, MAX_CELL) for t in column.distinct[:CELLS])
    can = [Role.COPIES] if guess.role is Role.COPIES or column.number else []
    roles = (*can, *choices_of(column))
    roles = roles if guess.role in roles else (guess.role, *roles)
    return ColumnRole(_called(guess), cells, guess.role, guess.sure.value, guess.why, roles)


def _sheets(file: Path, taken: Sequence[str | None]) -> tuple[SheetName, ...]:
    if file.suffix.lower() not in WORKBOOKS:
        return ()
    try:
        names = dict(open_workbook(file, read_bytes(file)).sheets)
    except (DeckError, FileProblem, ValueError):
        return ()
    return tuple(SheetName(name, not visible, name in taken) for name, visible in names.items())


def _in_look(number: int, look: Look, made: Written, keys: set[PieceKey]) -> SketchedLook:
    printed = made.printed
    names = card_titles(printed.deck)
    size = made.parts[0].fitting
    gone = []
    for part in made.parts:
        arranged = part.arranged
        shown = {p.path for p in arranged.prints} | ({arranged.picture.path} if arranged.picture is not None else set())
        left = {_called(g) for g in part.guesses if g.role not in UNPRINTED and g.column.path not in shown}
        left |= {_called(g) for g in part.guesses if g.role is Role.PICTURE and g.column.path not in shown}
        gone.append(left)
    return SketchedLook(
        number,
        look.name,
        _faces(printed, keys),
        sum(len(p.copies) for p in printed.pieces),
        f"{size.width:g} × {size.height:g} mm",
        (
            *(r.replace(" with --size", "") for f in made.fitting for r in remarks(f, "the template", names)),
            *made.notes,
        ),
        tuple(sorted(set[str].intersection(*gone))) if gone else (),
    )


def _faces(printed: Printed, keys: set[PieceKey]) -> tuple[str, ...]:
    """Return the fronts of pieces, each followed by its back if pieces have different backs."""
    assets = printed.deck.assets
    chosen = [p for p in printed.pieces if p.key in keys] or list(printed.pieces[:SHOWN])
    backs = {id(p.first[1]) for p in printed.pieces}
    faces = []
    for piece in chosen:
        front, back = piece.first
        faces += [front] if back is None or len(backs) == 1 else [front, back]
    return tuple(
        face_svg(face, "card", assets.face, assets.picture_bytes, bleed=False, cut=True) for face in faces[: SHOWN + 1]
    )
