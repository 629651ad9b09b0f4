"""What the pictures of a deck's pieces are called, so that none takes another's place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain, count

from carddesigner.core.piece import PieceKey


def picture_stems(pieces: Mapping[PieceKey, int]) -> dict[tuple[PieceKey, int], str]:
    """By piece and copy from 1, what ``-front.png`` is added to: ``a``; ``a-1`` and ``a-2`` where copies differ; where
    components share an id, ``component-a``; where a name is taken, with the next free number. *pieces* are all of the
    deck, exported or not, with how many of their copies there are pictures of: 1 where all look the same.
    """
    owners = Counter(key.id for key in pieces)
    plain = {(key, 1): key.id for key, copies in pieces.items() if copies == 1 and owners[key.id] == 1}
    taken = set(plain.values())
    out: dict[tuple[PieceKey, int], str] = {}
    for key, copies in pieces.items():
        for copy in range(1, copies + 1):
            name = plain.get((key, copy))
            if name is None:
                name = key.id if owners[key.id] == 1 else f"{key.component}-{key.id}"
                name = f"{name}-{copy}" if copies > 1 else name
                name = next(n for n in chain([name], (f"{name}-{i}" for i in count(2))) if n not in taken)
                taken.add(name)
            out[key, copy] = name
    return out
