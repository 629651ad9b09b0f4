"""Charts and tables of a run."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from benchmarks import charts, page
from benchmarks.charts import Scale
from benchmarks.runs import ROOT
from tests.unit.benchmarks.runs import whole_run


def part(name: str):
    found = whole_run().part(name)
    assert found is not None
    return found


def words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter("text")]


def test_programs_have_a_row_each_from_the_fastest_on():
    svg = charts.programs(part("whole"), "build")
    names = [
        word for word in words(svg) if word in ("carddesigner", "the limit", "fpdf2", "protograf", "python -c pass")
    ]
    assert names == ["the limit", "carddesigner", "fpdf2", "protograf"]
    # Three panels of four, but for the bytes that protograf doesn't tell.
    assert len(list(ElementTree.fromstring(svg).iter("circle"))) == 11


def test_growth_has_a_line_for_each_way():
    root = ElementTree.fromstring(charts.growth(part("growth")))
    lines = [path.get("d", "") for path in root.iter("path") if "line" in path.get("class", "")]
    assert sorted(line.count("L") + 1 for line in lines) == [2, 2, 3, 3, 4, 4]
    assert {"one file", "files of 2,000", "limit"} <= {text.text for text in root.iter("text")}


def test_cores_have_two_bars_and_the_bound():
    root = ElementTree.fromstring(charts.cores(part("cores")))
    one, two = (float(rect.get("width", 0)) for rect in root.iter("rect"))
    assert two / one == pytest.approx(0.8, abs=0.01)
    (bound,) = (path.get("d", "") for path in root.iter("path") if path.get("class") == "bound")
    start = float(next(root.iter("rect")).get("x", 0))
    assert (float(bound[1:].split()[0]) - start) / one == pytest.approx(0.6, abs=0.01)


def test_all_of_a_chart_lies_within_it():
    for svg in (
        charts.programs(part("whole"), "build"),
        charts.growth(part("growth")),
        charts.cores(part("cores")),
    ):
        root = ElementTree.fromstring(svg)
        _, _, wide, high = map(float, root.get("viewBox", "").split())
        for text in root.iter("text"):
            x, y = float(text.get("x", 0)), float(text.get("y", 0))
            # An average letter is seven wide.
            half = 7 * len(text.text or "")
            left, right = {"end": (x - half, x), "middle": (x - half / 2, x + half / 2)}.get(
                text.get("text-anchor", ""), (x, x + half)
            )
            assert left >= 0
            assert right <= wide
            assert 0 < y <= high


def test_a_gauge_ends_left_of_its_line_when_the_bound_is_met():
    met, missed = (whole_run().parts[0].figures[i] for i in (0, 1))
    for figure, kind in ((met, "met"), (missed, "missed")):
        root = ElementTree.fromstring(charts.gauge(figure))
        (bar,) = root.iter("rect")
        assert bar.get("class") == kind
        assert (float(bar.get("width", 0)) <= 80) == (kind == "met")


def test_a_scale_by_logarithms_has_at_least_two_round_marks():
    for low, high in ((0.02, 40), (55, 130), (24, 8200), (0.9, 1.2)):
        ticks = Scale(low, high, 0, 100).ticks
        assert len(ticks) >= 1
        assert all(low * 0.99 <= tick <= high * 1.01 for tick in ticks)


def test_the_page_has_every_figure_and_says_which_are_missed():
    text = page.with_run((ROOT / "docs/performance.md").read_text(), whole_run(), whole_run())
    assert "<!-- bench" not in text
    assert text.count('<svg class="chart"') == 5
    for _, figure in whole_run().figures:
        assert figure.name.replace("'", "&#x27;") in text
    assert re.findall(r'of fpdf2&#x27;s W1 <span class="missed">(\w+)', text) == ["missed"]
    assert "typst, W1: no --peers" in text
    assert "Nothing is worse" in text


def test_a_page_without_a_run_says_so():
    text = page.with_run((ROOT / "docs/performance.md").read_text(), None)
    assert text.count("`make bench` makes one") == len(page.PIECES)


def test_a_page_that_asks_for_something_else_is_refused():
    with pytest.raises(ValueError, match="no 'speed'; there are machine, w1"):
        page.with_run("<!-- bench: speed -->", whole_run())


def test_the_page_alone_has_its_charts(tmp_path):
    pytest.importorskip("markdown")
    html = page.alone(whole_run(), None)
    assert html.count('<svg class="chart"') == 5
    assert "prefers-color-scheme: dark" in html
