"""What pictures of pieces are called."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.piece import PieceKey, titles
from carddesigner.export.names import picture_stems

# Ids with hyphens and numbers, so that names that are made can be others' already.
IDS = st.sampled_from(("a", "b", "a-2", "a-2-2", "x-a", "x-a-2", "y-x-a", "x"))
KEYS = st.builds(PieceKey, st.sampled_from(("x", "y", "x-y", "y-x")), IDS)
DECKS = st.dictionaries(KEYS, st.integers(1, 3))


def stems(**pieces: int) -> list[str]:
    return list(picture_stems({PieceKey(*name.split("_")): n for name, n in pieces.items()}).values())


def test_a_name_is_the_id_unless_several_components_have_it():
    assert stems(x_a=1, x_b=1) == ["a", "b"]
    assert stems(x_a=1, y_a=1, x_b=1) == ["x-a", "y-a", "b"]
    assert stems(x_a=3) == ["a-1", "a-2", "a-3"]


def test_a_name_that_is_taken_gets_the_next_free_number():
    pieces = {PieceKey("x", "a"): 1, PieceKey("y", "a"): 1, PieceKey("z", "x-a"): 1, PieceKey("z", "x-a-2"): 1}
    assert list(picture_stems(pieces).values()) == ["x-a-3", "y-a", "x-a", "x-a-2"]
    copies = {PieceKey("x", "a"): 2, PieceKey("x", "a-2"): 1}
    assert list(picture_stems(copies).values()) == ["a-1", "a-2-2", "a-2"]


@given(DECKS)
def test_no_two_pictures_share_a_name(pieces):
    made = picture_stems(pieces)
    assert set(made) == {(key, copy) for key, n in pieces.items() for copy in range(1, n + 1)}
    assert len(set(made.values())) == len(made)


@given(DECKS)
def test_a_piece_whose_id_is_its_own_keeps_it_whatever_else_there_is(pieces):
    ids = [key.id for key in pieces]
    for key, copies in pieces.items():
        if copies == 1 and ids.count(key.id) == 1:
            assert picture_stems(pieces)[key, 1] == key.id


@given(st.sets(KEYS))
def test_titles_tell_pieces_apart_as_lists_of_what_to_print_do(keys):
    made = titles(keys)
    assert len(set(made.values())) == len(keys)
    for key, title in made.items():
        assert title in (key.id, f"{key.component}/{key.id}")
