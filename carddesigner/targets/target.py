"""What a file is made or judged for: a standard, a service or a print house, each a small YAML file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from carddesigner.contents.base import Length, Model, Read, refusal
from carddesigner.core.report import DeckError, Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.deck.problems import validated
from carddesigner.source.files import FileProblem, display_path, read_text
from carddesigner.source.yaml import load_yaml, plain

FOLDER = Path(__file__).parent

Standard = Literal["pdfx4", "pdfx1a"]


def _percent(value: Any) -> float:
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%\s*", value) if isinstance(value, str) else None
    if match is not None and 0 < float(match[1]) <= 400:
        return float(match[1])
    raise refusal("wrong-value", f"{value!r} is no amount of ink; write one such as 300%, at most 400%")


Percent = Annotated[float, Read(_percent), WithJsonSchema({"type": "string", "examples": ["300%"]})]


def _sizes(value: Any) -> Any:
    return [value] if isinstance(value, (list, tuple)) and value and not isinstance(value[0], (list, tuple)) else value


Size = tuple[Length, Length]


class Target(Model):
    """What a printer or a service wants of a PDF."""

    target: str = Field(min_length=1, max_length=80)
    """What it is called."""
    source: str = Field(default="", max_length=400)
    """Where these facts come from."""
    checked: str = Field(default="", max_length=40)
    """When they were looked up."""
    takes: Literal["pdf", "pictures"] = "pdf"
    """Whether it takes PDFs, or only pictures of single faces, for which a PDF is judged as what they are made of."""
    colour: Literal["any", "rgb", "cmyk"] = "any"
    """The colours it prints; with ``cmyk`` RGB is an error, with ``rgb`` CMYK is one."""
    standard: Standard | None = None
    """The standard that a file must keep."""
    bleed: Annotated[Length, Field(ge=0)] = 0.0
    """How far art must reach over the trim."""
    safe: Annotated[Length, Field(ge=0)] = 0.0
    """How far text must keep from the trim."""
    trim: Annotated[tuple[Size, ...], BeforeValidator(_sizes)] = ()
    """The sizes after cutting that it makes; any if left out."""
    max_ink: Percent | None = None
    """The most ink of all plates together."""
    dpi: float = Field(default=300, gt=0, le=5000)
    """The fewest pixels an inch that a picture may be printed with."""
    line_art_dpi: float = Field(default=600, gt=0, le=5000)
    """The same for pictures of black and white without greys."""
    thinnest_line: Annotated[Length, Field(ge=0)] = 0.25
    """The thinnest line that prints."""
    small_text: Annotated[Length, Field(ge=0)] = 9.0
    """Text below this size must be of one ink or two."""
    transparency: bool = True
    """Whether live transparency may stay in the file."""
    die_lines: bool = True
    """Whether lines for cutting may be in the file."""
    page_order: Literal["any", "front-back", "back-front"] = "any"
    """Which of two pages of a card comes first."""
    max_pages: int | None = Field(default=None, gt=0)
    """The most pages of a file."""

    @property
    def for_press(self) -> bool:
        """Whether it is printed with a press's inks."""
        return self.colour == "cmyk" or self.standard is not None


def names() -> tuple[str, ...]:
    """The targets that ship."""
    return tuple(sorted(p.stem for p in FOLDER.glob("*.yaml")))


@cache
def shipped_target(name: str) -> Target:
    """One that ships, which is known to be right."""
    return _read(FOLDER / f"{name}.yaml")


def target_of(asked: str) -> Target:
    """A target by its name or by its file. Raises DeckError for one that isn't there or is wrong, with the place."""
    if asked in names():
        return shipped_target(asked)
    path = Path(asked)
    if path.suffix.lower() in (".yaml", ".yml") or "/" in asked or "\\" in asked:
        return _read(path)
    known = ", ".join(names())
    hint = f"there are {known}; of your own print house write a file, such as --for ./house.yaml"
    Report().fail("unknown-target", f"there is no target {asked!r}{did_you_mean(asked, names())}", hint=hint)


def _read(path: Path) -> Target:
    report = Report()
    try:
        root = load_yaml(path, read_text(path), report)
    except FileProblem as problem:
        report.refuse(problem, Span(display_path(path)))
    if root is None:
        raise DeckError(report)
    if not isinstance(root.value, dict):
        report.fail("wrong-type", "a print house is a mapping with `target:`, its name", root.span)
    found = validated(Target, plain(root), root, report)
    if found is None:
        raise DeckError(report)
    return found
