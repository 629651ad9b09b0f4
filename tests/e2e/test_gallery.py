"""The faces of ``docs/gallery``, one for each thing that can be drawn: nothing is wrong with them, and they look as they did.

After a change that is meant to be seen, ``CARDDESIGNER_GOLDEN=renew pytest tests/e2e/test_gallery.py`` writes the pictures of
``tests/golden/gallery`` anew; a part has pictures once it has a folder there. Look at them before they are committed.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import carddesigner
from tests.e2e.test_golden import FAR, MEAN, SHARE, difference

GALLERY = Path(__file__).resolve().parents[2] / "docs" / "gallery"
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "gallery"
PARTS = sorted(p.parent.name for p in GALLERY.glob("*/deck.yaml"))
DPI = 60


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_wrong_with_a_part(part):
    assert [f"{d.span}: {d.message}" for d in carddesigner.validate(GALLERY / part).errors] == []


@pytest.mark.parametrize("part", [part for part in PARTS if (GOLDEN / part).is_dir()])
def test_every_face_of_a_part_looks_as_it_did(part, tmp_path):
    deck = carddesigner.load_deck(GALLERY / part)
    wrong = []
    for component in deck.components:
        path = GOLDEN / part / f"{component}.png"
        shown = Image.open(BytesIO(deck.face(component).png(DPI))).convert("RGB")
        if os.environ.get("CARDDESIGNER_GOLDEN") == "renew":
            shown.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
        assert path.is_file(), f"{path.name} is not there; run with CARDDESIGNER_GOLDEN=renew and look at it"
        golden = Image.open(path).convert("RGB")
        mean, far = difference(shown, golden) if shown.size == golden.size else (255.0, 1.0)
        if mean >= MEAN or far >= SHARE:
            shown.save(tmp_path / f"{component}.png")
            ImageChops.difference(shown, golden.resize(shown.size)).save(tmp_path / f"{component}-difference.png")
            wrong.append(f"{component}: {mean:.2f} of 255 on average, {far:.2%} of its pixels off by more than {FAR}")
    assert wrong == [], f"compare {tmp_path} with {GOLDEN / part}"
