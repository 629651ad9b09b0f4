"""Tables on the web: only from public hosts, bounded, told what is wrong, kept in the deck, and read again."""

from __future__ import annotations

import gzip
import http.server
import re
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import pytest

from carddesigner.compare.difference import difference
from carddesigner.compare.read import rows_state
from carddesigner.core.markup import Markup
from carddesigner.core.report import DeckError
from carddesigner.deck.find import loaded_deck
from carddesigner.source.files import FileProblem
from carddesigner.starter.made import NewOptions
from carddesigner.starter.refresh import Refreshed, refreshed
from carddesigner.starter.web.fetch import fetch
from carddesigner.starter.web.hosts import WebPolicy, is_public
from carddesigner.starter.web.start import deck_from_address

HERE = WebPolicy(allowed=lambda address: address.is_loopback, seconds=60, max_bytes=100_000)
CARDS = b"Name,Text,Qty\nFire,burns,2\nIce,cools,1\n"

Answer = tuple[int, dict[str, str], bytes]


class Site:
    """A web server with TLS on this computer: what it answers by path, and which paths were asked for."""

    def __init__(self, folder: Path) -> None:
        self.answers: dict[str, Answer | Callable[[http.server.BaseHTTPRequestHandler], None]] = {}
        self.asked: list[str] = []
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem"]
        name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        made = ["openssl", "req", "-x509", *key, "-out", "cert.pem", "-days", "2", *name]
        subprocess.run(made, cwd=folder, check=True, capture_output=True)
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append(self.path)
                answer = site.answers.get(self.path, (404, {}, b"gone"))
                if callable(answer):
                    answer(self)
                    return
                status, headers, data = answer
                self.send_response(status)
                for header in headers.items():
                    self.send_header(*header)
                self.end_headers()
                self.wfile.write(data)

            def handle(self) -> None:
                with suppress(OSError):
                    super().handle()

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __call__(self, path: str) -> str:
        return f"https://localhost:{self.server.server_port}{path}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Path]]:
    folder = tmp_path_factory.mktemp("site")
    site = Site(folder)
    yield site, folder / "cert.pem"
    site.server.shutdown()
    site.server.server_close()


@pytest.fixture
def site(server: tuple[Site, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Site:
    monkeypatch.setenv("SSL_CERT_FILE", str(server[1]))
    monkeypatch.chdir(tmp_path)
    server[0].answers.clear()
    server[0].asked.clear()
    server[0].answers["/cards.csv"] = (200, {"Content-Type": "text/csv"}, CARDS)
    return server[0]


def problem(address: str, policy: WebPolicy = HERE) -> FileProblem:
    with pytest.raises(FileProblem) as found:
        fetch(address, policy)
    assert found.value.code == "unreadable-address"
    return found.value


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.0.0.1",
            "172.16.5.5",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
        ),
        *(
            "224.0.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fec0::1",
            "ff02::1",
            "::ffff:127.0.0.1",
        ),
        *("::ffff:10.0.0.1", "2002:7f00:1::1", "64:ff9b::7f00:1", "64:ff9b::a00:1"),
    ],
)
def test_addresses_that_are_not_public_are_none(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses_are_public(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "[::1]", "0x7f000001", "2130706433", "127.1", "[::ffff:127.0.0.1]"]
)
def test_this_computer_is_never_asked_however_it_is_written(site, host):
    address = site("/cards.csv").replace("localhost", host)
    assert "on this computer" in problem(address, WebPolicy(seconds=5)).message
    assert not site.asked


def test_an_address_that_leads_to_another_is_looked_at_again(site):
    site.answers["/there"] = (302, {"Location": "/cards.csv"}, b"")
    assert fetch(site("/there"), HERE) == CARDS
    site.answers["/inside"] = (302, {"Location": site("/cards.csv").replace("localhost", "10.0.0.1")}, b"")
    assert "10.0.0.1" in problem(site("/inside")).message
    site.answers["/plain"] = (301, {"Location": "http://localhost/cards.csv"}, b"")
    assert "no https address" in problem(site("/plain")).message
    site.answers["/round"] = (307, {"Location": "/round"}, b"")
    assert "more than 5 times" in problem(site("/round")).message


def test_what_is_too_large_or_too_slow_is_refused(site):
    site.answers["/large"] = (200, {}, b"a,b\n" * 50_000)
    assert "larger than" in problem(site("/large")).message

    def drip(handler: http.server.BaseHTTPRequestHandler) -> None:
        for _ in range(100):
            try:
                handler.wfile.write(b"X")
                time.sleep(0.1)
            except OSError:
                return

    site.answers["/slow"] = drip
    quick = WebPolicy(allowed=HERE.allowed, seconds=1)
    assert "no answer in 1 seconds" in problem(site("/slow"), quick).message


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            (200, {"Content-Type": "text/csv"}, b"\xef\xbb\xbf \n<!DOCTYPE html><p>Log in"),
            "a web page, not with a table",
        ),
        ((200, {}, b" \n"), "answers with nothing"),
        ((401, {}, b""), "asks who you are (401)"),
        ((404, {}, b""), "has nothing at this address (404)"),
        ((500, {}, b""), "answers with status 500"),
        ((200, {"Content-Encoding": "gzip"}, CARDS), "packed data"),
    ],
)
def test_what_is_no_table_is_told(site, answer, message):
    site.answers["/x"] = answer
    assert message in problem(site("/x")).message


def test_a_host_that_cannot_show_who_it_is_is_refused(site, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    assert "can't show that it is" in problem(site("/cards.csv")).message


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://docs.google.com/spreadsheets/d/1AbC/edit?gid=0#gid=0", "File > Share > Publish to web"),
        ("https://docs.google.com/spreadsheets/d/1AbC", "File > Share > Publish to web"),
        ("https://docs.google.com/spreadsheets/d/e/2PACX/pubhtml", "/pub?output=csv"),
        ("http://example.org/cards.csv", "https://"),
    ],
)
def test_a_way_out_is_named(cli, tmp_path, address, said):
    ran = cli("new", "mine", "--from", address)
    assert (ran.code, said in ran.err) == (1, True), ran.err
    assert not (tmp_path / "mine").exists()


def test_a_table_is_kept_with_its_address_and_read_again(site, tmp_path):
    deck_from_address(site("/cards.csv"), tmp_path / "mine", NewOptions(), HERE)
    kept = tmp_path / "mine/cards.csv"
    assert kept.read_bytes() == CARDS
    assert loaded_deck(tmp_path / "mine").deck.components[0].rows.from_ == site("/cards.csv")
    assert refreshed("./mine", HERE).same == (Path("mine/cards.csv"),)

    more = CARDS + b"Wind,blows,4\n"
    site.answers["/cards.csv"] = (200, {}, more)
    found = refreshed("./mine", HERE)
    assert list(found.files.values()) == [more]
    assert [c.row["Name"] for c in found.after[0].components[0].cards] == ["Fire", "Ice", "Wind"]
    assert kept.read_bytes() == CARDS


def test_a_table_that_would_break_the_deck_is_not_taken(site, tmp_path):
    deck_from_address(site("/cards.csv"), tmp_path / "mine", NewOptions(), HERE)
    site.answers["/cards.csv"] = (200, {}, b"Name,Text,Qty\nFire,burns,many\n")
    with pytest.raises(DeckError) as problem:
        refreshed("./mine", HERE)
    told = problem.value.report.errors[0]
    assert (told.code, str(told.span)) == ("wrong-value", "mine/cards.csv:2:12")


def test_a_joined_table_counts_as_what_it_will_be(site, tmp_path):
    deck_from_address(site("/cards.csv"), tmp_path / "mine", NewOptions(), HERE)
    (tmp_path / "mine/more.csv").write_text("Name,Says\nFire,old\nIce,old\n")
    file = tmp_path / "mine/deck.yaml"
    join = f"join: [{{rows: {{file: more.csv, from: '{site('/more.csv')}'}}, on: Name, as: about}}]"
    file.write_text(re.sub(r"rows:\n( +)", rf"rows:\n\1{join}\n\1", file.read_text()))
    site.answers["/more.csv"] = (200, {}, b"Name,Says\nFire,new\nIce,new\n")
    found = refreshed("./mine", HERE)
    assert [decks[0].components[0].cards[0].row["about"]["Says"] for decks in (found.before, found.after)] == [
        "old",
        "new",
    ]
    site.answers["/more.csv"] = (200, {}, b"Name,Says\nIce,new\n")
    with pytest.raises(DeckError, match=r"more\.csv has no Name 'Fire'"):
        refreshed("./mine", HERE)


def test_what_a_refresh_changes_is_told_as_the_deck_reads_its_cells(site, tmp_path):
    site.answers["/cards.csv"] = (200, {}, b"Name,Text,Qty\nFire,<b>Burns</b> DMG 2.,2\nIce,<b>Cools</b>.,1\n")
    deck_from_address(site("/cards.csv"), tmp_path / "mine", NewOptions(markup=(Markup.HTML,)), HERE)
    file = tmp_path / "mine/deck.yaml"
    file.write_text(f"{file.read_text()}text-replace:\n  DMG: {{with: damage, columns: [Text]}}\n")
    site.answers["/cards.csv"] = (200, {}, b"Name,Text,Qty\nFire,<b>Burns</b> DMG 3.,2\nIce,<i>Cools</i>.,1\n")
    assert told(refreshed("./mine", HERE)) == [
        ("Text", "[Burns]{bold} damage 2.", "[Burns]{bold} damage 3."),
        ("Text", "[Cools]{bold}.", "[Cools]{italic}."),
    ]


def test_what_a_refresh_changes_in_other_languages_is_told(site, tmp_path):
    table = "Name,Name (fr),Text,Text (fr),Qty\nFire,{},It burns what is near.,Il brûle ce qui est près.,2\nIce,Glace,It cools.,{},1\n"
    site.answers["/cards.csv"] = (200, {}, table.format("Feu", "").encode())
    deck_from_address(site("/cards.csv"), tmp_path / "mine", NewOptions(), HERE)
    site.answers["/cards.csv"] = (200, {}, table.format("Flamme", "Elle refroidit.").encode())
    assert told(refreshed("./mine", HERE)) == [("Name.fr", "Feu", "Flamme"), ("Text.fr", "", "Elle refroidit.")]


def test_a_table_that_is_gone_here_is_read_again(site, tmp_path):
    deck_from_address(site("/cards.csv"), tmp_path / "mine", NewOptions(), HERE)
    (tmp_path / "mine/cards.csv").unlink()
    found = refreshed("./mine", HERE)
    assert (found.before, list(found.files.values()), len(found.after[0].components[0].cards)) == ((), [CARDS], 2)


def told(found: Refreshed) -> list[tuple[str, str, str]]:
    """The fields that a refresh says it changes, as they were and as they will be."""
    changes = difference(rows_state("here", found.before), rows_state("web", found.after))
    return [(f.field, f.old, f.new) for piece in changes.changed for f in piece.fields]


@pytest.mark.parametrize("file", ["../outside.csv", "deck.yaml"])
def test_nothing_but_tables_of_the_deck_is_ever_written(site, tmp_path, file):
    (tmp_path / "mine").mkdir()
    (tmp_path / "outside.csv").write_text("precious")
    (tmp_path / "mine/deck.yaml").write_text(
        f"deck: mine\ntitle: Mine\ncomponents: [{{id: a, rows: {{file: {file}, from: '{site('/cards.csv')}'}}, front: a#b}}]\n"
    )
    with pytest.raises(DeckError):
        refreshed("./mine", HERE)
    assert not site.asked
    assert (tmp_path / "outside.csv").read_text() == "precious"


def test_a_deck_without_addresses_says_how_to_have_some(cli, tmp_path):
    (tmp_path / "cards.csv").write_bytes(CARDS)
    cli("new", "mine", "--from", "cards.csv")
    ran = cli("refresh", "./mine")
    assert (ran.code, "no table of the deck has an address" in ran.err, "from: https://" in ran.err) == (1, True, True)


def test_a_table_that_is_packed_unasked_is_unpacked_as_far_as_it_may(site: Site) -> None:
    site.answers["/a"] = (200, {"Content-Encoding": "gzip"}, gzip.compress(CARDS))
    assert fetch(site("/a"), HERE) == CARDS
    for data in (gzip.compress(b"a,b\n" * 100_000), gzip.compress(CARDS)[:-9]):
        site.answers["/a"] = (200, {"Content-Encoding": "gzip"}, data)
        with pytest.raises(FileProblem, match=r"larger than|broke off"):
            fetch(site("/a"), HERE)


def test_a_table_that_breaks_off_is_none(site: Site) -> None:
    site.answers["/half.csv"] = (200, {"Content-Length": str(len(CARDS) + 500)}, CARDS)
    assert "broke off" in problem(site("/half.csv")).message


def test_leading_on_to_no_address_is_told(site: Site) -> None:
    site.answers["/away.csv"] = (302, {"Location": "https://["}, b"")
    assert "leads on" in problem(site("/away.csv")).message


def test_an_answer_that_is_none_is_told_in_a_line(site: Site) -> None:
    site.answers["/odd.csv"] = lambda handler: handler.wfile.write(b"HTTP/1.1 " + b"Z" * 50_000 + b"\r\n\r\n")
    assert len(problem(site("/odd.csv")).message) < 300
