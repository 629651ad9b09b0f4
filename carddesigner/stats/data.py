"""The numbers of a deck as plain data, for one JSON document."""

from __future__ import annotations

from fractions import Fraction

from carddesigner.core.record import Record, as_dict
from carddesigner.stats.counts import Count, FieldCounts
from carddesigner.stats.deck import DeckStats
from carddesigner.stats.odds import Odds
from carddesigner.stats.sheets import Use
from carddesigner.stats.texts import ZoneTexts


def as_data(stats: DeckStats) -> dict[str, object]:
    """Everything, with probabilities as exact fractions beside their decimal values."""
    return {
        "deck": stats.deck,
        "title": stats.title,
        "components": [{"id": c.id, "pieces": c.pieces, "cards": c.cards} for c in stats.components],
        "pile": stats.pile,
        "fields": [_field(f) for f in stats.fields],
        "draws": [_odds(o) for o in stats.odds],
        "texts": [_texts(t) for t in stats.texts],
        "sheets": [_use(u) for u in stats.sheets],
        "errors": stats.errors,
    }


def _field(f: FieldCounts) -> dict[str, object]:
    s = f.summary
    return {
        "field": f.field,
        "kind": f.kind,
        "list": f.is_list,
        "pieces": f.pieces,
        "cards": f.cards,
        "blank": f.blank,
        "summary": None if s is None else {"total": s.total, "mean": s.mean, "low": s.low, "high": s.high},
        "counts": [_count(c) for c in f.counts],
    }


def _count(c: Count) -> dict[str, object]:
    value = as_dict(c.value) if isinstance(c.value, Record) else c.value
    what = {"value": value} if c.low is None else {"from": c.low, "below": c.high}
    return {"label": c.label, **what, "pieces": c.pieces, "cards": c.cards, "times": c.times}


def _odds(o: Odds) -> dict[str, object]:
    return {
        "of": o.of,
        "draw": o.draw or None,
        "pile": o.pile,
        "hits": o.hits,
        "drawn": o.drawn,
        "mean": _chance(o.mean),
        "at_least_one": _chance(o.at_least_one),
        "exactly": [_chance(p) for p in o.exactly],
        "at_least": [_chance(p) for p in o.at_least],
    }


def _chance(p: Fraction) -> dict[str, object]:
    return {"exact": str(p), "value": float(p)}


def _texts(t: ZoneTexts) -> dict[str, object]:
    texts = [
        {"piece": b.piece, "fill": b.fill, "size_pt": b.size, "largest_pt": b.largest, "characters": b.characters}
        for b in t.texts
    ]
    return {"face": t.face, "zone": t.zone, "texts": texts}


def _use(u: Use) -> dict[str, object]:
    return {
        "component": u.component,
        "paper": u.paper,
        "cards": u.cards,
        "fits": u.fits,
        "columns": u.columns,
        "rows": u.rows,
        "landscape": u.landscape,
        "sheets": u.sheets,
        "on_last_sheet": u.last,
    }
