"""Decks as strangers send them: every command ends in words with a place, or in what it was asked for, and soon."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from carddesigner.source import paths
from carddesigner.starter.copied import copied_deck, tutorial
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions
from tests.examples import examples, tried
from tests.fuzz.commands import Files, judge, judge_new
from tests.fuzz.deck_mutations import Change, changes, mutated, table

ROOT = paths.shipped()
REAL = ROOT.parent / "shared" / "realworld"

fuzzed = examples(1 / 20, suppress_health_check=list(HealthCheck))


# What is mutated: files of decks by their path in the folder.


def files_of(folder: Path) -> Files:
    found = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {str(p.relative_to(folder)): p.read_bytes() for p in found if p.relative_to(folder).parts[0][0] != "."}


def made(make: Callable[[Path], object]) -> Files:
    """A deck that ``new`` makes."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "deck"
        make(folder)
        return files_of(folder)


def deck_of_table(name: str, data: bytes) -> Files:
    """The deck that ``new --from`` makes of a table."""

    def make(folder: Path) -> None:
        table = folder.parent / name
        table.write_bytes(data)
        deck_from_table(table, folder, NewOptions())

    return made(make)


def real_tables() -> dict[str, Path]:
    """The tables of real people. One has comments that YAML hasn't: it is read without them."""
    return {p.name: p for p in sorted(REAL.rglob("*.*")) if p.suffix in (".csv", ".json", ".yaml", ".xlsx", ".ods")}


def real_table(name: str) -> bytes:
    data = real_tables()[name].read_bytes()
    return b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b"//"))


@cache
def deck(name: str) -> Files:
    """A deck by its name."""
    if name in real_tables():
        return deck_of_table(name, real_table(name))
    if name.startswith("table."):
        return deck_of_table(name, table(Path(name).suffix))
    if name == "tutorial":
        return made(tutorial)
    if name == "monogoto":
        return made(lambda folder: copied_deck("monogoto", folder))
    folder = next(p for p in (ROOT / "tests/decks" / name, ROOT / "docs/recipes" / name) if p.is_dir())
    return files_of(folder)


OWN_TABLES = [f"table{suffix}" for suffix in (".csv", ".xlsx", ".ods", ".json", ".yaml")]
RECIPES = sorted(p.name for p in (ROOT / "docs/recipes").iterdir() if p.is_dir())
OWN_DECKS = ["harbour", "duel", "tutorial", "monogoto", *OWN_TABLES]
LARGE_TABLES = ("tarot_interpretations.json", "cards.yaml")


@pytest.mark.parametrize(
    "name", tried([*OWN_DECKS, *RECIPES], "harbour", "duel", "tutorial", *OWN_TABLES, *RECIPES[::6])
)
def test_what_is_mutated_is_right(name: str) -> None:
    judge(deck(name))


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", OWN_DECKS)
def test_mutated_decks_end_in_a_message_or_in_cards(name: str) -> None:
    files = deck(name)

    @fuzzed
    @given(changes)
    def broken(some: list[Change]) -> None:
        judge(mutated(files, some))

    broken()


@fuzzed
@given(st.sampled_from(RECIPES), changes)
def test_mutated_recipes_end_in_a_message_or_in_cards(name: str, some: list[Change]) -> None:
    judge(mutated(deck(name), some))


@fuzzed
@given(st.sampled_from(OWN_TABLES), changes)
def test_new_from_mutated_tables_ends_in_a_message_or_in_a_deck(name: str, some: list[Change]) -> None:
    judge_new(name, mutated({name: table(Path(name).suffix)}, some)[name])


@pytest.mark.hypothesis
@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/realworld")
@pytest.mark.parametrize("name", tried(real_tables(), *(n for n in real_tables() if n not in LARGE_TABLES)))
def test_mutated_decks_of_real_tables_end_in_a_message_or_in_cards(name: str) -> None:
    judge_new(name, real_tables()[name].read_bytes())
    files = deck(name)

    @fuzzed
    @given(changes)
    def broken(some: list[Change]) -> None:
        judge(mutated(files, some))
        judge_new(name, mutated({name: files[name]}, some)[name])

    broken()
