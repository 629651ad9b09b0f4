"""The fonts of a deck, of the program and of the computer, and how many of the deck's characters each one has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from carddesigner.core.record import leaves
from carddesigner.core.report import Problem, did_you_mean
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.source.yaml import Node
from carddesigner.text.font_files import (
    MAX_FILES,
    MAX_ON_COMPUTER,
    FontFile,
    computer_faces,
    font_bytes,
    fonts_in,
    licence_of,
    plain_name,
    read_faces,
)

MAX_SAMPLE = 40
"""The most characters in a sample."""

Origin = Literal["deck", "program", "computer"]
"""Where a font is installed."""


class ListedFont(Struct, frozen=True):
    """A font family, or a file that can't be used, with its ``problem``. ``lacks`` are the deck's characters that it
    doesn't have.
    """

    family: str
    origin: Origin
    files: tuple[FontFile, ...]
    licence: str = ""
    lacks: frozenset[str] = frozenset()
    problem: str = ""

    @property
    def faces(self) -> str:
        """Its faces, or the ranges of its axes."""
        ranges = [f"{a.tag} {a.least:g}–{a.most:g}" for a in {a.tag: a for f in self.files for a in f.axes}.values()]
        return ", ".join(ranges or dict.fromkeys(f"{f.style} {f.weight}" for f in self.files))


def listed(folders: Iterable[tuple[Origin, Path]], letters: frozenset[str]) -> Iterator[ListedFont]:
    """Yield the families in folders by name, then the files in them that can't be used."""
    for origin, folder in folders:
        families: dict[str, list[FontFile]] = {}
        useless = []
        most = MAX_ON_COMPUTER if origin == "computer" else MAX_FILES
        for file in fonts_in(folder, read_faces, most) if folder.is_dir() else ():
            if file.problem:
                useless.append(
                    ListedFont(file.path.relative_to(folder.parent).as_posix(), origin, (file,), problem=file.problem)
                )
            else:
                families.setdefault(plain_name(file.family), []).append(file)
        for _, files in sorted(families.items()):
            plain = min(files, key=lambda f: (f.italic, abs(f.weight - 400)))
            lacks, licence = frozenset[str](), ""
            try:
                has, licence = _opened(plain)
                lacks = frozenset(c for c in letters if c not in has)
            except (Problem, OSError, ValueError, RuntimeError):
                lacks = letters
            yield ListedFont(plain.family, origin, tuple(files), licence, lacks)
        yield from useless


def _opened(file: FontFile) -> tuple[frozenset[str], str]:
    """The characters of a face, and its licence as the file states it."""
    import uharfbuzz as hb

    packed = file.path.suffix.lower() == ".woff2"
    face = hb.Face(hb.Blob(font_bytes(file)) if packed else hb.Blob.from_file_path(str(file.path)), file.index)
    return frozenset(map(chr, face.unicodes)), licence_of(face)


def letters_of(deck: LoadedDeck) -> frozenset[str]:
    """Return the characters in a deck's cells, running texts and templates."""
    out: set[str] = set(deck.deck.title)
    for component in deck.components:
        for card in component.cards:
            for _, value in leaves(card.row):
                out.update(str(value))
        out.update(*(str(block) for block in component.blocks or ()))
    for source in deck.templates.values():
        for section in ("faces", "parts"):
            for node in source.section(section).values():
                out.update(*_texts(node))
    return frozenset(c for c in out if c.isprintable() and not c.isspace())


def _texts(node: Node) -> Iterator[str]:
    """The values of ``text:`` without expressions."""
    if isinstance(node.value, tuple):
        for one in node.value:
            yield from _texts(one)
    for key, value in node.mapping.items():
        if key == "text" and isinstance(value.value, str) and "{" not in value.value:
            yield value.value
        else:
            yield from _texts(value)


def to_copy(name: str) -> tuple[tuple[FontFile, ...], str]:
    """Return the files of a family on the computer that a deck needs (regular, bold and italic faces, or a variable
    font), and its licence. Raises Problem if there is no such family, or if it may not be embedded.
    """
    faces = list(computer_faces())
    matching = [f for f in faces if plain_name(name) in map(plain_name, (f.family, *f.also))]
    usable = [f for f in matching if not f.problem]
    if not usable:
        if matching:
            raise Problem("unusable-font", f"font {name!r}: {matching[0].path.name} {matching[0].problem}")
        families = sorted({f.family for f in faces if not f.problem})
        message = f"this computer has no font {name!r}{did_you_mean(name, families)}"
        raise Problem("unknown-font", message, hint="`carddesigner fonts` lists those that it has")
    wanted = {}
    for italic in (False, True):
        for weight in (400, 700):
            near = [f for f in usable if f.italic == italic and f.width == 100] or usable
            best = min(near, key=lambda f: (not f.axes, abs(f.weight - weight)))
            if best.italic == italic or best.axes:
                wanted[best.path] = best
    files = tuple(wanted.values())
    return files, _opened(files[0])[1]
