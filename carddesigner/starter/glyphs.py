"""Letters that the text's font lacks: another shipped one that has them, or an open one of this computer."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from itertools import chain, product

from fontTools import unicodedata as scripts
from msgspec import Struct

from carddesigner.core.report import Problem
from carddesigner.deck.assets import Assets
from carddesigner.text.font_files import computer_fonts, plain_name
from carddesigner.text.fonts import FontFamily
from carddesigner.text.shaping import Look, Shaper, clusters

_SHIPPED = ("Roboto", "Game Symbols")
"""Shipped families that have more letters and signs."""
_OFTEN = ("Noto Sans", "DejaVu Sans", "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math", "Noto Emoji")
_NAMES = {
    "Arab": ("Noto Naskh Arabic", "Noto Sans Arabic"),
    "Hani": ("Noto Sans SC", "Noto Sans CJK SC", "Noto Sans JP", "Noto Sans TC"),
    "Hira": ("Noto Sans JP", "Noto Sans CJK JP"),
    "Kana": ("Noto Sans JP", "Noto Sans CJK JP"),
    "Hang": ("Noto Sans KR", "Noto Sans CJK KR"),
}


class Fallback(Struct, frozen=True):
    """The fonts a deck needs besides the shipped ones: families, their files, and what is still lacking."""

    families: tuple[str, ...]
    files: dict[str, bytes]
    said: tuple[str, ...]


def find_fallback(texts: Iterable[str], assets: Assets) -> Fallback:
    """Fonts for all that the first shipped one can't show of these texts, and a note on it."""
    first = assets.family("Alegreya Sans")
    # Markdown has a sign of its own for U+0000.
    words = {w.replace("\x00", "\ufffd") for t in texts for w in re.split(r"[ \t\r\n\u200b]+", t) if w}
    if all(ord(c) < 0x250 and c.isprintable() for w in words for c in w):
        words = {w for w in words if not w.isascii()}
    letters = {c for w in words for c in clusters(w)}
    missing = _missing(letters, (first,))
    families: list[FontFamily] = []
    files: dict[str, bytes] = {}
    lines: list[str] = []
    shipped = map(assets.family, _SHIPPED)
    for family in chain(shipped, _installed(missing)) if missing else ():
        fewer = _missing(letters, (first, *families, family))
        gained = [c for c in missing if c not in fewer]
        if gained:
            families.append(family)
            if family.name not in _SHIPPED:
                copied = {family.face(*look, exact=False).path for look in product((False, True), repeat=2)}
                files |= {path.name: path.read_bytes() for path in copied}
                lines.append(
                    f"{_some(gained)}: not in the shipped fonts; copied {family.name} of this computer into fonts/"
                )
            missing = fewer
        if not missing:
            break
    if missing:
        shown = [c for m in missing for c in m if c.isprintable()]
        hidden = len({c for m in missing for c in m if not c.isprintable()})
        if shown:
            wanted = f"put {wanted_fonts(shown)} into fonts/ and its name behind `fallback:` in the template"
            lines.append(
                f"{_some(shown)}: in no font that is here, so `build` stops; {wanted} (`build --proof` has boxes)"
            )
        if hidden:
            lines.append(f"{hidden} control characters that no font shows: `build` stops there; clean the cells")
    return Fallback(tuple(f.name for f in families), files, tuple(lines))


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


def _installed(missing: tuple[str, ...]) -> Iterable[FontFamily]:
    """Families of this computer that may have these letters, the likeliest first; only those whose licence lets them be copied."""
    likely = [n for s in _scripts(c for m in missing for c in m)[:6] for n in _families_for(s)]
    faces = computer_fonts()
    for name in dict.fromkeys((*likely, *_OFTEN)):
        files = faces.get(plain_name(name), ())
        with suppress(Problem, OSError):
            if files:
                family = FontFamily(files[0].family, files)
                family.face(False, False)
                yield family
