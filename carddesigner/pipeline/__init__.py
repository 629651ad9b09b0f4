"""A deck's way from files to printed sheets: imposition, booklets, what changed, build, validate."""
