"""Files: PDF, manifest, PNG, JSON."""
