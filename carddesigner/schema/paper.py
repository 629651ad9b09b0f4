"""The paper that a deck is printed on."""

from typing import Annotated, Any

from pydantic import WithJsonSchema

from carddesigner.contents.base import Read, refusal
from carddesigner.core.papers import Paper, parse_paper


def _paper(value: Any) -> Paper:
    if not isinstance(value, str):
        raise refusal("wrong-type", "expected a paper's name, such as A4, or its size, such as 210x297mm")
    try:
        return parse_paper(value)
    except ValueError as problem:
        raise refusal("unknown-paper", str(problem)) from None


PaperSize = Annotated[Paper, Read(_paper), WithJsonSchema({"type": "string"})]
"""A sheet's paper."""
