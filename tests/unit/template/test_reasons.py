"""Why an expression has no value, in words that need no Python."""

from __future__ import annotations

import pytest

ROWS = "name,cost,tags\nFire,2,\n"


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("card.cost + card.name", "+ can't take a whole number and a text"),
        ("card.name + card.cost", "+ can't take a text and a whole number"),
        ("card.name < card.cost", "< can't compare a text with a whole number"),
        ("card.cost * 'x' - 1", "- can't take a text and a whole number"),
        ("card.cost | length", "a whole number has no length"),
        ("card.name.first.second", "a text has no 'first'"),
        ("card.cost | join", "a whole number is no list"),
        ("-card.name", "- can't stand before a text"),
    ],
)
def test_python_is_not_quoted(deck, expression, words):
    found = deck.zones(f'one: {{in: safe, text: "{{{{ {expression} }}}}"}}', ROWS).errors()[0]
    assert words in found.message
    assert ("~" in (found.hint or "")) is words.startswith("+")
