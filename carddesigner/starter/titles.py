"""What a new deck is called."""

from __future__ import annotations

import re
from pathlib import Path

from carddesigner.starter.roles.vocabulary import folded
from carddesigner.starter.spelling import comment, shortened

_ANY = re.compile(
    r"(sheet|tabelle|tabellenblatt|feuille?|feuil|hoja|planilha|folha|foglio|arkusz|лист|シート|工作表|table|cards?|card-list|karten|cartes"
    r"|cartas|carte|karty|data|deck|export|import|untitled|list|main|test|new|final|draft|copy|master)(-?(v?\d+|list|data|sheet|deck|export|copy))*"
)


def deck_title(folder: str, file: Path, sheets: tuple[str | None, ...]) -> str:
    """The title: the sheet's name, where the deck has one sheet that is called something, else the file's, else the
    folder's.
    """
    sheet = sheets[0] if len(sheets) == 1 else None
    name = next(
        (n for n in (sheet, file.stem) if n and not _ANY.fullmatch(folded(n)) and re.search(r"[^\W\d_]{3}", n)), folder
    )
    return shortened(comment(_humanised(name), 200) or "Deck", 60)


def _humanised(name: str) -> str:
    """A name of a file as people write names: ``my_first-game`` is My first game."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]+", " ", name).strip() if " " not in name.strip() else name.strip()
    return text[:1].upper() + text[1:] if text.islower() else text
