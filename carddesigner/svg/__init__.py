"""SVG drawings: read as vectors, checked, or rendered to pictures."""
