"""Drawings: as zones, as icons in one colour, and in a text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import quoteattr

from hypothesis import strategies as st

from carddesigner.core.items import ImageItem
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.export.bitmaps import FaceLook, face_pictures
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.svg.file import SymbolProblem, read_svg
from carddesigner.svg.picture_colors import check_picture_colors
from tests.conftest import flat
from tests.drawn_svg import DPI, differences, rendered
from tests.fuzz.mutations import fractions, mutated
from tests.fuzz.sample_deck import judge_files, write
from tests.fuzz.target import Input, Target

RIGHT = [Input("svg", p.read_bytes()) for p in sorted((Path(__file__).parents[1] / "unit/svg/files").glob("*.svg"))]
"""Drawings that must stay vectors."""
DECK = b"""\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
palette: {ink: "#1b1b1b"}
components: [{id: cards, rows: cards.csv, front: sample#front}]
"""
TEMPLATE = b"""\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    zones:
      whole: {box: {left: 5mm, top: 5mm, width: 50mm, height: 30mm}, svg: symbols/mine.svg}
      turned: {box: {left: 5mm, top: 40mm, width: 9mm, height: 20mm}, svg: symbols/mine.svg, rotate: 30, opacity: 0.5}
"""
SQUARE = b"""\
deck: sample
title: Sample
stocks: {card: {shape: square, size: [20mm, 20mm]}}
components: [{id: cards, copies: 1, front: sample#front}]
"""
FILLED = b"""\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces: {front: {zones: {art: {svg: symbols/mine.svg}}}}
"""
ICON = b"""\
      icon: {box: {left: 20mm, top: 40mm, width: 9mm, height: 9mm}, icon: mine, color: ink}
      words: {box: {left: 35mm, top: 40mm, width: 20mm, height: 9mm}, text: "One :mine: more", size: 9pt}
"""


MEAN, FLAT = 3.0, 40
"""How far what stays vectors may be from what resvg draws: letters lie on its pixels otherwise."""


def judge(case: Input) -> None:
    """A drawing ends in words, or on a card, where it looks as resvg has it; one that can be an icon also in its place."""
    files = {"deck.yaml": DECK, "cards.csv": b"name\nFire\n", "symbols/mine.svg": case.data}
    if not judge_files({**files, "templates/sample.yaml": TEMPLATE}):
        judge_files({**files, "templates/sample.yaml": TEMPLATE[: TEMPLATE.index(b"      whole")] + ICON})
        if b"{{" not in case.data:
            judge_look(case.data)


def judge_look(data: bytes) -> None:
    """A drawing that stays vectors looks as resvg has it, unless it has colours that this doesn't know."""
    try:
        check_picture_colors(read_svg(data))
    except SymbolProblem:
        return
    report = Report()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder, {"deck.yaml": SQUARE, "templates/sample.yaml": FILLED, "symbols/mine.svg": data})
        deck = loaded_deck(folder)
        (piece,) = lay_out(print_job(deck), report)
        face = piece.copies[0][0]
        if report.warnings or any(isinstance(i, ImageItem) for i in flat(face.zones[0].items)):
            return
        ((_, ours),) = face_pictures(deck, {"face": (face, "front")}, FaceLook(DPI))
    mean, least = differences(ours, rendered(data.decode()))
    assert mean <= MEAN, (mean, least)
    assert least <= FLAT, (mean, least)


def words(text: str) -> list[str]:
    return text.split()


NAMES = words(
    "g path rect circle ellipse line polyline polygon text tspan defs use symbol clipPath mask linearGradient radialGradient "
    "stop pattern filter feGaussianBlur image style title desc switch a marker svg view metadata"
)
PAINT = (
    (
        "none red #123 #12345 #abcdef #abcdef80 rgb(1,2,3) rgb(10%,20%,30%) rgba(1,2,3,.5) hsl(120,50%,50%) currentColor inherit url(#a) "
        "url(#b) url(#zz) url('#a')|red transparent var(--x) rgb(999,-1,1e9) color-mix(in|srgb,red,blue) icc-color(a) REBECCAPURPLE"
    )
    .replace("|", " ")
    .split()
)
LENGTHS = words(
    "5 10 50 99.5 1 0 10% 150% 2mm 1in 3em 4px 5pt 1rem 5vw -3 1e3 1e-9 1e300 nan inf 1e 0x1 .5. 5, calc(1px) 99999999999"
)
TRANSFORMS = words(
    "translate(1) translate(1,2) translate(1e200,0) scale(2) scale(0) scale(-1,2) rotate(30) rotate(30,1,2) rotate(1,2) "
    "skewX(89.999) skewY(90) matrix(1,0,0,1,0,0) matrix(0,0,0,0,0,0) matrix(1,2,3) rotate(1e308) scale(1e-200) none "
    "translate(1px,2px) foo(1)"
)
VALUES = {
    "transform": TRANSFORMS,
    "d": [
        *(
            "M0 0L9 9L0 9Z",
            "m1 1h5v5h-5z",
            "M0 0C1 1 2 2 3 3S5 5 6 6",
            "M0 0Q1 1 2 0T9 9",
            "M0 0A5 5 0 0 1 9 9",
            "M0 0A0 0 0 1 1 9 9",
        ),
        *(
            "M0 0A1e9 1e-9 45 1 0 3 3z",
            "M1 1",
            "M1 1Z",
            "",
            "L1 1",
            "M",
            "M0 0A5 5 0 011 9",
            "M0 0 a5 5 0 1110 10",
            "M0,0,1,1,2,0",
        ),
        *(
            "M1e300 0L0 1e300",
            "M0 0L9 9M",
            "M0 0 9 9 0 9zm1 1z",
            "M.5.5.1.1-1-1e1",
            "M0 0H9V9H0V0",
            "M0 0L9 9X1",
            "M0 0c1 1",
            "M-0-0z",
        ),
    ],
    "points": ["0,0 9,9 0,9", "0 0 9", "", "1e300 0 0 1e300 5 5", "a b", "0,0,9,9,,0,9", "1 1"],
    "viewBox": [
        "0 0 100 100",
        "0 0 0 0",
        "-5 -5 10 1e9",
        "0 0 10",
        "0,0,9,9",
        "nan 0 1 1",
        "0 0 -1 5",
        "1e300 0 1e300 1",
    ],
    "preserveAspectRatio": ["none", "xMinYMax slice", "xMidYMid meet", "defer none", "foo"],
    "href": ["#a", "#b", "#self", "#", "", "a.svg#a", "data:image/png;base64,AAAA", "data:,", "#zz", "http://x/y"],
    "style": [
        "fill:red",
        "fill:url(#a);stroke:blue",
        "opacity:.5;;",
        "fill",
        "fill:red!important",
        "/* */fill:red",
        "{",
        "font:9px x",
    ],
    "class": ["a", "b a", "zz", ""],
    "id": ["a", "b", "self", "c", "", "1", "ü"],
    "font-family": ["Alegreya Sans", "'Oswald', serif", "nobody", ""],
    "font-size": LENGTHS,
    "text-anchor": ["start", "middle", "end", "foo"],
    "dx": ["1 2 3", "1", ""],
    "rotate": ["1 2", "30"],
    "offset": ["0", "50%", "1", "-1", "2", "nan", "x"],
    "stop-color": PAINT,
    "stop-opacity": LENGTHS,
    "gradientUnits": ["userSpaceOnUse", "objectBoundingBox", "foo"],
    "gradientTransform": TRANSFORMS,
    "spreadMethod": ["pad", "reflect", "repeat", "x"],
    "clip-path": ["url(#a)", "url(#b)", "url(#self)", "none", "circle(5)"],
    "mask": ["url(#a)", "url(#self)", "none"],
    "filter": ["url(#a)", "blur(5px)", "none"],
    "clip-rule": ["evenodd", "nonzero", "x"],
    "fill-rule": ["evenodd", "nonzero", "x"],
    "stroke-dasharray": ["1 2", "0", "0 0", "-1", "1e-9", "5%", "none", "1,2,3", "nan"],
    "stroke-linecap": ["butt", "round", "square", "x"],
    "stroke-linejoin": ["miter", "round", "bevel", "arcs"],
    "stroke-miterlimit": LENGTHS,
    "display": ["none", "inline", "x"],
    "visibility": ["hidden", "visible"],
    "mix-blend-mode": ["multiply", "screen"],
    "xml:space": ["preserve", "default"],
    "vector-effect": ["non-scaling-stroke"],
    "systemLanguage": ["en", "pt", ""],
    "stdDeviation": ["1", "1e9", "-1"],
    "patternUnits": ["userSpaceOnUse"],
    **dict.fromkeys(("fill", "stroke", "color"), PAINT),
    **dict.fromkeys(
        ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", "fr", "rx", "ry", "width", "height"), LENGTHS
    ),
    **dict.fromkeys(
        ("opacity", "fill-opacity", "stroke-opacity", "stroke-width", "stroke-dashoffset", "letter-spacing"), LENGTHS
    ),
}
CSS = [
    *(
        ".a{fill:red}",
        "path{stroke:#000;stroke-width:2}",
        "*{opacity:.5}",
        "#a{fill:blue}",
        "g>path{fill:red}",
        "a:hover{}",
        "@media{}",
    ),
    *(".a.b{fill:red}", ".a{fill:red;}" * 50, ":root{--x:red}"),
]
WORDS = tuple(
    w.encode()
    for w in [
        *NAMES,
        *VALUES,
        *(v for some in VALUES.values() for v in some),
        *CSS,
        "<g>",
        "</g>",
        "/>",
        'xlink:href="#a"',
    ]
)

# What is right stands before what isn't in each list, and is taken more often.
attribute = st.builds(
    lambda name, at: (name, VALUES[name][int(at**3 * len(VALUES[name]))]), st.sampled_from(sorted(VALUES)), fractions
)
attributes = st.lists(attribute, max_size=5, unique_by=lambda a: a[0])
texts = st.sampled_from(
    [
        "",
        "",
        "Fire",
        " a  b ",
        "漢字",
        "אב",
        "&amp;",
        "<![CDATA[x]]>",
        "<!-- x -->",
        "<?x y?>",
        "{{ card.name }}",
        "{{ card.name[9] }}",
    ]
)


def element(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """An element with others in it."""
    return st.builds(
        lambda name, own, text, within: f"<{name}{written(own)}>{text}{''.join(within)}</{name}>",
        st.sampled_from(NAMES),
        attributes,
        texts,
        st.lists(inside, max_size=4),
    )


def written(own: Sequence[tuple[str, str]]) -> str:
    """Attributes as they stand in a tag."""
    names = {"href": "xlink:href"} if len(own) % 2 else {}
    return "".join(f" {names.get(name, name)}={quoteattr(value)}" for name, value in own)


leaves = st.builds(lambda name, own: f"<{name}{written(own)}/>", st.sampled_from(NAMES), attributes)
styles = st.lists(st.sampled_from(CSS), max_size=3).map(
    lambda rules: f"<style>{''.join(rules)}</style>" if rules else ""
)
drawings = st.builds(
    lambda own, style, within: Input(
        "svg",
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"{written(own)}>'
        f'{style}{"".join(within)}<path d="M0 0L9 9L0 9Z"/></svg>'.encode(),
    ),
    st.lists(attribute, max_size=2, unique_by=lambda a: a[0]).map(
        lambda own: [*{"viewBox": "0 0 100 100", **dict(own)}.items()]
    ),
    styles,
    st.lists(st.recursive(leaves, element, max_leaves=8), min_size=1, max_size=5),
)


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Known drawings mutated, and others by the grammar."""
    return st.one_of(drawings, drawings, mutated([*seeds, *RIGHT], WORDS))


TARGET = Target("svg", judge, inputs)
