"""What the page is sent about zones and styles, and the lines that are written when one of their values is changed."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from carddesigner.core.color import Gray
from carddesigner.core.items import TextItem
from carddesigner.core.piece import PieceKey
from carddesigner.designer import messages as m
from carddesigner.designer import property_messages as pm
from carddesigner.designer.art import take_picture
from carddesigner.designer.drawn import drawn_frames, same_frames
from carddesigner.designer.page import Page
from carddesigner.designer.session import Session
from carddesigner.designer.uploads import Upload
from carddesigner.draw.fonts import outlines
from carddesigner.draw.svg import path_data
from carddesigner.text.fit import fit
from carddesigner.text.font_face import FontFace
from carddesigner.text.fonts import find_family
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.style import TextStyle
from tests.font_maker import make_font

DECK = """\
deck: small
title: Small
stocks:
  card: {shape: card, size: poker}
palette: {ink: "#112233"}
components:
  - {id: cards, stock: card, rows: cards.csv, front: look#front, back: look#back}
"""
LOOK = """\
template: look
fonts:
  text: {family: Alegreya Sans}
styles:
  body: {font: text, size: 9pt}
  title:
    size: 14pt # the names
    color: ink
parts:
  badge:
    zones:
      ring: {shape: ellipse, fill: ink}
faces:
  base:
    zones:
      name:
        box: {left: 5mm, right: 5mm, top: 5mm, height: 9mm}
        text: "{{ card.name | upper }}"
        style: [body, title]
        align: center
  front:
    extends: base
    zones:
      corner:
        box: {left: 50mm, top: 70mm, size: 8mm}
        part: badge
  back:
    zones:
      ground: {fill: ink}
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "small"
    (folder / "templates").mkdir(parents=True)
    (folder / "deck.yaml").write_text(DECK)
    (folder / "cards.csv").write_text("id,name\nowl,Owl\n")
    (folder / "templates/look.yaml").write_text(LOOK)
    page = Page(Session(folder / "deck.yaml"))
    assert isinstance(page.view.show("cards", "owl", "front"), m.FaceInfo)
    return page


def zone(name: str) -> pm.PropertyOwner:
    return pm.PropertyOwner("zone", name)


def properties(page: Page, owner: pm.PropertyOwner) -> dict[str, pm.PropertyValue]:
    (answer,) = page.answer(pm.Look(owner))
    assert isinstance(answer, pm.Properties), answer
    return {v.key: v for v in answer.values}


def change(
    page: Page, owner: pm.PropertyOwner, *key: str, value: Any = None, unset: bool = False, at_origin: bool = False
) -> str:
    """What is different in the template, or the deck, after a value is written: lines taken out and put in."""
    files = [page.session.folder / f for f in ("templates/look.yaml", "deck.yaml")]
    before = [f.read_text().splitlines() for f in files]
    answers = page.answer(pm.Assign((pm.Assignment(owner, key, value, unset, at_origin),)))
    assert not [a for a in answers if isinstance(a, m.Note)], answers
    after = [f.read_text().splitlines() for f in files]
    gone = [line.strip() for a, b in zip(before, after, strict=True) for line in a if line not in b]
    new = [line.strip() for a, b in zip(before, after, strict=True) for line in b if line not in a]
    return " / ".join((*(f"- {line}" for line in gone), *(f"+ {line}" for line in new)))


def test_steps_are_called_as_a_person_would_say(page: Page) -> None:
    name, corner = zone("name"), zone("corner")
    asked = (
        (pm.Assign((pm.Assignment(name, ("color",), "ink"),)), "Colour of the zone name"),
        (pm.Assign((pm.Assignment(name, ("color",), unset=True),)), "Colour of the zone name, removed"),
        (pm.Assign((pm.Assignment(corner, ("when",), "1"),)), "Condition of the zone corner"),
        (
            pm.Assign((pm.Assignment(name, ("opacity",), 0.5), pm.Assignment(corner, ("opacity",), 0.5))),
            "Opacity of 2 zones",
        ),
        (pm.Assign((pm.Assignment(pm.PropertyOwner("style", "body"), ("size",), "8pt"),)), "Size of the style body"),
        (pm.Assign((pm.Assignment(pm.PropertyOwner("palette", "palette"), ("ink",), "#000000"),)), "Colour ink"),
        (pm.AddZone("image", (5, 5, 10, 10)), "New picture: image"),
        (pm.WriteField("name", "Barn owl"), "name of the card owl"),
    )
    for message, step in asked:
        page.answer(message)
        assert page.session.steps().steps[-1] == step


def test_a_face_whose_table_was_deleted_reports_that_it_was(page: Page) -> None:
    (page.session.folder / "cards.csv").unlink()
    page.session.outside([page.session.folder / "cards.csv"])
    (broken,) = page.view.again()
    assert isinstance(broken, m.Broken)
    assert broken.deleted == ("cards.csv",)


def drawn_on(page: Page) -> list[tuple[float, ...]]:
    return drawn_frames(page.view.on_page().face)


def test_a_part_is_given_what_its_zones_read_of_the_card(page: Page) -> None:
    zones = """      badges:
        box: {left: 5mm, top: 20mm, width: 30mm, height: 30mm}
        zones:
          kind:
            when: card.kind != 'card.kind'
            box: {left: 0mm, top: 0mm, width: 30mm, height: 9mm}
            text: "card.name: {{ card.name | upper }}, {{ card.kind }}"
          stars:
            box: {left: 0mm, top: 10mm, width: 30mm, height: 6mm}
            row: {each: card.stars, size: 5mm, zones: {star: {text: "{{ item }} {{ card.name }}"}}}
"""
    folder = page.session.folder
    (folder / "cards.csv").write_text("id,name,kind,stars\nowl,Owl,bird,2\n")
    look = folder / "templates/look.yaml"
    look.write_text(look.read_text().replace("  back:\n", f"{zones}  back:\n"))
    page.session.outside([folder / "cards.csv", look])
    shown = page.view.show("cards", "owl", "front")
    assert isinstance(shown, m.FaceInfo)
    before = drawn_on(page)
    (_, after) = page.answer(pm.MakePart("badges", "marks"))
    assert isinstance(after, m.FaceInfo), after
    text = look.read_text()
    assert "part: marks" in text
    assert "{{ card.name }}" in text.split("part: marks")[1]
    assert "card.name: {{ name | upper }}" in text
    assert "each: stars" in text
    assert "when: kind != 'card.kind'" in text
    assert same_frames([before], [drawn_on(page)])
    page.answer(m.Undo(page.session.steps().at - 1))
    look.write_text(look.read_text().replace("card.name | upper", "card['name']"))
    page.session.outside([look])
    assert isinstance(page.view.show("cards", "owl", "front"), m.FaceInfo)
    (*_, note) = page.answer(pm.MakePart("badges", "marks"))
    assert isinstance(note, m.Note)
    assert "a part, which sees no card" in note.text


def test_each_value_shows_where_it_comes_from(page: Page) -> None:
    values = properties(page, zone("name"))
    assert [(o.kind, o.name) for o in values["size"].origins] == [("style", "title"), ("style", "body")]
    assert values["size"].value == "14pt"
    assert values["font"].origins[0].name == "body"
    (own,) = values["align"].origins
    assert (own.kind, own.name) == ("parent", "face base"), "the front takes it over from another face"
    assert own.place.endswith("look.yaml:20:9")
    assert own.editable


def test_an_expression_has_its_result_for_the_card(page: Page) -> None:
    assert properties(page, zone("name"))["text"].result == "OWL"
    change(page, zone("name"), "text", value="{{ card.nmae }}", at_origin=True)
    wrong = properties(page, zone("name"))["text"]
    assert wrong.result is None
    assert "did you mean 'name'" in wrong.problem


def test_a_value_of_a_style_is_changed_here_or_there(page: Page) -> None:
    front = "+ zones: / + name: / + size: 12pt"
    here = change(page, zone("name"), "size", value="12pt")
    assert here in (front, "+ name: {size: 12pt}"), here
    assert properties(page, zone("name"))["size"].origins[0].kind == "own"
    written = change(page, pm.PropertyOwner("style", "title"), "size", value="16pt")
    assert written == "- size: 14pt # the names / + size: 16pt # the names"


def test_what_is_removed_here_is_that_of_the_style_again(page: Page) -> None:
    before = (page.session.folder / "templates/look.yaml").read_text()
    change(page, zone("name"), "size", value="12pt")
    change(page, zone("name"), "size", unset=True)
    assert properties(page, zone("name"))["size"].value == "14pt"
    assert page.session.undo(0)
    assert (page.session.folder / "templates/look.yaml").read_text() == before


def test_a_value_inside_of_another_is_written_with_those_beside_it(page: Page) -> None:
    assert change(page, zone("corner"), "shadow", "blur", value="1mm") == "+ shadow: {blur: 1mm}"
    box = change(page, zone("name"), "box", "height", value="11mm")
    assert box == "+ name: {box: {left: 5mm, right: 5mm, top: 5mm, height: 11mm}}", "an inherited box is replaced whole"


def test_a_zone_of_a_part_is_changed_in_the_part(page: Page) -> None:
    assert change(page, zone("corner/ring"), "fill", value="#ff0000") == (
        '- ring: {shape: ellipse, fill: ink} / + ring: {shape: ellipse, fill: "#ff0000"}'
    )


def test_a_zone_of_a_part_shows_where_it_shows(page: Page) -> None:
    file = page.session.folder / "templates/look.yaml"
    both = """\
      corner:
        box: {left: 50mm, top: 70mm, size: 8mm}
        part: badge
      other:
        box: {left: 5mm, top: 70mm, size: 8mm}
        part: badge
      stones:
        box: {left: 20mm, top: 70mm, width: 20mm, height: 8mm}
        row: {each: "[1, 2]", size: 8mm, zones: {stone: {part: badge}}}
  back:
    zones:
      mark:
        box: {left: 5mm, top: 70mm, size: 8mm}
        part: badge
"""
    file.write_text(LOOK[: LOOK.index("      corner:")] + both)
    page.session.outside([file])
    face = page.view.show("cards", "owl", "front")
    assert isinstance(face, m.FaceInfo), face
    shared = {z.key: z.shared for z in face.zones}
    assert shared["corner/ring"] == "all of the part badge: here in corner, other and stone, and on the face back"
    assert shared["stones/stone"] == "every cell of stones"
    assert shared["name"] == shared["corner"] == ""


def test_stock_and_printing_are_changed_in_the_deck(page: Page) -> None:
    assert change(page, pm.PropertyOwner("stock", "card"), "bleed", value="2mm") == (
        "- card: {shape: card, size: poker} / + card: {shape: card, size: poker, bleed: 2mm}"
    )
    assert change(page, pm.PropertyOwner("print", "print"), "paper", value="Letter") == "+ print: {paper: Letter}"


def test_what_is_tried_shows_on_the_card_and_in_no_file(page: Page) -> None:
    files = [page.session.folder / f for f in ("templates/look.yaml", "deck.yaml")]
    before = [f.read_bytes() for f in files]
    (patch,) = page.answer(pm.Try(3, (pm.Assignment(pm.PropertyOwner("style", "title"), ("size",), "20pt"),)))
    assert isinstance(patch, m.Patch)
    assert (patch.seq, patch.problem) == (3, "")
    assert [p.key for p in patch.pictures] == ["name"]
    (wrong,) = page.answer(pm.Try(4, (pm.Assignment(pm.PropertyOwner("style", "title"), ("size",), "20 apples"),)))
    assert isinstance(wrong, m.Patch)
    assert "write a number and mm" in wrong.problem
    assert [f.read_bytes() for f in files] == before


def test_names_and_icons_are_offered(page: Page) -> None:
    (names,) = page.answer(pm.AskNames())
    assert isinstance(names, pm.Names)
    assert names.colors == (pm.ColorName("ink", "#112233", "#112233"),)
    assert names.styles == ("body", "title")
    assert names.fields == ("id", "name")
    (icons,) = page.answer(pm.FindIcons("shield"))
    assert isinstance(icons, pm.Icons)
    assert icons.count >= len(icons.found) > 3
    assert all("shield" in i.name and i.address.startswith("data:image/") for i in icons.found)


def made(page: Page, asked: m.FromPage) -> str:
    """What is different in the template and the deck after something new is made, as lines put in."""
    files = [page.session.folder / f for f in ("templates/look.yaml", "deck.yaml")]
    before = [f.read_text().splitlines() for f in files]
    answers = page.answer(asked)
    assert not [a for a in answers if isinstance(a, m.Note | m.Broken)], answers
    after = [f.read_text().splitlines() for f in files]
    gone = [line.strip() for a, b in zip(before, after, strict=True) for line in a if line not in b]
    new = [line.strip() for a, b in zip(before, after, strict=True) for line in b if line not in a]
    return " / ".join((*(f"- {line}" for line in gone), *(f"+ {line}" for line in new)))


def test_a_zone_drawn_on_the_card_is_added_to_its_face(page: Page) -> None:
    assert made(page, pm.AddZone("text", (5, 40, 30, 8))) == (
        "+ text: {box: {left: 5mm, top: 40mm, width: 30mm, height: 8mm}, text: Text, style: body}"
    )
    assert page.view.shown is not None
    assert "text" in page.view.shown.zones


def test_a_style_is_made_of_a_zones_looks(page: Page) -> None:
    assert made(page, pm.MakeStyle("name", "banner")) == (
        "- style: [body, title] / - align: center / + banner: {align: center} / + style: [body, title, banner]"
    )


def test_a_style_and_a_colour_are_renamed_with_their_uses(page: Page) -> None:
    assert made(page, pm.RenameNamed("style", "title", "heading")) == (
        "- title: / - style: [body, title] / + heading: / + style: [body, heading]"
    )
    assert made(page, pm.RenameNamed("color", "ink", "night")) == (
        '- color: ink / - ring: {shape: ellipse, fill: ink} / - ground: {fill: ink} / - palette: {ink: "#112233"}'
        ' / + color: night / + ring: {shape: ellipse, fill: night} / + ground: {fill: night} / + palette: {night: "#112233"}'
    )


def test_colours_and_faces_are_added_by_name(page: Page) -> None:
    assert made(page, pm.AddNamed("color", "gold", "#c9a227")) == (
        '- palette: {ink: "#112233"} / + palette: {ink: "#112233", gold: "#c9a227"}'
    )
    assert made(page, pm.AddNamed("face", "rules")) == "+ rules: / + zones: {ground: {in: bleed, fill: ink}}"
    (note,) = [a for a in page.answer(pm.AddNamed("face", "Rules Card")) if isinstance(a, m.Note)]
    assert note.text == "'Rules Card' is no name; expected small letters, digits and hyphens, such as card-title"


def test_a_component_is_added_with_a_face_of_its_own(page: Page) -> None:
    assert made(page, pm.AddNamed("component", "promo")) == (
        "+ promo: / + zones: {ground: {in: bleed, fill: ink}} / + - {id: promo, copies: 1, front: look#promo, back: look#back}"
    )
    assert [c.id for c in page.session.loaded().components][-1] == "promo"
    (note,) = [a for a in page.answer(pm.AddNamed("component", "promo")) if isinstance(a, m.Note)]
    assert note.text == "there is a component 'promo' already"


def test_zones_of_a_shipped_look_are_changed_where_the_deck_takes_it_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "beasts"
    (folder / "templates").mkdir(parents=True)
    (folder / "deck.yaml").write_text(DECK.replace("look#front, back: look#back", "look#card"))
    (folder / "cards.csv").write_text("id,name\nowl,Owl\n")
    file = folder / "templates/look.yaml"
    file.write_text(
        "template: look\nextends: looks/trading-card\nfaces:\n  card:\n    extends: face\n"
        "    zones:\n      title: {text: '{{ card.name }}'}\n"
    )
    page = Page(Session(folder / "deck.yaml"))
    face = page.view.show("cards", "owl", "front")
    assert isinstance(face, m.FaceInfo)
    zones = {z.key: z for z in face.zones}
    other = next(z for z in face.zones if z.inherited_from and not z.locked and z.depth == 0)
    assert "trading-card.yaml, which stays as it is; changes are written in look.yaml" in other.inherited_from
    parents = {o.name for v in properties(page, zone("title")).values() for o in v.origins if o.kind == "parent"}
    assert parents == {"trading-card.yaml"}, "it is called by its file"
    assert not any(v.origins[0].editable for v in properties(page, pm.PropertyOwner("style", "title")).values())
    for name in ("title", other.key):
        x, y, w, h = zones[name].frame
        page.answer(m.Drop("Move", (m.Placing(name, (x + 1, y + 1, w, h)),)))
        again = page.view.show("cards", "owl", "front")
        assert isinstance(again, m.FaceInfo)
        now = next(z for z in again.zones if z.key == name).frame
        assert now == pytest.approx((x + 1, y + 1, w, h), abs=0.06)
    assert f"      {other.name}: " in file.read_text()
    page.answer(m.Delete((other.key,)))
    again = page.view.show("cards", "owl", "front")
    assert isinstance(again, m.FaceInfo)
    assert other.key not in {z.key for z in again.zones}
    page.session.undo(0)
    assert len(file.read_text().splitlines()) == 7


def test_a_picture_is_moved_in_its_frame_by_its_focus(page: Page) -> None:
    folder = page.session.folder
    (folder / "art").mkdir()
    Image.new("RGB", (400, 200), "#888888").save(folder / "art/wide.png")
    page.answer(pm.AddZone("image", (5, 30, 20, 20)))
    page.answer(pm.Assign((pm.Assignment(zone("image"), ("image",), "art/wide.png"),)))

    def picture() -> m.Box | None:
        face = page.view.show("cards", "owl", "front")
        assert isinstance(face, m.FaceInfo)
        return next(z.picture for z in face.zones if z.key == "image")

    assert picture() == (-5, 30, 40, 20), "as large as covers the frame, in its middle"
    focus = pm.Assignment(zone("image"), ("focus",), ["25%", "50%"])
    page.answer(pm.Assign((focus, pm.Assignment(zone("image"), ("zoom",), 1.5))))
    assert picture() == (pytest.approx(-5), pytest.approx(25), 60, 30)


def table(page: Page) -> str:
    return (page.session.folder / "cards.csv").read_text()


def test_the_cells_that_a_zone_reads_are_changed_beside_it(page: Page) -> None:
    (answer,) = page.answer(pm.Look(zone("name")))
    assert isinstance(answer, pm.Properties)
    assert answer.cells == (pm.FieldText("name", "Owl"),)
    (patch,) = page.answer(pm.TypeField(2, "name", "Snowy owl"))
    assert isinstance(patch, m.Patch)
    assert (patch.problem, [p.key for p in patch.pictures]) == ("", ["name"])
    assert table(page) == "id,name\nowl,Owl\n"
    page.answer(pm.WriteField("name", "Snowy owl, white"))
    assert table(page) == 'id,name\nowl,"Snowy owl, white"\n'
    assert page.session.steps().steps == ("name of the card owl",)


def test_a_value_for_one_card_alone_becomes_a_column(page: Page) -> None:
    before = (page.session.folder / "templates/look.yaml").read_text()
    size = pm.Assignment(zone("name"), ("size",), "11pt")
    page.answer(pm.OnlyHere((size,)))
    assert table(page) == "id,name,name_size\nowl,Owl,11pt\n"
    assert properties(page, zone("name"))["size"].result == "11pt"
    assert page.session.steps().steps == ("Size of the card owl alone",)
    page.answer(pm.OnlyHere((pm.Assignment(zone("name"), ("size",), "12pt"),)))
    assert table(page) == "id,name,name_size\nowl,Owl,12pt\n", "the column that is there is used again"
    page.session.undo(0)
    assert (page.session.folder / "templates/look.yaml").read_text() == before
    assert table(page) == "id,name\nowl,Owl\n"


@pytest.mark.parametrize(
    ("key", "value", "others"),
    [
        ("size", "11pt", "'14pt'"),
        ("align", "left", "'center'"),
        ("line-height", "1.5", "1.25"),
        ("min-size", "6pt", "none"),
    ],
)
def test_all_other_cards_stay_as_they_are_where_one_has_its_own_value(
    page: Page, key: str, value: str, others: str
) -> None:
    cards, bear = page.session.folder / "cards.csv", PieceKey("cards", "bear")
    cards.write_text(cards.read_text() + "bear,Bear\n")
    page.session.outside([cards])
    before = page.view.drawn(page.session.deck.laid_piece(bear)[0], "front").svg
    page.answer(m.Show("cards", "owl", "front"))
    page.answer(pm.OnlyHere((pm.Assignment(zone("name"), (key,), value),)))
    column = f"name_{key.replace('-', '_')}"
    assert f'{key}: "{{{{ card.{column} or {others} }}}}"' in (page.session.folder / "templates/look.yaml").read_text()
    assert table(page) == f"id,name,{column}\nowl,Owl,{value}\nbear,Bear,\n"
    assert page.view.drawn(page.session.deck.laid_piece(bear)[0], "front").svg == before


def test_several_values_for_one_card_alone_are_one_step(page: Page) -> None:
    values = [pm.Assignment(zone("name"), (key,), value) for key, value in (("size", "11pt"), ("align", "left"))]
    page.answer(pm.OnlyHere(tuple(values)))
    assert table(page) == "id,name,name_size,name_align\nowl,Owl,11pt,left\n"
    assert page.session.steps().steps == ("Align and size of the card owl alone",)
    page.session.undo(0)
    assert table(page) == "id,name\nowl,Owl\n"


def test_a_zone_that_lies_elsewhere_on_one_card_is_moved_there_alone(page: Page) -> None:
    for key, value in ((("box", "left"), "6mm"), (("rotate",), "10")):
        page.answer(pm.OnlyHere((pm.Assignment(zone("corner"), key, value),)))
    template = page.session.folder / "templates/look.yaml"
    assert "left: \"{{ card.corner_box_left or '50mm' }}\", top: 70mm" in template.read_text()
    face = page.view.show("cards", "owl", "front")
    assert isinstance(face, m.FaceInfo)
    x, y, w, h = next(z.frame for z in face.zones if z.name == "corner")
    place = m.Placing("corner", (x + 2, y - 3, w, h), 25)
    (patch,) = page.answer(m.Drag(1, (place,)))
    assert isinstance(patch, m.Patch)
    dragged = next(z.frame for z in patch.zones if z.key == "corner")
    page.answer(m.Drop("Move: corner", (place,)))
    assert table(page) == "id,name,corner_box_left,corner_rotate\nowl,Owl,8mm,25\n"
    assert "left: \"{{ card.corner_box_left or '50mm' }}\", top: 67mm, size: 8mm}" in template.read_text()
    face = page.view.show("cards", "owl", "front")
    assert isinstance(face, m.FaceInfo)
    assert next(z.frame for z in face.zones if z.name == "corner") == dragged


def test_a_zone_that_lies_elsewhere_on_one_card_is_duplicated(page: Page) -> None:
    page.answer(pm.OnlyHere((pm.Assignment(zone("corner"), ("box", "left"), "6mm"),)))
    answers = page.answer(m.Duplicate("corner"))
    assert not [a for a in answers if isinstance(a, m.Note)], answers
    template = (page.session.folder / "templates/look.yaml").read_text()
    assert template.count("left: \"{{ card.corner_box_left or '50mm' }}\", top: 70mm, size: 8mm") == 2


def test_a_text_that_does_not_fit_is_shown_and_reported(page: Page) -> None:
    long = "An owl of the north that no box is large enough for, whatever is done to it"
    (patch,) = page.answer(pm.TypeField(1, "name", long * 3))
    assert isinstance(patch, m.Patch)
    assert patch.overfull == ("name",)
    assert "does not fit" in patch.problem
    assert [p.key for p in patch.pictures] == ["name"]
    page.answer(pm.WriteField("name", long * 3))
    face = page.view.show("cards", "owl", "front")
    assert isinstance(face, m.FaceInfo), "the card is shown as it is, to be mended"
    assert face.overfull == ("name",)
    page.answer(pm.Assign((pm.Assignment(zone("name"), ("size",), "4pt"),)))
    face = page.view.show("cards", "owl", "front")
    assert isinstance(face, m.FaceInfo)
    assert face.overfull == ()


def painted(color: str, kind: str = "PNG") -> bytes:
    data = BytesIO()
    Image.new("RGB", (40, 20), color).save(data, kind)
    return data.getvalue()


def picture(page: Page, name: str, color: str = "#aa3322", kind: str = "PNG") -> str:
    """A picture that the page sent, by its key."""

    async def body() -> AsyncIterator[bytes]:
        yield painted(color, kind)

    taken = asyncio.run(take_picture(page.session, name, body()))
    assert not taken.problem
    return taken.key


def pictured(page: Page, image: str, cards: str = "id,name,art\nowl,Owl,\nbear,Bear,\n") -> None:
    """A deck whose cards show a picture in their zone ``art``."""
    session = page.session
    look = session.folder / "templates/look.yaml"
    zone = f"      art: {{box: {{left: 5mm, top: 20mm, width: 40mm, height: 30mm}}, image: {image}, missing: placeholder}}\n"
    look.write_text(LOOK.replace("  back:\n", zone + "  back:\n"))
    (session.folder / "cards.csv").write_text(cards)
    session.outside([look, session.folder / "cards.csv"])
    page.view.show("cards", "owl", "front")


def report_of(page: Page, message: m.FromPage) -> str:
    """The text that reports an edit to the page."""
    return next(a.text for a in page.answer(message) if isinstance(a, m.Note))


@pytest.mark.parametrize(
    ("image", "cell"),
    [
        ('"{{ card.art }}"', "art/snowy.png"),
        ("\"{{ card.art or 'art/none.png' }}\"", "art/snowy.png"),
        ('"art/{{ card.art }}"', "snowy.png"),
        ('"art/{{ card.art }}.png"', "snowy"),
    ],
)
def test_a_picture_dropped_on_a_zone_that_reads_a_column_is_this_cards_alone(page: Page, image: str, cell: str) -> None:
    pictured(page, image)
    look = (page.session.folder / "templates/look.yaml").read_text()
    assert report_of(page, pm.PutPicture("art", picture(page, "snowy.png"))) == "Picture of this card; column art"
    assert table(page) == f"id,name,art\nowl,Owl,{cell}\nbear,Bear,\n"
    assert (page.session.folder / "templates/look.yaml").read_text() == look
    assert page.session.steps().steps[-1] == "Picture: owl"
    assert properties(page, zone("art"))["image"].result == "art/snowy.png"


def offered(page: Page, message: pm.PutPicture) -> dict[str, pm.PictureWay]:
    """The ways that the page may choose from, of which none is gone yet."""
    before = contents(page)
    (answer,) = page.answer(message)
    assert isinstance(answer, pm.PictureWays), answer
    assert (answer.zone, answer.picture) == (message.zone, message.picture)
    assert contents(page) == before
    return {way.way: way for way in answer.ways}


def contents(page: Page) -> dict[str, bytes]:
    folder = page.session.folder
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_picture_of_all_cards_is_another_on_all_or_a_column_says_this_card_s(page: Page) -> None:
    pictured(page, "common.png")
    (page.session.folder / "common.png").write_bytes(painted("#000000"))
    page.session.outside([page.session.folder / "common.png"])
    key, before = picture(page, "snowy.png"), contents(page)
    ways = offered(page, pm.PutPicture("art", key))
    assert [(w.title, w.problem) for w in ways.values()] == [("For all cards", ""), ("For Owl only", "")]
    assert "image: art/snowy.png" in ways["all"].written
    assert "image: {{ card.art_image or 'common.png' }}" in ways["column"].written
    assert "all cards" in report_of(page, pm.PutPicture("art", key, "all"))
    assert "image: art/snowy.png" in (page.session.folder / "templates/look.yaml").read_text()
    assert page.session.steps().steps[-1] == "Picture of all cards: art"
    page.answer(m.UndoBy(-1))
    assert contents(page) == before
    assert report_of(page, pm.PutPicture("art", key, "column")) == "Picture of owl alone, in art"
    assert table(page) == "id,name,art,art_image\nowl,Owl,,art/snowy.png\nbear,Bear,,\n"
    assert properties(page, zone("art"))["image"].result == "art/snowy.png"
    page.view.show("cards", "bear", "front")
    assert properties(page, zone("art"))["image"].result == "common.png"
    assert page.session.steps().steps[-1] == "Picture: owl"
    page.answer(m.UndoBy(-1))
    assert contents(page) == before


def test_a_picture_of_all_cards_that_is_not_there_yet_becomes_a_file_for_each_card(page: Page) -> None:
    pictured(page, "art/picture.png")
    key, before = picture(page, "Snowy.PNG"), contents(page)
    ways = offered(page, pm.PutPicture("art", key))
    assert list(ways) == ["all", "file"]
    assert "image: art/{{ card.id }}.png" in ways["file"].written
    assert report_of(page, pm.PutPicture("art", key, "file")) == "Picture of owl: art/owl.png"
    assert 'image: "art/{{ card.id }}.png"' in (page.session.folder / "templates/look.yaml").read_text()
    assert contents(page)["art/owl.png"] == painted("#aa3322")
    assert isinstance(page.view.show("cards", "bear", "front"), m.FaceInfo), "a placeholder stands for the bear"
    page.answer(m.UndoBy(-1))
    assert contents(page) == before


def test_a_picture_of_the_only_card_is_put_there_at_once(page: Page) -> None:
    pictured(page, "art/none.png", "id,name,art\nowl,Owl,\n")
    assert "all cards" in report_of(page, pm.PutPicture("art", picture(page, "snowy.png")))
    assert "image: art/snowy.png" in (page.session.folder / "templates/look.yaml").read_text()


@pytest.mark.parametrize(
    ("image", "file"),
    [
        ('"art/{{ card.id }}.png"', "art/owl.png"),
        ('"art/{{ card.name | lower }}.png"', "art/owl.png"),
        ('"art/{{ card.name }}/{{ card.id }}.png"', "art/Owl/owl.png"),
        ('"{{ card.id }}.png"', "owl.png"),
    ],
)
def test_a_picture_goes_to_the_very_file_that_the_card_looks_for_and_the_old_one_comes_back(
    page: Page, image: str, file: str
) -> None:
    pictured(page, image)
    place, steps = page.session.folder / file, page.session.history.at
    before = contents(page)
    assert report_of(page, pm.PutPicture("art", picture(page, "IMG 1234.png"))) == f"Picture of owl: {file}"
    assert contents(page) == {**before, file: painted("#aa3322")}, "nothing else is written"
    assert page.session.steps().steps[-1] == "Picture: owl"
    second = report_of(page, pm.PutPicture("art", picture(page, "IMG 1235.jpg", "#00ff00", "JPEG")))
    assert second == f"Picture of owl: {file}, replaced"
    with Image.open(place) as shown:
        assert (shown.format, shown.size) == ("PNG", (40, 20)), "its name says what it is"
    green = place.read_bytes()
    page.answer(m.UndoBy(-1))
    assert place.read_bytes() == painted("#aa3322")
    page.answer(m.UndoBy(-1))
    assert contents(page) == before
    page.answer(m.Undo(steps + 2))
    assert place.read_bytes() == green
    another_day = Session(page.session.file)
    another_day.undo(steps + 1)
    assert place.read_bytes() == painted("#aa3322")
    another_day.undo(steps + 2)
    assert place.read_bytes() == green
    another_day.undo(steps)
    assert not place.exists(), "both steps at once"


def test_a_file_of_a_bare_name_lies_where_the_deck_has_its_pictures(page: Page) -> None:
    pictured(page, '"{{ card.id }}.png"')
    (page.session.folder / "pictures").mkdir()
    assert report_of(page, pm.PutPicture("art", picture(page, "a.png"))) == "Picture of owl: pictures/owl.png"
    assert isinstance(page.view.show("cards", "owl", "front"), m.FaceInfo)


def test_a_file_that_somebody_painted_over_since_stays_when_its_step_is_undone(page: Page) -> None:
    pictured(page, '"art/{{ card.id }}.png"')
    file = page.session.folder / "art/owl.png"
    page.answer(pm.PutPicture("art", picture(page, "a.png")))
    page.answer(pm.PutPicture("art", picture(page, "b.png", "#112233")))
    file.write_bytes(painted("#ffffff"))
    assert report_of(page, m.UndoBy(-1)) == "Changed elsewhere since, and left as it is: art/owl.png"
    assert file.read_bytes() == painted("#ffffff")


def test_what_no_step_brings_back_any_more_is_not_kept_for_another_day(page: Page, tmp_path: Path) -> None:
    pictured(page, '"art/{{ card.id }}.png"')
    for color in ("#111111", "#222222"):
        page.answer(pm.PutPicture("art", picture(page, "a.png", color)))
    page.answer(m.UndoBy(-1))
    page.answer(m.UndoBy(-1))

    def kept() -> set[bytes]:
        return {p.read_bytes() for p in (tmp_path / "config").glob("carddesigner/designer/*.files/*")}

    assert kept() == {painted("#111111"), painted("#222222")}
    page.answer(pm.PutPicture("art", picture(page, "b.png", "#333333")))
    page.answer(pm.PutPicture("art", picture(page, "c.png", "#444444")))
    Session(page.session.file)
    assert kept() == {painted("#333333")}, "the two pictures before are of steps that can't be made again"


def test_a_file_that_several_cards_share_is_replaced_only_when_that_is_chosen(page: Page) -> None:
    pictured(page, '"art/{{ card.art }}.png"', "id,name,art\nowl,Owl,bird\nwren,Wren,bird\nbear,Bear,beast\n")
    look = page.session.folder / "templates/look.yaml"
    look.write_text(look.read_text().replace("card.name | upper", "card.art"))
    page.session.outside([look])
    key = picture(page, "snowy.png")
    ways = offered(page, pm.PutPicture("art", key))
    assert ways["file"].title == "For the 2 cards that have this picture"
    assert "art/bird.png" in ways["file"].written
    assert "give art a column for pictures" in ways["column"].problem
    assert report_of(page, pm.PutPicture("art", key, "file")) == "Picture of 2 cards: art/bird.png"
    assert page.session.steps().steps[-1] == "Picture: 2 cards"


def test_a_cell_names_a_picture_that_is_made_the_kind_that_the_zone_looks_for(page: Page) -> None:
    pictured(page, '"art/{{ card.art }}.jpg"')
    assert report_of(page, pm.PutPicture("art", picture(page, "snowy.png"))) == "Picture of this card; column art"
    assert table(page) == "id,name,art\nowl,Owl,snowy\nbear,Bear,\n"
    with Image.open(page.session.folder / "art/snowy.jpg") as image:
        assert image.format == "JPEG"


@pytest.mark.parametrize(
    ("image", "name", "words"),
    [
        (
            '"art/{{ card.name }}.{{ card.art }}"',
            "snowy.png",
            "names no file for this picture (it comes to 'art/Owl.' for owl)",
        ),
        (
            '"art/.{{ card.id }}.png"',
            "snowy.png",
            "'art/.owl.png', which art/.{{ card.id }}.png comes to, can't be a picture's path",
        ),
        ('"art/{{ card.id }}.webp"', "snowy.png", "snowy.png can't be art/owl.webp: it is a PNG"),
        ('"art/{{ card.id }}.png"', "snowy.svg", "art shows PNG, JPEG and other pictures of pixels, no SVG"),
    ],
)
def test_a_picture_that_can_not_be_what_the_zone_looks_for_changes_nothing(
    page: Page, image: str, name: str, words: str
) -> None:
    pictured(page, image)
    key = page.session.uploads.keep(Upload(name, painted("#aa3322")))
    before = contents(page)
    assert words in report_of(page, pm.PutPicture("art", key))
    assert contents(page) == before


def test_a_dropped_picture_is_gone_with_its_step_and_back_with_it(page: Page) -> None:
    pictured(page, '"{{ card.art }}"')
    file = page.session.folder / "art/snowy.png"
    steps = page.session.history.at
    page.answer(pm.PutPicture("art", picture(page, "snowy.png")))
    data = file.read_bytes()
    page.answer(m.UndoBy(-1))
    assert not file.exists()
    page.answer(m.UndoBy(1))
    assert file.read_bytes() == data
    assert properties(page, zone("art"))["image"].result == "art/snowy.png"
    page.answer(pm.WriteField("name", "Like snowy.png"))
    page.answer(m.Undo(steps))
    assert not file.exists()
    again = Session(page.session.file)
    again.undo(len(again.history.steps))
    assert file.read_bytes() == data, "another day, too"


def test_a_picture_that_was_there_that_others_use_or_that_was_changed_stays(page: Page) -> None:
    pictured(page, '"{{ card.art }}"')
    folder = page.session.folder
    (folder / "art").mkdir(exist_ok=True)
    Image.new("RGB", (40, 20), "#aa3322").save(folder / "art/there.png")
    page.answer(pm.PutPicture("art", picture(page, "there.png")))
    page.answer(m.UndoBy(-1))
    assert (folder / "art/there.png").exists(), "it was there before"
    page.answer(pm.PutPicture("art", picture(page, "used.png", "#112233")))
    (folder / "notes.md").write_text("The owl is used.png\n")
    page.session.outside([folder / "notes.md"])
    page.answer(m.UndoBy(-1))
    assert (folder / "art/used.png").exists(), "a text names it"
    page.answer(pm.PutPicture("art", picture(page, "other.png", "#223344")))
    Image.new("RGB", (40, 20), "#ffffff").save(folder / "art/other.png")
    page.answer(m.UndoBy(-1))
    assert (folder / "art/other.png").exists(), "it was painted over"


def test_a_new_text_can_be_read_on_the_ground_that_it_is_drawn_on(page: Page) -> None:
    look = page.session.folder / "templates/look.yaml"
    text = LOOK.replace("  body: {font: text, size: 9pt}\n", "").replace("color: ink", 'color: "#ffffff"')
    text = text.replace("style: [body, title]", "style: title")
    dark = "      dark: {box: {left: 0mm, top: 40mm, width: 63mm, height: 40mm}, fill: ink}\n"
    look.write_text(text.replace("  back:\n", dark + "  back:\n"))
    page.session.outside([look])
    page.view.show("cards", "owl", "front")
    page.answer(pm.AddZone("text", (5, 25, 30, 8)))
    page.answer(pm.AddZone("text", (5, 60, 30, 8)))
    on_paper, on_dark = properties(page, zone("text")), properties(page, zone("text-2"))
    assert "style" not in on_paper, "white letters on white paper"
    assert on_dark["style"].value == "title"


def test_the_result_of_an_expression_is_shown_as_it_is_printed(page: Page) -> None:
    (page.session.folder / "cards.csv").write_text("id,name\nowl,Owl: a (rare) *bird*\n")
    page.session.outside([page.session.folder / "cards.csv"])
    page.view.show("cards", "owl", "front")
    name = zone("name")
    page.answer(pm.Assign((pm.Assignment(name, ("text",), "{{ card.name | plain }}"),)))
    assert properties(page, name)["text"].result == "Owl: a (rare) *bird*"


def fonts(page: Page, *, more: bool = False) -> pm.Fonts:
    (answer,) = page.answer(pm.FindFonts(more))
    assert isinstance(answer, pm.Fonts), answer
    return answer


def test_a_font_is_shown_as_texts_of_cards_are_set_in_it(page: Page) -> None:
    (text,) = fonts(page).fonts
    assert (text.name, text.family, text.problem) == ("text", "Alegreya Sans", "")
    family = find_family("Alegreya Sans", page.session.loaded().assets.finder.font_folders)
    style = TextStyle((family,), 17, 7, Gray(0), "left", "middle")
    (line,) = fit((Paragraph((Run("Alegreya Sans"),)),), style, 170, 24).items
    assert isinstance(line, TextItem)
    assert text.sample == "".join(path_data(outlines(family.face(False, False), p, line.y)) for p in line.pieces)


def test_families_that_may_be_added_are_the_decks_and_those_that_ship_but_for_those_that_are_there(page: Page) -> None:
    folder = page.session.folder / "fonts"
    folder.mkdir()
    make_font(folder / "Own.ttf", "Own Face", letters="xyz")
    make_font(folder / "Secret.ttf", "Secret", rights=2)
    assert fonts(page).more is None
    more = {f.family: f.sample for f in fonts(page, more=True).more or ()}
    assert {"Own Face", "Literata", "Roboto"} <= set(more)
    assert not {"Alegreya Sans", "Secret"} & set(more)
    assert more["Own Face"].count("Z") == 3, "the letters that it has, for it lacks those of its name"
    used = page.session.loaded().assets.finder.used
    assert not [path for path in used if path.parent == folder.resolve()], "looking at fonts is no use of them"


def test_a_font_that_can_not_be_read_is_listed_with_what_is_wrong(page: Page) -> None:
    look = page.session.folder / "templates/look.yaml"
    look.write_text(LOOK.replace("{family: Alegreya Sans}", "{family: Alegreya Sans}\n  odd: {family: Aleg Sans}"))
    page.session.outside([look])
    text, odd = fonts(page).fonts
    assert text.sample
    assert odd.sample == ""
    assert "there is no font 'Aleg Sans'" in odd.problem


def test_a_sample_is_drawn_once(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    outline = FontFace.outline
    monkeypatch.setattr(FontFace, "outline", lambda self, glyph: (drawn.append(self.name), outline(self, glyph))[1])
    first = fonts(page, more=True)
    drawn.clear()
    assert fonts(page, more=True) == first
    assert drawn == []


def test_a_family_is_added_to_the_template_and_used_in_one_step(page: Page) -> None:
    before = (page.session.folder / "templates/look.yaml").read_text()
    of = (pm.Assignment(zone("name"), ("font",)), pm.Assignment(pm.PropertyOwner("style", "title"), ("font",)))
    page.answer(pm.UseFamily("JetBrains Mono", of))
    text = (page.session.folder / "templates/look.yaml").read_text()
    assert "fonts:\n  text: {family: Alegreya Sans}\n  jetbrains-mono: {family: JetBrains Mono}\n" in text
    assert text.count("font: jetbrains-mono") == 2
    assert page.session.steps().steps == ("New font: jetbrains-mono",)
    assert [f.name for f in fonts(page).fonts] == ["text", "jetbrains-mono"]
    page.answer(m.UndoBy(-1))
    assert (page.session.folder / "templates/look.yaml").read_text() == before
