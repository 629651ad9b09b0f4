"""The rules of a saved object of Tabletop Simulator, as its makers and others state them.

[1] https://kb.tabletopsimulator.com/custom-content/save-file-format/ (classes that are saved)
[2] https://kb.tabletopsimulator.com/custom-content/custom-deck/ and .../asset-creation/ (sheets)
[3] https://api.tabletopsimulator.com/custom-game-objects/ (shapes of cards and kinds of models)
[4] https://api.tabletopsimulator.com/object/ (identifiers of six characters)
[5] https://kb.tabletopsimulator.com/custom-content/custom-model/ (.obj, .jpg or .png)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

NUMBERS = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")
TEXTS = ("Name", "Nickname", "Description", "LuaScript", "LuaScriptState", "XmlUI", "GUID")
FLAGS = ("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "GridProjection")


def objects(states: list[dict]) -> Iterator[dict]:
    """All objects, those within others too."""
    for state in states:
        yield state
        yield from objects(state.get("ContainedObjects", []))


def check_save(save: dict) -> None:
    """Raises AssertionError for a saved object that breaks a rule."""
    assert isinstance(save["SaveName"], str)
    assert save["ObjectStates"], "something to spawn"
    every = list(objects(save["ObjectStates"]))
    guids = [state["GUID"] for state in every]
    assert len(set(guids)) == len(guids), "[4] identifiers are unique"
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids), "[4]"
    for state in every:
        assert all(isinstance(state[name], str) for name in TEXTS), "[1] ObjectState"
        assert all(isinstance(state[name], bool) for name in FLAGS), "[1] ObjectState"
        assert all(isinstance(state["Transform"][name], float) for name in NUMBERS), "[1] TransformState"
        assert state["Name"] in ("Bag", "DeckCustom", "Card", "Custom_Model", "Custom_PDF"), "[1] names of objects, [3]"
        KINDS[state["Name"]](state)


def check_bag(state: dict) -> None:
    assert isinstance(state["ContainedObjects"], list), "[1]"


def check_deck(state: dict) -> None:
    cards = state["ContainedObjects"]
    assert len(cards) >= 2, "a single card is a Card"
    assert [card["Name"] for card in cards] == ["Card"] * len(cards)
    assert state["DeckIDs"] == [card["CardID"] for card in cards], "in the order of the cards"
    assert set(state["CustomDeck"]) == {str(n // 100) for n in state["DeckIDs"]}, (
        "[1] its key is the hundreds of the id"
    )
    for card in cards:
        key = str(card["CardID"] // 100)
        assert card["CustomDeck"] == {key: state["CustomDeck"][key]}
    for sheet in state["CustomDeck"].values():
        check_sheet(sheet)


def check_card(state: dict) -> None:
    ((key, sheet),) = state["CustomDeck"].items()
    assert int(key) >= 1
    assert state["CardID"] // 100 == int(key), "[1]"
    check_sheet(sheet)
    last = sheet["NumWidth"] * sheet["NumHeight"] - 1
    assert state["CardID"] % 100 < last, "[2] the last cell is the hidden card"


def check_sheet(sheet: dict) -> None:
    assert 1 <= sheet["NumWidth"] <= 10, "[2] templates of 10 by 7"
    assert 1 <= sheet["NumHeight"] <= 7
    assert sheet["Type"] in range(5), "[3] Custom Card"
    assert isinstance(sheet["UniqueBack"], bool)
    assert isinstance(sheet["BackIsHidden"], bool)
    assert sheet["FaceURL"].endswith((".jpg", ".png")), "[2]"
    assert sheet["BackURL"].endswith((".jpg", ".png"))


def check_model(state: dict) -> None:
    mesh = state["CustomMesh"]
    assert mesh["MeshURL"].endswith(".obj"), "[5]"
    assert mesh["DiffuseURL"].endswith((".jpg", ".png")), "[5]"
    assert mesh["ColliderURL"] in ("", mesh["MeshURL"])
    assert mesh["MaterialIndex"] in range(4), "[1] CustomMeshState"
    assert mesh["TypeIndex"] in range(8)


def check_book(state: dict) -> None:
    assert state["CustomPDF"]["PDFUrl"].endswith(".pdf")


KINDS = {
    "Bag": check_bag,
    "DeckCustom": check_deck,
    "Card": check_card,
    "Custom_Model": check_model,
    "Custom_PDF": check_book,
}
