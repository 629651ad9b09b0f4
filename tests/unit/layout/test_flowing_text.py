"""Running text over pages: what stays together, figures side by side, columns, what does not fit."""

from __future__ import annotations

import pytest

from carddesigner.core.geometry import Matrix
from carddesigner.core.items import GroupItem, Item, PathItem, TextItem
from carddesigner.core.units import MM

DECK = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: poker}}
components:
  - {id: rules, booklet: rules.md, page: [100mm, 100mm], front: sample#page}
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
styles:
  body: {size: 10pt, line-height: 1.2}
  title: {size: 20pt, line-height: 1.0}
parts:
  small: {size: [20mm, 10mm], zones: {a: {fill: "#ff0000"}}}
  high: {size: [20mm, 16mm], zones: {a: {fill: "#ff0000"}}}
  broad: {size: [70mm, 10mm], zones: {a: {fill: "#ff0000"}}}
  huge: {size: [90mm, 10mm], zones: {a: {fill: "#ff0000"}}}
  tall: {size: [20mm, 120mm], zones: {a: {fill: "#ff0000"}}}
faces:
  page:
    zones:
      number: {box: {top: 0mm, height: 5mm}, text: "{{ page }}/{{ pages }} {{ chapter }}{{ ' blank' if blank else '' }}"}
      body:
        box: {left: 10mm, width: 80mm, top: 10mm, height: 80mm}
        flow: {text: body, title: title, heading: title, gap: 6ptFLOW}
  within:
    zones: {body: {}}
  uneven:
    zones:
      body:
        box: {left: "{{ '10mm' if page % 2 else '20mm' }}", right: 10mm, top: 10mm, height: 80mm}
        flow: {text: body, title: title, heading: title}
  moved:
    zones:
      body:
        box: {left: "{{ '15mm' if page % 2 else '5mm' }}", width: 80mm, top: 10mm, height: 80mm}
        flow: {text: body, title: title, heading: title}
"""


AS_IT_IS = Matrix()


def booklet(deck, text: str, flow: str = "", face: str = "page"):
    deck.write("deck.yaml", DECK.replace("sample#page", f"sample#{face}"))
    deck.write("templates/sample.yaml", TEMPLATE.replace("FLOW", flow))
    deck.write("rules.md", text)
    return deck


def placed(items: tuple[Item, ...], matrix: Matrix = AS_IT_IS) -> list[tuple[float, float, object]]:
    """Left and top (of text the baseline) in millimetres, and what stands there: words, or a box's width and height."""
    out: list[tuple[float, float, object]] = []
    for item in items:
        if isinstance(item, GroupItem):
            out += placed(item.items, (item.matrix or Matrix()).then(matrix))
        elif isinstance(item, TextItem):
            words = "".join(r.text for p in item.pieces for r in p.runs)
            x, y = matrix.apply(item.pieces[0].x if item.pieces else 0.0, item.y)
            out.append((x / MM, y / MM, words))
        elif isinstance(item, PathItem):
            points = [matrix.apply(s[-2], s[-1]) for s in item.path if len(s) > 2]
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            out.append((min(xs) / MM, min(ys) / MM, (round((max(xs) - min(xs)) / MM), round((max(ys) - min(ys)) / MM))))
    return out


def pages(deck, zone: str = "body") -> list[list[tuple[float, float, object]]]:
    faces = deck.lay().faces
    return [placed(next(z.items for z in front.zones if z.id == zone)) for front, _ in faces.values()]


def words(page: list[tuple[float, float, object]]) -> list[str]:
    return [what for _, _, what in page if isinstance(what, str)]


LINES = "".join(f"line {n}\n\n" for n in range(1, 60))


def test_a_page_knows_its_number_its_chapter_and_whether_it_is_blank(deck):
    made = pages(booklet(deck, "# One\n\ntext\n\n---\n\nmore\n\n# Two\n\n---\n\n# Three"), "number")
    assert [" ".join(words(p)) for p in made] == ["1/4 One", "2/4 Two", "3/4 Three", "4/4 Three blank"]


def test_what_a_colon_announces_stands_on_the_same_page(deck):
    fits = next(
        n
        for n in range(10, 40)
        if len([p for p in pages(booklet(deck, "x\n\n" * n + "You need:\n\n- a lamp")) if p]) == 2
    )
    _, second, *_ = pages(booklet(deck, "x\n\n" * fits + "You need:\n\n- a lamp"))
    assert words(second)[:2] == ["You need:", "a lamp"]
    second = pages(booklet(deck, "x\n\n" * fits + "You need.\n\n- a lamp"))[1]
    assert words(second)[:1] == ["a lamp"]


def test_a_heading_is_never_the_last_on_a_page(deck):
    for n in range(10, 22):
        made = [words(p) for p in pages(booklet(deck, "x\n\n" * n + "# Next\n\nabout it")) if p]
        assert all(p[-1] != "Next" for p in made), n


def test_figures_in_one_paragraph_stand_side_by_side_with_feet_and_captions_on_one_line(deck):
    (page, *_) = pages(booklet(deck, "![Before](part:small) ![After that](part:high)"))
    figures = [(x, y + size[1]) for x, y, size in page if not isinstance(size, str)]
    captions = [(x, y) for x, y, what in page if isinstance(what, str)]
    assert len(figures) == len(captions) == 2
    assert figures[0][1] == figures[1][1]
    assert captions[0][1] == captions[1][1] > figures[0][1]
    # Each in the middle of its half, 4 mm apart: the halves are 38 mm wide.
    assert [round(x, 1) for x, _ in figures] == [10 + 9, 10 + 42 + 9]


def test_figures_of_unlike_width_share_the_line_as_they_need(deck):
    (page, *_) = pages(booklet(deck, "![](part:small)\n![](part:small)\n![](part:small)"))
    assert [round(x, 1) for x, _, _ in page] == [12.0, 40.0, 68.0]
    problem = booklet(deck, "text\n\n![](part:small) ![](part:broad)").error("text-overflow")
    assert problem.message == "the figures side by side are 14.0 mm wider than the text, which has 80.0 mm"
    assert problem.span.line == 3


def test_columns_before_something_wide_are_as_high_as_each_other(deck):
    (page, *_) = pages(
        booklet(deck, "a\n\n" * 9 + "![](part:broad)\n\n" + "b\n\n" * 4, ", columns: 2, column-gap: 4mm")
    )
    columns = {x: [y for at, y, what in page if what == "a" and round(at) == x] for x in (10, 52)}
    assert [len(c) for c in columns.values()] == [5, 4]
    assert columns[10][0] == columns[52][0]
    ((x, y, _),) = [p for p in page if not isinstance(p[2], str)]
    assert round(x) == 15
    assert y > columns[10][-1]
    below = {round(at) for at, top, what in page if what == "b" and top > y}
    assert below == {10, 52}


def test_a_title_goes_across_the_columns_and_stays_with_them(deck):
    for n in range(16, 30):
        made = pages(booklet(deck, "a\n\n" * n + "# Next\n\nabout it", ", columns: 2"))
        at = next(p for p in made if "Next" in words(p))
        assert "about it" in words(at), n


def test_text_fills_the_left_column_before_the_right_and_the_page_before_the_next(deck):
    made = pages(booklet(deck, LINES, ", columns: 2"))
    assert [w for p in made for w in words(p)] == [f"line {n}" for n in range(1, 60)]
    first = [(x > 50, y) for x, y, _ in made[0]]
    assert first == sorted(first)
    assert all(10 <= y <= 90 for p in made for _, y, _ in p)


def test_left_and_right_pages_may_have_their_text_elsewhere(deck):
    made = pages(booklet(deck, LINES, face="moved"))
    assert [{round(x) for x, _, _ in p} for p in made] == [{15}, {5}, {15}, {5}]


def test_a_text_that_has_less_room_on_some_pages_is_refused(deck):
    problem = booklet(deck, LINES, face="uneven").error("flow-differs")
    assert (problem.card, problem.zone) == ("rules-002 (front)", "body")


@pytest.mark.parametrize("inside", ["part: text", "zones: {one: {part: text}}", "column: {each: 1, part: text}"])
def test_text_flows_through_a_part_as_through_a_zone(deck, inside):
    body = "flow: {text: body, title: title, heading: title, gap: 6pt}"
    zone = "{box: {left: 10mm, width: 80mm, top: 10mm, height: 80mm}, " + inside + "}"
    alone = pages(booklet(deck, LINES))
    template = (
        TEMPLATE.replace("FLOW", "")
        .replace("{body: {}}", f"{{body: {zone}}}")
        .replace("parts:\n", f"parts:\n  text: {{zones: {{t: {{{body}}}}}}}\n")
    )
    booklet(deck, LINES, face="within").write("templates/sample.yaml", template)
    assert [words(p) for p in pages(deck)] == [words(p) for p in alone]


LISTED = (
    "Take:\n\n- one\n  - two\n- three\n\n1. four\n\n| a | bb |\n|---|---|\n| c | dd |\n\n![](part:small) ![](part:high)"
)
RTL = ", text: {size: 10pt, direction: rtl}"


def test_lists_tables_and_figures_of_a_right_to_left_text_begin_on_the_right(deck):
    (plain, *_) = pages(booklet(deck, LISTED))
    booklet(deck, LISTED).write("templates/sample.yaml", TEMPLATE.replace("text: body", RTL[2:]).replace("FLOW", ""))
    (turned, *_) = pages(deck)

    def lefts(page: list[tuple[float, float, object]]) -> dict[object, float]:
        return {what: x for x, _, what in page}

    at, back = lefts(plain), lefts(turned)
    # What lies left of something else lies right of it.
    for left, right in (("one", "two"), ("a", "bb"), ("c", "dd"), ((20, 10), (20, 16))):
        assert at[left] < at[right]
        assert back[left] > back[right]
    assert at["four"] > at["1."]
    assert back["four"] < back[".1"]
    bullets = [[x for x, _, what in page if what == (1, 1)] for page in (plain, turned)]
    assert [10 <= x < at["one"] for x in bullets[0]] == [True, False, True]
    assert all(back["one"] < x <= 90 for x in (bullets[1][0], bullets[1][2]))
    assert back["two"] < bullets[1][1] < bullets[1][0]


def test_columns_of_a_right_to_left_text_are_filled_from_the_right(deck):
    booklet(deck, LINES).write(
        "templates/sample.yaml", TEMPLATE.replace("text: body", RTL[2:]).replace("FLOW", ", columns: 2")
    )
    made = pages(deck)
    assert [w for p in made for w in words(p)] == [f"line {n}" for n in range(1, 60)]
    first = [(x < 50, y) for x, y, _ in made[0]]
    assert first == sorted(first)


def test_a_blank_line_parts_the_items_of_a_list_as_paragraphs_are(deck):
    (page, *_) = pages(booklet(deck, "a\n\nb\n\n- c\n- d\n\nx\n\n1. e\n\n   more\n2. f"))
    at = {what: (x, y) for x, y, what in page}
    between = at["b"][1] - at["a"][1]
    assert at["d"][1] - at["c"][1] < between - 0.5
    for one, after in (("e", "more"), ("more", "f")):
        assert abs(at[after][1] - at[one][1] - between) < 0.01
    assert at["e"][0] == at["more"][0]


def test_no_column_of_a_table_is_narrower_than_its_longest_word(deck):
    many = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    long = "Supercalifragilisticexpialidocious"
    (page, *_) = pages(booklet(deck, f"| {many} {many} | {long} |\n|---|---|\n| a | b |"))
    assert long in words(page)


def test_a_comment_and_an_empty_item_leave_nothing_behind(deck):
    (page, *_) = pages(booklet(deck, "[//]: # (to be done)\n\n- \n\ntext"))
    assert page == [page[0]]
    assert words(page) == ["text"]


def test_what_is_higher_than_a_page_or_wider_than_the_text_is_named_with_its_line(deck):
    problem = booklet(deck, "# Title\n\n![](part:tall)").error("text-overflow")
    assert "higher than a page, which has 80.0 mm" in problem.message
    assert problem.span.line == 3
    problem = booklet(deck, "![](part:huge)").error("text-overflow")
    assert problem.message == "the figure is 10.0 mm wider than the text, which has 80.0 mm"


def test_pages_are_bounded_and_the_place_is_named_where_they_end(deck):
    problem = booklet(deck, "text\n\n---\n\n" * 200).error("text-overflow")
    assert problem.message == "the text fills more than 100 pages"
    assert problem.span.line == 401


def test_a_part_that_is_not_there_has_the_place_of_its_figure(deck):
    problem = booklet(deck, "![](part:smal)").error("unknown-part")
    assert "did you mean 'small'" in problem.message
    assert problem.span.path.endswith("rules.md")


def test_an_empty_text_makes_no_booklet(deck):
    assert booklet(deck, "\n").error("no-text").message == "'rules.md' has no text to fill a booklet with"


def test_a_half_chosen_booklet_is_whole(deck):
    from carddesigner.core.report import Report
    from carddesigner.core.source import Span
    from carddesigner.deck.find import loaded_deck
    from carddesigner.layout.deck import lay_out_deck
    from carddesigner.template.expressions import compile_bare

    loaded = loaded_deck(booklet(deck, "# One\n\n---\n\n# Two").path)
    for source, count in (("id == 'rules-002'", 4), ("component == 'cards'", 0)):
        chosen = lay_out_deck(loaded, Report(), select=compile_bare(source, Span("--select")))
        assert len(chosen) == count


# Instruction cards with text on both sides

CARDS = """\
deck: sample
title: Sample
stocks: {card: {shape: card, size: [100mm, 100mm], corner: 0mm}}
components:
  - {id: rules, pages: rules.md, two-sided: true, copies: 30, front: sample#page, back: sample#BACK}
  - {id: box, box: tuck, holds: [rules]}
"""


def cards(deck, text: str, back: str = "page"):
    booklet(deck, text)
    deck.write("deck.yaml", CARDS.replace("BACK", back))
    return deck


def said(face) -> str:
    return " ".join(str(w) for zone in face.zones for _, _, w in placed(zone.items) if isinstance(w, str))


def test_two_sided_instruction_cards_are_filled_on_both_sides(deck):
    laid = cards(deck, "One.\n\n---\n\nTwo.\n\n---\n\nThree.\n").lay()
    assert list(laid.report) == []
    assert [(n, laid.copies[n]) for n in laid.faces if n != "box"] == [("rules-001", 30), ("rules-002", 30)]
    sides = [said(face) for name in ("rules-001", "rules-002") for face in laid.faces[name]]
    assert sides == ["1/4 One.", "2/4 Two.", "3/4 Three.", "4/4 blank"]


def test_a_box_has_room_for_as_many_cards_as_the_sides_need(deck):
    def wide(*pages: str) -> float:
        return cards(deck, "\n\n---\n\n".join(pages)).lay().faces["box"][0].width

    assert wide("A", "B", "C") == wide("A", "B", "C", "D") < wide("A", "B", "C", "D", "E")


def test_text_for_both_sides_wants_a_flow_on_both(deck):
    found = cards(deck, "One.\n\n---\n\nTwo.\n", back="within").error("no-flow")
    assert (found.message, found.span.line) == ("face 'within' has no zone with `flow`, so the text has no place", 5)
