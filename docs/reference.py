"""The reference's pages: every key of deck and template, every command, every problem, as the program itself knows them.

``make reference`` writes them to ``docs/reference/``, where they are read in the repository and by MkDocs alike.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typer

from carddesigner import editors
from carddesigner.cli.app import app
from carddesigner.contents import CONTENTS, REPEATS
from carddesigner.games import GAMES
from carddesigner.schema.json_schema import EXPRESSION_NOTE
from carddesigner.schema.stock import SIZES
from carddesigner.schema.stocks import STOCKS
from carddesigner.schema.template import SETTINGS, STRUCTURE, keys_of
from carddesigner.source.paths import explanations
from carddesigner.source.yaml import load_shipped

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "reference"
_MADE = "<!-- Made by `make reference` of what the program itself knows: don't edit. -->\n\n"

_PLAIN = {"string": "text", "number": "number", "integer": "whole number", "boolean": "true or false", "null": "null"}
_LINKS = {
    "Length": "length",
    "Distance": "length or %",
    "Colour": "colour",
    "WrittenColour": "colour written out",
    "Edition": "keys of this table",
}
_OF_ZONES = ("StrokeStyle", "LineStyle", "TextLineStyle", "GradientStyle", "StopStyle", "ShadowStyle")
_OF_CONTENTS = {"code": ("CodeKind",), "flow": ("FlowSettings",)}
_OF_STOCKS = ("Chamfer", "PolygonRegion")
_NO_SECTION = (*_LINKS, "Expression")
_SHAPES = {model.__name__: shape for shape, model in STOCKS.items()}


def pages() -> dict[str, str]:
    """Every page by its name in ``reference/``, as Markdown that MkDocs and repositories show."""
    made = {"deck": _deck(), "template": _template(), "commands": _commands(), "problems": _problems()}
    return {name: f"{_MADE}{text.strip()}\n" for name, text in made.items()}


def write() -> None:
    """Writes every page, and removes those that there are no longer."""
    FOLDER.mkdir(exist_ok=True)
    made = pages()
    for path in FOLDER.glob("*.md"):
        if path.stem not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / f"{name}.md").write_text(text)


def _takes(value: Json) -> list[str]:
    """What a key takes, in words."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        if name == "Expression":
            return []
        return [_LINKS[name] if name in _LINKS else f"[{_title(name)}](#{_anchor(name)})"]
    if "enum" in value:
        return [" ".join(f"`{v}`" for v in value["enum"])]
    if "const" in value:
        return [f"`{value['const']}`"]
    if "anyOf" in value:
        found = [words for branch in value["anyOf"] if branch != {"type": "null"} for words in _takes(branch)]
        return list(dict.fromkeys(found))
    kinds = value.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else [k for k in kinds if k != "null"]
    out = []
    for kind in kinds:
        if kind == "array":
            inner = " or ".join(_takes(value.get("items", {}))) or "values"
            out.append(f"[{inner}, {inner}]" if value.get("maxItems") == 2 else f"list of {inner}")
        elif kind == "object":
            inner = (
                " or ".join(_takes(value.get("additionalProperties") or {}))
                if value.get("additionalProperties")
                else ""
            )
            out.append(f"names, each with {inner}" if inner else "mapping")
        else:
            out.append(_PLAIN[kind])
    return out


def _anchor(name: str) -> str:
    """A heading's anchor, which MkDocs and repositories make alike."""
    return re.sub(r"[^a-z0-9 -]", "", _title(name).lower()).replace(" ", "-")


def _title(name: str) -> str:
    if name in _SHAPES:
        return f"shape: {_SHAPES[name]}"
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _examples(value: Json) -> str:
    shown = [f"[{', '.join(e)}]" if isinstance(e, list) else str(e) for e in value.get("examples", ())]
    return ", ".join(f"`{e}`" for e in shown)


def _row(key: str, value: Json, required: bool, content: str) -> str:
    words = value.get("description", "")
    takes = ", or ".join(_takes(value))
    if EXPRESSION_NOTE in words:
        words = words.replace(EXPRESSION_NOTE, "").strip()
        takes += ", or `{{ }}`"
    first, *meanings = re.split(r" ?With ((?:`\w+`(?:, | or )?)+): ", words)
    by_contents = dict(zip(meanings[::2], meanings[1::2], strict=True))
    own = [meaning for contents, meaning in by_contents.items() if f"`{content}`" in contents]
    words = " ".join(own or filter(None, [first, *by_contents.values()])).replace("\n", " ").replace("|", "\\|")
    said = [f"Takes {takes}." if takes else "", "Must be there." if required else ""]
    if "default" in value:
        default = value["default"]
        shown = ", ".join(map(str, default)) if isinstance(default, list) else default
        said.append(f"Default `{str(shown).lower() if isinstance(shown, bool) else shown}`.")
    elif len(_takes(value)) < 2 and "enum" not in value and (examples := _examples(value)):
        said.append(f"Such as {examples}.")
    small = " ".join(s for s in said if s)
    return f'| `{key}` | {words}<br><span class="takes" markdown>{small}</span> |'


def _table(
    properties: Mapping[str, Json], keys: Iterable[str] | None = None, required: Iterable[str] = (), content: str = ""
) -> str:
    wanted = [k for k in (keys if keys is not None else properties) if k in properties]
    rows = [_row(k, properties[k], k in required, content) for k in wanted]
    return "\n".join(["| key | meaning |", "|---|---|", *rows]) + "\n"


def _section(name: str, made: Json, level: str = "##") -> str:
    """A mapping of its own: what it is, and its keys."""
    text = f"{level} {_title(name)}\n\n{made.get('description', '')}\n"
    if "properties" in made:
        text += "\n" + _table(made["properties"], required=made.get("required", ()))
    return text


def _deck() -> str:
    schema = editors.schema("deck")
    definitions = schema["definitions"]
    games = {name: editors.schema(name) for name in GAMES}
    theirs = {n for g in games.values() for n in g["definitions"]}
    stocks = [m.__name__ for m in STOCKS.values()]
    out = [
        "# deck.yaml\n",
        "Every key of a deck. Lengths have a unit: `mm`, `cm`, `in` or `pt`; only 0 goes without. An "
        "[editor](../editors.md) completes all of this.\n",
        _table(schema["properties"], required=schema["required"]),
    ]
    first = ("Component", "Rows", "Join", "FieldSettings", "Print")
    rest = [n for n in definitions if n not in (*first, *stocks, *theirs, *_NO_SECTION, "Stock")]
    out += [_section(n, definitions[n]) for n in first if n in definitions]
    out += [_section(n, definitions[n]) for n in rest if n not in _OF_STOCKS]
    out.append(f"## Stock\n\n{definitions['Stock']['description']} Its `shape` decides which keys there are.\n")
    for model in STOCKS.values():
        made = definitions[model.__name__]
        out.append(f"### {_title(model.__name__)}\n\n{made['description']}\n")
        out.append(_table(made["properties"], required=made.get("required", ())))
    sizes = "\n".join(f"| `{name}` | {w:g} × {h:g} mm |" for name, (w, h) in SIZES.items())
    out.append(f"### Sizes by name\n\n| size | width × height |\n|---|---|\n{sizes}\n")
    out += [_section(n, definitions[n], "###") for n in rest if n in _OF_STOCKS]
    for name, game in games.items():
        out.append(f"## Game: {name}\n\n{game['description']}\n")
        out.append(_table(game["properties"]))
        out += [_section(n, made, "###") for n, made in game["definitions"].items() if n not in _NO_SECTION]
    return "\n".join(out)


def _template() -> str:
    schema = editors.schema("template")
    definitions = schema["definitions"]
    zone = definitions["Zone"]["properties"]
    out = [
        "# Templates\n",
        "Every key of a template. [Templates](../templates.md) explains how they work together. What is marked “or `{{ }}`” may "
        "be an expression with a value for each card. Inside a face or template that `extends` another, null removes "
        "what the parent has.\n",
        _table(schema["properties"], required=schema["required"]),
        _section("Face", definitions["Face"]),
        _section("Part", definitions["Part"]),
        _section("Board", definitions["Board"]),
        _section("Font", definitions["Font"]["anyOf"][1]),
        f"## Zone\n\n{definitions['Zone']['description']}\n",
        _table(zone, (*STRUCTURE, *SETTINGS)),
        _section("Box", definitions["Box"], "###"),
        *(_section(n, definitions[n], "###") for n in _OF_ZONES),
        "## Contents\n\nA zone has at most one of these, and beside it the settings that go with it.\n",
    ]
    for content, (model, _) in CONTENTS.items():
        own = (content, *(k for k in keys_of(model) if k != content))
        out.append(f"### {content}\n\n{_table(zone, own, content=content)}")
        out += [_section(n, definitions[n], "####") for n in _OF_CONTENTS.get(content, ())]
    out.append(f"### part\n\n{_table(zone, ('part', 'params'))}")
    out.append(f"### {', '.join(REPEATS)}\n\n{_table(zone, REPEATS)}")
    out.append(
        f"#### Repeat\n\n{definitions['Repeat']['description']}\n\n"
        + _table(definitions["Repeat"]["properties"], required=["each"])
    )
    out.append(
        f"## Style\n\n{definitions['Style']['description']} It may set what [text](#text) sets, and "
        "`fill`, `stroke`, `radius`, `opacity`, `shadow` and `blend`.\n"
    )
    out.append("## Text settings\n\nThe settings of [text](#text), without the text itself.\n")
    return "\n".join(out)


def _commands() -> str:
    group: Any = typer.main.get_command(app)
    out = [
        "# Commands\n",
        "A `DECK` is a shipped deck's name, or the path of a folder with a `deck.yaml`: anything with a `/` or a leading "
        "dot. The exit code is 0 if all is well, 1 if the deck has errors, 2 for wrong use, 3 for a fault of the program.\n",
    ]
    for name in group.commands:
        out.append(_command(name, group.get_command(None, name)))
    return "\n".join(out)


_PYTHON_TYPE = re.compile(r" <(str|path|int|int range|list\[str\])>")


def _command(name: str, command: Any) -> str:
    context = command.context_class(command, info_name=f"carddesigner {name}")
    usage = command.get_usage(context).removeprefix("Usage: ")
    rows = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None or "--help" in parameter.opts:
            continue
        shown, words = record
        shown = _PYTHON_TYPE.sub(" …" if shown.startswith("-") else "", shown)
        words = words.replace("[required]", "Must be there.")
        shown, words = (html.escape(w).replace("|", "&#124;") for w in (shown, words))
        rows.append(f"| <code>{shown}</code> | {words} |")
    usage = re.sub(r"\{(.+?)\}", r"\1", usage).replace("......", "...")
    text = f"## {name}\n\n{command.help.strip()}\n\n```text\n{usage}\n```\n"
    return text + ("\n| argument | meaning |\n|---|---|\n" + "\n".join(rows) + "\n" if rows else "")


def _problems() -> str:
    known = load_shipped(explanations())
    out = [
        "# Problems\n",
        "What the code in brackets of an error or a warning means, as `carddesigner explain CODE` tells it too.\n",
    ]
    for code in sorted(known):
        entry = known[code]
        out.append(f"## {code}\n\n{' '.join(entry['means'].split())}\n")
        if "mend" in entry:
            out.append(f"What to do: {' '.join(entry['mend'].split())}\n")
        if "more" in entry:
            out.append(f"{' '.join(entry['more'].split())}\n")
        blocks = [(word, entry[word]) for word in ("wrong", "right") if word in entry]
        if blocks:
            out.append('<div class="compare" markdown>\n')
            for word, body in blocks:
                out.append(f"```yaml\n# {word}\n{body.rstrip()}\n```\n")
            out.append("</div>\n")
    return "\n".join(out)


if __name__ == "__main__":
    write()
