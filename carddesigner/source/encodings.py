"""Guess the encoding of a text that is not Unicode: the one in which its bytes are letters that occur together."""

from __future__ import annotations

import re
from itertools import pairwise

_COMMON = {
    "windows-1252": "àáâãäåæçèéêëìíîïñòóôõöøùúûüýßœÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ’‘“”–—…€°ºª«»¿¡·×®©½²³",
    "windows-1250": "ąćęłńóśźżáčďéěíňřšťúůýžőűăâîșțşţĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽŐŰ’„”–—…",
    "windows-1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяёАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁіїєґІЇЄҐ«»–—…№",
    "mac-roman": "àáâãäåæçèéêëìíîïñòóôõöøùúûüÿßœÀÁÂÃÄÅÆÇÈÉÊÑÒÓÔÕÖØÙÚÛÜŒ’‘“”–—…«»¿¡",
}


def _is_common(char: str, encoding: str) -> bool:
    """Whether a character is East Asian punctuation or belongs to the most common ones of the encoding's character
    set.
    """
    if "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uff5e":
        return True
    try:
        first = char.encode("shift-jis" if encoding == "shift-jis" else "gb2312")[0]
    except UnicodeEncodeError:
        return False
    return 0x88 <= first <= 0x97 if encoding == "shift-jis" else 0xB0 <= first <= 0xD7


def guess_encoding(data: bytes) -> str | None:
    """Return the encoding in which a file's bytes beyond ASCII are letters that occur together; None if there is
    none.
    """
    best, most = None, 0.0
    for encoding in (*_COMMON, "shift-jis", "gb18030"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        seen = [c for c in text if ord(c) > 127]
        if encoding in _COMMON:
            common = set(_COMMON[encoding])
            score = sum(1.0 if c in common else -1.0 for c in seen)
            # A capital doesn't follow a small letter within a word.
            score -= 2 * sum(a.islower() and b.isupper() and ord(b) > 127 for a, b in pairwise(text))
            if encoding == "windows-1251":
                # A word doesn't mix Cyrillic and Latin letters.
                score -= sum((a + b).isalpha() and a.isascii() != b.isascii() for a, b in pairwise(text))
            # Western European text is more likely, so the other encodings must score clearly higher.
            score *= 0.9 if encoding != "windows-1252" else 1.0
        else:
            kana = sum("\u3040" <= c <= "\u30ff" for c in seen)
            # East Asian characters stand next to each other, not singly among Latin letters.
            runs = "".join(re.findall(r"[^\x00-\x7f]{2,}", text))
            wide = sum(_is_common(c, encoding) for c in runs)
            score = 2 * (wide + kana - 2 * (len(seen) - wide - kana)) * (1.0 if encoding == "gb18030" or kana else 0.5)
            if encoding == "shift-jis":
                score += kana
        score /= max(len(seen), 1)
        if score > most:
            best, most = encoding, score
    return best if most > 0.2 else None
