"""The tables as they would arrive: in their encoding, and workbooks from the text that stands here for them."""

from __future__ import annotations

import csv
import io
import re
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import msgspec
import openpyxl
from openpyxl.cell.cell import Cell
from openpyxl.styles import PatternFill
from openpyxl.utils import get_column_letter

HERE = Path(__file__).parent
PARTS = ("open", "held")
"""The folders of tables."""

Quantities = list[str] | str


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a table should become: see README.md."""

    language: str
    trap: str
    rows: int
    cards: int
    quantity: Quantities
    written: str = "utf-8"
    header: int = 1
    zeros: int = 0
    left_out: dict[str, int] = {}
    candidates: list[str] = []
    sheets: list[str] = []
    title: str | None = None
    rules: list[str] = []
    front: list[str] = []
    back: list[str] = []
    shown: list[str] = []
    internal: list[str] = []
    roles: dict[str, str] = {}
    looks: list[str] = []


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet of a workbook: its cells as CSV, ranges that are merged, and how many columns are formatted without a value."""

    name: str
    rows: str
    merged: list[str] = []
    columns: int = 0
    hidden: bool = False

    @property
    def cells(self) -> list[list[str]]:
        """Its cells, formulas with their cached values."""
        return list(csv.reader(io.StringIO(self.rows)))


class Workbook(msgspec.Struct, frozen=True):
    """The text of a workbook."""

    sheets: list[Sheet]


def expectations(part: str) -> dict[str, Expected]:
    """What the tables of a part should become, by file name."""
    return msgspec.yaml.decode((HERE / part / "expected.yaml").read_bytes(), type=dict[str, Expected])


def source(part: str, name: str) -> Path:
    """The file here that a table is made from."""
    path = HERE / part / name
    return path if path.exists() else path.with_name(f"{name}.yaml")


def sheets(part: str, name: str) -> list[Sheet]:
    """The sheets of a workbook."""
    return msgspec.yaml.decode(source(part, name).read_bytes(), type=Workbook).sheets


def arrived(part: str, name: str, written: str, folder: Path) -> Path:
    """Write a table into a folder as it would arrive."""
    path = folder / name
    if path.suffix == ".xlsx":
        _write_xlsx(sheets(part, name), path)
    elif path.suffix == ".ods":
        _write_ods(sheets(part, name), path)
    else:
        path.write_bytes(source(part, name).read_text("utf-8").encode(written))
    return path


def value(text: str) -> str | float | int | None:
    """A cell's value; of a formula the cached one."""
    text = text.partition("→")[2] if text.startswith("=") else text
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text or None


def _write_xlsx(found: list[Sheet], path: Path) -> None:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    cached: dict[str, dict[str, object]] = {}
    for n, sheet in enumerate(found, 1):
        made = book.create_sheet(sheet.name)
        made.sheet_state = "hidden" if sheet.hidden else "visible"
        formulas = cached.setdefault(f"xl/worksheets/sheet{n}.xml", {})
        for y, row in enumerate(sheet.cells, 1):
            for x, text in enumerate(row, 1):
                cell = made.cell(y, x, value(text))
                assert isinstance(cell, Cell)
                if text.startswith("="):
                    formulas[cell.coordinate] = value(text)
                    cell.value = text.partition("→")[0]
            if sheet.columns:
                made.cell(y, sheet.columns).fill = PatternFill("solid", "EEEEEE")
        if sheet.columns:
            made.column_dimensions[get_column_letter(sheet.columns)].width = 4
        for merged in sheet.merged:
            made.merge_cells(merged)
    made_file = io.BytesIO()
    book.save(made_file)
    with zipfile.ZipFile(made_file) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name).decode("utf-8")
            for place, known in cached.get(name, {}).items():
                # openpyxl writes formulas without their values; a spreadsheet program writes both.
                data, times = re.subn(rf'(<c r="{place}".*?</f>)<v ?(/>|></v>)', rf"\1<v>{known}</v>", data)
                assert times == 1, (name, place)
            new.writestr(name, data)


def _write_ods(found: list[Sheet], path: Path) -> None:
    names = {"office": "office", "table": "table", "text": "text"}
    spaces = " ".join(f'xmlns:{k}="urn:oasis:names:tc:opendocument:xmlns:{v}:1.0"' for k, v in names.items())
    body = "".join(
        f"<table:table table:name={quoteattr(sheet.name)}>{''.join(map(_ods_row, sheet.cells))}</table:table>"
        for sheet in found
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        kind = "application/vnd.oasis.opendocument.spreadsheet"
        file.writestr("mimetype", kind, zipfile.ZIP_STORED)
        file.writestr(
            "META-INF/manifest.xml",
            '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest '
            'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
        )
        file.writestr(
            "content.xml",
            f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}><office:body><office:spreadsheet>'
            f"{body}</office:spreadsheet></office:body></office:document-content>",
        )


def _ods_row(row: list[str]) -> str:
    cells = []
    for text in row:
        known = value(text)
        if known is None:
            cells.append("<table:table-cell/>")
            continue
        number = f' office:value-type="float" office:value="{known}"' if not isinstance(known, str) else ""
        kind = number or ' office:value-type="string"'
        cells.append(f"<table:table-cell{kind}><text:p>{escape(str(known))}</text:p></table:table-cell>")
    # A spreadsheet program ends each row with all the columns that a sheet could have.
    rest = 16384 - len(row)
    return (
        f'<table:table-row>{"".join(cells)}<table:table-cell table:number-columns-repeated="{rest}"/></table:table-row>'
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "tables")
    for part in PARTS:
        (folder / part).mkdir(parents=True, exist_ok=True)
        for name, table in expectations(part).items():
            print(arrived(part, name, table.written, folder / part))
