"""Cards that are made by number, printed: read back from PDFs, in runs, in several files, and side by side."""

from __future__ import annotations

import json
import re

import pypdfium2
import pytest
import zxingcpp

import carddesigner as cd
from carddesigner.cli.watch import Watched

pytestmark = pytest.mark.slow

DECK = """\
deck: sample
title: Fair
stocks:
  ticket: {shape: card, size: [60mm, 30mm], bleed: 2mm, safe: 3mm}
components:
  - {id: rules, front: sample#rules, copies: 3}
  - id: tickets
    generate:
      count: 50
      seed: fair
      fields: {number: {number: {digits: 4}}, code: code}
    front: sample#ticket
    back: sample#rules
checks:
  - {that: "count(cards, 'card.code') == 50", message: not all tickets are there}
"""
TEMPLATE = """\
template: sample
fonts:
  text: {family: Alegreya Sans}
faces:
  rules: {zones: {text: {in: safe, text: "Keep this side"}}}
  ticket:
    zones:
      number: {in: safe, text: "No {{ card.number }} of {{ deck.counts.tickets }}, {{ card.number_in_deck }}"}
      code: {in: safe, text: "{{ card.code }}", valign: bottom}
      qr: {box: {right: 3mm, top: 3mm, width: 24mm, height: 24mm}, code: {qr: "{{ card.code }}"}}
"""


@pytest.fixture
def fair(deck):
    deck.write("deck.yaml", DECK)
    deck.write("templates/sample.yaml", TEMPLATE)
    return deck


def texts(path) -> list[str]:
    pdf = pypdfium2.PdfDocument(path)
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]


def tickets(path) -> list[str]:
    return [t for t in texts(path) if t.startswith("No ")]


def test_every_number_and_code_is_printed_once_and_codes_can_be_scanned(fair, cli, tmp_path):
    assert cli("build", "./sample", "--layout", "pieces").code == 0
    path = tmp_path / "output/sample/sample-pieces.pdf"
    found = [re.fullmatch(r"No (\d{4}) of 50, (\d+) (\w{8})", t) for t in tickets(path)]
    assert [int(m[1]) for m in found] == list(range(1, 51))
    assert [int(m[2]) for m in found] == list(range(2, 52))
    assert len({m[3] for m in found}) == 50
    page = pypdfium2.PdfDocument(path)[6]
    (code,) = zxingcpp.read_barcodes(page.render(scale=4).to_pil())
    assert code.text == found[0][3]


@pytest.mark.long
def test_a_hundred_thousand_numbers_and_codes_are_each_printed_once(fair, tmp_path):
    """Files by several processes, read back page by page; a code of each is scanned."""
    deck = DECK.replace("count: 50", "count: 100000").replace("digits: 4", "digits: 6").partition("checks:")[0]
    fair.write("deck.yaml", deck.replace("  - {id: rules, front: sample#rules, copies: 3}\n", ""))
    cd.build(fair.path, cd.PrintOptions(layout="pieces", split=5000, output=tmp_path / "output"))
    paths = sorted((tmp_path / "output/sample").glob("*.pdf"))
    found = []
    for path in paths:
        own = [re.fullmatch(r"No (\d{6}) of 100000, (\d+) (\w{8})", text) for text in tickets(path)]
        (code,) = zxingcpp.read_barcodes(pypdfium2.PdfDocument(path)[0].render(scale=4).to_pil())
        assert code.text == own[0][3]
        found += own
    assert [int(m[1]) for m in found] == list(range(1, 100_001))
    assert [int(m[2]) for m in found] == list(range(1, 100_001))
    assert len({m[3] for m in found}) == 100_000


def test_a_run_prints_what_the_whole_has_at_these_numbers(fair, cli, tmp_path):
    assert cli("build", "./sample", "--layout", "pieces").code == 0
    assert cli("build", "./sample", "--layout", "pieces", "--serials", "31-34").code == 0
    whole = tickets(tmp_path / "output/sample/sample-pieces.pdf")
    some = texts(tmp_path / "output/sample/sample-pieces-31-34.pdf")
    assert [t for t in some if t.startswith("No ")] == whole[30:34]
    assert len(some) == 8


def test_files_of_a_size_hold_all_cards_in_order_and_no_back_without_its_front(fair, cli, tmp_path):
    assert cli("build", "./sample", "--layout", "pieces").code == 0
    whole = tmp_path / "output/sample/sample-pieces.pdf"
    run = cli("build", "./sample", "--layout", "pieces", "--split", "20", "--jobs", "1", "-o", "parts")
    assert run.code == 0
    assert "sample-pieces-4-of-4.pdf  4 files, 103 pages" in run.err
    parts = sorted((tmp_path / "parts/sample").glob("*.pdf"))
    assert [p.name for p in parts] == [f"sample-pieces-{n}-of-4.pdf" for n in (1, 2, 3, 4)]
    assert [len(pypdfium2.PdfDocument(p)) for p in parts] == [3, 40, 40, 20]
    # Pieces without a back have a blank one only where others in their file have theirs.
    assert [t for p in parts for t in texts(p)] == [t for t in texts(whole) if t]
    for path in parts:
        manifest = json.loads(path.with_suffix(".json").read_text())
        assert [a["path"] for a in manifest["artifacts"]] == [path.name]
        sides = [slot["side"] for page in manifest["pages"] for slot in page["slots"]]
        assert sides == (["front"] * 3 if path is parts[0] else ["front", "back"] * (len(sides) // 2))


def test_single_numbers_and_ranges_are_printed_together(fair, cli, tmp_path):
    assert cli("build", "./sample", "--layout", "pieces", "--serials", "17, 3,20-22").code == 0
    found = tickets(tmp_path / "output/sample/sample-pieces-3+17+20-22.pdf")
    assert [int(t[3:7]) for t in found] == [3, 17, 20, 21, 22]
    assert cli("build", "./sample", "--layout", "pieces", "--serials", "3,17,20-22", "--split", "2").code == 0
    parts = [tickets(tmp_path / f"output/sample/sample-pieces-3+17+20-22-{n}-of-3.pdf") for n in (1, 2, 3)]
    assert [len(part) for part in parts] == [2, 2, 1]
    assert [t for part in parts for t in part] == found


def test_files_of_other_parts_do_not_stay_to_be_printed_too(fair, cli, tmp_path):
    folder = tmp_path / "output/sample"
    assert cli("build", "./sample", "--layout", "pieces", "--split", "20").code == 0
    (folder / "mine-1-of-9.pdf").write_text("mine")
    run = cli("build", "./sample", "--layout", "pieces", "--split", "30")
    assert "8 files of an earlier build, which had other parts: removed" in run.err
    assert sorted(p.name for p in folder.glob("*.pdf")) == ["mine-1-of-9.pdf"] + [
        f"sample-pieces-{n}-of-3.pdf" for n in (1, 2, 3)
    ]


def test_pieces_of_several_sizes_have_files_of_their_own(fair, cli, tmp_path):
    stocks = DECK.replace("safe: 3mm}\n", "safe: 3mm}\n  card: {shape: card, size: poker}\n", 1)
    more = "  - {id: big, stock: card, front: sample#rules}\n  - {id: small, front: sample#rules}\n"
    fair.write("deck.yaml", stocks[: stocks.index("  - id: tickets")] + more)
    run = cli("build", "./sample", "--layout", "pieces", "--split", "20")
    assert run.code == 0
    assert [len(texts(p)) for p in sorted((tmp_path / "output/sample").glob("*.pdf"))] == [3, 1, 1]
    assert "60 × 30 mm" in run.err
    assert "63.5 × 88.9 mm" in run.err


def test_a_deck_makes_no_more_than_ten_thousand_files(fair, cli, tmp_path):
    fair.write("deck.yaml", DECK.replace("count: 50", "count: 1000000000").replace("digits: 4", "digits: 10"))
    run = cli("build", "./sample", "--layout", "pieces", "--split", "1")
    assert (run.code, "--split 1 makes more than 10,000 files" in run.err) == (1, True)
    assert not (tmp_path / "output").exists()


def test_side_by_side_the_files_are_the_same_bytes(fair, cli, tmp_path):
    for jobs in ("1", "2"):
        assert cli("build", "./sample", "--layout", "pieces", "--split", "7", "--jobs", jobs, "-o", jobs).code == 0
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / jobs / "sample").iterdir()} for jobs in ("1", "2"))
    assert len(one) > 16
    assert one == two


def test_a_table_is_split_by_copies(fair, cli, tmp_path):
    fair.write("cards.csv", "name,copies\none,3\ntwo,3\nthree,0\nfour,9\nfive,1\n")
    fair.write(
        "deck.yaml", DECK[: DECK.index("  - {id: rules")] + "  - {id: cards, rows: cards.csv, front: sample#name}\n"
    )
    fair.write("templates/sample.yaml", TEMPLATE + '  name: {zones: {name: {in: safe, text: "{{ card.name }}"}}}\n')
    assert cli("build", "./sample", "--layout", "pieces", "--split", "6").code == 0
    parts = [texts(p) for p in sorted((tmp_path / "output/sample").glob("*.pdf"))]
    assert parts == [["one"] * 3 + ["two"] * 3, ["four"] * 9, ["five"]]


def test_many_runs_have_a_name_that_a_file_can_have(fair, cli, tmp_path):
    deck = DECK.replace("count: 50", "count: 400").replace("    back: sample#rules\n", "").replace("== 50", "== 400")
    fair.write("deck.yaml", deck)
    for first in (1, 2):
        run = cli("build", "./sample", "--layout", "pieces", "--serials", ",".join(map(str, range(first, 401, 2))))
        assert run.code == 0, run.err
    made = sorted((tmp_path / "output/sample").glob("*.pdf"))
    assert [re.sub(r"-[0-9a-f]{8}\.", ".", p.name) for p in made] == [
        "sample-pieces-200-of-1-399.pdf",
        "sample-pieces-200-of-2-400.pdf",
    ]
    assert len(tickets(made[0])) == 200


def test_files_of_a_size_hold_no_more_of_several_decks(fair, cli, tmp_path):
    deck = DECK.replace("    back: sample#rules\n", "")
    fair.write("deck.yaml", deck.replace("count: 50", "count: 5").replace("code') == 50", "code') == 5"))
    run = cli("build", "./sample", "--layout", "pieces", "--split", "6", "--copies", "2", "--jobs", "1")
    assert run.code == 0, run.err
    assert [len(texts(p)) for p in sorted((tmp_path / "output/sample").glob("*.pdf"))] == [6, 6, 4]


def test_rows_that_are_not_printed_make_no_file(fair, cli, tmp_path):
    fair.write("cards.csv", "name,copies\none,9\ntwo,0\n")
    fair.write(
        "deck.yaml", DECK.replace("copies: 3}", "copies: 0}\n  - {id: cards, rows: cards.csv, front: sample#rules}")
    )
    run = cli("build", "./sample", "--layout", "pieces", "--split", "8", "--jobs", "1")
    assert run.code == 0, run.err
    sizes = [len(texts(p)) for p in sorted((tmp_path / "output/sample").glob("*.pdf"))]
    assert sizes == [9, *[16] * 6, 4]


def test_cards_that_name_others_show_these_in_each_file_and_run(fair, cli, tmp_path):
    fair.write("shops.csv", "name,best\nBaker,tickets-049\nFlorist,tickets-002\n")
    fair.write(
        "deck.yaml",
        DECK.replace("code: code}", "code: code, shop: {shuffle: {shops-001: 25, shops-002: 25}}}")
        .replace(
            "    front: sample#ticket", "    fields: {shop: {type: reference, to: shops}}\n    front: sample#ticket"
        )
        .replace(
            "  - id: tickets",
            "  - id: shops\n    rows: shops.csv\n    fields: {best: {type: reference, to: tickets}}\n"
            "    front: sample#shop\n  - id: tickets",
        ),
    )
    shop = '  shop: {zones: {name: {in: safe, text: "{{ card.name }} {{ card.best.number }}"}}}\n'
    fair.write("templates/sample.yaml", TEMPLATE.replace('{{ card.code }}", val', '{{ card.shop.name }}", val') + shop)
    assert cli("build", "./sample", "--layout", "pieces").code == 0
    whole = [t for t in texts(tmp_path / "output/sample/sample-pieces.pdf") if t]
    assert "Baker 0049" in whole
    assert sum("Florist" in t for t in whole) == 26
    run = cli("build", "./sample", "--layout", "pieces", "--split", "20", "--jobs", "1", "-o", "parts")
    assert run.code == 0, run.err
    assert [t for p in sorted((tmp_path / "parts/sample").glob("*.pdf")) for t in texts(p) if t] == whole
    run = cli("build", "./sample", "--layout", "pieces", "--serials", "7-9", "-o", "some")
    assert run.code == 0, run.err
    some = [t for t in tickets(tmp_path / "some/sample/sample-pieces-7-9.pdf")]
    assert some == [t for t in whole if t.startswith("No ")][6:9]


def test_a_card_may_be_named_by_what_it_was_made_with(fair, cli, tmp_path):
    fair.write("shops.csv", "name,best\nBaker,0049\nFlorist,0002\n")
    fields = "fields: {best: {type: reference, to: tickets, by: number}}"
    shops = f"  - {{id: shops, rows: shops.csv, {fields}, front: sample#shop}}\n"
    fair.write("deck.yaml", DECK.replace("  - id: tickets", f"{shops}  - id: tickets"))
    shop = '  shop: {zones: {name: {in: safe, text: "{{ card.name }} {{ card.best.number }}"}}}\n'
    fair.write("templates/sample.yaml", TEMPLATE + shop)
    run = cli("build", "./sample", "--layout", "pieces")
    assert run.code == 0, run.err
    assert {"Baker 0049", "Florist 0002"} < set(texts(tmp_path / "output/sample/sample-pieces.pdf"))


def test_a_box_is_no_part_of_files_of_a_size_which_is_said(fair, cli, tmp_path):
    fair.write(
        "deck.yaml", DECK.replace("  - id: tickets", "  - {id: carton, box: tuck, holds: [tickets]}\n  - id: tickets")
    )
    run = cli("build", "./sample", "--layout", "pieces", "--split", "100")
    assert run.code == 0, run.err
    assert "carton: not among the files" in run.err
    assert [len(texts(p)) for p in sorted((tmp_path / "output/sample").glob("*.pdf"))] == [3, 100]


def test_python_does_the_same(fair, tmp_path):
    loaded = cd.load_deck(fair.path)
    made = cd.build(loaded, cd.PrintOptions(output=tmp_path / "py", layout="pieces", serials="9-10"))
    assert made.artifacts[0].path.name == "sample-pieces-9-10.pdf"
    made = cd.build(loaded, cd.PrintOptions(output=tmp_path / "py", layout="pieces", split=30))
    assert [a.path.name for a in made.artifacts if a.kind == "pdf"] == [
        f"sample-pieces-{n}-of-3.pdf" for n in (1, 2, 3)
    ]
    assert sum(len(tickets(a.path)) for a in made.artifacts if a.kind == "pdf") == 50


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--serials", "40-51"], 1, "no card has the serial number 51: tickets has 1-50"),
        (["--serials", "two"], 2, "is no serial number"),
        (["--split", "0", "--layout", "pieces"], 2, "--split: 0 is no number of cards; write 1 to 100,000"),
        (["--split", "10"], 2, "--split needs --layout pieces"),
        (["--jobs", "0"], 2, "--jobs: 0 is no number of processes; write 1 to 256"),
        (["--layout", "pieces", "--split", "10", "--sleeves", "auto"], 2, "--sleeves"),
        (["--layout", "pieces", "--split", "10", "--select", "card.number == '0001'"], 2, "leave out --select"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_nothing_is_written(fair, cli, tmp_path, options, code, message):
    run = cli("build", "./sample", *options)
    assert (run.code, message in run.err) == (code, True), run.err
    assert not (tmp_path / "output").exists()


PIECES = ("--layout", "pieces", "--split", "20")
COUNTED = "count-by: [number, cod]\n"


@pytest.mark.parametrize(
    "command",
    [
        ("validate",),
        ("validate", "--serials", "9-10"),
        ("build",),
        ("build", "--serials", "9-10"),
        ("build", *PIECES),
        ("build", *PIECES, "--serials", "9-10"),
        ("export", "--to", "svg"),
        ("stats",),
    ],
)
def test_a_field_to_count_by_that_no_card_has_is_told_by_all_that_lay_out(fair, cli, tmp_path, command):
    fair.write("deck.yaml", DECK + COUNTED)
    run = cli(command[0], "./sample", *command[1:])
    assert run.code == 1
    line, column = len(DECK.splitlines()) + 1, COUNTED.index("cod]") + 1
    told = f"sample/deck.yaml:{line}:{column}: error[unknown-field]: no card has a field 'cod'; did you mean 'code'?"
    assert run.err.count(told) == 1
    assert not (tmp_path / "output").exists()
    fair.write("deck.yaml", DECK + "count-by: [number, code]\n")
    assert cli(command[0], "./sample", *command[1:]).code == 0


def test_python_tells_of_a_field_to_count_by_that_no_card_has(fair, tmp_path):
    fair.write("deck.yaml", DECK + COUNTED)
    deck = cd.load_deck(fair.path)
    for make in (
        lambda: cd.build(fair.path, cd.PrintOptions(output=tmp_path / "py")),
        lambda: cd.build(deck, cd.PrintOptions(output=tmp_path / "py", layout="pieces", split=20)),
        lambda: deck.export("svg", output=tmp_path / "py"),
    ):
        with pytest.raises(cd.DeckError, match="did you mean 'code'"):
            make()
    assert [d.code for d in cd.validate(fair.path).errors] == ["unknown-field"]


def test_a_check_over_all_cards_is_left_out_where_some_are_printed(fair, cli):
    fair.write("deck.yaml", DECK.replace("== 50", "== 49"))
    assert "not all tickets are there" in cli("build", "./sample").err
    assert cli("build", "./sample", "--serials", "1-3").code == 0


def test_an_error_in_a_part_is_told_with_its_card(fair, cli):
    fair.write("templates/sample.yaml", TEMPLATE.replace('{{ card.code }}", valign', '{{ card.nope }}", valign'))
    run = cli("build", "./sample", "--layout", "pieces", "--split", "20")
    assert run.code == 1
    assert "card has no field 'nope'" in run.err
    assert "tickets-001" in run.err


def test_what_is_wrong_with_a_made_card_is_told_of_that_card(fair, cli):
    fair.write(
        "deck.yaml",
        DECK.replace("code: code}", "code: code, prize: {shuffle: {gold bar: 1, tin: 49}}}")
        + "phrases: {gold bar: gold ingot}\n",
    )
    fair.write("templates/sample.yaml", TEMPLATE.replace('{{ card.code }}", val', '{{ card.prize }}", val'))
    run = cli("validate", "./sample", "--format", "json")
    (told,) = [d for d in json.loads(run.out)["diagnostics"] if d["code"] == "wrong-phrase"]
    assert re.fullmatch(r"tickets-0\d\d", told["card"])


def test_more_than_a_hundred_thousand_cards_are_looked_at_by_their_numbers(fair, cli):
    fair.write("deck.yaml", DECK.replace("count: 50", "count: 200000").replace("digits: 4", "digits: 6"))
    for command in (["validate"], ["stats"], ["export", "--to", "png"]):
        run = cli(command[0], "./sample", *command[1:])
        assert run.code == 1
        assert "200,000 cards, more than the 100,000 that are read at once" in run.err
        assert "`build` and `validate` take some with `--serials 1-2000`" in run.err
    run = cli("validate", "./sample", "--serials", "100001-100003")
    assert (run.code, "./sample: no errors" in run.err) == (0, True), run.err
    wrong = TEMPLATE.replace(
        '{{ card.code }}", val', "{{ 'much text ' * (900 if card.number == '100002' else 1) }}\", val"
    )
    fair.write("templates/sample.yaml", wrong)
    run = cli("validate", "./sample", "--serials", "100001-100003")
    assert run.code == 1
    assert "tickets-100002" in run.err
    assert "tickets-100001" not in run.err
    run = cli("validate", "./sample", "--serials", "200001")
    assert (run.code, "no card has the serial number 200001" in run.err) == (1, True)
    assert cli("validate", "./sample", "--serials", "x").code == 2


def test_where_a_part_fails_the_files_of_an_earlier_build_are_whole(fair, cli, tmp_path):
    assert cli("build", "./sample", "--layout", "pieces", "--split", "20").code == 0
    folder = tmp_path / "output/sample"
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    fair.write(
        "templates/sample.yaml",
        TEMPLATE.replace('{{ card.code }}", val', "{{ 'much text ' * (900 if card.number == '0045' else 1) }}\", val"),
    )
    for jobs in ("1", "2"):
        run = cli("build", "./sample", "--layout", "pieces", "--split", "20", "--jobs", jobs)
        assert (run.code, "tickets-045" in run.err) == (1, True), run.err
        assert {p.name: p.read_bytes() for p in folder.iterdir()} == before
    assert cli("build", "./sample", "--layout", "pieces", "--split", "20", "-o", "new").code == 1
    assert not (tmp_path / "new").exists()


def test_files_of_a_deck_of_the_same_name_are_not_replaced_by_parts(fair, cli, tmp_path):
    assert cli("build", "./sample", "--layout", "pieces", "--split", "20").code == 0
    (tmp_path / "other/templates").mkdir(parents=True)
    for name in ("deck.yaml", "templates/sample.yaml"):
        (tmp_path / "other" / name).write_text((fair.path / name).read_text())
    run = cli("build", "./other", "--layout", "pieces", "--split", "20")
    assert (run.code, "has the files of another deck called sample" in run.err) == (1, True)


def test_it_is_told_which_checks_no_file_can_make(fair, cli):
    run = cli("build", "./sample", "--layout", "pieces", "--split", "20")
    assert (run.code, "this check is about all cards, and was not made" in run.err) == (0, True)
    each = "checks:\n  - {each: tickets, that: \"card.number != '0033'\", message: this one}\n"
    fair.write("deck.yaml", DECK[: DECK.index("checks:")] + each)
    run = cli("build", "./sample", "--layout", "pieces", "--split", "20")
    assert (run.code, "was not made" in run.err, "this one" in run.err) == (1, False, True)


def test_watching_some_numbers_reads_no_others(fair, tmp_path):
    fair.write("deck.yaml", DECK.replace("count: 50", "count: 200000").replace("digits: 4", "digits: 6"))
    options = cd.PrintOptions(output=tmp_path / "out", layout="pieces", serials="100001-100002")
    Watched.of(str(fair.path), options).rebuild()
    assert len(tickets(tmp_path / "out/sample/sample-pieces-100001-100002.pdf")) == 2
    options = cd.PrintOptions(output=tmp_path / "out", layout="pieces", serials="7-9", split=2)
    Watched.of(str(fair.path), options).rebuild()
    assert len(tickets(tmp_path / "out/sample/sample-pieces-7-9-1-of-2.pdf")) == 2
