"""Arrange pages of text as the pages of a booklet or leaflet, with its cover, back cover and blank pages."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from carddesigner.core.folds import Fold
from carddesigner.core.report import Problem

Kind = Literal["cover", "text", "blank", "back"]


class BookletPage(Struct, frozen=True):
    """A page by its kind; ``text`` is the index of its page of text."""

    kind: Kind
    text: int = -1


def bind(texts: int, fold: Fold | None, *, cover: bool, back: bool) -> tuple[BookletPage, ...]:
    """Return the pages in order, one for each side of the folded sheets. A booklet (*fold* is None) is filled up with
    blank pages before its back cover. Raises Problem if the text is too long for the leaflet.
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
