"""``python -m carddesigner``."""

from carddesigner.cli import main

main()
