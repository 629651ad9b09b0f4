"""Which of a deck's pieces are printed: those of a list, or those that differ from what was printed before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.piece import PieceKey, card_of, titles
from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.numbered import numbered_by_row
from carddesigner.deck.print_list import ListedCard, look_up
from carddesigner.export.manifest import PieceRecord
from carddesigner.export.manifest_file import Manifest
from carddesigner.layout.deck import LaidPiece

NOTHING_CHANGED = "nothing to print: no card is new or differs"
"""The message where a build since a manifest has no pieces."""
_NAMED = 12
"""Pieces that a line names."""
Content = tuple[str, str, str | None]
"""A component, and the digests of a piece's faces: what a printed card is, whatever it is called."""


class Changes(Struct, frozen=True):
    """What differs from what was printed: new pieces, changed ones, those with more copies, those with fewer, those that
    are gone, by their titles; the last two with how many to take out.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    more: tuple[tuple[str, int], ...]
    fewer: tuple[tuple[str, int], ...]
    removed: tuple[tuple[str, int], ...]
    wanted: dict[PieceKey, int]
    """How many copies of each piece are to be printed."""

    def __bool__(self) -> bool:
        return bool(self.wanted or self.fewer or self.removed)

    def lines(self) -> Iterator[str]:
        """In words, a line for each kind of difference."""
        for what, ids in (("new", self.new), ("changed", self.changed)):
            if ids:
                yield f"{len(ids)} {what}: {_some(ids)}"
        for what, counts in (
            ("more copies", self.more),
            ("take out", self.fewer),
            ("gone, take out", self.removed),
        ):
            if counts:
                yield f"{what}: {_some([f'{n} of {i}' for i, n in counts])}"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def listed(pieces: Sequence[LaidPiece], entries: Sequence[ListedCard]) -> tuple[LaidPiece, ...]:
    """The pieces of a list in its order. Raises DeckError for every id that no piece has, or several have."""
    report = Report()
    found = look_up(entries, pieces, report)
    report.raise_errors()
    copies = ((p, islice(cycle(p.copies or (p.first,)), entry.copies)) for entry, p in found if entry.copies)
    return tuple(replace(piece, copies=tuple(faces)) for piece, faces in copies)


def unchanged(deck: LoadedDeck, made_of: Mapping[PieceKey, str], before: Manifest) -> dict[PieceKey, PieceRecord]:
    """The records of pieces made of just what a printed piece was made of, as long as there are copies of it."""
    printed = {(r.component, r.inputs_sha256): r for r in before.pieces if r.inputs_sha256 is not None}
    have = _printed(before)
    out = {}
    for component in deck.components:
        for card in component.cards:
            inputs = made_of.get(card.key)
            record = printed.get((component.id, inputs)) if inputs is not None else None
            if record is not None and 0 < card.copies <= have[_content(record)]:
                have[_content(record)] -= card.copies
                out[card.key] = replace(record, id=card.id, copies=card.copies)
    return out


def in_order(deck: LoadedDeck, records: Sequence[PieceRecord]) -> list[PieceRecord]:
    """Records in the order of the deck's components and their cards."""
    place = {c.id: (n, 0) for n, c in enumerate(deck.components)}
    cards = {card.key: (place[c.id][0], n) for c in deck.components for n, card in enumerate(c.cards)}

    def at(record: PieceRecord) -> tuple[int, int]:
        own = cards.get(record.key) or cards.get(PieceKey(record.component, card_of(record.id)))
        return own or place[record.component]

    return sorted(records, key=at)


def changes_since(records: Sequence[PieceRecord], before: Manifest) -> Changes:
    """How a deck's pieces differ from those printed, deck by deck. Printed cards are identified by what they show, so
    that a card which is only called another name isn't printed again.
    """
    old, kept = ({p.key: p for p in some} for some in (before.pieces, records))
    names = {**titles(old), **titles(kept)}
    have = _printed(before)
    new, changed, more = [], [], []
    wanted: dict[PieceKey, int] = {}
    for record in records:
        content, key = _content(record), record.key
        missing = max(0, record.copies - have[content])
        have[content] -= record.copies - missing
        if not missing:
            continue
        wanted[key] = missing
        if key not in old:
            new.append(names[key])
        elif _content(old[key]) != content:
            changed.append(names[key])
        else:
            more.append((names[key], missing))
    fewer, removed = [], []
    for key, record in old.items():
        excess = min(have[_content(record)], record.copies // before.decks)
        have[_content(record)] -= excess
        if excess and key not in kept:
            removed.append((names[key], excess))
        elif excess and _content(kept[key]) == _content(record):
            fewer.append((names[key], excess))
    return Changes(tuple(new), tuple(changed), tuple(more), tuple(fewer), tuple(removed), wanted)


def only_changed(pieces: Sequence[LaidPiece], changes: Changes) -> tuple[LaidPiece, ...]:
    """The copies that are to be printed."""
    missing = [(piece, changes.wanted.get(piece.key, 0)) for piece in pieces]
    return tuple(replace(piece, copies=piece.copies[-count:]) for piece, count in missing if count)


def _content(record: PieceRecord) -> Content:
    return record.component, record.front_sha256, record.back_sha256


def _printed(before: Manifest) -> Counter[Content]:
    have: Counter[Content] = Counter()
    for record in before.pieces:
        have[_content(record)] += record.copies // before.decks
    return have


def warn_of_numbering(deck: LoadedDeck, changes: Changes, report: Report) -> None:
    """Warn where cards are called by their row's number, so that it isn't certain which are new and which changed."""
    if not changes:
        return
    for component in deck.components:
        if component.id in numbered_by_row(deck) and component.table is not None:
            message = f"the cards of {component.id} are called by their row's number, so reordering looks like change"
            hint = "printed cards are identified by their look, and only what is missing is printed; a column `id` names it right"
            report.warn("no-ids", message, Span(component.table.path), hint=hint)


def touched(pages: Sequence[LaidPiece], records: Sequence[PieceRecord], before: Manifest) -> tuple[LaidPiece, ...]:
    """All pages of the booklets and leaflets that are not page by page what was printed."""
    old, new = (
        {
            c: [(r.id, r.front_sha256, r.copies // decks) for r in some if r.component == c]
            for c in {p.component for p in pages}
        }
        for some, decks in ((before.pieces, before.decks), (records, 1))
    )
    return tuple(p for p in pages if old[p.component] != new[p.component])


def edition_name(edition: str | None) -> str:
    """An edition as reports name it."""
    return f"the edition {edition!r}" if edition is not None else "the base edition"


def same_deck(before: Manifest, deck: LoadedDeck, path: str) -> None:
    """Raises DeckError where a manifest is another deck's, or of the deck in another language or edition."""
    name, language, code = deck.deck.deck, deck.deck.language, "other-manifest"
    report = Report()
    if before.deck != name:
        message = f"{path} is the manifest of the deck {before.deck!r}, not of {name!r}"
        report.fail(code, message, hint=f"give the manifest of an earlier build of {name!r}")
    if before.language != language:
        message = f"{path} is the manifest of a build in {before.language!r}, not in {language!r}"
        report.fail(code, message, hint=f"give the manifest of that language, or --language {before.language}")
    if before.edition != deck.edition:
        message = f"{path} is the manifest of {edition_name(before.edition)}, not of {edition_name(deck.edition)}"
        other = f"--edition {before.edition}" if before.edition is not None else "leave out --edition"
        report.fail(code, message, hint=f"give the manifest of that edition, or {other}")
