"""Plots as inline SVG: bars, columns, and how often something is how full. Colours are the page's."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from carddesigner.stats.counts import FieldCounts
from carddesigner.text.fit import NEARLY_FULL

_WIDTH, _HEIGHT, _FOOT, _HEAD = 360.0, 110.0, 16.0, 14.0
_MAX_LABELS = 16
BINS = 20


def bar(share: float) -> Markup:
    """A bar from left to right, as wide as where it stands."""
    width = max(0.0, min(1.0, share)) * 100
    return Markup(
        '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="{:.2f}" height="10"/></svg>'
    ).format(width)


def columns(counts: FieldCounts) -> Markup:
    """Upright columns for a curve of numbers, with the cards above and the numbers below."""
    bars = [(c.label, float(c.cards), f"{c.cards:,}", False) for c in counts.counts]
    return _columns(bars, f"Cards by {counts.field}", _MAX_LABELS)


def fills(shares: Sequence[float]) -> Markup:
    """How many texts fill how much of their boxes, in steps of five hundredths; the last is for all that overflow."""
    amounts = [0] * (BINS + 1)
    for share in shares:
        amounts[BINS if share > 1 else min(BINS - 1, max(0, round(share * 100) - 1) * BINS // 100)] += 1
    over = amounts[BINS] > 0
    bars = [
        (f"{5 * (i + 1)} %" if i < BINS else "over", float(n), "", (i + 1) / BINS > NEARLY_FULL)
        for i, n in enumerate(amounts[: BINS + 1 if over else BINS])
    ]
    return _columns(bars, "Texts by how full their boxes are", 4, 48.0, "end")


def _columns(
    bars: Sequence[tuple[str, float, str, bool]],
    title: str,
    most_labels: int,
    height: float = _HEIGHT,
    anchor: str = "middle",
) -> Markup:
    """Columns of (what stands below, value, what stands above, whether it stands out)."""
    step = _WIDTH / max(1, len(bars))
    most = max((value for _, value, _, _ in bars), default=0.0) or 1.0
    every = -(-len(bars) // most_labels)
    head = _HEAD if any(above for _, _, above, _ in bars) else 2.0
    parts: list[Markup] = []
    for i, (below, value, above, stands_out) in enumerate(bars):
        tall = (value / most) * height
        x, y = i * step, head + height - tall
        middle = x + step / 2
        kind = ' class="full"' if stands_out else ""
        parts.append(
            Markup(
                '<rect{} x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}: {:,.0f}</title></rect>'
            ).format(Markup(kind), x + step * 0.1, y, step * 0.8, tall, below, value)
        )
        if above and value and len(bars) <= _MAX_LABELS:
            parts.append(Markup('<text x="{:.1f}" y="{:.1f}">{}</text>').format(middle, y - 3, above))
        if (i + 1) % every == 0 or every == 1:
            at = middle if anchor == "middle" else x + step
            words = Markup('<text x="{:.1f}" y="{:.1f}" style="text-anchor:{}">{}</text>')
            parts.append(words.format(at, head + height + 12, anchor, below))
    foot = Markup('<path d="M0 {:.1f}H{:.0f}"/>').format(head + height + 0.5, _WIDTH)
    return Markup('<svg class="columns" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">{}{}</svg>').format(
        _WIDTH, head + height + _FOOT, escape(title), foot, Markup("").join(parts)
    )
