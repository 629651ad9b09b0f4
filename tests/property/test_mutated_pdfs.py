"""Whatever a PDF holds, ``preflight`` says something of it, in bounded time and memory, and no mistake of ours ends it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from carddesigner.preflight.process import judged
from tests.pdf_maker import ART, TEXT, make_pdf

FOREIGN = Path(__file__).resolve().parents[1] / "foreign"
WORDS = (
    *(
        b"-1",
        b"0",
        b"1e39",
        b"2147483648",
        b"99999999999999999999",
        b"/Length",
        b"/Kids",
        b"null",
        b"[",
        b"]",
        b"<<",
        b">>",
        b"(",
        b")",
    ),
    *(
        b"1 0 R",
        b"2 0 R",
        b"99 0 R",
        b"/DeviceN",
        b"/Separation",
        b"/Indexed",
        b"/Pattern",
        b"q",
        b"Q",
        b"Do",
        b"BI",
        b"EI",
        b"/FlateDecode",
    ),
    *(
        b"true",
        b"/Form",
        b"/Image",
        b"nan",
        b"-.",
        b"<",
        b"endstream",
        b"/Rotate 7",
        b"/UserUnit 0",
        b"\xff\xfe",
        b"/ICCBased",
    ),
)
"""What is put in the place of a word."""
ROUNDS = [0, *[pytest.param(n, marks=pytest.mark.long) for n in range(1, 120)]]
EACH = 12


def seeds(folder: Path) -> list[bytes]:
    """Files to begin with: ours, with text and pictures; those of other programs; all as text, so that a change is one of words too."""
    made = [make_pdf(folder / "one.pdf"), make_pdf(folder / "two.pdf", ART + TEXT, ART + "q /G1 gs 0 0 9 9 re f Q")]
    out = []
    for path in (*made, *sorted(FOREIGN.glob("*.pdf"))):
        plain = folder / "plain.pdf"
        with pikepdf.open(path) as pdf:
            pdf.save(plain, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
        out += [path.read_bytes(), plain.read_bytes()]
    return out


def flip(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 4, 40))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def drop(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data))
    del data[at : at + chance.choice((1, 10, 1000))]


def cut(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(8, len(data)) :]


def copy(data: bytearray, chance: random.Random) -> None:
    at, to, size = chance.randrange(len(data)), chance.randrange(len(data)), chance.choice((4, 40, 4000))
    data[to:to] = data[at : at + size]


def word(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 3, 12))):
        found = list(re.finditer(rb"[^\s<>\[\]()]+|<<|>>|\[|\]", data[:200_000]))
        one = chance.choice(found)
        data[one.start() : one.end()] = chance.choice(WORDS)


CHANGES: tuple[Callable[[bytearray, random.Random], None], ...] = (flip, drop, cut, copy, word, word, word)


@pytest.mark.parametrize("number", ROUNDS)
def test_no_mutated_file_ends_otherwise_than_with_words(tmp_path, number):
    chance = random.Random(number)
    begun = seeds(tmp_path)
    for case in range(EACH):
        data = bytearray(chance.choice(begun))
        for _ in range(chance.choice((1, 1, 3))):
            chance.choice(CHANGES)(data, chance)
        path = tmp_path / "mutated.pdf"
        path.write_bytes(data)
        said = judged(path)
        for finding in said.findings:
            wrong = re.search(r"reader fails on it|takes more memory|takes longer", finding.message)
            if wrong:
                keep = Path(f"/tmp/carddesigner-mutated-{number}-{case}.pdf")
                keep.write_bytes(data)
                pytest.fail(f"{finding.message}: {keep}")
