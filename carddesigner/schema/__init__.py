"""What users write: decks, templates, stock and printing. No I/O."""
