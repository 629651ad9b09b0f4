"""The looks that cards may have: shipped templates in ``templates/looks``, and which of them fits a table best."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from carddesigner.core.report import Report, did_you_mean
from carddesigner.source import paths
from carddesigner.source.files import read_text
from carddesigner.source.merge import merge
from carddesigner.source.yaml import Node, find, load_yaml
from carddesigner.starter.looks import halves, suits
from carddesigner.starter.looks.plan import NUMBERS, TEXTS, TemplatePlan
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.roles.vocabulary import folded


def _as_it_is(plan: TemplatePlan) -> TemplatePlan:
    return plan


class Look(Struct, frozen=True, dict=True):
    """A look: its name, a line about it, and how well it fits a plan: the most of all looks is taken.

    ``windows`` are shares of the card's height that its window for pictures may have, from what it should be to the
    least, with pictures and without; of a look without window none. ``arranged`` puts columns into other roles for this
    look, ``face`` says which of its faces such a plan takes. ``large`` are zones whose type is set as large as the
    deck's texts allow, with the most points.
    """

    name: str
    about: str
    score: Callable[[TemplatePlan], float]
    windows: tuple[float, ...] = ()
    bare: tuple[float, ...] = ()
    roomy: tuple[float, ...] = ()
    """Larger shares, where all texts are short."""
    sized: tuple[str, ...] = ("window",)
    """The zones that are so high; a title among them gives room as a window does."""
    arranged: Callable[[TemplatePlan], TemplatePlan] = _as_it_is
    face: Callable[[TemplatePlan], str] | None = None
    large: dict[str, float] = {}
    foot: tuple[str, str] | None = None
    """How far above the lower edge the window ends where no text stands below it: without numbers there, and with such.
    """
    label: tuple[str, str, str] = ("24%", "24%", "3.2mm")
    """Left, right and top of a line of text over the picture, or over the ornament in its place, where it hides
    nothing.
    """
    label_heights: tuple[float, float] = (4, 8)
    """Millimetres that such a line is high, with a short text and with a longer one."""

    @property
    def file(self) -> Path:
        """Its template."""
        return paths.templates() / "looks" / f"{self.name}.yaml"

    @cached_property
    def _root(self) -> Node:
        root = load_yaml(self.file, read_text(self.file), Report())
        assert root is not None
        return root

    @cached_property
    def faces(self) -> dict[str, dict[str, Node]]:
        """The zones of its faces by their names."""
        faces = find(self._root, ("faces",)).mapping
        return {name: find(_whole(face, faces), ("zones",)).mapping for name, face in faces.items()}

    @property
    def styles(self) -> dict[str, Node]:
        """Its styles by their names."""
        return find(self._root, ("styles",)).mapping

    @property
    def fonts(self) -> dict[str, Node]:
        """Its fonts by their names."""
        return find(self._root, ("fonts",)).mapping

    @property
    def zones(self) -> dict[str, Node]:
        """The zones of its front."""
        return self.faces["face"]


def _whole(face: Node, faces: dict[str, Node]) -> Node:
    """A face with what it has of the one that it extends."""
    above = face.mapping.get("extends")
    return merge(_whole(faces[str(above.value)], faces), face, Report()) if above is not None else face


_CARD = 63.5 / 88.9
_DEFENCES = {
    "defense",
    "defence",
    "def",
    "verteidigung",
    "abwehr",
    "defensa",
    "defesa",
    "difesa",
    "obrona",
    "защита",
    "防御",
}


def _trading_card(plan: TemplatePlan) -> float:
    """For all that has nothing of the others."""
    return 1.0


def _event(plan: TemplatePlan) -> float:
    """For titles and texts without costs and numbers, and for pictures that are wide."""
    shape = plan.picture.shape if plan.picture is not None else None
    plain = bool(plan.of(*TEXTS)) and not plan.of(Role.COST, *NUMBERS)
    return (1.3 if plain else 0.0) + (0.4 if shape is not None and shape > 1.2 else 0.0)


def _unit(plan: TemplatePlan) -> float:
    """For four numbers and more."""
    return 2.0 if len(plan.of(*NUMBERS)) >= 4 else 0.0


def _full_art(plan: TemplatePlan) -> float:
    """For pictures of the card's shape."""
    return 2.2 if plan.picture is not None and plan.picture.shapes and plan.picture.covers(_CARD) else 0.0


def _defended(plan: TemplatePlan) -> TemplatePlan:
    """The plan with a defence opposite the attack, where nothing says health."""
    defences = [p for p in plan.of(Role.STAT) if folded(p.label) in _DEFENCES]
    if plan.of(Role.HEALTH) or not plan.of(Role.ATTACK) or len(defences) != 1:
        return plan
    return plan.moved(defences[0], Role.HEALTH)


LOOKS = (
    Look(
        "trading-card",
        "title in a bar, picture in a window, rules and flavour on a panel, cost, attack and health in discs",
        _trading_card,
        arranged=_defended,
        windows=(37, 33, 29, 25, 21),
        bare=(30, 24, 18, 0),
        roomy=(59, 50, 43),
        foot=("3.2mm + 4%", "3.2mm + 13.5%"),
        label=("3.2mm + 3%", "3.2mm + 18%", "3.2mm + 12.5%"),
    ),
    Look(
        "event",
        "a large picture to the cut, title and text on paper below",
        _event,
        windows=(54, 49, 43, 36, 28),
        bare=(40, 30, 20, 14, 10),
        roomy=(63, 59),
        label=("3.2mm + 3%", "3.2mm + 20%", "3.2mm"),
    ),
    Look(
        "unit",
        "numbers in a column beside the picture, type and text below",
        _unit,
        windows=(37, 31, 25),
        bare=(37, 31, 25, 18),
        roomy=(69, 58, 47),
        sized=("window", "numbers", "stats"),
        foot=("3.2mm", "3.2mm"),
        label=("3.2mm + 2%", "42%", "3.2mm + 12%"),
    ),
    Look(
        "two-halves",
        "a question or a word large on paper and its answer behind, or two halves for both sides of the table",
        halves.fitness,
        arranged=halves.arranged,
        face=halves.face,
        windows=(34, 26, 18, 11, 8),
        bare=(34, 26, 18, 11, 8),
        roomy=(58, 52, 46, 40),
        sized=("title",),
        large={"title": 22, "title-2": 22, "rules": 14, "answer": 20},
        label=("3.2mm + 6%", "3.2mm + 6%", "3.2mm + 8%"),
    ),
    Look(
        "playing-card",
        "rank and suit in two corners, one turned round, with marks of the suit, a picture or a large rank between",
        suits.fitness,
        arranged=suits.arranged,
        face=suits.face,
        label=("3.2mm - 1%", "84% - 3.2mm", "3.2mm + 21%"),
        label_heights=(7, 14),
    ),
    Look(
        "full-art",
        "a picture to the cut, title and text light on its darker foot",
        _full_art,
        windows=(50, 42, 34, 26),
        bare=(42, 32, 22, 12),
        roomy=(62, 56),
        sized=("space",),
    ),
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
