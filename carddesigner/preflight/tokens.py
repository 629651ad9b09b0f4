"""The operators of a content stream, with their operands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

Argument = bytes | bytearray
"""A number or name as written, or a string (``bytearray``) decoded."""
Group = TypeVar("Group")
Operator = Callable[[Group, list[Argument]], None]
"""What an operator does, as one of a group of them that share what they change."""

_TOKEN = re.compile(rb"[^\s\x00()<>\[\]{}/%]+|/[^\s\x00()<>\[\]{}/%]*|\(|<<|>>|<[^<>]*>|%[^\r\n]*")
_IN_STRING = re.compile(rb"[()\\]")
_ESCAPE = re.compile(rb"\\(\r\n|[0-7]{1,3}|.)", re.S)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]")
_IMAGE_ENDS = re.compile(rb"[\s\x00]EI(?=[\s\x00]|$)")
_STARTS_NUMBER = frozenset(b"0123456789+-.")
MAX_ARGUMENTS = 40_000
"""The most operands before one operator."""


class Operation(NamedTuple):
    """An operator and its operands; the brackets of arrays are left out."""

    name: bytes
    arguments: list[Argument]


INLINE_IMAGE = b"BI"
"""An image in the stream; its operands are keys and values."""


def operations(data: bytes) -> Iterator[Operation]:
    """Yield the operators of a stream, in order. Raises ValueError for a string that never ends."""
    position, arguments = 0, list[Argument]()
    size = len(data)
    while position < size:
        for match in _TOKEN.finditer(data, position):
            token = match[0]
            first = token[0]
            if first in _STARTS_NUMBER or first == 47:  # a number or a name
                arguments.append(token)
            elif first == 40:  # a string begins
                text, position = _string(data, match.end())
                arguments.append(text)
                break
            elif first == 60:
                if token != b"<<":
                    digits = _NOT_HEX.sub(b"", token)
                    arguments.append(bytearray.fromhex((digits + b"0" * (len(digits) % 2)).decode()))
            elif first in (62, 37):  # the end of a dictionary, a comment
                continue
            elif token == b"ID":
                end = _IMAGE_ENDS.search(data, match.end())
                position = end.end() if end else size
                yield Operation(INLINE_IMAGE, arguments)
                arguments = []
                break
            elif token in (b"true", b"false", b"null"):
                arguments.append(token)
            elif token != b"BI":
                yield Operation(token, arguments)
                arguments = []
            if len(arguments) > MAX_ARGUMENTS:
                arguments = []
        else:
            return


def _string(data: bytes, start: int) -> tuple[bytearray, int]:
    """Decode a string, given the position after its opening bracket; return it and the position after its end."""
    depth, at, escaped = 1, start, False
    while True:
        match = _IN_STRING.search(data, at)
        if match is None:
            raise ValueError("a string never ends")
        sign, at = match[0], match.end()
        if sign == b"\\":
            escaped, at = True, at + 1
        elif sign == b"(":
            depth += 1
        else:
            depth -= 1
            if not depth:
                break
    raw = data[start : at - 1]
    return bytearray(_ESCAPE.sub(_unescaped, raw) if escaped else raw), at


def _unescaped(match: re.Match[bytes]) -> bytes:
    sign = match[1]
    if sign[0] in b"01234567":
        return bytes((int(sign, 8) & 255,))
    return _ESCAPED.get(sign, sign)
