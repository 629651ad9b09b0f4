"""Inks of a printing press: ICC profiles, colours and pictures converted to them, and how much of them lies on one place."""
