"""One base of all problems, and the one call that reports them."""

from __future__ import annotations

import pickle

import pytest

from carddesigner.core.report import DeckError, Diagnostic, Problem, Related, Report, Severity
from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem

HERE, THERE = Span("deck.yaml", 3, 5), Span("cards.csv", 2, 1)


def added(found: Diagnostic | Problem, **more: object) -> Diagnostic:
    report = Report()
    report.add(found, **more)  # type: ignore[arg-type]
    (only,) = report
    return only


def test_a_problem_is_reported_where_it_says_else_where_its_caller_says() -> None:
    assert added(Problem("unknown-icon", "unknown icon 'sum'"), at=HERE).span == HERE
    assert added(Problem("encoding", "a wrong byte", THERE), at=HERE).span == THERE
    assert added(Problem("encoding", "a wrong byte").at(THERE), at=HERE).span == THERE


def test_what_a_problem_leaves_out_is_filled_in_and_what_it_says_stays() -> None:
    rows = (Related(THERE, "for this card"),)
    found = added(
        Problem("bad-color", "no colour"), at=HERE, about="--of", hint="red", related=rows, card="a", zone="b"
    )
    assert found == Diagnostic("bad-color", "--of: no colour", HERE, "red", rows, "a", "b")
    own = Diagnostic("low-contrast", "pale", HERE, "darker", (Related(HERE, "here"),), "x", "y", Severity.WARNING)
    more = added(own, at=THERE, hint="red", related=rows, card="a", zone="b")
    assert (more.span, more.hint, more.card, more.zone, more.severity) == (HERE, "darker", "x", "y", Severity.WARNING)
    assert [r.message for r in more.related] == ["here", "for this card"]


def test_the_same_problem_is_reported_once() -> None:
    report = Report()
    for _ in range(3):
        report.add(Problem("unknown-icon", "unknown icon 'sum'"), at=HERE)
    assert len(report.errors) == 1


def test_failing_raises_all_errors_there_are() -> None:
    report = Report()
    report.error("unknown-icon", "unknown icon 'sum'", HERE)
    with pytest.raises(DeckError) as raised:
        report.fail("no-cards", "the deck has no cards", hint="add some")
    assert [d.code for d in raised.value.report.errors] == ["unknown-icon", "no-cards"]


def test_a_problem_keeps_its_facts_on_its_way_from_another_process() -> None:
    for problem in (
        Problem("encoding", "a wrong byte", THERE, hint="UTF-8"),
        FileProblem("missing-file", "gone", THERE),
    ):
        again = pickle.loads(pickle.dumps(problem))
        assert (type(again), again.diagnostic, str(again)) == (type(problem), problem.diagnostic, problem.message)
