"""Shipped games: row models and checks."""
