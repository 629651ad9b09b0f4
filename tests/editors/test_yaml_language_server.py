"""The real yaml-language-server on decks and templates, as editors run it: over stdio, with nothing but the modeline."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from carddesigner import editors
from carddesigner.source import paths

HERE = Path(__file__).parent
SERVER = HERE / "node_modules/yaml-language-server/bin/yaml-language-server"
SECONDS = 60


class Editor:
    """As much of an editor as a language server needs: it opens files, is told what is wrong, asks what could stand here."""

    def __init__(self, node: str, folder: Path) -> None:
        self.server = subprocess.Popen(
            [node, str(SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.folder = folder
        self.answers: Queue[dict[str, Any]] = Queue()
        self.said: Queue[dict[str, Any]] = Queue()
        self.number = 0
        self.ear = threading.Thread(target=self._listen, daemon=True)
        self.ear.start()
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self._send({"method": "initialized", "params": {}})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def _listen(self) -> None:
        stream = self.server.stdout
        assert stream is not None
        while line := stream.readline():
            size = 0
            while line.strip():
                name, _, value = line.partition(b":")
                size = int(value) if name.lower() == b"content-length" else size
                line = stream.readline()
            message = json.loads(stream.read(size))
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            elif message.get("method") == "textDocument/publishDiagnostics":
                self.said.put(message["params"])
            elif "id" in message:
                self.answers.put(message)

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        answer = self.answers.get(timeout=SECONDS)
        assert answer["id"] == self.number
        assert "error" not in answer, answer
        return answer["result"]

    def _opened(self, kind: editors.Kind, text: str) -> str:
        """The URI of a file of its own with this text below its modeline."""
        self.number += 1
        path = self.folder / ("templates" if kind == "template" else "") / f"{kind}-{self.number}.yaml"
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": editors.modeline(kind) + text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        return str(document["uri"])

    def problems(self, kind: editors.Kind, text: str) -> list[tuple[int, str]]:
        """What the server finds wrong with a text: its lines, counted from 1, and words."""
        uri = self._opened(kind, text)
        while True:
            told = self.said.get(timeout=SECONDS)
            if told["uri"] == uri:
                return sorted((d["range"]["start"]["line"], d["message"]) for d in told["diagnostics"])

    def at_cursor(self, what: str, kind: editors.Kind, text: str) -> Any:
        """The answer to a question at the place of ``|`` in a text."""
        before, _, after = text.partition("|")
        uri = self._opened(kind, before + after)
        position = {"line": before.count("\n") + 1, "character": len(before.rpartition("\n")[2])}
        return self.ask(f"textDocument/{what}", {"textDocument": {"uri": uri}, "position": position})

    def completions(self, kind: editors.Kind, text: str) -> dict[str, dict[str, Any]]:
        """What could stand at ``|``, by its label."""
        return {item["label"]: item for item in self.at_cursor("completion", kind, text)["items"]}

    def close(self) -> None:
        with self.server:
            self.server.terminate()
            self.ear.join(SECONDS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A deck's folder with the schemas in it, as ``carddesigner new`` writes them."""
    made = tmp_path_factory.mktemp("deck")
    for name, text in editors.schema_files().items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_text(text)
    return made


@pytest.fixture(scope="module")
def editor(folder) -> Iterator[Editor]:
    node = shutil.which("node")
    if node is None or not SERVER.exists():
        pytest.skip("yaml-language-server is not installed; `make test` does it where there is npm")
    made = Editor(node, folder)
    yield made
    made.close()


def shipped() -> list[tuple[editors.Kind, Path]]:
    """Every deck and template that ships, and those of the documentation."""
    root = paths.shipped()
    decks = [*root.glob("decks/*/deck.yaml"), *root.glob("docs/recipes/*/deck.yaml")]
    templates = [*root.glob("templates/*.yaml"), *root.glob("docs/recipes/*/templates/*.yaml")]
    return [("deck", p) for p in decks] + [("template", p) for p in templates if p.name != "credits.yaml"]


@pytest.mark.parametrize(("kind", "path"), [pytest.param(k, p, id=f"{p.parent.name}/{p.name}") for k, p in shipped()])
def test_what_ships_has_no_problems(editor, kind, path):
    assert editor.problems(kind, path.read_text()) == []


DECK = """\
deck: Lanterns
titel: Lanterns
stocks:
  card: {shape: card, size: pocker, corner: 3mm}
  tile: {shape: square, size: poker, corner: 3mm}
  hex: {shape: hexagon, size: poker}
palette: {ink: "#1b1b"}
components:
  - id: lights
    rows: {file: cards.csv, shet: Cards}
    fields: {cost: intger}
    front: light
  - {id: rules, rows: cards.csv, pages: rules.md, front: lanterns#rules}
  - {id: book, booklet: rules.md, front: "lanterns#{{ card.kind }}"}
game: {id: monogoto, number: 3}
print:
  duplex: long
  margin: 3
"""


def test_a_wrong_deck_is_marked_at_its_lines(editor):
    found = editor.problems("deck", DECK)
    assert [line for line, _ in found] == [1, 1, 2, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 17, 18]
    words = dict(found)
    assert words[1] == 'Missing property "title".'
    assert words[2] == "Property titel is not allowed."
    assert '"poker"' in words[4]
    assert words[5] == "Property corner is not allowed."
    assert '"polygon"' in words[6]
    assert "#rrggbb" in words[7]
    assert words[10] == "Property shet is not allowed."
    assert '"integer"' in words[11]
    assert "template#face" in words[12]
    assert words[13] == "Property pages is not allowed."
    assert words[14] == "Running text has no cards to name their faces."
    assert words[15] == "Property number is not allowed."
    assert '"long-edge"' in words[17]
    assert "3mm" in words[18]


TEMPLATE = """\
template: lanterns
fonts:
  text: {family: Alegreya Sans, falback: Oswald}
styles:
  name: {siz: 9pt}
faces:
  light:
    zones:
      ground: {in: bleed, fill: "#ff"}
      name:
        box: {left: 6mm, right: 6mm, width: 4mm, height: 8}
        text: "{{ card.name }}"
        algin: center
        valign: center
        stroke: {color: ink, widht: 3pt}
      mark:
        icon: sun
        text: Sun
      pips:
        row: {part: pip}
"""


def test_a_wrong_template_is_marked_at_its_lines(editor):
    found = editor.problems("template", TEMPLATE)
    assert [line for line, _ in found] == [3, 5, 9, 11, 11, 13, 14, 15, 17, 18, 20]
    words = dict(found)
    assert words[3] == "Property falback is not allowed."
    assert words[5] == "Property siz is not allowed."
    assert "palette" in words[9]
    assert "Property right is not allowed." in [w for line, w in found if line == 11]
    assert any("3mm" in w for line, w in found if line == 11), found
    assert words[13] == "Property algin is not allowed."
    assert '"middle"' in words[14]
    assert words[15] == "Property widht is not allowed."
    assert words[17] == "A zone has one content; this one has `text`."
    assert words[20] == 'Missing property "each".'


EXPRESSIONS = """\
template: lanterns
extends: frame
faces:
  light:
    extends: other#face
    zones:
      name:
        box: {left: "{{ card.indent }}", width: 0, height: 20%}
        when: card.cost > 3
        style: "{{ card.kind }}"
        text: "{{ card.name }}"
        size: "{{ card.size }}"
        bold: "{{ card.cost > 3 }}"
        align: "{{ card.side }}"
        stroke: {color: "{{ card.suit }}", width: 1pt}
      pips:
        row: {each: card.cost, gap: "{{ card.gap }}", zones: {disc: {shape: ellipse, fill: ink}}}
      title: null
      mark: {text: null, icon: sun}
      art: {image: "{{ card.art }}", focus: ["{{ card.focus }}", 50%]}
"""


def test_expressions_and_nulls_that_remove_are_right(editor):
    assert editor.problems("template", EXPRESSIONS) == []


VARIANT = """\
deck: night
extends: monogoto
palette: {day: "#9ad1d4", ember: null}
stocks: {card: {corner: 5mm}}
components: [{id: followers, copies: 20}]
game: {id: monogoto, followers: 20}
"""


def test_a_variant_says_only_what_is_different(editor):
    assert editor.problems("deck", VARIANT) == []
    found = editor.problems("deck", VARIANT.replace("extends: monogoto\n", ""))
    assert {w for _, w in found} == {
        'Missing property "title".',
        'Missing property "shape".',
        'Missing property "front".',
    }
    assert {w for _, w in editor.problems("deck", VARIANT.replace("copies", "copeis"))} == {
        "Property copeis is not allowed."
    }


ZONE = """\
template: lanterns
faces:
  light:
    zones:
      name:
        box: {left: 6mm}
        |
"""


def test_keys_are_completed_inside_a_zone(editor):
    offered = editor.completions("template", ZONE)
    assert {"text", "icon", "image", "row", "part", "fill", "align", "when", "zones", "style"} <= set(offered)
    assert "box" not in offered, "it is there already"
    assert offered["min-size"]["documentation"].startswith("With `text` or `continued`: How small the text may become")
    assert offered["bold"]["insertText"] == "bold: ${1:false}"


def test_values_are_completed_where_they_are_known(editor):
    assert {"left", "center", "justify"} <= set(editor.completions("template", ZONE.replace("|", "align: |")))
    assert {"trim", "bleed", "safe"} <= set(editor.completions("template", ZONE.replace("|", "in: |")))
    assert {"each", "part", "gap"} <= set(editor.completions("template", ZONE.replace("|", "row:\n          |")))


def test_a_stocks_keys_follow_from_its_shape(editor):
    stock = "deck: lanterns\ntitle: Lanterns\nstocks:\n  card:\n    shape: SHAPE\n    |\n"
    assert {"size", "bleed", "corner"} <= set(editor.completions("deck", stock.replace("SHAPE", "card")))
    polygon = editor.completions("deck", stock.replace("SHAPE", "polygon"))
    assert {"size", "outline", "regions", "partition"} <= set(polygon)
    assert "corner" not in polygon


def test_a_key_says_what_it_means(editor):
    shown = editor.at_cursor("hover", "template", ZONE.replace("|", "fi|t: cover"))["contents"]["value"]
    assert "`cover` fills the box and crops the rest" in shown
    assert "May be an expression in `{{ }}`." in shown
