"""``carddesigner preflight``: check PDFs before they go to print."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, BadParameter, Exit, Option

from carddesigner.cli.options import Html, Json, Quiet

if TYPE_CHECKING:
    from carddesigner.preflight.findings import Finding
    from carddesigner.preflight.judge import Judged

_FOR = (
    "home, cmyk, pdfx4, pdfx1a, makeplayingcards, thegamecrafter, drivethrucards, mbprint, or a file of your print house, "
    "such as ./house.yaml; by default what the PDF claims to be."
)


def preflight(
    files: Annotated[list[Path], Argument(metavar="FILE", help="PDFs, of this program or any other.")],
    target: Annotated[str | None, Option("--for", metavar="TARGET", help=_FOR)] = None,
    html: Html = None,
    json_: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check PDFs before they go to print. Reports what is wrong and where, what it means on paper, and how to fix
    it.
    """
    from carddesigner.cli.report import harmless, print_json
    from carddesigner.core.report import Report, Severity
    from carddesigner.preflight.process import judged
    from carddesigner.source.files import display_path, near_file
    from carddesigner.source.paths import explanations
    from carddesigner.source.yaml import load_shipped
    from carddesigner.targets.target import target_of

    if html is not None and len(files) > 1:
        raise BadParameter(f"--html takes one PDF, and {len(files)} are given", param_hint="--html")
    wanted = target_of(target) if target is not None else None
    report = Report()
    for file in files:
        if not file.is_file():
            what = "is not a file" if file.exists() else f"there is no such file{near_file(file)}"
            report.error("missing-file", f"{display_path(file)}: {what}")
    report.raise_errors()
    data, wrong = [], False
    for file in files:
        judged_file = judged(file, wanted, pictures=html is not None)
        advice = load_shipped(explanations()) if judged_file.findings else {}
        errors = any(f.severity is Severity.ERROR for f in judged_file.findings)
        wrong = wrong or errors
        if json_:
            from carddesigner.preflight.data import as_data

            data.append(as_data(judged_file, display_path(file), advice))
            continue
        if len(files) > 1 and (errors or not quiet):
            sys.stderr.write(harmless(f"{display_path(file)}\n"))
        _print(judged_file, advice, quiet=quiet)
    if json_:
        print_json(data if len(files) > 1 else data[0])
    if html is not None:
        from carddesigner.export.files import write_files
        from carddesigner.preflight.page import page

        write_files({html: page(judged_file, files[0].name, advice).encode()})
        if not quiet:
            sys.stderr.write(f"{html}\n")
    if wrong:
        raise Exit(1)


def _print(judged: Judged, advice: dict[str, Any], *, quiet: bool) -> None:
    """Print the findings to stderr, errors first; *quiet* leaves warnings out."""
    from carddesigner.cli.report import harmless
    from carddesigner.core.report import Severity

    wrong = [f for f in judged.findings if f.severity is Severity.ERROR]
    for finding in wrong if quiet else judged.findings:
        sys.stderr.write(_text(finding, advice.get(finding.code, {})))
    if quiet:
        return
    if judged.because:
        sys.stderr.write(harmless(f"judged for {judged.target}: {judged.because}\n"))
    counts = [(len(wrong), "error"), (len(judged.findings) - len(wrong), "warning")]
    counted = ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in counts if n)
    pages = f"{judged.pages} page{'s' * (judged.pages != 1)}"
    sys.stderr.write(f"{counted}\n" if counted else f"{pages}, nothing found\n")


def _text(finding: Finding, advice: dict[str, Any]) -> str:
    """A finding as lines of text."""
    from carddesigner.cli.report import harmless, styled
    from carddesigner.core.report import Severity
    from carddesigner.preflight.findings import pages_text

    colour = "31;1" if finding.severity is Severity.ERROR else "33;1"
    begin = styled(f"{finding.severity}[{finding.code}]", colour)
    times = f" ({finding.count:,} times)" if finding.count > max(1, len(finding.pages)) else ""
    out = [f"{begin}: {harmless(finding.message)}{times}"]
    if finding.pages:
        first = finding.places[0]
        where = pages_text(finding.pages)
        if first.x_mm is not None:
            size = f"{first.width_mm:g} × {first.height_mm:g} mm" if first.width_mm and first.height_mm else ""
            where = f"{first}{f', {size}' if size else ''}" + (f"; {where}" if len(finding.pages) > 1 else "")
        out.append(f"  on {where}")
    if "means" in advice:
        out.append(f"  means: {advice['means'].strip()}")
    if "mend" in advice:
        out.append(f"  hint: {advice['mend'].strip()}")
    return "\n".join(out) + "\n"
