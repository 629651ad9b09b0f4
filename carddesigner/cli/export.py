"""``carddesigner export``: pictures or data of a deck's cards."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from carddesigner.cli.build import parse_select

if TYPE_CHECKING:
    from carddesigner.layout.deck import LaidPiece
    from carddesigner.load.deck import LoadedDeck


class Target(StrEnum):
    """What to export to."""

    PNG = "png"
    JSON = "json"


def export(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="A shipped deck's id, or the path of a deck's folder.")],
    to: Annotated[Target, typer.Option("--to", help="A picture of every face, or the data of all cards.")],
    select: Annotated[
        str | None, typer.Option(help="Only cards for which this is true, such as 'number > 10'.")
    ] = None,
    dpi: Annotated[int, typer.Option(min=36, max=1200, help="Dots per inch of pictures.")] = 300,
    bleed: Annotated[bool, typer.Option("--bleed", help="Pictures with their bleed, for print services.")] = False,
    language: Annotated[str | None, typer.Option(help="A language that the deck is translated to, such as pt.")] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="Files go to OUTPUT/<deck>/.")] = Path("output"),
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but errors.")] = False,
) -> None:
    """Write every face as a picture (png), or the typed data of all cards (json)."""
    from carddesigner.build import lay_out
    from carddesigner.core.report import Report
    from carddesigner.export.data import deck_json
    from carddesigner.export.files import write_files
    from carddesigner.load.find import load_deck

    report = Report()
    loaded = load_deck(deck, report, language)
    expression = parse_select(select)
    folder = output / loaded.deck.deck
    if to is Target.JSON:
        chosen = {p.id for p in lay_out(loaded, report, expression)} if expression is not None else None
        path = folder / f"{loaded.deck.deck}{loaded.suffix}.json"
        write_files({path: deck_json(loaded, chosen)})
        said = str(path)
    else:
        pieces = lay_out(loaded, report, expression)
        count = _pictures(loaded, pieces, folder / f"png{loaded.suffix}", dpi, bleed, quiet)
        said = f"{folder / f'png{loaded.suffix}'}  {count} pictures at {dpi} dpi"
    if not quiet:
        sys.stderr.write(f"{said}\n")


def _pictures(
    loaded: LoadedDeck, pieces: tuple[LaidPiece, ...], folder: Path, dpi: int, bleed: bool, quiet: bool
) -> int:
    """A picture a face; equal faces are rendered once. Returns how many files were written."""
    from carddesigner.build import SLUG_FAMILY, BuildSettings, impose
    from carddesigner.cli.progress import Progress
    from carddesigner.core.geometry import Rect
    from carddesigner.core.report import Report
    from carddesigner.draw.painter import Painter
    from carddesigner.export.files import write_files
    from carddesigner.export.pdf import PdfOptions, sheets_pdf
    from carddesigner.export.png import render_pages

    sheets = impose(loaded, pieces, BuildSettings(layout="pieces", distinct=True), Report()).sheets
    options = PdfOptions(loaded.deck.title, loaded.deck.language, loaded.assets.family(SLUG_FAMILY))
    pdf = sheets_pdf(sheets, Painter(loaded.assets.face), loaded.assets.picture_bytes, options)
    wanted: dict[int, tuple[int, Rect]] = {}
    files: dict[int, list[Path]] = {}
    for index, sheet in enumerate(sheets):
        for slot in sheet.slots:
            area = Rect(0.0, 0.0, sheet.paper.width, sheet.paper.height) if bleed else sheet.trim_box
            wanted.setdefault(id(slot.face), (index, area))
            files.setdefault(id(slot.face), []).append(folder / f"{slot.piece}-{slot.side}.png")
    progress = Progress(quiet)
    count = 0
    try:
        rendered = render_pages(pdf, list(wanted.values()), dpi)
        for done, (face, data) in enumerate(zip(wanted, rendered, strict=True)):
            progress("rendering", done, len(wanted))
            write_files(dict.fromkeys(files[face], data))
            count += len(files[face])
    except ValueError as problem:
        raise typer.BadParameter(str(problem), param_hint="--dpi") from None
    finally:
        progress.done()
    return count
