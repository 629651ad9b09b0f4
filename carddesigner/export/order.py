"""What is ordered of a deck at a print service: its products with their cards, and the reasons why others can't be
made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.export.names import picture_stems
from carddesigner.impose.pieces import PageLook
from carddesigner.layout.piece import LaidPiece
from carddesigner.schema.stock import CardStock, Chamfer, SquareStock
from carddesigner.source.yaml import find
from carddesigner.targets.target import Product, Target

_NOISE = 1e-3 * MM
"""The largest rounding error in sums of lengths."""


class Line(Struct, frozen=True):
    """A card, or one of its copies if these differ: its number in the order, its title, the beginning of its files'
    names, both sides, and the number of prints.
    """

    number: int
    key: PieceKey
    title: str
    stem: str
    front: LaidFace
    back: LaidFace | None
    count: int


class Batch(Struct, frozen=True):
    """The cards of one product, with the bleed around each that is sent, in points."""

    product: Product
    bleed: float
    lines: tuple[Line, ...]
    pieces: tuple[LaidPiece, ...]

    @property
    def count(self) -> int:
        """The number of cards, copies included."""
        return sum(line.count for line in self.lines)

    @property
    def slug(self) -> str:
        """The product's name for use in file names."""
        name = self.product.name or f"{self.product.width / MM:.5g}x{self.product.height / MM:.5g}mm"
        return re.sub(r"[^\w.]+", "-", name.lower()).strip("-.") or "cards"

    @property
    def common_back(self) -> LaidFace | None:
        """The back that all cards share; None if there are several, or none."""
        backs = {id(line.back) for line in self.lines}
        return self.lines[0].back if len(backs) == 1 else None

    def look(self, front: LaidFace) -> PageLook:
        """How a card lies on its page, by its front: turned by 90° if the product's orientation differs."""
        return PageLook(self.bleed, not self.product.is_of(front.width, front.height))


class Order(Struct, frozen=True):
    """The whole order: a batch for each product, and the components that were left out, with their numbers of
    pieces.
    """

    batches: tuple[Batch, ...]
    left_out: tuple[tuple[str, int], ...]


def check_left_out(deck: LoadedDeck, leave_out: Sequence[str]) -> None:
    """Raise OptionError for components to leave out that the deck doesn't have."""
    there = [c.id for c in deck.components]
    unknown = [name for name in leave_out if name not in there]
    if unknown:
        near = did_you_mean(unknown[0], there) or f"; there are {', '.join(there)}"
        raise OptionError(WrongOption("leave_out", f"the deck has no component {unknown[0]!r}{near}"))


def ordered(
    deck: LoadedDeck, pieces: Sequence[LaidPiece], target: Target, leave_out: Sequence[str], titles: dict[PieceKey, str]
) -> Order:
    """Sort laid-out pieces into an order. Raises DeckError with everything that the service can't make."""
    components = {c.id: c for c in deck.components}
    printed = [p for p in pieces if p.copies]
    wanted = [p for p in printed if p.component not in leave_out]
    left = Counter[str]()
    for piece in printed:
        if piece.component in leave_out:
            left[piece.component] += len(piece.copies)
    report = Report()
    if not wanted:
        report.fail("nothing-selected", "nothing is left to be sent", hint="leave out fewer components")
    _refuse(deck, wanted, target, report, [*leave_out])
    if target.page_order != "any" and all(p.first[1] is None for p in wanted):
        message = f"no card has a back, and {target.target} prints two sides of each: pages come in pairs"
        report.error("service-back", message, components[wanted[0].component].span, hint="give the component a `back`")
    report.raise_errors()
    return Order(tuple(_batches(deck, wanted, target, titles)), tuple(left.items()))


def _refuse(
    deck: LoadedDeck, pieces: Sequence[LaidPiece], target: Target, report: Report, leave_out: list[str]
) -> None:
    """Report all components with pieces that the service can't make."""
    components = {c.id: c for c in deck.components}
    refused: dict[str, list[tuple[str, str, Span]]] = {}
    bleeds: dict[tuple[str, str], tuple[float, Span]] = {}
    short: dict[tuple[str, str], tuple[float, Span]] = {}
    for piece in pieces:
        own = components[piece.component]
        cut = piece.cut or own
        why = _why_not(cut, piece, target)
        if why is not None:
            code, message = why
            if (code, message, own.span) not in refused.setdefault(own.id, []):
                refused[own.id].append((code, f"{own.id}: {message}", own.span))
            continue
        was = _own_bleed(own, cut)
        lacks = _lacking(piece, target)
        if lacks > 0:
            bleeds.setdefault((cut.stock_name, f"{piece.first[0].bleed / MM:.4g}"), (lacks, _bleed_of(deck, cut)))
        elif was < target.bleed:
            for face in filter(None, piece.first):
                if _ends_at(face, was, target.bleed):
                    short.setdefault((own.id, face.id), (was, own.span))
    others = [c.id for c in deck.components if c.id in {p.component for p in pieces} and c.id not in refused]
    names = ",".join((*leave_out, *refused))
    hint = f"--leave-out {names} sends the others, {', '.join(others)}" if others else None
    for problems in refused.values():
        for code, message, span in dict.fromkeys(problems):
            report.error(code, message, span, hint=hint)
    for (stock, has), (lacks, span) in bleeds.items():
        wants = f"{target.bleed / MM:.4g} mm"
        needs = float(has) * MM + lacks
        message = f"the stock {stock} has {has} mm of bleed, and {target.target} wants {wants}"
        hint = f"write `bleed: {_up(needs)}mm` or more, and lay what reaches the cut `in: bleed`, so that it goes on that far"
        report.error("service-bleed", message, span, hint=hint)
    for (component, shown), (was, span) in short.items():
        ends, wants = f"{was / MM:.4g} mm", f"{target.bleed / MM:.4g} mm"
        message = f"{component}: art of {shown} ends {ends} outside the cut, and {target.target} wants {wants}"
        report.error("service-bleed", message, span, hint="lay it `in: bleed`, or further out by a box of its own")


def _own_bleed(component: LoadedComponent, cut: LoadedComponent) -> float:
    """The bleed that the deck gives a piece."""
    stocks = component.choice.stocks if component.choice is not None else {}
    return stocks.get(cut.stock_name, component.stock).bleed


def _ends_at(face: LaidFace, bleed: float, wanted: float) -> bool:
    """Whether on some side art reaches the given bleed, and no art reaches as far as *wanted*."""
    frames = [zone.frame for zone in face.zones]
    sides = (
        [-f.x for f in frames],
        [-f.y for f in frames],
        [f.right - face.width for f in frames],
        [f.bottom - face.height for f in frames],
    )
    return any(bleed - _NOISE <= max(reach, default=0.0) < wanted - _NOISE for reach in sides)


def _up(points: float) -> str:
    """A length in millimetres, rounded up to thousandths."""
    thousandths = round(points / MM * 1000, 3)
    whole = int(thousandths) + (thousandths > int(thousandths))
    return f"{whole / 1000:g}"


def _why_not(cut: LoadedComponent, piece: LaidPiece, target: Target) -> tuple[str, str] | None:
    """Why a service can't make a piece, and what it makes instead: code and message; None if it can."""
    front = piece.first[0]
    size = f"{front.width / MM:.5g} × {front.height / MM:.5g} mm"
    makes = _made(target, front)
    if cut.folding is not None:
        what = "booklet" if cut.folding.fold is None else "leaflet"
        return "service-shape", f"a {what} is folded, and {target.target} makes cards"
    if cut.is_die or piece.stock is not None:
        what = "box" if cut.box is not None else "net"
        return (
            "service-shape",
            f"a {what} is cut along its own outline and folded, and {target.target} makes cards",
        )
    shape = _shape(cut)
    if shape is not None:
        return "service-shape", f"{shape}, {size}, and {target.target} cuts rectangles; {makes}"
    if target.sizes and target.product_of(front.width, front.height) is None:
        return "service-size", f"{size} is no size that {target.target} makes; {makes}"
    return None


def _made(target: Target, front: LaidFace) -> str:
    if not target.sizes:
        return "a card of any size will do"
    nearest = target.nearest(front.width, front.height)
    return f"the nearest is {nearest.millimetres}{f' ({nearest.name})' if nearest.name else ''}"


def _shape(cut: LoadedComponent) -> str | None:
    """The shape of a piece that isn't a rectangle; None for rectangles, with round corners too, which a service cuts by
    itself.
    """
    stock = cut.stock
    if isinstance(stock, SquareStock):
        return None
    if isinstance(stock, CardStock):
        return "corners are cut off straight" if isinstance(stock.corner, Chamfer) else None
    shape = str(getattr(stock, "shape", "another shape"))
    return f"{'an' if shape[:1] in 'aeiou' else 'a'} {shape}"


def _lacking(piece: LaidPiece, target: Target) -> float:
    """The bleed that a piece lacks, on the side where it lacks the most."""
    front, back = piece.first
    width, height = front.width, front.height
    match = target.product_of(width, height)
    if match is not None:
        product, turned = match
        width, height = (product.height, product.width) if turned else (product.width, product.height)
    out = 0.0
    for face in (front, back):
        if face is not None:
            beyond = target.bleed + max(width - face.width, height - face.height) / 2
            out = max(out, beyond - face.bleed - _NOISE)
    return out + _NOISE if out > 0 else 0.0


def _bleed_of(deck: LoadedDeck, cut: LoadedComponent) -> Span:
    """The place in the deck of the bleed of a component's stock."""
    return find(deck.root, ("stocks", cut.stock_name, "bleed")).span


def _batches(
    deck: LoadedDeck, pieces: Sequence[LaidPiece], target: Target, titles: dict[PieceKey, str]
) -> Iterator[Batch]:
    """Yield a batch for each product, in the order of their first pieces."""
    shown = {p.key: p.copies[:1] if len(set(p.copies)) == 1 and not _apart(target) else p.copies for p in pieces}
    every = dict.fromkeys((c.key for k in deck.components for c in k.cards), 1)
    stems = picture_stems({**every, **{key: len(copies) for key, copies in shown.items()}})
    batches: dict[Product, list[LaidPiece]] = {}
    for piece in pieces:
        batches.setdefault(_product(piece, target), []).append(piece)
    for product, of_product in batches.items():
        number, lines = 0, []
        for piece in of_product:
            copies = shown[piece.key]
            for n, (front, back) in enumerate(copies, 1):
                number += 1
                count = len(piece.copies) if len(copies) == 1 else 1
                title, stem = titles.get(piece.key, piece.id), stems[piece.key, n]
                lines.append(Line(number, piece.key, title, stem, front, back, count))
        bleeds = [f.bleed for p in of_product for f in p.first if f is not None]
        # A service without a required bleed gets the most bleed that all cards have.
        bleed = target.bleed if "bleed" in target.model_fields_set else min(bleeds)
        yield Batch(product, bleed, tuple(lines), tuple(of_product))


def _apart(target: Target) -> bool:
    """Whether copies that look the same have their own pictures."""
    return target.takes == "pictures" and target.each_copy


def _product(piece: LaidPiece, target: Target) -> Product:
    front = piece.first[0]
    product = target.product_of(front.width, front.height)
    return product[0] if product is not None else Product("", round(front.width, 3), round(front.height, 3))
