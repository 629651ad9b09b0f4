"""Pictures that are dropped on a zone: this card's where a column of its table says which, else that of all cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct

from carddesigner.core.report import DeckError, Problem
from carddesigner.core.source import Span
from carddesigner.designer.card_cells import fields_in
from carddesigner.designer.faces import ShownFace
from carddesigner.designer.inspector import Inspector
from carddesigner.designer.making import scalars
from carddesigner.designer.messages import Assignment, Described, PutPicture
from carddesigner.designer.session import Session
from carddesigner.designer.zone_edits import edited
from carddesigner.source.yaml import Node
from carddesigner.source.yaml_edits import EditProblem, read_places
from carddesigner.template.expressions import ExpressionProblem, compile_text
from carddesigner.template.faces import card_scope
from carddesigner.template.simple import printed

_OF_PICTURES = frozenset(("image", "svg", "missing", "when"))
"""Keys in which a column may say which picture a card has, and whether it has any."""


class Put(Struct, frozen=True):
    """The step's name, the files' texts, and what is told of it."""

    step: str
    texts: Mapping[Path, str]
    said: str


def dropped_picture(session: Session, inspector: Inspector, shown: ShownFace, asked: PutPicture) -> Put:
    """What shows a picture in a zone. Raises DeckError, Problem."""
    loaded = session.loaded()
    of = Described("zone", asked.zone)
    target = inspector.target(shown, loaded, of)
    zone = asked.zone.rpartition("/")[2]
    key = next((k for k in ("image", "svg") if k in target.node.mapping), None)
    if key is None:
        raise EditProblem(f"{zone} shows no picture")
    if (key == "svg") != asked.path.lower().endswith(".svg"):
        wanted = "drawings that are SVG files" if key == "svg" else "PNG, JPEG and other pictures of pixels, no SVG"
        raise EditProblem(f"{zone} shows {wanted}; {asked.path} is in the deck now, for a zone of its own")
    node = target.node.mapping[key]
    if not isinstance(node.value, str) or ("{{" not in node.value and "{%" not in node.value):
        texts = edited(inspector.edits([Assignment(of, (key,), asked.path)]))
        return Put(f"Picture of all cards: {zone}", texts, f"Picture of all cards with {zone}; it names one file")
    fields = fields_in([(key, node)])
    if len(fields) != 1:
        reads = f"the columns {', '.join(fields)}" if fields else "no column of the table"
        raise EditProblem(
            f"{node.value} reads {reads}, so nothing was written. {asked.path} is in the deck now: "
            f"change `{key}` of {zone}, or the cells, to come to it"
        )
    field = fields[0]
    if others := _other_uses(session, field):
        raise EditProblem(
            f"column {field} says more of this card than its picture ({others}), so nothing was written. {asked.path} is in the "
            f"deck now: give {zone} a column for pictures, or the file the name that {node.value} comes to"
        )
    for cell in _cells(asked.path):
        try:
            texts = inspector.cells.written(shown.key, field, cell)
        except Problem as problem:
            raise EditProblem(
                f"{problem}. {asked.path} is in the deck now: write it into column {field} of {shown.key.id} yourself"
            ) from None
        if _comes_to(session, shown, node, texts, asked.path):
            return Put(f"Picture: {shown.key.id}", texts, f"Picture of this card; column {field}")
    raise EditProblem(
        f"no cell in column {field} makes {asked.path} of {node.value}, so nothing was written; the file may want another name or kind"
    )


def _cells(path: str) -> Iterator[str]:
    """What a cell may say of a file: its path, its name, and each without the ending."""
    file = PurePosixPath(path)
    yield from (path, file.name, file.stem, str(file.with_suffix("")))


def _comes_to(session: Session, shown: ShownFace, node: Node, texts: Mapping[Path, str], path: str) -> bool:
    """Whether a value gives a path for the card once files hold these texts."""
    session.deck.stand_in(texts)
    try:
        loaded = session.loaded()
        card = loaded.cards.get(shown.key)
        if card is None:
            return False
        scope = card_scope(loaded, card, shown.side, 1)
        return str(printed(compile_text(str(node.value), node.span).evaluate(scope))) == path
    except (DeckError, ExpressionProblem):
        return False
    finally:
        session.deck.stand_in({})


def _other_uses(session: Session, field: str) -> str:
    """Where a column is read for anything but pictures."""
    if field == "id":
        return "it is what the card is called by"
    for name, text in session.known.items():
        if not name.endswith((".yaml", ".yml")) or f"card.{field}" not in text:
            continue
        for path, said in scalars(read_places(name, text)):
            key = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
            if (
                key not in _OF_PICTURES
                and isinstance(said, str)
                and field in fields_in([(key, Node(said, Span(name)))])
            ):
                return f"`{key}` reads it, {name}"
    return ""
