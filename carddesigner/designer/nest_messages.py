"""Messages about moving zones into other zones, out of them, and to other faces."""

from __future__ import annotations

from msgspec import Struct


class Group(Struct, frozen=True, tag_field="t", tag="group"):
    """Group sibling zones in a new zone."""

    zones: tuple[str, ...]


class Ungroup(Struct, frozen=True, tag_field="t", tag="ungroup"):
    """Move the zones out of a zone, and delete it."""

    zone: str


class Nest(Struct, frozen=True, tag_field="t", tag="nest"):
    """Move zones into another zone, or with an empty name to the top level, before a zone there or in front of all."""

    zones: tuple[str, ...]
    into: str
    before: str = ""


class Copy(Struct, frozen=True, tag_field="t", tag="copy"):
    """Copy zones for pasting; with ``cut`` delete them from their face."""

    zones: tuple[str, ...]
    cut: bool = False


class Paste(Struct, frozen=True, tag_field="t", tag="paste"):
    """Paste the copied zones on the shown face."""
