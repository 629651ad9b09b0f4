"""A deck's settings for packs dealt from it, libraries built from it, and odds of interest."""

from typing import Annotated, Any

from pydantic import Field

from carddesigner.contents.base import Model, refusal

MAX_TAKEN = 1_000
"""The most cards or packs that a part of a recipe takes."""

Drawn = Annotated[int, Field(ge=1, le=MAX_TAKEN, strict=True)]
"""The number of cards drawn."""


class PackPart(Model):
    """Cards of a pack drawn in the same way, or packs put into it."""

    take: Drawn = 1
    """How many are drawn, or put in."""
    where: str | None = None
    """The cards to draw from: an expression without braces that is true for them. All cards with rows if left out."""
    weight: str | None = None
    """How likely each of these cards is: an expression without braces that gives a whole number for each ``card``, such
    as ``card.copies``. All are equally likely if left out.
    """
    repeats: bool = False
    """Whether cards that are already in the pack may be drawn again."""
    pack: str | None = None
    """Another pack, put in as it is."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse `where`, `weight` and `repeats` with `pack`."""
        also = next((n for n in ("where", "weight", "repeats") if n in self.model_fields_set), None)
        if self.pack is not None and also is not None:
            message = f"a `pack` is put in as it is; it has no `{also}`"
            raise refusal("pack-part", message, also)


class Library(Model):
    """The rule for libraries that players build from the cards."""

    where: str | None = None
    """The cards allowed in it: an expression without braces. All cards with rows if left out."""
    least: int = Field(default=1, ge=1, le=10_000, strict=True)
    """The least number of cards."""
    most: int | None = Field(default=None, ge=1, le=10_000, strict=True)
    """The greatest number of cards; no limit if left out."""
    most_copies: int | None = Field(default=None, ge=1, le=10_000, strict=True)
    """The greatest number of copies of a card; no limit if left out."""
    without_limit: str | None = None
    """The cards allowed in any number: an expression without braces."""
    lists: tuple[str, ...] = Field(default=(), max_length=200)
    """Libraries that come with the deck: files in its folder, each line with a card's id and the number of copies."""


class OddsSetting(Model):
    """The draws and cards for which ``stats`` gives odds without being asked."""

    draws: dict[str, Drawn] = Field(min_length=1, max_length=20)
    """Draws by names of your choice, such as ``opening hand``: how many cards are drawn by then."""
    of: dict[str, str] = Field(min_length=1, max_length=20)
    """The wanted cards by names of your choice: each an expression without braces."""
