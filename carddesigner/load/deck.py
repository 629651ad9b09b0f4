"""A deck's folder to typed values: ``deck.yaml``, tables, Markdown and the templates its components name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from pydantic import ValidationError

from carddesigner.contents.base import NameProblem
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.record import Record
from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.games import game as find_game
from carddesigner.games.base import Game
from carddesigner.load.assets import Assets, DeckNames
from carddesigner.load.files import FileProblem, display_path, read_bytes, read_text
from carddesigner.load.markdown import load_markdown
from carddesigner.load.problems import report_row, report_validation
from carddesigner.load.tables import Row, Table, read_table
from carddesigner.load.template import TemplateSource, load_template
from carddesigner.load.yaml import Node, find, load_yaml, plain
from carddesigner.schema.deck import Component, Deck
from carddesigner.schema.stock import STOCKS, Stock
from carddesigner.text.document import Block

_ID = re.compile(r"\w[\w.-]{0,99}")
_OWN_COLUMNS = ("id", "copies")
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?", re.ASCII)
MOST_COPIES = 100_000
"""Printed copies of one deck."""


class Card(Struct, frozen=True):
    """One piece of a component: its id, how often it is printed, its row's values, and where the row stands."""

    id: str
    component: str
    copies: int
    row: Record
    span: Span | None


class FaceRef(Struct, frozen=True):
    """``template#face`` as a component names it."""

    template: str
    face: str
    span: Span


class LoadedComponent(Struct, frozen=True):
    """A component with its pieces: cards from rows (or the one of ``copies``), or blocks of Markdown."""

    id: str
    stock_name: str
    stock: Stock
    outline: Outline
    front: FaceRef
    back: FaceRef | None
    copies: int
    cards: tuple[Card, ...]
    blocks: tuple[Block, ...] | None
    span: Span


class LoadedDeck(Struct, frozen=True, eq=False):
    """A deck read whole. ``facts`` and ``palette_record`` are what expressions see as ``deck`` and ``palette``."""

    deck: Deck
    folder: Path
    root: Node
    facts: Record
    palette_record: Record
    components: tuple[LoadedComponent, ...]
    templates: dict[str, TemplateSource]
    assets: Assets
    compiled: dict[str, Any] = field(default_factory=dict)
    """Templates compiled so far, kept for the next time that the deck is laid out."""

    def context(self, template: str) -> dict[str, object]:
        """What validation of a template's contents needs: its names, and the language of its texts."""
        names = DeckNames(self.assets, self.templates[template], self.deck.palette)
        return {"names": names, "language": self.deck.language}


def load_deck_file(path: Path, assets: Assets, report: Report) -> LoadedDeck | None:
    """Read the deck whose ``deck.yaml`` is *path*; None if there are errors, all of which are in the report."""
    try:
        text = read_text(path)
    except FileProblem as problem:
        report.error(problem.code, problem.message, problem.span or Span(display_path(path)))
        return None
    root = load_yaml(path, text, report)
    if root is None:
        return None
    if not isinstance(root.value, dict):
        report.error("wrong-type", "a deck is a mapping with `deck:`, `title:`, `stocks:` and `components:`", root.span)
        return None
    try:
        deck = Deck.model_validate(plain(root))
    except ValidationError as error:
        report_validation(error, root, report, model=Deck)
        return None
    _check_deck(deck, root, assets, report)
    stocks = _stocks(deck, root, report)
    game, settings = _game(deck, root, report)
    sources: dict[str, TemplateSource] = {}
    components = []
    for i, component in enumerate(deck.components):
        node = find(root, ("components", i))
        loaded = _component(deck, component, node, stocks, game, settings, sources, assets, report)
        if loaded is not None:
            components.append(loaded)
    if sum(c.copies for k in components for c in k.cards) > MOST_COPIES:
        report.error(
            "too-many-copies", f"the deck has more than {MOST_COPIES:,} copies", find(root, ("components",)).span
        )
    if game is not None and settings is not None and not report.errors:
        rows = [(c.row, c.span) for k in components for c in k.cards if k.blocks is None and len(c.row) > 0]
        counts = {k.id: sum(c.copies for c in k.cards) for k in components}
        game.check(rows, counts, settings, report)
    if report.errors:
        return None
    counts_record = {k.id.replace("-", "_"): sum(c.copies for c in k.cards) for k in components}
    facts = Record(
        {
            "id": deck.deck,
            "title": deck.title,
            "language": deck.language,
            "counts": counts_record,
            "game": settings.model_dump() if settings is not None else {},
        }
    )
    return LoadedDeck(deck, path.parent, root, facts, Record(dict(deck.palette)), tuple(components), sources, assets)


def _check_deck(deck: Deck, root: Node, assets: Assets, report: Report) -> None:
    """Colours of the palette, ids used twice."""
    for name, color in deck.palette.items():
        try:
            assets.written_color(color)
        except NameProblem as problem:
            report.error(problem.code, problem.message, find(root, ("palette", name)).span)
    seen: dict[str, int] = {}
    for i, component in enumerate(deck.components):
        if component.id in seen:
            span = find(root, ("components", i, "id")).span
            report.error("duplicate-id", f"two components are called {component.id!r}", span)
        seen[component.id] = i


def _stocks(deck: Deck, root: Node, report: Report) -> dict[str, Stock]:
    """The deck's stocks, each by the model of its shape."""
    out = {}
    for name, given in deck.stocks.items():
        node = find(root, ("stocks", name))
        shape = given.get("shape")
        model = STOCKS.get(str(shape))
        if model is None:
            words = (
                f"unknown shape {shape!r}{did_you_mean(str(shape), STOCKS)}"
                if shape
                else f"stock {name!r} needs a shape"
            )
            where = find(node, ("shape",)).span
            report.error("unknown-shape", words, where, hint=f"there are {', '.join(STOCKS)}")
            continue
        try:
            out[name] = model.model_validate(given)
        except ValidationError as error:
            report_validation(error, node, report, model=model)
    return out


def _game(deck: Deck, root: Node, report: Report) -> tuple[Game | None, Any]:
    """The shipped game a deck is of, with the settings the deck gives it."""
    if deck.game is None:
        return None, None
    node = find(root, ("game",))
    given = {"id": deck.game} if isinstance(deck.game, str) else deck.game
    if not isinstance(given, dict) or not isinstance(given.get("id"), str):
        report.error("wrong-type", "`game` takes a game's name, or a mapping with its `id` and settings", node.span)
        return None, None
    try:
        game = find_game(given["id"])
    except ValueError as problem:
        report.error("unknown-game", str(problem), find(node, ("id",)).span)
        return None, None
    try:
        return game, game.settings.model_validate({k: v for k, v in given.items() if k != "id"})
    except ValidationError as error:
        report_validation(error, node, report, model=game.settings)
        return game, None


def _component(
    deck: Deck,
    component: Component,
    node: Node,
    stocks: dict[str, Stock],
    game: Game | None,
    settings: Any,
    sources: dict[str, TemplateSource],
    assets: Assets,
    report: Report,
) -> LoadedComponent | None:
    stock_name = component.stock or next(iter(deck.stocks))
    stock = stocks.get(stock_name)
    if stock_name not in deck.stocks:
        message = f"unknown stock {stock_name!r}{did_you_mean(stock_name, deck.stocks)}"
        report.error("unknown-stock", message, find(node, ("stock",)).span)
    front = _face_ref(component.front, find(node, ("front",)), sources, assets, report)
    back = None
    if component.back is not None and component.back != "none":
        back = _face_ref(component.back, find(node, ("back",)), sources, assets, report)
    cards: tuple[Card, ...] = ()
    blocks = None
    if component.rows is not None:
        cards = _rows(component, find(node, ("rows",)), game, settings, assets, report)
    elif component.pages is not None:
        blocks = _markdown(component.pages, find(node, ("pages",)), assets, report)
    else:
        cards = (Card(component.id, component.id, component.copies, Record({}), node.span),)
    if stock is None or front is None:
        return None
    return LoadedComponent(
        component.id, stock_name, stock, stock.outline(), front, back, component.copies, cards, blocks, node.span
    )


def _face_ref(
    ref: str, node: Node, sources: dict[str, TemplateSource], assets: Assets, report: Report
) -> FaceRef | None:
    template, hash_, face = ref.partition("#")
    if not hash_ or not template or not face:
        report.error("face-name", f"{ref!r} is not a face; write template#face", node.span)
        return None
    if template not in sources:
        source = load_template(template, assets.template, report, node.span)
        if source is None:
            return None
        sources[template] = source
    return FaceRef(template, face, node.span)


def _markdown(name: str, node: Node, assets: Assets, report: Report) -> tuple[Block, ...]:
    try:
        path = assets.own_file(name)
        return load_markdown(path, read_text(path), assets.symbol, report)
    except FileProblem as problem:
        report.error(problem.code, problem.message, problem.span or node.span)
        return ()


def _rows(
    component: Component, node: Node, game: Game | None, settings: Any, assets: Assets, report: Report
) -> tuple[Card, ...]:
    assert component.rows is not None
    try:
        path = assets.own_file(component.rows)
        table = read_table(path, read_bytes(path), report)
    except FileProblem as problem:
        report.error(problem.code, problem.message, problem.span or node.span)
        return ()
    if table is None:
        return ()
    headers = [h.name for h in table.headers]
    for header in table.headers:
        above = header.name.rpartition(".")[0]
        if above in headers:
            report.error(
                "duplicate-header", f"column {header.name!r} lies in {above!r}, which is a column itself", header.span
            )
            return ()
    if game is not None and not _columns(table, game, report):
        return ()
    guess = None if game is not None else [_kind(table, i) for i in range(len(headers))]
    cards = []
    ids: dict[str, Span] = {}
    for number, row in enumerate(table.rows, 1):
        values = {h: c.text for h, c in zip(headers, row.cells, strict=False)}
        copies = _copies(values.get("copies"), row, headers, report)
        card_id = values.get("id") or f"{component.id}-{number:03d}"
        span = row.cells[headers.index("id")].span if values.get("id") else row.span
        if card_id in ids:
            report.error("duplicate-id", f"two cards have the id {card_id!r}", span)
        ids[card_id] = span
        if not _ID.fullmatch(card_id):
            message = f"the id {card_id!r} becomes a file's name: write letters, digits, hyphens and dots"
            report.error("wrong-value", message, span)
        own = {k: v for k, v in values.items() if k not in _OWN_COLUMNS}
        record = (
            _typed(own, headers, guess) if guess is not None else _validated(own, row, table, game, settings, report)
        )
        if record is not None:
            cards.append(Card(card_id, component.id, copies * component.copies, record, row.span))
    return tuple(cards)


def _columns(table: Table, game: Game, report: Report) -> bool:
    """Whether a game's table has the columns its cards need and no others; else each is reported once."""
    known = {(f.alias or n): f for n, f in game.row.model_fields.items()}
    fine = True
    for header in table.headers:
        if header.name not in known and header.name not in _OWN_COLUMNS:
            message = f"unknown column {header.name!r}{did_you_mean(header.name, known)}"
            report.error("unknown-column", message, header.span, hint=f"the game's cards have {', '.join(known)}")
            fine = False
    names = [h.name for h in table.headers]
    for name, spec in known.items():
        if name not in names and spec.is_required():
            report.error("missing-column", f"the table has no column {name!r}", table.headers[0].span)
            fine = False
    return fine


def _copies(text: str | None, row: Row, headers: list[str], report: Report) -> int:
    if text is None or not text.strip():
        return 1
    try:
        copies = int(text)
    except ValueError:
        copies = -1
    if not 0 <= copies <= 10_000:
        span = row.cells[headers.index("copies")].span
        report.error("wrong-value", f"copies {text!r} is not a whole number from 0 to 10,000", span)
        return 0
    return copies


def _validated(
    values: dict[str, str], row: Row, table: Table, game: Game | None, settings: Any, report: Report
) -> Record | None:
    assert game is not None
    if settings is None:
        return None
    try:
        return game.record(game.row.model_validate(values, context=settings), settings)
    except ValidationError as error:
        report_row(error, row, table.headers, report)
        return None


def _kind(table: Table, column: int) -> type:
    """int or float where every filled cell of a column is one that prints as it is written, else str (``007``, ``1.50``)."""
    texts = [r.cells[column].text.strip() for r in table.rows if column < len(r.cells) and r.cells[column].text.strip()]
    if texts and all(_NUMBER.fullmatch(t) and f"{float(t):.15g}" == t for t in texts):
        return float if any("." in t for t in texts) else int
    return str


def _typed(values: dict[str, str], headers: list[str], kinds: list[type]) -> Record:
    """A row without declared fields: columns of numbers are numbers; dotted headers nest."""
    out: dict[str, Any] = {}
    for header, kind in zip(headers, kinds, strict=True):
        if header not in values:
            continue
        text = values[header]
        value = (kind(text) if text.strip() else None) if kind is not str else text
        *above, last = header.split(".")
        place = out
        for name in above:
            deeper = place.setdefault(name, {})
            place = deeper if isinstance(deeper, dict) else {}
        place[last] = value
    return Record(out)
