"""A table file read for a new deck: which sheet, which rows are cards, which columns there are."""
