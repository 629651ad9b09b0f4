"""``carddesigner fonts``: the fonts of a deck, the program and the computer; copies a font of the computer into a
deck.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, echo

from carddesigner.cli.options import Html, Json
from carddesigner.core.html import data_address, html_page

if TYPE_CHECKING:
    from carddesigner.deck.font_list import ListedFont

_TITLES = {"deck": "In the deck's fonts/", "program": "Shipped", "computer": "On this computer (not used until added)"}
SHOWN = 20
"""The most characters listed that no font has."""
_SAMPLE = "Hamburgefonstiv 0123456789"


def fonts(
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="[DECK] | add NAME DECK", help="A deck's folder, such as ./my-game; `add` copies a font into it."
        ),
    ] = None,
    html: Html = None,
    json_: Json = False,
) -> None:
    """List the available fonts, and how many of a deck's characters each has. `add` copies one from this computer."""
    words = list(words or ())
    if words[:1] == ["add"]:
        if len(words) != 3:
            raise BadParameter("add takes a font's name and a deck: carddesigner fonts add 'Noto Sans JP' ./my-game")
        _add(words[1], words[2])
        return
    if len(words) > 1:
        raise BadParameter("one deck at a time")
    _list(words[0] if words else None, html, json_)


def _list(deck: str | None, html: Path | None, json_: bool) -> None:
    from carddesigner.core.report import Report
    from carddesigner.deck.find import read_deck
    from carddesigner.deck.font_list import Origin, letters_of, listed
    from carddesigner.source import paths
    from carddesigner.text.font_files import computer_folders

    folders: list[tuple[Origin, Path]] = []
    letters = frozenset[str]()
    if deck is not None:
        # The deck may have errors, often because of the very font that is wanted.
        loaded, assets = read_deck(deck, Report())
        letters = letters_of(loaded) if loaded is not None else letters
        folders += [("deck", folder) for folder in assets.finder.font_folders[:-1]]
    folders.append(("program", paths.templates() / "fonts"))
    folders += [("computer", folder) for folder in computer_folders()]
    fonts = list(listed(folders, letters))
    if json_:
        from carddesigner.cli.report import print_json

        print_json({"letters": len(letters), "fonts": [_data(font, letters) for font in fonts]})
    if html is not None:
        from carddesigner.export.files import write_files

        write_files({html: page(f"Fonts for {deck}" if deck else "Fonts", fonts, letters).encode()})
        sys.stderr.write(f"{html}  {len(fonts)} fonts\n")
    elif not json_:
        _print(fonts, letters)


def _print(fonts: Sequence[ListedFont], letters: frozenset[str]) -> None:
    for origin, title in _TITLES.items():
        own = [font for font in fonts if font.origin == origin]
        if letters and origin == "computer":
            # There may be very many, so the suitable ones come first.
            own = sorted((f for f in own if f.lacks != letters and not f.problem), key=lambda f: len(f.lacks))
        if own:
            echo(title)
            widest = min(max(len(font.family) for font in own), 34)
        for font in own:
            echo(
                f"  {font.family:<{widest}}  {font.problem or ', '.join(filter(None, (_covers(font, letters), font.faces)))}"
            )
    if letters:
        echo(f"The deck has {len(letters)} different letters and signs.")
    if left := frozenset.intersection(letters, *(f.lacks for f in fonts if f.origin != "computer" and not f.problem)):
        shown = " ".join(sorted(left)[:SHOWN]) + (f" and {len(left) - SHOWN} more" if len(left) > SHOWN else "")
        echo(f"In no font of the deck or the program: {shown}")
        some = [f for f in fonts if f.origin == "computer" and not f.problem and 4 * len(left - f.lacks) >= len(left)]
        best = sorted(some, key=lambda f: (len(f.lacks & left), f.family))[:3]
        have = ", ".join(f"{f.family} has {len(left - f.lacks)}" for f in best)
        echo(
            f"  of these on this computer {have}"
            if best
            else "  nor in any font of this computer: add a font that has them"
        )


def _covers(font: ListedFont, letters: frozenset[str]) -> str:
    """How many of the deck's characters a font has, and some that it lacks."""
    if not letters:
        return ""
    some = "".join(sorted(font.lacks)[:6])
    lacks = (
        f" (not {some}{'…' if len(font.lacks) > 6 else ''})" if font.lacks and len(font.lacks) < len(letters) else ""
    )
    return f"{len(letters) - len(font.lacks)} of {len(letters)}{lacks}"


def _data(font: ListedFont, letters: frozenset[str]) -> dict[str, object]:
    faces = [
        {
            "file": str(f.path),
            "style": f.style,
            "weight": f.weight,
            "italic": f.italic,
            "axes": {a.tag: [a.least, a.default, a.most] for a in f.axes},
            "instances": [name for name, _ in f.instances],
        }
        for f in font.files
    ]
    covers = len(letters) - len(font.lacks) if not font.problem else 0
    more = {"licence": font.licence, "problem": font.problem, "faces": faces}
    return {
        "family": font.family,
        "origin": font.origin,
        "covers": covers,
        "lacks": "".join(sorted(font.lacks)),
        **more,
    }


def page(title: str, fonts: Sequence[ListedFont], letters: frozenset[str]) -> str:
    """Return the page with a sample of each font. All text from fonts and decks is escaped."""
    shown = [(font, _covers(font, letters), _sample(font, letters)) for font in fonts]
    groups = [(name, [one for one in shown if one[0].origin == origin]) for origin, name in _TITLES.items()]
    groups = [group for group in groups if group[1]]
    return html_page(Path(__file__).with_name("fonts.html"), title=title, groups=groups)


def _sample(font: ListedFont, letters: frozenset[str]) -> str:
    """A line set in a font, as the data URL of an SVG. It shows the deck's characters if these are in another
    script.
    """
    from carddesigner.core.report import Problem
    from carddesigner.deck.font_list import MAX_SAMPLE
    from carddesigner.text.fonts import FontFamily

    if font.problem:
        return ""
    try:
        face = FontFamily(font.family, font.files).face(False, False, exact=False)
    except (Problem, OSError):
        return ""
    own = "".join(sorted(c for c in letters if ord(c) > 0x24F and face.has(c)))
    text = (own if (own and len(own) > len(letters) / 4) or not face.has_all(_SAMPLE) else _SAMPLE)[:MAX_SAMPLE]
    run = face.shape(text or _SAMPLE)
    paths, x = [], 0.0
    for glyph in run.glyphs:
        steps = "".join(f"{op.upper()}{' '.join(f'{v:.0f}' for v in at)}" for op, *at in face.outline(glyph.id))
        paths.append(f"<path transform='translate({x + glyph.dx:.0f} {-glyph.dy:.0f})' d='{steps.replace('H', 'Z')}'/>")
        x += glyph.advance
    height = face.ascent + face.descent
    view = f"0 {-face.ascent:.0f} {max(x, 1):.0f} {height:.0f}"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{view}'>{''.join(paths)}</svg>"
    return data_address("image/svg+xml", svg.encode())


def _add(name: str, deck: str) -> None:
    from carddesigner.core.report import Problem, Report
    from carddesigner.deck.find import find_deck
    from carddesigner.deck.font_list import to_copy
    from carddesigner.export.files import write_files

    folder = find_deck(deck).parent / "fonts"
    try:
        if not folder.resolve().is_relative_to(folder.parent.resolve()):
            raise Problem(
                "outside-folder", f"{folder} leads out of the deck's folder; a deck's files must be inside it"
            )
        files, licence = to_copy(name)
    except Problem as problem:
        Report().refuse(problem)
    copies = {folder / file.path.name: file.path.read_bytes() for file in files}
    for there, data in copies.items():
        if there.exists() and (not there.is_file() or there.read_bytes() != data):
            raise BadParameter(f"{there} exists already and differs; remove it first")
    write_files(copies)
    for there in copies:
        echo(str(there))
    echo(f"licence: {licence or 'the font states none; ask its maker before you give the deck away'}")
    echo(f"in a template: fonts: {{text: {{family: {files[0].family}}}}}")
