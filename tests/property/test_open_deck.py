"""An open deck answers what a fresh start would answer, whatever is edited, undone and done once more."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from carddesigner.core.digest import Digests
from carddesigner.core.piece import PieceKey
from carddesigner.core.report import DeckError, Diagnostic, Report
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.pipeline.options import PrintOptions
from carddesigner.pipeline.validate import validate_deck
from tests.examples import examples
from tests.property.edits import LARGE, REAL, STEPS, Edit, copied


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
