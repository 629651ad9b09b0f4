"""Shaped names in six scripts: the same glyphs, clusters and places as HarfBuzz itself gives, now and when recorded.

``CARDDESIGNER_GOLDEN=renew`` records again what HarfBuzz gives.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
import uharfbuzz as hb

from carddesigner.text.breaking import break_paragraph
from carddesigner.text.rich import Paragraph, Run

GOLDEN = Path(__file__).parents[2] / "golden" / "glyphs"

# Script: family, style, ISO 15924 tag, language, words by name.
SCRIPTS = {
    "latin": (
        "Alegreya Sans",
        "Regular",
        "Latn",
        "en",
        {
            "kerning": "AVATAR",
            "kerning of punctuation": "“Type.”",
            "ligatures": "fight-ruffle",
            "accents written apart": "Cafe\u0301",
            "accents": "Ærøskøbing",
            "two marks": "ê\u0323",
            "oldstyle numbers": "1023",
        },
    ),
    "latin-turkish": ("Alegreya Sans", "Regular", "Latn", "tr", {"no ligature": "fikir", "dotted": "İstanbul"}),
    "latin-italic": ("Alegreya Sans", "BoldItalic", "Latn", "en", {"kerning": "Voyager", "ligature": "fire"}),
    "latin-display": ("League Spartan", "Bold", "Latn", "en", {"kerning": "LAVA", "numbers": "17/4"}),
    "cyrillic": (
        "Alegreya Sans",
        "Regular",
        "Cyrl",
        "ru",
        {"name": "Чайковский", "breve written apart": "Толстои\u0306", "kerning": "Гусь.", "stress": "А\u0301нна"},
    ),
    "cyrillic-serbian": ("Alegreya Sans", "Italic", "Cyrl", "sr", {"local forms": "бгдпт"}),
    "greek": (
        "Alegreya Sans",
        "Regular",
        "Grek",
        "el",
        {"name": "Οδυσσέας", "dialytika": "Ταΰγετος", "final sigma": "Σίσυφος", "capitals": "ΑΥΓΗ"},
    ),
    "cyrillic-noto": ("Noto Sans", "Regular", "Cyrl", "ru", {"name": "Чайковский", "stress": "А\u0301нна"}),
    "greek-noto": ("Noto Sans", "Regular", "Grek", "el", {"polytonic": "Ὀδυσσεύς", "marks apart": "α\u0313\u0342"}),
    "arabic": (
        "Noto Naskh Arabic",
        "Regular",
        "Arab",
        "ar",
        {
            "name": "سليمان",
            "lam and alef": "الإسلام",
            "vowels": "مُحَمَّد",
            "the divine name": "الله",
            "tatweel": "كتـــاب",
            "mirrored": "«سليمان»",
        },
    ),
    "arabic-persian": (
        "Noto Naskh Arabic",
        "Regular",
        "Arab",
        "fa",
        {"not joined": "می\u200cخواهم", "joined to nothing": "ه\u200d", "name": "فردوسی"},
    ),
    "hebrew": (
        "Noto Sans Hebrew",
        "Regular",
        "Hebr",
        "he",
        {"name": "שלמה", "points": "שָׁלוֹם", "dagesh": "בְּרֵאשִׁית", "gershayim": "צה״ל", "final letters": "ירושלים"},
    ),
    "devanagari": (
        "Noto Sans Devanagari",
        "Regular",
        "Deva",
        "hi",
        {
            "vowel before": "हिन्दी",
            "conjuncts": "क्षत्रिय",
            "reph": "धर्म",
            "reph and vowel before": "र्कि",
            "half form": "क्\u200dष",
            "virama shown": "क्\u200cष",
            "name": "श्रीकृष्ण",
        },
    ),
}

Row = tuple[int, int, int, int, int]

CASES = [(script, name) for script, (*_, words) in SCRIPTS.items() for name in words]


def shaped(path: Path, text: str, script: str, language: str) -> list[Row]:
    """What HarfBuzz gives, in the font's own units: glyph, cluster, advance, and how far it is moved."""
    font = hb.Font(hb.Face(path.read_bytes()))
    buffer = hb.Buffer()
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_codepoints([ord(c) for c in text])
    buffer.direction = "rtl" if script in ("Arab", "Hebr") else "ltr"
    buffer.script = script
    buffer.language = language
    hb.shape(font, buffer)
    return [
        (i.codepoint, i.cluster, p.x_advance, p.x_offset, p.y_offset)
        for i, p in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]


def rows(run, upem) -> list[Row]:
    k = upem / 1000
    return [(g.id, g.cluster, round(g.advance * k), round(g.dx * k), round(g.dy * k)) for g in run.glyphs]


def faces(setter, script):
    family, style, *_ = SCRIPTS[script]
    own = {"Alegreya Sans": setter.family, "League Spartan": setter.display}.get(family)
    found = own or setter.find(family)
    return found, found.face("Bold" in style, "Italic" in style)


@pytest.mark.parametrize(("script", "name"), CASES)
def test_a_word_is_shaped_as_harfbuzz_shapes_it(setter, script, name):
    _, style, tag, language, words = SCRIPTS[script]
    family, face = faces(setter, script)
    assert face.path.stem.endswith(f"-{style}")
    text, rtl = words[name], tag in ("Arab", "Hebr")
    expected = shaped(face.path, text, tag, language)
    assert 0 not in [r[0] for r in expected], "the font lacks a glyph of the sample"
    run = face.shape(text, rtl, language)
    assert (rows(run, face.hb_face.upem), run.rtl, run.text) == (expected, rtl, text)
    assert run.width == pytest.approx(sum(r[2] for r in expected) * 1000 / face.hb_face.upem)

    settings = {"fonts": (family,), "bold": "Bold" in style, "italic": "Italic" in style, "language": language}
    broken = break_paragraph(Paragraph((Run(text),)), setter.style(**settings))
    # Where a line may end after a hyphen the parts are shaped alone.
    parts = [a.run for u in broken.units for a in u.atoms]
    assert broken.missing == ()
    assert "".join(r.text for r in parts) == text
    for part in parts:
        assert rows(part, face.hb_face.upem) == shaped(face.path, part.text, tag, language)
    assert [len(parts), len(broken.units)] == ([2, 2] if "-" in text else [1, 1])


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_glyphs_are_those_that_were_recorded(setter, script):
    _, _, tag, language, words = SCRIPTS[script]
    _, face = faces(setter, script)
    file = GOLDEN / f"{script}.json"
    digest = hashlib.sha256(face.path.read_bytes()).hexdigest()
    if os.environ.get("CARDDESIGNER_GOLDEN") == "renew":
        lines = [
            f"  {json.dumps(n, ensure_ascii=False)}: {json.dumps([w, *runs])}"
            for n, w, runs in ((n, w, shaped(face.path, w, tag, language)) for n, w in words.items())
        ]
        head = f'"font": "{face.path.name}",\n "sha256": "{digest}",\n "harfbuzz": "{hb.version_string()}",\n'
        file.write_text("{" + head + ' "runs": {\n' + ",\n".join(lines) + "\n }\n}\n")
    golden = json.loads(file.read_text())
    if golden["sha256"] != digest:
        pytest.skip(f"{face.path.name} is another version than the recorded one")
    rtl = tag in ("Arab", "Hebr")
    for name, word in words.items():
        recorded = [tuple(r) for r in golden["runs"][name][1:]]
        assert rows(face.shape(word, rtl, language), face.hb_face.upem) == recorded, name
    assert golden["runs"].keys() == words.keys()


def test_the_samples_show_what_they_are_named_after(setter):
    def ids_of(script, text):
        _, face = faces(setter, script)
        _, _, tag, language, _ = SCRIPTS[script]
        return [r[0] for r in shaped(face.path, text, tag, language)]

    def ids(script, name):
        return ids_of(script, SCRIPTS[script][-1][name])

    assert len(ids("latin", "ligatures")) < len("fight-ruffle")
    assert len(ids("latin-turkish", "no ligature")) == len("fikir")
    assert len(ids("latin", "accents written apart")) == 4
    assert ids("arabic", "name") != [ids_of("arabic", c)[0] for c in reversed("سليمان")], (
        "letters take their joined forms"
    )
    assert len(ids("devanagari", "conjuncts")) < len("क्षत्रिय")


def test_the_same_word_is_the_same_run(setter):
    face = setter.family.face(False, False)
    assert face.shape("Voyager", False, "en") is face.shape("Voyager", False, "en")
    assert face.shape("Voyager", False, "en") is not face.shape("Voyager", False, "tr")
