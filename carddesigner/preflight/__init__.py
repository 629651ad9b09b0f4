"""Preflight of a PDF before it is printed, whatever program made it; independent of the code that draws PDFs."""
