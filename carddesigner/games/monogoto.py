"""Monogoto's checks: report what prevents the symbol cards and counts from being a playable deck.

Every count comes from the settings, so that a variant with other suits and numbers is checked by its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from operator import itemgetter
from typing import Any

from carddesigner.core.report import Report
from carddesigner.games.base import CheckedRow, Counts, Game, Rows, first_place, places, twice
from carddesigner.games.monogoto_cards import MonogotoSettings, SymbolCard, exchange, hand_numbers, record


def check(rows: Rows, counts: Counts, settings: MonogotoSettings, report: Report) -> None:
    """Check all facts of the deck; each breach is reported with the rows concerned."""
    _check_each_once(rows, counts, settings, report)
    _check_followers(counts, settings, report)
    _check_balance(rows, settings, report)
    _check_suits(rows, settings, report)
    _check_sets_by_parity(rows, settings, report)
    _check_example(rows, settings, report)
    _check_spread(rows, settings, report)
    _check_finer_spread(rows, settings, report)


def _grouped(rows: Rows, *fields: str) -> Mapping[Any, list[CheckedRow]]:
    """The rows by the value of a field, or by the tuple of several; a value that no row has gives an empty list."""
    groups: defaultdict[Any, list[CheckedRow]] = defaultdict(list)
    for row, span in rows:
        groups[itemgetter(*fields)(row)].append((row, span))
    return groups


def _check_each_once(rows: Rows, counts: Counts, settings: MonogotoSettings, report: Report) -> None:
    """Each suit has each number exactly once, and each is printed once."""
    for (row, span), first in twice(rows, itemgetter("suit", "number")):
        related = places([first], "first here")
        report.error("monogoto-duplicate", f"{row['name']} is there twice", span, related=related)
    of_suit = _grouped(rows, "suit")
    for suit in settings.suits:
        missing = sorted(set(range(1, settings.numbers + 1)) - {row["number"] for row, _ in of_suit[suit.name]})
        if missing:
            listed = ", ".join(map(str, missing))
            message = f"{suit.title} lacks {listed}; each suit has 1 to {settings.numbers} once"
            report.error("monogoto-missing", message, first_place(of_suit[suit.name]) or first_place(rows))
    printed = counts.get(settings.symbols_component or "")
    if printed is not None and printed != len(rows):
        code = "monogoto-duplicate" if printed > len(rows) else "monogoto-missing"
        message = f"{printed} symbol cards are printed from {len(rows)} rows; each belongs to the game once"
        report.error(code, message, first_place(rows), hint="leave `copies` at 1")


def _check_followers(counts: Counts, settings: MonogotoSettings, report: Report) -> None:
    have = counts.get(settings.followers_component, 0)
    if have != settings.followers:
        message = f"{have} follower cards are printed by {settings.followers_component!r}, {settings.followers} belong to the game"
        hint = f"`game: {{id: monogoto, followers: {have}}}` says how many belong to a variant"
        report.error("monogoto-followers", message, hint=hint)


def _check_balance(rows: Rows, settings: MonogotoSettings, report: Report) -> None:
    """The totals of the two environments, and of the two persons, differ by at most one."""
    for field, signs in (("environment", settings.environments), ("person", settings.persons)):
        groups = _grouped(rows, field)
        less, more = sorted((s.name for s in signs), key=lambda name: len(groups[name]))
        few, many = groups[less], groups[more]
        if len(many) - len(few) > 1:
            message = f"{len(many)} cards are {more}, {len(few)} are {less}; they may differ by one"
            hint = f"{(len(many) - len(few)) // 2} of the {more} cards would have to be {less}"
            report.error("monogoto-balance", message, first_place(many), hint=hint, related=places(many[1:]))


def _check_suits(rows: Rows, settings: MonogotoSettings, report: Report) -> None:
    """Every suit has all four pairs of environment and person, and in one environment the cards for a set of the first
    person.
    """
    person = settings.persons[0].name
    wanted = f"{settings.least_males} are wanted for a set of {settings.set_size}"
    of_suit = _grouped(rows, "suit")
    for suit in settings.suits:
        own = of_suit[suit.name]
        if not own:
            continue
        pairs = _grouped(own, "environment", "person")
        for e, p in product(settings.environments, settings.persons):
            if not pairs[e.name, p.name]:
                message = f"{suit.title} has no card that is {e.name} and {p.name}; every suit has all four pairs"
                report.error("monogoto-pairs", message, first_place(own))
        most = max((pairs[e.name, person] for e in settings.environments), key=len)
        if len(most) < settings.least_males:
            message = f"{suit.title} has at most {len(most)} {person} cards of one environment; {wanted}"
            report.error("monogoto-sets", message, first_place(most) or first_place(own), related=places(most[1:]))


def _check_sets_by_parity(rows: Rows, settings: MonogotoSettings, report: Report) -> None:
    """For each environment there are enough odd and enough even cards of the second person for a set."""
    person = settings.persons[1].name
    wanted = f"{settings.least_females} are wanted for a set of {settings.set_size}"
    groups = _grouped(rows, "environment", "person", "odd")
    for e, odd in product(settings.environments, (True, False)):
        have = groups[e.name, person, odd]
        if len(have) < settings.least_females:
            message = f"{len(have)} {'odd' if odd else 'even'} {person} cards are {e.name}; {wanted}"
            report.error("monogoto-sets", message, first_place(have) or first_place(rows), related=places(have[1:]))


def _check_example(rows: Rows, settings: MonogotoSettings, report: Report) -> None:
    """The rules' worked example can be played with the deck's cards, and its attacker wins as the rules say."""
    example = settings.example
    if example is None:
        return
    cards = _grouped(rows, "suit", "number")
    attackers, defenders = cards[example.suit, example.attacker], cards[example.suit, example.defender]
    if not attackers or not defenders:
        return
    a, d = attackers[0][0], defenders[0][0]
    person = settings.persons[1].name
    wrong = []
    if a["environment"] != d["environment"]:
        wrong.append(f"they must share an environment, and are {a['environment']} and {d['environment']}")
    if d["person"] != person:
        wrong.append(f"{d['name']} must be {person}")
    for card, hand in zip((a, d), example.hands, strict=True):
        allowed = hand_numbers(card, settings)
        if hand not in allowed:
            wrong.append(f"{card['name']} can't show {hand}, only {allowed.start} to {allowed.stop - 1}")
    if not wrong and exchange(a, d, *example.hands, settings) != "attacker":
        wrong.append("the attacker would not win")
    if wrong:
        message = f"the worked example, {a['name']} against {d['name']}, can't be laid: {'; '.join(wrong)}"
        related = places(attackers, "the attacker's card")
        report.error("monogoto-example", message, first_place(defenders), related=related)


def _check_spread(rows: Rows, settings: MonogotoSettings, report: Report) -> None:
    """Odd and even, low and high numbers are spread over the four pairs of environment and person: less than a third of
    a kind is an error, a larger deviation from an even spread than necessary a warning.
    """
    groups = _grouped(rows, "environment", "person")
    signs = product(settings.environments, settings.persons)
    pairs = [(f"{e.name} and {p.name}", groups[e.name, p.name]) for e, p in signs]
    middle = (settings.numbers + 1) / 2
    for name, cards in pairs:
        kinds = {
            "odd": sum(row["odd"] for row, _ in cards),
            "even": sum(not row["odd"] for row, _ in cards),
            "low": sum(row["number"] < middle for row, _ in cards),
            "high": sum(row["number"] > middle for row, _ in cards),
        }
        few = [f"{have} {kind}" for kind, have in kinds.items() if have < len(cards) // 3]
        if few:
            message = f"of the {len(cards)} cards that are {name} only {' and '.join(few)}; a third is the least"
            report.error("monogoto-spread", message, first_place(cards), related=places(cards[1:]))
        else:
            _warn_uneven(name, cards, settings, report)
        mean = sum(row["number"] for row, _ in cards) / len(cards) if cards else middle
        if abs(mean - middle) > 0.04 * settings.numbers:
            message = f"the cards that are {name} have {mean:.1f} as their mean; an even spread has {middle:g}"
            report.warn("monogoto-spread", message, first_place(cards), related=places(cards[1:]))
    name, most = max(pairs, key=lambda pair: len(pair[1]))
    other, least = min(pairs, key=lambda pair: len(pair[1]))
    if len(most) - len(least) > 2:
        message = f"{len(most)} cards are {name}, but {len(least)} are {other}; an even spread differs by two at most"
        report.warn("monogoto-spread", message, first_place(most), related=places(least))


def _check_finer_spread(rows: Rows, settings: MonogotoSettings, report: Report) -> None:
    """Each suit, and each number, has half of each sign; within the halves of a suit numbers are spread evenly."""
    for field, signs in (("environment", settings.environments), ("person", settings.persons)):
        halves, numbered = _grouped(rows, "suit", field), _grouped(rows, "number", field)
        for sign in signs:
            for suit in settings.suits:
                cards = halves[suit.name, sign.name]
                _warn_no_half(f"{suit.title} cards", sign.name, cards, settings.numbers, report)
                _warn_uneven(f"{suit.name} and {sign.name}", cards, settings, report)
        for number in range(1, settings.numbers + 1):
            cards = numbered[number, signs[0].name]
            _warn_no_half(f"cards numbered {number}", signs[0].name, cards, len(settings.suits), report)


def _warn_no_half(what: str, sign: str, cards: Rows, of: int, report: Report) -> None:
    # With an even number, half may be missed by one: six suits of twelve with all four pairs in each are impossible
    # otherwise.
    if abs(2 * len(cards) - of) > (1 if of % 2 else 2):
        message = f"{len(cards)} of the {of} {what} are {sign}; an even spread has half"
        report.warn("monogoto-spread", message, first_place(cards), related=places(cards[1:]))


def _warn_uneven(name: str, cards: Rows, settings: MonogotoSettings, report: Report) -> None:
    """The odd cards differ from their share by less than one, the low and high ones from each other by at most one."""
    odd = sum(row["odd"] for row, _ in cards)
    share = (settings.numbers + 1) // 2 * len(cards) / settings.numbers
    if abs(odd - share) >= 1:
        message = f"{odd} of the {len(cards)} cards that are {name} are odd; an even spread has {share:.1f}"
        report.warn("monogoto-spread", message, first_place(cards), related=places(cards[1:]))
    middle = (settings.numbers + 1) / 2
    low, high = (sum(row["number"] < middle for row, _ in cards), sum(row["number"] > middle for row, _ in cards))
    if abs(low - high) > 1:
        message = f"{low} of the cards that are {name} are low and {high} high; an even spread differs by one at most"
        report.warn("monogoto-spread", message, first_place(cards), related=places(cards[1:]))


GAME = Game("monogoto", MonogotoSettings, SymbolCard, record, check)
