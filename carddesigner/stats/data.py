"""The numbers of a deck as plain data, for one JSON document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from carddesigner.core.record import Record, as_dict
from carddesigner.stats.counts import Count, FieldCounts
from carddesigner.stats.deck import DeckStats
from carddesigner.stats.odds import Odds
from carddesigner.stats.texts import ZoneTexts

Data = dict[str, Any]


def as_data(stats: DeckStats) -> Data:
    """Everything, with probabilities as exact fractions beside their decimal values."""
    return {
        "deck": stats.deck,
        "title": stats.title,
        "components": [_renamed(c) for c in stats.components],
        "pile": stats.pile,
        "fields": [_field(f) for f in stats.fields],
        "draws": [_odds(o) for o in stats.odds],
        "texts": [_texts(t) for t in stats.texts],
        "sheets": [{**_renamed(u, last="on_last_sheet"), "fits": u.fits} for u in stats.sheets],
        "errors": stats.errors,
    }


def _renamed(value: Struct, **names: str) -> Data:
    return {names.get(key, key): own for key, own in asdict(value).items()}


def _field(f: FieldCounts) -> Data:
    counts = [_count(c) for c in f.counts]
    summary = asdict(f.summary) if f.summary is not None else None
    return {**_renamed(f, is_list="list"), "summary": summary, "counts": counts}


def _count(c: Count) -> Data:
    value = as_dict(c.value) if isinstance(c.value, Record) else c.value
    what = {"value": value} if c.low is None else {"from": c.low, "below": c.high}
    return {"label": c.label, **what, "pieces": c.pieces, "cards": c.cards, "times": c.times}


def _odds(o: Odds) -> Data:
    exactly, at_least = ([_chance(p) for p in chances] for chances in (o.exactly, o.at_least))
    own = {"mean": _chance(o.mean), "at_least_one": _chance(o.at_least_one), "exactly": exactly, "at_least": at_least}
    return {**asdict(o), "draw": o.draw or None, **own}


def _chance(p: Fraction) -> Data:
    return {"exact": str(p), "value": float(p)}


def _texts(t: ZoneTexts) -> Data:
    texts = [_renamed(b, size="size_pt", largest="largest_pt") for b in t.texts]
    return {"face": t.face, "zone": t.zone, "texts": texts}
