"""The press that a deck is printed on, by the profile that its ``deck.yaml`` names."""

from __future__ import annotations

from carddesigner.core.report import Report
from carddesigner.deck.deck import LoadedDeck
from carddesigner.inks.profile import Profile, read_profile, shipped_profile
from carddesigner.source.files import FileProblem, read_bytes
from carddesigner.source.yaml import find


def press_profile(deck: LoadedDeck, report: Report) -> Profile:
    """The profile of a deck's press, the shipped one where it names none. Raises DeckError for one that can't be used."""
    name = deck.deck.print.profile
    if name is None:
        return shipped_profile()
    place = find(deck.root, ("print", "profile")).span
    try:
        return read_profile(read_bytes(deck.assets.finder.data_file(name)))
    except FileProblem as problem:
        report.refuse(problem, place)
    except ValueError as problem:
        report.fail("bad-profile", f"{name}: {problem}", place)
