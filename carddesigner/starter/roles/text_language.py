"""In which language texts are, by their letters and the small words that nearly every text of a language has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from carddesigner.starter.roles.vocabulary import SMALL_WORDS

_SCRIPTS = (
    ("ja", "[\u3040-\u30ff]"),
    ("ko", "[\uac00-\ud7af]"),
    ("zh", "[\u3400-\u9fff]"),
    ("ru", "[\u0400-\u04ff]"),
    ("el", "[\u0370-\u03ff]"),
)
"""Languages by letters of which a fifth of a text are."""
_LETTERS = {"ru": "[ыэъё]", "uk": "[іїєґ]"}
"""Letters that tell languages of one script from others that have it."""
_CLEAR = 4
"""Small words, and half as many different ones, that a text needs for its language to be clear."""
_AHEAD = 1.5
"""How many times more they must speak for it than for any other language."""


def language_of_texts(text: str, codes: Collection[str] = ()) -> str | None:
    """The language of texts by their script and small words, one of *codes* if there are any; None where that can't be
    told.
    """
    letters = sum(map(str.isalpha, text))
    for code, pattern in _SCRIPTS:
        if 5 * len(re.findall(pattern, text)) > letters:
            return code if not codes or code in codes else None
    small_words = [w for w in _small_words(text) if not codes or w[1] in codes]
    if len(small_words) < 2:
        return None
    (weight, best, words), (next_, _, _) = small_words[:2]
    return best if words.total() > 1 and weight > next_ else None


def _small_words(text: str) -> list[tuple[float, str, Counter[str]]]:
    """How often each small word of a language stands in a text, of all languages; first that for which they speak most.

    A word that several languages have is shared among them.
    """
    words = Counter(re.findall(r"[^\W\d_]+", text.casefold()))
    having = Counter(w for small in SMALL_WORDS.values() for w in small)
    out = []
    for code, small in SMALL_WORDS.items():
        of_it = Counter({w: words[w] for w in small if w in words})
        out.append((sum(n / having[w] for w, n in of_it.items()), code, of_it))
    return sorted(out, key=lambda one: -one[0])


def clear_language(text: str) -> str | None:
    """The language of texts where there is no doubt of it."""
    language = language_of_texts(text)
    if language in _LETTERS:
        of_script = [code for code, letters in _LETTERS.items() if re.search(letters, text.casefold())]
        return of_script[0] if len(of_script) == 1 else None
    if language is None or language in dict(_SCRIPTS):
        return language
    (weight, _, words), (next_, _, _) = _small_words(text)[:2]
    clear = words.total() >= _CLEAR and 2 * len(words) >= _CLEAR and weight >= _AHEAD * next_
    return language if clear else None
