"""Export faces as vectors: an SVG for each, in millimetres, with text as outlines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from carddesigner.export.base import Exporter, ExportJob, Fill
from carddesigner.export.earlier import replacing


def _files(job: ExportJob) -> Iterator[Mapping[Path, Fill | None]]:
    folder = Path(f"svg{job.deck.suffix}")
    return replacing(job, folder, _pictures(job, folder), some=job.shows_some)


def _pictures(job: ExportJob, folder: Path) -> Iterator[Mapping[Path, Fill]]:
    from carddesigner.draw.svg import face_svg

    assets, options = job.deck.assets, job.options
    for names, face in job.faces():
        text = face_svg(face, names[0], assets.face, assets.picture_bytes, bleed=options.bleed, cut=options.cut)
        yield {folder / f"{name}.svg": text.encode() for name in names}


SVG = Exporter(
    "every face as vectors, its letters as outlines, in millimetres", _files, frozenset(("bleed", "cut", "side"))
)
