"""What the pictures of blue.csv show: creatures stand on the ground at y 0, things are drawn about the origin, lands are all of it."""

from __future__ import annotations

from pen import Drawing

CREATURES: dict[str, Drawing] = {}
THINGS: dict[str, Drawing] = {}
LANDS: dict[str, Drawing] = {}
