"""QR codes and barcodes: read back by a decoder, in millimetres, and refused where nobody could read them."""

from __future__ import annotations

from io import BytesIO

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from segno import encoder

from carddesigner import load_deck
from carddesigner.contents.outlines import outlines
from carddesigner.contents.qr import qr_modules
from carddesigner.core.geometry import bounds
from carddesigner.core.items import PathItem, TextItem
from carddesigner.core.units import MM

BOX = "box: {left: 5mm, top: 5mm, width: 50mm, height: 30mm}"


def read_back(deck) -> list[tuple[str, str]]:
    """What a decoder finds on the deck's first card, as the PDF shows it at 300 dpi."""
    opened = load_deck(deck.path)
    (card,) = opened.cards
    with Image.open(BytesIO(opened.face(card.id).png(300))) as image:
        return sorted((b.format.name, b.text) for b in zxingcpp.read_barcodes(image))


@pytest.mark.parametrize(
    ("code", "rows", "found"),
    [
        ('{qr: "{{ card.name }}"}', "name\nhttps://example.org/ä?x=1\n", ("QRCode", "https://example.org/ä?x=1")),
        ("{qr: 漢字 and more}, correction: high", "name\na\n", ("QRCode", "漢字 and more")),
        ('{ean13: "{{ card.name }}"}', "name\n4006381333931\n", ("EAN13", "4006381333931")),
        ('{ean13: "400638133393"}, label: true', "name\na\n", ("EAN13", "4006381333931")),
        ("{ean8: 1234567}", "name\na\n", ("EAN8", "12345670")),
        ('{code128: "{{ card.name }}-12345x"}, label: true, size: 6pt', "name\nFire\n", ("Code128", "Fire-12345x")),
        ("{qr: turned}, rotate: 30, fill: glow", "name\na\n", ("QRCode", "turned")),
    ],
)
def test_a_decoder_reads_what_was_printed(deck, code, rows, found):
    deck.zones(f"one: {{{BOX}, code: {code}}}", rows)
    assert read_back(deck) == [found]


def test_a_code_is_one_path_with_its_quiet_zone_in_the_box(deck):
    laid = deck.zones(f"one: {{{BOX}, code: {{qr: short}}}}").lay()
    (item,) = laid.items("one")
    assert isinstance(item, PathItem)
    # 21 modules and four of quiet on each side share the box's 30 mm.
    module = 30 / 29
    found = tuple(round(v / MM, 3) for v in bounds(item.path))
    assert found == tuple(round(v, 3) for v in (15 + 4 * module, 5 + 4 * module, 21 * module, 21 * module))


def test_no_two_modules_of_a_code_share_a_line(deck):
    (item,) = deck.zones(f"one: {{{BOX}, code: {{qr: short}}}}").lay().items("one")
    lines, start, at = [], None, None
    for segment in item.path:
        point = tuple(round(v / MM, 3) for v in segment[1:])
        if segment[0] == "m":
            start = at = point
            continue
        end = point or start
        lines.append(frozenset((at, end)))
        at = end
    assert len(lines) == len(set(lines)) > 100


def test_bars_begin_after_the_quiet_zone_and_leave_room_for_the_digits(deck):
    laid = deck.zones(f"one: {{{BOX}, code: {{ean13: 400638133393}}, label: true, size: 10pt}}").lay()
    bars = next(i for i in laid.items("one") if isinstance(i, PathItem))
    left, top, width, height = (v / MM for v in bounds(bars.path))
    module = 50 / 113
    assert (left, width) == pytest.approx((5 + 11 * module, 95 * module))
    assert (top, height) == pytest.approx((5, 30 - 11 / MM + 5 * module))  # the guards go on beside the digits
    words = ["".join(r.text for p in i.pieces for r in p.runs) for i in laid.items("one") if isinstance(i, TextItem)]
    assert words == ["4", "006381", "333931"]


@pytest.mark.parametrize(
    ("code", "problem", "words"),
    [
        ("{ean13: 4006381333932}", "code-check-digit", "should be 1"),
        ("{ean13: 40063813339}", "code-text", "has 11"),
        ("{ean13: 40063813339X}", "code-text", "'X'"),
        ("{code128: Fähre}", "code-text", "'ä'"),
        ("{qr: a, ean8: 1234567}", "wrong-value", "qr, ean13, ean8, code128"),
        ("{q: a}", "unknown-key", "did you mean 'qr'"),
        ("{qr: true}", "wrong-type", "text"),
    ],
)
def test_what_a_code_can_not_hold_is_refused_in_the_template(deck, code, problem, words):
    found = deck.zones(f"one: {{{BOX}, code: {code}}}").error(problem)
    assert words in found.message
    assert (found.span.path.name if hasattr(found.span.path, "name") else str(found.span.path)).endswith("sample.yaml")
    assert found.span.line == 7


def test_an_empty_cell_is_no_code(deck):
    found = deck.zones(f'one: {{{BOX}, code: {{qr: "{{{{ card.url }}}}"}}}}', "name,url\nFire,\n").error("code-text")
    assert "`when`" in found.message
    assert found.related[0].span.line == 2


def test_too_much_for_any_code_is_an_error(deck):
    found = deck.zones(f'one: {{{BOX}, code: {{qr: "{{{{ card.url }}}}"}}}}', f"name,url\nFire,{'x' * 3000}\n")
    assert "3,000" in found.error("code-text").message


def test_a_text_that_needs_too_many_modules_is_an_error(deck):
    found = deck.zones(
        f'one: {{{BOX}, code: {{qr: "{{{{ card.url }}}}"}}, correction: high}}', f"name,url\nFire,{'x' * 900}\n"
    )
    assert "at most 105" in found.error("code-text").message


@pytest.mark.parametrize(("side", "code"), [("8mm", "code-small"), ("4mm", "code-too-small")])
def test_modules_that_are_too_small_are_told_with_the_size_that_does(deck, side, code):
    deck.zones(f"one: {{box: {{left: 5mm, top: 5mm, width: {side}, height: {side}}}, code: {{qr: short}}}}")
    found = deck.lay().report if code == "code-small" else deck.error(code)
    problem = found if code == "code-too-small" else next(iter(found))
    assert problem.code == code
    assert "9.6 mm square" in problem.hint


def test_a_missing_quiet_zone_is_a_warning(deck):
    laid = deck.zones(f"one: {{{BOX}, code: {{qr: short}}, quiet-zone: 1mm}}").lay()
    assert [d.code for d in laid.report] == ["code-quiet-zone"]
    (left, _, width, _) = (v / MM for v in bounds(laid.items("one")[0].path))
    assert (left, width) == pytest.approx((16, 28))


def test_a_code_without_trouble_is_silent(deck):
    assert list(deck.zones(f"one: {{{BOX}, code: {{ean8: 12345670}}, label: true}}").lay().report) == []


@pytest.mark.parametrize("level", "LMQH")
@pytest.mark.parametrize(
    "text", ["7", "12345678901234567890", "HTTPS://A.B/", "https://example.com/c/é" * 3, "ab 1" * 60]
)
def test_a_qr_code_is_the_one_that_segno_makes(text, level):
    made = encoder.encode(text, error=level, micro=False, boost_error=False)
    assert qr_modules(text, level, 177) == tuple(map(bytes, made.matrix))


@given(st.lists(st.text("01", min_size=7, max_size=7), min_size=1, max_size=7))
def test_lines_go_once_around_all_that_is_dark(rows):
    dark = [bytes(map(int, row)) for row in rows]
    # How often the lines go around each module, counted from its left.
    around = [[0] * 7 for _ in rows]
    for loop in outlines(dark):
        for (x, y), (next_x, next_y) in zip(loop, [*loop[1:], loop[0]], strict=True):
            assert (x == next_x) != (y == next_y)
            for row in range(min(y, next_y), max(y, next_y)):
                for column in range(x, 7):
                    around[row][column] += 1 if next_y < y else -1
    assert around == [list(row) for row in dark]
