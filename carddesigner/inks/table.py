"""A table of colours and their inks by which LittleCMS converts pictures: it interpolates faster than Pillow's
filter.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from carddesigner.inks.profile import opened

if TYPE_CHECKING:
    from PIL.ImageCms import ImageCmsTransform

_SAME = struct.pack(">9i", *(65536 * (i % 4 == 0) for i in range(9)))
_WHITE = struct.pack(">3i", 63190, 65536, 54061)
"""D50, the white of the profile connection space."""


def by_table(inks: bytes, side: int) -> ImageCmsTransform:
    """A conversion of RGB pictures by the *inks* of a regular grid of colours, with *side* points along each of red,
    green and blue, red slowest. Results lie between those of neighbouring grid points, so no place has more ink than
    they have.
    """
    from PIL import ImageCms

    # Two profiles that connect in RGB in place of CIELAB: the screen's changes nothing, the press's holds the table.
    corners = bytes(255 * (n >> shift & 1) for n in range(8) for shift in (2, 1, 0))
    screen = _profile(b"scnr", b"RGB ", {b"A2B0": _lut(3, 3, 2, corners)})
    press = _profile(b"prtr", b"CMYK", {b"B2A0": _lut(3, 4, side, inks)})
    return ImageCms.buildTransform(opened(screen), opened(press), "RGB", "CMYK")


def _lut(parts: int, made: int, side: int, table: bytes) -> bytes:
    """A table of ICC's ``lut8Type``, with identity curves."""
    curve = bytes(range(256))
    return b"mft1" + bytes((0, 0, 0, 0, parts, made, side, 0)) + _SAME + parts * curve + table + made * curve


def _profile(kind: bytes, space: bytes, tags: dict[bytes, bytes]) -> bytes:
    """An ICC profile of version 2."""
    tags = {b"wtpt": b"XYZ " + bytes(4) + _WHITE, **tags}
    at = 128 + 4 + 12 * len(tags)
    listed, content = struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        listed += name + struct.pack(">2I", at + len(content), len(data))
        content += data + bytes(-len(data) % 4)
    size = struct.pack(">I", at + len(content))
    head = size + bytes(4) + b"\2\x40\0\0" + kind + space + b"Lab " + bytes(12) + b"acsp" + bytes(28) + _WHITE
    return head.ljust(128, b"\0") + listed + content
