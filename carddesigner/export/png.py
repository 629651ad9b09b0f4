"""Export pictures: a PNG of every face, or of every sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from carddesigner.export.base import PICTURE_OPTIONS, Exporter, ExportJob, Fill
from carddesigner.export.earlier import replacing


def _files(job: ExportJob) -> Iterator[Mapping[Path, Fill | None]]:
    sheets = job.options.layout == "sheets"
    what = "sheets" if sheets else "png"
    # Pictures with shifted backs or proof colours never replace those to be printed.
    what += "-proof" if job.options.soft_proof else ""
    suffix = job.suffix if sheets else job.deck.suffix
    folder = Path(f"{what}{'-shifted' if job.options.simulate_shift else ''}{suffix}")
    return replacing(job, folder, _pictures(job, folder), some=not sheets and job.shows_some)


def _pictures(job: ExportJob, folder: Path) -> Iterator[Mapping[Path, Fill]]:
    from carddesigner.export.bitmaps import png

    for names, data in job.pictures(partial(png, dpi=job.dpi)):
        yield {folder / f"{name}.png": data for name in names}


PNG = Exporter("a picture of every face", _files, PICTURE_OPTIONS)
