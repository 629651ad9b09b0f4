"""What is wrong with how a deck is to be exported."""

from __future__ import annotations


class OptionProblem(ValueError):
    """An option is wrong, or contradicts another; ``option`` is its name, and the message is for the user."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option
