"""The public ``Deck``: its cards, the same deck with other rows, its faces, its problems, and building and exporting
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from msgspec import Struct

from carddesigner.api.changed_rows import changed_table, new_table
from carddesigner.api.face import Face, deck_html
from carddesigner.api.parse import expression
from carddesigner.cluster.workers import open_workers
from carddesigner.core.piece import Keyed, PieceKey
from carddesigner.core.record import Record
from carddesigner.core.report import DeckError, Diagnostic, Report, did_you_mean, pinned
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.deck.find import find_deck, own_file
from carddesigner.deck.find import loaded_deck as read_deck
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.export.bitmaps import Side
from carddesigner.export.options import ExportOptions
from carddesigner.layout.deck import lay_out_deck
from carddesigner.layout.piece import LaidPiece
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.export import export
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.result import BuildResult, ExportResult
from carddesigner.pipeline.validate import validate_deck, validate_loaded
from carddesigner.playtest.report import Playtest, PlaytestSettings
from carddesigner.playtest.report import playtest as played
from carddesigner.tables.table import Table
from carddesigner.template.expressions import Expression

MAX_SHOWN = 12
"""The most cards of a deck that a notebook shows."""

_PART = re.compile(r"-part-\d+$")

Fields = Mapping[str, Any]
SomePiece = TypeVar("SomePiece", bound=Keyed)


class Card(Keyed, frozen=True):
    """A card of a component: its ``id``, unique in the component; ``copies``, the number printed; ``row``, the values
    of its row; and ``place``, where the row is in its file. A field's value is ``card["cost"]`` or ``card.row.cost``.
    """

    copies: int
    row: Record
    place: Span | None

    def __getitem__(self, field: str) -> Any:
        """Return a field's value. Raises KeyError with the nearest name."""
        if field not in self.row:
            raise KeyError(f"card {self.id} has no field {field!r}{did_you_mean(field, self.row)}")
        return _public(self.row[field])

    @property
    def fields(self) -> Fields:
        """All fields by name, including computed ones; nested fields are mappings, lists are tuples."""
        return MappingProxyType({name: _public(self.row[name]) for name in self.row})


class Deck(Struct, frozen=True, eq=False):
    """A deck that was read without errors. It is immutable: ``with_rows`` returns another deck.

    >>> deck = load_deck("monogoto")
    >>> deck.components
    ('symbols', 'followers', 'instructions', 'summary', 'box')
    >>> deck.card("symbols-003")["person"]
    'male'
    """

    _loaded: LoadedDeck
    _reported: tuple[Diagnostic, ...]
    _file: Path
    _tables: Mapping[str, Table]
    id: str
    """The value of ``deck:``."""
    title: str
    """The value of ``title:``."""
    language: str
    """The language in which it was loaded."""
    edition: str | None
    """The edition in which it was loaded, None for the base edition."""
    folder: Path
    """The folder that has ``deck.yaml``."""
    components: tuple[str, ...]
    """The ids of the components, in order."""
    cards: tuple[Card, ...]
    """The cards of all components except boxes, in order. Running text has no cards here: its pages only become cards
    when they are laid out.
    """

    def card(self, id: str, component: str | None = None) -> Card:
        """Return a card by its id; *component* is needed if several components have a card of that id. Raises DeckError
        with the nearest id.
        """
        return _one(self.cards, id, component, self._loaded)

    def with_rows(self, component: str, rows: Callable[[Card], Fields | None] | Iterable[Fields]) -> Deck:
        """Return the deck with other rows in a component: either all rows, or a function that returns the row of each
        card (None drops the card).

        The rows are checked like the deck's own, for which the deck's files are read again. Raises DeckError.

        >>> deck = load_deck("monogoto")
        >>> deck.with_rows("symbols", lambda card: {**card.fields, "suit": "moon"})
        Traceback (most recent call last):
            ...
        carddesigner.core.report.DeckError: ...
        """
        report = Report()
        loaded, own = _component(self._loaded, component)
        schema = self._loaded.deck
        declared = next(c.fields for c in schema.components if c.id == component)
        if callable(rows):
            changed = [rows(c) for c in self.cards if c.component == component]
            table = changed_table(own, loaded.cards, changed, declared if schema.game is None else None, report)
        else:
            given = tuple(rows)
            table = new_table(given, declared if given else [h.name for h in own.headers], loaded.span)
        tables = {**self._tables, component: table}
        report.raise_errors()
        return _deck(read_deck(self._file, report, self.language, tables, self.edition), report, self._file, tables)

    def face(self, card: str, side: Side = "front", component: str | None = None) -> Face:
        """Return a side of a card as it is printed; *component* is needed if several components have a card of that id.
        Raises DeckError if there is no such card or side, if the id is ambiguous, or if the card has errors.
        """
        whole = _PART.sub("", card)  # a net or box in parts is laid out whole
        pieces = _laid(self._loaded, lambda key: key.id in (card, whole) and component in (None, key.component))
        return _face(self._loaded, _one(pieces, card, component, self._loaded), side)

    def export(
        self,
        to: str,
        *,
        output: str | Path = "output",
        select: Expression | str | None = None,
        dpi: int | None = None,
        bleed: bool = False,
        cut: bool = False,
        side: Side | None = None,
        layout: Literal["pieces", "sheets"] = "pieces",
        simulate_shift: float | str = 0.0,
        cards: int = 12,
        base_url: str | None = None,
        update: str | Path | None = None,
        perforate: bool = False,
        zip: bool = False,
        leave_out: str | Iterable[str] = (),
        jobs: int | None = None,
        scheduler: str | None = None,
        **sheets: Any,
    ) -> ExportResult:
        """Write pictures or data of all cards to ``<output>/<deck>/``, as ``carddesigner export --to`` does.

        *select* is an expression that chooses cards. Without *side*, both sides are exported; with *simulate_shift*,
        only backs, printed out of register by that length. *cards* is the number of cards on a contact sheet. For a
        virtual table, *base_url* is the address at which its files will be published, and *update* an earlier save that
        is updated in its place. *perforate* draws folds as dashed cuts. For print services and print houses, *zip*
        packs all files in one archive, and *leave_out* names the components to leave out. PNGs are made by *jobs*
        processes; with a *scheduler*, all files are made by its cluster. Formats that show sheets also take the options
        of ``build`` that the command accepts, such as ``marks="silhouette"``.

        Raises DeckError, OptionError (also if pictures would have too many pixels), OutputProblem and ClusterProblem.
        """
        chosen = expression(select) if isinstance(select, str) else select
        looks = (dpi, bleed, cut, side, layout, simulate_shift, cards)
        save = Path(update) if update is not None else None
        options = ExportOptions(
            to,
            Path(output),
            chosen,
            *looks,
            base_url=base_url,
            update=save,
            perforate=perforate,
            zip=zip,
            leave_out=leave_out,
            jobs=jobs,
            scheduler=scheduler,
            **sheets,
        )
        return export(self._loaded, options)

    def playtest(
        self,
        games: int = 1000,
        *,
        seed: int = 1,
        players: str | Iterable[str] = "greedy",
        jobs: int | None = None,
        scheduler: str | None = None,
    ) -> Playtest:
        """Play a deck of a shipped game many times, as ``carddesigner playtest`` does. The results depend on *seed* and
        *players* only, not on whether *jobs* processes or the cluster of a *scheduler* play the games. Raises
        OptionError, DeckError if the deck can't be played, and ClusterProblem.

        >>> load_deck("outflank").playtest(20, jobs=1).seats[0].wins.of
        20
        """
        options = PrintOptions(jobs=jobs, scheduler=scheduler)
        settings = PlaytestSettings(games, seed, players)
        with open_workers(options.scheduler, options.jobs) as workers:
            return played(self._loaded, settings, workers=workers)

    def _repr_html_(self) -> str:
        shown = frozenset([c.key for c in self.cards if c.copies][:MAX_SHOWN])
        try:
            pieces = _laid(self._loaded, shown.__contains__)
            faces = [_face(self._loaded, p, "front") for p in pieces]
        except DeckError as problem:
            return deck_html(self._loaded, (), problem.report)
        return deck_html(self._loaded, faces, Report())

    def __repr__(self) -> str:
        copies = sum(c.copies for c in self.cards)
        return f"<Deck {self.id}: {len(self.cards)} cards in {len(self.components)} components, {copies} printed>"


class OpenDeck(Struct, frozen=True, eq=False):
    """A deck that stays open while its files are edited. After ``changed`` only the affected parts are computed again;
    the results are the same as for a deck that is loaded afresh. The places of problems in earlier results do not
    change.
    """

    _open: WorkingDeck

    def changed(self, *files: str | Path) -> None:
        """Report files that were changed, created or removed; a folder stands for all files in it."""
        self._open.changed(map(Path, files))

    def problems(self, edition: str | None = None) -> Report:
        """Return what ``validate`` reports now, for one *edition* or, by default, for all. Raises nothing."""
        return self._open.problems(edition)

    def deck(self, language: str | None = None, edition: str | None = None) -> Deck:
        """Return the deck in its current state. Raises DeckError."""
        report = Report()
        loaded = self._open.loaded(report, language, edition)
        return _deck(loaded, pinned(report), self._open.file, {})

    def face(
        self,
        card: str,
        side: Side = "front",
        component: str | None = None,
        language: str | None = None,
        edition: str | None = None,
    ) -> Face:
        """Return a side of a card in its current state; *component* is needed if several components have a card of that
        id. Raises DeckError.
        """
        loaded = self._open.loaded(Report(), language, edition)
        keys = [c.key for k in loaded.components for c in k.cards if c.id == card and component in (None, c.component)]
        if len(keys) != 1:
            return self.deck(language, edition).face(card, side, component)
        return _face(loaded, self._open.piece(keys[0], PrintOptions(language=language, edition=edition)), side)

    def build(self, options: PrintOptions | None = None) -> BuildResult:
        """Write the print-ready PDF and its manifest. Raises DeckError and OutputProblem."""
        return self._open.build(options)


def open_deck(deck: str | Path) -> OpenDeck:
    """Open a deck for editing: the id of a shipped deck, a folder, or a ``deck.yaml``. Raises DeckError if there is
    none.

    >>> open_deck("monogoto").problems().errors
    []
    """
    return OpenDeck(WorkingDeck(own_file(deck)))


def load_deck(deck: str | Path, language: str | None = None, edition: str | None = None) -> Deck:
    """Read and check a deck: the id of a shipped deck, a folder, or a ``deck.yaml``. Raises DeckError.

    *language* is the deck's own or one that it is translated into, by default its own. *edition* is one of the deck's
    editions, by default the base edition.

    >>> load_deck("monogoto")
    <Deck monogoto: 76 cards in 5 components, 105 printed>
    """
    file = find_deck(deck)
    report = Report()
    return _deck(read_deck(file, report, language, edition=edition), report, file, {})


def validate(deck: str | Path | Deck, *, jobs: int = 1, scheduler: str | None = None) -> Report:
    """Return the errors and warnings that ``carddesigner validate`` reports for a deck. Raises only ClusterProblem, and
    OptionError for an invalid *scheduler*.

    A ``Deck`` is checked in the language and edition in which it was loaded. A deck given by name or path is checked in
    all of them, by *jobs* processes or by the cluster of a *scheduler*.

    >>> validate("monogotto").errors[0].code
    'unknown-deck'
    """
    report = Report()
    options = PrintOptions(jobs=jobs, scheduler=scheduler)
    try:
        if isinstance(deck, Deck):
            for diagnostic in deck._reported:
                report.add(diagnostic)
            validate_loaded(deck._loaded, report)
        else:
            with open_workers(options.scheduler, options.jobs) as workers:
                validate_deck(deck, report, jobs=workers.at_once, workers=workers)
    except DeckError as problem:
        return problem.report
    return report


def build(deck: str | Path | Deck, settings: PrintOptions | None = None) -> BuildResult:
    """Write the print-ready PDF of a deck and its manifest to ``<output>/<deck>/``; a ``Deck`` is built in its own
    language and edition. Raises DeckError, OutputProblem, and ValueError if *settings* ask for another language or
    edition than a ``Deck`` has.
    """
    if isinstance(deck, Deck) and settings is not None and settings.language not in (None, deck.language):
        raise ValueError(f"the deck was loaded in {deck.language!r}: load_deck(…, language={settings.language!r})")
    if isinstance(deck, Deck) and settings is not None and settings.edition not in (None, deck.edition):
        raise ValueError(f"the deck was loaded in another edition: load_deck(…, edition={settings.edition!r})")
    return build_deck(deck._loaded if isinstance(deck, Deck) else deck, settings)


def _deck(loaded: LoadedDeck, report: Report, file: Path, tables: Mapping[str, Table]) -> Deck:
    cards = (c for k in loaded.components if k.box is None for c in k.cards)
    return Deck(
        loaded,
        tuple(report),
        file,
        tables,
        id=loaded.deck.deck,
        title=loaded.deck.title,
        language=loaded.deck.language,
        edition=loaded.edition,
        folder=loaded.folder,
        components=tuple(c.id for c in loaded.components),
        cards=tuple(Card(c.id, c.component, c.copies, c.row, c.span) for c in cards),
    )


def _public(value: object) -> object:
    if isinstance(value, Record):
        return MappingProxyType({name: _public(value[name]) for name in value})
    if isinstance(value, tuple):
        return tuple(_public(v) for v in value)
    return value


def _component(deck: LoadedDeck, id: str) -> tuple[LoadedComponent, Table]:
    """Return a component that has rows, and its table. Raises DeckError."""
    tables = {c.id: (c, c.table) for c in deck.components if c.table is not None}
    if id not in tables:
        hint = f"there are {', '.join(tables)}" if tables else None
        message = f"there is no component {id!r} with rows{did_you_mean(id, tables)}"
        Report().fail("unknown-component", message, hint=hint)
    return tables[id]


def _laid(deck: LoadedDeck, wanted: Callable[[PieceKey], bool]) -> tuple[LaidPiece, ...]:
    """Return the pieces for which *wanted* is true; only these are laid out. Raises DeckError."""
    report = Report()
    names = frozenset({("id",), ("component",)})
    select = Expression("id", Span("id"), names, lambda of: wanted(PieceKey(str(of["component"]), str(of["id"]))))
    pieces = lay_out_deck(deck, report, select=select)
    report.raise_errors()
    return pieces


def _face(deck: LoadedDeck, piece: LaidPiece, side: Side) -> Face:
    face = piece.face(side)
    if not piece.copies:
        Report().fail("no-cards", f"card {piece.id} is printed 0 times", card=piece.id)
    if face is None:
        Report().fail("unknown-face", f"card {piece.id} has no back", card=piece.id)
    return Face(piece.id, piece.component, side, face.id, face.width / MM, face.height / MM, deck, face)


def _one(pieces: Sequence[SomePiece], id: str, component: str | None, deck: LoadedDeck) -> SomePiece:
    """Return the only piece with an id. Raises DeckError if there is none or more than one."""
    matches = [p for p in pieces if p.id == id and component in (None, p.component)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        owners = [p.component for p in matches]
        which = f"name one, such as component={owners[0]!r}"
        Report().fail("ambiguous-card", f"the components {', '.join(owners)} each have a card {id!r}; {which}")
    names = [c.id for c in deck.components]
    if component is not None and component not in names:
        message = f"there is no component {component!r}{did_you_mean(component, names)}"
        Report().fail("unknown-component", message, hint=f"there are {', '.join(names)}")
    cards = [c.id for k in deck.components for c in k.cards if component in (None, c.component)]
    of = f"the component {component!r} has" if component is not None else "there is"
    Report().fail("unknown-card", f"{of} no card {id!r}{did_you_mean(id, [*(p.id for p in pieces), *cards])}")
