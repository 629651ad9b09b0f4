"""The figures, by what they are of."""
