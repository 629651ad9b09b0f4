"""What expressions can use besides names and constants: the single table from which the sandbox, hints, ``explain
expressions`` and the documentation are made.
"""

from __future__ import annotations

from msgspec import Struct


class Allowed(Struct, frozen=True):
    """Names with one meaning, the usual one first, an example, and its result."""

    names: tuple[str, ...]
    example: str
    gives: str


def _table(*rows: tuple[str, str, str]) -> tuple[Allowed, ...]:
    return tuple(Allowed(tuple(names.split()), example, gives) for names, example, gives in rows)


FILTERS = _table(
    ("plain", "card.text | plain", "the text as it is written: its stars, underscores and colons are no markup"),
    (
        "number",
        "1234.5 | number(2)",
        "1,234.50: grouped, and with the decimal sign of the deck's language; `number(2)` has two decimals",
    ),
    ("zfill", "7 | zfill(3)", "007"),
    ("format", "'%+d' | format(card.bonus)", "+2: numbers in forms of Python's `%`"),
    (
        "default d",
        "card.cost | default(0)",
        "another value where there is no such field; with `default(0, true)` for empty cells too",
    ),
    ("upper", "'ice' | upper", "ICE"),
    ("lower", "'ICE' | lower", "ice"),
    ("capitalize", "'ice age' | capitalize", "Ice age"),
    ("title", "'ice age' | title", "Ice Age"),
    ("trim", "' ice ' | trim", "ice"),
    ("replace", "'a-b' | replace('-', ' ')", "a b"),
    ("length count", "card.tags | length", "how many letters or items"),
    ("first", "card.tags | first", "the first of a list"),
    ("last", "card.tags | last", "the last of a list"),
    ("join", "card.tags | join(', ')", "the items as one text"),
    ("list", "'abc' | list", "the letters or items as a list"),
    ("sort", "card.tags | sort", "the items in order"),
    ("reverse", "card.tags | reverse", "the items from the last to the first"),
    ("unique", "card.tags | unique", "each item once"),
    ("min", "card.costs | min", "the least"),
    ("max", "card.costs | max", "the greatest"),
    ("sum", "card.costs | sum", "all added up"),
    ("round", "2.66 | round(1)", "2.7: rounded; `round(1, 'floor')` and `'ceil'` down and up"),
    ("abs", "-3 | abs", "3"),
    ("int", "'3' | int", "3 as a whole number"),
    ("float", "'2.5' | float", "2.5 as a number"),
    ("string", "3 | string", "3 as a text"),
)
METHODS = _table(
    ("upper", "card.name.upper()", "capitals"),
    ("lower", "card.name.lower()", "small letters"),
    ("title", "card.name.title()", "a capital for each word"),
    ("capitalize", "card.name.capitalize()", "a capital at the beginning"),
    ("strip", "card.name.strip()", "without what is blank at both ends, or without given letters: `strip('*')`"),
    ("lstrip", "'007'.lstrip('0')", "7: without these letters at the beginning"),
    ("rstrip", "'7.50'.rstrip('0')", "7.5: without these letters at the end"),
    ("zfill", "'7'.zfill(3)", "007"),
    ("startswith", "card.name.startswith('The ')", "whether it begins so"),
    ("endswith", "card.name.endswith('s')", "whether it ends so"),
    ("split", "'a, b'.split(', ')", "a list of its parts"),
    ("replace", "'a-b'.replace('-', ' ')", "a b"),
)
FUNCTIONS = _table(
    ("range", "range(1, 4)", "1, 2, 3"),
    ("len", "len(card.tags)", "how many letters or items"),
    ("min", "min(card.a, card.b)", "the least"),
    ("max", "max(card.a, card.b)", "the greatest"),
    ("sum", "sum(card.costs)", "all added up"),
    ("round", "round(2.5)", "rounded"),
    ("abs", "abs(-3)", "3"),
)
TESTS = _table(
    ("defined", "card.cost is defined", "whether there is such a field"),
    ("undefined", "card.cost is undefined", "the contrary"),
    ("none", "card.cost is none", "whether the cell is empty"),
    ("even", "card.cost is even", "2, 4, 6"),
    ("odd", "card.cost is odd", "1, 3, 5"),
    ("divisibleby", "card.cost is divisibleby 3", "3, 6, 9"),
    ("number", "card.cost is number", "whether it is a number"),
    ("integer", "card.cost is integer", "whether it is a whole number"),
    ("float", "card.cost is float", "whether it is a number with a point"),
    ("string", "card.cost is string", "whether it is a text"),
    ("boolean", "card.cost is boolean", "whether it is true or false"),
    ("true", "card.flag is true", "whether it is true"),
    ("false", "card.flag is false", "whether it is false"),
    ("sequence", "card.tags is sequence", "whether it is a list or text"),
    ("mapping", "card is mapping", "whether it is a mapping"),
    ("lower", "card.name is lower", "whether it is in small letters"),
    ("upper", "card.name is upper", "whether it is in capitals"),
    ("in", "card.suit is in ['sun', 'moon']", "whether it is one of these"),
    ("eq equalto ==", "card.cost is eq 3", "equal, as `==`"),
    ("ne !=", "card.cost is ne 3", "not equal, as `!=`"),
    ("lt lessthan <", "card.cost is lt 3", "less, as `<`"),
    ("le <=", "card.cost is le 3", "less or equal, as `<=`"),
    ("gt greaterthan >", "card.cost is gt 3", "more, as `>`"),
    ("ge >=", "card.cost is ge 3", "more or equal, as `>=`"),
)
SIGNS = _table(
    ("+ - * / // % **", "card.cost * 2 + 1", "sums; `//` leaves the rest away, `%` is the rest"),
    ("~", "card.cost ~ ' gold'", "joins texts and numbers"),
    ("== != < <= > >=", "card.cost > 3", "comparisons"),
    ("and or not", "card.cost > 3 and not card.free", "both, one of them, the contrary"),
    ("in", "'sun' in card.tags", "whether it is one of a list, or a part of a text"),
    ("if", "'a' if card.cost else 'b'", "one or the other; without `else` nothing"),
    ("[ ]", "['a', 'b'][card.cost]", "a list, and one of its items; `card['name']` is a field, `card.name[0:3]` three letters"),
    ("{ }", "{'a': 'red', 'b': 'blue'}[card.k]", "what a mapping has for a value; with `| default('grey')` where it has none"),
)  # fmt: skip

KINDS = {"sign": SIGNS, "filter": FILTERS, "method": METHODS, "function": FUNCTIONS, "test": TESTS}
"""All of these, by kind."""
TITLES = {
    "sign": "Signs",
    "filter": "Filters, which follow a `|`",
    "method": "What texts can do",
    "function": "Functions",
    "test": "Tests, which follow `is`",
}
_WHOLE = "`carddesigner explain expressions` lists all that there is"


def names(kind: str) -> tuple[str, ...]:
    """Return all names of a kind."""
    return tuple(name for row in KINDS[kind] for name in row.names)


def hint(kind: str) -> str:
    """Return a hint that lists what is available of a kind."""
    return f"there are {', '.join(row.names[0] for row in KINDS[kind])}; {_WHOLE}"


def as_text() -> str:
    """Return the table for a terminal."""
    out = []
    for kind, rows in KINDS.items():
        wide = max(len(row.example) for row in rows)
        lines = [f"  {row.example:<{wide}}  {row.gives}".replace("`", "") for row in rows]
        out.append("\n".join((TITLES[kind].replace("`", "") + ":", *lines)))
    return "\n\n".join(out)


def as_markdown() -> str:
    """Return the table for the documentation."""
    out = []
    for kind, rows in KINDS.items():
        lines = [f"| {_code(row.example)} | {_with_code(row.gives)} |" for row in rows]
        out.append("\n".join((f"| {_with_code(TITLES[kind])} | |", "|---|---|", *lines)))
    return "\n\n".join(out)


def _with_code(text: str) -> str:
    """Text with its code in backticks as HTML, because a ``|`` would end a table's cell."""
    return "".join(_code(part) if i % 2 else part for i, part in enumerate(text.split("`")))


def _code(example: str) -> str:
    signs = {"&": "&amp;", "<": "&lt;", "|": "&#124;", "*": "&#42;"}
    return f"<code>{''.join(signs.get(c, c) for c in example)}</code>"
