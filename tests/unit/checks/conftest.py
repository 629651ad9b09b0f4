"""What the checks say of a deck."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from carddesigner.core.report import Diagnostic, Report


@pytest.fixture
def warnings() -> Callable[..., list[Diagnostic]]:
    """The warnings about a deck's folder of one code, or all but of unused fields: the sample's cards have a name."""

    def run(deck, code=None):
        from carddesigner.checks import check
        from carddesigner.deck.find import loaded_deck
        from carddesigner.pipeline.imposition import lay_out
        from carddesigner.pipeline.job import print_job

        report = Report()
        loaded = loaded_deck(deck.path, report)
        check(loaded, lay_out(print_job(loaded), report), report)
        assert not report.errors
        return [w for w in report.warnings if w.code == code or (code is None and w.code != "unused-field")]

    return run


@pytest.fixture
def png() -> Callable[[int, int], bytes]:
    """A picture of so many pixels."""

    def make(width, height):
        from PIL import Image

        file = BytesIO()
        Image.new("RGB", (width, height), (120, 80, 40)).save(file, "PNG")
        return file.getvalue()

    return make
