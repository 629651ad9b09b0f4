"""Comparison of two states of a deck: what is new, removed and changed. Only ``read`` lays out decks; the rest is
pure.
"""
