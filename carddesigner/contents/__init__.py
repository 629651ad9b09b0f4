"""One file per content of a zone: its model and how it is placed."""
