"""New decks of questions, words and choices: what is large, what stands behind, and what is turned round."""

from __future__ import annotations

from pathlib import Path

import pytest


def template(folder: Path) -> str:
    """What the deck's template, which has the look for questions and words, says of its faces."""
    look, _, faces = next((folder / "templates").glob("*.yaml")).read_text("utf-8").partition("faces:")
    assert "extends: looks/two-halves\n" in look
    return faces


@pytest.mark.parametrize(
    ("table", "face", "large"),
    [
        (
            "Category,Question,Answer\nSea,What is the front of a ship?,The bow.\nSky,What is a comet of?,Ice and dust.\n",
            "face-alone",
            ['title: {size: 22pt, text: "{{ card.Question }}"}', 'type: {when: true, text: "{{ card.Category }}"}'],
        ),
        (
            "Type,Question,Hint\n"
            + "".join(
                f"Calm,What would you ask the {w} of a ship?,Let the one on your left say it first.\n" for w in "ABCDE"
            ),
            "face",
            ["height: 58%}, size: ", 'text: "{{ card.Question }}"', 'type: {when: true, text: "{{ card.Type }}"}'],
        ),
        (
            "Word\nLighthouse\nIce\nSnow globe\n",
            "face-with-words",
            ['title-turned: {size: 22pt, text: "{{ card.Word }}"}'],
        ),
        (
            "Option A,Option B\nEat only soup,Eat only bread\nBe always late,Be always early\n",
            "face-with-two",
            ["{{ card.Option_A }}", 'title-2: {size: 22pt, text: "{{ card.Option_B }}"}'],
        ),
        (
            "Event,Choice 1,Choice 2\nWolves were seen near the school last night again.,Pay hunters,Close the school\n"
            "The bell tower leans a little more each single year.,Prop it up,Sell tickets\n",
            "face-with-choices",
            ["{{ card.Choice_1 }}", "title-2: ", "{{ card.Event }}"],
        ),
    ],
)
def test_what_is_asked_is_large(cli, tmp_path, table, face, large):
    (tmp_path / "cards.csv").write_text(table)
    assert cli("new", "mine", "--from", "cards.csv").code == 0
    found = template(tmp_path / "mine")
    assert f"extends: {face}\n" in found
    for line in large:
        assert line in found
    assert cli("validate", "./mine", "--strict").code == 0


def test_a_sentence_about_a_word_stands_behind_with_its_answer(cli, tmp_path):
    (tmp_path / "words.csv").write_text(
        "English,Deutsch,Beispielsatz\napple,Apfel,Der Apfel ist heute noch ganz grün.\nbread,Brot,Ich schneide das frische Brot.\n"
    )
    assert cli("new", "mine", "--from", "words.csv").code == 0
    front, _, answer = template(tmp_path / "mine").partition("  answer:")
    assert "Beispielsatz" not in front
    assert "[{{ card.Beispielsatz }}]{size: 65%}" in answer
