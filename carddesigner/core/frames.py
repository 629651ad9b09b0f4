"""Memory for the frames of nested calls."""

from __future__ import annotations

TYPE_CHECKING = False  # importing it from typing takes longer than this module
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Function = TypeVar("Function", bound=Callable[..., object])

ROOM = 1 << 14
"""Values in frames, 128 kB: enough for some hundred nested calls."""


def with_room(function: Function) -> Function:
    """Return the function with memory reserved for the frames of everything it calls.

    Python allocates frames in chunks of 16 kB, and returns a chunk to the system when its first frame ends. A function
    that is called repeatedly just where a chunk is full allocates a chunk each time. Depending on the depth of the
    calls that costs nothing or a fifth of a build. A large frame gets a larger chunk, in which the frames of nested
    calls fit.
    """
    code = function.__code__
    function.__code__ = code.replace(co_stacksize=code.co_stacksize + ROOM)
    return function
