"""Phrases of a deck's own list that its cells shouldn't have, each told at the cell with its right form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from carddesigner.checks.base import Check, DeckView, Finding
from carddesigner.schema.phrases import Phrase
from carddesigner.tables.table import cells_of

_ANYTHING = r"(?:\S+\s+){0,6}?"
"""Up to six words that a ``…`` stands for."""


def wrong_phrases(view: DeckView) -> Iterator[Finding]:
    """Warn of every cell with a phrase that the deck's list has another form for, in the language that is looked at."""
    deck = view.deck
    phrases = {
        wrong: phrase
        for wrong, phrase in deck.deck.phrases.items()
        if (phrase.language or deck.original) == deck.deck.language
    }
    if not phrases:
        return
    patterns = {wrong: _pattern(wrong) for wrong in phrases}
    rights = {wrong: [_pattern(right) for right in phrase.unless] for wrong, phrase in phrases.items()}
    for component in deck.components:
        table = component.table
        if table is None:
            continue
        cells = cells_of(table)
        held = {at: _of_column(phrases, name) for name, at in cells.columns.items()}
        for card in component.cards:
            row = cells.rows.get(card.span) if card.span is not None else None
            for at, value in enumerate(row.values if row is not None else ()):
                for wrong in held[at] if isinstance(value, str) else ():
                    found = _found(str(value), patterns[wrong], rights[wrong])
                    if row is not None and found is not None:
                        column = table.headers[at].name
                        message = f"{column}: {found!r} should be {phrases[wrong].write!r}"
                        hint = "write it so, or name under `unless:` of the phrase in what it is right"
                        yield Finding(
                            "wrong-phrase", message, table.place(row, at), hint, card=card.id, field=column, about=wrong
                        )


def _of_column(phrases: Mapping[str, Phrase], column: str) -> list[str]:
    return [wrong for wrong, phrase in phrases.items() if not phrase.columns or column in phrase.columns]


def _found(text: str, pattern: re.Pattern[str], rights: list[re.Pattern[str]]) -> str | None:
    """What a text says wrongly, None if nothing."""
    for match in pattern.finditer(text):
        if not any(r.start() <= match.start() and match.end() <= r.end() for p in rights for r in p.finditer(text)):
            return match[0]
    return None


def _pattern(phrase: str) -> re.Pattern[str]:
    """Finds a phrase as whole words; words of signs only, such as ``:tap:``, begin and end anywhere."""
    out = ""
    words = phrase.split()
    for i, word in enumerate(words):
        if word == "…":
            out += _ANYTHING
            continue
        out += re.escape(word.rstrip("*")) + (r"\w*" if word.endswith("*") else "")
        out += r"\s+" if i + 1 < len(words) else ""
    before = r"(?<!\w)" if words[0][0].isalnum() else ""
    after = r"(?!\w)" if words[-1][-1].isalnum() else ""
    return re.compile(before + out + after)


CHECK = Check("wrong-phrase", wrong_phrases)
