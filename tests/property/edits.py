"""Decks to be edited at random, and edits of any of their files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from hypothesis import strategies as st

from carddesigner.source import paths

REAL = {
    "monogoto": (paths.decks() / "monogoto", ("monogoto",)),
    "harbour": (Path(__file__).parents[1] / "decks/harbour", ()),
    "duel": (Path(__file__).parents[1] / "decks/duel", ()),
    "fair": (Path(__file__).parents[1] / "decks/fair", ()),
    "long-texts": (Path(__file__).parents[2] / "docs/recipes/long-texts", ()),
}
LARGE = {"mana-and-spells": (paths.decks() / "mana-and-spells", ("mana-and-spells", "mana-and-spells-extras"))}
TEXTS = (".yaml", ".csv", ".md", ".svg")
LINES = ("\n", "  # a note\n", "nothing: here\n", "  opacity: 0.5\n", "x,y,z\n", "# Chapter\n", "\t\n")


class Edit:
    """A change of one file: a line of it with other numbers or words, twice, gone or another; or the whole file gone, or
    another of its kind.
    """

    def __init__(self, file: int, line: int, how: str, number: int) -> None:
        self.file, self.line, self.how, self.number = file, line, how, number

    def __repr__(self) -> str:
        return f"Edit({self.file}, {self.line}, {self.how!r}, {self.number})"

    def apply(self, folder: Path) -> Path:
        """Make the change; gives the file."""
        files = sorted(p for p in folder.rglob("*") if p.is_file() and "output" not in p.parts)
        fit = files if self.how in ("gone", "other") else [p for p in files if p.suffix in TEXTS]
        path = fit[self.file % len(fit)]
        if self.how == "gone":
            path.unlink()
        elif self.how == "other":
            alike = [p for p in files if p.suffix == path.suffix]
            path.write_bytes(alike[self.number % len(alike)].read_bytes())
        else:
            lines = path.read_text("utf-8").splitlines(keepends=True) or ["\n"]
            at = self.line % len(lines)
            lines[at : at + 1] = self._lines(lines[at])
            path.write_text("".join(lines), "utf-8")
        return path

    def _lines(self, line: str) -> list[str]:
        words = sorted(set(re.findall(r"[a-z]{3,}", line)))
        if self.how == "number":
            return [re.sub(r"\d+", lambda m: str(int(m[0]) % 97 + self.number % 3), line, count=1)]
        if self.how == "word" and words:
            return [line.replace(words[self.number % len(words)], words[-1] + "s", 1)]
        if self.how == "twice":
            return [line, line]
        if self.how == "line":
            return [LINES[self.number % len(LINES)], line]
        return [] if self.how == "without" else [line]


EDIT = st.builds(
    Edit,
    st.integers(0, 99),
    st.integers(0, 999),
    st.sampled_from(("number", "number", "number", "word", "word", "twice", "line", "without", "gone", "other")),
    st.integers(0, 99),
)
STEPS = st.lists(st.one_of(EDIT, EDIT, st.sampled_from(("undo", "redo"))), min_size=1, max_size=6)


def copied(name: str, tmp_path: Path) -> Path:
    """A deck to be edited, with templates of its own."""
    source, templates = {**REAL, **LARGE}[name]
    folder = tmp_path / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)
    for template in templates:
        (folder / "templates").mkdir(exist_ok=True)
        shutil.copy(paths.templates() / f"{template}.yaml", folder / "templates")
    return folder
