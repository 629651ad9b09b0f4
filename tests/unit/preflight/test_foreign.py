"""Files that other programs made, good and bad: what is found in them, as it was meant when they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.report import Severity
from carddesigner.preflight.judge import judge
from carddesigner.targets.target import target_of

FILES = Path(__file__).resolve().parents[2] / "foreign"
NO_STANDARD = {"pdf-standard", "pdf-output-intent"}
"""None of them claims one."""
HAIRLINE = "pdf-thin-line"
FOUND: dict[tuple[str, str], set[str]] = {
    # An office program knows neither trim nor inks.
    ("libreoffice", "home"): set(),
    ("libreoffice", "cmyk"): {"pdf-boxes", "pdf-rgb"},
    ("libreoffice", "pdfx4"): {"pdf-boxes", "pdf-rgb", *NO_STANDARD},
    # Nor does a program for drawings on screens; its pages are see-through as a whole.
    ("inkscape", "home"): set(),
    ("inkscape", "cmyk"): {"pdf-boxes", "pdf-rgb"},
    ("inkscape", "pdfx1a"): {"pdf-boxes", "pdf-rgb", "pdf-transparency", *NO_STANDARD},
    ("inkscape-bad", "home"): {HAIRLINE},
    ("inkscape-bad", "cmyk"): {"pdf-boxes", "pdf-rgb", HAIRLINE},
    # One for print does, and writes an ArtBox beside the TrimBox, which no standard takes.
    ("scribus", "home"): set(),
    ("scribus", "cmyk"): set(),
    ("scribus", "pdfx4"): {"pdf-boxes", "pdf-cmyk", *NO_STANDARD},
    ("scribus-bad", "cmyk"): {HAIRLINE},
    ("scribus-bad", "pdfx1a"): {HAIRLINE, "pdf-boxes", "pdf-transparency", *NO_STANDARD},
    # Boxes and inks set by hand.
    ("latex", "home"): set(),
    ("latex", "cmyk"): set(),
    ("latex", "pdfx1a"): NO_STANDARD,
    ("latex-bad", "cmyk"): {HAIRLINE, "pdf-ink", "pdf-small-text"},
    ("latex-bad", "pdfx1a"): {HAIRLINE, "pdf-ink", "pdf-small-text", *NO_STANDARD},
}


@pytest.mark.parametrize(("name", "target"), FOUND)
def test_errors_are_those_that_were_meant(name, target):
    judged = judge(FILES / f"{name}.pdf", target_of(target))
    assert {f.code for f in judged.findings if f.severity is Severity.ERROR} == FOUND[name, target]
    assert judged.pages == 1


def test_what_each_is_taken_for_where_nothing_is_asked():
    taken = {name: judge(FILES / f"{name}.pdf", None).target for name in sorted({name for name, _ in FOUND})}
    home, press = "a printer at home", "a print house (CMYK)"
    assert taken == {
        **dict.fromkeys(("libreoffice", "inkscape", "inkscape-bad"), home),
        **dict.fromkeys(("scribus", "scribus-bad", "latex", "latex-bad"), press),
    }
