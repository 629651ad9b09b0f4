"""Contents of cards: scripts, drawings, icons, effects and outlines of fonts."""

from __future__ import annotations

import random
import re
import shutil
import statistics
import time

from benchmarks.amounts import ratio, spread
from benchmarks.bench import OURS, Bench
from benchmarks.decks import DECK, DRAWN, TEMPLATE, WORDS
from benchmarks.kept import Figure
from benchmarks.runs import OUT, ROOT
from benchmarks.sentences import SENTENCES

SCRIPTS = {
    "en": ("English", "Alegreya Sans"),
    "ja": ("Japanese", "Noto Sans JP"),
    "zh": ("Chinese", "Noto Sans SC"),
    "ko": ("Korean", "Noto Sans KR"),
    "th": ("Thai", "Noto Sans Thai"),
    "he": ("Hebrew", "Noto Sans Hebrew"),
    "he-IL": ("Hebrew with numbers", "Noto Sans Hebrew"),
}
"""The measured languages, with the font of their texts."""


LETTERS = 220
"""Characters of each card's text."""


def scripts(bench: Bench) -> list[Figure]:
    """300 cards in several scripts, compared with 300 of as many English letters."""
    folder = bench.folder
    commands = {}
    for language, (name, font) in SCRIPTS.items():
        deck = folder / f"script-{language}"
        (deck / "templates").mkdir(parents=True)
        shutil.copytree(ROOT / "tests/fonts", deck / "fonts")
        (deck / "deck.yaml").write_text(f"{DECK}language: {language}\n")
        chain = f"{{family: {font}, fallback: [Alegreya Sans]}}"
        (deck / "templates/many.yaml").write_text(TEMPLATE.replace("{family: Alegreya Sans}", chain))
        draw = random.Random(7)
        rows = []
        for n in range(300):
            text = ""
            while len(text) < LETTERS:
                text += draw.choice(SENTENCES[language]) + ("" if language in ("ja", "zh") else " ")
            rows.append(f'{n},"{text[:LETTERS].strip()}"')
        (deck / "cards.csv").write_text("\n".join(("name,rules", *rows, "")))
        commands[name] = [*OURS, "build", f"./{deck.name}", "-o", OUT, "--quiet"]
    for language in ("en", "ja"):
        commands[f"new {language}"] = [*OURS, "new", f"{OUT}/made", "--from", f"script-{language}/cards.csv"]
    runs = bench.measure(commands, min(bench.rounds, 3))
    return [
        *(
            Figure(f"300 cards of {name}, of English", ratio(runs[name], runs["English"]), 1.5)
            for name, _ in list(SCRIPTS.values())[1:]
        ),
        Figure("new of a Japanese table, of English", ratio(runs["new ja"], runs["new en"]), 1.5),
    ]


ICON_CARD = """\
template: icons
faces:
  front:
    zones:
      sign: {box: {left: 10mm, right: 10mm, top: 10mm, height: 40mm}, icon: "{{ card.sign }}", color: ink}
"""


def icons(bench: Bench) -> list[Figure]:
    """302 cards with one icon of the shipped set each, compared with as many with the same drawings in the deck's folder."""
    from carddesigner.deck.assets import Assets
    from carddesigner.source import paths
    from carddesigner.source.finder import Finder

    shipped = Assets(Finder(paths.templates(), paths.templates())).icon_set("game-icons")
    names = shipped.names[:: len(shipped.names) // 302][:302]
    commands = {}
    for deck in ("of-a-set", "own"):
        made = bench.folder / f"icons-{deck}"
        (made / "templates").mkdir(parents=True)
        (made / "symbols").mkdir()
        (made / "deck.yaml").write_text(DECK.replace("many", "icons"))
        (made / "templates/icons.yaml").write_text(ICON_CARD)
        prefix = "game-icons/" if deck == "of-a-set" else ""
        (made / "cards.csv").write_text("\n".join(("name,sign", *(f"{n},{prefix}{n}" for n in names), "")))
        for name in names if deck == "own" else ():
            (made / f"symbols/{name}.svg").write_bytes(shipped.svg(name))
        commands[deck] = [*OURS, "build", f"./{made.name}", "-o", OUT, "--quiet"]
    runs = bench.measure(commands)
    taken = []
    for turn in range(bench.rounds):
        times = []
        for name in names[turn :: bench.rounds][:20]:
            assets = Assets(Finder(paths.templates(), paths.templates()))
            begun = time.process_time()
            assets.symbol(f"game-icons/{name}")
            times.append(1000 * (time.process_time() - begun))
        taken.append(statistics.median(times))
    return [
        Figure("302 icons of a set, of the deck's own", ratio(runs["of-a-set"], runs["own"]), 1.2),
        Figure("an icon of a set, first use", spread(taken), 3, "ms"),
    ]


def effects(bench: Bench) -> list[Figure]:
    """Twenty cards with gradients, shadows, outlines and blends, compared with the same without."""
    template = (ROOT / "benchmarks/effects.yaml").read_text()
    plain = re.sub(r"^( *)\S.*# or: ?", r"\1", template, flags=re.M)
    commands = {}
    for name, text in (("with", template), ("without", plain)):
        deck = bench.folder / f"effects-{name}"
        (deck / "templates").mkdir(parents=True)
        (deck / "templates/effects.yaml").write_text(text)
        (deck / "deck.yaml").write_text(DECK.replace("many", "effects"))
        suits = ("ember", "sky", "glow")
        rows = (
            f"Warden {n},Deal {n} damage and draw {n % 4} cards. Then gain a life.,{suits[n % 3]}" for n in range(20)
        )
        (deck / "cards.csv").write_text("\n".join(("name,rules,suit", *rows, "")))
        commands[name] = [*OURS, "build", f"./{deck.name}", "-o", OUT, "--quiet"]
    runs = bench.measure(commands)
    return [Figure("20 cards with effects, of without", ratio(runs["with"], runs["without"]), 1.5)]


def outlines(bench: Bench) -> list[Figure]:
    """300 cards in an .otf, compared with its .ttf twin."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.ttLib import TTFont

    source = ROOT / "templates/fonts/Literata-Regular.ttf"
    font = TTFont(source)
    glyphs = font.getGlyphSet()
    letters = {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        glyphs[name].draw(pen)
        letters[name] = pen.getCharString()
    builder = FontBuilder(font=font)
    for tag in ("glyf", "loca"):
        del font[tag]
    font.sfntVersion = "OTTO"
    font["maxp"].tableVersion = 0x00005000
    builder.isTTF = False
    builder.setupCFF("Literata", {}, letters, {})
    commands = {}
    for kind in ("ttf", "otf"):
        deck = bench.folder / f"outlines-{kind}"
        for inner in ("templates", "fonts"):
            (deck / inner).mkdir(parents=True)
        (deck / "deck.yaml").write_text(DECK)
        (deck / "templates/many.yaml").write_text(TEMPLATE.replace("Alegreya Sans", "Literata"))
        texts = (" ".join(WORDS[(n * k) % len(WORDS)] for k in range(1, 40)) for n in range(300))
        (deck / "cards.csv").write_text("\n".join(("name,rules", *(f"Card {n},{t}" for n, t in enumerate(texts)), "")))
        if kind == "otf":
            font.save(deck / "fonts/any.otf")
        else:
            shutil.copy(source, deck / "fonts/any.ttf")
        commands[kind] = [*OURS, "build", f"./{deck.name}", "-o", OUT, "--quiet"]
    runs = bench.measure(commands)
    return [Figure("300 cards in an .otf, of its .ttf", ratio(runs["otf"], runs["ttf"]), 1.2)]


def drawings(bench: Bench) -> list[Figure]:
    """300 cards, each with its own SVG with a gradient and text, compared with 300 plain ones."""
    rich = (
        '<linearGradient id="g" x2="0" y2="1"><stop stop-color="{color}"/><stop offset="1" stop-color="#fff"/></linearGradient>'
        '<rect width="100" height="60" rx="8" fill="url(#g)"/><text x="50" y="52" font-size="9" text-anchor="middle">Card {n}</text>'
    )
    plain = '<rect width="100" height="60" rx="8" fill="{color}"/><path d="M20 52h60v3H20z"/>'
    commands = {}
    for name, inside in (("plain", plain), ("rich", rich)):
        deck = bench.folder / f"drawings-{name}"
        for inner in ("templates", "art"):
            (deck / inner).mkdir(parents=True)
        (deck / "deck.yaml").write_text(DECK)
        (deck / "templates/many.yaml").write_text(TEMPLATE.replace("bottom: 6mm", "bottom: 46mm") + DRAWN)
        rows = ["name,rules,art"]
        for n in range(300):
            shapes = "".join(
                f'<circle cx="{(7 * n * k) % 90 + 5}" cy="{(11 * n + 13 * k) % 40 + 5}" r="{k}" fill="#222"/>'
                for k in range(1, 9)
            )
            drawn = inside.format(color=f"#{40_503 * n % (1 << 24):06x}", n=n)
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">{drawn}{shapes}</svg>'
            (deck / f"art/{n}.svg").write_text(svg)
            rows.append(f"Card {n},{' '.join(WORDS[(n * k) % len(WORDS)] for k in range(1, 15))} {n},art/{n}.svg")
        (deck / "cards.csv").write_text("\n".join((*rows, "")))
        commands[name] = [*OURS, "build", f"./{deck.name}", "-o", OUT, "--quiet"]
    runs = bench.measure(commands, min(bench.rounds, 3))
    return [Figure("300 SVGs with a gradient and text, of plain ones", ratio(runs["rich"], runs["plain"]), 3)]
