"""Shares and advantages in words, for terminal and page alike."""

from __future__ import annotations

from collections.abc import Callable

from carddesigner.playtest.report import Advantage, Playtest
from carddesigner.playtest.shares import Share

CARDS = "a card changes the lead when another player is ahead than before; it decides a game when that one stays ahead"


def percent(share: Share | None) -> str:
    """A share with a digit after the point."""
    return "" if share is None else f"{100 * share.value:.1f} %"


def interval(share: Share | None) -> str:
    """What the true share is likely to be."""
    return "" if share is None else f"{100 * share.low:.1f}–{100 * share.high:.1f} %"


def idle_text(found: Playtest, shown: Callable[[str], str] = str) -> str:
    """The cards that were held to the end more often than laid, their names as they are *shown*; blank for none."""
    return f"Held to the end more often than laid: {', '.join(map(shown, found.idle))}." if found.idle else ""


def advantage_text(found: Advantage) -> str:
    """Who is ahead of whom, how sure that is, and what to play instead."""
    d = found.difference
    sure = f"{100 * d.low:.1f} to {100 * d.high:.1f}"
    text = f"{found.seat} wins {100 * d.value:.1f} points more of the games than {found.over} ({sure})."
    if found.remedy is None:
        return f"{text} The deck's rules print no variant that evens this out."
    return f"{text} The deck's rules have a variant that evens this out: {found.remedy}."
