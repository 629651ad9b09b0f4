"""Which of the eight masks of a QR code is best, by the rules of ISO/IEC 18004, 7.8.3, as segno chooses it, in a tenth of the time:
rows and columns are looked at as wholes, not module by module.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from msgspec import Struct

_FINDER = b"\1\0\1\1\1\0\1"
_EDGE = b"\2"


class _Region(Struct, frozen=True):
    """What is the same for all codes of a size, as numbers with a byte a module: which modules are there before a mask is chosen,
    what each mask turns round, and where squares of two by two modules end, with a byte more at the end of each row.
    ``ones`` is all of the rows and columns with these bytes.
    """

    early: int
    masks: tuple[int, ...]
    squares: int
    ones: int


@lru_cache(maxsize=32)
def _region(side: int) -> _Region:
    from segno import consts, encoder

    matrix = encoder.make_matrix(side, side)
    encoder.add_finder_patterns(matrix, side, side)
    encoder.add_alignment_patterns(matrix, side, side)
    matrix[-8][8] = 1  # which always is dark
    late = [bytearray(_EDGE * side) for _ in range(side)]
    encoder.add_format_info(late, 1, consts.ERROR_LEVEL_L, 0)
    encoder.add_version_info(late, (side - 17) // 4)
    places = [(i, j) for i in range(side) for j in range(side)]
    turns = [
        bytes(matrix[i][j] > 1 and turned(i, j) for i, j in places) for turned in encoder.get_data_mask_functions(False)
    ]
    squares = bytes(side + 1) + (b"\0" + b"\1" * (side - 1) + b"\0") * (side - 1)
    early = bytes(late[i][j] == _EDGE[0] for i, j in places)
    return _Region(
        _number(early), tuple(map(_number, turns)), _number(squares), _number(b"\1" * (2 * side * (side + 1)))
    )


def _number(modules: bytes) -> int:
    return int.from_bytes(modules, "big")


def best_masked(matrix: Sequence[bytearray], mask: int, version: int, error: int) -> tuple[bytes, ...]:
    """The modules of a code that was made with a *mask*, with the best mask in its place."""
    from segno import encoder

    side = len(matrix)
    region = _region(side)
    bare = _number(b"".join(matrix)) ^ region.masks[mask]
    scores = [_penalty(((bare ^ own) & region.early).to_bytes(side * side, "big"), region) for own in region.masks]
    best = scores.index(min(scores))
    made = (bare ^ region.masks[best]).to_bytes(side * side, "big")
    rows = tuple(bytearray(made[start : start + side]) for start in range(0, side * side, side))
    encoder.add_format_info(rows, version, error, best)
    return tuple(map(bytes, rows))


def _penalty(modules: bytes, region: _Region) -> int:
    """What is bad about a masked code."""
    side = isqrt(len(modules))
    rows = _EDGE.join([modules[start : start + side] for start in range(0, len(modules), side)])
    lines = _EDGE.join([b"", rows, *[modules[start::side] for start in range(side)]])
    # Two less than its length for each line of five modules and more of one colour.
    whole = _number(lines)
    unlike = whole ^ whole >> 8
    alike = region.ones & ~(unlike | unlike >> 1)
    alike &= alike >> 8
    fifths = alike & alike >> 16
    score = fifths.bit_count() + 2 * (fifths & ~(fifths >> 8)).bit_count() + _finders(lines)
    # Three for each square of two by two modules of one colour.
    whole = _number(rows + _EDGE)
    unlike = whole ^ whole >> 8
    row = 8 * (side + 1)
    score += 3 * (region.squares & ~(unlike | unlike >> row | whole ^ whole >> row)).bit_count()
    # Ten for each twentieth that the dark modules are more or fewer than half.
    return score + 10 * int(abs(modules.count(1) / len(modules) * 100 - 50) / 5)


def _finders(lines: bytes) -> int:
    """Forty for each pattern like a finder's with four light modules, or the edge, beside it."""
    found, score = lines.find(_FINDER), 0
    while found != -1:
        before = lines[max(found - 4, 0) : found].rpartition(_EDGE)[2]
        after = lines[found + 7 : found + 11].partition(_EDGE)[0]
        if 1 not in before or 1 not in after:
            score += 40
            found = lines.find(_FINDER, found + 7)
        else:
            found = lines.find(_FINDER, found + 4)
    return score
