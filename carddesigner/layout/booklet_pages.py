"""Pages of text to the pages of a booklet or leaflet: its cover, its back, and blank ones to fill it up."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from carddesigner.core.folds import Fold
from carddesigner.core.report import Problem

Kind = Literal["cover", "text", "blank", "back"]


class BookletPage(Struct, frozen=True):
    """A page by what stands on it; ``text`` is the number of the page of text, from 0."""

    kind: Kind
    text: int = -1


def bind(texts: int, fold: Fold | None, *, cover: bool, back: bool) -> tuple[BookletPage, ...]:
    """The pages in order, as many as the sheets have sides. A booklet (no *fold*) has blank ones before its back.

    Raises Problem for a leaflet's text that is too long.
    """
    inner = [BookletPage("text", n) for n in range(texts)]
    if fold is None:
        front = [BookletPage("cover")] if cover else []
        last = [BookletPage("back")] if back else []
        blank = [BookletPage("blank")] * (-(len(front) + texts + len(last)) % 4)
        return (*front, *inner, *blank, *last)
    fixed = {1: BookletPage("cover")} if cover else {}
    if back:
        fixed[fold.back] = BookletPage("back")
    free = fold.panels - len(fixed)
    if texts > free:
        with_fixed = f" beside its {' and '.join(p.kind for p in fixed.values())}" if fixed else ""
        message = f"the text fills {texts} panels; folded so, the sheet has {free}{with_fixed}"
        hint = "shorten the text, make it smaller, or choose another `fold` or a `booklet`"
        raise Problem("text-overflow", message, hint=hint)
    inner += [BookletPage("blank")] * (free - texts)
    return tuple(fixed.get(n) or inner.pop(0) for n in range(1, fold.panels + 1))
