"""``card.id`` and ``card.number_in_deck``: every card has them, whatever its table says."""

from __future__ import annotations

from carddesigner.core.items import TextItem

DECK = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: poker}
components:
  - {id: cards, rows: cards.csv, front: sample#front}
  - {id: token, copies: 2, front: sample#front}
  - {id: more, rows: {file: more.csv, id: key}, front: sample#front}
"""
TEXT = 'one: {text: "{{ card.id }} {{ card.number_in_deck }}/{{ deck.number_of_cards }}"}'


def shown(deck) -> dict[str, str]:
    out = {}
    for card, (face, _) in deck.lay().faces.items():
        items = [i for zone in face.zones for g in zone.items for i in g.items if isinstance(i, TextItem)]
        out[card] = "".join(r.text for i in items for p in i.pieces for r in p.runs)
    return out


def test_every_card_has_an_id_and_a_number_in_the_deck(deck):
    deck.zones(TEXT, "name,copies\nFire,2\nIce,1\nFog,0\n")
    deck.write("deck.yaml", DECK)
    deck.write("more.csv", "key,name\nwind,Wind\n")
    assert shown(deck) == {
        "cards-001": "cards-001 1/4",
        "cards-002": "cards-002 2/4",
        "token": "token 3/4",
        "wind": "wind 4/4",
    }


def test_columns_of_these_names_go_before_and_a_blank_id_is_filled(deck):
    deck.zones(TEXT, "id,number_in_deck\nfire,77\n,78\n")
    assert shown(deck) == {"fire": "fire 77/2", "cards-002": "cards-002 78/2"}


def test_an_id_chooses_a_cards_picture_and_its_selection(deck, cli):
    deck.zones(TEXT, "name\nFire\nIce\n")
    ran = cli("build", deck.path, "--select", "card.number_in_deck == 2 and id == 'cards-002'", "--json")
    assert ran.code == 0, ran.err
    assert '"cards": 1' in ran.out or '"copies": 1' in ran.out


def test_pages_have_their_ids_too(deck):
    deck.zones(
        'one: {text: "{{ card.id }}", box: {height: 8mm}}\nbody: {flow: {text: {}, title: {}, heading: {}}, box: {top: 10mm}}'
    )
    deck.write("deck.yaml", DECK.split("  - {id: cards")[0] + "  - {id: rules, pages: rules.md, front: sample#front}\n")
    deck.write("rules.md", "Draw a card.\n")
    assert shown(deck)["rules-001"].startswith("rules-001")
