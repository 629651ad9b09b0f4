"""Rows of a table that aren't cards, recognized by their contents, so that moving them changes nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from carddesigner.core.report import did_you_mean
from carddesigner.schema.rows import SkipRule
from carddesigner.source.files import FileProblem
from carddesigner.tables.header_rows import Again, HeaderRow
from carddesigner.tables.table import LeftOut

_WORDS = (
    "total totals subtotal sub-total grand-total sum sums average avg mean summe summen zwischensumme gesamt gesamtsumme",
    "gesamtzahl insgesamt durchschnitt somme sous-total total-general moyenne suma sumas subtotales promedio media totale totali",
    "somma parziale soma totais subtotais media-geral razem lacznie ogolem srednia итого всего сумма среднее 合計 合计 总计 總計",
    "総計 小计 小計 总数 總數 平均 평균 합계 총계 소계 totaal subtotaal gemiddelde סהכ المجموع",
)
_TOTALS = frozenset(word for line in _WORDS for word in line.split())
"""Words that begin a row of totals, in the form that ``_folded`` returns."""
_NUMBER = re.compile(r"[-+]?\d{1,15}(?:[.,]\d{1,15})?\s?%?")
_COMMENT = r"//|#(?!\s*\d)(?![0-9a-fA-F]{3,8}\s*$)(?=.)|#$"
_MAX_NAMED = 12
"""The most rows of one kind listed in a message."""

REASONS = {
    "totals": ("holds totals", "hold totals"),
    "headers": ("repeats the header", "repeat the header"),
    "comments": ("is a comment", "are comments"),
    "headings": ("is a heading", "are headings"),
    "end": ("comes after the end", "come after the end"),
}
"""The reason in a message about one omitted row, and about several."""

CellTextsByColumn = Mapping[str, Sequence[str]]
"""Allowed texts of cells by column."""
_ALL: CellTextsByColumn = {}
ELSEWHERE = "elsewhere"
"""The reason for a row that belongs to another component; it isn't reported."""


class Skipping:
    """Decides which rows of a table are left out. Rows must be checked in order, because totals are compared with the
    rows above.

    *names* are the columns' names, None for a column that isn't read; *header* are the texts of the header row, if
    there is one. Raises FileProblem if a rule uses an unknown column.
    """

    def __init__(
        self,
        rules: Sequence[SkipRule],
        names: Sequence[str | None],
        header: Sequence[str],
        only: CellTextsByColumn = _ALL,
        except_: CellTextsByColumn = _ALL,
    ) -> None:
        self._kinds = {r for r in rules if isinstance(r, str)}
        at = {n: i for i, n in enumerate(names) if n}
        _check("skip", (n for r in rules if not isinstance(r, str) for n in r), list(at))
        _check("only", only, list(at))
        _check("except", except_, list(at))
        self._only = [(at[n], _compared(texts)) for n, texts in only.items()]
        self._except = [(at[n], _compared(texts)) for n, texts in except_.items()]
        self._cells = [
            (tuple((at[n], text.strip().casefold()) for n, text in r.items()), _described(r))
            for r in rules
            if not isinstance(r, str)
        ]
        # Without a header row, the columns' names replace it.
        self._width = sum(map(bool, header or names))
        self._header = HeaderRow(header or names)
        self._sums = _Sums()

    def why(self, texts: Sequence[str]) -> str | None:
        """Return why a row is left out, given its cells as texts; None for a card, ELSEWHERE for a row of other
        components.
        """
        why = self._no_card(texts)
        return why if self._is_chosen(texts) else ELSEWHERE

    def _is_chosen(self, texts: Sequence[str]) -> bool:
        """Whether a row belongs to this component according to ``only`` and ``except``."""
        taken = all(_cell(texts, i) in some for i, some in self._only)
        return taken and not (self._except and all(_cell(texts, i) in some for i, some in self._except))

    def _no_card(self, texts: Sequence[str]) -> str | None:
        if "totals" not in self._kinds:
            return self._other(texts)
        if self._sums.is_total(texts):
            self._sums.end()
            return "totals"
        why = self._other(texts)
        if why is None:
            self._sums.add(texts)
        return why

    def _other(self, texts: Sequence[str]) -> str | None:
        filled = [(i, t) for i, t in enumerate(texts) if t]
        if not filled:
            return None
        first = filled[0][1]
        if "comments" in self._kinds and re.match(_COMMENT, first):
            return "comments"
        if "headers" in self._kinds and self._header.again(texts) is Again.SAME:
            return "headers"
        if "headings" in self._kinds and len(filled) == 1 and self._width > 2 and not _NUMBER.fullmatch(first):
            return "headings"
        for cells, described in self._cells:
            if all(_cell(texts, i) == text for i, text in cells):
                return described
        return None


def _check(key: str, named: Iterable[str], names: Sequence[str]) -> None:
    """Refuse rules about unknown columns. Raises FileProblem."""
    for name in named:
        if name not in names:
            message = f"`{key}` names {name!r}, which is not a column{did_you_mean(name, names)}"
            hint = f"there are {', '.join(names[:20])}{', …' if len(names) > 20 else ''}"
            raise FileProblem("unknown-column", message, hint=hint, setting=key)


def _compared(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(text.strip().casefold() for text in texts)


def _cell(texts: Sequence[str], column: int) -> str:
    return texts[column].casefold() if column < len(texts) else ""


class _Sums:
    """The sums of columns, over all rows and over those since the last row of totals."""

    def __init__(self) -> None:
        self.whole: dict[int, tuple[float, int, float]] = {}
        self.part: dict[int, tuple[float, int, float]] = {}
        self.worded = self.rows = 0

    def add(self, texts: Sequence[str]) -> None:
        """Add a card's row."""
        self.rows += 1
        self.worded += any(t and not _NUMBER.fullmatch(t) for t in texts)
        for i, text in enumerate(texts):
            if text and (value := _value(text)) is not None:
                for sums in (self.whole, self.part):
                    total, count, _ = sums.get(i, (0.0, 0, 0.0))
                    sums[i] = total + value, count + 1, value

    def end(self) -> None:
        """Begin the next part."""
        self.part = {}

    def is_total(self, texts: Sequence[str]) -> bool:
        """Return whether a row contains only sums of the rows above, or a word for totals and otherwise only
        numbers.
        """
        filled = [(i, t) for i, t in enumerate(texts) if t]
        named = [t for _, t in filled if not _NUMBER.fullmatch(t)]
        numbers = [(i, value) for i, t in filled if (value := _value(t)) is not None]
        if len(named) > 1 or not filled:
            return False
        sums = [self._is_sum(i, value) for i, value in numbers]
        if named:
            return _is_totals(named[0]) or (_mentions_totals(named[0]) and any(sums))
        return all(sums) and 2 * self.worded >= self.rows > 1

    def _is_sum(self, column: int, value: float) -> bool:
        for sums in (self.whole, self.part):
            total, count, last = sums.get(column, (0.0, 0, 0.0))
            # A number that continues the one above is a row number.
            if count > 1 and abs(total - value) < 1e-6 * max(1.0, abs(total)) and value not in (last, last + 1):
                return True
        return False


def to_report(rows: Iterable[LeftOut]) -> tuple[LeftOut, ...]:
    """Return the rows that aren't cards of any component."""
    return tuple(row for row in rows if row.why != ELSEWHERE)


def left_out_line(rows: Sequence[LeftOut]) -> str:
    """Return how many rows aren't cards, why, and where; empty if there are none."""
    if not rows:
        return ""
    are = "row is not a card" if len(rows) == 1 else "rows are not cards"
    return f"{len(rows):,} {are}: {left_out_reasons(rows)}"


def left_out_reasons(rows: Iterable[LeftOut]) -> str:
    """Return why rows are left out, each reason with its rows."""
    order: dict[str, list[int]] = {}
    for left in rows:
        order.setdefault(left.why, []).append(left.row)
    out = []
    for why, numbers in order.items():
        one, several = REASONS.get(why) or (f"has {why}", f"have {why}")
        out.append(f"row{'s' * (len(numbers) > 1)} {numbers_named(numbers)} {one if len(numbers) == 1 else several}")
    return "; ".join(out)


def numbers_named(numbers: Sequence[int]) -> str:
    """Format numbers in order, with consecutive ones as a range: 41, 82–90."""
    runs = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [n for _, n in group]
        runs.append(str(run[0]) if len(run) == 1 else f"{run[0]}, {run[1]}" if len(run) == 2 else f"{run[0]}–{run[-1]}")
    more = f" and {len(runs) - _MAX_NAMED} more places" if len(runs) > _MAX_NAMED else ""
    return f"{', '.join(runs[:_MAX_NAMED])}{more}"


def _described(rule: dict[str, str]) -> str:
    return " and ".join(f"{name} {text!r}" if text else f"no {name}" for name, text in rule.items())


@lru_cache(maxsize=1000)
def _folded(text: str) -> str:
    """A text for comparing words: case-folded, without accents and digits, joined by hyphens."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[\W\d_]+", "-", letters.replace('"', "")).strip("-")


def _is_totals(text: str) -> bool:
    return len(text) <= 60 and _folded(text).removeprefix("∑") in _TOTALS


def _mentions_totals(text: str) -> bool:
    """Whether a short text begins or ends with a word for totals, such as “Total cards”."""
    words = _folded(text).split("-") if len(text) <= 60 else []
    return 1 < len(words) <= 5 and bool(_TOTALS.intersection((words[0], words[-1])))


def _value(text: str) -> float | None:
    if not _NUMBER.fullmatch(text):
        return None
    return float(text.rstrip("% ").replace(",", "."))
