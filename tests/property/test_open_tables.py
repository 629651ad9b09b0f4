"""An open deck whose tables and texts are edited reads what a fresh start would read, whether they are saved or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from carddesigner.core.report import DeckError, Report
from carddesigner.pipeline.open_deck import WorkingDeck
from tests.examples import examples

DECK = """
deck: tables
title: Tables
language: en
languages: [pt]
stocks: {card: {shape: card, size: poker}}
keywords: {Flying: {bold: true}}
components:
  - {id: ships, stock: card, rows: {file: cards.csv, only: {kind: [ship]}, join: [{rows: ports.csv, on: port, key: name, as: home}]},
     front: sample#front}
  - {id: crew, stock: card, rows: {file: cards.csv, except: {kind: [ship]}}, front: sample#front}
  - {id: ports, stock: card, rows: ports.csv, fields: {size: {type: integer}, next: {type: reference, to: ports}}, front: sample#front}
  - {id: marks, stock: card, rows: marks.csv, fields: {mark: {type: icon}}, front: sample#front}
  - {id: rules, stock: card, pages: rules.md, front: sample#page}
"""
FILES = {
    "deck.yaml": DECK,
    "templates/sample.yaml": """
template: sample
extends: base
fonts: {text: {family: Alegreya Sans}}
styles: {body: {font: text, size: 8pt}, loud: {bold: true}}
palette: {ember: "#b03020"}
faces:
  front: {zones: {name: {box: {top: 5mm, height: 8mm}, text: "{{ card.id }}", style: body}}}
  page: {zones: {text: {box: {top: 5mm, bottom: 5mm}, flow: {text: body, title: body, heading: body}}}}
""",
    "templates/base.yaml": 'template: base\nstyles: {calm: {italic: true}}\npalette: {moss: "#305020"}\n',
    "cards.csv": "id,kind,port,copies\na,ship,Rye,1\nb,ship,Deal,2\nc,man,,1\n",
    "ports.csv": "id,name,name.pt,size,next\nrye,Rye,Centeio,3,deal\ndeal,Deal,Trato,4,\n",
    "marks.csv": "id,mark\nm,sun\nn,moon\n",
    "rules.md": "# Rules\n\nA [ship]{.loud, .calm, color: ember} is [Flying]{color: moss}.\n",
    "rules.pt.md": "# Regras\n\nUm navio voa.\n",
    "symbols/sun.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9h-9z"/></svg>',
    "symbols/moon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h6v6h-6z"/></svg>',
}
EDITED = (
    *("cards.csv", "ports.csv", "marks.csv", "rules.md", "rules.pt.md", "templates/sample.yaml"),
    *("deck.yaml", "symbols/moon.svg", "templates/base.yaml"),
)
WORDS = (
    "a",
    "b",
    "m",
    "ship",
    "man",
    "Rye",
    "Deal",
    "Rye,Deal",
    "rye",
    "deal",
    "1",
    "3",
    "",
    "sun",
    "moon",
    "star",
    "Flying",
    "pt",
    "ember",
    "loud",
    "calm",
    '"',
)


STEP = st.tuples(
    st.sampled_from(("type", "type", "write", "let go")),
    st.sampled_from((*EDITED[:6] * 3, *EDITED[6:])),
    st.integers(0, 99),
    st.sampled_from(WORDS),
)


def made(folder: Path) -> WorkingDeck:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return WorkingDeck(folder / "deck.yaml")


def edited(text: str, at: int, word: str) -> str:
    """A text with another word."""
    words = list(re.finditer(r"[A-Za-z]+|\d+", text))
    if not words:
        return word
    found = words[at % len(words)]
    return text[: found.start()] + word + text[found.end() :]


def read(deck: WorkingDeck, language: str | None) -> object:
    """All that a reading gives."""
    report = Report()
    try:
        loaded = deck.read(report, language)
    except DeckError as problem:
        return list(problem.report)
    if loaded is None:
        return list(report)
    finder = loaded.assets.finder
    components = [
        (
            c.id,
            c.cards,
            [x.number for x in c.cards],
            c.blocks,
            c.translations,
            c.table and [r.values for r in c.table.rows],
        )
        for c in loaded.components
    ]
    counted = loaded.assets.cells, loaded.assets.characters
    return list(report), components, loaded.facts, counted, finder.used, finder.data


@examples(1 / 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEP, min_size=1, max_size=5))
def test_tables_that_are_edited_are_read_as_at_a_fresh_start(
    steps: list[tuple[str, str, int, str]], tmp_path: Path
) -> None:
    deck = made(tmp_path)
    assert deck.loaded(Report()).components[0].cards
    read(deck, "pt")
    for how, name, at, word in steps:
        path = (tmp_path / name).resolve()
        if how == "let go":
            deck.stand_in({})
        elif how == "type":
            deck.stand_in({path: edited(path.read_text(), at, word)})
        else:
            path.write_text(edited(path.read_text(), at, word))
            deck.changed([path])
        fresh = WorkingDeck(tmp_path / "deck.yaml")
        fresh.stand_in(deck.unsaved)
        for language in (None, "pt"):
            assert read(deck, language) == read(fresh, language)


def test_tables_and_texts_that_are_not_edited_stay_as_they_were_read(tmp_path: Path) -> None:
    deck = made(tmp_path)
    before = deck.loaded(Report()).components
    deck.stand_in({(tmp_path / "marks.csv").resolve(): FILES["marks.csv"].replace("moon", "sun")})
    after = deck.loaded(Report()).components
    assert [c.id for b, c in zip(before, after, strict=True) if b.table is not c.table] == ["marks"]
    assert after[3].cards[1].row["mark"] == "sun"
    assert after[4].blocks is before[4].blocks


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("sample", "b03020", "104060"),
        ("sample", "loud: {bold: true}", "loud: {underline: true}"),
        ("base", "calm: {italic: true}", "calm: {bold: true}"),
        ("base", "305020", "104060"),
    ],
)
def test_running_text_has_the_colours_and_styles_that_its_template_has_now(
    file: str, old: str, new: str, tmp_path: Path
) -> None:
    deck = made(tmp_path)
    read(deck, None)
    path = (tmp_path / f"templates/{file}.yaml").resolve()
    right = path.read_text()
    # Half of what is typed can't be read.
    for text in (right.replace(old, new[:-1] + '"'), right.replace(old, new), right):
        path.write_text(text)
        deck.changed([path])
        assert read(deck, None) == read(WorkingDeck(tmp_path / "deck.yaml"), None)


def test_a_table_that_is_edited_while_a_template_cant_be_read_is_read_once_it_can(tmp_path: Path) -> None:
    deck = made(tmp_path)
    template, table = ((tmp_path / name).resolve() for name in ("templates/sample.yaml", "ports.csv"))
    right = template.read_text()
    for path, text in (
        (template, right + '"'),
        (table, table.read_text().replace(",3,", ",5,")),
        (template, right),
    ):
        assert isinstance(read(deck, None), tuple)
        path.write_text(text)
        deck.changed([path])
    assert read(deck, None) == read(WorkingDeck(tmp_path / "deck.yaml"), None)
    assert deck.loaded(Report()).components[2].cards[0].row["size"] == 5


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Tables", "title: Two lines of it\ndescription: more"),
        ("size: poker", "size: tarot"),
        ("Flying: {bold: true}", "Flying: {italic: true}"),
        ("except: {kind: [ship]}", "except: {kind: [man]}"),
        ("language: en", "language: de"),
    ],
)
def test_what_deck_yaml_says_of_tables_and_texts_is_followed_as_it_is_now(old: str, new: str, tmp_path: Path) -> None:
    deck = made(tmp_path)
    read(deck, None)
    path = (tmp_path / "deck.yaml").resolve()
    right = path.read_text()
    for text in (right.replace(old, new), right):
        path.write_text(text)
        deck.changed([path])
        assert read(deck, None) == read(WorkingDeck(path), None)
