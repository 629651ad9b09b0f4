"""The playtest of a deck: its game is set up with its cards, played many times, and evaluated."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from carddesigner.core.options import GAMES, SEED, OptionError, WrongOption
from carddesigner.core.report import Problem, Report, did_you_mean
from carddesigner.core.worker import Workers
from carddesigner.deal.library import cards_of
from carddesigner.deck.loaded import LoadedDeck
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
"""The least advantage of a seat that is reported: the difference between two seats' shares of wins."""


class PlaytestSettings(Struct, frozen=True):
    """The number of games, the seed, and the players by seat. One player stands for all seats; a text has names
    separated by commas. Raises OptionError with all errors.
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
        for option, read in (("games", GAMES), ("seed", SEED)):
            try:
                read(getattr(self, option))
            except ValueError as problem:
                problems.append(WrongOption(option, str(problem)))
        wrong = next((name for name in names if name not in PLAYERS), None)
        if wrong is not None:
            near = did_you_mean(wrong, PLAYERS) or f"; there are {', '.join(PLAYERS)}"
            problems.append(WrongOption("players", f"there is no player {wrong[:60]!r}{near}"))
        if problems:
            raise OptionError(*problems)


class Seat(Struct, frozen=True):
    """A seat, in the order of first turns: its player, and its share of wins."""

    name: str
    player: str
    wins: Share


class Lengths(Struct, frozen=True):
    """The number of turns of games; ``counts`` has the number of games of each length."""

    mean: float
    median: int
    least: int
    most: int
    counts: tuple[tuple[int, int], ...]


class EndingUse(Struct, frozen=True):
    """An ending, and the share of games that ended that way."""

    title: str
    dead_end: bool
    games: Share


class Measure(Struct, frozen=True):
    """A further quantity of the game, averaged over all games."""

    title: str
    mean: float


class RuleUse(Struct, frozen=True):
    """The share of games in which a rule was used, and how often it was used per game on average."""

    id: str
    title: str
    games: Share
    mean: float


class CardUse(Struct, frozen=True):
    """Statistics of a card: how often it was laid per game; the share of wins of those who laid it; the share of its
    plays that changed the leader; the share of games that it decided, by giving the winner the final lead; and how
    often per game it was still held at the end, in games that report this.
    """

    name: str
    laid: float
    won: Share | None
    leads: Share | None
    decided: Share
    held: float = 0.0


class Advantage(Struct, frozen=True):
    """A seat that wins significantly more games than another, and the variant in the deck's rules that compensates for
    it, if there is one.
    """

    seat: str
    over: str
    difference: Difference
    remedy: str | None


class Playtest(Struct, frozen=True):
    """The results of many games. ``idle`` are the cards that were held to the end significantly more often than laid,
    worst first.
    """

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
    """Play the deck's game by the *settings*, with the *workers*: processes of this machine, or those of a cluster.
    Raises OptionError for players that the game does not allow, DeckError for a deck that can't be played, and
    ClusterProblem.
    """
    simulator_of_game = _simulator(deck)
    game, players = _set_up(deck, simulator_of_game, settings.players)
    played = Played(game, players, settings.seed, simulator_of_game.most_moves)
    return _report(deck, simulator_of_game, played, play_all(played, settings.games, progress, workers))


def _simulator(deck: LoadedDeck) -> Simulator:
    name = deck.game.id if deck.game is not None else None
    game = simulator(name) if name is not None else None
    if game is None:
        what = f"of the game {name}, which" if name is not None else "of a game of its own, which"
        hint = f"decks of these games can be played: {', '.join(sorted(SIMULATORS))}"
        Report().fail("no-simulator", f"{deck.deck.deck} is {what} the machine can't play", deck.root.span, hint=hint)
    return game


def _set_up(
    deck: LoadedDeck, game: Simulator, players: Sequence[str]
) -> tuple[Simulation[object, object], tuple[str, ...]]:
    lists = libraries(deck)
    least, most = game.least_and_most(deck.game_settings, lists)
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
        return game.make(table), names
    except Problem as problem:
        Report().refuse(problem, deck.root.span)


def libraries(deck: LoadedDeck) -> dict[str, CardList]:
    """Return the libraries that come with the deck, by the names of their files. Raises DeckError."""
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


def _report(deck: LoadedDeck, simulator_of_game: Simulator, played: Played, tally: Tally) -> Playtest:
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
        advantage=_advantage(deck, simulator_of_game, seats, games),
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


def _advantage(deck: LoadedDeck, game: Simulator, seats: Sequence[Seat], games: int) -> Advantage | None:
    """Return the advantage of the best seat over the worst one if it is significant. None if the players differ in
    kind, since the advantage might be theirs.
    """
    if not game.alike or len({seat.player for seat in seats}) != 1 or len(seats) < 2:
        return None
    best, worst = max(seats, key=lambda s: s.wins.count), min(seats, key=lambda s: s.wins.count)
    found_difference = difference(best.wins.count, worst.wins.count, games, math.comb(len(seats), 2))
    if found_difference.value <= TELLING or found_difference.low <= 0:
        return None
    remedy = game.remedy if game.remedy is not None and _prints(deck, game.remedy) else None
    return Advantage(best.name, worst.name, found_difference, remedy)


def _prints(deck: LoadedDeck, variant: str) -> bool:
    """Return whether the rules have a variant: its name, followed by a colon."""
    texts = (plain(text) for k in deck.components for text in texts_of(k.blocks or ()))
    return any(f"{variant}:" in text for text in texts)
