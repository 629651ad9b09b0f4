"""Everything that ``validate`` reports of a deck: the problems and warnings in any of its languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.checks import CHECKS, Checking, check
from carddesigner.checks.silence import NEEDLESS
from carddesigner.core.cache import Cache
from carddesigner.core.color import Color
from carddesigner.core.digest import Digests
from carddesigner.core.items import painted
from carddesigner.core.job import Job
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Diagnostic, Report, pinned, series
from carddesigner.core.serials import Serials
from carddesigner.core.units import MM
from carddesigner.core.worker import Workers, in_worker
from carddesigner.deck.cards import Split
from carddesigner.deck.copies import UnprintedRows, printed_rows, rows_of, unprinted_rows
from carddesigner.deck.deck import recolored
from carddesigner.deck.find import find_deck, loaded_deck, own_file
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.deck.some_cards import check_serials, with_part
from carddesigner.deck.translations import check_accepted
from carddesigner.games import game
from carddesigner.games.base import Joined
from carddesigner.impose import cautions
from carddesigner.layout.deck import lay_out_deck
from carddesigner.layout.piece import LaidPiece, with_faces
from carddesigner.pipeline.imposition import count_fields, impose, lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.pipeline.readings import DeckReadings
from carddesigner.source.files import display_path
from carddesigner.template.checks import warn_of_not_run

Result = TypeVar("Result")

_AT_ONCE = Split(10_000, only_checked=True)
"""How tables are read that are too long to be read whole: this many rows at a time."""

MAX_SHARED = 2_000
"""The most copies of a deck's cards with which its layout is kept, so that its languages and editions lay out only what
differs in them.
"""

_REPORTED_ONCE = frozenset((NEEDLESS, *cautions.CODES, *(c.code for c in CHECKS if c.once)))
"""Warnings that don't depend on the language."""
_UNUSED = frozenset((NEEDLESS, *(c.code for c in CHECKS if c.of_unused)))
"""Warnings about unused things; what one edition uses counts as used."""
_NOT_OF_COLORS = frozenset(c.code for c in CHECKS if not c.of_colors)
"""Checks whose result is the same in an edition with other colours."""


class _Seen(Struct, frozen=True):
    """The findings of an edition, by language; ``unused``: what nothing in it uses, None if not checked."""

    reports: tuple[tuple[str | None, Report], ...]
    unused: set[Diagnostic] | None = None


class _Reported(Struct):
    """What was reported so far, by language; reports for the original apply to all."""

    report: Report
    by_language: dict[str | None, set[Diagnostic]]

    def add(self, problems: Report, language: str | None, edition: str | None) -> None:
        """Report what is new, with its edition and language."""
        heading = f"in the edition {edition}" if edition is not None else ""
        heading += f"{', ' if heading else ''}in {language}" if language is not None else ""
        original = self.by_language[None]
        reported = self.by_language.setdefault(language, set())
        # A card's problem in any language may name it in the message, so that messages differ.
        places = {(d.code, d.span) for d in original if d.zone is None} if language is not None else ()
        for diagnostic in problems:
            again = diagnostic.zone is None and (diagnostic.code, diagnostic.span) in places
            if diagnostic not in reported and diagnostic not in original and not again:
                reported.add(diagnostic)
                message = f"{heading}: {diagnostic.message}" if heading else diagnostic.message
                self.report.add(replace(diagnostic, message=message))


def validate_deck(
    deck: str | Path,
    report: Report,
    edition: str | None = None,
    *,
    jobs: int = 1,
    serials: Serials | None = None,
    workers: Workers | None = None,
) -> UnprintedRows | None:
    """Report all problems and warnings of a deck in any of its languages, in an *edition* or in all of them. *jobs*
    processes, or the *workers* of a cluster, may check languages and editions in parallel. With *serials*, only these
    of the cards made by number are checked, in one edition. Returns the rows that are printed 0 times; None for a deck
    that can't be read. Raises DeckError for a missing deck, or for too many errors.
    """
    readings = DeckReadings(find_deck(deck), serials=serials, split=_AT_ONCE)
    return validate_readings(readings, report, edition, None, jobs=jobs, workers=workers)


def validate_readings(
    deck: DeckReadings,
    report: Report,
    edition: str | None = None,
    cache: Cache | None = None,
    *,
    jobs: int = 1,
    workers: Workers | None = None,
) -> UnprintedRows | None:
    """Report the same as ``validate_deck``, for given readings of a deck. What the *cache* holds from an earlier run is
    not laid out or checked again. Raises DeckError for too many errors.
    """

    def begin(job: Callable[[], Result]) -> Callable[[], Result]:
        return in_worker(job, jobs) if jobs > 1 else job

    problems = Report()
    reported = _Reported(report, {None: set()})
    loaded = deck.read(problems, None, edition)
    if loaded is None:
        reported.add(problems, None, None)
        return None
    if deck.serials is not None:
        check_serials(loaded, deck.serials, problems)
        count_fields(loaded, problems)
    # Editions have other serial numbers.
    every = edition is None and deck.serials is None and any(loaded.deck.editions.values())
    remote: _RemoteChecks | None = None
    cards, others = sum(map(rows_of, loaded.components)), len(loaded.deck.languages) + every * len(loaded.deck.editions)
    if cache is None and others and sum(map(_copies_of, loaded.components)) <= MAX_SHARED:
        cache = deck.cache
    if workers is not None and not workers.are_here and workers.pays(cards * others):
        remote = _RemoteChecks(deck, loaded, edition, workers, editions=every)
        languages = [(k, remote.next) for k in loaded.deck.languages]
    else:
        languages = [(k, begin(partial(_in_language, deck, k, edition, cache))) for k in loaded.deck.languages]
    at_once = bool(loaded.deck.editions) and not _is_in_parts(loaded)
    pieces = _laid_out(loaded, problems, cache) if at_once else ()
    editions: Callable[[], dict[str, _Seen]] = dict
    if every:
        job = partial(_in_editions, deck, loaded, pieces, cache)
        editions = begin(job) if remote is None else partial(job, remote.edition)
    if at_once:
        check(loaded, pieces, problems, cache=cache)
    else:
        _check(loaded, problems, cache)
    reported.add(problems, None, None)
    unused, needed = _unused(problems), set[Diagnostic]()
    ends = _is_too_much(problems)
    for language, report_of in languages:
        if not ends:
            language_report = report_of()
            reported.add(language_report, language, None)
            ends = _is_too_much(language_report)
    for name, one in editions().items() if not ends else ():
        for spoken, language_report in one.reports:
            reported.add(language_report, spoken, name)
        needed |= unused - one.unused if unused is not None and one.unused is not None else set()
    for diagnostic in needed:
        report.diagnostics.pop(diagnostic, None)
    return unprinted_rows(loaded.components)


def _copies_of(component: LoadedComponent) -> int:
    """Return how many faces of a component's cards may be laid out, if each copy has its own."""
    return rows_of(component) if component.stream is not None else sum(max(c.copies, 1) for c in component.cards)


def _in_language(deck: DeckReadings, language: str, edition: str | None, cache: Cache | None) -> Report:
    """Return the problems of a deck in one language."""
    report = Report()
    loaded = _again(deck, language, edition, report)
    if loaded is not None:
        _check(loaded, report, cache, _REPORTED_ONCE)
        if edition is None:
            check_accepted(loaded.folder, language, loaded.translations, report)
    return _without(report, _REPORTED_ONCE)


class _RemoteChecks:
    """The findings from machines of a cluster: in each language, then in each edition that is laid out separately."""

    def __init__(
        self, deck: DeckReadings, loaded: LoadedDeck, edition: str | None, workers: Workers, *, editions: bool
    ) -> None:
        file, names = own_file(deck.file), list[str]()
        if editions:
            changed = [name for name, changes in loaded.deck.editions.items() if changes]
            names = [name for name in changed if recolored(loaded, name, Report()) is None]
        self._apart = frozenset(names)
        checks: list[Callable[[], Report | _Seen]] = []
        where = (file, deck.serials, deck.split)
        checks += [partial(_check_language, *where, k, edition) for k in loaded.deck.languages]
        checks += [partial(_check_edition, *where, name) for name in names]
        self._results = workers.each([Job(do, (file.parent,), failed=_has_errors) for do in checks])

    def next(self) -> Report:
        """Return the problems in the next language."""
        report = next(self._results)
        assert isinstance(report, Report)
        return report

    def edition(self, deck: DeckReadings, edition: str, cache: Cache | None) -> _Seen:
        """Return the problems of an edition; called in the deck's order."""
        if edition not in self._apart:
            return _in_edition(deck, edition, cache)
        seen = next(self._results)
        assert isinstance(seen, _Seen)
        return seen


def _has_errors(result: Report | _Seen) -> bool:
    reports = [result] if isinstance(result, Report) else [report for _, report in result.reports]
    return any(report.errors for report in reports)


def _check_language(
    file: Path, serials: Serials | None, split: Split | None, language: str, edition: str | None
) -> Report:
    return pinned(_in_language(DeckReadings(file, serials=serials, split=split), language, edition, None))


def _check_edition(file: Path, serials: Serials | None, split: Split | None, edition: str) -> _Seen:
    seen = _in_edition(DeckReadings(file, serials=serials, split=split), edition, None)
    return replace(seen, reports=tuple((language, pinned(report)) for language, report in seen.reports))


def _in_editions(
    deck: DeckReadings,
    loaded: LoadedDeck,
    pieces: tuple[LaidPiece, ...],
    cache: Cache | None,
    one: Callable[[DeckReadings, str, Cache | None], _Seen] | None = None,
) -> dict[str, _Seen]:
    """Return the problems of each edition that changes something. *pieces* are those of the base edition; *one* checks
    an edition that has to be laid out again.
    """
    one = one or _in_edition
    out: dict[str, _Seen] = {}
    same = alike(pieces)
    for name, changes in loaded.deck.editions.items():
        report = Report()
        other = recolored(loaded, name, report) if changes and pieces else None
        if other is not None:
            # Only its colours differ: one card of each look is enough, in one language.
            laid = _laid_out(other, report, cache, same, imposes="print" in changes)
            check(other, laid, report, _NOT_OF_COLORS, cache)
            out[name] = _Seen(((None, _without(report, _UNUSED)),))
        elif changes:
            out[name] = one(deck, name, cache)
    return out


def _in_edition(deck: DeckReadings, edition: str, cache: Cache | None) -> _Seen:
    """Return the problems of an edition in any language."""
    report = Report()
    loaded = _again(deck, None, edition, report)
    if loaded is None:
        return _Seen(((None, report),))
    _check(loaded, report, cache)
    languages = tuple((k, _in_language(deck, k, edition, cache)) for k in loaded.deck.languages)
    return _Seen(((None, _without(report, _UNUSED)), *languages), _unused(report))


def _again(deck: DeckReadings, language: str | None, edition: str | None, report: Report) -> LoadedDeck | None:
    """Return a deck in another language or edition, or None if it can't be read."""
    try:
        return deck.read(report, language, edition)
    except DeckError as problem:
        report.diagnostics.update(problem.report.diagnostics)
        return None


def _is_too_much(report: Report) -> bool:
    """Whether a deck took too much work in a language; other languages would take as much and be reported the same."""
    return any(d.code == "too-much-work" for d in report.errors)


def _unused(report: Report) -> set[Diagnostic] | None:
    """Return what nothing uses, or None if there are errors, because it isn't checked then."""
    return {d for d in report if d.code in _UNUSED} if not report.errors else None


def _without(report: Report, codes: frozenset[str]) -> Report:
    return Report({d: None for d in report if d.code not in codes})


def _laid_out(
    deck: LoadedDeck,
    report: Report,
    cache: Cache | None = None,
    leave_out: frozenset[PieceKey] = frozenset(),
    look: Callable[[LaidPiece], object] | None = None,
    *,
    prints: bool = True,
    imposes: bool = True,
) -> tuple[LaidPiece, ...]:
    """Lay out a loaded deck without the cards in *leave_out*; returns no pieces if it has problems, all of which are
    reported. With *look* each piece is checked as it comes, and returned without zones. Unless *prints* is False, a
    deck without printed cards is a problem; unless *imposes* is False, so is what the sheets can't hold.
    """

    looks = [look] if look is not None else []

    def take(piece: LaidPiece) -> LaidPiece:
        for one in looks:
            one(piece)
        return with_faces(piece, lambda face: replace(face, zones=())) if look is not None else piece

    # Wrong cells don't cause other problems, but with a wrong deck.yaml every card would be wrong.
    deck_file = display_path(deck.folder / "deck.yaml")
    with suppress(DeckError):  # its report is this one
        if not report.errors:
            job = print_job(deck, report=report)
            if job.press is not None:
                from carddesigner.pipeline.press import LookedAt, PressCheck

                looks.append(PressCheck(job.press, deck, report, LookedAt(deck)).look)
            takes = take if looks else None
            pieces = lay_out(job, report, cache=cache, leave_out=leave_out, take=takes, prints=prints)
            if imposes and any(piece.copies for piece in pieces):
                impose(job, pieces, report)
            if imposes and any(c.folding is not None for c in deck.components):
                from carddesigner.pipeline.booklets import impose_booklets

                impose_booklets(job, pieces, report)
            return pieces
        if all(e.span is not None and e.span.path != deck_file for e in report.errors):
            lay_out_deck(deck, report, cache=cache)
    return ()


def _check(
    deck: LoadedDeck, report: Report, cache: Cache | None = None, leave_out: frozenset[str] = frozenset()
) -> None:
    """Report all errors of a loaded deck and, if there are none, the warnings of all checks except those to *leave
    out*. Each piece is checked as soon as it is laid out, so memory doesn't grow with the deck.
    """
    checking = Checking(deck, leave_out, cache)
    if not _is_in_parts(deck):
        if _laid_out(deck, report, cache, look=checking.look):
            checking.report(report)
        return
    if report.errors:
        return
    count_fields(deck, report)
    warn_of_not_run(deck, report)
    others = _others(deck, report)
    if not any(c.blocks is not None or printed_rows(c) for c in deck.components):
        report.error("no-cards", "the deck has no cards to print", deck.root.span)
    if any(c.cards or c.blocks is not None for c in others.components):
        _laid_out(others, report, cache, look=checking.look, prints=False)
    for component in deck.components:
        for part, printed in component.stream.parts if component.stream is not None else ():
            own = Report()
            cards: LoadedDeck | None = None
            with suppress(DeckError):  # its report is this one
                cards = with_part(deck, component, part, printed, own)
            for problem in own:
                report.add(problem)
            if cards is None:
                return
            checking.go_on(cards)
            _laid_out(cards, report, cache, look=checking.look, prints=False)
            if any(d.code in ("too-much-work", "too-many-errors") for d in report.errors):
                return
    if not report.errors:
        checking.report(report)


def _others(deck: LoadedDeck, report: Report) -> LoadedDeck:
    """Return a deck without the tables that are read in parts, and without boxes, about which it warns."""
    boxes = [c.id for c in deck.components if c.box is not None]
    if boxes:
        message = f"{series(boxes)}: not checked, because a box is as large as everything that it holds"
        report.warn("not-in-parts", message, hint="it can be made of tables that can be read whole")
    return replace(deck, components=tuple(c for c in deck.components if c.box is None and c.stream is None))


def _is_in_parts(deck: LoadedDeck) -> bool:
    """Return whether a deck has a table that is read in parts."""
    return any(c.stream is not None for c in deck.components)


def validate_loaded(deck: LoadedDeck, report: Report) -> None:
    """Report all problems and warnings of a loaded deck, in its language. Raises DeckError."""
    _check(deck, report)
    report.raise_errors()


def alike(pieces: Sequence[LaidPiece]) -> frozenset[PieceKey]:
    """Return pieces that share the faces and colours of an earlier one."""
    seen: set[object] = set()
    colors: dict[int, frozenset[Color]] = {}
    out = set()
    for piece in pieces:
        faces = [face for face in piece.first if face is not None]
        for zone in (zone for face in faces for zone in face.zones):
            if id(zone) not in colors:
                colors[id(zone)] = frozenset(painted(zone.items))
        shown = ((face.id, frozenset().union(*(colors[id(zone)] for zone in face.zones))) for face in faces)
        look = (piece.component, *shown)
        if look in seen:
            out.add(piece.key)
        seen.add(look)
    return frozenset(out)


def check_together(decks: Sequence[str | Path], report: Report, edition: str | None = None) -> None:
    """Report what prevents the decks of one game from being played together. Raises DeckError for one that can't be
    laid out.
    """
    of_game: dict[str, list[LoadedDeck]] = defaultdict(list)
    for deck in decks:
        loaded = loaded_deck(deck, edition=edition, split=_AT_ONCE)
        given = loaded.deck.game
        if given is not None:
            of_game[given if isinstance(given, str) else given["id"]].append(loaded)
    for name, joined in of_game.items():
        together = game(name).together
        if together is not None and len(joined) > 1:
            together([_joined(d) for d in joined], report)


def _joined(deck: LoadedDeck) -> Joined:
    """Return a deck's cards with rows, and the look of their backs."""
    components = {c.id: c for c in deck.components if any(len(k.row) for k in c.cards)}
    digests = Digests(lambda key: deck.assets.face(key).digest)
    backs = {p.first[1] for p in lay_out(print_job(deck), Report()) if p.component in components}
    first = next(iter(components.values()))
    rows = tuple((k.row, k.span) for c in components.values() for k in c.cards if len(k.row))
    width, height = first.stock.size
    size = (round(width / MM, 3), round(height / MM, 3))
    shown = frozenset(digests.face(back) if back is not None else "" for back in backs)
    return Joined(deck.deck.deck, rows, shown, size, first.back.span if first.back is not None else first.span)
