"""``carddesigner export``: pictures or data of a deck's cards."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace
from typer import BadParameter, Context, Exit, Option

from carddesigner.cli.build import parse_select
from carddesigner.cli.options import (
    OUTPUT,
    DecksArgument,
    Editions,
    Languages,
    Output,
    Quiet,
    Scheduler,
    Select,
    jobs_option,
    number_option,
)
from carddesigner.core.options import CARDS_SHOWN, DECKS, DPI
from carddesigner.core.printing import Duplex, MarkSide, Order

if TYPE_CHECKING:
    from typer.models import OptionInfo

    from carddesigner.export.options import ExportOptions
    from carddesigner.pipeline.result import ExportResult


def _to() -> OptionInfo:
    """Return ``--to``, which lists the exporters. It is a function because listing the commands doesn't need them."""
    from carddesigner.export.exporters import EXPORTERS
    from carddesigner.targets.names import SERVICES

    about = "; ".join(f"{name}: {exporter.about}" for name, exporter in EXPORTERS.items() if name not in SERVICES)
    services = f"{', '.join(SERVICES)} or your print house's file, such as ./house.yaml"
    text = f"{about}; {services}: all files that this service takes, with a page of instructions."
    option: OptionInfo = Option("--to", metavar="|".join((*EXPORTERS, "FILE")), help=text)
    return option


def export(
    ctx: Context,
    decks: DecksArgument,
    to: Annotated[str, _to()],
    select: Select = None,
    dpi: Annotated[
        int | None,
        number_option(
            DPI,
            "Resolution of pictures in dots per inch: 300; lower for contact sheets and virtual tables.",
            "DPI",
            is_checked=False,
        ),
    ] = None,
    bleed: Annotated[bool, Option("--bleed", help="Pictures with their bleed, as print services want them.")] = False,
    cut: Annotated[
        bool, Option("--cut", help="Make transparent what lies outside a piece's outline, such as round corners.")
    ] = False,
    side: Annotated[str | None, Option(metavar="front|back", help="Only this side of pieces or sheets.")] = None,
    layout: Annotated[
        str, Option(metavar="pieces|sheets", help="Pictures of pieces, or of the sheets that `build` prints.")
    ] = "pieces",
    simulate_shift: Annotated[
        str,
        Option(
            metavar="LENGTH",
            help="Show backs shifted to the right and down by this much, such as 1.5mm, as an inaccurate printer prints them.",
            show_default=False,
        ),
    ] = "0mm",
    soft_proof: Annotated[
        bool,
        Option(
            "--soft-proof", help="Show colours as the deck's press profile will print them; FOGRA39 if it names none."
        ),
    ] = False,
    perforate: Annotated[
        bool,
        Option(
            "--perforate",
            help="With --to cut-svg or cut-dxf: cut folds in dashes, for a machine that can't crease; not in Cricut's pictures.",
        ),
    ] = False,
    paper: Annotated[str | None, Option(metavar="PAPER", help="For sheets, as in `build`.")] = None,
    duplex: Annotated[Duplex | None, Option(help="For sheets, as in `build`.")] = None,
    printer: Annotated[str | None, Option(metavar="NAME", help="For sheets, as in `build`.")] = None,
    marks: Annotated[str | None, Option(metavar="MARKS", help="For sheets, as in `build`.")] = None,
    mark_inset: Annotated[str | None, Option(metavar="LENGTH", help="For sheets, as in `build`.")] = None,
    mark_length: Annotated[str | None, Option(metavar="LENGTH", help="For sheets, as in `build`.")] = None,
    mark_side: Annotated[MarkSide | None, Option(help="For sheets, as in `build`.")] = None,
    gutter: Annotated[str | None, Option(metavar="LENGTH", help="For sheets, as in `build`.")] = None,
    order: Annotated[Order | None, Option(help="For sheets, as in `build`.")] = None,
    share: Annotated[
        bool | None, Option("--share/--no-share", help="For sheets, as in `build`.", show_default=False)
    ] = None,
    copies: Annotated[int, number_option(DECKS, "For sheets, as in `build`.", is_checked=False)] = 1,
    sheet_layout: Annotated[str | None, Option(metavar="NAME", help="For sheets, as in `build`.")] = None,
    skip: Annotated[str | None, Option(metavar="SLOTS", help="For sheets, as in `build`.")] = None,
    cards: Annotated[int, number_option(CARDS_SHOWN, "How many cards a contact sheet shows.", is_checked=False)] = 12,
    base_url: Annotated[
        str | None,
        Option(
            metavar="URL",
            help="The address of the files of a virtual table for other players, such as https://example.org/my-game.",
        ),
    ] = None,
    update: Annotated[
        Path | None,
        Option(
            metavar="SAVE",
            help="Update this save of a virtual table in place, instead of the one in the output folder; "
            "SAVE.before is a copy of the old one.",
        ),
    ] = None,
    zip: Annotated[bool, Option("--zip", help="All files for a service in one archive.")] = False,
    leave_out: Annotated[
        str, Option(metavar="COMPONENT,...", help="Components that aren't sent to a service.", show_default=False)
    ] = "",
    jobs: Annotated[int | None, jobs_option("How many processes make PNGs, or exports where there are several")] = None,
    scheduler: Scheduler = None,
    language: Languages = None,
    edition: Editions = None,
    output: Output = OUTPUT,
    quiet: Quiet = False,
) -> None:
    """Write pictures or data of all cards of each deck. A PNG of every face or sheet, one picture of a dozen typical
    cards, one page to search all cards, one JSON file with all their values, or sheets and a saved object for playing
    with friends on a virtual table.

    A failed export doesn't stop the others.
    """
    from carddesigner.cli.options import names_in, names_several
    from carddesigner.export.base import SHEET_OPTIONS
    from carddesigner.export.options import ExportOptions

    looks = (dpi, bleed, cut, side, layout, simulate_shift, cards, soft_proof, base_url, update, perforate)
    of_sheets = {name: value for name, value in ctx.params.items() if name in SHEET_OPTIONS}
    languages, editions = names_in(language), names_in(edition)
    several = names_several(decks, languages, editions)
    options = ExportOptions(
        to,
        output,
        parse_select(select),
        *looks,
        zip=zip,
        leave_out=leave_out,
        jobs=jobs if not several else None,
        scheduler=scheduler,
        **of_sheets,
    )
    if several:
        if update is not None:
            raise BadParameter("a save has one deck; name only that one", param_hint="--update")
        _export_several(decks, options, editions, languages, jobs, quiet=quiet)
        return
    from carddesigner.cli.progress import Progress
    from carddesigner.cli.report import print_notice
    from carddesigner.deck.find import loaded_deck
    from carddesigner.pipeline.export import export as export_deck

    spoken, of = next(iter(languages), None), next(iter(editions), None)
    with Progress(quiet) as progress:
        deck = loaded_deck(decks[0], None, spoken, edition=of)
        result = export_deck(deck, options, progress, None if quiet else print_notice)
    if not quiet:
        _print_result(options, result)


def _print_result(options: ExportOptions, result: ExportResult) -> None:
    """Print what was exported, and what to do next."""
    from carddesigner.cli.report import print_report
    from carddesigner.export.base import DPI
    from carddesigner.export.exporters import EXPORTERS
    from carddesigner.export.service import HOUSE

    print_report(result.report)
    path, count = result.artifacts[0].path, len(result.artifacts)
    if (after := EXPORTERS.get(options.to, HOUSE).after) is not None:
        sys.stderr.write(f"{after(options, [a.path for a in result.artifacts])}\n")
    elif "layout" in EXPORTERS[options.to].takes:
        sys.stderr.write(f"{path.parent}  {count} picture{'' if count == 1 else 's'} at {options.dpi or DPI} dpi\n")
    else:
        sys.stderr.write(f"{path}\n")
    sys.stderr.writelines(f"{line}\n" for line in result.messages)


def _export_several(
    decks: Sequence[str],
    options: ExportOptions,
    editions: Sequence[str],
    languages: Sequence[str],
    jobs: int | None,
    *,
    quiet: bool,
) -> None:
    """Make all exports and report each. Raises Exit with the worst exit code."""
    from carddesigner.cli.report import in_line, print_failure, print_notice, print_summary, styled, why_failed
    from carddesigner.pipeline.export_batch import export_batch, exports_of

    exports = exports_of(decks, replace(options, scheduler=None), editions, languages)
    started, failed, code = time.perf_counter(), list[tuple[str, str]](), 0
    made = export_batch(exports, jobs, options.scheduler, None if quiet else print_notice)
    for number, (one, ended) in enumerate(zip(exports, made, strict=True), 1):
        name = in_line(one.name)
        if not quiet or ended.failure is not None:
            sys.stderr.write(styled(f"{name} ({number} of {len(exports)})\n", "1"))
        if ended.failure is not None:
            print_failure(ended.failure)
            failed.append((name, why_failed(ended.failure)))
            code = max(code, ended.failure.exit_code)
        elif ended.made is not None and not quiet:
            _print_result(options, ended.made)
        if not quiet and len(exports) > 1:
            sys.stderr.write("\n")
    if len(exports) > 1 and (not quiet or code):
        print_summary(len(exports), "exports", failed, time.perf_counter() - started)
    if code:
        raise Exit(code)
