"""The designer's table as a person uses it: a deck is tried before it is printed, and mended on the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from carddesigner.core.report import Report
from carddesigner.deal.choose import Choosing
from carddesigner.deal.packs import deal
from carddesigner.deal.recipe import read_packs
from carddesigner.designer.messages import Note
from carddesigner.designer.session import Session
from carddesigner.designer.table import dealt_packs, table_pieces
from carddesigner.designer.table_messages import DealPacks, Dealt, TablePieces
from tests.copies import copied_deck
from tests.e2e.chromium import needs_browser
from tests.e2e.conftest import Box
from tests.e2e.designing import Designer, choose, on_files, opened
from tests.patience import until


@pytest.fixture
def designer(shared_designer: Designer) -> Designer:
    return shared_designer


@pytest.fixture
def page(page: Page) -> Page:
    page.keyboard.press("t")
    expect(stack(page, "symbols")).to_be_visible()
    return page


def stack(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}, "))


def count(page: Page, name: str) -> int:
    return int(stack(page, name).locator(".tag i").inner_text())


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, what: Locator, x: float, y: float) -> None:
    """Press in the middle of something and let it go at a place of the window."""
    page.mouse.move(*middle(what))
    page.mouse.down()
    page.mouse.move(x, y, steps=6)
    page.mouse.up()


def deal_hands(page: Page, each: int) -> None:
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_label("To each seat").fill(str(each))
    page.locator(".pop").get_by_role("button", name="Deal").click()


@needs_browser
def test_stacks_have_as_many_cards_as_are_printed_and_deal_to_hands_that_only_their_seat_sees(page: Page) -> None:
    assert [count(page, name) for name in ("symbols", "followers", "instructions", "Discard")] == [75, 30, 6, 0]
    page.get_by_label("One seat more").click()
    deal_hands(page, 5)
    assert count(page, "symbols") == 60
    for seat in (1, 2, 3):
        expect(page.get_by_role("button", name=f"Seat {seat}, 5 cards")).to_be_visible()
    mine = [card.get_attribute("aria-label") for card in page.locator(".held").all()]
    assert len(mine) == 5
    page.get_by_role("button", name="Seat 2, 5 cards").click()
    theirs = [card.get_attribute("aria-label") for card in page.locator(".held").all()]
    assert len(theirs) == 5
    assert not set(mine) & set(theirs)
    page.get_by_label("One seat less").click()
    assert count(page, "symbols") == 65, "the hand of a seat that goes comes back"


@needs_browser
def test_cards_are_laid_out_turned_flipped_stacked_and_taken_back_and_all_of_it_is_undone(page: Page) -> None:
    x, y = middle(stack(page, "symbols"))
    carry(page, stack(page, "symbols"), x, y + 190)
    card = page.get_by_role("button", name="Card, face down")
    expect(card).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("r")
    lying = page.get_by_role("button", name=re.compile("face up"))
    expect(lying.locator(".lying")).to_have_css("rotate", "90deg")
    carry(page, stack(page, "symbols"), x + 200, y + 190)
    loose = page.get_by_role("button", name="Card, face down")
    carry(page, loose, *middle(lying))
    pair = page.get_by_role("button", name=re.compile(", 2 cards$"))
    expect(pair).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_role("button", name=re.compile("face up"))).to_have_count(2)
    page.get_by_role("button", name=re.compile("face up")).first.click(button="right")
    page.get_by_role("menuitem", name="Back below its stack").click()
    assert count(page, "symbols") == 74
    page.get_by_role("button", name=re.compile("face up")).click()
    page.keyboard.press("Delete")
    assert (count(page, "symbols"), count(page, "Discard")) == (74, 1)
    for _ in range(8):
        page.keyboard.press("Control+z")
    assert (count(page, "symbols"), count(page, "Discard")) == (75, 0)
    expect(page.locator(".pile")).to_have_count(5)
    expect(page.get_by_label("Undo a new game")).to_be_enabled()


def in_order(page: Page, name: str) -> list[str]:
    """The names of a stack's cards, from the top."""
    stack(page, name).focus()
    page.keyboard.press("l")
    cards = page.get_by_role("dialog").locator(".thumb")
    expect(cards).to_have_count(count(page, name))
    names = [str(card.get_attribute("aria-label")).partition(". ")[2] for card in cards.all()]
    page.keyboard.press("Escape")
    return names


@needs_browser
def test_the_first_game_is_shuffled_and_pages_of_rules_stay_in_order(page: Page) -> None:
    dealt = in_order(page, "symbols")
    pages = in_order(page, "instructions")
    page.get_by_label("Undo a new game").click()
    expect(page.get_by_label("Undo", exact=True).last).to_be_disabled()
    printed = in_order(page, "symbols")
    assert printed[:3] == ["Shield 1", "Shield 2", "Shield 3"]
    assert dealt != printed
    assert sorted(dealt) == sorted(printed)
    assert pages == in_order(page, "instructions")
    page.keyboard.press("Control+Shift+z")
    assert dealt == in_order(page, "symbols"), "done again it is the same game"


@needs_browser
def test_keys_of_the_table_go_before_those_of_the_page_and_say_so(page: Page) -> None:
    view = page.get_by_role("group", name="View")
    for key in ("r", "e", "s", "b", "g", "f", "Delete"):
        page.keyboard.press(key)
        expect(view.get_by_role("button", name="Table")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("d")
    expect(page.locator(".held")).to_have_count(1)
    page.locator(".held").focus()
    page.keyboard.press("d")
    expect(page.locator(".held")).to_have_count(2)
    assert count(page, "symbols") == 73, "with a card of the hand chosen, the same stack is drawn from"
    for name, title in (("Data", "Tables"), ("Files", "Files as text"), ("Print", "Print"), ("Card", "One card  (C)")):
        expect(view.get_by_role("button", name=name)).to_have_attribute("title", title)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option", name="Draw to the hand")).to_be_visible()
    listed = {o.locator("span").inner_text(): o.locator("kbd").inner_text() for o in page.get_by_role("option").all()}
    assert listed["Draw to the hand"] == "D"
    assert listed["Edit this card"] == "E"
    assert (listed["Show: tables"], listed["Show: files as text"], listed["Show: print"]) == ("", "", "")
    assert listed["Show: one card"] == "C"
    assert listed["Undo on the table"] == "Ctrl Z"
    assert "Delete" not in listed, "a card's zones are not on the table"
    assert "Show or hide the grid" not in listed
    page.get_by_role("option", name="Draw to the hand").click()
    expect(page.locator(".held")).to_have_count(3)
    page.keyboard.press("c")
    page.keyboard.press("d")
    expect(view.get_by_role("button", name="Data")).to_have_attribute("aria-pressed", "true")
    expect(view.get_by_role("button", name="Data")).to_have_attribute("title", "Tables  (D)")


@needs_browser
def test_cards_are_dealt_without_a_mouse_and_the_focus_comes_back(page: Page) -> None:
    stack(page, "followers").focus()
    page.keyboard.press("Shift+D")
    expect(page.get_by_label("To each seat")).to_be_focused()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.locator(".held")).to_have_count(4)
    assert count(page, "followers") == 22
    expect(stack(page, "followers")).to_be_focused()
    page.get_by_role("button", name="Deal", exact=True).press("Enter")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_label("From")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".pop")).to_have_count(0)
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".held")).to_have_count(9)


@needs_browser
def test_all_is_done_by_keyboard_too(page: Page) -> None:
    stack(page, "symbols").focus()
    page.keyboard.press("s")
    page.keyboard.press("d")
    page.keyboard.press("d")
    held = page.locator(".held")
    expect(held).to_have_count(2)
    names = [card.get_attribute("aria-label") for card in held.all()]
    assert names != ["Shield 2", "Shield 1"], "they were shuffled"
    held.first.focus()
    page.keyboard.press("ArrowRight")
    expect(held.last).to_be_focused()
    page.keyboard.press("Enter")
    expect(held).to_have_count(1)
    laid = page.get_by_role("button", name=f"{names[1]}, face up")
    laid.focus()
    before = middle(laid)
    page.keyboard.press("Shift+ArrowLeft")
    assert middle(laid)[0] < before[0]
    page.keyboard.press(" ")
    expect(page.locator(".closer img")).to_have_attribute("alt", str(names[1]))
    page.keyboard.press("Escape")
    expect(page.locator(".closer")).not_to_be_attached()


@needs_browser
def test_a_stack_is_looked_through_and_the_game_is_kept_over_a_reload(page: Page) -> None:
    stack(page, "symbols").focus()
    page.keyboard.press("l")
    page.get_by_label("Find in the stack").fill("star 7")
    page.get_by_role("dialog").get_by_role("button", name="Star 7").click()
    page.get_by_role("button", name="To the hand").click()
    expect(page.locator(".held")).to_have_attribute("aria-label", "Star 7")
    page.reload()
    expect(page.locator(".painted path").first).to_be_attached()
    page.keyboard.press("t")
    expect(page.locator(".held")).to_have_attribute("aria-label", "Star 7")
    assert count(page, "symbols") == 74
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator(".held")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+Shift+z")
    page.get_by_role("button", name=re.compile("^New game")).click()
    expect(page.locator(".held")).to_have_count(0)
    assert count(page, "symbols") == 75


@needs_browser
def test_a_card_that_is_wrong_is_edited_and_the_game_goes_on_with_its_new_face(page: Page, designer: Designer) -> None:
    before = designer.template.read_text("utf-8")
    deal_hands(page, 3)
    face = page.locator(".held img").nth(1)
    old = str(face.get_attribute("src"))
    name = page.locator(".held").nth(1).get_attribute("aria-label")
    page.locator(".held").nth(1).click()
    page.keyboard.press("e")
    expect(page.locator(".cards .row.is-on .title")).to_have_text(str(name))
    choose(page, "number")
    page.get_by_role("textbox", name="Left").fill("9")
    page.get_by_role("textbox", name="Left").press("Enter")
    expect(page.get_by_label("Undo Move: number")).to_be_enabled()
    page.locator(".canvas").focus()
    page.keyboard.press("t")
    expect(page.locator(".held")).to_have_count(3)
    expect(face).not_to_have_attribute("src", old)
    assert count(page, "symbols") == 69
    page.keyboard.press("Delete")
    assert "left: 9mm" in designer.template.read_text("utf-8"), "keys of the table leave the card's zones alone"
    designer.template.write_text(before, "utf-8")


@needs_browser
def test_more_printed_cards_come_to_a_game_that_is_under_way(page: Page, designer: Designer) -> None:
    deck = designer.folder / "deck.yaml"
    before = deck.read_text("utf-8")
    deal_hands(page, 2)
    deck.write_text(before.replace("id: instructions,", "id: instructions, copies: 2,"), "utf-8")
    expect(stack(page, "instructions").locator(".tag i")).to_have_text("12")
    expect(page.locator(".held")).to_have_count(2)
    deck.write_text(before, "utf-8")
    expect(stack(page, "instructions").locator(".tag i")).to_have_text("6")


def box(place: Locator) -> Box:
    found = place.bounding_box()
    assert found is not None
    return Box(found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"])


@needs_browser
def test_the_table_keeps_its_middle_in_a_window_of_another_size_and_its_place_while_a_card_is_edited(
    page: Page,
) -> None:
    def offset() -> float:
        left, right = box(stack(page, "symbols")).left, box(stack(page, "Discard")).right
        felt = box(page.locator(".felt"))
        return (left + right) / 2 - (felt.left + felt.right) / 2

    assert abs(offset()) < 2
    page.set_viewport_size({"width": 1600, "height": 1000})
    expect(page.locator(".felt")).to_have_js_property("clientWidth", 1600)
    until(lambda: abs(offset()) < 2)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    page.keyboard.press("d")
    page.locator(".held").focus()
    before = box(stack(page, "symbols"))
    page.keyboard.press("e")
    expect(page.locator(".canvas")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".held")).to_be_focused()
    assert box(stack(page, "symbols")) == before
    page.set_viewport_size({"width": 1280, "height": 720})
    until(lambda: abs(box(stack(page, "symbols")).left - before.left + 160) < 2)


@needs_browser
def test_a_menu_near_the_lower_edge_opens_upwards_and_names_lie_above_all_cards(page: Page) -> None:
    deal_hands(page, 3)
    _, pressed = middle(page.locator(".held").nth(1))
    page.locator(".held").nth(1).click(button="right")
    menu = box(page.get_by_role("menu"))
    assert menu.bottom <= pressed + 1
    assert menu.top >= 0
    page.keyboard.press("Escape")
    expect(page.locator(".held").nth(1)).to_be_focused()
    name = stack(page, "followers").locator(".tag")
    x, y = middle(name)
    carry(page, stack(page, "symbols"), x, y + 20)
    assert name.evaluate("(e, [x, y]) => e.contains(document.elementFromPoint(x, y))", [x, y])


@needs_browser
def test_a_hand_is_put_in_order_and_what_was_discarded_is_shuffled_back(page: Page) -> None:
    deal_hands(page, 4)
    held = page.locator(".held")
    names = [str(card.get_attribute("aria-label")) for card in held.all()]
    held.nth(0).focus()
    page.keyboard.press("Shift+ArrowRight")
    assert [card.get_attribute("aria-label") for card in held.all()] == [names[1], names[0], *names[2:]]
    expect(held.nth(1)).to_be_focused()
    carry(page, held.nth(3), box(held.nth(0)).left + 4, middle(held.nth(0))[1])
    assert [card.get_attribute("aria-label") for card in held.all()] == [names[3], names[1], names[0], names[2]]
    held.nth(0).focus()
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_role("button", name="Card, face down")).to_be_visible()
    page.get_by_role("button", name="Card, face down").focus()
    page.keyboard.press("Shift+Space")
    expect(page.locator(".closer img")).to_have_attribute("alt", names[3])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Card, face down").focus()
    page.keyboard.press("Delete")
    assert count(page, "Discard") == 1
    page.keyboard.press("Shift+S")
    assert (count(page, "Discard"), count(page, "symbols")) == (0, 68)


LAWS = r"""async (runs) => {
  const file = performance.getEntriesByType("resource").map((e) => e.name).find((n) => /\/table[^/]*\.js$/.test(n));
  const t = await import(file);
  const stock = [];
  for (const [component, n] of [["a", 9], ["a-b", 4], ["mats", 2]])
    for (let i = 0; i < n; i++) stock.push({component, id: `${i}`, copies: 1 + i % 3, width: 60 + i, height: 90});
  let seed = 7;
  const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const first = t.fresh(stock, 3);
  const all = Object.keys(first.cards).length;
  const lying = (table) => [...table.piles.flatMap((p) => p.cards), ...table.hands.flat()].sort((a, b) => a - b).join();
  let game = {base: first, actions: [], at: 0};
  let table = first;
  const faults = [];
  for (let run = 0; run < runs; run++) {
    const ids = Object.keys(table.cards).map(Number);
    const cards = Array.from({length: 1 + chance(4)}, () => ids[chance(ids.length)]);
    const pile = table.piles[chance(table.piles.length)].id;
    const where = ["top", "bottom", "shuffle"][chance(3)];
    const action = [
      {t: "lay", cards, x: chance(500), y: chance(300)},
      {t: "shift", piles: [pile], dx: 3, dy: 4},
      {t: "put", cards, pile, where, seed: run},
      {t: "hold", cards, seat: chance(4)},
      {t: "deal", pile, each: 1 + chance(3), seats: [0, 1, 2, 5]},
      {t: "shuffle", pile, seed: run},
      {t: "flip", cards},
      {t: "over", pile},
      {t: "turn", cards, by: 90},
      {t: "spread", pile, x: 0, y: 0, columns: 4, wide: 70, high: 95},
      {t: "back", cards, where, seed: run},
      {t: "seats", count: 2 + chance(5)},
      {t: "packs", packs: [{title: "p", cards: ["a/1", "a/1", "a-b/2"]}], x: 0, y: 0},
      {t: "gather", seed: run},
    ][chance(run % 40 ? 12 : 14)];
    const before = JSON.stringify(table);
    const after = t.act(table, action);
    if (JSON.stringify(table) !== before) faults.push(`${action.t} changes what was`);
    const known = Object.keys(after.cards).map(Number).sort((a, b) => a - b).join();
    if (lying(after) !== known) faults.push(`${action.t} loses or doubles cards`);
    if (Object.values(after.cards).filter((c) => !c.extra).length !== all) faults.push(`${action.t} changes their number`);
    if (after.piles.some((p) => !p.cards.length && !p.home)) faults.push(`${action.t} leaves an empty pile`);
    game = t.done(game, action);
    table = after;
  }
  if (JSON.stringify(t.tableOf(JSON.parse(JSON.stringify(game)))) !== JSON.stringify(table)) faults.push("what is kept is another game");
  const home = t.act(table, {t: "gather", seed: 1});
  for (const p of home.piles)
    if (p.cards.some((id) => !home.cards[id].piece.startsWith(`${p.home}/`))) faults.push(`${p.home} holds others' cards`);
  if (home.piles.length !== 4) faults.push("something is left on the table");
  const list = Array.from({length: 60}, (_, i) => i);
  if (t.shuffled(list, 5).join() !== t.shuffled(list, 5).join()) faults.push("a seed shuffles in two ways");
  if (t.shuffled(list, 5).join() === list.join()) faults.push("nothing is shuffled");
  return faults;
}"""


@needs_browser
def test_no_card_is_lost_or_doubled_by_whatever_is_done_on_the_table(page: Page) -> None:
    assert page.evaluate(LAWS, 1500) == []


@pytest.mark.slow
def test_packs_on_the_table_are_those_that_deal_gives_for_the_seed(tmp_path: Path) -> None:
    session = Session(copied_deck("mana-and-spells", tmp_path / "mana") / "deck.yaml")
    made = dealt_packs(session, DealPacks("sealed", 1, 41))
    assert isinstance(made, Dealt)
    wanted = deal(read_packs(Choosing(session.loaded(), Report())), {"sealed": 1}, 41)
    assert [(p.title, p.cards) for p in made.packs] == [(d.title, tuple(c.key for c in d.cards)) for d in wanted]
    for wrong in (
        DealPacks("boster", 1, 1),
        DealPacks("sealed", 20, 1),
        DealPacks("sealed", 0, 1),
        DealPacks("sealed", 1, -1),
    ):
        assert isinstance(dealt_packs(session, wrong), Note)
    assert "did you mean 'booster'" in getattr(dealt_packs(session, DealPacks("boster", 1, 1)), "text", "")
    lying = table_pieces(session)
    assert isinstance(lying, TablePieces)
    copies = Counter[str]()
    for piece in lying.pieces:
        copies[piece.component] += piece.copies
    assert copies["life-sun"] == 20
    assert copies["turn"] == 2
    assert "rules" not in copies, "what is folded lies on no table"
    assert len({p.back for p in lying.pieces if p.component in ("white", "red", "lands")}) == 1
    assert {p.back for p in lying.pieces if p.component == "mat-sun"} == {0}


def moved_to(page: Page, place: str) -> None:
    """Move what is chosen, by keys alone, to what is called so."""
    page.keyboard.press("m")
    menu = page.get_by_role("menu", name="Move to")
    expect(menu).to_be_visible()
    for _ in range(40):
        if page.evaluate("document.activeElement.textContent").startswith(place):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(menu).to_have_count(0)


@needs_browser
def test_eight_sit_at_the_table_and_any_card_goes_to_any_seat_or_pile_by_keyboard(page: Page) -> None:
    more = page.get_by_role("button", name="One seat more")
    for _ in range(6):
        more.click()
    expect(more).to_be_disabled()
    seats = page.get_by_role("group", name="Seats").get_by_role("button", name=re.compile("^Seat "))
    expect(seats).to_have_count(8)
    last = seats.nth(7).bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= page.viewport_size["height"]  # type: ignore[index]
    stack(page, "symbols").focus()
    page.keyboard.press("d")
    held = page.locator(".held").first
    held.focus()
    moved_to(page, "Hand of seat 8")
    expect(page.get_by_role("button", name="Seat 8, 1 card")).to_be_visible()
    expect(page.locator(".held")).to_have_count(0)
    stack(page, "symbols").focus()
    moved_to(page, "On Discard")
    expect(stack(page, "Discard").locator(".tag i")).to_have_text("1")
    stack(page, "Discard").focus()
    moved_to(page, "On instructions")
    assert count(page, "instructions") == 7
    page.keyboard.press("Control+z")
    assert count(page, "instructions") == 6


@needs_browser
def test_the_discard_pile_is_as_large_as_most_cards_are(browser: Browser, tmp_path: Path) -> None:
    stocks = "{token: {shape: circle, size: 20mm, bleed: 2mm}, card: {shape: card, size: poker, bleed: 3mm}}"
    components = "".join(
        f"  - {{id: {name}s, stock: {name}, copies: {copies}, front: mine#front}}\n"
        for name, copies in (("token", 3), ("card", 9))
    )
    files = {
        "deck.yaml": f"deck: two\ntitle: Two\nstocks: {stocks}\ncomponents:\n{components}",
        "templates/mine.yaml": "template: mine\nfaces: {front: {zones: {ground: {in: bleed, fill: '#ffffff'}}}}\n",
    }
    with on_files(tmp_path, files) as running:
        page = opened(browser, running)
        page.keyboard.press("t")
        expect(page.locator(".pile")).to_have_count(3)
        cards, discard = (stack(page, name).bounding_box() for name in ("cards", "Discard"))
        page.close()
    assert cards is not None
    assert discard is not None
    assert (discard["width"], discard["height"]) == (cards["width"], cards["height"])


NAMES = [
    "event cards of the northern league",
    "personal objectives and secret missions",
    *[f"equipment and provisions {n}" for n in range(1, 11)],
]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Designer]:
    """Twelve components with long names, each of the same two cards."""
    folder = tmp_path_factory.mktemp("many")
    (folder / "templates").mkdir()
    (folder / "templates/mine.yaml").write_text(
        "template: mine\nfaces:\n  front:\n    zones:\n      ground: {in: bleed, fill: '#ffffff'}\n"
    )
    (folder / "cards.csv").write_text("id,copies\none,1\ntwo,1\n")
    rows = "".join(f"  - {{id: {n.replace(' ', '-')}, rows: cards.csv, front: mine#front}}\n" for n in NAMES)
    stocks = "stocks: {card: {shape: card, size: poker, bleed: 3mm}}"
    (folder / "deck.yaml").write_text(f"deck: many\ntitle: Many\n{stocks}\ncomponents:\n{rows}")
    running = Designer(folder, ".")
    yield running
    running.stop()


@needs_browser
def test_long_names_of_twelve_stacks_can_be_read(browser: Browser, many: Designer) -> None:
    page = opened(browser, many)
    page.keyboard.press("t")
    tags = page.locator(".tag b")
    expect(tags).to_have_count(13)
    cut = "els => els.filter(e => e.scrollHeight > e.clientHeight + 4 || e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
    assert tags.evaluate_all(cut) == []
    boxes = [box(one) for one in page.locator(".pile .tag").all()]
    assert [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :] if a.overlap(b)] == []
    page.close()


@needs_browser
def test_ids_and_copies_change_during_a_game_and_nothing_on_the_table_is_lost(browser: Browser, many: Designer) -> None:
    page = opened(browser, many)
    page.keyboard.press("t")
    first = NAMES[0].replace(" ", "-")
    for _ in range(2):
        stack(page, first).focus()
        page.keyboard.press("d")
    held = page.locator(".held")
    expect(held).to_have_count(2)
    names = {str(one.get_attribute("aria-label")) for one in held.all()}
    table = many.folder / "cards.csv"
    table.write_text("id,copies\none,1\nother,1\n")
    expect(page.get_by_role("button", name="other", exact=True)).to_be_visible()
    assert {str(one.get_attribute("aria-label")) for one in held.all()} == (names - {"two"}) | {"other"}
    # What was done before can still be taken back, also after a reload.
    page.keyboard.press("Control+z")
    expect(held).to_have_count(1)
    page.keyboard.press("Control+Shift+z")
    expect(held).to_have_count(2)
    # More copies come to the stack, fewer leave it first.
    table.write_text("id,copies\none,3\nother,1\n")
    expect(stack(page, first).locator(".tag i")).to_have_text("2")
    expect(held).to_have_count(2)
    table.write_text("id,copies\none,1\nother,1\n")
    expect(stack(page, first).locator(".tag i")).to_have_text("0")
    expect(held).to_have_count(2)
    page.close()
