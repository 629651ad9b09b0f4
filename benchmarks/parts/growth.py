"""The cost of more cards: time, memory and bytes."""

from __future__ import annotations

from benchmarks.amounts import exact, more_memory, ratio, spread
from benchmarks.bench import OURS, Bench
from benchmarks.decks import many_cards
from benchmarks.kept import Figure
from benchmarks.peers import compared, limit, peers
from benchmarks.runs import OUT, available

BUILD = [*OURS, "build", "-o", OUT, "--quiet", "--jobs", "1"]
"""With one process."""
SPLIT = ["--no-cache", "--layout", "pieces", "--split"]
"""The number of cards in a file follows."""
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
LARGE = 100_000
WHOLE = 10_000
"""The most cards on sheets in one file; more are printed in files of two thousand."""
MORE = 30
"""Megabytes that a hundred thousand cards in files may take beyond ten thousand; it predicts how many cards fit in memory."""


def growth(bench: Bench) -> list[Figure]:
    """Cards with a number, an icon and two lines of rich text, from a hundred to ``--cards``, compared with W3 of the
    limit and typst.
    """
    commands: dict[str, list[str]] = {}
    sizes = [n for n in SIZES if n <= bench.cards]
    for n in sizes:
        if (needed := 100 + MORE * n / (LARGE - WHOLE)) > available():
            bench.leave_out(f"{n} cards", f"they may take {needed:.0f} MB of memory, which isn't free")
            continue
        deck = many_cards(bench.folder, n)
        if n <= WHOLE:
            commands[f"{n} cards"] = [*BUILD, deck]
        if n >= WHOLE:
            commands[f"{n} cards split"] = [*BUILD, deck, *SPLIT, "2000"]
        if n in (1_000, 10_000):
            commands[f"validate {n} cards"] = [*OURS, "validate", deck]
        works = limit(bench, "W3", n) | (peers(bench, "W3", n, ("typst",)) if n <= WHOLE else {})
        commands |= {f"{name}, {n} cards": command for name, command in works.items()}
    if bench.cards < SIZES[-1]:
        bench.leave_out("a million cards", f"--cards {SIZES[-1]} was not asked for")
    runs = bench.measure(commands, min(bench.rounds, 3), optional=[name for name in commands if "typst" in name])
    few, many = runs["1000 cards"], runs["10000 cards"]
    out = [
        Figure("CPU of 10000 cards, of 1000", ratio(many, few), 10),
        Figure("memory of 10000 cards, beyond 1000", more_memory(many, few), 40, "MB"),
        Figure(
            "the same of validate", more_memory(runs["validate 10000 cards"], runs["validate 1000 cards"]), 60, "MB"
        ),
    ]
    for n in (LARGE, 1_000_000):
        if f"{n} cards split" in runs:
            least, tenth, most = (runs[f"{size} cards split"] for size in (WHOLE, n // 10, n))
            out += [
                Figure(f"{n} cards split, of {n // 10}", ratio(most, tenth), 10.5),
                Figure(f"memory of {n} split, beyond {WHOLE}", more_memory(most, least), MORE * n / LARGE, "MB"),
            ]
    return out


def variable(bench: Bench) -> list[Figure]:
    """Ten thousand different cards of rich text, compared with the limit's work: in all, and for each card."""
    counts = {n: many_cards(bench.folder, n) for n in (1_000, 10_000)}
    others = peers(bench, "W3", 10_000, ("ReportLab by hand", "typst"))
    runs = bench.measure(
        {
            **limit(bench, "W3", 10_000),
            "few": [*BUILD, counts[1_000], "--no-cache"],
            "many": [*BUILD, counts[10_000], "--no-cache"],
            **others,
        },
        min(bench.rounds, 3),
        optional=others,
    )
    few, many = runs["few"], runs["many"]
    out = [
        Figure("memory of a card", more_memory(many, few, 1024 / 9_000), 5, "kB"),
        Figure("PDF of a card", exact(many[-1].size / 10_000), 220, "B"),
    ]
    if "limit" in runs:
        out.insert(0, Figure("10000 cards, of the limit's W3", ratio(many, runs["limit"]), 20))
    return out + compared("W3", many, runs)


SIX_SIZES = ("63.5mm, 88.9mm", "57mm, 57mm", "44mm, 68mm", "70mm, 120mm", "31.75mm, 44.45mm", "26mm, 26mm")


def imposed(bench: Bench) -> list[Figure]:
    """Imposing ten thousand pieces of six sizes, the last of which share sheets, as a share of their build."""
    from carddesigner.pipeline.build import build_deck
    from carddesigner.pipeline.options import PrintOptions

    deck = bench.folder / "six"
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
    shares = []
    for turn in range(3):
        timings = build_deck(deck, PrintOptions(output=bench.folder / f"imposed-{turn}")).timings
        shares.append(timings["impose"] / sum(timings.values()))
    return [Figure("imposing 10,000 pieces of six sizes, of their build", spread(shares), 0.2)]
