"""``carddesigner build``: the print-ready PDF of a deck."""

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, Context, Option, launch

from carddesigner.cli.options import (
    OUTPUT,
    Editions,
    Json,
    Languages,
    Output,
    Quiet,
    Scheduler,
    Select,
    jobs_option,
    names_in,
    names_several,
    number_option,
    renamed,
)
from carddesigner.core.options import CARDS_OF_A_FILE, DECKS, DPI, SLOT
from carddesigner.core.printing import (
    ColorMode,
    Duplex,
    Layout,
    ManualDuplex,
    MarkKind,
    MarkSide,
    Order,
    PageOrder,
    Standard,
)

if TYPE_CHECKING:
    from carddesigner.deck.print_list import ListedCard
    from carddesigner.pipeline.options import PrintOptions
    from carddesigner.template.expressions import Expression


def build(
    ctx: Context,
    decks: Annotated[
        list[str] | None,
        Argument(metavar="DECK", help="A deck's folder, such as ./my-game, or a shipped deck.", show_default=False),
    ] = None,
    paper: Annotated[
        str | None, Option(metavar="PAPER", help="A4, Letter, A3, Tabloid, SRA3 or a size such as 210x297mm.")
    ] = None,
    duplex: Annotated[
        Duplex | None,
        Option(
            help="The edge that your printer flips sheets on; gutterfold for one that prints one side: sheets are folded."
        ),
    ] = None,
    manual_duplex: Annotated[
        ManualDuplex | None,
        Option(help="For a printer without duplex: all fronts, then all backs. Name how sheets come out of it."),
    ] = None,
    passes: Annotated[ManualDuplex | None, Option(hidden=True)] = None,
    printer: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="A printer that `calibrate` has measured: corrects backs, and uses its margins, shift and brightness.",
        ),
    ] = None,
    back_bleed: Annotated[
        str | None,
        Option(metavar="LENGTH", help="Bleed of backs, such as 4.5mm, so that a shifted back still covers the card."),
    ] = None,
    color: Annotated[
        ColorMode | None, Option(help="cmyk: a press's inks, for a print house; the deck may name its profile.")
    ] = None,
    standard: Annotated[
        str | None,
        Option(
            metavar="|".join(Standard), help="The standard that a print house asks for: PDF/X-4, or the older PDF/X-1a."
        ),
    ] = None,
    sleeves: Annotated[
        str | None,
        Option(
            metavar="[SIZE]",
            help="Only fronts on plain paper, to slide into sleeves in front of old cards: a little smaller than the cards, or for "
            "sleeves such as gamegenic-gray, or the paper's size such as 63x88mm.",
        ),
    ] = None,
    marks: Annotated[
        str | None,
        Option(
            metavar="MARKS", help=f"{', '.join(list(MarkKind)[:-1])} and {MarkKind.SLUG}, separated by commas; or none."
        ),
    ] = None,
    gutter: Annotated[str | None, Option(metavar="LENGTH", help="Space between cards, such as 4mm, or auto.")] = None,
    order: Annotated[
        Order | None,
        Option(help="cut-stacks: when all sheets are cut as one stack, its piles are in the deck's order."),
    ] = None,
    share: Annotated[
        bool | None,
        Option(
            "--share/--no-share",
            help="Pieces of several components and sizes on the same sheets (the default), or each component on its own.",
            show_default=False,
        ),
    ] = None,
    copies: Annotated[int, number_option(DECKS, "Print N complete decks.", is_checked=False)] = 1,
    select: Select = None,
    serials: Annotated[
        str | None,
        Option(
            metavar="NUMBERS",
            help="Only cards with these serial numbers, such as 501-1000, that the deck makes by number.",
        ),
    ] = None,
    split: Annotated[
        int | None,
        number_option(
            CARDS_OF_A_FILE, "With --layout pieces: files of at most N cards, each with its manifest.", is_checked=False
        ),
    ] = None,
    jobs: Annotated[
        int | None, jobs_option("How many processes lay out cards, or make builds or files of --split")
    ] = None,
    scheduler: Scheduler = None,
    resume: Annotated[
        bool,
        Option(
            "--resume",
            help="With --split: reuse the files that an interrupted build finished, and keep finished ones if this build is interrupted.",
        ),
    ] = False,
    list_: Annotated[
        Path | None,
        Option(
            "--list",
            metavar="FILE",
            help="Only the cards listed in FILE, in the current or the deck's folder: one card per line, with its id and count.",
        ),
    ] = None,
    since: Annotated[
        Path | None, Option(metavar="MANIFEST", help="Only cards that differ from an earlier build's manifest.")
    ] = None,
    sheet: Annotated[
        str | None, Option(metavar="SHEETS", help="Only these sheets, such as 3-5 or 2,7: to print a jammed one again.")
    ] = None,
    sheet_layout: Annotated[
        str | None, Option(metavar="NAME", help="A pre-cut sheet that `list --sheets` shows; or none, for plain paper.")
    ] = None,
    first_slot: Annotated[
        int | None,
        number_option(
            SLOT, "Start at slot N of the first sheet; the slots before it are used already.", is_checked=False
        ),
    ] = None,
    blank_slots: Annotated[
        str | None, Option(metavar="SLOTS", help="Leave these slots of the first sheet blank, such as 3-5 or 2,7.")
    ] = None,
    skip: Annotated[
        str | None,
        Option(
            metavar="SLOTS", help="Leave these slots of every sheet free, such as the one beside a mark that misfeeds."
        ),
    ] = None,
    mark_inset: Annotated[
        str | None,
        Option(
            metavar="LENGTH",
            help="From the paper's edge to a cutting machine's marks: 10mm; 15.9mm for its sheet feeder.",
        ),
    ] = None,
    mark_length: Annotated[
        str | None,
        Option(metavar="LENGTH", help="How long a cutting machine's marks are: 20mm. Shorter ones leave more room."),
    ] = None,
    mark_side: Annotated[
        MarkSide | None, Option(help="The side with a cutting machine's marks, which faces up in the machine: front.")
    ] = None,
    sheet_titles: Annotated[
        bool, Option("--sheet-titles", help="Print on each sheet what it holds, and how many.")
    ] = False,
    language: Languages = None,
    edition: Editions = None,
    proof: Annotated[bool, Option("--proof", help="Outlines and text without fills, to save toner.")] = False,
    cover: Annotated[bool, Option("--cover", help="A first page with instructions for printing the others.")] = False,
    cutting_template: Annotated[
        bool,
        Option("--cutting-template", help="Last pages with nothing but the lines to cut along, to lay on the stack."),
    ] = False,
    layout: Annotated[Layout, Option(help="Sheets to cut, or every copy on a page of its own.")] = Layout.SHEETS,
    outline_text: Annotated[
        bool, Option("--outline-text", help="Convert letters to paths, for a print house that accepts no fonts.")
    ] = False,
    picture_dpi: Annotated[
        int | None,
        number_option(
            DPI,
            "Reduce pictures with a higher resolution to this one, for a small file to share.",
            "DPI",
            is_checked=False,
        ),
    ] = None,
    page_order: Annotated[
        PageOrder | None,
        Option(help="With --layout pieces: the order of pages that the print house requires; fronts first."),
    ] = None,
    unique: Annotated[bool, Option("--unique", help="With --layout pieces: each piece once, not its copies.")] = False,
    distinct: Annotated[bool, Option("--distinct", hidden=True)] = False,
    cache: Annotated[
        bool,
        Option(
            "--cache/--no-cache",
            help="Cache drawn cards and converted pictures for the next build, or make everything anew. The PDF is the same.",
            show_default=False,
        ),
    ] = True,
    batch: Annotated[
        Path | None,
        Option(metavar="FILE", help="Build all decks, editions and languages listed in FILE, even if some fail."),
    ] = None,
    output: Output = OUTPUT,
    open_: Annotated[bool, Option("--open", help="Show the PDF when it is made.")] = False,
    watch: Annotated[bool, Option("--watch", help="Build again whenever a file of the deck changes.")] = False,
    json_: Json = False,
    json_lines: Annotated[
        bool, Option("--json-lines", help="Print a line of JSON on stdout when each build begins and when it ends.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Make the print-ready PDF of each deck, and its manifest.

    A failed build doesn't stop the others. A build that would make the same files as the last time is skipped.
    """
    request = None
    if cache and not watch and batch is None and decks is not None and len(decks) == 1 and not json_lines:
        from carddesigner.cli.unchanged import report_unchanged, request_of

        request = request_of(ctx.params)
        if scheduler is not None or resume:
            from carddesigner.pipeline.options import PrintOptions

            # Options on how to build are validated even if there is nothing to build.
            PrintOptions(split=split, layout=layout, scheduler=scheduler, resume=resume)
        if request is not None and report_unchanged(
            request, output, json_=json_, quiet=quiet, show=show if open_ else None
        ):
            return
    from carddesigner.pipeline.options import PrintOptions

    if passes is not None:
        renamed("--passes", "--manual-duplex", quiet=quiet)
    if distinct:
        renamed("--distinct", "--unique", quiet=quiet)
    if (batch is None) == (not decks):
        raise BadParameter(
            "name a deck, or a file with --batch; not both" if decks else "name a deck, or a file with --batch"
        )
    if batch is not None and list_ is not None:
        raise BadParameter("a list has the cards of one deck; leave out --batch", param_hint="--list")
    decks = decks or []
    listed, list_name = _read_list(list_, decks[0]) if list_ is not None else (None, "")
    given = {name: value for name, value in ctx.params.items() if name in PrintOptions.__struct_fields__}
    languages, editions = names_in(language), names_in(edition)
    one = {"language": languages[0] if languages else None, "edition": editions[0] if editions else None}
    options = PrintOptions(**given | one, listed=listed, list_name=list_name, sheets=sheet)
    several = batch is not None or json_lines or names_several(decks, languages, editions)
    if watch:
        others = {
            "--json": json_,
            "--json-lines": json_lines,
            "--quiet": quiet,
            "--since": since is not None,
            "--batch": batch is not None,
        }
        if any(others.values()):
            named = ", ".join(option for option, is_given in others.items() if is_given)
            raise BadParameter(f"--watch reports what it does and shows whole decks; leave out {named}")
        if len(languages) > 1 or len(editions) > 1 or "all" in (*languages, *editions):
            raise BadParameter("--watch shows decks in one language and one edition; name no more than one of each")
        from carddesigner.cli.watch import watch as watch_builds
        from carddesigner.pipeline.batch import builds_of

        builds = [build for deck in decks for build in builds_of(deck, options, editions, languages)]
        watch_builds(builds, show if open_ else None)
        return
    if several:
        from carddesigner.cli.batch import Reporting, build_several

        ways = (json_lines, Reporting.JSON_LINES), (json_, Reporting.JSON), (quiet, Reporting.QUIET)
        how = next((way for is_set, way in ways if is_set), Reporting.TEXT)
        build_several(batch or decks, options, editions, languages, how, show if open_ else None)
        return
    _build_one(decks[0], options, request, json_=json_, quiet=quiet, open_=open_)


def _build_one(
    deck: str, options: "PrintOptions", request: str | None, *, json_: bool, quiet: bool, open_: bool
) -> None:
    from carddesigner.cli.progress import Progress
    from carddesigner.cli.unchanged import build_and_keep

    started = time.perf_counter()
    with Progress(quiet or json_) as progress:
        result = build_and_keep(deck, options, request, progress, None if quiet or json_ else _notify)
    if json_:
        from carddesigner.cli.build_report import result_data
        from carddesigner.cli.report import print_json

        print_json({"decks": [result_data(result)]})
    if not quiet:
        from carddesigner.cli.build_report import print_result

        print_result(result, time.perf_counter() - started)
    if open_ and result.artifacts:
        show(result.artifacts[0].path)


def _notify(line: str) -> None:
    from carddesigner.cli.report import print_notice

    print_notice(line)


def show(file: Path) -> None:
    """Open a file with the system's program for it."""
    if launch(str(file.absolute())) != 0:
        sys.stderr.write(f"the system has no program to open {file} with\n")


def parse_select(text: str | None) -> "Expression | None":
    """Parse the expression of ``--select``. A syntax error is wrong usage."""
    return parse_expression(text, "--select") if text is not None else None


def parse_expression(text: str, option: str) -> "Expression":
    """Parse an option's expression. A syntax error is wrong usage."""
    from carddesigner.template import expressions

    try:
        return expressions.parse_expression(text)
    except ValueError as problem:
        raise BadParameter(str(problem), param_hint=option) from None


def _read_list(path: Path, deck: str) -> "tuple[tuple[ListedCard, ...], str]":
    """A list's cards, and its name for file names, without the deck's name, which would appear twice."""
    from carddesigner.deck.find import find_list
    from carddesigner.deck.print_list import read_print_list

    name = re.sub(r"[^\w-]+", "-", path.stem).strip("-").removeprefix(f"{Path(deck).name}-")
    return read_print_list(find_list(path, deck)), name or "list"
