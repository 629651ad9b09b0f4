"""The names that a deck's cells, texts and zones can use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from carddesigner.contents.marks import marks_of
from carddesigner.core.color import FORMS, Color, Spot, css_color, parse_color
from carddesigner.core.geometry import Path as Outline
from carddesigner.core.items import Picture, Symbol
from carddesigner.core.report import Problem, did_you_mean
from carddesigner.deck.assets import Assets
from carddesigner.deck.fonts import DeclaredFont, declared_fonts
from carddesigner.deck.template import TemplateSource
from carddesigner.source.yaml import plain
from carddesigner.svg.file import FURTHEST, broken
from carddesigner.svg.path import read_path
from carddesigner.svg.shapes import is_within
from carddesigner.text.fonts import FontFamily, FontSettingProblem
from carddesigner.text.keywords import Keywords
from carddesigner.text.rich import RichText, parse_markup


def palette_color(text: str) -> Color:
    """Parse a palette's value: a colour code or a CSS name. Raises Problem."""
    text = text.strip()
    if text.isalpha():
        if (named := css_color(text)) is not None:
            return named
        from PIL import ImageColor

        near = did_you_mean(text.lower(), ImageColor.colormap)
        message = f"{text!r} is no colour's name in CSS{near}; written out, a colour is {FORMS}"
        raise Problem("bad-color", message, fix=near.fix)
    return written_color(text)


def written_color(text: str) -> Color:
    """Parse a colour code. Raises Problem."""
    try:
        return parse_color(text)
    except ValueError as problem:
        hint = "a gradient is {gradient: linear, angle: 90, stops: [gold, ink]}" if "gradient(" in text else None
        raise Problem("bad-color", str(problem), hint=hint) from None


def find_color(name: str, *palettes: Mapping[str, str]) -> Color:
    """Look up a colour in the first palette that has the name, else parse it as a colour code. Raises Problem."""
    for palette in palettes:
        if name in palette:
            return palette_color(palette[name])
    if name.startswith("#") or "(" in name:
        return written_color(name)
    names = [n for palette in palettes for n in palette]
    meant = did_you_mean(name, names)
    near: str = meant
    if not near and name.isalpha() and css_color(name) is not None:
        near = f"; to use CSS's, give it a name in `palette:`, such as {name}: {name}"
    hint = None
    if name.endswith("%"):
        hint = "a place along a gradient stands behind its colour: `gold 40%`"
    elif not name:
        hint = "a blank cell names no colour; `or` says which is meant then, such as `{{ card.type or '#cccccc' }}`"
    elif not near:
        hint = 'colours get their names under `palette:` in deck.yaml: a name, and a value such as "#3b7a57"'
    raise Problem("unknown-color", f"unknown colour {name!r}{near}", hint=hint, fix=meant.fix)


def find_icon(icons: Mapping[str, str], assets: Assets, name: str) -> Symbol:
    """Look up an icon by the deck's short name for it, else by its own name. Raises Problem."""
    try:
        return assets.symbol(icons.get(name, name))
    except Problem as problem:
        near = did_you_mean(name, icons if name not in icons else ())
        raise Problem(problem.code, f"unknown icon {name!r}{near}", fix=near.fix) if near else problem from None


class DeckNames:
    """The names of a deck and, if given, of one of its templates. The deck's palette takes precedence over the
    template's.
    """

    def __init__(
        self,
        assets: Assets,
        palette: Mapping[str, str],
        keywords: Keywords | None = None,
        language: str = "",
        template: TemplateSource | None = None,
        icons: Mapping[str, str] | None = None,
    ) -> None:
        self.assets, self.palette, self.template = assets, palette, template
        self._keywords, self._language = keywords, language
        self.symbol = partial(find_icon, icons, assets) if icons else assets.symbol
        self.drawing, self.picture = assets.drawing, assets.picture
        self.svg_text, self.svg_texts = assets.svg_text, assets.svg_texts
        if template is not None:
            assets.styles[template.name] = template.section("styles")
        self._colors: dict[str, Color] = {}
        self._fonts: dict[str | None, tuple[DeclaredFont, ...]] = {}

    @property
    def keywords(self) -> Keywords | None:
        """The words that are set in a style of their own."""
        self.assets.depends_on("keywords")
        return self._keywords

    @property
    def language(self) -> str:
        """The language that the deck was read in."""
        self.assets.depends_on("language")
        return self._language

    def has_icon(self, name: str) -> bool:
        """Return whether an icon has a name written between colons."""
        try:
            return bool(self.symbol(name))
        except Problem:
            return False

    def color(self, name: str) -> Color:
        """Return a colour of a palette, or from a colour code. Raises Problem."""
        self.assets.depends_on("color", name)
        if name not in self._colors:
            own = self.template.section("palette") if self.template is not None else {}
            try:
                self._colors[name] = find_color(name, self.palette, {k: str(n.value) for k, n in own.items()})
            except Problem:
                self.assets.depends_on("palette")  # whose names are suggested
                raise
        return self._colors[name]

    def spot(self, name: str) -> Spot:
        """Return a spot colour of a palette, or from a colour code. Raises Problem."""
        color = self.color(name)
        if not isinstance(color, Spot):
            hint = "give it a name under `palette:`, such as foil: spot(Foil, 0, 20, 60, 20)"
            raise Problem("no-spot", f"{name!r} is no spot colour", hint=hint)
        return color

    def image(self, path: str) -> Picture | Symbol:
        """Return a picture of the deck, raster or SVG. Raises Problem."""
        return self.assets.drawing(path) if path.lower().endswith(".svg") else self.assets.picture(path)

    def mask(self, name: str) -> Picture | Symbol:
        """Return a picture with transparency by its path, or an icon by its name. Raises Problem."""
        picture = self.image(name) if "." in name.rpartition("/")[2] else self.symbol(name)
        if isinstance(picture, Picture) and not picture.alpha:
            hint = "save it as a PNG that is transparent where nothing is to be seen"
            raise Problem("mask-without-alpha", f"{name!r} is nowhere transparent, so it masks nothing", hint=hint)
        return picture

    def markup(self, text: str) -> RichText:
        """Parse a text's markup; unknown icons raise Problem."""
        return parse_markup(text, self.symbol, self.keywords, marks_of(self))

    def style(self, name: str) -> Mapping[str, Any]:
        """Return a style of the template as it is written. Raises Problem."""
        if self.template is None:
            raise Problem("unknown-style", f"unknown style {name!r}; styles are a template's")
        return cast("Mapping[str, Any]", plain(self.assets.style(self.template.name, name)))

    def path(self, data: str) -> Outline:
        """Parse SVG path data. Raises Problem."""
        outline = read_path(data)
        if not is_within(outline):
            raise broken(f"the path reaches further than {FURTHEST:,.0f} units")
        return outline

    def fonts(self, name: str | None) -> tuple[FontFamily, ...]:
        """Return a template's font by its name there, and its fallbacks; without a name the template's first. Raises
        Problem.
        """
        self.assets.depends_on("language")
        if name not in self._fonts:
            self._fonts[name] = self._declared(name)
        return tuple([self._family(font) for font in self._fonts[name]])

    def _declared(self, name: str | None) -> tuple[DeclaredFont, ...]:
        declared = self.template.section("fonts") if self.template is not None else {}
        if name is None:
            if not declared:
                hint = "add `fonts:` with one, such as text: {family: Alegreya Sans}"
                raise Problem("unknown-font", f"the template declares no fonts; {hint}")
            name = next(iter(declared))
        if name not in declared:
            hint = f"`fonts:` of the template has {', '.join(declared) or 'none'}"
            near = did_you_mean(name, declared)
            raise Problem("unknown-font", f"unknown font {name!r}{near}", hint=hint, fix=near.fix)
        return declared_fonts(name, declared[name], self._language)

    def _family(self, font: DeclaredFont) -> FontFamily:
        try:
            family = self.assets.family(font.family)
            return family if font.settings is None else family.variant(*font.settings, exact=font.exact)
        except Problem as problem:
            setting = problem.setting if isinstance(problem, FontSettingProblem) else "family"
            span = font.places.get(setting, font.places["family"])
            raise Problem(problem.code, problem.message, span, hint=problem.hint, whole=True) from None
