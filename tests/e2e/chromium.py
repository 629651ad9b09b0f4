"""The browser that tests of pages run in: of what Chromium comes as, the one without windows, which opens a page in a third of the time."""

from __future__ import annotations

import shutil

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
needs_browser = pytest.mark.browser
