"""Expressions and resolving a card's zones."""
