"""A deck's settings for packs dealt from it, libraries built from it, and odds of interest."""

from typing import Annotated, Any

from pydantic import Field

from carddesigner.contents.base import Model, refusal

MAX_TAKEN = 1_000
"""The most cards or packs that a part of a recipe takes."""

Drawn = Annotated[int, Field(ge=1, le=MAX_TAKEN, strict=True)]
"""The number of cards drawn."""


class PackPart(Model):
    """Cards of a pack that are drawn alike, or packs that lie in it."""

    take: Drawn = 1
    """How many are drawn, or put in."""
    where: str | None = None
    """The cards that they are drawn from: an expression without braces, true for them. All with rows if left out."""
    weight: str | None = None
    """How likely each of these cards is: an expression without braces, with a whole number for each ``card``, such as
    ``card.copies``. All are alike if left out.
    """
    repeats: bool = False
    """Whether cards may be drawn that are in the pack already. Else they are drawn from those that are not."""
    pack: str | None = None
    """Another pack, that is put in as it is."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse `where`, `weight` and `repeats` with `pack`."""
        also = next((n for n in ("where", "weight", "repeats") if n in self.model_fields_set), None)
        if self.pack is not None and also is not None:
            message = f"a `pack` is put in as it is; it has no `{also}`"
            raise refusal("pack-part", message, also)


class Library(Model):
    """What a player may build of the cards, to play with."""

    where: str | None = None
    """The cards that may be in it: an expression without braces. All with rows if left out."""
    least: int = Field(default=1, ge=1, le=10_000, strict=True)
    """How many cards it has at least."""
    most: int | None = Field(default=None, ge=1, le=10_000, strict=True)
    """How many cards it has at most; there is no limit if left out."""
    most_copies: int | None = Field(default=None, ge=1, le=10_000, strict=True)
    """How many of a card it may hold; there is no limit if left out."""
    without_limit: str | None = None
    """The cards of which it may hold any number: an expression without braces."""
    lists: tuple[str, ...] = Field(default=(), max_length=200)
    """Libraries that come with the deck: files in its folder, a line a card, its id and how many."""


class OddsSetting(Model):
    """What ``stats`` gives the odds of by itself."""

    draws: dict[str, Drawn] = Field(min_length=1, max_length=20)
    """Draws by names of your choice, such as ``opening hand``: how many cards have been seen by then."""
    of: dict[str, str] = Field(min_length=1, max_length=20)
    """The cards that are wanted, by names of your choice: each an expression without braces."""
