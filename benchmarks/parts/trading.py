"""Three hundred trading cards with a photograph each, beside the limit and the peers."""

from __future__ import annotations

import csv
import shutil
import sys
from pathlib import Path

from benchmarks.decks import LARGEST
from benchmarks.measuring import ROOT, Figure, measure, ratio, waited
from benchmarks.peers import BENCH, TRADING_PEERS, TRADING_SHARES, beside, draw

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
