"""Pictures of every kind, for a screen and for a press."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st
from PIL import Image, ImageCms

from tests.fuzz.fonts import NUMBERS
from tests.fuzz.mutations import fractions, mutated
from tests.fuzz.sample_deck import judge_files
from tests.fuzz.target import Input, Target

DECK = b"""\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
components: [{id: cards, copies: 1, front: sample#front}]
"""
TEMPLATE = """\
template: sample
faces:
  front:
    zones:
      art: {box: {left: 3mm, top: 3mm, width: 20mm, height: 20mm}, image: art/mine.%s}
      turned: {box: {left: 30mm, top: 30mm, width: 20mm, height: 9mm}, image: art/mine.%s, rotate: 30, opacity: 0.5}
"""


def judge(case: Input) -> None:
    """A picture ends in words or on a card, in RGB and in inks."""
    template = TEMPLATE.replace("%s", case.kind).encode()
    files = {"templates/sample.yaml": template, f"art/mine.{case.kind}": case.data}
    judge_files({"deck.yaml": DECK, **files})
    judge_files({"deck.yaml": DECK + b"print: {color: cmyk}\n", **files})


@cache
def made() -> list[Input]:
    """Small pictures of every kind."""
    base = Image.effect_noise((24, 18), 60).convert("RGB")
    alpha = base.copy()
    alpha.putalpha(Image.linear_gradient("L").resize(base.size))
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    pictures: list[tuple[str, Image.Image, dict[str, object]]] = [
        ("png", base, {"icc_profile": profile, "dpi": (300, 300)}),
        ("png", alpha, {}),
        ("png", base.quantize(16), {"transparency": 3}),
        ("png", base.convert("1"), {}),
        ("png", base.convert("I;16"), {}),
        ("png", base.convert("LA"), {}),
        ("png", base, {"save_all": True, "append_images": [alpha.convert("RGB")]}),
        ("jpg", base, {"icc_profile": profile, "exif": _exif()}),
        ("jpg", base.convert("L"), {"progressive": True}),
        ("jpg", base.convert("CMYK"), {}),
        ("gif", base.quantize(8), {"save_all": True, "append_images": [base.quantize(4)]}),
        ("webp", alpha, {"lossless": True}),
        ("webp", base, {"exif": _exif()}),
        ("tif", base, {"compression": "tiff_lzw"}),
        ("tif", base.convert("CMYK"), {"compression": "tiff_deflate"}),
        ("bmp", base, {}),
    ]
    out = []
    for kind, picture, more in pictures:
        data = io.BytesIO()
        picture.save(data, {"jpg": "JPEG", "tif": "TIFF"}.get(kind, kind.upper()), **more)
        out.append(Input(kind, data.getvalue()))
    return out


def _exif() -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = 6
    return exif


def with_numbers(seed: Input, some: list[tuple[float, int, int, str]]) -> Input:
    """A picture with numbers overwritten, most of them near its beginning."""
    data = bytearray(seed.data)
    for where, size, value, order in some:
        at = int(where * where * len(data))
        put = value.to_bytes(8, "big", signed=True)[-size:]
        data[at : at + size] = put if order == "big" else put[::-1]
    return Input(seed.kind, bytes(data))


WORDS = (
    *(
        b"IHDR",
        b"PLTE",
        b"IDAT",
        b"IEND",
        b"tRNS",
        b"iCCP",
        b"acTL",
        b"\xff\xd8",
        b"\xff\xe1",
        b"\xff\xda",
        b"\xff\xc4",
        b"\xff\xd9",
    ),
    *(b"GIF89a", b"RIFF", b"WEBP", b"VP8X", b"II*\0", b"MM\0*", b"BM"),
)


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Known pictures mutated."""
    known = [*seeds, *made()]
    number = st.tuples(
        fractions, st.sampled_from([1, 2, 4]), st.sampled_from(NUMBERS), st.sampled_from(["big", "little"])
    )
    numbers = st.builds(with_numbers, st.sampled_from(known), st.lists(number, min_size=1, max_size=4))
    return st.one_of(numbers, mutated(known, WORDS))


TARGET = Target("pictures", judge, inputs)
