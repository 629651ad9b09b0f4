"""Read a deck's folder into typed values: ``deck.yaml``, tables, Markdown and the templates that its components
name.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from carddesigner.core.folds import FOLDS
from carddesigner.core.record import Record
from carddesigner.core.report import Problem, Report, did_you_mean
from carddesigner.core.serials import Serials
from carddesigner.core.source import Span
from carddesigner.deck.assets import Assets
from carddesigner.deck.cards import MAX_CELLS_IN_ALL, Cards, LoadContext, LoadedCard, Split, load_cards
from carddesigner.deck.glossary import check_glossary
from carddesigner.deck.holds import check_holds
from carddesigner.deck.keywords import load_keywords, translated_keywords
from carddesigner.deck.loaded import (
    MAX_COPIES,
    FaceRef,
    Folding,
    LoadedComponent,
    LoadedDeck,
    StockChoice,
    numbered,
    with_numbers,
)
from carddesigner.deck.markdown import MAX_CHARACTERS_IN_ALL, load_markdown
from carddesigner.deck.names import DeckNames, palette_color
from carddesigner.deck.parts import Parts
from carddesigner.deck.problems import validated
from carddesigner.deck.template import TemplateSource, load_template
from carddesigner.deck.translations import Translation, Wording, translated_file, translated_texts
from carddesigner.deck.variants import extended, in_edition, not_shipped
from carddesigner.games import game as find_game
from carddesigner.games.base import Game
from carddesigner.schema.deck import Component, DeckModel
from carddesigner.schema.stock import Stock
from carddesigner.schema.stocks import STOCKS
from carddesigner.source import paths
from carddesigner.source.files import FileProblem, display_path, read_text, resolve_inside
from carddesigner.source.yaml import Node, find, load_yaml, plain
from carddesigner.tables.table import repeated
from carddesigner.text.document import Block, has_credits, has_marks, right_to_left

if TYPE_CHECKING:
    from carddesigner.deck.cell_texts import CellTexts
    from carddesigner.deck.streams import Streamed

_MOST = MAX_CELLS_IN_ALL, MAX_CHARACTERS_IN_ALL
_NOT_OF_CARDS = frozenset(("palette", "print", "silence", "licence", "description"))
"""Keys of a deck that don't matter for reading its tables and texts."""


def read_deck_file(
    path: Path,
    assets: Assets,
    report: Report,
    language: str | None = None,
    edition: str | None = None,
    parts: Parts | None = None,
    serials: Serials | None = None,
    split: Split | None = None,
) -> LoadedDeck | None:
    """Read the deck whose ``deck.yaml`` is *path* in a *language*, by default its own, and an *edition*. Of numbered
    cards only those with *serials* are read. If the build is *split*, long tables are scanned and not kept.

    All errors are in the report; the deck is returned without the wrong cards and components, or None if nothing is
    left. Tables and running text that didn't change are reused from *parts*, which keeps them for the next reading.
    """
    root = deck_tree(path, assets, edition, report)
    if root is None:
        return None
    parts = parts or Parts()
    parts.begin(root)
    given = plain(root)
    deck = validated(DeckModel, given, root, report)
    if deck is None:
        # Mistakes elsewhere don't hide those in stocks, which have models of their own.
        stocks = given.get("stocks") if isinstance(given, dict) else None
        if isinstance(stocks, dict):
            _stocks({name: stock for name, stock in stocks.items() if isinstance(stock, dict)}, root, report)
        return None
    wording = Wording(language or deck.language, deck.language, deck.languages)
    if wording.is_translated and wording.language not in deck.languages:
        message = f"the deck has no language {language!r}{did_you_mean(wording.language, deck.languages)}"
        hint = f"it has {', '.join((deck.language, *deck.languages))}; others are declared under `languages:`"
        report.error("unknown-language", message, find(root, ("languages",)).span, hint=hint)
        return None
    texts, translations = translated_texts(deck.texts, find(root, ("texts",)), wording, report)
    deck = deck.model_copy(update={"language": wording.language, "title": texts.get("title", deck.title)})
    _check_deck(deck, root, report)
    _check_icons(deck, root, assets, report)
    keywords = load_keywords(deck, root, wording, assets, report)
    assets.read_in(deck.language, deck.palette, keywords)
    stocks = _stocks(deck.stocks, root, report)
    game, settings = _game(deck, root, report)
    names = DeckNames(assets, deck.palette, keywords, deck.language, icons=deck.icons)
    cells = cell_texts_of(deck, names)
    context = LoadContext(
        deck=deck,
        root=root,
        stocks=stocks,
        wording=wording,
        names=names,
        report=report,
        game=game,
        settings=settings,
        cells=cells,
        parts=parts,
        serials=serials,
        split=split,
    )
    sources: dict[str, TemplateSource] = {}
    components = []
    tables: dict[str, Cards] = {}
    referred = {f.to for c in deck.components for f in c.fields.values() if f.type == "reference"}
    for i, component in enumerate(deck.components):
        node = find(root, ("components", i))
        # Any card can refer to any of them.
        wanted = replace(context, serials=None) if component.id in referred else context
        cards, streamed = _cards(component, node, wanted) if component.table is not None else (None, None)
        if cards is not None:
            tables[component.id] = cards
        if (loaded := _component(component, node, cards, sources, context)) is not None:
            components.append(replace(loaded, stream=streamed) if streamed is not None else loaded)
    if cells is not None and tables:
        cells.check(find(root, ("text-replace",)), report)
    if referred:
        from carddesigner.deck.references import resolve

        resolved = resolve(deck, root, tables, report)
        components = [replace(k, cards=resolved.get(k.id, k.cards)) for k in components]
    components, number_of_cards = _numbered(components)
    counts = {k.id: sum(c.copies for c in k.cards) for k in components}
    if sum(counts.values()) > MAX_COPIES:
        message = f"the deck has more than {MAX_COPIES:,} copies"
        report.error("too-many-copies", message, find(root, ("components",)).span)
    if game is not None and settings is not None and not report.errors:
        rows = [(c.row, c.span) for k in components for c in k.cards if k.blocks is None and len(c.row) > 0]
        own_report = Report()
        game.check(rows, counts, settings, own_report)
        for d in own_report:
            # Problems without a row belong to the deck.
            report.add(d, find(root, ("game",)).span)
    of_components = (t for c in components for t in c.translations)
    translations = (*translations, *translated_keywords(deck, root, wording), *of_components)
    held = check_glossary(deck, root, wording, translations, report)
    facts = {
        "id": deck.deck,
        "title": deck.title,
        "language": deck.language,
        "texts": texts,
        "number_of_cards": number_of_cards,
        "counts": {k.id.replace("-", "_"): _all_copies(k) for k in components},
        "game": settings.model_dump() if settings is not None else {},
    }
    return LoadedDeck(
        deck=deck,
        folder=path.parent,
        root=root,
        facts=Record(facts),
        palette_record=Record(dict(deck.palette)),
        components=tuple(components),
        templates=sources,
        assets=assets,
        original=wording.original,
        translations=translations,
        held=held,
        edition=edition,
        keywords=keywords,
        game=game,
        game_settings=settings,
        is_partial=any((serials is not None and c.serials is not None) or c.stream is not None for c in components),
        tables=tables if referred else {},
    )


def cell_texts_of(deck: DeckModel, names: DeckNames) -> CellTexts | None:
    """Return how the texts of cells are changed, None if they are read as written."""
    if not (deck.markup or deck.text_replace):
        return None
    from carddesigner.deck.cell_texts import cell_texts

    return cell_texts(deck, names.has_icon)


def _cards(component: Component, node: Node, context: LoadContext) -> tuple[Cards | None, Streamed | None]:
    """The cards of a component's rows, reused from the previous reading if its tables didn't change; for a table that
    is read in parts no cards, but its stream.
    """
    if context.split is not None:
        from carddesigner.deck.streams import read_stream, streams

        if streams(component, context):
            return read_stream(component, node, context) or (None, None)

    def make(report: Report) -> Cards | None:
        return load_cards(component, node, replace(context, report=report))

    # The replacements in cells are counted over all tables, so a reused table would be missing from the count.
    made = context.parts.part(
        f"rows of {component.id}",
        context.assets,
        context.report,
        make,
        most=_MOST,
        keeps=lambda _: context.cells is None,
    )
    return made, None


def _all_copies(component: LoadedComponent) -> int:
    """The copies of all its cards, including those that weren't read."""
    if component.serials is not None:
        return component.serials.count * component.copies
    if component.stream is not None:
        return component.stream.copies
    return sum(card.copies for card in component.cards)


def _numbered(components: list[LoadedComponent]) -> tuple[list[LoadedComponent], int]:
    """The components with numbered cards, and the number of cards. A card without copies takes no number. Cards with
    serial numbers are numbered as if all of them were read.
    """
    number = 1
    out = []
    for component in components:
        if component.serials is not None and component.copies:
            out.append(with_numbers(component, number))
            number += component.serials.count
            continue
        if component.stream is not None:
            out.append(replace(component, first_number=number))
            number += component.stream.printed
            continue
        cards, number = numbered(component.cards, number)
        out.append(replace(component, cards=cards))
    return out, number - 1


def recolored(deck: LoadedDeck, edition: str, report: Report) -> LoadedDeck | None:
    """Return a deck in an edition that changes nothing but colours on the cards; None if the edition must be read
    anew.
    """
    changes = deck.deck.editions[edition]
    palette = changes.get("palette", {})
    if not changes.keys() <= _NOT_OF_CARDS or not isinstance(palette, dict) or None in palette.values():
        return None
    if any(k is not None and k.color is not None for k in deck.deck.keywords.values()):
        return None
    if any(has_marks(component.blocks or ()) for component in deck.components):
        return None
    problems = Report()
    root = in_edition(deck.root, edition, problems)
    made = validated(DeckModel, plain(root), root, problems)
    if made is None:
        return None
    made = made.model_copy(update={"language": deck.deck.language, "title": deck.deck.title})
    _check_deck(made, root, problems)
    if problems.errors:
        return None
    report.diagnostics.update(problems.diagnostics)
    palette, assets = Record(dict(made.palette)), deck.assets.with_palette(made.palette)
    return replace(deck, deck=made, root=root, palette_record=palette, edition=edition, assets=assets)


def deck_tree(path: Path, assets: Assets, edition: str | None, report: Report) -> Node | None:
    """Return the tree of ``deck.yaml`` with what it extends, in an edition; None if it can't be read."""
    try:
        text = assets.files.text(resolve_inside(path.parent, path.name))
        root = load_yaml(path, text, report, assets.files.readings)
        if root is not None and not isinstance(root.value, dict):
            message = "a deck is a mapping with `deck:`, `title:`, `stocks:` and `components:`"
            raise Problem("wrong-type", message, root.span)
        if root is not None and "extends" in root.mapping:
            root = extended(root, assets, report, (path,))
        return in_edition(root, edition, report) if root is not None and edition is not None else root
    except Problem as problem:
        report.add(problem, Span(str(Path(display_path(path.parent)) / path.name)))
        return None


def _check_deck(deck: DeckModel, root: Node, report: Report) -> None:
    """Check the palette's colours, the components' ids, names of editions that equal a language, and the decks in
    ``see-also``.
    """
    for name in deck.editions:
        language = next((k for k in deck.languages if f"-{name}".endswith(f"-{k.lower()}")), None)
        if language is not None:
            node = find(root, ("editions", name))
            message = f"an edition called {name!r} would have the files of the language {language}; call it otherwise"
            report.error("wrong-value", message, node.key_span or node.span)
    for name, color in deck.palette.items():
        try:
            palette_color(color)
        except Problem as problem:
            report.add(problem, find(root, ("palette", name)).span)
    for i, _ in repeated(c.id for c in deck.components):
        span = find(root, ("components", i, "id")).span
        report.error("duplicate-id", f"two components are called {deck.components[i].id!r}", span)
    shipped = paths.shipped_decks() if deck.see_also else ()
    for i, name in enumerate(deck.see_also):
        if name not in shipped:
            report.add(not_shipped(name, find(root, ("see-also", i)).span))
    check_holds(deck, root, report)


def _check_icons(deck: DeckModel, root: Node, assets: Assets, report: Report) -> None:
    """Check the icons of the deck's short names."""
    for name, icon in deck.icons.items():
        try:
            assets.symbol(icon)
        except Problem as problem:
            report.add(problem, find(root, ("icons", name)).span)


def _stocks(stocks: Mapping[str, dict[str, Any]], root: Node, report: Report) -> dict[str, Stock]:
    """The deck's stocks, each validated by the model of its shape."""
    out = {}
    for name, given in stocks.items():
        node = find(root, ("stocks", name))
        shape = given.get("shape")
        model = STOCKS.get(str(shape))
        if model is None:
            near, hint = did_you_mean(str(shape), STOCKS), f"there are {', '.join(STOCKS)}"
            message = f"unknown shape {shape!r}{near}" if shape else f"stock {name!r} needs a shape"
            report.error("unknown-shape", message, find(node, ("shape",)).span, hint=hint, fix=near.fix)
        elif (stock := validated(model, given, node, report)) is not None:
            out[name] = stock
    return out


def _game(deck: DeckModel, root: Node, report: Report) -> tuple[Game | None, Any]:
    """The shipped game of a deck, with the deck's settings for it."""
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
    return game, validated(game.settings, {k: v for k, v in given.items() if k != "id"}, node, report)


def _component(
    component: Component, node: Node, loaded: Cards | None, sources: dict[str, TemplateSource], context: LoadContext
) -> LoadedComponent | None:
    """A component whose rows, if it has any, are already *loaded*. Its templates are added to *sources*."""
    report = context.report
    folded = component.booklet or component.leaflet
    stock_name, stock, choice = _stock_of(component, node, context)
    front = _face_ref(component.front, find(node, ("front",)), sources, context)
    back = _face_ref(component.back if component.back != "none" else None, find(node, ("back",)), sources, context)
    cards = loaded.cards if loaded is not None else ()
    translations = loaded.translations if loaded is not None else ()
    blocks = folding = die = None
    if component.pages is not None:
        blocks, translations = _markdown(component.pages, find(node, ("pages",)), front, sources, context)
    elif folded is not None:
        kind = "booklet" if component.booklet is not None else "leaflet"
        reported = len(report.diagnostics)
        blocks, translations = _markdown(folded, find(node, (kind,)), front, sources, context)
        if not blocks and len(report.diagnostics) == reported:
            report.error("no-text", f"{folded!r} has no text to fill a {kind} with", find(node, (kind,)).span)
        cover = _face_ref(component.cover, find(node, ("cover",)), sources, context)
        right = component.binding == "right" or (component.binding == "auto" and right_to_left(blocks))
        fold = FOLDS[component.fold] if kind == "leaflet" else None
        fold = fold.mirrored if fold is not None and right else fold
        folding = Folding(fold, component.thickness, cover, right)
    elif component.table is None:
        cards = (LoadedCard(component.id, component.id, component.copies, Record({}), node.span),)
    if component.net is not None:
        try:
            die = component.net.die()
        except Problem as problem:
            report.add(problem, find(node, ("net",)).span)
            return None
    if stock is None or (front is None and component.front is not None):
        return None
    return LoadedComponent(
        id=component.id,
        stock_name=stock_name,
        stock=stock,
        outline=stock.outline(),
        front=front,
        back=back,
        copies=component.copies,
        cards=cards,
        blocks=blocks,
        span=node.span,
        table=loaded.table if loaded is not None else None,
        rows=component.table,
        serials=component.generate.serials if component.generate is not None else None,
        translations=translations,
        folding=folding,
        die=die,
        box=component.box,
        holds=component.holds,
        choice=choice,
        fills_both=component.pages is not None and component.two_sided,
    )


def _stock_of(component: Component, node: Node, context: LoadContext) -> tuple[str, Stock | None, StockChoice | None]:
    """A component's stock with its name, and the expression that names each card's stock. An unknown stock is
    reported.
    """
    deck, place = context.deck, find(node, ("stock",)).span
    if component.booklet is not None or component.leaflet is not None:
        return f"page of {component.id}", component.page_stock(), None
    name = component.stock or next(iter(deck.stocks))
    if "{{" in name or "{%" in name:
        return name, next(iter(context.stocks.values()), None), StockChoice(name, place, context.stocks)
    if name not in deck.stocks:
        near = did_you_mean(name, deck.stocks)
        context.report.error("unknown-stock", f"unknown stock {name!r}{near}", place, fix=near.fix)
    return name, context.stocks.get(name), None


def _face_ref(ref: str | None, node: Node, sources: dict[str, TemplateSource], context: LoadContext) -> FaceRef | None:
    if ref is None:
        return None
    report = context.report
    template, hash_, face = ref.partition("#")
    if not hash_ or not template or not face:
        hint = f"the template goes before it: lanterns#{ref}" if "{{" in ref else None
        report.error("face-name", f"{ref!r} is not a face; write template#face", node.span, hint=hint)
        return None
    if "{{" in template:
        message = "the template is the same for all cards; only the face, after the #, may be an expression"
        report.error("face-name", message, node.span)
        return None
    if template not in sources:
        source = load_template(template, context.assets, report, node.span)
        if source is None:
            return None
        sources[template] = source
    return FaceRef(template, face, node.span, "{{" in face or "{%" in face)


def _markdown(
    name: str, node: Node, front: FaceRef | None, sources: dict[str, TemplateSource], context: LoadContext
) -> tuple[tuple[Block, ...], tuple[Translation, ...]]:
    """The blocks of a Markdown file in the chosen language, with its translation. The styles are those of the front."""
    finder, wording, deck = context.assets.finder, context.wording, context.deck
    template = sources[front.template] if front is not None else None
    names = DeckNames(context.assets, deck.palette, context.names.keywords, deck.language, template, deck.icons)
    original: Path | None = None
    try:
        original = finder.data_file(name)
        file = translated_file(name, wording) if wording.is_translated else name
        path = finder.data_file(file)

        def make(report: Report) -> tuple[str, tuple[Block, ...]]:
            if front is not None:
                # This records the files of the template among those that the part depends on.
                load_template(front.template, context.assets, Report(), None)
            text = read_text(finder.data_file(file))
            return text, load_markdown(path, text, names, report)

        text, blocks = context.parts.part(
            f"{file} for {front.template if front is not None else None}",
            context.assets,
            context.report,
            make,
            most=_MOST,
            keeps=lambda made: not has_credits(made[1]),
        )
        if path == original:
            return blocks, ()
        return blocks, (Translation(name, read_text(original), text, Span(display_path(path)), is_file=True),)
    except FileProblem as problem:
        if problem.code == "missing-file" and original is not None:
            other = Path(translated_file(name, wording)).name
            message = f"there is no {other}, the {wording.language} text of {original.name}"
            problem = FileProblem("missing-translation", message)
        context.report.add(problem, node.span)
        return (), ()
