"""The project's figures as ratios, measured side by side in one run; exit code 1 if one of them is missed.

    python benchmarks/figures.py [--rounds 7] [--peers PYTHON] [--only whole press]

The limit (bare operators and zlib: no fonts, no checks) and the peers do the work of ``../shared/bench`` when that is
there; *PYTHON* has the peers' packages (fpdf2, weasyprint, protograf, typst), and Chromium is taken from the PATH.
"""

from __future__ import annotations

import argparse
import csv
import ctypes
import gc
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
BENCH = ROOT.parent / "shared" / "bench"
PEERS = {
    "chromium": "c07_chromium.py",
    "weasyprint": "c06_weasy.py",
    "fpdf2": "c03_fpdf2.py",
    "protograf": "c04_protograf.py",
}
SHARES = {"chromium": 0.3, "weasyprint": 0.15, "fpdf2": 0.15, "protograf": 0.02}
TRADING_PEERS = {"typst": "c08_typst.py", **PEERS}
TRADING_SHARES = {"typst": 0.8, "chromium": 1 / 7, "weasyprint": 1 / 15, "fpdf2": 1 / 15, "protograf": 0.01}
LARGEST = "mana-and-spells"
"""The shipped deck that has figures of its own."""
EDITS = 5000
"""Of the largest deck while it is open."""
SUBREAPER = 36
"""prctl's option that hands a process its grandchildren, so that all of Chromium's time is seen."""


KEPT = "--cache"
"""The option of a command that is measured with what the one before it kept."""


ELSEWHERE = ["sh", "-c", 'exec "$@" -o pressed-$$', "sh"]
"""Before a command: it writes to a folder of its own each time, so that nothing is there of which nothing would have changed."""


class Run(NamedTuple):
    """What a command took: CPU seconds of all its processes, megabytes of the largest, seconds that somebody waited."""

    cpu: float
    memory: float
    wall: float


def run(command: list[str], folder: Path) -> Run:
    """Run a command to its end and everything it started; nothing that an earlier one kept on disk is there, unless it was ``KEPT``.
    Raises CalledProcessError if it fails.
    """
    if KEPT not in command:
        shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    begun = time.perf_counter()
    started = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    cpu = memory = 0.0
    while True:
        try:
            pid, status, used = os.wait4(-1, 0)
        except ChildProcessError:
            break
        cpu += used.ru_utime + used.ru_stime
        memory = max(memory, used.ru_maxrss / 1024)
        if pid == started.pid:
            started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise subprocess.CalledProcessError(started.returncode, command)
    return Run(cpu, memory, time.perf_counter() - begun)


def measure(commands: dict[str, list[str]], rounds: int, folder: Path) -> dict[str, list[Run]]:
    """Each command's runs, in turns so that the machine's moods fall on all alike; a first turn warms up."""
    out: dict[str, list[Run]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            found = run(command, folder)
            if turn:
                out[name].append(found)
    return out


class Figure(NamedTuple):
    """A measured value and what it may be at most."""

    name: str
    value: float
    most: float
    unit: str = "×"


def ratio(a: list[Run], b: list[Run]) -> float:
    """Of the least CPU: what is above it is the machine's."""
    return min(x.cpu for x in a) / min(x.cpu for x in b)


def waited(a: list[Run], b: list[Run]) -> float:
    """Of the least time from beginning to end, for work that several processors share."""
    return min(x.wall for x in a) / min(x.wall for x in b)


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


def beside(
    build: list[str], work: str, python: str, peers: dict[str, str], shares: dict[str, float], folder: Path
) -> list[Figure]:
    """A build beside what the peers take for the same work."""
    draw(folder)
    subprocess.run([python, str(BENCH / "htmlgen.py")], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    out = []
    for peer, script in peers.items():
        if peer == "chromium" and shutil.which("chromium") is None:
            continue
        command = [python, str(BENCH / script), work, str(folder / f"{peer}.pdf")]
        try:
            found = measure({"build": build, peer: command}, 1 if peer == "protograf" else 3, folder)
        except subprocess.CalledProcessError:
            print(f"{peer} can't be run here", file=sys.stderr)
            continue
        out.append(Figure(f"build, of {peer}'s {work}", ratio(found["build"], found[peer]), shares[peer]))
    return out


def draw(folder: Path) -> None:
    """The pictures and texts of the bench's trading cards, once."""
    if not (folder / "assets").is_dir():
        (folder / "assets").mkdir()
        subprocess.run(
            [sys.executable, str(BENCH / "gen_assets.py")], cwd=folder, stdout=subprocess.DEVNULL, check=True
        )


TRADING_TEMPLATE = """\
template: trading
fonts: {text: {family: Alegreya Sans}}
styles:
  line: {valign: middle, color: ink}
faces:
  front:
    zones:
      ground: {in: bleed, fill: "{{ card.color }}"}
      panel: {box: {left: 4mm, right: 4mm, top: 4mm, bottom: 4mm}, fill: paper, radius: 2mm}
      name: {box: {left: 5mm, width: 36mm, top: 4.5mm, height: 6mm}, text: "**{{ card.name }}**", size: 10pt, min-size: 7pt, style: line}
      cost: {box: {right: 5mm, width: 16mm, top: 4.5mm, height: 6mm}, text: "{{ card.cost }}", size: 11pt, align: right, style: line}
      art: {box: {left: 4.2mm, width: 55.1mm, top: 11mm, height: 38.5mm}, image: "{{ card.art }}"}
      type: {box: {left: 5mm, right: 5mm, top: 50mm, height: 5mm}, text: "{{ card.type }}", size: 8pt, style: line}
      rules: {box: {left: 5.3mm, right: 5.3mm, top: 56mm, height: 24mm}, text: "{{ card.rules }}", size: 9pt, min-size: 4.5pt, color: ink}
      artist: {box: {left: 5mm, width: 30mm, bottom: 4mm, height: 4mm}, text: "Illus. {{ card.artist }}", size: 6pt, style: line}
      strength:
        box: {right: 5mm, width: 14mm, bottom: 4mm, height: 6mm}
        text: "**{{ card.pt }}**"
        size: 10pt
        align: right
        style: line
        when: card.pt
  back:
    zones:
      ground: {in: bleed, fill: dark}
      name: {text: "**W2**", size: 30pt, align: center, valign: middle, color: paper}
"""


def trading_deck(folder: Path) -> int:
    """The bench's W2 as a deck, with the same pictures and words; gives the bytes of its pictures."""
    sys.path.insert(0, str(BENCH))
    from common import FRAMES, ICONS, w2  # type: ignore[import-not-found]

    draw(folder)
    deck = folder / "trading"
    for inner in ("templates", "symbols", "art"):
        (deck / inner).mkdir(parents=True)
    for name, paths in ICONS.items():
        if name.startswith("m_"):
            shapes = "".join(
                f'<path fill-rule="evenodd" fill="{rgb(color)}" d="{data(path)}"/>' for path, color in paths
            )
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{shapes}</svg>'
            (deck / f"symbols/{name[2:]}.svg").write_text(svg)
    palette = "".join(f'  {name}: "{rgb(color)}"\n' for name, color in FRAMES.items())
    (deck / "deck.yaml").write_text(
        "deck: trading\ntitle: Trading cards\n"
        "stocks: {card: {shape: card, size: poker, corner: 3mm, bleed: 3mm}}\n"
        f'palette:\n{palette}  ink: "#202028"\n  paper: "#faf5e6"\n  dark: "#141414"\n'
        "components: [{id: cards, rows: cards.csv, front: trading#front, back: trading#back}]\n"
    )
    (deck / "templates/trading.yaml").write_text(TRADING_TEMPLATE)
    size = 0
    with (deck / "cards.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "name", "cost", "type", "color", "rules", "artist", "pt", "art"])
        for card in w2():
            picture = Path(card["img"])
            size += picture.stat().st_size
            shutil.copy(picture, deck / "art")
            rules = "\n\n".join(" ".join(w.replace("{", ":").replace("}", ":") for w in p) for p in card["paras"])
            cost = "".join(f":{symbol}:" for symbol in card["cost"])
            facts = (card["type"], card["color"], rules, card["artist"], card["pt"] or "")
            writer.writerow((f"c{card['id']:03d}", card["name"], cost, *facts, f"art/{picture.name}"))
    return size


def rgb(color: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(v * 255):02x}" for v in color)


def data(path: list[tuple[str, *tuple[float, ...]]]) -> str:
    """Path data of a path of the bench, whose y runs up in a unit box."""
    out = ""
    for op, *values in path:
        places = " ".join(f"{100 * v if i % 2 == 0 else 100 - 100 * v:.4g}" for i, v in enumerate(values))
        out += f"{'Z' if op == 'h' else op.upper()}{places}"
    return out


def trading(rounds: int, folder: Path, peers: str | None) -> list[Figure]:
    """302 trading cards, each with a picture of its own, and the largest shipped deck, beside the limit's W2."""
    if not BENCH.is_dir():
        return []
    pictures = trading_deck(folder)
    ours = [sys.executable, "-m", "carddesigner"]
    build = [*ours, "build", "./trading", "-o", str(folder / "traded"), "--quiet"]
    commands = {"limit": [sys.executable, str(BENCH / "c10_limit.py"), "W2", str(folder / "limit.pdf")], "build": build}
    there = (ROOT / "decks" / LARGEST / "deck.yaml").is_file()
    if there:
        commands["largest"] = [*ours, "build", LARGEST, "-o", str(folder / "traded"), "--quiet"]
        commands["validate"] = [*ours, "validate", LARGEST]
    else:
        print(f"{LARGEST} is not here yet; its figures are left out")
    runs = measure(commands, rounds, folder)
    size = (folder / "traded/trading/trading-sheets.pdf").stat().st_size
    out = [
        Figure("build, of the limit's W2", ratio(runs["build"], runs["limit"]), 4.6),
        Figure("memory of W2", max(r.memory for r in runs["build"]), 90, "MB"),
        Figure("W2 beyond its pictures, a card", (size - pictures) / 302 / 1000, 1, "kB"),
    ]
    if there:
        size = (folder / f"traded/{LARGEST}/{LARGEST}-sheets.pdf").stat().st_size
        out += [
            Figure(f"{LARGEST}, of the limit's W2", ratio(runs["largest"], runs["limit"]), 10.3),
            Figure(f"validate {LARGEST}, of its build", waited(runs["validate"], runs["largest"]), 1),
            Figure(f"size of {LARGEST}", size / 1e6, 12, "MB"),
        ]
    return out if peers is None else out + beside(build, "W2", peers, TRADING_PEERS, TRADING_SHARES, folder)


PILLOW = """
import sys
from io import BytesIO
from pathlib import Path
from PIL import Image, ImageCms
screen, press = (ImageCms.getOpenProfile(path) for path in sys.argv[2:4])
flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
to_press = ImageCms.buildTransform(screen, press, "RGB", "CMYK", ImageCms.Intent.RELATIVE_COLORIMETRIC, flags)
for path in sorted(Path(sys.argv[1]).iterdir()):
    with Image.open(path) as picture:
        ImageCms.applyTransform(picture.convert("RGB"), to_press).save(BytesIO(), "JPEG", quality=92)
"""
"""What Pillow alone does to a folder's photographs for a press."""


def press(rounds: int, folder: Path) -> list[Figure]:
    """Builds for a press beside those for screens: drawn cards, and photographs beside what Pillow takes to convert them alone.

    The pictures of the trading cards are there once ``trading`` was measured.
    """
    ours = [sys.executable, "-m", "carddesigner"]
    quiet = ["-o", str(folder / "pressed"), "--quiet"]
    inks = ["--color", "cmyk"]
    commands = {
        f"{deck} {name}": [*ours, "build", deck, *more, *quiet]
        for deck in ("monogoto", LARGEST)
        for name, more in (("screens", []), ("inks", inks), ("pdfx4", [*inks, "--standard", "pdfx4"]))
    }
    photographs = (folder / "trading").is_dir()
    if photographs:
        profiles = ROOT / "carddesigner/inks/profiles"
        pillow = [str(profiles / "sRGB.icc"), str(profiles / "FOGRA39L_coated.icc")]
        commands |= {
            "trading screens": [*ours, "build", "./trading", *quiet],
            "trading inks": [*ours, "build", "./trading", *inks, *quiet],
            "trading kept": [*ELSEWHERE, *ours, "build", "./trading", *inks, "--quiet", KEPT],
            "pillow": [sys.executable, "-c", PILLOW, str(folder / "trading/art"), *pillow],
        }
    runs = measure(commands, rounds, folder)
    out = [
        Figure(f"{deck} as {name}, of its build", ratio(runs[f"{deck} {name}"], runs[f"{deck} screens"]), 1.3)
        for deck in ("monogoto", LARGEST)
        for name in ("inks", "pdfx4")
    ]
    if photographs:
        made, plain, alone = (min(r.cpu for r in runs[n]) for n in ("trading inks", "trading screens", "pillow"))
        out.append(Figure("W2 in inks, of its build and 1.3 Pillows", made / (plain + 1.3 * alone), 1))
        kept = ratio(runs["trading kept"], runs["trading screens"])
        out.append(Figure("W2 in inks from what was kept, of its build", kept, 1.2))
    return out


def tabled(rounds: int, folder: Path) -> list[Figure]:
    """Sheets of the largest deck's 302 cards for a virtual table, beside a picture of each at the same resolution."""
    if not (ROOT / "decks" / LARGEST / "deck.yaml").is_file():
        return []
    some = "component in ['white', 'blue', 'black', 'red', 'green', 'artifacts', 'lands']"
    export = [sys.executable, "-m", "carddesigner", "export", LARGEST, "--dpi", "300", "--select", some, "--quiet"]
    commands = {to: [*export, "--to", to, "-o", str(folder / to)] for to in ("png", "tabletop-simulator")}
    runs = measure(commands, min(rounds, 3), folder)
    return [Figure("sheets of 302 cards, of their PNGs", ratio(runs["tabletop-simulator"], runs["png"]), 0.8)]


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


def watched(rounds: int, folder: Path) -> list[Figure]:
    """An edit of a table under ``--watch`` to the finished PDF, beside a build from nothing."""
    deck = folder / "monogoto"
    shutil.copytree(ROOT / "decks/monogoto", deck)
    build = [sys.executable, "-m", "carddesigner", "build", "./monogoto", "-o", str(folder / "watched")]
    cold = min(run([*build, "--quiet"], folder).cpu for _ in range(rounds))
    head, *rows = (deck / "cards.csv").read_text().splitlines()
    with subprocess.Popen([*build, "--watch"], cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = iter(process.stderr)
        next(line for line in said if line.startswith("watching"))
        before = ticks(process.pid)
        edits = 3 * rounds
        for n in range(edits):
            rows[n], rows[n + 1] = rows[n + 1], rows[n]
            (deck / "cards.csv").write_text("\n".join((head, *rows, "")))
            next(line for line in said if "→" in line)
        spent = (ticks(process.pid) - before) / edits
        process.send_signal(signal.SIGINT)
    return [Figure("edit under --watch, of a build", spent / cold, 1 / 3)]


def opened(rounds: int, folder: Path) -> list[Figure]:
    """Edits of the largest deck while it is open: to one face, to all problems, to a whole PDF; and what many of them cost."""
    from carddesigner.core.piece import PieceKey
    from carddesigner.pipeline.open_deck import WorkingDeck
    from carddesigner.pipeline.options import PrintOptions

    deck = folder / LARGEST
    shutil.copytree(ROOT / "decks" / LARGEST, deck)
    (deck / "templates").mkdir(exist_ok=True)
    for name in (f"{LARGEST}.yaml", f"{LARGEST}-extras.yaml"):
        shutil.copy(ROOT / "templates" / name, deck / "templates")
    ours = [sys.executable, "-m", "carddesigner"]
    cold = measure(
        {
            "validate": [*ours, "validate", f"./{LARGEST}"],
            "build": [*ours, "build", f"./{LARGEST}", "-o", "cold", "--quiet"],
        },
        rounds,
        folder,
    )
    validate, build = (min(run.cpu for run in cold[name]) for name in ("validate", "build"))
    open_deck = WorkingDeck(deck / "deck.yaml")
    options = PrintOptions(output=folder / "open")
    key = PieceKey("white", "bucket-line")
    template, table = deck / f"templates/{LARGEST}.yaml", deck / "red.csv"
    zone, cell = template.read_text(), table.read_text()
    steps = iter(range(1, 1_000_000))

    def edited(cells: bool, answer: Callable[[], object]) -> float:
        """The CPU seconds from an edit of a zone or of a cell to an answer."""
        n = next(steps)
        if cells:
            table.write_text(cell.replace("Flung Ember,", f"Flung Ember {n % 9},", 1))
        else:
            template.write_text(
                zone.replace("width: 36.5mm, top: 3.5mm", f"width: 36.5mm, top: {3.5 + n / 1e6:.6f}mm", 1)
            )
        begun = time.process_time()
        open_deck.changed([table if cells else template])
        answer()
        return time.process_time() - begun

    def face() -> object:
        return open_deck.face(key)

    for answer in (open_deck.problems, face, partial(open_deck.build, options)):
        answer()
    out = [Figure("a zone's edit to a face", 1000 * min(edited(False, face) for _ in range(20 * rounds)), 5, "ms")]
    for what, cells, answer, of, most in (
        ("a zone's edit to all problems, of validate", False, open_deck.problems, validate, 0.4),
        ("a cell's edit to all problems, of validate", True, open_deck.problems, validate, 0.2),
        ("a zone's edit to a PDF, of a build", False, partial(open_deck.build, options), build, 0.4),
    ):
        out.append(Figure(what, min(edited(cells, answer) for _ in range(rounds)) / of, most))
    before = resident()
    for n in range(EDITS):
        edited(n % 10 == 9, open_deck.problems if n % 100 == 99 else face)
    return [*out, Figure(f"memory of {EDITS:,} edits", resident() - before, 50, "MB")]


def resident() -> float:
    """The megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


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


SIX_SIZES = ("63.5mm, 88.9mm", "57mm, 57mm", "44mm, 68mm", "70mm, 120mm", "31.75mm, 44.45mm", "26mm, 26mm")


def imposed(folder: Path) -> list[Figure]:
    """Imposing ten thousand pieces of six sizes, the last of which share sheets, of all their build."""
    from carddesigner.pipeline.build import build_deck
    from carddesigner.pipeline.options import PrintOptions

    deck = folder / "six"
    (deck / "templates").mkdir(parents=True)
    stocks = "".join(
        f"  s{n}: {{shape: {'circle' if n == 5 else 'card'}, size: [{size}], bleed: 2mm}}\n"
        for n, size in enumerate(SIX_SIZES)
    )
    components = "".join(f"  - {{id: c{n}, stock: s{n}, rows: cards.csv, front: six#front}}\n" for n in range(6))
    (deck / "deck.yaml").write_text(f"deck: six\ntitle: Six\nstocks:\n{stocks}components:\n{components}")
    (deck / "cards.csv").write_text("name\n" + "".join(f"Card {n}\n" for n in range(10_000 // 6 + 1)))
    (deck / "templates/six.yaml").write_text(
        "template: six\nfonts: {text: {family: Alegreya Sans}}\nfaces:\n  front:\n    zones:\n"
        '      name: {box: {left: 4mm, right: 4mm}, text: "{{ card.name }}", size: 12pt, min-size: 4pt, valign: middle}\n'
    )
    built = min(
        (build_deck(deck, PrintOptions(output=folder / "imposed")) for _ in range(3)),
        key=lambda b: b.timings["impose"] / sum(b.timings.values()),
    )
    share = built.timings["impose"] / sum(built.timings.values())
    return [Figure("imposing 10,000 pieces of six sizes, of their build", share, 0.2)]


def ticks(pid: int) -> float:
    """CPU seconds of a process so far, in hundredths."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


DECK = """\
deck: many
title: Many cards
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
palette: {ink: "#1b1b1b", paper: "#f7efe0"}
components: [{id: cards, rows: cards.csv, front: many#front}]
"""
TEMPLATE = """\
template: many
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: paper}
      name: {box: {top: 3mm, height: 8mm, left: 3mm, right: 3mm}, text: "{{ card.name }}", size: 14pt, min-size: 8pt}
      rules: {box: {top: 14mm, bottom: 6mm, left: 4mm, right: 4mm}, text: "{{ card.rules }}", size: 9pt, min-size: 6pt}
"""
WORDS = (
    "draw",
    "a",
    "card",
    "then",
    "discard",
    "it",
    "for",
    "each",
    "gem",
    "in",
    "your",
    "hand",
    "and",
    "gain",
    "two",
    "coins",
)


FOUR_ZONES = """\
template: many
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    zones:
      number: {box: {top: 4mm, height: 10mm, left: 4mm, width: 20mm}, text: "{{ card.number }}", size: 20pt, min-size: 8pt}
      icon: {box: {top: 4mm, height: 10mm, right: 4mm, width: 10mm}, icon: "{{ card.icon }}", color: "#222222"}
      first: {box: {top: 30mm, height: 12mm, left: 4mm, right: 4mm}, text: "{{ card.first }}", size: 9pt, min-size: 6pt}
      second: {box: {top: 50mm, height: 12mm, left: 4mm, right: 4mm}, text: "{{ card.second }}", size: 9pt, min-size: 6pt}
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0L10 0L5 10z"/></svg>'


FRESH = ["sh", "-c", 'rm -rf printed && exec "$@"', "sh"]
"""Before a command: what it printed before is gone."""


def many_cards(deck: Path, count: int) -> str:
    """A deck of so many cards of a number, an icon and two lines of rich text, no two alike; how commands name it."""
    for inner in ("templates", "symbols"):
        (deck / inner).mkdir(parents=True)
    (deck / "deck.yaml").write_text(DECK)
    (deck / "templates/many.yaml").write_text(FOUR_ZONES)
    (deck / "symbols/tip.svg").write_text(ICON)
    (deck / "symbols/top.svg").write_text(ICON.replace("5 10z", "10 10z"))
    rows = ["number,icon,first,second"]
    for i in range(count):
        first, second = (" ".join(WORDS[(i * k + n) % len(WORDS)] for k in range(1, 8)) for n in (0, 3))
        rows.append(f"{i},{('tip', 'top')[i % 2]},**Draw {i}** {first},*Then* {second} **{i}**")
    (deck / "cards.csv").write_text("\n".join(rows) + "\n")
    return f"./{deck.name}"


def growth(folder: Path) -> list[Figure]:
    """What ten thousand cards of a number, an icon and two lines of rich text take beside a thousand."""
    runs: dict[tuple[str, int], list[Run]] = {}
    few, many = 1_000, 10_000
    for count in (few, many):
        deck = folder / f"many-{count}"
        many_cards(deck, count)
        ours = [sys.executable, "-m", "carddesigner"]
        build = [*FRESH, *ours, "build", f"./{deck.name}", "-o", str(folder / "printed"), "--quiet"]
        runs["build", count] = [run(build, folder) for _ in range(3)]
        runs["validate", count] = [run([*ours, "validate", f"./{deck.name}"], folder)]
    cpu = {key: min(r.cpu for r in found) for key, found in runs.items()}
    memory = {key: statistics.median(r.memory for r in found) for key, found in runs.items()}
    each = (cpu["build", many] - cpu["build", few]) / (many - few)
    print(f"a card of four zones costs {1000 * each:.2f} ms; a thousand take {memory['build', few]:.0f} MB")
    return [
        Figure(f"CPU of {many} cards, of {few}", cpu["build", many] / cpu["build", few], 10),
        Figure(f"memory of {many} cards, beyond {few}", memory["build", many] - memory["build", few], 40, "MB"),
        Figure("the same of validate", memory["validate", many] - memory["validate", few], 60, "MB"),
    ]


def variable(rounds: int, folder: Path) -> list[Figure]:
    """Ten thousand cards of rich text, no two alike, beside the limit's work; a hundred thousand in files of two thousand; and such files
    made by two processes at a time, from two thousand cards on and below.
    """
    ours = [*FRESH, sys.executable, "-m", "carddesigner", "build"]
    more = ["-o", str(folder / "printed"), "--quiet", "--no-cache"]
    split = [*more, "--layout", "pieces", "--jobs", "1", "--split"]
    counts = {n: many_cards(folder / f"variable-{n}", n) for n in (1_000, 2_000, 4_000, 10_000, 100_000)}

    def size() -> int:
        return (folder / "printed/many/many-sheets.pdf").stat().st_size

    commands = {"few": [*ours, counts[1_000], *more], "many": [*ours, counts[10_000], *more]}
    if BENCH.is_dir():
        limit = [sys.executable, str(BENCH / "c10_limit.py"), "W3", str(folder / "limit.pdf"), "10000"]
        commands = {"limit": limit, **commands}
    runs = measure(commands, max(2, rounds // 3), folder)
    memory = {name: statistics.median(r.memory for r in found) for name, found in runs.items()}
    out = [
        Figure("memory of a card", 1024 * (memory["many"] - memory["few"]) / 9_000, 5, "kB"),
        Figure("PDF of a card", size() / 10_000, 220, "B"),
    ]
    if "limit" in runs:
        out.insert(0, Figure("10000 cards, of the limit's W3", ratio(runs["many"], runs["limit"]), 20))
    ten, hundred = (run([*ours, counts[n], *split, "2000"], folder) for n in (10_000, 100_000))
    out += [
        Figure("100000 cards split, of 10000", hundred.cpu / ten.cpu, 10.5),
        Figure("memory of 100000 split, beyond 10000", hundred.memory - ten.memory, 30, "MB"),
    ]
    for count, files, most in ((1_000, "500", 1.03), (2_000, "1000", 0.6), (4_000, "500", 0.6)):
        one = [*ours, counts[count], *split, files]
        both = measure({"one": one, "two": [*one, "--jobs", "2"]}, rounds, folder)
        out.append(Figure(f"{count} cards by two processes, waited", waited(both["two"], both["one"]), most))
    return out


PRINTED = 302
"""Cards of the largest deck that ships."""
DRAWN = """\
      art: {box: {top: 40mm, bottom: 6mm, left: 4mm, right: 4mm}, svg: "{{ card.art }}"}
"""


def since(rounds: int, folder: Path) -> list[Figure]:
    """A build of what changed, three cards of many with a drawing each, beside a build of all of them."""
    deck = folder / "drawn"
    (deck / "templates").mkdir(parents=True)
    (deck / "art").mkdir()
    (deck / "deck.yaml").write_text(DECK)
    (deck / "templates/many.yaml").write_text(TEMPLATE.replace("bottom: 6mm", "bottom: 46mm") + DRAWN)
    draw = random.Random(1)
    rows = []
    for i in range(PRINTED):
        hills = (
            f'<path fill="#{draw.randrange(1 << 24):06x}" d="M{draw.randrange(100)} {draw.randrange(100)}'
            f'{"".join(f"q{draw.randrange(-40, 40)} {draw.randrange(-40, 40)} {draw.randrange(-40, 40)} 9" for _ in range(6))}z"/>'
            for _ in range(40)
        )
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(hills)}</svg>'
        (deck / f"art/{i}.svg").write_text(svg)
        rows.append(f"Card {i},{' '.join(WORDS[(i * k) % len(WORDS)] for k in range(1, 15))} {i},art/{i}.svg")
    table = deck / "cards.csv"
    table.write_text("name,rules,art\n" + "\n".join(rows) + "\n")
    build = [sys.executable, "-m", "carddesigner", "build", "./drawn", "--quiet", "-o"]
    whole = min(run([*build, "whole"], folder).cpu for _ in range(rounds))
    for n in (7, 100, 301):
        rows[n] = rows[n].replace("Card", "Changed card")
    table.write_text("name,rules,art\n" + "\n".join(rows) + "\n")
    manifest = str(folder / "whole/many/many-sheets.json")
    part = min(run([*build, "part", "--since", manifest], folder).cpu for _ in range(rounds))
    return [Figure("build --since, 3 of 302, of a build", part / whole, 0.25)]


ROWS = 10_000
SUITS = ("fire", "water", "earth", "air")
TYPED = """\
deck: typed
title: Typed cards
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components:
  - id: cards
    rows: cards.csv
    fields:
      name: {required: true, max: 60}
      rules: text
      cost: {type: integer, min: 0, max: 20}
      suit: {type: choice, choices: [fire, water, earth, air]}
      weight: number
      rare: boolean
    front: many#front
"""
EXPRESSIONS = (
    "{{ card.name }}",
    "{{ card.rules }}",
    "{{ card.cost }}",
    "{{ card.suit | upper }}",
    "{{ card.cost }} / {{ card.weight }}",
    "{{ 'rare' if card.rare else card.suit }}",
)


def typed_rows() -> list[dict[str, object]]:
    return [
        {
            "name": f"Card {i}",
            "rules": f"Draw {i % 7} cards, then discard {i % 3} of them and gain {i} coins",
            "cost": i % 10,
            "suit": SUITS[i % 4],
            "weight": (i % 20) / 2,
            "rare": "yes" if i % 3 else "no",
        }
        for i in range(ROWS)
    ]


def in_turns(rounds: int, **works: Callable[[], object]) -> dict[str, float]:
    """The least CPU seconds of each work, done in turns; a first turn warms up."""
    times: dict[str, list[float]] = {name: [] for name in works}
    gc.collect()
    gc.freeze()
    for turn in range(rounds + 1):
        for name, work in works.items():
            start = time.process_time()
            made = work()
            if turn:
                times[name].append(time.process_time() - start)
            del made
    return {name: min(taken) for name, taken in times.items()}


def tables(rounds: int, folder: Path) -> list[Figure]:
    """A deck with a table, read whole, beside `csv` with a bare model; a workbook beside openpyxl; expressions beside Jinja2."""
    import openpyxl
    from jinja2 import Environment
    from pydantic import BaseModel, Field

    from carddesigner.core.record import Record
    from carddesigner.core.report import Report
    from carddesigner.core.source import Span
    from carddesigner.deck.find import loaded_deck
    from carddesigner.schema.rows import Source
    from carddesigner.tables.read import read_table
    from carddesigner.template.expressions import compile_text
    from carddesigner.template.resolve import key_of

    deck = folder / "typed"
    (deck / "templates").mkdir(parents=True)
    (deck / "deck.yaml").write_text(TYPED)
    (deck / "templates/many.yaml").write_text(TEMPLATE)
    rows = typed_rows()
    with (deck / "cards.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    book = openpyxl.Workbook()
    for row in ([*rows[0]], *([*r.values()] for r in rows)):
        book.active.append(row)
    book.save(deck / "cards.xlsx")

    class Bare(BaseModel):
        name: str = Field(min_length=1, max_length=60)
        rules: str
        cost: int = Field(ge=0, le=20)
        suit: Literal["fire", "water", "earth", "air"]
        weight: float
        rare: bool

    def bare() -> object:
        with (deck / "cards.csv").open(newline="") as file:
            reader = csv.reader(file)
            names = next(reader)
            return [Bare.model_validate(dict(zip(names, row, strict=True))) for row in reader]

    def workbook() -> object:
        return read_table(deck / "cards.xlsx", Source(file="cards.xlsx"), Report())

    def their_workbook() -> object:
        return list(openpyxl.load_workbook(deck / "cards.xlsx", read_only=True).active.iter_rows(values_only=True))

    environment = Environment()
    templates = [environment.from_string(source) for source in EXPRESSIONS]
    compiled = [compile_text(source, Span("many.yaml")) for source in EXPRESSIONS]
    records = [Record(row) for row in rows]

    def naive() -> None:
        for row in rows:
            for template in templates:
                template.render(card=row)

    def expressions() -> None:
        # As zones are resolved: once for each set of the values that an expression reads.
        known: dict[object, object] = {}
        for record in records:
            scope = {"card": record}
            for expression in compiled:
                key = key_of(expression.reads, scope, id(expression))
                if key not in known:
                    known[key] = expression.evaluate(scope)

    read = in_turns(rounds, ours=lambda: loaded_deck(deck), bare=bare)
    packed = in_turns(max(3, rounds // 2), ours=workbook, theirs=their_workbook)
    said = in_turns(max(2, rounds // 2), ours=expressions, naive=naive)
    print(
        f"{ROWS:,} rows: CSV {read['ours'] * 1000:.0f} ms, XLSX {packed['ours'] * 1000:.0f} ms; "
        f"{len(EXPRESSIONS)} expressions a card {said['ours'] * 1000:.0f} ms"
    )
    return [
        Figure("CSV and fields, of csv and pydantic", read["ours"] / read["bare"], 3),
        Figure("XLSX, of openpyxl", packed["ours"] / packed["theirs"], 0.3),
        Figure("expressions, of naive Jinja2", said["ours"] / said["naive"], 0.31),
    ]


SCRIPTS = {
    "en": ("English", "Alegreya Sans"),
    "ja": ("Japanese", "Noto Sans JP"),
    "zh": ("Chinese", "Noto Sans SC"),
    "ko": ("Korean", "Noto Sans KR"),
    "th": ("Thai", "Noto Sans Thai"),
    "he": ("Hebrew", "Noto Sans Hebrew"),
    "he-IL": ("Hebrew with numbers", "Noto Sans Hebrew"),
}
"""The languages that are measured, with the font of their texts."""
LETTERS = 220
"""Of each card's text."""


def scripts(rounds: int, folder: Path) -> list[Figure]:
    """300 cards in several scripts, beside 300 of as many English letters."""
    from sentences import SENTENCES  # type: ignore[import-not-found]

    ours = [sys.executable, "-m", "carddesigner"]
    commands = {}
    for language, (name, font) in SCRIPTS.items():
        deck = folder / f"script-{language}"
        (deck / "templates").mkdir(parents=True)
        shutil.copytree(ROOT / "tests/fonts", deck / "fonts")
        (deck / "deck.yaml").write_text(f"{DECK}language: {language}\n")
        chain = f"{{family: {font}, fallback: [Alegreya Sans]}}"
        (deck / "templates/many.yaml").write_text(TEMPLATE.replace("{family: Alegreya Sans}", chain))
        draw = random.Random(7)
        rows = []
        for n in range(300):
            text = ""
            while len(text) < LETTERS:
                text += draw.choice(SENTENCES[language]) + ("" if language in ("ja", "zh") else " ")
            rows.append(f'{n},"{text[:LETTERS].strip()}"')
        (deck / "cards.csv").write_text("\n".join(("name,rules", *rows, "")))
        commands[name] = [*ours, "build", f"./{deck.name}", "-o", str(folder / "scripts"), "--quiet"]
    runs = measure(commands, max(3, rounds // 2), folder)
    made = {
        language: [
            run([*ours, "new", f"./new-{language}-{n}", "--from", str(folder / f"script-{language}/cards.csv")], folder)
            for n in range(3)
        ]
        for language in ("en", "ja")
    }
    return [
        *(
            Figure(f"300 cards of {name}, of English", ratio(runs[name], runs["English"]), 1.5)
            for name in commands
            if name != "English"
        ),
        Figure("new of a Japanese table, of English", ratio(made["ja"], made["en"]), 1.5),
    ]


ICON_CARD = """\
template: icons
faces:
  front:
    zones:
      sign: {box: {left: 10mm, right: 10mm, top: 10mm, height: 40mm}, icon: "{{ card.sign }}", color: ink}
"""


def icons(rounds: int, folder: Path) -> list[Figure]:
    """302 cards with an icon of the shipped set each, beside as many with the same drawings in the deck's folder."""
    from carddesigner.deck.assets import Assets
    from carddesigner.source import paths
    from carddesigner.source.finder import Finder

    shipped = Assets(Finder(paths.templates(), paths.templates())).icon_set("game-icons")
    names = shipped.names[:: len(shipped.names) // 302][:302]
    commands = {}
    for deck in ("of-a-set", "own"):
        made = folder / f"icons-{deck}"
        (made / "templates").mkdir(parents=True)
        (made / "symbols").mkdir()
        (made / "deck.yaml").write_text(DECK.replace("many", "icons"))
        (made / "templates/icons.yaml").write_text(ICON_CARD)
        prefix = "game-icons/" if deck == "of-a-set" else ""
        (made / "cards.csv").write_text("\n".join(("name,sign", *(f"{n},{prefix}{n}" for n in names), "")))
        for name in names if deck == "own" else ():
            (made / f"symbols/{name}.svg").write_bytes(shipped.svg(name))
        build = ["build", f"./{made.name}", "-o", str(folder / "icons"), "--quiet"]
        commands[deck] = [sys.executable, "-m", "carddesigner", *build]
    runs = measure(commands, rounds, folder)
    taken = []
    for name in names[::3]:
        assets = Assets(Finder(paths.templates(), paths.templates()))
        begun = time.perf_counter()
        assets.symbol(f"game-icons/{name}")
        taken.append(1000 * (time.perf_counter() - begun))
    return [
        Figure("302 icons of a set, of the deck's own", ratio(runs["of-a-set"], runs["own"]), 1.2),
        Figure("an icon of a set, first use", statistics.median(taken), 3, "ms"),
    ]


def effects(rounds: int, folder: Path) -> list[Figure]:
    """Twenty cards with gradients, shadows, outlines and blends, beside the same without."""
    template = (ROOT / "benchmarks/effects.yaml").read_text()
    plain = re.sub(r"^( *)\S.*# or: ?", r"\1", template, flags=re.M)
    commands = {}
    for name, text in (("with", template), ("without", plain)):
        deck = folder / f"effects-{name}"
        (deck / "templates").mkdir(parents=True)
        (deck / "templates/effects.yaml").write_text(text)
        (deck / "deck.yaml").write_text(DECK.replace("many", "effects"))
        suits = ("ember", "sky", "glow")
        rows = (
            f"Warden {n},Deal {n} damage and draw {n % 4} cards. Then gain a life.,{suits[n % 3]}" for n in range(20)
        )
        (deck / "cards.csv").write_text("\n".join(("name,rules,suit", *rows, "")))
        commands[name] = [sys.executable, "-m", "carddesigner", "build", f"./{deck.name}", "-o", "effects", "--quiet"]
    runs = measure(commands, rounds, folder)
    return [Figure("20 cards with effects, of without", ratio(runs["with"], runs["without"]), 1.5)]


def outlines(rounds: int, folder: Path) -> list[Figure]:
    """300 cards in an .otf, beside its .ttf twin."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.ttLib import TTFont

    source = ROOT / "templates/fonts/Literata-Regular.ttf"
    font = TTFont(source)
    glyphs = font.getGlyphSet()
    letters = {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        glyphs[name].draw(pen)
        letters[name] = pen.getCharString()
    builder = FontBuilder(font=font)
    for tag in ("glyf", "loca"):
        del font[tag]
    font.sfntVersion = "OTTO"
    font["maxp"].tableVersion = 0x00005000
    builder.isTTF = False
    builder.setupCFF("Literata", {}, letters, {})
    commands = {}
    for kind in ("ttf", "otf"):
        deck = folder / f"outlines-{kind}"
        for inner in ("templates", "fonts"):
            (deck / inner).mkdir(parents=True)
        (deck / "deck.yaml").write_text(DECK)
        (deck / "templates/many.yaml").write_text(TEMPLATE.replace("Alegreya Sans", "Literata"))
        texts = (" ".join(WORDS[(n * k) % len(WORDS)] for k in range(1, 40)) for n in range(300))
        (deck / "cards.csv").write_text("\n".join(("name,rules", *(f"Card {n},{t}" for n, t in enumerate(texts)), "")))
        if kind == "otf":
            font.save(deck / "fonts/any.otf")
        else:
            shutil.copy(source, deck / "fonts/any.ttf")
        commands[kind] = [sys.executable, "-m", "carddesigner", "build", f"./{deck.name}", "-o", "outlines", "--quiet"]
    runs = measure(commands, rounds, folder)
    return [Figure("300 cards in an .otf, of its .ttf", ratio(runs["otf"], runs["ttf"]), 1.2)]


def drawings(rounds: int, folder: Path) -> list[Figure]:
    """300 cards, each with an SVG of its own that has a gradient and text, beside 300 of plain ones."""
    rich = (
        '<linearGradient id="g" x2="0" y2="1"><stop stop-color="{color}"/><stop offset="1" stop-color="#fff"/></linearGradient>'
        '<rect width="100" height="60" rx="8" fill="url(#g)"/><text x="50" y="52" font-size="9" text-anchor="middle">Card {n}</text>'
    )
    plain = '<rect width="100" height="60" rx="8" fill="{color}"/><path d="M20 52h60v3H20z"/>'
    commands = {}
    for name, inside in (("plain", plain), ("rich", rich)):
        deck = folder / f"drawings-{name}"
        for inner in ("templates", "art"):
            (deck / inner).mkdir(parents=True)
        (deck / "deck.yaml").write_text(DECK)
        (deck / "templates/many.yaml").write_text(TEMPLATE.replace("bottom: 6mm", "bottom: 46mm") + DRAWN)
        rows = ["name,rules,art"]
        for n in range(300):
            shapes = "".join(
                f'<circle cx="{(7 * n * k) % 90 + 5}" cy="{(11 * n + 13 * k) % 40 + 5}" r="{k}" fill="#222"/>'
                for k in range(1, 9)
            )
            drawn = inside.format(color=f"#{40_503 * n % (1 << 24):06x}", n=n)
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">{drawn}{shapes}</svg>'
            (deck / f"art/{n}.svg").write_text(svg)
            rows.append(f"Card {n},{' '.join(WORDS[(n * k) % len(WORDS)] for k in range(1, 15))} {n},art/{n}.svg")
        (deck / "cards.csv").write_text("\n".join((*rows, "")))
        build = [sys.executable, "-m", "carddesigner", "build", f"./{deck.name}", "--quiet"]
        commands[name] = [*build, "-o", str(folder / "drawings")]
    runs = measure(commands, max(3, rounds // 2), folder)
    return [Figure("300 SVGs with a gradient and text, of plain ones", ratio(runs["rich"], runs["plain"]), 3)]


def begun(rounds: int, folder: Path) -> list[Figure]:
    """A deck made of three hundred rows with its contact sheet, as a user starts it, beside a cold build of that deck."""
    luck = random.Random(16)

    with (folder / "rows.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("Name", "Type", "Cost", "Attack", "Health", "Rules", "Qty"))
        for number in range(300):
            rules = " ".join(luck.choices(WORDS, k=luck.randint(5, 30))).capitalize()
            kind, amounts = luck.choice(("Creature", "Spell", "Event", "Building")), luck.choices(range(6), k=3)
            writer.writerow((f"Card {number}", kind, *amounts, f"{rules}.", luck.choice((1, 1, 2, 3))))
    ours = [sys.executable, "-m", "carddesigner"]
    make = 'rm -rf begun && exec "$@"'
    commands = {
        "new": ["sh", "-c", make, "sh", *ours, "new", "begun", "--from", "rows.csv", "--quiet"],
        "build": [*ours, "build", "./begun", "-o", str(folder / "out"), "--quiet"],
    }
    runs = measure(commands, rounds, folder)
    return [Figure("new with its contact sheet, of a build", ratio(runs["new"], runs["build"]), 2.5)]


def played(rounds: int, folder: Path) -> list[Figure]:
    """A thousand games of Outflank beside its build: ten thousand may take 60 s of CPU, where a build takes about 0.7."""
    ours = [sys.executable, "-m", "carddesigner"]
    commands = {
        "games": [*ours, "playtest", "outflank", "--games", "1000", "--quiet"],
        "build": [*ours, "build", "outflank", "-o", str(folder / "out"), "--quiet"],
    }
    runs = measure(commands, rounds, folder)
    return [Figure("1,000 games of Outflank, of its build", ratio(runs["games"], runs["build"]), 5)]


def main() -> int:
    """Measure, print, and say by the exit code whether every figure is met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument("--only", nargs="*", default=[], metavar="PART")
    asked = parser.parse_args()
    rounds, peers = asked.rounds, asked.peers
    parts: dict[str, Callable[[Path], list[Figure]]] = {
        "whole": lambda folder: whole_runs(rounds, folder, peers),
        "core": partial(core, rounds),
        "trading": lambda folder: trading(rounds, folder, peers),
        **{work.__name__: partial(work, rounds) for work in (press, tabled, shipped, watched, opened, since)},
        "growth": growth,
        "variable": partial(variable, rounds),
        "tables": partial(tables, rounds),
        "imposed": imposed,
        **{
            work.__name__: partial(work, rounds)
            for work in (scripts, drawings, icons, effects, outlines, begun, played)
        },
    }
    if unknown := set(asked.only) - set(parts):
        parser.error(f"no parts {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    missed = False
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        os.environ["PYTHONPATH"] = str(ROOT)
        os.environ["BENCH_ROOT"] = made
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        # What is installed has its bytecode.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        (folder / "out").mkdir()
        for name, work in parts.items():
            if asked.only and name not in asked.only:
                continue
            print(f"{name}, load {os.getloadavg()[0]:.1f}", flush=True)
            for f in work(folder):
                missed |= f.value > f.most
                met = "met   " if f.value <= f.most else "MISSED"
                print(f"{met}  {f.name:<36} {f.value:8.2f} {f.unit:<2}  at most {f.most:.3g}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
