"""Number of copies in table cells: ``3``, ``3x``, ``×3``, ``3 copies``, ``3 Stück``."""

from __future__ import annotations

import re
import unicodedata

MAX_COPIES_OF_A_CARD = 10_000

_UNITS = (
    "copy copies card cards pc pcs piece pieces kopie kopien karte karten stück stk st exemplar exemplare ex expl exemplaire"
    " exemplaires carte cartes copia copias carta cartas ud uds unidad unidades ejemplar ejemplares cópia cópias unidade un"
    " copie szt sztuk sztuka sztuki kart karta karty kopia kopii шт штук штука карт карта карты экз копий копия 枚 张 張 份 장"
    " time times mal fois veces vezes volte razy раз раза"
)
_TIMES = "x×✕х*"
_WIDE = {ord("０") + i: str(i) for i in range(10)}
"""Full-width digits, as in Chinese and Japanese text."""
_AMOUNT = rf"(?i:(?:[{_TIMES}] ?)?([0-9]{{1,9}})|([0-9]{{1,9}})[ -]?(?:[{_TIMES}]|(?:{'|'.join(_UNITS.split())})\.?))"


def read_amount(text: str) -> int | None:
    """Read the number of copies in a cell; None unless it is a whole number from 0 to MAX_COPIES_OF_A_CARD."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_WIDE)
    if text.isascii() and text.isdecimal():
        amount = int(text) if len(text) < 10 else -1
    else:
        match = re.fullmatch(_AMOUNT, text)
        amount = int(match[1] or match[2]) if match is not None else -1
    return amount if 0 <= amount <= MAX_COPIES_OF_A_CARD else None
