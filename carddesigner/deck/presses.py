"""The profile of a deck's press, named in its ``deck.yaml``."""

from __future__ import annotations

from carddesigner.core.report import Report
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.inks.profile import Profile, read_profile, shipped_profile
from carddesigner.source.files import FileProblem, read_bytes
from carddesigner.source.yaml import find


def press_profile(deck: LoadedDeck, report: Report) -> Profile:
    """Return the profile of a deck's press, by default the shipped one. Raises DeckError for an unusable profile."""
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
