"""Conversion of a picture to the format of another file extension, if nothing that it shows is lost."""

from __future__ import annotations

from io import BytesIO
from pathlib import PurePosixPath

from carddesigner.designer.uploads import Upload
from carddesigner.source.yaml_edits import EditProblem

MAX_MADE = 25_000_000
"""The most pixels of a picture that is converted while the user waits."""
KINDS = {
    ".png": "PNG",
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".webp": "WebP",
    ".gif": "GIF",
    ".bmp": "BMP",
    ".tif": "TIFF",
    ".tiff": "TIFF",
    ".svg": "SVG",
}
"""Formats by file extension."""
_QUALITY = 95
"""The quality of converted JPEGs."""
_PNG_MODES = frozenset(("1", "L", "LA", "P", "RGB", "RGBA", "I;16"))
"""Modes of Pillow whose pixels a PNG can hold unchanged."""


def as_file(picture: Upload, path: str) -> bytes:
    """Return a picture's bytes in the format of a path's extension. Raises EditProblem if it can't be converted without
    loss.
    """
    from PIL import Image, ImageOps

    wanted = KINDS.get(PurePosixPath(path).suffix.lower(), "")
    refused = f"{picture.name} can't be {path}"
    if not wanted:
        raise EditProblem(f"{refused}, whose ending is that of no picture; pictures end in {', '.join(KINDS)}")
    own_svg = picture.name.lower().endswith(".svg")
    if own_svg or wanted == "SVG":
        if own_svg and wanted == "SVG":
            return picture.data
        raise EditProblem(f"{refused}: it is {'an SVG' if own_svg else 'a picture of pixels'}; drop {_article(wanted)}")
    with Image.open(BytesIO(picture.data)) as image:
        kind = {"MPO": "JPEG", "WEBP": "WebP"}.get(image.format or "", image.format or "")
        if kind == wanted:
            return picture.data
        if wanted not in ("PNG", "JPEG"):
            raise EditProblem(
                f"{refused}: it is {_article(kind)}, and only PNG and JPEG are made of others; drop {_article(wanted)}"
            )
        if image.width * image.height > MAX_MADE:
            raise EditProblem(
                f"{refused}: it is {_article(kind)}, too large to be made {_article(wanted)} here; save it as one first"
            )
        if image.mode not in _PNG_MODES:
            raise EditProblem(
                f"{refused}: its colours ({image.mode}) would change in {_article(wanted)}; save it as one in a program for pictures"
            )
        out, profile = BytesIO(), image.info.get("icc_profile")
        upright = ImageOps.exif_transpose(image)
        if wanted == "PNG":
            upright.save(out, "PNG", icc_profile=profile, compress_level=4)
            return out.getvalue()
        if _is_see_through(upright):
            raise EditProblem(
                f"{refused}: it is transparent in places, which a JPEG can't be; let the name end in .png"
            )
        plain = upright if upright.mode in ("L", "RGB") else upright.convert("RGB")
        plain.save(out, "JPEG", icc_profile=profile, quality=_QUALITY, subsampling=0)
        return out.getvalue()


def _is_see_through(image: object) -> bool:
    """Return whether any pixel is at least partly transparent."""
    from PIL import Image

    assert isinstance(image, Image.Image)
    if "A" not in image.getbands() and "transparency" not in image.info:
        return False
    least = image.convert("RGBA").getchannel("A").getextrema()[0]
    return bool(least != 255)


def _article(kind: str) -> str:
    return f"{'an' if kind == 'SVG' else 'a'} {kind}"
