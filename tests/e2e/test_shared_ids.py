"""Two components whose pieces have the same ids: each piece stays its own, wherever pieces are named."""

from __future__ import annotations

import json
import shutil
from io import BytesIO

import pytest
from PIL import Image

import carddesigner as cd

DECK = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: [30mm, 40mm], bleed: 3mm, safe: 3mm}
components:
  - {id: red, rows: red.csv, front: sample#red, back: sample#back}
  - {id: blue, rows: blue.csv, front: sample#blue, back: sample#back}
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  red: {zones: {ground: {in: bleed, fill: "#ff0000"}, name: {text: "{{ card.name }}"}}}
  blue: {zones: {ground: {in: bleed, fill: "#0000ff"}, name: {text: "{{ card.name }}"}}}
  back: {zones: {ground: {in: bleed, fill: "#00ff00"}}}
"""


@pytest.fixture
def shared(deck):
    deck.write("deck.yaml", DECK)
    deck.write("templates/sample.yaml", TEMPLATE)
    deck.write("red.csv", "id,name\na,One\nred-only,Two\n")
    deck.write("blue.csv", "id,name\na,One\nb,Two\n")
    return deck


def colour(png: bytes) -> tuple[int, ...]:
    return Image.open(BytesIO(png)).convert("RGB").getpixel((5, 5))


def manifest(path) -> dict:
    return json.loads((path / "sample/sample-sheets.json").read_text("utf-8"))


def test_no_picture_takes_anothers_place(shared, cli, tmp_path):
    assert cli("export", "./sample", "--to", "png", "--dpi", "50").code == 0
    made = {p.name: colour(p.read_bytes()) for p in (tmp_path / "output/sample/png").glob("*.png")}
    fronts = {name: c for name, c in made.items() if name.endswith("-front.png")}
    assert fronts == {
        "red-a-front.png": (255, 0, 0),
        "blue-a-front.png": (0, 0, 255),
        "red-only-front.png": (255, 0, 0),
        "b-front.png": (0, 0, 255),
    }
    shutil.rmtree(tmp_path / "output")
    assert cli("export", "./sample", "--to", "png", "--dpi", "50", "--select", "component == 'blue'").code == 0
    chosen = {p.name for p in (tmp_path / "output/sample/png").glob("*.png")}
    assert chosen == {"blue-a-front.png", "blue-a-back.png", "b-front.png", "b-back.png"}


def test_data_has_the_chosen_cards_alone(shared, cli, tmp_path):
    assert cli("export", "./sample", "--to", "json", "--select", "component == 'blue' and id == 'a'").code == 0
    cards = json.loads((tmp_path / "output/sample/sample-selected.json").read_text("utf-8"))["cards"]
    assert [(c["component"], c["id"]) for c in cards] == [("blue", "a")]


def test_python_asks_which_is_meant(shared):
    loaded = cd.load_deck(shared.path)
    for ask in (loaded.card, loaded.face):
        with pytest.raises(
            cd.DeckError, match="red, blue each have a card 'a'; name one, such as component='red'"
        ) as raised:
            ask("a")
        assert [d.code for d in raised.value.report.errors] == ["ambiguous-card"]
        with pytest.raises(cd.DeckError, match="no component 'bleu'; did you mean 'blue'"):
            ask("a", component="bleu")
        with pytest.raises(cd.DeckError, match="the component 'red' has no card 'b'"):
            ask("b", component="red")
    assert loaded.card("a", component="blue").key == ("blue", "a")
    assert colour(loaded.face("a", component="blue").png(50)) == (0, 0, 255)
    assert colour(loaded.face("a", "back", component="red").png(50)) == (0, 255, 0)
    assert (loaded.face("b").component, loaded.card("b").component) == ("blue", "blue")


def test_the_manifest_says_of_which_component_a_slots_piece_is(shared, cli, tmp_path):
    assert cli("build", "./sample").code == 0
    found = manifest(tmp_path / "output")
    slots = [(s["component"], s["piece"]) for page in found["pages"] for s in page["slots"] if s["side"] == "front"]
    assert sorted(slots) == [("blue", "a"), ("blue", "b"), ("red", "a"), ("red", "red-only")]
    assert [(p["component"], p["id"]) for p in found["pieces"]][:1] == [("red", "a")]


def test_only_the_changed_one_is_printed_again(shared, cli, tmp_path):
    cli("build", "./sample", "-o", "first")
    shared.write("blue.csv", "id,name\na,Other\nb,Two\n")
    ran = cli("build", "./sample", "-o", "second", "--since", "first/sample/sample-sheets.json", "--json")
    changes = json.loads(ran.out)["decks"][0]["changes"]
    assert changes["changed"] == ["blue/a"]
    slots = [s for page in manifest(tmp_path / "second")["pages"] for s in page["slots"] if s["side"] == "front"]
    assert [(s["component"], s["piece"]) for s in slots] == [("blue", "a")]


def test_copies_of_both_are_counted_apart(shared, cli, tmp_path):
    shared.write("red.csv", "id,name,copies\na,One,3\nred-only,Two,1\n")
    shared.write("blue.csv", "id,name,copies\na,One,2\nb,Two,1\n")
    cli("build", "./sample", "-o", "first")
    shared.write("red.csv", "id,name,copies\na,One,4\nred-only,Two,1\n")
    shared.write("blue.csv", "id,name,copies\na,One,4\nb,Two,1\n")
    ran = cli("build", "./sample", "-o", "second", "--since", "first/sample/sample-sheets.json", "--json")
    assert json.loads(ran.out)["decks"][0]["changes"]["more"] == {"red/a": 1, "blue/a": 2}


def test_a_manifest_without_components_in_its_slots_is_read(shared, cli, tmp_path):
    cli("build", "./sample", "-o", "first")
    file = tmp_path / "first/sample/sample-sheets.json"
    old = json.loads(file.read_text("utf-8"))
    for page in old["pages"]:
        for slot in page["slots"]:
            del slot["component"]
    file.write_text(json.dumps(old), "utf-8")
    assert "nothing to print" in cli("build", "./sample", "-o", "second", "--since", str(file)).err
    assert "nothing changed" in cli("diff", str(file), "./sample").out


def test_manifests_of_an_older_schema_are_compared_with_each_other_alone(shared, cli, tmp_path):
    for name in ("first", "second"):
        cli("build", "./sample", "-o", name)
        file = tmp_path / name / "sample/sample-sheets.json"
        file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "schema": 1, "version": "0.0.9"}), "utf-8")
        shared.write("blue.csv", "id,name\na,Other\nb,Two\n")
    both = [f"{name}/sample/sample-sheets.json" for name in ("first", "second")]
    assert "1 with other faces" in cli("diff", *both).out
    refused = cli("diff", both[1], "./sample")
    assert refused.code == 1
    assert "has digests of faces of schema 1, which can't be compared with those of schema 2" in refused.err
    assert "build the deck as it was printed once more with this one" in " ".join(refused.err.split())


def test_a_difference_names_both(shared, cli, tmp_path):
    shutil.copytree(shared.path, tmp_path / "before")
    shared.write("red.csv", "id,name\na,Changed\nred-only,Two\n")
    shared.write("blue.csv", "id,name\na,Changed\nb,Other\n")
    ran = cli("diff", "./before", "./sample")
    cli("diff", "./before", "./sample", "--html", "found.html")
    changed = [line for line in ran.out.splitlines() if "Changed" in line]
    assert ["red/a" in line for line in changed] == [True, False]
    assert ["blue/a" in line for line in changed] == [False, True]
    assert "<h3>red/a</h3>" in (tmp_path / "found.html").read_text("utf-8")
