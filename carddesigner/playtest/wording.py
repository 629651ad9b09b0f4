"""Shares and advantages in words, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Callable

from carddesigner.playtest.report import Advantage, Playtest
from carddesigner.playtest.shares import Share

CARDS = "a card changes the lead when another player is ahead than before; it decides a game when that one stays ahead"


def percent(share: Share | None) -> str:
    """Format a share with one decimal place."""
    return "" if share is None else f"{100 * share.value:.1f} %"


def interval(share: Share | None) -> str:
    """Format the interval of a share."""
    return "" if share is None else f"{100 * share.low:.1f}–{100 * share.high:.1f} %"


def idle_text(playtest: Playtest, shown: Callable[[str], str] = str) -> str:
    """Return the sentence on cards held to the end more often than laid, with names formatted by *shown*; empty if
    there are none.
    """
    return f"Held to the end more often than laid: {', '.join(map(shown, playtest.idle))}." if playtest.idle else ""


def advantage_text(advantage: Advantage) -> str:
    """Return which seat leads another, by how much with the interval, and the variant that compensates for it."""
    d = advantage.difference
    sure = f"{100 * d.low:.1f} to {100 * d.high:.1f}"
    text = f"{advantage.seat} wins {100 * d.value:.1f} points more of the games than {advantage.over} ({sure})."
    if advantage.remedy is None:
        return f"{text} The deck's rules print no variant that evens this out."
    return f"{text} The deck's rules have a variant that evens this out: {advantage.remedy}."
