"""Output files: the PDF, the manifest, and the exporters. A build imports no exporters."""
