"""The changes from one state of a deck to another, as values."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct

from carddesigner.compare.matching import matched
from carddesigner.compare.view import ComparedPiece, DeckState, Value
from carddesigner.core.piece import PieceKey, titles
from carddesigner.core.source import Span


class FieldChange(Struct, frozen=True):
    """A field's old and new value, empty if it has none; ``place`` is the cell of the new value."""

    field: str
    old: str
    new: str
    place: Span | None


class PieceChange(Struct, frozen=True):
    """A piece before and after a change, the fields that changed, and the sides that look different (front, back)."""

    old: ComparedPiece
    new: ComparedPiece
    fields: tuple[FieldChange, ...]
    sides: tuple[str, ...]

    @property
    def has_other_copies(self) -> bool:
        """Whether the number of copies changed."""
        return self.old.copies != self.new.copies

    @property
    def has_other_data(self) -> bool:
        """Whether its row or its number of copies changed; otherwise only its look did."""
        return bool(self.fields) or self.has_other_copies


class Difference(Struct, frozen=True):
    """All changes from ``old`` to ``new``. ``same`` is the number of unchanged pieces, ``renumbered`` that of pieces
    with another number. ``numbered`` are changed components without ids. ``files`` are the deck's files that are new,
    gone or changed, each with that word; None if they aren't known.
    """

    old: DeckState
    new: DeckState
    new_components: tuple[str, ...]
    gone_components: tuple[str, ...]
    new_pieces: tuple[ComparedPiece, ...]
    gone_pieces: tuple[ComparedPiece, ...]
    changed: tuple[PieceChange, ...]
    same: int
    renumbered: int
    numbered: tuple[str, ...]
    files: tuple[tuple[str, str], ...] | None

    def titles(self) -> dict[PieceKey, str]:
        """Return the titles of the pieces of both states."""
        return {**titles(p.key for p in self.old.pieces), **titles(p.key for p in self.new.pieces)}

    @property
    def knows_no_data(self) -> bool:
        """Whether one of the states is a manifest, which has digests of faces but no fields."""
        return "manifest" in (self.old.kind, self.new.kind)

    @property
    def is_empty(self) -> bool:
        """Whether the same cards are printed, with the same copies, from the same data."""
        return not (self.new_components or self.gone_components or self.new_pieces or self.gone_pieces or self.changed)


def difference(old: DeckState, new: DeckState) -> Difference:
    """Compare two states. Manifests have no fields, so with a manifest only faces are compared."""
    before, after = old.pieces, new.pieces
    if "manifest" in (old.kind, new.kind):
        # A manifest lists only what is printed, so pieces that are not printed are left out of both states.
        before, after = (tuple(p for p in ps if p.front is not None) for ps in (before, after))
    components = (*new.components, *(c for c in old.components if c not in new.components))
    grouped: tuple[dict[str, list[ComparedPiece]], ...] = (defaultdict(list), defaultdict(list))
    for groups, pieces in zip(grouped, (before, after), strict=True):
        for piece in pieces:
            groups[piece.component].append(piece)
    added, gone, changed = [], [], []
    same = renumbered = 0
    for component in components:
        for was, now in matched(*(groups[component] for groups in grouped)):
            if was is not None and now is not None:
                renumbered += was.id != now.id
                change = PieceChange(was, now, _fields(was, now), _sides(was, now))
                if change.sides or change.has_other_data:
                    changed.append(change)
                else:
                    same += 1
            elif now is not None:
                added.append(now)
            elif was is not None:
                gone.append(was)
    touched = {p.component for p in (*added, *gone)} | {c.new.component for c in changed}
    certain = [v.numbered for v in (old, new) if not v.is_guess] or [old.numbered, new.numbered]
    numbered = {c for names in certain for c in names}
    return Difference(
        old=old,
        new=new,
        new_components=tuple(c for c in new.components if c not in old.components),
        gone_components=tuple(c for c in old.components if c not in new.components),
        new_pieces=tuple(added),
        gone_pieces=tuple(gone),
        changed=tuple(changed),
        same=same,
        renumbered=renumbered,
        numbered=tuple(c for c in components if c in numbered & touched),
        files=_files(old, new),
    )


def _fields(old: ComparedPiece, new: ComparedPiece) -> tuple[FieldChange, ...]:
    if old.fields is None or new.fields is None:
        return ()
    before = {v.field: v for v in old.fields}
    after = {v.field: v for v in new.fields}
    blank = Value("", "", new.place)
    both = ((name, before.get(name, blank), after.get(name, blank)) for name in {**after, **before})
    return tuple(FieldChange(name, was.text, now.text, now.place) for name, was, now in both if was.text != now.text)


def _sides(old: ComparedPiece, new: ComparedPiece) -> tuple[str, ...]:
    if old.front is None or new.front is None:
        return ()
    pairs = (("front", old.front, new.front), ("back", old.back, new.back))
    return tuple(side for side, was, now in pairs if was != now)


def _files(old: DeckState, new: DeckState) -> tuple[tuple[str, str], ...] | None:
    if old.files is None or new.files is None:
        return None
    before, after = dict(old.files), dict(new.files)
    return tuple(
        (name, "new" if name not in before else "gone" if name not in after else "changed")
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    )


def as_data(difference: Difference) -> dict[str, object]:
    """Return the difference as data for JSON; places are spans."""
    return {
        "equal": difference.is_empty,
        "old": _state(difference.old),
        "new": _state(difference.new),
        "components": {"new": list(difference.new_components), "gone": list(difference.gone_components)},
        "pieces": {
            "new": [_piece(p) for p in difference.new_pieces],
            "gone": [_piece(p) for p in difference.gone_pieces],
            "changed": [_change(c) for c in difference.changed],
            "same": difference.same,
            "renumbered": difference.renumbered,
        },
        "without_ids": list(difference.numbered),
        "files": None if difference.files is None else [{"path": path, "is": word} for path, word in difference.files],
    }


def _state(view: DeckState) -> dict[str, object]:
    shown = {key: getattr(view, key) or None for key in ("name", "kind", "commit", "deck", "language", "edition")}
    return {**shown, "pieces": len(view.pieces), "copies": sum(p.copies for p in view.pieces)}


def _piece(piece: ComparedPiece) -> dict[str, object]:
    return {"id": piece.id, "component": piece.component, "copies": piece.copies, "place": piece.place}


def _change(change: PieceChange) -> dict[str, object]:
    return {
        "id": change.new.id,
        "old_id": change.old.id,
        "component": change.new.component,
        "copies": {"old": change.old.copies, "new": change.new.copies},
        "faces": list(change.sides),
        "fields": [{"field": f.field, "old": f.old, "new": f.new, "place": f.place} for f in change.fields],
        "place": change.new.place,
    }
