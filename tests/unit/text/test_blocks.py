"""Lists and tables inside texts: read as they are written, set side by side, shrunk and aligned with their text."""

from __future__ import annotations

import pytest

from carddesigner.core.items import GroupItem, PathItem, TextItem
from carddesigner.core.report import Problem
from carddesigner.text.rich import BULLET, ListItem, Paragraph, RichText, TextTable, parse_markup


def outline(source: str) -> list[object]:
    """The blocks of a text: a paragraph's words, an item's marker and words, a table's rows."""

    def words(p: Paragraph) -> str:
        return "".join(r.text for r in p.pieces)

    out: list[object] = []
    for block in parse_markup(source, str):
        if isinstance(block, TextTable):
            out.append([[words(c) for c in row] for row in block.rows] + (["head"] if block.head else []))
        else:
            level = (block.level,) if isinstance(block, ListItem) and block.level else ()
            out.append((block.marker, words(block.body), *level) if isinstance(block, ListItem) else words(block))
    return out


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("- a\n- b", [(BULLET, "a"), (BULLET, "b")]),
        ("• a\n\t- b", [(BULLET, "a"), (BULLET, "b", 1)]),
        (
            "- a\n  1. b\n     still b\n  2. c\n- d",
            [(BULLET, "a"), ("1.", "b\nstill b", 1), ("2.", "c", 1), (BULLET, "d")],
        ),
        (" - a\n - b\n  - c", [(BULLET, "a"), (BULLET, "b"), (BULLET, "c")]),
        ("- a\n    - b\n  - c\nx\n  - d", [(BULLET, "a"), (BULLET, "b", 1), (BULLET, "c", 1), "x", (BULLET, "d")]),
        ("Choose:\n- a\n- b\nThen draw.", ["Choose:", (BULLET, "a"), (BULLET, "b"), "Then draw."]),
        ("1. a\n2. b\n10. c", [("1.", "a"), ("2.", "b"), ("10.", "c")]),
        ("- a\n  still a\n- b", [(BULLET, "a\nstill a"), (BULLET, "b")]),
        ("- a\n\n- b", [(BULLET, "a"), (BULLET, "b")]),
        ("| a | b |\n| c |", [[["a", "b"]], "| c |"]),
        ("| a | b |\n|c|d|", [[["a", "b"], ["c", "d"]]]),
        ("| a | b |\n|--|:-:|\n| c | d |", [[["a", "b"], ["c", "d"], "head"]]),
        ("| a | b | c |\n| d | e |", [[["a", "b", "c"], ["d", "e", ""]]]),
        (r"| a \| b | c |", [[["a | b", "c"]]]),
        ("text\n| a | b |\nmore", ["text", [["a", "b"]], "more"]),
        ("-1 or - 2\n1.5\n1999. A year\n|x| is 3", ["-1 or - 2\n1.5\n1999. A year\n|x| is 3"]),
        ("\\- a\n1\\. b", ["- a\n1. b"]),
    ],
)
def test_lists_and_tables_are_read_as_people_write_them(source, blocks):
    assert outline(source) == blocks


def test_a_table_of_very_many_columns_is_refused():
    with pytest.raises(Problem, match="21 columns; at most 20"):
        parse_markup("|" + "a|" * 21, str)


def discs(items: tuple[object, ...]) -> list[tuple[float, float]]:
    """Where bullets lie: left and baseline."""
    return [(i.matrix.e, i.matrix.f) for i in items if isinstance(i, GroupItem) and isinstance(i.items[0], PathItem)]


def test_the_lines_of_an_item_are_indented_alike_beside_its_bullet(setter):
    found = setter.set("Choose one:\n- draw a card and another one\n- pass", 80)
    lefts = [round(setter.chars(t)[0].x, 2) for t in found.texts]
    assert lefts[0] == 0
    assert len(set(lefts[1:])) == 1
    assert lefts[1] > 4
    assert len(found.texts) > 3
    (x, first), (_, second) = discs(found.fitted.items)
    assert (x, first, second) == (0, found.baselines[1], found.baselines[-1])


def test_numbers_of_one_and_two_digits_leave_room_for_the_widest(setter):
    found = setter.set("9. nine\n10. ten")
    lefts = {"".join(c.char for c in setter.chars(t)): setter.chars(t)[0].x for t in found.texts}
    assert lefts["9."] == lefts["10."] == 0
    assert lefts["nine"] == lefts["ten"] > setter.set("10.").extents[0][1]


@pytest.mark.parametrize(("gap", "source"), [(0.0, "a\n- b\n- c"), (0.5, "a\n\n- b\n\n- c")])
def test_only_a_blank_line_makes_a_gap_in_a_list(setter, gap, source):
    found = setter.set(source, line_height=1.25, paragraph_gap=0.5)
    steps = [round(b - a, 3) for a, b in zip(found.baselines, found.baselines[1:], strict=False)]
    assert steps == [pytest.approx(9 * (1.25 + gap))] * 2
    assert found.fitted.height == pytest.approx(setter.set("a").fitted.height + sum(steps))


def columns(setter, found) -> dict[str, tuple[float, float]]:
    """Where each piece of a table's text begins, and on which line."""
    return {
        "".join(c.char for c in setter.chars(t)): (round(setter.chars(t)[0].x, 2), round(t.y, 2)) for t in found.texts
    }


def test_a_tables_cells_stand_in_columns_on_common_lines(setter):
    at = columns(setter, setter.set("| 1–2 | Fire |\n| 10 | Ice |"))
    assert at["1–2"][0] == at["10"][0] == 0
    assert at["Fire"][0] == at["Ice"][0] > setter.set("1–2").extents[0][1]
    assert at["1–2"][1] == at["Fire"][1] < at["10"][1] == at["Ice"][1]


def test_a_line_parts_the_rows_of_a_table(setter):
    found = setter.set("| a | b |\n| c | d |\n| e | f |")
    rules = [i for i in found.fitted.items if isinstance(i, PathItem)]
    ys = sorted({t.y for t in found.texts})
    assert [ys[0] < r.path[0][2] < ys[1] for r in rules] == [True, False]
    assert {r.path[0][1] for r in rules} == {0.0}
    assert [r.path[1][1] for r in rules] == [pytest.approx(found.fitted.width)] * 2


def test_the_long_column_of_a_table_is_broken_and_the_short_one_is_not(setter):
    found = setter.set("| 1–2 | Fire goes before the wind and the water |", 75)
    at = columns(setter, found)
    assert "1–2" in at
    assert len(found.texts) > 3
    assert found.fitted.overflow is None
    assert len({x for text, (x, _) in at.items() if text != "1–2"}) == 1


def test_no_column_is_narrower_than_its_longest_word_while_there_is_room(setter):
    long = "Supercalifragilistic"
    found = setter.set(f"| one two three four five six seven eight nine ten | {long} |", 130)
    assert found.fitted.overflow is None
    assert long in columns(setter, found)


def test_the_head_of_a_table_is_bold(setter):
    found = setter.set("| a | b |\n|---|---|\n| c | d |")
    assert dict(found.fonts) == {
        "a": "AlegreyaSans-Bold",
        "b": "AlegreyaSans-Bold",
        "c": "AlegreyaSans-Regular",
        "d": "AlegreyaSans-Regular",
    }


@pytest.mark.parametrize("source", ["- a a a a\n- b b b", "1. a a a\n2. b", "| a a | b b |\n| c | d d d |"])
def test_lists_and_tables_shrink_with_their_text(setter, source):
    natural = setter.set(source, size=12.0).fitted
    found = setter.set(source, natural.width * 0.9, natural.height * 0.7, size=12.0, min_size=4.0).fitted
    assert 4 < found.size < 12
    assert found.overflow is None
    assert found.height <= natural.height * 0.7 + 0.01


def test_a_word_wider_than_its_column_is_an_overflow(setter):
    found = setter.set("| Supercalifragilistic | Expialidocious |", 60).fitted
    assert found.overflow is not None
    assert found.overflow.dx > 10
    assert (
        setter.set("- Supercalifragilistic", 60).fitted.overflow.dx
        > setter.set("Supercalifragilistic", 60).fitted.overflow.dx
    )


@pytest.mark.parametrize(
    ("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0), ("justify", 0.0), ("end", 1)]
)
@pytest.mark.parametrize("source", ["- Fire\n- Earthen", "| Fire | Ice |\n| Earthen | Air |"])
def test_a_list_and_a_table_are_aligned_as_a_whole(setter, source, align, share):
    plain = setter.set(source, 200)
    moved = setter.set(source, 200, align=align)
    shift = (200 - plain.fitted.width) * share
    for a, b in zip(plain.texts, moved.texts, strict=True):
        assert setter.chars(b)[0].x - setter.chars(a)[0].x == pytest.approx(shift, abs=0.01)


def test_a_list_in_a_right_to_left_text_begins_on_the_right(setter):
    family = setter.find("Noto Sans Hebrew")
    found = setter.set("- אש\n- מים ואש", 100, fonts=(family,))
    rights = {round(setter.chars(t)[-1].end, 1) for t in found.texts}
    assert len(rights) == 1
    (right,) = rights
    assert all(right < x <= 100 for x, _ in discs(found.fitted.items))


def test_the_point_of_a_right_to_left_number_stands_beside_its_text(setter):
    found = setter.set("1. אש", 100, fonts=(setter.find("Noto Sans Hebrew"), setter.family))
    assert sorted(found.seen) == sorted([".1", "שא"])


def test_a_glyph_that_is_missing_in_a_table_or_list_is_reported(setter):
    rich: RichText = setter.parse("- a 漢\n\n| b | 字 |")
    assert [char for char, _ in setter.set(rich).fitted.missing] == ["漢", "字"]


def test_a_list_on_a_card_is_found_in_its_box(deck):
    laid = deck.zones('one:\n  text: "{{ card.name }}"\n  box: {width: 20mm}', 'name\n"- Fire\n- Ice"\n').lay()
    texts = ["".join(r.text for p in i.pieces for r in p.runs) for i in laid.items("one") if isinstance(i, TextItem)]
    assert texts == ["Fire", "Ice"]
    assert sum(isinstance(i, PathItem) for i in laid.items("one")) == 2


@pytest.mark.parametrize("source", ["- a\n  1. bb\n     cc\n  2. dd\n    - ee\n- ff", "- א\n  - ב\n  - ג"])
def test_a_list_in_an_item_begins_where_the_items_text_does(setter, source):
    found = setter.set(source, 80, direction="rtl" if "א" in source else "auto")
    at = {"".join(c.char for c in setter.chars(t)): setter.chars(t) for t in found.texts}
    if "א" in source:
        right = [at[c][-1].x for c in "אבג"]
        assert right[0] > right[1] == right[2]
        return
    assert at["1."][0].x == at["2."][0].x == pytest.approx(at["a"][0].x) == pytest.approx(at["ff"][0].x)
    assert at["bb"][0].x == at["cc"][0].x == at["dd"][0].x > at["1."][0].x
    assert [round(x, 2) for x, _ in discs(found.fitted.items)] == [0, round(at["dd"][0].x, 2), 0]
