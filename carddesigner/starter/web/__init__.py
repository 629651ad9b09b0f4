"""Tables that lie on the web: read from public addresses, for a new deck or once more for one that has them."""
