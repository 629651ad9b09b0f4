"""What a page of the designer sends: messages of every type in any order, and such as no page would send."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect
from starlette.websockets import WebSocket

from carddesigner.designer import messages as m
from carddesigner.designer.hub import Hub
from carddesigner.designer.printing import Forms
from carddesigner.designer.server import converse
from carddesigner.designer.session import Session
from tests.e2e.small_deck import DECK, TABLE, TEMPLATE
from tests.fuzz.commands import Files, problems
from tests.fuzz.deck_mutations import KEYS, VALUES
from tests.fuzz.mutations import mutated
from tests.fuzz.sample_deck import RULES, SYMBOL, write, written
from tests.fuzz.tables import CELLS
from tests.fuzz.target import Input, Target

FILES: Files = {
    "deck.yaml": (DECK + "  - {id: rules, pages: rules.md, front: sample#rules}\npalette: {ink: '#112233'}\n").encode(),
    "templates/sample.yaml": (
        TEMPLATE
        + "      mark: {box: {right: 5mm, top: 5mm, width: 8mm, height: 8mm}, icon: mine, color: ink, when: card.cost > 1}\n"
        + "      dots: {box: {left: 6mm, top: 70mm, width: 40mm, height: 5mm}, row: {each: card.cost, part: dot, gap: 1mm}}\n"
        + "      group: {box: {left: 6mm, top: 76mm, width: 40mm, height: 8mm}, zones: {a: {fill: ink}, b: {text: Foot, style: small}}}\n"
        + "  other: {extends: front, zones: {text: null}}\n"
        + "  rules: {zones: {page: {in: safe, flow: {text: small, title: {size: 12pt}, heading: {size: 9pt}}}}}\n"
        + "styles: {small: {size: 7pt, color: ink}}\n"
        + "parts: {dot: {size: [3mm, 3mm], params: {tone: ink}, zones: {disc: {shape: ellipse, fill: '{{ tone }}'}}}}\n"
    ).encode(),
    "crew.csv": TABLE.encode(),
    "rules.md": RULES.replace("![The dot](part:dot)", "").encode(),
    "symbols/mine.svg": SYMBOL.encode(),
}
BEGUN = (
    {"t": "open", "whole": True},
    {"t": "show", "component": "crew", "id": "ann", "side": "front"},
    {"t": "tables", "table": ""},
)
"""What a page asks for first."""
ALONE = frozenset(
    {
        *("start", "open-deck", "copy-deck", "fetch-table", "sketch", "make-deck", "refresh"),
        *("print-open", "print-look", "print-build", "print-export", "print-measure", "print-judge"),
    }
)
"""What goes on in other processes, for longer than all else."""


def judge(case: Input) -> None:
    """Each message is answered, none by a fault of ours; what is in the files can be read; and all undone gives the first bytes."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "deck"
        os.environ["XDG_CONFIG_HOME"] = str(Path(scratch) / "config")
        write(folder, FILES)
        session = Session(folder / "deck.yaml")
        conversation = Conversation(session, case.data)
        asyncio.run(conversation.held())
        assert conversation.faults == []
        problems(folder)
        session.undo(0)
        assert written(folder) == FILES
        assert {p.name for p in Path(scratch).iterdir()} <= {"deck", "config"}


class Conversation:
    """What a page and the server say, a line of an input after the other: ``@zone:3``, ``@table``, ``@revision`` and ``@version`` in a
    message stand for what the page was sent last.
    """

    def __init__(self, session: Session, data: bytes) -> None:
        self.hub = Hub(session, session.folder.parent, Forms(), Path("output"))
        self.left = [*(json.dumps(message).encode() for message in BEGUN), *data.split(b"\n")]
        self.zones: list[str] = []
        self.table, self.revision, self.version = "crew.csv", 0, ""
        self.asked = ""
        self.faults: list[str] = []
        self.connected = False

    async def held(self) -> None:
        """All of it."""
        scope = {"type": "websocket", "path": "/socket", "headers": [], "query_string": b"", "subprotocols": []}
        await converse(self.hub, WebSocket(scope, self.receive, self.send))
        self.hub.starting.end()
        await self.hub.printing.close()
        await self.hub.small.close()

    async def receive(self) -> dict[str, Any]:
        """The page's next message, once what is drawn meanwhile is drawn."""
        if not self.connected:
            self.connected = True
            return {"type": "websocket.connect"}
        for _ in range(1_000):
            await asyncio.sleep(0)
            if not self.hub._drawing:
                break
        if not self.left:
            return {"type": "websocket.disconnect", "code": 1000}
        line = self.left.pop(0)
        text = re.sub(r'"@(\w+)(?::(\d+))?"', self.meant, line.decode(errors="replace"))
        if any(f'"{word}"' in text for word in ALONE):
            text = '{"t": "cancel"}'
        self.asked = text
        return {"type": "websocket.receive", "text": text}

    def meant(self, match: re.Match[str]) -> str:
        """What a placeholder stands for."""
        if match[1] == "zone" and self.zones:
            return json.dumps(self.zones[int(match[2] or 0) % len(self.zones)])
        return json.dumps(
            {"table": self.table, "revision": self.revision, "version": self.version}.get(match[1], match[0])
        )

    async def send(self, message: dict[str, Any]) -> None:
        """What the page is sent."""
        if message["type"] != "websocket.send":
            return
        answer = json.loads(message["text"])
        if "not your fault" in message["text"]:
            self.faults.append(f"{self.asked[:2000]}: {message['text'][:2000]}")
        if answer["t"] == "face":
            self.zones = [zone["key"] for zone in answer["zones"]]
        elif answer["t"] == "table":
            self.table, self.revision = answer["key"], answer["revision"]
        elif answer["t"] == "table-patch":
            self.revision = answer["revision"]
        elif answer["t"] == "file":
            self.version = answer["version"]


# Messages by their types.

NAMES = st.sampled_from(
    [
        *(
            "new-name",
            "ground",
            "name",
            "text",
            "small",
            "dot",
            "front",
            "other",
            "ink",
            "card",
            "rank",
            "crew",
            "sample#front",
        ),
        *("a: b", "{{ x }}", "1", "é", "", "x" * 90, "*here", "a.b", "name.pt", "null"),
    ]
)
TEXTS = st.one_of(
    st.sampled_from(CELLS), st.sampled_from([v for v in VALUES if isinstance(v, str)]), st.text(max_size=6)
)
ZONES = st.one_of(*[st.integers(0, 9).map("@zone:{}".format)] * 4, st.sampled_from(["", "gone", "ground", "a/b"]))
WORDS: dict[str, st.SearchStrategy[Any]] = {
    "component": st.sampled_from(["crew", "crew", "crew", "rules", "gone", ""]),
    "id": st.sampled_from(["ann", "bob", "cid", "dot", "rules-1", "gone", ""]),
    "zone": ZONES,
    "zones": ZONES,
    "into": ZONES,
    "before": st.one_of(ZONES, st.just("")),
    "file": st.sampled_from(
        ["deck.yaml", "templates/sample.yaml", "crew.csv", "rules.md", "symbols/mine.svg", "../x", "gone.md", ""]
    ),
    "table": st.sampled_from(["@table", "@table", "@table", "", "gone.csv"]),
    "version": st.sampled_from(["@version", "@version", "old"]),
    "field": st.sampled_from(["name", "text", "cost", "rank", "ready", "id", "name.pt", "new", "a\nb", ""]),
    "content": st.sampled_from(["text", "icon", "image", "shape", "code", "nothing"]),
    "family": st.sampled_from(["Oswald", "Roboto", "Literata", "nobody", ""]),
    "places": st.sampled_from(["2:1", "3:3", "1:1", "Cards!B2", "999:9", "x"]),
    "text": TEXTS,
    "picture": st.just(""),
    "link": st.just("gone"),
}
NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "revision": st.sampled_from(["@revision", "@revision", "@revision", 0, 99]),
    "seq": st.integers(0, 9),
}
LENGTHS = st.one_of(st.floats(-20, 90).map(lambda x: round(x, 2)), st.sampled_from([0, 1e-9, -1e9, 1e300, 5, 10]))
ZONE_KEYS = (
    "text",
    "size",
    "min-size",
    "color",
    "fill",
    "box",
    "in",
    "rotate",
    "opacity",
    "when",
    "style",
    "align",
    "stroke",
    "row",
    "icon",
    "zones",
    "left",
    "width",
    "font",
    "part",
    "each",
    "gap",
)
KEY_PARTS = st.one_of(st.sampled_from(ZONE_KEYS), st.sampled_from(ZONE_KEYS), st.sampled_from(KEYS))


def of_type(kind: inspect.Type, name: str = "") -> st.SearchStrategy[Any]:
    """Values of a field of a message, by its type and its name."""
    match kind:
        case inspect.StructType():
            return of_struct(kind)
        case inspect.UnionType(types):
            return st.one_of(*(of_type(one, name) for one in types))
        case inspect.LiteralType(values):
            return st.sampled_from(values)
        case inspect.VarTupleType(item) | inspect.ListType(item):
            least = 1 if name == "key" else 0
            return st.lists(of_type(item, name), min_size=least, max_size=3)
        case inspect.TupleType(items):
            return st.tuples(
                *(
                    of_type(one, "component" if name == "keys" and not at else "id" if name == "keys" else name)
                    for at, one in enumerate(items)
                )
            )
        case inspect.Metadata(inner):
            return of_type(inner, name)
        case inspect.StrType():
            return KEY_PARTS if name == "key" else WORDS.get(name, st.one_of(NAMES, NAMES, TEXTS))
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return NUMBERS.get(
                name, st.one_of(st.integers(-2, 6), st.integers(-2, 6), st.sampled_from([10**6, -(10**6), 2**63 - 1]))
            )
        case inspect.FloatType():
            return LENGTHS
        case inspect.NoneType():
            return st.none()
    plain = [v for v in VALUES if not isinstance(v, float) or abs(v) < 1e300]
    return st.one_of(
        st.sampled_from(plain), st.sampled_from(["ink", "#123456", "8pt", "3mm", "50%", "front", "bold", 2])
    )


def of_struct(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    """A message, or what stands in one."""
    tag = {kind.tag_field: st.just(kind.tag)} if kind.tag_field is not None else {}
    must = {f.encode_name: of_type(f.type, f.encode_name) for f in kind.fields if f.required}
    may = {f.encode_name: of_type(f.type, f.encode_name) for f in kind.fields if not f.required}
    return st.fixed_dictionaries({**tag, **must}, optional=may)


@cache
def messages() -> st.SearchStrategy[dict[str, Any]]:
    """Messages of all types, those that change something more often."""
    kinds = [k for k in inspect.type_info(m.FromPage).types if isinstance(k, inspect.StructType) and k.tag not in ALONE]
    often = (
        "assign",
        "drop",
        "nest",
        "group",
        "ungroup",
        "cells",
        "rows",
        "columns",
        "rename",
        "duplicate",
        "delete",
        "save",
        "paste",
        "copy",
    )
    return st.one_of(*(of_struct(k) for k in [*kinds, *[k for k in kinds if k.tag in often] * 4]))


conversations = st.lists(messages(), min_size=1, max_size=25).map(
    lambda some: Input("jsonl", "\n".join(json.dumps(message) for message in some).encode())
)


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Messages of any types in any order, and known ones mutated."""
    tags = tuple(str(k.tag).encode() for k in inspect.type_info(m.FromPage).types if isinstance(k, inspect.StructType))
    return st.one_of(
        conversations,
        conversations,
        conversations,
        mutated(seeds, (*tags, b"@zone:1", b"@revision", b"null", b"[]", b"{}")),
    )


TARGET = Target("designer", judge, inputs)
