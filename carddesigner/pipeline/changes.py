"""Select the pieces to print: those of a list, or those that have changed since an earlier build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.piece import PieceKey, card_of, titles
from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.numbered import numbered_by_row
from carddesigner.deck.print_list import ListedCard, look_up
from carddesigner.export.manifest import PieceRecord
from carddesigner.export.manifest_file import Manifest
from carddesigner.layout.piece import LaidPiece

NOTHING_CHANGED = "nothing to print: no card is new or differs"
"""The message of a build without pieces, because nothing has changed."""
_NAMED = 12
"""The maximum number of pieces named in a line."""
Content = tuple[str, str, str | None]
"""A component, and the digests of a piece's faces: a printed card's identity, whatever its id."""


class Changes(Struct, frozen=True):
    """The differences from an earlier build, by titles of pieces: new ones, changed ones, those with more copies, those
    with fewer, and removed ones; the last two with the number of copies to take out.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    more: tuple[tuple[str, int], ...]
    fewer: tuple[tuple[str, int], ...]
    removed: tuple[tuple[str, int], ...]
    wanted: dict[PieceKey, int]
    """The number of copies of each piece to print."""

    def __bool__(self) -> bool:
        return bool(self.wanted or self.fewer or self.removed)

    def lines(self) -> Iterator[str]:
        """Yield a line for each kind of difference."""
        for what, ids in (("new", self.new), ("changed", self.changed)):
            if ids:
                yield f"{len(ids)} {what}: {_some(ids)}"
        for what, counts in (
            ("more copies", self.more),
            ("take out", self.fewer),
            ("gone, remove", self.removed),
        ):
            if counts:
                yield f"{what}: {_some([f'{n} of {i}' for i, n in counts])}"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def listed(pieces: Sequence[LaidPiece], entries: Sequence[ListedCard]) -> tuple[LaidPiece, ...]:
    """Return the pieces of a list in its order. Raises DeckError for every id that no piece or several pieces have."""
    report = Report()
    cards = look_up(entries, pieces, report)
    report.raise_errors()
    copies = ((p, islice(cycle(p.copies or (p.first,)), entry.copies)) for entry, p in cards if entry.copies)
    return tuple(replace(piece, copies=tuple(faces)) for piece, faces in copies)


def unchanged(deck: LoadedDeck, made_of: Mapping[PieceKey, str], before: Manifest) -> dict[PieceKey, PieceRecord]:
    """Return the records of pieces made of the same as a printed piece, as long as there are printed copies of it."""
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
    """Return records in the order of the deck's components and their cards."""
    place = {c.id: (n, 0) for n, c in enumerate(deck.components)}
    cards = {card.key: (place[c.id][0], n) for c in deck.components for n, card in enumerate(c.cards)}

    def at(record: PieceRecord) -> tuple[int, int]:
        own = cards.get(record.key) or cards.get(PieceKey(record.component, card_of(record.id)))
        return own or place[record.component]

    return sorted(records, key=at)


def changes_since(records: Sequence[PieceRecord], before: Manifest) -> Changes:
    """Return how a deck's pieces differ from those printed, for one deck. Printed cards are identified by their look,
    so that a renamed card isn't printed again.
    """
    old, kept = ({p.key: p for p in some} for some in (before.pieces, records))
    names = {**titles(old), **titles(kept)}
    have = _printed(before)
    new, more = [], []
    changed: dict[PieceKey, str] = {}
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
            changed[key] = names[key]
        else:
            more.append((names[key], missing))
    fewer, removed = [], []
    for key, record in old.items():
        excess = min(have[_content(record)], record.copies // before.decks)
        have[_content(record)] -= excess
        if excess and key in kept and _content(kept[key]) == _content(record):
            fewer.append((names[key], excess))
        elif excess and key not in changed:
            # What has its number now was printed before, under another one.
            removed.append((names[key], excess))
    return Changes(tuple(new), tuple(changed.values()), tuple(more), tuple(fewer), tuple(removed), wanted)


def only_changed(pieces: Sequence[LaidPiece], changes: Changes) -> tuple[LaidPiece, ...]:
    """Return the pieces with the copies to print."""
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
    """Warn if cards are named by row number, so that it isn't certain which are new and which have changed."""
    if not changes:
        return
    for component in deck.components:
        if component.id in numbered_by_row(deck) and component.table is not None:
            message = (
                f"the cards of {component.id} are identified by their row's number, so reordering looks like a change"
            )
            hint = "printed cards are identified by their look, and only what is missing is printed; a column `id` identifies them"
            report.warn("no-ids", message, Span(component.table.path), hint=hint)


def touched(pages: Sequence[LaidPiece], records: Sequence[PieceRecord], before: Manifest) -> tuple[LaidPiece, ...]:
    """Return all pages of the booklets and leaflets that differ in any page from the printed ones."""
    old, new = (
        {
            c: [(r.id, r.front_sha256, r.copies // decks) for r in some if r.component == c]
            for c in {p.component for p in pages}
        }
        for some, decks in ((before.pieces, before.decks), (records, 1))
    )
    return tuple(p for p in pages if old[p.component] != new[p.component])


def edition_name(edition: str | None) -> str:
    """Return an edition's name in reports."""
    return f"the edition {edition!r}" if edition is not None else "the base edition"


def same_deck(before: Manifest, deck: LoadedDeck, path: str) -> None:
    """Raise DeckError if a manifest belongs to another deck, language or edition."""
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
