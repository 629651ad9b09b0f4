"""Texts in zones and on pages: markup, Markdown, all scripts, both directions, marks and emoji, in boxes that are too narrow."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import uharfbuzz as hb
from hypothesis import strategies as st

from carddesigner.source import paths
from tests.fuzz.mutations import COMMON, Change, changes, mutated, mutated_bytes
from tests.fuzz.sample_deck import SYMBOL, judge_files
from tests.fuzz.target import Input, Target

OURS = Path(__file__).parents[1] / "fonts"
NOTO = Path("/usr/share/fonts/truetype/noto")
FAMILIES = ("Hebrew", "Thai", "JP", "KR", "SC")
MORE = ("Arabic", "Devanagari", "Khmer", "Myanmar", "Mongolian", "Tamil", "Math", "Symbols2", "Bengali")
"""Scripts that are tried where their fonts are installed."""
DECK = b"""\
deck: sample
title: Sample
language: en
typography: true
stocks: {card: {shape: card, size: poker, bleed: 3mm, safe: 3mm}}
palette: {ink: "#1b1b1b", glow: "#f6cf5a"}
keywords: {Haste: {bold: true, reminder: It may act at once.}, Flying: {italic: true, reminder: Only what flies can block it.}}
components:
  - {id: cards, copies: 1, front: sample#front, back: sample#back}
  - {id: rules, pages: rules.md, front: sample#rules}
"""
TEMPLATE = """\
template: sample
fonts: {text: {family: Alegreya Sans, fallback: %s}}
parts: {dot: {size: [3mm, 3mm], zones: {disc: {shape: ellipse, fill: glow}}}}
faces:
  front:
    zones:
      text: %s
      rest: {box: {left: 3mm, right: 3mm, bottom: 3mm, height: 9mm}, continued: text, size: 5pt}
  back: {zones: {ground: {in: bleed, fill: glow}}}
  rules:
    zones:
      page: {in: safe, flow: {text: {size: 6pt, hyphenate: true}, title: {size: 14pt}, heading: {size: 10pt}, gap: 2mm, columns: 2}}
"""
PAGES = b"# Rules\n\nDraw **two**.\n"


@cache
def fonts() -> dict[str, bytes]:
    """The deck's own fonts."""
    more = [p for name in MORE if (p := NOTO / f"NotoSans{name}-Regular.ttf").is_file()]
    files = [*(OURS / f"NotoSans{name}-Regular.ttf" for name in FAMILIES), *more]
    return {f"fonts/{path.name}": path.read_bytes() for path in files}


def judge(case: Input) -> None:
    """A zone's settings with its text (``json``), or pages (``md``), end in words or on paper."""
    families = [f"Noto Sans {name.removeprefix('fonts/NotoSans').removesuffix('-Regular.ttf')}" for name in fonts()]
    files = {"deck.yaml": DECK, "symbols/mine.svg": SYMBOL.encode(), **fonts()}
    zone, pages = {"text": "Fire", "size": "9pt"}, PAGES
    if case.kind == "md":
        pages = case.data
    else:
        try:
            zone = json.loads(case.data)
        except (ValueError, RecursionError):
            return
    named = json.dumps(["Game Symbols", *families])
    template = TEMPLATE % (named, json.dumps(zone, ensure_ascii=False))
    if not isinstance(zone, dict) or zone.get("overflow") != "continue":
        template = "".join(line for line in template.splitlines(keepends=True) if "continued: text" not in line)
    judge_files({**files, "templates/sample.yaml": template.encode(errors="surrogatepass"), "rules.md": pages})


@cache
def letters() -> str:
    """All characters that the deck's fonts show."""
    shipped = paths.templates() / "fonts"
    found = {c for data in fonts().values() for c in hb.Face(hb.Blob(data)).unicodes}
    for name in ("AlegreyaSans-Regular", "GameSymbols-Regular"):
        found |= set(hb.Face(hb.Blob.from_file_path(str(shipped / f"{name}.ttf"))).unicodes)
    return "".join(map(chr, sorted(c for c in found if c >= 32 and not 0xD800 <= c < 0xE000)))


PIECES = (
    *(
        " ",
        " ",
        " ",
        "\n",
        "\n\n",
        "  \n",
        "\t",
        "**",
        "*",
        "^^",
        "_",
        "\\",
        ":mine:",
        ":sun:",
        ":",
        "{Haste}",
        "{Flying}",
        "{",
        "}",
        "{{ 1 + 1 }}",
    ),
    *(
        "- ",
        "\n- ",
        "\n1. ",
        "\n   - ",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "|--|",
        "|",
        "\n\n---\n\n",
        "\n# ",
        "\n## ",
        "> ",
        "```",
        "    ",
    ),
    *(
        "![The dot](part:dot)",
        "![",
        "](part:dot)",
        "![x](cards:a)",
        "[x](y)",
        "<b>",
        "</b>",
        "<br>",
        "&amp;",
        "&#65;",
        "<!-- x -->",
        "<i>x",
    ),
    *(
        "Haste",
        "Flying and Haste",
        "Donaudampfschifffahrtsgesellschaft",
        "fi ffl",
        "AVATo",
        "1/2",
        "--",
        "...",
        "'a'",
        '"b"',
        "12:30",
        "3 - 4",
    ),
    *(
        "\xad",
        "\xa0",
        "\u200b",
        "\u2060",
        "\u200d",
        "\u200c",
        "\u2028",
        "\u2029",
        "\ufeff",
        "\u2011",
        "\u3000",
        "\u180e",
        "\u00a0\u00ad",
        "\x0b",
        "\x0c",
    ),
    *(
        "\u202a",
        "\u202b",
        "\u202d",
        "\u202e",
        "\u202c",
        "\u2066",
        "\u2067",
        "\u2068",
        "\u2069",
        "\u200e",
        "\u200f",
        "\u061c",
    ),
    *(
        "e\u0301",
        "\u0301",
        "\u0301" * 9,
        "a\u0323\u0302",
        "\u20dd",
        "קלף",
        "קָלָף",
        "ทิ้งไพ่",
        "ก็",
        "手札から",
        "「金貨」",
        "。",
        "가나",
        "ا",
        "العربية",
        "لا",
        "हिन्दी",
    ),
    *(
        "क्ष",
        "ខ្មែរ",
        "မြန်မာ",
        "ᠮᠣᠩᠭᠣᠯ",
        "தமிழ்",
        "𝒜𝔅",
        "⚔️",
        "☀",
        "☀️",
        "👨‍👩‍👧",
        "🏳️‍🌈",
        "👍🏽",
        "🇧🇷",
        "1️⃣",
        "\ufe0f",
        "\U000e0067",
        "ﷺ",
        "ẞß",
        "ŉ",
        "İi",
        "ǅ",
    ),
    *(
        "x" * 90,
        "word " * 40,
        "漢" * 60,
        "ง" * 40,
        "*a* " * 30,
        "**",
        "(",
        ")",
        "[",
        "]",
        "«",
        "»",
        "·",
        "—",
        "–",
        "€",
        "½",
        "\ue000",
    ),
)


@st.composite
def words(draw: st.DrawFn, most: int = 14) -> str:
    """A text of any pieces, mostly of letters that there are."""
    known = st.text(st.sampled_from(letters()), max_size=6)
    return "".join(
        draw(
            st.lists(
                st.one_of(st.sampled_from(PIECES), st.sampled_from(PIECES), known, st.text(max_size=2)), max_size=most
            )
        )
    )


LENGTHS = st.sampled_from(["0.3mm", "2mm", "5mm", "12mm", "40mm", "57mm", "1000mm"])
BOXES = st.fixed_dictionaries({"left": st.just("3mm"), "top": st.just("3mm"), "width": LENGTHS, "height": LENGTHS})
SETTINGS: dict[str, st.SearchStrategy[Any]] = {
    "min-size": st.sampled_from(["0.5pt", "2pt", "4pt", "8.9pt", "9pt"]),
    "align": st.sampled_from(["left", "right", "center", "justify", "start", "end"]),
    "valign": st.sampled_from(["top", "middle", "bottom"]),
    "line-height": st.sampled_from([0.5, 1, 1.25, 3]),
    "bold": st.booleans(),
    "italic": st.booleans(),
    "small-caps": st.booleans(),
    "hyphenate": st.booleans(),
    "language": st.sampled_from(["en", "de", "pt", "ja", "zh", "ko", "th", "he", "ar", "hi", "tr", "nl", "hu", "ca", "el", "lt", "xx"]),
    "tracking": st.sampled_from([-200, -20, 0, 50, 1000]),
    "icon-size": st.sampled_from([0.1, 1, 3]),
    "icon-rise": st.sampled_from(["-50%", "2pt"]),
    "paragraph-gap": st.sampled_from([0, 0.5, 5]),
    "direction": st.sampled_from(["auto", "ltr", "rtl"]),
    "underline": st.booleans(),
    "strike": st.booleans(),
    "background": st.just("glow"),
    "line-breaks": st.sampled_from(["normal", "phrases"]),
    "typography": st.booleans(),
    "keywords": st.booleans(),
    "columns": st.sampled_from([1, 2, 3, 9]),
    "column-gap": st.sampled_from(["0mm", "3mm", "90mm"]),
    "overflow": st.sampled_from(["error", "ellipsis", "continue"]),
    "arc": st.sampled_from([0, 30, -180, 359, 0.001]),
    "text-stroke": st.just({"color": "ink", "width": "0.3mm"}),
    "color": st.sampled_from(["ink", {"from": "ink", "to": "glow"}, "#ff0000"]),
    "rotate": st.sampled_from([0, 30, 90]),
    "shadow": st.just({"color": "ink", "offset": ["0.3mm", "0.3mm"]}),
}  # fmt: skip
zones = st.builds(
    lambda text, size, settings, box: Input(
        "json",
        json.dumps({"text": text, "size": size, **settings, "box": box}, ensure_ascii=False).encode(errors="replace"),
    ),
    words(),
    st.sampled_from(["9pt", "9pt", "14pt", "60pt"]),
    st.lists(st.sampled_from(sorted(SETTINGS)), max_size=5, unique=True).flatmap(
        lambda some: st.fixed_dictionaries({k: SETTINGS[k] for k in some})
    ),
    BOXES,
)
pages = words(40).map(lambda text: Input("md", f"# T\n\n{text}\n".encode(errors="replace")))
WORDS = tuple(p.encode() for p in PIECES if p != "\x0c")


def with_text_changed(seed: Input, some: list[Change], other: Input) -> Input:
    """A zone's settings with its text mutated."""
    zone, more = json.loads(seed.data), json.loads(other.data)
    text = mutated_bytes(str(zone.get("text", "")).encode(), some, str(more.get("text", "")).encode())
    return Input("json", json.dumps({**more, "text": text.decode(errors="replace")}, ensure_ascii=False).encode())


def inputs(seeds: Sequence[Input]) -> st.SearchStrategy[Input]:
    """Texts of any pieces in zones of any settings, pages, and known ones mutated."""
    texts = [seed for seed in seeds if seed.kind == "json"]
    known = st.sampled_from(texts)
    mixed = st.builds(with_text_changed, known, changes(WORDS), known)
    return st.one_of(
        zones, zones, pages, mixed, mutated([seed for seed in seeds if seed.kind == "md"], (*WORDS, *COMMON))
    )


TARGET = Target("text", judge, inputs)
