"""Numbers in the notation of languages: grouped digits and the decimal separator, from the CLDR, with digits 0 to 9."""

from __future__ import annotations

from functools import cache
from math import isfinite

MAX_DECIMALS = 15

_STYLES: dict[tuple[str, str], str] = {
    (
        ",",
        ".",
    ): "ar-DZ ar-LB ar-LY ar-MA ar-MR ar-TN az bs ca da de el es eu fo gl hr id is it jv kl ku lb ln lo mk nl ps pt rn ro rw "
    "sc sg sl sr su tr vi",
    (
        ",",
        "\u00a0",
    ): "af be bg br cs cv de-AT eo es-CR et ff fi fr-CA hu hy ka kk ky lt lv nb nn no oc pl pt-AO pt-CH pt-CV pt-GQ pt-GW "
    "pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL ru se sk sq sv tg tk tt uk uz en-ZA",
    (",", "\u202f"): "fr",
    (".", "’"): "de-CH de-LI fr-CH it-CH rm en-CH",
}
"""Decimal and group separators that differ from the English ones."""
_BY_TWO = frozenset(["as", "bn", "en-IN", "gu", "hi", "ml", "mr", "ne", "or", "pa", "sa", "ta", "te"])
"""Languages that form groups of two after the first three digits: 12,34,567."""
_FROM_FIVE = frozenset(["bg", "es", "et", "lv", "pl", "pt-PT"])
"""Languages that don't group numbers of four digits."""
_ENGLISH_SPANISH = frozenset(
    f"es-{c}" for c in ["419", "MX", "US", "PR", "GT", "HN", "NI", "PA", "PE", "SV", "DO", "CU", "BZ", "BR"]
)


@cache
def _style(language: str) -> tuple[str, str, bool, int]:
    """Decimal separator, group separator, whether groups have two digits, and the least number of digits that is
    grouped.
    """
    short = language.split("-")[0]
    if language in _ENGLISH_SPANISH:
        return ".", ",", False, 4
    for name in (language, short):
        for (decimal, group), names in _STYLES.items():
            if name in names.split():
                return decimal, group, False, 5 if _FROM_FIVE & {language, short} and language != "es-CR" else 4
    return ".", ",", bool(_BY_TWO & {language, short}), 4


def written(value: object, language: str, decimals: int | None = None) -> str:
    """Return a number in a language's notation, with this many decimals, by default as many as it has. Raises TypeError
    and ValueError.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        kind = "an empty cell" if value is None else repr(value)
        raise TypeError(f"number takes a number, not {kind}")
    if not isfinite(value):
        raise ValueError("number takes a number that has an end")
    if decimals is not None and (decimals.__class__ is not int or not 0 <= decimals <= MAX_DECIMALS):
        raise ValueError(f"number takes 0 to {MAX_DECIMALS} decimals")
    if decimals is not None:
        text = f"{value:.{decimals}f}"
    elif isinstance(value, int) or value.is_integer():
        text = f"{value:d}" if isinstance(value, int) else f"{value:.0f}"
    else:
        text = f"{value:.15g}"
        text = f"{value:.15f}".rstrip("0") if "e" in text else text
    sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, _, rest = text.partition(".")
    point, group, by_two, least = _style(language)
    if len(whole) >= least:
        groups = [whole[-3:]]
        whole, step = whole[:-3], 2 if by_two else 3
        while whole:
            groups.insert(0, whole[-step:])
            whole = whole[:-step]
        whole = group.join(groups)
    return sign + whole + (point + rest if rest else "")
