"""Text to typed values with places: YAML, tables, decks, templates."""
