"""Checks of a workbook's package before it is read: its size, the extent of its sheets, and formulas without a value.

The library lays out a sheet from its first to its last cell, and returns failed formulas as blanks. Both are checked
here in the package's XML, in time and memory proportional to the file.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any
from xml.parsers import expat

from msgspec import Struct

from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem
from carddesigner.tables.table import MAX_CELLS

MAX_UNPACKED = 200_000_000
"""The most bytes of an unpacked workbook."""
MAX_PARTS = 20_000
MAX_TEXT = 30_000_000
"""The most characters in all cells of a sheet; a shared text counts for each of its cells."""

_DIGITS, _LETTERS = b"0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

Found = tuple[str, str, str | None]
"""A cell, the problem of its formula, and a hint."""

_CELLS, _ROWS = re.compile(b'<c r="([A-Za-z]{1,3}[0-9]{1,7})"'), re.compile(b'<row r="[0-9]{1,7}"')
"""The beginnings of cells and rows as nearly all programs write them. The library would take a place that no sheet has
for one far away.
"""
_CALCULATED = re.compile(rb"(?:</f>|<f[^<>]{0,200}/>)<v>[^<]")
_SHARED = re.compile(rb"""\st\s*=\s*["']s["']""")
_TEXT_END = re.compile(rb"</(?:[\w.-]+:)?si\s*>")
_UNCACHED = ("the formula has no value yet", "open the file in a spreadsheet and save it, so that it keeps the values")


class Package(Struct, frozen=True, eq=False, dict=True):
    """A workbook's parts by name."""

    files: zipfile.ZipFile
    shown: str
    ods: bool

    def part(self, name: str | None) -> bytes | None:
        """Return a part's bytes, None if there is no such part. Raises FileProblem if it is damaged."""
        try:
            return self.files.read(name) if name is not None else None
        except KeyError:
            return None
        except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, EOFError, NotImplementedError) as problem:
            raise broken(f"{name}: {problem}", self.shown) from None

    @cached_property
    def sheet_parts(self) -> dict[str, str]:
        """The part of each sheet of an XLSX by the sheet's name. Raises FileProblem."""
        from xml.etree import ElementTree

        try:
            book = ElementTree.fromstring(self.part("xl/workbook.xml") or b"")
            relations = ElementTree.fromstring(self.part("xl/_rels/workbook.xml.rels") or b"")
        except (ElementTree.ParseError, ValueError, LookupError) as problem:
            raise broken(f"its XML is damaged ({problem})", self.shown) from None
        names = set(self.files.namelist())
        targets = {r.get("Id"): r.get("Target", "") for r in relations.iter()}
        out: dict[str, str] = {}
        for element in book.iter():
            name = element.get("name")
            if element.tag.rpartition("}")[2] != "sheet" or name is None or name in out:
                continue
            relation = next((v for k, v in element.attrib.items() if k.endswith("}id")), None)
            target = targets.get(relation, "").lstrip("/")
            if existing := [path for path in (target, f"xl/{target}") if path in names]:
                out[name] = existing[0]
        return out

    @cached_property
    def text_lengths(self) -> tuple[int, ...]:
        """The number of bytes of each shared text of an XLSX. Raises FileProblem."""
        xml = self.part(next((n for n in self.files.namelist() if n.lower() == "xl/sharedstrings.xml"), None))
        if not xml:
            return ()
        if b"<!" in xml:  # with CDATA or a comment the end tags can't be trusted; no spreadsheet writes these
            return (len(xml),) * (xml.count(b"<") + 1)
        ends = [0, *(m.end() for m in _TEXT_END.finditer(xml))]
        return tuple(end - start for start, end in pairwise(ends))


def broken(
    reason: str, shown: str, hint: str | None = "open it in a spreadsheet and save it again as .xlsx"
) -> FileProblem:
    """Return the problem for a workbook that can't be read."""
    return FileProblem("broken-workbook", f"the workbook can't be read: {reason}", Span(shown), hint=hint)


def open_package(data: bytes, shown: str) -> Package:
    """Open the package in a workbook's bytes, and check an ODS. Raises FileProblem, saying what it is, if it is no
    workbook.
    """
    if data[:4] == b"\xd0\xcf\x11\xe0":
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise broken("a password protects it", shown, "save it without a password")
        raise broken("it is an old .xls file", shown, "open it in a spreadsheet and save it as .xlsx")
    if data[:2] != b"PK":
        start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
        if start[:1] == b"<":
            raise broken("it is a web page or XML", shown, "open it in a spreadsheet and save it as .xlsx")
        if start and b"\0" not in data[:4000]:
            raise broken("it is text, not a workbook", shown, "name it .csv")
        raise broken("it is not a workbook", shown)
    try:
        files = zipfile.ZipFile(io.BytesIO(data))
        parts = files.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError, EOFError):
        raise broken("it is cut off or damaged", shown) from None
    if any(p.flag_bits & 1 for p in parts):
        raise broken("a password protects it", shown, "save it without a password")
    names = {p.filename for p in parts}
    ods = "content.xml" in names
    if not ods and "xl/workbook.xml" not in names:
        what = "a Numbers document" if any(n.startswith("Index/") for n in names) else "not a workbook"
        raise broken(f"it is {what}", shown, "export or save it as .xlsx")
    _check_size(data, parts, shown)
    package = Package(files, shown, ods)
    if ods:
        _parse(package.part("content.xml") or b"", _OdsScan(shown), shown)
    return package


def _check_size(data: bytes, parts: list[zipfile.ZipInfo], shown: str) -> None:
    """Refuse a package that unpacks to more than can be read, whatever sizes it claims."""
    size = sum(p.file_size for p in parts)
    if size <= MAX_UNPACKED and 1040 * len(data) > MAX_UNPACKED:
        # A package may lie about its sizes, and the library doesn't check. Deflate compresses by at most 1032 to 1.
        size = 0
        for part in parts:
            size += _unpacked(data, part, MAX_UNPACKED - size)
    if size > MAX_UNPACKED or len(parts) > MAX_PARTS:
        message = f"the workbook unpacks to more than {MAX_UNPACKED // 1_000_000} MB or {MAX_PARTS:,} parts"
        raise FileProblem("file-too-large", message, Span(shown))


def _unpacked(data: bytes, part: zipfile.ZipInfo, most: int) -> int:
    """The number of bytes that a part unpacks to, counted up to slightly more than *most*."""
    if part.compress_type != zipfile.ZIP_DEFLATED:
        return part.compress_size
    at = part.header_offset
    # The header is followed by the part's name and extra data, whose lengths are at its end.
    start = at + 30 + sum(int.from_bytes(data[at + i : at + i + 2], "little") for i in (26, 28))
    unpacker = zlib.decompressobj(-15)
    rest = data[start : start + part.compress_size]
    size = 0
    try:
        while rest and size <= most:
            size += len(unpacker.decompress(rest, 1_000_000))
            rest = unpacker.unconsumed_tail
    except zlib.error:
        pass
    return size


def check_xlsx(package: Package, sheet: str) -> list[Found]:
    """Return formulas of a sheet with an error or without a value. Raises FileProblem if the sheet extends too far."""
    xml = package.part(package.sheet_parts.get(sheet))
    if xml is None:
        raise broken(f"sheet {sheet!r} is missing in it", package.shown)
    if b"\0" in xml[:200]:
        raise broken(f"sheet {sheet!r} is not UTF-8", package.shown)
    lengths = package.text_lengths
    if _may_be_read(xml) and _is_short(xml, max(lengths, default=0)):
        return []
    scan = _XlsxScan(lengths, sheet, package.shown)
    _parse(xml, scan, package.shown)
    _check_reach(scan.width, scan.height, sheet, package.shown)
    return scan.problems


def _check_text(size: int, sheet: str, cell: str, shown: str) -> None:
    if size > MAX_TEXT:
        most = f"more than {MAX_TEXT // 1_000_000} million characters"
        message = f"the cells of sheet {sheet!r} have {most} up to this one"
        hint = "a text that cells share counts for each of them"
        raise FileProblem("table-too-large", message, Span(shown, cell=f"{sheet}!{cell}"), hint=hint)


def _is_short(xml: bytes, longest: int) -> bool:
    """Whether the shared texts of a sheet's cells are clearly no more than can be read."""
    # Attributes are counted sooner than those of cells with a shared text.
    return longest * xml.count(b"=") <= MAX_TEXT or longest * len(_SHARED.findall(xml)) <= MAX_TEXT


def _may_be_read(xml: bytes) -> bool:
    """Whether a sheet's bytes clearly have no formulas without values, no errors and no distant cell, which is true of
    most sheets.
    """
    if any(sign in xml for sign in (b"<!", b":f", b":c", b":row", b'"e"', b"'e'")):
        return False
    if b"<f" in xml:
        formulas = sum(xml.count(b"<f" + end) for end in (b">", b" ", b"/", b"\n", b"\r", b"\t"))
        if formulas != sum(1 for _ in _CALCULATED.finditer(xml)):
            return False
    placed = _CELLS.findall(xml)
    places = b" ".join(placed)
    columns, rows = (set(places.translate(None, others).split()) for others in (_DIGITS, _LETTERS))
    reach = max(map(_column, columns), default=0) * max(map(int, rows), default=0)
    # A cell without a reference follows the one before it.
    are_placed = xml.count(b"<c") - xml.count(b"<col") == len(placed) and xml.count(b"<row") == len(_ROWS.findall(xml))
    return reach <= MAX_CELLS and are_placed


def _column(letters: bytes) -> int:
    out = 0
    for letter in letters.upper():
        out = out * 26 + letter - 64
    return out


def _check_reach(width: int, height: int, sheet: str, shown: str) -> None:
    if width * height > MAX_CELLS:
        reach = f"{height:,} rows and {width:,} columns"
        message = f"sheet {sheet!r} reaches over {reach}; at most {MAX_CELLS:,} cells are read"
        hint = "a cell far down or far to the right is filled; delete the rows and columns that are not the table's"
        raise FileProblem("table-too-large", message, Span(shown, cell=sheet), hint=hint)


def _parse(xml: bytes, scan: _XlsxScan | _OdsScan, shown: str) -> None:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = scan.start
    parser.EndElementHandler = scan.end
    parser.CharacterDataHandler = scan.text
    parser.EntityDeclHandler = _no_entities
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, ValueError) as problem:
        raise broken(f"its XML is damaged ({problem})", shown) from None


def _no_entities(*_: Any) -> None:
    raise ValueError("it declares entities")


class _XlsxScan:
    """Determines how far a sheet's filled cells extend, and its formulas without a value; handlers of an XML parser."""

    def __init__(self, lengths: Sequence[int], sheet: str, shown: str) -> None:
        self.width = self.height = 0
        self.problems: list[Found] = []
        self._lengths, self._sheet, self._shown = lengths, sheet, shown
        self._size = self._row = self._column = 0
        self._cell: tuple[str, str] | None = None
        self._formula = self._filled = self._in_value = False
        self._value = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of a row, a cell or an element within one."""
        name = name.rpartition(":")[2]
        if name == "row":
            place = attributes.get("r")
            if place is not None and re.fullmatch("[0-9]{1,7}", place) is None:
                self._refuse("row", place)
            self._row, self._column = _count(place, self._row + 1), 0
        elif name == "c":
            place = attributes.get("r", "")
            match = re.fullmatch("([A-Za-z]{1,3})([0-9]{1,7})", place)
            if place and match is None:
                self._refuse("cell", place)
            self._column += 1
            if match is not None:
                self._column, self._row = _column(match[1].encode()), int(match[2])
            self._cell = (match[0].upper() if match else "", attributes.get("t", ""))
            self._formula, self._filled, self._value = False, False, ""
        elif self._cell is not None:
            self._formula = self._formula or name == "f"
            self._in_value = name in ("v", "t")
            self._filled = self._filled or self._in_value

    def end(self, name: str) -> None:
        """Handle the end of a cell."""
        name = name.rpartition(":")[2]
        self._in_value = False
        if name != "c" or self._cell is None:
            return
        cell, kind = self._cell
        self._cell = None
        if self._filled:
            self.width, self.height = max(self.width, self._column), max(self.height, self._row)
        if kind == "s" and self._value.isdecimal() and int(self._value) < len(self._lengths):
            self._size += self._lengths[int(self._value)]
            _check_text(self._size, self._sheet, cell, self._shown)
        if kind == "e":
            self.problems.append((cell, f"the formula's value is {self._value[:40] or 'an error'}", None))
        elif self._formula and not self._value and kind not in ("str", "inlineStr"):
            self.problems.append((cell, *_UNCACHED))

    def _refuse(self, what: str, place: str) -> None:
        message = f"sheet {self._sheet!r} has a {what} called {place[:40]!r}, which no sheet has"
        raise broken(message, self._shown)

    def text(self, data: str) -> None:
        """Handle a value's characters."""
        if self._in_value and len(self._value) < 40:
            self._value += data


class _OdsScan:
    """Checks how far each sheet's filled cells extend, including repetitions; handlers of an XML parser."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self._sheet = ""
        self._width = self._height = self._row = self._column = self._repeated = 0
        self._filled_to = self._size = self._times = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of a sheet, a row or a cell."""
        name = name.rpartition(":")[2]
        if name == "table":
            self._sheet = attributes.get("table:name", "")
            self._width = self._height = self._row = self._size = 0
        elif name == "table-row":
            self._repeated = _count(attributes.get("table:number-rows-repeated"))
            self._column = self._filled_to = 0
        elif name in ("table-cell", "covered-table-cell"):
            times = _count(attributes.get("table:number-columns-repeated"))
            self._column += times
            self._times = times * self._repeated
            for key, value in attributes.items():
                if key.rpartition(":")[2] == "string-value":
                    self.text(value)
            if any(key.rpartition(":")[2] == "value-type" for key in attributes):
                self._filled_to = self._column

    def end(self, name: str) -> None:
        """Handle the end of a row."""
        if name.rpartition(":")[2] == "table-row":
            self._times = 0
            self._row += self._repeated
            if self._filled_to:
                self._width, self._height = max(self._width, self._filled_to), self._row
                _check_reach(self._width, self._height, self._sheet, self._shown)

    def text(self, data: str) -> None:
        """Handle the characters of a cell, counted for each repetition."""
        self._size += len(data) * self._times
        _check_text(self._size, self._sheet, str(self._row + 1), self._shown)


def _count(given: str | None, otherwise: int = 1) -> int:
    return int(given) if given and given.isascii() and given.isdigit() and len(given) < 10 else otherwise
