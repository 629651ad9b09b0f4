"""A playtest as a self-contained HTML page with plots."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from carddesigner.core.html import html_page
from carddesigner.playtest.report import Lengths, Playtest
from carddesigner.playtest.wording import CARDS, advantage_text, idle_text, interval, percent

MOST_BARS = 24


class Bar(Struct, frozen=True):
    """A bar of a plot: the label below it, and its number of games."""

    label: str
    amount: int
    stands_out: bool = False


def page(playtest: Playtest) -> str:
    """Return the page. All texts from the deck are escaped."""
    return html_page(
        Path(__file__).with_name("page.html"),
        found=playtest,
        bars=bars(playtest.lengths),
        advantage=advantage_text(playtest.advantage) if playtest.advantage is not None else None,
        about_cards=CARDS,
        idle=idle_text(playtest),
        interval=interval,
        percent=percent,
    )


def bars(lengths: Lengths) -> list[Bar]:
    """Return the numbers of games by their length in turns, in steps that give at most ``MOST_BARS`` bars."""
    step = -(-(lengths.most - lengths.least + 1) // MOST_BARS)
    amounts: dict[int, int] = {}
    for turns, games in lengths.counts:
        at = (turns - lengths.least) // step
        amounts[at] = amounts.get(at, 0) + games
    first = lengths.least
    ends = [(first + i * step, first + (i + 1) * step - 1) for i in range(max(amounts) + 1)]
    return [Bar(f"{a}" if a == b else f"{a}–{b}", amounts.get(i, 0)) for i, (a, b) in enumerate(ends)]
