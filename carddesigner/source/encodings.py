"""Which encoding a text is in that is not Unicode: the one in which its bytes are letters that belong together."""

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
    """Whether a sign is punctuation of the east, or a character of the first level, which the commonest are."""
    if "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uff5e":
        return True
    try:
        first = char.encode("shift-jis" if encoding == "shift-jis" else "gb2312")[0]
    except UnicodeEncodeError:
        return False
    return 0x88 <= first <= 0x97 if encoding == "shift-jis" else 0xB0 <= first <= 0xD7


def guess_encoding(data: bytes) -> str | None:
    """The encoding in which a file's bytes beyond ASCII are letters that belong together; None if there is none."""
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
            # No word goes on with a large letter.
            score -= 2 * sum(a.islower() and b.isupper() and ord(b) > 127 for a, b in pairwise(text))
            if encoding == "windows-1251":
                # No word has Cyrillic letters beside Latin ones.
                score -= sum((a + b).isalpha() and a.isascii() != b.isascii() for a, b in pairwise(text))
            # Letters of the east are small far more often than large.
            score *= 0.9 if encoding != "windows-1252" else 1.0
        else:
            kana = sum("\u3040" <= c <= "\u30ff" for c in seen)
            # Letters of the east stand beside each other, not each among Latin ones.
            runs = "".join(re.findall(r"[^\x00-\x7f]{2,}", text))
            wide = sum(_is_common(c, encoding) for c in runs)
            score = 2 * (wide + kana - 2 * (len(seen) - wide - kana)) * (1.0 if encoding == "gb18030" or kana else 0.5)
            if encoding == "shift-jis":
                score += kana
        score /= max(len(seen), 1)
        if score > most:
            best, most = encoding, score
    return best if most > 0.2 else None
