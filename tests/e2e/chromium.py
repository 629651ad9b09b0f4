"""The browser that tests of pages run in."""

from __future__ import annotations

import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PATIENCE = 30_000
"""Milliseconds that a page may take, on a busy machine too."""
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not there")
