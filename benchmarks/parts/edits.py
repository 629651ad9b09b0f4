"""The cost of an edit: under ``--watch``, in an open deck, and since an earlier build; a new deck, and an unchanged one."""

from __future__ import annotations

import csv
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from benchmarks.amounts import of_times, ratio, spread
from benchmarks.bench import OURS, Bench
from benchmarks.decks import DECK, DRAWN, LARGEST, TEMPLATE, WORDS
from benchmarks.kept import Figure
from benchmarks.runs import KEPT, OUT, ROOT, resident, ticks

EDITS = 5000
"""Edits of the largest deck while it is open."""


PRINTED = 302
"""Cards of the largest shipped deck."""


def watched(bench: Bench) -> list[Figure]:
    """From an edit of a table under ``--watch`` to the finished PDF, compared with a build from scratch."""
    deck = bench.folder / "monogoto"
    shutil.copytree(ROOT / "decks/monogoto", deck)
    build = [*OURS, "build", "./monogoto", "-o"]
    cold = bench.measure({"build": [*build, OUT, "--quiet"]})["build"]
    head, *rows = (deck / "cards.csv").read_text().splitlines()
    spent = []
    watch = [*build, "watched", "--watch"]
    with subprocess.Popen(watch, cwd=bench.folder, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = iter(process.stderr)
        next(line for line in lines if line.startswith("watching"))
        for turn in range(bench.rounds):
            before = ticks(process.pid)
            for n in range(3 * turn, 3 * turn + 3):
                rows[n], rows[n + 1] = rows[n + 1], rows[n]
                (deck / "cards.csv").write_text("\n".join((head, *rows, "")))
                next(line for line in lines if "→" in line)
            spent.append((ticks(process.pid) - before) / 3)
        process.send_signal(signal.SIGINT)
    return [Figure("edit under --watch, of a build", of_times(spent, [run.cpu for run in cold]), 1 / 3)]


def opened(bench: Bench) -> list[Figure]:
    """Edits of the largest deck while it is open: to one face, to all problems, to a whole PDF; and the memory that
    many edits take.
    """
    from carddesigner.core.piece import PieceKey
    from carddesigner.pipeline.open_deck import WorkingDeck
    from carddesigner.pipeline.options import PrintOptions

    rounds, folder = bench.rounds, bench.folder
    deck = folder / LARGEST
    shutil.copytree(ROOT / "decks" / LARGEST, deck)
    (deck / "templates").mkdir(exist_ok=True)
    for name in (f"{LARGEST}.yaml", f"{LARGEST}-extras.yaml"):
        shutil.copy(ROOT / "templates" / name, deck / "templates")
    cold = bench.measure(
        {
            "validate": [*OURS, "validate", f"./{LARGEST}"],
            "build": [*OURS, "build", f"./{LARGEST}", "-o", OUT, "--quiet"],
        }
    )
    validate, build = ([run.cpu for run in cold[name]] for name in ("validate", "build"))
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
    faces = [1000 * min(edited(False, face) for _ in range(20)) for _ in range(rounds)]
    out = [Figure("a zone's edit to a face", spread(faces), 5, "ms")]
    for what, cells, answer, of, most in (
        ("a zone's edit to all problems, of validate", False, open_deck.problems, validate, 0.4),
        ("a cell's edit to all problems, of validate", True, open_deck.problems, validate, 0.2),
        ("a zone's edit to a PDF, of a build", False, partial(open_deck.build, options), build, 0.4),
    ):
        out.append(Figure(what, of_times([edited(cells, answer) for _ in range(rounds)], of), most))
    before = resident()
    for n in range(EDITS):
        edited(n % 10 == 9, open_deck.problems if n % 100 == 99 else face)
    return [*out, Figure(f"memory of {EDITS:,} edits", spread([resident() - before]), 50, "MB")]


def since(bench: Bench) -> list[Figure]:
    """A build with ``--since``, and a cached build, after three of many cards with a drawing each changed, compared
    with a cold build.
    """
    deck = bench.folder / "drawn"
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
    build = [*OURS, "build", "--quiet", "-o"]
    subprocess.run([*build, "whole", "./drawn"], cwd=bench.folder, check=True)
    for n in (7, 100, 301):
        rows[n] = rows[n].replace("Card", "Changed card")
    table.write_text("name,rules,art\n" + "\n".join(rows) + "\n")
    manifest = str(bench.folder / "whole/many/many-sheets.json")
    shutil.copytree(deck, bench.folder / "edited")
    edit = " ".join(f"-e '{line}s/^[^,]*/Card {line} of '$$/" for line in (20, 120, 220))
    runs = bench.measure(
        {
            "since": [*build, OUT, "./drawn", "--since", manifest],
            "whole": [*build, OUT, "./drawn"],
            # The cache of the build before is there, and three cards are changed first, differently each time.
            "changed": [
                "sh",
                "-c",
                f'sed -i {edit} edited/cards.csv && exec "$@"',
                "sh",
                *build,
                OUT,
                "./edited",
                KEPT,
            ],
        }
    )
    return [
        Figure("build --since, 3 of 302, of a build", ratio(runs["since"], runs["whole"]), 0.25),
        Figure("build, 3 of 302 changed, of a cold one", ratio(runs["changed"], runs["whole"]), 0.2),
    ]


def begun(bench: Bench) -> list[Figure]:
    """A new deck from three hundred rows with its contact sheet, compared with a cold build of that deck."""
    luck = random.Random(16)

    with (bench.folder / "rows.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("Name", "Type", "Cost", "Attack", "Health", "Rules", "Qty"))
        for number in range(300):
            rules = " ".join(luck.choices(WORDS, k=luck.randint(5, 30))).capitalize()
            kind, amounts = luck.choice(("Creature", "Spell", "Event", "Building")), luck.choices(range(6), k=3)
            writer.writerow((f"Card {number}", kind, *amounts, f"{rules}.", luck.choice((1, 1, 2, 3))))
    new = [*OURS, "new", "--from", "rows.csv", "--quiet"]
    subprocess.run([*new, "begun"], cwd=bench.folder, check=True)
    runs = bench.measure(
        {"new": [*new, f"{OUT}/begun"], "build": [*OURS, "build", "./begun", "-o", OUT, "--quiet"]},
    )
    return [Figure("new with its contact sheet, of a build", ratio(runs["new"], runs["build"]), 2.5)]


READING = """
import sys
from pathlib import Path
for path in Path(sys.argv[1]).rglob("*"):
    if path.is_file():
        path.read_bytes()
"""


def unchanged(bench: Bench) -> list[Figure]:
    """A build of the unchanged largest deck, compared with ``validate --help`` plus reading the deck's files."""
    build = [*OURS, "build", LARGEST, "--quiet", "-o", "again", KEPT]
    subprocess.run(build, cwd=bench.folder, check=True)
    runs = bench.measure(
        {
            "unchanged": build,
            "validate --help": [*OURS, "validate", "--help"],
            "python -c pass": [sys.executable, "-c", "pass"],
            "reading": [sys.executable, "-c", READING, str(ROOT / "decks" / LARGEST)],
        }
    )
    help, nothing, reading = ([run.cpu for run in runs[name]] for name in list(runs)[1:])
    most = [x + max(0.0, z - y) for x, y, z in zip(help, nothing, reading, strict=True)]
    return [Figure("nothing changed, of --help and reading", of_times([r.cpu for r in runs["unchanged"]], most), 1.3)]
