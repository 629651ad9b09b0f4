"""Steps that are kept, taken back and made again."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.designer.history import History, difference

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
