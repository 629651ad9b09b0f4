"""The face on a page, also while something is dragged or typed that is not written yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Matrix
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.core.source import Span
from carddesigner.core.units import MM
from carddesigner.designer.faces import ShownFace, named, shown_too, shown_zones, zone_frame, zone_info
from carddesigner.designer.found import all_found
from carddesigner.designer.message_parts import Found, Side
from carddesigner.designer.messages import AskFiles, Broken, FaceFile, FaceFiles, FaceInfo, FromServer, Patch, Picture
from carddesigner.designer.session import Session, message_of
from carddesigner.draw.svg import SvgPainter, Written, face_svg, in_page, path_data
from carddesigner.layout.piece import LaidPiece
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.template.moved import Moved

MAX_DEFINED = 4_000
"""Definitions that pictures refer to, after which the next face starts anew."""
MAX_FILES = 32
"""The most faces that one request returns as files."""


class FaceView:
    """The face that one page shows. Each page has its own view, since the definitions that its pictures refer to are
    sent to it only once.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.painter: SvgPainter | None = None
        self.written = Written()
        self.shown: ShownFace | None = None
        self.overfull: tuple[Found, ...] = ()
        """The texts that don't fit, in the face as it was last laid out."""
        self.cards: tuple[PieceKey, ...] = ()
        """The deck's cards when a face was last shown."""
        self.dragged: LaidFace | None = None
        """The face during a drag."""

    def show(self, component: str, id: str, side: Side) -> FaceInfo | Broken:
        """Show a face, which the page edits from then on. If its card is gone, the card in its place is shown."""
        self.let_go()
        try:
            there = self._there(PieceKey(component, id))
            face = self._shown(there, side)
            return face if there.id == id else replace(face, requested=id)
        except DeckError as problem:
            return self.session.broken(problem)

    def _there(self, key: PieceKey) -> PieceKey:
        """Return a card, or the one that took its place. Raises DeckError."""
        before, now = self.cards, self.session.loaded().cards
        self.cards = tuple(now)
        if not now or key in now or key not in before:
            return key
        at = before.index(key)
        if len(now) == len(before):
            return self.cards[at]
        return next((k for k in (*before[at:], *before[at::-1]) if k in now), self.cards[0])

    def _shown(self, key: PieceKey, side: Side) -> FaceInfo:
        loaded = self.session.loaded()
        piece, overfull = self.piece(key)
        sides: tuple[Side, ...] = ("front", "back") if piece.face("back") is not None else ("front",)
        side = side if side in sides else "front"
        face = piece.face(side)
        assert face is not None
        written = self.session.places(loaded)
        source = loaded.templates.get(face.id.partition("#")[0])
        own_file = written.files.get(source.root.span.path) if source is not None else None
        self.shown = ShownFace(key, side, face, written, own_file if written.can_write(own_file) else None)
        fresh = self.painter is None or self.painter.defined > MAX_DEFINED
        if fresh or self.painter is None:
            self.painter = SvgPainter(loaded.assets.face, loaded.assets.picture_bytes)
        self.painter.face_of, self.painter.picture_of = loaded.assets.face, loaded.assets.picture_bytes
        pictures = tuple(Picture(name, in_page(self.painter.items(zone.items))) for name, zone in named(face.zones))
        component = next(c for c in loaded.components if c.id == key.component)
        stock = (piece.cut or component).stock if piece.stock is None else piece.stock
        safe = stock.safe_region() if piece.stock is None else None
        on, all_zones = face.id.rpartition("#")[2], tuple(self.shown.zones.values())
        return FaceInfo(
            component=key.component,
            id=key.id,
            side=side,
            sides=sides,
            width=face.width / MM,
            height=face.height / MM,
            bleed=face.bleed / MM,
            safe=getattr(stock, "safe", 0.0) / MM,
            outline=path_data(face.outline),
            safe_outline=path_data(safe.polygon) if safe is not None else "",
            zones=tuple(
                zone_info(z, written, self.shown.own_file, shown_too(z, written, on, all_zones)) for z in all_zones
            ),
            pictures=pictures,
            definitions=in_page(self.painter.new_definitions()),
            reset=fresh,
            overfull=tuple(f.zone for f in overfull),
        )

    def with_texts(self, texts: Mapping[Path, str]) -> list[FromServer]:
        """Return the face as it would be with these texts, which aren't saved."""
        if self.shown is None:
            return []
        deck, (key, side) = self.session.deck, (self.shown.key, self.shown.side)
        self.dragged = None
        deck.stand_in(texts)
        try:
            return [self._shown(key, side)]
        except DeckError as problem:
            return [self.session.broken(problem, texts)]
        finally:
            deck.stand_in({})

    def files(self, request: AskFiles) -> FaceFiles:
        """Return faces as separate files."""
        out = []
        for component, id in request.keys[:MAX_FILES]:
            try:
                piece, _ = self.piece(PieceKey(component, id))
                out.append(self.drawn(piece, request.side))
            except DeckError as problem:
                out.append(FaceFile(component, id, "", message_of(problem)))
        return FaceFiles(request.side, tuple(out))

    def drawn(self, piece: LaidPiece, side: Side) -> FaceFile:
        """Return a piece's face as a separate file. Raises DeckError."""
        assets = self.session.loaded().assets
        face = piece.face(side) or piece.first[0]
        files = assets.face, assets.picture_bytes
        svg = face_svg(face, piece.id, *files, bleed=False, cut=True, written=self.written)
        return FaceFile(piece.component, piece.id, svg)

    def on_page(self) -> ShownFace:
        """Return the face on the page, with the current places in its files. Raises EditProblem and DeckError."""
        if self.shown is None:
            raise EditProblem("no face is shown")
        if not self.session.deck.unsaved:
            places = self.session.places(self.session.loaded())
            if self.shown.places is not places:
                # If a face can't be laid out any more, it stays on the page while its files change.
                self.shown.places, self.shown.texts = places, {}
        return self.shown

    def again(self) -> list[FromServer]:
        """Return the face on the page in its current state."""
        if self.shown is None:
            return []
        key, side = self.shown.key, self.shown.side
        return [self.show(key.component, key.id, side)]

    # Edits that are not written yet.

    def moved(self, moves: Callable[[], Mapping[Span, Moved]]) -> LaidFace | None:
        """Return the face with zones moved, as it will be once that is written; None if that requires reading the
        files. Raises DeckError.
        """
        shown = self.on_page()
        if self.session.deck.unsaved:
            return None
        if shown.tried is None:
            shown.tried = self.session.deck.tried(shown.key)
        if shown.tried is None:
            return None
        report = Report()
        try:
            piece = shown.tried.piece(moves(), report)
        except ValueError:
            return None
        _only_overfull(report)
        self.overfull = all_found(report.errors)
        return piece.face(shown.side)

    def laid(self, texts: Mapping[Path, str]) -> LaidFace:
        """Return the face as it is if files have these texts, which stay in place for the next step of a drag. Raises
        DeckError.
        """
        shown = self.on_page()
        before = dict(self.session.deck.unsaved)
        self.session.deck.stand_in(texts)
        try:
            piece, self.overfull = self.piece(shown.key)
        except DeckError:
            self.session.deck.stand_in(before)
            raise
        face = piece.face(shown.side)
        assert face is not None
        return face

    def piece(self, key: PieceKey) -> tuple[LaidPiece, tuple[Found, ...]]:
        """Return a piece, and the texts on it that don't fit. Raises DeckError for all other errors."""
        piece, report = self.session.deck.laid_piece(key)
        _only_overfull(report)
        assert piece is not None
        return piece, all_found(report.errors)

    def patched(self, seq: int, laid: Callable[[], LaidFace]) -> Patch:
        """Return the changes of a face that isn't written yet, or what is wrong with it."""
        try:
            return self._patch(laid(), seq)
        except (DeckError, Problem) as problem:
            return Patch(seq, problem=message_of(problem))

    def _patch(self, face: LaidFace, seq: int) -> Patch:
        """Return the differences between a face and the one sent before."""
        shown = self.on_page()
        assert self.painter is not None
        last = set(map(id, (self.dragged or shown.face).zones))
        self.dragged = face
        new = [(name, zone) for name, zone in named(face.zones) if id(zone) not in last]
        pictures = tuple(Picture(name, in_page(self.painter.items(zone.items))) for name, zone in new)
        outers = {name: shown.zones[name].outer for name, _ in new if name in shown.zones}
        frames = shown_zones([zone for _, zone in new], lambda key, _: outers.get(key, Matrix()))
        return Patch(
            seq,
            tuple(map(zone_frame, frames)),
            pictures,
            in_page(self.painter.new_definitions()),
            overfull=tuple(f.zone for f in self.overfull),
            problem=self.overfull[0].message if self.overfull else "",
        )

    def let_go(self) -> None:
        """End a drag."""
        self.dragged = None
        self.session.deck.stand_in({})


def _only_overfull(report: Report) -> None:
    """Raise DeckError unless the only errors are texts that don't fit, which the page shows."""
    if any(e.code != "text-overflow" for e in report.errors):
        report.raise_errors()
