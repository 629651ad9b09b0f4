"""Mana and Spells' checks: every card on the curve, no effect twice, and the whole set composed as its notes say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from carddesigner.core.record import Record
from carddesigner.core.report import Related, Report
from carddesigner.games.base import CheckedRow, Game
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


def check(rows: Sequence[CheckedRow], counts: Mapping[str, int], settings: ManaSettings, report: Report) -> None:
    """Every fact of the cards, each breach with its rows."""
    for row, span in rows:
        words = _off_curve(row, settings.off_curve)
        if words is not None:
            report.error("spells-curve", f"{row['name']}: {words}", span)
        for ability in row["abilities"]:
            if not any(reported in row["text"] for reported in ABILITIES[ability]):
                reported = " or ".join(ABILITIES[ability])
                report.error(
                    "spells-glossary", f"{row['name']} has {ability}, but its text doesn't say {reported}", span
                )
    _check_unique(rows, report, "name", lambda row: None if row["face"] == "basic-land" else row["name"])
    _check_unique(rows, report, "effect", _does)
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


def _does(row: Record) -> object:
    """What identifies a card by its effect: its text, and a creature's cost and strength."""
    if row["face"] == "basic-land":
        return None
    reported = row["text"].replace(row["name"], "~")
    return (row["symbols"], row["strength"], reported) if row["face"] in CREATURES else (row["face"], reported)


def _check_unique(rows: Sequence[CheckedRow], report: Report, what: str, value_of: Callable[[Record], object]) -> None:
    seen: dict[object, CheckedRow] = {}
    for row, span in rows:
        value = value_of(row)
        if value is None:
            continue
        if value in seen:
            other, place = seen[value]
            related = () if place is None else (Related(place, "first here"),)
            report.error("spells-twice", f"{row['name']} has the {what} of {other['name']}", span, related=related)
        else:
            seen[value] = (row, span)


def _check_composition(rows: Sequence[CheckedRow], report: Report) -> None:
    """As many cards of each face, colour and rarity as the set has."""
    at = rows[0][1] if rows else None
    faces = Counter((row["face"], row["frame"]) for row, _ in rows)
    rarities = Counter((row["rarity"], row["frame"]) for row, _ in rows)
    for face, (of_color, without) in COMPOSITION.items():
        plain = "land" if face in LANDS else "artifact"
        for frame, wanted in [*((color, of_color) for color in COLORS), (plain, without)]:
            if faces[face, frame] != wanted:
                report.error(
                    "spells-composition", f"{frame} has {faces[face, frame]} cards of {face}, not {wanted}", at
                )
    for rarity, (of_color, artifacts, lands) in RARITIES.items():
        for frame, wanted in [*((color, of_color) for color in COLORS), ("artifact", artifacts), ("land", lands)]:
            have = rarities[rarity, frame]
            if have != wanted:
                report.error("spells-composition", f"{frame} has {have} {rarity} cards, not {wanted}", at)


GAME = Game("mana-and-spells", ManaSettings, SpellCard, record, check)
