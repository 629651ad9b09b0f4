"""Fit and compensation: the error that was put in comes out again, and what contradicts itself is refused with its reason."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.papers import PAPERS, Paper, parse_paper
from carddesigner.core.report import Problem
from carddesigner.core.units import MM
from carddesigner.printers.fit import Fit, error_matrix, fit_readings
from carddesigner.printers.profile import Measured, Printer
from carddesigner.printers.readings import BadReading, Reading, targets

Error = tuple[float, float, float]

papers = st.sampled_from(sorted(PAPERS)).map(PAPERS.__getitem__).flatmap(lambda p: st.sampled_from([p, p.turned()]))
flips = st.sampled_from(["long-edge", "short-edge"])
errors = st.tuples(st.floats(-4, 4), st.floats(-4, 4), st.floats(-1.2, 1.2))
A4 = PAPERS["A4"]


def lands(x: float, y: float, paper: Paper, error: Error) -> tuple[float, float]:
    """Where a printer puts a point: written out with y up, as one would measure, in millimetres."""
    dx, dy, degrees = error
    turn = -radians(degrees)
    across, up = x - paper.width / 2, paper.height / 2 - y
    right, high = across * cos(turn) - up * sin(turn), across * sin(turn) + up * cos(turn)
    return paper.width / 2 + right + dx * MM, paper.height / 2 - high + dy * MM


def read(paper: Paper, duplex: str, error: Error) -> list[Reading]:
    """What a person with perfect eyes reads: the scale's point that landed under the hole, found by search."""
    out = []
    for target in targets(paper, duplex):
        x, y = target.back
        for _ in range(60):
            at = lands(x, y, paper, error)
            x, y = x + target.back[0] - at[0], y + target.back[1] - at[1]
        out.append(Reading(target.letter, (x - target.back[0]) / MM, (target.back[1] - y) / MM))
    return out


def fitted(readings: list[Reading], paper: Paper = A4, duplex: str = "long-edge") -> Fit:
    return fit_readings(readings, targets(paper, duplex), (paper.width / 2, paper.height / 2))


def printer(fit: Fit, paper: Paper, duplex: str = "long-edge") -> Printer:
    measured = Measured.model_construct(paper=paper, dx=fit.dx, dy=fit.dy, rotation=fit.rotation, rms=fit.rms)
    lies = "landscape" if paper.width > paper.height else "portrait"
    return Printer.model_construct(printer="office", duplex=duplex, **{lies: measured})


@given(paper=papers, duplex=flips, error=errors)
def test_the_fit_finds_the_error(paper, duplex, error):
    fit = fitted(read(paper, duplex, error), paper, duplex)
    assert (fit.dx / MM, fit.dy / MM, fit.rotation) == pytest.approx(error, abs=1e-6)
    assert fit.worst.size == pytest.approx(0, abs=1e-6)


@given(paper=papers, duplex=flips, error=errors, left_out=st.sampled_from("ABCD"))
def test_any_three_targets_are_enough(paper, duplex, error, left_out):
    readings = [r for r in read(paper, duplex, error) if r.letter != left_out]
    fit = fitted(readings, paper, duplex)
    assert (fit.dx / MM, fit.dy / MM, fit.rotation) == pytest.approx(error, abs=1e-6)


@given(paper=papers, error=errors, x=st.floats(0, 1), y=st.floats(0, 1))
def test_a_compensated_point_lands_where_it_was_meant(paper, error, x, y):
    fit = fitted(read(paper, "long-edge", error), paper)
    there = printer(fit, paper).matrix(paper.width, paper.height).apply(x * paper.width, y * paper.height)
    assert lands(*there, paper, error) == pytest.approx((x * paper.width, y * paper.height), abs=1e-6)


def test_dx_is_right_dy_down_and_turns_are_clockwise_as_the_back_is_seen():
    centre = (A4.width / 2, A4.height / 2)
    assert error_matrix(2.0, 3.0, 0.0, centre).apply(10, 10) == (12.0, 13.0)
    x, y = error_matrix(0.0, 0.0, 1.0, centre).apply(centre[0], 0.0)
    assert x > centre[0] + 1
    assert y == pytest.approx(0, abs=0.1)


def test_print_that_lies_too_far_right_and_low_is_read_left_and_up_of_zero():
    # The hole stays; the scale's zero has moved right and down of it.
    for reading in read(A4, "long-edge", (1.0, 2.0, 0.0)):
        assert (reading.across, reading.up) == pytest.approx((-1.0, 2.0))


@given(paper=papers, error=errors, hair=st.lists(st.floats(-0.1, 0.1), min_size=8, max_size=8))
def test_readings_to_a_tenth_are_enough_for_a_tenth(paper, error, hair):
    exact = read(paper, "long-edge", error)
    rough = [Reading(r.letter, r.across + hair[2 * i], r.up + hair[2 * i + 1]) for i, r in enumerate(exact)]
    fit = fitted(rough, paper)
    assert (fit.dx / MM, fit.dy / MM) == pytest.approx(error[:2], abs=0.11)
    # A turn of so much moves the corner of a page by a fifth of a millimetre.
    assert abs(fit.rotation - error[2]) * radians(1) * (paper.width + paper.height) / 2 / MM < 0.2


def test_what_is_left_over_is_reported_at_its_target():
    # The paper has shrunk by a quarter of a millimetre towards its middle.
    readings = [Reading("A", 0.2, 0.2), Reading("B", -0.2, 0.2), Reading("C", 0.2, -0.2), Reading("D", -0.2, -0.2)]
    fit = fitted(readings)
    assert (fit.dx, fit.dy, fit.rotation) == pytest.approx((0, 0, 0), abs=1e-9)
    assert [r.size / MM for r in fit.left_over] == pytest.approx([0.2 * 2**0.5] * 4)
    assert fit.rms / MM == pytest.approx(0.2 * 2**0.5)


@given(paper=papers, duplex=flips, error=errors, wrong=st.sampled_from("ABCD"), by=st.sampled_from([-1.5, -1, 1, 1.5]))
def test_one_wrong_reading_is_named_with_what_it_should_be_near(paper, duplex, error, wrong, by):
    readings = read(paper, duplex, error)
    right = next(r for r in readings if r.letter == wrong)
    readings = [Reading(r.letter, r.across + by, r.up) if r is right else r for r in readings]
    near = f"should be near {right.across:.1f} {right.up:.1f};"
    with pytest.raises(BadReading) as raised:
        fitted(readings, paper, duplex)
    assert str(raised.value).startswith(f"{wrong} contradicts the others")
    assert near.replace("-0.0", "0.0") in str(raised.value).replace("-0.0", "0.0")


def test_readings_that_all_contradict_each_other_are_refused():
    readings = [Reading("A", 3, 0), Reading("B", -3, 0), Reading("C", 0, 3), Reading("D", 1, -3)]
    with pytest.raises(BadReading, match=r"the readings contradict each other: .* read all of them again"):
        fitted(readings)


def test_of_three_that_contradict_each_other_none_is_accused():
    readings = [Reading("A", 0, 0), Reading("B", 0, 0), Reading("C", 2, 0)]
    with pytest.raises(BadReading, match=r"A, B and C contradict each other .* the fourth too"):
        fitted(readings)


@pytest.mark.parametrize("pair", ["AB", "AC", "AD", "BC", "BD", "CD"])
def test_two_targets_lie_on_a_line(pair):
    with pytest.raises(BadReading, match=f"{pair[0]} and {pair[1]} lie on one line.* read a third"):
        fitted([Reading(letter, 0.1, 0.2) for letter in pair])


def test_one_target_or_none_says_too_little():
    with pytest.raises(BadReading, match="A alone can't distinguish a turn from a shift"):
        fitted([Reading("A", 0.1, 0.2)])
    with pytest.raises(BadReading, match="nothing was read"):
        fitted([])


def test_a_turn_that_no_printer_makes_is_refused():
    with pytest.raises(BadReading, match=r"turned by 4\.0°"):
        fitted(read(A4, "long-edge", (0.0, 0.0, 4.0)))


def test_what_was_measured_upright_does_not_serve_sheets_that_lie():
    fit = fitted(read(A4, "long-edge", (1.0, 0.5, 0.2)))
    upright = printer(fit, A4)
    letter = parse_paper("Letter")
    assert upright.matrix(letter.width, letter.height) != upright.matrix(A4.width, A4.height)
    with pytest.raises(Problem, match="calibrate --printer office --duplex long-edge --landscape"):
        upright.matrix(A4.height, A4.width)


def test_a_printer_without_any_measurement_moves_nothing():
    assert Printer.model_construct(printer="office", duplex="long-edge").matrix(100, 200).apply(3, 4) == (3, 4)
