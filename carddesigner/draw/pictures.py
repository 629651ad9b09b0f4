"""Convert a picture's file for a PDF: JPEGs stay as they are, others become pixels and a mask."""

from __future__ import annotations

import hashlib
import warnings
import zlib
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from msgspec import DecodeError, Struct, msgpack

from carddesigner.core.disk_cache import DiskCache
from carddesigner.core.jpeg import is_frame, segments
from carddesigner.core.png import read_png
from carddesigner.core.tones import Tones
from carddesigner.inks.profile import fault_of_source

if TYPE_CHECKING:
    from PIL.Image import Image

    from carddesigner.inks.separation import Separation

MAX_KEPT = 200_000_000
"""The most bytes of compressed pixels that are kept in memory for later documents."""

MAX_CAREFUL = 4_000_000
"""The most pixels of a picture that is compressed well; a larger one is compressed fast."""

_PROFILE, _PROFILE_NAME = 0xE2, b"ICC_PROFILE"
"""The marker and the name of an embedded profile in a JPEG."""
JPEG_QUALITY = 92
"""The quality of photographs that are compressed again in a press's inks."""

_Key = tuple[str, Tones | None, str, tuple[int, int] | None]


class PictureData(Struct, frozen=True):
    """The bytes of a JPEG or PNG file, or compressed rows of pixels; ``mask`` has the alpha channel as compressed rows.

    ``more`` are further entries of the PDF's dictionary. ``as_in_file`` is whether the bytes are those of the file;
    these aren't worth caching.
    """

    space: str
    data: bytes
    mask: bytes | None = None
    depth: int = 8
    encoded: str = "/FlateDecode"
    more: str = ""
    as_in_file: bool = False

    @property
    def size(self) -> int:
        """The number of its bytes."""
        return len(self.data) + len(self.mask or b"")


class _Kept:
    """The most recently used pictures, by what they were made from."""

    def __init__(self) -> None:
        self._made: dict[_Key, PictureData] = {}
        self._size = 0

    def take(self, key: _Key) -> PictureData | None:
        kept = self._made.pop(key, None)
        self._size -= kept.size if kept is not None else 0
        return kept

    def put(self, key: _Key, made: PictureData) -> None:
        self._made[key] = made
        self._size += made.size
        while self._size > MAX_KEPT:
            self.take(next(iter(self._made)))


_kept = _Kept()


def picture_data(
    digest: str,
    read: Callable[[], bytes],
    tones: Tones | None = None,
    inks: Separation | None = None,
    pixels: tuple[int, int] | None = None,
    disk: DiskCache | None = None,
) -> PictureData:
    """Convert a picture's file, which Pillow has read before, for a PDF, with a press's *inks* and a printer's *tones*,
    and resized to fewer *pixels* if given.

    Converting and compressing pixels takes long, so it is done once for each *digest*, the sha256 of the file, and with
    a *disk* cache only once for all runs.
    """
    key = digest, tones, inks.key if inks is not None else "", pixels
    changed = tones is not None or inks is not None or pixels is not None
    cached = _kept.take(key) or (_cached(disk, key) if changed else None)
    if cached is None:
        data = read()
        as_in_file = None if tones is not None else _jpeg(data) if data[:2] == b"\xff\xd8" else _png(data)
        if inks is not None and as_in_file is not None and inks.takes(_mode(as_in_file)):
            as_in_file = None
        if pixels is not None:
            as_in_file = None
        if as_in_file is not None:
            return as_in_file
        # The file may have been replaced since its digest was taken.
        if hashlib.sha256(data).hexdigest() != digest:
            return _pixels(data, tones, inks, pixels)
        on_disk = None if changed else _cached(disk, key)
        cached = on_disk or _pixels(data, tones, inks, pixels)
        if disk is not None and on_disk is None:
            disk.put(msgpack.encode(cached), *_made_of(key))
    if disk is None or disk.fault is not None:
        # The most recently used pictures come last.
        _kept.put(key, cached)
    return cached


def _cached(disk: DiskCache | None, key: _Key) -> PictureData | None:
    """The result of an earlier run for a *key*."""
    kept = disk.get(*_made_of(key)) if disk is not None else None
    if kept is None:
        return None
    try:
        return msgpack.decode(kept, type=PictureData)
    except DecodeError:
        return None


def _made_of(key: _Key) -> tuple[str, ...]:
    digest, tones, inks, pixels = key
    return "picture", digest, repr(tones), inks, repr(pixels), _libraries()


@cache
def _libraries() -> str:
    """The versions of libraries that determine the bytes for given pixels."""
    import PIL
    from PIL import features

    parts = [features.version(name) for name in ("littlecms2", "jpg", "libjpeg_turbo", "zlib", "webp")]
    return f"{PIL.__version__} {zlib.ZLIB_RUNTIME_VERSION} {parts}"


def is_see_through(data: bytes) -> bool:
    """Whether a picture's file, which Pillow has read before, has any transparency."""
    from io import BytesIO

    from PIL import Image

    with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as opened:
        return _has_alpha(opened) and _is_see_through(opened)


class Looked(Struct, frozen=True):
    """What matters for a press about a picture's file: the largest sum of its ``inks``, 1 for each that covers all, and
    the largest sum without black, both 0 for a picture in screen colours; and the ``fault`` of its embedded profile,
    which then isn't used for conversion.
    """

    inks: float
    but_black: float
    fault: str | None


def look_at_picture(data: bytes) -> Looked:
    """Examine a picture's file, which Pillow has read before."""
    if _is_plain(data):
        return Looked(0.0, 0.0, None)
    from io import BytesIO

    from PIL import Image

    with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as opened:
        profile = _embedded(opened)
        fault = None if profile is None else fault_of_source(profile)
        if opened.mode != "CMYK":
            return Looked(0.0, 0.0, fault)
        # Quarters, so that their sum fits a byte.
        inks = [band.point(lambda v: (v + 2) // 4) for band in _as_stored(opened).split()]
        return Looked(_most(inks), _most(inks[:3]), fault)


def _is_plain(data: bytes) -> bool:
    """Whether a file is a JPEG in screen colours without a profile; most files needn't be opened to know this."""
    if data[:2] != b"\xff\xd8":
        return False
    for marker, at, _ in segments(data):
        if marker == _PROFILE:
            return False
        if is_frame(marker):
            return data[at + 5] in (1, 3) and data.find(_PROFILE_NAME, at) < 0
    return False


def _most(inks: list[Image]) -> float:
    """The largest sum of quarters of inks, ignoring a hundredth of a percent of the pixels: isolated pixels that
    compression adds don't stay wet.
    """
    from PIL import ImageChops

    total = inks[0]
    for band in inks[1:]:
        total = ImageChops.add(total, band)
    counts = total.histogram()
    left = total.width * total.height / 10_000
    for value in range(255, 0, -1):
        left -= counts[value]
        if left < 0:
            return 4 * value / 255
    return 0.0


def in_bytes(image: Image) -> Image:
    """A 16-bit picture in 8 bits: Pillow clips at 255 where it should scale."""
    return image.convert("I").point(lambda v: v * (1 / 257)).convert("L")


def _pixels(
    data: bytes, tones: Tones | None, inks: Separation | None, pixels_wanted: tuple[int, int] | None
) -> PictureData:
    from io import BytesIO

    from PIL import Image

    with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data)) as opened:
        opened.load()
        image = _as_stored(opened)
        alpha = _has_alpha(image) and _is_see_through(image)
        if image.mode.startswith("I"):
            image, alpha = in_bytes(image), False
        bands = {"L": "L", "LA": "L", "1": "L", "CMYK": "CMYK"}.get(image.mode, "RGB")
        mode = {"L": "LA", "RGB": "RGBA"}[bands] if alpha else bands
        profile = _profile(opened) if inks is not None else None
        converts = inks is not None and inks.takes(bands)
        if pixels_wanted is not None:
            image = image.convert(mode).resize(pixels_wanted, Image.Resampling.LANCZOS)
        if (converts or pixels_wanted is not None) and opened.format == "JPEG" and tones is None:
            image = image if image.mode == mode else image.convert(mode)
            return _photograph(inks.picture(image, profile) if inks is not None and converts else image)
        level = -1 if image.width * image.height <= MAX_CAREFUL else 1
        pixels, mask = zlib.compressobj(level), zlib.compressobj(level)
        rows, masked = [], []
        table = None
        if tones is not None:
            # Pillow has the inks of JPEGs and TIFFs as printed, 255 for full ink.
            printed = inks.pixels if inks is not None and converts else bands
            table = tones.table(inks=printed == "CMYK") * len(printed)
        # In strips, because each conversion of a mode is a copy.
        for top in range(0, image.height, 256):
            strip = image.crop((0, top, image.width, min(top + 256, image.height))).convert(mode)
            if alpha:
                masked.append(mask.compress(strip.getchannel("A").tobytes()))
                strip = strip.convert(bands)
            if converts:
                strip = inks.picture(strip, profile)  # type: ignore[union-attr]
            if table is not None:
                strip = strip.point(table)
            rows.append(pixels.compress(strip.tobytes()))
        printed = inks.pixels if inks is not None and converts else bands
        space = {"L": "/DeviceGray", "CMYK": "/DeviceCMYK"}.get(printed, "/DeviceRGB")
        made = b"".join((*rows, pixels.flush()))
        return PictureData(space, made, b"".join((*masked, mask.flush())) if alpha else None)


def _mode(picture: PictureData) -> str:
    """The mode in Pillow of a file's own pixels."""
    return "RGB" if "RGB" in picture.space else "CMYK" if "CMYK" in picture.space else "L"


def _embedded(opened: Image) -> bytes | None:
    """The profile embedded in an RGB file, valid or not."""
    data = opened.info.get("icc_profile")
    return data if isinstance(data, bytes) and data and opened.mode in ("RGB", "RGBA", "P") else None


def _profile(opened: Image) -> bytes | None:
    """The same if it can be used for conversion."""
    data = _embedded(opened)
    return data if data is not None and fault_of_source(data) is None else None


def _as_stored(opened: Image) -> Image:
    """A picture with its inks as printed: Pillow treats every CMYK JPEG as inverted, but only Adobe's are."""
    if opened.mode != "CMYK" or opened.format != "JPEG" or "adobe" in opened.info:
        return opened
    from PIL import ImageChops

    return ImageChops.invert(opened)


def _is_see_through(image: Image) -> bool:
    """Whether any pixel of a picture with an alpha channel is transparent."""
    least = image.convert("RGBA").getchannel("A").getextrema()[0]
    return isinstance(least, int) and least < 255


def _has_alpha(image: Image) -> bool:
    """Whether a picture's file has transparency; the A of CIELAB isn't alpha."""
    return (image.mode != "LAB" and "A" in image.getbands()) or "transparency" in image.info


def _photograph(image: Image) -> PictureData:
    """A changed photograph, compressed again as JPEG."""
    from io import BytesIO

    out = BytesIO()
    image.save(out, "JPEG", quality=JPEG_QUALITY)
    made = _jpeg(out.getvalue())
    assert made is not None
    return made


def _png(data: bytes) -> PictureData | None:
    """A plain PNG's rows as they are; None for another."""
    png = read_png(data)
    if png is None:
        return None
    space = "/DeviceGray" if png.channels == 1 else "/DeviceRGB"
    if png.palette:
        space = f"[/Indexed/DeviceRGB {len(png.palette) // 3 - 1}<{png.palette.hex()}>]"
    rows = f"/Colors {png.channels}/BitsPerComponent {png.depth}/Columns {png.width}"
    return PictureData(space, png.data, depth=png.depth, more=f"/DecodeParms<</Predictor 15{rows}>>", as_in_file=True)


def _jpeg(data: bytes) -> PictureData | None:
    """A JPEG as it is; None for one that a PDF reader may not be able to decode.

    The frame header gives the colour space; with Adobe's marker, CMYK is stored inverted.
    """
    adobe = False
    for marker, at, _ in segments(data):
        if marker == 0xEE and data[at : at + 5] == b"Adobe":
            adobe = True
        if is_frame(marker):
            components = data[at + 5]
            space = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}.get(components)
            if space is None:
                return None
            more = "/Decode[1 0 1 0 1 0 1 0]" if adobe and components == 4 else ""
            return PictureData(space, data, encoded="/DCTDecode", more=more, as_in_file=True)
    return None
