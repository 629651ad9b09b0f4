"""The statistics of a deck as a self-contained HTML page with plots."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from carddesigner.core.html import html_page
from carddesigner.stats.counts import Count
from carddesigner.stats.deck import DeckStats
from carddesigner.stats.odds import odds, percent, table
from carddesigner.text.fit import NEARLY_FULL

MAX_ROWS = 40
"""The most values of a field that the page lists."""
BINS = 20


class Bar(Struct, frozen=True):
    """A bar of a plot: the label below it, its amount, and whether it is highlighted."""

    label: str
    amount: int
    stands_out: bool = False


def page(stats: DeckStats) -> str:
    """Return the page. All texts from the deck are escaped."""
    papers = list(dict.fromkeys(u.paper for u in stats.sheets))
    components = dict.fromkeys(u.component for u in stats.sheets)
    alike = [[u for u in stats.sheets if u.paper == p] for p in papers]

    def chance(count: Count) -> str:
        return percent(odds("", stats.pile, count.cards, stats.drawn or 1).at_least_one)

    return html_page(
        Path(__file__).with_name("page.html"),
        stats=stats,
        papers=papers,
        papers_of={c: [u for u in stats.sheets if u.component == c] for c in components},
        totals=[sum(u.sheets for u in us) if all(u.fits for u in us) else None for us in alike],
        most_rows=MAX_ROWS,
        nearly_full=NEARLY_FULL,
        alike=[t for t in stats.texts if t.fullest.fill == t.emptiest.fill],
        amount=amount,
        bars=lambda counts: [Bar(c.label, c.cards) for c in counts.counts],
        chance=chance,
        cut=cut,
        fills=fills,
        lines=table,
        percent=percent,
        share=lambda fill: f"{fill:.0%}".replace("%", " %"),
    )


def fills(shares: Iterable[float]) -> list[Bar]:
    """Count texts by how full their boxes are, in steps of 5 %; the last bar is for texts that overflow."""
    amounts = [0] * (BINS + 1)
    for share in shares:
        amounts[BINS if share > 1 else min(BINS - 1, max(0, round(share * 100) - 1) * BINS // 100)] += 1
    bars = [Bar(f"{5 * (i + 1)} %", n, (i + 1) / BINS > NEARLY_FULL) for i, n in enumerate(amounts[:BINS])]
    return [*bars, Bar("over", amounts[BINS], True)] if amounts[BINS] else bars


def amount(n: int, word: str) -> str:
    """Format a number with its noun: ``1 card``, ``12,000 cards``."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"


def cut(text: str, most: int = 60) -> str:
    """Return a text of the deck on one line, shortened to *most* characters."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
