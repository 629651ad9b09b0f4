"""Cards that are made by number: ``generate:`` in ``deck.yaml``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from hypothesis import strategies as st

from carddesigner.core.record import as_dict
from carddesigner.core.serials import Serials
from carddesigner.deck.find import loaded_deck
from tests.fuzz.commands import carddesigner
from tests.fuzz.mutations import mutated
from tests.fuzz.sample_deck import judge_files, write, written
from tests.fuzz.target import Input, Target

DECK = b"""\
deck: sample
title: Sample
stocks: {card: {shape: card, size: [30mm, 20mm], bleed: 1mm}}
components:
  - id: cards
    front: sample#front
    generate:
"""
TEMPLATE = b"""\
template: sample
fonts: {text: {family: Alegreya Sans, fallback: [Game Symbols]}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: "#ffffff"}
      name: {in: trim, text: "{{ card.a }}", size: 9pt, min-size: 2pt}
"""


def judge(case: Input) -> None:
    """A definition ends in words or in cards; a card alone, by its number, is what it is among all."""
    indented = b"\n".join(b"      " + line for line in case.data.split(b"\n"))
    files = {"deck.yaml": DECK + indented, "templates/sample.yaml": TEMPLATE}
    if judge_files(files):
        return
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "deck"
        write(folder, files)
        (component,) = loaded_deck(folder).components
        if component.serials is None:
            return
        rows = dict(zip(component.serials.numbers(), [as_dict(card.row) for card in component.cards], strict=True))
        for number in (min(rows), max(rows)):
            (only,) = loaded_deck(folder, serials=Serials(((number, number),))).components[0].cards
            assert as_dict(only.row) == rows[number]
        built = carddesigner("build", f"{folder}/", "-o", Path(scratch) / "one", "--serials", str(min(rows)), "--quiet")
        assert built.code == 0, built
        assert written(Path(scratch) / "one")


numbers = st.one_of(
    st.integers(0, 30), st.sampled_from([-1, 10**12, 10**13, 2**63, 0.5, "3", None, True, 99, 100, 1000])
)
texts = st.one_of(st.sampled_from(["", "A-", "★", "{{ 1 }}", "**", "x" * 70, "/27", "a: b"]), st.text(max_size=5))
words = st.one_of(st.sampled_from(["tree", "pond", "Cake", 1, 2.5, "", None]), st.text(max_size=4))


def some(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=keys)


fields = st.one_of(
    st.sampled_from(["number", "code", "bingo", "sample", "nmber", None, 5, {}, {"number": {}, "code": {}}]),
    st.fixed_dictionaries({"number": some(digits=numbers, prefix=texts, suffix=texts)}),
    st.fixed_dictionaries({"code": some(length=numbers, check=st.booleans(), group=numbers)}),
    st.fixed_dictionaries(
        {
            "bingo": some(
                columns=st.integers(0, 11),
                rows=st.integers(0, 11),
                numbers=st.sampled_from([25, 30, 75, 90, 100, 1, 0, 1000, 1001]),
                free=texts,
            )
        }
    ),
    st.fixed_dictionaries(
        {"sample": some(of=st.lists(words, max_size=7), take=st.integers(0, 8), repeats=st.booleans())}
    ),
    st.fixed_dictionaries(
        {
            "shuffle": st.one_of(
                st.lists(words, max_size=9), st.dictionaries(texts, st.integers(0, 9), max_size=4), st.none()
            )
        }
    ),
)
definitions = st.fixed_dictionaries(
    {
        "count": st.one_of(st.integers(1, 12), numbers),
        "fields": st.dictionaries(
            st.sampled_from(["a", "b", "id", "copies", "name.pt", "a.b", "serial", ""]), fields, max_size=4
        ).flatmap(lambda d: fields.map(lambda f: {"a": f, **d})),
    },
    optional={"seed": st.one_of(texts, numbers), "serial-from": numbers, "serials": texts, "nothing": texts},
)


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Definitions of any fields, and known ones mutated."""
    made = definitions.map(
        lambda value: Input(
            "generate.yaml", yaml.safe_dump(value, allow_unicode=True, sort_keys=False).encode(errors="replace")
        )
    )
    return st.one_of(made, mutated(seeds))


TARGET = Target("generated", judge, inputs)
