"""Mana and Spells' checks: every card on the curve, no effect twice, and the whole set composed as its notes say."""

from __future__ import annotations

from collections import Counter

from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.games.base import Counts, Game, Rows, first_place, places, twice
from carddesigner.games.mana_and_spells_cards import (
    ABILITIES,
    COLORS,
    COMPOSITION,
    CREATURES,
    EFFECTS,
    LANDS,
    RARITIES,
    ManaSettings,
    SpellCard,
    effects_of,
    record,
)


def check(rows: Rows, counts: Counts, settings: ManaSettings, report: Report) -> None:
    """Every fact of the cards, each breach with its rows."""
    for row, span in rows:
        wrong = _off_curve(row, settings.off_curve)
        if wrong is not None:
            report.error("spells-curve", f"{row['name']}: {wrong}", span)
        for ability in row["abilities"]:
            if not any(word in row["text"] for word in ABILITIES[ability]):
                message = f"{row['name']} has {ability}, but its text doesn't say {' or '.join(ABILITIES[ability])}"
                report.error("spells-glossary", message, span)
    for what, value_of in (("name", _name), ("effect", _does)):
        for (row, span), first in twice(rows, value_of):
            message = f"{row['name']} has the {what} of {first[0]['name']}"
            report.error("spells-twice", message, span, related=places([first], "first here"))
    if settings.whole:
        _check_composition(rows, report)


def _off_curve(row: Record, most: float) -> str | None:
    """In which way a card is too strong or too weak for its cost; None if it isn't."""
    if row["face"] in CREATURES:
        due = 2 * row["total"] - len(row["abilities"])
        have = row["power"] + row["toughness"]
        if abs(have - due) <= most:
            return None
        return f"power and toughness come to {have}; with its cost and abilities they are about {due}"
    amounts = effects_of(row["effects"])
    if row["face"] in LANDS or any(amount == "x" for _, amount in amounts):
        return None
    if not amounts:
        return "its column effects says nothing of what it does"
    worth = sum(EFFECTS[name][0] + EFFECTS[name][1] * (int(n) if n.isdecimal() else 1) for name, n in amounts)
    if abs(worth - row["total"]) <= most:
        return None
    return f"it costs {row['total']} mana; what it does is worth about {worth:g}"


def _name(row: Record) -> object:
    return None if row["face"] == "basic-land" else row["name"]


def _does(row: Record) -> object:
    """What identifies a card by its effect: its text, and a creature's cost and strength."""
    if row["face"] == "basic-land":
        return None
    reported = row["text"].replace(row["name"], "~")
    return (row["symbols"], row["strength"], reported) if row["face"] in CREATURES else (row["face"], reported)


def _check_composition(rows: Rows, report: Report) -> None:
    """As many cards of each face, colour and rarity as the set has."""
    faces = Counter((row["face"], row["frame"]) for row, _ in rows)
    rarities = Counter((row["rarity"], row["frame"]) for row, _ in rows)
    wrong = []
    for face, (of_color, without) in COMPOSITION.items():
        plain = "land" if face in LANDS else "artifact"
        for frame, wanted in (*dict.fromkeys(COLORS, of_color).items(), (plain, without)):
            if faces[face, frame] != wanted:
                wrong.append(f"{frame} has {faces[face, frame]} cards of {face}, not {wanted}")
    for rarity, (of_color, artifacts, lands) in RARITIES.items():
        for frame, wanted in (*dict.fromkeys(COLORS, of_color).items(), ("artifact", artifacts), ("land", lands)):
            if rarities[rarity, frame] != wanted:
                wrong.append(f"{frame} has {rarities[rarity, frame]} {rarity} cards, not {wanted}")
    for message in wrong:
        report.error("spells-composition", message, first_place(rows))


GAME = Game("mana-and-spells", ManaSettings, SpellCard, record, check)
