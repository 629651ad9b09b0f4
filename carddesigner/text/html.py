"""Convert HTML in cells to our markup: inline tags become settings in braces, block tags become lines. Other tags and
invalid character references stay as written, so that nothing is lost.
"""

from __future__ import annotations

import html
import re

from carddesigner.text.braces import SETTINGS
from carddesigner.text.rich import MAX_LEVELS

_LETTERS = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em", "cite"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "strike", "del"), "strike"),
    "small": "size: 80%",
    "big": "size: 120%",
    "span": "",
    "font": "",
    "a": "",
}
"""Inline tags and the setting each sets; those without one may have settings in their attributes."""
_BOXES = ("p", "div", "center", "blockquote", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6")
_LEFT = (
    "img",
    "sup",
    "sub",
    "code",
    "pre",
    "table",
    "tr",
    "td",
    "th",
    "mark",
    "q",
    "script",
    "style",
    "svg",
    "input",
    "hr",
)
_ATTRIBUTES = r"(?:\s[^<>]{0,2000})?"
TAG = re.compile(rf"</?(?:{'|'.join((*_LETTERS, *_BOXES, 'br', *_LEFT))})(?:{_ATTRIBUTES}|\s*)/?>", re.I)
"""A tag, known or not."""
SIGN = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.I)
"""A character reference by name or number."""

_TOKEN = re.compile(
    rf"<(?P<line>br){_ATTRIBUTES}/?>[ \t]*(?:\r?\n)?"
    rf"|<(?P<end>/?)(?P<box>{'|'.join(_BOXES)}){_ATTRIBUTES}>\s*"
    rf"|<(?P<close>/?)(?P<letters>{'|'.join(_LETTERS)})(?P<has>{_ATTRIBUTES})/?>"
    rf"|(?P<sign>{SIGN.pattern})",
    re.I,
)
_SPECIAL = re.compile(r"[][*_\\:^{}|]")
_COLOR = re.compile(r"color\s*[:=]\s*[\"']?(#[0-9a-f]{6}|#[0-9a-f]{3})\b", re.I)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.I)
_ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.I)
_UNDERLINE = re.compile(r"text-decoration[a-z-]*\s*:\s*underline", re.I)
_OWN = re.compile(rf"\]{SETTINGS}")

_MOST_OPEN = 50
"""The maximum number of open tags; further ones have no effect."""

_Look = tuple[str, ...]
"""Settings of letters."""


def from_html(cell: str) -> str:
    """Return our markup for a cell with HTML; a cell without tags and character references is returned unchanged."""
    if _TOKEN.search(cell) is None:
        return cell
    writer = _MarkupWriter()
    at = 0
    for match in _TOKEN.finditer(cell):
        writer.add(cell[at : match.start()])
        writer.take(match)
        at = match.end()
    writer.add(cell[at:])
    return writer.text()


class _MarkupWriter:
    """Collects text by its settings, and keeps track of open tags."""

    def __init__(self) -> None:
        self.parts: list[tuple[_Look, list[str]]] = []
        self.open: list[tuple[str, _Look]] = []
        self.lists: list[int | None] = []

    def take(self, match: re.Match[str]) -> None:
        if match["line"] is not None:
            self._trim(" \t")
            self.add("\n")
        elif match["box"] is not None:
            self._box(match["box"].lower(), begins=not match["end"])
        elif match["letters"] is not None:
            name = match["letters"].lower()
            if match["close"]:
                self._close(name)
            elif len(self.open) < _MOST_OPEN:
                self.open.append((name, _look(name, match["has"])))
        else:
            self.add(_SPECIAL.sub(r"\\\g<0>", html.unescape(match["sign"])))

    def add(self, text: str) -> None:
        look = tuple(dict.fromkeys(setting for _, own in self.open for setting in own))
        if self.parts and self.parts[-1][0] == look:
            self.parts[-1][1].append(text)
        elif text:
            self.parts.append((look, [text]))

    def _close(self, name: str) -> None:
        at = next((i for i in range(len(self.open) - 1, -1, -1) if self.open[i][0] == name), None)
        if at is not None:
            del self.open[at]

    def _box(self, name: str, *, begins: bool) -> None:
        """Start or end a block: paragraphs are separated by blank lines, list items have their markers."""
        if name in ("ul", "ol") and begins and len(self.lists) < MAX_LEVELS:
            self.lists.append(0 if name == "ol" else None)
        elif name in ("ul", "ol") and not begins and self.lists:
            self.lists.pop()
        if name == "li" and begins:
            count = self.lists[-1] if self.lists else None
            if count is not None:
                self.lists[-1] = count + 1
            marker = "- " if count is None else f"{count + 1}. "
            self._line(1)
            self.add("  " * max(0, len(self.lists) - 1) + marker)
        elif name != "li":
            self._line(2 if name in ("p", "blockquote") or name[0] == "h" else 1)
            if name[0] == "h" and begins:
                self.open.append((name, ("bold",)))
            elif name[0] == "h":
                self._close(name)

    def _line(self, ends: int) -> None:
        """End the line, or the paragraph."""
        self._trim()
        if self.parts:
            self.add("\n" * ends)

    def _trim(self, signs: str | None = None) -> None:
        """Remove blank text at the end."""
        while self.parts:
            texts = self.parts[-1][1]
            while texts and not (text := texts.pop().rstrip(signs)):
                pass
            if texts or text:
                texts.append(text)
                return
            self.parts.pop()

    def text(self) -> str:
        return "".join(_written(look, "".join(texts)) for look, texts in self.parts).strip("\n")


def _look(name: str, attributes: str) -> _Look:
    settings = [_LETTERS[name]] if _LETTERS[name] else []
    for setting, pattern in (("bold", _BOLD), ("italic", _ITALIC), ("underline", _UNDERLINE)):
        if pattern.search(attributes):
            settings.append(setting)
    color = _COLOR.search(attributes)
    return (*settings, *([f"color: {color[1]}"] if color is not None else []))


def _written(look: _Look, text: str) -> str:
    """Return text with its settings, line by line."""
    if not look:
        return text
    settings: dict[str, str] = {}
    for setting in look:
        settings[setting.partition(":")[0]] = setting
    return "\n".join(_line(line, ", ".join(settings.values())) for line in text.split("\n"))


def _line(line: str, settings: str) -> str:
    inner = line.strip(" \t")
    if not inner:
        return line
    before, after = line[: line.index(inner)], line[line.index(inner) + len(inner) :]
    if not _OWN.search(inner):
        inner = re.sub(r"(?<!\\)[][]", r"\\\g<0>", inner)
    if (len(inner) - len(inner.rstrip("\\"))) % 2:
        inner += "\\"
    return f"{before}[{inner}]{{{settings}}}{after}"
