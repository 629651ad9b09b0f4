"""``extends``: how a template and a face take over others."""

from __future__ import annotations

PARENT = """\
template: parent
fonts: {text: {family: Alegreya Sans}}
styles: {title: {size: 12pt, bold: true}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: glow}
      name: {text: parent, style: title, box: {left: 5mm, width: 20mm, top: 5mm, height: 10mm}}
      foot: {fill: ink, box: {bottom: 0mm, height: 5mm}}
"""


def write(deck, faces, top="extends: parent\n"):
    deck.zones("one: {fill: ink}")
    deck.write("templates/parent.yaml", PARENT)
    deck.write("templates/sample.yaml", f"template: sample\n{top}faces:\n{faces}")
    return deck


def test_mappings_merge_and_scalars_replace(deck):
    laid = write(deck, "  front: {zones: {name: {text: child}}}\n").lay()
    assert [z.id for z in laid.face.zones] == ["ground", "name", "foot"]
    assert laid.items("name")[0].pieces[0].runs[0].text == "child"
    assert laid.items("name")[0].pieces[0].size == 12


def test_null_removes_a_zone(deck):
    laid = write(deck, "  front: {zones: {foot: null}}\n").lay()
    assert [z.id for z in laid.face.zones] == ["ground", "name"]


def test_a_box_replaces_whole(deck):
    laid = write(deck, "  front: {zones: {name: {box: {right: 1mm}}}}\n").lay()
    assert laid.frame("name") == (0, 0, 62.5, 88.9)


def test_a_face_called_box_merges_as_any_other(deck):
    deck.zones("one: {fill: ink}")
    deck.write("templates/parent.yaml", PARENT.replace("  front:", "  box:"))
    child = (
        "template: sample\nextends: parent\nfaces:\n  box: {zones: {name: {text: child}}}\n  front: {extends: box}\n"
    )
    deck.write("templates/sample.yaml", child)
    assert [z.id for z in deck.lay().face.zones] == ["ground", "name", "foot"]


def test_a_zone_called_box_merges_and_its_own_box_replaces_whole(deck):
    deck.zones("one: {fill: ink}")
    deck.write("templates/parent.yaml", PARENT.replace("      name:", "      box:"))
    child = "template: sample\nextends: parent\nfaces:\n  front: {zones: {box: {box: {right: 1mm}}}}\n"
    deck.write("templates/sample.yaml", child)
    laid = deck.lay()
    assert laid.frame("box") == (0, 0, 62.5, 88.9)
    assert laid.items("box")[0].pieces[0].runs[0].text == "parent"


def test_new_zones_come_last_or_beside_a_sibling(deck):
    zones = ["last: {fill: ink}", "second: {fill: ink, before: name}", "third: {fill: ink, after: name}"]
    faces = "  front:\n    zones:\n" + "".join(f"      {zone}\n" for zone in zones)
    laid = write(deck, faces).lay()
    assert [z.id for z in laid.face.zones] == ["ground", "second", "name", "third", "foot", "last"]


def test_an_unknown_sibling_names_the_nearest(deck):
    found = write(deck, "  front: {zones: {x: {fill: ink, after: nmae}}}\n").error("unknown-zone")
    assert "did you mean 'name'" in found.message


def test_a_zone_that_misspells_one_it_extends_is_told_with_the_name_that_was_meant(deck):
    found = write(deck, "  front: {zones: {nmae: {when: true}}}\n").error("unknown-zone")
    assert "did you mean 'name'" in found.message
    assert (found.span.path.rpartition("/")[2], found.span.line, found.span.column) == ("sample.yaml", 4, 19)
    # One that shows something covers the card.
    laid = write(deck, "  front: {zones: {nmae: {text: child}}}\n").lay()
    (warning,) = laid.report.warnings
    assert warning.code == "unknown-zone"
    assert "did you mean 'name'" in warning.message


def test_a_zone_with_a_place_of_its_own_may_be_called_nearly_as_another(deck):
    faces = "  front: {zones: {foot-2: {fill: ink, box: {top: 0mm, height: 5mm}}, ground2: {in: bleed, fill: ink}, other: {fill: ink}}}\n"
    assert not write(deck, faces).lay().report.warnings


def test_a_face_may_extend_a_face_of_another_template(deck):
    laid = write(
        deck,
        "  front: {extends: parent#front, zones: {foot: null}}\n",
        "fonts: {text: {family: Alegreya Sans}}\nstyles: {title: {size: 9pt}}\n",
    ).lay()
    assert [z.id for z in laid.face.zones] == ["ground", "name"]


def test_a_face_may_extend_a_face_beside_it(deck):
    faces = "  base: {zones: {a: {fill: ink}}}\n  front: {extends: base, zones: {b: {fill: glow}}}\n"
    laid = write(deck, faces, "").lay()
    assert [z.id for z in laid.face.zones] == ["a", "b"]


def test_templates_that_extend_each_other_are_an_error(deck):
    write(deck, "  front: {}\n")
    deck.write("templates/parent.yaml", PARENT.replace("template: parent\n", "template: parent\nextends: sample\n"))
    assert "sample > parent > sample" in deck.error("extends-cycle").message


def test_faces_that_extend_each_other_are_an_error(deck):
    write(deck, "  front: {extends: other}\n  other: {extends: front}\n", "").error("extends-cycle")


def test_every_setting_knows_where_it_comes_from(deck):
    from carddesigner.core.report import Report
    from carddesigner.deck.find import loaded_deck
    from carddesigner.template.compile import compiled

    write(deck, "  front: {zones: {name: {text: child}}}\n")
    loaded = loaded_deck(deck.path)
    template = compiled(loaded, "sample", Report())[0]
    zone = next(z for z in template.faces["front"].zones if z.id == "name")
    kinds = {key: origin.kind for key, origin in zone.origins.items()}
    assert kinds == {"text": "own", "style": "parent", "box": "parent", "size": "style", "bold": "style"}
