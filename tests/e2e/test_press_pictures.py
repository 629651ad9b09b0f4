"""Pictures, borders and icons that look right on a screen, and have to be right on the plates too."""

from __future__ import annotations

import shutil
from io import BytesIO
from itertools import pairwise
from math import dist
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from carddesigner.inks import profile as profiles
from tests.conftest import DECK, ENVIRONMENT, DeckFolder
from tests.e2e.test_press import FOIL, built, ink, inks, needs_gs, picture, plates

pytestmark = pytest.mark.slow

GROUND = 'ground: {in: bleed, fill: "#3b7a57"}\n'


def images(pdf: pikepdf.Pdf) -> list[pikepdf.Stream]:
    """The pictures of a PDF, without their masks."""
    found = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    masks = [o.SMask.objgen for o in found if "/SMask" in o]
    return [o for o in found if o.objgen not in masks]


def without_adobe(jpeg: bytes) -> bytes:
    """A JPEG without the marker by which Adobe's say that their inks are inverted."""
    at = jpeg.index(b"\xff\xee")
    return jpeg[:at] + jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big") :]


@needs_gs
def test_what_a_black_line_goes_around_keeps_its_own_colour(deck, tmp_path):
    badge = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="currentColor" d="M0 0h10v10h-10z"/>'
        '<path fill="#ffffff" d="M2 2h6v6h-6z"/></svg>'
    )
    deck.write("symbols/badge.svg", badge)
    deck.zones(
        GROUND + 'box: {box: {left: 4mm, width: 20mm, top: 5mm, height: 20mm}, fill: "#ffffff", '
        "stroke: {color: ink, width: 1pt}}\n"
        "icon: {box: {left: 34mm, width: 8mm, top: 5mm, height: 8mm}, icon: badge, color: ink}\n"
    )
    found = plates(built(deck, tmp_path / "out", color="cmyk"), tmp_path / "plates")
    for x, y in ((14, 15), (38, 9)):
        assert sum(inks(found, x, y)) < 0.02
    # The line lies over the box's white and over the ground alike: on the black plate, and no other is cut out for it.
    assert max(ink(found["Black"], x / 4, 15) for x in range(4 * 3, 4 * 5)) > 0.95
    row = [ink(found["Cyan"], x / 4, 15) for x in range(4 * 2, 4 * 6)]
    assert all(before >= after - 0.01 for before, after in pairwise(row))


HURT = profiles.screen_profile()[:132] + bytes(len(profiles.screen_profile()) - 132)


@pytest.mark.parametrize(
    ("name", "kind", "profile", "why"),
    [
        ("hurt.png", "PNG", HURT, "is damaged"),
        ("short.jpg", "JPEG", profiles.screen_profile()[:200], "is damaged"),
        ("note.webp", "WEBP", b"hello" * 50, "is no ICC profile"),
        ("press.tif", "TIFF", profiles.shipped_profile().data, "is for CMYK, and not for RGB"),
    ],
)
def test_a_picture_whose_profile_is_of_no_use_is_taken_for_srgb_and_named(
    deck, cli, tmp_path, name, kind, profile, why
):
    deck.write(f"art/{name}", picture("RGB", (200, 60, 40), kind, icc_profile=profile))
    deck.write("art/plain.png", picture("RGB", (200, 60, 40), "PNG"))
    deck.zones("art: {image: 'art/{{ card.file }}', in: bleed}", f"name,file\nA,{name}\nB,plain.png\n")
    for command in ("validate", "build"):
        more = ("--color", "cmyk", "--layout", "pieces") if command == "build" else ()
        if command == "validate":
            deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "print: {color: cmyk}\n")
        ran = cli(command, "./sample", *more)
        told = ran.out + ran.err
        assert ran.code == 0, told
        message = f"warning[picture-profile]: the profile embedded in art/{name} {why}: its colours are treated as sRGB"
        assert f"templates/sample.yaml:7:7: {message}" in told
        assert told.count("picture-profile]") == 1
    with pikepdf.open(built(deck, tmp_path / "out", color="cmyk")) as pdf:
        pixels = [Image.open(BytesIO(o.read_raw_bytes())) if "/DCTDecode" in str(o.Filter) else o for o in images(pdf)]
        seen = [p.getpixel((9, 9)) if isinstance(p, Image.Image) else tuple(p.read_bytes()[:4]) for p in pixels]
    assert dist(seen[0], seen[-1]) <= 6


@pytest.mark.parametrize("standard", ["pdfx1a", "pdfx4"])
def test_a_picture_that_could_be_see_through_but_is_not_has_no_mask(deck, tmp_path, standard):
    deck.write("art/solid.png", picture("RGBA", (200, 60, 40, 255), "PNG"))
    deck.zones("art: {image: art/solid.png, in: bleed}")
    with pikepdf.open(built(deck, tmp_path, standard=standard, color="cmyk")) as pdf:
        (found,) = images(pdf)
        assert "/SMask" not in found
        assert found.ColorSpace == "/DeviceCMYK"


def test_grey_pictures_that_are_see_through_are_black_ink_alone(deck, tmp_path):
    deck.write("art/smoke.png", picture("LA", (100, 128), "PNG"))
    deck.zones(GROUND + "art: {image: art/smoke.png, in: bleed}")
    with pikepdf.open(built(deck, tmp_path, color="cmyk")) as pdf:
        (found,) = images(pdf)
        assert found.ColorSpace == "/DeviceGray"
        assert set(found.read_bytes()) == {100}
        assert set(found.SMask.read_bytes()) == {128}


def test_inks_of_a_jpeg_without_adobes_marker_are_the_same_however_it_is_written(deck, tmp_path):
    # Pillow writes inks inverted; without the marker these are 255 - 40 of cyan, and nothing else.
    data = without_adobe(picture("CMYK", (40, 255, 255, 255), "JPEG", quality=95))
    deck.write("art/inked.jpg", data)
    deck.zones("art: {image: art/inked.jpg, in: bleed}")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "print: {color: cmyk, max-ink: 150%}\n")
    with pikepdf.open(built(deck, tmp_path / "whole")) as pdf:
        (found,) = images(pdf)
        assert found.read_raw_bytes() == data
        assert "/Decode" not in found
    with pikepdf.open(built(deck, tmp_path / "small", picture_dpi=60)) as pdf:
        (found,) = images(pdf)
        assert found.Decode == [1, 0, 1, 0, 1, 0, 1, 0]
        seen = Image.open(BytesIO(found.read_raw_bytes())).getpixel((9, 9))
    assert dist(seen, (215, 0, 0, 0)) < 8  # Pillow turns those of Adobe's itself


def test_a_picture_in_cielab_is_not_see_through(deck: DeckFolder, tmp_path):
    deck.write("art/lab.tif", picture("LAB", (140, 40, 20), "TIFF"))
    deck.zones("art: {image: art/lab.tif, in: bleed}")
    with pikepdf.open(built(deck, tmp_path, standard="pdfx1a")) as pdf:
        (found,) = images(pdf)
        assert "/SMask" not in found


@needs_gs
def test_an_ink_of_its_own_is_as_see_through_as_its_zone_and_leaves_other_plates_alone(deck, tmp_path):
    def box(top: int, more: str) -> str:
        return f"{{box: {{left: 5mm, width: 30mm, top: {top}mm, height: 15mm}}, spot: foil, {more}}}\n"

    deck.zones(
        GROUND
        + "half: "
        + box(5, 'fill: "#00000080"')
        + "mixed: "
        + box(25, 'fill: "#000000", blend: multiply')
        + "fading: "
        + box(45, 'fill: {gradient: linear, stops: ["#ff0000", "#ff000000"]}')
        + "faint: "
        + box(65, 'fill: "#ffffff", opacity: 0.5')
    )
    deck.write("deck.yaml", DECK.replace("palette: {", FOIL))
    found = plates(built(deck, tmp_path / "out", standard="pdfx4", color="cmyk"), tmp_path / "plates")
    ground = inks(found, 50, 80)
    for y, wanted in ((12, 0.5), (32, 1.0), (46, 0.95), (59, 0.05), (72, 0.5)):
        assert abs(ink(found["Foil"], 20, y) - wanted) < 0.06, y
        assert dist(inks(found, 20, y), ground) < 0.02, y


def test_die_lines_of_several_kinds_in_one_ink_claim_to_be_none_of_them(deck, tmp_path):
    deck.zones(GROUND)
    names = "{cut: Die (Ä), crease: Die (Ä), glue: 糊}"
    deck.write("deck.yaml", DECK + f"  - {{id: case, box: tuck, holds: [cards]}}\nprint: {{die-lines: {names}}}\n")
    with pikepdf.open(built(deck, tmp_path, standard="pdfx4", color="cmyk")) as pdf:
        layers = {str(g.Name): str(g.GTS_Metadata.GTS_ProcStepsType) for g in pdf.Root.OCProperties.OCGs}
        assert layers == {"糊": "/Gluing"}
        inks = {bytes(o[1]) for o in pdf.objects if isinstance(o, pikepdf.Array) and o[0] == "/Separation"}
        assert len(inks) == 2


def test_a_file_too_large_for_a_profile_is_not_read(deck, cli):
    deck.zones(GROUND)
    with (deck.path / "huge.icc").open("wb") as file:
        file.truncate(1_000_000_000)
    deck.write("deck.yaml", DECK + "print: {color: cmyk, profile: huge.icc}\n")
    ran = cli("build", "./sample")
    assert ran.code == 1
    assert "error[file-too-large]" in ran.err, ran.err


def test_what_is_kept_of_pictures_never_changes_what_is_printed(deck, command_server, tmp_path):
    deck.write("art/a.jpg", picture("RGB", (200, 60, 40), "JPEG", 120))
    deck.write("art/b.png", picture("RGBA", (20, 90, 140, 128), "PNG", 120))
    deck.zones("art: {image: 'art/{{ card.file }}', in: bleed}", "name,file\nA,a.jpg\nB,b.png\n")
    cache, inks = tmp_path / "cache", ["--color", "cmyk", "--layout", "pieces"]

    def print_it(*more: str, folder: Path = cache) -> tuple[bytes, str]:
        # A deck that was printed already isn't printed again.
        shutil.rmtree(tmp_path / "output", ignore_errors=True)
        env = {**ENVIRONMENT, "XDG_CACHE_HOME": str(folder)}
        ran, _, _ = command_server.run(("build", "./sample", *more), tmp_path, env)
        assert ran.code == 0, ran.err
        return (tmp_path / "output/sample/sample-pieces.pdf").read_bytes(), ran.err

    def kept() -> dict[Path, int]:
        """The pictures in inks that are kept."""
        files = (f for f in cache.rglob("*") if f.is_file())
        return {f: f.stat().st_ino for f in files if b"/DeviceCMYK" in f.read_bytes()[:200]}

    alone, _ = print_it(*inks, "--no-cache")
    assert not cache.exists()
    assert print_it(*inks)[0] == alone
    made = kept()
    assert len(made) == 2
    assert print_it(*inks)[0] == alone
    assert kept() == made  # both were found
    for file in made:
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 16
        file.write_bytes(data)
    assert print_it(*inks)[0] == alone
    assert kept().keys() == made.keys()
    # The same pictures for another press, and for a screen.
    plain_deck = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", plain_deck + "print: {max-ink: 150%}\n")
    assert print_it(*inks)[0] == print_it(*inks, "--no-cache")[0] != alone
    assert len(kept()) == 4
    plain = ["--layout", "pieces"]
    assert print_it(*plain)[0] == print_it(*plain)[0] == print_it(*plain, "--no-cache")[0]
    # Where nothing can be kept, the build says so and prints the same.
    deck.write("deck.yaml", plain_deck)
    (tmp_path / "full").write_bytes(b"")
    printed, said = print_it(*inks, folder=tmp_path / "full")
    assert printed == alone
    assert said.count("warning[cache-not-written]: nothing can be cached in") == 1
    assert "Not a directory; each build lays out and converts everything again" in said
    assert "cache-not-written" not in print_it(*inks, "--no-cache", folder=tmp_path / "full")[1]
