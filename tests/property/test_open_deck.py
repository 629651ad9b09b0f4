"""An open deck answers what a fresh start would answer, whatever is edited, undone and done once more."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carddesigner.core.digest import Digests
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.validate import validate_deck
from carddesigner.source import paths
from tests.examples import examples

REAL = {
    "monogoto": (paths.decks() / "monogoto", ("monogoto",)),
    "harbour": (Path(__file__).parents[1] / "decks/harbour", ()),
    "duel": (Path(__file__).parents[1] / "decks/duel", ()),
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


def problems(folder: Path) -> list[Diagnostic]:
    """What a fresh start finds."""
    report = Report()
    try:
        validate_deck(folder, report)
    except DeckError as problem:
        report = problem.report
    return list(report)


def built(deck: WorkingDeck, output: Path) -> object:
    """What is built, as digests, or what is in the way."""
    try:
        result = deck.build(PrintOptions(output=output))
    except DeckError as problem:
        return list(problem.report)
    return [(a.path.name, a.sha256) for a in result.artifacts], list(result.report)


def faces(deck: WorkingDeck, key: PieceKey | None) -> object:
    """What a card shows."""
    try:
        digest = Digests(lambda font: deck.loaded(Report()).assets.face(font).digest).face
        return [digest(f) if f is not None else None for f in deck.piece(key or first(deck)).first]
    except DeckError as problem:
        return list(problem.report)


def first(deck: WorkingDeck) -> PieceKey:
    return deck.loaded(Report()).components[0].cards[0].key


def walk(folder: Path, steps: list[Edit | str]) -> None:
    """Hold the open deck to a fresh one after each step."""
    deck = WorkingDeck(folder / "deck.yaml")
    deck.problems()
    done: list[tuple[Path, bytes | None, bytes | None]] = []
    undone: list[tuple[Path, bytes | None, bytes | None]] = []
    for step in steps:
        if isinstance(step, Edit):
            before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
            path = step.apply(folder)
            done.append((path, before.get(path), path.read_bytes() if path.is_file() else None))
            undone.clear()
        else:
            source, target = (done, undone) if step == "undo" else (undone, done)
            if not source:
                continue
            path, old, new = source.pop()
            target.append((path, old, new))
            content = old if step == "undo" else new
            path.unlink(missing_ok=True)
            if content is not None:
                path.write_bytes(content)
        deck.changed([path])
        alone = WorkingDeck(folder / "deck.yaml")
        assert faces(deck, None) == faces(alone, None)
        assert list(deck.problems()) == problems(folder)
        output = folder.parent / "output"
        assert built(deck, output) == built(alone, output)


@pytest.mark.parametrize("name", REAL)
@examples(1 / 20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_an_open_deck_answers_what_a_fresh_start_would(name: str, steps: list[Edit | str], tmp_path: Path) -> None:
    walk(copied(name, tmp_path), steps)


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_large_open_deck_does_so_too(name: str, steps: list[Edit | str], tmp_path: Path) -> None:
    walk(copied(name, tmp_path), steps)
