"""Builds of shipped decks as a user starts them, beside the limit."""

from __future__ import annotations

import sys
import time
from io import BytesIO
from pathlib import Path

from benchmarks.decks import LARGEST
from benchmarks.measuring import ROOT, Figure, measure, ratio
from benchmarks.peers import BENCH, PEERS, SHARES, beside


def whole_runs(rounds: int, folder: Path, peers: str | None) -> list[Figure]:
    """The build and ``--help`` as a user starts them."""
    ours = [sys.executable, "-m", "carddesigner"]
    build = [*ours, "build", "monogoto", "-o", str(folder / "ours"), "--quiet"]
    commands = {"pass": [sys.executable, "-c", "pass"], "help": [*ours, "--help"], "build": build}
    if BENCH.is_dir():
        commands["limit"] = [sys.executable, str(BENCH / "c10_limit.py"), "W1", str(folder / "limit.pdf")]
    runs = measure(commands, rounds, folder)
    size = (folder / "ours/monogoto/monogoto-sheets.pdf").stat().st_size
    out = [
        Figure("--help, of `python -c pass`", ratio(runs["help"], runs["pass"]), 8),
        Figure("memory of the build", max(r.memory for r in runs["build"]), 90, "MB"),
        Figure("size of the PDF", size / 1000, 150, "kB"),
    ]
    if "limit" in runs:
        out.insert(0, Figure("build, of the limit's W1", ratio(runs["build"], runs["limit"]), 10.8))
    if peers is None or not BENCH.is_dir():
        return out
    return out + beside(build, "W1", peers, PEERS, SHARES, folder)


def core(rounds: int, folder: Path) -> list[Figure]:
    """From the loaded deck to the PDF's bytes, in one warm process, beside the limit's own core."""
    if not BENCH.is_dir():
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

    def limit() -> None:
        c10_limit.build("W1", cards, str(folder / "core.pdf"))

    times: dict[str, list[float]] = {"ours": [], "limit": []}
    for turn in range(3 * rounds + 1):
        for name, work in (("ours", ours), ("limit", limit)):
            start = time.process_time()
            work()
            if turn:
                times[name].append(time.process_time() - start)
    return [Figure("warm core, of the limit's", min(times["ours"]) / min(times["limit"]), 4.5)]


def shipped(rounds: int, folder: Path) -> list[Figure]:
    """Every shipped deck beside the limit's W1, and all in one command beside the sum of single ones."""
    names = sorted(p.parent.name for p in (ROOT / "decks").glob("*/deck.yaml") if p.parent.name != LARGEST)
    build = [sys.executable, "-m", "carddesigner", "build", "-o", str(folder / "shipped"), "--quiet"]
    commands = {name: [*build, name] for name in names} | {"all": [*build, *names]}
    if BENCH.is_dir():
        commands["limit"] = [sys.executable, str(BENCH / "c10_limit.py"), "W1", str(folder / "limit.pdf")]
    runs = measure(commands, rounds, folder)
    single = sum(min(r.cpu for r in runs[name]) for name in names)
    out = [Figure("all decks in one build, of single ones", min(r.cpu for r in runs["all"]) / single, 0.6)]
    if "limit" in runs:
        out += [Figure(f"{name}, of the limit's W1", ratio(runs[name], runs["limit"]), 12) for name in names]
    size = (folder / "shipped/outflank/outflank-sheets.pdf").stat().st_size
    return [*out, Figure("size of outflank", size / 1000, 250, "kB")]


def played(rounds: int, folder: Path) -> list[Figure]:
    """A thousand games of Outflank beside its build: ten thousand may take 60 s of CPU, where a build takes about 0.7."""
    ours = [sys.executable, "-m", "carddesigner"]
    commands = {
        "games": [*ours, "playtest", "outflank", "--games", "1000", "--quiet"],
        "build": [*ours, "build", "outflank", "-o", str(folder / "out"), "--quiet"],
    }
    runs = measure(commands, rounds, folder)
    return [Figure("1,000 games of Outflank, of its build", ratio(runs["games"], runs["build"]), 5)]
