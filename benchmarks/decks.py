"""Decks made for the benchmarks."""

from __future__ import annotations

from pathlib import Path

LARGEST = "mana-and-spells"
"""The shipped deck with figures of its own."""


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


DRAWN = """\
      art: {box: {top: 40mm, bottom: 6mm, left: 4mm, right: 4mm}, svg: "{{ card.art }}"}
"""


def many_cards(folder: Path, count: int) -> str:
    """Make a deck of this many different cards, each with a number, an icon and two lines of rich text, unless it exists;
    returns its name for commands.
    """
    deck = folder / f"cards-{count}"
    if deck.is_dir():
        return f"./{deck.name}"
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
