"""Terms of the glossary that no text has, and exceptions to it that except nothing."""

from __future__ import annotations

from collections.abc import Iterator

from carddesigner.checks.base import Check, DeckView, Finding


def unused_terms(view: DeckView) -> Iterator[Finding]:
    """Of the language that the deck is looked at in."""
    held = view.deck.held
    if held is None:
        return
    hint = "whole words are looked for: graveyard* finds graveyards too; delete the term if no text has it"
    for entry in held.entries:
        if entry.name not in held.occurring:
            yield Finding("unused-term", f"no text has {entry.name!r}", entry.span, hint=hint)
    for name, span in held.exceptions:
        if name not in held.excepted:
            message = f"no translated text is called {name!r}"
            hint = "write a column, such as flavour, or one text, such as cards/fire/text"
            yield Finding("unused-term", message, span, hint=hint)


CHECK = Check("unused-term", unused_terms)
