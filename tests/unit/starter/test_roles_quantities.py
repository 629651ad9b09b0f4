"""How many of each card: a header never decides alone, and what isn't certain is named, not printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.report import DeckError, Report
from carddesigner.starter.made import NewOptions
from carddesigner.starter.reading.source import read_source
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.table_roles import agreed, check_quantity, decide


def quantities(tmp_path: Path, text: str, told: str | None = None) -> tuple[list[str], str | None]:
    """The headers of the quantities, and the note where they aren't certain."""
    file = tmp_path / "cards.csv"
    file.write_text(text, encoding="utf-8")
    report = Report()
    sources = read_source(file, report, NewOptions())
    check_quantity(sources, told, report)
    guesses, note = decide(sources[0], agreed(sources), lambda _: None, lambda _: None, told)
    return [g.column.header for g in guesses if g.role is Role.COPIES], note


def table(header: str, values: str, names: str = "Fox Hen Dog Cat Cow Owl Rat Bee") -> str:
    """A table of names and numbers."""
    return f"Name,{header}\n" + "".join(f"{n},{v}\n" for n, v in zip(names.split(), values.split(), strict=True))


@pytest.mark.parametrize("values", ["2x 3x 1x 2x 1x 1x 4x 2x", "×2 ×3 ×1 ×2 ×1 ×1 ×4 ×2", "2 3 1 2 1 1 4 0"])
@pytest.mark.parametrize("header", ["Qty", "Nb ex.", "Ilość", "Кол-во", "枚数", "Print Qty", "Anzahl", "Card Count"])
def test_quantities_as_they_are_written(header, values, tmp_path):
    assert quantities(tmp_path, table(header, values)) == ([header], None)


@pytest.mark.parametrize("header", ["il.", "Un.", "Ct", "Stk.", "ud.", "u.", "pz.", "ед.", "张", "枚", "nb"])
def test_quantities_under_short_words_of_many_languages(header, tmp_path):
    assert quantities(tmp_path, table(header, "2 3 1 2 1 1 4 2")) == ([header], None)


@pytest.mark.parametrize(
    "header", ["draw_count", "nbEpees", "bonus1_num", "Anzahl Würfel", "Number of players", "Level"]
)
def test_numbers_of_something_else_are_no_quantities(header, tmp_path):
    assert quantities(tmp_path, table(header, "2 3 1 2 1 1 4 2"))[0] == []


def test_a_number_that_the_cards_text_names_is_its_effect(tmp_path):
    rows = "".join(f"Card {'ABCDEFG'[i]},Ziehe {n} Karten.,{n}\n" for i, n in enumerate((2, 3, 1, 4, 2, 5, 3)))
    found, note = quantities(tmp_path, "Name,Text,Anzahl\n" + rows)
    assert found == []
    assert note is not None
    assert "a column that may say how many: Anzahl (20 cards); add --quantity Anzahl" in note


def test_a_number_that_counts_the_marks_of_its_row_is_none(tmp_path):
    rows = "".join(f"{n},{'sun ' * c},{c}\n" for n, c in zip("ABCDEFG", (2, 3, 1, 4, 2, 1, 3), strict=True))
    assert quantities(tmp_path, "Name,Marks,Count\n" + rows)[0] == []


def test_a_number_that_tells_cards_apart_is_printed_on_them(tmp_path):
    rows = "".join(f"{shape},{n}\n" for shape in ("oval", "star") for n in (1, 2, 3))
    assert quantities(tmp_path, "Shape,Anzahl\n" + rows)[0] == []


def test_ranks_are_no_quantities(tmp_path):
    rows = "".join(f"The {n} of {suit},{suit},{n}\n" for suit in ("cups", "coins") for n in range(1, 8))
    assert quantities(tmp_path, "Name,Suit,Number\n" + rows)[0] == []


def test_of_two_columns_that_may_say_how_many_each_is_named(tmp_path):
    text = "Name,Num,Amount\n" + "".join(
        f"{n},{a},{b}\n" for n, a, b in zip("ABCDEF", (1, 2, 1, 2, 1, 2), (3, 1, 1, 3, 1, 1), strict=True)
    )
    found, note = quantities(tmp_path, text)
    assert found == []
    assert note is not None
    assert "Num (9 cards), Amount (10 cards); add --quantity Num" in note
    assert quantities(tmp_path, text, "amount") == (["Amount"], None)
    assert quantities(tmp_path, text, "none") == ([], None)


def test_quantities_for_numbers_of_players_are_not_added(tmp_path):
    found, note = quantities(tmp_path, "Name,Qty 2p,Qty 4p\nA,1,2\nB,2,2\nC,1,3\nD,1,1\n")
    assert found == []
    assert note is not None


def test_a_total_of_statistics_is_none(tmp_path):
    assert quantities(tmp_path, "Name,Attack,Defence,Total\nA,1,2,3\nB,2,2,4\nC,1,1,2\nD,4,1,5\nE,2,2,4\n") == (
        [],
        None,
    )


def test_without_a_header_amounts_stand_first_or_have_a_mark(tmp_path):
    assert quantities(tmp_path, "4,Fox\n2,Hen\n2,Dog\n1,Cat\n4,Cow\n")[0] == ["column_a"]
    assert quantities(tmp_path, "Fox,4x\nHen,2x\nDog,2x\nCat,1x\n")[0] == ["column_b"]
    assert quantities(tmp_path, "Fox,red,4,8\nHen,blue,5,9\nDog,red,4,7\nCat,blue,2,7\n")[0] == []


def test_a_wrong_quantity_is_refused_with_the_nearest_column(tmp_path):
    with pytest.raises(DeckError) as refused:
        quantities(tmp_path, table("Anzahl", "2 3 1 2 1 1 4 2"), "Anzal")
    assert "there is no column 'Anzal'; did you mean 'Anzahl'?" in refused.value.report.errors[0].message


def test_a_quantity_that_is_no_number_is_refused_where_it_stands(tmp_path):
    with pytest.raises(DeckError) as refused:
        quantities(tmp_path, table("Qty", "2 3 1 many 1 1 4 2"), "Qty")
    error = refused.value.report.errors[0]
    assert str(error.span).endswith("cards.csv:5:5")
    assert "'many' is not a whole number" in error.message


def test_a_quantity_that_prints_no_card_is_refused(tmp_path):
    with pytest.raises(DeckError) as refused:
        quantities(tmp_path, table("Qty", "0 0 0 0 0 0 0 0"), "Qty")
    assert "all cells are 0" in refused.value.report.errors[0].message


def test_four_amounts_may_happen_to_count(tmp_path):
    assert quantities(tmp_path, table("Copies", "1 2 3 4", "Fox Hen Dog Cat"))[0] == ["Copies"]
    assert quantities(tmp_path, table("Copies", "1 2 3 4 5 6 7 8"))[0] == []
