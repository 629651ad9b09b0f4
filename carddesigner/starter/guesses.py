"""The guesses, described, each with the line where it is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.piece import PieceKey
from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.source.yaml import Node, find, load_yaml
from carddesigner.starter.looks.fitting import Fitted
from carddesigner.starter.looks.plan import KINDS, UNPRINTED, Pictures
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.made import GuessMessage, Sure
from carddesigner.starter.reading.source import RECORDS
from carddesigner.starter.roles.columns import Column
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.roles.vocabulary import language_name
from carddesigner.starter.spelling import comment, field, folded_ascii, scalar
from carddesigner.tables.table import text_of


def guess_messages(deck: Sketched, place: Path, folder: Path) -> Iterator[GuessMessage]:
    """Every guess with its place in the files of the deck."""
    deck_file, template = f"{folder}/deck.yaml", f"{folder}/templates/{deck.template}.yaml"
    root = _nodes(place / "deck.yaml")
    components = find(root, ("components",)).value
    assert isinstance(components, tuple)
    rows = next(find(c, ("rows",)) for c in components if find(c, ("id",)).value == deck.component)

    def here(key: str | None = None) -> str:
        return f"{deck_file}:{_line(find(rows, (key,) if key is not None else ()))}"

    for fact in deck.source.facts:
        yield replace(fact, place=here(fact.key))
    if not any(f.what == "header" for f in deck.source.facts) and deck.source.path.suffix.lower() not in RECORDS:
        yield GuessMessage(Sure.CERTAIN, "header", "row 1", "its cells are words that columns are called", here())
    yield from _language(deck, root, deck_file)
    silence = find(root, ("silence",)).value
    silenced = silence if isinstance(silence, tuple) else ()
    unread = {find(n, ("field",)).value: n.span.line for n in silenced if find(n, ("code",)).value == _UNREAD}
    lines = (place / "templates" / f"{deck.template}.yaml").read_text("utf-8").splitlines()
    # What the look prints: one without a place for pictures has none.
    printed = {p.path for p in deck.arranged.prints}
    if deck.arranged.picture is not None:
        printed.add(deck.arranged.picture.path)
    palette = f"{deck_file}:{_line(find(root, ('palette',)))}"
    below = _last_zone(place / "templates" / f"{deck.template}.yaml", template)
    order = list(Role)
    for guess in sorted(deck.guesses, key=lambda g: order.index(g.role)):
        column, where, role, why = guess.column, None, guess.role, guess.why
        if role in _KEYS:
            where = here(_KEYS[role])
        elif column.path in printed or (role is Role.COLOUR and deck.plan.colours is not None):
            where = f"{template}:{_line_that_reads(column.path, lines)}"
        elif role is not Role.OUT:
            bare = role is Role.PICTURE and deck.plan.picture is not None
            role, why = Role.OUT, f"the look {deck.look.name} has no pictures" if bare else "it fits no card"
        if role is Role.OUT and column.name in unread:
            # The last one goes with the key above it, for a list holds something.
            line = unread[column.name]
            where = f"{deck_file}:{line if len(silenced) > 1 else f'{line - 1}-{line}'}"
        if role in KINDS and any(p.path == column.path for p in deck.plan.of(Role.TITLE)):
            role, why = Role.TITLE, "no column has names, so what kind of card it is stands there"
        shown = column.name
        if len(column.path) == 1 or role is Role.LANGUAGE:
            shown = comment(column.header, 30) or f"column {column.at + 1}"
            shown += f" ({column.name})" if column.header != column.name else ""
        picture = deck.plan.picture if guess.role is Role.PICTURE else None
        adds = zone_line(column, picture) if role is Role.OUT else None
        yield GuessMessage(guess.sure, role.value, shown, why, where, adds=adds, below=below if adds else None)
        if guess.colours and role is not Role.OUT:
            yield GuessMessage(guess.sure, "colours", shown, "each of its values has a colour", palette)


def _language(deck: Sketched, root: Node, deck_file: str) -> Iterator[GuessMessage]:
    """The language of a deck that is in one, and not in English, said with the first of its components."""
    first = find(root, ("components", 0, "id")).value == deck.component
    if first and deck.languages is not None and not deck.languages.others:
        why = "its texts are in it; `hyphenate` and `typography` go by it"
        where = f"{deck_file}:{_line(find(root, ('language',)))}"
        yield GuessMessage(Sure.LIKELY, Role.LANGUAGE, language_name(deck.languages.own), why, where)


def card_names(parts: Sequence[Sketched], deck: LoadedDeck) -> dict[PieceKey, str]:
    """What cards are called that have a title."""
    titles = {p.component: titled[0].path for p in parts if (titled := p.plan.of(Role.TITLE))}
    out = {}
    for component in deck.components:
        path = titles.get(component.id, ())
        for card in component.cards if path else ():
            value: object = card.row
            for name in path:
                value = value[name] if isinstance(value, Record) and name in value else None
            out[card.key] = text_of(value)
    return out


def zone_line(column: Column, picture: Pictures | None = None) -> str:
    """The line of a template that prints a column at the lower edge: in small type, or the *picture* that its cells name."""
    name = folded_ascii(column.path[-1])[:30].strip("-") or f"column-{column.at + 1}"
    where = "box: {left: 5mm, right: 5mm, bottom: 4mm, height: %s}"
    if picture is not None and picture.path == column.path:
        when = f"when: {scalar(field(column.path))}, " if picture.blanks else ""
        missing = ", missing: placeholder" if picture.missing else ""
        fit = "" if picture.drawn else ", fit: contain"
        return f"{name}: {{{where % '20mm'}, {when}{picture.content}{missing}{fit}}}"
    text = scalar(f"{{{{ {field(column.path)} | plain }}}}")
    return f"{name}: {{{where % '6mm'}, text: {text}, size: 6pt, min-size: 2pt, align: center, valign: bottom}}"


def _last_zone(file: Path, shown: str) -> str:
    """The line, as file:line, below which the front's next zone may be written: later zones are drawn over others."""
    card = find(_nodes(file), ("faces", "card"))
    end = find(card, ("zones",)).span.end
    return f"{shown}:{file.read_text('utf-8').rstrip()[:end].rstrip().count(chr(10)) + 1}"


def _nodes(path: Path) -> Node:
    node = load_yaml(path, path.read_text("utf-8"), Report())
    assert node is not None
    return node


def _line_that_reads(path: tuple[str, ...], lines: Sequence[str]) -> int:
    """The first line of a template that has a column's expression."""
    reads = re.compile(rf"(?<![\w.]){re.escape(field(path))}(?!\w|\[)")
    return next((n for n, line in enumerate(lines, 1) if reads.search(line)), 1)


def _line(node: Node | None) -> int:
    return (node.key_span or node.span).line if node is not None else 1


def remarks(fitted: Fitted, template: str) -> Iterator[str]:
    """Notes on a part besides the guesses; *template* is the path of its file."""
    part, plan, fitting = fitted.part, fitted.part.arranged, fitted.part.fitting
    if fitted.because is not None:
        name = fitting.size if not fitting.size.startswith("[") else "larger"
        yield f"the cards are {name} size ({fitting.width:g} × {fitting.height:g} mm): the text of {fitted.because} fits no smaller one"
    if fitting.following:
        yield f"texts that fit no card go on on cards that follow; `following-cards` in {template} says on how many"
    if small := fitted.tried.small:
        more = f" and {len(small) - 3} more" if len(small) > 3 else ""
        shown = ", ".join(small[:3]) + more
        yield f"small type, down to {fitted.tried.least:g} pt: {shown}; shorten the text, or make the cards larger with --size"
    printed = {p.path for p in plan.prints}
    gone = [g for g in part.guesses if g.role not in UNPRINTED and g.column.path not in printed]
    for guess in gone:
        yield f"{comment(guess.column.name, 40)} is not printed: it fits no card"
    if plan.picture is not None and plan.picture.missing:
        missing = plan.picture.missing
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        names = ", ".join(comment(m, 40) for m in missing[:3]) + more
        these = f"{len(missing)} pictures are" if len(missing) > 1 else "1 picture is"
        yield f"{these} not beside the table, so a placeholder is drawn there: {names}"
    macros = [p.label for p in plan.prints if any("@[" in t for t in p.texts)]
    if macros:
        yield f"{', '.join(macros)}: @[…] is printed as it is written; macros of other programs are not supported"


_UNREAD = "unused-field"
_KEYS = {Role.COPIES: "copies", Role.ID: "id", Role.LANGUAGE: "columns"}
"""The keys of ``rows:`` that say which columns have a role."""
