"""The markup of other programs that can be read."""

from enum import StrEnum


class Markup(StrEnum):
    """HTML tags, icon names in one kind of brackets, a bar that ends a line."""

    HTML = "html"
    BRACES = "braces"
    BRACKETS = "brackets"
    PARENTHESES = "parentheses"
    PIPES = "pipes"
