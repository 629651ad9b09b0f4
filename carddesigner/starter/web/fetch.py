"""A table's bytes from an https address: only from hosts that are allowed, for a while, and up to a size."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import zlib
from contextlib import ExitStack
from time import monotonic
from urllib.parse import SplitResult, urljoin, urlsplit

from carddesigner import __version__
from carddesigner.source.files import FileProblem
from carddesigner.starter.web.hosts import Address, WebPolicy, addresses_of
from carddesigner.tables.delimited import is_page

_REDIRECTS = (301, 302, 303, 307, 308)
_GZIP = ("gzip", "x-gzip")
_AT_ONCE = 65_536
PUBLISH = (
    "in Google Sheets choose File > Share > Publish to web, the sheet, and CSV, and give the address that it shows"
)


def fetch(address: str, policy: WebPolicy) -> bytes:
    """The table's bytes at an address. Raises FileProblem with what is in the way, and what to do."""
    _check_sheets(address)
    results: list[bytes | Exception] = []
    end = monotonic() + policy.seconds

    def run() -> None:
        try:
            results.append(_follow(address, policy, end))
        except Exception as problem:  # raised where it is waited for
            results.append(problem)

    # Names are looked up without a limit of time, and headers may drip: the whole of it is waited for that long alone.
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(policy.seconds)
    if not results:
        raise _problem(
            f"no answer in {policy.seconds:g} seconds", "try again later, or download the table and give its file"
        )
    if isinstance(results[0], Exception):
        raise results[0]
    return results[0]


def _follow(address: str, policy: WebPolicy, end: float) -> bytes:
    for _ in range(policy.max_redirects + 1):
        url, port = _checked(address)
        host = url.hostname or ""
        reply = _ask(url, host, port, _address_of(host, port, policy), policy, end)
        if isinstance(reply, bytes):
            return reply
        try:
            address = urljoin(address, reply)
        except ValueError:
            raise _problem(f"{host[:100]!r} leads on to {reply[:200]!r}, which is no address") from None
    raise _problem(f"the address leads on more than {policy.max_redirects} times")


def _checked(address: str) -> tuple[SplitResult, int]:
    """The parts of an address. Raises FileProblem where it is none that is read."""
    try:
        url = urlsplit(address)
        port = url.port or 443
    except ValueError:
        raise _problem(f"{address[:200]!r} is no address") from None
    if url.scheme.lower() != "https":
        raise _problem(
            f"{address[:200]!r} is no https address", "tables are read only from addresses that begin with https://"
        )
    if not url.hostname or url.username is not None or url.password is not None or not address.isprintable():
        raise _problem(f"{address[:200]!r} is no address that a table can be read from")
    return url, port


def _address_of(host: str, port: int, policy: WebPolicy) -> Address:
    """The address to connect to, which was looked at. Raises FileProblem where there is none that is allowed."""
    try:
        addresses = addresses_of(host, port)
    except (OSError, UnicodeError):
        raise _problem(f"there is no host {host[:100]!r}, or no connection to the internet") from None
    allowed = [a for a in addresses if policy.allowed(a)]
    if not allowed:
        message = (
            f"{host[:100]!r} is on this computer, in its network, or reserved ({', '.join(map(str, addresses[:3]))})"
        )
        raise _problem(message, "tables are read from public hosts only; download the table and give its file")
    return allowed[0]


class _Connection(http.client.HTTPSConnection):
    """A connection to the very address that was looked at, whatever the name stands for a moment later."""

    def __init__(self, host: str, port: int, address: Address, timeout: float) -> None:
        self._tls = ssl.create_default_context()
        self._address = address
        super().__init__(host, port, timeout=timeout, context=self._tls)

    def connect(self) -> None:
        plain = socket.create_connection((str(self._address), self.port), self.timeout)
        try:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
        except OSError:
            plain.close()
            raise


def _ask(url: SplitResult, host: str, port: int, address: Address, policy: WebPolicy, end: float) -> bytes | str:
    """The bytes at an address, or where it leads."""
    name = host.encode("idna").decode("ascii")
    connection = _Connection(name, port, address, max(0.1, min(10.0, end - monotonic())))
    stack = ExitStack()
    stack.callback(connection.close)
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    headers = {
        "User-Agent": f"carddesigner/{__version__}",
        "Accept": "text/csv, text/*;q=0.8",
        "Accept-Encoding": "identity",
    }
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        stack.callback(answer.close)
        if answer.status in _REDIRECTS and (to := answer.getheader("Location")):
            return to
        _check_answer(answer, url)
        data = bytearray()
        while monotonic() < end and (more := answer.read1(_AT_ONCE)):
            data += more
            if len(data) > policy.max_bytes:
                raise _problem(f"the table is larger than {policy.max_bytes // 1_000_000} MB")
        if monotonic() >= end:
            raise _problem(f"the table took longer than {policy.seconds:g} seconds", "download it and give its file")
        # What is read piece by piece may end early without an error.
        if answer.length:
            raise _problem(f"{host[:100]!r} broke off after {len(data):,} bytes of the table", "try again later")
        table = _unpacked(bytes(data), answer, policy)
        _check_table(table, url)
        return table
    except ssl.SSLError as problem:
        raise _problem(f"{host!r} can't show that it is {host!r}: {problem.reason or problem}") from None
    except (OSError, http.client.HTTPException, UnicodeError, ValueError) as problem:
        raise _problem(f"no answer from {host!r}: {str(problem)[:200] or problem.__class__.__name__}") from None
    finally:
        stack.close()


def _check_answer(answer: http.client.HTTPResponse, url: SplitResult) -> None:
    host = url.hostname
    if answer.status in (401, 403):
        hint = (
            PUBLISH
            if _is_google(url)
            else "share it with everybody who has the address, or download it and give its file"
        )
        raise _problem(f"{host} asks who you are ({answer.status})", hint)
    if answer.status in (404, 410):
        raise _problem(f"{host} has nothing at this address ({answer.status})", PUBLISH if _is_google(url) else None)
    if answer.status != 200:
        raise _problem(f"{host} answers with status {answer.status}", "try again later")
    if (answer.getheader("Content-Encoding") or "identity").lower() not in ("identity", *_GZIP):
        raise _problem(f"{host} sends packed data that wasn't asked for")


def _unpacked(data: bytes, answer: http.client.HTTPResponse, policy: WebPolicy) -> bytes:
    """What was answered, as some hosts pack it though it wasn't asked for. Raises FileProblem."""
    if (answer.getheader("Content-Encoding") or "").lower() not in _GZIP:
        return data
    packed = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        table = packed.decompress(data, policy.max_bytes + 1)
    except zlib.error:
        raise _problem("the host sends packed data that can't be unpacked") from None
    if len(table) > policy.max_bytes:
        raise _problem(f"the table is larger than {policy.max_bytes // 1_000_000} MB")
    if not packed.eof:
        raise _problem("the host broke off in the middle of the table", "try again later")
    return table


def _check_table(data: bytes, url: SplitResult) -> None:
    """Refuse an answer that is a page, such as one to log in, or nothing. Raises FileProblem."""
    if is_page(data[:1000].decode("utf-8", "replace")):
        hint = PUBLISH if _is_google(url) else "give the address of the CSV file itself; is it shared with everybody?"
        raise _problem(f"{url.hostname} answers with a web page, not with a table; it may be one to log in", hint)
    if not data.strip():
        raise _problem(f"{url.hostname} answers with nothing")


def _is_google(url: SplitResult) -> bool:
    return (url.hostname or "").lower() in ("docs.google.com", "drive.google.com", "sheets.google.com")


def _check_sheets(address: str) -> None:
    """Refuse a Google Sheets address that a browser shows a spreadsheet at. Raises FileProblem."""
    url, _ = _checked(address)
    path = url.path.rstrip("/")
    if not _is_google(url) or "/spreadsheets/" not in f"{path}/":
        return
    if path.endswith("/pubhtml"):
        hint = "publish it as CSV instead of as a web page: its address ends with /pub?output=csv"
        raise _problem("this is a spreadsheet that is published as a web page", hint)
    if path.endswith(("/edit", "/view", "/preview", "/copy")) or path.count("/") <= 3:
        raise _problem("this is the address that shows a spreadsheet to people, not its table", PUBLISH)


def _problem(message: str, hint: str | None = None) -> FileProblem:
    return FileProblem("unreadable-address", message, hint=hint)
