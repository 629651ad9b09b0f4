"""``carddesigner deal``: packs of a deck's cards, by its own recipe."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, Option

from carddesigner.cli.options import OUTPUT, DeckArgument, Json, Output, Quiet, number_option
from carddesigner.core.options import PACKS, SEED

if TYPE_CHECKING:
    from carddesigner.deal.packs import Dealt, Pack

_OWN_SEEDS = 1_000_000
"""Range of the seeds chosen if none is given: short enough to be read aloud."""
_LONGEST_NAME = 80


def deal(
    deck: DeckArgument,
    packs: Annotated[
        list[str] | None,
        Argument(metavar="PACK...", help="A name under the deck's `packs:`; booster=6 for six of them."),
    ] = None,
    boosters: Annotated[int | None, number_option(PACKS, "Short for booster=N.")] = None,
    starter: Annotated[bool, Option("--starter", help="Short for the pack starter.")] = False,
    sealed: Annotated[bool, Option("--sealed", help="Short for the pack sealed.")] = False,
    seed: Annotated[
        int | None,
        number_option(SEED, "The same seed gives the same packs; by default a random one is used."),
    ] = None,
    output: Output = OUTPUT,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Deal packs by the deck's recipe, such as boosters. Writes a list of their cards, which `build --list` prints."""
    from secrets import randbelow

    from carddesigner.cli.report import print_json
    from carddesigner.core.report import Report
    from carddesigner.deal.choose import Choosing
    from carddesigner.deal.packs import deal as deal_packs
    from carddesigner.deal.packs import listing
    from carddesigner.deal.recipe import read_packs
    from carddesigner.deck.find import loaded_deck
    from carddesigner.export.files import write_files
    from carddesigner.export.owner import owner_file

    short = {"starter": starter, "booster": boosters or 0, "sealed": sealed}
    wanted = _wanted([*(packs or ()), *(f"{name}={int(n)}" for name, n in short.items() if n)])
    seed = randbelow(_OWN_SEEDS) if seed is None else seed
    report = Report()
    loaded = loaded_deck(deck, report)
    if not loaded.deck.packs:
        hint = "write what is in a pack: packs: {booster: [{take: 15}]}"
        report.error("no-packs", f"{loaded.deck.deck} has no `packs:`", loaded.root.span, hint=hint)
    all_packs = read_packs(Choosing(loaded, report))
    report.raise_errors()
    _check(wanted, all_packs)
    dealt = deal_packs(all_packs, wanted, seed)
    total = sum(len(d.cards) for d in dealt)
    names = "-".join(wanted) if len("-".join(wanted)) <= _LONGEST_NAME else "packs"
    folder = output / loaded.deck.deck
    owner = owner_file(folder, loaded.folder, loaded.deck.deck)
    path = folder / f"{loaded.deck.deck}-{names}-{seed}.txt"
    summary = f"{', '.join(f'{n:,} × {name}' for name, n in wanted.items())}, seed {seed}: {total:,} cards"
    listed = listing(loaded, dealt, f"{loaded.deck.title}. {summary}").encode()
    write_files({path: listed, **owner})
    if json_:
        made = [_data(d) for d in dealt]
        print_json({"deck": loaded.deck.deck, "seed": seed, "cards": total, "list": str(path), "packs": made})
    if not quiet:
        command = shlex.join(["carddesigner", "build", deck, "--list", str(path)])
        sys.stderr.write(f"{summary}\n{path}\nNext: {command}\n")


def _wanted(texts: Sequence[str]) -> dict[str, int]:
    """The number of packs of each kind, in the order in which they were named."""
    out: dict[str, int] = {}
    for text in texts:
        match = re.fullmatch(r"([^=]+)(?:=([0-9]{1,5}))?", text, re.ASCII)
        number = int(match[2] or 1) if match else 0
        if match is None or not PACKS.least <= number <= PACKS.most:
            message = f"{text!r} is no pack and how many of it; write booster, or booster=6, up to {PACKS.most:,}"
            raise BadParameter(message, param_hint="PACK")
        out[match[1]] = out.get(match[1], 0) + number
    return out


def _check(wanted: Mapping[str, int], packs: Mapping[str, Pack]) -> None:
    """Refuse packs that the deck doesn't have, and more cards than a list can have."""
    from carddesigner.core.report import did_you_mean
    from carddesigner.deck.loaded import MAX_COPIES

    there = f"there are {', '.join(packs)}"
    if not wanted:
        raise BadParameter(f"name the packs; {there}", param_hint="PACK")
    for name in wanted:
        if name not in packs:
            near = did_you_mean(name, packs) or ";"
            raise BadParameter(f"the deck has no pack {name!r}{near} {there}", param_hint="PACK")
    total = sum(packs[name].cards * n for name, n in wanted.items())
    if total > MAX_COPIES:
        raise BadParameter(f"that is {total:,} cards; at most {MAX_COPIES:,} are dealt", param_hint="PACK")


def _data(d: Dealt) -> dict[str, object]:
    cards = [{"id": c.id, "component": c.component, "copies": n} for c, n in d.counted()]
    return {"pack": d.pack, "title": d.title, "cards": cards}
