"""A deck's folder at a git revision, in a temporary folder. Nothing that the repository configures is run (hooks,
filters, text conversions, pagers, file-system monitors), and nothing is fetched: files are taken byte for byte from
git's objects.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.compare.view import ComparedPiece
from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.source.files import MAX_BYTES, display_path

MAX_FILES = 20_000
"""The most files of a deck's folder."""
MAX_FOLDER_BYTES = 1_000_000_000
"""The most bytes of all of them."""
MAX_LISTED = 20_000_000
"""The most bytes of an answer of git."""
MAX_LEVELS, MAX_NAME, MAX_LINK = 50, 250, 4_000
"""The most nested folders, and the most bytes of a name and of a link's target; what exceeds them is left out."""
PATIENCE = 60.0
"""The most seconds that one git command may take."""
MAX_NAMES = 2_000
"""The most branches and tags among which the nearest name is searched."""

_KEPT_VARIABLES = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES")
_SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "safe.bareRepository=explicit")
_POINTER = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n")
_FILE, _LINK = ("100644", "100755", "100664"), "120000"


class Revision(Struct, frozen=True):
    """A deck at a revision: its ``deck.yaml`` in the temporary folder, the commit, and the ``name`` that the user gave.
    In messages the name replaces the temporary folder.
    """

    file: Path
    commit: str
    name: str

    def text(self, text: str) -> str:
        """Return a text with the folder replaced by the name."""
        for path in (str(self.file.parent), display_path(self.file.parent)):
            text = text.replace(path, self.name)
        return text

    def span(self, span: Span | None) -> Span | None:
        """Return a place with the folder replaced."""
        return replace(span, path=self.text(span.path)) if span is not None else None

    def piece(self, piece: ComparedPiece) -> ComparedPiece:
        """Return a piece with the folder replaced in the places of its values."""
        fields = piece.fields and tuple(replace(v, place=self.span(v.place)) for v in piece.fields)
        return replace(piece, fields=fields, place=self.span(piece.place))

    def report(self, report: Report) -> Report:
        """Return a report with the folder replaced."""
        out = Report()
        for d in report:
            related = tuple(replace(r, span=self.span(r.span) or r.span) for r in d.related)
            hint = d.hint and self.text(d.hint)
            out.add(replace(d, message=self.text(d.message), span=self.span(d.span), related=related, hint=hint))
        return out


class _Entry(Struct, frozen=True):
    mode: str
    object: str
    size: int


@contextmanager
def deck_at(deck: str | Path, revision: str) -> Iterator[Revision]:
    """Write the deck *deck* (its folder, or its file) as of *revision* to a temporary folder, for the duration of the
    block. Raises DeckError if there is no git, repository or revision, or no such deck at the revision.
    """
    path = Path(deck)
    folder, name = (path.parent, path.name) if path.suffix in (".yaml", ".yml") else (path, "deck.yaml")
    if not revision or revision.startswith("-") or "\0" in revision or len(revision) > 1000:
        message = f"{revision[:60]!r} is no revision of git"
        Report().fail("unknown-revision", message, hint="such as HEAD, HEAD~3, a branch or a tag")
    # A deck may be gone from the working tree, so git runs in the nearest folder above that exists.
    git = _Git(next(p for p in (folder.absolute(), *folder.absolute().parents) if p.is_dir()))
    commit = git.commit(revision)
    prefix = git.line("rev-parse", "--show-prefix")
    inside = posixpath.normpath(posixpath.join(prefix, folder.resolve().relative_to(git.folder.resolve()).as_posix()))
    entries = git.entries(commit, "" if inside == "." else inside)
    shown = f"{display_path(folder)}/{name}"
    if name not in entries:
        hint = f"git log --oneline -- {shown} lists the commits that changed it"
        Report().fail("missing-file", f"there is no {shown} at {revision}", hint=hint)
    with tempfile.TemporaryDirectory(prefix="carddesigner-") as place:
        target = Path(place).resolve() / (folder.resolve().name or "deck")
        target.mkdir()
        git.write(entries, target, folder)
        yield Revision(target / name, commit, f"{deck}@{revision}")


class _Git:
    """Git commands in the repository that contains a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        program = shutil.which("git")
        if program is None:
            Report().fail("no-git", "a revision of a deck is read with git, which is not installed")
        self.program = program
        answer, stderr = self._ask("rev-parse", "--is-inside-work-tree", may_fail=True)
        if answer.strip() != b"true":
            message = f"{display_path(folder)} lies in no git repository"
            last = stderr.strip().splitlines()[:1]
            if last and "not a git repository" not in last[0]:
                message = f"git can't read the repository of {display_path(folder)}: {last[0].removeprefix('fatal: ')}"
            Report().fail("no-repository", message, hint="compare with another folder or a manifest instead")

    def commit(self, revision: str) -> str:
        """Return the commit of a revision. Raises DeckError."""
        question = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        answer, _ = self._ask(*question, may_fail=True)
        commit_id = answer.decode(errors="replace").strip()
        if not re.fullmatch("[0-9a-f]{40,64}", commit_id):
            listed, _ = self._ask("for-each-ref", "--format=%(refname:short)", f"--count={MAX_NAMES}", may_fail=True)
            near = did_you_mean(revision, [*listed.decode(errors="replace").split(), "HEAD"])
            if not self._ask("rev-parse", "--verify", "--quiet", "HEAD", may_fail=True)[0].strip():
                Report().fail("unknown-revision", "the repository has no commit yet", hint="git commit the deck first")
            message = f"the repository has no revision {revision!r}{near}"
            Report().fail("unknown-revision", message, hint="git log lists its commits")
        return commit_id

    def line(self, *arguments: str) -> str:
        """Return the one-line answer to a command."""
        return os.fsdecode(self._ask(*arguments)[0]).rstrip("\n")

    def entries(self, commit: str, folder: str) -> dict[str, _Entry]:
        """Return all files below a folder at a commit, by their relative paths; none if there is no such folder. Raises
        DeckError if there are too many, or they are too large.
        """
        listed, _ = self._ask("ls-tree", "--full-tree", "-r", "-z", "-l", f"{commit}:{folder}", may_fail=True)
        out = {}
        for line in listed.split(b"\0"):
            head, _, path = line.partition(b"\t")
            mode, _, oid, size = (os.fsdecode(head).split() + [""] * 4)[:4]
            if mode in (*_FILE, _LINK) and size.isdigit():
                out[os.fsdecode(path)] = _Entry(mode, oid, int(size))
        if len(out) > MAX_FILES:
            message = f"the deck's folder has {len(out):,} files there"
            Report().fail("revision-too-large", f"{message}; at most {MAX_FILES:,} are read")
        size_of_all = sum(e.size for e in out.values())
        if size_of_all > MAX_FOLDER_BYTES:
            message = f"the deck's folder has {size_of_all / 1e6:,.0f} MB there"
            Report().fail("revision-too-large", f"{message}; at most {MAX_FOLDER_BYTES // 1_000_000:,} MB are read")
        return out

    def write(self, entries: dict[str, _Entry], target: Path, folder: Path) -> None:
        """Write the files below *target*. Links to files inside the folder become links or copies; other links are left
        out.
        """
        stored = self.line("rev-parse", "--git-common-dir")
        lfs = self.folder / stored / "lfs" / "objects"
        links: list[tuple[str, str]] = []
        with self._reader() as read:
            for path, entry in entries.items():
                if not _is_plain(path) or entry.size > (MAX_LINK if entry.mode == _LINK else MAX_BYTES):
                    continue
                data = read(entry.object)
                if entry.mode == _LINK:
                    links.append((path, posixpath.normpath(posixpath.join(posixpath.dirname(path), os.fsdecode(data)))))
                else:
                    with _writing(target / path) as file:
                        file.write_bytes(_as_checked_out(data, folder / path, lfs))
        for path, goal in links:
            if goal in entries and entries[goal].mode != _LINK and (target / goal).is_file():
                with _writing(target / path) as file:
                    _link(file, target / goal)

    @contextmanager
    def _reader(self) -> Iterator[Callable[[str], bytes]]:
        """Open a function that returns the bytes of an object by its name. It raises DeckError if the object is
        missing.
        """
        with self._running("cat-file", "--batch", seconds=5 * PATIENCE, stderr=subprocess.DEVNULL) as process:
            questions, answers = process.stdin, process.stdout
            assert questions is not None
            assert answers is not None

            def read(name: str) -> bytes:
                questions.write(f"{name}\n".encode())
                questions.flush()
                head = answers.readline().split()
                if len(head) != 3 or head[1] != b"blob":
                    message = "a file of the deck at that revision is not in the repository, or it is damaged"
                    hint = "git fsck looks for damage; a partial clone has not all files"
                    Report().fail("no-repository", message, hint=hint)
                data = answers.read(int(head[2]))
                answers.read(1)
                return data

            yield read

    @contextmanager
    def _running(self, *arguments: str, seconds: float, stderr: int | IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
        """Run git for the duration of the block, for at most *seconds*."""
        settings = [word for s in _SETTINGS for word in ("-c", s)]
        command = [self.program, "-C", str(self.folder), "--no-pager", *settings, *arguments]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=_environment(), stdin=pipe, stdout=pipe, stderr=stderr) as process:
            timer = Timer(seconds, process.kill)
            timer.start()
            try:
                yield process
            finally:
                timer.cancel()
                process.kill()

    def _ask(self, *arguments: str, may_fail: bool = False) -> tuple[bytes, str]:
        """Run a git command and return its output and its error messages; with *may_fail* the output is empty if it
        fails. Raises DeckError.
        """
        with tempfile.TemporaryFile() as errors:
            with self._running(*arguments, seconds=PATIENCE, stderr=errors) as process:
                assert process.stdout is not None
                answer = process.stdout.read(MAX_LISTED + 1)
                if len(answer) > MAX_LISTED:
                    Report().fail("revision-too-large", "the deck's folder has more files there than are read")
                code = process.wait()
            errors.seek(0)
            stderr = errors.read(2000).decode(errors="replace")
        if code and not may_fail:
            Report().fail("no-repository", f"git failed: {' '.join(stderr.split())[:300] or f'exit code {code}'}")
        return (b"" if code else answer), stderr


@contextmanager
def _writing(file: Path) -> Iterator[Path]:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        yield file
    except OSError as problem:
        message = f"{file.name!r} of that revision can't be written to {file.parent}: {problem.strerror or problem}"
        Report().fail("revision-unwritable", message)


def _link(file: Path, goal: Path) -> None:
    """Link a file that is a link at the revision, or copy it: many links may lead to one large file."""
    try:
        file.symlink_to(os.path.relpath(goal, file.parent))
    except (OSError, NotImplementedError):
        shutil.copyfile(goal, file)


def _is_plain(path: str) -> bool:
    """Return whether a path of a tree is safe to write: trees of unknown origin can contain any path."""
    parts: Sequence[str] = path.split("/")
    return len(parts) <= MAX_LEVELS and not any(
        len(os.fsencode(p)) > MAX_NAME
        or p in ("", ".", "..")
        or p.lower() == ".git"
        or (os.name == "nt" and re.search(r'[\\:*?"<>|]', p))
        for p in parts
    )


def _as_checked_out(data: bytes, now: Path, lfs: Path) -> bytes:
    """Return a file as a checkout would write it. A file that differs from the working tree's only in line endings is
    taken from there; a file in Git LFS from its store, if it is there.
    """
    pointer = _POINTER.match(data) if len(data) < 1000 else None
    digest = pointer[1].decode() if pointer is not None else ""
    kept = lfs / digest[:2] / digest[2:4] / digest
    for file in (now, kept) if digest else (now,):
        try:
            if not file.is_file() or file.stat().st_size > MAX_BYTES:
                continue
            content = file.read_bytes()
        except OSError:
            continue
        if digest and hashlib.sha256(content).hexdigest() == digest:
            return content
        if not digest and b"\0" not in data and content.replace(b"\r\n", b"\n") == data.replace(b"\r\n", b"\n"):
            return content
    return data


def _environment() -> dict[str, str]:
    """Return the user's environment without the variables that redirect git, and with everything disabled that would
    run programs or fetch.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k in _KEPT_VARIABLES}
    return {
        **kept,
        "LC_ALL": "C",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PAGER": "cat",
    }
