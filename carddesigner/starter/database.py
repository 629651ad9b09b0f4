"""A database's query as a table: from the command line only, where who asks says which database it is."""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any
from uuid import UUID

from carddesigner.core.report import Problem
from carddesigner.source.files import MAX_BYTES, FileProblem, decode, read_bytes
from carddesigner.tables.delimited import parse_delimited
from carddesigner.tables.table import MAX_CHARACTERS, MAX_COLUMNS, MAX_ROWS

_AT_ONCE = 1_000
_SUCH_AS = "such as sqlite:///shop.db or postgresql+psycopg://reader@localhost/shop"
_SECRETS = ("password", "passwd", "pwd", "sslpassword", "token", "secret")
"""What addresses call what nobody may read."""

Texts = Sequence[str]


_READS = r"(?: \s | --[^\n]*\n | /\* .*? \*/ | \( )* (?: select | with | values | table ) \b"
"""How a query begins that changes nothing, after blanks and comments."""


def queried(address: str, query: str) -> list[Texts]:
    """The rows that a query gives, below the columns' names, as texts: blank for what is null. Nothing is changed in
    the database, as far as it can be made to refuse them. Raises Problem.
    """
    try:
        import sqlalchemy
        from sqlalchemy import exc
    except ImportError:
        hint = 'pip install ".[sql]" in the folder of carddesigner'
        raise Problem(
            "unreadable-database", "databases are read with SQLAlchemy, which isn't installed", hint=hint
        ) from None
    if re.match(_READS, query, re.I | re.X) is None:
        message = "only a query that reads is asked of a database; write one such as SELECT name FROM cards"
        raise Problem("failed-query", message)
    try:
        url = sqlalchemy.make_url(address)
        if "@" in (url.host or ""):  # a password has one that isn't written %40
            raise ValueError
        _check_file(url)
        with warnings.catch_warnings():
            warnings.simplefilter("error", exc.SAWarning)
            engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
    except exc.NoSuchModuleError:
        message = f"SQLAlchemy knows no databases called {url.drivername!r}"
        raise Problem("unreadable-database", message, hint=f"write an address {_SUCH_AS}") from None
    except (exc.ArgumentError, ValueError, TypeError):  # a port that is no number, as where a password has an @
        # What it says may cite the address, and the password with it.
        message = "the address is none of a database"
        raise Problem("unreadable-database", message, hint=f"write one {_SUCH_AS}") from None
    except exc.SAWarning as warning:  # settings of the address that the driver doesn't know
        told = _without_secrets(str(warning).partition(" (Background")[0], url)
        raise Problem("unreadable-database", f"the address: {told}") from None
    except ModuleNotFoundError as problem:
        message = f"the driver of {url.drivername} isn't installed"
        raise Problem("unreadable-database", message, hint=f"pip install {problem.name}") from None
    except ImportError as problem:
        message = f"the driver of {url.drivername} can't be loaded: {problem}"
        raise Problem("unreadable-database", message) from None
    shown = url.render_as_string(hide_password=True).partition("?")[0]
    try:
        with warnings.catch_warnings(action="ignore"), engine.connect() as connection:
            if url.get_backend_name() == "sqlite":
                connection.exec_driver_sql("PRAGMA query_only = ON")
                _bound_texts(connection.connection.driver_connection)
            elif url.get_backend_name() == "postgresql":
                connection.execution_options(postgresql_readonly=True)
            connected = connection.execution_options(stream_results=True, no_parameters=True)
            try:
                return _rows(connected.exec_driver_sql(query))
            except exc.DBAPIError as problem:
                raise Problem("failed-query", f"{shown}: {_reason(problem, url)}") from None
    except exc.DBAPIError as problem:
        raise Problem("unreadable-database", f"{shown}: {_reason(problem, url)}") from None


def in_style_of(path: Path, rows: Iterable[Texts], encoding: str | None) -> bytes:
    """Rows as a text table like the one at *path*, with its delimiter, ends of lines and encoding; commas and UTF-8
    where there is none. Raises FileProblem.
    """
    delimiter, ends, letters = "\t" if path.suffix.lower() in (".tsv", ".tab") else ",", "\n", "utf-8"
    if path.is_file():
        data = read_bytes(path)
        text = decode(data, path, encoding, of_table=True)
        delimiter = parse_delimited(path, text).delimiter
        ends = "\r\n" if "\r\n" in text else "\n"
        marks = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
        letters = next((codec for mark, codec in marks.items() if data.startswith(mark)), encoding or "utf-8")
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, lineterminator=ends).writerows(rows)
    try:
        return file.getvalue().encode(letters)
    except UnicodeEncodeError as problem:
        wrong = problem.object[problem.start]
        message = (
            f"{path.name} is {letters}, which has no {wrong!r}; save it as UTF-8, without `encoding` under `rows:`"
        )
        raise FileProblem("encoding", message) from None


def _check_file(url: Any) -> None:
    """Refuse a file that isn't there, which would be made. Raises Problem."""
    name = url.database
    if url.get_backend_name() == "sqlite" and name and name != ":memory:" and not Path(name).is_file():
        raise Problem(
            "unreadable-database", f"there is no file {name}", hint="its path goes from here: sqlite:///shop.db"
        )


def _bound_texts(connection: Any) -> None:
    """Bound the length of SQLite's texts, which a view of a few words can make as long as memory."""
    from sqlite3 import SQLITE_LIMIT_LENGTH

    connection.setlimit(SQLITE_LIMIT_LENGTH, MAX_BYTES)


def _rows(result: Any) -> list[Texts]:
    """What a query gave. Raises Problem for what is no table, or a too large one."""
    if not result.returns_rows:
        raise Problem(
            "failed-query", "the query gives no rows; write one that selects them, such as SELECT name FROM cards"
        )
    names = list(result.keys())
    if len(names) > MAX_COLUMNS:
        raise Problem("failed-query", f"the query gives more than {MAX_COLUMNS:,} columns")
    if not all(name.strip() for name in names):
        raise Problem("failed-query", "the query gives a column without a name; name it with AS")
    twice = next((name for name, many in Counter(names).items() if many > 1), None)
    if twice is not None:
        raise Problem(
            "failed-query", f"the query gives two columns called {twice!r}; name one of them otherwise with AS"
        )
    out: list[Texts] = [names]
    size = 0
    while some := result.fetchmany(_AT_ONCE):
        for row in some:
            cells = [_text(value, name) for value, name in zip(row, names, strict=True)]
            size += sum(map(len, cells))
            out.append(cells)
        if len(out) > MAX_ROWS + 1 or size > MAX_BYTES:
            message = f"the query gives more than {MAX_ROWS:,} rows or {MAX_BYTES // 1_000_000} MB"
            raise Problem("failed-query", message, hint="ask for fewer, with WHERE or LIMIT")
    if len(out) == 1:
        raise Problem("failed-query", "the database has no row that the query asks for; the table stays as it is")
    return out


def _text(value: object, name: str) -> str:
    """A value as a cell says it. Raises Problem for what is no text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (float, Decimal)) and not isfinite(value):
        raise Problem("failed-query", f"{name} holds {value}, which is no number; leave it out")
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if not isinstance(value, (str, int, UUID)):
        raise Problem(
            "failed-query", f"{name} holds {type(value).__name__}, which is no text; leave it out, or make it one"
        )
    text = str(value)
    if "\0" in text:
        raise Problem("failed-query", f"{name} has a text with a null character, which no table may contain")
    if len(text) > MAX_CHARACTERS:
        raise Problem(
            "failed-query", f"{name}: a text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read"
        )
    return text


def _reason(problem: Any, url: Any) -> str:
    """What a driver says, in a line and without what nobody may read."""
    return _without_secrets(" ".join(str(problem.orig).split()), url)


def _without_secrets(text: str, url: Any) -> str:
    secrets = [url.password, *(v for k, v in url.query.items() if any(s in k.lower() for s in _SECRETS))]
    for secret in secrets:
        if isinstance(secret, str) and secret:
            text = text.replace(secret, "***")
    return text
