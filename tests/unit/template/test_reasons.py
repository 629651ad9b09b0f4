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
        ("card.name.zfil(3)", "a text has no 'zfil'; did you mean 'zfill'?"),
        (
            "card.name | lstrip('0')",
            "there is no filter 'lstrip' here; it stands after a text and a point: card.name.lstrip(…)",
        ),
        ("number(card.cost)", "there is no 'number' here; it stands after a |: card.cost | number"),
        ("zfill(card.cost)", "there is no 'zfill' here; it stands after a |: card.cost | zfill"),
        ("card.cost | zfill", "zfill takes how many signs there are to be, such as zfill(3)"),
        ("card.cost | zfill('3')", "zfill takes how many signs there are to be, such as zfill(3)"),
        ("{'a': 1}[card]", "the mapping has no place for a whole record"),
        ("{'a': 1}[[1]]", "a list can't be looked up in a mapping"),
        ("'%d' | format(card.name)", "%d can't take a text; it is for numbers"),
        ("card.name | format(1)", "format has more values than signs with a %"),
        ("'%d %d' | format(1)", "format has fewer values than signs with a %"),
    ],
)
def test_python_is_not_quoted(deck, expression, words):
    found = deck.zones(f'one: {{in: safe, text: "{{{{ {expression} }}}}"}}', ROWS).errors()[0]
    assert words in found.message
    assert ("~" in (found.hint or "")) is words.startswith("+")
