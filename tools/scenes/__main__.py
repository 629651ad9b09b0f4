"""Draw the pictures of Mana and Spells from its cards: ``python tools/scenes``. The same cards give the same bytes."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from difflib import get_close_matches
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
MODULES = (creatures, things, settings, white, blue, black, red, green, artifacts, lands)


def gathered(kind: str) -> dict[str, Drawing]:
    """What the modules draw of a kind. Ends in words if two draw the same name."""
    out: dict[str, Drawing] = {}
    for module in MODULES:
        drawings: dict[str, Drawing] = getattr(module, kind, {})
        if twice := out.keys() & drawings.keys():
            sys.exit(f"{module.__name__}.py: {kind}: {', '.join(sorted(twice))}: another module draws that too")
        out |= drawings
    return out


CREATURES, THINGS, LANDS = (gathered(kind) for kind in ("CREATURES", "THINGS", "LANDS"))
KNOWN = {"subject": CREATURES | THINGS, "setting": LANDS, "hour": HOURS, "weather": WEATHERS}


def check(cards: list[dict[str, str]]) -> None:
    """Ends in words if a card asks for what nobody draws, two show the same subject, or nobody asks for what is drawn."""
    wrong = []
    for card in cards:
        for field, known in KNOWN.items():
            if card[field] not in known:
                near = get_close_matches(card[field], known, n=1)
                wrong.append(f"{card['id']}: {field}: nothing draws {card[field]!r}" + "".join(f"; did you mean {n!r}?" for n in near))
    shown = Counter(card["subject"] for card in cards)
    wrong += [f"{subject!r} is on {count} cards; each has a picture of its own" for subject, count in shown.items() if count > 1]
    for field in ("subject", "setting"):
        unused = KNOWN[field].keys() - {card[field] for card in cards}
        wrong += [f"the {field} {name!r} is drawn, but on no card" for name in sorted(unused)]
    if wrong:
        sys.exit("\n".join(wrong))


def color_of(card: dict[str, str]) -> str:
    """The colour of the mana in a card's cost; a land's is what it gives, all else is an artifact."""
    words = card.get("cost", "").split() + card.get("gives", "").split()
    return next((word for word in words if word in COLORS), "artifact")


def scene(card: dict[str, str]) -> str:
    """A card's picture."""
    chance, c = Chance(card["id"]), Canvas()
    t = tones(color_of(card), card["hour"])
    light = sky(c, t, chance, card["hour"])
    sky_weather(c, t, chance, card["weather"], light)
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
    cards: list[dict[str, str]] = []
    for table in sorted(DECK.glob("*.csv")):
        with table.open(encoding="utf-8", newline="") as file:
            cards += csv.DictReader(file)
    check(cards)
    drawn = {DECK / "symbols" / f"{name}.svg": text for name, text in symbols(FACE).items()}
    drawn |= {DECK / "art" / f"{card['id']}.svg": scene(card) for card in cards}
    large = [f"{path.name} {len(text)}" for path, text in drawn.items() if len(text) > MOST_BYTES]
    if large:
        sys.exit(f"more than {MOST_BYTES} bytes, which is too much for 302 of them: {', '.join(large)}")
    for folder in ("symbols", "art"):
        (DECK / folder).mkdir(exist_ok=True)
        for left in set((DECK / folder).glob("*.svg")) - drawn.keys():
            left.unlink()
    for path, text in drawn.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(drawn)} pictures and symbols, {sum(map(len, drawn.values())) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
