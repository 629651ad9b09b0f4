"""Replace typewriter quotes, dashes and dots by those of a language. Each letter keeps its look."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from carddesigner.text.rich import Paragraph, Piece, Run

_SIGN = re.compile(r"\"|'|---?| - |\.\.\.")
_OPENS = re.compile(r"[\s(\[{«‹“‘„‚¿¡—–/\u00a0\u202f-]")
_HEBREW = re.compile("[\u05d0-\u05ea]")
_HEBREW_PREFIX = re.compile('(?<![\u05d0-\u05ea"])[\u05d1\u05d4\u05d5\u05db\u05dc\u05de\u05e9]{1,3}\\Z')
"""Prefixes written before a word without a space."""
_HEBREW_QUOTED = re.compile('[\u05d0-\u05ea]{2,}"(?![\u05d0-\u05ea])')
_APART = "\ufffc"
"""Represents an icon."""


class Signs(Struct, frozen=True):
    """A language's outer and inner quotes, each opening and closing, and its replacement for a hyphen between
    spaces.
    """

    outer: tuple[str, str]
    inner: tuple[str, str]
    dash: str


@cache
def _every() -> dict[str, Signs]:
    data = msgspec.json.decode(Path(__file__).with_name("quotes.json").read_bytes())
    return {
        language: Signs(_pair(outer), _pair(inner), dash)
        for language, (outer, inner, dash) in data["outer, inner, dash"].items()
    }


def _pair(written: str) -> tuple[str, str]:
    first, bar, second = written.partition("|")
    return (first, second) if bar else (written[0], written[1])


def signs(language: str) -> Signs:
    """Return the signs of a language, in its country's variant if there is one; English for an unknown language."""
    every = _every()
    return every.get(language) or every.get(language.partition("-")[0]) or every["en"]


@lru_cache(maxsize=1024)
def typeset(paragraph: Paragraph, language: str) -> Paragraph:
    """Return a paragraph with its language's signs: quotes by context, ``--`` and ``---`` as dashes, ``...`` as an
    ellipsis.
    """
    text = "".join(p.text if isinstance(p, Run) else _APART for p in paragraph.pieces)
    if _SIGN.search(text) is None:
        return paragraph
    changes = _changes(text, signs(language))
    out: list[Piece] = []
    at = 0
    for piece in paragraph.pieces:
        if not isinstance(piece, Run):
            at += 1
            out.append(piece)
            continue
        end = at + len(piece.text)
        new, done = "", at
        for start, stop, sign in changes:
            if at <= start and stop <= end:
                new += text[done:start] + sign
                done = stop
        out.append(replace(piece, text=new + text[done:end]))
        at = end
    return replace(paragraph, pieces=tuple(out))


def _changes(text: str, signs: Signs) -> list[tuple[int, int, str]]:
    """Return the signs to replace, with start, end and replacement."""
    out = []
    opened: list[tuple[str, str]] = []
    for match in _SIGN.finditer(text):
        written, start, end = match[0], match.start(), match.end()
        before, after = text[start - 1 : start], text[end : end + 1]
        if written in ('"', "'"):
            joined = not opened and _HEBREW_PREFIX.search(text[max(0, start - 4) : start])
            # In ל"שלום" the word after a prefix is quoted; in צה"ל the sign is a gershayim.
            if written == '"' and joined and _HEBREW_QUOTED.match(text, end):
                before = ""
            sign = _quote(written, before, after, signs, opened)
        elif written == " - ":
            sign = " – " if before.isdigit() and after.isdigit() else signs.dash
        else:
            sign = {"--": "–", "---": "—", "...": "…"}[written]
        out.append((start, end, sign))
    return out


def _quote(written: str, before: str, after: str, signs: Signs, opened: list[tuple[str, str]]) -> str:
    """Return the sign for a quote between two characters; *opened* has the open quotes with their closing signs."""
    if _HEBREW.match(before) and _HEBREW.match(after):
        return "״" if written == '"' else "׳"
    starts = not before or _OPENS.match(before) is not None
    if written == "'" and ((before.isalnum() and after.isalnum()) or (starts and after.isdigit())):
        return "’"
    if starts and after.strip():
        nested = written == "'" or any(other == written for other, _ in opened)
        first, second = signs.inner if nested else signs.outer
        opened.append((written, second))
        return first
    at = next((i for i in range(len(opened) - 1, -1, -1) if opened[i][0] == written), None)
    if at is not None:
        sign = opened[at][1]
        del opened[at:]
        return sign
    if before.isdigit():
        return "″" if written == '"' else "′"
    return "’" if written == "'" else signs.outer[1]
