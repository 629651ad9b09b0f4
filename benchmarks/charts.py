"""Charts of a run, as SVG within a page of the documentation; its stylesheet has the colours, light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

import msgspec

from benchmarks.kept import Figure, Part
from benchmarks.peers import PEERS
from benchmarks.runs import Run
from benchmarks.verdicts import verdict

WIDTH = 760
ROW = 26
CLOSE = 36
"""The least distance between marks of a scale, in pixels."""
OURS = "carddesigner"


class Scale(msgspec.Struct, frozen=True):
    """Maps a value to pixels, linearly or logarithmically."""

    low: float
    high: float
    start: float
    end: float
    log: bool = True

    def __call__(self, value: float) -> float:
        low, high, value = (math.log10(v) if self.log else v for v in (self.low, self.high, value))
        return round(self.start + (value - low) / (high - low) * (self.end - self.start), 1)

    @property
    def ticks(self) -> list[float]:
        """Round values on the scale."""
        if not self.log:
            step = _round_up((self.high - self.low) / 5)
            return [step * n for n in range(math.ceil(self.low / step), math.floor(self.high / step + 1e-9) + 1)]
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for steps in ((1,), (1, 2, 5)):
            found = [
                m * 10.0**n for n in decades for m in steps if self.low <= m * 10.0**n * 1.001 <= self.high * 1.002
            ]
            if len(found) > 1:
                break
        out = found[:1]
        for tick in found[1:]:
            if abs(self(tick) - self(out[-1])) >= CLOSE:
                out.append(tick)
        return out


def log_scale(values: Sequence[float], start: float, end: float) -> Scale:
    """Return a logarithmic scale with a margin around all values."""
    return Scale(min(values) / 1.3, max(values) * 1.3, start, end)


class Series(msgspec.Struct, frozen=True):
    """Runs of one program: a name, and values at positions on the x axis."""

    name: str
    kind: str
    points: tuple[tuple[float, float], ...]


def programs(part: Part, us: str) -> str:
    """Draw what each program took for the same work: CPU seconds, memory and bytes, with the range from least to most
    seconds.

    *us* is the name of our command in the part.
    """
    shown = [(OURS, part.command(us)), *((name, part.command(name)) for name in ("limit", *PEERS))]
    rows = sorted(
        ((name, command.runs) for name, command in shown if command is not None and command.runs),
        key=lambda row: min(run.cpu for run in row[1]),
    )
    left, gap, top = 138, 34, 34
    wide = (WIDTH - left - 3 * gap) / 3
    high = top + ROW * len(rows)
    out = []
    for i, (title, unit) in enumerate((("CPU", "s"), ("Memory", "MB"), ("PDF", "kB"))):
        start = left + i * (wide + gap)
        values = {name: _panel(runs, i) for name, runs in rows}
        scale = log_scale([v for panel in values.values() for v in panel if v > 0], start + 8, start + wide - 30)
        out.append(f'<text class="title" x="{start:.0f}" y="14">{title}, {unit}</text>')
        out += _upright_grid(scale, top - 8, high)
        for row, (name, (low, value, most)) in enumerate(values.items()):
            y = top + ROW * row + 6
            if value <= 0:
                out.append(f'<text class="faint" x="{start + 8:.0f}" y="{y + 4}">not told</text>')
                continue
            if most > low:
                out.append(f'<path class="{_kind(name)} spread" d="M{scale(low)} {y}H{scale(most)}"/>')
            out.append(
                f'<circle class="{_kind(name)}" cx="{scale(value)}" cy="{y}" r="5">'
                f"<title>{escape(name)}: {_short(value)} {unit}</title></circle>"
            )
            x = scale(most) + 9
            out.append(f'<text class="{_kind(name)}" x="{x:.0f}" y="{y + 4}">{_short(value)}</text>')
    for row, (name, _) in enumerate(rows):
        bold = ' font-weight="700"' if name == OURS else ""
        out.append(
            f'<text x="{left - 8}" y="{top + ROW * row + 10}" text-anchor="end"{bold}>{escape(_label(name))}</text>'
        )
    return _svg(f"CPU seconds, memory and bytes of {len(rows)} programs", high + 24, out)


def _panel(runs: Sequence[Run], which: int) -> tuple[float, float, float]:
    """The minimum, the shown value and the maximum of CPU seconds, megabytes or kilobytes."""
    if which == 0:
        return min(r.cpu for r in runs), min(r.cpu for r in runs), max(r.cpu for r in runs)
    values = [r.memory if which == 1 else r.size / 1000 for r in runs]
    return min(values), sorted(values)[len(values) // 2], max(values)


def growth(part: Part) -> str:
    """Draw CPU seconds and memory by the number of cards, both logarithmically."""
    seconds, memory = list(_grown(part, "cpu")), list(_grown(part, "memory"))
    out = []
    half, high = WIDTH / 2, 330
    for i, (title, series) in enumerate((("CPU, s", seconds), ("Memory, MB", memory))):
        start = 46 + i * half
        points = [point for one in series for point in one.points]
        across = Scale(min(x for x, _ in points), max(x for x, _ in points), start, start + half - 154)
        up = log_scale([y for _, y in points], high, 34)
        out.append(f'<text class="title" x="{start - 36:.0f}" y="14">{title}</text>')
        for tick in up.ticks:
            out.append(f'<path class="grid" d="M{start:.0f} {up(tick)}H{across.end:.0f}"/>')
            out.append(
                f'<text class="faint" x="{start - 6:.0f}" y="{up(tick) + 4}" text-anchor="end">{_tick(tick)}</text>'
            )
        for tick in across.ticks:
            out.append(f'<path class="grid" d="M{across(tick)} 34V{high}"/>')
            out.append(
                f'<text class="faint" x="{across(tick)}" y="{high + 18}" text-anchor="middle">{_tick(tick)}</text>'
            )
        out.append(
            f'<text class="faint" x="{(start + across.end) / 2:.0f}" y="{high + 36}" text-anchor="middle">cards</text>'
        )
        labels = _apart([(up(one.points[-1][1]), one) for one in series], high - 6)
        for y, one in labels:
            line = "L".join(f"{across(x)} {up(v)}" for x, v in one.points)
            out.append(f'<path class="{one.kind} line" d="M{line}"/>')
            for x, v in one.points:
                label = f"{one.name}, {x:,.0f} cards: {_short(v)} {title.split()[-1]}"
                out.append(
                    f'<circle class="{one.kind}" cx="{across(x)}" cy="{up(v)}" r="4"><title>{escape(label)}</title></circle>'
                )
            x = across(one.points[-1][0]) + 9
            out.append(f'<text class="{one.kind}" x="{x:.0f}" y="{y + 4:.0f}">{escape(one.name)}</text>')
    return _svg("CPU seconds and memory by the number of cards", high + 46, out)


def _grown(part: Part, what: str) -> Iterator[Series]:
    """The growth of each program, in the attribute *what* of its runs."""
    ways = (
        ("one file", "us", "{} cards"),
        ("files of 2,000", "us other", "{} cards split"),
        ("limit", "limit", "limit, {} cards"),
        ("typst", "peer", "typst, {} cards"),
    )
    sizes = [10**n for n in range(2, 7)]
    for name, kind, pattern in ways:
        found = [(n, part.command(pattern.format(n))) for n in sizes]
        taken = [(n, [getattr(r, what) for r in c.runs]) for n, c in found if c is not None and c.runs]
        if taken:
            yield Series(name, kind, tuple((float(n), min(values)) for n, values in taken))


def cores(part: Part) -> str:
    """Draw the waiting time for cards made by one process and by two, with the bound."""
    pairs = list(_pairs(part))
    left, top, step = 140, 34, 62
    most = max(one for _, one, _, _ in pairs)
    scale = Scale(0, most * 1.02, left, WIDTH - 130, log=False)
    high = top + step * len(pairs)
    out = [f'<text class="title" x="{left}" y="14">Waited, s</text>', *_upright_grid(scale, top - 8, high)]
    for i, (name, one, two, bound) in enumerate(pairs):
        y = top + step * i
        out.append(f'<text x="{left - 10}" y="{y + 26}" text-anchor="end">{escape(name)}</text>')
        for k, (kind, value, caption) in enumerate(
            (("peer", one, "by one"), ("us", two, f"by two: {two / one:.2f} ×"))
        ):
            wide = scale(value) - left
            label = f"{name} {caption.partition(':')[0]}: {_short(value)} s"
            out.append(
                f'<rect class="{kind}" x="{left}" y="{y + 2 + 20 * k}" width="{wide:.1f}" height="17" rx="2">'
                f"<title>{escape(label)}</title></rect>"
            )
            out.append(f'<text class="{kind}" x="{scale(value) + 7:.0f}" y="{y + 15 + 20 * k}">{caption}</text>')
        if bound is not None:
            x = scale(bound * one)
            out.append(f'<path class="bound" d="M{x} {y + 19}V{y + 42}"><title>at most {bound:g} ×</title></path>')
    return _svg("Time waited by one process and by two", high + 24, out)


def _pairs(part: Part) -> Iterator[tuple[str, float, float, float | None]]:
    """The name, the least seconds waited with one process and with two, and the bound of their ratio if it was judged."""
    for figure in part.figures:
        name, _, rest = figure.name.partition(" by two")
        one, two = part.command(f"{name} by one"), part.command(f"{name} by two")
        if rest and one and two:
            yield (
                name,
                min(r.wall for r in one.runs),
                min(r.wall for r in two.runs),
                figure.most if figure.amount.others is None else None,
            )


def gauge(figure: Figure) -> str:
    """Draw a figure next to its bound, which is the line. The bar ends at the value, the whisker spans the spread."""
    if figure.most is None:
        return ""
    wide, bound = 120.0, 80.0

    def x(value: float) -> float:
        return max(0.0, min(wide, value / (figure.most or 1.0) * bound))

    amount = figure.amount
    kind = {"missed": "missed", "close": "close", "not judged": "unjudged"}.get(verdict(figure), "met")
    spread = f'<path class="spread" d="M{x(amount.low):.1f} 7H{x(amount.high):.1f}"/>' if amount.turns > 1 else ""
    return (
        f'<svg class="gauge" viewBox="0 0 {wide:.0f} 14" width="{wide:.0f}" height="14" role="img" '
        f'aria-label="{verdict(figure)}"><rect class="{kind}" y="3" width="{x(amount.value):.1f}" height="8" rx="1.5"/>'
        f'{spread}<path class="bound" d="M{bound:.0f} 0V14"/></svg>'
    )


def _upright_grid(scale: Scale, top: float, bottom: float) -> list[str]:
    out = []
    for tick in scale.ticks:
        out.append(f'<path class="grid" d="M{scale(tick)} {top:.0f}V{bottom:.0f}"/>')
        out.append(
            f'<text class="faint" x="{scale(tick)}" y="{bottom + 16:.0f}" text-anchor="middle">{_tick(tick)}</text>'
        )
    return out


def _apart(labels: list[tuple[float, Series]], bottom: float, least: float = 15) -> list[tuple[float, Series]]:
    """The labels moved so that they neither overlap nor extend below the bottom."""
    out: list[tuple[float, Series]] = []
    for y, one in sorted(labels, key=lambda label: label[0]):
        out.append((max(y, out[-1][0] + least) if out else y, one))
    lowest = bottom
    for i in reversed(range(len(out))):
        out[i] = (min(out[i][0], lowest), out[i][1])
        lowest = out[i][0] - least
    return out


def _svg(label: str, high: float, inside: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {high:.0f}" role="img" aria-label="{escape(label)}">'
        + "".join(inside)
        + "</svg>"
    )


def _kind(name: str) -> str:
    return "us" if name == OURS else "limit" if name == "limit" else "peer"


def _label(name: str) -> str:
    return "the limit" if name == "limit" else name


def _round_up(step: float) -> float:
    """The least number of 1, 2 or 5 times a power of ten that is not below *step*."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= step * 0.999)


def _tick(value: float) -> str:
    return f"{value / 1e6:g} M" if value >= 1e6 else f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
