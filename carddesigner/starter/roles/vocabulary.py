"""What people call their columns, compared without case and accents; the words are in ``vocabulary.yaml``."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from carddesigner.source.yaml import load_shipped

_VOCABULARY: dict[str, Any] = load_shipped(Path(__file__).with_suffix(".yaml"))
INKS: list[str] = _VOCABULARY["inks"]
"""Colours for categories: white text on each has a contrast above 5:1."""


def folded(text: str) -> str:
    """A header as it is compared: small letters without accents, its words joined by hyphens."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", letters).strip("-") or text.strip()


@cache
def _words(role: str) -> dict[str, None]:
    return dict.fromkeys(folded(w) for w in _VOCABULARY["headers"][role].split())


def means(header: str, role: str) -> float:
    """How well a header's words fit a role: 1 the very word, 0.6 one of its words, 0 nothing of it."""
    known = _words(role)
    whole = folded(re.sub(r"[(\[].*?[)\]]", "", header)) or folded(header)
    if whole in known or re.sub(r"-?\d+$", "", whole) in known:
        return 1.0
    split = folded(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header)).split("-")
    return 0.6 if len(split) > 1 and any(w in known for w in split) else 0.0


def names_a_column(text: str) -> bool:
    """Whether a text is what columns are called, by more than what may mean anything."""
    vague = {"copies-maybe", "colour", "paint", "totals", "aside"}
    return any(means(text, role) for role in _VOCABULARY["headers"].keys() - vague)


def inks(names: tuple[str, ...]) -> dict[str, str]:
    """A colour for each name: its own where it is a colour's word, else the next that is free."""
    colours: dict[str, str] = _VOCABULARY["colours"]
    reported = {n: c for n in names for c, words in colours.items() if folded(n) in words.split()}
    if len(set(reported.values())) < len(reported):
        reported = {}
    free = iter([c for c in (*INKS, *colours) if c not in reported.values()])
    return {n: reported.get(n) or next(free, INKS[0]) for n in names}
