"""Printers: the sheet that measures how a printer misplaces backs, the fit of what is read on it, and what is kept of it."""
