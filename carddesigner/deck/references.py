"""References between cards: a cell that names a card becomes that card's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from carddesigner.core.record import Record
from carddesigner.core.report import Related, Report, did_you_mean
from carddesigner.deck.cards import Cards, LoadedCard
from carddesigner.schema.deck import DeckModel
from carddesigner.schema.fields import FieldSettings
from carddesigner.source.yaml import Node, find
from carddesigner.tables.table import MAX_REPORTED, cells_of, text_of

Named = dict[str, list[LoadedCard]]
"""Cards by the name that references use."""


def resolve(
    deck: DeckModel, root: Node, loaded: Mapping[str, Cards], report: Report
) -> dict[str, tuple[LoadedCard, ...]]:
    """Resolve the references in the cards of every component. A referenced record keeps its own references as texts, so
    that cycles are no problem.
    """
    out = {id_: cards.cards for id_, cards in loaded.items()}
    for i, component in enumerate(deck.components):
        own_cards = loaded.get(component.id)
        if own_cards is not None:
            out[component.id] = resolve_own(deck, root, i, own_cards, loaded, report)
    return out


def resolve_own(
    deck: DeckModel, root: Node, at: int, own_cards: Cards, loaded: Mapping[str, Cards], report: Report
) -> tuple[LoadedCard, ...]:
    """Resolve the references in the cards of one component, *at* an index in the deck. *own_cards* may be only some of
    its cards.
    """
    component, cards = deck.components[at], own_cards.cards
    for name, field in component.fields.items():
        if field.type == "reference" and name in own_cards.columns:
            node = find(root, ("components", at, "fields", name))
            if (named := _cards_by_name(field, deck, loaded, node, report)) is not None:
                cards = _replaced(cards, own_cards, name, field, named, _wrong(field, deck, loaded), report)
    return cards


def _wrong(field: FieldSettings, deck: DeckModel, loaded: Mapping[str, Cards]) -> set[str]:
    """Names of cards that were left out because of other errors in their rows."""
    there = loaded[field.to or ""]
    good = {c.row_number for c in there.cards}
    rows = next(c.rows for c in deck.components if c.id == field.to)
    name = rows.id if rows is not None and field.by == "id" else field.by
    left_out = [(n, r) for n, r in enumerate(there.written.rows, 1) if r.number not in good]
    if name not in there.written.names:
        return {f"{field.to}-{n:03d}" for n, _ in left_out}
    at = there.written.names.index(name)
    return {text_of(r.values[at]) for _, r in left_out}


def _cards_by_name(
    field: FieldSettings, deck: DeckModel, loaded: Mapping[str, Cards], node: Node, report: Report
) -> Named | None:
    """The cards that a field can refer to, by name; None if there are none, with the reason reported."""
    assert field.to is not None
    with_rows = [c.id for c in deck.components if c.table is not None]
    if field.to not in with_rows:
        near, hint = did_you_mean(field.to, with_rows), f"there are {', '.join(with_rows)}"
        message = f"`to` names {field.to!r}, which is no component with rows{near}"
        report.error("unknown-component", message, find(node, ("to",)).span, hint=hint, fix=near.fix)
        return None
    there = loaded.get(field.to)
    if there is None:
        return None  # its own problems are reported
    if field.by != "id" and field.by not in there.columns:
        near = did_you_mean(field.by, there.columns)
        message = f"`by` names {field.by!r}, which {field.to} has no column for{near}"
        hint = f"there are {', '.join(list(there.columns)[:20])}"
        report.error("unknown-column", message, find(node, ("by",)).span, hint=hint, fix=near.fix)
        return None
    out: Named = {}
    # References use the name as written, which is the same in every language.
    written = there.written
    at = written.names.index(field.by) if field.by in written.names else None
    names: dict[int | None, str] = {r.number: text_of(r.values[at]) for r in written.rows} if at is not None else {}
    for card in there.cards:
        name = card.id if field.by == "id" else names.get(card.row_number) or text_of(_at(card.row, field.by))
        out.setdefault(name, []).append(card)
    return out


def _at(record: Record, name: str) -> object:
    value: object = record
    for step in name.split("."):
        assert isinstance(value, Record)
        value = value[step]
    return value


def _replaced(
    cards: Sequence[LoadedCard],
    own_cards: Cards,
    name: str,
    field: FieldSettings,
    named: Named,
    wrong: set[str],
    report: Report,
) -> tuple[LoadedCard, ...]:
    """The cards with references replaced by records. Cards whose reference can't be resolved are left out."""
    out = []
    cells, reads = cells_of(own_cards.table), [("card", *name.split("."))]
    reported = 0
    for card in cards:
        text = _at(card.row, name)
        if text is None:
            out.append(card)
            continue
        matching = named.get(str(text), [])
        if len(matching) == 1:
            out.append(replace(card, row=_with(card.row, name.split("."), matching[0].row)))
            continue
        reported += 1
        if reported > MAX_REPORTED or (not matching and str(text) in wrong):
            continue
        span = cells.place(card.row_number, reads)
        by = "the id" if field.by == "id" else field.by
        if matching:
            related = [Related(c.span, f"card {c.id}") for c in matching[:4] if c.span is not None]
            message = f"{name}: {len(matching)} cards of {field.to} have {by} {text!r}"
            report.error("duplicate-value", message, span, related=related)
        else:
            near = did_you_mean(str(text), named)
            report.error(
                "unknown-reference", f"{name}: no card of {field.to} has {by} {text!r}{near}", span, fix=near.fix
            )
    return tuple(out)


def _with(record: Record, path: Sequence[str], value: object) -> Record:
    """A record with the value at a path of names replaced."""
    name, *rest = path
    inner = record[name]
    return Record({**{n: record[n] for n in record}, name: _with(inner, rest, value) if rest else value})
