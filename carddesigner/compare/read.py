"""Reading the states to compare: a manifest, a deck, or a deck at a git revision."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.compare.revision import deck_at
from carddesigner.compare.view import ComparedPiece, DeckState, Value
from carddesigner.core.piece import PieceKey, card_of
from carddesigner.core.record import Record, leaves
from carddesigner.core.report import DeckError, Progress, Report
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.find import find_deck, loaded_deck
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.deck.numbered import numbered_by_row, own_ids
from carddesigner.export.manifest import SCHEMA, PieceRecord
from carddesigner.export.manifest_file import Manifest, check_schema, check_whole_cards, read_manifest
from carddesigner.layout.piece import Faces
from carddesigner.pipeline.build import piece_records
from carddesigner.pipeline.changes import edition_name
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.source import paths
from carddesigner.tables.table import Row, Table


class Named(Struct, frozen=True):
    """What an argument names: a manifest, a deck, or a deck at a revision."""

    name: str
    kind: str
    path: str
    revision: str = ""


class LaidState(Struct, frozen=True, eq=False):
    """A state with its deck and the faces of each piece's copies; a manifest has neither."""

    view: DeckState
    deck: LoadedDeck | None = None
    faces: Mapping[PieceKey, tuple[Faces, ...]] = {}


def named(argument: str) -> Named:
    """Parse a command-line argument: ``….json``, a deck, or ``PATH@REVISION``. Raises DeckError."""
    if argument.lower().endswith(".json"):
        return Named(argument, "manifest", argument)
    if "@" not in argument or len(argument) > 4000 or Path(argument).exists():
        return Named(argument, "deck", argument)
    places = [m.start() for m in re.finditer("@", argument)]
    at = next((a for a in places if argument[:a] and Path(argument[:a]).exists()), places[0])
    path, revision = argument[:at], argument[at + 1 :]
    fail = Report().fail
    if path.lower().endswith(".json"):
        message = f"{argument!r} is a manifest; only a deck has revisions"
        fail("unknown-revision", message, hint=f"such as ./my-deck@{revision}")
    if not ("/" in path or "\\" in path or path.startswith(".")):
        if path in paths.shipped_decks():
            hint = "a deck of your own is a path: ./…"
            fail("unknown-revision", f"the shipped deck {path!r} has no revisions", hint=hint)
        fail("unknown-deck", f"{path!r} is no path", hint=f"a deck of your own is named by its path: ./{argument}")
    if not revision:
        fail("unknown-revision", f"no revision stands after the @ of {argument!r}", hint=f"such as {path}@HEAD")
    return Named(argument, "revision", path, revision)


@contextmanager
def states(old: Named, new: Named, progress: Progress) -> Iterator[tuple[LaidState, LaidState]]:
    """Open both states for the duration of the block. A deck that is compared with a manifest is read in the manifest's
    language and edition. Raises DeckError.
    """
    then, now = (read_manifest(Path(n.path)) if n.kind == "manifest" else None for n in (old, new))
    newest = max(m.schema if m is not None else SCHEMA for m in (then, now))
    for source, manifest in ((old, then), (new, now)):
        if manifest is not None:
            check_schema(manifest, source.name, newest)
            check_whole_cards(manifest, source.name)
    with _state(old, then, now, progress) as first, _state(new, now, then, progress) as second:
        _same_deck(first.view, second.view)
        yield first, second


@contextmanager
def _state(source: Named, manifest: Manifest | None, other: Manifest | None, progress: Progress) -> Iterator[LaidState]:
    if manifest is not None:
        yield LaidState(_view_of_manifest(source, manifest))
    elif source.kind == "deck":
        yield _state_of_deck(source, source.path, other, progress)
    else:
        with deck_at(source.path, source.revision) as revision:
            try:
                state = _state_of_deck(source, revision.file, other, progress)
            except DeckError as problem:
                raise DeckError(revision.report(problem.report)) from None
            pieces = tuple(revision.piece(p) for p in state.view.pieces)
            yield LaidState(replace(state.view, commit=revision.commit, pieces=pieces), state.deck, state.faces)


def _view_of_manifest(source: Named, manifest: Manifest) -> DeckState:
    pieces = []
    for p in manifest.pieces:
        has_own_id = re.fullmatch(re.escape(p.component) + r"-[0-9]{3,6}(-part-[0-9]+)?", p.id) is None
        copies = p.copies // manifest.decks
        pieces.append(ComparedPiece(p.id, p.component, copies, *_digests(p), has_own_id=has_own_id))
    components = tuple(dict.fromkeys(p.component for p in pieces))
    numbered = tuple(dict.fromkeys(p.component for p in pieces if not p.has_own_id))
    state = (source.name, "manifest", manifest.deck, manifest.language, tuple(pieces), components, numbered, True)
    return DeckState(*state, edition=manifest.edition)


def _state_of_deck(source: Named, path: str | Path, other: Manifest | None, progress: Progress) -> LaidState:
    report = Report()
    language, edition = (other.language, other.edition) if other is not None else (None, None)
    deck = loaded_deck(path, report, language, edition=edition)
    laid = lay_out(print_job(deck), report, progress)
    records = {r.key: r for r in piece_records(deck, laid)}
    # Only a manifest has the other pieces of a card, which all come from its row.
    parts = _parts(deck, records) if other is not None else {}
    pieces = tuple(p for c in deck.components for p in _pieces(deck, c, records, parts))
    components = tuple(c.id for c in deck.components)
    state = (source.name, source.kind, deck.deck.deck, deck.deck.language, pieces, components, numbered_by_row(deck))
    view = DeckState(*state, files=_files(deck, find_deck(path).name), edition=deck.edition)
    return LaidState(view, deck, {p.key: p.copies for p in laid})


def rows_state(name: str, decks: Sequence[LoadedDeck]) -> DeckState:
    """Return a deck's rows without its faces: in the deck's own language, with the translated texts of the other
    languages.
    """
    deck, *others = decks
    translated: dict[str, list[Value]] = {}
    for other in others:
        for t in other.translations:
            piece, _, field = t.key.rpartition("/")
            translated.setdefault(piece, []).append(Value(f"{field}.{other.deck.language}", t.text, t.span))
    pieces = tuple(
        replace(p, fields=(*(p.fields or ()), *translated.get(f"{p.component}/{p.id}", ())))
        for c in deck.components
        if c.table is not None
        for p in _pieces(deck, c, {}, {})
    )
    components = tuple(c.id for c in deck.components if c.table is not None)
    return DeckState(name, "deck", deck.deck.deck, deck.deck.language, pieces, components, numbered_by_row(deck))


def _parts(deck: LoadedDeck, records: Mapping[PieceKey, PieceRecord]) -> dict[PieceKey, list[PieceRecord]]:
    """Return the records of pieces that go on from a card, or that are parts of its box, by the card."""
    cards = {card.key for c in deck.components for card in c.cards}
    parts: dict[PieceKey, list[PieceRecord]] = defaultdict(list)
    for key, record in records.items():
        if key not in cards:
            parts[PieceKey(key.component, card_of(key.id))].append(record)
    return parts


def _pieces(
    deck: LoadedDeck,
    component: LoadedComponent,
    records: Mapping[PieceKey, PieceRecord],
    parts: Mapping[PieceKey, Sequence[PieceRecord]],
) -> Iterator[ComparedPiece]:
    if component.blocks is not None:
        for r in records.values():
            if r.component == component.id:
                yield ComparedPiece(r.id, r.component, r.copies, *_digests(r), has_own_id=False)
        return
    table = component.table
    have_ids = own_ids(deck, component) if table is not None else (True,) * len(component.cards)
    hidden = _no_fields(deck, component)
    for i, (card, has_own_id) in enumerate(zip(component.cards, have_ids, strict=True)):
        fields = _fields(card, table.rows[i], table, hidden, deck.deck.game is not None) if table is not None else ()
        digests = _digests(records.get(card.key))
        yield ComparedPiece(card.id, component.id, card.copies, *digests, fields, has_own_id, card.span)
        for part in parts.get(card.key, ()):
            yield ComparedPiece(part.id, component.id, part.copies, *_digests(part), fields, has_own_id, card.span)


def _digests(record: PieceRecord | None) -> tuple[str | None, str | None]:
    return (record.front_sha256, record.back_sha256) if record is not None else (None, None)


def _no_fields(deck: LoadedDeck, component: LoadedComponent) -> frozenset[str]:
    """Return columns that are not compared as fields: the id and the number of copies."""
    rows = component.rows
    if rows is None:
        return frozenset()
    return frozenset((rows.id, *([rows.copies] if isinstance(rows.copies, str) else rows.copies)))


def _fields(card: LoadedCard, row: Row, table: Table, hidden: frozenset[str], has_game: bool) -> tuple[Value, ...]:
    """Return a card's values; in a game only those with a column, since the game computes the others."""
    places = {h.name: i for i, h in enumerate(table.headers)}
    return tuple(
        Value(name, _text(value), table.place(row, places[name]) if name in places else None)
        for name, value in leaves(card.row)
        if name not in hidden and (name in places or not has_game)
    )


def _text(value: object) -> str:
    """Return a value as its cell would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, tuple):
        return ", ".join(_text(v) for v in value)
    if isinstance(value, Record):
        return "; ".join(f"{k}: {_text(v)}" for k, v in leaves(value))
    return str(value)


def _files(deck: LoadedDeck, name: str) -> tuple[tuple[str, str], ...]:
    """Return the files of the deck's folder that it uses, with their digests."""
    folder = deck.folder.resolve()
    inside = {p for p in (folder / name, *deck.assets.finder.used) if p.is_relative_to(folder) and p.is_file()}
    return tuple(sorted((p.relative_to(folder).as_posix(), hashlib.sha256(p.read_bytes()).hexdigest()) for p in inside))


def _same_deck(old: DeckState, new: DeckState) -> None:
    """Raise DeckError if a manifest is compared with another deck, language or edition."""
    if "manifest" not in (old.kind, new.kind):
        return
    for what, first, second in (
        ("deck", f"deck {old.deck!r}", f"deck {new.deck!r}"),
        ("language", f"language {old.language!r}", f"language {new.language!r}"),
        ("edition", edition_name(old.edition), edition_name(new.edition)),
    ):
        if first != second:
            hint = f"a manifest is compared with the {what} that it was built from"
            Report().fail("other-manifest", f"{old.name} is of {first}, {new.name} of {second}", hint=hint)
