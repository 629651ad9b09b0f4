"""``carddesigner diff`` as people and programs meet it, with real repositories."""

from __future__ import annotations

import json
import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROWS = "id,name,cost,copies\nfire,Fire,1,2\nice,Ice,4,1\nash,Ash,2,1\n"
ZONES = 'ground: {in: bleed, fill: glow}\nname: {text: "{{ card.name }} {{ card.cost }}", color: ink}'


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "core.hooksPath=/dev/null")
    done = subprocess.run(["git", "-C", str(folder), *who, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def kept(deck, tmp_path):
    """The sample deck, committed."""
    deck.zones(ZONES, ROWS)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    return deck


def change(deck, old: str, new: str, name: str = "cards.csv") -> None:
    path = deck.path / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_what_is_committed_is_compared_with_what_is_there(cli, kept):
    assert "nothing changed: 3 pieces" in cli("diff", "./sample@HEAD").out
    change(kept, "Fire,1,2\nice", "Fire,3,5\nice")
    change(kept, "ash,Ash,2,1\n", "dew,Dew,7,1\n")
    ran = cli("diff", "./sample@HEAD")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^sample: \./sample@HEAD \([0-9a-f]{7}\) → \./sample$", ran.out, re.M)
    assert "1 new, 1 gone, 1 changed, 1 the same" in ran.out
    assert re.search(r"^  \+ dew +Dew · 7 +sample/cards\.csv:4:1$", ran.out, re.M)
    assert re.search(r"^  - ash +Ash · 2 +\./sample@HEAD/cards\.csv:4:1$", ran.out, re.M)
    assert re.search(r"^  ~ fire  cost +1 → 3 +sample/cards\.csv:2:11$", ran.out, re.M)
    assert re.search(r"^ +copies +2 → 5$", ran.out, re.M)
    assert re.search(r"^ +faces +front$", ran.out, re.M)
    assert "files: cards.csv" in ran.out


def test_papers_for_sleeves_are_no_cards_to_compare_with(cli, kept):
    assert cli("build", "./sample", "--sleeves", "-o", "out").code == 0
    ran = cli("diff", "out/sample/sample-sleeves.json", "./sample")
    assert ran.code == 1
    assert "error[other-manifest]" in ran.err
    assert "papers for sleeves, not of cards" in ran.err


def test_the_other_way_round_and_between_revisions(cli, kept, tmp_path):
    change(kept, "Ice,4", "Ice,5")
    git(tmp_path, "commit", "-qam", "two")
    change(kept, "Ice,5", "Ice,6")
    assert "5 → 6" in cli("diff", "./sample@HEAD").out
    assert "6 → 4" in cli("diff", "./sample", "./sample@HEAD~1").out
    assert "4 → 5" in cli("diff", "./sample@HEAD@{1}", "./sample@main").out


def test_a_template_or_a_palette_changes_faces_and_not_data(cli, kept):
    change(kept, "#f6cf5a", "#f6cf00", "deck.yaml")
    out = cli("diff", "./sample@HEAD").out
    assert "3 with other faces" in out
    assert re.search(r"^  ~ cards  front  3  fire, ice, ash$", out, re.M)
    assert "files: deck.yaml" in out


def test_a_card_of_which_the_second_copy_changed_has_another_face(cli, kept, tmp_path):
    change(kept, "{{ card.cost }}", "{{ 'first' if copy == 1 else 'other' }}", "templates/sample.yaml")
    git(tmp_path, "commit", "-qam", "copies")
    change(kept, "'other'", "'OTHER'", "templates/sample.yaml")
    ran = cli("diff", "./sample@HEAD", "--html", "changed.html")
    assert "1 with other faces, 2 the same" in ran.out
    assert [i["alt"] for i in _Page((tmp_path / "changed.html").read_text()).images] == [
        "fire, front, before",
        "fire, front, now, with 1 marked place",
    ]


def test_the_working_tree_and_the_repository_stay_as_they_are(cli, kept, tmp_path):
    change(kept, "Ice,4", "Ice,5")
    (tmp_path / ".git/index").chmod(0o444)
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")}
    assert "4 → 5" in cli("diff", "./sample@HEAD").out
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")} == before


def test_nothing_of_a_strangers_repository_runs(cli, kept, tmp_path):
    """Hooks, filters, text conversions, pagers, monitors, helpers and transports: each would leave a file."""
    trap = tmp_path / "trap"
    kept.write(".gitattributes", "* filter=f diff=d export-subst\ncards.csv ident\n")
    (kept.path / "notes.md").write_text("$Format:%H$\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "two")
    change(kept, "Ice,4", "Ice,5")
    run = f"!touch {trap};"
    for key in (
        "filter.f.smudge",
        "filter.f.clean",
        "filter.f.process",
        "diff.d.textconv",
        "diff.external",
        "core.pager",
    ):
        git(tmp_path, "config", key, f"touch {trap};")
    for key in ("pager.ls-tree", "pager.cat-file", "core.sshCommand", "core.gitProxy", "core.editor", "core.askPass"):
        git(tmp_path, "config", key, f"touch {trap}; false")
    git(tmp_path, "config", "alias.cat-file", run)
    git(tmp_path, "config", "protocol.ext.allow", "always")
    git(tmp_path, "config", "remote.o.url", f"ext::sh -c touch% {trap}")
    git(tmp_path, "config", "remote.o.promisor", "true")
    git(tmp_path, "config", "extensions.partialClone", "o")
    monitor = tmp_path / "monitor"
    monitor.write_text(f"#!/bin/sh\ntouch {trap}\n")
    monitor.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
        (hooks / hook).write_text(monitor.read_text())
        (hooks / hook).chmod(0o755)
    config = tmp_path / ".git/config"
    config.write_text(f"{config.read_text()}[core]\n\tfsmonitor = {monitor}\n\thooksPath = {hooks}\n")
    assert "4 → 5" in cli("diff", "./sample@HEAD").out
    assert not trap.exists()
    # An object that is not there would be fetched.
    digest = subprocess.run(
        ["git", "--git-dir", str(tmp_path / ".git"), "rev-parse", "HEAD:sample/cards.csv"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    (tmp_path / ".git/objects" / digest[:2] / digest[2:]).unlink()
    ran = cli("diff", "./sample@HEAD")
    assert ran.code == 1
    assert "error[" in ran.err
    assert not trap.exists()


def test_links_and_line_ends_are_no_change(cli, kept, tmp_path):
    kept.write(
        "symbols/sun.svg", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path\nd="M0 0H1V1Z"/></svg>'
    )
    (kept.path / "symbols/alias.svg").symlink_to("sun.svg")
    (kept.path / "symbols/outside.svg").symlink_to("/etc/passwd")
    change(kept, "name: {text", "icon: {icon: alias, color: ink}\n      name: {text", "templates/sample.yaml")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "two")
    kept.write(
        "symbols/sun.svg", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path\r\nd="M0 0H1V1Z"/></svg>'
    )
    assert "nothing changed" in cli("diff", "./sample@HEAD").out


def test_a_deck_that_is_gone_and_a_repository_in_its_own_folder(cli, kept, tmp_path):
    (tmp_path / "sample").rename(tmp_path / "other")
    assert "nothing changed: 3 pieces" in cli("diff", "./sample@HEAD", "./other").out
    own = tmp_path / "other"
    git(own, "init", "-q")
    git(own, "add", "-A")
    git(own, "commit", "-qm", "own")
    assert "nothing changed: 3 pieces" in cli("diff", "./other/deck.yaml@HEAD", "./other").out


def test_a_folder_with_an_at_sign_is_a_folder(cli, kept, tmp_path):
    (tmp_path / "sample").rename(tmp_path / "me@home")
    assert "nothing changed" in cli("diff", "./sample@HEAD", "./me@home").out
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "two")
    assert "nothing changed" in cli("diff", "./me@home@HEAD").out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("./sample@HAED",), 1, "no revision 'HAED'; did you mean 'HEAD'?"),
        (("./sample@mian",), 1, "did you mean 'main'?"),
        (("./sample@",), 1, "no revision stands after the @"),
        (("./sample@--output=x",), 1, "'--output=x' is no revision"),
        (("./sample@HEAD:sample",), 1, "no revision 'HEAD:sample'"),
        (("./smaple@HEAD",), 1, "there is no smaple/deck.yaml at HEAD"),
        (("sample@HEAD",), 1, "named by its path: ./sample@HEAD"),
        (("monogoto@HEAD",), 1, "has no revisions"),
        (("./sample",), 2, "./sample@HEAD compares ./sample with what was committed last"),
        (("old.json",), 2, "name what to compare"),
        (("old.json", "./sample"), 1, "there is no old.json"),
        (("old.json@HEAD", "./sample"), 1, "only a deck has revisions"),
        (("./sample", "./other"), 1, "there is no other"),
    ],
)
def test_wrong_use_is_reported(cli, kept, arguments, code, words):
    ran = cli("diff", *arguments)
    assert (ran.code, words in ran.err, ran.out) == (code, True, ""), ran.err


def test_no_repository_no_commit_and_no_git_are_reported(cli, deck, tmp_path, monkeypatch):
    deck.zones(ZONES, ROWS)
    assert "sample lies in no git repository" in cli("diff", "./sample@HEAD").err
    git(tmp_path, "init", "-q")
    assert "the repository has no commit yet" in cli("diff", "./sample@HEAD").err
    from carddesigner.compare.revision import deck_at
    from carddesigner.core.report import DeckError

    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DeckError, match="git, which is not installed"), deck_at(deck.path, "HEAD"):
        pass


def test_mistakes_in_an_old_deck_are_reported_where_they_were(cli, kept, tmp_path):
    change(kept, "card.cost", "card.csot", "templates/sample.yaml")
    git(tmp_path, "commit", "-qam", "two")
    change(kept, "card.csot", "card.cost", "templates/sample.yaml")
    ran = cli("diff", "./sample@HEAD")
    assert ran.code == 1
    assert ran.err.startswith("./sample@HEAD/templates/sample.yaml:8:")
    assert "did you mean 'cost'?" in ran.err
    assert "/tmp" not in ran.err
    assert json.loads(cli("diff", "./sample@HEAD", "--json").out)["diagnostics"][0]["code"] == "unknown-field"


def test_nothing_is_left_behind(cli, kept, tmp_path, monkeypatch):
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    from carddesigner.compare.revision import deck_at

    with deck_at(kept.path, "HEAD") as revision:
        assert revision.file.is_file()
    monkeypatch.undo()
    cli("diff", "./sample@HEAD")
    assert os.listdir(place) == []  # noqa: PTH208


def test_manifests_and_decks_are_compared_by_their_faces(cli, kept, tmp_path):
    cli("build", "./sample", "-q", "--copies", "2")
    made = tmp_path / "output/sample/sample-sheets.json"
    before = made.rename(tmp_path / "before.json")
    assert "nothing changed: 3 pieces" in cli("diff", "before.json", "./sample").out
    change(kept, "Fire,1,2", "Fire,3,2")
    change(kept, "Ash,2,1", "Ash,2,0")
    cli("build", "./sample", "-q")
    for new in ("./sample", "output/sample/sample-sheets.json"):
        out = cli("diff", "before.json", new).out
        assert "1 gone, 1 with other faces, 1 the same" in out
        assert re.search(r"^  ~ cards  front  1  fire$", out, re.M)
    ran = cli("diff", str(before), "monogoto")
    assert (ran.code, "is of deck 'sample'" in ran.err) == (1, True)


@pytest.mark.parametrize("ids", ["id,name\nash,Ash\nlong,", "name\nAsh\n"])
def test_pieces_that_follow_a_card_and_parts_of_a_box_are_compared_with_what_was_printed(cli, deck, tmp_path, ids):
    words = " ".join(f"word{n}" for n in range(300))
    zone = 'text: {text: "{{ card.name }}", overflow: continue, following-cards: 5, color: ink}'
    deck.zones(zone, f"{ids}{words}\n")
    text = (deck.path / "deck.yaml").read_text()
    large = "  mat: {shape: card, size: [110mm, 190mm]}\npalette"
    more = "  - {id: mat, stock: mat, front: sample#mat}\n  - {id: chest, box: tuck, holds: [mat]}\n"
    deck.write("deck.yaml", text.replace("palette", large) + more)
    template = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/sample.yaml", template.replace("faces:\n", "faces:\n  mat: {zones: {}}\n"))
    assert cli("build", "./sample", "-q").code == 0
    printed = json.loads((tmp_path / "output/sample/sample-sheets.json").read_text())["pieces"]
    assert {p["id"].partition("-part-")[2] for p in printed} >= {"1", "2"}
    assert "nothing changed" in cli("diff", "output/sample/sample-sheets.json", "./sample").out
    deck.write("cards.csv", f"{ids}{words.replace('word150', 'another')}\n")
    out = cli("diff", "output/sample/sample-sheets.json", "./sample").out
    assert "1 with other faces" in out
    assert re.search(r"~ cards +front +1 +\S+-part-2$", out, re.M)


def test_a_manifest_in_another_language_is_compared_in_it(cli, deck):
    deck.zones('name: {text: "{{ card.name }}", color: ink}', "id,name,name.pt\na,Fire,Fogo\n")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "languages: [pt]\n")
    cli("build", "./sample", "-q", "--language", "pt")
    assert "nothing changed" in cli("diff", "output/sample/sample-sheets-pt.json", "./sample").out


def test_without_ids_rows_are_matched_by_what_they_hold(cli, kept, tmp_path):
    rows = "name,cost\n" + "".join(f"Card {i},{i % 4}\n" for i in range(40))
    kept.write("cards.csv", rows)
    git(tmp_path, "commit", "-qam", "without ids")
    cli("build", "./sample", "-q")
    kept.write("cards.csv", rows.replace("cost\n", "cost\nNewcomer,1\n").replace("Card 7,3", "Card 7,9"))
    ran = cli("diff", "./sample@HEAD")
    assert "1 new, 1 changed, 39 the same" in ran.out
    assert "40 pieces in another row" in ran.out
    assert re.search(r"~ cards-009 \(was cards-008\) +cost +3 → 9", ran.out)
    assert "warning[no-ids]" in ran.err
    assert "1 new, 1 with other faces, 39 the same" in cli("diff", "output/sample/sample-sheets.json", "./sample").out


def test_json_is_one_document(cli, kept):
    change(kept, "Fire,1,2", "Fire,3,2")
    data = json.loads(cli("diff", "./sample@HEAD", "--json").out)
    assert (data["equal"], data["pieces"]["same"], data["old"]["kind"]) == (False, 2, "revision")
    (changed,) = data["pieces"]["changed"]
    assert changed["fields"] == [{"field": "cost", "old": "1", "new": "3", "place": "sample/cards.csv:2:11"}]
    assert (changed["id"], changed["faces"], changed["copies"]) == ("fire", ["front"], {"old": 2, "new": 2})
    assert data["files"] == [{"path": "cards.csv", "is": "changed"}]


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.images: list[dict[str, str]] = []
        self.marks: list[str] = []
        self.loads: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {k: v or "" for k, v in attrs}
        if tag == "img":
            self.images.append(given)
        if given.get("class") == "mark":
            self.marks.append(given["style"])
        self.loads += [given[k] for k in ("src", "href") if k in given and not given[k].startswith("data:")]


def test_the_page_shows_both_faces_and_marks_what_differs(cli, kept, tmp_path):
    change(kept, "Fire,1,2", "Fire,3,2")
    change(kept, "ash,Ash,2,1\n", "dew,<b>D&w,7,1\n")
    ran = cli("diff", "./sample@HEAD", "--html", "pages/changed.html")
    assert (ran.code, ran.err.splitlines()[-1]) == (0, "pages/changed.html")
    html = (tmp_path / "pages/changed.html").read_text()
    page = _Page(html)
    assert [i["alt"] for i in page.images] == [
        "fire, front, before",
        "fire, front, now, with 1 marked place",
        "dew, front",
        "ash, front",
    ]
    assert page.loads == []
    (mark,) = page.marks
    left, top, width, height = map(float, re.findall(r"([\d.]+)%", mark))
    # The cost stands at the beginning of the card, in one line.
    assert left < 30
    assert top < 10
    assert width < 10
    assert height < 10
    assert "<b>D" not in html
    assert "&lt;b&gt;D&amp;w" in html
    assert "<del>1</del>" in html
    assert "<ins>3</ins>" in html


def test_faces_that_changed_alike_are_shown_once(cli, kept, tmp_path):
    change(kept, "front: sample#front", "front: sample#front, back: sample#back", "deck.yaml")
    with (kept.path / "templates/sample.yaml").open("a") as file:
        file.write("  back:\n    zones:\n      ground: {in: bleed, fill: ink}\n")
    git(tmp_path, "commit", "-qam", "backs")
    change(kept, "ground: {in: bleed, fill: ink}", "ground: {in: bleed, fill: glow}", "templates/sample.yaml")
    cli("diff", "./sample@HEAD", "--html", "changed.html")
    html = (tmp_path / "changed.html").read_text()
    assert [i["alt"] for i in _Page(html).images] == ["fire, back, before", "fire, back, now, with 1 marked place"]
    assert "the same on 2 other pieces" in html
    assert "back as on fire: ice, ash" in html


def test_two_manifests_make_a_page_without_pictures(cli, kept, tmp_path):
    cli("build", "./sample", "-q")
    (tmp_path / "output/sample/sample-sheets.json").rename(tmp_path / "before.json")
    change(kept, "Fire,1,2", "Fire,3,2")
    cli("build", "./sample", "-q")
    cli("diff", "before.json", "output/sample/sample-sheets.json", "--html", "changed.html")
    html = (tmp_path / "changed.html").read_text()
    assert _Page(html).images == []
    assert "fire" in html


def test_what_a_terminal_would_obey_is_not_shown(cli, kept):
    change(kept, "Fire,1", "\x1b[31mFire,1")
    assert "\x1b" not in cli("diff", "./sample@HEAD").out
