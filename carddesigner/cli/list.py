"""``carddesigner list``: the shipped decks, and whom their fonts and icons come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from carddesigner.cli.options import Json

if TYPE_CHECKING:
    from carddesigner.deck.deck import LoadedComponent


def list_decks(
    json_: Json = False,
    licences: Annotated[
        bool, typer.Option("--licences", help="Who made fonts, icons and art, and their licences.")
    ] = False,
) -> None:
    """Show the shipped decks with their components and counts."""
    if licences:
        _licences(json_)
        return
    from carddesigner.cli.report import print_json
    from carddesigner.deck.find import loaded_deck
    from carddesigner.source.paths import shipped_decks

    decks = [loaded_deck(name) for name in shipped_decks()]
    if json_:
        data = [
            {
                "id": d.deck.deck,
                "title": d.deck.title,
                "licence": d.deck.licence,
                "editions": list(d.deck.editions),
                "components": [
                    {"id": c.id, "folded": folded(c), "copies": sum(k.copies for k in c.cards)}
                    if c.is_die
                    else {
                        "id": c.id,
                        "stock": c.stock_name,
                        "pieces": len(c.cards),
                        "cards": sum(k.copies for k in c.cards),
                    }
                    if c.blocks is None
                    else {"id": c.id, "stock": c.stock_name, "pages": "as many as the text needs"}
                    if c.folding is None
                    else {"id": c.id, "folded": "booklet" if c.folding.fold is None else "leaflet"}
                    for c in d.components
                ],
            }
            for d in decks
        ]
        print_json({"decks": data})
        return
    for d in decks:
        typer.echo(f"{d.deck.deck}  {d.deck.title}" + (f": {d.deck.description}" if d.deck.description else ""))
        widest = max(14, *(len(c.id) for c in d.components))
        for c in d.components:
            copies = sum(k.copies for k in c.cards)
            amount = f"{copies} card{'s' * (copies != 1)}"
            if c.blocks is not None:
                amount = "as many cards as the text needs"
            if c.folding is not None:
                amount = "a booklet" if c.folding.fold is None else "a leaflet"
            if c.is_die:
                amount = f"{copies} × {folded(c)}" + (f" for {', '.join(c.holds)}" if c.holds else "")
            typer.echo(f"  {c.id:<{widest}} {amount}")
        if d.deck.editions:
            typer.echo(f"  {'editions':<{widest}} {', '.join(d.deck.editions)}")


def folded(component: LoadedComponent) -> str:
    """What a net or a box is."""
    if component.box is not None:
        return "tuck box" if component.box.shape == "tuck" else component.box.shape
    return component.die.what if component.die is not None else ""


def _licences(as_json: bool) -> None:
    from carddesigner.cli.report import print_json
    from carddesigner.source.paths import templates
    from carddesigner.source.yaml import load_shipped

    credits = load_shipped(templates() / "credits.yaml")
    if as_json:
        print_json({"credits": credits})
        return
    for credit in credits:
        typer.echo(f"{credit['name']} ({credit['what']}): {credit['licence']}, {credit['author']}, {credit['source']}")
