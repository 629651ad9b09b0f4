"""``new`` on a terminal: what it asks, what it says to wrong answers, and the command that its answers make."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import signal
import sys
import time
from pathlib import Path

import openpyxl
import pytest

from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

CARDS = "Name,Num,Text\nA,2,Do a.\nB,1,Do b.\nC,3,Do c.\nD,2,Do d.\n"


def talk(folder: Path, *answers: bytes, arguments: tuple[str, ...] = ()) -> tuple[int, str]:
    """The exit code of ``new`` and all that a terminal shows, each question answered by the next of the answers."""
    process, terminal = pty.fork()
    if not process:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, "-P", "-m", "carddesigner", "new", *arguments], ENVIRONMENT)
    left, seen, end = list(answers), b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1.0)[0]:
            continue
        try:
            more = os.read(terminal, 4096)
        except OSError:
            break
        if not more:
            break
        seen += more
        if seen.endswith(b": ") and left:
            time.sleep(0.3)  # Nobody is so fast that a key meets a program which is not reading yet.
            os.write(terminal, left.pop(0))
    else:
        os.kill(process, signal.SIGKILL)
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return code, seen.decode().replace("\r\n", "\n")


def same(said: str) -> list[str]:
    """The command that is shown for the answers."""
    found = re.search(r"^The same without questions: carddesigner (.*)$", said, re.M)
    assert found is not None, said
    return shlex.split(found[1])


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_enter_takes_what_is_offered_and_the_command_that_is_shown_makes_the_same(cli, tmp_path):
    (tmp_path / "my cards.csv").write_text(CARDS)
    code, said = talk(tmp_path, *[b"\n"] * 9)
    assert code == 0, said
    assert '  --from "my cards.csv"\n' in said
    made = files(tmp_path / "my-cards")
    assert {"deck.yaml", "my cards.csv", "contact-sheet.png"} <= set(made)
    (tmp_path / "my-cards").rename(tmp_path / "asked")
    assert cli(*same(said)).code == 0
    assert files(tmp_path / "my-cards") == made


def test_wrong_answers_get_their_message_and_are_asked_again(tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "notes.pdf").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").write_text("mine")
    answers = (
        *("cards.cvs", "~nobody.csv", "notes.pdf", "'cards.csv'"),
        *("full", "mine"),
        *("Nmu", "Text", "Num"),
        "full-atr",
        "full-art",
        "tarrot",
        "tarot",
    )
    code, said = talk(tmp_path, *(f"{a}\n".encode() for a in answers))
    assert code == 0, said
    for told in (
        "there is no file cards.cvs; did you mean 'cards.csv'?",
        "there is no file ~nobody.csv",
        ".pdf: a deck is made from .csv",
        "full is not empty",
        "there is no column 'Nmu'; did you mean 'Num'?",
        "'Do a.' is not a whole number",
        "there is no look 'full-atr'; did you mean 'full-art'?",
        "unknown size 'tarrot'; did you mean 'tarot'?",
    ):
        assert f"Error: {told}" in said.replace("--quantity: ", "").replace("--quantity Text: ", ""), told
    assert "copy its table into a spreadsheet" in said
    command = "new mine --from cards.csv --quantity Num --look full-art --size tarot"
    assert same(said) == command.split()
    assert "mine: 8 cards" in said
    assert (tmp_path / "full/file").read_text() == "mine"


def test_the_sheets_of_a_workbook_are_listed_and_chosen(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Heroes"
    for sheet in (book.active, book.create_sheet("Old ones"), book.create_sheet("Notes")):
        for row in (["Name", "Text"], [f"{sheet.title} 1", "Hits."], [f"{sheet.title} 2", "Heals."]):
            sheet.append(row)
    book.save(tmp_path / "game.xlsx")
    code, said = talk(tmp_path, b"\n", b"\n", b"Heros\n", b"Old ones\n", *[b"\n"] * 9)
    assert code == 0, said
    assert "it has Heroes, Old ones, Notes" in said
    assert "did you mean 'Heroes'?" in said
    assert same(said)[:6] == ["new", "game", "--from", "game.xlsx", "--sheet", "Old ones"]


def test_what_is_given_is_not_asked(tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS)
    given = ("--from", "cards.csv", "--quantity", "Num")
    code, said = talk(tmp_path, b"deck\n", *[b"\n"] * 9, arguments=given)
    assert code == 0, said
    assert "Your table" not in said
    assert "often" not in said
    assert same(said)[:6] == ["new", "deck", *given]


@pytest.mark.parametrize(("key", "code"), [(b"\x03", -signal.SIGINT), (b"\x04", 1)])
@pytest.mark.parametrize("before", [(), (b"\n",), (b"\n", b"deck\n")])
def test_who_stops_leaves_nothing_behind(tmp_path, key, code, before):
    (tmp_path / "cards.csv").write_text(CARDS)
    stopped, said = talk(tmp_path, *before, key)
    assert stopped == code, said
    assert "Traceback" not in said
    assert list(files(tmp_path)) == ["cards.csv"]


def test_what_is_for_tables_alone_is_refused_without_one(cli, tmp_path):
    for options in (("--sheet", "Cards"), ("--from", "monogoto", "--look", "unit"), ("--compare-looks",)):
        ran = cli("new", "mine", *options)
        assert ran.code == 2
        assert f"{options[-2] if len(options) > 1 else options[0]} is for decks that are made from a table" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("new", "d", "--from", "crads.csv"), "there is no file crads.csv; did you mean 'cards.csv'?"),
        (("new", "d", "--from", "./tables"), "tables:1:1: error[unknown-table]: this is a folder"),
        (("new", "d", "--from", "cards.csv", "--sheet", "Set 1"), "--sheet is for workbooks"),
        (("new", "d", "--from", "tables"), "the folder tables is no deck of your own: it has no deck.yaml"),
        (("build", "./forrest"), "there is no forrest/deck.yaml; did you mean './forest'?"),
        (("build", "forest"), "a deck of your own is named by its path: ./forest"),
    ],
)
def test_what_is_not_there_is_told_with_what_is_meant(cli, tmp_path, arguments, words):
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "tables").mkdir()
    (tmp_path / "forest").mkdir()
    (tmp_path / "forest/deck.yaml").write_text("deck: forest\n")
    ran = cli(*arguments)
    assert ran.code == 1
    assert words in ran.err
    assert not (tmp_path / "d").exists()


def test_without_a_terminal_nothing_is_asked(cli, tmp_path):
    ran = cli("new")
    assert (ran.code, "Missing argument 'DIR'" in ran.err) == (2, True)


def test_a_terminal_in_colour_shows_no_codes_of_colours(tmp_path, monkeypatch):
    (tmp_path / "cards.csv").write_text("Name,Num,Text,Notes\nA,2,Do a.,mine\nB,1,Do b.,\nC,3,Do c.,\n")
    monkeypatch.delitem(ENVIRONMENT, "NO_COLOR")
    code, said = talk(tmp_path, b"deck\n", *[b"\n"] * 9, arguments=("--from", "cards.csv"))
    assert code == 0, said
    assert re.search(r"^  Notes  \x1b\[2m.*\x1b\[0m$", said, re.M), said
    assert "\u241b" not in said


def test_names_of_files_steer_no_terminal(tmp_path: Path) -> None:
    (tmp_path / "a\x1b]0;owned\x07.csv").write_text(CARDS)
    code, said = talk(tmp_path, b"cards.xls\n", b"\x04")
    assert code == 1
    assert "there is no file" in said
    assert "\x1b]" not in said
    assert "\x07" not in said
