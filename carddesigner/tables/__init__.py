"""Tables of any kind to rows of cells with their places: CSV, workbooks, JSON and YAML rows."""
