"""``new`` of tables with their texts in several languages side by side."""

from __future__ import annotations

import yaml

from carddesigner.starter.languages import only_language
from carddesigner.starter.made import Sure
from carddesigner.starter.roles.columns import Column, Kind
from carddesigner.starter.roles.guess import Guess, Role

GERMAN = """Name,Name (DE),Cost,Text,Text (DE)
Fire,Feuer,2,Burn a card in play.,Verbrenne eine Karte im Spiel.
Gate,Tor,4,No unit may attack this turn.,In diesem Zug darf keine Einheit angreifen.
Lantern,Laterne,1,Look at the top card of your deck.,Sieh dir die oberste Karte an.
"""


def made(cli, tmp_path, table: str, name: str = "cards.csv"):
    (tmp_path / name).write_text(table, encoding="utf-8")
    ran = cli("new", "mine", "--from", name)
    assert ran.code == 0, ran.err
    return ran.out + ran.err, yaml.safe_load((tmp_path / "mine/deck.yaml").read_text("utf-8"))


def test_translations_beside_the_texts_are_languages_of_the_deck(cli, tmp_path):
    said, deck = made(cli, tmp_path, GERMAN)
    assert (deck["language"], deck["languages"]) == ("en", ["de"])
    assert deck["components"][0]["rows"]["columns"] == {"Name (DE)": "Name.de", "Text (DE)": "Text.de"}
    assert "silence" not in deck
    assert "note: in German too: build --language de" in said
    assert "still to be translated" not in said
    assert cli("validate", "./mine").code == 0
    ran = cli("build", "./mine", "--language", "de")
    assert ran.code == 0, ran.err
    assert "mine-sheets-de.pdf" in ran.out + ran.err


def test_the_own_language_is_told_by_headers_or_by_the_texts(cli, tmp_path):
    _, deck = made(
        cli, tmp_path, GERMAN.replace("Name,Name (DE)", "name.en,name.de").replace("Text,Text (DE)", "t_en,t_de")
    )
    assert (deck["language"], deck["languages"]) == ("en", ["de"])
    assert deck["components"][0]["rows"]["columns"]["name.en"] == "name"
    swapped = GERMAN.replace("Name,Name (DE)", "Name (EN),Name").replace("Text,Text (DE)", "Text (EN),Text")
    (tmp_path / "other.csv").write_text(swapped, encoding="utf-8")
    assert cli("new", "other", "--from", "other.csv").code == 0
    deck = yaml.safe_load((tmp_path / "other/deck.yaml").read_text("utf-8"))
    assert (deck["language"], deck["languages"]) == ("de", ["en"])


def test_texts_that_are_still_to_be_translated_are_counted(cli, tmp_path):
    said, _ = made(cli, tmp_path, GERMAN.replace("Sieh dir die oberste Karte an.", ""))
    assert "texts still to be translated, without which that build stops: 1 in German" in said
    assert cli("build", "./mine").code == 0
    ran = cli("build", "./mine", "--language", "de")
    assert ran.code == 1
    assert "cards.csv:4:" in ran.err
    assert "error[missing-translation]" in ran.err


def test_a_translation_that_is_hardly_begun_is_left_out(cli, tmp_path):
    begun = "Name,Name (FR),Text\nFire,Feu,Burn a card.\nGate,,No unit of yours attacks.\nLantern,,Look at the deck.\n"
    said, deck = made(cli, tmp_path, begun)
    assert "languages" not in deck
    assert "only 1 of 3 texts are in French" in said


def test_cards_have_room_for_their_translations(cli, tmp_path):
    long = "Verbrenne eine Karte im Spiel und lege sie unter den Stapel wenn du willst. " * 9
    made(cli, tmp_path, GERMAN.replace("Verbrenne eine Karte im Spiel.", long))
    ran = cli("validate", "./mine")
    assert ran.code == 0, ran.err


QUIZ = """Frage;Antwort
Wie heißt der größte Fluss der Stadt?;Der Rhein
In welchem Jahr wurde die Mauer geöffnet?;1989, in der Nacht
Wer schrieb das Drama von den Räubern?;Friedrich Schiller
"""


def test_a_table_in_one_language_that_is_not_english_says_so_in_its_deck(cli, tmp_path):
    said, deck = made(cli, tmp_path, QUIZ)
    assert deck["language"] == "de"
    assert "languages" not in deck
    at = (tmp_path / "mine/deck.yaml").read_text("utf-8").splitlines().index("language: de") + 1
    assert any(
        line.split()[:4] == ["likely", "language", "German", f"mine/deck.yaml:{at}"] for line in said.splitlines()
    )
    assert cli("validate", "./mine").code == 0


LANGUAGES = {
    "name,text\nСтрела,Вы берёте карту из колоды.\nМост,Каждый игрок теряет очко.\n": "ru",
    "name,text\nМіст,Візьми карту з колоди.\nЄдність,Кожен гравець бере її.\n": "uk",
    "name,text\n橋,カードを一枚引く。\n": "ja",
    "Text (FR),Nom (FR)\nBrûle tout,Feu\nAvance,Pont\n": "fr",
    "Name,Text\nLa Tour,Draw a card from the deck of your left neighbour.\nLes Halles,Each of you gains 1 when it is sold.\n": None,
    "Name,Count\nLe Mans,2\nLa Rochelle,3\n": None,
    "Deutsch,English\nder Baum und das Haus,the tree and the house\ndie Katze,the cat\ndu und der Hund,you and the dog\n": None,
    "name,text\nМост,Карта на масата.\nКула,Вземи карта.\n": None,
}


def test_the_language_of_a_deck_is_told_where_it_is_clear_only():
    found = {table: language(table) for table in LANGUAGES}
    assert found == LANGUAGES


def language(table: str) -> str | None:
    header, *rows = (line.split(",", 1) for line in table.splitlines())
    columns = [Column(at, (h,), h, Kind.TEXT, tuple(r[at] for r in rows)) for at, h in enumerate(header)]
    found = only_language(Guess(column, Role.RULES, Sure.LIKELY, "") for column in columns)
    return None if found == "en" else found


QUIZ = """Frage,Antwort
Wie heißt der Träger der Erbinformation?,Desoxyribonukleinsäure
Was ist eine Rindfleischetikettierungsüberwachungsaufgabenübertragung?,Ein Gesetz
Was ist eine Kraftfahrzeughaftpflichtversicherungsgesellschaft?,Die Firma
"""
RULED = """Name,Kosten,Regeltext
Donaudampfschiff,3,Wenn diese Karte gespielt wird darf keine Einheit in diesem Zug angreifen.
Laterne,1,Sieh dir die oberste Karte an und lege sie unter den Stapel.
Tor,4,In diesem Zug darf keine Einheit angreifen.
"""


def template_of(cli, tmp_path, table):
    made(cli, tmp_path, table)
    return yaml.safe_load((tmp_path / "mine/templates/mine.yaml").read_text("utf-8"))


def test_questions_and_answers_are_hyphenated_and_stay_large(cli, tmp_path):
    template = template_of(cli, tmp_path, QUIZ)
    title = template["faces"]["card"]["zones"]["title"]
    assert title["hyphenate"] is True
    assert float(title["size"].removesuffix("pt")) >= 12
    assert template["styles"]["rules"] == {"hyphenate": True}


def test_rules_are_hyphenated_and_names_are_not(cli, tmp_path):
    template = template_of(cli, tmp_path, RULED)
    assert template["styles"]["rules"] == {"hyphenate": True}
    assert "hyphenate" not in template["faces"]["card"]["zones"]["title"]


def test_english_is_not_hyphenated(cli, tmp_path):
    assert "hyphenate" not in str(template_of(cli, tmp_path, GERMAN))
