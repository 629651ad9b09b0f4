"""Places where a line break would split a phrase of Japanese, Chinese or Korean."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

_LETTERS = "\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_BETWEEN = re.compile(f"(?=(?<=[{_LETTERS}])\\S|(?<=\\S)[{_LETTERS}])")
_KANA = re.compile("[\u3041-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7ff]")
_TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


def torn_phrases(text: str, language: str) -> frozenset[int]:
    """Return the places between letters inside a phrase: by BudouX for Japanese and Chinese, by ICU for Korean. A text
    in another language is treated as the one of the three that its letters indicate.
    """
    between = [match.start() for match in _BETWEEN.finditer(text)]
    if not between:
        return frozenset()
    ends, at = set(), 0
    for phrase in _phrases(text, _model(text, language.lower())):
        at += len(phrase)
        ends.add(at)
    return frozenset(place for place in between if place not in ends)


def _model(text: str, language: str) -> str:
    if language.startswith(_TRADITIONAL):
        return "traditional"
    model = {"ja": "japanese", "zh": "simplified", "ko": "korean"}.get(language[:2])
    return model or ("japanese" if _KANA.search(text) else "korean" if _HANGUL.search(text) else "simplified")


def _phrases(text: str, model: str) -> list[str]:
    if model == "korean":
        from icu4py.breakers import LineBreaker

        return list(LineBreaker(text, "ko-u-lw-phrase-lb-strict"))
    return list(_parser(model).parse(text))


@lru_cache
def _parser(model: str) -> Any:
    import budoux

    if model == "japanese":
        return budoux.load_default_japanese_parser()
    if model == "traditional":
        return budoux.load_default_traditional_chinese_parser()
    return budoux.load_default_simplified_chinese_parser()
