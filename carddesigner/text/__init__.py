"""Text: fonts, shaping, breaking into lines and fitting to a box."""
