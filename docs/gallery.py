"""The decks of ``docs/gallery``: what a face can show, a face for each thing, under a comment that says what it is.

``make reference`` puts some of them together for the README: ``docs/faces.jpg``. The README's picture of a new deck,
``docs/new-deck.jpg``, is the contact sheet of the deck that ``start.md`` makes.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import walkthrough
from PIL import Image

from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.export.options import ExportOptions
from carddesigner.pipeline.export import export
from carddesigner.source import paths
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions

FOLDER = Path(__file__).parent / "gallery"
PICTURE = Path(__file__).parent / "faces.jpg"
NEW_DECK = Path(__file__).parent / "new-deck.jpg"
IN_THE_PICTURE = """
effects gradient-radial, effects clip, effects text-stroke, effects shadow, effects blend, effects mask-picture, effects arc,
icons icon-of-a-set, effects star, effects gradient-text, codes qr-colour, basics list, basics board, icons plain-icons
"""
DPI = 240

_SIDES = ("-front", *(f"-part-{n}-front" for n in range(2, 10)), "-back")
_FACE = re.compile(r"((?:^  # .+\n)+)^  ([\w-]+):\n((?:^    .*\n|^\n)+)", re.M)
_FACES_OF_A_COMPONENT = re.compile(r"\{id: ([\w-]+), .*?front: [\w-]+#([\w-]+)(?:, back: [\w-]+#([\w-]+))?")
_SECTION = re.compile(r"^(\w+):\n((?:^  .*\n)+)", re.M)
_ENTRY = re.compile(r"(?=^  ([\w-]+):)((?:^  [\w-]+:.*\n)(?:^    .*\n)*)", re.M)
_NAMED = {
    "fonts": r"\bfont: ([\w-]+)",
    "styles": r"(?:\bstyle: |\{\.)([\w-]+)",
    "parts": r"\bpart: ([\w-]+)",
    "boards": r"\bboard: ([\w-]+)",
}


@dataclass(frozen=True)
class Thing:
    """Something that a face can show."""

    part: str
    name: str
    caption: str
    yaml: str

    def pictures(self) -> list[tuple[str, bytes]]:
        """Its fronts, then its back if it has one: the names of files, and PNGs."""
        made = _pictures(self.part)
        return [(f"{self.name}{rest}", made[f"{self.name}{rest}"]) for rest in _SIDES if f"{self.name}{rest}" in made]

    @property
    def is_wide(self) -> bool:
        """Whether its pictures are wider than high."""
        width, height = Image.open(BytesIO(self.pictures()[0][1])).size
        return width > height


def all_things() -> list[tuple[str, str]]:
    """Every thing there is, as part and name."""
    return [
        (folder.name, name)
        for folder in sorted(FOLDER.iterdir())
        for name, _, _ in _FACES_OF_A_COMPONENT.findall((folder / "deck.yaml").read_text())
    ]


@cache
def thing(part: str, name: str) -> Thing:
    """A thing by its part and its name; raises LookupError where there is none."""
    sides = {c: (f, b) for c, f, b in _FACES_OF_A_COMPONENT.findall((FOLDER / part / "deck.yaml").read_text())}
    faces = {face: (_caption(words), body) for words, face, body in _FACE.findall(_template(part)[1])}
    if name not in sides or sides[name][0] not in faces:
        raise LookupError(f"gallery/{part} has no component and commented face {name}; it has {', '.join(sides)}")
    shown = [face for face in sides[name] if face]
    lines = "".join(f"  {face}:\n{faces[face][1].rstrip()}\n" for face in shown)
    return Thing(part, name, faces[shown[0]][0], f"{_used_by(lines, _template(part)[0])}faces:\n{lines}".strip())


def _used_by(lines: str, head: str) -> str:
    """What of a template's fonts, styles, parts and boards these lines name, what those name in turn, and what ``px`` are."""
    sections = {section: dict(_ENTRY.findall(body)) for section, body in _SECTION.findall(head)}
    found: dict[tuple[str, str], str] = {}
    seeking = [lines]
    while seeking:
        text = seeking.pop()
        for section, pattern in _NAMED.items():
            for name in re.findall(pattern, text):
                entry = sections.get(section, {}).get(name)
                if entry and (section, name) not in found:
                    found[section, name] = entry
                    seeking.append(entry)
    scale = re.search(r"^dpi: .*\n", head, re.M) if re.search(r"\dpx\b", lines) else None
    out = scale[0] if scale else ""
    for section in _NAMED:
        entries = [entry for name, entry in sections.get(section, {}).items() if (section, name) in found]
        out += f"{section}:\n{''.join(entries)}" if entries else ""
    return out


def _template(part: str) -> tuple[str, str]:
    head, faces, body = (FOLDER / part / "templates" / f"{part}.yaml").read_text().partition("\nfaces:\n")
    return f"{head}{faces}", body


def _caption(comment: str) -> str:
    return " ".join(line.strip().removeprefix("# ") for line in comment.splitlines())


@cache
def _pictures(part: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as name:
        options = ExportOptions("png", Path(name), dpi=DPI, cut=True)
        made = export(loaded_deck(FOLDER / part, Report()), options).artifacts
        return {artifact.path.stem: artifact.path.read_bytes() for artifact in made}


def picture() -> Image.Image:
    """Some of the things side by side, as the README shows them."""
    across, size, gap = 7, 150, 8
    names = [name.split() for name in IN_THE_PICTURE.split(",")]
    made = Image.new("RGB", (across * (size + gap) + gap, -(-len(names) // across) * (size + gap) + gap), "#d9d5cc")
    for i, (part, name) in enumerate(names):
        face = Image.open(BytesIO(thing(part, name).pictures()[0][1])).convert("RGB")
        at = tuple(gap + v * (size + gap) for v in (i % across, i // across))
        made.paste(face.resize((size, size), Image.Resampling.LANCZOS), at)
    return made


def new_deck() -> Image.Image:
    """The contact sheet of the table of ``start.md``."""
    text = (Path(__file__).parent / "start.md").read_text("utf-8")
    rows = next(body for what, file, body in walkthrough.steps(text) if (what, file) == ("write", "dungeon.csv"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "dungeon.csv").write_text(rows, encoding="utf-8")
        deck_from_table(folder / "dungeon.csv", folder / "dungeon", NewOptions())
        with Image.open(folder / "dungeon" / paths.CONTACT_SHEET) as image:
            width = 1100
            return image.convert("RGB").resize((width, width * image.height // image.width), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    new_deck().save(NEW_DECK, quality=85, optimize=True)
    picture().save(PICTURE, quality=90, subsampling=0, optimize=True)
