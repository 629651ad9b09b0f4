"""A difference as plain data, for programs."""

from __future__ import annotations

from carddesigner.compare.difference import Difference, PieceChange
from carddesigner.compare.view import ComparedPiece, DeckState
from carddesigner.core.source import Span


def as_data(found: Difference) -> dict[str, object]:
    """Everything, ready for JSON."""
    return {
        "equal": found.is_empty,
        "old": _view(found.old),
        "new": _view(found.new),
        "components": {"new": list(found.new_components), "gone": list(found.gone_components)},
        "pieces": {
            "new": [_piece(p) for p in found.new_pieces],
            "gone": [_piece(p) for p in found.gone_pieces],
            "changed": [_change(c) for c in found.changed],
            "same": found.same,
            "renumbered": found.renumbered,
        },
        "without_ids": list(found.numbered),
        "files": None if found.files is None else [{"path": path, "is": word} for path, word in found.files],
    }


def _view(view: DeckState) -> dict[str, object]:
    shown = {key: getattr(view, key) or None for key in ("name", "kind", "commit", "deck", "language", "edition")}
    return {**shown, "pieces": len(view.pieces), "copies": sum(p.copies for p in view.pieces)}


def _piece(piece: ComparedPiece) -> dict[str, object]:
    return {"id": piece.id, "component": piece.component, "copies": piece.copies, "place": _place(piece.place)}


def _change(change: PieceChange) -> dict[str, object]:
    return {
        "id": change.new.id,
        "old_id": change.old.id,
        "component": change.new.component,
        "copies": {"old": change.old.copies, "new": change.new.copies},
        "faces": list(change.sides),
        "fields": [{"field": f.field, "old": f.old, "new": f.new, "place": _place(f.place)} for f in change.fields],
        "place": _place(change.new.place),
    }


def _place(span: Span | None) -> str | None:
    return str(span) if span is not None else None
