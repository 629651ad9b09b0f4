"""A card of each kind as it looks, compared with its picture in ``tests/golden/cards``.

After a change that is meant to be seen, ``CARDDESIGNER_GOLDEN=renew pytest tests/e2e/test_golden.py`` writes the
pictures anew; look at them before they are committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageStat

from carddesigner.pipeline.build import PrintOptions, build_deck

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "cards"
DPI = 75
MEAN = 1.0
"""The most that colours may differ on average, of 255."""
FAR, SHARE = 48, 0.005
"""A pixel that differs by more than FAR is wrong; at most this share of them may be."""

Shown = tuple[str, str, str]
"""A deck, a piece of it, and the side that is seen."""

FACES: dict[str, Shown] = {
    "shield-moon-female": ("monogoto", "symbols-001", "front"),
    "lightning-sun-female": ("monogoto", "symbols-020", "front"),
    "cog-sun-male": ("monogoto", "symbols-041", "front"),
    "butterfly-moon-male": ("monogoto", "symbols-057", "front"),
    "star-sun-male": ("monogoto", "symbols-075", "front"),
    "follower": ("monogoto", "followers", "front"),
    "back": ("monogoto", "followers", "back"),
    "instructions-first": ("monogoto", "instructions-001", "front"),
    "instructions-figures": ("monogoto", "instructions-004", "front"),
    "instructions-turn": ("monogoto", "instructions-006", "front"),
    "summary": ("monogoto", "summary-001", "front"),
    "who-wins": ("monogoto", "summary-001", "back"),
    "box": ("monogoto", "box", "front"),
}
OUTFLANK = {
    "first": ("cards", "front"),
    "second": ("cards", "back"),
    "stopper": ("stoppers", "front"),
    "sleeve": ("sleeve", "front"),
    "tray": ("tray", "front"),
    "rules": ("instructions-003", "back"),
    "stoppers-effect": ("instructions-004", "back"),
    "summary": ("summary-001", "front"),
    "rules-back": ("summary-001", "back"),
}
SPELLS = {
    "instant": ("flung-ember", "front"),
    "interrupt": ("answer-of-the-tide", "front"),
    "enchantment": ("toll-of-the-white-road", "front"),
    "enchant-creature": ("kite-harness", "front"),
    "sorcery": ("chart-the-drowned-coast", "front"),
    "summon": ("lantern-whale", "front"),
    "land": ("ferrymens-stair", "front"),
    "basic-land": ("plains-mill", "front"),
    "artifact-creature": ("sleeping-gate", "front"),
    "artifact": ("wayfinders-compass", "front"),
    "back": ("sleeping-gate", "back"),
    "life-sun": ("life-sun", "front"),
    "life-moon": ("life-moon", "back"),
    "turn": ("turn", "front"),
    "fast-effects": ("turn", "back"),
    "mat": ("mat-moon", "front"),
    "leaflet-cover": ("rules-001", "front"),
    "leaflet-card": ("rules-002", "front"),
    "leaflet-table": ("rules-004", "front"),
    "leaflet-first-turn": ("first-003", "front"),
    "leaflet-answer": ("first-007", "front"),
}
FACES |= {f"spells-{name}": ("mana-and-spells", *face) for name, face in SPELLS.items()}
FACES |= {f"duel-{name}": ("mana-and-spells-duel", name, "front") for name in ("sleeve", "tray", "porters-crossbow")}
FACES |= {f"outflank-{name}": ("outflank", *face) for name, face in OUTFLANK.items()}
FACES |= {
    f"three-fields-{n}": ("three-fields", p, s)
    for n, p, s in (("tile", "tile-01", "front"), ("back", "tile-01", "back"))
}
for _deck, _name in (("nails-and-hammers", "nails"), ("saucers-and-cows", "saucers")):
    FACES[f"{_name}-tile"] = (_deck, "tiles-003", "front")
    FACES[f"{_name}-expansion-tile"] = (f"{_deck}-expansion", "tiles-001", "front")
    FACES[f"{_name}-back"] = (_deck, "tiles-003", "back")
    FACES[f"{_name}-player"] = (_deck, "players-first", "front")
    FACES[f"{_name}-penalty"] = (_deck, "penalties-second", "front")
    FACES[f"{_name}-summary"] = (_deck, "summary", "front")
    FACES[f"{_name}-summary-more"] = (_deck, "summary", "back")
    FACES[f"{_name}-box"] = (_deck, "box", "front")
    FACES[f"{_name}-rules-figures"] = (_deck, "rules-006", "front")
    FACES[f"{_name}-rules-cover"] = (_deck, "rules-001", "front")
LOOKS = str(Path(__file__).resolve().parents[2] / "docs" / "recipes" / "looks")
for _look in ("trading-card", "event", "unit", "full-art"):
    for _side in ("front", "back"):
        FACES[f"look-{_look}-{_side}"] = (LOOKS, f"{_look}/keeper", _side)
for _look, _piece in {"two-halves": "anchor", "playing-card": "ten"}.items():
    for _side in ("front", "back"):
        FACES[f"look-{_look}-{_side}"] = (LOOKS, _piece, _side)


@pytest.fixture(scope="module")
def faces(tmp_path_factory) -> Callable[[str], dict[Shown, Image.Image]]:
    """Of a deck every face that is compared: of cards with their bleed, of booklets trimmed."""

    @cache
    def of(deck: str) -> dict[Shown, Image.Image]:
        settings = PrintOptions(output=tmp_path_factory.mktemp("golden"), layout="pieces", unique=True)
        made = build_deck(deck, settings)
        pdf, listing, *bound = (a.path for a in made.artifacts)
        document = pdfium.PdfDocument(pdf)
        out = {}
        for path in bound:
            for index, page in enumerate(pdfium.PdfDocument(path)):
                piece = f"{path.stem.removesuffix('-pages').removeprefix(f'{deck}-')}-{index + 1:03d}"
                if (deck, piece, "front") in FACES.values():
                    page.set_cropbox(*page.get_trimbox())
                    out[deck, piece, "front"] = page.render(scale=DPI / 72).to_pil().convert("RGB")
        for index, (piece, side) in enumerate(pages(listing)):
            if (deck, piece, side) in FACES.values():
                out[deck, piece, side] = document[index].render(scale=DPI / 72).to_pil().convert("RGB")
        return out

    return of


def pages(listing: Path) -> list[tuple[str, str]]:
    import json

    # A page without a slot is the unprinted back of a piece.
    sides = [(p["slots"], p["side"]) for p in json.loads(listing.read_text())["pages"]]
    return [(_piece(slots[0]) if slots else "", side) for slots, side in sides]


def _piece(slot: dict[str, str]) -> str:
    """A piece's id; of one that several looks show, which of them."""
    return slot["piece"] if slot["piece"] != "keeper" else f"{slot['component']}/keeper"


def difference(shown: Image.Image, golden: Image.Image) -> tuple[float, float]:
    """The mean difference of all colours, and the share of pixels that are far off."""
    apart = ImageChops.difference(shown, golden)
    red, green, blue = apart.split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    far = sum(largest.histogram()[FAR + 1 :])
    return sum(ImageStat.Stat(apart).mean) / 3, far / (shown.width * shown.height)


@pytest.mark.parametrize("name", FACES)
def test_a_card_looks_as_it_did(faces, name, tmp_path):
    shown, path = faces(FACES[name][0])[FACES[name]], GOLDEN / f"{name}.png"
    if os.environ.get("CARDDESIGNER_GOLDEN") == "renew":
        path.parent.mkdir(exist_ok=True)
        shown.quantize(255, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.is_file(), f"{path.name} is not there; run with CARDDESIGNER_GOLDEN=renew and look at it"
    with Image.open(path) as opened:
        golden = opened.convert("RGB")
    assert shown.size == golden.size, f"{name} is {shown.size}, its golden picture {golden.size}"
    mean, far = difference(shown, golden)
    if mean >= MEAN or far >= SHARE:
        shown.save(tmp_path / f"{name}.png")
        ImageChops.difference(shown, golden).save(tmp_path / f"{name}-difference.png")
        pytest.fail(
            f"{name} looks different: {mean:.2f} of 255 on average (below {MEAN}), {far:.2%} of its pixels far off "
            f"(below {SHARE:.1%}). Compare {tmp_path / name}.png with {path}; if the change is meant, run with "
            "CARDDESIGNER_GOLDEN=renew"
        )
