"""Two states of a deck beside each other: what is new, gone and changed. Pure but for ``read``, which lays decks out."""
