"""The documentation: it builds, fetches nothing, leaves nothing out, and does what it says when followed word for word."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest
from PIL import Image

import carddesigner
from carddesigner import editors
from carddesigner.games import GAMES
from carddesigner.source import paths
from carddesigner.source.yaml import load_shipped
from tests.conftest import Ran
from tests.e2e.test_golden import MEAN, SHARE, difference
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ROOT = paths.shipped()
DOCS = ROOT / "docs"
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": str(ROOT),
    "NO_COLOR": "1",
    "LANG": "C.UTF-8",
    "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
}
for who in ("AUTHOR", "COMMITTER"):
    ENVIRONMENT |= {f"GIT_{who}_NAME": "Reader", f"GIT_{who}_EMAIL": "reader@example.org"}


def program_of_the_docs(name: str) -> ModuleType:
    # They import each other, as MkDocs has them beside each other.
    if str(DOCS) not in sys.path:
        sys.path.append(str(DOCS))
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The site as `make docs` builds it; a warning fails it."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
        env={**ENVIRONMENT, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    return folder


class _Page(HTMLParser):
    """What a page loads, where its links lead, and what its headings are called."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        relation = given.get("rel") or ""
        if tag == "a" and given.get("href") and not re.match(r"https?:|mailto:", str(given["href"])):
            where, _, anchor = unquote(str(given["href"])).partition("#")
            self.links.append((where, anchor))
        if tag in ("script", "img", "iframe", "source") and given.get("src"):
            self.loads.append(str(given["src"]))
        if tag == "link" and ("stylesheet" in relation or "icon" in relation or "pre" in relation):
            self.loads.append(str(given["href"]))


def page(site: Path, name: str) -> _Page:
    return _Page((site / f"{name}.html").read_text())


def test_the_site_fetches_nothing_from_elsewhere(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) >= 12
    loaded = [(p.name, where) for p in pages for where in _Page(p.read_text()).loads]
    assert [found for found in loaded if re.match(r"(https?:)?//", found[1])] == []
    for path in site.rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(https?:)?//|@import", path.read_text()), path
    assert "unpkg" not in (site / "index.html").read_text()


def test_the_site_can_be_searched_without_a_server(site):
    assert (site / "search/search_index.js").read_text().startswith("var __index")
    assert "assets/iframe-worker.js" in page(site, "index").loads


def test_every_picture_shows_a_face(site):
    pictures = list(site.glob("recipes/*/*.png")) + list(site.glob("tutorial/*.png"))
    changed = list(site.glob("changes/*.png"))
    sheets = list(site.glob("printing/*.png"))
    assert (len(pictures) > 40, len(changed), len(sheets) > 20) == (True, 2, True)
    assert all(p.stat().st_size > 1000 for p in (*pictures, *changed, *sheets))


def test_each_thing_that_a_face_can_show_is_there_as_a_picture_and_as_lines_to_copy(site):
    html = (site / "faces.html").read_text()
    things = re.findall(r'<div class="thing[^"]*" id="([\w-]+)">(.*?)</div>\s*</div>\s*</div>', html, re.S)
    faces = [path for path in DOCS.glob("gallery/*/deck.yaml") for _ in re.findall(r"\{id: ", path.read_text())]
    assert len(things) == len(faces) > 80
    for name, body in things:
        pictures = re.findall(r'<img [^>]*src="([^"]+)"', body)
        assert pictures, name
        assert all((site / where).stat().st_size > 1000 for where in pictures), name
        assert ">faces<" in body, name
    assert len(re.findall(r'<a href="#([\w-]+)"><img', html)) == len(things)


@pytest.mark.parametrize("part", sorted(p.parent.name for p in DOCS.glob("gallery/*/deck.yaml")))
def test_lines_copied_from_the_page_of_pictures_stand_in_a_deck_of_its_palette(part, tmp_path):
    gallery = program_of_the_docs("gallery")
    (palette,) = re.findall(r"^palette:\n(?:  .*\n)+", (DOCS / "faces.md").read_text(), re.M)
    own = (DOCS / "gallery" / part / "deck.yaml").read_text()
    icons = "".join(re.findall(r"^icons:\n(?:  .*\n)+", own, re.M))  # What captions say of `deck.yaml`.
    (stocks,) = re.findall(r"^stocks:.*\n(?:  .*\n)*", own, re.M)
    shutil.copytree(DOCS / "gallery" / part, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.yaml"))
    (tmp_path / "templates").mkdir(exist_ok=True)
    for name in (name for of, name in gallery.all_things() if of == part):
        lines = gallery.thing(part, name).yaml
        front, *back = re.findall(r"^  ([\w-]+):$", lines.partition("faces:\n")[2], re.M)
        faces = f"front: copied#{front}" + "".join(f", back: copied#{face}" for face in back)
        fonts = "" if lines.startswith("fonts:") else "fonts: {text: {family: Alegreya Sans}}\n"
        (tmp_path / "templates/copied.yaml").write_text(f"template: copied\n{fonts}{lines}\n")
        components = f"components: [{{id: {name}, copies: 1, {faces}}}]\n"
        (tmp_path / "deck.yaml").write_text(f"deck: copied\ntitle: Copied\n{stocks}{palette}{icons}{components}")
        assert [error.message for error in carddesigner.validate(tmp_path).errors] == [], name


def test_every_key_is_in_the_reference(site):
    for kind in ("deck", "template"):
        html = (site / f"reference/{kind}.html").read_text()
        schema = editors.schema(kind)
        keys = {k for d in (schema, *schema["definitions"].values()) for k in d.get("properties", {})}
        assert {k for k in keys if f"<code>{k}</code>" not in html} == set()
    for game in GAMES:
        assert f"game-{game}" in page(site, "reference/deck").ids


def test_every_command_and_option_is_in_the_reference(site, cli):
    html = (site / "reference/commands.html").read_text()
    listed = re.findall(r"^  (\w[\w-]*)  ", cli("--help").out.partition("Commands:")[2], re.M)
    assert len(listed) >= 6
    for command in listed:
        assert command in page(site, "reference/commands").ids
        options = re.findall(r"^ *(?:-\w, )?(--[\w-]+)", cli(command, "--help").out, re.M)
        assert {o for o in options if o != "--help" and o not in html} == set(), command


def test_every_problem_is_explained(site):
    assert set(load_shipped(paths.explanations())) <= page(site, "reference/problems").ids


def normal(line: str) -> str:
    return re.sub(r"\s+", " ", line).strip()


def follow(text: str, folder: Path, cli: Callable[..., Ran]) -> int:
    """Does what a page says: writes its files, types its commands, compares what is seen. Returns how many commands."""
    module = program_of_the_docs("walkthrough")
    typed = 0
    for what, name, body in module.steps(text):
        if what != "type":
            module.put(folder / name, body, more=what == "append")
            continue
        program, *words = shlex.split(name)
        if program == "carddesigner":
            ran = cli(*words)
        else:
            assert program == "git"
            git = subprocess.run(
                [program, *words], cwd=folder, capture_output=True, text=True, env=ENVIRONMENT, check=False
            )
            ran = Ran(git.returncode, git.stdout, git.stderr)
        said = [normal(line) for line in (ran.out + ran.err).splitlines()]
        for line in filter(None, map(normal, body.splitlines())):
            pattern = re.compile(".*".join(re.escape(part.strip()) for part in line.split("…")))
            while said and not pattern.fullmatch(said[0].strip()):
                said.pop(0)
            assert said, (name, line, ran.out, ran.err)
        typed += 1
    return typed


@pytest.mark.parametrize(
    ("name", "commands"),
    [
        ("tutorial.md", 4),
        ("index.md", 1),
        ("start.md", 3),
        ("stats.md", 5),
        ("changes.md", 5),
        ("calibration.md", 7),
        ("sleeves.md", 1),
        ("printing.md", 6),
        ("packs.md", 5),
        ("by-number.md", 2),
        ("icons.md", 2),
    ],
)
def test_a_page_does_what_it_says_word_for_word(name, commands, tmp_path, cli):
    assert follow((DOCS / name).read_text(), tmp_path, cli) >= commands


def test_a_page_that_says_something_else_is_found_out(tmp_path, cli):
    text = (DOCS / "tutorial.md").read_text()
    assert "4 pages" in text
    with pytest.raises(AssertionError, match="5 pages"):
        follow(text.replace("4 pages", "5 pages"), tmp_path, cli)


@pytest.mark.parametrize("folder", sorted((DOCS / "recipes").iterdir()), ids=lambda p: p.name)
def test_a_recipe_is_without_any_problem(folder, cli):
    done = cli("validate", "--strict", f"{folder}/")
    assert done.code == 0, done.err


@pytest.mark.parametrize("name", ["squib", "nandeck", "protograf", "cardmaker", "indesign"])
def test_a_page_for_people_from_elsewhere_shows_the_same_card_made_here(name, site):
    pictures = [where for where in page(site, f"coming-from/{name}").loads if f"recipes/from-{name}/" in where]
    assert pictures
    assert all((site / "coming-from" / where).is_file() for where in pictures)


def test_a_recipe_can_be_read_without_scrolling_sideways():
    wide = [
        (path.relative_to(DOCS), line)
        for path in DOCS.glob("recipes/**/*.yaml")
        for line in path.read_text().splitlines()
        if len(line) > 84
    ]
    assert wide == []


def test_a_face_in_another_language_is_shown_in_it(site):
    english, portuguese = (site / f"recipes/two-languages/candle-front{e}.png" for e in ("", "-pt"))
    assert english.read_bytes() != portuguese.read_bytes()


def test_the_gallery_leads_to_every_recipe_of_the_cookbook(site):
    cookbook = page(site, "cookbook")
    shown = set(re.findall(r"^<!-- recipe: ([\w-]+)", (DOCS / "cookbook.md").read_text(), re.M))
    leading = {anchor for where, anchor in cookbook.links if not where and anchor}
    assert len(leading & cookbook.ids) >= len(shown) > 20


def test_no_link_of_the_site_is_dead(site):
    pages = {path: _Page(path.read_text()) for path in site.rglob("*.html") if path.name != "404.html"}
    dead = []
    for path, found in pages.items():
        for where, anchor in found.links:
            target = (path.parent / where).resolve() if where else path
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].ids):
                dead.append((path.relative_to(site), where, anchor))
    assert dead == []


def test_the_reference_in_the_repository_is_what_the_program_knows():
    made = program_of_the_docs("reference").pages()
    kept = {path.stem: path.read_text() for path in (DOCS / "reference").glob("*.md")}
    assert kept.keys() == made.keys()
    assert [name for name in made if kept[name] != made[name]] == [], "run `make reference`"


def test_the_picture_of_the_readme_shows_what_the_gallery_does():
    made = program_of_the_docs("gallery").picture()
    kept = Image.open(DOCS / "faces.jpg").convert("RGB")
    assert "docs/faces.jpg" in (ROOT / "README.md").read_text()
    assert (DOCS / "faces.jpg").stat().st_size < 150_000
    assert kept.size == made.size
    mean, far = difference(made, kept)
    assert mean < MEAN, "run `make reference`"
    assert far < SHARE, "run `make reference`"


def anchors_in_a_repository(text: str) -> set[str]:
    """What headings are called where a repository shows a page, which isn't always what MkDocs calls them."""
    prose = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.M | re.S)
    found: list[str] = []
    for heading in re.findall(r"^#+ (.+)$", prose, re.M):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
        found.append(f"{slug}-{found.count(slug)}" if slug in found else slug)
    return set(found)


def test_no_link_of_a_page_is_dead_in_the_repository():
    pages = [ROOT / "README.md", *DOCS.glob("*.md"), *DOCS.glob("coming-from/*.md"), *DOCS.glob("reference/*.md")]
    dead, count = [], 0
    for path in pages:
        text = path.read_text()
        prose = re.sub(r"^(`{3,}).*?^\1$|`[^`\n]+`", "", text, flags=re.M | re.S)
        for where, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", prose):
            count += 1
            target = path.parent / where if where else path
            if where.endswith((".html", ".png", ".jpg")):  # Made by the build, for the site.
                continue
            if not target.exists() or (anchor and anchor not in anchors_in_a_repository(target.read_text())):
                dead.append((path.name, where, anchor))
    assert count > 200
    assert dead == []
