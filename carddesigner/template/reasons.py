"""Python's error messages for expressions, in terms that designers understand."""

from __future__ import annotations

import re

_KINDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "NoneType": "an empty cell",
    "None": "an empty cell",
    "tuple": "a list",
    "list": "a list",
    "range": "a list",
    "dict": "a mapping",
    "Record": "a record",
}
_JOIN = "`~` joins texts and numbers: card.cost ~ ' gold'"
_ASK = "an empty cell has no value; ask for one first: card.cost is not none and card.cost > 3"
_MESSAGES = (
    (r"unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'", "{0} can't take {1} and {2}"),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+", "+ can't take {0} and {1}"),
    (r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'", "{0} can't compare {1} with {2}"),
    (r"bad operand type for unary (\S+): '(\w+)'", "{0} can't stand before {1}"),
    (r"'(\w+)' object is not iterable", "{0} is no list"),
    (r"object of type '(\w+)' has no len\(\)", "{0} has no length"),
    (r"'(\w+)' object is not subscriptable", "{0} has nothing in it"),
    (r"'(?:[\w.]+\.)?(\w+)(?: object)?' has no attribute ('.*')", "{0} has no {1}"),
    (r"unhashable type: '(\w+)'", "{0} can't be looked up in a mapping; texts and numbers can"),
    (r"'(\w+)' object cannot be interpreted as an integer", "{0} stands where a whole number has to"),
    (r"%(\w) format: .* is required, not (\w+)", "%{0} can't take {1}; it is for numbers"),
    ("not enough arguments for format string", "format has fewer values than signs with a %"),
    ("not all arguments converted during string formatting", "format has more values than signs with a %"),
    (r"_?(\w+)\(\) missing \d+ required positional arguments?: (.+)", "{0} lacks what stands in its parentheses: {1}"),
    (r"_?(\w+)\(\) takes .* arguments? but .* given", "{0} has too much in its parentheses"),
    (r"(?:list|tuple) object has no element (.+)", "the list has no entry {0}"),
)


def message_of(reason: str) -> tuple[str, str | None]:
    """Return why an expression failed, and a hint if there is one. An unknown message is returned unchanged."""
    for pattern, text in _MESSAGES:
        match = re.search(pattern, reason)
        if match is not None:
            message = text.format(*[_KINDS.get(g, g) for g in match.groups()])
            if "an empty cell" in message:
                return message, _ASK
            return message, _JOIN if message.startswith("+ can't take") else None
    return reason, None
