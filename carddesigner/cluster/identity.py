"""What must be the same on two machines so that they write the same bytes: versions, the program's files and the
fonts.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import file_digest, sha256
from importlib import metadata
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import series
from carddesigner.source import paths
from carddesigner.text.font_files import SUFFIXES

_PACKAGE = Path(__file__).resolve().parents[1]
_IGNORED_FOLDERS = ("__pycache__", "web", "_shipped")
_INTERFACE_LIBRARIES = frozenset(("rich", "starlette", "typer", "uvicorn", "watchfiles", "websockets"))
"""Libraries of the designer and the command line, which have no effect on output files."""
_MAX_SHOWN = 3


class Identity(Struct, frozen=True):
    """The versions of libraries by name, the digest of the program's files, and the digests of the shipped fonts by
    name.
    """

    versions: dict[str, str]
    program: str
    fonts: dict[str, str]


@cache
def identity() -> Identity:
    """Return the identity of this installation."""
    versions = {"Python": ".".join(map(str, sys.version_info[:2])), "zlib": zlib.ZLIB_RUNTIME_VERSION}
    for requirement in metadata.requires("carddesigner") or ():
        if "extra ==" not in requirement:
            name = "".join(c if c.isalnum() or c in "-_." else " " for c in requirement).split()[0]
            if name in _INTERFACE_LIBRARIES:
                continue
            try:
                versions[name] = metadata.version(name)
            except metadata.PackageNotFoundError:  # required on other systems only
                versions[name] = "none"
    versions["carddesigner"] = metadata.version("carddesigner")
    digest = sha256()
    for base in (_PACKAGE, paths.decks(), paths.templates()):
        for path in _files(base):
            if not path.is_relative_to(paths.templates() / "fonts"):
                digest.update(f"{base.name}/{path.relative_to(base).as_posix()} {_digest(path)}\n".encode())
    fonts = {p.name: _digest(p) for p in _files(paths.templates() / "fonts") if p.suffix.lower() in SUFFIXES}
    return Identity(versions, digest.hexdigest(), fonts)


def difference(wanted: Identity, here: Identity) -> str | None:
    """Describe in words how another machine differs from what is *wanted*; None if it does not."""
    other = [
        f"{name} {here.versions.get(name, 'none')} (here {version})"
        for name, version in sorted(wanted.versions.items())
        if here.versions.get(name) != version
    ]
    if other:
        return f"has {series(other[:_MAX_SHOWN])}"
    fonts = [name for name, digest in sorted(wanted.fonts.items()) if here.fonts.get(name) != digest]
    if fonts:
        lacks = "lacks" if fonts[0] not in here.fonts else "has another file of"
        return f"{lacks} the shipped font {series(fonts[:_MAX_SHOWN])}"
    if wanted.program != here.program:
        return "has other files of carddesigner, though it has the same version"
    return None


def _files(base: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(base):
        folders[:] = sorted(n for n in folders if n not in _IGNORED_FOLDERS and not n.startswith("."))
        yield from (Path(folder, n) for n in sorted(names) if not n.startswith("."))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
