"""Steps that are kept, taken back and made again."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.designer import history as module
from carddesigner.designer.history import OTHERS, History, difference

TEXTS = st.text(alphabet="ab\n😀", max_size=12)


@given(TEXTS, TEXTS)
def test_a_difference_leads_there_and_back(before: str, after: str) -> None:
    change = difference("x", before, after)
    assert change.applied(before) == after
    assert change.inverse.applied(after) == before


@given(st.lists(st.one_of(st.tuples(st.sampled_from("xy"), TEXTS), st.integers(0, 9)), max_size=14))
def test_whatever_is_done_and_undone_the_file_remembers(tmp_path_factory, acts) -> None:
    file = tmp_path_factory.mktemp("history") / "deck.jsonl"
    history, texts, first = History(file), {"x": "", "y": ""}, {"x": "", "y": ""}
    for act in acts:
        if isinstance(act, int):
            if act <= len(history.steps):
                texts |= history.texts_at(act)
                history.move(act)
        else:
            name, text = act
            history.make("a step", texts, {name: text})
            texts[name] = text
        again = History.read(file)
        assert (again.steps, again.at, again.texts) == (history.steps, history.at, history.texts)
        assert {**texts, **history.texts} == texts
        assert {**texts, **history.texts_at(0)} == first


def test_a_damaged_file_is_read_as_far_as_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "deck.jsonl"
    history = History(file)
    history.make("one", {"x": "a"}, {"x": "b"})
    history.make("two", {"x": "b"}, {"x": "c"})
    file.write_bytes(file.read_bytes()[:-9])
    again = History.read(file)
    assert [s.name for s in again.steps] == ["one"]
    again.make("three", {"x": "b"}, {"x": "d"})
    assert [s.name for s in History.read(file).steps] == ["one", "three"]


def test_a_last_line_that_was_not_ended_costs_none_of_those_that_follow(tmp_path: Path) -> None:
    file = tmp_path / "deck.jsonl"
    history = History(file)
    history.make("one", {"x": "a"}, {"x": "b"})
    history.make("two", {"x": "b"}, {"x": "c"})
    file.write_bytes(file.read_bytes()[:-1])
    again = History.read(file)
    again.make("three", again.texts, {"x": "d"})
    again.make("four", again.texts, {"x": "e"})
    assert [s.name for s in History.read(file).steps] == [*(s.name for s in again.steps)]
    assert History.read(file).texts == {"x": "e"}


def test_two_designers_on_a_deck_leave_the_steps_of_the_one_that_was_first(tmp_path: Path) -> None:
    file = tmp_path / "deck.jsonl"
    History(file).make("before", {"x": "a"}, {"x": "b"})
    one, other = History.read(file), History.read(file)
    for name, text in (("one", "c"), ("two", "d"), ("three", "e")):
        one.make(name, one.texts, {"x": text})
        other.make("by another", other.texts, {"x": text})
    assert [s.name for s in History.read(file).steps] == ["before", "one", "two", "three"]
    assert one.trouble == ""
    assert other.trouble == OTHERS


def test_steps_are_kept_anew_where_their_file_was_removed(tmp_path: Path) -> None:
    file = tmp_path / "deck.jsonl"
    history = History(file)
    history.make("one", {"x": "a"}, {"x": "b"})
    history.make("two", history.texts, {"x": "c"})
    history.move(1)
    file.unlink()
    history.note_encodings({"x": "utf-16-le"})
    again = History.read(file)
    assert (again.steps, again.at, again.texts, again.encodings) == (history.steps, 1, {"x": "b"}, {"x": "utf-16-le"})


def test_steps_that_became_too_many_are_gone_and_that_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "deck.jsonl"
    history = History.read(file)
    history.make("a step", {"x": ""}, {"x": "a" * 100})
    assert History.read(file).lost == ""
    monkeypatch.setattr(module, "MAX_BYTES", 100)
    again = History.read(file)
    assert again.steps == []
    assert "are gone; undo begins here" in again.lost
    again.make("another", {"x": "a"}, {"x": "b"})
    assert "are gone" in again.lost
    assert len(file.read_bytes()) < 200
