"""What people call their columns, compared without case and accents; the words are in ``vocabulary.yaml``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct

from carddesigner.source.yaml import load_shipped

_VOCABULARY: dict[str, Any] = load_shipped(Path(__file__).with_suffix(".yaml"))
INKS: list[str] = _VOCABULARY["inks"]
"""Colours for categories: white text on each has a contrast above 5:1."""
SMALL_WORDS: dict[str, frozenset[str]] = {
    c: frozenset(words.split()) for c, words in _VOCABULARY["small-words"].items()
}
"""Words that most texts of a language have, by its code."""

LANGUAGES: tuple[str, ...] = tuple(_VOCABULARY["languages"])
"""Codes of languages, those that more tables are in first."""
MAX_WORDS = 12
"""Words of a header that are looked at."""

_NOTE = re.compile(r"[(\[（【].*?[)\]）】]")
_PARTS = re.compile(r"[^\W\d_]+|\d+|[#×№]")
_HUMP = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class Heading(Struct, frozen=True):
    """A header's words: without the language and the number that it may have beside them.

    ``fits`` says how well it fits each role that it fits at all: 1 the very word, 0.6 one of its words. ``note`` are
    words in parentheses, ``private`` says that it begins with ``_``.
    """

    words: tuple[str, ...]
    fits: dict[str, float]
    language: str = ""
    number: str = ""
    note: tuple[str, ...] = ()
    private: bool = False

    @property
    def base(self) -> str:
        """The words as one."""
        return "-".join(self.words)


def folded(text: str) -> str:
    """A header as it is compared: small letters without accents, its words joined by hyphens."""
    letters = _plain(text)
    return re.sub(r"[\W_]+", "-", letters).strip("-") or text.strip()


def _plain(text: str) -> str:
    """Small letters without accents, nor strokes through them."""
    letters = unicodedata.normalize("NFKD", text).casefold().translate(_STROKES)
    return letters if letters.isascii() else "".join(c for c in letters if not unicodedata.combining(c))


def _parts(text: str) -> list[str]:
    """The words of a text, folded; its humps are spaces."""
    return _PARTS.findall(_plain(_HUMP.sub(" ", text)))[:MAX_WORDS]


def _folded_words(text: str) -> list[str]:
    return list(chain.from_iterable(map(_apart, _parts(text[:200]))))


@cache
def _section(name: str) -> frozenset[str]:
    """The words of a list that is not of headers."""
    return frozenset(w for word in _VOCABULARY[name].split() for w in _parts(word))


@cache
def _roles() -> dict[str, tuple[str, ...]]:
    """The roles of each word, or words joined by hyphens."""
    out: dict[str, dict[str, None]] = {}
    for role, words in _VOCABULARY["headers"].items():
        for word in words.split():
            out.setdefault("-".join(_parts(word)), {})[role] = None
    return {word: tuple(roles) for word, roles in out.items()}


@cache
def _spaceless() -> tuple[frozenset[str], int]:
    """The words of scripts without spaces, and how long the longest is."""
    words = {
        p for w in (*_roles(), *_section("abouts"), *_section("joints")) for p in w.split("-") if _SPACELESS.search(p)
    }
    return frozenset(words), max(map(len, words))


@cache
def _languages() -> dict[str, str]:
    return {"-".join(_parts(word)): code for code, words in _VOCABULARY["languages"].items() for word in words.split()}


def language_of(word: str) -> str | None:
    """The code of the language that a word names."""
    return _languages().get("-".join(_parts(word)))


def language_name(code: str) -> str:
    """A language in English."""
    return next((w.capitalize() for w in _VOCABULARY["languages"][code].split() if len(w) > 3 and w.isalpha()), code)


@cache
def _headers_of() -> dict[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for code, words in _VOCABULARY["headers-of"].items():
        for word in words.split():
            out.setdefault("-".join(_folded_words(word)), set()).add(code)
    return {word: frozenset(codes) for word, codes in out.items()}


def languages_of_header(heading: Heading) -> frozenset[str]:
    """The languages in which columns are called like this; none where that may be any."""
    return _headers_of().get(heading.base, frozenset())


def _apart(word: str) -> list[str]:
    """A word taken apart: in scripts without spaces by the words that are known, in German by how it ends."""
    if _SPACELESS.search(word):
        vocabulary, longest = _spaceless()
        if word in vocabulary or word in _languages():
            return [word]
        out, at, unknown = [], 0, ""
        while at < len(word):
            end = next((e for e in range(min(len(word), at + longest), at, -1) if word[at:e] in vocabulary), at)
            if end == at:
                unknown, at = unknown + word[at], at + 1
                continue
            out += [unknown, word[at:end]] if unknown else [word[at:end]]
            unknown, at = "", end
        return [*out, unknown] if unknown else out
    if word in _roles():
        return [word]
    if word.startswith("karten") and len(word) > 8:
        return ["karten", *_apart(word[6:])]
    ends: list[str] = _VOCABULARY["ends"].split()
    last = next((e for e in ends if word.endswith(e) and len(word) > len(e) + 2), "")
    return [word.removesuffix(last), last] if last and word != "context" else [word]


@lru_cache(maxsize=4096)
def heading(header: str) -> Heading:
    """A header, read."""
    note = _NOTE.search(header)
    bare = _NOTE.sub(" ", header)
    words = _folded_words(bare) or _folded_words(header)
    private = header.lstrip().startswith("_")
    language = ""
    if note is not None:
        language = _languages().get("-".join(_parts(note[0])), "")
    if words and not language:
        language, words = _language(header, words)
    number = ""
    if len(words) > 1 and words[-1].isdigit():
        number = words.pop()
    note_words = tuple(_folded_words(note[0])) if note is not None and not language else ()
    return Heading(tuple(words), _fits(words), language, number, note_words, private)


def _language(header: str, words: list[str]) -> tuple[str, list[str]]:
    """The language that a header names at its end or beginning, and its other words."""
    languages, joints = _languages(), _section("joints")
    if len(words) > 2 and (pair := languages.get("-".join(words[-2:]))):
        return pair, words[:-2]
    if len(words) == 1:
        plain = words[0] not in joints or header.strip().isupper()
        return (
            (languages[words[0]], []) if plain and words[0] in languages and words[0] not in _roles() else ("", words)
        )
    if words[-1] in languages and words[-1] not in _roles():
        return languages[words[-1]], words[:-1]
    if (
        words[0] in languages
        and words[0] not in _roles()
        and (words[0] not in joints or header.strip()[:2].isupper() or "_" in header)
    ):
        return languages[words[0]], words[1:]
    return "", words


def _fits(words: list[str]) -> dict[str, float]:
    all_roles = _roles()
    abouts = _section("abouts")
    bare = [w for w in words if w not in _section("joints")] or words
    core = [w for w in bare if w not in abouts] or bare
    for some in (words, bare, core):
        if roles := all_roles.get("-".join(some)):
            return dict.fromkeys(roles, 1.0)
    parts: list[str] = []
    at = 0
    while at < len(core):
        end = next((e for e in range(min(len(core), at + 3), at, -1) if "-".join(core[at:e]) in all_roles), at)
        if end > at:
            parts.append("-".join(core[at:end]))
        at = max(end, at + 1)
    general = _section("general")
    special = [p for p in parts if p not in general] or parts
    return {role: 0.6 for part in special for role in all_roles[part]}


def have_roles(words: Iterable[str], *roles: str) -> bool:
    """Whether each of the words is one of these roles', or says nothing."""
    all_roles, empty = _roles(), _section("joints") | _section("abouts") | _section("cardish")
    return all(w in empty or w.isdigit() or any(r in all_roles.get(w, ()) for r in roles) for w in words)


def is_one(words: Iterable[str], role: str) -> bool:
    """Whether one of the words is a role's."""
    return any(role in _roles().get(w, ()) for w in words)


def is_old(name: str) -> bool:
    """Whether one of the words of a sheet's name says that it is an older version, or a copy."""
    return not _section("old").isdisjoint(_folded_words(name))


def name_cards(words: Iterable[str]) -> bool:
    """Whether one of the words is cards or a deck."""
    return not _section("cardish").isdisjoint(words)


def means(header: str, role: str) -> float:
    """How well a header's words fit a role: 1 the very word, 0.6 one of its words, 0 nothing of it."""
    return heading(header).fits.get(role, 0.0)


_VAGUE = {
    "counts",
    "copies-maybe",
    "copies-beside",
    "faction",
    "paint",
    "totals",
    "aside",
    "resource",
    "effect",
    "hidden",
}


def names_a_column(text: str) -> bool:
    """Whether a text is what columns are called, by more than what may mean anything."""
    read = heading(text)
    few = len(read.words) <= 3
    return not read.number and any(role not in _VAGUE and (fit == 1 or few) for role, fit in read.fits.items())


def is_colour(text: str) -> bool:
    """Whether a text is a colour's word."""
    return any(folded(text) in words.split() for words in _VOCABULARY["colours"].values())


def inks(names: tuple[str, ...]) -> dict[str, str]:
    """A colour for each name: its own where it is a colour's word, else the next that is free."""
    colours: dict[str, str] = _VOCABULARY["colours"]
    own = {n: c for n in names for c, words in colours.items() if folded(n) in words.split()}
    if len(set(own.values())) < len(own):
        own = {}
    free = iter([c for c in (*INKS, *colours) if c not in own.values()])
    return {n: own.get(n) or next(free, INKS[0]) for n in names}
