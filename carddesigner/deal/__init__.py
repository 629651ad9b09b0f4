"""Packs drawn from a deck's cards by its recipes, and libraries built from its cards. Nothing is laid out here."""
