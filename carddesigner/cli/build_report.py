"""What a build made, for people and for programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from carddesigner.export.last_build import LastBuild, MadeFile

if TYPE_CHECKING:
    from carddesigner.pipeline.result import BuildResult


def print_result(result: BuildResult, seconds: float) -> None:
    """Print what was made, how much of it, and what to do next."""
    from carddesigner.cli.report import print_report

    print_report(result.report)
    err = sys.stderr.write
    if result.changes is not None:
        for line in result.changes.lines():
            err(f"{line}\n")
        if not result.artifacts:
            from carddesigner.pipeline.changes import NOTHING_CHANGED

            err(f"{NOTHING_CHANGED}\n")
            return
    if result.components:
        _report_sheets(result, seconds)
    for one in result.folded:
        err(f"{one.component}: {one.summary}\n")
        for made in reversed(one.artifacts):
            use = "to read" if made.kind == "pages" and one.sheets else "to print"
            err(f"{made.path}  {made.pages} page{'s' * (made.pages != 1)}, {use}\n")
        _report_steps(one.steps)
    if result.see_also:
        err(f"See also: carddesigner build {', '.join(result.see_also)}\n")


def print_unchanged(kept: LastBuild) -> None:
    """Report that nothing changed since a build, and what that made."""
    from carddesigner.cli.report import harmless, in_line

    sys.stderr.write(harmless(kept.notes))
    sys.stderr.write("nothing changed since it was built; --no-cache builds it again\n")
    for file in kept.files:
        if file.kind != "manifest":
            pages = f"{file.pages} page{'s' * (file.pages != 1)}"
            sys.stderr.write(f"{in_line(file.path)}  {pages}, {Path(file.path).stat().st_size / 1000:.0f} kB\n")


def as_kept(result: BuildResult) -> LastBuild:
    """Return a build's result in the form in which it is kept until something changes."""
    from carddesigner.cli.report import report_text

    artifacts = (*result.artifacts, *(a for one in result.folded for a in one.artifacts))
    files = {a.path: MadeFile(str(a.path), a.kind, a.pages, a.sha256) for a in artifacts}
    return LastBuild(tuple(files.values()), result_data(result), report_text(result.report))


def _report_sheets(result: BuildResult, seconds: float) -> None:
    """Print the sheets of cards: each component's own and the shared ones, so that the numbers add up."""
    err = sys.stderr.write
    counts = result.components
    rows = [
        ("component", "pieces", "cards", "sheets"),
        *((c.id, f"{c.pieces}", f"{c.cards or '–'}", f"{c.alone or '–'}") for c in counts),
    ]
    shared = result.sheets - sum(c.alone for c in counts)
    if shared:
        rows.append(("(shared)", "", "", f"{shared}"))
    if len(counts) > 1:
        rows.append(
            ("total", f"{sum(c.pieces for c in counts)}", f"{sum(c.cards for c in counts)}", f"{result.sheets}")
        )
    first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
    err(f"{result.summary}\n")
    if result.unprinted.line:
        err(f"{result.unprinted.line}\n")
    for name, *numbers in rows:
        shown = "".join(f"  {n:>{width}}" for n, width in zip(numbers, others, strict=True))
        err(f"  {name:<{first}}{shown}\n")
    if result.usage:
        err(f"{result.usage}\n")
    pdfs = [artifact for artifact in result.artifacts if artifact.kind == "pdf"]
    pages = sum(pdf.pages for pdf in pdfs)
    size = sum(pdf.path.stat().st_size for pdf in pdfs)
    if len(pdfs) > 1:
        err(f"{pdfs[0].path}\n… ")
    files = f"{len(pdfs)} files, " if len(pdfs) > 1 else ""
    err(f"{pdfs[-1].path}  {files}{pages} page{'s' * (pages != 1)}, {size / 1000:.0f} kB, {seconds:.2f} s\n")
    _report_steps(result.steps)


def _report_steps(steps: Sequence[str]) -> None:
    for number, step in enumerate(steps, 1):
        sys.stderr.write(f"{'Next: ' if number == 1 else '      '}{number}. {step}\n")


def result_data(r: BuildResult) -> dict[str, object]:
    """Return a result for programs."""
    from msgspec.structs import asdict

    from carddesigner.cli.report import as_dict

    changes = None
    if (c := r.changes) is not None:
        counts = {"more": dict(c.more), "fewer": dict(c.fewer), "removed": dict(c.removed)}
        changes = {"new": c.new, "changed": c.changed, **counts}
    return {
        "artifacts": [asdict(a) for a in r.artifacts],
        "components": [asdict(c) for c in r.components],
        "sheets": r.sheets,
        "summary": r.summary,
        "usage": r.usage,
        "not_printed": r.unprinted.data,
        "steps": r.steps,
        "folded": [
            {"id": f.component, "kind": f.kind, "artifacts": [str(a.path) for a in f.artifacts]}
            | {"sheets": f.sheets, "summary": f.summary, "steps": f.steps}
            for f in r.folded
        ],
        "see_also": r.see_also,
        "changes": changes,
        "unchanged": False,
        "diagnostics": [as_dict(d) for d in r.report],
        "seconds": {k: round(v, 4) for k, v in r.timings.items()},
    }
