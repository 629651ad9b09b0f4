"""Expressions, and resolving the zones of a card."""
