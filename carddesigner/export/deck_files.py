"""Edit a deck's own files on request: write its columns' fields, and accept translations."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.deck.columns import infer
from carddesigner.deck.find import loaded_deck
from carddesigner.deck.loaded import LoadedComponent, LoadedDeck
from carddesigner.deck.translations import ACCEPTED, accepted_bytes
from carddesigner.export.files import OutputProblem, write_files
from carddesigner.schema.fields import FieldSettings
from carddesigner.source import paths
from carddesigner.source.files import read_bytes
from carddesigner.source.yaml import Node, find, load_yaml, plain

_NAME = re.compile(r"[^\W\d][\w.-]*(?: [\w.-]+)*")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_CODECS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


def declare_fields(deck: str | Path) -> dict[str, tuple[str, ...]]:
    """Write ``fields:`` into a deck's ``deck.yaml`` for each component that has none; return what was written, by
    component. Everything else in the file stays as it is; columns with values of several types stay undeclared. Raises
    DeckError, and OutputProblem for a shipped deck and if the file can't be written; then nothing was changed.
    """
    loaded = _own_deck(deck)
    path = (loaded.folder / Path(loaded.root.span.path).name).resolve()
    own, text, codec = _read(path)
    listed = own.value.get("components") if isinstance(own.value, dict) else None
    components = listed.value if listed is not None and isinstance(listed.value, tuple) else ()
    by_id = {c.id: c for c in loaded.components}
    declared = {c.id for c in loaded.deck.components if c.fields}
    written: dict[str, dict[str, str]] = {}
    splices: list[tuple[int, str]] = []
    wanted = plain(own)
    for i, node in enumerate(components):
        id_ = find(node, ("id",)).value
        component = by_id.get(id_) if isinstance(id_, str) else None
        if component is None or component.id in declared or not isinstance(node.value, dict) or "fields" in node.value:
            continue
        fields = _fields(component, loaded)
        if not fields:
            continue
        splices.append(_splice(text, node, fields))
        written[component.id] = fields
        wanted["components"][i]["fields"] = fields
    if not splices:
        return {}
    for at, more in sorted(splices, reverse=True):
        text = text[:at] + more + text[at:]
    made = load_yaml(path, text, Report())
    if made is None or plain(made) != wanted:
        raise OutputProblem(f"cannot add fields to {loaded.root.span.path} as it is written; nothing was changed")
    write_files({path: text.encode(codec)})
    return {id_: tuple(fields) for id_, fields in written.items()}


def accept_translations(deck: str | Path, language: str) -> tuple[Path, int]:
    """Accept a deck's translations to a language; return the file that was written and the number of translations. The
    file has digests of the current originals, so that ``validate`` warns if one is changed later. Raises DeckError, and
    OutputProblem for a shipped deck and if the file can't be written.
    """
    report = Report()
    loaded = _own_deck(deck, report, language)
    path = loaded.folder / ACCEPTED
    write_files({path: accepted_bytes(loaded.folder, language, loaded.translations, report)})
    return path, len(loaded.translations)


def _own_deck(deck: str | Path, report: Report | None = None, language: str | None = None) -> LoadedDeck:
    """Read a deck whose files may be changed. Raises DeckError, and OutputProblem for a shipped deck."""
    loaded = loaded_deck(deck, report, language)
    if loaded.folder.resolve().is_relative_to(paths.decks().resolve()):
        raise OutputProblem(f"{loaded.deck.deck} is a shipped deck, which is not changed; write a deck that extends it")
    return loaded


def _read(path: Path) -> tuple[Node, str, str]:
    """The file's nodes and text, and the encoding that reproduces its bytes."""
    data = read_bytes(path)
    for codec in _CODECS:
        try:
            text = data.decode(codec).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
        if text.encode(codec) == data and (node := load_yaml(path, text, Report())) is not None:
            return node, text, codec
    raise OutputProblem(f"cannot add fields to {path}: its encoding is unusual; nothing was changed")


def _fields(component: LoadedComponent, deck: LoadedDeck) -> dict[str, str]:
    """A component's columns whose values have one type, each with the type's name."""
    table = component.table
    settings = next(c for c in deck.deck.components if c.id == component.id).rows
    if table is None or settings is None or deck.deck.game is not None or not table.rows:
        return {}
    counts = (settings.copies,) if isinstance(settings.copies, str) else settings.copies
    out: dict[str, str] = {}
    for at, header in enumerate(table.headers):
        if header.name in (*counts, settings.id):
            continue
        inferred = infer([r.values[at] for r in table.rows], typed=table.typed)
        if inferred is not None and inferred == FieldSettings.model_construct(type=inferred.type):
            out[header.name] = inferred.type
    return out


def _splice(text: str, node: Node, fields: Mapping[str, str]) -> tuple[int, str]:
    """The position and text of the fields to insert."""
    pairs = [f"{_key(name)}: {kind}" for name, kind in fields.items()]
    assert isinstance(node.value, dict)
    if text[node.span.start] == "{":
        end = node.span.end - 1
        last = max((v.span.end for v in node.value.values() if v.span.end <= end), default=end)
        comma = re.compile(r"\s*,").match(text, last)
        inner = f"fields: {{{', '.join(pairs)}}}"
        return (comma.end(), f" {inner}") if comma is not None else (last, f", {inner}")
    rows = node.value.get("rows") or next(iter(node.value.values()))
    assert rows.key_span is not None
    # The value of an alias is elsewhere in the text.
    alias = re.compile(r"[ \t]*:[ \t]*\*").match(text, rows.key_span.end) is not None
    end = rows.key_span.end if alias else max(rows.span.end, rows.key_span.end)
    here, first = _NEWLINE.search(text, end), _NEWLINE.search(text)
    newline = first[0] if first is not None else "\n"
    indent = " " * (rows.key_span.column - 1)
    lines = newline.join([f"{indent}fields:", *(f"{indent}  {pair}" for pair in pairs)])
    return (here.end(), lines + newline) if here is not None else (len(text), newline + lines)


def _key(name: str) -> str:
    """A column's name as a YAML key."""
    plain_enough = _NAME.fullmatch(name) is not None and name.lower() not in _WORDS
    return name if plain_enough else json.dumps(name, ensure_ascii=False)
