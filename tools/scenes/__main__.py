"""Draw the pictures of Mana and Spells from its cards: ``python tools/scenes``. The same cards give the same bytes."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import artifacts
import black
import blue
import creatures
import green
import lands
import red
import settings
import things
import white
from pen import HEIGHT, WIDTH, Canvas, Chance, Drawing
from settings import COLORS, HOURS, WEATHERS, near_weather, sky, sky_weather, tones
from symbols import symbols

ROOT = Path(__file__).resolve().parents[2]
DECK = ROOT / "decks" / "mana-and-spells"
FACE = ROOT / "templates" / "fonts" / "LeagueSpartan-Bold.ttf"
MOST_BYTES = 8_000
TABLES = (white, blue, black, red, green, artifacts, lands)
CREATURES: dict[str, Drawing] = dict(creatures.CREATURES)
THINGS: dict[str, Drawing] = dict(things.THINGS)
LANDS: dict[str, Drawing] = dict(settings.LANDS)
for table in TABLES:
    CREATURES |= table.CREATURES
    THINGS |= table.THINGS
    LANDS |= table.LANDS
KNOWN = {"subject": CREATURES | THINGS, "setting": LANDS, "hour": HOURS, "weather": WEATHERS}


def color_of(card: dict[str, str]) -> str:
    """The colour of the mana in a card's cost; a land's is what it gives, all else is an artifact."""
    words = card.get("cost", "").split() + card.get("gives", "").split()
    return next((word for word in words if word in COLORS), "artifact")


def scene(card: dict[str, str]) -> str:
    """A card's picture."""
    for field, known in KNOWN.items():
        if card[field] not in known:
            sys.exit(f"{card['id']}: {field}: {card[field]!r} is none of {', '.join(known)}")
    chance, c = Chance(card["id"]), Canvas()
    t = tones(color_of(card), card["hour"])
    sky(c, t, chance, card["hour"])
    sky_weather(c, t, chance, card["weather"])
    LANDS[card["setting"]](c, t, chance)
    mirror = chance.between(0, 1) < 0.5
    aside = chance.between(-22, 22)
    if card["subject"] in CREATURES:
        c.group(WIDTH / 2 + aside, HEIGHT * 0.9, 1.12, mirror)
        CREATURES[card["subject"]](c, t, chance)
    else:
        c.group(WIDTH / 2, HEIGHT * 0.49, 1.0, mirror)
        THINGS[card["subject"]](c, t, chance)
    c.end()
    near_weather(c, t, chance, card["weather"])
    return c.svg()


def main() -> None:
    """Write all pictures and symbols; files that no card has are taken away."""
    drawn = {DECK / "symbols" / f"{name}.svg": text for name, text in symbols(FACE).items()}
    for table in sorted(DECK.glob("*.csv")):
        with table.open(encoding="utf-8", newline="") as file:
            for card in csv.DictReader(file):
                drawn[DECK / "art" / f"{card['id']}.svg"] = scene(card)
    for folder in ("symbols", "art"):
        (DECK / folder).mkdir(exist_ok=True)
        for left in set((DECK / folder).glob("*.svg")) - drawn.keys():
            left.unlink()
    for path, text in drawn.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    large = [f"{path.name} {len(text)}" for path, text in drawn.items() if len(text) > MOST_BYTES]
    if large:
        sys.exit(f"more than {MOST_BYTES} bytes, which is too much for 302 of them: {', '.join(large)}")
    print(f"{len(drawn)} pictures and symbols, {sum(map(len, drawn.values())) / 1000:.0f} kB")


main()
