"""QR codes according to ISO/IEC 18004, identical to segno's in a fraction of the time. segno makes the code words with
their error correction. The place of each of their bits is computed once for each size, and the best of the eight masks
(7.8.3) is found with operations on whole rows and columns instead of single modules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt
from operator import itemgetter

from msgspec import Struct

_EDGE = b"\2"


class TooManyModules(Exception):
    """A code has this many modules along its side."""

    def __init__(self, side: int) -> None:
        super().__init__(side)
        self.side = side


class _Region(Struct, frozen=True):
    """What all codes of a size share, as numbers with one byte for each module: which modules are there before a mask
    is chosen, which ones each mask inverts, and where squares of two by two modules end, with an extra byte at the end
    of each row. ``ones`` covers all rows and columns with these extra bytes. ``placed`` arranges a code's ``bits``,
    followed by a light and a dark module, in the order of modules.
    """

    early: int
    masks: tuple[int, ...]
    squares: int
    ones: int
    bits: int
    placed: Callable[[bytes], tuple[int, ...]]


@lru_cache(maxsize=32)
def _region(side: int) -> _Region:
    from segno import consts, encoder

    matrix = encoder.make_matrix(side, side)
    encoder.add_finder_patterns(matrix, side, side)
    encoder.add_alignment_patterns(matrix, side, side)
    bits = sum(row.count(2) for row in matrix)
    numbered = [list(row) for row in matrix]
    encoder.add_codewords(numbered, range(3, 3 + bits), (side - 17) // 4)
    placed = itemgetter(*(n - 3 if n > 2 else bits + n for row in numbered for n in row))
    matrix[-8][8] = 1  # this module is always dark
    late = [bytearray(_EDGE * side) for _ in range(side)]
    encoder.add_format_info(late, 1, consts.ERROR_LEVEL_L, 0)
    encoder.add_version_info(late, (side - 17) // 4)
    places = [(i, j) for i in range(side) for j in range(side)]
    turns = [
        bytes(matrix[i][j] > 1 and turned(i, j) for i, j in places) for turned in encoder.get_data_mask_functions(False)
    ]
    squares = bytes(side + 1) + (b"\0" + b"\1" * (side - 1) + b"\0") * (side - 1)
    early = bytes(late[i][j] == _EDGE[0] for i, j in places)
    ones = _number(b"\1" * (2 * side * (side + 1)))
    return _Region(_number(early), tuple(map(_number, turns)), _number(squares), ones, bits, placed)


def _number(modules: bytes) -> int:
    return int.from_bytes(modules, "big")


def qr_modules(text: str, level: str, most: int) -> tuple[bytes, ...]:
    """The rows of modules of the smallest code for a text at a level of error correction. Raises segno's
    DataOverflowError for a text that fits no code, and TooManyModules if a side has more than *most* modules.
    """
    from segno import consts, encoder

    error = encoder.normalize_errorlevel(level)
    segments = encoder.prepare_data(text, None, None)
    version = encoder.find_version(segments, error, eci=False, micro=False)
    side = encoder.calc_matrix_size(version)
    if side > most:
        raise TooManyModules(side)
    buffer, capacity = encoder.Buffer(), consts.SYMBOL_CAPACITY[version][error]
    for segment in segments:
        encoder.write_segment(buffer, segment, None, encoder.version_range(version), False)
    encoder.write_terminator(buffer, capacity, None, len(buffer))
    encoder.write_padding_bits(buffer, version, len(buffer))
    encoder.write_pad_codewords(buffer, version, capacity, len(buffer))
    bits = bytes(encoder.make_final_message(version, error, buffer).getbits())
    region = _region(side)
    assert len(bits) == region.bits, "a code has no module to spare"
    bare = _number(bytes(region.placed(bits + b"\0\1")))
    scores = [_penalty(((bare ^ own) & region.early).to_bytes(side * side, "big"), region) for own in region.masks]
    best = scores.index(min(scores))
    made = (bare ^ region.masks[best]).to_bytes(side * side, "big")
    rows = tuple(bytearray(made[start : start + side]) for start in range(0, side * side, side))
    encoder.add_format_info(rows, version, error, best)
    encoder.add_version_info(rows, version)
    return tuple(map(bytes, rows))


def _penalty(modules: bytes, region: _Region) -> int:
    """The penalty score of a masked code."""
    side = isqrt(len(modules))
    rows = _EDGE.join([modules[start : start + side] for start in range(0, len(modules), side)])
    lines = _EDGE.join([b"", rows, *[modules[start::side] for start in range(side)]])
    # For each line of five or more modules of one colour, its length minus two.
    whole = _number(lines)
    unlike = whole ^ whole >> 8
    alike = region.ones & ~(unlike | unlike >> 1)
    alike &= alike >> 8
    fifths = alike & alike >> 16
    score = fifths.bit_count() + 2 * (fifths & ~(fifths >> 8)).bit_count() + _finders(whole, region.ones)
    # Three for each square of two by two modules of one colour.
    whole = _number(rows + _EDGE)
    unlike = whole ^ whole >> 8
    row = 8 * (side + 1)
    score += 3 * (region.squares & ~(unlike | unlike >> row | whole ^ whole >> row)).bit_count()
    # Ten for each twentieth by which the share of dark modules differs from half.
    return score + 10 * int(abs(modules.count(1) / len(modules) * 100 - 50) / 5)


def _finders(lines: int, ones: int) -> int:
    """Forty for each pattern like a finder's with four light modules, or the edge, beside it."""
    dark, edge = lines & ones, lines >> 1 & ones
    light = ones & ~(dark | edge)
    finders = dark & light << 8 & dark << 16 & dark << 24 & dark << 32 & light << 40 & dark << 48
    if not finders:
        return 0
    after = ones & ~(dark << 80)
    before = ones & ~(dark >> 32)
    for n in (9, 8, 7):
        after = ones & ~(dark << 8 * n) & (edge << 8 * n | after)
    for n in (3, 2, 1):
        before = ones & ~(dark >> 8 * n) & (edge >> 8 * n | before)
    finders &= after | before
    if not finders & (finders >> 32 | finders >> 48):
        return 40 * finders.bit_count()
    # Of two that overlap the first counts.
    places, last, score = finders.to_bytes((finders.bit_length() + 7) // 8, "big"), -7, 0
    at = places.find(1)
    while at >= 0:
        if at - last >= 7:
            last, score = at, score + 40
        at = places.find(1, at + 1)
    return score
