"""Letters that the text's font lacks: another shipped one that has them, or one of this computer that may be
embedded.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from pathlib import Path

from fontTools import unicodedata as scripts
from msgspec import Struct

from carddesigner.core.report import Problem
from carddesigner.deck.assets import Assets
from carddesigner.text.font_files import FontFile, computer_fonts, licence_of_file, plain_name
from carddesigner.text.fonts import FontFamily
from carddesigner.text.shaping import Look, Shaper, clusters

_SHIPPED = ("Roboto", "Game Symbols")
"""Shipped families that have more letters and signs."""
_OFTEN = ("Noto Sans", "DejaVu Sans", "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math", "Noto Emoji")
_OPEN = re.compile(
    r"Open Font License|Apache License|IPA Font License|public domain|Creative Commons|\bGPL\b|GNU|Bitstream Vera", re.I
)
"""Licences that let anybody pass a font on."""
MAX_COPIED = 6
"""Families that are copied."""
MAX_TRIED = 30
"""Families of the computer that are tried besides the likely ones."""
_NAMES = {
    "Arab": ("Noto Naskh Arabic", "Noto Sans Arabic"),
    "Hani": ("Noto Sans SC", "Noto Sans CJK SC", "Noto Sans JP", "Noto Sans TC"),
    "Hira": ("Noto Sans JP", "Noto Sans CJK JP"),
    "Kana": ("Noto Sans JP", "Noto Sans CJK JP"),
    "Hang": ("Noto Sans KR", "Noto Sans CJK KR"),
}


class Fallback(Struct, frozen=True):
    """The fonts a deck needs besides the shipped ones: families, their files, notes, and families that are still
    lacking.
    """

    families: tuple[str, ...]
    files: dict[str, bytes]
    notes: tuple[str, ...]
    wanted: tuple[str, ...] = ()


def find_fallback(texts: Iterable[str], assets: Assets, folder: Path) -> Fallback:
    """Fonts for all that the first shipped one can't show of these texts of a deck that will lie in a folder, and notes
    on them.
    """
    first = assets.family("Alegreya Sans")
    # Markdown has a sign of its own for U+0000.
    words = {w.replace("\x00", "\ufffd") for t in texts for w in re.split(r"[ \t\r\n\u200b]+", t) if w}
    if all(ord(c) < 0x250 and c.isprintable() for w in words for c in w):
        words = {w for w in words if not w.isascii()}
    letters = {c for w in words for c in clusters(w)}
    lacking = _lacking(letters, (first,))
    missing = _parts(lacking)
    families: list[FontFamily] = []
    files: dict[str, bytes] = {}
    lines: list[str] = []
    copies = 0
    shipped = map(assets.family, _SHIPPED)
    for family in chain(shipped, _installed(missing)) if missing else ():
        # What a font shows, it shows beside others too.
        fewer = _lacking(lacking, (first, *families, family))
        left = set(_parts(fewer))
        gained = [c for c in missing if c not in left]
        if gained:
            families.append(family)
            if family.name not in _SHIPPED:
                copies += 1
                copied = {family.face(*look, exact=False).path for look in product((False, True), repeat=2)}
                files |= {path.name: path.read_bytes() for path in copied}
                copy = f"copied {family.name} of this computer into fonts/"
                lines.append(f"{_some(gained)}: not in the shipped fonts; {copy}{_terms(family)}")
            lacking, missing = fewer, _parts(fewer)
        if not missing or copies == MAX_COPIED:
            break
    names: list[str] = []
    if missing:
        shown = [c for m in missing for c in m if c.isprintable()]
        hidden = sorted({c for m in missing for c in m if not c.isprintable()})
        if shown:
            names += wanted_fonts(shown)
            them = "their files" if len(names) > 1 else "its file"
            lines.append(
                f"{_some(shown)}: in no font that is here, so `build` stops (`build --proof` sets boxes); get "
                f"{' and '.join(names)} (SIL Open Font License, from the Noto project, fonts.google.com/noto), put {them} into "
                f"{folder}/fonts/ and take the # from the lines about fonts in {folder}/templates/"
            )
        if hidden:
            named = ", ".join(f"U+{ord(c):04X}" for c in hidden[:3])
            message = f"{len(hidden)} character{'s' * (len(hidden) > 1)} that no font shows ({named})"
            lines.append(f"{message}: `build` stops there; clean the cells")
    return Fallback(tuple(f.name for f in families), files, tuple(lines), tuple(names))


def _lacking(letters: Iterable[str], chain: tuple[FontFamily, ...]) -> dict[str, set[str]]:
    """The letters that not all looks of a chain show, each with what is missing of it."""
    shaper, looks = Shaper(chain, "en", 0.0), (Look(False, False), Look(True, False))
    missing = {c: {m[0] for look in looks for m in shaper.missing(c, look)} for c in letters}
    return {c: parts for c, parts in missing.items() if parts}


def _parts(lacking: dict[str, set[str]]) -> tuple[str, ...]:
    return tuple(sorted(set().union(*lacking.values())))


def _some(letters: Iterable[str]) -> str:
    shown = list(dict.fromkeys(c for m in letters for c in m if c.isprintable() and not unicodedata.combining(c)))
    more = f" and {len(shown) - 8} more" if len(shown) > 8 else ""
    return " ".join(shown[:8]) + more


def _families_for(script: str) -> tuple[str, ...]:
    if script in ("Zyyy", "Zinh", "Zzzz"):
        return ()
    return _NAMES.get(script) or (f"Noto Sans {scripts.script_name(script)}".replace("_", " "),)


def _scripts(letters: Iterable[str]) -> list[str]:
    """Scripts of letters, the commonest first; Han beside kana is Japanese."""
    names = [s for s, _ in Counter(map(scripts.script, letters)).most_common()]
    if "Hira" not in names and "Kana" not in names:
        return names
    others = [s for s in names if s not in ("Hani", "Kana")]
    return others if "Hira" in names else ["Hira", *others]


def wanted_fonts(letters: Collection[str]) -> list[str]:
    """The fonts to add for letters, by the scripts that most of them are of."""
    names = [n for script in _scripts(letters) for n in _families_for(script)[:1]]
    if not names:
        names = ["Noto Emoji" if any(ord(c) >= 0x1F000 for c in letters) else "Noto Sans Symbols 2"]
    return names[:2]


def _installed(missing: tuple[str, ...]) -> Iterable[FontFamily]:
    """Families of this computer that may have these letters, the likeliest first, then those that have the most of
    them; only those that may be embedded. Of these, the ones that anybody may pass on go before others.
    """
    likely = [n for s in _scripts(c for m in missing for c in m)[:6] for n in _families_for(s)]
    faces = computer_fonts()
    named = [plain_name(name) for name in dict.fromkeys((*likely, *_OFTEN))]
    yield from _openable(faces[name] for name in named if name in faces)
    counted = [(_has(files, missing), name) for name, files in faces.items() if name not in named]
    # One that has a sign or two of another script's is none for it.
    most = sorted((c for c in counted if 2 * c[0] >= len(missing)), key=lambda c: (-c[0], c[1]))[:MAX_TRIED]
    most.sort(key=lambda c: not _is_open(licence_of_file(faces[c[1]][0])))
    yield from _openable(faces[name] for _, name in most)


def _openable(families: Iterable[Sequence[FontFile]]) -> Iterator[FontFamily]:
    for files in families:
        with suppress(Problem, OSError):
            family = FontFamily(files[0].family, tuple(files))
            family.face(False, False, exact=False)
            yield family


def _has(files: Sequence[FontFile], letters: Sequence[str]) -> int:
    """How many letters a family of the computer has; none of one that is packed."""
    import uharfbuzz as hb

    file = min(files, key=lambda f: (f.italic, abs(f.weight - 400)))
    if file.path.suffix.lower() == ".woff2":
        return 0
    try:
        font = hb.Font(hb.Face(hb.Blob.from_file_path(str(file.path)), file.index))
    except (OSError, ValueError, RuntimeError, hb.HarfBuzzError):
        return 0
    return sum(all(font.get_nominal_glyph(ord(c)) for c in letter) for letter in letters)


def _is_open(licence: str) -> bool:
    return _OPEN.search(licence) is not None


def _terms(family: FontFamily) -> str:
    """What is to know of a font's licence, where not anybody may pass it on."""
    licence = licence_of_file(family.files[0])
    if _is_open(licence):
        return ""
    terms = f": {licence[:100]}" if licence else ", of which it says nothing"
    return f"; before you give the deck's folder away, look at the font's licence{terms}"
