"""``carddesigner stats`` as people and programs meet it."""

from __future__ import annotations

import json
import re

ROWS = "id,name,cost,suit,copies\na,Fire,1,sun,3\nb,Ice,4,moon,1\nc,Ash,1,sun,2\n"


def sample(deck, rows=ROWS, zones='name: {text: "{{ card.name }}"}'):
    deck.zones(zones, rows)


def test_the_terminal_shows_counts_odds_texts_and_sheets(cli, deck):
    sample(deck)
    ran = cli("stats", "./sample", "--draw", "2", "--of", "card.suit == 'sun'")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"cost +6 cards; 3 different; 1 to 4, on average 1\.50, in all 9", ran.out)
    assert re.search(r"^ +1 +5 +83 +100 % +█{30}$", ran.out, re.M)
    assert re.search(r"^ +2 +0 +0 +0 %$", ran.out, re.M)
    assert re.search(r"^ +2 +66\.7 % +66\.7 %", ran.out, re.M)
    assert "at least one 100 %, on average 1.67" in ran.out
    assert re.search(r"sample#front name +3 ", ran.out)
    assert re.search(r"A4 +1 \(6/9\)", ran.out)


def test_a_pipe_gets_plain_text_and_narrow_ones_short_lines(cli, deck, tmp_path):
    sample(deck, ROWS.replace("sun", "\N{HIGH VOLTAGE SIGN}" * 80))
    out = cli("stats", "./sample", "--by", "suit").out
    assert "\x1b" not in out
    assert all(line == line.rstrip() for line in out.splitlines())
    assert "⚡…" in out


def test_what_a_terminal_would_obey_is_not_shown(cli, deck):
    sample(deck, "name,suit\nA,\x1b[31mred\nB,\x1b[31mred\nC,x\n")
    ran = cli("stats", "./sample", "--by", "suit", "--by", "name")
    assert "\x1b" not in ran.out + ran.err


def test_json_is_one_document_with_exact_odds(cli, deck):
    sample(deck)
    ran = cli("stats", "./sample", "--draw", "2", "--of", "card.cost == 4", "--json")
    data = json.loads(ran.out)
    assert data["draws"][0]["at_least_one"] == {"exact": "1/3", "value": 1 / 3}
    assert data["fields"][0]["counts"][0] == {"label": "1", "value": 1, "pieces": 2, "cards": 5, "times": 5}
    assert [t["piece"] for t in data["texts"][0]["texts"]] == ["a", "b", "c"]
    assert {(s["paper"], s["sheets"], s["on_last_sheet"]) for s in data["sheets"]} >= {("A4", 1, 6)}


def test_the_page_is_a_file(cli, deck, tmp_path):
    sample(deck)
    ran = cli("stats", "./sample", "--html", "numbers/sample.html")
    assert (ran.code, ran.out, ran.err) == (0, "", "numbers/sample.html\n")
    html = (tmp_path / "numbers/sample.html").read_text()
    assert html.count("<svg") > 3
    assert "Sample" in html


def test_wrong_use_and_wrong_decks_are_reported_apart(cli, deck):
    sample(deck)
    for arguments, code, words in [
        (("--by", "csot"), 2, "did you mean 'cost'"),
        (("--draw", "7"), 2, "the pile has 6 cards"),
        (("--of", "card.cost <"), 2, "can't be read"),
        (("--of", "card.csot > 2"), 1, "did you mean 'cost'"),
        (("--select", "cost > 9"), 1, "no card matches"),
    ]:
        ran = cli("stats", "./sample", *arguments)
        assert (ran.code, words in ran.err) == (code, True), (arguments, ran.err)


def test_json_stays_one_document_where_the_deck_can_not_be_read(cli, deck):
    sample(deck)
    ran = cli("stats", "./sample", "--json", "--of", "card.csot > 2")
    assert (ran.code, json.loads(ran.out)["diagnostics"][0]["code"]) == (1, "unknown-field")


def test_texts_are_measured_in_the_language_asked_for(cli, deck):
    sample(deck, "name,name.pt\nFire,Um nome consideravelmente mais longo\n")
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text() + "languages: [pt]\n")
    fills = [
        json.loads(cli("stats", "./sample", "--json", *more).out)["texts"][0]["texts"][0]["characters"]
        for more in ((), ("--language", "pt"))
    ]
    assert fills == [4, 36]


def test_many_values_are_cut_in_the_terminal_and_whole_in_json(cli, deck):
    sample(deck, "name,word\n" + "".join(f"n,w{i}\n" for i in range(5000)))
    out = cli("stats", "./sample", "--by", "word").out
    assert re.search(r"… 4,980 more +4,980 +100", out)
    assert len(out.splitlines()) < 60
    data = json.loads(cli("stats", "./sample", "--by", "word", "--json").out)
    assert len(data["fields"][0]["counts"]) == 5000


def test_a_deck_with_errors_shows_what_it_can(cli, deck):
    sample(deck, zones='name: {box: {width: 3mm, height: 3mm}, text: "{{ card.name }}"}')
    ran = cli("stats", "./sample")
    assert ran.code == 1
    assert "carddesigner validate ./sample" in ran.err
    assert "cost" in ran.out


def test_monogoto_has_its_numbers(cli):
    ran = cli("stats", "monogoto", "--by", "suit")
    assert re.search(r"shield +15 +20 ", ran.out)
    assert re.search(r"A4 +13 \(9/9\) +1 \(1/1\) +– +14$", ran.out, re.M)
