"""Which pages a booklet and a leaflet have: cover, text, blank ones, back."""

from __future__ import annotations

from typing import get_args

import pytest

from carddesigner.core.folds import FOLDS
from carddesigner.core.report import Problem
from carddesigner.layout.booklet_pages import bind
from carddesigner.schema.deck import PAGE_SIZES, Component


def kinds(texts: int, fold: str | None = None, *, cover: bool = False, back: bool = False) -> str:
    pages = bind(texts, FOLDS[fold] if fold else None, cover=cover, back=back)
    return " ".join(str(p.text + 1) if p.kind == "text" else p.kind for p in pages)


@pytest.mark.parametrize(
    ("texts", "cover", "back", "expected"),
    [
        (1, False, False, "1 blank blank blank"),
        (4, False, False, "1 2 3 4"),
        (5, False, False, "1 2 3 4 5 blank blank blank"),
        (3, True, False, "cover 1 2 3"),
        (2, True, True, "cover 1 2 back"),
        (3, True, True, "cover 1 2 3 blank blank blank back"),
        (5, False, True, "1 2 3 4 5 blank blank back"),
    ],
)
def test_a_booklet_is_filled_up_with_blank_pages_before_its_back(texts, cover, back, expected):
    assert kinds(texts, cover=cover, back=back) == expected


def test_a_leaflets_back_is_the_panel_that_lies_outside_when_it_is_folded():
    assert kinds(4, "letter", cover=True, back=True) == "cover 1 2 3 4 back"
    assert kinds(4, "z", cover=True, back=True) == "cover 1 2 back 3 4"
    assert kinds(2, "half", cover=True, back=True) == "cover 1 2 back"
    assert kinds(3, "cross", cover=True, back=True) == "cover 1 2 back 3 blank blank blank"


def test_more_text_than_panels_says_how_many_there_are():
    with pytest.raises(Problem, match="fills 6 panels; folded so, the sheet has 4 beside its cover and back"):
        bind(6, FOLDS["letter"], cover=True, back=True)


def test_every_fold_can_be_written_and_has_a_page_of_its_own_size():
    assert set(get_args(Component.model_fields["fold"].annotation)) == set(FOLDS) == set(PAGE_SIZES) - {"booklet"}
