"""SVG drawings: read to vectors, judged, or rendered to pictures."""
