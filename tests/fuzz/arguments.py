"""What is typed behind ``carddesigner``: any command with any options, on a small deck."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from enum import EnumType
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer
from hypothesis import strategies as st

from carddesigner.cli.app import COMMANDS, app
from tests.fuzz.commands import Files, carddesigner
from tests.fuzz.generated import DECK as NUMBERED
from tests.fuzz.generated import TEMPLATE as OF_NUMBERED
from tests.fuzz.mutations import mutated
from tests.fuzz.sample_deck import RICH, write, written
from tests.fuzz.settings import PLAIN
from tests.fuzz.target import Input, Target
from tests.pdf_maker import make_pdf

FILES: Files = {
    **{f"rich/{name}": data for name, data in RICH.items()},
    **{f"two/{name}": data for name, data in PLAIN.items()},
    "two/packs.txt": b"",
    "many/deck.yaml": NUMBERED + b"      {count: 9, seed: x, fields: {a: number, b: code}}\n",
    "many/templates/sample.yaml": OF_NUMBERED,
    "cards.csv": b"name,text\nFire,Burn\nIce,Freeze\n",
    "house.yaml": b"target: House\n",
    "nightly.yaml": b"builds: [{deck: ./two}]\n",
}
UNSEEN = frozenset(("designer", "refresh", "playtest"))
"""Commands that serve, read from elsewhere, or play for long."""
UNSEEN_OPTIONS = frozenset(("--watch", "--open", "--install-completion", "--show-completion"))


def judge(case: Input) -> None:
    """A command does something, or says why it doesn't; decks stay as they are but for what is to be written into them."""
    try:
        arguments = json.loads(case.data)
    except (ValueError, RecursionError):
        return
    if (
        not isinstance(arguments, list)
        or not arguments
        or not all(isinstance(one, str) and "\0" not in one for one in arguments)
    ):
        return
    if arguments[0] in UNSEEN or UNSEEN_OPTIONS & {a.partition("=")[0] for a in arguments}:
        return
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "work"
        write(folder, FILES)
        make_pdf(folder / "sample.pdf")
        os.environ["XDG_CONFIG_HOME"] = str(Path(scratch) / "config")
        os.chdir(folder)
        ran = carddesigner(*[one.encode(errors="replace").decode() for one in arguments])
        assert ran.code in (0, 1, 2), ran
        assert ran.code == 0 or ran.err or ran.out, ran
        if arguments[0] not in ("new", "declare-fields", "accept-translations", "schema"):
            after = written(folder)
            assert {name: after.get(name) for name in FILES} == FILES
        os.chdir("/")


PLACES = (
    *["./two", "./rich", "./many"] * 5,
    *("monogoto", "./none", ".", "", "..", "cards.csv", "sample.pdf"),
    *("two", "x#y", "./two@HEAD", "-"),
)
WORDS = (
    *(
        "1",
        "0",
        "-1",
        "2",
        "3",
        "1-2",
        "2-1",
        "1,3",
        "99999999999999999999",
        "1e3",
        "nan",
        "0.5",
        "1-9",
        "",
        " ",
        "all",
        "a",
        "b",
    ),
    *(
        "cards",
        "cards-001",
        "none",
        "A4",
        "Letter",
        "A4 landscape",
        "1x1mm",
        "100x100mm",
        "0x0mm",
        "5000x5000mm",
        "9pt",
        "3mm",
        "-3mm",
    ),
    *(
        "1e9mm",
        "50%",
        "3furlong",
        "1 2",
        "1mm 2mm",
        "crop",
        "cut",
        "long-edge",
        "sheets",
        "pieces",
        "booklet",
        "en",
        "pt",
        "xx",
        "base",
    ),
    *(
        "light",
        "cmyk",
        "rgb",
        "pdfx4",
        "pdfx1a",
        "json",
        "png",
        "svg",
        "pdf",
        "tabletop-simulator",
        "dxf",
        "makeplayingcards",
    ),
    *(
        "./house.yaml",
        "nightly.yaml",
        "cards.csv",
        "./cards.csv",
        "sample.pdf",
        "card.name == 'Fire'",
        "card.cost > 1",
        "card.",
        "true",
    ),
    *(
        "{{ 1 }}",
        "name=Fire",
        "a:b",
        "office",
        "A 1.3 -0.6, B 1.2 0.1, C 0.5 -0.6, D 0.4 0.0",
        "A 6, B 6.5",
        "left 4, top 3",
    ),
    *(
        "0.8 -0.3",
        "out",
        "out/x",
        "/proc/x",
        "x" * 300,
        "漢",
        "\u202e",
        "é.csv",
        "~",
        "*",
        "--",
        "-h",
        "%s",
        "{}",
        "a\nb",
    ),
)


@cache
def options(command: str) -> tuple[tuple[str, bool, tuple[str, ...]], ...]:
    """A command's options: what each is called, whether it takes no value, and what it says that it takes."""
    group: Any = typer.main.get_command(app)
    found = []
    for param in group.get_command(None, command).params:
        if param.param_type_name == "option":
            kind = param.type_descriptor.annotation
            choices = tuple(one.value for one in kind) if isinstance(kind, EnumType) else ()
            for name in (*param.opts, *param.secondary_opts):
                found.append((name, bool(param.is_flag), choices))
    return tuple(o for o in found if o[0] not in UNSEEN_OPTIONS)


USUAL = {
    "--paper": ("A4", "Letter", "A3", "100x100mm"),
    "--back-bleed": ("3mm", "4mm"),
    "--standard": ("pdfx4", "pdfx1a"),
    "--sleeves": ("66x91mm", "standard"),
    "--marks": ("crop", "none", "cut-lines,registration,centre,fold", "silhouette", "cricut", "slug"),
    "--gutter": ("0mm", "2mm", "6mm", "auto"),
    "--copies": ("1", "2"),
    "--select": ("card.cost > 1", "card.id == 'a'", "true", "copy == 1"),
    "--serials": ("1-3", "2", "1,3"),
    "--split": ("1", "2"),
    "--jobs": ("1",),
    "--list": ("fronts", "cards.csv", "id"),
    "--since": ("out",),
    "--sheet": ("1", "2"),
    "--first-slot": ("2", "9"),
    "--blank-slots": ("1", "1,2"),
    "--skip": ("1", "2"),
    "--mark-inset": ("1mm",),
    "--mark-length": ("3mm",),
    "--language": ("pt", "en", "all"),
    "--edition": ("base", "all"),
    "--picture-dpi": ("72", "300"),
    "--batch": ("nightly.yaml",),
    "--boosters": ("1", "3"),
    "--seed": ("1", "x"),
    "--dpi": ("36", "72"),
    "--side": ("front", "back"),
    "--simulate-shift": ("0.5mm", "0.5mm 0.3mm"),
    "--to": (
        "json",
        "png",
        "svg",
        "tabletop-simulator",
        "contact-sheet",
        "gallery",
        "./house.yaml",
        "makeplayingcards",
    ),
    "--for": ("./house.yaml", "home", "pdfx4", "makeplayingcards"),
    "--layout": ("pieces", "sheets"),
    "--from": ("cards.csv", "two", "monogoto"),
    "--columns": ("name", "name,text"),
    "--quantity": ("copies", "none"),
    "--look": ("trading-card", "event", "two-halves", "playing-card"),
    "--size": ("poker", "tarot", "50x50mm"),
    "--html": ("out.html",),
    "--output": ("out",),
    "-o": ("out",),
    "--by": ("cost", "name"),
    "--draw": ("1", "2"),
    "--of": ("cards", "name"),
    "--printer": ("office",),
    "--set": ("A 1.3 -0.6, B 1.2 0.1, C 0.5 -0.6, D 0.4 0.0",),
    "--margin": ("left 4, top 3, right 4, bottom 13", "5"),
    "--shift": ("0.8 -0.3",),
    "--brightness": ("A 6, B 6.5, C 5",),
}
"""What options mostly get."""
TAKES = {"diff": 2, "deal": 2, "list": 0, "calibrate": 0}
"""How many things commands are of; one, where nothing is said."""


@st.composite
def lines(draw: st.DrawFn) -> Input:
    """A command with a deck or a file, and some of its options."""
    command = draw(st.sampled_from([*sorted(set(COMMANDS) - UNSEEN), "build", "build", "export", "export", "new"]))
    count = TAKES.get(command, 1) if draw(st.integers(0, 9)) else draw(st.integers(0, 3))
    places = st.sampled_from(("made", "made", *PLACES) if command == "new" else PLACES)
    out = [command, *draw(st.lists(places, min_size=count, max_size=count))]
    known = options(command)
    for name, is_flag, choices in draw(st.lists(st.sampled_from(known), max_size=5, unique=True)) if known else ():
        usual = choices or USUAL.get(name, WORDS)
        out += [name] if is_flag else [name, draw(st.sampled_from(usual if draw(st.integers(0, 4)) else WORDS))]
    return Input("json", json.dumps(out, ensure_ascii=False).encode(errors="replace"))


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Command lines of any options, and known ones mutated."""
    return st.one_of(*[lines()] * 6, mutated(seeds, tuple(w.encode() for w in WORDS)))


TARGET = Target("arguments", judge, inputs)
