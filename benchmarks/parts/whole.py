"""Builds of shipped decks as a user starts them, compared with the limit and the peers."""

from __future__ import annotations

import sys
from io import BytesIO

from benchmarks.amounts import exact, memory, of_times, ratio
from benchmarks.bench import OURS, Bench, in_turns
from benchmarks.decks import LARGEST
from benchmarks.kept import Figure
from benchmarks.peers import BENCH, NO_BENCH, compared, limit, peers
from benchmarks.runs import OUT, ROOT


def whole(bench: Bench) -> list[Figure]:
    """The build and ``--help`` as a user starts them, compared with W1 of the limit and the peers."""
    others = peers(bench, "W1")
    runs = bench.measure(
        {
            "python -c pass": [sys.executable, "-c", "pass"],
            "--help": [*OURS, "--help"],
            "build": [*OURS, "build", "monogoto", "-o", OUT, "--quiet"],
            **limit(bench, "W1"),
            **others,
        },
        optional=others,
    )
    out = [
        Figure("--help, of `python -c pass`", ratio(runs["--help"], runs["python -c pass"]), 8),
        Figure("memory of the build", memory(runs["build"]), 90, "MB"),
        Figure("size of the PDF", exact(runs["build"][-1].size / 1000), 150, "kB"),
    ]
    if "limit" in runs:
        out.insert(0, Figure("build, of the limit's W1", ratio(runs["build"], runs["limit"]), 10.8))
    return out + compared("W1", runs["build"], runs)


def core(bench: Bench) -> list[Figure]:
    """From the loaded deck to the PDF's bytes, in one warm process, compared with the limit's own core."""
    if not BENCH.is_dir():
        bench.leave_out("the warm core", NO_BENCH)
        return []
    sys.path.insert(0, str(BENCH))
    import c10_limit  # type: ignore[import-not-found]
    from common import cards_for  # type: ignore[import-not-found]

    from carddesigner.core.report import Report
    from carddesigner.deck.find import loaded_deck
    from carddesigner.draw.faces import DrawnFaces
    from carddesigner.draw.painter import Painter
    from carddesigner.export.pdf import PdfOptions, sheets_pdf
    from carddesigner.pipeline.imposition import impose, lay_out
    from carddesigner.pipeline.job import print_job

    deck = loaded_deck("monogoto")
    cards = cards_for("W1", 105)
    options = PdfOptions(deck.deck.title, deck.deck.language)

    def ours() -> None:
        job, report = print_job(deck), Report()
        sheets = impose(job, lay_out(job, report), report)
        drawn = DrawnFaces(Painter(deck.assets.face))
        sheets_pdf(BytesIO(), sheets.sheets, drawn, deck.assets.picture_bytes, options)

    def limits() -> None:
        c10_limit.build("W1", cards, str(bench.folder / "core.pdf"))

    times = in_turns(3 * bench.rounds, ours=ours, limit=limits)
    return [Figure("warm core, of the limit's", of_times(times["ours"], times["limit"]), 4.5)]


def shipped(bench: Bench) -> list[Figure]:
    """Every shipped deck compared with the limit's W1, and all in one command compared with the sum of single builds."""
    names = sorted(p.parent.name for p in (ROOT / "decks").glob("*/deck.yaml") if p.parent.name != LARGEST)
    build = [*OURS, "build", "-o", OUT, "--quiet"]
    commands = {name: [*build, name] for name in names} | {"all": [*build, *names]}
    runs = bench.measure(commands | limit(bench, "W1"), min(bench.rounds, 3))
    turns = range(len(runs["all"]))
    single = [sum(runs[name][turn].cpu for name in names) for turn in turns]
    out = [Figure("all decks in one build, of single ones", of_times([r.cpu for r in runs["all"]], single), 0.6)]
    if "limit" in runs:
        out += [Figure(f"{name}, of the limit's W1", ratio(runs[name], runs["limit"]), 12) for name in names]
    return [*out, Figure("size of outflank", exact(runs["outflank"][-1].size / 1000), 250, "kB")]


def played(bench: Bench) -> list[Figure]:
    """A thousand games of Outflank, compared with its build: ten thousand may take 60 s of CPU, and a build takes about 0.7."""
    runs = bench.measure(
        {
            "games": [*OURS, "playtest", "outflank", "--games", "1000", "--quiet"],
            "build": [*OURS, "build", "outflank", "-o", OUT, "--quiet"],
        }
    )
    return [Figure("1,000 games of Outflank, of its build", ratio(runs["games"], runs["build"]), 5)]
