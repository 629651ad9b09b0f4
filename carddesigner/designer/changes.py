"""The changes of a deck's files since it was opened, and their reversal."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from carddesigner.core.report import Problem
from carddesigner.designer.change_messages import AskChanges, BackToOpened, Changes, FileChange, FromChanges
from carddesigner.designer.messages import FromServer, Note
from carddesigner.designer.session import Session, message_of
from carddesigner.export.files import OutputProblem

BACK = "Back to how it was opened"
"""The name of the step that reverts all changes."""
MAX_LINES, MAX_COMPARED = 2_000, 20_000
"""The most lines of a diff that are shown, and the most lines of a file that are compared."""


def answer(session: Session, message: FromChanges) -> list[FromServer]:
    """Answer a request about changes."""
    try:
        match message:
            case AskChanges():
                pass
            case BackToOpened():
                session.put_back()
                back = {f: text for f, text in session.opened.items() if session.known_texts.get(f) != text}
                session.write(BACK, {session.folder / f: text for f, text in back.items()})
            case _:
                done = session.put_back()
                note = f"Put back: {', '.join(done)}" if done else "Nothing is missing any more."
                return [Note("info", note)]
    except (Problem, OutputProblem, OSError) as problem:
        return [session.steps(), Note("error", message_of(problem))]
    return [session.steps(), changes(session)]


def changes(session: Session) -> Changes:
    """Return the differences between the deck's files and their state when it was opened."""
    return Changes(tuple(_changes(session)))


def _changes(session: Session) -> Iterator[FileChange]:
    gone = set(session.gone())
    for name, before in sorted(session.opened.items()):
        now = "" if name in gone else session.known_texts[name]
        if now != before:
            yield _change(name, before, now, gone=name in gone)


def _change(name: str, before: str, now: str, *, gone: bool) -> FileChange:
    old, new = before.splitlines(), now.splitlines()
    if max(len(old), len(new)) > MAX_COMPARED:
        return FileChange(name, len(new), len(old), ("@@ the file is too long to be compared line by line",), gone)
    lines = [line for line in unified_diff(old, new, lineterm="", n=3)][2:]
    added, removed = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    left = (f"@@ and {len(lines) - MAX_LINES:,} lines more",) if len(lines) > MAX_LINES else ()
    return FileChange(name, added, removed, (*lines[:MAX_LINES], *left), gone)
