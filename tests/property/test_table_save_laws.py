"""Laws of updated saves of a virtual table: whatever changed in the deck, and whatever players did with an earlier one."""

from __future__ import annotations

import json
from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from carddesigner.core.face import LaidFace
from carddesigner.core.geometry import Rect, rectangle
from carddesigner.export.tabletop.objects import Model, Place, SheetState, Wanted, identity_of
from carddesigner.export.tabletop.save import updated
from carddesigner.export.tabletop.things import Kind, Thing
from tests.property.table_saves import check_save, objects

FACE = LaidFace("", 180.0, 252.0, rectangle(Rect(0.0, 0.0, 180.0, 252.0)), 9.0, ())
PIECES = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 4), min_size=1)
COMPONENTS = st.dictionaries(st.sampled_from(("red", "blue", "tiles")), PIECES, min_size=1).filter(
    lambda d: any(n for pieces in d.values() for n in pieces.values())
)
DECKS = st.tuples(COMPONENTS, st.randoms(use_true_random=False), st.integers(1, 9))
"""Copies by component and id, what shuffles them, and how many cards a sheet has."""


def wanted_of(components: dict[str, dict[str, int]], shuffler: object, per_sheet: int) -> tuple[list, list]:
    """A deck's things, in a random order, and the sheets that they are on."""
    kinds = {name: Kind.TILE if name == "tiles" else Kind.CARD for name in components}
    things = [
        Thing(kinds[c], c, i, n, f"{c} {i}", "", FACE, thickness=1.0)
        for c, pieces in components.items()
        for i, copies in pieces.items()
        for n in range(1, copies + 1)
    ]
    shuffler.shuffle(things)
    cells = list(dict.fromkeys((t.component, t.id) for t in things if t.kind is Kind.CARD))
    sheets = [
        SheetState(f"{n}-{per_sheet}.jpg", "back.jpg", 10, 1, unique=False, rounded=True)
        for n in range(-(-len(cells) // per_sheet))
    ]
    out = []
    for t in things:
        if t.kind is Kind.TILE:
            out.append(Wanted(t, model=Model("tile.obj", f"{t.id}.jpg", collides=True)))
        else:
            out.append(Wanted(t, Place(*divmod(cells.index((t.component, t.id)), per_sheet))))
    return out, sheets


TITLES = {"red": "Red", "blue": "Blue", "tiles": "Tiles"}
SHEET = SheetState("1.jpg", "back.jpg", 10, 1, unique=False, rounded=True)
FOREIGN_SHEET = {"1": {"FaceURL": "f.jpg", "BackURL": "b.jpg", "NumWidth": 9, "NumHeight": 2, "BackIsHidden": True}}


def other(guid: str, **more: object) -> dict:
    return {"GUID": guid, "Name": "Card", "Transform": {"posX": 9.5}, **more}


def played(save: dict, random: object) -> dict:
    """What players did to a save: decks shuffled, dealt, put together, cards of other games among them, everything moved."""
    save = deepcopy(save)
    root = save["ObjectStates"]
    piles = [o for o in objects(root) if o["Name"] == "DeckCustom"]
    for pile in piles:
        random.shuffle(pile["ContainedObjects"])
        while len(pile["ContainedObjects"]) > 2 and random.random() < 0.6:
            root.append(pile["ContainedObjects"].pop())
    if len(piles) > 1 and random.random() < 0.5:
        first, second = piles
        first["ContainedObjects"] += second["ContainedObjects"]
        for o in objects(root):
            if second in o.get("ContainedObjects", []):
                o["ContainedObjects"].remove(second)
        piles = [first]
    if piles and random.random() < 0.5:
        stranger = other("ffff01", CardID=103, CustomDeck=FOREIGN_SHEET)
        piles[0]["ContainedObjects"].insert(1, stranger)
    for pile in piles:
        pile["DeckIDs"] = [card["CardID"] for card in pile["ContainedObjects"]]
        pile["CustomDeck"] = {k: s for card in pile["ContainedObjects"] for k, s in card["CustomDeck"].items()}
    root.append(other("ffff02", CardID=205, CustomDeck={"2": FOREIGN_SHEET["1"]}, LuaScript="-- ours"))
    random.shuffle(root)
    for o in objects(root):
        o["Transform"] = {**o["Transform"], "posX": random.random(), "rotY": random.random()}
        if identity_of(o, "game") is not None and random.random() < 0.2:
            o["GUID"] = f"{random.getrandbits(24):06x}"
    return save


@given(DECKS, DECKS, st.booleans(), st.randoms(use_true_random=False))
def test_what_stays_keeps_its_identifier_and_place_and_nothing_is_there_twice(before, after, plays, random):
    first = json.loads(updated(None, "game", "Game", TITLES, *wanted_of(*before)).data)
    check_save(first)
    save = played(first, random) if plays else first
    wanted, sheets = wanted_of(*after)
    data = updated(deepcopy(save), "game", "Game", TITLES, wanted, sheets).data
    made = json.loads(data)
    if not plays:
        check_save(made)

    now = {identity_of(o, "game"): o for o in objects(made["ObjectStates"]) if identity_of(o, "game")}
    earlier = {identity_of(o, "game"): o for o in objects(save["ObjectStates"]) if identity_of(o, "game")}
    named = [identity_of(o, "game") for o in objects(made["ObjectStates"])]
    assert all(named.count(w.thing.identity) == 1 for w in wanted)
    assert {i for i in now if i[0] in tuple(Kind)} == {w.thing.identity for w in wanted}
    places = [o["Transform"] for o in objects(save["ObjectStates"])]
    for identity, state in now.items():
        if identity in earlier:
            assert state["GUID"] == earlier[identity]["GUID"]
            alone = state["Transform"] != earlier[identity]["Transform"]
            assert not alone or (state["Name"] == "Card" and state["Transform"] in places), (
                "the last of a pile lies there"
            )
    guids = [o["GUID"] for o in objects(made["ObjectStates"])]
    new = [s["GUID"] for i, s in now.items() if i not in earlier]
    assert all(guids.count(guid) == 1 for guid in new)

    for w in wanted:
        state = now[w.thing.identity]
        if w.place is not None:
            key, cell = divmod(state["CardID"], 100)
            assert (state["CustomDeck"][str(key)], cell) == (sheets[w.place.sheet].state(), w.place.cell)
        else:
            assert state["CustomMesh"]["DiffuseURL"] == w.model.picture
    for pile in (o for o in objects(made["ObjectStates"]) if o["Name"] == "DeckCustom"):
        assert len(pile["ContainedObjects"]) > 1
        assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
        for card in pile["ContainedObjects"]:
            key = str(card["CardID"] // 100)
            assert pile["CustomDeck"][key] == card["CustomDeck"][key], "keys of others are never taken"
    kept = {TITLES[w.thing.component] for w in wanted}
    assert all(
        o["ContainedObjects"] or o["Nickname"] in kept for o in objects(made["ObjectStates"]) if o["Name"] == "Bag"
    )
    strangers = {o["GUID"]: o for o in objects(save["ObjectStates"]) if o["GUID"].startswith("ffff0")}
    for guid, stranger in strangers.items():
        (left,) = (o for o in objects(made["ObjectStates"]) if o["GUID"] == guid)
        assert {**left, "Transform": 0} == {**stranger, "Transform": 0}
    assert updated(made, "game", "Game", TITLES, wanted, sheets).data == data, "again changes nothing"


def test_a_save_that_is_nested_as_nobodys_is_stays_about_as_long_as_it_is():
    things, sheets = [Thing(Kind.CARD, "red", "a", 1, "red a", "", FACE, thickness=1.0)], [SHEET]
    save = json.loads(updated(None, "deck", "Deck", TITLES, [Wanted(things[0], Place(0, 0))], sheets).data)
    written = json.dumps(save)[:-1] + f', "Note": {"[" * 900}{"1," * 20_000}1{"]" * 900}}}'
    made = updated(json.loads(written), "deck", "Deck", TITLES, [Wanted(things[0], Place(0, 0))], sheets).data
    assert len(made) < 2 * len(written)
    assert json.loads(made)["Note"] == json.loads(written)["Note"]
