"""Tables that are taken from a database: real ones of SQLite, and what is said where none can be asked."""

from __future__ import annotations

import sqlite3
import sys

import pytest

from carddesigner.core.report import Problem
from carddesigner.starter.database import queried

pytest.importorskip("sqlalchemy", reason="the extra `sql` isn't installed")

DECK = """\
deck: shop
title: Shop
stocks: {card: {shape: card, size: poker}}
components:
  - {id: cards, rows: CARDS, front: shop#front, fields: {copies: integer}}
"""
TEMPLATE = """\
template: shop
fonts: {text: {family: Alegreya Sans}}
faces: {front: {zones: {name: {in: safe, text: "{{ card.name }}"}}}}
"""
QUERY = "SELECT name, copies FROM cards ORDER BY name"


@pytest.fixture
def shop(tmp_path):
    """A deck beside a database."""
    with sqlite3.connect(tmp_path / "shop.db") as database:
        database.execute("CREATE TABLE cards (name TEXT, copies INTEGER, price NUMERIC, photo BLOB)")
        made = [("Fire", 2, 1.5, b"x"), ('Ice, "cold"', 1, None, b"x"), ("Wünd: 5 %", 3, 2, b"x")]
        database.executemany("INSERT INTO cards VALUES (?, ?, ?, ?)", made)
    database.close()
    (tmp_path / "mine/templates").mkdir(parents=True)
    (tmp_path / "mine/deck.yaml").write_text(DECK.replace("CARDS", "cards.csv"))
    (tmp_path / "mine/templates/shop.yaml").write_text(TEMPLATE)
    (tmp_path / "mine/cards.csv").write_bytes("name;copies\r\nFire;2\r\nIce;1\r\n".encode("utf-8-sig"))
    return tmp_path


def take(cli, query=QUERY, address="sqlite:///shop.db", *more):
    return cli("refresh", "./mine", "--sql", address, query, *more)


def test_a_query_is_taken_into_the_table_in_the_style_of_its_file(shop, cli):
    ran = take(cli, QUERY, "sqlite:///shop.db", "--dry-run")
    assert (ran.code, "not written" in ran.err) == (0, True), ran.err
    assert b"Ice;1" in (shop / "mine/cards.csv").read_bytes()
    ran = take(cli)
    assert ran.code == 0, ran.err
    assert "Wünd" in ran.err + ran.out
    made = (shop / "mine/cards.csv").read_bytes()
    assert made.decode("utf-8-sig") == 'name;copies\r\nFire;2\r\n"Ice, ""cold""";1\r\nWünd: 5 %;3\r\n'
    assert made.startswith(b"\xef\xbb\xbf")
    assert "the same as in the database" in take(cli).err
    assert cli("validate", "./mine").code == 0


def test_a_table_that_is_not_there_yet_is_made(shop, cli):
    (shop / "mine/cards.csv").unlink()
    query = "SELECT name, copies, price, name LIKE '%5 \\%%' AS \"is:odd\" FROM cards ORDER BY name LIMIT 2"
    assert take(cli, query).code == 0
    assert (shop / "mine/cards.csv").read_text() == 'name,copies,price,is:odd\nFire,2,1.5,0\n"Ice, ""cold""",1,,0\n'


@pytest.mark.parametrize(
    ("address", "query", "message"),
    [
        ("shop.db", QUERY, "the address is none of a database"),
        ("postgresql://reader:my@s3cret:one@localhost/shop", QUERY, "the address is none of a database"),
        ("nosql://here/shop", QUERY, "SQLAlchemy knows no databases called 'nosql'"),
        ("sqlite:///shop2.db", QUERY, "there is no file shop2.db"),
        ("oracle+oracledb://reader:s3cret@localhost/shop", QUERY, "the driver of oracle+oracledb isn't installed"),
        ("sqlite:///shop.db", "SELECT name FROM crads", "no such table: crads"),
        ("sqlite:///shop.db", "SELECT name FRM cards", "syntax error"),
        ("sqlite:///shop.db", "-- all\nDELETE FROM cards", "only a query that reads"),
        ("sqlite:///shop.db", "WITH n AS (SELECT 1) DELETE FROM cards", "readonly"),
        ("sqlite:///shop.db", "PRAGMA journal_mode = WAL", "only a query that reads"),
        ("sqlite:///shop.db", "VACUUM INTO 'other.db'", "only a query that reads"),
        ("postgresql://reader:my@s3cret@localhost/shop", QUERY, "the address is none of a database"),
        ("sqlite:///shop.db", "SELECT name, photo FROM cards", "photo holds bytes, which is no text"),
        (
            "sqlite:///shop.db",
            "WITH RECURSIVE n(name) AS (SELECT 1 UNION ALL SELECT name + 1 FROM n) SELECT name FROM n",
            "more than 100,000 rows",
        ),
        ("sqlite:///shop.db", "SELECT name FROM cards WHERE name = 'Fier'", "no row that the query asks for"),
        ("sqlite:///shop.db", "SELECT name AS '', copies FROM cards", "a column without a name"),
        ("sqlite:///shop.db", "SELECT name, copies AS name FROM cards", "two columns called 'name'"),
        ("sqlite:///shop.db", "SELECT name || char(0) AS name FROM cards", "name has a text with a null character"),
        ("sqlite:///shop.db", "SELECT -1e999 AS name", "name holds -inf, which is no number"),
        ("sqlite:///shop.db", "SELECT hex(zeroblob(30000000)) AS name", "string or blob too big"),
        ("sqlite:///shop.db", "SELECT CAST(x'ff41' AS TEXT) AS name", "Could not decode to UTF-8"),
        ("sqlite:///shop.db?mode=ro&password=s3cret", QUERY, "'mode', 'password' are not accepted"),
        ("sqlite:///shop.db", "SELECT name, 'many' AS copies FROM cards", "copies: 'many' is not a whole number"),
        ("sqlite:///shop.db", "SELECT name AS title, copies FROM cards", "card has no field 'name'"),
        ("sqlite:///shop.db", "SELECT hex(zeroblob(4000)) AS name, copies FROM cards", "text does not fit its box"),
    ],
)
def test_what_cannot_be_taken_is_told_and_nothing_is_changed(shop, cli, address, query, message):
    before = (shop / "mine/cards.csv").read_bytes()
    ran = take(cli, query, address)
    assert (ran.code, message in ran.err) == (1, True), ran.err
    assert "s3cret" not in ran.err + ran.out
    assert "Warning" not in ran.err
    assert (shop / "mine/cards.csv").read_bytes() == before
    assert not (shop / "shop2.db").exists()
    with sqlite3.connect(shop / "shop.db") as database:
        assert database.execute("SELECT count(*) FROM cards").fetchone() == (3,)
    database.close()


def test_without_the_extra_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(Problem, match="SQLAlchemy, which isn't installed") as raised:
        queried("sqlite:///shop.db", QUERY)
    assert raised.value.hint is not None
    assert '".[sql]"' in raised.value.hint


def test_of_several_tables_it_is_said_which(shop, cli):
    deck = DECK.replace("CARDS", "cards.csv") + "  - {id: others, rows: others.tsv, front: shop#front}\n"
    (shop / "mine/deck.yaml").write_text(deck)
    (shop / "mine/others.tsv").write_text("name\nOther\n")
    ran = take(cli)
    assert (ran.code, "name with --component which of cards, others it is" in ran.err) == (1, True), ran.err
    ran = take(cli, QUERY, "sqlite:///shop.db", "--component", "other")
    assert (ran.code, "did you mean 'others'" in ran.err) == (1, True), ran.err
    ran = take(cli, "SELECT name FROM cards LIMIT 1", "sqlite:///shop.db", "--component", "others")
    assert (ran.code, (shop / "mine/others.tsv").read_text()) == (0, "name\nFire\n"), ran.err
    assert cli("refresh", "./mine", "--component", "others").code == 2


def test_only_tables_of_text_are_written(shop, cli):
    (shop / "mine/deck.yaml").write_text(DECK.replace("CARDS", "{file: cards.xlsx}"))
    ran = take(cli)
    assert (ran.code, "is no text table" in ran.err) == (1, True), ran.err
