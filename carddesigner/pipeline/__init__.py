"""From options to files: a deck's print job, its sheets, its changes since an earlier build, and the files written."""
