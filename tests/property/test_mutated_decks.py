"""Decks as strangers send them: every command ends in words with a place, or in what it was asked for, and soon."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import signal
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import typer
import yaml
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from msgspec import Struct

from carddesigner.cli.app import app
from carddesigner.cli.report import as_github, as_text, print_json, print_report, report_data
from carddesigner.core.report import MAX_CHARACTERS, DeckError, Diagnostic, Report
from carddesigner.deck.find import loaded_deck
from carddesigner.export.files import OutputProblem
from carddesigner.pipeline.validate import validate_deck
from carddesigner.source import paths
from carddesigner.source.files import FileProblem, read_text
from carddesigner.source.yaml import load_shipped, load_yaml, plain
from carddesigner.starter.copied import copied_deck, tutorial
from carddesigner.starter.from_table import deck_from_table
from carddesigner.starter.made import NewOptions
from tests.examples import examples

ROOT = paths.shipped()
REAL = ROOT.parent / "shared" / "realworld"
MAX_SECONDS = 60
"""Of CPU, for a command; none takes a tenth of it, unless it never ends."""

Files = dict[str, bytes]
Change = tuple[str, float, float, float]

fuzzed = examples(1 / 20, suppress_health_check=list(HealthCheck))


# What is mutated: files of decks by their path in the folder.


def files_of(folder: Path) -> Files:
    found = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {str(p.relative_to(folder)): p.read_bytes() for p in found if p.relative_to(folder).parts[0][0] != "."}


def made(make: Callable[[Path], object]) -> Files:
    """A deck that ``new`` makes."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "deck"
        make(folder)
        return files_of(folder)


def deck_of_table(name: str, data: bytes) -> Files:
    """The deck that ``new --from`` makes of a table."""

    def make(folder: Path) -> None:
        table = folder.parent / name
        table.write_bytes(data)
        deck_from_table(table, folder, NewOptions())

    return made(make)


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


def real_tables() -> dict[str, Path]:
    """The tables of real people. One has comments that YAML hasn't: it is read without them."""
    return {p.name: p for p in sorted(REAL.rglob("*.*")) if p.suffix in (".csv", ".json", ".yaml", ".xlsx", ".ods")}


def real_table(name: str) -> bytes:
    data = real_tables()[name].read_bytes()
    return b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b"//"))


@cache
def deck(name: str) -> Files:
    """A deck by its name."""
    if name in real_tables():
        return deck_of_table(name, real_table(name))
    if name.startswith("table."):
        return deck_of_table(name, table(Path(name).suffix))
    if name == "tutorial":
        return made(tutorial)
    if name == "monogoto":
        return made(lambda folder: copied_deck("monogoto", folder))
    folder = next(p for p in (ROOT / "tests/decks" / name, ROOT / "docs/recipes" / name) if p.is_dir())
    return files_of(folder)


OWN_TABLES = [f"table{suffix}" for suffix in (".csv", ".xlsx", ".ods", ".json", ".yaml")]
RECIPES = sorted(p.name for p in (ROOT / "docs/recipes").iterdir() if p.is_dir())
OWN_DECKS = ["harbour", "duel", "tutorial", "monogoto", *OWN_TABLES]


# How it is mutated: each change says what is done, and where, as fractions of what there is.

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
        tree = _tree_changed(plain(found), how, where, what)
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


def _tree_changed(tree: Any, how: str, where: float, what: float) -> Any:
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


# What is asked of them.


class Ran(Struct):
    """How a command ended: its exit code, and what it said."""

    code: int
    out: str
    err: str


class NeverEnds(Exception):
    """A command took more than a minute of CPU."""


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise NeverEnds

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def carddesigner(*arguments: str | Path) -> Ran:
    """The command line in this process. What it would call a fault of ours is an exception here."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    code = 0
    with in_time(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            returned = app([str(a) for a in arguments], standalone_mode=False)
            code = returned if isinstance(returned, int) else 0
        except DeckError as problem:
            if "--json" in arguments:
                print_json(report_data(problem.report))
            else:
                print_report(problem.report)
            code = 1
        except OutputProblem as problem:
            err.write(f"{problem}\n")
            code = 1
        except typer.BadParameter as problem:
            err.write(f"{problem}\n")
            code = 2
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
    return Ran(code, out.read(), err.read())


def problems(folder: Path) -> list[Diagnostic]:
    """What ``validate`` says; every word of it can be said, and every place is one."""
    report = Report()
    try:
        with in_time():
            validate_deck(folder, report)
    except DeckError as problem:
        report = problem.report
    for found in report:
        assert_told(found, folder)
    return report.errors


@cache
def explained() -> frozenset[str]:
    return frozenset(load_shipped(paths.explanations()))


def assert_told(found: Diagnostic, folder: Path) -> None:
    """A problem has words, a code that is explained, and a place in a file of the deck if it is an error."""
    assert found.message.strip()
    assert found.code in explained(), found
    (as_text(found) + as_github(found)).encode()
    assert len(as_github(found).splitlines()) == 1
    assert len(found.message) <= MAX_CHARACTERS, found
    if found.severity == "error":
        assert found.span is not None, found
    for span in (found.span, *(r.span for r in found.related)):
        if span is not None and span.cell is None:
            file = Path(span.path)
            assert file.resolve().is_relative_to(folder.resolve()) or file.is_relative_to(paths.shipped()), found
            if not file.is_file():
                continue
            try:
                text = read_text(file)
            except FileProblem:
                # What can't be read has no more letters than bytes.
                text = file.read_bytes().decode("latin-1")
            assert 0 <= span.start <= span.end <= len(text) + 1, found
            assert 1 <= span.line <= text.count("\n") + text.count("\r") + 2, found


def judge(files: Files) -> None:
    """Every command on a deck of these files."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, output = Path(scratch) / "deck", Path(scratch) / "output"
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        errors = problems(folder)
        # What is wrong in another language or edition stops only a build in it.
        built = [carddesigner("build", f"{folder}/", "-o", output, "--json", *more) for more in _variants(folder)]
        assert any(b.code for b in built) == bool(errors), (errors, built)
        for one in built:
            assert one.code in (0, 1)
            json.loads(one.out)
        errors = errors if built[0].code else []
        for command in (
            ("export", f"{folder}/", "--to", "json", "-o", output),
            ("export", f"{folder}/", "--to", "png", "--dpi", "36", "-o", output),
            ("stats", f"{folder}/", "--html", output / "stats.html"),
            ("stats", f"{folder}/", "--json", "--draw", "1"),
            *([("deal", f"{folder}/", "fleet", "-o", output, "--json")] if "fleet" in _packs(folder) else ()),
        ):
            ran = carddesigner(*command)
            assert ran.code == 0 or errors or "--draw" in command, (command, ran)
            assert ran.err or ran.out, command
        if any(b.code for b in built):
            return
        ran = carddesigner("declare-fields", f"{folder}/")
        assert ran.code == 0, ran
        assert not problems(folder), "the deck is as right as before once its fields are written"


def _packs(folder: Path) -> Sequence[str]:
    try:
        return tuple(loaded_deck(folder).deck.packs)
    except DeckError:
        return ()


def _variants(folder: Path) -> list[list[str]]:
    try:
        deck = loaded_deck(folder).deck
    except DeckError:
        return [[]]
    languages = [[], *(["--language", language] for language in deck.languages)]
    return [*languages, *(["--edition", e, *more] for e in deck.editions for more in languages)]


def judge_new(name: str, data: bytes) -> None:
    """``new --from`` a table ends in words, or in a deck that builds."""
    with tempfile.TemporaryDirectory() as scratch:
        source, folder = Path(scratch) / name, Path(scratch) / "deck"
        source.write_bytes(data)
        ran = carddesigner("new", folder, "--from", source)
        assert ran.code in (0, 1)
        assert folder.exists() == (ran.code == 0), ran
        if ran.code:
            assert name in ran.err
            assert "error[" in ran.err
            return
        assert not problems(folder)
        built = carddesigner("build", f"{folder}/", "-o", Path(scratch) / "output", "-q")
        assert built.code == 0, built


@pytest.mark.parametrize("name", [*OWN_DECKS, *RECIPES])
def test_what_is_mutated_is_right(name: str) -> None:
    judge(deck(name))


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", OWN_DECKS)
def test_mutated_decks_end_in_a_message_or_in_cards(name: str) -> None:
    files = deck(name)

    @fuzzed
    @given(changes)
    def broken(some: list[Change]) -> None:
        judge(mutated(files, some))

    broken()


@fuzzed
@given(st.sampled_from(RECIPES), changes)
def test_mutated_recipes_end_in_a_message_or_in_cards(name: str, some: list[Change]) -> None:
    judge(mutated(deck(name), some))


@fuzzed
@given(st.sampled_from(OWN_TABLES), changes)
def test_new_from_mutated_tables_ends_in_a_message_or_in_a_deck(name: str, some: list[Change]) -> None:
    judge_new(name, mutated({name: table(Path(name).suffix)}, some)[name])


@pytest.mark.hypothesis
@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/realworld")
@pytest.mark.parametrize("name", real_tables())
def test_mutated_decks_of_real_tables_end_in_a_message_or_in_cards(name: str) -> None:
    judge_new(name, real_tables()[name].read_bytes())
    files = deck(name)

    @fuzzed
    @given(changes)
    def broken(some: list[Change]) -> None:
        judge(mutated(files, some))
        judge_new(name, mutated({name: files[name]}, some)[name])

    broken()
