"""Pictures: a PNG of every face, or of every sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from carddesigner.export.base import PICTURE_OPTIONS, Exporter, ExportJob


def _files(job: ExportJob) -> Iterator[Mapping[Path, bytes]]:
    from carddesigner.export.bitmaps import png

    what = "sheets" if job.options.layout == "sheets" else "png"
    # What is printed out of place never takes the place of what is to be printed.
    what += "-proof" if job.options.soft_proof else ""
    folder = Path(f"{what}{'-shifted' if job.options.simulate_shift else ''}{job.deck.suffix}")
    for names, data in job.pictures(partial(png, dpi=job.dpi)):
        yield {folder / f"{name}.png": data for name in names}


PNG = Exporter("a picture of every face", _files, PICTURE_OPTIONS)
