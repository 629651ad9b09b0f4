"""``import carddesigner``: lazy, typed, immutable, and the same drawing as on the command line."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import carddesigner as cd
from carddesigner.source import paths

ROWS = "name,cost,ne.mark,copies\nFire,1,sword,3\nIce,4,bow,1\nAsh,007,bow,1\n"
FIELDS = "fields: {cost: integer, name: {required: true}}, "


def sample(deck, rows=ROWS, zones='name: {text: "{{ card.name }}"}', fields=""):
    deck.zones(zones, rows)
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text.replace("front:", f"{fields}front:"))
    return cd.load_deck(deck.path)


def python(code, folder):
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(paths.shipped())},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_it_imports_nothing_heavy(tmp_path):
    code = (
        "import sys, carddesigner\nprint([m for m in ('pydantic', 'msgspec', 'reportlab', 'yaml') if m in sys.modules])"
    )
    assert python(code, tmp_path) == "[]\n"


@pytest.mark.parametrize(
    "before",
    ["cd.load_deck", "import carddesigner.pipeline.build", "from carddesigner.pipeline.build import PrintOptions"],
)
def test_build_is_the_function_whatever_was_imported_before(before, tmp_path):
    assert python(f"import carddesigner as cd\n{before}\nprint(cd.build.__name__, callable(cd.build))", tmp_path) == (
        "build True\n"
    )


def test_all_names_are_there_and_are_all_that_is_documented():
    from carddesigner import _EARLIER, _HOMES

    assert sorted(cd.__all__) == sorted([*_HOMES, *_EARLIER, "__version__"])
    for name in cd.__all__:
        value = getattr(cd, name)
        assert name == "__version__" or value.__doc__
    assert set(cd.__all__) <= set(dir(cd))
    with pytest.raises(AttributeError, match="no attribute 'bild'"):
        cd.bild  # noqa: B018


def test_users_programs_are_checked_against_its_types(tmp_path, pytestconfig):
    (tmp_path / "right.py").write_text(
        "import carddesigner as cd\n"
        "deck: cd.Deck = cd.load_deck('monogoto')\n"
        "names: list[str] = [card.id for card in deck.cards]\n"
        "deck = deck.with_rows('symbols', lambda card: {**card.fields, 'number': 1})\n"
        "result: cd.BuildResult = cd.build(deck, cd.PrintOptions(paper=cd.paper('A4'), gutter=cd.length('2mm')))\n"
        "data: bytes = deck.face('symbols-001', 'back').png()\n"
    )
    (tmp_path / "wrong.py").write_text("import carddesigner as cd\ncd.load_deck('monogoto').face(3)\ncd.build(1)\n")
    # What is known of the program and its libraries since the last run.
    kept = pytestconfig.cache.mkdir("types")
    run = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(kept)]
    environment = {"PATH": "/usr/bin:/bin", "MYPYPATH": str(paths.shipped())}
    done = subprocess.run(
        [*run, "--follow-imports=silent", "right.py", "wrong.py"],
        capture_output=True, text=True, cwd=tmp_path, env=environment, check=False,
    )  # fmt: skip
    assert [line.split(":")[:2] for line in done.stdout.splitlines() if ": error:" in line] == [
        ["wrong.py", "2"],
        ["wrong.py", "3"],
    ], done.stdout + done.stderr
    assert (Path(cd.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize("name", ["carddesigner", "carddesigner.api.deck", "carddesigner.api.parse"])
def test_the_examples_in_docstrings_are_true(name):
    module = importlib.import_module(name)
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    found = doctest.testmod(module, optionflags=flags)
    assert found.attempted > 1
    assert found.failed == 0


def test_cards_have_their_fields_typed_and_nested(deck):
    loaded = sample(deck)
    fire = loaded.cards[0]
    assert (fire.id, fire.component, fire.copies, fire["name"], fire["ne"]["mark"]) == (
        "cards-001", "cards", 3, "Fire", "sword"
    )  # fmt: skip
    assert fire.fields == {"name": "Fire", "cost": "1", "ne": {"mark": "sword"}, "copies": 3}
    assert fire.row.ne.mark == "sword"
    assert (fire.place.line, Path(fire.place.path).name) == (2, "cards.csv")
    with pytest.raises(KeyError, match="did you mean 'cost'"):
        fire["csot"]


def test_nothing_of_it_changes(deck):
    loaded = sample(deck)
    for change in (
        lambda: setattr(loaded, "cards", ()),
        lambda: setattr(loaded.cards[0], "copies", 9),
        lambda: loaded.cards[0].fields.update(name="x"),
        lambda: loaded.cards[0].fields["ne"].update(mark="x"),
    ):
        with pytest.raises(AttributeError):
            change()


def test_a_function_changes_rows_and_leaves_the_deck(deck):
    loaded = sample(deck, fields=FIELDS)
    changed = loaded.with_rows(
        "cards",
        lambda card: (
            None if card["name"] == "Ice" else {**card.fields, "cost": card["cost"] + 1, "copies": 2, "x": 0.1}
        ),
    )
    assert [(c["name"], c["cost"], c.copies, c["x"]) for c in changed.cards] == [
        ("Fire", 2, 2, 0.1),
        ("Ash", 8, 2, 0.1),
    ]
    assert [c.copies for c in loaded.cards] == [3, 1, 1]
    again = changed.with_rows("cards", lambda card: {**card.fields, "name": card["name"].upper()})
    assert [(c["name"], c["cost"]) for c in again.cards] == [("FIRE", 2), ("ASH", 8)]


def test_what_is_not_changed_stays_as_it_stands_in_the_file(deck):
    loaded = sample(deck)
    same = loaded.with_rows("cards", lambda card: card.fields)
    assert [c.fields for c in same.cards] == [c.fields for c in loaded.cards]
    assert same.cards[2]["cost"] == "007"
    assert [c.place for c in same.cards] == [c.place for c in loaded.cards]


def test_cards_that_are_left_alone_keep_the_types_of_their_values(deck):
    rows = "name,cost,weight,rare,ne.mark,note\nFire,1,0.5,true,4,\nIce,2,1.25,false,5,x\nAsh,3,,true,6,y\n"
    loaded = sample(deck, rows)

    def only_ice(card):
        if card["name"] != "Ice":
            return card.fields
        return {**card.fields, "cost": 9, "weight": 0.1 + 0.2, "rare": True, "ne": {"mark": 7}, "note": ""}

    changed = loaded.with_rows("cards", only_ice)
    assert [dict(c.fields) for c in changed.cards] == [
        dict(loaded.cards[0].fields),
        {"name": "Ice", "cost": 9, "weight": 0.3, "rare": True, "ne": {"mark": 7}, "note": ""},
        dict(loaded.cards[2].fields),
    ]
    assert [type(c["cost"]) for c in changed.cards] == [int, int, int]


def test_decimal_commas_and_references_survive_a_change(deck):
    loaded = sample(
        deck,
        "id;name;cost;friend\na;Fire;1,5;b\nb;Ice;2,5;a\n",
        fields="fields: {cost: number, friend: {type: reference, to: cards}}, ",
    )
    changed = loaded.with_rows("cards", lambda c: c.fields if c.id == "a" else {**c.fields, "cost": 0.25})
    assert [c["cost"] for c in changed.cards] == [1.5, 0.25]
    assert [c["friend"]["name"] for c in changed.cards] == ["Ice", "Fire"]
    moved = loaded.with_rows("cards", lambda c: {**c.fields, "friend": "a"})
    assert [c["friend"]["name"] for c in moved.cards] == ["Fire", "Fire"]


def test_changed_rows_are_held_to_the_decks_rules(deck):
    loaded = sample(deck, fields=FIELDS)
    with pytest.raises(cd.DeckError) as raised:
        loaded.with_rows("cards", lambda card: {**card.fields, "cost": "lots"})
    assert {d.code for d in raised.value.report.errors} == {"wrong-type"}
    assert [d.span.line for d in raised.value.report.errors] == [2, 3, 4]
    with pytest.raises(cd.DeckError, match="a value is missing"):
        loaded.with_rows("cards", [{"cost": 1}])
    symbols = cd.load_deck("monogoto")
    with pytest.raises(cd.DeckError, match="unknown suit 'moon'"):
        symbols.with_rows("symbols", lambda card: {**card.fields, "suit": "moon"})
    with pytest.raises(cd.DeckError, match="'circles' can't be changed"):
        symbols.with_rows("symbols", lambda card: {**card.fields, "circles": 9})


def test_rows_from_elsewhere_keep_their_types(deck):
    loaded = sample(deck, fields=FIELDS)
    rows = [{"id": "a", "name": "007", "ne": {"mark": "x"}}, {"id": "b", "name": "Two", "cost": 2, "tags": ["p", "q"]}]
    made = loaded.with_rows("cards", rows)
    assert [(c.id, c["name"], c["cost"]) for c in made.cards] == [("a", "007", None), ("b", "Two", 2)]
    assert (made.card("a")["ne"]["mark"], made.card("b")["tags"]) == ("x", ("p", "q"))
    assert loaded.with_rows("cards", []).cards == ()


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda d: d.card("card-001"), "did you mean 'cards-001'"),
        (lambda d: d.face("card-001"), "did you mean 'cards-001'"),
        (lambda d: d.face("cards-001", "back"), "has no back"),
        (lambda d: d.face("cards-001", "bakc"), "no 'bakc'"),
        (lambda d: d.with_rows("crads", []), "did you mean 'cards'"),
        (lambda d: cd.load_deck("monogto"), "did you mean 'monogoto'"),
        (lambda d: cd.load_deck("./nowhere"), "nowhere"),
        (lambda d: cd.load_deck(Path("nowhere")), "nowhere"),
    ],
)
def test_what_is_not_there_is_a_deck_error_in_a_message(deck, ask, words):
    with pytest.raises(cd.DeckError, match=words):
        ask(sample(deck))


def test_a_face_is_the_picture_that_export_writes(deck, cli, tmp_path):
    loaded = sample(deck, zones='g: {in: bleed, fill: glow}\nname: {text: "{{ card.name }}"}')
    cli("export", "./sample", "--to", "png", "--dpi", "100")
    exported = (tmp_path / "output/sample/png/cards-002-front.png").read_bytes()
    face = loaded.face("cards-002")
    assert face.png(100) == exported
    data, size = face._repr_png_()
    assert Image.open(BytesIO(data)).size == (480, 672)
    assert size == {"width": 240, "height": 336}
    assert Image.open(BytesIO(face.png(100, bleed=True))).size == (274, 374)


def test_one_cards_mistake_does_not_hide_another_card(deck):
    zones = 'name: {box: {width: 20mm, height: 5mm}, text: "{{ card.name }}"}'
    loaded = sample(deck, "name\nFire\n" + "Overflowing" * 9 + "\n", zones)
    assert loaded.face("cards-001").png(50)
    with pytest.raises(cd.DeckError, match="does not fit"):
        loaded.face("cards-002")
    assert [d.code for d in cd.validate(loaded)] == ["text-overflow"]


def test_a_deck_shows_its_components_and_first_cards(deck):
    rows = "name,copies\n" + "".join(f"<b>{i},1\n" for i in range(30)) + "none,0\n"
    html = sample(deck, rows)._repr_html_()
    assert html.count("data:image/png;base64,") == 12
    assert "<td>31</td><td>30</td>" in html
    broken = sample(deck, "name\n<i>x\n", 'name: {box: {width: 2mm, height: 2mm}, text: "{{ card.name }}"}')
    assert "does not fit" in broken._repr_html_()
    assert "data:" not in broken._repr_html_()


def test_what_is_built_is_the_changed_deck(deck, tmp_path):
    changed = sample(deck).with_rows("cards", [{"name": "Only"}])
    settings = cd.PrintOptions(
        output=tmp_path / "out", paper=cd.paper("letter"), select=cd.expression("name == 'Only'")
    )
    result = cd.build(changed, settings)
    assert [(c.id, c.cards) for c in result.components] == [("cards", 1)]
    assert result.artifacts[0].path == tmp_path / "out/sample/sample-sheets.pdf"
    assert result.artifacts[0].path.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("read", "words"), [(cd.paper, "Letter"), (cd.length, "mm"), (cd.expression, "read")])
def test_settings_that_can_not_be_read_are_value_errors(read, words):
    with pytest.raises(ValueError, match=words):
        read("Lettr +")


def test_a_deck_is_loaded_changed_and_built_in_a_language(deck, tmp_path):
    deck.zones('name: {text: "{{ card.name }}"}', "name,name.pt\nFire,Fogo\nIce,Gelo\n")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "languages: [pt]\n")
    loaded = cd.load_deck(deck.path, language="pt")
    changed = loaded.with_rows("cards", lambda card: {**card.fields, "name": card["name"] + "!"})
    assert (changed.language, [c["name"] for c in changed.cards]) == ("pt", ["Fogo!", "Gelo!"])
    settings = cd.PrintOptions(output=tmp_path / "out")
    assert cd.build(changed, settings).artifacts[0].path.name == "sample-sheets-pt.pdf"
    with pytest.raises(ValueError, match="loaded in 'pt'"):
        cd.build(changed, cd.PrintOptions(output=tmp_path, language="en"))
    own = cd.load_deck(deck.path).with_rows("cards", lambda card: card.fields)
    assert [c["name"] for c in own.cards] == ["Fire", "Ice"]


def test_validate_says_what_the_command_line_says(deck, cli):
    import json

    sample(deck, "name,nothing\nFire,x\n", 'name: {in: bleed, text: "{{ card.name }}"}')
    said = json.loads(cli("validate", "./sample", "--format", "json").out)["diagnostics"]
    assert {"outside-safe", "unused-field"} <= {d["code"] for d in said}
    for found in (cd.validate(deck.path), cd.validate(cd.load_deck(deck.path))):
        assert [(d.code, d.message) for d in found] == [(d["code"], d["message"]) for d in said]
        assert (len(found.warnings), found.errors) == (len(said), [])
