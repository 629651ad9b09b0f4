"""What the documentation's site is made of besides its pages: pictures, made by the program itself.

A hook of MkDocs. In a page, ``<!-- recipe: pips -->`` becomes the pictures and the files of ``recipes/pips``,
``<!-- faces: pips pips-001-front -->`` the pictures alone,
``<!-- gallery -->`` a small picture of each recipe of the page, which leads to it, and
``<!-- picture: lights-001-front -->`` the picture of a face of the deck that the page itself has written so far, in its
blocks with a title. A face in another language or of an edition has that at its end, ``lights-001-front-pt``.
``<!-- things: effects shadow blend -->`` becomes a picture of each of these faces of ``gallery/effects``, with what the
template says for it and the comment above it, and ``<!-- things at a glance -->`` a small picture of each thing of the page.
``<!-- changed: storm-front -->`` becomes that face before the page wrote one of its files anew, and now, with outlines
around what differs. ``<!-- wall: monogoto 15 -->`` becomes one picture of the fronts of a shipped deck, so many in a row.
``<!-- sheets: 1 2 3@corner of --duplex gutterfold -->`` becomes pictures of pages of what
``build`` makes of the page's deck with these options; ``@corner`` shows the lower left corner alone.
``<!-- bench: growth -->`` becomes what the last kept run of the benchmarks has of that.
``<!-- new: contact-sheet of dungeon --from dungeon.csv -->`` becomes a picture that ``new`` makes so of the files that the
page has written. Whatever can't be
built, or a recipe that no page shows, fails the build. The pictures of `calibration.md` are made by the program too.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from markdown.extensions.toc import slugify
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import gallery
import walkthrough

from benchmarks.page import last_runs, with_run

DOCS = Path(__file__).parent
DPI = 150

_RECIPE = re.compile(r"^<!-- recipe: ([a-z0-9-]+)((?: [\w-]+)*) -->$", re.M)
_SHOWN = re.compile(r"^<!-- faces: ([a-z0-9-]+)((?: [\w-]+)+) -->$", re.M)
_GALLERY = re.compile(r"^<!-- gallery -->$", re.M)
_THINGS = re.compile(r"^<!-- things: ([a-z0-9-]+)((?: [\w-]+)+) -->$", re.M)
_GLANCE = re.compile(r"^<!-- things at a glance -->$", re.M)
_HEADING = re.compile(r"^## (.+)$", re.M)
_CSV = re.compile(r'^( *`{3,}) ?csv(?: title="([^"]*)")?$', re.M)
_CHANGED = re.compile(r"^<!-- changed: ([\w-]+) -->$", re.M)
_SHEETS = re.compile(r"^<!-- sheets: ((?:\d+(?:@corner)? )+)of ?(.*?) -->$", re.M)
_WALL = re.compile(r"^<!-- wall: ([a-z0-9-]+) (\d+) -->$", re.M)
_NEW = re.compile(r"^<!-- new: ([a-z-]+) of (.*?) -->$", re.M)
_PICTURE = re.compile(r"^<!-- picture:((?: [\w-]+)+) -->$", re.M)


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Adds a picture of every face that a page shows."""
    shown: set[str] = set()
    things: set[tuple[str, str]] = set()
    for page in [f for f in files.documentation_pages() if f.abs_src_path]:
        text = page.content_string
        shown.update(name for name, _ in [*_RECIPE.findall(text), *_SHOWN.findall(text)])
        for name, wanted in [*_RECIPE.findall(text), *_SHOWN.findall(text)]:
            for stem, data in _wanted(DOCS / "recipes" / name, wanted.split(), f"recipe {name}"):
                files.append(File.generated(config, f"recipes/{name}/{stem}.png", content=data))
        for stem, data in _things_pictures(text, things):
            files.append(File.generated(config, f"gallery/{stem}.png", content=data))
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
        for name, data in _overviews(text):
            files.append(File.generated(config, f"{page.src_uri[:-3]}/{name}", content=data))
    files.append(File.generated(config, "all-icons.html", content=_all_icons()))
    for name, data in _calibration():
        files.append(File.generated(config, f"calibration/{name}.png", content=data))
    unused = {p.name for p in (DOCS / "recipes").iterdir()} - shown
    if unused:
        raise PluginError(f"no page shows the recipes {', '.join(sorted(unused))}")
    _all_are_shown(things)
    return files


def _overviews(text: str) -> Iterator[tuple[str, bytes]]:
    """Pictures of many cards that a page shows: of new decks, and walls of shipped ones."""
    for match in _NEW.finditer(text):
        yield f"{_stem(match[0])}.png", _new(text[: match.start()], match[1], match[2])
    for match in _WALL.finditer(text):
        yield f"{match[1]}.jpg", _wall(match[1], int(match[2]))


def _things_pictures(text: str, shown: set[tuple[str, str]]) -> Iterator[tuple[str, bytes]]:
    """The pictures of the gallery that a page shows, under their parts; adds to *shown* what they are of."""
    for part, wanted in _THINGS.findall(text):
        for name in wanted.split():
            shown.add((part, name))
            for stem, data in gallery.thing(part, name).pictures():
                yield f"{part}/{stem}", data


def _all_are_shown(things: set[tuple[str, str]]) -> None:
    if hidden := set(gallery.all_things()) - things:
        raise PluginError(f"no page shows {', '.join(sorted(' '.join(thing) for thing in hidden))} of the gallery")


def _all_icons() -> bytes:
    """The page with every shipped icon, which finds them by words."""
    with tempfile.TemporaryDirectory() as folder:
        _run(Path(folder), "icons", "--html", "icons.html")
        return (Path(folder) / "icons.html").read_bytes()


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Puts pictures and files where a page asks for them."""
    markdown = with_run(markdown, *last_runs())
    up = "../" * page.file.src_uri.count("/")
    count = iter(range(1000))
    markdown = _GLANCE.sub(lambda _: _at_a_glance(markdown, up), markdown)
    markdown = _THINGS.sub(lambda m: _things(m[1], m[2].split(), up), markdown)
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
    markdown = _NEW.sub(
        lambda m: f"[![carddesigner new {m[2]}: {m[1]}]({up}{here}/{_stem(m[0])}.png)]({up}{here}/{_stem(m[0])}.png)",
        markdown,
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


def _things(part: str, names: list[str], up: str) -> str:
    """Each thing's picture beside the lines that make it."""
    out = []
    for thing in (gallery.thing(part, name) for name in names):
        pictures = "".join(f"![{thing.name}]({up}gallery/{part}/{stem}.png)" for stem, _ in thing.pictures())
        kind = "thing wide" if thing.is_wide else "thing"
        out.append(
            f'<div class="{kind}" id="{part}-{thing.name}" markdown>\n\n{pictures}\n\n'
            f"<div markdown>\n\n{thing.caption}\n\n```yaml\n{thing.yaml}\n```\n\n</div>\n</div>\n"
        )
    return "\n".join(out)


def _at_a_glance(markdown: str, up: str) -> str:
    """A small picture of each thing, which leads to it."""
    out = []
    for part, names in _THINGS.findall(markdown):
        for thing in (gallery.thing(part, name) for name in names.split()):
            stem = thing.pictures()[0][0]
            words = thing.name.replace("-", " ")
            out.append(f"[![]({up}gallery/{part}/{stem}.png) {words}](#{part}-{thing.name})")
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
    made = dict(_built(folder, sheets=any("sheet-" in stem for stem in wanted)))
    for stem in wanted or filter(_is_front, made):
        if stem not in made:
            raise PluginError(
                f"{who}: there is no face {stem!r}; there are {', '.join(dict(_built(folder, sheets=True)))}"
            )
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
    from carddesigner.core.report import Report
    from carddesigner.export.bitmaps import FaceLook, face_pictures
    from carddesigner.pipeline.imposition import lay_out
    from carddesigner.pipeline.job import print_job
    from carddesigner.source import paths

    deck = _loaded(paths.decks() / name)
    cards = [c for c in deck.components if not c.is_die and c.folding is None]
    with_rows = {c.id for c in cards if c.table is not None} or {c.id for c in cards}
    faces = {
        p.key: (p.first[0], "front")
        for p in lay_out(print_job(deck), Report())
        if p.component in with_rows and p.copies
    }
    fronts = [image for _, image in face_pictures(deck, faces, FaceLook(2400 // across // 3))]
    wide, high = (max(f.size[i] for f in fronts) for i in (0, 1))
    gap = max(2, wide // 16)
    rows = -(-len(fronts) // across)
    wall = Image.new("RGB", (across * (wide + gap) + gap, rows * (high + gap) + gap), "#d9d5cc")
    for i, front in enumerate(fronts):
        wall.paste(front, (gap + i % across * (wide + gap), gap + i // across * (high + gap)))
    out = BytesIO()
    wall.save(out, "JPEG", quality=82, optimize=True)
    return out.getvalue()


@cache
def _stem(comment: str) -> str:
    """What the picture of a comment is called."""
    return re.sub(r"[^a-z0-9]+", "-", comment.lower()).strip("-")


def _run(folder: Path, *arguments: str) -> None:
    """Run the program in a folder, in this process, which has imported it."""
    from carddesigner.cli.app import app

    said = StringIO()
    with _no_errors(folder), chdir(folder), redirect_stdout(said), redirect_stderr(said):
        code = app(list(arguments), standalone_mode=False)
    if code:
        raise PluginError(f"{shlex.join(arguments)}\n{said.getvalue()}")


def _new(text: str, picture: str, arguments: str) -> bytes:
    """A picture that lies in a new deck's folder."""
    deck, *options = shlex.split(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, file, body in walkthrough.steps(text):
            if what == "write":
                walkthrough.put(folder / file, body, more=False)
        _run(folder, "new", deck, *options)
        return (folder / deck / f"{picture}.png").read_bytes()


@cache
def _sheets(text: str, wanted: str, options: str) -> tuple[tuple[str, str, bytes], ...]:
    """Pages of a build of the deck that a page has written so far: a name for each, what it is, its picture."""
    from carddesigner.core.geometry import Rect
    from carddesigner.core.units import MM
    from carddesigner.export.bitmaps import png, render

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = walkthrough.write(text, folder)
        _run(folder, "build", f"./{deck.relative_to(folder)}", *shlex.split(options))
        (pdf,) = folder.glob("output/*/*-sheets.pdf")
        told = json.loads(pdf.with_suffix(".json").read_text())["pages"]
        drawn = pdf.read_bytes()
    out = []
    for number, corner in re.findall(r"(\d+)(@corner)?", wanted):
        page = told[int(number) - 1]
        width, height = (v * MM for v in page["paper_mm"])
        area = Rect(0.0, height - 70 * MM, 115 * MM, 70 * MM) if corner else Rect(0.0, 0.0, width, height)
        dpi = DPI if corner else DPI // 2
        (image,) = render(drawn, [(int(number) - 1, area)], dpi)
        sides = "front and back" if {s["side"] for s in page["slots"]} == {"front", "back"} else page["side"]
        about = {"cover": "the cover", "stack": "how to go on" if page["side"] == "front" else "its back"}
        sheet = f"sheet {page['sheet']}, {sides}"
        words = f"page {number}: {about.get(page['component'], sheet)}"
        stem = re.sub(r"[^a-z0-9]+", "-", f"{options} {number}{corner}").strip("-")
        out.append((stem, f"{options}: a corner of sheet {page['sheet']}" if corner else words, png(image, dpi)))
    return tuple(out)


_known: dict[tuple[Path, int, bool], tuple[tuple[str, bytes], ...]] = {}


def _built(folder: Path, *, sheets: bool = False) -> tuple[tuple[str, bytes], ...]:
    """Every face of a deck as a PNG cut to its outline, by ``<piece>-<side>`` (``<piece>-<copy>-<side>`` where copies differ).

    Faces in the languages that the deck is translated to follow, with ``-<language>``, and those of its editions with
    ``-<edition>``; and *sheets* if asked for, ``sheet-<number>-<side>``.
    Pages of booklets and leaflets are called as other pieces, their sheets ``<component>-sheet-<number>-<side>``.
    """
    newest = max(p.stat().st_mtime_ns for p in folder.rglob("*"))
    if (folder, newest, sheets) not in _known:
        _known[folder, newest, sheets] = tuple(_build(folder, sheets))
    return _known[folder, newest, sheets]


def _build(folder: Path, sheets: bool) -> Iterator[tuple[str, bytes]]:
    plain = _loaded(folder)
    yield from _exported(plain)
    if sheets:
        yield from _exported(plain, layout="sheets")
    for language in plain.deck.languages:
        yield from _exported(_loaded(folder, language))
    for edition in plain.deck.editions:
        yield from _exported(_loaded(folder, None, edition))


def _exported(deck: Any, layout: str = "pieces") -> Iterator[tuple[str, bytes]]:
    """What ``export`` makes of a deck: pictures of faces, equal ones once, or of sheets."""
    from carddesigner.export.options import ExportOptions
    from carddesigner.pipeline.export import export

    with tempfile.TemporaryDirectory() as name:
        dpi, cut = (DPI, True) if layout == "pieces" else (DPI // 2, False)
        with _no_errors(deck.folder):
            made = export(deck, ExportOptions("png", Path(name), dpi=dpi, cut=cut, layout=layout)).artifacts
        shown: dict[str, Any] = {}
        for artifact in made:
            shown.setdefault(artifact.sha256 if cut else str(artifact.path), artifact)
        for artifact in shown.values():
            yield f"{artifact.path.stem}{deck.suffix}", artifact.path.read_bytes()


def _loaded(folder: Path, language: str | None = None, edition: str | None = None) -> Any:
    """The deck, in a language or an edition."""
    from carddesigner.core.report import Report
    from carddesigner.deck.find import loaded_deck

    with _no_errors(folder):
        return loaded_deck(folder, Report(), language, edition=edition)


@contextmanager
def _no_errors(folder: Path) -> Iterator[None]:
    """What is wrong with a deck is printed, and ends the build of the site."""
    from carddesigner.cli.report import print_report
    from carddesigner.core.report import DeckError

    try:
        yield
    except DeckError as problem:
        print_report(problem.report)
        raise PluginError(f"{folder.name} can't be built") from None


def _calibration() -> Iterator[tuple[str, bytes]]:
    """Both sides of a calibration sheet, a step wedge, and one of the sheet's scales with a hole in it, which ``calibration.md`` reads."""
    from carddesigner.core.geometry import Rect
    from carddesigner.core.papers import PAPERS
    from carddesigner.core.units import MM
    from carddesigner.export.bitmaps import png, render
    from carddesigner.printers.readings import targets
    from carddesigner.printers.sheet import calibration_pdf
    from carddesigner.printers.wedge import wedge_pdf

    paper = PAPERS["A4"]
    pdf = calibration_pdf(paper, "long-edge", "office")
    whole = Rect(0.0, 0.0, paper.width, paper.height)
    for side, picture in zip(("front", "back"), render(pdf, [(0, whole), (1, whole)], DPI // 2), strict=True):
        yield side, png(picture, DPI // 2)
    (picture,) = render(wedge_pdf(paper, "office"), [(0, whole)], DPI // 2)
    yield "wedge", png(picture, DPI // 2)
    x, y = targets(paper, "long-edge")[0].back
    around = Rect(x - 22 * MM, y - 11 * MM, 33 * MM, 25.5 * MM)
    (image,) = render(pdf, [(1, around)], 4 * DPI)
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
