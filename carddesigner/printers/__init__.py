"""Printers: the calibration sheet that shows how a printer misplaces backs, the fit of its readings, and printer
profiles.
"""
