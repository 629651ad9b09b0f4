"""The picture of the page for cutting machines: a sheet with a machine's marks, and its lines over it.

Run ``python docs/cut_lines.py`` in the project's folder.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
import resvg_py
from PIL import Image

from carddesigner.deck.find import loaded_deck
from carddesigner.export.options import ExportOptions
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.export import export

DPI, GAP = 60, 12
MARKS = {"marks": "silhouette,slug", "mark_length": "14mm"}


def main() -> None:
    """Make ``docs/cut-lines.jpg``."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        pages = []
        for deck, number in (("monogoto", 1), ("outflank", 7)):
            pdf = build_deck(deck, PrintOptions(folder, **MARKS)).artifacts[0].path
            made = export(loaded_deck(deck), ExportOptions("cut-svg", folder, **MARKS)).artifacts
            lines = next(a.path for a in made if a.path.stem == f"sheet-{number}")
            with pdfium.PdfDocument(pdf) as document:
                page = document[2 * number - 2].render(scale=2 * DPI / 72).to_pil().convert("RGBA")
            svg = lines.read_text().replace('stroke-width="0.1"', 'stroke-width="0.7"')
            drawn = resvg_py.svg_to_bytes(svg_string=svg, dpi=96, width=page.width, height=page.height)
            page.alpha_composite(Image.open(BytesIO(bytes(drawn))).convert("RGBA"))
            pages.append(page.convert("RGB"))
    width = sum(p.width for p in pages) + 3 * 2 * GAP
    sheet = Image.new("RGB", (width, max(p.height for p in pages) + 4 * GAP), "#e8e4db")
    x = 2 * GAP
    for page in pages:
        sheet.paste(page, (x, 2 * GAP))
        x += page.width + 2 * GAP
    sheet.reduce(2).save("docs/cut-lines.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    main()
