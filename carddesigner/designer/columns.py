"""The kinds of a table's columns: as the deck or its game declares them, otherwise inferred from the cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from carddesigner.deck.cards import OF_EACH_CARD
from carddesigner.deck.columns import infer
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.designer import data_messages as m
from carddesigner.games import game as find_game
from carddesigner.schema.deck import Component
from carddesigner.schema.fields import FALSE_WORDS, TRUE_WORDS, FieldSettings
from carddesigner.source.yaml_edits import EditProblem
from carddesigner.tables.grid import Grid

MAX_CHOICES = 1000
"""The most cards that are offered for a reference."""
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif")


def columns_of(components: Sequence[Component], grid: Grid, loaded: LoadedDeck | None) -> tuple[m.ColumnInfo, ...]:
    """Return the columns of a table that *components* read."""
    languages = loaded.deck.languages if loaded is not None else ()
    names = [c.name or "" for c in grid.columns]
    out = []
    for i, column in enumerate(grid.columns):
        name = names[i]
        base, _, language = name.rpartition(".")
        of = names.index(base) if base and language in languages and base in names else -1
        kind, choices, required, declared = _kind(
            name if of < 0 else base, components, loaded, [row[i] for row in grid.rows]
        )
        out.append(
            m.ColumnInfo(
                column.header, name, kind, choices, required and of < 0, declared, language if of >= 0 else "", of
            )
        )
    return tuple(out)


def _kind(
    name: str, components: Sequence[Component], loaded: LoadedDeck | None, cells: Sequence[str]
) -> tuple[str, tuple[str, ...], bool, bool]:
    """Return a column's kind, the words that it may have, whether each row needs one, and whether the column is
    declared.
    """
    for component in components:
        field = component.fields.get(name)
        if field is not None:
            return field.type, _choices(field, cells, loaded), field.required, True
    model = _row_model(loaded)
    for key, info in model.model_fields.items() if model is not None else ():
        if (info.alias or key) == name:
            kind, choices = _of_annotation(info.annotation)
            return kind, _boolean_words(cells) if kind == "boolean" else choices, info.is_required(), True
    filled = [c for c in cells if c]
    if filled and all(c.lower().endswith((".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif")) for c in filled):
        return "image", (), False, False
    inferred = infer([c or None for c in cells], typed=False)
    kind = inferred.type if inferred is not None else "text"
    return kind, _boolean_words(cells) if kind == "boolean" else (), False, False


def refuse_unknown(name: str, loaded: LoadedDeck | None) -> None:
    """Raise EditProblem for a column that the deck's game doesn't have."""
    model = _row_model(loaded)
    fields = [info.alias or key for key, info in model.model_fields.items()] if model is not None else []
    if fields and name not in fields and name not in OF_EACH_CARD:
        raise EditProblem(f"the game's cards have no {name!r}, only {', '.join(fields)}")


def _row_model(loaded: LoadedDeck | None) -> type[BaseModel] | None:
    """Return the model of a row of the deck's game, if it has one."""
    game = loaded.deck.game if loaded is not None else None
    name = game.get("id") if isinstance(game, dict) else game
    try:
        return find_game(name).row if isinstance(name, str) else None
    except ValueError:
        return None


def _choices(field: FieldSettings, cells: Sequence[str], loaded: LoadedDeck | None) -> tuple[str, ...]:
    if field.type == "boolean":
        return _boolean_words(cells)
    if field.type == "reference" and loaded is not None:
        component = next((c for c in loaded.components if c.id == field.to), None)
        cards = component.cards if component is not None else ()
        choices = (
            c.id if field.by == "id" else str(c.row[field.by]) for c in cards if field.by == "id" or field.by in c.row
        )
        return tuple(dict.fromkeys(choices))[:MAX_CHOICES]
    return field.choices


def _boolean_words(cells: Sequence[str]) -> tuple[str, str]:
    """Return the words for true and false that a column has, or else usual ones."""
    true = next((c for c in cells if c.lower() in TRUE_WORDS), "yes")
    false = next((c for c in cells if c and c.lower() in FALSE_WORDS), None)
    if false is None:
        pairs = {"true": "false", "TRUE": "FALSE", "True": "False", "yes": "no", "Yes": "No", "1": "0", "on": "off"}
        false = "" if any(not c for c in cells) else pairs.get(true, "")
    return true, false


def _of_annotation(annotation: Any) -> tuple[str, tuple[str, ...]]:
    """Return the kind and the choices of a field for a Python type."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return "choice", tuple(str(a) for a in args)
    if origin in (Union, UnionType):
        inner = [_of_annotation(a) for a in args if a is not type(None)]
        if inner and all(kind == "choice" for kind, _ in inner):
            return "choice", tuple(w for _, values in inner for w in values)
        return inner[0] if len(inner) == 1 else ("text", ())
    kinds: Mapping[Any, str] = {bool: "boolean", int: "integer", float: "number"}
    return kinds.get(annotation, "text"), ()
