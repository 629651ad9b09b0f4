"""File names for the pictures of a deck's pieces, all different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain, count

from carddesigner.core.piece import PieceKey


def picture_stems(pieces: Mapping[PieceKey, int]) -> dict[tuple[PieceKey, int], str]:
    """Return the beginnings of file names by piece and copy from 1, to which ``-front.png`` is added: ``a``; ``a-1``
    and ``a-2`` if copies differ; ``component-a`` if components share an id; a name that is taken gets the next free
    number. *pieces* are all pieces of the deck, exported or not, with the number of copies that have pictures: 1 if all
    look the same.
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
