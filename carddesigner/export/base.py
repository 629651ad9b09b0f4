"""Exporters, the job each of them gets, and the pictures it may request."""

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
    from carddesigner.deck.loaded import LoadedDeck
    from carddesigner.export.bitmaps import Shown, Side
    from carddesigner.export.options import ExportOptions
    from carddesigner.impose.pieces import PageLook
    from carddesigner.inks.proof import SoftProof
    from carddesigner.layout.piece import LaidPiece
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
"""The fields of ExportOptions about sheets; they mean the same as the fields of PrintOptions with these names."""
PICTURE_OPTIONS = frozenset(
    ("dpi", "bleed", "cut", "side", "layout", "simulate_shift", "soft_proof", "jobs", *SHEET_OPTIONS)
)
"""The fields of ExportOptions for exporters that make pictures."""
CUT_OPTIONS = frozenset(("perforate", "dpi", *SHEET_OPTIONS))
"""The fields of ExportOptions for exporters for cutting machines."""
DPI = 300
"""The default resolution of pictures, in dots per inch."""


Fill = bytes | Callable[[BinaryIO], object]
"""The content of a file, or a function that writes it to the open file."""


class Exporter(Struct, frozen=True):
    """A target that a deck can be exported to.

    ``about`` describes it in a few words. ``files`` yields the files, with their paths below the deck's folder, a few
    at a time, so that memory needn't hold all of them; None removes a file of an earlier export. Each group is written
    before the next is requested, and all files are put in place at the end. ``takes`` are the fields of ExportOptions
    that only some exporters accept; ``after`` returns what to do with the written files. An exporter that ``continues``
    reads what an earlier export wrote.
    """

    about: str
    files: Callable[[ExportJob], Iterator[Mapping[Path, Fill | None]]]
    takes: frozenset[str] = frozenset()
    after: Callable[[ExportOptions, Sequence[Path]], str] | None = None
    continues: bool = False


class CutSheet(Struct, frozen=True):
    """A sheet with its name, the lines that a machine cuts, and its page as the machine sees it; *pictured* if the
    machine's own program prints the page.
    """

    name: str
    paths: CutPaths
    page: Sheet
    pictured: bool = False


class Document(Struct, frozen=True):
    """A PDF of single pieces: the function that draws it, and its manifest, made from the PDF's name and digest."""

    draw: Callable[[BinaryIO], object]
    manifest: Callable[[str, str], bytes]


class Pieces(Protocol):
    """Lays out the chosen pieces of a deck."""

    def __call__(self, *, bleed: float = 0.0) -> Sequence[LaidPiece]:
        """Return the pieces, with at least this much bleed where their stock has any. Raises DeckError."""


class ExportJob(Struct, frozen=True):
    """A deck to export, with its ``folder``.

    The chosen ``pieces`` are laid out on request, with more bleed if given, and ``sheets`` are imposed on request, each
    with its name; ``cut_sheets`` are those that a machine cuts. ``pdf`` makes a document of pieces for a target. All of
    these raise DeckError. Pictures show colours as ``seen`` in a press's inks, if given. ``workers`` help to make the
    pictures; a worker that has only the deck's files makes what they show ``again``. ``listed`` returns the files that
    an earlier export wrote to a folder. Warnings go to the ``report``; ``messages`` are lines for the terminal about
    what was done.
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
        """The end of the name of a file of all cards, or of a folder of files that belong together. It differs if only
        some cards are selected, so that a complete file isn't replaced by a partial one.
        """
        return f"{'-selected' if self.options.select is not None else ''}{self.deck.suffix}"

    @property
    def shows_some(self) -> bool:
        """Whether some of the faces are left out; their pictures stay as they are."""
        return self.options.select is not None or self.options.side is not None

    @property
    def dpi(self) -> int:
        """The resolution of pictures, in dots per inch."""
        return self.options.dpi or DPI

    def pictures(self, file: Callable[[Image], bytes]) -> Iterator[tuple[tuple[str, ...], bytes]]:
        """Render each distinct wanted face, or each sheet, once, and yield its *file* with the names of all faces that
        look the same. Raises DeckError, and OptionError for too many pixels, before the first.
        """
        from carddesigner.export.bitmaps import picture_files

        shown = self.shown()
        done, count = 0, sum(map(len, shown.names))
        for names, data in picture_files(shown, file, self.workers, self.again(shown)):
            self.progress("rendering", done, count)
            done += len(names)
            yield names, data

    def shown(self) -> Shown:
        """Return the pictures of the wanted faces or sheets. Raises DeckError."""
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
        """The files that an earlier export wrote to a *folder* below the deck's and that still exist. Raises
        OutputProblem.
        """
        return set(self.listed(self.folder / folder))

    def faces(self) -> Iterator[tuple[tuple[str, ...], LaidFace]]:
        """Yield each distinct wanted face, with the names of all that look the same. Raises DeckError before the
        first.
        """
        shown: dict[int, tuple[LaidFace, list[str]]] = {}
        for name, (face, _) in self._wanted().items():
            shown.setdefault(id(face), (face, []))[1].append(name)
        for done, (face, names) in enumerate(shown.values()):
            self.progress("drawing", done, len(shown))
            yield tuple(names), face

    def _wanted(self) -> dict[str, tuple[LaidFace, Side]]:
        """The wanted faces by name. Raises DeckError if there are none."""
        side = self._side
        faces = {f"{name}-{of}": (face, of) for name, of, face in self._faces() if side in (None, of)}
        if not faces:
            self._nothing()
        return faces

    @property
    def _side(self) -> str | None:
        return "back" if self.options.simulate_shift else self.options.side

    def _nothing(self) -> NoReturn:
        Report().fail("nothing-selected", f"nothing that is exported has a {self._side}")

    def _sheets(self) -> Sequence[tuple[str, Sheet]]:
        """The wanted sides of sheets, with their names; with a simulated shift only those with backs."""
        from carddesigner.impose.shift import shifted

        shift = self.options.simulate_shift
        every = [(name, shifted(s, shift) if shift else s) for name, s in self.sheets()]
        return [(f"{name}-{s.side}", s) for name, s in every if s is not None and self.options.side in (None, s.side)]

    def _faces(self) -> Iterator[tuple[str, Side, LaidFace]]:
        """Yield the faces with the names of their pieces; copies are numbered if they differ."""
        pieces = {p.key: p for p in self.pieces()}
        shown = {key: p.copies[:1] if len(set(p.copies)) == 1 else p.copies for key, p in pieces.items()}
        every = dict.fromkeys((c.key for k in self.deck.components for c in k.cards), 1)
        stems = picture_stems({**every, **{key: len(copies) for key, copies in shown.items()}})
        for key, copies in shown.items():
            for number, (front, back) in enumerate(copies, 1):
                yield stems[key, number], "front", front
                if back is not None:
                    yield stems[key, number], "back", back
