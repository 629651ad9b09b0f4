"""What people type after ``--set``."""

from __future__ import annotations

import pytest

from carddesigner.printers.readings import BadReading, Reading, parse_readings

TWO = (Reading("A", 0.5, -1.0), Reading("B", 0.4, -1.1))


@pytest.mark.parametrize(
    "texts",
    [
        ["A 0.5 -1.0, B 0.4 -1.1"],
        ["A 0.5 -1.0", "B 0.4 -1.1"],
        ["b .4 -1.1; a +0.5 -1"],
        ["A 0,5 -1,0, B 0,4 -1,1"],
        ["A 0.5 −1.0 B 0.4 −1.1"],
        ["A0.5 -1.0\nB0.4  -1.1,"],
    ],
)
def test_readings_are_read_as_people_write_them(texts):
    assert parse_readings(texts, "ABCD") == TWO


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty; write the letter"),
        ("0.5 -1.0", "does not begin with a target's letter"),
        ("A 0.5", "'A 0.5' has 1 number in place of two"),
        ("A", "'A' has no numbers in place of two"),
        ("A 0.5,-1.0", "has 1 number in place of two"),
        ("A 0.5 -1 2", "has 3 numbers"),
        ("A 0.5 -1.x", "unknown target 'x'"),
        ("A __ __", "'__' is not a number"),
        ("A 1e3 0", "'A 1' has 1 number"),
        ("A 0.5 --1", "'--1' is not a number"),
        ("A 8.5 0", "8.5 is not on the scale, which ends at 8 mm"),
        ("A 99999999999999999999 0", "is not a number"),
        ("E 0.5 -1.0", "unknown target 'E'; there are A, B, C and D"),
        ("AB 0.5 -1.0", "unknown target 'AB'"),
        ("A 0.5 -1.0, a 0.5 -1.0", "A is given twice"),
        ("A 1 ²", "'²' is not a number"),
        ("A 1 nan", "'A 1' has 1 number in place of two"),
    ],
)
def test_what_can_not_be_read_is_reported_in_a_message(text, words):
    with pytest.raises(BadReading, match=words):
        parse_readings([text], "ABCD")
