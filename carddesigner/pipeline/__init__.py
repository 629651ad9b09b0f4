"""From what is asked for to files: options, the job they make of a deck, its sheets, what changed, and what is written."""
