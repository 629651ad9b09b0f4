"""Room for the frames of what a program calls."""

from __future__ import annotations

TYPE_CHECKING = False  # the library's own takes longer to import than this
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Function = TypeVar("Function", bound=Callable[..., object])

ROOM = 1 << 14
"""Values of frames, in 128 kB: those of some hundred calls in each other."""


def with_room(function: Function) -> Function:
    """The function, with room for the frames of all that it calls.

    Python has room for frames in pieces of 16 kB, and gives one back to the system when the first frame in it ends. What is called
    again and again just where a piece is full asks the system for it each time, which takes a fifth of a build, or next to nothing:
    that depends on how deep calls lie in each other. A large frame gets a piece that is larger, and what is free of it holds the others.
    """
    code = function.__code__
    function.__code__ = code.replace(co_stacksize=code.co_stacksize + ROOM)
    return function
