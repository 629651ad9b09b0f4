"""``carddesigner explain``: what a diagnostic means, with a wrong and a right example."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, BadParameter, echo

EXPRESSIONS = "expressions"
"""Given instead of a code, it lists what expressions can use."""


def explain(
    code: Annotated[str | None, Argument(metavar="CODE", help="The code in brackets after error or warning.")] = None,
) -> None:
    """Explain what a problem's code means. Shows a wrong and a right example; without a code, lists them all.

    ``expressions`` in place of a code lists what templates' expressions may use.
    """
    from carddesigner.core.report import did_you_mean
    from carddesigner.source.paths import explanations
    from carddesigner.source.yaml import load_shipped

    explained = load_shipped(explanations())
    if code is None:
        for name in sorted(explained):
            echo(f"{name:<24} {explained[name]['means'].split('. ')[0].rstrip('.')}")
        return
    if code == EXPRESSIONS:
        from carddesigner.template.allowed import as_text

        echo(as_text())
        return
    if code not in explained:
        message = f"unknown code {code!r}{did_you_mean(code, (*explained, EXPRESSIONS))}"
        raise BadParameter(message, param_hint="CODE")
    entry = explained[code]
    echo(f"{code}\n\n{entry['means'].strip()}")
    if "mend" in entry:
        echo(f"\nWhat to do: {entry['mend'].strip()}")
    if "more" in entry:
        echo(f"\n{entry['more'].strip()}")
    for word in ("wrong", "right"):
        if word in entry:
            body = "\n".join(f"    {line}" for line in entry[word].rstrip().splitlines())
            echo(f"\n{word.capitalize()}:\n{body}")
