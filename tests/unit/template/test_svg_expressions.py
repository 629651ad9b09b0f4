"""Expressions inside SVG files: filled in for each card, in the sandbox, with the file's own line in errors."""

from __future__ import annotations

import pytest

from carddesigner.core.color import Rgb
from carddesigner.core.items import SymbolItem, TextItem
from carddesigner.core.report import DeckError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
RECT = '<rect width="{{ card.cost }}" height="5" fill="{{ palette[card.suit] }}"/>'
ROWS = "name,cost,suit\nFire,4,ink\nIce & Snow,8,glow\nAsh,4,ink\n"


def filled(deck, inside: str = RECT, zone: str = "{svg: art/a.svg}", rows: str = ROWS):
    deck.zones(f"one: {zone}", rows)
    deck.write("art/a.svg", f"{HEAD}\n{inside}\n</svg>")
    return deck


def symbols(laid) -> list[SymbolItem]:
    from tests.conftest import flat

    return [
        i for front, _ in laid.faces.values() for z in front.zones for i in flat(z.items) if isinstance(i, SymbolItem)
    ]


def test_each_card_has_its_own_drawing(deck):
    drawn = [s.symbol.paths[0] for s in symbols(filled(deck).lay())]
    assert [max(x for _, x, _ in (s for s in p.path if s[0] == "l")) for p in drawn] == [4, 8, 4]
    assert drawn[0].fill == Rgb(*(pytest.approx(0x1B / 255),) * 3)


def test_equal_values_give_the_same_drawing(deck):
    laid = filled(deck).lay()
    first, second, third = (front for front, _ in laid.faces.values())
    assert first is third
    assert first is not second


def test_a_drawing_for_each_copy_reads_the_copy(deck):
    deck.zones("one: {svg: art/a.svg}", "name,copies\nFire,3\n")
    deck.write("art/a.svg", f'{HEAD}<rect width="{{{{ copy }}}}" height="5"/></svg>')
    from carddesigner.core.report import Report
    from carddesigner.deck.find import loaded_deck
    from carddesigner.pipeline.imposition import lay_out
    from carddesigner.pipeline.job import print_job

    (piece,) = lay_out(print_job(loaded_deck(deck.path)), Report())
    assert len({id(front) for front, _ in piece.copies}) == 3


def test_a_file_named_for_a_card_is_filled_in_too(deck):
    filled(deck, zone='{svg: "art/{{ card.file }}.svg"}', rows="file,cost,suit\na,4,ink\nb,8,ink\na,6,ink\n")
    deck.write("art/b.svg", f'{HEAD}<rect width="9" height="5"/></svg>')
    widths = [s.symbol.paths[0].path[1][1] for s in symbols(deck.lay())]
    assert widths == [4, 9, 6]


def test_values_are_text_to_xml_whatever_they_hold(deck):
    rows = 'name,cost,suit\n"</text><script>x</script>""\'&amp;",4,ink\n'
    laid = filled(deck, '<text y="8" id="{{ card.name }}">{{ card.name }}</text>', rows=rows).lay()
    (line,) = [i for i in laid.items("one") if isinstance(i, TextItem)]
    assert "".join(r.text for p in line.pieces for r in p.runs) == "</text><script>x</script>\"'&amp;"


def test_an_editors_escapes_in_an_expression_are_read(deck):
    filled(deck, '<rect width="{{ 9 if card.cost &lt; 5 and card.name == &quot;Fire&quot; else 2 }}" height="1"/>')
    assert [s.symbol.paths[0].path[1][1] for s in symbols(deck.lay())] == [9, 2, 2]


def test_a_wrong_field_names_the_svgs_line_the_zone_and_the_card(deck):
    found = filled(deck, RECT.replace("card.cost", "card.cots")).error("unknown-field")
    assert "did you mean 'cost'" in found.message
    assert (found.span.path.endswith("art/a.svg"), found.span.line, found.span.column) == (True, 2, 14)
    assert (found.card, found.zone) == ("cards-001", "one")
    used, row = found.related
    assert (used.span.path.endswith("sample.yaml"), used.span.line) == (True, 7)
    assert (row.span.path.endswith("cards.csv"), row.span.line) == (True, 2)


def test_syntax_is_reported_once_before_any_card(deck):
    (found,) = filled(deck, '<rect width="{{ card.cost + }}"/>').errors()
    assert (found.code, found.span.line, found.card) == ("expression-syntax", 2, None)


def test_statements_are_reported_as_in_templates(deck):
    (found,) = filled(deck, "{% for i in range(9) %}<rect/>{% endfor %}").errors()
    assert (found.code, found.span.line, "`when`" in found.message) == ("expression-syntax", 2, True)


def test_a_value_that_makes_no_svg_names_the_card(deck):
    found = filled(deck, "<rect {{ card.cost }}/>").error("broken-svg")
    assert "line 2" in found.message
    assert found.card == "cards-001"


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("'a' * 10 ** 9", "expression-too-big"),
        ("card.__class__", "expression-unsafe"),
        ("range(10 ** 9) | list", "expression-too-big"),
        ("lipsum()", "unknown-name"),
    ],
)
def test_the_sandbox_is_that_of_templates(deck, expression, code):
    codes = {d.code for d in filled(deck, f'<rect width="{{{{ {expression} }}}}"/>').errors()}
    assert codes <= {code, "unknown-field", "expression-syntax"}
    assert codes


def test_a_drawing_cannot_grow_without_end(deck):
    inside = "{{ 'a' * 19999 }}" * 60
    found = filled(deck, f"<!--{inside}--><rect width='9' height='9'/>").error("svg-too-large")
    assert "1,000,000" in found.message


def test_in_a_part_only_its_parameters_are_in_scope(deck):
    zones = "one: {part: crest, params: {width: '{{ card.cost }}'}}"
    deck.zones(zones, ROWS)
    template = (deck.path / "templates/sample.yaml").read_text()
    part = "parts:\n  crest:\n    params: {width: 1}\n    zones:\n      in: {svg: art/a.svg}\n"
    deck.write("templates/sample.yaml", template.replace("faces:\n", part + "faces:\n"))
    deck.write("art/a.svg", f'{HEAD}<rect width="{{{{ width }}}}" height="5"/></svg>')
    assert [s.symbol.paths[0].path[1][1] for s in symbols(deck.lay())] == [4, 8, 4]
    deck.write("art/a.svg", f'{HEAD}<rect width="{{{{ card.cost }}}}" height="5"/></svg>')
    assert "no 'card' here" in deck.error("unknown-name").message


def test_half_a_character_from_a_table_ends_in_a_message(deck):
    filled(deck, "<title>{{ card.name }}</title><rect width='9' height='9'/>")
    deck.write("cards.json", '[{"name": "a\\ud800b"}]')
    deck.write("deck.yaml", (deck.path / "deck.yaml").read_text().replace("cards.csv", "cards.json"))
    try:
        deck.lay()
    except DeckError as problem:
        assert problem.report.errors  # noqa: PT017 either is fine, an exception of another kind is not
