"""Export to Tabletop Simulator: sheets of pictures, tiles as models, booklets, and the saved object with all of them in
bags.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from carddesigner.core.report import DeckError, series
from carddesigner.export.base import Exporter, ExportJob, Fill
from carddesigner.export.earlier import LIST
from carddesigner.source.files import FileProblem, display_path, is_there

if TYPE_CHECKING:
    from carddesigner.core.face import LaidFace
    from carddesigner.deck.loaded import LoadedDeck
    from carddesigner.export.options import ExportOptions
    from carddesigner.export.tabletop.objects import Json, Wanted
    from carddesigner.export.tabletop.save import Updated
    from carddesigner.export.tabletop.sheets import SheetPlan
    from carddesigner.export.tabletop.things import Thing

FOLDER = "tabletop-simulator"
IMAGES, MODELS, BOOKS, SAVED = Path("Mods/Images"), Path("Mods/Models"), Path("Mods/PDF"), Path("Saves/Saved Objects")
"""Folders with the names of the game's own."""
_THUMBNAIL = 256
"""The size of the picture in the game's list of saved objects, in pixels."""
_KINDS = {".jpg": "picture", ".obj": "model", ".pdf": "PDF"}
_NAMED = 8
"""The most titles named in a line."""
_COLUMNS = (
    "picture", "columns", "rows", "column", "row", "back", "back_columns", "back_rows", "back_column", "back_row",
    "component", "id", "title", "copies", "width_mm", "height_mm",
)  # fmt: skip


def _files(job: ExportJob) -> Iterator[Mapping[Path, Fill | None]]:
    from carddesigner.export.tabletop.mesh import MAX_COLLIDER, block_mesh, tile_mesh
    from carddesigner.export.tabletop.objects import Model, Place, SheetState, Wanted
    from carddesigner.export.tabletop.save import updated
    from carddesigner.export.tabletop.sheets import draw_pair, draw_sheet, named_by_content, plan_sheets
    from carddesigner.export.tabletop.things import Kind, find_things

    deck, options = job.deck, job.options
    name, folder = deck.deck.deck, Path(f"{FOLDER}{deck.suffix}")
    saved = folder / SAVED / f"{name}.json"
    target = options.update.absolute() if options.update is not None else None
    before = _earlier(target or options.output / name / saved, name, required=target is not None)
    earlier = before[1] if before is not None else None
    on_table = find_things(deck, [p for p in job.pieces() if p.copies], job.report)
    things = {kind: [t for t in on_table.things if t.kind is kind] for kind in Kind}
    plans = plan_sheets(things[Kind.CARD], options.dpi)
    pairs = _pairs(things[Kind.TILE], options.dpi)
    table = _Listing()
    made: list[Path] = []

    done, count = 0, sum(len(p.cells) for p in plans) + len(pairs)
    sheets: list[SheetState] = []
    places: dict[tuple[int, int, bool], Place] = {}
    for plan in plans:
        job.progress("rendering", done, count)
        drawn = draw_sheet(deck, plan, name)
        for cell, (front, back) in enumerate(plan.cells):
            places[id(front), id(back), plan.rounded] = Place(len(sheets), cell)
        face, back_url = (_address(options, n) for n in (drawn.face, drawn.back))
        sheets.append(SheetState(face, back_url, plan.grid.columns, plan.grid.rows, plan.unique, plan.rounded))
        table.sheets.append((drawn.face, drawn.back, plan))
        done += len(plan.cells)
        made += [folder / IMAGES / n for n in drawn.files]
        yield {folder / IMAGES / n: data for n, data in drawn.files.items()}

    models: dict[tuple[int, int, float], Model] = {}
    for (front_id, back_id), (front, back, dpi) in pairs.items():
        job.progress("rendering", done, count)
        done += 1
        data = draw_pair(deck, (front, back), dpi)
        picture = named_by_content(name, data, "jpg")
        files = {folder / IMAGES / picture: data}
        same = (t for t in things[Kind.TILE] if id(t.front) == front_id and id(t.back) == back_id)
        for thickness, die in {t.thickness: t.die for t in same}.items():
            mesh, triangles = tile_mesh(front, thickness) if die is None else block_mesh(front, die)
            mesh_name = named_by_content(name, mesh, "obj")
            files[folder / MODELS / mesh_name] = mesh
            addresses = _address(options, mesh_name), _address(options, picture)
            models[front_id, back_id, thickness] = Model(*addresses, triangles <= MAX_COLLIDER)
        table.pairs[front_id, back_id] = picture
        made += files
        yield files

    books: dict[str, str] = {}
    for thing in things[Kind.BOOK]:
        if thing.component not in books:
            data = _book(deck, thing.pages)
            book = named_by_content(name, data, "pdf")
            books[thing.component] = _address(options, book)
            made.append(folder / BOOKS / book)
            yield {folder / BOOKS / book: data}

    wanted = []
    for thing in on_table.things:
        place = places.get((id(thing.front), id(thing.back), thing.rounded)) if thing.kind is Kind.CARD else None
        model = models.get((id(thing.front), id(thing.back), thing.thickness)) if thing.kind is Kind.TILE else None
        wanted.append(Wanted(thing, place, model, books[thing.component] if thing.kind is Kind.BOOK else None))
    save = updated(earlier, name, deck.title, on_table.titles, wanted, sheets, removes=options.select is None)
    for component, titles in save.unsure.items():
        message = (
            f"{_some(titles)} of {component} lie where the cards of their row's number lay: look and title are others"
        )
        job.report.warn("no-ids", message, hint="a column `id` says which card is which, whatever is changed or moved")
    first = next((t for t in on_table.things if t.kind is not Kind.BOOK), on_table.things[0])
    if target is not None and before is not None and save.data != before[0]:
        kept = target.with_name(f"{target.name}.before")
        job.messages.append(f"{display_path(kept)} is the save as it was")
        yield {kept: before[0]}
    if before is not None:
        job.messages.extend(_differences(save))
    job.messages.extend(_sharpness(plans, [dpi for _, _, dpi in pairs.values()], options.dpi))
    yield {
        folder / "cards.csv": table.csv(wanted),
        folder / SAVED / f"{name}.png": _thumbnail(deck, first.front),
        target or saved: save.data,
    }
    if target is None:
        now = {str(path.relative_to(folder)) for path in made}
        listed = job.earlier(folder)
        # Earlier exports may have selected other cards.
        named = {
            p for p in listed if any(n in save.data for n in (Path(p).name.encode(), quote(Path(p).name).encode()))
        }
        gone = {p for p in listed - now - named if Path(p).parent in (IMAGES, MODELS, BOOKS)}
        yield {folder / LIST: "".join(f"{p}\n" for p in sorted(now | named | gone)).encode()}
        yield {folder / p: None for p in sorted(gone)}


def _differences(save: Updated) -> Iterator[str]:
    """The differences from the earlier save, a line for each kind."""
    for titles, what in ((save.new, "new"), (save.changed, "changed"), (save.gone, "gone from the table")):
        if titles:
            yield f"{len(titles)} {what}: {_some(titles)}"


def _sharpness(plans: Sequence[SheetPlan], tiles: Sequence[int], dpi: int | None) -> Iterator[str]:
    """The resolution of pictures."""
    from carddesigner.export.tabletop.sheets import BEST_DPI, MAX_SIDE

    dots = [*(plan.grid.dpi for plan in plans), *tiles]
    if not dots:
        return
    message = f"pictures have {min(dots)}{f' to {max(dots)}' if max(dots) > min(dots) else ''} dpi"
    if dpi is not None and min(dots) < dpi:
        message += f": at {dpi} dpi some pieces are too large for a picture of {MAX_SIDE} pixels a side"
    if dpi is None and min([plan.grid.dpi for plan in plans], default=BEST_DPI) < BEST_DPI:
        message += f"; with --dpi {BEST_DPI} cards are sharper, on more sheets"
    yield message


def _earlier(path: Path, deck: str, *, required: bool) -> tuple[bytes, Json] | None:
    """An earlier save as bytes and as parsed, None if there is none. Raises DeckError, and OptionError if it was
    *required* for and doesn't exist.
    """
    from carddesigner.core.options import OptionError, WrongOption
    from carddesigner.core.report import Report
    from carddesigner.export.tabletop.save import read_save
    from carddesigner.source.files import near_file

    if not is_there(path):
        if required:
            raise OptionError(WrongOption("update", f"there is no file {display_path(path)}{near_file(path)}"))
        return None
    try:
        return read_save(path, deck)
    except FileProblem as problem:
        report = Report()
        report.add(problem)
        raise DeckError(report) from None


def _some(titles: Sequence[str]) -> str:
    """The first titles, each with its count."""
    counts = [title if n == 1 else f"{n} of {title}" for title, n in Counter(titles).items()]
    return ", ".join(counts[:_NAMED]) + (f" and {len(counts) - _NAMED} more" if len(counts) > _NAMED else "")


def _address(options: ExportOptions, name: str) -> str:
    """The address of a file in a save: its bare name, which the game looks up in its own folders, or its URL."""
    return name if options.base_url is None else f"{options.base_url.rstrip('/')}/{quote(name)}"


def _pairs(tiles: Sequence[Thing], dpi: int | None) -> dict[tuple[int, int], tuple[LaidFace, LaidFace | None, int]]:
    """The distinct tiles, and the dots per inch of the picture of both sides of each: the given *dpi*, or as many as
    fit.
    """
    from carddesigner.export.tabletop.sheets import BEST_DPI, fitting

    out = {}
    for tile in tiles:
        front = tile.front
        fit = min(BEST_DPI if dpi is None else dpi, fitting(front.width, 2), fitting(front.height, 1))
        out[id(front), id(tile.back)] = front, tile.back, fit
    return out


def _book(deck: LoadedDeck, pages: Sequence[LaidFace]) -> bytes:
    """A booklet's pages as a PDF for the screen."""
    from carddesigner.draw.faces import DrawnFaces
    from carddesigner.draw.painter import Painter
    from carddesigner.export.bitmaps import FaceLook, face_page
    from carddesigner.export.pdf import PdfOptions, sheets_pdf

    sheets = [face_page(face, FaceLook(72))[0] for face in pages]
    out = BytesIO()
    options = PdfOptions(deck.deck.title, deck.deck.language, reading=True)
    sheets_pdf(out, sheets, DrawnFaces(Painter(deck.assets.face)), deck.assets.picture_bytes, options)
    return out.getvalue()


def _thumbnail(deck: LoadedDeck, face: LaidFace) -> bytes:
    """A square picture of a face."""
    from PIL import Image

    from carddesigner.export.bitmaps import FaceLook, face_pictures, png

    dpi = max(1, int(_THUMBNAIL * 72 / max(face.width, face.height)))
    _, image = next(face_pictures(deck, {"face": (face, "front")}, FaceLook(dpi, cut=True)))
    square = Image.new("RGBA", (_THUMBNAIL, _THUMBNAIL), (0, 0, 0, 0))
    square.paste(image, ((_THUMBNAIL - image.width) // 2, (_THUMBNAIL - image.height) // 2))
    return png(square, dpi)


class _Listing:
    """A table of which picture shows which piece, for other programs that take sheets and a list."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, SheetPlan]] = []
        self.pairs: dict[tuple[int, int], str] = {}

    def csv(self, wanted: Sequence[Wanted]) -> bytes:
        """A line for each piece, or for each of its copies that look different."""
        counts: dict[tuple[object, ...], int] = {}
        for w in wanted:
            key = self._line(w)
            counts[key] = counts.get(key, 0) + 1
        out = StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(_COLUMNS)
        for line, copies in counts.items():
            *most, copy_column, width, height = line
            del copy_column
            writer.writerow([*most, copies, width, height])
        return out.getvalue().encode()

    def _line(self, w: Wanted) -> tuple[object, ...]:
        thing, none = w.thing, ("", "", "")
        shown: tuple[object, ...]
        if w.place is not None:
            face, back, plan = self.sheets[w.place.sheet]
            columns, rows = plan.grid.columns, plan.grid.rows
            row, column = divmod(w.place.cell, columns)
            at = (columns, rows, column + 1, row + 1)
            shown = (face, *at, back, *(at if plan.unique else (1, 1, 1, 1)))
        elif w.model is not None:
            picture = self.pairs[id(thing.front), id(thing.back)]
            shown = (picture, 2, 1, 1, 1, picture, 2, 1, 2, 1)
        else:
            shown = ((w.book or "").rpartition("/")[2], 1, 1, 1, 1, "", *none, "")
        return (*shown, thing.component, thing.id, thing.title, None, *thing.size)


def _after(options: ExportOptions, written: Sequence[Path]) -> str:
    """Where to copy or upload the files."""
    save = next(p for p in reversed(written) if p.suffix == ".json")
    folder = next(p for p in written if p.name == "cards.csv").parent
    counts = [(len({p for p in written if p.suffix == ending}), what) for ending, what in _KINDS.items()]
    made = series([f"{n} {what}{'' if n == 1 else 's'}" for n, what in counts if n])
    lines = [f"{save}  {made}"]
    if options.base_url is not None:
        lines.append(f"upload all files below {folder / 'Mods'} to {options.base_url}, without their folders")
        copied = folder / "Saves"
    else:
        copied = folder / "Mods" if options.update is not None else folder
        lines.append(
            "friends don't see files of your own: for them use --base-url, or upload with the game's Cloud Manager"
        )
    if options.update is None or options.base_url is None:
        what = f"copy {copied} into" if copied != folder else f"copy the folders in {folder} into"
        lines.append(f"{what} Documents/My Games/Tabletop Simulator (macOS: ~/Library, Linux: ~/.local/share)")
    return "\n".join(lines)


TABLETOP_SIMULATOR = Exporter(
    "sheets and a saved object for the virtual table",
    _files,
    frozenset(("dpi", "base_url", "update")),
    _after,
    continues=True,
)
