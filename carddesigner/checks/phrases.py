"""Phrases of a deck's own list that its cells shouldn't have, each reported at the cell with its right form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from carddesigner.checks.base import Check, DeckView, Finding
from carddesigner.schema.phrases import Phrase
from carddesigner.tables.table import cells_of

_ANYTHING = r"(?:\S+\s+){0,6}?"
"""Up to six words that a ``…`` stands for."""


class _Wrong(Struct, frozen=True):
    """Finds a wrong phrase, and those in which it is right. ``word`` stands in every text that has it: most cells have no
    wrong phrase, and looking for a word is a tenth of looking for a pattern.
    """

    word: str
    pattern: re.Pattern[str]
    rights: tuple[re.Pattern[str], ...]

    @staticmethod
    def of(wrong: str, phrase: Phrase) -> _Wrong:
        words = (word.rstrip("*") for word in wrong.split() if word != "…")
        return _Wrong(max(words, key=len), _pattern(wrong), tuple(map(_pattern, phrase.unless)))

    def found(self, text: str) -> str | None:
        """What a text says wrongly, None if nothing."""
        if self.word not in text:
            return None
        for match in self.pattern.finditer(text):
            start, end = match.span()
            if not any(r.start() <= start and end <= r.end() for p in self.rights for r in p.finditer(text)):
                return match[0]
        return None


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
    patterns = {wrong: _Wrong.of(wrong, phrase) for wrong, phrase in phrases.items()}
    for component in deck.components:
        table = component.table
        if table is None:
            continue
        cells = cells_of(table)
        held = {at: _of_column(phrases, name) for name, at in cells.columns.items()}
        for card in component.cards:
            row = cells.row(card.row_number)
            for at, value in enumerate(row.values if row is not None else ()):
                if not isinstance(value, str):
                    continue
                for wrong in held[at]:
                    found = patterns[wrong].found(value)
                    if row is not None and found is not None:
                        column = table.headers[at].name
                        message = f"{column}: {found!r} should be {phrases[wrong].write!r}"
                        hint = "write it so, or name under `unless:` of the phrase in what it is right"
                        yield Finding(
                            "wrong-phrase", message, table.place(row, at), hint, card=card.id, field=column, about=wrong
                        )


def _of_column(phrases: Mapping[str, Phrase], column: str) -> list[str]:
    return [wrong for wrong, phrase in phrases.items() if not phrase.columns or column in phrase.columns]


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
