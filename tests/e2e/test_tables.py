"""``carddesigner new`` on tables as people have them: the figures that are promised, over those in view and those held out."""

from __future__ import annotations

import pytest

from tests.tables.make import PARTS, expectations
from tests.tables.score import Score, scored, shares


def wrong(scores: list[Score]) -> list[str]:
    """What is wrong, of tables that are held out only their names."""
    return [s.name if s.part == "held" else f"{s.name}: {s.wrong}" for s in scores]


@pytest.fixture(scope="module", params=[pytest.param(6, id="some"), pytest.param(1, id="all", marks=pytest.mark.long)])
def scores(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Score]:
    """Of every sixth table in each run, and of all in those that take long."""
    folder = tmp_path_factory.mktemp("tables")
    return [s for part in PARTS for s in scored(part, folder / part, tuple(expectations(part))[:: request.param])]


def test_the_tables_are_many_and_of_many_languages():
    tables = [t for part in PARTS for t in expectations(part).values()]
    assert len(tables) >= 36
    assert {t.language for t in tables} >= {"en", "de", "fr", "es", "pt", "it", "pl", "ru", "zh", "ja"}


def test_every_table_becomes_a_deck(scores):
    assert [f"{s.name}: {s.wrong[0]}" for s in scores if s.wrong and s.wrong[0].startswith("refused")] == []


def test_each_card_is_printed_as_often_as_the_table_says(scores):
    assert wrong([s for s in scores if not s.quantities]) == []


def test_rows_that_are_no_cards_are_none(scores):
    assert wrong([s for s in scores if not s.rows]) == []


@pytest.mark.parametrize("part", PARTS)
def test_titles_and_rules_stand_on_the_cards(scores, part):
    of_part = [s for s in scores if s.part == part]
    assert shares(of_part).texts >= 0.95, wrong([s for s in of_part if not s.texts])


@pytest.mark.parametrize("part", PARTS)
def test_what_a_player_must_not_see_is_on_few_decks(scores, part):
    of_part = [s for s in scores if s.part == part]
    assert shares(of_part).internals <= 0.10, wrong([s for s in of_part if s.internals])
