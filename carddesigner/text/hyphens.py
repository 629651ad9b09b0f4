"""Places where words may be hyphenated, by pyphen's patterns.

Pyphen parses all of a language's patterns when it loads them, which takes as long as building a small deck, and a text
uses few of them. Here a file is only split into lines, and a pattern is parsed when a word matches it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

_LEFT, _RIGHT = 2, 3
"""The minimum number of letters before and after a hyphen."""

_LETTERS_ONLY = dict.fromkeys(map(ord, "0123456789"))
_STEPS = re.compile(r"(\d?)(\D?)")
_BY_NUMBER = re.compile(r"\^\^([0-9a-f]{2})")
_NO_PATTERNS = re.compile(r"^(?:[ \t]*[%#].*|[^\d\n]*$)|/.*=.*", re.MULTILINE)
"""Comments, lines without a number, and rules that respell a word at a hyphen, which don't affect the places."""


def hyphen_points(word: str, language: str) -> tuple[int, ...]:
    """Return the indices of the letters before which a hyphen may be; none in a language without patterns."""
    file = _file_of(language)
    if file is None:
        return ()
    patterns, longest = _patterns(file)
    pointed = f".{word.lower()}."
    # A place has the highest number that any pattern gives it; odd ones allow a hyphen.
    levels = [0] * (len(pointed) + 1)
    for start in range(len(pointed) - 1):
        for end in range(start + 1, min(start + longest, len(pointed)) + 1):
            pattern = patterns.get(pointed[start:end])
            if pattern is None:
                continue
            for at, (level, _) in enumerate(_STEPS.findall(pattern)[: len(levels) - start], start):
                if level and int(level) > levels[at]:
                    levels[at] = int(level)
    return tuple(at - 1 for at, level in enumerate(levels) if level % 2 and _LEFT < at <= len(word) - _RIGHT + 1)


def is_hyphenated(language: str) -> bool:
    """Whether there are patterns for a language."""
    return _file_of(language) is not None


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    """Return pattern files by language; the first file of a language with a country also serves the language alone."""
    spec = find_spec("pyphen")
    assert spec is not None
    assert spec.origin is not None
    out: dict[str, Path] = {}
    for file in sorted(Path(spec.origin).with_name("dictionaries").glob("hyph_*.dic")):
        name = file.stem.removeprefix("hyph_").lower()
        out[name] = file
        out.setdefault(name.split("_")[0], file)
    return out


@lru_cache(maxsize=64)
def _file_of(language: str) -> Path | None:
    """Return the patterns of a language such as ``pt-BR``, else those of ``pt``."""
    parts = language.lower().replace("-", "_").split("_")
    names = ("_".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((_files()[name] for name in names if name in _files()), None)


@lru_cache(maxsize=16)
def _patterns(file: Path) -> tuple[dict[str, str], int]:
    """Return a file's patterns by their letters, and the length of the longest."""
    data = file.read_bytes()
    encoding, _, rest = data.partition(b"\n")
    name = encoding.decode().strip().lower()
    text = _NO_PATTERNS.sub("", rest.decode("cp1251" if name == "microsoft-cp1251" else name))
    if "^^" in text:
        text = _BY_NUMBER.sub(lambda match: chr(int(match[1], 16)), text)
    lines = [line.strip() for line in text.split("\n")]
    out = dict(zip("\n".join(lines).translate(_LETTERS_ONLY).split("\n"), lines, strict=True))
    return out, max(map(len, out))
