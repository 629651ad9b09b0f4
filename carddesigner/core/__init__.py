"""Values that every stage shares. Imports nothing else of this project."""
