"""Which of a deck's pieces are printed: those of a list, or those that differ from what was printed before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report, did_you_mean
from carddesigner.export.manifest import PieceRecord
from carddesigner.export.manifest_file import Manifest
from carddesigner.layout.deck import LaidPiece
from carddesigner.load.deck import LoadedDeck
from carddesigner.load.print_list import Entry


class Changes(Struct, frozen=True):
    """What differs from what was printed: ids of new pieces, of changed ones, of those with more copies, of those whose
    last copies (all, where it is gone) are to be taken out.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    more: tuple[tuple[str, int], ...]
    fewer: tuple[tuple[str, int], ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return any((self.new, self.changed, self.more, self.fewer, self.removed))


def listed(pieces: Sequence[LaidPiece], entries: Sequence[Entry]) -> tuple[LaidPiece, ...]:
    """The pieces of a list in its order. Raises DeckError for every id that no piece has."""
    report = Report()
    known = {p.id: p for p in pieces}
    out = []
    for entry in entries:
        piece = known.get(entry.id)
        if piece is None:
            words = f"the deck has no piece {entry.id[:80]!r}{did_you_mean(entry.id, known)}"
            report.error("unknown-piece", words, entry.span)
        elif entry.copies:
            faces = piece.copies or (piece.first,)
            out.append(replace(piece, copies=tuple(faces[i % len(faces)] for i in range(entry.copies))))
    report.raise_errors()
    return tuple(out)


def unchanged(deck: LoadedDeck, made_of: Mapping[str, str], before: Manifest) -> dict[str, PieceRecord]:
    """The pieces that are made of just what they were made of before, and of which no more copies are wanted."""
    out = {}
    cards = {card.id: card for component in deck.components for card in component.cards}
    for record in before.pieces:
        card = cards.get(record.id)
        known = record.inputs_sha256 is not None and record.inputs_sha256 == made_of.get(record.id)
        if known and card is not None and 0 < card.copies <= record.copies // before.decks:
            out[record.id] = replace(record, component=card.component, copies=card.copies)
    return out


def in_order(deck: LoadedDeck, records: Sequence[PieceRecord]) -> list[PieceRecord]:
    """Records in the order of the deck's components and their cards."""
    place = {c.id: (n, 0) for n, c in enumerate(deck.components)}
    cards = {card.id: (place[c.id][0], n) for c in deck.components for n, card in enumerate(c.cards)}
    return sorted(records, key=lambda r: cards.get(r.id, place[r.component]))


def changes_since(records: Sequence[PieceRecord], before: Manifest) -> Changes:
    """How a deck's pieces differ from a manifest's; copies are compared deck by deck."""
    known = {p.id: p for p in before.pieces}
    new, changed, more, fewer = [], [], [], []
    for record in records:
        old = known.pop(record.id, None)
        if old is None:
            new.append(record.id)
            continue
        had = old.copies // before.decks
        if (old.front_sha256, old.back_sha256) != (record.front_sha256, record.back_sha256):
            changed.append(record.id)
        elif record.copies > had:
            more.append((record.id, record.copies - had))
        if record.copies < had:
            fewer.append((record.id, had - record.copies))
    return Changes(tuple(new), tuple(changed), tuple(more), tuple(fewer), tuple(known))


def only_changed(pieces: Sequence[LaidPiece], changes: Changes) -> tuple[LaidPiece, ...]:
    """New and changed pieces whole, of others the copies that are missing."""
    whole = {*changes.new, *changes.changed}
    more = dict(changes.more)
    out = []
    for piece in pieces:
        if piece.id in whole:
            out.append(piece)
        elif piece.id in more:
            out.append(replace(piece, copies=piece.copies[-more[piece.id] :]))
    return tuple(out)


def same_deck(before: Manifest, deck: LoadedDeck, path: str) -> None:
    """Raises DeckError where a manifest is another deck's, or of the deck in another language."""
    name, language = deck.deck.deck, deck.deck.language
    report = Report()
    if before.deck != name:
        words = f"{path} is the manifest of the deck {before.deck!r}, not of {name!r}"
        report.error("other-manifest", words, hint=f"give the manifest of an earlier build of {name!r}")
    elif before.language != language:
        words = f"{path} is the manifest of a build in {before.language!r}, not in {language!r}"
        report.error(
            "other-manifest", words, hint=f"give the manifest of that language, or --language {before.language}"
        )
    report.raise_errors()
