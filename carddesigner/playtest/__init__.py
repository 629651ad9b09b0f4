"""Playtests: many games of a deck, played by simulated players, and their statistics."""
