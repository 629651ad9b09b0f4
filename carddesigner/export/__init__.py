"""Files: PDF, manifest, and what decks are exported to. What a build imports knows no exporters."""
