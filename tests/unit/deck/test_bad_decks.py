"""What a designer reads when something is wrong: code, place, nearest right spelling."""

from __future__ import annotations

import pytest

GOOD = 'one: {text: "{{ card.name }}", size: 9pt}'


def change(deck, old, new, file="deck.yaml"):
    text = (deck.path / file).read_text()
    assert old in text
    deck.write(file, text.replace(old, new))
    return deck


def test_a_missing_table_names_the_nearest_file(deck):
    found = change(deck.zones(GOOD), "cards.csv", "card.csv").error("missing-file")
    assert "did you mean 'cards.csv'" in found.message
    assert (found.span.line, found.span.column) == (7, 23)


def test_a_wrong_column_in_an_expression_names_the_nearest_and_the_card(deck):
    found = deck.zones('one: {text: "{{ card.nmae }}"}').error("unknown-field")
    assert found.message == "card has no field 'nmae'; did you mean 'name'?"
    assert (found.span.path.endswith("sample.yaml"), found.span.line, found.span.column) == (True, 7, 19)
    assert (found.related[0].span.path.endswith("cards.csv"), found.related[0].span.line) == (True, 2)
    assert found.card == "cards-001"


def test_a_bare_field_is_answered_with_the_card_before_it(deck):
    assert "did you mean 'card.name'" in deck.zones('one: {text: "{{ name }}"}').error("unknown-name").message


def test_two_cards_of_one_id_are_an_error_at_the_second(deck):
    found = deck.zones(GOOD, "id,name\na,Fire\na,Ice\n").error("duplicate-id")
    assert (found.span.line, found.span.column) == (3, 1)


@pytest.mark.parametrize("color", ['"#12"', "notacolour", '"rgb(300, 0, 0)"', "12"])
def test_a_bad_colour_is_an_error_at_its_place(deck, color):
    found = deck.zones(f"one: {{fill: {color}}}").errors()
    assert found[0].code in ("bad-color", "unknown-color", "wrong-type")
    assert found[0].span.line == 7


def test_an_unquoted_colour_is_known_for_a_comment(deck):
    found = deck.zones("one:\n  fill: #ffcc00").error("yaml-comment")
    assert found.hint == 'write "#ffcc00"'
    assert (found.span.line, found.span.column) == (8, 15)


def test_an_unquoted_expression_is_known_for_a_mapping(deck):
    assert "quotes" in deck.zones("one:\n  text: {{ card.name }}").error("yaml-unquoted-expression").message


def test_a_tab_is_named(deck):
    deck.zones(GOOD)
    deck.write("templates/sample.yaml", "template: sample\nfaces:\n\tfront: {}\n")
    assert "tab" in deck.error("yaml-syntax").message


@pytest.mark.parametrize(
    ("lines", "place", "said"),
    [
        ("a: {b: {c: 1}\nd: {e: 2}", (1, 4), "this `{` isn't closed; `}` or a comma is missing before line 2"),
        ("a: {b: 1", (1, 4), "`}` or a comma is missing before the end of the file"),
        ("a: [b, c\nd: e", (1, 4), "this `[` isn't closed; `]` or a comma is missing before line 2"),
        ("a: {b: [1, 2}\nc: 3", (1, 13), "`]` or a comma is missing here, for the `[` in column 8"),
        ('a: {b: [1]\n  c: "{{ card.d }}"}', (1, 4), "this `{` isn't closed"),
        ("a: {b: 1}}", (1, 10), "this `}` closes nothing"),
        ("a: 'b\nc: d", (1, 4), "the text that begins at this ' isn't closed"),
    ],
)
def test_what_is_not_closed_is_told_where_it_was_opened(deck, lines, place, said):
    deck.zones(GOOD)
    deck.write("templates/sample.yaml", lines)
    found = deck.error("yaml-syntax")
    assert said in found.message
    assert (found.span.line, found.span.column) == place


@pytest.mark.parametrize(
    ("written", "escape", "column"),
    [(r"C:\path", r"\p", 12), (r"\ud83d!", r"\ud83d", 10), (r"a \xZZ", r"\x", 12), (r"\U00110000", r"\U00110000", 10)],
)
def test_a_backslash_that_begins_no_character_is_shown(deck, written, escape, column):
    deck.zones(GOOD)
    deck.write("templates/sample.yaml", f'template: sample\nfonts: {{}}\nsize:   "{written}"\n')
    found = deck.error("yaml-syntax")
    assert f"{escape} stands for no character" in found.message
    assert (found.span.line, found.span.column, found.span.end - found.span.start) == (3, column, len(escape))


@pytest.mark.parametrize(("character", "code"), [("\0", "U+0000"), ("\x9b", "U+009B"), ("\ufffe", "U+FFFE")])
def test_a_character_that_no_text_has_is_shown_at_its_place(deck, character, code):
    deck.zones(GOOD)
    deck.write("templates/sample.yaml", f"template: sample\r\nfaces: {character}{{}}\r\n")
    found = deck.error("yaml-syntax")
    assert code in found.message
    assert (found.span.line, found.span.column) == (2, 8)


@pytest.mark.parametrize("tag", ["!!str", "!!binary", "!!null", "!own"])
def test_a_tag_is_never_passed_over(deck, tag):
    found = deck.zones(f"one: {{text: {tag} 5}}").error("yaml-tag")
    assert f"tag {tag} " in found.message


def test_a_key_given_twice_shows_both_places(deck):
    found = deck.zones("one: {fill: ink}\none: {fill: glow}").error("duplicate-key")
    assert (found.span.line, found.related[0].span.line) == (8, 7)


@pytest.mark.parametrize("word", ["no", "on", "yes", "1:30", "0x1F"])
def test_words_of_yaml_1_1_are_text(deck, word):
    laid = deck.zones(f"one: {{text: {word}, size: 9pt}}").lay()
    assert laid.items()[0].pieces[0].runs[0].text == word


def test_all_problems_are_reported_at_once(deck):
    found = deck.zones(
        "one: {fill: glwo}\ntwo: {txt: Fire}\nthree: {icon: snu}\nfour: {box: {left: 3}, fill: ink}"
    ).errors()
    assert {d.code for d in found} == {"unknown-color", "unknown-key", "unknown-icon", "bad-length"}


def test_a_glyph_that_no_font_has_is_named_with_the_card(deck):
    found = deck.zones(GOOD, "name\n漢\n").error("missing-glyph")
    assert "U+6F22" in found.message
    assert "AlegreyaSans-Regular" in found.message
    assert (found.card, found.zone) == ("cards-001 (front)", "one")


def test_text_that_does_not_fit_says_by_how_much(deck):
    zones = 'one: {text: "{{ card.name }}", size: 10pt, box: {left: 0mm, width: 10mm, top: 0mm, height: 3mm}}'
    found = deck.zones(zones, "name\nunbreakable words on a card\n").error("text-overflow")
    assert "mm too wide" in found.message
    assert "mm too high" in found.message
    assert "10 pt" in found.message


def test_a_broken_image_is_named(deck):
    deck.zones("one: {image: art/broken.png}")
    deck.write("art/broken.png", b"\x89PNG\r\n\x1a\nnot really")
    assert "art/broken.png" in deck.error("broken-image").message


@pytest.mark.parametrize("path", ["../secret.png", "/etc/passwd", "art/../../secret.png", "~/secret.png"])
def test_paths_stay_in_the_decks_folder(deck, path):
    (deck.path.parent / "secret.png").parent.mkdir(exist_ok=True)
    deck.zones(f"one: {{image: {path}}}")
    (deck.path.parent / "secret.png").write_bytes(b"secret")
    deck.error("outside-folder")


def test_a_link_out_of_the_decks_folder_is_not_followed(deck):
    deck.zones("one: {image: art/link.png}")
    (deck.path.parent / "secret.png").write_bytes(b"secret")
    (deck.path / "art").mkdir()
    (deck.path / "art/link.png").symlink_to(deck.path.parent / "secret.png")
    deck.error("outside-folder")


def test_a_font_or_symbol_linked_from_outside_is_refused(deck):
    deck.zones("one: {icon: mine}")
    (deck.path.parent / "mine.svg").write_text("<svg/>")
    (deck.path / "symbols").mkdir()
    (deck.path / "symbols/mine.svg").symlink_to(deck.path.parent / "mine.svg")
    deck.error("outside-folder")


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("'a' * 10**9", "expression-too-big"),
        ("range(10**9)", "expression-too-big"),
        ("[0] * 10**7", "expression-too-big"),
        ("10**10**10", "expression-too-big"),
        ("'%100000000d' % 1", "expression-unsafe"),
        ("card.__class__", "unknown-field"),
        ("''.__class__.__mro__", "expression-unsafe"),
        ("'x'|center(10**9)", "expression-syntax"),
        ("card|attr('__class__')", "expression-syntax"),
        ("lipsum(5)", "unknown-name"),
        ("'{0.__class__}'.format(card)", "expression-unsafe"),
        ("card.name / 2", "expression-failed"),
        ("1 +", "expression-syntax"),
        ("1e400", "expression-too-big"),
        ("9" * 400 + ".0", "expression-too-big"),
        ("1e308 * 10", "expression-too-big"),
        ("card.name|length * 1e299 * 10**10", "expression-failed"),
        ("'nan'|float", "expression-failed"),
        ("[card.nmae]", "unknown-field"),
        ("[nobody, 1]", "unknown-name"),
        ("(" * 100 + ")" * 100, "expression-too-big"),
    ],
)
def test_hostile_expressions_end_in_a_message(deck, expression, code):
    deck.zones(f'one: {{text: "{{{{ {expression} }}}}"}}').error(code)


def test_a_loop_over_a_billion_is_refused(deck):
    deck.zones("one: {row: {each: 1000000000, zones: {a: {fill: ink}}}}").error("too-many-repeats")


def test_loops_in_loops_are_bounded(deck):
    inner = "zones: {c: {fill: ink}}"
    for _ in range(6):
        inner = f"zones: {{b: {{row: {{each: 400, {inner}}}}}}}"
    deck.zones(f"one: {{{inner}}}").error("too-many-zones")


def test_aliases_that_multiply_are_refused(deck):
    deck.zones(GOOD)
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join(f'*a{i - 1}' for _ in range(10))}]" for i in range(1, 8)]
    deck.write("templates/sample.yaml", "\n".join(lines))
    deck.error("yaml-too-large")


def test_windows_1252_names_the_first_wrong_byte(deck):
    deck.zones(GOOD)
    deck.write("cards.csv", b"name\nCaf\xe9\n")
    found = deck.error("encoding")
    assert "byte 0xE9" in found.message
    assert (found.span.path.rpartition("/")[2], found.span.line, found.span.column) == ("cards.csv", 2, 4)
    assert "Windows-1252" in found.message
    assert found.hint == "save the file as UTF-8, or set `encoding: windows-1252` under `rows:`"


def test_a_row_with_too_many_cells_points_at_the_first_extra(deck):
    found = deck.zones(GOOD, "name,text\nFire,Burn, then draw\n").error("too-many-cells")
    assert (found.span.line, found.span.column) == (2, 11)


def test_a_quoted_newline_keeps_later_places_true(deck):
    found = deck.zones('one: {text: "{{ card.x }}"}', 'name,text\nFire,"a\nb"\nIce,c\n').errors()
    assert [d.related[0].span.line for d in found] == [2, 4] or found[0].related[0].span.line == 2


def test_semicolons_and_tabs_are_seen_in_the_header(deck):
    assert deck.zones(GOOD, "name;cost\nFire;1,5\n").lay().items()[0].pieces[0].runs[0].text == "Fire"
    assert deck.zones(GOOD, "name\tcost\nIce\t1\n").lay().items()[0].pieces[0].runs[0].text == "Ice"


def test_a_byte_order_mark_is_no_part_of_the_header(deck):
    deck.zones(GOOD)
    deck.write("cards.csv", b"\xef\xbb\xbfname\r\nFire\r\n")
    assert deck.lay().items()[0].pieces[0].runs[0].text == "Fire"


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("front: sample#front", "frnot: sample#front", "unknown-key", "did you mean 'front'"),
        ("front: sample#front", "front: sample#frnot", "unknown-face", "did you mean 'front'"),
        ("front: sample#front", "front: smaple#front", "unknown-template", "did you mean 'sample'"),
        ("front: sample#front", "front: sample", "face-name", "template#face"),
        ("shape: card", "shape: crad", "unknown-shape", "did you mean 'card'"),
        ("size: poker", "size: pokr", "unknown-size", "did you mean 'poker'"),
        ("bleed: 3mm", "bleed: 3", "bad-length", "3mm"),
        ("title: Sample\n", "", "missing-key", "title"),
        ("rows: cards.csv", "rows: cards.ods", "missing-file", "cards"),
        ('"#f6cf5a"', "rde", "bad-color", "#rrggbb"),
        ("title: Sample", "title: Sample\nprint: {paper: A44}", "unknown-paper", "A4"),
        ("title: Sample", "title: Sample\ngame: monogto", "unknown-game", "did you mean 'monogoto'"),
    ],
)
def test_mistakes_in_deck_yaml_are_named(deck, old, new, code, words):
    assert words in change(deck.zones(GOOD), old, new).error(code).message


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("card.name = 'Fire'", "one `=` compares nothing; write `==`"),
        ("card.name == 'a=b' && card.name", "write `and`, `or` and `not` for signs"),
        ("!card.name", "write `and`, `or` and `not` for signs"),
        ("card.name <> 'Fire'", "write `!=` for `<>`"),
        ("card.name === 'Fire'", "write `==` or `!=`"),
        ("card.name ? 1 : 2", "a choice is written `a if condition else b`"),
        ("card.name ==", "something is missing at its end"),
        ("card.name card.id", "a sign or `and` is missing between two of its parts"),
        ("card.name|replace('?', '!') card.id", "a sign or `and` is missing between two of its parts"),
    ],
)
@pytest.mark.parametrize("key", ['when: "{}", fill: ink', 'text: "{{{{ {} }}}}"'])
def test_slips_in_expressions_are_told_in_words(deck, key, expression, words):
    found = deck.zones(f"one: {{{key.format(expression)}}}").error("expression-syntax")
    assert found.message.endswith(f"can't be read: {words}")


@pytest.mark.parametrize("other", ["", "\n  other: 3"])
def test_mistakes_elsewhere_in_deck_yaml_do_not_hide_those_in_stocks(deck, other):
    change(deck.zones(GOOD), "palette:", "pallete:")
    change(deck, "shape: card, size: poker, corner: 3mm, bleed: 3mm", "shape: card, size: pokr, bleed: 3")
    change(deck, "\npallete", f"{other}\npallete")
    assert {d.code for d in deck.errors()} >= {"unknown-key", "unknown-size", "bad-length"}


def test_every_code_that_is_used_can_be_explained():
    import re
    from pathlib import Path

    import carddesigner
    from carddesigner.source.paths import explanations
    from carddesigner.source.yaml import load_shipped

    package = Path(carddesigner.__file__).parent
    pattern = re.compile(
        r'(?:\.(?:error|warn|fail)|_fail|self\.wrong|Problem|PydanticCustomError|ExpressionProblem|Diagnostic|Finding)\(\s*"([a-z0-9]+(?:-[a-z0-9]+)+)"'
    )
    used = {c for p in package.rglob("*.py") for c in pattern.findall(p.read_text())}
    assert len(used) > 60
    assert used - set(load_shipped(explanations())) == set()


def test_each_code_is_explained_once():
    import yaml

    from carddesigner.source.paths import explanations

    root = yaml.compose(explanations().read_text("utf-8"))
    codes = [key.value for key, _ in root.value]
    assert [code for code in codes if codes.count(code) > 1] == []


@pytest.mark.parametrize("expression", [r"'\ud800'", r"'a' ~ '\udfff'", r"card.name|replace('F', '\ud83d')"])
@pytest.mark.parametrize("zone", ["text: '{{{{ {} }}}}', size: 9pt", "when: '{} == 1', fill: ink"])
def test_half_of_a_sign_in_an_expression_is_refused(deck, zone, expression):
    found = deck.zones(f"one: {{{zone.format(expression.replace(chr(39), chr(39) * 2))}}}").error("expression-syntax")
    assert "is half of a sign" in found.message
    assert found.span.line == 7
