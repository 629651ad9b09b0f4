"""Warn of phrases from a deck's own list that its cells shouldn't have, each at its cell with the right form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from carddesigner.checks.base import Check, DeckView, Finding
from carddesigner.schema.phrase import Phrase
from carddesigner.tables.table import cells_of

_ANYTHING = r"(?:\S+\s+){0,6}?"
"""The up to six words that a ``…`` matches."""


class _Wrong(Struct, frozen=True):
    """Finds a wrong phrase, and the phrases in which it is right. ``word`` occurs in every text with the phrase: most
    cells have no wrong phrase, and searching a word takes a tenth of the time of searching a pattern.
    """

    word: str
    pattern: re.Pattern[str]
    rights: tuple[re.Pattern[str], ...]

    @staticmethod
    def of(wrong: str, phrase: Phrase) -> _Wrong:
        words = (word.rstrip("*") for word in wrong.split() if word != "…")
        return _Wrong(max(words, key=len), _pattern(wrong), tuple(map(_pattern, phrase.unless)))

    def match(self, text: str) -> str | None:
        """The wrong phrase in a text that has its word; None if there is none."""
        for match in self.pattern.finditer(text):
            start, end = match.span()
            if not any(r.start() <= start and end <= r.end() for p in self.rights for r in p.finditer(text)):
                return match[0]
        return None


def wrong_phrases(view: DeckView) -> Iterator[Finding]:
    """Warn of every cell with a phrase for which the deck's list has another form, in the current language."""
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
        held = {
            at: [(patterns[wrong].word, wrong) for wrong in _of_column(phrases, name)]
            for name, at in cells.columns.items()
        }
        for card in component.cards:
            row = cells.row(card.row_number)
            for at, value in enumerate(row.values if row is not None else ()):
                if not isinstance(value, str):
                    continue
                for wrong in [wrong for word, wrong in held[at] if word in value]:
                    wording = patterns[wrong].match(value)
                    if row is not None and wording is not None:
                        column = table.headers[at].name
                        message = f"{column}: {wording!r} should be {phrases[wrong].write!r}"
                        hint = "correct it, or list under `unless:` of the phrase where it is right"
                        yield Finding(
                            "wrong-phrase", message, table.place(row, at), hint, card=card.id, field=column, about=wrong
                        )


def _of_column(phrases: Mapping[str, Phrase], column: str) -> list[str]:
    return [wrong for wrong, phrase in phrases.items() if not phrase.columns or column in phrase.columns]


def _pattern(phrase: str) -> re.Pattern[str]:
    """A pattern that finds a phrase as whole words; words of punctuation only, such as ``:tap:``, begin and end
    anywhere.
    """
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
