"""Read a manifest back: what was printed, to find what has changed since."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Report
from carddesigner.core.source import Span
from carddesigner.deck.loaded import MAX_COPIES
from carddesigner.export.manifest import SCHEMA, SLEEVES, PieceRecord
from carddesigner.source.files import FileProblem, decode, display_path, is_there, read_bytes

MAX_PIECES = MAX_COPIES
"""The most pieces of a manifest: each was printed at least once."""

MAX_ARTIFACTS = 20
"""The most files beside a manifest that are compared with it."""

_STEP = r"\[(\d+)\]|\.(\w+)"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_HINT = "`build` writes the manifest beside its PDF: output/<deck>/<deck>-sheets.json"


class WrittenFile(Struct, frozen=True):
    """A file that was written together with a manifest, beside it."""

    path: str
    sha256: str


class Manifest(Struct, frozen=True):
    """What was printed according to a manifest: for each piece the copies in all ``decks`` whole decks together."""

    schema: int
    version: str
    deck: str
    language: str
    pieces: tuple[PieceRecord, ...]
    decks: int = 1
    edition: str | None = None
    layout: str = ""
    artifacts: tuple[WrittenFile, ...] = ()


class _Beginning(Struct):
    schema: Any = None
    version: Any = None
    pieces: Any = None


def read_manifest(path: Path) -> Manifest:
    """Read the manifest in a file. Raises DeckError with the place of the error."""
    if not is_there(path):
        Report().fail("missing-file", f"there is no {display_path(path)}", None, hint=_HINT)
    try:
        data = read_bytes(path)
        if b"{" not in data.lstrip()[:4]:  # a byte order mark may come first
            Report().fail("not-a-manifest", "this is no manifest of carddesigner", Span(display_path(path)), hint=_HINT)
        text = decode(data, path)
    except FileProblem as problem:
        Report().refuse(problem, Span(display_path(path)))
    manifest = _manifest(path, text)
    for artifact in manifest.artifacts[:MAX_ARTIFACTS]:
        file = path.parent / Path(artifact.path).name
        if file.is_file() and _digest(file) != artifact.sha256:
            Report().fail(
                "torn-manifest",
                f"{display_path(file)} is not the file that this manifest was written with",
                Span(display_path(path)),
                hint="a build was stopped between the two, or the file was changed: build it again, or move the file away",
            )
    return manifest


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def check_schema(before: Manifest, name: str, schema: int = SCHEMA) -> None:
    """Raise DeckError if the digests of a manifest have another meaning than those of *schema*, so that no face can be
    compared.
    """
    if before.schema != schema:
        compared = f"which can't be compared with those of schema {schema}"
        again = "build the deck as it was printed once more with this one, and give that manifest"
        message = f"{name} has digests of faces of schema {before.schema}, {compared}"
        Report().fail("other-manifest", message, hint=f"carddesigner {before.version[:20]} wrote it: {again}")


def check_whole_cards(before: Manifest, name: str) -> None:
    """Raise DeckError if a manifest is of paper inserts for sleeves: these are no whole cards."""
    if before.layout == SLEEVES:
        message = f"{name} is the manifest of papers for sleeves, not of cards"
        Report().fail("other-manifest", message, hint="give the manifest of a build without --sleeves")


def _manifest(path: Path, text: str) -> Manifest:
    whole = Span(display_path(path))
    try:
        beginning = msgspec.json.decode(text, type=_Beginning)
    except (msgspec.DecodeError, RecursionError) as problem:
        if not isinstance(problem, msgspec.ValidationError):
            _not_json(path, text, problem)
        beginning = _Beginning()
    if not isinstance(beginning.schema, int) or beginning.pieces is None:
        Report().fail("not-a-manifest", "this is no manifest of carddesigner", whole, hint=_HINT)
    if not 1 <= beginning.schema <= SCHEMA:
        by = f"carddesigner {beginning.version[:20]}" if isinstance(beginning.version, str) else "carddesigner"
        message = f"the manifest has schema {beginning.schema}; this carddesigner reads schema 1 to {SCHEMA}"
        if beginning.schema > SCHEMA:
            newer = "the manifest was written by a newer carddesigner"
            message = f"{newer}: it has schema {beginning.schema}, not {SCHEMA}"
        hint = f"{by} wrote it; build it again with this one"
        Report().fail("other-manifest", message, _place(path, text, ("schema",)), hint=hint)
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except msgspec.ValidationError as problem:
        reason, _, where = str(problem).partition(" - at `$")
        steps = tuple(int(i) if i else name for i, name in re.findall(_STEP, where))
        _wrong(path, text, steps, reason.replace("`", "").replace("Object missing required field", "it lacks"))
    _check(path, text, manifest)
    return manifest


def _check(path: Path, text: str, manifest: Manifest) -> None:
    """Check what the types don't express."""
    if len(manifest.pieces) > MAX_PIECES:
        _wrong(path, text, ("pieces",), f"it lists more than {MAX_PIECES:,} pieces")
    if manifest.decks < 1:
        _wrong(path, text, ("decks",), "decks is less than 1")
    seen: set[PieceKey] = set()
    for i, piece in enumerate(manifest.pieces):
        if piece.key in seen:
            message = f"two pieces of {piece.component[:60]} are called {piece.id[:60]!r}"
            _wrong(path, text, ("pieces", i, "id"), message)
        seen.add(piece.key)
        if not 1 <= piece.copies <= MAX_COPIES * manifest.decks:
            _wrong(path, text, ("pieces", i, "copies"), f"copies is not from 1 to {MAX_COPIES:,} a deck")
        for key in ("front_sha256", "back_sha256", "inputs_sha256"):
            digest = getattr(piece, key)
            if digest is not None and not _DIGEST.fullmatch(digest):
                _wrong(path, text, ("pieces", i, key), f"{key} is not a sha256")


def _not_json(path: Path, text: str, problem: Exception) -> NoReturn:
    from carddesigner.source.json_nodes import load_json

    report = Report()
    load_json(path, text, report)
    if not report.errors:  # the two parsers have different limits of depth
        report.error("json-syntax", f"this is not JSON that can be read: {problem}", Span(display_path(path)))
    raise DeckError(report)


def _wrong(path: Path, text: str, steps: tuple[str | int, ...], reason: str) -> NoReturn:
    message = f"the manifest is not as build wrote it: {reason}"
    Report().fail("not-a-manifest", message, _place(path, text, steps), hint=_HINT)


def _place(path: Path, text: str, steps: tuple[str | int, ...]) -> Span:
    """The place of a value; computed only for an error."""
    from carddesigner.source.json_nodes import load_json
    from carddesigner.source.yaml import find

    root = load_json(path, text, Report())
    return find(root, steps).span if root is not None else Span(display_path(path))
