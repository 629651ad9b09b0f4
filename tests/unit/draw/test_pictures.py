"""Pictures and colours in the PDF: as they came, written once, see-through where they were; vectors stay vectors."""

from __future__ import annotations

import hashlib
import zlib
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from carddesigner.core.disk_cache import DiskCache
from carddesigner.draw.pictures import _Kept, picture_data

ZONE = "art: {image: art/a, box: {left: 10mm, width: 40mm, top: 10mm, height: 20mm}}"


def gradient(mode: str = "RGB") -> Image.Image:
    """A small picture of many colours."""
    image = Image.new("RGB", (40, 20))
    image.putdata([(6 * x, 12 * y, 255 - 6 * x) for y in range(20) for x in range(40)])
    return image.convert(mode)


def file_bytes(image: Image.Image, kind: str, **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def with_picture(deck, data: bytes, zones: str = ZONE, rows: str = "name\nFire\n"):
    deck.zones(zones, rows)
    deck.write("art/a", data)
    return deck


def pixel(path: Path, x_mm: float, y_mm: float, page: int = 0) -> tuple[int, int, int]:
    """A colour on the page as pdfium shows it; from the trim's top left."""
    image = pdfium.PdfDocument(path)[page].render(scale=72 / 25.4 * 4 / 72 * 25.4).to_pil().convert("RGB")
    k = 4 * 72 / 25.4
    return image.getpixel((round((x_mm + 3) * k), round((y_mm + 3) * k)))


def contents(path: Path) -> bytes:
    """The operators of all pages and forms."""
    with pikepdf.open(path) as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        return b"\n".join(s.read_bytes() for s in (*(p.Contents for p in pdf.pages), *forms))


def test_a_jpeg_with_stray_bytes_between_its_markers_is_drawn(deck, draw, images):
    data = file_bytes(gradient(), "JPEG")
    (image,) = images(draw(with_picture(deck, data[:2] + b"\xff\x00\xff\xff" + data[2:])))
    assert image.Filter == "/FlateDecode"
    assert len(image.read_bytes()) == 40 * 20 * 3


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"quality": 30, "subsampling": 2}])
@pytest.mark.parametrize(("mode", "space"), [("RGB", "/DeviceRGB"), ("L", "/DeviceGray"), ("CMYK", "/DeviceCMYK")])
def test_a_jpeg_passes_through_unchanged(deck, draw, images, mode, space, options):
    data = file_bytes(gradient(mode), "JPEG", **options)
    (image,) = images(draw(with_picture(deck, data)))
    assert image.read_raw_bytes() == data
    assert image.Filter == "/DCTDecode"
    assert (image.ColorSpace, image.Width, image.Height, image.BitsPerComponent) == (space, 40, 20, 8)


def test_an_inverted_cmyk_jpeg_is_shown_in_its_own_colours(deck, draw, images):
    data = file_bytes(Image.new("CMYK", (40, 20), (0, 255, 255, 0)), "JPEG", quality=95)
    assert b"Adobe" in data
    path = draw(with_picture(deck, data))
    (image,) = images(path)
    assert list(image.Decode) == [1, 0] * 4
    red, green, blue = pixel(path, 30, 20)
    assert red > 200
    assert max(green, blue) < 60


def with_segment(jpeg: bytes, marker: int, data: bytes) -> bytes:
    """A JPEG with one more segment at its beginning."""
    return jpeg[:2] + bytes([0xFF, marker]) + (len(data) + 2).to_bytes(2, "big") + data + jpeg[2:]


def test_an_inverted_cmyk_jpeg_is_known_by_its_marker_behind_a_profile(deck, draw, images):
    jpeg = file_bytes(Image.new("CMYK", (40, 20), (0, 255, 255, 0)), "JPEG", quality=95)
    (image,) = images(draw(with_picture(deck, with_segment(jpeg, 0xE2, b"profile" * 300))))
    assert list(image.Decode) == [1, 0] * 4


def test_a_jpeg_with_fill_bytes_before_its_markers_passes_through(deck, draw, images):
    jpeg = file_bytes(gradient(), "JPEG")
    at = jpeg.index(b"\xff\xc0")
    data = jpeg[:at] + b"\xff\xff" + jpeg[at:]
    (image,) = images(draw(with_picture(deck, data)))
    assert image.read_raw_bytes() == data
    assert image.ColorSpace == "/DeviceRGB"


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
@pytest.mark.parametrize("mode", ["RGB", "L", "P", "1"])
def test_a_picture_keeps_its_pixels(deck, draw, images, mode, kind):
    source = gradient(mode)
    (image,) = images(draw(with_picture(deck, file_bytes(source, kind))))
    assert pikepdf.PdfImage(image).as_pil_image().convert("RGB").tobytes() == source.convert("RGB").tobytes()
    assert "/SMask" not in image


def test_a_plain_png_passes_through_unchanged(deck, draw, images):
    data = file_bytes(gradient(), "PNG")
    (image,) = images(draw(with_picture(deck, data)))
    assert image.read_raw_bytes() in data


@pytest.mark.parametrize("harm", ["checksum", "cut off", "filter"])
def test_a_damaged_png_is_told_before_it_is_printed(deck, harm):
    data = bytearray(file_bytes(gradient(), "PNG"))
    at = data.index(b"IDAT")
    if harm == "checksum":
        data[at + 20] ^= 1
    elif harm == "cut off":
        del data[at + 20 :]
    else:
        rows = zlib.compress(b"\x09" + b"\0" * 120)
        chunk = b"IDAT" + rows
        end = data.index(b"IEND") - 4
        data[at - 4 : end] = len(rows).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    with_picture(deck, bytes(data)).error("broken-image")


def test_a_png_of_sixteen_bits_keeps_its_greys(deck, draw, images):
    source = Image.new("I;16", (40, 20))
    source.putdata([257 * 6 * x for _ in range(20) for x in range(40)])
    (image,) = images(draw(with_picture(deck, file_bytes(source, "PNG"))))
    components = 3 if image.ColorSpace == "/DeviceRGB" else 1
    row = image.read_bytes()[: 40 * components : components]
    assert list(row) == [6 * x for x in range(40)]


def test_a_see_through_png_gets_a_soft_mask_and_shows_what_is_behind(deck, draw, images):
    source = Image.new("RGBA", (40, 20), (255, 0, 0, 255))
    source.paste((255, 0, 0, 0), (0, 0, 20, 20))
    ground = 'ground: {in: bleed, fill: "#0000ff"}\n'
    path = draw(with_picture(deck, file_bytes(source, "PNG"), ground + ZONE))
    (image,) = images(path)
    assert image.SMask.read_bytes() == source.getchannel("A").tobytes()
    assert (image.SMask.ColorSpace, image.SMask.BitsPerComponent) == ("/DeviceGray", 8)
    assert (pixel(path, 15, 20), pixel(path, 45, 20)) == ((0, 0, 255), (255, 0, 0))


def test_a_palettes_transparent_colour_is_a_soft_mask_too(deck, draw, images):
    source = Image.new("P", (40, 20), 0)
    source.putpalette([0, 255, 0, 255, 0, 0])
    source.paste(1, (20, 0, 40, 20))
    (image,) = images(draw(with_picture(deck, file_bytes(source, "PNG", transparency=0))))
    assert image.SMask.read_bytes()[:40] == bytes([0] * 20 + [255] * 20)


def test_a_picture_used_often_is_embedded_once(deck, draw, images):
    zones = ZONE + "\nagain: {image: art/a, box: {left: 20mm, width: 30mm, top: 50mm, height: 15mm}}"
    zones += "\ncopy: {image: art/b, box: {left: 20mm, width: 30mm, top: 70mm, height: 15mm}}"
    data = file_bytes(gradient(), "JPEG")
    deck = with_picture(deck, data, zones, "name,copies\nFire,3\nIce,2\n")
    deck.write("art/b", data)
    path = draw(deck)
    assert len(images(path)) == 1
    assert len(pikepdf.open(path).pages) == 5


def test_a_picture_fills_its_box(deck, draw):
    path = draw(with_picture(deck, file_bytes(Image.new("RGB", (40, 20), "red"), "PNG")))
    assert [pixel(path, x, y) for x, y in ((10.5, 10.5), (49.5, 29.5))] == [(255, 0, 0)] * 2
    assert [pixel(path, x, y) for x, y in ((9.5, 10.5), (49.5, 30.5))] == [(255, 255, 255)] * 2


def test_opacity_is_written_as_such_and_for_the_whole_zone(deck, draw):
    box = "box: {left: 10mm, width: 20mm, top: 10mm, height: 20mm}"
    path = draw(
        deck.zones(
            f'one: {{{box}, opacity: 0.5, fill: "#ff0000", zones: {{over: {{fill: "#ff0000"}}}}}}\ntwo: {{text: x}}'
        )
    )
    with pikepdf.open(path) as pdf:
        states = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/ExtGState"]
        groups = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/Group" in o]
        assert [(float(s.ca), float(s.CA)) for s in states] == [(0.5, 0.5)]
        assert [str(g.Group.S) for g in groups] == ["/Transparency"]
    red, green, blue = pixel(path, 20, 20)
    assert red == 255
    assert green == blue
    assert abs(green - 127) <= 2


def test_a_spot_colour_is_an_ink_of_its_own(deck, draw):
    zones = (
        'one: {fill: "spot(Gold Foil, 0, 20, 60, 20)", stroke: {color: "spot(Gold Foil, 0, 20, 60, 20)", width: 1pt}}'
    )
    path = draw(deck.zones(zones))
    with pikepdf.open(path) as pdf:
        (page,) = pdf.pages
        ((name, space),) = page.Resources.ColorSpace.items()
        assert [str(space[0]), str(space[1]), str(space[2])] == ["/Separation", "/Gold Foil", "/DeviceCMYK"]
        assert [float(v) for v in space[3].C1] == [0, 0.2, 0.6, 0.2]
        assert [float(v) for v in space[3].C0] == [0, 0, 0, 0]
    assert f"{name} cs 1 scn".encode() in contents(path)
    assert f"{name} CS 1 SCN".encode() in contents(path)


def test_cmyk_and_grey_are_written_as_such(deck, draw):
    zones = (
        'one: {fill: "cmyk(10, 20, 30, 40)", stroke: {color: "cmyk(0, 0, 0, 100)", width: 1pt}}\ntwo: {fill: "#808080"}'
    )
    operators = contents(draw(deck.zones(zones))).splitlines()
    assert b"0.1 0.2 0.3 0.4 k" in operators
    assert b"0 0 0 1 K" in operators
    assert b"0.502 g" in operators
    assert not [x for x in operators if x.endswith((b" rg", b" RG"))]


def test_icons_shapes_and_drawings_stay_vectors(deck, draw, images):
    zones = "a: {icon: sun, color: ink}\nb: {shape: star, fill: glow}\nc: {path: 'M0 0 L100 0 L50 100 Z', fill: ink}\n"
    deck.zones(zones + "d: {svg: art/two.svg}\ne: {text: 'Fire :moon:', size: 9pt}")
    deck.write(
        "art/two.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1" fill="#00ff00"/></svg>',
    )
    path = draw(deck)
    assert images(path) == []
    assert b"BI" not in contents(path).split()
    assert b"0 1 0 rg" in contents(path)


def test_an_icon_in_many_colours_and_sizes_is_drawn_by_one_form(deck, draw):
    zones = "".join(
        f"z{n}: {{icon: butterfly, color: {color}, box: {{left: 5mm, width: {n}mm, top: {9 * n}mm, height: {n}mm}}}}\n"
        for n, color in ((3, "ink"), (5, "glow"), (7, "'#ff0000'"))
    )
    path = draw(deck.zones(zones))
    with pikepdf.open(path) as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 1
        assert b" rg" not in forms[0].read_bytes()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_printed_upright_however_the_camera_was_held(deck, draw, orientation):
    upright = Image.new("RGB", (48, 24), "white")
    upright.paste((255, 0, 0), (0, 0, 24, 12))
    upright.paste((0, 0, 255), (24, 12, 48, 24))
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    stored = upright.transpose(Image.Transpose(back[orientation])) if orientation > 1 else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = BytesIO()
    stored.save(out, "JPEG", quality=95, exif=exif)
    deck.write("art/photo.jpg", out.getvalue())
    deck.zones("one: {box: {left: 4mm, top: 4mm, width: 40mm, height: 20mm}, image: art/photo.jpg}")
    page = pdfium.PdfDocument(draw(deck))[0].render(scale=4).to_pil().convert("RGB")
    mm = 4 * 72 / 25.4
    corners = [
        page.getpixel((round((7 + x) * mm), round((7 + y) * mm))) for x, y in ((5, 5), (35, 5), (5, 15), (35, 15))
    ]
    named = ["red" if r > 200 > g else "blue" if b > 200 > g else "white" for r, g, b in corners]
    assert named == ["red", "white", "white", "blue"]


def tiff(color: str) -> bytes:
    made = BytesIO()
    Image.new("RGB", (4, 3), color).save(made, "TIFF")
    return made.getvalue()


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_pixels_that_were_compressed_before_are_not_read_again():
    data = tiff("teal")
    asked = []
    first, second = (picture_data(digest(data), lambda: asked.append(1) or data) for _ in range(2))
    assert zlib.decompress(first.data) == bytes((0, 128, 128)) * 12
    assert second is first
    assert len(asked) == 1


def test_a_file_that_was_written_again_since_is_not_taken_for_the_one_before():
    before, after = tiff("navy"), tiff("olive")
    assert picture_data(digest(before), lambda: after).data == picture_data(digest(after), lambda: after).data
    assert zlib.decompress(picture_data(digest(before), lambda: before).data)[:3] == bytes((0, 0, 128))


def test_only_so_much_is_kept_of_what_was_used_last(monkeypatch):
    every = [tiff(c) for c in ("red", "lime", "blue")]
    size = picture_data(digest(every[0]), lambda: every[0]).size
    monkeypatch.setattr("carddesigner.draw.pictures.MAX_KEPT", 2 * size + 4)
    asked = []
    for n in (0, 1, 0, 2, 0, 1):
        picture_data(digest(every[n]), lambda n=n: asked.append(n) or every[n])
    assert asked == [1, 2, 1]


def test_pixels_that_an_earlier_run_kept_need_no_reading_of_their_file(tmp_path, monkeypatch):
    data = tiff("purple")

    def run(name: str, pixels: tuple[int, int], read):
        # Nothing is in memory when a run begins.
        monkeypatch.setattr("carddesigner.draw.pictures._kept", _Kept())
        return picture_data(name, read, pixels=pixels, disk=DiskCache(tmp_path))

    first = run(digest(data), (2, 2), lambda: data)
    assert run(digest(data), (2, 2), lambda: pytest.fail("the file was read again")) == first
    # Another content or another size is another picture.
    assert zlib.decompress(run(digest(tiff("lime")), (2, 2), lambda: tiff("lime")).data) == bytes((0, 255, 0)) * 4
    assert zlib.decompress(run(digest(data), (1, 1), lambda: data).data) == bytes((128, 0, 128))
