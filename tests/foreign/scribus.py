"""A card, good and bad, for ``scribus -g -ns -py scribus.py``."""

import scribus


def make(name, bad):
    margins = (4, 4, 4, 4)
    scribus.newDocument((63, 88), margins, scribus.PORTRAIT, 1, scribus.UNIT_MILLIMETERS, scribus.NOFACINGPAGES, 0, 1)
    scribus.defineColorCMYKFloat("Green", 60.0, 10.0, 40.0, 0.0)
    ground = scribus.createRect(-3, -3, 69, 94)
    scribus.setFillColor("Green", ground)
    scribus.setLineColor("None", ground)
    text = scribus.createText(6, 10, 50, 20)
    scribus.setText("A card", text)
    scribus.setFont("DejaVu Sans Book", text)
    scribus.setFontSize(18, text)
    if bad:
        scribus.setLineWidth(0.05, scribus.createLine(5, 70, 50, 70))
        scribus.setFillTransparency(0.5, ground)
    pdf = scribus.PDFfile()
    pdf.file, pdf.version, pdf.outdst = name, 14, 1
    pdf.bleedt = pdf.bleedb = pdf.bleedl = pdf.bleedr = 3.0
    pdf.useDocBleeds = False
    pdf.fonts = pdf.subsetList = ["DejaVu Sans Book"]
    pdf.save()
    scribus.closeDoc()


make("scribus.pdf", False)
make("scribus-bad.pdf", True)
