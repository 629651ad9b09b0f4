"""Whatever is painted, two readers show it alike: pdfium, which draws faces for the screen, and MuPDF or, where that errs,
Ghostscript.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
import pytest
from hypothesis import given
from PIL import Image

from carddesigner.core.items import Item
from tests.examples import examples
from tests.property.paint import MEAN, difference, items, page_pdf

DPI = 144

pytestmark = pytest.mark.skipif(
    not (shutil.which("mutool") and shutil.which("gs")), reason="a reader of PDFs is not there"
)


@examples(1 / 2)
@given(items)
def test_two_readers_show_all_paint_alike(items: list[Item]) -> None:
    pdf = page_pdf(items)
    ours = pdfium.PdfDocument(pdf)[0].render(scale=DPI / 72).to_pil().convert("RGB")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.pdf"
        file.write_bytes(pdf)
        made, words = read(file, "mutool", "draw", "-q", "-r", str(DPI), "-o", "page.png", "page.pdf")
        assert [line for line in words.splitlines() if "ICC support" not in line] == []
        if difference(ours, made) > MEAN:
            # MuPDF shows pictures with soft edges otherwise than all others within groups that blend.
            made, words = read(file, "gs", *GHOSTSCRIPT, "-sOutputFile=page.png", "page.pdf")
            assert words == ""
            assert difference(ours, made) <= MEAN


GHOSTSCRIPT = ("-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", f"-r{DPI}", "-sDEVICE=png16m", "-dGraphicsAlphaBits=4")


def read(file: Path, *command: str) -> tuple[Image.Image, str]:
    """What another program makes of a file's first page, and what it has to say of it."""
    ran = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=True)
    with Image.open(file.parent / "page.png") as opened:
        return opened.convert("RGB"), ran.stderr
