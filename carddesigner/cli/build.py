"""``carddesigner build``: the print-ready PDF of a deck."""

from __future__ import annotations

import os
import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from carddesigner.build import BuildResult, BuildSettings
    from carddesigner.template.expressions import Expression


class Layout(StrEnum):
    """How copies are set out."""

    SHEETS = "sheets"
    PIECES = "pieces"


class Duplex(StrEnum):
    """How the printer turns the sheet over."""

    LONG = "long-edge"
    SHORT = "short-edge"
    NONE = "none"


def build(
    decks: Annotated[
        list[str], typer.Argument(metavar="DECK...", help="A shipped deck's id, or the path of a deck's folder.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Files go to OUTPUT/<deck>/.")] = Path("output"),
    paper: Annotated[
        str | None, typer.Option(help="A4, Letter, A3, Tabloid, SRA3 or a size such as 210x297mm.")
    ] = None,
    layout: Annotated[Layout, typer.Option(help="Sheets to cut, or every copy on a page of its own.")] = Layout.SHEETS,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="With --layout pieces: a page a piece, not a copy.")
    ] = False,
    duplex: Annotated[Duplex | None, typer.Option(help="How your printer turns the sheet over for the back.")] = None,
    marks: Annotated[str | None, typer.Option(help="crop, slug, both with a comma, or none.")] = None,
    gutter: Annotated[str | None, typer.Option(help="Space between cards, such as 4mm, or auto.")] = None,
    select: Annotated[
        str | None, typer.Option(help="Only cards for which this is true, such as 'number > 10'.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="A language that the deck is translated to, such as pt.")] = None,
    json_: Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else there.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Build again whenever a file of the deck changes.")] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but errors.")] = False,
) -> None:
    """Make the print-ready PDF of each deck, and its manifest."""
    from carddesigner.build import BuildSettings
    from carddesigner.build import build as build_deck
    from carddesigner.cli.progress import Progress
    from carddesigner.core.report import DeckError

    settings = BuildSettings(
        output=output,
        layout=str(layout),
        paper=parse_paper_option(paper),
        duplex=str(duplex) if duplex is not None else None,
        marks=_marks(marks),
        gutter=_gutter(gutter),
        distinct=distinct,
        select=parse_select(select),
        language=language,
    )
    if distinct and layout is not Layout.PIECES:
        raise typer.BadParameter("--distinct goes with --layout pieces")
    if watch:
        if json_ or quiet:
            raise typer.BadParameter("--watch says what it does; leave out --json and --quiet")
        from carddesigner.cli.watch import watch as watch_decks

        watch_decks(decks, settings)
        return
    results = []
    for deck in decks:
        started = time.perf_counter()
        progress = Progress(quiet or json_)
        try:
            result = build_deck(deck, settings, progress)
        except DeckError as problem:
            if not json_:
                raise
            from carddesigner.cli.report import as_json

            sys.stdout.write(as_json(problem.report) + "\n")
            raise typer.Exit(problem.exit_code) from None
        finally:
            progress.done()
        results.append(result)
        if not quiet:
            _say(result, settings, time.perf_counter() - started)
    if json_:
        sys.stdout.write(_json(results) + "\n")


def parse_paper_option(text: str | None):  # type: ignore[no-untyped-def]
    """A paper by name or size; a wrong one is wrong use."""
    if text is None:
        return None
    from carddesigner.core.papers import parse_paper

    try:
        return parse_paper(text)
    except ValueError as problem:
        raise typer.BadParameter(str(problem), param_hint="--paper") from None


def parse_select(text: str | None) -> Expression | None:
    """The expression of ``--select``; one that can't be read is wrong use."""
    return parse_expression(text, "--select") if text is not None else None


def parse_expression(text: str, option: str) -> Expression:
    """An option's expression; one that can't be read is wrong use."""
    from carddesigner.core.source import Span
    from carddesigner.template.expressions import ExpressionProblem, compile_bare

    try:
        return compile_bare(text, Span(option, 1, 1, 0, len(text)))
    except ExpressionProblem as problem:
        raise typer.BadParameter(str(problem.message), param_hint=option) from None


def _marks(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    wanted = tuple(m.strip() for m in text.split(",") if m.strip())
    if wanted == ("none",):
        return ()
    for mark in wanted:
        if mark not in ("crop", "slug"):
            raise typer.BadParameter(f"unknown mark {mark!r}; there are crop, slug and none", param_hint="--marks")
    return wanted


def _gutter(text: str | None) -> float | str | None:
    if text is None or text == "auto":
        return text
    from carddesigner.core.units import parse_length

    try:
        length = parse_length(text)
    except ValueError as problem:
        raise typer.BadParameter(str(problem), param_hint="--gutter") from None
    if length < 0:
        raise typer.BadParameter("cards would overlap; write 0mm or more", param_hint="--gutter")
    return length


def _say(result: BuildResult, settings: BuildSettings, seconds: float) -> None:
    """What was made, how much of it, and what to do with it."""
    from carddesigner.cli.report import print_report

    print_report(result.report)
    rows = [("component", "pieces", "cards", "sheets")]
    rows += [(c.id, str(c.pieces), str(c.cards), str(c.sheets)) for c in result.components]
    if len(result.components) > 1:
        sums = [sum(getattr(c, k) for c in result.components) for k in ("pieces", "cards", "sheets")]
        rows.append(("total", *map(str, sums)))  # type: ignore[arg-type]
    widths = [max(len(r[i]) for r in rows) for i in range(4)]
    err = sys.stderr.write
    err(f"{result.summary}\n")
    for row in rows:
        err(
            f"  {row[0]:<{widths[0]}}" + "".join(f"  {v:>{w}}" for v, w in zip(row[1:], widths[1:], strict=True)) + "\n"
        )
    pdf = result.artifacts[0]
    size = os.stat(pdf.path).st_size / 1000  # noqa: PTH116
    err(f"{pdf.path}  {pdf.pages} pages, {size:.0f} kB, {seconds:.2f} s\n")
    if settings.layout == "sheets":
        err(f"Next: {_next_step(result.duplex)}\n")


def _next_step(duplex: str) -> str:
    print_at = "print at 100 % (“actual size”)"
    if duplex == "none":
        return f"{print_at}, one side, then cut along the crop marks"
    return f"{print_at}, on both sides, flipped on the {duplex.replace('-', ' ')}; then cut along the crop marks"


def _json(results: list[BuildResult]) -> str:
    import json

    from carddesigner.cli.report import as_dict

    decks = [
        {
            "artifacts": [
                {"path": str(a.path), "kind": a.kind, "pages": a.pages, "sha256": a.sha256} for a in r.artifacts
            ],
            "components": [
                {"id": c.id, "pieces": c.pieces, "cards": c.cards, "sheets": c.sheets} for c in r.components
            ],
            "diagnostics": [as_dict(d) for d in r.report],
            "seconds": {k: round(v, 4) for k, v in r.timings.items()},
        }
        for r in results
    ]
    return json.dumps({"decks": decks}, ensure_ascii=sys.stdout.encoding.lower() != "utf-8", indent=2)
