"""How whole decks are mutated: trees of YAML and JSON, rows of tables, and bytes of any file."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import yaml
from hypothesis import strategies as st

from carddesigner.core.report import Report
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml import load_yaml, plain
from tests.fuzz.commands import Files

Change = tuple[str, float, float, float]

RECORDS: list[dict[str, Any]] = [
    {"name": "Fire", "kind": "spell", "cost": 3, "text": "Draw **two**, then\ndiscard", "copies": 2},
    {"name": "Ice, and snow", "kind": "spell", "cost": 1, "text": "", "copies": 1},
    {"name": "Émile", "kind": "hero", "cost": 7, "text": "It's a “hero”: 5_000 :sun:", "copies": 4},
    {"name": "007", "kind": "hero", "cost": 2.5, "text": "Last", "copies": 0},
]
ROWS = [list(RECORDS[0]), *(list(r.values()) for r in RECORDS)]


def table(suffix: str) -> bytes:
    """A small table in one kind of file."""
    if suffix == ".json":
        return json.dumps({"made": "today", "cards": RECORDS}, indent=1).encode()
    if suffix == ".yaml":
        return yaml.safe_dump(RECORDS, allow_unicode=True).encode()
    if suffix == ".xlsx":
        return workbook(ROWS)
    if suffix == ".ods":
        return open_document(ROWS)
    return separated(ROWS)


def separated(rows: list[list[Any]], delimiter: str = ",") -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode()


def workbook(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for y, row in enumerate(rows, 1):
        for x, value in enumerate(row, 1):
            cell = book.active.cell(y, x)
            try:
                cell.value = value if isinstance(value, (int, float)) and math.isfinite(value) else str(value)
            except ValueError:  # signs that no workbook can hold
                cell.value = "?"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def open_document(rows: list[list[Any]]) -> bytes:
    from xml.sax.saxutils import escape

    def cell(value: object) -> str:
        if isinstance(value, (int, float)):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        return f'<table:table-cell office:value-type="string"><text:p>{escape(str(value))}</text:p></table:table-cell>'

    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    names = "".join(f' xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "table", "text"))
    sheet = f'<office:spreadsheet><table:table table:name="Cards">{lines}</table:table></office:spreadsheet>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        body = f"<office:body>{sheet}</office:body>"
        package.writestr("content.xml", f"<office:document-content{names}>{body}</office:document-content>")
        package.writestr("META-INF/manifest.xml", "<manifest/>")
    return out.getvalue()


# Each change says what is done, and where, as fractions of what there is.

SCRAPS = [
    b"{", b"}", b"[", b"]", b":", b": ", b",", b"- ", b"#", b"&a ", b"*a", b"!", b"|", b">", b"'", b'"', b"%", b"@", b"\t",
    b"\n", b"\r", b"\0", b"\x85", b"\xff", b"\xc3", b"\xa0", b"{{", b"}}", b"{%", b"<<: ", b"---\n", b"null", b"-1", b"1e9",
    b"nan", b"true", b"../", b"</g>", b"<g>", b"&lt;", b"**", b"\\", b";", b"|--|", b"](part:dot)", b"{Haste}",
    *(text.encode() for text in ("\u2028", "\ufeff", "漢", "\u202e", "\u0301", "👨‍👩‍👧")),
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2, 9, 500, 501, 10**9, 10**18, -(10**30), 0.5, 1e-9, 1e300, "nan", ".inf", "-.inf",
    "", " ", "none", "null", "0", "-0", "1e999", "9" * 400, "x" * 3000, "漢字", "\u202e", "\u200b", "\ud83d", "a\0b",
    "0mm", "-5mm", "1e9mm", "1e-9mm", "100%", "-300%", "1e300%", "nan%", "3", "3 mm", "10in", "1e9pt", "0pt", "3furlong",
    "ink", "#fff", "#ff", "#ffffffff", "rgb(300,0,0)", "cmyk(0,0,0,0)", "spot(A, 0,0,0,0)", "palette.ink",
    "../../etc/passwd", "/etc/passwd", "~", "a/b", "..", ".", "cards.csv", "deck.yaml", "none#none", "a#b#c", "#",
    [], {}, [[]], [{}], {"": None}, [None], [1, 2, 3], ["ink", "glow"], {"left": "1mm"}, {"a": {"a": {"a": {}}}},
    "{{ card.name }}", "{{ card }}", "{{ card.nmae }}", "{{ nobody }}", "{{ deck }}", "{{ palette }}", "{{ 1 / 0 }}",
    "{{ 'a' * 20000 }}", "{{ range(1000) }}", "{{ 10 ** 30 }}", "{{ [1, [2, 3]] }}", "{{ {'a': 1} }}", "{{ none }}",
    "{{ 1e308 * 10 }}", "{{ 1e400 }}", "{{ 'nan'|float }}", "{{ '-inf'|float }}", "{{ -1 }}", "{{ 1e300 }}", "{{", "}}",
    "{{ }}", "{{ ( }}", "{% if %}", "{# #}", "{{ card.cost + 1 }}", "{{ card.cost / 0 }}", "{{ card['name'] }}",
    "{{ card[0] }}", "{{ card.name[:3] }}", "{{ copy }}", "card.cost", "card.name", "card", "true", "1 +", "not", "copy",
    "region", "card.cost > 'a'", "card.name|length", "poker", "card", "circle", "polygon", "long-edge", "A4", "1x1mm",
    "5000x5000mm", "auto", "crop", "en", "pt", "ar", "M 0 0", "M 0 0 L", "M 1e300 0 L 0 1e300 Z",
    "M 0 0 " + "L 1 1 " * 6000, "part", "pip", "text", "id", "copies",
]  # fmt: skip
KEYS = [
    "text", "icon", "image", "svg", "path", "shape", "row", "column", "grid", "flow", "zones", "extends", "box", "in",
    "fill", "stroke", "when", "each", "part", "params", "style", "size", "min-size", "rotate", "opacity", "clip",
    "before", "after", "gap", "columns", "font", "color", "align", "valign", "view", "fit", "copies", "back", "stock",
    "rows", "pages", "fields", "checks", "languages", "language", "texts", "game", "print", "gutter", "margin", "paper",
    "glossary", "glossary-except", "not", "both-ways", "pt", "editions",
    "packs", "take", "where", "weight", "repeats", "pack", "library", "lists", "odds", "draws", "of",
    "name", "id", "", "0", "ünï", "a.b", "file", "sheet", "header", "until", "records", "keys", "join", "type", "default",
]  # fmt: skip
TREE_CHANGES = ("replace", "remove", "rename", "exchange", "copy", "repeat", "add", "wrap", "break", "scale")
TABLE_CHANGES = ("cell", "swap", "column", "row", "rows", "header", "short", "long", "blank")
BYTE_CHANGES = ("flip", "cut", "insert", "double", "end", "scrap")

fraction = st.floats(0, 1, exclude_max=True)
changes = st.lists(
    st.tuples(st.sampled_from(TREE_CHANGES + TABLE_CHANGES + BYTE_CHANGES), fraction, fraction, fraction),
    min_size=1,
    max_size=4,
)


def at(many: Sequence[Any], where: float) -> Any:
    return many[int(where * len(many))]


def mutated(files: Files, some: list[Change]) -> Files:
    """A deck's files with changes; what can't be changed so stays as it is."""
    out = dict(files)
    for how, which, where, what in some:
        names = [n for n in out if _fits(n, how)]
        if not names:
            continue
        # Templates and deck.yaml as often as all the other files.
        first = [n for n in names if n.endswith(".yaml")]
        name = at(first, which * 2) if which < 0.5 and first else at(names, which)
        with contextlib.suppress(*_UNCHANGED):
            out[name] = _changed(name, out[name], how, where, what)
    return out


_UNCHANGED = (
    yaml.YAMLError,
    ValueError,
    IndexError,
    csv.Error,
    zipfile.BadZipFile,
    KeyError,
    RecursionError,
    FileProblem,
)


def _fits(name: str, how: str) -> bool:
    suffix = Path(name).suffix
    if how in TREE_CHANGES:
        return suffix in (".yaml", ".json")
    if how in TABLE_CHANGES:
        return suffix in (".csv", ".xlsx", ".ods")
    return True


def _changed(name: str, data: bytes, how: str, where: float, what: float) -> bytes:
    if how in BYTE_CHANGES:
        return _bytes_changed(data, how, where, what)
    suffix = Path(name).suffix
    if how in TREE_CHANGES:
        found = load_yaml(Path(name), data.decode(), Report())
        if found is None:
            return data
        tree = tree_changed(plain(found), how, where, what)
        if suffix == ".json" or what < 0.3:
            return json.dumps(tree, indent=1, ensure_ascii=False).encode(errors="surrogatepass")
        return yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(errors="surrogatepass")
    rows = _rows_changed(_rows(name, data), how, where, what)
    if suffix == ".csv":
        return separated(rows).replace(b"\r\n", b"\n")
    return workbook(rows) if suffix == ".xlsx" else open_document(rows)


def _rows(name: str, data: bytes) -> list[list[Any]]:
    if name.endswith(".csv"):
        return [list(r) for r in csv.reader(io.StringIO(data.decode()))]
    if name.endswith(".xlsx"):
        try:
            book = openpyxl.load_workbook(io.BytesIO(data))
            return [["" if v is None else v for v in r] for r in book.active.iter_rows(values_only=True)]
        except Exception:
            # Broken by an earlier change: whole rows take its place.
            return [list(r) for r in ROWS]
    return [list(r) for r in ROWS]


def _bytes_changed(data: bytes, how: str, where: float, what: float) -> bytes:
    i = int(where * len(data))
    if how == "flip":
        return data[:i] + bytes([data[i] ^ (1 << int(what * 8))]) + data[i + 1 :] if data else data
    if how == "cut":
        return data[:i] + data[i + 1 + int(what * 60) :]
    if how == "insert":
        return data[:i] + bytes([int(what * 256)]) + data[i:]
    if how == "double":
        return data[:i] + data[i : i + 1 + int(what * 80)] + data[i:]
    return data[:i] if how == "end" else data[:i] + at(SCRAPS, what) + data[i:]


def _paths(tree: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    children = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in children:
        yield (*above, key)
        yield from _paths(value, (*above, key))


def tree_changed(tree: Any, how: str, where: float, what: float) -> Any:
    """A tree of plain data with one thing changed."""
    every = list(_paths(tree))
    path = at(every, where)
    parent = tree
    for key in path[:-1]:
        parent = parent[key]
    key, value = path[-1], parent[path[-1]]
    other = tree
    for step in at(every, what):
        other = other[step]
    other = json.loads(json.dumps(other))
    if how == "remove":
        del parent[key]
    elif how in ("rename", "add", "copy"):
        new = {"rename": value, "add": at(VALUES, what * 97 % 1), "copy": other}[how]
        if isinstance(parent, list):
            parent.insert(key, new)
            return tree
        # The key's place among the others stays.
        items = [(at(KEYS, what), new) if k == key and how == "rename" else (k, v) for k, v in parent.items()]
        parent.clear()
        parent.update(items if how == "rename" else [*items, (at(KEYS, what), new)])
    else:
        parent[key] = _value_changed(value, other, how, what)
    return tree


def _value_changed(value: Any, other: Any, how: str, what: float) -> Any:
    if how == "exchange":
        return other
    if how == "wrap":
        return [value] if what < 0.5 else {at(KEYS, what): value}
    if how == "repeat":
        return [value] * int(what * 100)
    if how == "break" and isinstance(value, str) and value:
        i = int(what * len(value))
        return (
            value[:i] + at(["{{", "}}", "(", "'", ".", "|", " ", "+", "#", "\n", "漢"], what * 7 % 1) + value[i + 1 :]
        )
    if how == "scale" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return value * at([-1, 0, 10, 1e3, 1e9, 1e30, 1e-9, math.inf, math.nan], what)
    if how == "scale" and isinstance(value, str):
        return at(["-", "1e9", "99", "0.000001", "1e300", "0", "."], what) + value
    return at(VALUES, what)


def _rows_changed(rows: list[list[Any]], how: str, where: float, what: float) -> list[list[Any]]:
    y = int(where * len(rows))
    row = rows[y]
    x = int(where * 7919 % 1 * len(row))
    if how == "cell":
        value = at(VALUES, what)
        row[x] = value if isinstance(value, (int, float)) else str(value).encode(errors="replace").decode()
    elif how == "swap":
        other = at(rows, what)
        z = int(what * 7919 % 1 * len(other))
        row[x], other[z] = other[z], row[x]
    elif how == "column":
        for one in rows:
            del one[x : x + 1]
    elif how == "row":
        del rows[y]
    elif how == "rows":
        rows[y:y] = [list(row)] * int(what * 30)
    elif how == "header":
        rows[0][int(where * len(rows[0]))] = at(KEYS, what)
    elif how == "short":
        del row[x:]
    elif how == "long":
        row += [at(ROWS, what)[0]] * 3
    else:
        rows[y] = [""] * len(row)
    return rows
