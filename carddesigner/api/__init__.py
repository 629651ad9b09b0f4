"""What ``import carddesigner`` gives: decks, cards and faces as values to look at, change and print."""
