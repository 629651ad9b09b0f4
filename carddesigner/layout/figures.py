"""Figures in running text: parts and boards of the template, drawn at their own sizes."""

from __future__ import annotations

from msgspec import Struct, field

from carddesigner.contents.board import Board, BoardContent
from carddesigner.contents.flow import FlowSettings
from carddesigner.contents.zone import ZoneSettings
from carddesigner.core.geometry import Rect
from carddesigner.core.report import Report, did_you_mean
from carddesigner.layout.pages import Drawn, DrawPart
from carddesigner.layout.zones import Placing, ZoneLayout
from carddesigner.template.resolve import Resolver, Resolving, Scope
from carddesigner.template.spec import PartCall, Template, ZoneSpec
from carddesigner.text.document import Figure


class FigureProblems(Struct):
    """The problems with the figures of a text; ``is_board_reported`` if the flow's board was already reported."""

    is_board_reported: bool
    resolving: Resolving = field(default_factory=Resolving)
    placing: Placing = field(default_factory=Placing)


def figure_drawer(
    resolver: Resolver, layout: ZoneLayout, look: FlowSettings, scope: Scope, problems: FigureProblems, report: Report
) -> DrawPart:
    """Return a function that draws parts at their own width and boards as wide as their cells."""
    specs: dict[str, ZoneSpec] = {}

    def draw(figure: Figure, width: float) -> Drawn | None:
        key = f"```{figure.source}" if figure.is_board else figure.source
        if key not in specs:
            content = _content(figure, look, resolver.template, problems, report)
            if content is None:
                return None
            name = "board" if figure.is_board else figure.source
            specs[key] = ZoneSpec(name, None, None, ZoneSettings(), content, (), frozenset(), figure.span, {})
        zone = resolver.resolved(specs[key], scope, problems.resolving).zone
        if zone is None:
            return None
        if isinstance(zone.content, Board):
            own, height = zone.content.size
        else:
            size = resolver.template.parts[figure.source].size
            assert size is not None
            own, height = size[0].of(width), size[1].of(width)
        return Drawn(layout.placed(zone, Rect(0.0, 0.0, own, height), problems.placing).items, own, height)

    return draw


def _content(
    figure: Figure, look: FlowSettings, template: Template, problems: FigureProblems, report: Report
) -> PartCall | BoardContent | None:
    """Return the content a figure names, for a zone of its own, or None if it doesn't exist, which is reported."""
    if figure.is_board:
        if look.board is None:
            message = "the text's `flow` names no `board`, so its letters stand for nothing"
            report.error("unknown-board", message, figure.span)
            return None
        if look.board not in template.boards and problems.is_board_reported:
            return None  # reported where the flow names it
        return BoardContent.model_construct(board=look.board, position=figure.source)
    part = template.parts.get(figure.source)
    if part is None or part.size is None:
        problem = "has no `size`" if part else f"is not there{did_you_mean(figure.source, template.parts)}"
        report.error("unknown-part", f"part {figure.source!r} {problem}", figure.span)
        return None
    return PartCall(figure.source, None, figure.span)
