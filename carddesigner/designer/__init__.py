"""The local web page on which decks are designed: its server, its session, and edits of a deck's files."""
