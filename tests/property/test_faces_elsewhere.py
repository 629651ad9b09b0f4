"""Cards that an earlier build drew, or another process, make no other files and no other messages than those drawn here."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carddesigner.cluster import workers
from carddesigner.core import disk_cache
from carddesigner.core.report import DeckError
from carddesigner.draw.painter import Painter
from carddesigner.pipeline import elsewhere, helpers
from carddesigner.pipeline.build import build_deck
from carddesigner.pipeline.options import PrintOptions
from tests.examples import examples, tried
from tests.property.edits import EDIT, STEPS, Edit, copied

pytestmark = pytest.mark.slow


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
    monkeypatch.setattr(helpers, "MIN_KEPT", 0)
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
@examples(0.15, 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


PRINTER = """\
printer: office
duplex: {flip}
shift: {{portrait: {{dx: {shift}mm, dy: -0.3mm}}}}
brightness: [[0.5371, {tone}], [0.7354, 0.8354], [0.8808, 0.9048]]
"""
MEASURED = st.fixed_dictionaries(
    {
        "flip": st.sampled_from(("long-edge", "short-edge")),
        "shift": st.sampled_from(("0", "0.8", "-1.2")),
        "tone": st.sampled_from(("0.5371", "0.6421", "0.7")),
    }
)


@examples(0.1, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(measured=st.lists(MEASURED, min_size=2, max_size=3))
def test_for_a_printer_that_is_measured_again(measured, tmp_path, small_runs, monkeypatch):
    """What was drawn for it as it was before is drawn anew."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    profile = tmp_path / "config/carddesigner/printers/office.yaml"
    profile.parent.mkdir(parents=True, exist_ok=True)
    folder = copied("fair", tmp_path)
    for one in measured:
        profile.write_text(PRINTER.format(**one))
        hold(folder, printer="office")
        hold(folder)


@examples(0.1, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    counts=st.lists(
        st.tuples(st.integers(7, 12), st.integers(1, 40), st.sampled_from(("May", "June"))), min_size=2, max_size=3
    )
)
def test_of_cards_that_are_made_by_number(counts, tmp_path, small_runs):
    """Other counts, other first numbers and other seeds, and single cards again."""
    folder = copied("fair", tmp_path)
    text = (folder / "deck.yaml").read_text()
    for count, first, seed in counts:
        changed = text.replace("count: 14", f"count: {count}\n      serial-from: {first}").replace("May", seed)
        changed = changed.replace('shuffle: {Cake: 3, Coffee: 4, "": 7}', f'shuffle: {{Cake: 3, "": {count - 3}}}')
        (folder / "deck.yaml").write_text(changed)
        hold(folder)
        hold(folder, serials=f"{first + 2}-{first + 5}")


class Refusing:
    """Makes processes whose system refuses to write below a folder, as a full disk and one that can only be read do."""

    def __init__(self, folder: Path, code: int) -> None:
        self.folder, self.code = str(folder), code

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        else:
            path, writes = next(iter(arguments), None), event in ("os.mkdir", "os.rename", "os.remove", "os.utime")
        if writes and isinstance(path, str | os.PathLike) and os.path.abspath(path).startswith(self.folder):  # noqa: PTH100
            raise OSError(self.code, os.strerror(self.code), str(path))


def built_in_process(folder: Path, output: Path, refusing: Refusing | None, to: Connection) -> None:
    if refusing is not None:
        sys.addaudithook(refusing)
    result = build_deck(folder, PrintOptions(output=output, jobs=1))
    to.send(([(a.path.name, a.sha256) for a in result.artifacts], [d.code for d in result.report]))


def begun(folder: Path, output: Path, refusing: Refusing | None = None) -> Connection:
    """A build in a process of its own."""
    here, there = get_context("fork").Pipe(duplex=False)
    get_context("fork").Process(target=built_in_process, args=(folder, output, refusing, there)).start()
    there.close()
    return here


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
@pytest.mark.parametrize("is_filled", [False, True])
def test_a_folder_that_takes_nothing_more_costs_a_note_and_no_byte(code, is_filled, tmp_path, small_runs):
    """Whether or not there is something in it."""
    folder = copied("fair", tmp_path)
    if is_filled:
        built(folder, cache=True, jobs=1)
        template = folder / "templates/fair.yaml"
        template.write_text(template.read_text().replace("size: 9pt", "size: 8pt"))
    files, codes = begun(folder, tmp_path / "there", Refusing(tmp_path / "kept", code)).recv()
    clean = built(folder, cache=False, jobs=1)
    assert files == clean[0]
    assert sorted(codes) == sorted(["cache-not-written", *(d.code for d in clean[1])])
    assert built(folder, cache=True, jobs=1) == clean


@examples(0.2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(EDIT, min_size=1, max_size=3))
def test_two_builds_at_once_keep_and_take_over_the_same(steps, tmp_path, small_runs):
    """Each edit is made between two pairs of them; what cannot be built is left out."""
    folder = copied("fair", tmp_path)
    for step in (None, *steps):
        if step is not None:
            step.apply(folder)
        clean = built(folder, cache=False, jobs=1)
        if isinstance(clean, list):
            break
        two = [begun(folder, tmp_path / name) for name in ("one", "two")]
        assert [one.recv()[0] for one in two] == [clean[0]] * 2
        assert built(folder, cache=True, jobs=1) == clean


DAMAGE = st.tuples(st.integers(0, 999), st.sampled_from(("bit", "cut", "more", "other")), st.integers(0, 10**6))


@examples(1, 6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damages=st.lists(DAMAGE, min_size=1, max_size=5))
def test_whatever_becomes_of_what_is_kept(damages, tmp_path, small_runs):
    """A bit is another, an end is gone, there is more, or another's bytes lie there."""
    folder = tmp_path / "fair"
    if not folder.exists():
        copied("fair", tmp_path)
    clean = built(folder, cache=False, jobs=1)
    assert built(folder, cache=True, jobs=1) == clean
    files = sorted(p for p in (tmp_path / "kept").rglob("*") if p.is_file() and p.name != "CACHEDIR.TAG")
    assert files
    for which, how, place in damages:
        path = files[which % len(files)]
        data = bytearray(path.read_bytes())
        if how == "bit":
            data[place % len(data)] ^= 1 << place % 8
        elif how == "cut":
            del data[place % len(data) :]
        elif how == "more":
            data += b"more"
        else:
            data = bytearray(files[place % len(files)].read_bytes())
        path.write_bytes(data or b"-")
    assert built(folder, cache=True, jobs=1) == clean
    assert built(folder, cache=True, jobs=1) == clean


def test_what_another_version_kept_is_not_taken_over(tmp_path, small_runs, monkeypatch):
    """One that drew all faces otherwise, of the same files, for the same folder."""
    folder = copied("fair", tmp_path)
    with monkeypatch.context() as other:
        other.setattr(disk_cache, "_program", lambda: "another")
        other.setattr(Painter, "_path", lambda *_: "")
        drawn = built(folder, cache=True, jobs=1)
    clean = built(folder, cache=False, jobs=1)
    assert drawn != clean
    assert built(folder, cache=True, jobs=1) == clean
