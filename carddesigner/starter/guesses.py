"""The guesses, described, each with the line where it is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.piece import PieceKey
from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.source.yaml import Node, find, load_yaml
from carddesigner.starter.looks.plan import KINDS, SIZES, Sketched, TemplatePlan
from carddesigner.starter.made import GuessMessage, Sure
from carddesigner.starter.reading.source import RECORDS
from carddesigner.starter.roles.columns import Column
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import comment, field, folded_ascii, scalar
from carddesigner.tables.table import text_of


def guess_messages(deck: Sketched, place: Path, folder: Path) -> Iterator[GuessMessage]:
    """Every guess with its place in the files of the deck."""
    deck_file, template = f"{folder}/deck.yaml", f"{folder}/templates/{deck.template}.yaml"
    root = _nodes(place / "deck.yaml")
    faces = find(_nodes(place / "templates" / f"{deck.template}.yaml"), ("faces",))
    components = find(root, ("components",)).value
    assert isinstance(components, tuple)
    rows = next(find(c, ("rows",)) for c in components if find(c, ("id",)).value == deck.component)

    def here(key: str | None = None) -> str:
        return f"{deck_file}:{_line(find(rows, (key,) if key is not None else ()))}"

    for fact in deck.source.facts:
        yield replace(fact, place=here(fact.key))
    if not any(f.what == "header" for f in deck.source.facts) and deck.source.path.suffix.lower() not in RECORDS:
        yield GuessMessage(Sure.CERTAIN, "header", "row 1", "its cells are words that columns are called", here())
    silence = find(root, ("silence",)).value
    unread = {find(n, ("field",)).value: n.span.line for n in silence} if isinstance(silence, tuple) else {}
    zones = {p.path: p.zone for p in deck.plan.prints}
    if deck.plan.picture is not None:
        zones[deck.plan.picture.path] = deck.plan.picture.zone
    palette = f"{deck_file}:{_line(find(root, ('palette',)))}"
    below = _last_zone(place / "templates" / f"{deck.template}.yaml", template)
    order = list(Role)
    for guess in sorted(deck.guesses, key=lambda g: order.index(g.role)):
        column, where, role, why = guess.column, None, guess.role, guess.why
        if role in (Role.COPIES, Role.ID):
            where = here(role.name.lower())
        elif role is Role.COLOUR:
            where = palette
        elif column.path in zones:
            node = _under(faces, zones[column.path]) or _under(faces, "placeholder")
            where = f"{template}:{_line(node)}"
        elif role is not Role.OUT:
            role, why = Role.OUT, "it fits no card"
        if role is Role.OUT and column.name in unread:
            # The last one goes with the key above it, for a list holds something.
            line = unread[column.name]
            where = f"{deck_file}:{line if len(unread) > 1 else f'{line - 1}-{line}'}"
        if role in KINDS and deck.plan.title is not None and deck.plan.title.path == column.path:
            role, why = Role.TITLE, "no column has names, so what kind of card it is stands there"
        shown = column.name
        if len(column.path) == 1:
            shown = comment(column.header, 30) or f"column {column.at + 1}"
            shown += f" ({column.name})" if column.header != column.name else ""
        adds = zone_line(column) if role is Role.OUT else None
        yield GuessMessage(guess.sure, role.value, shown, why, where, adds=adds, below=below if adds else None)
        if guess.colours and role is not Role.OUT:
            yield GuessMessage(guess.sure, "colours", shown, "each of its values has a colour", palette)


def card_names(parts: Sequence[Sketched], deck: LoadedDeck) -> dict[PieceKey, str]:
    """What cards are called that have a title."""
    titles = {p.component: p.plan.title.path for p in parts if p.plan.title is not None}
    out = {}
    for component in deck.components:
        path = titles.get(component.id, ())
        for card in component.cards if path else ():
            value: object = card.row
            for name in path:
                value = value[name] if isinstance(value, Record) and name in value else None
            out[card.key] = text_of(value)
    return out


def zone_line(column: Column) -> str:
    """The line of a template that prints a column in small type at the lower edge."""
    name = folded_ascii(column.path[-1])[:30].strip("-") or f"column-{column.at + 1}"
    text = scalar(f"{{{{ {field(column.path)} | plain }}}}")
    where = "box: {left: 5mm, right: 5mm, bottom: 4mm, height: 6mm}"
    return f"{name}: {{{where}, text: {text}, size: 6pt, min-size: 2pt, align: center, valign: bottom}}"


def _last_zone(file: Path, shown: str) -> str:
    """The line, as file:line, below which the front's next zone may be written: later zones are drawn over others."""
    card = find(_nodes(file), ("faces", "card"))
    end = find(card, ("zones",)).span.end
    return f"{shown}:{file.read_text('utf-8').rstrip()[:end].rstrip().count(chr(10)) + 1}"


def _nodes(path: Path) -> Node:
    node = load_yaml(path, path.read_text("utf-8"), Report())
    assert node is not None
    return node


def _under(node: Node, key: str) -> Node | None:
    """The value of the first key of this name anywhere below."""
    value = node.value
    if isinstance(value, dict) and key in value:
        return value[key]
    below = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return next((found for n in below if (found := _under(n, key)) is not None), None)


def _line(node: Node | None) -> int:
    return (node.key_span or node.span).line if node is not None else 1


def remarks(plan: TemplatePlan, template: str) -> Iterator[str]:
    """Notes on a plan besides the guesses; *template* is the path of its file."""
    if plan.stock != "poker":
        width, height = SIZES[plan.stock]
        yield f"the cards are {plan.stock} size ({width:g} × {height:g} mm): the longest texts need the room"
    for p in plan.prints:
        if p.cut is not None:
            many = sum(len(t) > p.cut for t in p.texts)
            which = f"{many} texts fit no card and are" if many > 1 else "1 text fits no card and is"
            yield f"{p.label}: {which} cut to {p.cut} characters and …; {template} says [:{p.cut}]"
    if plan.picture is not None and plan.picture.missing:
        missing = plan.picture.missing
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        names = ", ".join(comment(m, 40) for m in missing[:3]) + more
        these = f"{len(missing)} pictures are" if len(missing) > 1 else "1 picture is"
        yield f"{these} not beside the table, so a placeholder is drawn there: {names}"
    macros = [p.label for p in plan.prints if any("@[" in t for t in p.texts)]
    if macros:
        yield f"{', '.join(macros)}: @[…] is printed as it is written; macros of other programs are not supported"
