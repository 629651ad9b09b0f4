"""A playtest of a deck: which game is played with which cards, and what many games of it tell."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from carddesigner.core.options import MAX_GAMES, MAX_SEED, OptionError, WholeNumber, WrongOption
from carddesigner.core.report import Problem, Report, did_you_mean
from carddesigner.core.worker import Workers
from carddesigner.deal.library import cards_of
from carddesigner.deck.deck import LoadedDeck
from carddesigner.deck.print_list import look_up, read_print_list
from carddesigner.games import SIMULATORS, simulator
from carddesigner.games.playing import PLAYERS, CardList, Simulation, Simulator, Table
from carddesigner.playtest.processes import play_all
from carddesigner.playtest.shares import Difference, Share, clearly_more, difference, share
from carddesigner.playtest.tally import CardTally, Played, Tally
from carddesigner.source.files import FileProblem
from carddesigner.source.yaml import find
from carddesigner.text.document import plain, texts_of

TELLING = 0.03
"""An advantage of a seat that is reported: so much more of the games than another one wins."""


class PlaytestSettings(Struct, frozen=True):
    """How many games are played, by whom, and the seed that they come from. One player stands for all seats; as text names have commas
    between them. Raises OptionError with all that is wrong.
    """

    games: int = 1000
    seed: int = 1
    players: tuple[str, ...] = ("greedy",)

    if TYPE_CHECKING:

        def __init__(self, games: int = ..., seed: int = ..., players: str | Iterable[str] = ...) -> None: ...

    def __post_init__(self) -> None:
        given: object = self.players
        names = given.split(",") if isinstance(given, str) else given if isinstance(given, Iterable) else (given,)
        names = tuple(str(name).strip() for name in names)
        structs.force_setattr(self, "players", names)
        problems = []
        for option, what, least, most in (("games", "number of games", 1, MAX_GAMES), ("seed", "seed", 0, MAX_SEED)):
            try:
                WholeNumber(what, least, most)(getattr(self, option))
            except ValueError as problem:
                problems.append(WrongOption(option, str(problem)))
        wrong = next((name for name in names if name not in PLAYERS), None)
        if wrong is not None:
            near = did_you_mean(wrong, PLAYERS) or f"; there are {', '.join(PLAYERS)}"
            problems.append(WrongOption("players", f"there is no player {wrong[:60]!r}{near}"))
        if problems:
            raise OptionError(*problems)


class Seat(Struct, frozen=True):
    """A seat in the order of first turns, who played there, and the share of games that were won there."""

    name: str
    player: str
    wins: Share


class Lengths(Struct, frozen=True):
    """How many turns games took; ``counts`` are the games of each length."""

    mean: float
    median: int
    least: int
    most: int
    counts: tuple[tuple[int, int], ...]


class EndingUse(Struct, frozen=True):
    """How many games came to an end so."""

    title: str
    dead_end: bool
    games: Share


class Measure(Struct, frozen=True):
    """What else was measured, on average over all games."""

    title: str
    mean: float


class RuleUse(Struct, frozen=True):
    """In how many games a rule was used, and how often in a game on average."""

    id: str
    title: str
    games: Share
    mean: float


class CardUse(Struct, frozen=True):
    """What a card did: how often a game it was laid, how often who laid it won, how many of its plays put another player
    ahead, how many games it decided, by putting the winner ahead for good, and how often a game it was held to the end, in
    games that tell.
    """

    name: str
    laid: float
    won: Share | None
    leads: Share | None
    decided: Share
    held: float = 0.0


class Advantage(Struct, frozen=True):
    """A seat that wins clearly more games than another, and the variant of the deck's rules that evens it out, if it has one."""

    seat: str
    over: str
    difference: Difference
    remedy: str | None


class Playtest(Struct, frozen=True):
    """What many games tell. ``idle`` are the cards that were held to the end more often than laid, beyond chance, worst first."""

    deck: str
    title: str
    game: str
    games: int
    seed: int
    seats: tuple[Seat, ...]
    ties: Share
    dead_ends: Share
    lengths: Lengths
    endings: tuple[EndingUse, ...]
    measures: tuple[Measure, ...]
    rules: tuple[RuleUse, ...]
    cards: tuple[CardUse, ...]
    idle: tuple[str, ...]
    advantage: Advantage | None


def playtest(
    deck: LoadedDeck,
    settings: PlaytestSettings,
    progress: Callable[[int], None] = lambda _: None,
    workers: Workers | None = None,
) -> Playtest:
    """Play the deck's game as often as the settings say, by the *workers*: processes of this machine, or those of a cluster. Raises
    OptionError for players that it can't have, DeckError for a deck that can't be played, and ClusterProblem.
    """
    found = _simulator(deck)
    game, players = _set_up(deck, found, settings.players)
    played = Played(game, players, settings.seed, found.most_moves)
    return _report(deck, found, played, play_all(played, settings.games, progress, workers))


def _simulator(deck: LoadedDeck) -> Simulator:
    name = deck.game.id if deck.game is not None else None
    found = simulator(name) if name is not None else None
    if found is None:
        what = f"of the game {name}, which" if name is not None else "of a game of its own, which"
        hint = f"decks of these games can be played: {', '.join(sorted(SIMULATORS))}"
        Report().fail("no-simulator", f"{deck.deck.deck} is {what} the machine can't play", deck.root.span, hint=hint)
    return found


def _set_up(
    deck: LoadedDeck, found: Simulator, players: Sequence[str]
) -> tuple[Simulation[object, object], tuple[str, ...]]:
    lists = libraries(deck)
    least, most = found.least_and_most(deck.game_settings, lists)
    names = tuple(players) * least if len(players) == 1 else tuple(players)
    if not least <= len(names) <= most:
        amount = f"{least}" if least == most else f"{least} to {most}"
        message = f"{len(names)} players; {deck.title} is played by {amount}, each a name between commas"
        raise OptionError(WrongOption("players", message))
    cards = [(k, c) for k in deck.components for c in k.cards if k.blocks is None]
    table = Table(
        rows=tuple((c.row, c.span) for _, c in cards if len(c.row)),
        counts={k.id: sum(c.copies for c in k.cards) for k in deck.components},
        settings=deck.game_settings,
        seats=len(names),
        lists=lists,
    )
    try:
        return found.make(table), names
    except Problem as problem:
        Report().refuse(problem, deck.root.span)


def libraries(deck: LoadedDeck) -> dict[str, CardList]:
    """The libraries that come with the deck, by the names of their files."""
    out: dict[str, CardList] = {}
    report, cards = Report(), cards_of(deck)
    for i, name in enumerate(deck.deck.library.lists if deck.deck.library is not None else ()):
        try:
            entries = read_print_list(deck.assets.finder.data_file(name))
        except FileProblem as problem:
            report.refuse(problem, find(deck.root, ("library", "lists", i)).span)
        out[Path(name).stem] = tuple(
            (card.row, entry.copies) for entry, card in look_up(entries, cards, report, "card")
        )
    report.raise_errors()
    return out


def _report(deck: LoadedDeck, found: Simulator, played: Played, tally: Tally) -> Playtest:
    game: Simulation[object, object] = played.simulation
    games = tally.games
    titles = dict(enumerate(game.measures))
    seats = tuple(
        Seat(name, player, share(wins, games))
        for name, player, wins in zip(game.seats, played.players, tally.wins, strict=True)
    )
    nothing = (0, 0)
    uses = {r.id: (t.games, t.used) if (t := tally.rules.get(r.id)) is not None else nothing for r in game.rules}
    return Playtest(
        deck=deck.deck.deck,
        title=deck.title,
        game=deck.game.id if deck.game is not None else "",
        games=games,
        seed=played.seed,
        seats=seats,
        ties=share(tally.ties, games),
        dead_ends=share(sum(n for e, n in tally.endings.items() if e.dead_end), games),
        lengths=_lengths(tally.lengths),
        endings=tuple(EndingUse(e.title, e.dead_end, share(n, games)) for e, n in tally.endings.most_common()),
        measures=tuple(
            Measure(title, sum(v * n for (j, v), n in sorted(tally.measures.items()) if j == i) / games)
            for i, title in titles.items()
        ),
        rules=tuple(RuleUse(r.id, r.title, share(uses[r.id][0], games), uses[r.id][1] / games) for r in game.rules),
        cards=tuple(_card(name, t, games) for name, t in sorted(tally.cards.items(), key=_most_telling)),
        idle=tuple(name for name, t in sorted(tally.cards.items(), key=_most_idle) if clearly_more(t.held, t.laid)),
        advantage=_advantage(deck, found, seats, games),
    )


def _most_telling(entry: tuple[str, CardTally]) -> tuple[int, int, str]:
    name, tally = entry
    return (-tally.decided, -tally.laid, name)


def _most_idle(entry: tuple[str, CardTally]) -> tuple[int, str]:
    name, tally = entry
    return (tally.laid - tally.held, name)


def _card(name: str, tally: CardTally, games: int) -> CardUse:
    won = share(tally.wins, tally.games) if tally.games else None
    leads = share(tally.leads, tally.laid) if tally.laid else None
    return CardUse(name, tally.laid / games, won, leads, share(tally.decided, games), tally.held / games)


def _lengths(counts: Counter[int]) -> Lengths:
    ordered = tuple(sorted(counts.items()))
    games = sum(counts.values())
    below, median = 0, ordered[0][0]
    for turns, n in ordered:
        if 2 * below >= games:
            break
        below, median = below + n, turns
    mean = sum(turns * n for turns, n in ordered) / games
    return Lengths(mean, median, ordered[0][0], ordered[-1][0], ordered)


def _advantage(deck: LoadedDeck, found: Simulator, seats: Sequence[Seat], games: int) -> Advantage | None:
    """That of the best seat over the worst one, if it is no chance; of players of one kind only, or it might be theirs."""
    if not found.alike or len({seat.player for seat in seats}) != 1 or len(seats) < 2:
        return None
    best, worst = max(seats, key=lambda s: s.wins.count), min(seats, key=lambda s: s.wins.count)
    found_difference = difference(best.wins.count, worst.wins.count, games, math.comb(len(seats), 2))
    if found_difference.value <= TELLING or found_difference.low <= 0:
        return None
    remedy = found.remedy if found.remedy is not None and _prints(deck, found.remedy) else None
    return Advantage(best.name, worst.name, found_difference, remedy)


def _prints(deck: LoadedDeck, variant: str) -> bool:
    """Whether a variant stands in the rules, by its name and a colon."""
    texts = (plain(text) for k in deck.components for text in texts_of(k.blocks or ()))
    return any(f"{variant}:" in text for text in texts)
