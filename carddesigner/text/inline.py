"""The markup inside a line: bold, italic and escapes as in CommonMark, icons, small caps, keywords in braces, settings in braces
after a text in brackets or an icon.
"""

from __future__ import annotations

import re
from string import punctuation
from typing import Literal
from unicodedata import category

from msgspec import Struct, field

from carddesigner.text.braces import SETTINGS, bracketed

_SIGN = re.compile(r"\*+|_+|[\[\n\\:^{]")
"""Where something other than text may begin."""
_ICON = re.compile(r":([a-z][a-z0-9-]*(?:/[a-z0-9][a-z0-9-]*)?|(?<![0-9]:)[0-9]{1,3}(?=:(?![0-9]))):")
"""An icon's name between colons; a number is one where it stands alone, not in a time such as 12:30:45."""
_ICON_SETTINGS = re.compile(SETTINGS)
_CAPS = re.compile(r"\^\^(?=[^\s^])(.{1,500}?)(?<=[^\s\\])\^\^", re.S)
_BRACES = re.compile(r"\{([^{}\n]+)\}")
_SPACES = re.compile(r"[ \t]*")


class Token(Struct, gc=False):
    """A part of a line: text, an icon by its name, or the reminder of a keyword. Small caps and a text in brackets lie between two, of
    which the second ``ends`` them. ``settings`` are what the braces of an icon or a text hold.
    """

    kind: Literal["text", "icon", "reminder", "caps", "run"]
    text: str = ""
    settings: str = ""
    ends: bool = False


class Emphasis(Struct, gc=False):
    """A row of asterisks or underscores. Those that are ``left`` are text, for they belong to no others; before them as many bold and
    italic texts end as were found, after them as many begin.
    """

    sign: str
    length: int
    may_begin: bool
    may_end: bool
    left: int
    bold_ends: int = 0
    italic_ends: int = 0
    bold_begins: int = 0
    italic_begins: int = 0


def read_line(source: str, *, keywords: bool, marks: bool) -> list[Token | Emphasis]:
    """The parts of a paragraph in order. Keywords' braces are read only where there are *keywords*, brackets and the settings of icons
    only where *marks* are asked for.
    """
    line = _Line(source.replace("\0", "\ufffd"), keywords, marks)
    line.read_whole(0, len(source))
    return line.tokens


class _Line(Struct):
    """A line that is being read: its tokens so far, and the text since the last of them."""

    source: str
    keywords: bool
    marks: bool
    tokens: list[Token | Emphasis] = field(default_factory=list)
    text: str = ""

    def read_whole(self, at: int, end: int) -> None:
        """Read what stands between two places, where all emphasis ends that begins there."""
        rows: list[Emphasis] = []
        self.read(at, end, rows)
        if len(rows) > 1:
            _match(rows)

    def read(self, at: int, end: int, rows: list[Emphasis]) -> None:
        """Read what stands between two places; asterisks and underscores are added to the *rows*."""
        source = self.source
        while at < end:
            found = _SIGN.search(source, at, end)
            if found is None:
                self.text += source[at:end]
                break
            start, after = found.span()
            self.text += source[at:start]
            sign = source[start]
            if sign == "*" or sign == "_":
                self._end_text()
                begins, ends = _flanks(sign, source[start - 1 : start], source[after : after + 1], after == end)
                row = Emphasis(sign, after - start, begins, ends, after - start)
                rows.append(row)
                self.tokens.append(row)
            else:
                after = self._sign(sign, start, end, rows)
                if after == start:
                    self.text += sign
                    after += 1
            at = after
        self._end_text()

    def _end_text(self) -> None:
        if self.text:
            self.tokens.append(Token("text", self.text))
            self.text = ""

    def _sign(self, sign: str, start: int, end: int, rows: list[Emphasis]) -> int:
        """Read what begins with a sign, up to the place that is given; at the sign itself where it is text."""
        if sign == ":":
            return self._icon(start)
        if sign == "\n":
            self.text = self.text.rstrip(" ") + sign
            return self._after_spaces(start + 1, end)
        if sign == "\\":
            return self._escape(start, end)
        if sign == "{":
            return self._keyword(start, end, rows)
        return self._caps(start, end) if sign == "^" else self._run(start, end)

    def _icon(self, start: int) -> int:
        match = _ICON.match(self.source, start)
        if match is None:
            return start
        settings = _ICON_SETTINGS.match(self.source, match.end()) if self.marks else None
        self._end_text()
        self.tokens.append(Token("icon", match[1], settings[1] if settings is not None else ""))
        return settings.end() if settings is not None else match.end()

    def _escape(self, start: int, end: int) -> int:
        after = start + 2
        if after > end:
            return start
        escaped = self.source[start + 1]
        self._end_text()
        text = escaped if escaped == "\n" or escaped in punctuation else self.source[start:after]
        self.tokens.append(Token("text", text))
        return self._after_spaces(after, end) if escaped == "\n" else after

    def _after_spaces(self, at: int, end: int) -> int:
        """Where the text of a new line begins."""
        spaces = _SPACES.match(self.source, at, end)
        return spaces.end() if spaces is not None else at

    def _keyword(self, start: int, end: int, rows: list[Emphasis]) -> int:
        match = _BRACES.match(self.source, start, end) if self.keywords else None
        if match is None:
            return start
        self.read(*match.span(1), rows)
        self.tokens.append(Token("reminder", match[1]))
        return match.end()

    def _caps(self, start: int, end: int) -> int:
        match = _CAPS.match(self.source, start, end)
        if match is None:
            return start
        self._between("caps", "", *match.span(1))
        return match.end()

    def _run(self, start: int, end: int) -> int:
        found = bracketed(self.source).get(start) if self.marks else None
        if found is None or found[1] > end:
            return start
        close, after, settings = found
        self._between("run", settings, start + 1, close)
        return after

    def _between(self, kind: Literal["caps", "run"], settings: str, at: int, end: int) -> None:
        """Read what stands between two places as of one kind."""
        self._end_text()
        self.tokens.append(Token(kind, "", settings))
        self.read_whole(at, end)
        self.tokens.append(Token(kind, ends=True))


def _flanks(sign: str, before: str, after: str, is_last: bool) -> tuple[bool, bool]:
    """Whether emphasis may begin and end with signs that stand between two characters, or beside none. CommonMark wants a space
    between **"quoted"** and a letter, which Hebrew and Arabic prefixes don't have: so only underscores go by it.
    """
    if sign == "*":
        return after.strip() != "", before.strip() != ""
    after = "" if is_last else after
    space_before, space_after = _is_space(before), _is_space(after)
    mark_before, mark_after = _is_mark(before), _is_mark(after)
    left = not (space_after or (mark_after and not (space_before or mark_before)))
    right = not (space_before or (mark_before and not (space_after or mark_after)))
    return left and (not right or mark_before), right and (not left or mark_after)


def _is_space(char: str) -> bool:
    return not char or char in "\t\n\v\f\r" or category(char) == "Zs"


def _is_mark(char: str) -> bool:
    return bool(char) and category(char)[0] in "PS"


def _match(rows: list[Emphasis]) -> None:
    """Find which signs of rows belong together, as CommonMark has it: each that may end emphasis goes with the nearest before it."""
    begun: list[Emphasis] = []
    none_below: dict[tuple[str, bool, int], int] = {}
    for row in rows:
        kind = row.sign, row.may_begin, row.length % 3
        while row.may_end and row.left:
            at = len(begun) - 1
            least = none_below.get(kind, 0)
            while at >= least and not _go_together(begun[at], row):
                at -= 1
            if at < least:
                none_below[kind] = len(begun)
                break
            first = begun[at]
            both = min(first.left, row.left, 2)
            first.left -= both
            row.left -= both
            if both == 2:
                first.bold_begins += 1
                row.bold_ends += 1
            else:
                first.italic_begins += 1
                row.italic_ends += 1
            del begun[at + (first.left > 0) :]
            none_below = {key: min(place, len(begun)) for key, place in none_below.items()}
        if row.may_begin and row.left:
            begun.append(row)


def _go_together(first: Emphasis, last: Emphasis) -> bool:
    """Whether emphasis that begins with one row may end with another."""
    if first.sign != last.sign:
        return False
    either = first.may_end or last.may_begin
    return not either or (first.length + last.length) % 3 != 0 or (first.length % 3 == 0 and last.length % 3 == 0)
