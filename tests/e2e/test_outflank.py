"""The shipped Outflank as it is printed: pieces and counts, faces that meet, rules that are whole, diagrams that are true."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest

from carddesigner.core.papers import PAPERS
from carddesigner.pipeline.build import PrintOptions, build_deck
from carddesigner.pipeline.result import BuildResult
from carddesigner.source import paths
from carddesigner.text.positions import parse_positions

DECK = paths.decks() / "outflank"
PAPER_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
CARD = 57.15
STOPPER = 22.86
BLEED = 3.0
NEAR = 0.02
VARIANT = "deck: variant\ntitle: Variant\nextends: outflank\n"


class Printed:
    """One build, and what was read back from it."""

    def __init__(self, paper: str, duplex: str, result: BuildResult, read: Any, box: Any) -> None:
        self.paper, self.duplex, self.box = paper, duplex, box
        self.path = result.artifacts[0].path
        self.manifest = json.loads(self.path.with_suffix(".json").read_text())
        with pikepdf.open(self.path) as pdf:
            self.painted = read(pdf)

    def pages(self, component: str, side: str) -> list[int]:
        return [
            i
            for i, p in enumerate(self.manifest["pages"])
            if p["side"] == side and any(s["piece"].startswith(component) for s in p["slots"])
        ]

    def trims(self, page: int, component: str = "") -> list[Any]:
        return [
            self.box(s["x_mm"], s["y_mm"], s["x_mm"] + s["width_mm"], s["y_mm"] + s["height_mm"])
            for s in self.manifest["pages"][page]["slots"]
            if s["piece"].startswith(component)
        ]

    def behind(self, box: Any) -> Any:
        """Where something on one side lies when seen from the other."""
        width, height = PAPER_MM[self.paper]
        if self.duplex == "long-edge":
            return self.box(width - box.right, box.top, width - box.left, box.bottom)
        return self.box(box.left, height - box.bottom, box.right, height - box.top)

    def grounds(self, page: int, size: float) -> list[Any]:
        """What fills a square of this size: a ground over trim and bleed."""
        return [
            p for p in self.painted[page] if p.kind == "fill" and all(abs(side - size) < 0.01 for side in p.box.size)
        ]


@pytest.fixture(
    scope="module",
    params=[("A4", "long-edge"), ("A4", "short-edge"), ("Letter", "long-edge"), ("Letter", "short-edge")],
    ids=lambda p: f"{p[0]}-{p[1]}",
)
def printed(request, tmp_path_factory, painted, box) -> Printed:
    paper, duplex = request.param
    settings = PrintOptions(output=tmp_path_factory.mktemp("printed"), paper=PAPERS[paper], duplex=duplex)
    return Printed(paper, duplex, build_deck("outflank", settings), painted, box)


def variant(deck, more: str):
    deck.write("deck.yaml", VARIANT + more)
    return deck


# What is in the box


def test_every_component_of_the_game_is_there(printed):
    copies = Counter()
    for piece in printed.manifest["pieces"]:
        copies[piece["component"]] += piece["copies"]
    assert [copies[c] for c in ("cards", "stoppers", "summary", "tray", "sleeve")] == [50, 10, 4, 1, 1]
    assert copies["instructions"] == 6
    cards = [s for p in printed.manifest["pages"] for s in p["slots"] if s["piece"] == "cards"]
    assert {(s["width_mm"], s["height_mm"]) for s in cards} == {(CARD, CARD)}
    assert Counter(s["side"] for s in cards) == {"front": 50, "back": 50}


def test_seven_sheets_are_enough(printed):
    """Twelve cards a sheet, with rules after the last of them; summaries and stoppers where there is room, sleeve and tray on one."""
    assert len(printed.manifest["pages"]) == 14
    assert [len(printed.trims(p, "cards")) for p in printed.pages("cards", "front")] == [12] * 4 + [2]
    assert printed.pages("instructions", "front") == [8]
    assert {*printed.pages("summary", "front"), *printed.pages("stoppers", "front")} == {8, 10}
    assert printed.pages("tray", "front") == printed.pages("sleeve", "front") == [12]


def test_both_faces_of_a_card_meet(printed):
    fronts, backs = printed.pages("cards", "front"), printed.pages("cards", "back")
    assert len(fronts) == len(backs) == 5
    for front, back in zip(fronts, backs, strict=True):
        ground, other = (printed.grounds(page, CARD + 2 * BLEED) for page in (front, back))
        # Stoppers may lie beside them.
        trims = [t for t in printed.trims(front) if max(abs(side - CARD) for side in t.size) < 0.01]
        assert len(ground) == len(other) == len(trims)
        wanted = sorted(printed.behind(g.box) for g in ground)
        assert all(g.box.is_near(w, NEAR) for g, w in zip(sorted(other, key=lambda g: g.box), wanted, strict=True))
        drawn = sorted(g.box.grown(-BLEED) for g in ground)
        assert all(d.is_near(t, NEAR) for d, t in zip(drawn, sorted(trims), strict=True))


def test_a_stopper_is_a_block_marked_above_and_beneath(printed):
    pages = printed.pages("stoppers", "front")
    assert sum(len(printed.trims(page, "stoppers")) for page in pages) == 10
    assert sum(len(printed.grounds(page, STOPPER)) for page in pages) == 20
    for page in pages:
        faces = printed.grounds(page, STOPPER)
        assert all(f.visible.is_near(f.box, NEAR) for f in faces)
        marks = [p for p in printed.painted[page] if p.kind == "fill" and p.color == (0.984, 0.973, 0.941)]
        assert all(any(m.box.centre == pytest.approx(f.box.centre, abs=NEAR) for m in marks) for f in faces)


def test_the_pieces_on_both_sides_lie_behind_each_other(printed):
    """The rims of disc and ring are as large and have one middle: the card is cut once."""
    rim = (CARD - 12) * 0.86
    for front, back in zip(printed.pages("cards", "front"), printed.pages("cards", "back"), strict=True):
        discs, rings = (printed.grounds(page, rim) for page in (front, back))
        discs, rings = discs[: len(printed.trims(front, "cards"))], rings[: len(printed.trims(back, "cards"))]
        assert len(discs) == len(rings) == len(printed.trims(front, "cards"))
        wanted = sorted(printed.behind(d.box) for d in discs)
        assert all(r.box.is_near(w, NEAR) for r, w in zip(sorted(rings, key=lambda r: r.box), wanted, strict=True))
        assert {d.color for d in discs}.isdisjoint(r.color for r in rings)


def test_bleed_goes_full_round_every_card(printed):
    for page in printed.pages("cards", "front") + printed.pages("cards", "back"):
        assert all(g.visible.is_near(g.box, NEAR) for g in printed.grounds(page, CARD + 2 * BLEED))


def test_the_cards_other_side_is_nobodys_back(printed):
    backs = {p["component"]: p["back_sha256"] for p in printed.manifest["pieces"]}
    fronts = {p["component"]: p["front_sha256"] for p in printed.manifest["pieces"]}
    assert backs["cards"] not in (fronts["cards"], None)
    assert backs["cards"] not in [v for k, v in backs.items() if k != "cards"]
    assert None not in (backs["instructions"], backs["summary"])
    assert backs["stoppers"] is None


def test_the_deck_weighs_little(printed):
    assert printed.path.stat().st_size <= 100_000


def test_it_validates_without_a_warning(cli):
    ran = cli("validate", "--strict", "outflank")
    assert (ran.code, ran.err.strip()) == (0, "outflank: no errors")


def test_list_shows_it_with_its_counts(cli):
    shown = cli("list").out
    assert re.search(r"^outflank  Outflank: .*\n  cards +50 cards\n  stoppers +10 × block$", shown, re.M)


# The sides differ in shape


def test_a_disc_is_solid_where_a_ring_is_open(tmp_path):
    settings = PrintOptions(output=tmp_path, layout="pieces", unique=True)
    document = pdfium.PdfDocument(build_deck("outflank", settings).artifacts[0].path)
    first, second = (page.render(scale=1, grayscale=True).to_pil() for page in (document[0], document[1]))
    x, y = first.width // 2, first.height // 2
    band = x + round(15 / 25.4 * 72)
    ground = second.getpixel((8, y))
    assert first.getpixel((x, y)) < 60
    assert first.getpixel((band, y)) < 60
    assert abs(second.getpixel((x, y)) - ground) < 40
    assert second.getpixel((band, y)) > 220


# The rules


@pytest.fixture(scope="module")
def words() -> str:
    text = (DECK / "rules.md").read_text(encoding="utf-8")
    return " ".join(re.sub(r"[*_#]", "", text).split())


@pytest.mark.parametrize(
    "rule",
    [
        "For two players",
        "any flat surface",
        "about 77 × 68 cm hold an average game",
        "Each takes 25 cards and 5 stoppers, and lays two cards, own side up, crosswise",
        "Black begins",
        "Lay one card, own side up, so that it flanks at least one of the other player’s cards",
        "in line with another card of yours: in one row, column or diagonal",
        "side by side or corner to corner",
        "Flip all the cards that it flanks",
        "A card may be flipped again and again",
        "If no place lets you flank a card, you pass",
        "lay one stopper on the card that you just laid",
        "at most one a turn",
        "each stopper is used once",
        "is an edge of the playing area",
        "it is never flipped",
        "no card may be laid next to it",
        "nothing is flanked across it",
        "next to means the four sides",
        "no end of a line either, not even for its owner",
        "the other player plays on alone",
        "The game ends when all cards are laid, or when nobody can lay one",
        "the most win",
        "Equal numbers are a draw",
        "Variants",
        "Two games: each player begins one",
        "Black, who begins, won 66 %, White 29 %",
        "may be laid even if it flanks none",
        "it is laid instead of a card, on any card on the table",
        "at any time in your turn, on any card laid since your last turn",
        "In all of them a stopper is used only once",
    ],
)
def test_every_rule_is_printed(words, rule):
    assert rule in words


def test_no_text_is_smaller_than_seven_and_a_half_points():
    template = (paths.templates() / "outflank.yaml").read_text(encoding="utf-8")
    sizes = [float(s) for s in re.findall(r"size: ([\d.]+)pt", template)]
    assert min(sizes) >= 7.5


# The diagrams follow the rules

SIDES = {
    "x": "first",
    "X": "first",
    "a": "first",
    "1": "first",
    "o": "second",
    "O": "second",
    "b": "second",
    "2": "second",
}
OTHER = {"first": "second", "second": "first"}


def figures() -> list[str]:
    text = (DECK / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"```board[^\n]*\n(.*?)```", text, re.S)


def flanked(cells: dict[tuple[int, int], str], at: tuple[int, int], side: str) -> set[tuple[int, int]]:
    """The cells that a card laid at a place flanks: lines of the other side's, no stopper in them or at their end."""
    out = set()
    for dx, dy in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
        line = []
        x, y = at[0] + dx, at[1] + dy
        while SIDES.get(cells.get((x, y), "")) == OTHER[side] and cells[x, y] not in "12":
            line.append((x, y))
            x, y = x + dx, y + dy
        if line and SIDES.get(cells.get((x, y), "")) == side and cells[x, y] not in "12":
            out |= set(line)
    return out


def cells_of(position) -> dict[tuple[int, int], str]:
    return {(x, y): c for y, row in enumerate(position.rows) for x, c in enumerate(row) if c != "."}


def test_a_diagram_after_a_move_flips_what_the_move_flanks():
    moves = [parse_positions(f) for f in figures() if "->" in f]
    assert len(moves) == 3
    for before, after in moves:
        cells, then = cells_of(before), cells_of(after)
        ((at, new),) = [(k, c) for k, c in cells.items() if c in "XO"]
        side = SIDES[new]
        turned = flanked(cells, at, side)
        assert turned
        assert {k for k, c in then.items() if c in "ab"} == turned
        for place, letter in cells.items():
            assert SIDES[then[place]] == (side if place in turned else SIDES[letter])
        closed = {k for k, c in then.items() if c == "-"}
        for x, y in [k for k, c in then.items() if c in "12"]:
            assert closed == {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} - cells.keys()


def test_the_places_that_a_diagram_offers_are_those_where_a_card_flanks():
    (offered,) = [parse_positions(f)[0] for f in figures() if "*" in f]
    cells = cells_of(offered)
    places = {(x, y) for x in range(-1, 5) for y in range(-1, 5)} - {k for k, c in cells.items() if c != "*"}
    assert {p for p in places if flanked(cells, p, "second")} == {k for k, c in cells.items() if c == "*"}


def test_nothing_is_flanked_where_a_diagram_says_so():
    barred = [parse_positions(f)[0] for f in figures() if "->" not in f and ("1" in f or "2" in f)]
    assert len(barred) == 2
    for position in barred:
        cells = cells_of(position)
        ((at, _),) = [(k, c) for k, c in cells.items() if c == "X"]
        assert flanked(cells, at, "first") == set()
        without = {k: {"1": "x", "2": "o"}.get(c, c) for k, c in cells.items()}
        assert flanked(without, at, "first")


# What is refused


def test_two_sides_need_two_faces(deck):
    found = variant(deck, "components: [{id: cards, back: none}]\n").error("component-back")
    assert "both sides of a two-sided component are in play" in found.message
    assert found.span.line == 4


def test_wrong_counts_are_refused_and_right_settings_mend_them(deck):
    few = "components: [{id: cards, copies: 40}]\n"
    assert (
        "40 cards are printed by 'cards', 50 belong to the game" in variant(deck, few).error("outflank-cards").message
    )
    assert variant(deck, few).error("outflank-cards").span.path.endswith("outflank/deck.yaml")
    laid = variant(deck, few + "game: {id: outflank, cards: 40}\n").lay()
    assert laid.copies["cards"] == 40


def test_markings_colours_and_sizes_are_settings(deck):
    more = (
        "palette: {night: '#203040'}\n"
        "stocks: {card: {size: [57.15mm, 80mm]}, stopper: {shape: circle}}\n"
        "game: {id: outflank, first: {icon: star, color: night}}\n"
    )
    laid = variant(deck, more).lay()
    (first, second) = laid.faces["cards"]
    symbols = {i.symbol.name: i for i in _symbols(first)}
    assert set(symbols) == {"disc", "star"}
    assert tuple(round(v * 255) for v in (symbols["star"].color.r, symbols["star"].color.g)) == (0x20, 0x30)
    assert {i.symbol.name for i in _symbols(second)} == {"disc", "ring"}


def _symbols(face):
    from carddesigner.core.items import GroupItem, SymbolItem

    def walk(items):
        for item in items:
            if isinstance(item, GroupItem):
                yield from walk(item.items)
            elif isinstance(item, SymbolItem):
                yield item

    return list(walk(i for z in face.zones for i in z.items))


@pytest.mark.parametrize(
    "more",
    [
        "components: [{id: stoppers, net: {shape: drum, size: [22.86mm, 11.43mm]}}]\n",
        "components: [{id: stoppers, net: {size: [25mm, 20mm, 12mm]}}]\n",
        "components: [{id: stoppers, net: null, copies: 20, front: outflank#stopper-face}]\n"
        "stocks: {stopper: {shape: circle, thickness: 5.7mm}}\ngame: {id: outflank, pieces-per-stopper: 2}\n",
        "components: [{id: cards, copies: 40}, {id: stoppers, copies: 8}]\ngame: {id: outflank, cards: 40, stoppers: 8}\n",
    ],
    ids=["drums", "blocks-of-another-size", "round-faces", "fewer"],
)
def test_other_stoppers_are_a_line_of_a_variant(deck, more):
    laid = variant(deck, more).lay()
    assert list(laid.report) == []
    assert {"cards", "stoppers", "tray", "sleeve"} <= laid.copies.keys()


def test_a_marking_that_is_no_icon_is_named(deck):
    found = variant(deck, "game: {id: outflank, first: {icon: conter, color: black}}\n").errors()
    assert any("did you mean 'counter'" in d.message for d in found)
