"""Packs drawn from a deck's cards by its own recipe, and libraries that are built of them. Nothing is laid out here."""
