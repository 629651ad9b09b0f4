"""Cards that an earlier build drew, or another process, make no other files and no other messages than those drawn here."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from carddesigner.cluster import workers
from carddesigner.core.report import DeckError
from carddesigner.pipeline import elsewhere
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.options import PrintOptions
from tests.examples import examples, tried
from tests.property.edits import STEPS, Edit, copied


class OneByOne:
    """Does jobs here, as processes beside this one would."""

    at_once, are_here = 2, True

    def pays(self, _: int) -> bool:
        return True

    def each(self, jobs: Iterable[Callable[[], Any]], _: object = None) -> Iterator[Any]:
        for job in jobs:
            yield job()


@pytest.fixture
def small_runs(monkeypatch, tmp_path):
    """So that few cards are several runs, and make jobs for two processes."""
    monkeypatch.setattr(elsewhere, "MIN_KEPT", 0)
    monkeypatch.setattr(elsewhere, "RUN", 4)
    here = workers._here
    monkeypatch.setattr(workers, "_here", lambda jobs: OneByOne() if jobs == 2 else here(jobs))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))


def built(folder: Path, *, cache: bool, jobs: int, **options: Any) -> object:
    """What is built, as digests with what is told, or what is in the way."""
    shutil.rmtree(folder.parent / "output", ignore_errors=True)
    try:
        result = build_deck(folder, PrintOptions(output=folder.parent / "output", cache=cache, jobs=jobs, **options))
    except DeckError as problem:
        return list(problem.report)
    return [(a.path.name, a.sha256) for a in result.artifacts], list(result.report), result.read_from


def hold(folder: Path, **options: Any) -> None:
    clean = built(folder, cache=False, jobs=1, **options)
    assert built(folder, cache=False, jobs=2, **options) == clean
    assert built(folder, cache=True, jobs=1, **options) == clean
    assert built(folder, cache=True, jobs=2, **options) == clean


def walk(folder: Path, steps: list[Edit | str]) -> None:
    hold(folder)
    done: list[tuple[Path, bytes]] = []
    for step in steps:
        if isinstance(step, Edit):
            files = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
            path = step.apply(folder)
            done.append((path, files[path]))
        elif done:
            path, data = done.pop()
            path.write_bytes(data)
        hold(folder)


@pytest.mark.parametrize("name", tried(["monogoto", "harbour"], "harbour"))
@examples(0.15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_edited_decks_are_built_as_from_nothing(name, steps, tmp_path, small_runs):
    walk(copied(name, tmp_path), steps)


@pytest.mark.long
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_large_deck_is_built_as_from_nothing(steps, tmp_path, small_runs):
    walk(copied("mana-and-spells", tmp_path), steps)


EDITIONS = {"monogoto": "light", "harbour": "night"}


@pytest.mark.parametrize(
    "options",
    [
        {"layout": "pieces"},
        {"color": "cmyk"},
        {"color": "cmyk", "outline_text": True},
        {"standard": "pdfx4", "picture_dpi": 150},
        {"select": "card.name != ''"},
        {"copies": 2},
        {"language": "pt"},
        {"edition": EDITIONS},
        {"proof": True},
        {"sleeves": "auto"},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", tried(["monogoto", "harbour"], "harbour"))
def test_however_a_deck_is_printed(name, options, tmp_path, small_runs):
    hold(copied(name, tmp_path), **{k: v[name] if v is EDITIONS else v for k, v in options.items()})
