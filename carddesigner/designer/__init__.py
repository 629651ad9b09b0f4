"""The local page on which a deck is designed: edits of its files, the server and its session."""
