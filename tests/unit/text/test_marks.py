"""Texts in brackets with braces, and icons with some: what they may say, and where it lies on the card."""

from __future__ import annotations

import itertools

import pytest

import carddesigner
from carddesigner.core.color import Rgb
from carddesigner.core.items import PathItem, SymbolItem, TextItem
from carddesigner.core.units import MM
from carddesigner.text.rich import Mark, Paragraph, Run

ZONE = 'one:\n  box: {left: 10mm, top: 10mm, width: 40mm, height: 40mm}\n  size: 10pt\n  text: "%s"\n'
STYLES = 'styles:\n  strong: {bold: true, color: "#ff0000", align: center}\n  odd: {color: "{{ card.name }}"}\n'
RED = Rgb(1.0, 0.0, 0.0)


@pytest.fixture
def lay(deck):
    def laid(text, more=""):
        deck.zones(ZONE % text + more)
        template = deck.path / "templates" / "sample.yaml"
        template.write_text(template.read_text().replace("faces:", f"{STYLES}faces:"))
        deck.write(
            "symbols/sun.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
        )
        return deck

    return laid


def pieces(items):
    return [
        ("".join(r.text for r in p.runs).strip(), p.font.partition("-")[2], round(p.size, 3), p.color)
        for i in items
        if isinstance(i, TextItem)
        for p in i.pieces
    ]


def lines(items):
    """Lines and boxes: left, top, right, bottom, in points."""
    return [
        tuple(round(f(s[k] for s in i.path if len(s) > 2), 2) for f in (min, max) for k in (1, 2))
        for i in items
        if isinstance(i, PathItem)
    ]


def test_a_text_in_brackets_has_its_own_colour_size_and_weight(lay):
    (before, word, after) = pieces(lay("Deal [3 damage]{color: '#f00', size: 150%, bold} now").lay().items())
    assert word == ("3 damage", "Bold", 15.0, RED)
    assert before[1:3] == after[1:3] == ("Regular", 10.0)


def test_braces_take_px_where_the_template_says_dpi(lay):
    deck = lay("a [b]{size: 100px} :sun:{rise: -10px, size: 50px}")
    assert "`dpi: 300`" in deck.error("bad-length").message
    template = deck.path / "templates" / "sample.yaml"
    template.write_text(template.read_text().replace("template: sample", "template: sample\ndpi: 300"))
    assert [p[2] for p in pieces(deck.lay().items("one"))] == [10.0, 24.0, 10.0]


def test_points_shrink_with_the_text_around_them(lay):
    laid = lay("[Strike]{size: 20pt} " + "and rest " * 105, "  min-size: 5pt\n").lay()
    (large, small, *_) = pieces(laid.items())
    assert small[2] < 9
    assert large[2] == pytest.approx(2 * small[2], abs=0.01)


def test_a_style_gives_what_texts_in_brackets_can_have(lay):
    assert pieces(lay("[Fire]{.strong}").lay().items()) == [("Fire", "Bold", 10.0, RED)]


def test_marked_texts_lie_in_each_other_and_around_all_other_markup(lay):
    found = pieces(lay("[a [b]{size: 50%} **c**]{color: '#f00', size: 200%}").lay().items())
    assert found == [
        ("a", "Regular", 20, RED),
        ("b", "Regular", 10, RED),
        ("", "Regular", 20, RED),
        ("c", "Bold", 20, RED),
    ]


def test_a_line_with_something_large_is_as_much_higher(lay):
    small, large = (
        [i.y for i in lay(t).lay().items() if isinstance(i, TextItem)] for t in (r"a\nb\nc", r"a\n[b]{size: 200%}\nc")
    )
    assert [round(b - a, 3) for a, b in itertools.pairwise(small)] == [12.5, 12.5]
    assert [round(b - a, 3) for a, b in itertools.pairwise(large)] == [25.0, 12.5]


@pytest.mark.parametrize("columns", [1, 2])
def test_the_last_line_stands_higher_by_what_its_descenders_are_deeper(lay, columns):
    # Lines are set from the top of the zone.
    small, large = (
        max(
            i.y
            for i in lay(text, f"  valign: bottom\n  columns: {columns}\n").lay().items("one")
            if isinstance(i, TextItem)
        )
        for text in (r"a\nb\nc\ng", r"a\nb\nc\n[g]{size: 200%}")
    )
    bottom = 40 * MM
    assert bottom - large == pytest.approx(2 * (bottom - small))


def test_the_first_line_stands_lower_by_what_its_capitals_are_higher(lay):
    small, large = (
        next(i.y for i in lay(t).lay().items() if isinstance(i, TextItem)) for t in ("A", "[A]{size: 200%}")
    )
    assert large == pytest.approx(2 * small)


def test_lines_under_and_through_letters_and_a_colour_behind_them_are_as_wide_as_these(lay):
    laid = lay("[ab cd]{underline, strike, background: '#f00'}")
    behind, under, through = lines(laid.lay().items())
    (text,) = [i for i in laid.lay().items() if isinstance(i, TextItem)]
    left = text.pieces[0].x
    right = left + sum(r.width for r in text.pieces[0].runs) / 100
    for line in (behind, under, through):
        assert (line[0], line[2]) == (pytest.approx(left, abs=0.01), pytest.approx(right, abs=0.01))
    assert behind[1] < through[1] < text.y < under[1] < behind[3]
    assert under[1] == pytest.approx(text.y + 1.3, abs=0.01)


@pytest.mark.parametrize("align", ["start", "justify", "center"])
def test_from_right_to_left_a_line_lies_under_its_words(setter, align):
    hebrew = setter.find("Noto Sans Hebrew")
    text = (Paragraph((Run("אבג "), Run("דהו זחט", mark=Mark(underline=True)), Run(" יכל"))),)
    done = setter.set(text, 200.0, fonts=(hebrew,), align=align)
    (item,) = done.texts
    ((left, _, right, _),) = lines(done.fitted.items)
    marked = [c for c in setter.chars(item) if c.char in "דהוזחט"]
    assert (left, right) == (
        pytest.approx(min(c.x for c in marked), abs=0.01),
        pytest.approx(max(c.end for c in marked), abs=0.01),
    )
    assert done.seen == ["לכי טחז והד גבא"]


def test_a_whole_text_may_be_underlined_by_its_zone(lay):
    assert len(lines(lay("Fire and ice", "  underline: true\n").lay().items())) == 1


def test_an_icon_has_a_size_and_a_colour_of_its_own(lay):
    icons = [i for i in lay(":sun: :sun:{size: 200%, color: '#f00'}").lay().items() if isinstance(i, SymbolItem)]
    assert [round(i.frame.height, 3) for i in icons] == [10.0, 20.0]
    assert icons[1].color == RED != icons[0].color
    assert icons[0].frame.centre[1] == pytest.approx(icons[1].frame.centre[1])


@pytest.mark.parametrize(
    "text", [r"\\[a\\]{color: red}", "[a] {color: red}", "[a]{Red}", "[a]{T: x}", "[a](b)", "a]{color: red}", "[T]{R}"]
)
def test_what_is_no_text_in_brackets_with_settings_is_read_as_it_is_written(lay, text):
    found = pieces(lay(text).lay().items())
    assert "".join(p[0] for p in found) == text.replace("\\\\", "")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("[a]{colour: ink}", "bad-run", "a text in brackets has no setting 'colour'; did you mean 'color'?"),
        ("[a]{color: inc}", "unknown-color", "did you mean 'ink'?"),
        ("[a]{.stong}", "unknown-style", "unknown style 'stong'; did you mean 'strong'?"),
        ("[a]{font: txt}", "unknown-font", "did you mean 'text'?"),
        ("[a]{size: 12}", "bad-length", "the length 12 needs a unit"),
        ("[a]{size: 900%}", "bad-size", "from 25% to 400%"),
        ("[a]{color: ink, strong}", "bad-run", "'strong' in {color: ink, strong} is no setting"),
        ("[a]{color: ink, color: glow}", "bad-run", "'color' stands twice"),
        ("[a]{underline: 3}", "wrong-type", "expected true or false, not '3'"),
        ("[a]{.odd}", "bad-run", "takes no expression"),
        (":sun:{background: ink}", "bad-run", "an icon in a text has no setting 'background'"),
    ],
)
def test_what_is_wrong_in_braces_is_an_error_at_the_text(lay, text, code, words):
    found = lay(text).error(code)
    assert words in found.message
    assert (found.span.line, found.span.column) == (13, 15)


def test_a_cell_may_have_marked_texts_too(deck):
    deck.zones('one: {text: "{{ card.name }}"}', "name\n\"[Fire]{color: '#f00'}\"\n")
    assert pieces(deck.lay().items()) == [("Fire", "Regular", 9.0, RED)]


def test_pages_read_the_same_with_the_styles_of_their_template(lay):
    folder = lay("x")
    yaml = (folder.path / "deck.yaml").read_text()
    folder.write("deck.yaml", yaml.replace("rows: cards.csv", "pages: rules.md"))
    folder.write("rules.md", "Deal [3]{.strong} damage, [underlined]{underline}.\n\n- [item]{color: inc}\n")
    template = folder.path / "templates" / "sample.yaml"
    text = template.read_text()
    flow = "      all: {flow: {text: {size: 9pt}, title: {size: 9pt}, heading: {size: 9pt}}}\n"
    template.write_text(text[: text.index("      one:")] + flow)
    found = folder.error("unknown-color")
    assert (found.span.path.rpartition("/")[2], found.span.line) == ("rules.md", 3)
    folder.write("rules.md", "Deal [3]{.strong} damage, [underlined]{underline}.\n")
    laid = folder.lay()
    assert ("3", "Bold", 9.0, RED) in pieces(laid.items())
    assert len(lines(laid.items())) == 1


@pytest.mark.parametrize(
    ("settings", "braces", "rise"),
    [
        ("", "{rise: 1mm}", 1.0),
        ("", "{rise: -25%}", -0.25 * 12 / 72 * 25.4),
        ("icon-rise: 0.5mm, ", "", 0.5),
        ("icon-rise: 50%, ", "", 0.5 * 12 / 72 * 25.4),
        ("icon-rise: 0.5mm, ", "{rise: 0mm}", 0.0),
        ("icon-rise: 0.5mm, ", "{size: 120%}", 0.5),
    ],
)
def test_an_icon_stands_higher_by_its_rise(deck, settings, braces, rise):
    def middle(text, more=""):
        box = "box: {left: 5mm, width: 40mm, top: 20mm, height: 20mm}"
        laid = deck.zones(f'one: {{text: "{text}", size: 12pt, {more}{box}}}').lay()
        (icon,) = [i for i in laid.items("one") if isinstance(i, SymbolItem)]
        return icon.frame.y + icon.frame.height / 2

    plain = middle(":sun:{size: 120%}" if "size" in braces else ":sun:")
    assert (plain - middle(f":sun:{braces}", settings)) / 72 * 25.4 == pytest.approx(rise, abs=1e-6)


@pytest.mark.parametrize(
    ("braces", "code"), [("{rise: 1}", "bad-length"), ("{rise: 900%}", "bad-size"), ("{rize: 1mm}", "bad-run")]
)
def test_a_wrong_rise_is_an_error(deck, braces, code):
    box = "box: {left: 5mm, width: 40mm, top: 20mm, height: 20mm}"
    assert deck.zones(f'one: {{text: ":sun:{braces}", {box}}}').error(code).span.line == 7


def test_an_edited_style_is_seen_by_texts_that_name_it(lay):
    folder = lay("[Fire]{.strong} {{ card.name }}")
    opened = carddesigner.open_deck(folder.path)
    template = folder.path / "templates" / "sample.yaml"
    good = template.read_text()

    def codes(text):
        template.write_text(text)
        opened.changed(template)
        return [d.code for d in opened.problems() if d.severity == "error"]

    assert codes(good) == []
    assert codes(good.replace("strong:", "weak:")) == ["unknown-style"]
    assert codes(good) == []
    assert codes(good.replace("#ff0000", "nocolour")) == ["unknown-color"] * 2  # of the style and of the text
    assert codes(good) == []
