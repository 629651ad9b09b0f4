"""``carddesigner export``: pictures or data of a deck's cards."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from carddesigner.cli.build import parse_select
from carddesigner.cli.options import Edition, Language

if TYPE_CHECKING:
    from carddesigner.core.face import Face
    from carddesigner.deck.deck import LoadedDeck
    from carddesigner.layout.deck import LaidPiece


class Target(StrEnum):
    """What to export to."""

    PNG = "png"
    JSON = "json"


def export(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck's folder, such as ./my-game, or a shipped deck.")],
    to: Annotated[Target, typer.Option("--to", help="Pictures of every face, or the data of all cards.")],
    select: Annotated[
        str | None, typer.Option(metavar="EXPR", help="Only cards for which this is true, such as 'number > 10'.")
    ] = None,
    dpi: Annotated[int, typer.Option(metavar="DPI", min=36, max=1200, help="Dots per inch of pictures.")] = 300,
    bleed: Annotated[
        bool, typer.Option("--bleed", help="Pictures with their bleed, as print services want them.")
    ] = False,
    language: Language = None,
    edition: Edition = None,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Files go to DIR/<deck>/.")] = Path(
        "output"
    ),
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but errors.")] = False,
) -> None:
    """Write pictures or data of all cards. A PNG of every face, or one JSON file with all their values."""
    from carddesigner.core.report import Report
    from carddesigner.deck.find import load_deck
    from carddesigner.export.data import deck_json
    from carddesigner.export.files import write_files
    from carddesigner.pipeline.imposition import lay_out

    report = Report()
    loaded = load_deck(deck, report, language, edition=edition)
    expression = parse_select(select)
    folder = output / loaded.deck.deck
    if to is Target.JSON:
        chosen = {p.key for p in lay_out(loaded, report, expression)} if expression is not None else None
        path = folder / f"{loaded.deck.deck}{loaded.suffix}.json"
        write_files({path: deck_json(loaded, chosen)})
        reported = str(path)
    else:
        pieces = lay_out(loaded, report, expression)
        count = _pictures(loaded, pieces, folder / f"png{loaded.suffix}", dpi, bleed, quiet)
        reported = f"{folder / f'png{loaded.suffix}'}  {count} pictures at {dpi} dpi"
    if not quiet:
        sys.stderr.write(f"{reported}\n")


def _pictures(
    loaded: LoadedDeck, pieces: tuple[LaidPiece, ...], folder: Path, dpi: int, bleed: bool, quiet: bool
) -> int:
    """A picture a face; equal faces are rendered once. Returns how many files were written."""
    from carddesigner.cli.progress import Progress
    from carddesigner.export.files import write_files
    from carddesigner.export.names import picture_stems
    from carddesigner.pipeline.build import face_pictures

    every = dict.fromkeys([*(c.key for k in loaded.components for c in k.cards), *(p.key for p in pieces)], 1)
    stems = picture_stems(every)
    faces: dict[int, Face] = {}
    files: dict[int, list[Path]] = {}
    for piece in pieces:
        for side, face in zip(("front", "back"), piece.copies[0] if piece.copies else (), strict=False):
            if face is not None:
                faces[id(face)] = face
                files.setdefault(id(face), []).append(folder / f"{stems[piece.key, 1]}-{side}.png")
    progress = Progress(quiet)
    count = 0
    try:
        rendered = face_pictures(loaded, tuple(faces.values()), dpi, bleed=bleed)
        for done, (face_id, data) in enumerate(zip(faces, rendered, strict=True)):
            progress("rendering", done, len(faces))
            write_files(dict.fromkeys(files[face_id], data))
            count += len(files[face_id])
    except ValueError as problem:
        raise typer.BadParameter(str(problem), param_hint="--dpi") from None
    finally:
        progress.done()
    return count
