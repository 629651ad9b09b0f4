"""How the cards of a new deck look: which template, and what of the table each zone shows."""
