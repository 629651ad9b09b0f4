"""The types of the designer's messages for its page, made of those in Python: ``python tools/make_messages.py``."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from carddesigner.designer import (
    change_messages,
    data_messages,
    message_parts,
    messages,
    nest_messages,
    print_messages,
    property_messages,
    size_messages,
    source_messages,
    start_messages,
    table_messages,
    text_messages,
)

TARGET = Path(__file__).parents[1] / "carddesigner/designer/web/src/messages.ts"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def type_of(hint: Any) -> str:
    """A type as TypeScript writes it."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return "unknown"
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Literal:
        return " | ".join(f'"{a}"' for a in args)
    if origin in (Union, types.UnionType):
        return " | ".join(map(type_of, args))
    if origin is tuple:
        if args[-1] is Ellipsis:
            inner = type_of(args[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        return f"[{', '.join(map(type_of, args))}]"
    return str(hint.__name__)


def made() -> str:
    """The file's text."""
    out = ["// Made by tools/make_messages.py of the messages in carddesigner/designer; don't edit.\n"]
    for struct in {
        **vars(message_parts),
        **vars(change_messages),
        **vars(nest_messages),
        **vars(size_messages),
        **vars(source_messages),
        **vars(print_messages),
        **vars(data_messages),
        **vars(start_messages),
        **vars(table_messages),
        **vars(property_messages),
        **vars(text_messages),
        **vars(messages),
    }.values():
        if not (isinstance(struct, type) and issubclass(struct, msgspec.Struct) and struct is not msgspec.Struct):
            continue
        hints = get_type_hints(struct)
        tag = struct.__struct_config__.tag
        lines = [f'  t: "{tag}";'] if tag is not None else []
        optional = len(struct.__struct_fields__) - len(struct.__struct_defaults__)
        sent = struct.__name__ in {s.__name__ for s in get_args(messages.FromPage)} | {"Placing", "Assignment"}
        for i, name in enumerate(struct.__struct_fields__):
            mark = "?" if i >= optional and sent else ""
            lines.append(f"  {name}{mark}: {type_of(hints[name])};")
        out.append(f"export interface {struct.__name__} {{\n" + "\n".join(lines) + "\n}\n")
    for name in ("FromPage", "FromServer"):
        union = " | ".join(s.__name__ for s in get_args(getattr(messages, name)))
        out.append(f"export type {name} = {union};\n")
    return "\n".join(out)


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(made(), encoding="utf-8")
