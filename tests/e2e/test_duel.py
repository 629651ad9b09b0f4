"""A trading card with all that a text can hold, and drawings that are filled in for each card."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest

DUEL = Path(__file__).parents[1] / "decks" / "duel"


@pytest.fixture
def built(cli, tmp_path):
    shutil.copytree(DUEL, tmp_path / "duel")
    ran = cli("build", "./duel", "--layout", "pieces", "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out), tmp_path / "output/duel/duel-pieces.pdf"


def words(page: pdfium.PdfPage) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


def test_the_text_of_a_card_reads_as_it_was_written(built):
    _, path = built
    with pdfium.PdfDocument(path) as pdf:
        first, _, second, _, third, *_ = [words(p) for p in pdf]
    assert "Petrel of the Ninth Wave" in first
    assert "Flying (Only creatures that fly can block it.), Ward 2 (Counter a spell" in first
    assert "Exhaust a creature with Flying. Gain 3 , then draw a card." in first
    assert "3–5 Draw a card, then discard a card." in second
    assert "1. Exhaust any number of creatures. 2. Add for each; 2 if it has Ward." in third
    assert "Rite of the moss" in third


def test_the_banner_with_its_gradient_and_each_cards_own_name_is_drawn_as_vectors(built):
    said, path = built
    assert said["decks"][0]["diagnostics"] == []
    with pdfium.PdfDocument(path) as pdf:
        assert "PETREL OF THE NINTH WAVE" in words(pdf[0])
    with pikepdf.open(path) as pdf:
        assert not [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        shadings = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/ShadingType" in o]
    assert len(shadings) >= 2
