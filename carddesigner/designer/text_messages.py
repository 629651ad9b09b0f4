"""Messages of the page's text editor. ``messages`` describes what all messages have in common."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Files(Struct, frozen=True, tag_field="t", tag="files"):
    """Request the deck's text files."""


class Read(Struct, frozen=True, tag_field="t", tag="read"):
    """Request a file's text."""

    file: str


class TryText(Struct, frozen=True, tag_field="t", tag="try-text"):
    """Request the face as it would be with another text of a file, and with ``pages`` also the pages of this component;
    nothing is written.
    """

    seq: int
    file: str
    text: str
    pages: str = ""


class Save(Struct, frozen=True, tag_field="t", tag="save"):
    """Write a file's text as a step, if the file still has this version."""

    file: str
    text: str
    version: str


class Pages(Struct, frozen=True, tag_field="t", tag="pages"):
    """Request the pages of a component."""

    component: str


class Help(Struct, frozen=True, tag_field="t", tag="help"):
    """Request what can be written in a deck's or a template's file."""

    kind: Literal["deck", "template"]


class Mend(Struct, frozen=True, tag_field="t", tag="mend"):
    """Write the fix of a problem as a step."""

    file: str
    start: int
    old: str
    new: str


FromTexts = Files | Read | TryText | Save | Pages | Help | Mend


class FileInfo(Struct, frozen=True):
    """A text file of the deck: its path in the deck's folder, or its absolute path if it is elsewhere; and its absolute
    ``path``. ``pages`` is the component whose running text it is; ``read_only`` says why it can't be changed, if so.
    """

    file: str
    path: str
    kind: Literal["deck", "template", "text", "table", "other"]
    pages: str = ""
    read_only: str = ""


class FileList(Struct, frozen=True, tag_field="t", tag="files"):
    """The deck's text files."""

    files: tuple[FileInfo, ...]


class FileText(Struct, frozen=True, tag_field="t", tag="file"):
    """A file's text with line feeds as line ends; ``problem`` says why it can't be shown. ``saved`` marks the reply to
    saving it.
    """

    file: str
    text: str
    version: str
    problem: str = ""
    saved: bool = False


class Conflict(Struct, frozen=True, tag_field="t", tag="conflict"):
    """A file was not saved because another program had changed it; this is its current text."""

    file: str
    text: str
    version: str


class Clash(Struct, frozen=True, tag_field="t", tag="clash"):
    """An edit was refused because another program had changed its file: the current text, and the text that the edit
    would have written.
    """

    file: str
    text: str
    version: str
    yours: str


class Tried(Struct, frozen=True, tag_field="t", tag="tried"):
    """The end of the replies to a ``TryText``."""

    seq: int


class PageFace(Struct, frozen=True):
    """A page's face as an SVG file."""

    id: str
    svg: str


class PageFaces(Struct, frozen=True, tag_field="t", tag="pages"):
    """The pages of a component, in order."""

    component: str
    faces: tuple[PageFace, ...]
    problem: str = ""


class HelpEntry(Struct, frozen=True):
    """Something that can be written: its kind, such as ``field``, ``filter`` or ``style``, its name and its meaning."""

    kind: str
    name: str
    info: str = ""


class HelpText(Struct, frozen=True, tag_field="t", tag="help"):
    """What can be written: a JSON Schema, and the deck's own names."""

    kind: Literal["deck", "template"]
    schema: str
    entries: tuple[HelpEntry, ...]


ToTexts = FileList | FileText | Conflict | Clash | Tried | PageFaces | HelpText
