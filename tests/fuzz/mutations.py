"""How inputs are mutated, knowing nothing of what they mean: each change is a place and what is done there."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from tests.fuzz.target import Input

MAX_BYTES = 300_000
"""Of an input."""
_TOKEN = re.compile(rb"[A-Za-z0-9_.\x80-\xff]+|\s+|[^A-Za-z0-9_\s]")
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
HOWS = (
    "put",
    "put",
    "swap",
    "swap",
    "token",
    "token",
    "number",
    "number",
    "flip",
    "cut",
    "twice",
    "many",
    "end",
    "splice",
)
_NUMBERS = (
    "0 -0 1 -1 2 3 7 255 256 65535 65536 2147483647 2147483648 -2147483649 4294967296 9223372036854775808 1e9 1e308 1e309 1e-320 0.1 "
    "0.000001 99999999999999999999 NaN inf -inf 1_000 0x10 007 ٣ ² 1,5 1e . - +1"
)
NUMBERS = (*(n.encode() for n in _NUMBERS.split()), b"1" * 400, b"1" * 5000)
_WORDS = (
    "{ } [ ] ( ) < > : , ; - # &a *a ! | ' \" % @ ` ? \0 \x1b \x7f \x85 \u2028 \ufeff \ufffe \xa0 \xad 漢 é e\u0301 \u202e \u200f \u200d "
    "\u200b 👨‍👩‍👧 🏳️‍🌈 ﷺ ẞ ŉ İ 𝒜 \U000e0041 \U0010ffff {{ }} {% %} {# <<: --- ... null true ~ ../ / \\ &lt; &x; ** = =A1"
)
COMMON = (
    *(word.encode() for word in _WORDS.split(" ")),
    *(b"", b" ", b"\t", b"\n", b"\r", b"\r\n", b"\n\n", b": ", b"- ", b"\n---\n", b"\n...\n"),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f", b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b", b"PK\x03\x04"),
)

Change = tuple[str, float, float, bytes]
"""What is done, where and how much as fractions of what there is, and a word for it."""
fractions = st.floats(0, 1, exclude_max=True)


def changes(words: Sequence[bytes] = (), most: int = 5) -> st.SearchStrategy[list[Change]]:
    """What is done to an input, and where, as fractions of what there is; *words* are those of what it is written in."""
    of = st.sampled_from(COMMON)
    some = st.one_of(st.sampled_from(tuple(words)), of) if words else of
    return st.one_of(
        *(
            st.lists(st.tuples(st.sampled_from(HOWS), fractions, fractions, some), min_size=1, max_size=n)
            for n in (1, most)
        )
    )


def mutated(seeds: Sequence[Input], words: Sequence[bytes] = (), most: int = 5) -> st.SearchStrategy[Input]:
    """Known inputs with changes, workbooks and other packages also in their parts; and now and then any bytes under the same name."""
    known = st.sampled_from(seeds)
    changed = st.builds(_mutated_input, known, known, changes(words, most), fractions)
    nothing_known = st.builds(lambda seed, data: Input(seed.kind, data), known, st.binary(max_size=60))
    return st.one_of(*[changed] * 9, nothing_known)


def _mutated_input(seed: Input, other: Input, some: list[Change], part: float) -> Input:
    if seed.data[:4] == b"PK\x03\x04" and part < 0.9:
        try:
            return Input(seed.kind, _repacked(seed.data, part / 0.9, some))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, OSError):
            pass  # it was broken before: as any other bytes
    return Input(seed.kind, mutated_bytes(seed.data, some, other.data))


def _repacked(data: bytes, part: float, some: list[Change]) -> bytes:
    """A package of which one part is changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    names = sorted(
        parts, key=lambda n: ("sheet" not in n.lower() and "content" not in n and "shared" not in n.lower(), n)
    )
    # The first, which hold the cells, more often than the others.
    name = names[int(part * part * len(names))]
    parts[name] = mutated_bytes(parts[name], some, parts[names[0]])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for each, content in parts.items():
            package.writestr(zipfile.ZipInfo(each), content)
    return out.getvalue()


def mutated_bytes(data: bytes, some: Iterable[Change], other: bytes = b"") -> bytes:
    """Bytes with changes; parts of *other* ones may come in."""
    for how, where, what, word in some:
        data = _changed(data, how, where, what, word, other)[:MAX_BYTES]
    return data


def _changed(data: bytes, how: str, where: float, what: float, word: bytes, other: bytes) -> bytes:
    at, length = int(where * len(data)), 1 + int(what * what * 200)
    if how in ("swap", "token", "number"):
        found = list((_NUMBER if how == "number" else _TOKEN).finditer(data[:MAX_BYTES]))
        if not found:
            return data + word
        one = found[int(where * len(found))]
        if how == "token":
            word = found[int(what * len(found))][0]
        elif how == "number":
            word = NUMBERS[int(what * len(NUMBERS))]
        return data[: one.start()] + word + data[one.end() :]
    if how == "put":
        return data[:at] + word + data[at:]
    if how == "flip":
        return data[:at] + bytes([data[at] ^ (1 << int(what * 8))]) + data[at + 1 :] if data else data
    if how == "cut":
        return data[:at] + data[at + length :]
    if how in ("twice", "many"):
        times = 1 if how == "twice" else 2 + int(what * 7919 % 1 * 300)
        return data[: at + length] + data[at : at + length] * times + data[at + length :]
    if how == "splice":
        begin = int(what * len(other))
        return data[:at] + other[begin : begin + length * 3] + data[at:]
    return data[:at]
