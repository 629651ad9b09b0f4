"""Everything around the art on a sheet: crop marks, cut lines, folds, targets, the slug line."""
