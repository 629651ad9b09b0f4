"""The statistics of a deck as plain data for a JSON document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import to_builtins

from carddesigner.core.record import Record, as_dict
from carddesigner.stats.counts import Count
from carddesigner.stats.deck import DeckStats
from carddesigner.stats.odds import Odds

Data = dict[str, Any]


def as_data(stats: DeckStats) -> Data:
    """Return all statistics; probabilities are both exact fractions and decimal numbers."""
    return {
        "deck": stats.deck,
        "title": stats.title,
        "components": _plain(stats.components),
        "pile": stats.pile,
        "fields": [{**_plain(f), "counts": [_count(c) for c in f.counts]} for f in stats.fields],
        "draws": [_odds(o) for o in stats.odds],
        "texts": _plain(stats.texts),
        "sheets": [{**_plain(u), "fits": u.fits} for u in stats.sheets],
        "not_printed": stats.unprinted.data,
        "errors": stats.errors,
    }


def _plain(value: object) -> Any:
    return to_builtins(value, enc_hook=_other)


def _other(value: object) -> Data:
    if isinstance(value, Fraction):
        return {"exact": str(value), "value": float(value)}
    if isinstance(value, Record):
        return as_dict(value)
    raise NotImplementedError


def _count(c: Count) -> Data:
    what = {"value": _plain(c.value)} if c.low is None else {"from": c.low, "below": c.high}
    return {"label": c.label, **what, "pieces": c.pieces, "cards": c.cards, "times": c.times}


def _odds(o: Odds) -> Data:
    own = {"draw": o.draw or None, "mean": o.mean, "at_least_one": o.at_least_one, "at_least": o.at_least}
    return {**_plain(o), **_plain(own)}
