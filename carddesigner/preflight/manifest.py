"""The manifest that this program writes beside a PDF, read for the places of cards."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

MAX_BYTES = 50_000_000
BELOW_MM = 0.1
"""The largest difference between two places that count as equal."""


class Slot(Struct, frozen=True):
    """A card's place on a page as seen: its unturned trim in millimetres, which is turned about its centre."""

    piece: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    component: str = ""
    copy: int = 1
    rotation: int = 0

    @property
    def card(self) -> tuple[str, str, int]:
        """The key of the card's copy."""
        return self.component, self.piece, self.copy

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height as turned."""
        x, y = self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2
        width, height = self.width_mm, self.height_mm
        if self.rotation % 180:
            width, height = height, width
        return x - width / 2, y - height / 2, width, height


class ManifestPage(Struct, frozen=True):
    """A page and the cards on it."""

    number: int
    sheet: int
    side: str
    paper_mm: tuple[float, float]
    slots: tuple[Slot, ...] = ()


class _Artifact(Struct, frozen=True):
    path: str
    sha256: str = ""


class Manifest(Struct, frozen=True):
    """A manifest's pages, and the files that were written with it."""

    schema: int
    pages: tuple[ManifestPage, ...]
    deck: str = ""
    duplex: str = ""
    layout: str = ""
    artifacts: tuple[_Artifact, ...] = ()

    def sheets(self) -> list[tuple[ManifestPage, ManifestPage]]:
        """The front and back of each sheet that has both."""
        fronts = {p.sheet: p for p in self.pages if p.side == "front"}
        return [(fronts[p.sheet], p) for p in self.pages if p.side == "back" and p.sheet in fronts]

    def flips_across(self, page: ManifestPage) -> bool | None:
        """Whether the sheet is turned over about its vertical middle line; None if it isn't printed on both sides of
        the paper.
        """
        if self.duplex not in ("long-edge", "short-edge"):
            return None
        width, height = page.paper_mm
        return (height >= width) == (self.duplex == "long-edge")


def manifest_of(path: Path) -> tuple[Manifest | None, str]:
    """The manifest beside a PDF, and what is wrong with it; None and an empty text if there is none."""
    own = path.with_suffix(".json")
    try:
        if not own.is_file() or own.stat().st_size > MAX_BYTES:
            return None, ""
        data = own.read_bytes()
        manifest = msgspec.json.decode(data, type=Manifest)
    except (OSError, msgspec.DecodeError, RecursionError):
        return None, ""
    listed = [a for a in manifest.artifacts if Path(a.path).name == path.name]
    if not listed:
        return None, f"{own.name} is the manifest of other files, so nothing of it was compared"
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    changed = listed[0].sha256 not in ("", digest)
    return manifest, f"the file was changed since {own.name} was written with it" if changed else ""
