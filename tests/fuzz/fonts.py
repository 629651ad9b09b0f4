"""Fonts of every kind with damaged tables: for letters on faces, in the PDF, and as ``carddesigner fonts`` lists them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from carddesigner.deck.font_list import listed
from carddesigner.source import paths
from tests.font_maker import make_collection, make_font
from tests.fuzz.mutations import Change, fractions, mutated, mutated_bytes
from tests.fuzz.sample_deck import judge_files, write
from tests.fuzz.target import Input, Target

DECK = b"""\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker, bleed: 3mm}}
palette: {ink: "#1b1b1b"}
components: [{id: cards, copies: 1, front: sample#front}]
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: %s, fallback: [Alegreya Sans, Noto Sans Hebrew]}}
faces:
  front:
    zones:
      text: {box: {left: 3mm, top: 3mm, width: 50mm, height: 30mm}, text: "ABCabc Fire fi שלום 12", size: 9pt, min-size: 2pt}
      line: {box: {left: 3mm, top: 40mm, width: 50mm, height: 20mm}, text: "ABC cba", size: 20pt, min-size: 2pt, arc: 40,
        text-stroke: {color: ink, width: 0.2mm}}
"""
FAMILIES = {"hebrew.ttf": "Noto Sans Hebrew", "symbols.ttf": "Game Symbols"}
"""Fonts that weren't made for this."""
HEBREW = Path(__file__).parents[1] / "fonts/NotoSansHebrew-Regular.ttf"


def judge(case: Input) -> None:
    """A font ends in words, or in letters on a face; it can always be listed."""
    files = {
        "deck.yaml": DECK,
        "templates/sample.yaml": (TEMPLATE % FAMILIES.get(case.kind, "Test Face")).encode(),
        f"fonts/Mine.{case.kind.rpartition('.')[2]}": case.data,
    }
    if case.kind != "hebrew.ttf":
        files["fonts/NotoSansHebrew-Regular.ttf"] = HEBREW.read_bytes()
    judge_files(files)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "deck"
        write(folder, files)
        for font in listed([("deck", folder / "fonts")], frozenset("ABCאש")):
            assert font.problem or font.faces


@cache
def made() -> list[Input]:
    """Small fonts of every kind."""
    axes = (("wght", 100.0, 400.0, 900.0), ("wdth", 75.0, 100.0, 125.0))
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        files = [
            make_font(folder / "plain.ttf"),
            make_font(folder / "outlines.otf", kind="cff"),
            make_font(folder / "varies.ttf", axes=axes, instances=(("Bold", {"wght": 700.0, "wdth": 100.0}),)),
            make_font(folder / "varies-too.otf", kind="cff2", axes=axes),
            make_font(folder / "packed.woff2"),
            make_collection(folder / "both.ttc", folder / "plain.ttf", folder / "varies.ttf"),
        ]
        own = [Input(path.suffix.removeprefix("."), path.read_bytes()) for path in files]
    return [
        *own,
        Input("hebrew.ttf", HEBREW.read_bytes()),
        Input("symbols.ttf", (paths.templates() / "fonts/GameSymbols-Regular.ttf").read_bytes()),
    ]


WHOLE = (
    "head",
    "hhea",
    "hmtx",
    "maxp",
    "cmap",
    "loca",
    "glyf",
    "CFF ",
    "CFF2",
    "GSUB",
    "GPOS",
    "GDEF",
    "name",
    "OS/2",
    "post",
    "fvar",
    "gvar",
    "STAT",
    "HVAR",
    "avar",
    "kern",
)
WORDS = (
    *(tag.encode() for tag in WHOLE),
    b"\x00\x00",
    b"\xff\xff",
    b"\x7f\xff",
    b"\x80\x00",
    b"\x00\x01",
    b"\x00\x00\x00\x00",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\x00\x10",
)


def with_tables_changed(seed: Input, which: float, numbers: list[tuple[float, int, int]], some: list[Change]) -> Input:
    """A font with numbers of one table overwritten, or bytes of it changed; the table may also be taken away or get another name."""
    data = bytearray(seed.data)
    if data[:4] == b"wOF2" or len(data) < 12:
        return seed
    base = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    if base + 12 > len(data):
        return seed
    count = struct.unpack_from(">H", data, base + 4)[0]
    at = base + 12 + 16 * int(which * count)
    if at + 16 > len(data):
        return seed
    begin, length = struct.unpack_from(">II", data, at + 8)
    table = bytes(data[begin : begin + length])
    for where, size, value in numbers:
        put = value.to_bytes(8, "big", signed=True)[-size:]
        # The beginning of a table says most.
        place = int(where * where * len(table))
        table = table[:place] + put + table[place + size :]
    table = mutated_bytes(table, some)
    data[begin : begin + length] = table[:length].ljust(length, b"\0")
    if len(table) > length:
        # A longer one moves to the end.
        struct.pack_into(">II", data, at + 8, len(data), len(table))
        data += table
    return Input(seed.kind, bytes(data))


NUMBERS = (
    0,
    1,
    2,
    3,
    4,
    16,
    100,
    255,
    256,
    1000,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10000,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    -1,
    -2,
)


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Known fonts with their tables changed, and their bytes."""
    known = st.sampled_from([*made(), *seeds])
    number = st.tuples(fractions, st.sampled_from([1, 2, 4]), st.sampled_from(NUMBERS))
    change = st.tuples(
        st.sampled_from(["flip", "put", "cut", "twice", "many"]), fractions, fractions, st.sampled_from(WORDS)
    )
    tables = st.builds(with_tables_changed, known, fractions, st.lists(number, min_size=1, max_size=4), st.just([]))
    bytes_too = st.builds(with_tables_changed, known, fractions, st.just([]), st.lists(change, min_size=1, max_size=3))
    return st.one_of(tables, tables, bytes_too, mutated([*made(), *seeds], WORDS))


TARGET = Target("fonts", judge, inputs)
