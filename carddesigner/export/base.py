"""What an exporter is, what it is given, and the pictures that it may ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn, Protocol

from msgspec import Struct

from carddesigner.core.face import LaidFace
from carddesigner.core.report import Progress, Report
from carddesigner.export.names import picture_stems
from carddesigner.impose.cut_paths import CutPaths
from carddesigner.impose.sheet import Sheet

if TYPE_CHECKING:
    from PIL.Image import Image

    from carddesigner.core.worker import Again, Workers
    from carddesigner.deck.deck import LoadedDeck
    from carddesigner.export.bitmaps import Shown, Side
    from carddesigner.export.options import ExportOptions
    from carddesigner.impose.pieces import PageLook
    from carddesigner.inks.proof import SoftProof
    from carddesigner.layout.deck import LaidPiece
    from carddesigner.targets.target import Target

SHEET_OPTIONS = frozenset(
    (
        *(
            "paper",
            "duplex",
            "gutter",
            "marks",
            "mark_inset",
            "mark_length",
            "mark_side",
            "skip",
            "order",
            "share",
            "copies",
        ),
        *("printer", "sheet_layout"),
    )
)
"""Fields of ExportOptions that say how sheets are printed, as those of PrintOptions do that have these names."""
PICTURE_OPTIONS = frozenset(
    ("dpi", "bleed", "cut", "side", "layout", "simulate_shift", "soft_proof", "jobs", *SHEET_OPTIONS)
)
"""Fields of ExportOptions that those exporters take which ask for pictures."""
CUT_OPTIONS = frozenset(("perforate", "dpi", *SHEET_OPTIONS))
"""Those of exporters for cutting machines."""
DPI = 300
"""Dots per inch of these pictures, unless others are asked for."""


Fill = bytes | Callable[[BinaryIO], object]
"""What a file holds, or what writes it to one that is open."""


class Exporter(Struct, frozen=True):
    """What a deck can be exported to: in a few words, and the files with their paths below the deck's folder, a few at
    a time, so that memory needn't hold them all; None for one of an earlier export that isn't to stay. Each is written before the
    next are asked for, and all are put in their places at the end. ``takes`` are the fields of ExportOptions that mean
    something to it alone; ``after`` says what to do with the files that were written. One that ``continues`` reads what an earlier export
    wrote.
    """

    about: str
    files: Callable[[ExportJob], Iterator[Mapping[Path, Fill | None]]]
    takes: frozenset[str] = frozenset()
    after: Callable[[ExportOptions, Sequence[Path]], str] | None = None
    continues: bool = False


class CutSheet(Struct, frozen=True):
    """A sheet with its name, what a machine cuts of it, and its page as the machine sees it; *pictured* where the machine's own
    program prints it.
    """

    name: str
    paths: CutPaths
    page: Sheet
    pictured: bool = False


class Document(Struct, frozen=True):
    """A PDF of single pieces: what draws it, and its manifest, by the PDF's name and its digest."""

    draw: Callable[[BinaryIO], object]
    manifest: Callable[[str, str], bytes]


class Pieces(Protocol):
    """What lays out the chosen pieces of a deck."""

    def __call__(self, *, bleed: float = 0.0) -> Sequence[LaidPiece]:
        """The pieces, with at least so much bleed where their stock has any. Raises DeckError."""


class ExportJob(Struct, frozen=True):
    """A deck to export, with its ``folder``. Its chosen ``pieces`` are laid out, with more bleed where that is asked for, and its
    ``sheets`` imposed, when they are asked for: each sheet with its name; ``cut_sheets`` are those that a machine cuts. ``pdf`` makes a
    document of pieces as a target wants it. All raise DeckError. Pictures show what is ``seen`` of a press's inks, if anything; those
    ``workers`` help make them, who may make what they show ``again``. What an earlier export wrote to a folder is ``listed``. What to be
    warned of goes to the ``report``, and what was done, in lines for the terminal, is ``messages``.
    """

    deck: LoadedDeck
    options: ExportOptions
    pieces: Pieces
    sheets: Callable[[], Sequence[tuple[str, Sheet]]]
    pdf: Callable[[Sequence[LaidPiece], Target, Callable[[LaidFace], PageLook]], Document]
    progress: Progress
    cut_sheets: Callable[[], Sequence[CutSheet]]
    report: Report
    folder: Path
    messages: list[str]
    workers: Workers
    again: Callable[[Shown], Again[Shown] | None]
    listed: Callable[[Path], Iterable[str]]
    seen: SoftProof | None = None

    @property
    def suffix(self) -> str:
        """What the name of a file of all cards, or of a folder of what belongs together, ends with: others where there are only some of
        the cards, for what is whole must not be replaced by that.
        """
        return f"{'-selected' if self.options.select is not None else ''}{self.deck.suffix}"

    @property
    def shows_some(self) -> bool:
        """Whether some of the faces are left out, whose pictures stay what they were."""
        return self.options.select is not None or self.options.side is not None

    @property
    def dpi(self) -> int:
        """Dots per inch of pictures."""
        return self.options.dpi or DPI

    def pictures(self, file: Callable[[Image], bytes]) -> Iterator[tuple[tuple[str, ...], bytes]]:
        """The *file* of each distinct face that is wanted, or of each sheet, rendered once, with the names of all that look so. Raises
        DeckError, and OptionError for too many pixels, before the first.
        """
        from carddesigner.export.bitmaps import picture_files

        shown = self.shown()
        done, count = 0, sum(map(len, shown.names))
        for names, data in picture_files(shown, file, self.workers, self.again(shown)):
            self.progress("rendering", done, count)
            done += len(names)
            yield names, data

    def shown(self) -> Shown:
        """The pictures of faces or sheets that are wanted. Raises DeckError."""
        from carddesigner.core.geometry import Rect
        from carddesigner.export.bitmaps import FaceLook, shown_faces, shown_pages

        options = self.options
        if options.layout != "sheets":
            look = FaceLook(self.dpi, options.bleed, options.cut, options.simulate_shift, self.seen)
            return shown_faces(self.deck, self._wanted(), look)
        pages = {name: (s, Rect(0.0, 0.0, s.paper.width, s.paper.height)) for name, s in self._sheets()}
        if not pages:
            self._nothing()
        return shown_pages(self.deck, pages, self.dpi, self.seen)

    def earlier(self, folder: Path) -> set[str]:
        """The files that an earlier export wrote to a *folder* below the deck's, and that are there still. Raises OutputProblem."""
        return set(self.listed(self.folder / folder))

    def faces(self) -> Iterator[tuple[tuple[str, ...], LaidFace]]:
        """Each distinct face that is wanted, with the names of all that look so. Raises DeckError before the first."""
        shown: dict[int, tuple[LaidFace, list[str]]] = {}
        for name, (face, _) in self._wanted().items():
            shown.setdefault(id(face), (face, []))[1].append(name)
        for done, (face, names) in enumerate(shown.values()):
            self.progress("drawing", done, len(shown))
            yield tuple(names), face

    def _wanted(self) -> dict[str, tuple[LaidFace, Side]]:
        """The faces that are wanted by their names. Raises DeckError if there is none."""
        side = self._side
        found = {f"{name}-{of}": (face, of) for name, of, face in self._faces() if side in (None, of)}
        if not found:
            self._nothing()
        return found

    @property
    def _side(self) -> str | None:
        return "back" if self.options.simulate_shift else self.options.side

    def _nothing(self) -> NoReturn:
        Report().fail("nothing-selected", f"nothing that is exported has a {self._side}")

    def _sheets(self) -> Sequence[tuple[str, Sheet]]:
        """The sides of sheets that are wanted, with their names; with a shift to simulate those that have backs."""
        from carddesigner.impose.shift import shifted

        shift = self.options.simulate_shift
        every = [(name, shifted(s, shift) if shift else s) for name, s in self.sheets()]
        return [(f"{name}-{s.side}", s) for name, s in every if s is not None and self.options.side in (None, s.side)]

    def _faces(self) -> Iterator[tuple[str, Side, LaidFace]]:
        """What the faces are called: copies have their numbers where they differ."""
        pieces = {p.key: p for p in self.pieces()}
        shown = {key: p.copies[:1] if len(set(p.copies)) == 1 else p.copies for key, p in pieces.items()}
        every = dict.fromkeys((c.key for k in self.deck.components for c in k.cards), 1)
        stems = picture_stems({**every, **{key: len(copies) for key, copies in shown.items()}})
        for key, copies in shown.items():
            for number, (front, back) in enumerate(copies, 1):
                yield stems[key, number], "front", front
                if back is not None:
                    yield stems[key, number], "back", back
