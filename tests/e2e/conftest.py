"""The browser of all tests of pages, the designer on it, and PDFs read back: what is painted where on a page, in millimetres, y down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.chromium import CHROMIUM
from tests.e2e.designing import Designer, on_copy, opened
from tests.patience import PATIENCE

MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def designer(tmp_path: Path) -> Iterator[Designer]:
    """The designer on a copy of Monogoto."""
    with on_copy(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def shared_designer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Designer]:
    """The same for all tests of a file, which change nothing that others look at."""
    with on_copy(tmp_path_factory.mktemp("shared")) as running:
        yield running


@pytest.fixture
def page(browser: Browser, designer: Designer) -> Iterator[Page]:
    """A page on the designer's deck."""
    page = opened(browser, designer)
    yield page
    page.close()


class Box(NamedTuple):
    """Left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlap(self, other: Box) -> Box | None:
        """What both have in common, if that is more than a line."""
        both = Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )
        return both if both.left < both.right - 1e-9 and both.top < both.bottom - 1e-9 else None

    def is_near(self, other: Box, tolerance: float) -> bool:
        return all(abs(a - b) <= tolerance for a, b in zip(self, other, strict=True))

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True)
class Painted:
    """A path as painted: around it, what the clips leave of that, its colour, and how far it is turned clockwise."""

    kind: str
    box: Box
    visible: Box | None
    color: tuple[float, ...]
    turned: int


@dataclass
class _State:
    matrix: Matrix
    clip: Box
    fill: tuple[float, ...] = (0.0,)
    stroke: tuple[float, ...] = (0.0,)


@dataclass
class _Reader:
    """An interpreter of the operators that place and paint paths."""

    height: float
    parsed: dict[Any, list[tuple[list[Any], str]]]
    found: list[Painted] = field(default_factory=list)

    def run(self, stream: Any, key: Any, resources: Any, state: _State) -> None:
        if key not in self.parsed:
            self.parsed[key] = [
                ([float(v) if not isinstance(v, pikepdf.Name) else str(v) for v in values if _is_plain(v)], str(op))
                for values, op in pikepdf.parse_content_stream(stream)
            ]
        stack: list[_State] = []
        points: list[tuple[float, float]] = []
        clipping = False
        for values, op in self.parsed[key]:
            if op == "q":
                stack.append(_State(state.matrix, state.clip, state.fill, state.stroke))
            elif op == "Q":
                state = stack.pop()
            elif op == "cm":
                state.matrix = times(tuple(values), state.matrix)
            elif op in ("m", "l", "c", "v", "y"):
                points += [apply(state.matrix, *values[i : i + 2]) for i in range(0, len(values), 2)]
            elif op == "re":
                x, y, w, h = values
                points += [apply(state.matrix, a, b) for a in (x, x + w) for b in (y, y + h)]
            elif op in ("W", "W*"):
                clipping = True
            elif op in ("g", "rg", "k"):
                state.fill = tuple(values)
            elif op in ("G", "RG", "K"):
                state.stroke = tuple(values)
            elif op in ("n", "f", "f*", "S", "s", "B", "B*", "b", "b*"):
                if points:
                    self._paint(op, points, state, clipping)
                points, clipping = [], False
            elif op == "Do":
                self._form(resources.XObject[values[0]], resources, state)
        assert not stack, "q and Q don't match"

    def _paint(self, op: str, points: list[tuple[float, float]], state: _State, clipping: bool) -> None:
        xs, ys = [p[0] / MM for p in points], [(self.height - p[1]) / MM for p in points]
        box = Box(min(xs), min(ys), max(xs), max(ys))
        if op != "n":
            a, b = state.matrix[:2]
            turned = 0 if a > 0.01 else 180 if a < -0.01 else 270 if b > 0 else 90
            color = state.stroke if op in ("S", "s") else state.fill
            kind = "line" if op in ("S", "s") else "fill"
            self.found.append(Painted(kind, box, box.overlap(state.clip), color, turned))
        if clipping:
            state.clip = box.overlap(state.clip) or Box(0, 0, 0, 0)

    def _form(self, form: Any, resources: Any, state: _State) -> None:
        if form.Subtype != "/Form":
            return
        inner = _State(state.matrix, state.clip, state.fill, state.stroke)
        if "/Matrix" in form:
            inner.matrix = times(tuple(float(v) for v in form.Matrix), inner.matrix)
        self.run(form, form.objgen, form.get("/Resources", resources), inner)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, (pikepdf.Array, pikepdf.Dictionary, pikepdf.String, bytes))


def times(first: Any, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def read_pages(pdf: pikepdf.Pdf) -> Iterator[list[Painted]]:
    """What is painted on each page, in order."""
    parsed: dict[Any, list[tuple[list[Any], str]]] = {}
    for page in pdf.pages:
        _, _, width, height = (float(v) for v in page.mediabox)
        reader = _Reader(height, parsed)
        whole = Box(0.0, 0.0, width / MM, height / MM)
        reader.run(page.obj, page.obj.objgen, page.obj.Resources, _State((1, 0, 0, 1, 0, 0), whole))
        yield reader.found


@pytest.fixture(scope="session")
def painted() -> Callable[[pikepdf.Pdf], list[list[Painted]]]:
    """Reads what is painted on every page of a PDF."""
    return lambda pdf: list(read_pages(pdf))


@pytest.fixture(scope="session")
def box() -> type[Box]:
    return Box
