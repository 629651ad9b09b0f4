"""Columns that nothing reads, files that nothing refers to."""

from __future__ import annotations

NAME = "name: {in: safe, text: '{{ card.name }}'}"


def test_a_column_that_nothing_reads(deck, warnings):
    (found,) = warnings(deck.zones(NAME, "id,name,cost,copies\na,Fire,1,2\n"), "unused-field")
    assert (found.code, "'cost'" in found.message) == ("unused-field", True)
    assert (found.span.line, found.span.column) == (1, 9)


def test_a_column_is_read_by_a_check_a_when_a_part_or_a_nested_name(deck, warnings):
    zones = f"""
{NAME}
b: {{when: card.cost > 1, fill: glow}}
c: {{text: "{{{{ card.ne.mark }}}}"}}
d: {{row: {{each: card.gems, zones: {{e: {{fill: glow}}}}}}}}
"""
    deck.zones(zones, "name,cost,ne.mark,ne.far,gems,suit\nFire,1,x,y,2,sun\n")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text + "checks:\n  - {that: \"count(cards, 'card.suit == 1') == 0\", message: no}\n")
    assert [w.message for w in warnings(deck, "unused-field")] == ["nothing reads the column 'ne.far'"]


def test_a_whole_card_read_reads_all(deck, warnings):
    assert (
        warnings(deck.zones("name: {in: safe, text: \"{{ card['name'] }}\"}", "name,cost\nFire,1\n"), "unused-field")
        == []
    )


def test_files_that_nothing_refers_to(deck, warnings, png):
    deck.zones(f"""
{NAME}
art: {{box: {{width: 5mm, height: 5mm, left: 9mm, top: 30mm}}, image: pics/a.png}}
sign: {{in: safe, box: {{top: 50mm, height: 9mm}}, icon: mine}}
""")
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10Z"/></svg>'
    for name in ("symbols/mine.svg", "symbols/other.svg"):
        deck.write(name, icon)
    for name in ("pics/a.png", "pics/b.png", "output/sample/c.png", ".hidden/d.png", "art/deep/e.png"):
        deck.write(name, png(60, 60))
    deck.write("templates/spare.yaml", "template: spare\n")
    deck.write("old.csv", "a\n1\n")
    deck.write("notes.md", "mine")
    deck.write("fonts/Nobody-Regular.ttf", b"")
    deck.write("art/deck/deck.yaml", "")
    deck.write("art/deck/f.png", png(9, 9))
    said = [w.message.removeprefix("nothing refers to ") for w in warnings(deck, "unused-file")]
    assert said == [
        "old.csv",
        "art/deep/e.png",
        "fonts/Nobody-Regular.ttf",
        "pics/b.png",
        "symbols/other.svg",
        "templates/spare.yaml",
    ]


def test_a_template_that_another_extends_is_used(deck, warnings):
    deck.zones(NAME)
    text = (deck.path / "templates/sample.yaml").read_text()
    deck.write("templates/frame.yaml", text.replace("template: sample", "template: frame"))
    deck.write("templates/sample.yaml", "template: sample\nextends: frame\n")
    assert warnings(deck) == []


def test_a_link_that_leads_to_a_used_file_is_used(deck, warnings):
    deck.zones(NAME)
    (deck.path / "link.csv").symlink_to("cards.csv")
    assert warnings(deck) == []


def test_columns_are_read_by_the_expression_that_names_the_face_and_by_the_faces_that_cards_have(deck, warnings):
    deck.zones(NAME, "name,kind,back,rank,lore\nFire,front,dark,1,x\nIce,front,,2,y\n")
    text = (deck.path / "deck.yaml").read_text()
    named = 'front: "sample#{{ card.kind }}", back: "sample#{{ card.back or \'light\' }}"'
    deck.write("deck.yaml", text.replace("front: sample#front", named))
    template = (deck.path / "templates/sample.yaml").read_text()
    other = "{zones: {n: {in: safe, text: '{{ card.rank }}', color: glow}}}"
    faces = f"  dark: {other}\n  light: {{zones: {{n: {{fill: ink}}}}}}\n  nobodys: {other.replace('rank', 'lore')}\n"
    deck.write("templates/sample.yaml", template + faces)
    assert [w.message for w in warnings(deck, "unused-field")] == ["nothing reads the column 'lore'"]
