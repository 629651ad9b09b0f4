"""What each column of a table is for, and how certain that is."""
