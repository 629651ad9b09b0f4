"""Messages about zones that are taken into others, out of them, and to other faces."""

from __future__ import annotations

from msgspec import Struct


class Group(Struct, frozen=True, tag_field="t", tag="group"):
    """Zones beside each other come into a new one."""

    zones: tuple[str, ...]


class Ungroup(Struct, frozen=True, tag_field="t", tag="ungroup"):
    """What lies in a zone comes out of it, and it goes."""

    zone: str


class Nest(Struct, frozen=True, tag_field="t", tag="nest"):
    """Zones come into another, or with an empty name out of all, behind one that lies there, or in front of all of them."""

    zones: tuple[str, ...]
    into: str
    before: str = ""


class Copy(Struct, frozen=True, tag_field="t", tag="copy"):
    """Zones are kept, to be put on a face; with ``cut`` they are removed from theirs."""

    zones: tuple[str, ...]
    cut: bool = False


class Paste(Struct, frozen=True, tag_field="t", tag="paste"):
    """What was kept is put on the face that is shown."""
