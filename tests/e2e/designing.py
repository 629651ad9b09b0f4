"""The designer as tests use it: the real server on a deck, pages in a real browser, and what a person does there."""

from __future__ import annotations

import atexit
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Self

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from carddesigner.source import paths
from tests.copies import copied_deck
from tests.patience import PATIENCE


class Forked:
    """A process that the server of designers forked, used as one of ``subprocess``."""

    def __init__(self, arguments: Sequence[str], cwd: Path, env: Mapping[str, str]) -> None:
        reading, writing = os.pipe()
        asked = _server()
        command = {"arguments": arguments, "cwd": str(cwd), "env": dict(env)}
        socket.send_fds(asked, [json.dumps(command).encode()], [writing])
        os.close(writing)
        self.stderr = open(reading, encoding="utf-8", errors="backslashreplace")  # noqa: PTH123, SIM115
        self.pid = int(asked.recv(100))
        self._ending = os.pidfd_open(self.pid)
        self._has_ended = False

    def send_signal(self, number: int) -> None:
        if not self._has_ended:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._ending, number)

    def communicate(self, timeout: float | None = None) -> tuple[None, str]:
        """What it still wrote, once it has ended. Raises TimeoutExpired."""
        if self._has_ended:
            return None, ""
        if not select.select([self._ending], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("carddesigner designer", timeout or 0)
        os.close(self._ending)
        self._has_ended = True
        with self.stderr:
            return None, self.stderr.read()


@cache
def _server() -> socket.socket:
    """The socket of this worker's server of designers, which ends when that is closed."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    script = str(Path(__file__).with_name("designer_server.py"))
    environment = {**os.environ, "PYTHONPATH": str(paths.shipped())}
    with theirs:
        number = theirs.fileno()
        process = subprocess.Popen([sys.executable, "-P", script, str(number)], env=environment, pass_fds=[number])
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


class Designer:
    """A running ``carddesigner designer`` on a deck, or on its start page: a fork, or *under* another program as it is started."""

    def __init__(
        self, folder: Path, deck: str | None, *more: str, under: Sequence[str] = (), path: Sequence[str] = ()
    ) -> None:
        self.folder = folder / deck if deck is not None and deck.startswith(".") else folder
        arguments = ["designer", *([deck] if deck is not None else []), "--no-browser", *more]
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((*path, str(paths.shipped()))),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "PYTHONFAULTHANDLER": "1",
        }
        self.process: Forked | subprocess.Popen[str]
        if under or path or not hasattr(os, "pidfd_open"):
            command = [*under, sys.executable, "-m", "carddesigner", *arguments]
            self.process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, env=env)
        else:
            self.process = Forked(arguments, folder, env)
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", line)
        assert found, line + self.process.stderr.read()
        self.link, self.port, self.token = found[0], int(found[1]), found[2]
        self.cookie = f"carddesigner-{self.port}={self.token}"

    @property
    def template(self) -> Path:
        return self.folder / "templates/monogoto.yaml"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        ended(self.process)


def ended(process: Forked | subprocess.Popen[str]) -> None:
    """End a server as Ctrl-C does; one that doesn't end tells where it hangs."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        _, where = process.communicate()
        pytest.fail(f"the server did not end:\n{where}")


@contextmanager
def on_copy(folder: Path, deck: str = "monogoto") -> Iterator[Designer]:
    """The designer on a copy of a shipped deck."""
    copied_deck(deck, folder / "mine")
    with Designer(folder, "./mine") as running:
        yield running


@contextmanager
def on_files(folder: Path, files: Mapping[str, str]) -> Iterator[Designer]:
    """The designer on a deck of these files, by their paths in its folder."""
    for name, text in files.items():
        path = folder / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with Designer(folder, "./mine") as running:
        yield running


def visited(browser: Browser, designer: Designer) -> Page:
    """A page of the designer; whatever stands in its console but for refused connections fails the test."""
    # Whatever glides somewhere is drawn some thirty times on the way.
    page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page.set_default_timeout(1000 * PATIENCE)
    page.on("console", lambda m: pytest.fail(m.text) if m.type == "error" and "ERR_CONNECTION" not in m.text else None)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(designer.link)
    return page


def opened(browser: Browser, designer: Designer) -> Page:
    """The same with a card on it."""
    page = visited(browser, designer)
    expect(page.locator(".painted > g").first).to_be_attached()
    return page


def choose(page: Page, zone: str) -> None:
    page.locator(".zones .row", has=page.get_by_text(zone, exact=True)).last.click()


def pull(page: Page, where: str, dx: float, dy: float) -> None:
    """Press on something and move the pointer so many millimetres."""
    box = page.locator(where).first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    zoom = float(page.locator(".zoom .value").inner_text().removesuffix("%")) / 100 * 96 / 25.4
    page.mouse.move(x, y)
    page.mouse.down()
    page.keyboard.down("Alt")
    page.mouse.move(x + dx * zoom, y + dy * zoom, steps=6)
    page.mouse.up()
    page.keyboard.up("Alt")


def press_at_once(page: Page, *keys: str) -> None:
    """Press keys before anything of them can be answered."""
    page.evaluate(
        """keys => keys.forEach(written => {
          const key = written.replace("Control+", "");
          const event = new KeyboardEvent("keydown", { key, ctrlKey: key !== written, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
        })""",
        list(keys),
    )


def png(color: str, kind: str = "PNG") -> bytes:
    """A picture's file."""
    out = BytesIO()
    Image.new("RGB", (300, 200), color).save(out, kind)
    return out.getvalue()


def drop_picture(page: Page, name: str, data: bytes, x: float, y: float) -> None:
    """Drop a file on the page."""
    page.evaluate(
        """([name, bytes, x, y]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
          const canvas = document.querySelector(".canvas");
          canvas.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, clientX: x, clientY: y, bubbles: true }));
        }""",
        [name, list(data), x, y],
    )
