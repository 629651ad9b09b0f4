"""Samples of the fonts that can be chosen: each family's name as outlines, laid out like the texts of cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from carddesigner.core.color import Gray
from carddesigner.core.items import TextItem
from carddesigner.core.report import Problem
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.names import DeckNames
from carddesigner.designer.property_messages import Fonts, FontSample
from carddesigner.draw.fonts import outlines
from carddesigner.draw.svg import path_data
from carddesigner.source.yaml import Node, plain
from carddesigner.text.fit import fit
from carddesigner.text.font_files import FontFile, fonts_in, plain_name
from carddesigner.text.fonts import FontFamily
from carddesigner.text.rich import Paragraph, Run
from carddesigner.text.style import TextStyle

WIDTH, HEIGHT = 170.0, 24.0
"""The size of a sample's box, whose origin is at the top left; the page shows it with as many pixels."""
MAX_FAMILIES = 60
"""The most families that are offered with a sample."""
MAX_KEPT = 500
"""The most samples that are cached; the oldest are dropped."""
_SIZE, _LEAST = 17.0, 7.0
_LETTERS = 10
"""The number of letters in the sample of a font that lacks letters of its own name."""


class FontSamples:
    """Draws samples, each one once."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], str] = {}

    def on(self, loaded: LoadedDeck, template: str, *, more: bool) -> Fonts:
        """Return the fonts of a template; with *more* also the other families that it could use, of the deck and
        shipped.
        """
        source = loaded.templates.get(template)
        if source is None:
            return Fonts()
        # Fonts that are only offered must not count as used by the deck.
        assets = loaded.assets.copied(loaded.assets)
        names = DeckNames(assets, loaded.deck.palette, None, loaded.deck.language, source)
        fonts = tuple(self._declared(names, name, node) for name, node in source.section("fonts").items())
        families = {plain_name(font.family) for font in fonts}
        return Fonts(fonts, tuple(self._others(loaded, families)) if more else None)

    def _declared(self, names: DeckNames, name: str, node: Node) -> FontSample:
        family = family_of(node)
        try:
            return FontSample(name, family, self._sample(names.fonts(name), family, names.language))
        except (Problem, OSError) as problem:
            return FontSample(name, family, problem=str(problem))

    def _others(self, loaded: LoadedDeck, families: set[str]) -> Iterator[FontSample]:
        """Yield the families except *families*, each with a sample."""
        assets = loaded.assets
        fonts: dict[str, FontFile] = {}
        for folder in assets.finder.font_folders:
            for file in fonts_in(folder, assets.files.faces) if folder.is_dir() else ():
                if not file.problem and plain_name(file.family) not in families:
                    fonts.setdefault(plain_name(file.family), file)
        for _, file in islice(sorted(fonts.items()), MAX_FAMILIES):
            sample = ""
            # Compressed fonts take too long to unpack for a sample.
            if not file.unpacked:
                try:
                    finder = assets.finder
                    family = assets.files.family(file.family, finder.font_folders, finder.shipped_fonts)
                    sample = self._sample((family,), file.family, loaded.deck.language)
                except (Problem, OSError):
                    continue
            yield FontSample("", file.family, sample)

    def _sample(self, fonts: tuple[FontFamily, ...], name: str, language: str) -> str:
        """Return a family's name in its own letters, as path data. Raises Problem and OSError."""
        face = fonts[0].face(False, False)
        key = face.digest, name
        if key not in self._drawn:
            text = name
            if not face.has_all(name.replace(" ", "")):
                letters = (chr(code) for code in sorted(face.hb_face.unicodes) if chr(code).isprintable())
                text = "".join(islice((c for c in letters if not c.isspace()), _LETTERS))
            style = TextStyle(fonts[:1], _SIZE, _LEAST, Gray(0.0), "left", "middle", language=language)
            fitted = fit((Paragraph((Run(text),)),), style, WIDTH, HEIGHT)
            pieces = [(p, item.y) for item in fitted.items if isinstance(item, TextItem) for p in item.pieces]
            if len(self._drawn) >= MAX_KEPT:
                self._drawn.pop(next(iter(self._drawn)))
            self._drawn[key] = "".join(path_data(outlines(face, piece, y)) for piece, y in pieces)
        return self._drawn[key]


def family_of(node: Node) -> str:
    """Return the family of a template's font."""
    value = plain(node)
    return str(value.get("family", "")) if isinstance(value, dict) else str(value)
