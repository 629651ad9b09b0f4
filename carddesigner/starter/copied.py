"""Decks that are copied: the tutorial, and a shipped deck with the templates it uses."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

from carddesigner.core.report import Report
from carddesigner.deck.find import find_deck, loaded_deck
from carddesigner.editors import Kind, modeline
from carddesigner.export.contact_page import contact_page
from carddesigner.export.contact_sheet import CARDS
from carddesigner.export.files import new_folder
from carddesigner.pipeline.imposition import lay_out, split
from carddesigner.pipeline.job import print_job
from carddesigner.source import paths
from carddesigner.source.files import is_there
from carddesigner.source.yaml import find
from carddesigner.starter.made import Made, finished, picture_name
from carddesigner.starter.reading.source import check_kind, tables_inside
from carddesigner.starter.spelling import comment, deck_id, scalar, shortened, unused


def tutorial(folder: Path) -> Made:
    """The deck whose cards explain how decks are made. Raises OutputProblem."""
    title = shortened(comment(folder.resolve().name, 200), 40)
    return _copied(Path(__file__).parent / "tutorial" / "deck.yaml", folder, title if title.isascii() else None)


def copied_deck(name: str, folder: Path) -> Made:
    """A shipped deck with the templates that it uses, to be changed. Raises DeckError, OutputProblem."""
    named = Path(name)
    bare = name not in paths.shipped_decks() and is_there(named) and not is_there(named / "deck.yaml")
    if bare and named.is_dir() and tables_inside(named):
        check_kind(named, Report())
    return _copied(find_deck(name), folder, None)


def _copied(file: Path, folder: Path, title: str | None) -> Made:
    original = loaded_deck(file.parent)
    with new_folder(folder) as place:
        shutil.copytree(file.parent, place, dirs_exist_ok=True)
        # An installation may be read-only, and its files' modes are copied with them.
        for path in (place, *place.rglob("*")):
            path.chmod(path.stat().st_mode | stat.S_IWUSR)
        text = file.read_text("utf-8")
        for key, value in (("title", title), ("deck", unused(deck_id(folder.resolve().name), paths.shipped_decks()))):
            span = find(original.root, (key,)).span
            if value is not None:
                text = f"{text[: span.start]}{scalar(value)}{text[span.end :]}"
        (place / "deck.yaml").write_text(_for_editors("deck", text), encoding="utf-8")
        for template in sorted({n.span.path for s in original.templates.values() for n in s.section("faces").values()}):
            copy = place / "templates" / Path(template).name
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(_for_editors("template", Path(template).read_text("utf-8")), encoding="utf-8")
        deck = loaded_deck(place)
        pieces = lay_out(print_job(deck), Report())
        used = (place / paths.CONTACT_SHEET).resolve() in deck.assets.finder.used
        sheet = picture_name(place, paths.CONTACT_SHEET) if used else paths.CONTACT_SHEET
        (place / sheet).write_bytes(contact_page(deck, pieces, CARDS))
        files = finished(place)
    cards, _ = split(deck, [p for p in pieces if p.stock is None])
    return Made(folder, files, sum(len(p.copies) for p in cards), contact_sheet=sheet)


def _for_editors(kind: Kind, text: str) -> str:
    """A file that begins with the line that names its schema."""
    return text if text.startswith("# yaml-language-server") else modeline(kind) + text
