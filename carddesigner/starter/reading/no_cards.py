"""Which rows of a new deck's table are no cards, and the rules by which its deck leaves them out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median

from msgspec import Struct

from carddesigner.schema.rows import SkipKind, SkipRule
from carddesigner.tables.no_cards import Skipping
from carddesigner.tables.table import LeftOut

_MAX_SHARE = 0.5
"""Of the rows, above which what looks like no card is one."""
_MAX_COLUMNS = 4
"""Columns that a rule for empty rows names."""
_MAX_TEMPLATES = 20

_TEMPLATE = re.compile(
    r"<[^<>]+>|\[[^\[\]]*(?:name|title|titel|nom|nombre|text)[^\[\]]*\]|x{3,}|"
    r"(?:(?:card|enter|insert|your|the) )*(?:name|title|text|rules|effect|description)(?: text)? here|"
    r"(?:your|enter|insert) (?:card )?(?:name|title|text)|"
    r"\(?(?:example|sample|template|placeholder|dummy|beispiel|vorlage|muster|exemple|modele|ejemplo|plantilla|exemplo|modelo|esempio"
    r"|modello|przyklad|wzor|пример|образец|шаблон|示例|例|テンプレート|サンプル)(?: (?:card|row|name|karte|zeile|carte|carta))?\)?[:.!]?",
    re.I,
)
"""A cell that shows what is to stand there."""
_TO_DO = re.compile(r"todo|to do|tbd|tba|tbc|wip|fixme|\?{2,}|lorem ipsum.*|…|\.{3}", re.I)
"""A cell that says that something is to stand there."""
_NUMBER = re.compile(r"[-+#]?\d{1,9}[.)]?")
_CODE = re.compile(r"[\W\d_]*[A-Za-z]{0,3}[\W\d_]*")


class FoundRows(Struct, frozen=True):
    """The rules for rows that are no cards, and the rows that they leave out."""

    rules: tuple[SkipRule, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def find_no_cards(texts: Sequence[Sequence[str]], header: int, names: Sequence[str | None]) -> FoundRows:
    """The rows below the *header* (-1 for none) that are no cards; *names* are the columns' names."""
    head = texts[header] if header >= 0 else [n or "" for n in names]
    rules: list[SkipRule] = []
    rows = [i for i in range(header + 1, len(texts)) if any(texts[i])]
    for kind, fits in _KINDS:
        left_out = _left_out([kind], texts, rows, names, head)
        if left_out and len(left_out) <= _MAX_SHARE * len(rows) and fits(texts, rows, set(left_out)):
            rules.append(kind)
            rows = [i for i in rows if i not in left_out]
    for more in (_headers(texts, rows, names, head), _templates(texts, rows, names), _empty(texts, rows, names)):
        left_out = _left_out(more, texts, rows, names, head) if more else {}
        if left_out and len(left_out) < len(rows):
            rules += more
            rows = [i for i in rows if i not in left_out]
    every = [i for i in range(header + 1, len(texts)) if any(texts[i])]
    left = _left_out(rules, texts, every, names, head)
    return FoundRows(tuple(rules), tuple(LeftOut(i + 1, why) for i, why in left.items()))


def _left_out(
    rules: Sequence[SkipRule],
    texts: Sequence[Sequence[str]],
    rows: Sequence[int],
    names: Sequence[str | None],
    head: Sequence[str],
) -> dict[int, str]:
    """The rows that rules leave out, with why."""
    skipping = Skipping(rules, names, head)
    reasons = ((i, skipping.why(texts[i])) for i in rows)
    return {i: why for i, why in reasons if why is not None}


def _always(texts: Sequence[Sequence[str]], rows: Sequence[int], numbers: set[int]) -> bool:
    return True


def _are_headings(texts: Sequence[Sequence[str]], rows: Sequence[int], numbers: set[int]) -> bool:
    """Whether rows with one text alone part the table: all others have several cells, or something sets them apart."""
    others = [sum(map(bool, texts[i])) for i in rows if i not in numbers]
    if not others or median(others) < 3:
        return False
    if min(others) >= 3 or (sorted(others)[len(others) // 10] >= 3 and min(others) > 1):
        return True
    column = [next(c for c, t in enumerate(texts[i]) if t) for i in sorted(numbers)]
    cells = [texts[i][c] for i, c in zip(sorted(numbers), column, strict=True)]
    titles = Counter(next(c for c, t in enumerate(texts[i]) if t) for i in rows if i not in numbers)
    apart = sum(i == 0 or not any(texts[i - 1]) for i in numbers)
    loud = sum(t.isupper() or t.endswith(":") or not t[0].isalnum() for t in cells)
    elsewhere = sum(c not in titles for c in column)
    return 2 * max(apart, loud, elsewhere) > len(numbers)


_KINDS: tuple[tuple[SkipKind, Callable[[Sequence[Sequence[str]], Sequence[int], set[int]], bool]], ...] = (
    ("comments", _always),
    ("headers", _always),
    ("totals", _always),
    ("headings", _are_headings),
)
"""Kinds of rows, each with what must hold of those that look like it."""


def _headers(
    texts: Sequence[Sequence[str]], rows: Sequence[int], column_names: Sequence[str | None], head: Sequence[str]
) -> list[SkipRule]:
    """A rule for the headers of more tables below: the first column, which has what kind of card it is, says its own
    name there.
    """
    column = next((c for c, n in enumerate(column_names) if n), 0)
    kinds = Counter(texts[i][column].casefold() for i in rows if column < len(texts[i]))
    header = head[column].casefold() if column < len(head) else ""
    several = sum(many > 2 for kind, many in kinds.items() if kind != header) > 1
    if not header or header not in kinds or not several:
        return []
    # A kind of card may well be called as the column is: rows of columns' names have short words that no card has.
    others = [texts[i] for i in rows if column < len(texts[i]) and texts[i][column].casefold() not in (header, "")]
    cells = {(c, t) for row in others for c, t in enumerate(row) if t}
    same = [texts[i] for i in rows if column < len(texts[i]) and texts[i][column].casefold() == header]
    other_cells = [(c, t) for row in same for c, t in enumerate(row) if t and c != column]
    if any(len(t) > 40 or _NUMBER.fullmatch(t) or (c, t) in cells for c, t in other_cells):
        return []
    return [{str(column_names[column]): head[column]}]


def _templates(texts: Sequence[Sequence[str]], rows: Sequence[int], names: Sequence[str | None]) -> list[SkipRule]:
    """A rule for each text of cells that show what is to stand there, in the first column of words."""
    out: list[SkipRule] = []
    for i in rows:
        lettered = [(c, t) for c, t in enumerate(texts[i]) if any(map(str.isalpha, t)) or _TEMPLATE.fullmatch(t)]
        if not lettered or not names[lettered[0][0] :]:
            continue
        shown = [(c, t) for c, t in lettered if _TEMPLATE.fullmatch(t)]
        to_do = [(c, t) for c, t in lettered if _TO_DO.fullmatch(t)]
        first = lettered[0] in shown or (len(lettered) > 1 and lettered[1] in shown and len(shown) + len(to_do) > 1)
        if not (first or (to_do and len(shown) + len(to_do) == len(lettered))):
            continue
        column, text = (shown or to_do)[0]
        name = names[column] if column < len(names) else None
        rule: SkipRule = {name: text} if name else {}
        if rule and rule not in out and len(out) < _MAX_TEMPLATES:
            out.append(rule)
    return out


def _empty(texts: Sequence[Sequence[str]], rows: Sequence[int], names: Sequence[str | None]) -> list[SkipRule]:
    """A rule for rows with little more than a number: blank in all columns that have words of their own."""
    wordy = [c for c, name in enumerate(names) if name and _is_wordy([texts[i][c] for i in rows if c < len(texts[i])])]
    cells = {i: {c for c in wordy if c < len(texts[i]) and texts[i][c]} for i in rows}
    full = [i for i in rows if cells[i]]
    bare = [i for i in rows if not cells[i]]
    if not wordy or not bare or len(full) < 2:
        return []
    usual = median(sum(map(bool, texts[i])) for i in full)
    counts = {i: [t for t in texts[i] if t] for i in bare}
    thin = all(len(c) <= max(1, 0.4 * usual) and all(map(_is_meaningless, c)) for c in counts.values())
    # In a table of two columns a card may well be a number alone, but not where the last ones just go on counting.
    counting = all(len(c) == 1 and _NUMBER.fullmatch(c[0]) for c in counts.values()) and min(bare) > max(full)
    if not thin or (usual < 3 and not counting):
        return []
    chosen: list[int] = []
    left = set(full)
    while left and len(chosen) < _MAX_COLUMNS:
        best = max((c for c in wordy if c not in chosen), key=lambda c: sum(c in cells[i] for i in left), default=None)
        if best is None or not any(best in cells[i] for i in left):
            break
        chosen.append(best)
        left = {i for i in left if best not in cells[i]}
    return [{str(names[c]): "" for c in sorted(chosen)}] if not left else []


def _is_wordy(cells: Sequence[str]) -> bool:
    """Whether a column's cells are words, mostly different."""
    filled = [t for t in cells if t]
    texts = [t for t in filled if not _CODE.fullmatch(t)]
    return len(texts) >= max(2, 0.6 * len(filled)) and len(set(filled)) > 0.5 * len(filled)


def _is_meaningless(text: str) -> bool:
    """Whether a cell alone makes no card: a number, a letter or two, yes or no, a word such as a rarity's."""
    return len(text) <= 12 and (" " not in text or bool(_CODE.fullmatch(text)))
