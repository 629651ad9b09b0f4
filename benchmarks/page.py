"""The parts of ``docs/performance.md`` that show the last kept run: charts, tables and the machine.

``python -m benchmarks.page`` writes only that page, to ``output/performance.html``, light or dark as the browser
prefers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from benchmarks import charts, kept, report
from benchmarks.kept import Figure, Kept, Part
from benchmarks.parts import PARTS
from benchmarks.runs import ROOT
from benchmarks.verdicts import regressions, verdict

MARKER = re.compile(r"^<!-- bench: ([a-z0-9 ]+) -->$", re.M)
NOTHING = "*No run was kept yet: `make bench` makes one.*"


def with_run(markdown: str, run: Kept | None, before: Kept | None = None) -> str:
    """Return a page with each ``<!-- bench: … -->`` replaced by that piece of a run; *before* is the run to compare
    with.

    Raises ValueError for an unknown piece.
    """

    def piece(match: re.Match[str]) -> str:
        if match[1] not in PIECES:
            raise ValueError(f"bench: no {match[1]!r}; there are {', '.join(PIECES)}")
        return NOTHING if run is None else PIECES[match[1]](run, before)

    return MARKER.sub(piece, markdown)


def last_runs() -> tuple[Kept | None, Kept | None]:
    """Return the last kept run, and the one before it on the same kind of machine."""
    run = kept.last(kept.FOLDER)
    if run is None:
        return None, None
    return run, kept.last(kept.FOLDER, run.machine, run.date)


def machine(run: Kept, before: Kept | None) -> str:
    """When and where the run was made, as a sentence."""
    others = ", ".join(f"{name} {version}" for name, version in sorted(run.peers.items()))
    here = run.machine
    return (
        f"Measured on {run.date[:10]} at commit `{run.commit}`, on {here.processors} processors ({here.cpu}) with "
        f"{run.memory / 1000:.0f} GB of memory and Python {here.python}, in {run.rounds} turns; other programs kept "
        f"{run.load:.1f} processors busy meanwhile. The others: {others}."
    )


def figures(run: Kept, before: Kept | None) -> str:
    """All figures with their spread and bound, part by part."""
    out = [
        '<div class="chart"><table class="figures"><thead><tr><th>Figure</th><th>Value</th><th>Spread</th>'
        "<th>At most</th><th></th></tr></thead>"
    ]
    for part in run.parts:
        if not part.figures:
            continue
        about = escape(_about(part)).replace("``", "")
        out.append(f'<tbody><tr><th colspan="5" scope="rowgroup">{escape(part.name)} <span>{about}</span></th></tr>')
        out += [_row(figure) for figure in part.figures]
        out.append("</tbody>")
    return "".join([*out, "</table></div>"])


def _about(part: Part) -> str:
    """What a part measures, from the docstring of its function."""
    measures = PARTS.get(part.name)
    return " ".join((measures.__doc__ or "").split("\n\n")[0].split()) if measures else ""


def _row(figure: Figure) -> str:
    amount, number = figure.amount, report.number
    spread = f"{number(amount.low)} – {number(amount.high)}" if amount.turns > 1 else ""
    most = "" if figure.most is None else number(figure.most)
    result = verdict(figure)
    word = (
        f' <span class="{result.replace(" ", "-")}">{result}</span>'
        if result in ("missed", "close", "not judged")
        else ""
    )
    return (
        f"<tr><td>{escape(figure.name).replace('`', '')}{word}</td><td>{number(amount.value)} {figure.unit}</td>"
        f"<td>{spread}</td><td>{most}</td><td>{charts.gauge(figure)}</td></tr>"
    )


def left_out(run: Kept, before: Kept | None) -> str:
    """What was not run, and why."""
    found = {(left.what, left.why): None for part in run.parts for left in part.left_out}
    return "\n".join(f"- {what}: {why}." for what, why in found) or "Everything was run."


def changes(run: Kept, before: Kept | None) -> str:
    """What got worse since the run before."""
    if before is None:
        return "No earlier run of such a machine is kept, so nothing is compared."
    worse = regressions(run.parts, before)
    since = f"the run of {before.date[:10]}, of `{before.commit}`"
    if not worse:
        return f"Nothing is worse than in {since}."
    return f"Worse than in {since}:\n\n" + "\n".join(f"- {regression}" for regression in worse)


def _chart(name: str, draw: Callable[[Part], str]) -> Callable[[Kept, Kept | None], str]:
    def drawn(run: Kept, before: Kept | None) -> str:
        part = run.part(name)
        if part is None or not part.figures:
            return "*Not run.*"
        return f'<div class="chart">{draw(part)}</div>'

    return drawn


PIECES: dict[str, Callable[[Kept, Kept | None], str]] = {
    "machine": machine,
    "w1": _chart("whole", lambda part: charts.programs(part, "build")),
    "w2": _chart("trading", lambda part: charts.programs(part, "build")),
    "w3": _chart("variable", lambda part: charts.programs(part, "many")),
    "growth": _chart("growth", charts.growth),
    "cores": _chart("cores", charts.cores),
    "figures": figures,
    "left out": left_out,
    "changes": changes,
}

ALONE = """\
<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>How fast it is</title><style>
html {{ font-size: 20px; }}
:root {{ color-scheme: light dark; --md-default-fg-color: #222; --md-default-fg-color--light: #666; --md-default-bg-color: #fff; }}
body {{ max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; }}
{light}
@media (prefers-color-scheme: dark) {{
:root {{ --md-default-fg-color: #ddd; --md-default-fg-color--light: #999; --md-default-bg-color: #1e2129; }}
body {{ background: #1e2129; color: #ddd; }}
{dark}
}}
</style><body class="md-typeset">{body}</body></html>
"""


def alone(run: Kept | None, before: Kept | None) -> str:
    """The page by itself, as HTML."""
    import markdown

    style = (ROOT / "docs/assets/site.css").read_text()
    dark = re.findall(r'^\[data-md-color-scheme="slate"\] (\{.*?^\})', style, re.M | re.S)
    text = (ROOT / "docs/performance.md").read_text()
    body = markdown.markdown(with_run(text, run, before), extensions=["tables", "fenced_code"])
    return ALONE.format(light=style, dark="\n".join(f":root {rule}" for rule in dark), body=body)


def main() -> None:
    """Write the page by itself."""
    out = ROOT / "output/performance.html"
    out.write_text(alone(*last_runs()))
    print(f"Drawn: {out}")


if __name__ == "__main__":
    main()
