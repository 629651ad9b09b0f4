"""JSON and YAML: where the records lie, and which keys are data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.schema.rows import Rows
from carddesigner.source.files import display_path, read_text
from carddesigner.source.json_nodes import load_json
from carddesigner.source.yaml import load_yaml, plain
from carddesigner.starter.made import GuessMessage, Sure
from carddesigner.starter.roles.vocabulary import means
from carddesigner.starter.spelling import field_name

MAX_LISTS = 11
"""Lists of records beside the first that become components."""


class _RecordsPlace(Struct, frozen=True):
    """Where records lie: the keys that lead there, how deep the keys below are data, how much there is."""

    path: tuple[str, ...]
    levels: int
    records: int
    weight: float


def find_records(path: Path, report: Report) -> list[tuple[Rows, tuple[GuessMessage, ...]]]:
    """How to read the records of a file, where several lists of the same kind are each a table. Raises DeckError, or
    FileProblem.
    """
    text = read_text(path)
    node = (load_json if path.suffix.lower() == ".json" else load_yaml)(path, text, report)
    report.raise_errors()
    assert node is not None
    data = plain(node)
    places = sorted(_places(data, (), 0), key=lambda p: -p.weight)
    if not places:
        message = "no list of records is found here: a list of mappings, a mapping of them, or columns of equal length"
        report.fail("missing-records", message, Span(display_path(path)))
    best = places[0]
    others = [p for p in places[1:] if p.path[:-1] == best.path[:-1] and p.path and _is_alike(data, best, p)][
        :MAX_LISTS
    ]
    left = [p for p in places if p not in (best, *others) and p.records > 1 and not _is_inside(p, best)]
    out = []
    for place in (best, *others):
        facts: list[GuessMessage] = []
        under = ".".join(place.path)
        if under:
            second = max((p.weight for p in left), default=0)
            sure = Sure.CERTAIN if best.weight > 4 * second else Sure.LIKELY
            why = f"{place.records} of them lie under this key"
            if place is best and left:
                named = (f"{'.'.join(p.path) or 'the whole'} ({p.records})" for p in left[:6])
                why += f"; not read: {', '.join(named)}{' …' if left[6:] else ''}"
            facts.append(GuessMessage(sure, "records", under, why, key="records"))
        keys = _key_names(data, place)
        if keys:
            why = "the keys of the mappings there differ like data"
            facts.append(GuessMessage(Sure.LIKELY, "keys", ", ".join(keys), why, key="keys"))
        out.append((Rows(file=path.name, records=under or None, keys=keys), tuple(facts)))
    return out


def _is_alike(data: Any, best: _RecordsPlace, other: _RecordsPlace) -> bool:
    """Whether two lists of records have mostly the same keys."""
    keys = []
    for place in (best, other):
        records = data
        for step in place.path:
            records = records[step]
        if place.levels or not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
            return False
        keys.append({k for r in records for k in r})
    return len(keys[0] & keys[1]) >= 0.6 * len(keys[0] | keys[1])


def _is_inside(place: _RecordsPlace, best: _RecordsPlace) -> bool:
    """Whether a place is another way to read what lies at, in or around the best."""
    shorter = min(len(place.path), len(best.path))
    return place.path[:shorter] == best.path[:shorter]


def _places(data: Any, path: tuple[str, ...], depth: int) -> Iterator[_RecordsPlace]:
    """Everywhere that records may lie, with what speaks for it: how many, and how much they hold."""
    if isinstance(data, list):
        mappings = [d for d in data if isinstance(d, dict)]
        names = data[0] if len(data) > 1 and all(isinstance(d, list) for d in data) else ()
        if names and all(isinstance(n, str) and n.strip() for n in names) and len(set(names)) == len(names):
            yield _RecordsPlace(path, 0, len(data) - 1, (len(data) - 1) * len(data[0]) * 2.0)
        if mappings and len(mappings) == len(data):
            yield _RecordsPlace(path, 0, len(data), len(data) * max(map(len, mappings)) * 2.0)
        elif data and not mappings and not any(isinstance(d, list) for d in data):
            yield _RecordsPlace(path, 0, len(data), len(data) * (2.0 if not path else 0.6))
        return
    if not isinstance(data, dict) or depth > 5 or not data:
        return
    values = list(data.values())
    columns = len(values) > 1 and all(isinstance(v, list) and len(v) == len(values[0]) > 1 for v in values)
    if columns and not any(isinstance(i, (dict, list)) for v in values for i in v):
        yield _RecordsPlace(path, 0, len(values[0]), len(values) * len(values[0]) * 2.0)
    unrolled = _unrolled(data)
    if unrolled is not None:
        yield _RecordsPlace(path, *unrolled)
    for key, value in data.items():
        if "." not in key:
            yield from _places(value, (*path, key), depth + 1)


def _unrolled(data: dict[str, Any]) -> tuple[int, int, float] | None:
    """How many levels of keys are data, how many records lie below, and their weight; None if none is."""
    values = list(data.values())
    if len(values) < 2:
        return None
    if all(isinstance(v, list) and v and all(isinstance(i, dict) for i in v) for v in values):
        count = sum(map(len, values))
        fields = [{k for record in v for k in record} for v in values]
        every = set().union(*fields)
        if any(2 * len(own) <= len(every) for own in fields):
            return None
        return 1, count, count * (1 + max(len(i) for v in values for i in v)) * 2.0
    if not all(isinstance(v, dict) and v for v in values):
        return None
    keys = {k for v in values for k in v}
    shared = sum(len(v) for v in values) / (len(keys) * len(values))
    leaves = [leaf for v in values for leaf in v.values()]
    if any(isinstance(leaf, dict) for leaf in leaves):
        inner = [i for v in values if (i := _unrolled(v)) is not None]
        if len(inner) == len(values) and len({i[0] for i in inner}) == 1:
            return inner[0][0] + 1, sum(i[1] for i in inner), sum(i[2] for i in inner) * 1.2
        if shared >= 0.5 and all(isinstance(leaf, dict) for leaf in leaves):
            return 2, len(leaves), len(leaves) * 3.0
        return (1, len(values), len(values) * len(keys) * 1.0) if shared >= 0.5 else None
    if shared < 0.5:
        return None
    texts = [leaf for leaf in leaves if isinstance(leaf, str)]
    numbered = any(k.isdigit() for k in keys)
    named = any(means(k, role) for k in keys for role in ("title", "text", "cost", "points", "copies", "type", "stat"))
    long = len(texts) == len(leaves) and median(map(len, texts)) > 25 and len(keys) >= 4
    if numbered or (long and not named):
        return 2, len(leaves), len(leaves) * 3.0
    return 1, len(values), len(values) * (1 + len(keys)) * 2.0


def _key_names(data: Any, place: _RecordsPlace) -> tuple[str, ...]:
    """Names for the levels of keys: a neighbour's that lists the same keys, or that of the key above, in the
    singular.
    """
    around: dict[str, Any] = {}
    level = [data]
    for step in place.path:
        around = level[0]
        level = [around[step]]
    out: list[str] = []
    for depth in range(place.levels):
        keys = {k for one in level for k in one}
        lines = [n for n, v in around.items() if isinstance(v, dict) and set(v) >= keys and v is not level[0]]
        if depth == 0 and place.path:
            name = place.path[-1]
        else:
            name = lines[0] if lines else ("name", "kind", "part", "piece", "entry", "entry2")[min(depth, 5)]
        name = field_name(_singular(name), depth)
        leaf = {k for one in level for v in one.values() if isinstance(v, dict) for k in v}
        while name in out or (depth == place.levels - 1 and name in leaf) or name in ("id", "copies", "value"):
            name += "_key"
        out.append(name)
        level = [v for one in level for v in one.values() if isinstance(v, dict)]
    return tuple(out)


def _singular(name: str) -> str:
    if name.lower().endswith(("oes", "ies")):
        return name[:-2] if name.lower().endswith("oes") else f"{name[:-3]}y"
    return name[:-1] if name.lower().endswith("s") and not name.lower().endswith("ss") and len(name) > 3 else name
