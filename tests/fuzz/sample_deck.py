"""A small deck that uses most of what there is, of which targets change one file."""

from __future__ import annotations

import io
import re
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf

from tests.fuzz.commands import Files, carddesigner, problems

DECK = """\
deck: sample
title: Sample
stocks:
  card: {shape: card, size: poker, corner: 3mm, bleed: 3mm, safe: 3mm}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
components:
  - {id: cards, rows: cards.csv, front: sample#front, back: sample#back}
  - {id: rules, pages: rules.md, front: sample#rules}
print: {paper: A4, duplex: long-edge, marks: [crop]}
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans}}
styles: {big: {size: 14pt, min-size: 9pt, color: ink, align: center, valign: middle}}
parts:
  dot: {size: [3mm, 3mm], params: {tone: glow}, zones: {disc: {shape: ellipse, fill: "{{ tone }}"}}}
faces:
  front:
    zones:
      ground: {in: bleed, fill: glow, opacity: 0.5}
      name: {box: {left: 6mm, right: 10%, top: 8mm, height: 12mm}, text: "**{{ card.name }}**", style: big}
      mark: {when: card.cost > 1, icon: mine, color: "{{ 'ink' if card.cost == 2 else 'glow' }}", rotate: 30}
      row: {box: {height: 5mm}, row: {each: card.cost, part: dot, gap: 1mm}}
      path: {path: "M 0 0 L 100 0 L 50 100 Z", view: [100, 100], stroke: {color: ink, width: 1pt, dash: [2mm, 1mm]}}
  back: {extends: front, zones: {name: null, row: {after: ground}}}
  rules:
    zones:
      page:
        flow: {text: {size: 8pt}, title: {size: 14pt}, heading: {size: 10pt}, gap: 2mm}
"""
CARDS = 'id,name,cost,copies\na,"Fire, and\nsmoke",1,2\nb,Ice,2,\nc,"A ""quoted"" name",3,1\n'
RULES = """\
# Rules

Draw **two** cards, *then* play one: :mine:

1. First
2. Second
   - third

| a | b |
|---|---|
| 1 | 2 |

---

## Ending

![The dot](part:dot)
"""
SYMBOL = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<g transform="translate(10 5) rotate(10)" fill="#f00"><path d="M 0 0 L 50 0 C 60 10 60 40 50 50 Z"/></g>
<rect x="10" y="10" width="20" height="30" rx="3"/><circle cx="50" cy="50" r="9" stroke="#00f" stroke-width="2"/>
<path d="m 5 5 h 10 v 10 a 5 5 0 0 1 -5 5 q 3 3 4 4 t 1 1 s 1 1 2 2 z"/>
</svg>
"""
FILES = {
    "deck.yaml": DECK,
    "templates/sample.yaml": TEMPLATE,
    "cards.csv": CARDS,
    "rules.md": RULES,
    "symbols/mine.svg": SYMBOL,
}
"""Its files by their paths in its folder."""
RICH: Files = {name: text.encode() for name, text in FILES.items()}


def judge_files(files: Files, *more: str) -> list[str]:
    """``validate`` and ``build`` on a deck of these files agree, twice the same deck is the same PDF, and no file of it changes. The codes
    of its errors.
    """
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "deck"
        write(folder, files)
        errors = problems(folder)
        outputs = [Path(scratch) / name for name in ("output", "again")]
        # Once in four times, by what the files hold: it costs as much as all else.
        for output in outputs if zlib.crc32(b"".join(files.values())) % 4 == 0 else outputs[:1]:
            # What other inputs left in the cache never changes anything.
            cache = "--no-cache" if output is outputs[0] else "--cache"
            built = carddesigner("build", f"{folder}/", "-o", output, "--quiet", cache, *more)
            # What is wrong in another language or edition stops only a build in it.
            elsewhere = all(e.message.startswith("in ") for e in errors)
            assert built.code == bool(errors) or elsewhere, (errors, built)
            if built.code:
                assert "error[" in built.err
                assert not output.exists() or not list(output.rglob("*.pdf"))
                break
        else:
            made = [written(output) for output in outputs if output.exists()]
            assert any(name.endswith(".pdf") for name in made[0])
            assert made[0] == made[-1], "the same deck makes other files"
            if zlib.crc32(b"".join(files.values())) % 4 == 1:
                assert_numbers(next(data for name, data in made[0].items() if name.endswith(".pdf")))
        assert written(folder) == files
        assert {p.name for p in Path(scratch).iterdir()} <= {"deck", "output", "again"}
        return [error.code for error in errors]


_NO_NUMBER = re.compile(rb"(?:^|[\s\[])-?(?:inf|nan)(?=[\s\]])")


def assert_numbers(pdf: bytes) -> None:
    """All that is drawn has numbers that readers take."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for one in opened.objects:
            drawn = isinstance(one, pikepdf.Stream) and one.get("/Subtype") in (None, "/Form") and "/Length1" not in one
            if drawn and (data := one.read_bytes()).isascii():
                assert not _NO_NUMBER.search(data), _NO_NUMBER.search(data)


def write(folder: Path, files: Files) -> None:
    """Write a deck's files."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def written(folder: Path) -> Files:
    """All files in a folder, which are none where it isn't there."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
