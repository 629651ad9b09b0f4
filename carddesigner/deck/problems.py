"""Turn Pydantic's validation errors into diagnostics at the deepest place that exists in the user's file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from carddesigner.core.report import Fix, Guess, Report, did_you_mean, guess
from carddesigner.core.units import MM
from carddesigner.source.yaml import Node, find
from carddesigner.tables.table import Row, Table, text_of

_MESSAGES = {
    "string_type": "expected text",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "expected a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "expected a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "expected true or false"),
    "dict_type": "expected a mapping of names to values",
    "model_type": "expected a mapping of settings",
    **dict.fromkeys(("tuple_type", "list_type"), "expected a list"),
}
_TYPES = ("_type", "_parsing", "_from_float")

SomeModel = TypeVar("SomeModel", bound=BaseModel)


def validated(
    model: type[SomeModel], given: object, node: Node, report: Report, context: dict[str, object] | None = None
) -> SomeModel | None:
    """Return the validated model of what *node* holds; None if it is invalid, with every error reported."""
    try:
        return model.model_validate(given, context=context)
    except ValidationError as error:
        report_validation(error, node, report, model=model)
        return None


def report_validation(error: ValidationError, node: Node, report: Report, *, model: type[BaseModel]) -> None:
    """Report every error of a model made from *node*."""
    errors = error.errors(include_url=False)
    for one in errors:
        loc = one["loc"]
        if "problem" in one.get("ctx", {}):
            report.add(one["ctx"]["problem"])
            continue
        if "at" in one.get("ctx", {}):
            loc = (*loc, one["ctx"]["at"])
        if one["type"] == "too_short" and any(e is not one and e["loc"][: len(loc)] == loc for e in errors):
            continue  # the count excludes entries that have errors of their own
        code, message, fix = _described(one, model)
        place = find(node, loc)
        key = place.key_span if code in ("unknown-key", "edition-key") else None
        report.error(code, message, key or place.span, hint=one.get("ctx", {}).get("hint"), fix=fix)


def report_row(error: ValidationError, row: Row, table: Table, report: Report) -> None:
    """Report every error of a row's model at the cell concerned, or at the start of the row."""
    for one in error.errors(include_url=False):
        code, message, fix = _described(one, None)
        column = str(one["loc"][0]) if one["loc"] else ""
        at = table.names.index(column) if column in table.names else None
        if at is not None and code in ("wrong-type", "wrong-value"):
            message = f"{column}: {message}, not {text_of(row.values[at])!r}"
        report.error(code, message, table.place(row, at) if at is not None else row.span, fix=fix)


def _described(one: ErrorDetails, model: type[BaseModel] | None) -> tuple[str, str, Fix | None]:
    """A diagnostic's code, message and fix for one of pydantic's errors."""
    near = _near(one, model)
    return *_code_and_message(one, model, near), one.get("ctx", {}).get("fix", near.fix)


def _near(one: ErrorDetails, model: type[BaseModel] | None) -> Guess:
    """A guess at what a wrong key or value was meant to be."""
    kind, context = one["type"], one.get("ctx", {})
    if kind == "extra_forbidden" and one["loc"]:
        return did_you_mean(str(one["loc"][-1]), _allowed(model, one["loc"][:-1]))
    if kind in ("literal_error", "enum"):
        expected = str(context.get("expected", ""))
        return did_you_mean(str(one["input"]), [w.strip("' ") for w in expected.replace(" or ", ",").split(",")])
    if kind == "union_tag_invalid":
        tags = str(context.get("expected_tags", ""))
        return did_you_mean(str(context.get("tag", "")), [t.strip("' ") for t in tags.split(",")])
    return guess("", None)


def _code_and_message(one: ErrorDetails, model: type[BaseModel] | None, near: Guess) -> tuple[str, str]:
    kind, context = one["type"], one.get("ctx", {})
    name = str(one["loc"][-1]) if one["loc"] else ""
    if kind == "extra_forbidden":
        allowed = _allowed(model, one["loc"][:-1])
        listed = f" (there are {', '.join(allowed)})" if allowed else ""
        return "unknown-key", f"unknown setting {name!r}{near or listed}"
    if kind == "missing":
        return "missing-key", f"missing {name!r}"
    if kind in ("literal_error", "enum"):
        return "wrong-value", f"{one['input']!r} is not {context.get('expected', '')}{near}"
    if kind == "union_tag_invalid":
        tags = context.get("expected_tags", "")
        return "wrong-value", f"unknown shape {context.get('tag')!r}{near or f'; there are {tags}'}"
    if kind == "union_tag_not_found":
        return "missing-key", "missing 'shape': card, square, octagon, circle or polygon"
    if kind == "string_pattern_mismatch" and name == "language":
        return "wrong-value", f"{one['input']!r} is not a language; write its code, such as en or pt-BR"
    if kind == "string_pattern_mismatch":
        message = f"{one['input']!r} has signs that don't belong here; use small letters, digits and hyphens"
        return "wrong-value", message
    if kind == "model_type":
        allowed = _allowed(model, one["loc"])
        return "wrong-type", _MESSAGES[kind] + (f": {', '.join(allowed)}" if allowed else "")
    if kind in _MESSAGES:
        return "wrong-type" if kind.endswith(_TYPES) else "wrong-value", _MESSAGES[kind]
    if kind.endswith(("too_short", "too_long")):
        return "wrong-value", _length_message(one)
    if kind.startswith(("greater_than", "less_than")):
        how, _, bound = one["msg"].replace("Input should be ", "").rpartition(" ")
        if isinstance(one["input"], str) and one["input"].strip()[-1:].isalpha():  # only lengths have a unit
            return "wrong-value", f"expected a length {how} {round(float(bound) / MM, 3):g}mm"
        return "wrong-value", f"expected a number {how} {bound}"
    if "-" in kind or kind.isalpha():
        return kind, one["msg"]
    return "wrong-value", one["msg"].replace("Input should be", "expected")


def _length_message(one: ErrorDetails) -> str:
    """The message for a text or a list that is too short or too long."""
    few = one["type"].endswith("too_short")
    bound = one["ctx"]["min_length" if few else "max_length"]
    how = f"at {'least' if few else 'most'} {bound:,}"
    if isinstance(one["input"], str):
        return f"expected {how} character{'s' * (bound != 1)}"
    return f"too {'few' if few else 'many'} entries; write {how}"


def _allowed(model: type[BaseModel] | None, loc: tuple[str | int, ...]) -> list[str]:
    """The names of settings allowed where an unknown one was found."""
    here: Any = model
    for step in loc:
        if here is None or isinstance(step, int):
            continue
        field = next((f for n, f in here.model_fields.items() if step in (n, f.alias)), None)
        if field is None:
            # The location includes the branch of a union: its tag or its class name.
            continue
        models = list(_models(field.annotation))
        here = next((m for m in models if _is_branch(m, loc)), models[0] if models else None)
    return [f.alias or n for n, f in here.model_fields.items()] if here is not None else []


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models within an annotation such as ``tuple[Model, ...]``, ``dict[str, A | B]``, ``Model | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for later in getattr(annotation, "__metadata__", ()):
        if isinstance(model := getattr(later, "model", None), type):
            yield model
            return
    for inner in getattr(annotation, "__args__", ()):
        yield from _models(inner)


def _is_branch(model: type[BaseModel], loc: tuple[str | int, ...]) -> bool:
    """Whether a location contains the tag of this branch of a union."""
    shape = model.model_fields.get("shape")
    return shape is not None and any(tag in getattr(shape.annotation, "__args__", ()) for tag in loc)
