"""Running text as pieces: its pages, on instruction cards or as those of a booklet or leaflet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct, field

from carddesigner.contents.base import Placed
from carddesigner.contents.flow import FlowSettings
from carddesigner.core.effort import spend, spent
from carddesigner.core.face import LaidFace, Request
from carddesigner.core.geometry import Rect
from carddesigner.core.record import Record
from carddesigner.core.report import Diagnostic, Problem, Report
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import FaceRef, LoadedComponent
from carddesigner.layout.booklet_pages import BookletPage, bind
from carddesigner.layout.cards import Chosen
from carddesigner.layout.faces import DeckFaces, Page
from carddesigner.layout.figures import FigureProblems, figure_drawer
from carddesigner.layout.pages import FilledPage, set_pages
from carddesigner.layout.piece import LaidPiece
from carddesigner.layout.zones import ZoneLayout
from carddesigner.template.faces import card_scope


class _Filled(Struct, frozen=True):
    """A text set in pages (None if its face has no flow), the problems of its setting and its figures, and the steps
    taken.
    """

    pages: tuple[FilledPage, ...] | None
    report: Report
    resolving: tuple[Diagnostic, ...]
    steps: int
    requested: Mapping[Request, object]
    held: object


class TextPieces(Struct):
    """Lays out the running texts of a deck. ``counts``: the number of pages by component, or of cards with text on both
    sides, of the texts laid out so far.
    """

    faces: DeckFaces
    counts: dict[str, int] = field(default_factory=dict)

    def pieces(self, component: LoadedComponent, chosen: Chosen) -> Iterator[LaidPiece]:
        """Yield running text on instruction cards, or on the pages of a booklet or leaflet."""
        texts = self._filled(component)
        if not texts:
            return
        if component.fills_both:
            yield from self._on_both_sides(component, texts, chosen)
            return
        folding = component.folding
        plan = tuple(BookletPage("text", n) for n in range(len(texts)))
        try:
            if folding is not None:
                plan = bind(len(texts), folding.fold, cover=folding.cover is not None, back=component.back is not None)
                self.counts[component.id] = len(plan)
        except Problem as problem:
            self.faces.report.add(problem, component.span, card=component.id)
            return
        selected = {n for n in range(1, len(plan) + 1) if chosen.selects(_page_card(component, n))}
        chapter = ""
        for number, page in enumerate(plan, 1):
            # Half a booklet can't be folded.
            if not selected or (folding is None and number not in selected):
                continue
            card = _page_card(component, number)
            text = texts[page.text] if page.kind == "text" else None
            chapter = text.chapter if text is not None else chapter
            scope = _page_scope(component, number, len(plan), chapter, blank=page.kind == "blank")
            own = Page(scope, partial(_placed, text), text)
            if folding is None:
                faces = self.faces.both(component, card, 1, (component.front, component.back), own)
            else:
                ref = {"cover": folding.cover, "back": component.back}.get(page.kind, component.front)
                face = self.faces.face(component, card, "front", 1, ref, own)
                assert face is not None
                faces = face, None
            yield LaidPiece(card.id, component.id, (faces,) * component.copies, faces)

    def _on_both_sides(
        self, component: LoadedComponent, texts: tuple[FilledPage, ...], chosen: Chosen
    ) -> Iterator[LaidPiece]:
        """Yield running text on instruction cards, a page of text on each side; the last card's back may have no
        text.
        """
        chapter, count = "", _cards_of(component, len(texts))
        for number in range(1, count + 1):
            card, faces = _page_card(component, number), list[LaidFace | None]()
            both = (("front", component.front), ("back", component.back))
            for n, (side, ref) in enumerate(both, 2 * number - 2):
                text = texts[n] if n < len(texts) else None
                chapter = text.chapter if text is not None else chapter
                scope = _page_scope(component, n + 1, 2 * count, chapter, blank=text is None)
                page = Page(scope, partial(_placed, text), text)
                faces.append(self.faces.face(component, card, side, 1, ref, page) if chosen.selects(card) else None)
            front, back = faces
            if front is not None:
                yield LaidPiece(card.id, component.id, ((front, back),) * component.copies, (front, back))

    def _filled(self, component: LoadedComponent) -> tuple[FilledPage, ...]:
        """Return the text set in the front's flow; empty if it has a problem, which is reported."""
        assert component.front is not None
        layout, deck, spec = self.faces.layout(component), self.faces.deck, self.faces.spec(component.front)
        # An unknown board in the flow was already reported there.
        figure_problems = FigureProblems(any(d.code == "unknown-board" for d in self.faces.report.errors))
        facts = (deck.facts, deck.palette_record, deck.deck.language, component.id, component.copies)
        key = ("filled", id(spec), id(component.blocks), layout.key, figure_problems.is_board_reported, *facts)
        filled: _Filled | None = self.faces.cache.get(key)
        if filled is None or not deck.assets.gives(filled.requested):
            apart = self.faces.apart()
            before = spent()
            pages, requested = deck.assets.recording(partial(_fill, apart, component, layout, figure_problems))
            problems, held = tuple(figure_problems.resolving.problems), (spec, component.blocks)
            filled = _Filled(pages, apart.report, problems, spent() - before, requested, held)
            self.faces.cache.put(key, filled)
        else:
            spend(filled.steps)
        self.faces.problems.take(filled.report, filled.resolving)
        self.counts[component.id] = _cards_of(component, len(filled.pages or ()))
        if filled.pages is None and not self.faces.report.errors:
            _report_no_flow(self.faces, component.front)
        return filled.pages or ()


def _fill(
    faces: DeckFaces, component: LoadedComponent, layout: ZoneLayout, figure_problems: FigureProblems
) -> tuple[FilledPage, ...] | None:
    """Return the text in pages, or None if no zone has a flow."""
    assert component.front is not None
    resolver = faces.resolvers[component.front.template]
    scope = card_scope(faces.deck, LoadedCard("", component.id, 1, Record({}), None), "front", 1)
    pages: tuple[FilledPage, ...] | None = None

    def measure(look: FlowSettings, frame: Rect) -> Placed:
        nonlocal pages
        draw = figure_drawer(resolver, layout, look, scope, figure_problems, faces.report)
        made, problems = set_pages(component.blocks or (), look, frame.width, frame.height, draw)
        pages = (*(pages or ()), *made)
        for problem in problems:
            faces.report.add(problem, card=component.id)
        return Placed(())

    card = _page_card(component, 1)
    page = Page(_page_scope(component, 1, 1), measure, is_filled=False)
    faces.face(component, card, "front", 1, component.front, page)
    if component.fills_both and component.back is not None:
        flows = list[Rect]()

        def met(_look: FlowSettings, frame: Rect) -> Placed:
            flows.append(frame)
            return Placed(())

        page = Page(_page_scope(component, 2, 2), met, is_filled=False)
        faces.face(component, card, "back", 1, component.back, page)
        if not flows and pages is not None:
            _report_no_flow(faces, component.back)
    spec = faces.spec(component.front)
    faces.problems.add(card, "front", spec, figure_problems.resolving.problems, figure_problems.placing.problems)
    return pages


def _report_no_flow(faces: DeckFaces, ref: FaceRef) -> None:
    message = f"face {ref.face!r} has no zone with `flow`, so the text has no place"
    faces.report.error("no-flow", message, ref.span)


def _page_scope(
    component: LoadedComponent, number: int, pages: int, chapter: str = "", *, blank: bool = False
) -> dict[str, object]:
    """Return the names that the face of a page may use."""
    right = component.folding is not None and component.folding.binds_right
    inner = "right" if (number % 2 == 1) == right else "left"
    return {"page": number, "pages": pages, "inner": inner, "chapter": chapter, "blank": blank}


def _cards_of(component: LoadedComponent, pages: int) -> int:
    """Return how many pieces the pages of text need."""
    return -(-pages // 2) if component.fills_both else pages


def _placed(text: FilledPage | None, _look: FlowSettings, frame: Rect) -> Placed:
    """Return the text of a page's frame; empty for a page without text. Raises Problem for a frame of another size."""
    return Placed(text.placed(frame) if text is not None else ())


def _page_card(component: LoadedComponent, number: int) -> LoadedCard:
    return LoadedCard(f"{component.id}-{number:03d}", component.id, component.copies, Record({}), component.span)
