"""ICC profiles of presses, read and checked before use."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL.ImageCms import ImageCmsProfile, ImageCmsTransform

_SHIPPED = Path(__file__).parent / "profiles"
MAX_PROFILE = 8_000_000
"""The most bytes of a profile; those of presses have up to 3 million."""


class Profile(Struct, frozen=True):
    """A press, described by its ICC profile. ``identifier`` is the name of its printing condition in the registry of
    the ICC, or the profile's own description if it isn't registered; ``version`` is that of the profile's format.
    """

    data: bytes
    identifier: str
    condition: str
    version: float
    registered: bool = False

    @property
    def digest(self) -> str:
        """The sha256 of the file."""
        return hashlib.sha256(self.data).hexdigest()

    def opened(self) -> ImageCmsProfile:
        """The profile for LittleCMS."""
        return opened(self.data)


def opened(data: bytes) -> ImageCmsProfile:
    """A profile for LittleCMS. Raises OSError for data that is no profile."""
    from PIL.ImageCms import ImageCmsProfile

    return ImageCmsProfile(BytesIO(data))


def lab() -> ImageCmsProfile:
    """CIELAB, the space of perceived colours."""
    from PIL.ImageCms import ImageCmsProfile, createProfile

    return ImageCmsProfile(createProfile("LAB"))


def exact(source: ImageCmsProfile, target: ImageCmsProfile, mode: str, to: str) -> ImageCmsTransform:
    """LittleCMS's conversion from a *mode* of Pillow *to* another: relative colorimetric with black point compensation.

    Each colour is computed exactly; by default LittleCMS first makes a table, which only pays for the many pixels of
    pictures.
    """
    from PIL import ImageCms

    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION | ImageCms.Flags.NOOPTIMIZE
    made = ImageCms.buildTransform(source, target, mode, to, ImageCms.Intent.RELATIVE_COLORIMETRIC, flags)
    made.output_profile = lab()  # Pillow copies this profile into each picture; a press's is large
    return made


def applied(transform: ImageCmsTransform, colors: bytes | bytearray) -> bytes:
    """Convert colours, one byte for each component."""
    from PIL import ImageCms
    from PIL.Image import frombytes

    parts = len(transform.input_mode)
    count = len(colors) // parts
    width = min(count, 4096)
    rows = -(-count // width)
    image = frombytes(transform.input_mode, (width, rows), colors.ljust(parts * width * rows, b"\0"))
    made = ImageCms.applyTransform(image, transform)
    assert made is not None
    return made.tobytes()[: len(transform.output_mode) * count]


def in_lab(data: bytes) -> list[tuple[float, float, float]]:
    """CIELAB from Pillow's bytes, of which those of a and b are signed."""
    signed = memoryview(data).cast("b")
    return [(data[i] / 2.55, float(signed[i + 1]), float(signed[i + 2])) for i in range(0, len(data), 3)]


@lru_cache(maxsize=1)
def shipped_profile() -> Profile:
    """Coated paper in offset printing, FOGRA39: what most print houses of cards in Europe expect."""
    data = (_SHIPPED / "FOGRA39L_coated.icc").read_bytes()
    condition = "Offset printing, coated paper: ISO 12647-2:2004/Amd 1, paper types 1 and 2 (FOGRA39L)"
    return Profile(data, "FOGRA39", condition, 2.2, registered=True)


@lru_cache(maxsize=1)
def screen_profile() -> bytes:
    """The file of sRGB, the space of colours such as #1b1b1b."""
    return (_SHIPPED / "sRGB.icc").read_bytes()


@lru_cache(maxsize=16)
def fault_of_source(data: bytes) -> str | None:
    """Why the embedded profile of an RGB picture can't be used; None if it can."""
    from PIL import ImageCms

    if data[36:40] != b"acsp":
        return "is no ICC profile"
    if (space := data[16:20].decode("latin-1").strip()) != "RGB":
        return f"is for {space if space.isalnum() else 'something else'}, and not for RGB"
    try:
        ImageCms.buildTransform(
            opened(data),
            ImageCms.createProfile("LAB"),
            "RGB",
            "LAB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (OSError, ImageCms.PyCMSError):
        return "is damaged"
    return None


def read_profile(data: bytes) -> Profile:
    """Read a press's profile from its file. Raises ValueError, with what is expected, for a file that is no such
    profile or is incomplete.
    """
    from PIL import ImageCms

    expected = "expected the ICC profile of a CMYK printing press"
    if len(data) > MAX_PROFILE:
        raise ValueError(f"the file has {len(data):,} bytes, and a profile at most {MAX_PROFILE:,}; {expected}")
    if data[36:40] != b"acsp":
        raise ValueError(f"the file is no ICC profile; {expected}")
    if int.from_bytes(data[:4], "big") > len(data):
        raise ValueError(
            f"the profile is cut short: it says that it has {int.from_bytes(data[:4], 'big'):,} bytes, and has {len(data):,}"
        )
    try:
        profile = opened(data)
        space, kind = profile.profile.xcolor_space.strip(), profile.profile.device_class.strip()
    except (OSError, ImageCms.PyCMSError):
        raise ValueError(f"the profile can't be read; {expected}") from None
    if space != "CMYK" or kind != "prtr":
        what = {"mntr": "a screen", "scnr": "a scanner", "prtr": "a printer"}.get(kind, "something else")
        raise ValueError(f"the profile is of {what} in {space}; {expected}")
    try:
        # Damaged tables are only found when they are used.
        ImageCms.buildTransform(opened(screen_profile()), profile, "RGB", "CMYK")
        ImageCms.buildTransform(profile, opened(screen_profile()), "CMYK", "RGB")
    except ImageCms.PyCMSError:
        raise ValueError("the profile has no tables to convert colours by; it may be damaged") from None
    name = (profile.profile.profile_description or "").strip() or "unnamed profile"
    return Profile(data, name, name, round(float(profile.profile.version), 1))
