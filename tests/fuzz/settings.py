"""What is read besides a deck: batches, print houses, printers, accepted translations, manifests of earlier builds, sets of icons."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from tests.fuzz.commands import Ran, carddesigner, problems
from tests.fuzz.deck_mutations import TREE_CHANGES
from tests.fuzz.mutations import fractions, mutated
from tests.fuzz.sample_deck import judge_files, write, written
from tests.fuzz.target import Input, Target
from tests.fuzz.yaml_files import WORDS, with_tree_changed
from tests.pdf_maker import make_pdf

DECK = b"""\
deck: sample
title: Sample
language: en
languages: [pt]
stocks: {card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}}
components: [{id: cards, rows: cards.csv, front: sample#front}]
"""
TEMPLATE = b"""\
template: sample
fonts: {text: {family: Alegreya Sans}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: "#ffffff"}
      name: {in: safe, text: "{{ card.name }}", size: 9pt}
"""
PLAIN = {
    "deck.yaml": DECK,
    "templates/sample.yaml": TEMPLATE,
    "cards.csv": b"id,name,name.pt\na,Fire,Fogo\nb,Ice,Gelo\n",
}
ICONS = b"""\
      home: {box: {left: 5mm, top: 40mm, width: 9mm, height: 9mm}, icon: mine/home}
      words: {in: safe, text: ":mine/alias: x", size: 9pt}
"""


def told(ran: Ran) -> None:
    """A command did what it was to do, or says what is wrong."""
    assert ran.code in (0, 1), ran
    assert ran.code == 0 or "error[" in ran.err, ran


def batch(folder: Path, data: bytes) -> None:
    (folder / "nightly.yaml").write_bytes(data)
    ran = carddesigner(
        "build", "--batch", folder / "nightly.yaml", "-o", folder / "output", "--quiet", "--no-cache", "--jobs", "1"
    )
    told(ran)
    assert ran.code or list((folder / "output").rglob("*.pdf"))


def house(folder: Path, data: bytes) -> None:
    (folder / "house.yaml").write_bytes(data)
    for command in (
        ("preflight", sample_pdf(folder), "--for", folder / "house.yaml", "--quiet"),
        ("export", f"{folder}/deck/", "--to", f"{folder}/house.yaml", "-o", folder / "output"),
    ):
        told(carddesigner(*command))


def sample_pdf(folder: Path) -> Path:
    return make_pdf(folder / "sample.pdf")


def printer(folder: Path, data: bytes) -> None:
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    write(folder / "config/carddesigner/printers", {"office.yaml": data})
    ran = carddesigner(
        "build", f"{folder}/deck/", "--printer", "office", "-o", folder / "output", "--quiet", "--no-cache"
    )
    told(ran)
    told(carddesigner("calibrate", "--printer", "office", "--shift", "0.8 -0.3", "-o", folder / "output"))


def translations(folder: Path, data: bytes) -> None:
    (folder / "deck/translations.json").write_bytes(data)
    for found in problems(folder / "deck"):
        assert "translations.json" in str(found.span), found
    # Accepting writes it anew.
    told(carddesigner("accept-translations", f"{folder}/deck/", "pt"))
    assert problems(folder / "deck") == []


def manifest(folder: Path, data: bytes) -> None:
    """The manifest of an earlier build is another: the next build is whole, and comparing with it ends in words."""
    deck = f"{folder}/deck/"
    built = ("build", deck, "-o", folder / "output", "--quiet")
    assert carddesigner(*built).code == 0
    files = written(folder / "output")
    (name,) = (n for n in files if n.endswith("-sheets.json"))
    (folder / "earlier.json").write_bytes(data)
    for command in (
        ("diff", folder / "earlier.json", deck),
        ("build", deck, "--since", folder / "earlier.json", "-o", folder / "since"),
    ):
        ran = carddesigner(*command)
        assert ran.code in (0, 1), ran
        assert ran.code == 0 or ran.err or ran.out, ran
    (folder / "output" / name).write_bytes(data)
    assert carddesigner(*built).code == 0
    assert written(folder / "output") == files


def icons(folder: Path, data: bytes) -> None:
    judge_files({**PLAIN, "templates/sample.yaml": TEMPLATE + ICONS, "symbols/mine.json": data})
    assert carddesigner("icons", "home", f"{folder}/deck/").code in (0, 1)


KINDS: dict[str, Callable[[Path, bytes], None]] = {
    "batch.yaml": batch,
    "house.yaml": house,
    "printer.yaml": printer,
    "translations.json": translations,
    "manifest.json": manifest,
    "icons.json": icons,
}


def judge(case: Input) -> None:
    """A file ends in words that name it, or in what it was read for; the deck stays as it is."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder / "deck", PLAIN)
        KINDS[case.kind](folder, case.data)
        assert {**written(folder / "deck"), "translations.json": b""} == {**PLAIN, "translations.json": b""}


@cache
def made() -> list[Input]:
    """What the program itself writes."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder / "deck", PLAIN)
        carddesigner("build", f"{folder}/deck/", "-o", folder / "output", "--quiet")
        (manifest,) = (data for name, data in written(folder / "output").items() if name.endswith("-sheets.json"))
        carddesigner("accept-translations", f"{folder}/deck/", "pt")
        accepted = (folder / "deck/translations.json").read_bytes()
    return [Input("manifest.json", manifest), Input("translations.json", accepted)]


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Known files mutated, as trees and as text."""
    known = [*seeds, *made()]
    trees = st.builds(
        with_tree_changed,
        st.sampled_from(known),
        st.lists(st.tuples(st.sampled_from(TREE_CHANGES), fractions, fractions), min_size=1, max_size=4),
    )
    return st.one_of(trees, trees, mutated(known, WORDS))


TARGET = Target("settings", judge, inputs)
