"""Markup of other programs that is understood."""

from enum import StrEnum


class Markup(StrEnum):
    """HTML's tags, icons' names between signs, a bar that ends a line."""

    HTML = "html"
    BRACES = "braces"
    BRACKETS = "brackets"
    PARENTHESES = "parentheses"
    PIPES = "pipes"
