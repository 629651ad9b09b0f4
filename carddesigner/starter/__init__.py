"""New decks: the tutorial, copies of shipped decks, and decks guessed from somebody's table."""
