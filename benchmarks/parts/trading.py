"""Three hundred trading cards with a photograph each, compared with the limit and the peers."""

from __future__ import annotations

import csv
import shutil
import sys
from pathlib import Path

from benchmarks.amounts import exact, memory, ratio, waited
from benchmarks.bench import OURS, Bench
from benchmarks.decks import LARGEST
from benchmarks.kept import Figure
from benchmarks.peers import BENCH, NO_BENCH, compared, draw, limit, peers
from benchmarks.runs import OUT

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
    """Make the bench's W2 as a deck, with the same pictures and words; returns the bytes of its pictures."""
    sys.path.insert(0, str(BENCH))
    from common import FRAMES, ICONS, w2  # type: ignore[import-not-found]

    draw()
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
    """Path data for a path of the bench, whose y axis points up in a unit box."""
    out = ""
    for op, *values in path:
        places = " ".join(f"{100 * v if i % 2 == 0 else 100 - 100 * v:.4g}" for i, v in enumerate(values))
        out += f"{'Z' if op == 'h' else op.upper()}{places}"
    return out


def trading(bench: Bench) -> list[Figure]:
    """302 trading cards with a picture each, and the largest shipped deck, compared with W2 of the limit and the peers."""
    if not BENCH.is_dir():
        bench.leave_out("302 trading cards", NO_BENCH)
        return []
    pictures = trading_deck(bench.folder)
    others = peers(bench, "W2")
    runs = bench.measure(
        {
            **limit(bench, "W2"),
            "build": [*OURS, "build", "./trading", "-o", OUT, "--quiet"],
            LARGEST: [*OURS, "build", LARGEST, "-o", OUT, "--quiet"],
            f"validate {LARGEST}": [*OURS, "validate", LARGEST],
            **others,
        },
        optional=others,
    )
    build, largest, validate = runs["build"], runs[LARGEST], runs[f"validate {LARGEST}"]
    return [
        Figure("build, of the limit's W2", ratio(build, runs["limit"]), 4.6),
        Figure("memory of W2", memory(build), 90, "MB"),
        Figure("W2 beyond its pictures, a card", exact((build[-1].size - pictures) / 302 / 1000), 1, "kB"),
        Figure(f"{LARGEST}, of the limit's W2", ratio(largest, runs["limit"]), 10.3),
        Figure(f"validate {LARGEST}, of its build", waited(validate, largest), 1),
        Figure(f"size of {LARGEST}", exact(largest[-1].size / 1e6), 12, "MB"),
        *compared("W2", build, runs),
    ]
