"""What an edit costs: under ``--watch``, in a deck that is open, and since an earlier build."""

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
from pathlib import Path

from benchmarks.decks import DECK, DRAWN, LARGEST, TEMPLATE, WORDS
from benchmarks.measuring import ROOT, Figure, measure, ratio, resident, run, ticks

EDITS = 5000
"""Of the largest deck while it is open."""


PRINTED = 302
"""Cards of the largest deck that ships."""


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
