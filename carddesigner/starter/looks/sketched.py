"""A component of a new deck: its table, what its columns are for, the look and the size that its cards have."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.starter.languages import Languages
from carddesigner.starter.looks.look import Look
from carddesigner.starter.looks.plan import TemplatePlan
from carddesigner.starter.reading.source import FoundTable
from carddesigner.starter.roles.guess import Guess, Role


class Fitting(Struct, frozen=True):
    """What follows from the room that texts need: the stock's size as ``deck.yaml`` has it and in millimetres; the
    share of the card's height that the picture's window has, None for the look's own, 0 for none; cards that may follow
    for the rest of a text.
    """

    size: str
    width: float
    height: float
    window: float | None = None
    following: int = 0
    type: float | None = None
    """The size of the rules' type in points, where the look's own would make cards too unlike each other."""
    letter: bool = True
    """Whether a window without a picture shows the title's first letter."""
    title: int | None = None
    """Letters of the longest titles that have room in the title's zone; longer ones stand above the rules."""


class Sketched(Struct, frozen=True):
    """A component of a deck, or several with ``more`` names where the table has more sheets, and their template."""

    deck: str
    title: str
    component: str
    template: str
    source: FoundTable
    guesses: tuple[Guess, ...]
    plan: TemplatePlan
    look: Look
    fitting: Fitting
    languages: Languages | None = None
    kinds: tuple[str, ...] = ()
    """The types of cards that it has of its table; of others there are other components."""
    back: str | None = None
    """The template with its back, if not its own: cards of several types in one deck are alike from behind."""
    fallback: tuple[str, ...] = ()
    """Families of fonts that texts need besides the look's."""
    wanted: tuple[str, ...] = ()
    """Families that they need and that are not there."""
    more: tuple[str, ...] = ()
    face: str = "card"
    """The template's face for the front."""
    answer: str = "answer"
    """The template's face for backs with a text of the card's own."""
    terse: bool = False
    """Whether its deck has other tables too, so that the template says all in few lines."""

    @property
    def components(self) -> tuple[Sketched, ...]:
        """The same for each sheet alone, whose component it is."""
        named = zip((self.component, *self.more), self.source.sheets, strict=True)
        return tuple(replace(self, component=n, more=(), source=replace(self.source, sheets=(s,))) for n, s in named)

    @property
    def front(self) -> str:
        """The front as components name it."""
        return f"{self.template}#{self.face}"

    @property
    def behind(self) -> str:
        """The back, likewise."""
        return f"{self.back or self.template}#{self.answer if self.plan.of(Role.BACK) else 'back'}"

    @property
    def arranged(self) -> TemplatePlan:
        """The plan as the look has it."""
        return self.look.arranged(self.plan)

    def columns(self, role: Role) -> list[str]:
        """The names of the columns of a role."""
        return [g.column.name for g in self.guesses if g.role is role]
