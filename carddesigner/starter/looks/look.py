"""The looks that cards may have: shipped templates in ``templates/looks``, and which of them fits a table best."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report, did_you_mean
from carddesigner.source import paths
from carddesigner.source.files import read_text
from carddesigner.source.yaml import Node, find, load_yaml
from carddesigner.starter.looks.plan import TemplatePlan


class Look(Struct, frozen=True, dict=True):
    """A look: its name, a line about it, and how well it fits a plan: the most of all looks is taken.

    ``windows`` are shares of the card's height that its window for pictures may have, from what it should be to the least, with
    pictures and without; of a look without window none.
    """

    name: str
    about: str
    score: Callable[[TemplatePlan], float]
    windows: tuple[float, ...] = ()
    bare: tuple[float, ...] = ()

    @property
    def file(self) -> Path:
        """Its template."""
        return paths.templates() / "looks" / f"{self.name}.yaml"

    @cached_property
    def faces(self) -> dict[str, dict[str, Node]]:
        """The zones of its faces by their names."""
        root = load_yaml(self.file, read_text(self.file), Report())
        assert root is not None
        return {name: find(face, ("zones",)).mapping for name, face in find(root, ("faces",)).mapping.items()}

    @property
    def zones(self) -> dict[str, Node]:
        """The zones of its front."""
        return self.faces["face"]


def _trading_card(plan: TemplatePlan) -> float:
    return 1.0


def _full_art(plan: TemplatePlan) -> float:
    """For pictures of the card's shape."""
    pictures = plan.picture
    return 2.0 if pictures is not None and pictures.covers(_CARD) else 0.0


_CARD = 63.5 / 88.9


LOOKS = (
    Look(
        "trading-card",
        "a title in a bar, a picture in its window, rules and flavour on a panel, cost, attack and health in discs",
        _trading_card,
        windows=(37, 33, 29, 25, 21),
        bare=(30, 24, 18, 0),
    ),
    Look("full-art", "a picture to the cut, title and text light on its darker foot", _full_art),
)
"""All looks."""


def fittest(plan: TemplatePlan) -> Look:
    """The look that fits a plan best, the first of those that fit as well."""
    return max(LOOKS, key=lambda look: look.score(plan))


def look_named(name: str) -> Look:
    """The look of a name. Raises DeckError with the nearest."""
    for look in LOOKS:
        if look.name == name.removeprefix("looks/"):
            return look
    names = [look.name for look in LOOKS]
    Report().fail(
        "unknown-look", f"there is no look {name!r}{did_you_mean(name, names)}", hint=f"looks are {', '.join(names)}"
    )
