"""``carddesigner icons``: find icons by words in their names, with their authors, as a list or as pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Argument, Exit, echo

from carddesigner.cli.options import Html, Json
from carddesigner.core.html import html_page

if TYPE_CHECKING:
    from carddesigner.deck.assets import Assets


MAX_SHOWN = 15_000
"""The most icons on a list or a page; nobody looks through more."""


class Shown(NamedTuple):
    """An icon in the list."""

    name: str
    author: str
    licence: str
    source: str
    image: str = ""


def icons(
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="WORD... [DECK]", help="Words of its name; a deck's folder, such as ./my-game, adds its own icons."
        ),
    ] = None,
    html: Html = None,
    json_: Json = False,
) -> None:
    """Find icons by their names. Without words it lists all: the shipped ones, those of game-icons.net, and a deck's
    own.
    """
    from carddesigner.core.report import Problem, Report, series
    from carddesigner.deck.assets import Assets
    from carddesigner.deck.find import read_deck
    from carddesigner.deck.icons import find_icons, icon_names
    from carddesigner.source import paths
    from carddesigner.source.finder import Finder

    words = list(words or ())
    short: Mapping[str, str] = {}
    if words and _is_deck(words[-1]):
        # The deck may have errors, often because of the very icon that is wanted.
        deck, assets = read_deck(words.pop(), Report())
        short = deck.deck.icons if deck is not None else {}
    else:
        assets = Assets(Finder(paths.templates(), paths.templates()))
    try:
        result = find_icons(icon_names(assets, short), words)
    except Problem as problem:
        Report().refuse(problem)
    if result.spelt is not None:
        near = f"; these have {series([repr(w) for w in result.spelt], result.joined)}" if result.names else ""
        sys.stderr.write(f"no icon's name has {series([repr(w) for w in words])}{near}\n")
    names = result.names[:MAX_SHOWN]
    if len(result.names) > MAX_SHOWN:
        sys.stderr.write(f"the first {MAX_SHOWN:,} of {len(result.names):,} icons; words of their names find others\n")
    shown = list(_shown(assets, names, short, pictures=html is not None))
    if json_:
        from carddesigner.cli.report import print_json

        print_json({"icons": [{f: getattr(i, f) for f in ("name", "author", "licence", "source")} for i in shown]})
    if html is not None:
        from carddesigner.export.files import write_files

        title = f"Icons: {' '.join(result.spelt or words)}" if words else "Icons"
        write_files({html: page(title, shown).encode()})
        sys.stderr.write(f"{html}  {len(shown)} icon{'s' * (len(shown) != 1)}\n")
    elif not json_:
        widest = max((len(i.name) for i in shown[:200]), default=0)
        for icon in shown:
            by = ", ".join(filter(None, (icon.author, icon.licence)))
            echo(f"{icon.name:<{widest}}  {by}".rstrip())
    if not shown:
        raise Exit(1)


def _is_deck(word: str) -> bool:
    """Whether an argument is a deck: a shipped deck's id, or a path, unless it is an icon of a shipped set."""
    from carddesigner.source import paths

    prefix, slash, _ = word.partition("/")
    of_a_set = (paths.templates() / f"icons/{prefix}.icons").is_file() and not Path(word).exists()
    return word.startswith(".") or (bool(slash) and not of_a_set) or word in paths.shipped_decks()


def page(title: str, shown: Iterable[Shown]) -> str:
    """Return the page with pictures and a search field. All text from decks is escaped."""
    return html_page(Path(__file__).with_name("icons.html"), title=title, icons=list(shown))


def _shown(assets: Assets, names: Iterable[str], short: Mapping[str, str], *, pictures: bool) -> Iterable[Shown]:
    from carddesigner.deck.icons import as_image, credit_of

    for name in names:
        credit = credit_of(assets, name, short)
        image = as_image(assets, name, short) if pictures else ""
        yield Shown(name, credit.author, credit.licence, credit.source, image)
