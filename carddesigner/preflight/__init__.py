"""Judging a PDF before it goes to print, whoever made it: nothing of what draws PDFs is known here."""
