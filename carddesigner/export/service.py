"""Export the files that a print service takes: pictures or PDFs, with a page of instructions."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct

from carddesigner.core.report import series
from carddesigner.export.base import Exporter, ExportJob, Fill
from carddesigner.export.earlier import replacing
from carddesigner.export.order import Batch, Line, Order, check_left_out, ordered
from carddesigner.targets.names import SERVICES
from carddesigner.targets.target import Target, target_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from carddesigner.core.face import LaidFace
    from carddesigner.export.bitmaps import Side
    from carddesigner.export.options import ExportOptions

CHECKLIST = "checklist.html"
_THUMB = 150
"""The longer side of a picture on the checklist, in pixels."""
_THUMB_DPI = 50
_ZIPPED_AT = (1980, 1, 1, 0, 0, 0)
"""A fixed date, so that the same files give the same archive."""


class Names(Struct, frozen=True):
    """The file names of a card, below the service's folder; ``back`` is None for a card without one, and for pages of a
    PDF.
    """

    front: str
    back: str | None


class Sent(Struct, frozen=True):
    """A batch with its files: its PDF, or the files of each card; for a PDF also the first page of each card."""

    batch: Batch
    pdf: str | None
    names: tuple[Names, ...]
    pages: tuple[int, ...]
    sides: int


def service_name(to: str) -> str:
    """The name of a service's folder."""
    return to if to in SERVICES else Path(to).stem


def _files(job: ExportJob) -> Iterator[Mapping[Path, Fill | None]]:
    from carddesigner.template.titles import card_titles

    options, deck = job.options, job.deck
    target = target_of(options.to, "--to")
    check_left_out(deck, options.leave_out)
    order = ordered(deck, job.pieces(bleed=target.most_bleed), target, options.leave_out, card_titles(deck))
    folder = Path(f"{service_name(options.to)}{job.suffix}")
    stem = f"{deck.deck.deck}-{folder}"
    sent = tuple(_named(batch, target, stem, several=len(order.batches) > 1) for batch in order.batches)
    made = _OrderFiles(job, target, folder, stem)
    whole = partial(made.files, sent, order)
    files = (
        _zipped(whole, made, folder / f"{stem}.zip")
        if options.zip
        else ({folder / name: fill} for name, fill in whole())
    )
    yield from replacing(job, folder, files)


def _zipped(
    whole: partial[Iterator[tuple[str, Fill]]], made: _OrderFiles, archive: Path
) -> Iterator[Mapping[Path, Fill]]:
    yield {archive: partial(_zip, whole)}
    yield {archive.parent / CHECKLIST: made.checklist}


def _named(batch: Batch, target: Target, stem: str, *, several: bool) -> Sent:
    """A batch with the names of its files."""
    sides = 2 if any(line.back is not None for line in batch.lines) else 1
    if target.takes == "pdf":
        pages, first = [], 1
        for line in batch.lines:
            pages.append(first)
            first += sides * (line.count if target.each_copy else 1)
        names = tuple(Names("", None) for _ in batch.lines)
        return Sent(batch, f"{stem}{f'-{batch.slug}' if several else ''}.pdf", names, tuple(pages), sides)
    within = f"{batch.slug}/" if several else ""
    digits = max(3, len(str(len(batch.lines))))
    out = []
    for line in batch.lines:
        name = f"{line.number:0{digits}}-{line.stem}{f'-x{line.count}' if line.count > 1 else ''}.png"
        own = f"{within}backs/{name}" if line.back is not None else None
        out.append(Names(f"{within}fronts/{name}", f"{within}back.png" if batch.common_back is not None else own))
    return Sent(batch, None, tuple(out), (), sides)


class _OrderFiles:
    """Makes the files of an order, and keeps thumbnails for its checklist, which comes last."""

    def __init__(self, job: ExportJob, target: Target, folder: Path, stem: str) -> None:
        self.job, self.target, self.folder, self.stem = job, target, folder, stem
        self.thumbs: dict[tuple[int, bool, Side], str] = {}
        self.checklist = b""
        self._sizes: list[int] = []

    def files(self, sent: tuple[Sent, ...], order: Order) -> Iterator[tuple[str, Fill]]:
        """Yield all files by name, the checklist last."""
        from carddesigner.export.checklist import checklist

        documents = [self.job.pdf(s.batch.pieces, self.target, s.batch.look) for s in sent if s.pdf is not None]
        for one in sent:
            if one.pdf is None:
                yield from self._pictures(one)
        for one, document in zip((s for s in sent if s.pdf is not None), documents, strict=True):
            assert one.pdf is not None
            digest: list[str] = []
            yield one.pdf, partial(self._draw, document.draw, digest)
            yield str(Path(one.pdf).with_suffix(".json")), document.manifest(one.pdf, digest[0])
            self._look(one.batch)
        self._warn()
        self.checklist = checklist(self.job, self.target, sent, order, self.thumbs).encode()
        yield CHECKLIST, self.checklist

    def _draw(self, draw: Fill, digest: list[str], file: BinaryIO) -> None:
        assert callable(draw)
        draw(file)
        self._sizes.append(file.tell())
        file.seek(0)
        sha = hashlib.sha256()
        for part in iter(partial(file.read, 1 << 20), b""):
            sha.update(part)
        digest.append(sha.hexdigest())

    def _pictures(self, sent: Sent) -> Iterator[tuple[str, bytes]]:
        """Yield a batch's pictures, each distinct one rendered once."""
        from carddesigner.export.bitmaps import FaceLook, face_pictures, png

        batch, dpi = sent.batch, round(self.target.dpi)
        for turned, faces in _by_turn(sent).items():
            product = batch.product
            size = (product.height, product.width) if turned else (product.width, product.height)
            canvas = (size[0] + 2 * batch.bleed, size[1] + 2 * batch.bleed)
            done = 0
            for names, image in face_pictures(self.job.deck, faces, FaceLook(dpi, canvas=canvas)):
                self.job.progress("rendering", done, len(faces))
                done += len(names)
                for side in sorted({side for _, side in names}):
                    turned_image = _turned(image, side) if turned else image
                    data = png(turned_image, dpi)
                    self._sizes.append(len(data))
                    of_side = [name for name, of in names if of == side]
                    self.thumbs[id(faces[of_side[0], side][0]), turned, side] = _thumb(turned_image)
                    yield from ((name, data) for name in of_side)

    def _look(self, batch: Batch) -> None:
        """Make thumbnails of the pages of a PDF."""
        from carddesigner.export.bitmaps import FaceLook, face_pictures

        faces: dict[tuple[int, bool, Side], tuple[LaidFace, Side]] = {}
        for line in batch.lines:
            turned = batch.look(line.front).turned
            for face, side in _sides(line):
                faces[id(face), turned, side] = face, side
        for names, image in face_pictures(self.job.deck, faces, FaceLook(_THUMB_DPI)):
            for name in names:
                _, turned, side = name
                self.thumbs[name] = _thumb(_turned(image, side) if turned else image)

    def _warn(self) -> None:
        """Warn of files that are larger than the service takes."""
        limit, large = self.target.max_file_size, max(self._sizes, default=0)
        if limit is not None and large > limit:
            takes = f"{self.target.target} takes {limit / 1e6:g} MB"
            message = f"the largest file has {large / 1e6:.1f} MB, and {takes}"
            hint = "leave out components and send these apart" if self.target.takes == "pdf" else None
            self.job.report.warn("service-file-size", message, hint=hint)


def _by_turn(sent: Sent) -> dict[bool, dict[tuple[str, Side], tuple[LaidFace, Side]]]:
    """The faces of a batch's pictures, separately for those that are turned and those that aren't."""
    out: dict[bool, dict[tuple[str, Side], tuple[LaidFace, Side]]] = {}
    for line, names in zip(sent.batch.lines, sent.names, strict=True):
        faces = out.setdefault(sent.batch.look(line.front).turned, {})
        for face, side in _sides(line):
            name = names.front if side == "front" else names.back
            assert name is not None
            faces[name, side] = face, side
    return out


def _sides(line: Line) -> Iterator[tuple[LaidFace, Side]]:
    yield line.front, "front"
    if line.back is not None:
        yield line.back, "back"


def _turned(image: Image, side: Side) -> Image:
    """Rotate a front by 90° clockwise and a back anticlockwise: the card's top is at the right of the front and at the
    left of the back.
    """
    from PIL.Image import Transpose

    return image.transpose(Transpose.ROTATE_270 if side == "front" else Transpose.ROTATE_90)


def _thumb(image: Image) -> str:
    """A data URL with a thumbnail."""
    from carddesigner.core.html import data_address

    small, out = image.copy(), BytesIO()
    small.thumbnail((_THUMB, _THUMB), reducing_gap=3)
    small.save(out, "WEBP", quality=82)
    return data_address("image/webp", out.getvalue())


def _zip(files: partial[Iterator[tuple[str, Fill]]], out: BinaryIO) -> None:
    """Write all files to an archive; the same files give the same bytes."""
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

    with ZipFile(out, "w") as archive:
        for name, fill in files():
            info = ZipInfo(name, _ZIPPED_AT)
            info.external_attr = 0o644 << 16
            # Pictures and PDFs are compressed already.
            info.compress_type = ZIP_STORED if name.endswith((".png", ".pdf")) else ZIP_DEFLATED
            if isinstance(fill, bytes):
                archive.writestr(info, fill)
                continue
            with TemporaryFile() as file:
                fill(file)
                info.file_size = file.tell()
                file.seek(0)
                with archive.open(info, "w") as packed:
                    shutil.copyfileobj(file, packed)


def _after(_options: ExportOptions, paths: Sequence[Path]) -> str:
    """The number of files, and the file that says what to do with them."""
    kinds = Counter(_KINDS[path.suffix] for path in paths if path.suffix in _KINDS)
    made = next(path for path in paths if path.name == CHECKLIST)
    counted = series([f"{count} {kind}{'s' * (count != 1)}" for kind, count in kinds.items()])
    return f"{made.parent}  {counted}\n{made} says what to do with them"


def service(name: str) -> Exporter:
    """The exporter for a shipped service; the service's file is read only when the exporter runs."""
    return Exporter(f"what {name} takes, with a page of what to do there", _files, TAKES, _after)


_KINDS = {".png": "picture", ".pdf": "PDF", ".zip": "archive"}
TAKES = frozenset(("zip", "leave_out"))
"""The fields of ExportOptions that only services take."""
HOUSE = Exporter("what your print house takes, as its file says", _files, TAKES, _after)
