"""The faces of a component's cards: whether they exist and fit its stock."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from msgspec import Struct

from carddesigner.core.report import Problem, Related, Report, did_you_mean
from carddesigner.deck.cards import LoadedCard
from carddesigner.deck.loaded import FaceRef, LoadedComponent, LoadedDeck
from carddesigner.schema.dies import DieStock
from carddesigner.tables.table import Cells, cells_of
from carddesigner.template.expressions import ExpressionProblem
from carddesigner.template.faces import CardFaces, card_faces
from carddesigner.template.spec import Template

Sides = tuple[FaceRef | None, FaceRef | None]
"""The faces of front and back."""


class ComponentSides(Struct):
    """Both sides of a component's cards. ``same`` has those of all cards; None if cards name their own."""

    component: LoadedComponent
    report: Report
    front: CardFaces | None
    back: CardFaces | None
    same: tuple[Sides] | None
    fits: Callable[[FaceRef, Template], bool]
    _cells: Cells | None = None

    def of(self, card: LoadedCard) -> tuple[Sides, ...] | None:
        """Return the sides of all copies of a card, or of each copy; None if there are none, which is reported."""
        if self.same is not None:
            return self.same
        front, back = self._refs(self.front, card), self._refs(self.back, card)
        if not front or not back:
            return None
        copies = max(len(front), len(back))
        return tuple(zip(front * (copies // len(front)), back * (copies // len(back)), strict=True))

    def _refs(self, faces: CardFaces | None, card: LoadedCard) -> tuple[FaceRef | None, ...]:
        """Return a side's face for all copies or for each; empty for a problem, which is reported."""
        if faces is None:
            return (None,)
        try:
            refs = faces.of(card)
        except ExpressionProblem as problem:
            self._report_problem(problem, faces, card)
            return ()
        return refs if all([self.fits(ref, faces.template) for ref in dict.fromkeys(refs)]) else ()

    def _report_problem(self, problem: ExpressionProblem, faces: CardFaces, card: LoadedCard) -> None:
        """Report a problem at the card's cell if that names an unknown face, else at the expression."""
        span, related = faces.ref.span, list[Related]()
        table = self.component.table
        if table is not None and card.span is not None:
            related = [Related(card.span, "for this card")]
            if problem.code == "unknown-face":
                self._cells = self._cells or cells_of(table)
                related = [Related(span, f"which takes the {faces.side} from it")]
                span = self._cells.place(card.row_number, faces.reads) or span
        self.report.add(problem, span, related=related, card=card.id)


def component_sides(
    deck: LoadedDeck, component: LoadedComponent, template_of: Callable[[str], Template], report: Report
) -> ComponentSides | None:
    """Return the sides of a component's cards, or None if none can be laid out, which is reported. Sides named by cards
    are checked later.
    """
    fine = True
    fits = cache(partial(_fits, component, report))
    both: list[CardFaces | None] = []
    cover = component.folding.cover if component.folding is not None else None
    for side, ref in (("front", component.front), ("back", component.back), ("cover", cover)):
        if ref is None:
            both.append(None)
            continue
        template = template_of(ref.template)
        try:
            both.append(card_faces(deck, side, ref, template))
            if not ref.varies and ref.face not in template.faces:
                near = did_you_mean(ref.face, template.faces)
                message = f"template {ref.template!r} has no face {ref.face!r}{near}"
                there = f"template {ref.template!r} has {', '.join(template.faces) or 'no faces'}"
                raise Problem("unknown-face", message, hint=there, fix=near.fix)
            fine = (ref.varies or fits(ref, template)) and fine
        except Problem as problem:
            report.add(problem, ref.span)
            fine = False
    if not fine:
        return None
    sides = component.front, component.back
    same = (sides,) if not any(ref is not None and ref.varies for ref in sides) else None
    return ComponentSides(component, report, both[0], both[1], same, fits)


def _fits(component: LoadedComponent, report: Report, ref: FaceRef, template: Template) -> bool:
    """Whether the component's stock has the regions of a face's zones; a missing one is reported."""
    stock = component.stock
    what = f"the {stock.die.what}" if isinstance(stock, DieStock) else f"stock {component.stock_name!r}"
    regions = stock.regions()
    wrong = [z for z in template.faces[ref.face].zones if z.region is not None and z.region not in regions]
    for zone in wrong:
        near, hint = did_you_mean(str(zone.region), regions), f"it has {', '.join(regions)}"
        message = f"{what} has no region {zone.region!r}{near}"
        report.error("unknown-region", message, zone.span, zone=zone.id, hint=hint, fix=near.fix)
    return not wrong
