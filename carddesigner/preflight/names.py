"""Names and strings of a PDF as text, whatever their bytes."""

from __future__ import annotations

from typing import Any

import pikepdf


def text_of(given: Any) -> str:
    """A name with its slash, a string, or anything else as pikepdf shows it; bytes that aren't UTF-8 are read as
    Latin-1.
    """
    try:
        return str(given)
    except UnicodeDecodeError:
        raw: bytes = given.unparse()
        return raw.decode("latin-1")


def filters_of(stream: Any) -> list[str]:
    """The filters of a stream, in the order in which they are undone."""
    given = stream.get("/Filter")
    if isinstance(given, pikepdf.Array):
        return [text_of(f) for f in list(given)[:20]]
    return [text_of(given)] if given is not None else []
