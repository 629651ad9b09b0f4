"""A model's JSON Schema with a description of every key, taken from the docstrings under its fields.

Defaults are given as a designer writes them: ``3mm``, not points.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from carddesigner.contents.base import Extent
from carddesigner.core.color import Gray


def plain_text(docstring: str) -> str:
    """Return a docstring as Markdown, with one line per paragraph."""
    paragraphs = inspect.cleandoc(docstring).replace("``", "`").split("\n\n")
    return "\n\n".join(" ".join(p.split()) for p in paragraphs)


@cache
def field_descriptions(model: type[BaseModel]) -> dict[str, str]:
    """Return the description of each field of a model: the docstring under it, or under the field that it overrides."""
    return {name: plain_text(text) for name, (_, text) in _fields(model).items() if text}


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The top-level classes of a module by name. `inspect` would parse the module for each class."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


@cache
def _fields(model: type[BaseModel]) -> dict[str, tuple[ast.expr | None, str]]:
    """The default of each field as written in the source, and the docstring under it."""
    out: dict[str, tuple[ast.expr | None, str]] = {}
    for owner in reversed(model.__mro__):
        if not (issubclass(owner, BaseModel) and owner is not BaseModel):
            continue
        definition = _classes(owner.__module__)[owner.__qualname__]
        for statement, after in zip(definition.body, [*definition.body[1:], None], strict=True):
            if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
                continue
            docstring = out.get(statement.target.id, (None, ""))[1]
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                docstring = str(after.value.value)
            out[statement.target.id] = (statement.value, docstring)
    return out


def _length(written: ast.expr | None) -> str | None:
    """A default in points as a user writes it: ``3 * MM`` is 3mm, a bare number is in points."""
    if isinstance(written, ast.Call):
        written = next((k.value for k in written.keywords if k.arg == "default"), None)
    number, unit = (written.left, "mm") if isinstance(written, ast.BinOp) else (written, "pt")
    if isinstance(number, ast.Constant) and isinstance(number.value, (int, float)) and number.value:
        return f"{number.value:g}{unit}"
    return None


def _number(value: float) -> float | int:
    return int(value) if value.is_integer() else value


def _holds_mappings(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(_holds_mappings(v) for v in value))


class Described(GenerateJsonSchema):
    """Pydantic's JSON Schema with descriptions, with defaults as written, and without titles."""

    ignored_warning_kinds = {*GenerateJsonSchema.ignored_warning_kinds, "non-serializable-default"}  # noqa: RUF012

    def model_schema(self, schema: Any) -> dict[str, Any]:
        """Return a model's schema with a description of each property."""
        made: dict[str, Any] = super().model_schema(schema)
        model: type[BaseModel] = schema["cls"]
        made.pop("title", None)
        made["description"] = plain_text(model.__doc__ or "")
        descriptions, written = field_descriptions(model), _fields(model)
        for name, field in model.model_fields.items():
            own = made["properties"].get(field.alias or name)
            if own is None:
                continue
            own.pop("title", None)
            if name in descriptions:
                own["description"] = descriptions[name]
            default = own.pop("default", None)
            if isinstance(default, float):
                default = _length(written[name][0]) if "|pt" in str(own) else _number(default)
            elif isinstance(pair := written[name][0], ast.Tuple) and "|pt" in str(own):
                lengths = [_length(one) for one in pair.elts]
                default = lengths if None not in lengths else default
            if default not in (None, [], "") and not _holds_mappings(default):
                own["default"] = default
        return made

    def function_plain_schema(self, schema: Any) -> dict[str, Any]:
        """Return the schema of a model that is built later; like any other model it is defined once."""
        model = getattr(schema["function"]["function"], "model", None)
        if model is None:
            return super().function_plain_schema(schema)
        model.model_rebuild()
        return self.generate_inner(model.__pydantic_core_schema__)

    def encode_default(self, dft: Any) -> Any:
        """Return a default as it is written in YAML."""
        if isinstance(dft, Gray):
            return "#" + 3 * f"{round(255 * dft.level):02x}"
        if isinstance(dft, Extent):
            return f"{100 * dft.fraction:g}%" if dft.fraction else f"{dft.points:g}pt"
        if isinstance(dft, tuple):
            return [_number(v) if isinstance(v, float) else self.encode_default(v) for v in dft]
        return super().encode_default(dft)
