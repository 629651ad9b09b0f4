"""Small decks drawn to PDF, a copy a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pikepdf
import pytest

from carddesigner.pipeline.build import PrintOptions, build_deck


class Folder(Protocol):
    path: Path


@pytest.fixture
def draw(tmp_path: Path) -> Callable[[Folder], Path]:
    """Prints a deck's pieces, each copy on a page of its own, and gives the PDF's path."""

    def drawn(deck: Folder) -> Path:
        return build_deck(deck.path, PrintOptions(output=tmp_path / "drawn", layout="pieces")).artifacts[0].path

    return drawn


@pytest.fixture
def images() -> Iterator[Callable[[Path], list[pikepdf.Stream]]]:
    """The pictures in a PDF, soft masks left out."""

    opened: list[pikepdf.Pdf] = []

    def found(path: Path) -> list[pikepdf.Stream]:
        pdf = pikepdf.open(path)
        opened.append(pdf)
        all_of_them = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        masks = {o.SMask.objgen for o in all_of_them if "/SMask" in o}
        return [o for o in all_of_them if o.objgen not in masks]

    yield found
    for pdf in opened:
        pdf.close()
