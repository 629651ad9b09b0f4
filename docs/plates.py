"""The picture of the page for print houses: a card as screens show it, as the press prints it, and its four plates.

Run ``python docs/plates.py`` in the project's folder; it needs Ghostscript.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps

from carddesigner.deck.find import loaded_deck
from carddesigner.export.options import ExportOptions
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.export import export
from carddesigner.template.expressions import parse_expression

DPI, GAP = 150, 18
CARD = parse_expression("number == 6 and suit == 'butterfly'", "--select")
INKS = {"Cyan": "#00a0e0", "Magenta": "#e0007a", "Yellow": "#ffe600", "Black": "#1a1a1a"}


def main() -> None:
    """Make ``docs/plates.jpg``."""
    deck = loaded_deck("monogoto")
    with TemporaryDirectory() as name:
        folder = Path(name)
        seen = []
        for proof in (False, True):
            made = export(deck, ExportOptions("png", folder, CARD, DPI, bleed=True, side="front", soft_proof=proof))
            seen.append(Image.open(made.artifacts[0].path).convert("RGB"))
        options = PrintOptions(folder, "pieces", select=CARD, unique=True, color="cmyk", standard="pdfx4")
        pdf = build_deck(deck, options).artifacts[0].path
        gs = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", f"-r{DPI}", "-dLastPage=1"]
        subprocess.run([*gs, "-o", str(folder / "plate%d.tif"), str(pdf)], check=True)
        for ink, color in INKS.items():
            plate = Image.open(folder / f"plate1({ink}).tif").convert("L").resize(seen[0].size)
            seen.append(ImageOps.colorize(plate, color, "white"))
    width, height = seen[0].size
    sheet = Image.new("RGB", (6 * width + 7 * GAP, height + 2 * GAP), "#e8e4db")
    for i, image in enumerate(seen):
        sheet.paste(image, (GAP + i * (width + GAP), GAP))
    sheet.reduce(2).save("docs/plates.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    main()
