"""What the documentation's site is made of besides its pages: pictures and the reference, made by the program itself.

A hook of MkDocs. In a page, ``<!-- recipe: pips -->`` becomes the pictures and the files of ``recipes/pips``,
``<!-- faces: pips pips-001-front -->`` the pictures alone,
``<!-- gallery -->`` a small picture of each recipe of the page, which leads to it, and
``<!-- picture: lights-001-front -->`` the picture of a face of the deck that the page itself has written so far, in its
blocks with a title. A face in another language or of an edition has that at its end, ``lights-001-front-pt``.
``<!-- changed: storm-front -->`` becomes that face before the page wrote one of its files anew, and now, with outlines
around what differs. ``<!-- wall: monogoto 15 -->`` becomes one picture of the fronts of a shipped deck, so many in a row.
``<!-- sheets: 1 2 3@corner of --duplex gutterfold -->`` becomes pictures of pages of what
``build`` makes of the page's deck with these options; ``@corner`` shows the lower left corner alone. Whatever can't be
built, or a recipe that no page shows, fails the build. The calibration sheet's pictures are made by the program too.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from markdown.extensions.toc import slugify
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from PIL import Image, ImageChops, ImageDraw

sys.path.insert(0, str(Path(__file__).parent))

import reference
import walkthrough

DOCS = Path(__file__).parent
DPI = 150

_RECIPE = re.compile(r"^<!-- recipe: ([a-z0-9-]+)((?: [\w-]+)*) -->$", re.M)
_SHOWN = re.compile(r"^<!-- faces: ([a-z0-9-]+)((?: [\w-]+)+) -->$", re.M)
_GALLERY = re.compile(r"^<!-- gallery -->$", re.M)
_HEADING = re.compile(r"^## (.+)$", re.M)
_CSV = re.compile(r'^( *`{3,}) ?csv(?: title="([^"]*)")?$', re.M)
_CHANGED = re.compile(r"^<!-- changed: ([\w-]+) -->$", re.M)
_SHEETS = re.compile(r"^<!-- sheets: ((?:\d+(?:@corner)? )+)of ?(.*?) -->$", re.M)
_WALL = re.compile(r"^<!-- wall: ([a-z0-9-]+) (\d+) -->$", re.M)
_PICTURE = re.compile(r"^<!-- picture:((?: [\w-]+)+) -->$", re.M)


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Adds the reference's pages, and a picture of every face that a page shows."""
    for name, text in reference.pages().items():
        files.append(File.generated(config, f"reference/{name}.md", content=text))
    shown = set()
    for page in [f for f in files.documentation_pages() if f.abs_src_path]:
        text = page.content_string
        shown.update(name for name, _ in _RECIPE.findall(text))
        for name, wanted in [*_RECIPE.findall(text), *_SHOWN.findall(text)]:
            for stem, data in _wanted(DOCS / "recipes" / name, wanted.split(), f"recipe {name}"):
                files.append(File.generated(config, f"recipes/{name}/{stem}.png", content=data))
        for i, match in enumerate(_PICTURE.finditer(text)):
            with tempfile.TemporaryDirectory() as folder:
                deck = walkthrough.write(text[: match.start()], Path(folder))
                for stem, data in _wanted(deck, match[1].split(), page.src_uri):
                    files.append(File.generated(config, f"{page.src_uri[:-3]}/{i}-{stem}.png", content=data))
        for match in _CHANGED.finditer(text):
            for stem, data in _changed(text[: match.start()], match[1], page.src_uri):
                files.append(File.generated(config, f"{page.src_uri[:-3]}/{stem}.png", content=data))
        for match in _SHEETS.finditer(text):
            for name, _, data in _sheets(text[: match.start()], match[1], match[2]):
                files.append(File.generated(config, f"{page.src_uri[:-3]}/{name}.png", content=data))
        for match in _WALL.finditer(text):
            files.append(
                File.generated(config, f"{page.src_uri[:-3]}/{match[1]}.jpg", content=_wall(match[1], int(match[2])))
            )
    for name, data in _calibration():
        files.append(File.generated(config, f"calibration/{name}.png", content=data))
    unused = {p.name for p in (DOCS / "recipes").iterdir()} - shown
    if unused:
        raise PluginError(f"no page shows the recipes {', '.join(sorted(unused))}")
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Puts pictures and files where a page asks for them."""
    up = "../" * page.file.src_uri.count("/")
    count = iter(range(1000))
    markdown = _GALLERY.sub(lambda _: _gallery(markdown, up), markdown)
    markdown = _RECIPE.sub(lambda m: _recipe(m[1], m[2].split(), up), markdown)
    markdown = _SHOWN.sub(lambda m: _faces(_paths(m[1], m[2].split(), up)), markdown)
    here = page.file.src_uri[:-3]

    def picture(match: re.Match[str]) -> str:
        i = next(count)
        return _faces([(stem, f"{up}{here}/{i}-{stem}.png") for stem in match[1].split()])

    def changed(match: re.Match[str]) -> str:
        return _faces([(f"{match[1]}-{when}", f"{up}{here}/{match[1]}-{when}.png") for when in ("before", "now")])

    def sheets(match: re.Match[str]) -> str:
        made = _sheets(markdown[: match.start()], match[1], match[2])
        pictures = "".join(
            f'<figure><img src="{up}{here}/{name}.png" alt="{words}"><figcaption>{words}</figcaption></figure>'
            for name, words, _ in made
        )
        return f'<div class="sheets">{pictures}</div>\n'

    markdown = _WALL.sub(
        lambda m: "[![All fronts of {1}]({0}.jpg)]({0}.jpg)".format(f"{up}{here}/{m[1]}", m[1]), markdown
    )
    # Sheets are of what the page has written, so they come before its blocks are changed.
    markdown = _SHEETS.sub(sheets, markdown)
    return _CSV.sub(_table_fence, _CHANGED.sub(changed, _PICTURE.sub(picture, markdown)))


def _table_fence(match: re.Match[str]) -> str:
    """The beginning of a block of CSV, with a class of its own: no highlighter knows the language."""
    title = f' title="{match[2]}"' if match[2] else ""
    return f"{match[1]} {{ .text .table{title} }}"


def _recipe(name: str, wanted: list[str], up: str) -> str:
    folder = DOCS / "recipes" / name
    stems = wanted or [stem for stem, _ in _built(folder) if _is_front(stem)]
    out = [_faces(_paths(name, stems, up))]
    template = folder / "templates" / f"{name}.yaml"
    drawings = sorted(folder.glob("art/*.svg"))
    tables = sorted(folder.glob("*.csv"))
    for path in (template, *drawings, *tables, *sorted(folder.glob("*.md")), folder / "deck.yaml"):
        if path.exists():
            language = {".yaml": "yaml", ".md": "markdown", ".svg": "xml", ".csv": "csv"}[path.suffix]
            lines = "".join(f"    {line}\n" for line in path.read_text().splitlines())
            title = path.relative_to(folder).as_posix()
            out.append(f'=== "{title}"\n\n    ```` {language}\n{lines}    ````\n')
    return "\n".join(out)


def _gallery(markdown: str, up: str) -> str:
    """The first picture of each recipe, with the heading that stands above it, where it leads."""
    headings = list(_HEADING.finditer(markdown))
    out = []
    for match in _RECIPE.finditer(markdown):
        heading = [h[1] for h in headings if h.start() < match.start()][-1]
        stem = [*match[2].split(), *(s for s, _ in _built(DOCS / "recipes" / match[1]) if _is_front(s))][0]
        picture = f"![]({up}recipes/{match[1]}/{stem}.png)"
        out.append(f"[{picture} {heading}](#{slugify(heading, '-')})")
    return '<div class="gallery" markdown>\n\n' + "\n".join(out) + "\n\n</div>\n"


def _paths(name: str, stems: list[str], up: str) -> list[tuple[str, str]]:
    return [(stem, f"{up}recipes/{name}/{stem}.png") for stem in stems]


def _faces(pictures: list[tuple[str, str]]) -> str:
    images = " ".join(f"![{stem.replace('-', ' ')}]({path})" for stem, path in pictures)
    return f'<div class="faces" markdown>\n\n{images}\n\n</div>\n'


def _is_front(stem: str) -> bool:
    return stem.endswith("-front") and "sheet-" not in stem


def _wanted(folder: Path, wanted: list[str], who: str) -> Iterator[tuple[str, bytes]]:
    """The pictures that were asked for by name, or of all fronts."""
    made = dict(_built(folder))
    for stem in wanted or filter(_is_front, made):
        if stem not in made:
            raise PluginError(f"{who}: there is no face {stem!r}; there are {', '.join(made)}")
        yield stem, made[stem]


def _changed(text: str, stem: str, who: str) -> Iterator[tuple[str, bytes]]:
    """A face as it was before the page wrote a file anew, and as it is now with outlines around what differs."""
    from carddesigner.compare.regions import regions

    found = []
    for first in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            deck = walkthrough.write(text, Path(folder), first=first)
            found += [data for _, data in _wanted(deck, [stem], who)]
    before, now = (Image.open(BytesIO(data)) for data in found)
    pen = ImageDraw.Draw(now)
    for left, top, right, bottom in regions(before, now):
        pen.rounded_rectangle((left - 6, top - 6, right + 6, bottom + 6), 6, outline="#d6006c", width=4)
    out = BytesIO()
    now.save(out, "PNG", optimize=True)
    yield f"{stem}-before", found[0]
    yield f"{stem}-now", out.getvalue()


def _wall(name: str, across: int) -> bytes:
    """The fronts of a shipped deck's cards, in order."""
    from carddesigner.source import paths

    deck, pieces = _loaded(paths.decks() / name, None)
    cards = [c for c in deck.components if not c.is_die and c.folding is None]
    with_rows = {c.id for c in cards if c.table is not None} or {c.id for c in cards}
    shown = [p for p in pieces if p.component in with_rows]
    fronts = [
        Image.open(BytesIO(d)) for s, d in _rendered(deck, shown, "pieces", 2400 // across // 3) if s.side == "front"
    ]
    wide, high = (max(f.size[i] for f in fronts) for i in (0, 1))
    gap = max(2, wide // 16)
    rows = -(-len(fronts) // across)
    wall = Image.new("RGB", (across * (wide + gap) + gap, rows * (high + gap) + gap), "#d9d5cc")
    for i, front in enumerate(fronts):
        wall.paste(front.convert("RGB"), (gap + i % across * (wide + gap), gap + i // across * (high + gap)))
    out = BytesIO()
    wall.save(out, "JPEG", quality=82, optimize=True)
    return out.getvalue()


@cache
def _sheets(text: str, wanted: str, options: str) -> tuple[tuple[str, str, bytes], ...]:
    """Pages of a build of the deck that a page has written so far: a name for each, what it is, its picture."""
    from carddesigner.core.geometry import Rect
    from carddesigner.core.units import MM
    from carddesigner.export.png import render_pages

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = walkthrough.write(text, folder)
        command = [
            sys.executable,
            "-m",
            "carddesigner",
            "build",
            f"./{deck.relative_to(folder)}",
            *shlex.split(options),
        ]
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(DOCS.parent)},
        )
        if done.returncode != 0:
            raise PluginError(f"{shlex.join(command[2:])}\n{done.stderr}")
        (pdf,) = folder.glob("output/*/*-sheets.pdf")
        told = json.loads(pdf.with_suffix(".json").read_text())["pages"]
        drawn = pdf.read_bytes()
    out = []
    for number, corner in re.findall(r"(\d+)(@corner)?", wanted):
        page = told[int(number) - 1]
        width, height = (v * MM for v in page["paper_mm"])
        area = Rect(0.0, height - 70 * MM, 115 * MM, 70 * MM) if corner else Rect(0.0, 0.0, width, height)
        (data,) = render_pages(drawn, [(int(number) - 1, area)], DPI if corner else DPI // 2)
        sides = "front and back" if {s["side"] for s in page["slots"]} == {"front", "back"} else page["side"]
        about = {"cover": "the cover", "stack": "how to go on" if page["side"] == "front" else "its back"}
        sheet = f"sheet {page['sheet']}, {sides}"
        words = f"page {number}: {about.get(page['component'], sheet)}"
        stem = re.sub(r"[^a-z0-9]+", "-", f"{options} {number}{corner}").strip("-")
        out.append((stem, f"{options}: a corner of sheet {page['sheet']}" if corner else words, data))
    return tuple(out)


_known: dict[tuple[Path, int], tuple[tuple[str, bytes], ...]] = {}


def _built(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Every face of a deck as a PNG cut to its outline, by ``<piece>-<side>`` (later copies ``<piece>-<copy>-<side>``).

    Faces in the languages that the deck is translated to follow, with ``-<language>``, and those of its editions with
    ``-<edition>``; and sheets, ``sheet-<number>-<side>``.
    Pages of booklets and leaflets are called as other pieces, their sheets ``<component>-sheet-<number>-<side>``.
    """
    newest = max(p.stat().st_mtime_ns for p in folder.rglob("*"))
    if (folder, newest) not in _known:
        _known[folder, newest] = tuple(_build(folder))
    return _known[folder, newest]


def _build(folder: Path) -> Iterator[tuple[str, bytes]]:
    plain, pieces = _loaded(folder, None)
    yield from _pictures_of_faces(plain, pieces)
    for sheet, data in _rendered(plain, pieces, "sheets", DPI // 2):
        yield f"sheet-{sheet.number}-{sheet.side}", data
    yield from _pictures_of_booklets(plain, pieces)
    for language in plain.deck.languages:
        for stem, data in _pictures_of_faces(*_loaded(folder, language)):
            yield f"{stem}-{language}", data
    for edition in plain.deck.editions:
        for stem, data in _pictures_of_faces(*_loaded(folder, None, edition)):
            yield f"{stem}-{edition}", data


def _loaded(folder: Path, language: str | None, edition: str | None = None) -> tuple[Any, Any]:
    """The deck and its pieces, in a language or an edition; what is wrong with them is printed."""
    from carddesigner.cli.report import print_report
    from carddesigner.core.report import DeckError, Report
    from carddesigner.deck.find import load_deck
    from carddesigner.pipeline.imposition import lay_out

    report = Report()
    try:
        deck = load_deck(folder, report, language, edition=edition)
        return deck, lay_out(deck, report)
    except DeckError as problem:
        print_report(problem.report)
        raise PluginError(f"{folder.name} can't be built") from None


def _pictures_of_faces(deck: Any, pieces: Any) -> Iterator[tuple[str, bytes]]:
    for sheet, data in _rendered(deck, pieces, "pieces", DPI):
        (slot,) = sheet.slots
        copy = "" if slot.copy == 1 else f"-{slot.copy}"
        yield f"{slot.piece}{copy}-{slot.side}", _cut(data, slot.face.outline, slot.side == "back")


def _rendered(deck: Any, pieces: Any, layout: str, dpi: int) -> Iterator[tuple[Any, bytes]]:
    """Every sheet with its picture: whole sheets, or of pieces those that show a face for the first time, as cut."""
    from carddesigner.core.geometry import Rect
    from carddesigner.core.report import Report
    from carddesigner.draw.painter import Painter
    from carddesigner.export.pdf import PdfOptions, sheets_pdf
    from carddesigner.export.png import render_pages
    from carddesigner.pipeline.build import SLUG_FAMILY, PrintOptions
    from carddesigner.pipeline.imposition import impose

    whole = layout == "sheets"
    sheets = impose(deck, pieces, PrintOptions(layout=layout), Report()).sheets
    if not sheets:
        return
    seen: set[int] = set()
    chosen = []
    for index, sheet in enumerate(sheets):
        faces = {id(slot.face) for slot in sheet.slots}
        if whole or not faces <= seen:
            chosen.append((index, sheet))
        seen |= faces
    options = PdfOptions(deck.deck.title, deck.deck.language, deck.assets.family(SLUG_FAMILY))
    pdf = sheets_pdf(sheets, Painter(deck.assets.face), deck.assets.picture_bytes, options)
    areas = [(i, Rect(0.0, 0.0, s.paper.width, s.paper.height) if whole else s.trim_box) for i, s in chosen]
    yield from zip((s for _, s in chosen), render_pages(pdf, areas, dpi), strict=True)


def _pictures_of_booklets(deck: Any, pieces: Any) -> Iterator[tuple[str, bytes]]:
    """The pages of booklets and leaflets as they are cut, and the sheets that they are printed on."""
    from carddesigner.core.geometry import Rect
    from carddesigner.core.report import Report
    from carddesigner.draw.painter import Painter
    from carddesigner.export.pdf import PdfOptions, sheets_pdf
    from carddesigner.export.png import render_pages
    from carddesigner.pipeline.booklets import impose_booklets
    from carddesigner.pipeline.build import SLUG_FAMILY, PrintOptions

    options = PdfOptions(deck.deck.title, deck.deck.language, deck.assets.family(SLUG_FAMILY))
    for bound in impose_booklets(deck, pieces, PrintOptions(), Report()):
        for sheets, whole in ((bound.reading, False), (bound.printed, True)):
            names = [
                f"{bound.component}-sheet-{s.number}-{s.side}" if whole else f"{s.slots[0].piece}-front" for s in sheets
            ]
            areas = [Rect(0.0, 0.0, s.paper.width, s.paper.height) if whole else s.trim_box for s in sheets]
            pdf = sheets_pdf(sheets, Painter(deck.assets.face), deck.assets.picture_bytes, options)
            yield from zip(names, render_pages(pdf, list(enumerate(areas)), DPI // 2 if whole else DPI), strict=True)


def _cut(png: bytes, outline: Any, mirrored: bool) -> bytes:
    """A face without what the knife takes away. Backs are seen from their own side, so their outline is mirrored."""
    image = Image.open(BytesIO(png)).convert("RGBA")
    scale = 4 * DPI / 72
    rings: list[list[tuple[float, float]]] = []
    points: list[tuple[float, float]] = []
    for op, *v in outline:
        if op == "m":
            points = [(v[0] * scale, v[1] * scale)]
            rings.append(points)
        elif op == "c":
            start = points[-1]
            curve = [start, *((v[i] * scale, v[i + 1] * scale) for i in (0, 2, 4))]
            points += [_bezier(curve, t / 16) for t in range(1, 17)]
        elif v:
            points.append((v[0] * scale, v[1] * scale))
    mask = Image.new("L", (4 * image.width, 4 * image.height))
    for ring in rings:
        ImageDraw.Draw(mask).polygon(ring, fill=255)
    if mirrored:
        mask = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    mask = mask.resize(image.size, Image.Resampling.LANCZOS)
    image.putalpha(ImageChops.darker(image.getchannel("A"), mask))
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _bezier(p: list[tuple[float, float]], t: float) -> tuple[float, float]:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return (
        sum(w * x for w, (x, _) in zip(weights, p, strict=True)),
        sum(w * y for w, (_, y) in zip(weights, p, strict=True)),
    )


def _calibration() -> Iterator[tuple[str, bytes]]:
    """Both sides of a calibration sheet, and one of its scales with a hole in it, which ``calibration.md`` reads."""
    from carddesigner.core.geometry import Rect
    from carddesigner.core.papers import PAPERS
    from carddesigner.core.units import MM
    from carddesigner.export.png import render_pages
    from carddesigner.printers.sheet import calibration_pdf
    from carddesigner.printers.targets import targets

    paper = PAPERS["A4"]
    pdf = calibration_pdf(paper, "long-edge", "office")
    whole = Rect(0.0, 0.0, paper.width, paper.height)
    yield from zip(("front", "back"), render_pages(pdf, [(0, whole), (1, whole)], DPI // 2), strict=True)
    x, y = targets(paper, "long-edge")[0].back
    around = Rect(x - 22 * MM, y - 11 * MM, 33 * MM, 27 * MM)
    (scale,) = render_pages(pdf, [(1, around)], 4 * DPI)
    image = Image.open(BytesIO(scale))
    to_pixels = 4 * DPI / 25.4
    across, up = 1.3, -0.6
    at = ((22 + across) * to_pixels, (11 - up) * to_pixels)
    draw = ImageDraw.Draw(image)
    red, wide = (190, 30, 20), 5
    draw.line((at[0], at[1], at[0], (11 + 8) * to_pixels), red, wide)
    draw.line((at[0], at[1], (22 - 8) * to_pixels, at[1]), red, wide)
    draw.ellipse([v + r for r in (-9, 9) for v in at], red)
    out = BytesIO()
    image.resize((image.width * 2 // 3, image.height * 2 // 3), Image.Resampling.LANCZOS).save(
        out, "PNG", optimize=True
    )
    yield "reading", out.getvalue()
