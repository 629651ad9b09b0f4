"""Questions and answers about what changed since a deck was opened."""

from __future__ import annotations

from msgspec import Struct


class AskChanges(Struct, frozen=True, tag_field="t", tag="ask-changes"):
    """Asks for what changed since the deck was opened."""


class BackToOpened(Struct, frozen=True, tag_field="t", tag="back-to-opened"):
    """All files become what they were when the deck was opened, in one step."""


class PutBack(Struct, frozen=True, tag_field="t", tag="put-back"):
    """Files that were deleted elsewhere are written again as they were last."""


class FileChange(Struct, frozen=True):
    """A file that changed: how many lines were added and removed, and the lines themselves, each after a plus, a minus, a blank, or an
    at sign where lines are left out.
    """

    file: str
    added: int
    removed: int
    lines: tuple[str, ...]
    deleted: bool = False


class Changes(Struct, frozen=True, tag_field="t", tag="changes"):
    """What changed since the deck was opened."""

    files: tuple[FileChange, ...]


FromChanges = AskChanges | BackToOpened | PutBack
