"""The table of numbered cards: each value depends on the serial number and the deck's seed, and on nothing else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import prod

from msgspec import Struct

from carddesigner.core.arrangements import Permutation, arrangement, arrangements, drawn
from carddesigner.core.report import Problem
from carddesigner.core.serials import Serials
from carddesigner.core.source import Span
from carddesigner.schema.generated import (
    CODE_SIGNS,
    BingoField,
    CodeField,
    Generate,
    MadeField,
    NumberField,
    SampleField,
)
from carddesigner.source.yaml import Node, find
from carddesigner.tables.table import MAX_ROWS, Header, Row, Table

_BASE = len(CODE_SIGNS)
_DRAWN = 20
"""Number of table cells that one seeded value counts as, because a few lines of ``deck.yaml`` can request millions."""

SOME = "`build --layout pieces --split 2000` prints all in files of a size; `build` and `validate` take some with `--serials 1-2000`"
"""The hint if there are more cards than can be read at once."""


class _Field(Struct, frozen=True):
    """A field as a function of the serial number. ``size`` is how many numbers, from 0, have different values, None for
    no limit; ``cells`` is how many table cells a value counts as.
    """

    value: Callable[[int], object]
    size: int | None = None
    cells: int = 1


def generated_table(
    component: str, settings: Generate, node: Node, serials: Serials | None, count: Callable[[int], None]
) -> Table:
    """Return the table of a component's numbered cards, or only of those with *serials*; rows have their serial
    numbers. *node* is that of ``generate``; *count* is called with the number of cells before they are made. Raises
    Problem for more cards than a table can have, and for more than can differ.
    """
    declared = settings.serials
    wanted = (serials if serials is not None else declared).within(declared)
    if wanted.count > MAX_ROWS:
        message = f"{component} has {wanted.count:,} cards, more than the {MAX_ROWS:,} that are read at once"
        raise Problem("table-too-large", message, find(node, ("count",)).span, hint=SOME)
    numbers = wanted.numbers()
    places = [find(node, ("fields", name)) for name in settings.fields]
    fields = []
    for (name, made), place in zip(settings.fields.items(), places, strict=True):
        field = _field(made, f"carddesigner generate 1\n{settings.seed}\n{component}\n{name}", settings, place.span)
        if field.size is not None and field.size <= declared.last:
            message = f"{name} is different for {field.size:,} serial numbers, from 0 on; there are cards up to {declared.last:,}"
            raise Problem("too-few-different", message, place.span, hint=_more(made))
        fields.append(field)
    count(len(numbers) * (sum(field.cells for field in fields) + 6))
    columns = [[field.value(number) for number in numbers] for field in fields]
    headers = tuple(Header(n, at.key_span or at.span) for n, at in zip(settings.fields, places, strict=True))
    values = zip(numbers, zip(*columns, strict=True), strict=True)
    rows = tuple(Row(row, node.span, number) for number, row in values)
    return Table(str(node.span.path), headers, rows, lambda _, column: places[column].span, typed=True)


def _field(made: MadeField, key: str, settings: Generate, place: Span) -> _Field:
    if made.number is not None:
        return _number(made.number)
    if made.code is not None:
        return _code(made.code, key)
    if made.bingo is not None:
        return _bingo(made.bingo, key)
    if made.sample is not None:
        return _sample(made.sample, key)
    assert made.shuffle is not None, "the model has one of these"
    return _shuffle(made.shuffle, key, settings, place)


def _more(made: MadeField) -> str | None:
    """A hint on how to get more different cards."""
    if made.code is not None:
        return "a longer code gives more: `length`"
    return "`repeats: true` lets cards be alike" if made.sample is not None else None


def _number(settings: NumberField) -> _Field:
    if settings.digits is None and not settings.prefix and not settings.suffix:
        return _Field(lambda serial: serial)
    return _Field(lambda serial: f"{settings.prefix}{serial:0{settings.digits or 1}d}{settings.suffix}")


def _code(settings: CodeField, key: str) -> _Field:
    signs = settings.length - settings.check
    order = Permutation(key, _BASE**signs)

    def value(serial: int) -> str:
        number, digits = order.number(serial), []
        for _ in range(signs):
            number, digit = divmod(number, _BASE)
            digits.append(digit)
        if settings.check:
            digits.append(check_digit(digits))
        code = "".join(CODE_SIGNS[d] for d in digits)
        step = settings.group or len(code)
        return "-".join(code[i : i + step] for i in range(0, len(code), step))

    return _Field(value, order.size, _DRAWN)


def check_digit(digits: list[int]) -> int:
    """Return the check digit: the sum of all digits, each times its position from the end, counted from 1, is then a
    multiple of the base. The base is a prime greater than the number of digits, so that a wrong digit or two swapped
    ones are detected.
    """
    return -sum(place * digit for place, digit in enumerate(reversed(digits), 2)) % _BASE


def _bingo(settings: BingoField, key: str) -> _Field:
    each, columns, rows = settings.numbers // settings.columns, settings.columns, settings.rows
    middle = (columns // 2, rows // 2) if settings.free is not None else None
    taken = [rows - (middle is not None and column == middle[0]) for column in range(columns)]
    ways = [arrangements(each, n) for n in taken]
    size = prod(ways)
    order = Permutation(key, size)

    def value(serial: int) -> list[object]:
        number, drawn = order.number(serial), []
        for column, (take, n) in enumerate(zip(taken, ways, strict=True)):
            number, at = divmod(number, n)
            numbers: list[object] = list(arrangement(range(column * each + 1, (column + 1) * each + 1), take, at))
            if middle is not None and column == middle[0]:
                numbers.insert(middle[1], settings.free)
            drawn.append(numbers)
        entries = [drawn[column][row] for row in range(rows) for column in range(columns)]
        # A list has elements of one type, so with a text among them all become texts.
        return entries if middle is None else [str(entry) for entry in entries]

    return _Field(value, size, _DRAWN + rows * columns)


def _sample(settings: SampleField, key: str) -> _Field:
    size, cells = arrangements(len(settings.of), settings.take), _DRAWN + settings.take
    if settings.repeats:
        return _Field(
            lambda serial: list(arrangement(settings.of, settings.take, drawn(key, serial, size))), None, cells
        )
    order = Permutation(key, size)
    return _Field(lambda serial: list(arrangement(settings.of, settings.take, order.number(serial))), size, cells)


def _shuffle(pool: dict[str, int], key: str, whole: Generate, place: Span) -> _Field:
    ends = list(accumulate(pool.values()))
    if ends[-1] != whole.count:
        message = f"the texts are for {ends[-1]:,} card{'s' * (ends[-1] != 1)}, and `count` is {whole.count:,}"
        raise Problem(
            "wrong-value", message, place, hint='{gold: 1, "": 99} has a text for one card, and none for the other 99'
        )
    texts = list(pool)
    # Another run of cards is shuffled differently, so that the first run reveals nothing about the next.
    order = Permutation(f"{key}\n{whole.serial_from}", whole.count)
    return _Field(lambda serial: texts[bisect_right(ends, order.number(serial - whole.serial_from))], None, _DRAWN)
