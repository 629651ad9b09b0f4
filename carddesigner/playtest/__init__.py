"""Games played by the machine: many at once, and what they tell."""
