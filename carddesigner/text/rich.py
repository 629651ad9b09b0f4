"""Parse text with markup into typed paragraphs, lists and tables: bold, italic, small caps, icons, keywords, texts with
settings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.color import Color
from carddesigner.core.items import Symbol
from carddesigner.core.report import Problem, did_you_mean
from carddesigner.text.fonts import FontFamily
from carddesigner.text.inline import read_line
from carddesigner.text.keywords import Keywords

MAX_CHARACTERS = 20_000
"""The maximum number of characters of a text, reminders included."""
MAX_COLUMNS = 20
"""The maximum number of columns of a table in a text."""

MAX_LEVELS = 4
"""The maximum depth of nested lists; deeper items belong to the innermost list."""

BULLET = "•"
"""The marker of a list without numbers, drawn as a disc because many fonts' bullets are hardly visible."""


class Mark(Struct, frozen=True, gc=False):
    """The settings in braces after a text in brackets; None, and no fonts, inherit from the text around it. ``size`` is
    a multiple of ``points``, or of the text's own size if these are 0. ``rise`` raises an icon, by points and a
    multiple of the text's size; ``tint`` draws all of it in its colour. ``asks_for_color``: the braces themselves set a
    colour, not a style.
    """

    bold: bool | None = None
    italic: bool | None = None
    small_caps: bool | None = None
    color: Color | None = None
    fonts: tuple[FontFamily, ...] = ()
    size: float = 1.0
    points: float = 0.0
    underline: bool | None = None
    strike: bool | None = None
    background: Color | None = None
    rise: tuple[float, float] | None = None
    tint: bool | None = None
    asks_for_color: bool = False

    def inside(self, outer: Mark) -> Mark:
        """Return this mark nested in another."""
        given = {name: value for name in _PLAIN_MARKS if (value := getattr(self, name)) not in (None, ())}
        size, points = (self.size, self.points) if self.points else (outer.size * self.size, outer.points)
        return replace(outer, **given, size=size, points=points)


_PLAIN_MARKS = tuple(name for name in Mark.__struct_fields__ if name not in ("size", "points", "asks_for_color"))


class Run(Struct, frozen=True, gc=False):
    """Text in one look; a line break is the character ``\\n``. Without a colour it has the text's."""

    text: str
    bold: bool = False
    italic: bool = False
    small_caps: bool = False
    color: Color | None = None
    mark: Mark | None = None


class InlineIcon(Struct, frozen=True, gc=False):
    """An icon set in the text like a letter; ``own_mark`` has the settings in its own braces."""

    symbol: Symbol
    mark: Mark | None = None
    own_mark: Mark | None = None


Piece = Run | InlineIcon


class Paragraph(Struct, frozen=True, gc=False):
    """Runs and icons in reading order. ``tight``: no gap above it."""

    pieces: tuple[Piece, ...]
    tight: bool = False


class ListItem(Struct, frozen=True, gc=False):
    """A list item with its marker as written: a bullet, or a number and its point. ``level``: the number of lists
    around its own. Without a marker it is another paragraph of the item before.
    """

    marker: str
    body: Paragraph
    tight: bool = False
    level: int = 0


class TextTable(Struct, frozen=True, gc=False):
    """Rows with equal numbers of cells; the first row is the head if ``head``."""

    rows: tuple[tuple[Paragraph, ...], ...]
    head: bool = False
    tight: bool = False


class Rule(Struct, frozen=True):
    """A line between the blocks before and after it."""


TextBlock = Paragraph | ListItem | TextTable | Rule
RichText = tuple[TextBlock, ...]


_MARKUP = re.compile(r"[*_\\:^{]")
_BLOCK = re.compile(r"^[ \t]*(?:(?:[-•]|\d{1,2}\.)[ \t]+\S|\||-{3,}[ \t]*$|_{3,}[ \t]*$)", re.M)
_GAP = re.compile(r"\n[ \t]*\n\s*")
_RULE = r"[ \t]*(?:-{3,}|_{3,})[ \t]*\Z"
_ITEM = r"([ \t]*)([-•]|\d{1,2}\.)[ \t]+(\S.*)\Z"
_BAR = re.compile(r"(?<!\\)\|")
_HEAD_RULE = r":?-+:?"


class Names(NamedTuple):
    """Lookups for a text's markup: icons and keywords by name, and marks from the content of braces, either after a
    text in brackets or, with True, after an icon. Without ``mark``, such braces are read literally. Each raises
    Problem.
    """

    symbol: Callable[[str], Symbol]
    keywords: Keywords | None = None
    mark: Callable[[str, bool], Mark] | None = None


def parse_markup(
    source: str,
    symbol: Callable[[str], Symbol],
    keywords: Keywords | None = None,
    mark: Callable[[str, bool], Mark] | None = None,
) -> RichText:
    """Read ``**bold**``, ``*italic*``, ``^^small caps^^``, ``:icon:``, ``{Keyword}``, ``[text]{color: ember}``, ``\\``
    escapes; a blank line separates paragraphs, lines that begin with ``- `` or ``1. `` are a list, lines of ``| cells
    |`` a table.

    *symbol* returns an icon by its name, *mark* the mark of braces; they raise for unknown names. Raises Problem.
    """
    names = Names(symbol, keywords, mark)
    out: list[TextBlock] = []
    for part in _parts(source):
        if not _BLOCK.search(part):
            out.append(Paragraph(_inline(part, names)))
            continue
        tight = False
        for marker, lines, level in _blocks(part):
            if marker == _LINE:
                out.append(Rule())
            elif marker == "|":
                out.append(_table(lines, names, tight))
            else:
                body = Paragraph(_inline("\n".join(lines), names), tight)
                out.append(ListItem(marker, body, tight, level) if marker else body)
            tight = True
    if keywords is not None:
        _check_length(letters(tuple(out)))
    return tuple(out)


def parse_line(
    source: str,
    symbol: Callable[[str], Symbol],
    keywords: Keywords | None = None,
    mark: Callable[[str, bool], Mark] | None = None,
) -> Paragraph:
    """Read the same markup without blocks, for a paragraph of Markdown. Raises Problem."""
    _check_length(len(source))
    made = Paragraph(_inline(source, Names(symbol, keywords, mark)))
    if keywords is not None:
        _check_length(letters((made,)))
    return made


def icons_in(text: RichText) -> tuple[InlineIcon, ...]:
    """Return the icons in a text, with their own settings."""
    return tuple([p for p in pieces(text) if isinstance(p, InlineIcon)])


def symbols_in(text: RichText) -> tuple[Symbol, ...]:
    """Return the drawings of the icons in a text."""
    return tuple(icon.symbol for icon in icons_in(text))


def letters(text: RichText) -> int:
    """Return the number of characters of a text, without icons."""
    return sum([len(p.text) for p in pieces(text) if isinstance(p, Run)])


def _check_length(characters: int) -> None:
    if characters > MAX_CHARACTERS:
        raise Problem("text-too-long", f"a text has {characters:,} characters; at most {MAX_CHARACTERS:,}")


def runs(text: RichText) -> list[Run]:
    """Return a text's runs in reading order."""
    return [p for p in pieces(text) if isinstance(p, Run)]


def pieces(text: RichText) -> list[Piece]:
    """Return a text's runs and icons in reading order."""
    out: list[Piece] = []
    for block in text:
        for cell in (block,) if isinstance(block, Paragraph) else _paragraphs(block):
            out += cell.pieces
    return out


def is_heading(block: TextBlock) -> bool:
    """Whether a paragraph is a single line in bold."""
    if not isinstance(block, Paragraph):
        return False
    own = [p for p in block.pieces if isinstance(p, Run) and p.text.strip()]
    return bool(own) and all((r.bold or (r.mark is not None and r.mark.bold)) and "\n" not in r.text for r in own)


def _paragraphs(block: TextBlock) -> tuple[Paragraph, ...]:
    if isinstance(block, Rule):
        return ()
    if isinstance(block, TextTable):
        return tuple(cell for row in block.rows for cell in row)
    return (block.body if isinstance(block, ListItem) else block,)


def _parts(source: str) -> list[str]:
    _check_length(len(source))
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    return [part for part in _GAP.split(source.strip("\n")) if part.strip()]


_LINE = "---"


def _blocks(part: str) -> list[tuple[str, list[str], int]]:
    """Return a part's lines by block, each with the number of lists around it. The kind is a list's marker, ``|`` for a
    table, ``---`` for a line, or "" for a paragraph.

    Indented lines continue an item; indented items are a nested list.
    """
    out: list[tuple[str, list[str], int]] = []
    indents: list[int] = []
    for line in part.split("\n"):
        item = re.match(_ITEM, line)
        kind = "|" if len(_cells(line)) > 1 else _LINE if re.match(_RULE, line) else ""
        last = out[-1][0] if out else None
        if item is not None:
            level = _level(len(item[1].expandtabs(4)), indents)
            out.append((BULLET if item[2] in "-•" else item[2], [item[3]], level))
        elif last is not None and last not in ("", "|", _LINE) and not kind and line[:1] in (" ", "\t"):
            out[-1][1].append(line.strip())
        elif last == kind:
            out[-1][1].append(line)
        else:
            indents.clear()
            out.append((kind, [line], 0))
    return out


def _level(indent: int, indents: list[int]) -> int:
    """Return an item's level from its indent and those before it; two spaces are a level."""
    while len(indents) > 1 and indent < indents[-1] - 1:
        indents.pop()
    if not indents or (indent > indents[-1] + 1 and len(indents) < MAX_LEVELS):
        indents.append(indent)
    return len(indents) - 1


def _cells(line: str) -> list[str]:
    """Return the cells of a table's line; none if it doesn't begin and end with a bar."""
    line = line.strip()
    if not line.startswith("|"):
        return []
    before, *cells, after = _BAR.split(line)
    return [] if before or after else [c.strip() for c in cells]


def _table(lines: list[str], names: Names, tight: bool) -> TextTable:
    rows = [_cells(line) for line in lines]
    head = len(rows) > 1 and "--" in lines[1] and all(re.fullmatch(_HEAD_RULE, c) for c in rows[1])
    if head:
        del rows[1]
    columns = max(map(len, rows))
    if columns > MAX_COLUMNS:
        raise Problem("text-too-long", f"a table in a text has {columns} columns; at most {MAX_COLUMNS}")
    return TextTable(
        tuple(tuple(Paragraph(_inline(c, names)) for c in [*row, *[""] * (columns - len(row))]) for row in rows),
        head,
        tight,
    )


_SIGN = re.compile(r"[!-/:-@\[-`{-~]")
_LONG_WORD = re.compile(r"[^\s\u200b]{31,}")


def literal(text: str) -> str:
    """Return markup that reads as *text*, with every sign escaped. Lines may end anywhere in words of more than 30
    characters, with a hyphen between letters.
    """
    text = _LONG_WORD.sub(lambda word: re.sub(_BETWEEN_EIGHTS, _may_end, word[0]), text)
    return _SIGN.sub(r"\\\g<0>", text)


FORCED_HYPHEN = "\u00ad\u00ad"
"""A soft hyphen added by the program; the places of the language's own hyphens have priority."""
_BETWEEN_EIGHTS = r"(?s)(.{8})(?=(.))"
_LAST_HYPHENATED = "\u058f"
"""Letters up to here, and those from U+1E00 to U+1FFF, are Latin, Greek, Cyrillic and Armenian."""


def _may_end(eight: re.Match[str]) -> str:
    """Return eight characters and a place after them where a line may end."""
    around = eight[1][-1] + eight[2]
    letters = around.isalpha() and all(c <= _LAST_HYPHENATED or "\u1e00" <= c <= "\u1fff" for c in around)
    return eight[1] + (FORCED_HYPHEN if letters else "\u200b")


def _inline(source: str, names: Names) -> tuple[Piece, ...]:
    keywords = names.keywords
    if not _MARKUP.search(source):
        return _styled([Run(source)], keywords) if source else ()
    pieces: list[Piece] = []
    reminders: set[int] = set()
    marks: list[Mark] = []
    open_ = {"strong": 0, "em": 0, "caps": 0}
    for token in read_line(source, keywords=keywords is not None, marks=names.mark is not None):
        kind, _, edge = token.type.partition("_")
        mark = marks[-1] if marks else None
        if kind in open_:
            open_[kind] += 1 if edge == "open" else -1
        elif kind == "run" and edge == "close":
            marks.pop()
        elif kind == "run":
            assert names.mark is not None
            own = names.mark(token.info, False)
            marks.append(own if mark is None else own.inside(mark))
        elif kind == "icon":
            braces = names.mark(token.info, True) if token.info and names.mark is not None else None
            pieces.append(InlineIcon(names.symbol(token.content), mark, braces))
        elif kind == "reminder":
            assert keywords is not None
            for piece in _reminder(token.content, keywords):
                reminders.add(len(pieces))
                pieces.append(piece if mark is None else replace(piece, mark=mark))
        elif text := "\n" if kind in ("softbreak", "hardbreak") else token.content:
            run = Run(text, open_["strong"] > 0, open_["em"] > 0, open_["caps"] > 0, None, mark)
            _add(pieces, run, pieces[-1] if pieces and len(pieces) - 1 not in reminders else None)
    return _styled(pieces, keywords, reminders)


def _add(pieces: list[Piece], run: Run, last: Piece | None) -> None:
    """Add a run, or extend the *last* one if it looks the same."""
    if isinstance(last, Run) and replace(last, text=run.text) == run:
        pieces[-1] = replace(last, text=last.text + run.text)
    else:
        pieces.append(run)


def _reminder(written: str, keywords: Keywords) -> tuple[Piece, ...]:
    """Return a keyword's reminder, in italics and parentheses."""
    match = keywords.pattern.match(written.strip())
    if match is None:
        near = did_you_mean(written.strip(), keywords.by_name)
        other = r"; a brace that begins no keyword is written \{"
        raise Problem("unknown-keyword", f"unknown keyword {written.strip()!r}{near or other}", fix=near.fix)
    keyword = keywords.named(match[0])
    if keyword.reminder is None:
        raise Problem(
            "missing-reminder", f"keyword {keyword.name!r} has no reminder; write it without braces, or define one"
        )
    reminder = [replace(p, italic=True) if isinstance(p, Run) else p for p in keyword.reminder]
    return (Run(" "), Run("(", italic=True), *reminder, Run(")", italic=True))


def _styled(
    pieces: list[Piece], keywords: Keywords | None, reminders: set[int] | frozenset[int] = frozenset()
) -> tuple[Piece, ...]:
    """Return pieces with every keyword in its style; reminders stay as they are."""
    if keywords is None:
        return tuple(pieces)
    out: list[Piece] = []
    for i, piece in enumerate(pieces):
        if not isinstance(piece, Run) or i in reminders:
            out.append(piece)
            continue
        at = 0
        for match in keywords.pattern.finditer(piece.text):
            keyword = keywords.named(match[0])
            if match.start() > at:
                out.append(replace(piece, text=piece.text[at : match.start()]))
            out.append(
                Run(
                    match[0],
                    piece.bold or keyword.bold,
                    piece.italic or keyword.italic,
                    piece.small_caps or keyword.small_caps,
                    keyword.color or piece.color,
                    piece.mark,
                )
            )
            at = match.end()
        if at < len(piece.text):
            out.append(replace(piece, text=piece.text[at:]))
    return tuple(out)
