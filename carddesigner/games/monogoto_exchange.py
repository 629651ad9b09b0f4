"""Exchanges of two symbol cards: who wins without hands, and the best way to show hands where they count.

Hands are shown at the same time, so each player mixes numbers at random; the odds assume that both do so optimally.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from carddesigner.core.record import Record
from carddesigner.games.monogoto_cards import MonogotoSettings, Side, exchange, hand_numbers

Branch = Literal["environment", "suit", "number", "hands", "sum"]


class Meeting(Struct, frozen=True):
    """Two cards in an exchange: the rule that decides it; the winner if no hands are shown, otherwise the numbers that
    each may show and the better ones of these; and the attacker's probability of winning.
    """

    branch: Branch
    winner: Side | None
    odds: Fraction
    numbers: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    better: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


def meeting(attacker: Record, defender: Record, settings: MonogotoSettings) -> Meeting:
    """The exchange of these two cards."""
    branch = _branch(attacker, defender, settings)
    if branch not in ("hands", "sum"):
        winner = exchange(attacker, defender, 0, 0, settings)
        return Meeting(branch, winner, Fraction(winner == "attacker"))
    numbers = (tuple(hand_numbers(attacker, settings)), tuple(hand_numbers(defender, settings)))
    wins = [[exchange(attacker, defender, a, d, settings) == "attacker" for d in numbers[1]] for a in numbers[0]]
    higher = attacker["number"] > defender["number"]
    better, odds = _sums(wins) if branch == "sum" else _matches(wins, higher)
    picked = tuple(tuple(numbers[side][i] for i in better[side]) for side in (0, 1))
    return Meeting(branch, None, odds, numbers, (picked[0], picked[1]))


def _branch(attacker: Record, defender: Record, settings: MonogotoSettings) -> Branch:
    if attacker["environment"] != defender["environment"]:
        return "environment"
    if defender["person"] == settings.persons[1].name:
        return "sum"
    if attacker["suit"] != defender["suit"]:
        return "suit"
    far = abs(attacker["number"] - defender["number"]) > attacker["circles"]
    return "number" if far or attacker["suit"] == settings.without_rpsm else "hands"


_Better = tuple[Sequence[int], Sequence[int]]


def _sums(wins: Sequence[Sequence[bool]]) -> tuple[_Better, Fraction]:
    """Only whether a hand is odd or even counts: a player with both shows each with equal probability; if only one
    player has both, that player wins.
    """
    first, second = range(len(wins)), range(len(wins[0]))
    if len(first) > 1 and len(second) > 1:
        return (first[-2:], second[-2:]), Fraction(1, 2)
    if len(first) > 1:
        best = [i for i in first if wins[i][0]]
        return (best, second), Fraction(1)
    best = [j for j in second if not wins[0][j]]
    return (first, best or second), Fraction(not best)


def _matches(wins: Sequence[Sequence[bool]], attacker_higher: bool) -> tuple[_Better, Fraction]:
    """The higher card wins unless both players show the same number and this reverses it. The owner of the higher card
    shows a number that never reverses it, if there is one; otherwise both guess.
    """
    first, second = range(len(wins)), range(len(wins[0]))
    if not attacker_higher:
        turned = [[not w for w in column] for column in zip(*wins, strict=True)]
        (best, other), odds = _matches_of_higher(turned, second, first)
        return (other, best), 1 - odds
    return _matches_of_higher(wins, first, second)


def _matches_of_higher(wins: Sequence[Sequence[bool]], own: range, other: range) -> tuple[_Better, Fraction]:
    safe = [i for i in own if all(wins[i])]
    if safe:
        return (safe, other), Fraction(1)
    guesses = [j for j in other if not all(row[j] for row in wins)]
    return (own, guesses), 1 - Fraction(1, len(own))
