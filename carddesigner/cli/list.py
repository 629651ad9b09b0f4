"""``carddesigner list``: the shipped decks, the credits for their fonts and icons, and the known pre-cut sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option, echo

from carddesigner.cli.options import Json

if TYPE_CHECKING:
    from carddesigner.deck.loaded import LoadedComponent, LoadedDeck


def list_decks(
    deck: Annotated[
        str | None, Argument(metavar="[DECK]", help="Only this deck: a shipped one's id, or a folder.")
    ] = None,
    json_: Json = False,
    licences: Annotated[
        bool, Option("--licences", help="List who made fonts, icons and art, and their licences.")
    ] = False,
    sheets: Annotated[
        bool, Option("--sheets", help="The pre-cut sheets that `build --sheet-layout` and `sheet:` know.")
    ] = False,
) -> None:
    """List the shipped decks with their components and counts, or one deck. `--licences` lists the credits due."""
    if sheets:
        _sheets(json_)
        return
    from carddesigner.cli.report import print_json
    from carddesigner.deck.find import loaded_deck
    from carddesigner.source.paths import shipped_decks, templates
    from carddesigner.source.yaml import load_shipped

    if licences and deck is not None:
        _credits(loaded_deck(deck), json_)
        return
    if licences:
        credits = load_shipped(templates() / "credits.yaml")
        if json_:
            print_json({"credits": credits})
            return
        for c in credits:
            echo(f"{c['name']} ({c['what']}): {c['licence']}, {c['author']}, {c['source']}")
        return
    decks = [loaded_deck(name) for name in (shipped_decks() if deck is None else [deck])]
    if json_:
        print_json({"decks": [_data(d) for d in decks]})
        return
    for d in decks:
        echo(f"{d.deck.deck}  {d.deck.title}" + (f": {d.deck.description}" if d.deck.description else ""))
        rows = [(c.id, _amount(c)) for c in d.components]
        rows += [("editions", ", ".join(d.deck.editions))] if d.deck.editions else []
        widest = max(14, *(len(c.id) for c in d.components))
        for name, amount in rows:
            echo(f"  {name:<{widest}} {amount}")


def _credits(deck: LoadedDeck, as_json: bool) -> None:
    """Print the credits for the icons and fonts that a deck prints."""
    from carddesigner.cli.report import print_json
    from carddesigner.core.report import Report
    from carddesigner.deck.credits import credits_of, credits_text
    from carddesigner.layout.credits import Collector
    from carddesigner.pipeline.imposition import lay_out
    from carddesigner.pipeline.job import print_job

    collector = Collector()
    collector.add_text(deck)
    for piece in lay_out(print_job(deck), Report()):
        collector.add(face for faces in (*piece.copies, piece.first) for face in faces)
    used = credits_of(collector.printed, deck.assets)
    text = credits_text(collector.printed.icons, deck.assets)
    if as_json:
        listed = [
            {
                "what": u.what,
                "name": u.credit.title,
                "author": u.credit.author,
                "licence": u.credit.licence,
                "source": u.credit.source,
                "used": list(u.names),
            }
            for u in used
        ]
        print_json({"licence": deck.deck.licence, "credits": listed, "text": text})
        return
    echo(f"{deck.deck.title} (deck): {deck.deck.licence or 'no licence is given in deck.yaml'}")
    for u in used:
        by = ", ".join(filter(None, (u.credit.licence or "no licence is given", u.credit.author, u.credit.source)))
        echo(f"{u.credit.title} ({u.what}): {by}: {', '.join(u.names)}")
    if text:
        echo(f"to be credited in print, as {{{{ credits }}}} in the rules does: {text}")


def _amount(c: LoadedComponent) -> str:
    copies = sum(k.copies for k in c.cards)
    if c.is_die:
        return f"{copies} × {_folded(c)}" + (f" for {', '.join(c.holds)}" if c.holds else "")
    if c.folding is not None:
        return f"a {_folded(c)}"
    return f"{copies} card{'s' * (copies != 1)}" if c.blocks is None else "as many cards as the text needs"


def _data(d: LoadedDeck) -> dict[str, object]:
    components: list[dict[str, object]] = []
    for c in d.components:
        copies = sum(k.copies for k in c.cards)
        if c.is_die or c.folding is not None:
            components.append({"id": c.id, "folded": _folded(c), **({"copies": copies} if c.is_die else {})})
        elif c.blocks is None:
            components.append({"id": c.id, "stock": c.stock_name, "pieces": len(c.cards), "cards": copies})
        else:
            components.append({"id": c.id, "stock": c.stock_name, "pages": "as many as the text needs"})
    about = {"id": d.deck.deck, "title": d.deck.title, "licence": d.deck.licence, "editions": list(d.deck.editions)}
    return {**about, "components": components}


def _folded(component: LoadedComponent) -> str:
    """The kind of a folded component."""
    if component.folding is not None:
        return "booklet" if component.folding.fold is None else "leaflet"
    if component.box is not None:
        return "tuck box" if component.box.shape == "tuck" else component.box.shape
    return component.die.what if component.die is not None else ""


def _sheets(as_json: bool) -> None:
    from carddesigner.cli.report import print_json
    from carddesigner.core.units import MM
    from carddesigner.schema.slot_sheets import makers_sheets

    sheets = makers_sheets()
    if as_json:
        data = [
            {
                "name": name,
                "also": list(made.also),
                "maker": made.maker,
                "what": made.what,
                "paper": made.sheet.paper.name,
                "slots": [[round(v / MM, 3) for v in slot.place] for slot in made.sheet.slots],
                "source": made.source,
            }
            for name, made in sheets.items()
        ]
        print_json({"sheets": data})
        return
    widest = max(map(len, sheets))
    for name, made in sheets.items():
        echo(f"{name:<{widest}}  {made.what}: {len(made.sheet.slots)} on {made.sheet.paper.name}")
        if made.also:
            echo(f"{'':<{widest}}  the same: {', '.join(made.also)}")
    for source in dict.fromkeys(made.source for made in sheets.values()):
        echo(f"numbers from {source}")
