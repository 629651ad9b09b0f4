"""What more cards cost, and what several processors spare."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from benchmarks.decks import many_cards
from benchmarks.measuring import Figure, Run, measure, ratio, run, waited
from benchmarks.peers import BENCH

FRESH = ["sh", "-c", 'rm -rf printed && exec "$@"', "sh"]
"""Before a command: what it printed before is gone."""


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
