"""Warnings that a deck suppresses."""

from carddesigner.contents.base import Model


class Silence(Model):
    """Warnings of ``validate`` to suppress: those with a code that match everything given. ``*`` stands for any
    text.
    """

    code: str
    """The warnings' code, shown in brackets."""
    template: str | None = None
    """Only of this template, or of this face of one: ``template#face``."""
    zone: str | None = None
    """Only of this zone, by its name or by the path in the warning."""
    card: str | None = None
    """Only of the cards with this id."""
    field: str | None = None
    """Only of this column."""
    file: str | None = None
    """Only of this file, by its path in the deck's folder."""
    why: str | None = None
    """The reason, for later readers of the deck."""
