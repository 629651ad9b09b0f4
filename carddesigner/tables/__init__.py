"""Read tables of any kind into rows of cells with places: CSV, workbooks, JSON and YAML rows."""
