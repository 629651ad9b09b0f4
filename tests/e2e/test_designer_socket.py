"""The designer's connection: whatever a page sends is answered, and nothing that it sends ends the conversation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.copies import copied_deck
from tests.e2e.designing import Designer
from tests.patience import PATIENCE

ZONE = {"kind": "zone", "name": "number"}


@pytest.fixture(scope="module")
def designer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Designer]:
    folder = tmp_path_factory.mktemp("socket")
    copied_deck("monogoto", folder / "mine")
    template = folder / "mine/templates/monogoto.yaml"
    (folder / "secret.md").write_text("not the deck's")
    # A text that doesn't fit on one of the cards.
    template.write_text(template.read_text("utf-8").replace("size: 30pt", "size: 300pt", 1), "utf-8")
    running = Designer(folder, "./mine")
    yield running
    running.stop()


@pytest.fixture
def page(designer: Designer) -> Iterator[ClientConnection]:
    own = f"127.0.0.1:{designer.port}"
    cookie = {"Cookie": designer.cookie}
    with connect(f"ws://{own}/socket", origin=f"http://{own}", additional_headers=cookie, max_size=None) as socket:  # type: ignore[arg-type]
        yield socket


def ask(page: ClientConnection, message: dict[str, Any] | str | bytes, kind: str) -> dict[str, Any]:
    """The next answer of a kind."""
    page.send(json.dumps(message) if isinstance(message, dict) else message)
    while (answer := json.loads(page.recv(timeout=PATIENCE)))["t"] != kind:
        pass
    return dict(answer)


def nested(depth: int) -> str:
    value = "[" * depth + "]" * depth
    return f'{{"t": "assign", "values": [{{"owner": {json.dumps(ZONE)}, "key": ["text"], "value": {value}}}]}}'


@pytest.mark.parametrize(
    ("message", "kind", "expected"),
    [
        ("nonsense", "note", "the page asked for nonsense"),
        (b"\x00\x01", "note", "the page asked for nonsense"),
        (nested(5000), "note", "nonsense"),
        (nested(900), "note", "too deeply"),
        (nested(300), "note", "could not be read any more"),
        ({"t": "assign", "values": [{"owner": ZONE, "key": []}]}, "note", "Expected `array` of length >= 1"),
        (
            {"t": "assign", "values": [{"owner": {"kind": "palette", "name": ""}, "key": ["x" * 5000, "y"]}]},
            "note",
            "could not be read any more",
        ),
        ({"t": "read", "file": "a\0.md"}, "file", "no text file of this deck"),
        ({"t": "read", "file": "x" * 5000 + ".md"}, "file", "no text file of this deck"),
        ({"t": "read", "file": "../secret.md"}, "file", "no text file of this deck"),
        ({"t": "read", "file": "/etc/hostname"}, "file", "no text file of this deck"),
        ({"t": "read", "file": "templates/../../secret.md"}, "file", "no text file of this deck"),
        ({"t": "save", "file": "../secret.md", "text": "x", "version": "y"}, "note", "no text file of this deck"),
        ({"t": "save", "file": "a\0.md", "text": "x", "version": "y"}, "note", "no text file of this deck"),
        ({"t": "try-text", "seq": 7, "file": "a\0.md", "text": "x"}, "tried", ""),
        ({"t": "copy-deck", "deck": "monogoto", "folder": "a/" * 3000}, "refused", "cannot make"),
        ({"t": "copy-deck", "deck": "no-deck", "folder": "x" * 5000}, "refused", "no-deck"),
        ({"t": "print-keep", "choices": []}, "note", "nothing is chosen"),
        ({"t": "print-keep", "choices": [{"name": "share", "value": 3}]}, "note", "Share"),
        ({"t": "write-field", "field": "a\nb", "text": "x"}, "note", "no name for a column"),
    ],
)
def test_what_can_not_be_done_is_reported_and_the_conversation_goes_on(
    page: ClientConnection, designer: Designer, message: dict[str, Any] | str | bytes, kind: str, expected: str
) -> None:
    before = {p: p.read_bytes() for p in designer.folder.rglob("*") if p.is_file()}
    ask(page, {"t": "show", "component": "symbols", "id": first(page)}, "face")
    answer = ask(page, message, kind)
    assert expected in str(answer)
    assert "not your fault" not in str(answer)
    assert ask(page, {"t": "open"}, "deck")["title"] == "Monogoto"
    assert {p: p.read_bytes() for p in designer.folder.rglob("*") if p.is_file()} == before


def first(page: ClientConnection) -> str:
    """The first card."""
    found = ask(page, {"t": "open"}, "deck")["components"][0]["pieces"][0]["id"]
    return str(found)


@pytest.mark.parametrize("component", ["symbols", "instructions", "what-was-renamed"])
def test_a_card_that_is_gone_is_reported_while_a_text_on_another_does_not_fit(
    page: ClientConnection, component: str
) -> None:
    answer = ask(page, {"t": "show", "component": component, "id": "gone"}, "broken")
    assert f"there is no card 'gone' in '{component}'" in str(answer)
    answer = ask(page, {"t": "wall", "keys": [[component, "gone"]]}, "wall")
    assert f"there is no card 'gone' in '{component}'" in answer["faces"][0]["problem"]


def test_a_cell_that_is_not_there_any_more_is_reported_while_it_is_typed_in(page: ClientConnection) -> None:
    table = ask(page, {"t": "tables"}, "table")
    where = {"table": table["key"], "revision": table["revision"], "text": "x"}
    for row, column in ((10_000, 0), (0, 99), (-10_000, 0)):
        answer = ask(page, {"t": "type", "seq": 3, "row": row, "column": column, **where}, "patch")
        assert "changed meanwhile" in answer["problem"]


def test_as_many_cells_as_are_taken_at_once_are_pasted(page: ClientConnection) -> None:
    table = ask(page, {"t": "tables"}, "table")
    text = "All of this is said in each of the cells."
    cells = [{"row": row, "column": 1, "text": text} for row in range(200_001)]
    pasted = {"t": "cells", "table": table["key"], "revision": table["revision"], "name": "Paste", "cells": cells}
    assert "200,001 cells are too many" in ask(page, pasted, "note")["text"]


def test_other_questions_are_answered_while_thousands_of_faces_are_drawn(page: ClientConnection) -> None:
    component = ask(page, {"t": "open"}, "deck")["components"][0]
    ids = [piece["id"] for piece in component["pieces"]]
    ask(page, {"t": "wall", "keys": [[component["id"], ids[0]]]}, "wall")
    keys = [[component["id"], id] for id in ids] + [[component["id"], f"gone-{n}"] for n in range(20_000)]
    page.send(json.dumps({"t": "wall", "generation": 7, "keys": keys}))
    page.send(json.dumps({"t": "show", "component": component["id"], "id": ids[1], "side": "front"}))
    answers: list[dict[str, Any]] = []
    while sum(len(a.get("faces", ())) for a in answers) < 10_000:
        answers.append(json.loads(page.recv(timeout=PATIENCE)))
    walls = [n for n, a in enumerate(answers) if a["t"] == "wall"]
    assert next(n for n, a in enumerate(answers) if a["t"] == "face") < walls[3]
    faces = [face for a in answers if a["t"] == "wall" for face in a["faces"]]
    assert {a["generation"] for a in answers if a["t"] == "wall"} == {7}
    assert [face["id"] for face in faces[: len(ids)]] == ids
    assert [face["id"] for face in faces if face["unchanged"]] == ids[:1]
    assert len(faces) == 10_000
    ask(page, {"t": "show", "component": component["id"], "id": ids[0], "side": "front"}, "face")
