"""``carddesigner export``: pictures or data of a deck's cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Context, Option

from carddesigner.cli.build import parse_select
from carddesigner.cli.options import OUTPUT, DeckArgument, Edition, Language, Output, Quiet, Select, jobs_option
from carddesigner.core.printing import Duplex, MarkSide, Order

if TYPE_CHECKING:
    from typer.models import OptionInfo


def _to() -> OptionInfo:
    """``--to``, which names the exporters; the list of commands is shown without them."""
    from carddesigner.export.exporters import EXPORTERS
    from carddesigner.targets.names import SERVICES

    about = "; ".join(f"{name}: {exporter.about}" for name, exporter in EXPORTERS.items() if name not in SERVICES)
    services = f"{', '.join(SERVICES)} or your print house's file, such as ./house.yaml"
    text = f"{about}; {services}: all that this service takes, with a page of what to do there."
    option: OptionInfo = Option("--to", metavar="|".join((*EXPORTERS, "FILE")), help=text)
    return option


def export(
    ctx: Context,
    deck: DeckArgument,
    to: Annotated[str, _to()],
    select: Select = None,
    dpi: Annotated[
        int | None,
        Option(
            metavar="DPI",
            help="Dots per inch of pictures, from 36 to 1200: 300, of contact sheets and virtual tables less.",
        ),
    ] = None,
    bleed: Annotated[bool, Option("--bleed", help="Pictures with their bleed, as print services want them.")] = False,
    cut: Annotated[
        bool, Option("--cut", help="What lies outside a piece's outline, such as round corners, is transparent.")
    ] = False,
    side: Annotated[str | None, Option(metavar="front|back", help="Only this side of pieces or sheets.")] = None,
    layout: Annotated[
        str, Option(metavar="pieces|sheets", help="Pictures of pieces, or of the sheets that `build` prints.")
    ] = "pieces",
    simulate_shift: Annotated[
        str,
        Option(
            metavar="LENGTH",
            help="Show backs as a printer makes them that prints this far out of place, such as 1.5mm: right and down.",
            show_default=False,
        ),
    ] = "0mm",
    soft_proof: Annotated[
        bool, Option("--soft-proof", help="Show colours as the press will print them that the deck names, or FOGRA39.")
    ] = False,
    perforate: Annotated[
        bool,
        Option(
            "--perforate",
            help="With --to cut-svg or cut-dxf: cut folds in dashes, for a machine that can't crease; not in Cricut's pictures.",
        ),
    ] = False,
    paper: Annotated[str | None, Option(metavar="PAPER", help="Of sheets, as for `build`.")] = None,
    duplex: Annotated[Duplex | None, Option(help="Of sheets, as for `build`.")] = None,
    printer: Annotated[str | None, Option(metavar="NAME", help="Of sheets, as for `build`.")] = None,
    marks: Annotated[str | None, Option(metavar="MARKS", help="Of sheets, as for `build`.")] = None,
    mark_inset: Annotated[str | None, Option(metavar="LENGTH", help="Of sheets, as for `build`.")] = None,
    mark_length: Annotated[str | None, Option(metavar="LENGTH", help="Of sheets, as for `build`.")] = None,
    mark_side: Annotated[MarkSide | None, Option(help="Of sheets, as for `build`.")] = None,
    gutter: Annotated[str | None, Option(metavar="LENGTH", help="Of sheets, as for `build`.")] = None,
    order: Annotated[Order | None, Option(help="Of sheets, as for `build`.")] = None,
    share: Annotated[
        bool | None, Option("--share/--no-share", help="Of sheets, as for `build`.", show_default=False)
    ] = None,
    copies: Annotated[int, Option(metavar="N", min=1, max=1000, help="Of sheets, as for `build`.")] = 1,
    sheet_layout: Annotated[str | None, Option(metavar="NAME", help="Of sheets, as for `build`.")] = None,
    skip: Annotated[str | None, Option(metavar="SLOTS", help="Of sheets, as for `build`.")] = None,
    cards: Annotated[int, Option(metavar="N", help="How many cards a contact sheet shows.")] = 12,
    base_url: Annotated[
        str | None,
        Option(
            metavar="URL",
            help="Where friends will find the files of a virtual table, such as https://example.org/my-game.",
        ),
    ] = None,
    update: Annotated[
        Path | None,
        Option(
            metavar="SAVE",
            help="Update this save of a virtual table in its place, rather than the one in the output folder; SAVE.before is as it was.",
        ),
    ] = None,
    zip: Annotated[bool, Option("--zip", help="All files for a service in one archive.")] = False,
    leave_out: Annotated[
        str, Option(metavar="COMPONENT,...", help="Components that aren't sent to a service.", show_default=False)
    ] = "",
    jobs: Annotated[int | None, jobs_option("How many processes make PNGs at a time")] = None,
    language: Language = None,
    edition: Edition = None,
    output: Output = OUTPUT,
    quiet: Quiet = False,
) -> None:
    """Write pictures or data of all cards. A PNG of every face or sheet, one picture of a dozen cards that show what is in the
    deck, one page of all of them to search, one JSON file with all their values, or sheets and a saved object to play with friends on a
    virtual table.
    """
    from carddesigner.cli.progress import Progress
    from carddesigner.cli.report import print_report
    from carddesigner.deck.find import loaded_deck
    from carddesigner.export.base import DPI, SHEET_OPTIONS
    from carddesigner.export.exporters import EXPORTERS
    from carddesigner.export.options import ExportOptions
    from carddesigner.export.service import HOUSE
    from carddesigner.pipeline.export import export as export_deck

    with Progress(quiet) as progress:
        looks = (dpi, bleed, cut, side, layout, simulate_shift, cards, soft_proof, base_url, update, perforate)
        of_sheets = {name: value for name, value in ctx.params.items() if name in SHEET_OPTIONS}
        options = ExportOptions(
            to, output, parse_select(select), *looks, zip=zip, leave_out=leave_out, jobs=jobs, **of_sheets
        )
        result = export_deck(loaded_deck(deck, None, language, edition=edition), options, progress)
    if quiet:
        return
    print_report(result.report)
    path, count = result.artifacts[0].path, len(result.artifacts)
    if (after := EXPORTERS.get(to, HOUSE).after) is not None:
        sys.stderr.write(f"{after(options, [a.path for a in result.artifacts])}\n")
    elif "layout" in EXPORTERS[to].takes:
        sys.stderr.write(f"{path.parent}  {count} picture{'' if count == 1 else 's'} at {dpi or DPI} dpi\n")
    else:
        sys.stderr.write(f"{path}\n")
    sys.stderr.writelines(f"{line}\n" for line in result.said)
