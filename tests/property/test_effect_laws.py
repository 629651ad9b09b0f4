"""Whatever is painted, two readers show it alike: pdfium, which draws faces for the screen, and MuPDF or, where that errs,
Ghostscript.
"""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from PIL import Image

from carddesigner.core.color import Gray
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.core.items import Item, PathItem
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Painter
from tests.property.paint import MEAN, SIDE, difference, items

DPI = 144

pytestmark = pytest.mark.skipif(
    not (shutil.which("mutool") and shutil.which("gs")), reason="a reader of PDFs is not there"
)


@settings(max_examples=settings().max_examples // 4)
@given(items)
def test_two_readers_show_all_paint_alike(items: list[Item]) -> None:
    whole = Rect(0.0, 0.0, SIDE, SIDE)
    painter, out = Painter(lambda key: pytest.fail(key)), BytesIO()
    page = Page(SIDE, SIDE, painter.items((PathItem(rectangle(whole), Gray(1.0)), *items)), whole, whole, "1")
    write_document(out, [page], painter, lambda _: b"", title="", language="en")
    ours = pdfium.PdfDocument(out.getvalue())[0].render(scale=DPI / 72).to_pil().convert("RGB")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.pdf"
        file.write_bytes(out.getvalue())
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
