"""Files to text and nodes with their places: finding, bounds, YAML, JSON, encodings."""
