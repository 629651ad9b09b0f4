"""Warn of palette colours that the deck's press can't print."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from carddesigner.checks.base import Check, DeckView, Finding
from carddesigner.checks.colors import written
from carddesigner.core.color import Rgb
from carddesigner.core.printing import ColorMode
from carddesigner.core.report import DeckError, Problem, Report
from carddesigner.deck.names import palette_color
from carddesigner.deck.presses import press_profile
from carddesigner.source.yaml import Node, find

SEEN = 5.0
"""The ΔE (CIE76) between a colour and its print from which the difference is visible without comparing them side by
side.
"""


def gamut(view: DeckView) -> Iterator[Finding]:
    """Warn of every colour that looks different on paper, if the deck is for a press."""
    print_settings = view.deck.deck.print
    if print_settings.color is not ColorMode.CMYK and print_settings.standard is None:
        return
    proof = None
    for name, node in _palettes(view):
        with suppress(Problem, DeckError):
            color = palette_color(str(node.value))
            if not isinstance(color, Rgb) or color.own is not None:
                continue
            if proof is None:
                from carddesigner.inks.proof import SoftProof

                # A profile that can't be used was reported when the deck's sheets were imposed.
                proof = SoftProof(press_profile(view.deck, Report()), print_settings.max_ink)
            off = proof.difference(color)
            if off > SEEN:
                nearest = written(proof.color(color))
                message = f"the press can't print the colour {name!r}, {node.value}: it will look like {nearest} (ΔE {off:.0f})"
                hint = f'use "{nearest}", which it can, or give the inks: "{node.value} cmyk(…)"'
                yield Finding("out-of-gamut", message, node.span, hint, badness=off)


def _palettes(view: DeckView) -> Iterator[tuple[str, Node]]:
    """The colours of the deck and of its templates."""
    for name in view.deck.deck.palette:
        yield name, find(view.deck.root, ("palette", name))
    for source in view.deck.templates.values():
        yield from source.section("palette").items()


CHECK = Check("out-of-gamut", gamut, once=True, of_colors=True)
