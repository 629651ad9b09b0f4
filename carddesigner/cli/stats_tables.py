"""The tables of a deck's statistics for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from carddesigner.cli.tables import BARS, bar, head, print_out, shown
from carddesigner.cli.tables import table as show_table
from carddesigner.stats.counts import FieldCounts
from carddesigner.stats.deck import DeckStats
from carddesigner.stats.odds import RARE, Odds, odds, percent, table
from carddesigner.stats.page import amount
from carddesigner.stats.sheets import Use
from carddesigner.stats.texts import ZoneTexts

MAX_ROWS = 20
"""The most values of a field listed; the page and ``--json`` list more."""
MAX_TARGETS = 10
"""The most wanted cards for which the odds of a draw are listed."""
NAMES_FROM = 76
"""The line width, in characters, from which the fullest and the emptiest text are named."""


def print_stats(stats: DeckStats) -> None:
    """Print everything to standard output."""
    print_out(lambda console: _print(console, stats))


def _print(console: Console, stats: DeckStats) -> None:
    cards = sum(c.cards for c in stats.components)
    head(console, f"{stats.title}: {amount(cards, 'card')}")
    show_table(
        console, ("component", "pieces", "cards"), [(c.id, str(c.pieces), str(c.cards)) for c in stats.components]
    )
    if stats.unprinted.line:
        console.print(f"{stats.unprinted.line}\n")
    for field in stats.fields:
        _field(console, field, stats)
    if stats.others:
        console.print(Text(f"Not counted here: {shown(', '.join(stats.others), 400)}", "dim"), soft_wrap=False)
        console.print()
    for draw in stats.odds:
        if not draw.draw:
            _draw(console, draw)
    for of in dict.fromkeys(o.of for o in stats.odds if o.draw):
        _draws(console, [o for o in stats.odds if o.draw and o.of == of])
    _texts(console, stats.texts)
    _sheets(console, stats.sheets)


def _field(console: Console, field: FieldCounts, stats: DeckStats) -> None:
    about = [amount(field.cards, "card")]
    if field.cards != field.pieces:
        about.append(f"{field.pieces:,} different")
    if field.blank:
        about.append(f"{field.blank:,} without")
    if field.summary is not None:
        s = field.summary
        about.append(f"{s.low:.12g} to {s.high:.12g}, on average {s.mean:.2f}, in all {s.total:,.12g}")
    head(console, field.field, "; ".join(about))
    listed = field.counts[:MAX_ROWS] if field.kind == "values" else field.counts
    most = max((c.cards for c in field.counts), default=0) or 1
    drawn = stats.drawn
    times = ["times"] if field.is_list else []
    headings = ["", "cards", *times, "%", *([] if drawn is None else [f"any in {drawn}"])]
    rows: list[list[str | Text]] = []
    for count in listed:
        times = [f"{count.times:,}"] if field.is_list else []
        chances = [] if drawn is None else [percent(odds("", stats.pile, count.cards, drawn).at_least_one)]
        cells = [shown(count.label), f"{count.cards:,}", *times, _share(count.cards, field.cards), *chances]
        rows.append([*cells, bar(count.cards / most, console)])
    if left := len(field.counts) - len(listed):
        rest = sum(c.cards for c in field.counts[MAX_ROWS:])
        shares = ["", ""] if field.is_list else [f"{rest:,}", _share(rest, field.cards)]
        rows.append([f"… {left:,} more", *shares])
    show_table(console, [*headings, BARS], [r + [""] * (len(headings) + 1 - len(r)) for r in rows], (0, len(headings)))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}" if whole else ""


def _draw(console: Console, draw: Odds) -> None:
    about = f"{shown(draw.of, 100)}: {amount(draw.hits, 'card')}"
    head(console, f"A draw of {draw.drawn} from {amount(draw.pile, 'card')}", about)
    rows = [(*row[:3], "" if row[3] is None else bar(row[3], console)) for row in table(draw)]
    show_table(console, ("cards", "exactly", "at least", BARS), rows, (0, 3))
    console.print(f"  at least one {percent(draw.at_least_one)}, on average {float(draw.mean):.2f}\n")


def _draws(console: Console, draws: Sequence[Odds]) -> None:
    """Print the deck's named draws, with the odds of one wanted card in each, of two, and so on."""
    about = f"{draws[0].hits:,} of {amount(draws[0].pile, 'card')}; how likely so many, or more, are in a draw"
    head(console, draws[0].of, about)
    names = [shown(d.draw) for d in draws]
    room = (console.width - max(map(len, names)) - len("  drawn  ")) // len("  99.9 %")
    likely = max(sum(p >= RARE for p in d.at_least[1:]) for d in draws)
    most = max(1, min(likely, room, MAX_TARGETS))
    rows = [
        (n, str(d.drawn), *(percent(d.at_least[k]) if k < len(d.at_least) else "" for k in range(1, most + 1)))
        for n, d in zip(names, draws, strict=True)
    ]
    show_table(console, ("", "drawn", *map(str, range(1, most + 1))), rows)


def _texts(console: Console, texts: Sequence[ZoneTexts]) -> None:
    if not texts:
        return
    head(console, "Texts", "how much of its box a text fills at its smallest size")
    rows = []
    for t in texts:
        full, empty = t.fullest, t.emptiest
        numbers = (f"{len(t.texts):,}", f"{t.shrunk:,}" if t.shrunk else "", f"{full.fill:.0%}")
        if full.fill == empty.fill:
            rest = ("all alike" if len(t.texts) > 1 else shown(full.piece), "", "", "")
        else:
            rest = (shown(full.piece), f"{t.median:.0%}", f"{empty.fill:.0%}", shown(empty.piece))
        rows.append((shown(f"{t.face} {t.zone}", 60), *numbers, *rest))
    headings = ("zone", "texts", "shrunk", "fullest", "", "median", "emptiest", "")
    if console.width >= NAMES_FROM:
        show_table(console, headings, rows, (0, 4, 7))
    else:
        kept = (0, 1, 2, 3, 5, 6)
        show_table(console, [headings[i] for i in kept], [[row[i] for i in kept] for row in rows])


def _sheets(console: Console, uses: Sequence[Use]) -> None:
    if not uses:
        return
    head(console, "Sheets", "with the cards of the last one, of as many as a sheet holds")
    papers = list(dict.fromkeys(u.paper for u in uses))
    components = list(dict.fromkeys(u.component for u in uses))
    used = {(u.component, u.paper): _used(u) for u in uses}
    lines = [("", *papers), *((shown(c), *(used[c, p] for p in papers)) for c in components)]
    if len(components) > 1:
        alike = [[u for u in uses if u.paper == p] for p in papers]
        lines.append(("total", *(f"{sum(u.sheets for u in us):,}" if all(u.fits for u in us) else "" for us in alike)))
    if len(components) <= len(papers):
        lines = list(zip(*lines, strict=True))
    show_table(console, lines[0], lines[1:])


def _used(use: Use) -> str:
    if not use.fits:
        return "too large"
    return f"{use.sheets:,} ({use.last}/{use.on_a_sheet})" if use.sheets else "–"
