"""Laws of what the benchmarks call missed or worse."""

from __future__ import annotations

import random

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmarks.amounts import Amount, exact, of_times, waited
from benchmarks.kept import Figure, Part
from benchmarks.runs import Run
from benchmarks.verdicts import NOTABLE, better, is_worse, likely, regressions, verdict
from tests.unit.benchmarks.runs import kept

seconds = st.floats(0.01, 100)
pairs = st.lists(st.tuples(seconds, seconds), min_size=1, max_size=9)
bounds = st.floats(0.01, 100)


def of(pairs: list[tuple[float, float]]) -> Amount:
    return of_times([a for a, _ in pairs], [b for _, b in pairs])


@given(pairs)
def test_the_ratio_of_the_least_lies_within_the_spread(pairs):
    amount = of(pairs)
    assert amount.low <= amount.value * (1 + 1e-9)
    assert amount.value <= amount.high * (1 + 1e-9)
    assert amount.low <= amount.middle <= amount.high


@given(pairs, bounds, st.floats(0.1, 10))
def test_a_machine_that_is_slower_says_the_same(pairs, most, slower):
    at_rest, slow = of(pairs), of([(a * slower, b * slower) for a, b in pairs])
    assume(abs(at_rest.value - most) > 1e-6 * most)
    assume(abs(likely(at_rest)[0] - most * (1 + NOTABLE)) > 1e-6 * most)
    assert verdict(Figure("", at_rest, most)) == verdict(Figure("", slow, most))


@given(pairs, bounds)
def test_no_bound_is_missed_that_most_turns_met(pairs, most):
    found = verdict(Figure("", of(pairs), most))
    met = sum(a / b <= most for a, b in pairs)
    if met * 2 > len(pairs):
        assert found in ("met", "close")
    elif not met and len(pairs) > 2:
        assert found == ("missed" if likely(of(pairs))[0] > most * (1 + NOTABLE) else "close")


@given(bounds, st.floats(1, 1.09), st.floats(1.6, 5))
def test_a_bound_is_missed_by_more_than_chance(most, little, much):
    for turns in (1, 2, 3, 7):
        assert verdict(Figure("", of([(most * little * (1 + 1e-9), 1.0)] * turns), most)) == "close"
        assert verdict(Figure("", of([(most * much, 1.0)] * turns), most)) == "missed"
    assert verdict(Figure("", exact(most * 1.001), most)) == "missed"


@given(pairs, bounds, st.integers(0, 8), st.floats(0.1, 10))
def test_one_turn_that_something_disturbed_changes_no_verdict(pairs, most, which, times):
    """Of five turns or more that are nearly alike."""
    alike = [(0.99 + 0.02 * (i % 2), 1.0) for i, _ in enumerate([*pairs, *pairs, *pairs, *pairs, *pairs])]
    disturbed = [
        (a * max(1.0, times), b * max(1.0, 1 / times)) if i == which else (a, b) for i, (a, b) in enumerate(alike)
    ]
    assume(abs(most - 1) > 0.03)
    assume(abs(most * (1 + NOTABLE) - 1) > 0.03)
    assert verdict(Figure("", of(alike), most)) == verdict(Figure("", of(disturbed), most))


@given(pairs, pairs, bounds)
def test_nothing_is_worse_that_lies_within_the_spread_of_the_earlier_run(before, now, most):
    a, b = Figure("", of(now), most), Figure("", of(before), most)
    if a.amount.value <= b.amount.high:
        assert not is_worse(a, b)
    assert not (is_worse(a, b) and is_worse(b, a))


@given(st.integers(0, 10_000), st.floats(0.05, 50), st.floats(0, 0.2))
def test_chance_makes_nothing_worse(seed, true, noise):
    """Two runs of the same program, of which the machine makes some turns longer by up to a fifth."""
    luck = random.Random(seed)

    def run() -> Figure:
        turns = [(true * (1 + luck.uniform(0, noise)), 1 + luck.uniform(0, noise)) for _ in range(5)]
        return Figure("", of([*turns, (true, 1.0)]), true)

    assert not is_worse(run(), run())


@given(st.floats(0.01, 100), st.floats(1, 1.099), st.one_of(st.none(), bounds))
def test_a_rise_of_less_than_a_tenth_is_not_worth_a_word(value, times, most):
    before, now = (Figure("", exact(v), most) for v in (value, value * times))
    assert not is_worse(now, before)
    assert is_worse(Figure("", exact(value * 1.11), None), Figure("", exact(value), None))


@given(st.integers(0, 10_000), st.floats(0.05, 50), st.floats(1.5, 10))
def test_a_real_slowdown_is_named(seed, true, slower):
    """By half or more, in turns that the machine makes longer by up to a tenth."""
    luck = random.Random(seed)

    def run(times: float) -> Figure:
        turns = [(times * true * (1 + luck.uniform(0, 0.1)), 1 + luck.uniform(0, 0.1)) for _ in range(5)]
        return Figure("the build", of(turns), None)

    before, now = (kept((Part("whole", 1.0, (), (run(times),), ()),)) for times in (1.0, slower))
    (worse,) = regressions(now.parts, before)
    assert str(worse).startswith("whole: the build: ")
    assert not regressions(before.parts, now)


@given(pairs, pairs)
def test_of_a_part_that_is_measured_again_the_better_figure_counts(first, second):
    parts = [Part("whole", 1.0, (), (Figure("the build", of(turns), None),), ()) for turns in (first, second)]
    (figure,) = better(*parts).figures
    assert figure.amount.value == min(of(first).value, of(second).value)


@given(pairs, pairs, st.floats(0.3, 8))
def test_a_time_waited_for_on_a_busy_machine_is_not_judged(a, b, others):
    busy = [[Run(x, 50, x, 0, others) for x, _ in turns] for turns in (a, b)]
    amount = waited(*busy, processors=10_000)
    figure = Figure("", amount, 0.001)
    assert verdict(figure) == "not judged"
    assert not is_worse(figure, msgspec.structs.replace(figure, amount=of([(1e-6, 1.0)] * 5)))
