"""Texts in columns of a box: where these lie, what stays together, and which comes first."""

from __future__ import annotations

import pytest

from carddesigner.core.items import GroupItem, PathItem, TextItem
from carddesigner.core.units import MM

TEXT = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen."
ZONE = "one:\n  box: {left: 10mm, top: 10mm, width: 44mm, height: 30mm}\n  columns: 2\n  column-gap: 4mm\n  text: |-\n    %s\n"


def placed(items, x=0.0, y=0.0):
    """Lines of text with their places: left, baseline, words."""
    out = []
    for item in items:
        if isinstance(item, GroupItem):
            m = item.matrix
            out += placed(item.items, x + (m.e if m else 0), y + (m.f if m else 0))
        elif isinstance(item, TextItem):
            text = "".join(r.text for p in item.pieces for r in p.runs)
            out.append((round((x + item.pieces[0].x) / MM, 2), round((y + item.y) / MM, 2), text))
    return out


def test_columns_share_the_width_but_for_their_gap_and_stand_on_the_same_lines(deck):
    lines = placed(deck.zones(ZONE % TEXT).lay().face.zones[0].items)
    assert {x for x, _, _ in lines} == {10.0, 34.0}
    left, right = ([y for x, y, _ in lines if x == at] for at in (10.0, 34.0))
    assert abs(len(left) - len(right)) <= 1
    assert left[: len(right)] == right
    assert " ".join(t.strip() for _, _, t in lines) == TEXT


def test_a_text_too_long_for_its_columns_says_by_how_much(deck):
    assert "mm too high" in deck.zones(ZONE % (TEXT * 9)).error("text-overflow").message


def test_columns_begin_on_the_right_where_the_text_does(setter):
    fonts = (setter.find("Noto Sans Hebrew"),)
    done = setter.set("אבג דהו זחט יכל מנס עפצ " * 2, 90.0, fonts=fonts, columns=2, column_gap=10.0)
    first, second = placed(done.fitted.items)[0], placed(done.fitted.items)[-1]
    assert first[0] * MM > 50
    assert second[0] * MM < 40


@pytest.mark.parametrize("words", range(8, 40))
def test_headings_and_paragraphs_first_lines_stay_with_what_follows(setter, words):
    text = f"{' '.join(['word'] * words)}\n\n**Heading**\n\n{' '.join(['text'] * 12)}"
    lines = placed(setter.set(text, 130.0, columns=2, column_gap=10.0).fitted.items)
    columns = [[t for x, _, t in lines if (x > 20) == right] for right in (False, True)]
    assert not columns[0][-1].startswith("Heading")
    for column in columns:
        assert sum("text" in t for t in column) != 1


def test_a_line_between_paragraphs_is_as_wide_as_its_column(setter):
    done = setter.set("a\n\n---\n\nb\n\nc\n\nd", 100.0, columns=2, column_gap=10.0)
    (rule,) = [i for i in done.fitted.items if isinstance(i, PathItem)]
    assert rule.path[1][1] - rule.path[0][1] == pytest.approx(45.0)
