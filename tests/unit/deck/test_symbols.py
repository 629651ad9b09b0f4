"""SVG files as designers and strangers send them."""

from __future__ import annotations

import re
from contextlib import suppress
from math import hypot
from pathlib import Path

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.color import Rgb
from carddesigner.core.geometry import Rect, bounds
from carddesigner.core.items import Symbol
from carddesigner.draw.operators import long_path, path_data
from carddesigner.svg import symbols
from carddesigner.svg.file import SymbolProblem
from carddesigner.svg.path import MAX_SEGMENTS, read_path
from carddesigner.svg.symbols import load_symbol
from tests.examples import examples

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"'
SQUARE = "M 1 1 L 3 1 L 3 3 L 1 3 Z"
RED, BLACK = Rgb(1.0, 0.0, 0.0), Rgb(0.0, 0.0, 0.0)


def loaded(folder: Path, inside: str, root: str = "") -> Symbol:
    path = folder / "icon.svg"
    path.write_text(f"{ROOT} {root}>{inside}</svg>")
    return load_symbol(path, "icon")


def refused(folder: Path, svg: str | bytes) -> SymbolProblem:
    path = folder / "icon.svg"
    path.write_bytes(svg if isinstance(svg, bytes) else svg.encode())
    with pytest.raises(SymbolProblem) as caught:
        load_symbol(path, "icon")
    assert "icon" in caught.value.message
    return caught.value


def frame(symbol: Symbol) -> tuple[float, ...]:
    (path,) = symbol.paths
    return tuple(round(v, 4) for v in bounds(path.path))


def test_the_view_box_is_the_symbols_box(tmp_path: Path) -> None:
    assert loaded(tmp_path, f'<path d="{SQUARE}"/>').box == Rect(0.0, 0.0, 20.0, 10.0)


def test_without_a_view_box_the_size_is_the_symbols_box(tmp_path: Path) -> None:
    path = tmp_path / "icon.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="24px" height="12"><path d="{SQUARE}"/></svg>')
    assert load_symbol(path, "icon").box == Rect(0.0, 0.0, 24.0, 12.0)


@pytest.mark.parametrize("fill", ["", 'fill="currentColor"', 'style="fill: currentColor"', 'fill="inherit"'])
def test_a_shape_without_a_colour_takes_the_placed_one(tmp_path: Path, fill: str) -> None:
    (path,) = loaded(tmp_path, f'<path {fill} d="{SQUARE}"/>').paths
    assert path.fill is None
    assert path.stroke is None


@pytest.mark.parametrize(
    ("fill", "color"),
    [
        ('fill="#f00"', RED),
        ('fill="rgb(255, 0, 0)"', RED),
        ('style="fill:#ff0000;stroke:none"', RED),
        ('fill="#00f" style="fill:#ff0000"', RED),
        ('fill="black"', BLACK),
        ('fill="Red"', RED),
    ],
)
def test_a_written_colour_is_kept(tmp_path: Path, fill: str, color: Rgb) -> None:
    (path,) = loaded(tmp_path, f'<path {fill} d="{SQUARE}"/>').paths
    assert path.fill == color


def test_children_inherit_from_groups_and_from_the_root(tmp_path: Path) -> None:
    inside = f'<g fill="#f00"><path fill="inherit" d="{SQUARE}"/></g><path d="{SQUARE}"/>'
    in_group, alone = loaded(tmp_path, inside, 'fill="#000" fill-rule="evenodd"').paths
    assert (in_group.fill, alone.fill) == (RED, BLACK)
    assert in_group.even_odd


def test_what_is_drawn_in_lines_only_is_not_filled(tmp_path: Path) -> None:
    inside = f'<path d="{SQUARE}"/>'
    (line,) = loaded(tmp_path, inside, 'fill="none" stroke="#f00" stroke-width="2" stroke-linecap="round"').paths
    assert line.stroke is not None
    assert (line.stroke.color, line.stroke.width, line.stroke.cap) == (RED, 2.0, 1)
    assert line.fill is None


def test_css_classes_as_drawing_programs_write_them_are_read(tmp_path: Path) -> None:
    css = "<style>/* made */ .a, .b { fill: #f00; } .b{fill:#000000;stroke:none} path{fill:#00f} #c{fill:#0f0}</style>"
    inside = f'<path class="a" d="{SQUARE}"/><path class="a b" d="{SQUARE}"/><path d="{SQUARE}"/>'
    inside += f'<path class="a" id="c" d="{SQUARE}"/><path class="a" style="fill:#000" d="{SQUARE}"/>'
    fills = [p.fill for p in loaded(tmp_path, css + inside).paths]
    assert fills == [RED, BLACK, Rgb(0.0, 0.0, 1.0), Rgb(0.0, 1.0, 0.0), BLACK]


def test_dashes_grow_with_their_line(tmp_path: Path) -> None:
    inside = '<g transform="scale(2)"><line x2="9" stroke="#f00" stroke-dasharray="1, 2"/></g>'
    (line,) = loaded(tmp_path, inside).paths
    assert line.stroke is not None
    assert line.stroke.dash == (2.0, 4.0)


def test_a_shape_with_fill_and_line_keeps_both(tmp_path: Path) -> None:
    fill, line = loaded(tmp_path, f'<path d="{SQUARE}" stroke="#f00"/>').paths
    assert (fill.fill, fill.stroke) == (None, None)
    assert line.stroke is not None


def test_a_line_grows_with_its_group(tmp_path: Path) -> None:
    (line,) = loaded(tmp_path, '<g transform="scale(3)"><line x2="2" stroke="#f00" stroke-width="2"/></g>').paths
    assert line.stroke is not None
    assert line.stroke.width == pytest.approx(6)


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        ("translate(5)", (6, 1, 2, 2)),
        ("translate(5, 2)", (6, 3, 2, 2)),
        ("scale(2)", (2, 2, 4, 4)),
        ("translate(5 0) scale(2)", (7, 2, 4, 4)),
        ("scale(2), translate(5 0)", (12, 2, 4, 4)),
        ("rotate(90)", (-3, 1, 2, 2)),
        ("rotate(90 1 1)", (-1, 1, 2, 2)),
        ("matrix(1 0 0 1 4 3)", (5, 4, 2, 2)),
    ],
)
def test_transforms_move_shapes_as_browsers_do(tmp_path: Path, transform: str, expected: tuple[float, ...]) -> None:
    assert frame(loaded(tmp_path, f'<path transform="{transform}" d="{SQUARE}"/>')) == expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ('<rect x="1" y="2" width="8" height="4"/>', (1, 2, 8, 4)),
        ('<rect x="1" y="2" width="8" height="4" rx="1" ry="2"/>', (1, 2, 8, 4)),
        ('<circle cx="5" cy="4" r="3"/>', (2, 1, 6, 6)),
        ('<ellipse cx="5" cy="4" rx="3" ry="1"/>', (2, 3, 6, 2)),
        ('<polygon points="1,1 4,1 4,5"/>', (1, 1, 3, 4)),
        ('<polyline points="1,1 4,1 4,5"/>', (1, 1, 3, 4)),
    ],
)
def test_basic_shapes_lie_where_they_are_written(tmp_path: Path, shape: str, expected: tuple[float, ...]) -> None:
    assert frame(loaded(tmp_path, shape)) == expected


def test_the_corners_of_a_rectangle_may_be_elliptical(tmp_path: Path) -> None:
    (path,) = loaded(tmp_path, '<rect width="10" height="10" rx="1" ry="4"/>').paths
    assert ("m", 1.0, 0.0) in path.path
    assert any(s[1:] == (10.0, 6.0) for s in path.path)


@pytest.mark.parametrize(
    "data",
    [
        "M1 1H3V3H1Z",
        "m1 1h2v2h-2z",
        "M1,1 3,1 3,3 1,3Z",
        "M1 1L3 1 3 3 1 3Z",
        "m1 1 2 0 0 2-2 0z",
    ],
)
def test_a_square_is_the_same_in_every_spelling(data: str) -> None:
    corners = [s[1:] for s in read_path(data) if s[0] in "ml"]
    assert corners[:4] == [(1, 1), (3, 1), (3, 3), (1, 3)]


@pytest.mark.parametrize(
    ("data", "through"),
    [
        ("M0 0Q5 10 10 0", (5, 5)),
        ("M0 0C0 5 10 5 10 0S20-5 20 0", (10, 0)),
        ("M0 5A5 5 0 0 1 10 5", (5, 0)),
        ("M0 5a5 5 0 01 10 0", (5, 0)),
    ],
)
def test_curves_go_where_svg_says(data: str, through: tuple[float, float]) -> None:
    points = []
    at = (0.0, 0.0)
    for op, *v in read_path(data):
        if op == "c":
            for t in (0.5, 1.0):
                s = 1 - t
                points.append(
                    tuple(
                        s**3 * at[i] + 3 * s * s * t * v[i] + 3 * s * t * t * v[2 + i] + t**3 * v[4 + i] for i in (0, 1)
                    )
                )
        at = (float(v[-2]), float(v[-1]))
    assert any(p == pytest.approx(through, abs=0.01) for p in points)


def test_what_editors_leave_behind_is_no_obstacle(tmp_path: Path) -> None:
    inside = (
        '<!-- made by hand --><title>A square</title><metadata><x xmlns="urn:x"><y/></x></metadata>'
        '<defs id="defs1"/><view xmlns="urn:inkscape" zoom="2"/>'
        f'<path id="p" class="a" style="fill-opacity:1.0;opacity:1;font-size:12px;-inkscape-stroke:none" d="{SQUARE}"/>'
    )
    assert frame(loaded(tmp_path, inside)) == (1, 1, 2, 2)


@pytest.mark.parametrize(
    ("inside", "word"),
    [
        ("<text>A</text>", "paths"),
        ('<image href="a.png"/>', "image:"),
        ('<use href="#a"/>', "use"),
        ("<style>g > path{fill:red}</style>", "CSS"),
        ("<defs><style>@media print{path{fill:red}}</style></defs>", "CSS"),
        ("<style>path{fill:red !important}</style>", "CSS"),
        ("<foreignObject/>", "foreignObject"),
        ('<path d="M0 0L1 1" onload="alert(1)"/>', "onload"),
        ('<path d="M0 0L1 1" fill="url(#g)"/>', "gradient"),
        ('<path d="M0 0L1 1" fill="tomatoe"/>', "tomatoe"),
        ('<path d="M0 0L1 1" fill="rgb(50%, 0%, 0%)"/>', "#rrggbb"),
        ('<path d="M0 0L1 1" mask="url(#m)"/>', "mask"),
        ('<path d="M0 0L1 1" filter="url(#f)"/>', "filter"),
        ('<path d="M0 0L1 1" clip-path="url(#c)"/>', "clip-path"),
        ('<path d="M0 0L1 1" opacity="0.5"/>', "opacity"),
        ('<path d="M0 0L1 1" style="display:none"/>', "display"),
        ('<path d="M0 0L1 1" style="transform: rotate(45deg)"/>', "transform"),
        ('<path d="M0 0L1 1" transform="skewX(20)"/>', "skewX"),
        ('<path d="M0 0L1 1" stroke="#000" transform="scale(2 1)"/>', "unevenly"),
        ('<path d="M0 0L1 1" stroke="#000" stroke-dasharray="1 2%"/>', "stroke-dasharray"),
        ('<rect width="8mm" height="4"/>', "8mm"),
        ("<svg/>", "ungroup"),
    ],
)
def test_what_would_look_different_is_refused_by_name(tmp_path: Path, inside: str, word: str) -> None:
    problem = refused(tmp_path, f"{ROOT}>{inside}</svg>")
    assert problem.code == "unsupported-svg"
    assert problem.drawable
    assert word in problem.message


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "hello",
        f'{ROOT}><path d="{SQUARE}">',
        f"{ROOT}></svg>",
        f'{ROOT}><path fill="none" d="{SQUARE}"/></svg>',
        '<html xmlns="http://www.w3.org/1999/xhtml"/>',
        "<svg><path d='M0 0L1 1'/></svg>",
        f"<svg xmlns='http://www.w3.org/2000/svg'><path d='{SQUARE}'/></svg>",
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10'><path d='{SQUARE}'/></svg>",
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ten 10'><path d='{SQUARE}'/></svg>",
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 0 10'><path d='{SQUARE}'/></svg>",
        f'{ROOT}><path d="M 1 1 L 2"/></svg>',
        f'{ROOT}><path d="L 1 1"/></svg>',
        f'{ROOT}><path d="M 1 1 L 2 - 3"/></svg>',
        f'{ROOT}><path d="M 0 0 L nan 1"/></svg>',
        f'{ROOT}><path d="M 0 0 L 1e999 1"/></svg>',
        f'{ROOT}><path d="M0 0 A 1"/></svg>',
        f'{ROOT}><polygon points="1,2,3"/></svg>',
        f'{ROOT}><path fill-rule="odd" d="{SQUARE}"/></svg>',
        f'{ROOT}><path transform="rotate(" d="{SQUARE}"/></svg>',
        f'{ROOT}><path transform="rotate(1e999)" d="{SQUARE}"/></svg>',
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1e999 10'><path d='{SQUARE}'/></svg>",
        b"\x1f\x8b\x08\x00",
        b"\xff\xfe\x00\x00",
    ],
)
def test_a_broken_file_is_refused_with_words(tmp_path: Path, svg: str | bytes) -> None:
    problem = refused(tmp_path, svg)
    assert problem.code in ("broken-svg", "unsupported-svg")
    assert len(problem.message) < 300


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_entities_are_never_expanded_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    entities = '<!ENTITY a "M0 0L1 1">' + "".join(
        f'<!ENTITY {b} "{10 * f"&{a};"}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True)
    )
    bomb = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE svg [{entities}]>{ROOT}><path d="&j;"/></svg>'
    problem = refused(tmp_path, bomb.encode(encoding))
    assert problem.code == "svg-unsafe"
    assert "DOCTYPE" in problem.message


def test_an_external_entity_is_never_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(SQUARE)
    svg = f'<!DOCTYPE svg [<!ENTITY s SYSTEM "{secret.as_uri()}">]>{ROOT}><path d="&s;"/></svg>'
    assert refused(tmp_path, svg).code == "svg-unsafe"


def test_a_style_sheet_from_elsewhere_is_refused(tmp_path: Path) -> None:
    svg = f'<?xml-stylesheet href="a.css"?>{ROOT}><path d="{SQUARE}"/></svg>'
    problem = refused(tmp_path, svg)
    assert (problem.code, "CSS" in problem.message) == ("svg-unsafe", True)


@pytest.mark.parametrize(
    "svg",
    [
        ROOT + "><!--" + "x" * 1_000_000 + f'--><path d="{SQUARE}"/></svg>',
        ROOT + '><path d="' + "M 0 0 L 1 1 " * 3_000 + '"/></svg>',
        ROOT + '><path d="' + "M0 0h1" * 3_000 + '"/></svg>',
        ROOT + ">" + '<circle r="1"/>' * 1_000 + "</svg>",
        ROOT + ">" + "<g>" * 60 + "</g>" * 60 + "</svg>",
    ],
    ids=["bytes", "segments", "short spelling", "shapes", "depth"],
)
def test_what_is_too_large_is_refused(tmp_path: Path, svg: str) -> None:
    assert refused(tmp_path, svg).code == "svg-too-large"


@pytest.mark.parametrize(
    "text",
    ["1" * 400_000 + "x", " " * 400_000 + "x", "1 " * 200_000 + "x", "1" + " " * 400_000 + "x"],
    ids=["digits", "spaces", "numbers", "spaces after a number"],
)
@pytest.mark.parametrize(
    "place", ['<rect width="{}"/>', '<polygon points="{}"/>', '<path d="M{}"/>', '<g transform="rotate({})"/>']
)
def test_long_nonsense_is_refused_without_hanging(tmp_path: Path, place: str, text: str) -> None:
    assert len(refused(tmp_path, f"{ROOT}>{place.format(text)}</svg>").message) < 300


def test_a_file_that_is_gone_is_a_problem_in_a_message(tmp_path: Path) -> None:
    with pytest.raises(SymbolProblem, match="can't be read"):
        load_symbol(tmp_path / "no.svg", "no")


def test_the_limits_are_those_that_the_messages_name(tmp_path: Path) -> None:
    svg = ROOT + '><path d="' + "M 0 0 L 1 1 " * 3_000 + '"/></svg>'
    assert f"{MAX_SEGMENTS:,}" in refused(tmp_path, svg).message


TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}
NUMBERS = st.integers(-5000, 5000).map(lambda v: v / 100)


def commands(letter: str) -> st.SearchStrategy[tuple[str, list[object]]]:
    """A command with its numbers, once or twice; arcs have radii."""
    if letter in "Zz":
        return st.just((letter, []))
    if letter in "Aa":
        radius, flag = st.integers(1, 5000).map(lambda v: v / 100), st.integers(0, 1)
        one = st.tuples(radius, radius, NUMBERS, flag, flag, NUMBERS, NUMBERS)
    else:
        one = st.tuples(*[NUMBERS] * TAKES[letter.upper()])
    return st.tuples(
        st.just(letter), st.lists(one, min_size=1, max_size=2).map(lambda found: [n for v in found for n in v])
    )


def without_closing_lines(path):
    """The path in thousandths, without lines to its start that are closed anyway, and moves to where it is."""
    out, start = [], None
    for op, *values in path:
        rounded = tuple(round(v, 3) + 0.0 for v in values)
        closed = bool(out) and out[-1] == ("h",)
        if (op == "h" and closed) or (op == "m" and closed and rounded == start):
            continue
        start = rounded if op == "m" else start
        if op == "h" and out[-1] == ("l", *start):
            out.pop()
        out.append((op, *rounded))
    return out


@given(
    st.lists(
        st.sampled_from("MLC").flatmap(
            lambda c: st.tuples(st.just(c), st.lists(NUMBERS, min_size=TAKES[c], max_size=TAKES[c]))
        ),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from([" ", ","]),
)
def test_what_is_read_when_it_is_drawn_is_read_without_a_problem(drawn, between):
    data = "M1 2" + "".join(f"{c}{between.join(map(str, values))}" for c, values in drawn)
    assert symbols._PLAIN.fullmatch(data)
    assert len(read_path(data)) == sum(map(data.count, "MLC"))


@given(
    st.lists(
        st.sampled_from(["M", "L", "C", "Z", "ZM"]).flatmap(
            lambda c: st.tuples(
                st.just(c), st.lists(NUMBERS, min_size=TAKES.get(c[-1], 0), max_size=TAKES.get(c[-1], 0))
            )
        ),
        max_size=12,
    ),
    st.sampled_from([" ", ","]),
)
def test_path_data_is_written_as_the_path_that_is_read_of_it(drawn, between):
    data = "M1 2" + "".join(f"{c}{between.join(map(str, values))}" for c, values in drawn)
    if symbols._PLAIN.fullmatch(data):
        assert path_data(data) == long_path(read_path(data))
    else:
        assert re.search("Z[LCZ]", data)


def test_after_a_closed_part_the_next_begins_where_that_began():
    data = "M1 2L3 4ZL5 6"
    assert not symbols._PLAIN.fullmatch(data)
    assert long_path(read_path(data)) == "1 -2 m 3 -4 l h 1 -2 m 5 -6 l\n"


def by_the_library(data: str):
    """The path as fontTools reads it, quadratic curves as cubic ones."""
    pen = RecordingPen()
    parse_path(data, pen)
    out, at = [], (0.0, 0.0)
    for kind, points in pen.value:
        if kind == "qCurveTo":
            (handle, end) = points
            points = [*(tuple(p + 2 / 3 * (h - p) for p, h in zip(q, handle, strict=True)) for q in (at, end)), end]
        op = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "qCurveTo": "c", "closePath": "h"}.get(kind)
        out += [(op, *(v for point in points for v in point))] if op else []
        at = points[-1] if points else at
    return out


@examples(4)
@given(st.lists(st.sampled_from("MmLlHhVvCcSsQqTtAaZz").flatmap(commands), max_size=12), st.sampled_from([" ", ","]))
def test_every_command_is_read_as_by_the_library(drawn, between):
    data = "M1 2" + "".join(f"{c}{between.join(map(str, values))}" for c, values in drawn)
    assert_alike(data)


@given(
    st.lists(
        st.tuples(*[NUMBERS] * 3, st.sampled_from(["00", "01", "10", "11"]), *[NUMBERS] * 2), min_size=1, max_size=4
    )
)
def test_the_flags_of_arcs_may_stand_close_to_what_follows(arcs):
    data = "M1 2a" + " ".join(
        f"{abs(rx) + 1},{abs(ry) + 1},{turn} {flags}{x:+}{y:+}" for rx, ry, turn, flags, x, y in arcs
    )
    assert_alike(data)


def assert_alike(data: str) -> None:
    ours, theirs = without_closing_lines(read_path(data)), without_closing_lines(by_the_library(data))
    assert [s[0] for s in ours] == [s[0] for s in theirs]
    size = max(1.0, *(abs(v) for s in theirs for v in s[1:]))
    for one, other in zip(ours, theirs, strict=True):
        assert one[1:] == pytest.approx(other[1:], abs=1e-3 * size)


@pytest.mark.parametrize(
    "data", ["M1 2L3 4 5L6", "M1 2 3L4 5 6", "M1 2C1 2 3 4 5 6 7C1 2 3 4 5", "M1 2LL3 4 5 6", "M1 2Z3L4", "M1 2ZL3"]
)
def test_each_command_takes_its_own_numbers(data):
    with pytest.raises(SymbolProblem, match=r"path: [MLCZ] takes (no|\d) numbers, not \d"):
        read_path(data)


def test_as_many_curves_as_allowed_are_read_after_one_command():
    assert len(read_path("M0 0C" + "1 2 3 4 5 6 " * (MAX_SEGMENTS - 1))) == MAX_SEGMENTS


@examples(4)
@given(st.text("MmLAaZzcH0123.-e, ", max_size=30))
def test_what_the_library_refuses_is_refused(data):
    try:
        by_the_library(data)
    except (ValueError, IndexError):
        with pytest.raises(SymbolProblem, match="path: "):
            read_path(data)


def test_an_arc_without_a_radius_is_a_line():
    assert read_path("M0 0A0 5 0 0 1 7 8a3 0 0 0 1 1 1") == (("m", 0.0, 0.0), ("l", 7.0, 8.0), ("l", 8.0, 9.0))


def test_an_arc_to_where_it_is_is_nothing():
    assert read_path("M5 5A3 3 0 1 1 5 5L9 9") == (("m", 5.0, 5.0), ("l", 9.0, 9.0))


def test_an_arc_is_a_quarter_of_a_circle_at_most():
    (_, *curves) = read_path("M-3 0A3 3 0 0 1 3 0A3 3 0 0 1 -3 0Z")
    assert [s[0] for s in curves] == ["c", "c", "c", "c", "h"]
    for *_, x, y in curves[:-1]:
        assert hypot(x, y) == pytest.approx(3)
    assert (curves[0][5], curves[0][6]) == pytest.approx((0, -3))


ENDLESS = {
    "a number": "M0 0A" + "1" * 200_000,
    "arcs": "M0 0a" + "1 1 1 0 1 1 1 " * 20_000,
    "a size": "M0 0A1e400 1 0 0 1 3 3",
    "signs": "M0 0a" + "-" * 200_000,
}


@pytest.mark.parametrize("what", ENDLESS)
def test_endless_arcs_end_soon(what):
    with suppress(SymbolProblem):
        assert len(read_path(ENDLESS[what])) <= MAX_SEGMENTS
