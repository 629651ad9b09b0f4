"""Values of options and arguments, read from what is written on the command line."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import Any

_NUMBERS = (int, int | None)


def read_plainly(param: Any) -> None:
    """Read a parameter's values without typer where they need no conversion: missing ones, defaults, texts and paths.

    Typer builds a validator for every option, given or not, and imports pydantic for it. That takes half of a command
    that reads no deck. All other values are left to typer.
    """
    vars(param).setdefault("process_value", partial(_process, param))


def _process(param: Any, ctx: Any, value: Any) -> Any:
    is_many = param.multiple or param.nargs == -1
    read: object
    if value is None:
        is_plain, read = not param.required, () if is_many else None
    elif value is param.default and type(value) is not str and not is_many:
        is_plain, read = True, value  # our defaults are of their option's type
    else:
        read = _plain(getattr(getattr(param, "type_descriptor", None), "annotation", None), value)
        is_plain = read is not None
    if not is_plain:
        return type(param).process_value(param, ctx, value)
    return param.callback(ctx, param, read) if param.callback is not None else read


def _plain(annotation: object, value: object) -> object:
    """The value that a text or texts stand for, None where typer has to read it."""
    if annotation == list[str] and isinstance(value, list | tuple) and value and all(type(v) is str for v in value):
        return list(value)
    if type(value) is not str:
        return None
    if annotation is str:
        return value
    if annotation in _NUMBERS:
        # What is no number is left to the option's own check.
        return int(value) if re.fullmatch(r"[+-]?\d{1,20}", value, re.ASCII) else value
    # Typer reports a path that can't be read.
    if annotation is Path and (os.access(value, os.R_OK) or not os.path.lexists(value)):
        return Path(value)
    return None
