"""The report on a PDF as data for programs; its structure doesn't change."""

from __future__ import annotations

from typing import Any

from carddesigner.core.report import Severity
from carddesigner.preflight.findings import Finding, Place
from carddesigner.preflight.judge import Judged

SCHEMA = 1


def as_data(judged: Judged, file: str, advice: dict[str, Any]) -> dict[str, object]:
    """The whole report; *advice* has the meaning of each code and its remedy."""
    wrong = sum(f.severity is Severity.ERROR for f in judged.findings)
    return {
        "schema": SCHEMA,
        "file": file,
        "target": judged.target,
        "because": judged.because,
        "claim": judged.claim,
        "pages": judged.pages,
        "sizes_mm": [list(s) for s in judged.sizes],
        "colours": list(judged.colours),
        "errors": wrong,
        "warnings": len(judged.findings) - wrong,
        "findings": [_finding(f, advice.get(f.code, {})) for f in judged.findings],
    }


def _finding(finding: Finding, advice: dict[str, Any]) -> dict[str, object]:
    return {
        "severity": str(finding.severity),
        "code": finding.code,
        "message": finding.message,
        "count": finding.count,
        "pages": list(finding.pages),
        "places": [_place(p) for p in finding.places],
        "means": advice.get("means", ""),
        "mend": advice.get("mend", ""),
    }


def _place(place: Place) -> dict[str, object]:
    return {
        "page": place.page,
        "x_mm": place.x_mm,
        "y_mm": place.y_mm,
        "width_mm": place.width_mm,
        "height_mm": place.height_mm,
    }
