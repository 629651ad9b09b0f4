"""The options of commands as fields of a form; names, choices and help are taken from the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from typer.models import OptionInfo

from carddesigner.designer.choices import label_of
from carddesigner.designer.print_messages import FormField

if TYPE_CHECKING:
    from carddesigner.designer.printing import Forms

_NAMES = {"sheet": "sheets", "list_": "listed"}
"""Options with another name in Python."""
_OF_THE_TERMINAL = frozenset(
    ("output", "open_", "watch", "json_", "json_lines", "batch", "quiet", "scans", "cache", "scheduler", "resume")
)


def forms() -> Forms:
    """Return the fields of the commands that the designer's page offers."""
    from carddesigner.cli.build import build
    from carddesigner.cli.calibrate import calibrate
    from carddesigner.cli.export import export
    from carddesigner.designer.printing import Forms

    return Forms(tuple(fields_of(build)), tuple(fields_of(export)), tuple(fields_of(calibrate)))


def fields_of(command: Callable[..., None]) -> Iterator[FormField]:
    """Yield a command's options, except those that make sense only on a terminal."""
    for name, hint in get_type_hints(command, include_extras=True).items():
        if get_origin(hint) is not Annotated or name in _OF_THE_TERMINAL:
            continue
        kind, *metadata = get_args(hint)
        option = next((one for one in metadata if isinstance(one, OptionInfo)), None)
        if option is not None and not option.hidden:
            yield _field(_NAMES.get(name, name), kind, option)


def _field(name: str, kind: Any, option: OptionInfo) -> FormField:
    optional = isinstance(kind, UnionType) and type(None) in get_args(kind)
    plain = next((k for k in get_args(kind) if k is not type(None)), kind) if isinstance(kind, UnionType) else kind
    shape = option.metavar or ""
    choices = tuple(shape.split("|")) if "|" in shape else ()
    if isinstance(plain, type) and issubclass(plain, Enum):
        choices = tuple(str(member.value) for member in plain)
    field = FormField(name, label_of(name), "text", option.help or "", choices, shape)
    if plain is bool:
        return _with(field, "switch" if optional else "flag")
    if plain is int:
        return FormField(name, field.label, "number", field.help, (), shape, _int(option.min), _int(option.max))
    return _with(field, "choice") if choices else field


def _with(field: FormField, kind: Any) -> FormField:
    return FormField(field.name, field.label, kind, field.help, field.choices, field.shape)


def _int(value: float | None) -> int | None:
    return int(value) if value is not None else None
