"""Letters that the shipped fonts lack: an open font of this computer that has them, else boxes in their place."""

from __future__ import annotations

import io
import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from fontTools import unicodedata as scripts
from msgspec import Struct

from carddesigner.core.report import Problem
from carddesigner.deck.assets import Assets
from carddesigner.text.fonts import FontFamily, find_family
from carddesigner.text.shaping import Look, Shaper, clusters

PLACEHOLDER = "Placeholder"
"""The family whose every letter is an empty box."""

_OFTEN = ("Noto Sans", "DejaVu Sans", "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math", "Noto Emoji")
_NAMES = {
    "Arab": ("Noto Naskh Arabic", "Noto Sans Arabic"),
    "Hani": ("Noto Sans SC", "Noto Sans JP", "Noto Sans TC"),
    "Hira": ("Noto Sans JP",),
    "Kana": ("Noto Sans JP",),
    "Hang": ("Noto Sans KR",),
}


class Fallback(Struct, frozen=True):
    """The fonts a deck needs besides the shipped ones: families, their files, and what is still lacking."""

    families: tuple[str, ...]
    files: dict[str, bytes]
    said: tuple[str, ...]


def find_fallback(texts: Iterable[str], assets: Assets) -> Fallback:
    """Fonts for all that the shipped ones can't show of these texts, and a note on it."""
    shipped = assets.family("Alegreya Sans")
    # Markdown has a sign of its own for U+0000.
    words = {w.replace("\x00", "\ufffd") for t in texts for w in re.split(r"[ \t\r\n\u200b]+", t) if w}
    if all(ord(c) < 0x250 and c.isprintable() for w in words for c in w):
        words = {w for w in words if not w.isascii()}
    letters = {c for w in words for c in clusters(w)}
    missing = _missing(letters, (shipped,))
    families: list[FontFamily] = []
    files: dict[str, bytes] = {}
    lines: list[str] = []
    for family in _installed(missing) if missing else ():
        fewer = _missing(letters, (shipped, *families, family))
        gained = [c for c in missing if c not in fewer]
        if gained:
            families.append(family)
            for style, path in family.files:
                files[path.name if "-" in path.stem else f"{path.stem}-{style}.ttf"] = path.read_bytes()
            copied = f"copied {family.name} of this computer into fonts/"
            lines.append(f"{_some(gained)}: not in the shipped fonts; {copied}")
            missing = fewer
        if not missing:
            break
    if missing:
        single = {c for m in missing for c in m}
        files[f"{PLACEHOLDER}-Regular.ttf"] = boxes(single)
        shown = [c for m in missing for c in m if c.isprintable()]
        hidden = len({c for c in single if not c.isprintable()})
        if shown:
            wanted = f"an empty box stands for each; put {wanted_fonts(shown)} into fonts/"
            lines.append(f"{_some(shown)}: in no font that is here, so {wanted}")
        if hidden:
            lines.append(f"{hidden} control characters that no font shows are left out; clean the cells")
    names = [*(f.name for f in families), *([PLACEHOLDER] if missing else ())]
    return Fallback(tuple(names), files, tuple(lines))


def _missing(letters: Iterable[str], chain: tuple[FontFamily, ...]) -> tuple[str, ...]:
    shaper = Shaper(chain, "en", 0.0)
    found = {m[0] for c in letters for look in (Look(False, False), Look(True, False)) for m in shaper.missing(c, look)}
    return tuple(sorted(found))


def _some(letters: Iterable[str]) -> str:
    known = list(dict.fromkeys(c for m in letters for c in m if c.isprintable() and not unicodedata.combining(c)))
    more = f" and {len(known) - 8} more" if len(known) > 8 else ""
    return " ".join(known[:8]) + more


def _families_for(script: str) -> tuple[str, ...]:
    if script in ("Zyyy", "Zinh", "Zzzz"):
        return ()
    return _NAMES.get(script) or (f"Noto Sans {scripts.script_name(script)}".replace("_", " "),)


def _scripts(letters: Iterable[str]) -> list[str]:
    """Scripts of letters, the commonest first; Han beside kana is Japanese."""
    found = [s for s, _ in Counter(map(scripts.script, letters)).most_common()]
    if "Hira" not in found and "Kana" not in found:
        return found
    others = [s for s in found if s not in ("Hani", "Kana")]
    return others if "Hira" in found else ["Hira", *others]


def wanted_fonts(letters: Collection[str]) -> str:
    """The font to add for letters, by the script that most of them are of."""
    names = [n for script in _scripts(letters) for n in _families_for(script)[:1]]
    if not names:
        names = ["Noto Emoji" if any(ord(c) >= 0x1F000 for c in letters) else "Noto Sans Symbols 2"]
    return " and ".join(f"{n} ({n.replace(' ', '')}-Regular.ttf)" for n in names[:2])


def _folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts", home / "AppData/Local/Microsoft/Windows/Fonts"]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts")]
    return [home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")]


def _installed(missing: tuple[str, ...]) -> Iterable[FontFamily]:
    """Families of this computer that may have these letters, the likeliest first; only those whose licence lets them be copied."""
    likely = [n for s in _scripts(c for m in missing for c in m)[:6] for n in _families_for(s)]
    folders: dict[str, Path] = {}
    for root in _folders():
        for path in sorted(root.rglob("*.ttf"))[:20_000] if root.is_dir() else ():
            folders.setdefault(path.stem, path.parent)
    for name in dict.fromkeys((*likely, *_OFTEN)):
        where = folders.get(f"{name.replace(' ', '')}-Regular")
        with suppress(Problem, OSError):
            if where is not None:
                family = find_family(name, (where,))
                family.face(False, False)
                yield family


def boxes(letters: Iterable[str]) -> bytes:
    """A font in which each of these letters is an empty box; marks and control characters are nothing at all."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    def box(width: int) -> object:
        pen = TTGlyphPen(None)
        for low, high, left, right in ((0, 700, 60, width - 60), (60, 640, 120, width - 120)):
            corners = [(left, low), (left, high), (right, high), (right, low)]
            for n, corner in enumerate(corners if low == 0 else corners[::-1]):
                (pen.lineTo if n else pen.moveTo)(corner)
            pen.closePath()
        return pen.glyph()

    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "box", "wide", "nothing"])
    builder.setupCharacterMap({0x20: "nothing", **{ord(c): _glyph(c) for c in letters}})
    builder.setupGlyf({".notdef": box(600), "box": box(600), "wide": box(1000), "nothing": TTGlyphPen(None).glyph()})
    builder.setupHorizontalMetrics({".notdef": (600, 60), "box": (600, 60), "wide": (1000, 60), "nothing": (0, 0)})
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": PLACEHOLDER, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    builder.setupPost()
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _glyph(char: str) -> str:
    if unicodedata.category(char) in ("Mn", "Me", "Cc", "Cf", "Zl", "Zp", "Zs"):
        return "nothing"
    return "wide" if unicodedata.east_asian_width(char) in "WF" else "box"
