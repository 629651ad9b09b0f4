"""Messages between the page's editor of texts and the server. ``messages`` has what holds for all."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Files(Struct, frozen=True, tag_field="t", tag="files"):
    """Asks for the deck's text files."""


class Read(Struct, frozen=True, tag_field="t", tag="read"):
    """Asks for a file's text."""

    file: str


class TryText(Struct, frozen=True, tag_field="t", tag="try-text"):
    """Asks for the face as it would be with another text of a file, and with ``pages`` for those of this component; nothing is
    written.
    """

    seq: int
    file: str
    text: str
    pages: str = ""


class Save(Struct, frozen=True, tag_field="t", tag="save"):
    """A file's text is written as a step, if the file still is as it was at this version."""

    file: str
    text: str
    version: str


class Pages(Struct, frozen=True, tag_field="t", tag="pages"):
    """Asks for the pages of a component."""

    component: str


class Help(Struct, frozen=True, tag_field="t", tag="help"):
    """Asks for what can be written in a file, of a deck or of a template."""

    kind: Literal["deck", "template"]


class Mend(Struct, frozen=True, tag_field="t", tag="mend"):
    """The fix of a problem is written as a step."""

    file: str
    start: int
    old: str
    new: str


FromTexts = Files | Read | TryText | Save | Pages | Help | Mend


class FileInfo(Struct, frozen=True):
    """A text file of the deck: its name in the deck's folder, or its path where it lies elsewhere, and its whole ``path``.
    ``pages`` is the component whose running text it is; ``read_only`` is why it can't be changed, if so.
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
    """A file as it is, with line feeds for line ends; ``problem`` is why it can't be shown. ``saved``: it is what was sent."""

    file: str
    text: str
    version: str
    problem: str = ""
    saved: bool = False


class Conflict(Struct, frozen=True, tag_field="t", tag="conflict"):
    """A file that was to be saved was changed elsewhere meanwhile: nothing was written; this is what it holds now."""

    file: str
    text: str
    version: str


class Clash(Struct, frozen=True, tag_field="t", tag="clash"):
    """An edit was refused, for its file was changed elsewhere meanwhile: what it holds now, and what the edit would have made of it."""

    file: str
    text: str
    version: str
    yours: str


class Tried(Struct, frozen=True, tag_field="t", tag="tried"):
    """A text was tried; what it came to was sent before."""

    seq: int


class PageFace(Struct, frozen=True):
    """A page's face as an SVG file."""

    id: str
    svg: str


class PageFaces(Struct, frozen=True, tag_field="t", tag="pages"):
    """The pages of a component, in their order."""

    component: str
    faces: tuple[PageFace, ...]
    problem: str = ""


class HelpEntry(Struct, frozen=True):
    """Something that can be written, of a kind such as ``field``, ``filter`` or ``style``, and what it means."""

    kind: str
    name: str
    info: str = ""


class HelpText(Struct, frozen=True, tag_field="t", tag="help"):
    """What can be written: a JSON Schema, and the deck's own names."""

    kind: Literal["deck", "template"]
    schema: str
    entries: tuple[HelpEntry, ...]


ToTexts = FileList | FileText | Conflict | Clash | Tried | PageFaces | HelpText
