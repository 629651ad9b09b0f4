"""Held to another program that reads PDFs, where one is at hand: what it finds is found here too.

``OTHER_PREFLIGHT`` names a Python that runs ``../shared/tools/preflight.py``.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from carddesigner.core.report import Severity
from carddesigner.preflight.judge import judge
from carddesigner.targets.target import target_of
from tests.pdf_maker import make_pdf
from tests.unit.preflight.test_judging import BROKEN, GOOD

OTHER = Path(__file__).resolve().parents[3] / "shared" / "tools" / "preflight.py"
PYTHON = os.environ.get("OTHER_PREFLIGHT")
OURS = {
    "X_VERSION": "pdf-standard",
    "X_XMP_ID": "pdf-standard",
    "XMP_MISSING": "pdf-standard",
    "XMP_KEY": "pdf-standard",
    "TRAPPED": "pdf-standard",
    "INFO_KEY": "pdf-standard",
    "PDF_VERSION": "pdf-standard",
    "ID_MISSING": "pdf-standard",
    "OI_MISSING": "pdf-output-intent",
    "OI_NO_PROFILE": "pdf-output-intent",
    "OI_BAD": "pdf-output-intent",
    "OI_NO_ID": "pdf-output-intent",
    "ENCRYPTED": "pdf-encrypted",
    "ACTION": "pdf-actions",
    "ACROFORM": "pdf-form-fields",
    "BOX_NO_TRIM": "pdf-boxes",
    "BOX_TRIM_AND_ART": "pdf-boxes",
    "BOX_NEST": "pdf-boxes",
    "BOX_NO_BLEED": "pdf-bleed",
    "BOX_BLEED_SMALL": "pdf-bleed",
    "FONT_NOT_EMBEDDED": "pdf-font",
    "FONT_SELECTED_NOT_EMBEDDED": "pdf-font",
    "IMG_LOW_DPI": "pdf-low-dpi",
    "COLOR_RGB_IN_CMYK": "pdf-rgb",
    "LINE_THIN": "pdf-thin-line",
    "TAC_OVER": "pdf-ink",
    "TEXT_RICH_BLACK": "pdf-small-text",
    "RES_MISSING": "pdf-missing-resource",
    "WHITE_OVERPRINT": "pdf-white-overprint",
    "TRANSPARENCY": "pdf-transparency",
    "ANNOTS": "pdf-annotation",
}


@pytest.mark.skipif(PYTHON is None or not OTHER.is_file(), reason="OTHER_PREFLIGHT names no Python, or it isn't there")
@pytest.mark.parametrize(("code", "severity", "words", "content", "more"), [("", "", "", GOOD, {}), *BROKEN])
def test_what_the_other_program_finds_is_found(tmp_path, code, severity, words, content, more):
    path = make_pdf(tmp_path / "cards.pdf", content, **more)
    ran = subprocess.run([str(PYTHON), str(OTHER), str(path), "--job", "cmyk"], capture_output=True, text=True)
    if ran.returncode not in (0, 1) or not ran.stdout:
        pytest.skip("the other program fails on this file")
    theirs = {OURS.get(f["code"], f["code"]) for f in json.loads(ran.stdout)["findings"] if f["severity"] == "error"}
    ours = {f.code for f in judge(path, target_of("pdfx4")).findings if f.severity is Severity.ERROR}
    assert theirs <= ours
