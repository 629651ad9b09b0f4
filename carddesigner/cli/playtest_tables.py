"""The tables of a playtest for the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from carddesigner.cli.tables import BARS, bar, head, print_out, shown, table
from carddesigner.playtest.report import Playtest
from carddesigner.playtest.wording import CARDS, advantage_text, idle_text, interval, percent

MAX_CARDS = 20
"""The most cards listed; the page and ``--json`` list all."""


def print_playtest(playtest: Playtest) -> None:
    """Print everything to standard output."""
    print_out(lambda console: _print(console, playtest))


def _print(console: Console, playtest: Playtest) -> None:
    games = "1 game" if playtest.games == 1 else f"{playtest.games:,} games"
    head(console, f"{shown(playtest.title)}: {games}", f"seed {playtest.seed}; in brackets 95 % intervals")
    if len(playtest.seats) > 1:
        rows = [
            (s.name, s.player, percent(s.wins), interval(s.wins), bar(s.wins.value, console)) for s in playtest.seats
        ]
        rows.append(("tie", "", percent(playtest.ties), interval(playtest.ties), bar(playtest.ties.value, console)))
        table(console, ("who wins", "player", "", "", BARS), rows, (0, 1, 4))
    if playtest.advantage is not None:
        console.print(Text(advantage_text(playtest.advantage), "yellow"))
        console.print()
    n = playtest.lengths
    head(console, "Length", f"{n.mean:.1f} turns on average, half have {n.median} or fewer, all {n.least} to {n.most}")
    endings = [
        (e.title, percent(e.games), interval(e.games), "dead end" if e.dead_end else "") for e in playtest.endings
    ]
    table(console, ("how games end", "", "", ""), endings, (0, 3))
    if playtest.measures:
        table(console, ("on average", ""), [(m.title, f"{m.mean:.2f}") for m in playtest.measures])
    rules = [(r.title, percent(r.games), f"{r.mean:.2f}", bar(r.games.value, console)) for r in playtest.rules]
    table(console, ("rules", "games", "times a game", BARS), rows=rules, left=(0, 3))
    head(console, "Cards", CARDS)
    cards = [
        (shown(c.name), f"{c.laid:.2f}", percent(c.won), percent(c.leads), percent(c.decided))
        for c in playtest.cards[:MAX_CARDS]
    ]
    if (left := len(playtest.cards) - MAX_CARDS) > 0:
        cards.append((f"… {left:,} more", "", "", "", ""))
    table(console, ("", "laid a game", "who laid it won", "changed the lead", "decided"), cards)
    if idle := idle_text(playtest, shown):
        console.print(Text(idle, "yellow"))
