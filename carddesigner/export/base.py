"""What an exporter is, what it is given, and the pictures that it may ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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

    from carddesigner.deck.deck import LoadedDeck
    from carddesigner.export.bitmaps import Side
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
    something to it alone; ``after`` says what to do with the files that were written.
    """

    about: str
    files: Callable[[ExportJob], Iterator[Mapping[Path, Fill | None]]]
    takes: frozenset[str] = frozenset()
    after: Callable[[ExportOptions, Sequence[Path]], str] | None = None


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
    document of pieces as a target wants it. All raise DeckError. Pictures show what is ``seen`` of a press's inks, if anything. What to
    be warned of goes to the ``report``, and what was done, in lines for the terminal, is ``said``.
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
    said: list[str]
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
        from carddesigner.core.geometry import Rect
        from carddesigner.export.bitmaps import FaceLook, face_files, page_files

        options = self.options
        pictures: Iterator[tuple[tuple[str, ...], bytes]]
        if options.layout == "sheets":
            sheets = self._sheets()
            areas = [(s, Rect(0.0, 0.0, s.paper.width, s.paper.height)) for _, s in sheets]
            files = page_files(self.deck, areas, self.dpi, file, self.seen, options.jobs)
            pictures = (((name,), file) for (name, _), file in zip(sheets, files, strict=True))
            count = len(sheets)
            if not count:
                self._nothing()
        else:
            faces = self._wanted()
            look = FaceLook(self.dpi, options.bleed, options.cut, options.simulate_shift, self.seen)
            pictures = face_files(self.deck, faces, look, file, options.jobs)
            count = len(faces)
        done = 0
        for names, data in pictures:
            self.progress("rendering", done, count)
            done += len(names)
            yield names, data

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
