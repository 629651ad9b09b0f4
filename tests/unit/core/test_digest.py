"""Digests of faces of real decks: what shows changes them, and nothing else does."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from carddesigner.core.digest import digest
from carddesigner.core.record import Record
from carddesigner.core.report import Report
from carddesigner.deck.find import loaded_deck
from carddesigner.pipeline.build import piece_records
from carddesigner.pipeline.imposition import lay_out
from carddesigner.pipeline.job import print_job
from carddesigner.source import paths

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H{}V10Z"/></svg>'
ZONES = """\
ground: {in: bleed, fill: glow}
sign: {box: {top: 0mm, height: 20mm}, icon: sign, color: ink}
art: {box: {top: 20mm, height: 20mm}, image: art/a.png}
name: {box: {top: 50mm}, text: "{{ card.name }}", color: ink}
"""


def picture(level: int) -> bytes:
    out = BytesIO()
    Image.new("RGB", (8, 8), (level, 0, 0)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def sample(deck):
    deck.zones(ZONES, "name\nFire\nIce\n")
    deck.write("symbols/sign.svg", SVG.format(10))
    deck.write("art/a.png", picture(10))
    return deck


def faces(deck) -> list[str]:
    report = Report()
    loaded = loaded_deck(deck.path, report)
    return [r.front_sha256 for r in piece_records(loaded, lay_out(print_job(loaded), report))]


def change(deck, name: str, old: str, new: str) -> None:
    text = (deck.path / name).read_text("utf-8")
    assert old in text
    deck.write(name, text.replace(old, new))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("deck.yaml", 'glow: "#f6cf5a"', 'glow: "#f6cf5b"'),
        ("deck.yaml", "corner: 3mm", "corner: 4mm"),
        ("deck.yaml", "bleed: 3mm", "bleed: 2mm"),
        ("deck.yaml", "size: poker", "size: bridge"),
        ("templates/sample.yaml", "top: 50mm", "top: 50.01mm"),
        ("templates/sample.yaml", "icon: sign, color: ink", "icon: sign, color: glow"),
        ("templates/sample.yaml", '"{{ card.name }}"', '"**{{ card.name }}**"'),
        ("symbols/sign.svg", "H10", "H9"),
    ],
)
def test_what_shows_on_all_faces_changes_all_digests(sample, name, old, new):
    before = faces(sample)
    change(sample, name, old, new)
    assert not set(before) & set(faces(sample))


def test_another_picture_of_the_same_name_changes_them(sample):
    before = faces(sample)
    sample.write("art/a.png", picture(11))
    assert not set(before) & set(faces(sample))


def test_another_font_of_the_same_name_changes_them(sample):
    font = (paths.templates() / "fonts/AlegreyaSans-Regular.ttf").read_bytes()
    sample.write("fonts/AlegreyaSans-Regular.ttf", font)
    before = faces(sample)
    sample.write("fonts/AlegreyaSans-Regular.ttf", font + b"\0")
    assert not set(before) & set(faces(sample))


def test_another_text_changes_its_own_face(sample):
    before = faces(sample)
    change(sample, "cards.csv", "Ice", "Snow")
    after = faces(sample)
    assert (after[0], after[1] in before) == (before[0], False)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("templates/sample.yaml", "template: sample\n", "# a note\n\n\ntemplate: sample\n"),
        ("templates/sample.yaml", "name: {box", "title: {box"),
        ("templates/sample.yaml", "text: {family", "other: {family: Alegreya Sans}\n  text: {family"),
        (
            "templates/sample.yaml",
            "ground: {in: bleed",
            'never: {when: "false", in: bleed, fill: ink}\n      ground: {in: bleed',
        ),
        ("cards.csv", "name\n", "name,unused\n"),
        ("cards.csv", "Ice\n", "Ice\nOffice\n"),
        ("deck.yaml", "title: Sample", "title: Other"),
    ],
)
def test_what_does_not_show_changes_no_digest(sample, name, old, new):
    before = faces(sample)
    change(sample, name, old, new)
    assert faces(sample)[:2] == before


def test_an_icon_with_colours_of_its_own_takes_none(sample):
    sample.write("symbols/sign.svg", SVG.format(10).replace("<path", '<path fill="#00ff00"'))
    before = faces(sample)
    change(sample, "templates/sample.yaml", "icon: sign, color: ink", "icon: sign, color: glow")
    assert faces(sample) == before


def test_digests_are_the_same_in_every_run():
    code = (
        "from carddesigner.core.digest import digest\n"
        "from carddesigner.core.report import Report\n"
        "from carddesigner.deck.find import loaded_deck\n"
        "from carddesigner.pipeline.build import piece_records\n"
        "from carddesigner.pipeline.imposition import lay_out\n"
        "from carddesigner.pipeline.job import print_job\n"
        "d = loaded_deck('nails-and-hammers', Report())\n"
        "print(digest({'x', 'y', 'z'}), [r.front_sha256 for r in piece_records(d, lay_out(print_job(d), Report()))])"
    )
    env = {**os.environ, "PYTHONPATH": f"{paths.shipped()}"}
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**env, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(runs) == 1


def test_values_that_differ_in_kind_have_different_digests():
    values = [
        1,
        1.0,
        True,
        "1",
        b"1",
        None,
        (1,),
        ((1,),),
        Record({"a": 1}),
        Record({"a": "1"}),
        str,
        "str",
        2**70,
        "\ud800",
    ]
    assert len({digest(v) for v in (v for v in values if v is not str)}) == len(values) - 1
    assert digest(Record({"a": 1, "b": 2})) == digest(Record({"b": 2, "a": 1}))
    with pytest.raises(TypeError, match="object has no digest"):
        digest(("a", object()))
