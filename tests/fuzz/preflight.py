"""PDFs, of ours and of other programs: ``preflight`` says something of each, and no mistake of ours ends it."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, Stream, String

from carddesigner.preflight.data import as_data
from carddesigner.preflight.judge import judge as judge_pdf
from carddesigner.preflight.page import page
from carddesigner.targets.target import shipped_target
from tests.fuzz.commands import explained
from tests.fuzz.mutations import fractions, mutated
from tests.fuzz.target import Input, Target
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


@cache
def made() -> list[Input]:
    """Files to begin with: ours, with text and pictures; those of other programs; all as text, so that a change is one of words too."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        ours = [make_pdf(folder / "one.pdf"), make_pdf(folder / "two.pdf", ART + TEXT, ART + "q /G1 gs 0 0 9 9 re f Q")]
        out = []
        for path in (*ours, *sorted(FOREIGN.glob("*.pdf"))):
            plain = folder / "plain.pdf"
            with pikepdf.open(path) as pdf:
                pdf.save(plain, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
            out += [Input("pdf", path.read_bytes()), Input("pdf", plain.read_bytes())]
        return out


def judge(case: Input) -> None:
    """What is said of a file has words and codes that are explained, whatever it is judged for, and can be shown."""
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "mutated.pdf"
        path.write_bytes(case.data)
        named = ("pdfx1a", "pdfx4", "makeplayingcards")[zlib.crc32(case.data) % 3]
        for target in (None, named):
            with suppress(MemoryError, RecursionError):
                # For these ``preflight`` has words where it catches them.
                said = judge_pdf(path, shipped_target(target) if target is not None else None, pictures=target is None)
                for finding in said.findings:
                    assert finding.message.strip()
                    assert finding.code in explained(), finding
                json.dumps(as_data(said, "mutated.pdf", {}), allow_nan=False).encode()
                page(said, "mutated.pdf", {}).encode()
        assert path.read_bytes() == case.data


OPERATORS = [
    "q",
    "Q",
    "cm",
    "w",
    "J",
    "j",
    "M",
    "d",
    "ri",
    "i",
    "gs",
    "m",
    "l",
    "c",
    "v",
    "y",
    "h",
    "re",
    "S",
    "s",
    "f",
    "F",
    "f*",
    "B",
    "B*",
    "b",
    "b*",
    "n",
    "W",
    "W*",
    "BT",
    "ET",
    "Tc",
    "Tw",
    "Tz",
    "TL",
    "Tf",
    "Tr",
    "Ts",
    "Td",
    "TD",
    "Tm",
    "T*",
    "Tj",
    "TJ",
    "'",
    '"',
    "d0",
    "d1",
    "CS",
    "cs",
    "SC",
    "SCN",
    "sc",
    "scn",
    "G",
    "g",
    "RG",
    "rg",
    "K",
    "k",
    "sh",
    "BI",
    "ID",
    "EI",
    "Do",
    "MP",
    "DP",
    "BMC",
    "BDC",
    "EMC",
    "BX",
    "EX",
]
OPERANDS = [
    "0",
    "1",
    "-1",
    "0.5",
    "72",
    "1e9",
    "2147483648",
    "-.5",
    "99999999999999999999",
    "/F",
    "/over",
    "/clear",
    "/multiply",
    "/Cut",
    "/Foil",
    "/All",
    "/G1",
    "/DeviceCMYK",
    "/DeviceRGB",
    "/Pattern",
    "/Fm0",
    "/Im0",
    "(A)",
    "(\\377\\)",
    "<414>",
    "[]",
    "[1|2]",
    "[(A)|-300|(B)]",
    "<<",
    ">>",
    "<</MCID|0>>",
    "null",
    "true",
    "q",
    "Q",
]
operations = st.lists(
    st.one_of(
        st.sampled_from(OPERATORS),
        st.builds(
            lambda values, operator: f"{' '.join(values)} {operator}".replace("|", " "),
            st.lists(st.sampled_from(OPERANDS), max_size=7),
            st.sampled_from(OPERATORS),
        ),
    ),
    min_size=1,
    max_size=25,
).map("\n".join)
contents = st.builds(
    lambda operators, alone: operators if alone else f"{ART}{TEXT}{operators}", operations, st.booleans()
).map(lambda text: Input("pdf", with_content(text)))


def with_content(text: str) -> bytes:
    """A file whose first page has these operators."""
    with TemporaryDirectory() as scratch:
        return make_pdf(Path(scratch) / "made.pdf", text, ART + TEXT).read_bytes()


VALUES = (
    *(0, 1, -1, 2, 9, 1000, 2**31, -(2**31), 2**63 - 1, True, False, None),
    *(Decimal(n) for n in ("0.5", "-0.001", "1e30", "100000000000.5")),
    *(
        Name(f"/{n}")
        for n in [
            "DeviceN",
            "Separation",
            "Indexed",
            "Pattern",
            "ICCBased",
            "DeviceCMYK",
            "Lab",
            "All",
            "None",
            "Form",
            "Image",
            "Type3",
            "FlateDecode",
            "Page",
        ]
    ),
    *(String(""), String("A"), String("\\0\\xff"), Array([]), Dictionary()),
    *([0, 0, 0, 0], [0, 0, 100, 100], [100, 100, 0, 0], [-1, 0, 1e9, 5], [1, 2], ["/A"]),
)


def with_objects_changed(seed: Input, some: list[tuple[str, float, float]]) -> Input:
    """A file whose objects say something else, or refer to one another otherwise."""
    with pikepdf.open(io.BytesIO(seed.data)) as pdf:
        for how, where, what in some:
            holders = [
                o
                for o in pdf.objects
                if isinstance(o, (Array, Dictionary, Stream)) and len(o.keys() if not isinstance(o, Array) else o)
            ]
            places = [(o, k) for o in holders for k in _keys(o)]
            holder, key = places[int(where * len(places))]
            if how == "remove":
                del holder[key]
            elif how == "value":
                value = VALUES[int(what * len(VALUES))]
                holder[key] = Array(value) if isinstance(value, list) else value
            elif how == "other":
                holder[key] = pdf.objects[int(what * len(pdf.objects))]
            else:
                other, other_key = places[int(what * len(places))]
                holder[key] = other[other_key]
        out = io.BytesIO()
        pdf.save(out, static_id=True)
        return Input("pdf", out.getvalue())


def _keys(holder: pikepdf.Object) -> list[str | int]:
    return list(range(len(holder))) if isinstance(holder, Array) else sorted(set(holder.keys()) - {"/Length"})


def _changed(seed: Input, some: list[tuple[str, float, float]]) -> Input:
    try:
        return with_objects_changed(seed, some)
    except (pikepdf.PdfError, ValueError, TypeError, RuntimeError, KeyError, IndexError):
        return seed


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Known files with bytes, words or objects changed, and pages of any operators."""
    known = [*seeds, *made()]
    objects = st.builds(
        _changed,
        st.sampled_from(known),
        st.lists(
            st.tuples(st.sampled_from(["remove", "value", "other", "copy"]), fractions, fractions),
            min_size=1,
            max_size=4,
        ),
    )
    return st.one_of(objects, contents, mutated(known, WORDS))


TARGET = Target("preflight", judge, inputs)
