"""Requests and replies about the changes since a deck was opened."""

from __future__ import annotations

from msgspec import Struct


class AskChanges(Struct, frozen=True, tag_field="t", tag="ask-changes"):
    """Request the changes since the deck was opened."""


class BackToOpened(Struct, frozen=True, tag_field="t", tag="back-to-opened"):
    """Restore all files to their state when the deck was opened, in one step."""


class PutBack(Struct, frozen=True, tag_field="t", tag="put-back"):
    """Write files that were deleted by another program again, with their last content."""


class FileChange(Struct, frozen=True):
    """A changed file: the number of added and removed lines, and the lines of the diff, each prefixed with a plus, a
    minus or a blank, or with at signs where lines are left out.
    """

    file: str
    added: int
    removed: int
    lines: tuple[str, ...]
    deleted: bool = False


class Changes(Struct, frozen=True, tag_field="t", tag="changes"):
    """The changes since the deck was opened."""

    files: tuple[FileChange, ...]


FromChanges = AskChanges | BackToOpened | PutBack
