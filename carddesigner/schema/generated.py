"""Numbered cards, which need no table: ``generate:`` gives each a serial number, and fields derived from it with a
seed.
"""

from collections import Counter
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from carddesigner.contents.base import Model, refusal
from carddesigner.core.report import did_you_mean
from carddesigner.core.serials import Serials, serial_range
from carddesigner.schema.rows import BY_NUMBER

CODE_SIGNS = "34679ACDEFGHJKMNPRTUWXY"
"""23 digits and letters that can't be mistaken for each other (not 0, O, Q; 1, I, L; 2, Z; 5, S; 8, B; U, V). 23 is a
prime.
"""
MAX_SERIAL = 10**12
MAX_CARDS = 10**9
"""The most cards of one component. A file has far fewer; the others are selected by serial number."""
MAX_ENTRIES = 1_000
"""The most texts in a list."""
MAX_DEALT = 100_000
"""The most texts dealt to the cards."""
MAX_TAKEN = 100
"""The most entries of a sample, and the most numbers of a bingo grid."""

Word = Annotated[str, BeforeValidator(lambda v: str(v) if type(v) in (int, float) else v), Field(max_length=2_000)]
"""A text, or a number as written."""


class NumberField(Model):
    """The card's serial number; with ``digits``, a prefix or a suffix it is a text."""

    digits: int | None = Field(default=None, ge=1, le=12, strict=True)
    """The least number of digits, with leading zeros."""
    prefix: str = Field(default="", max_length=60)
    """Text before the number."""
    suffix: str = Field(default="", max_length=60)
    """Text after the number."""


class CodeField(Model):
    """A code that nobody can guess without knowing the seed, of characters that look different from each other; unique
    for each serial number.
    """

    length: int = Field(default=8, ge=2, le=22, strict=True)
    """The number of characters, including the check character."""
    check: bool = True
    """Whether the last character is a check character, which reveals any wrong character and any two swapped ones."""
    group: int | None = Field(default=None, ge=2, le=12, strict=True)
    """The number of characters after which a hyphen is inserted, to make the code easier to read."""


class BingoField(Model):
    """The numbers of a bingo card, as a list row by row. Each column has its own range of numbers, and no two cards are
    alike.
    """

    columns: int = Field(default=5, ge=1, le=10, strict=True)
    """The number of columns."""
    rows: int = Field(default=5, ge=1, le=10, strict=True)
    """The number of rows."""
    numbers: int = Field(default=75, ge=1, le=1_000, strict=True)
    """The greatest number; if it is 75, the first of five columns has 1 to 15."""
    free: str | None = Field(default=None, max_length=60)
    """Text in the middle instead of a number."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse columns that don't share the numbers evenly or have too few, and a free field without a middle."""
        if self.numbers % self.columns:
            message = f"{self.numbers} numbers can't be parted evenly into {self.columns} columns"
            raise refusal("wrong-value", message, "numbers")
        if self.numbers // self.columns < self.rows:
            message = f"a column has {self.numbers // self.columns} numbers, too few for {self.rows} rows"
            raise refusal("wrong-value", message, "rows")
        if self.free is not None and not (self.columns % 2 and self.rows % 2):
            raise refusal("wrong-value", "only a card with odd numbers of columns and rows has a middle", "free")


class SampleField(Model):
    """Some texts of a list, all different, in an order that no other card has."""

    of: tuple[Word, ...] = Field(min_length=1, max_length=MAX_ENTRIES)
    """The texts."""
    take: int = Field(ge=1, le=MAX_TAKEN, strict=True)
    """The number of texts on a card."""
    repeats: bool = False
    """Whether two cards may be the same, by chance."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse duplicate texts, and taking more than there are."""
        twice = next((word for i, word in enumerate(self.of) if word in self.of[:i]), None)
        if twice is not None:
            raise refusal("wrong-value", f"{twice[:60]!r} stands in the list twice", "of")
        if self.take > len(self.of):
            raise refusal("wrong-value", f"the list has {len(self.of)} texts, fewer than {self.take}", "take")


def _pool(value: Any) -> Any:
    """The number of cards with each text; a plain list is counted. Raises PydanticCustomError for anything else."""
    if isinstance(value, (list, tuple)):
        wrong = next((v for v in value if v is not None and type(v) not in (str, int, float)), None)
        if wrong is not None:
            raise refusal("wrong-type", f"expected texts; {str(wrong)[:60]!r} is none: write it in quotation marks")
        return dict(Counter("" if v is None else str(v) for v in value))
    if isinstance(value, dict):
        return value
    raise refusal("wrong-type", "expected a list of texts, or how many cards have each, such as {gold: 1, silver: 9}")


_POOL = {
    "anyOf": [
        {"type": "array", "items": {"type": ["string", "number"]}, "minItems": 1},
        {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}, "minProperties": 1},
    ],
    "examples": [{"gold": 1, "silver": 9, "": 90}],
}
Dealt = Annotated[
    dict[Annotated[str, Field(max_length=2_000)], Annotated[int, Field(ge=0, le=MAX_CARDS, strict=True)]],
    Field(min_length=1, max_length=MAX_DEALT),
    BeforeValidator(_pool),
    WithJsonSchema(_POOL),
]
"""Texts, and the number of cards with each."""


Kind = Literal["number", "code", "bingo", "sample", "shuffle"]


class MadeField(Model):
    """The kind of a numbered card's field; ``code`` is short for ``{code: {}}``."""

    number: NumberField | None = None
    """The serial number."""
    code: CodeField | None = None
    """A code of characters that look different from each other, with a check character."""
    bingo: BingoField | None = None
    """The numbers of a bingo card."""
    sample: SampleField | None = None
    """Some texts of a list."""
    shuffle: Dealt | None = None
    """Texts dealt to the cards in random order: a list with one for each card, or the number of cards for each text."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse a field with several kinds or none."""
        given = [kind for kind in get_args(Kind) if getattr(self, kind) is not None]
        if len(given) != 1:
            raise refusal("wrong-value", f"a field is one of {', '.join(get_args(Kind))}")


def _short(value: Any) -> Any:
    kinds = get_args(Kind)
    if isinstance(value, str):
        if value in ("number", "code", "bingo"):
            return {value: {}}
        near = did_you_mean(value, kinds)
        hint = f"write {value}: and what it takes" if value in kinds else f"one of {', '.join(kinds)}"
        raise refusal(
            "wrong-value", f"{value[:60]!r} is no field that needs nothing more{near}", hint=hint, fix=near.fix
        )
    return value


class Generate(Model):
    """Numbered cards: the same seed always makes the same cards, and a card depends only on its own number."""

    count: int = Field(ge=1, le=MAX_CARDS, strict=True)
    """The number of cards."""
    serial_from: int = Field(default=1, ge=0, le=MAX_SERIAL, strict=True)
    """The first card's serial number. A later run begins after the last number of the run before, and repeats none of
    its cards.
    """
    seed: str = Field(default="", max_length=200)
    """A text from which codes, grids and orders are derived. Anybody who knows it can derive them too, so choose one
    that nobody guesses.
    """
    fields: dict[str, Annotated[MadeField, BeforeValidator(_short)]] = Field(min_length=1, max_length=100)
    """The cards' fields by name, with the kind of each."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse random fields without a seed, which would be the same in everybody's decks; too few digits for the
        serial numbers; and a field for copies, because their number must be known before the cards are made.
        """
        chance = next((name for name, field in self.fields.items() if field.number is None), None)
        if chance is not None and not self.seed.strip():
            message = (
                f"{chance} is made by a seed: write one that nobody guesses, such as `seed: spring fair, Ann's tickets`"
            )
            raise refusal("missing-key", message)
        last = len(str(self.serials.last))
        for name, field in self.fields.items():
            if field.number is not None and field.number.digits is not None and field.number.digits < last:
                message = (
                    f"{name} has {field.number.digits} digits, and the serial numbers go up to {self.serials.last:,}"
                )
                raise refusal("wrong-value", message, "fields")
        if BY_NUMBER.copies in self.fields:
            message = "`copies` would be how often a card is printed, which is the same for all: the component says it"
            raise refusal("wrong-value", message, "fields")

    @property
    def serials(self) -> Serials:
        """The serial numbers of all cards."""
        return serial_range(self.serial_from, self.serial_from + self.count - 1)
