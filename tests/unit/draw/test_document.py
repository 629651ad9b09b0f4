"""What a PDF says of itself besides its pages."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from carddesigner.core.geometry import Rect
from carddesigner.draw.document import Page, write_document
from carddesigner.draw.painter import Drawing, Painter


def written(title: str = "Title", *pages: tuple[str, str | None]) -> pikepdf.Pdf:
    box = Rect(0, 0, 100, 200)
    made = (
        Page(100, 200, Drawing("0 0 1 1 re f\n", frozenset()), box, box, *lines) for lines in pages or (("1", None),)
    )
    out = BytesIO()
    write_document(out, made, Painter(lambda key: pytest.fail(key)), lambda _: b"", title=title, language="pt-BR")
    pdf = pikepdf.open(out)
    assert pdf.check_pdf_syntax() == []
    return pdf


@pytest.mark.parametrize("title", ["Plain", "Brackets (( and ) and \\", "Ünïcode – 字 🂡", "Two\nlines", ""])
def test_a_title_reads_as_it_was_written(title):
    with written(title) as pdf:
        assert str(pdf.docinfo["/Title"]) == title


def test_pages_have_labels_and_the_outline_leads_to_those_with_headings():
    pdf = written("T", ("1 front", "cards"), ("1 back", None), ("2 (front)", "Anleitung für zwei"))
    assert [page.label for page in pdf.pages] == ["1 front", "1 back", "2 (front)"]
    with pdf.open_outline() as outline:
        entries = list(outline.root)
    assert [entry.title for entry in entries] == ["cards", "Anleitung für zwei"]
    assert [pdf.pages.index(entry.destination[0]) for entry in entries] == [0, 2]
    assert pdf.Root.PageMode == "/UseOutlines"
    assert str(pdf.Root.Lang) == "pt-BR"


def test_without_headings_there_is_no_outline():
    with written() as pdf:
        assert "/Outlines" not in pdf.Root
