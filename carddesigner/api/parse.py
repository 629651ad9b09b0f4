"""Readers for the values of settings, with the syntax of the command line."""

from __future__ import annotations

from carddesigner.core.papers import Paper, parse_paper
from carddesigner.core.units import parse_length
from carddesigner.template.expressions import Expression, parse_expression


def paper(name: str) -> Paper:
    """Return a paper by its name or its size. Raises ValueError with the nearest name.

    >>> paper("Letter").name
    'Letter'
    >>> paper("100x150mm").turned().width == length("150mm")
    True
    """
    return parse_paper(name)


def length(text: str) -> float:
    """Return a length, given with its unit, in points. Raises ValueError.

    >>> length("1in")
    72.0
    """
    return parse_length(text)


def expression(source: str) -> Expression:
    """Parse an expression in the language of templates, as ``PrintOptions(select=…)`` takes it. Raises ValueError.

    >>> expression("card.cost > 3").source
    'card.cost > 3'
    """
    return parse_expression(source)
