"""The checklist for an order at a print service: what to do there, and what each file is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from carddesigner.core.html import html_page
from carddesigner.core.report import series
from carddesigner.core.units import MM
from carddesigner.export.base import ExportJob
from carddesigner.export.order import Batch, Order
from carddesigner.targets.target import Target

if TYPE_CHECKING:
    from carddesigner.export.bitmaps import Side
    from carddesigner.export.service import Sent

_PAGE = Path(__file__).with_suffix(".html")
_ADDRESS = re.compile(r"(https://[^\s,;]+)")
_STANDARDS = {"pdfx4": "PDF/X-4", "pdfx1a": "PDF/X-1a:2003"}


class _Card(Struct, frozen=True):
    """A line of the list: thumbnails of both sides, and what to do with the card's files."""

    number: int
    title: str
    component: str
    count: int
    front: str
    back: str | None
    files: tuple[str, ...]
    turned: bool


class _Part(Struct, frozen=True):
    """A product, the steps for ordering it, and its cards."""

    heading: str
    steps: tuple[str, ...]
    cards: tuple[_Card, ...]


def checklist(
    job: ExportJob,
    target: Target,
    sent: Sequence[Sent],
    order: Order,
    thumbs: Mapping[tuple[int, bool, Side], str],
) -> str:
    """The page as HTML; *thumbs* are the data URLs of thumbnails of faces, turned or not."""
    deck = job.deck
    parts = tuple(_Part(_heading(s.batch), tuple(_steps(s, target)), tuple(_cards(s, target, thumbs))) for s in sent)
    return html_page(
        _PAGE,
        title=deck.title,
        language=deck.deck.language,
        service=target.target,
        source=[(part, part.startswith("https://")) for part in _ADDRESS.split(target.source) if part],
        checked=target.checked,
        count=sum(s.batch.count for s in sent),
        different=sum(len(s.batch.lines) for s in sent),
        wants=tuple(_wants(target, sent)),
        parts=parts,
        left_out=order.left_out,
        archive=job.options.zip,
    )


def _heading(batch: Batch) -> str:
    name = f"{batch.product.name}, " if batch.product.name else ""
    return f"{name}{batch.product.millimetres}, {_cards_of(batch.count)}"


def _cards_of(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _wants(target: Target, sent: Sequence[Sent]) -> Iterator[str]:
    """What holds for all files."""
    colours = {"any": "the deck's colours", "rgb": "RGB", "cmyk": "CMYK"}[target.colour]
    if target.takes == "pictures":
        yield f"PNG, {colours}, {target.dpi:g} dpi"
    else:
        standard = f"{_STANDARDS[target.standard]}, " if target.standard is not None else ""
        ink = f", no more than {target.max_ink:g} % of ink" if target.max_ink is not None else ""
        yield f"PDF, {standard}{colours}{ink}"
    bleeds = dict.fromkeys(f"{s.batch.bleed / MM:.4g}" for s in sent)
    yield f"{series(list(bleeds))} mm of bleed around each card"
    if target.safe:
        yield f"texts {target.safe / MM:.4g} mm inside the cut are safe"
    if target.outlined_text:
        yield "letters are outlines"


def _steps(sent: Sent, target: Target) -> Iterator[str]:
    """The steps at the service, in order."""
    batch = sent.batch
    product = f"“{batch.product.name}”" if batch.product.name else f"cards of {batch.product.millimetres}"
    different = f", {len(batch.lines)} of them different" if len(batch.lines) != batch.count else ""
    yield f"Choose {product}: {_cards_of(batch.count)}{different}."
    if sent.pdf is not None:
        pages = sent.sides * (batch.count if target.each_copy else len(batch.lines))
        sides = {
            "back-front": "of each card the back's page comes first, then the front's",
            "front-back": "of each card the front's page comes first, then the back's",
            "any": "of each card the front's page comes first, then the back's",
        }[target.page_order if sent.sides == 2 else "any"]
        each = "every copy has its own" if target.each_copy else "copies have the same"
        if sent.sides == 1:
            sides = "a page for each card"
        yield f"Upload “{sent.pdf}”. It has {pages} pages: {sides}; {each}."
        if not target.each_copy:
            yield "Order as many of each card as its line says."
        if sent.sides == 2 and any(line.back is None for line in batch.lines):
            yield "Cards without a back have an empty page for it."
    else:
        width, height = (
            (side + 2 * batch.bleed) * target.dpi / 72 for side in (batch.product.width, batch.product.height)
        )
        fronts = str(Path(sent.names[0].front).parent)
        yield f"Upload the pictures in “{fronts}”, {width + 1e-6:.0f} × {height + 1e-6:.0f} pixels each, as fronts."
        if any(line.count > 1 for line in batch.lines):
            yield "Give each card the number of its line; in the names of files it is the one after “x”."
        yield from _backs(sent)
    if any(batch.look(line.front).turned for line in batch.lines):
        yield "Cards that lie are turned by a quarter, to stand as the product does."
    yield "Look through all cards in the service's preview, fronts and backs, before you order."


def _backs(sent: Sent) -> Iterator[str]:
    backs = [names.back for names in sent.names if names.back is not None]
    if not backs:
        yield "These cards have no backs: choose blank ones."
    elif sent.batch.common_back is not None:
        yield f"Use “{backs[0]}” as the back of all cards."
    else:
        yield f"Upload the pictures in “{Path(backs[0]).parent}” as backs: each belongs to the front whose file has the same name."
        if len(backs) < len(sent.names):
            yield "Cards that have no back in the list stay blank there."


def _cards(sent: Sent, target: Target, thumbs: Mapping[tuple[int, bool, Side], str]) -> Iterator[_Card]:
    for at, line in enumerate(sent.batch.lines):
        turned = sent.batch.look(line.front).turned
        if sent.pdf is not None:
            first, each = sent.pages[at], line.count if target.each_copy else 1
            last = first + sent.sides * each - 1
            files: tuple[str, ...] = (f"pages {first} to {last}" if last > first else f"page {first}",)
        else:
            names = sent.names[at]
            files = (names.front, *((names.back,) if names.back is not None else ()))
        back = thumbs[id(line.back), turned, "back"] if line.back is not None else None
        front = thumbs[id(line.front), turned, "front"]
        yield _Card(line.number, line.title, line.key.component, line.count, front, back, files, turned)
