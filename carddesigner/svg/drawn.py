"""SVGs that are drawn as pictures, and the pictures that were drawn of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct, field

from carddesigner.core.items import Picture, Symbol
from carddesigner.core.report import Problem
from carddesigner.svg.file import SymbolProblem
from carddesigner.svg.picture import SvgFonts, SvgPicture, font_files, read_picture_svg

MAX_RENDERED = 500_000_000
"""Bytes of all pictures that are made of a deck's SVGs."""

Sizes = dict[tuple[float, float], Picture]


class DrawnSvgs(Struct):
    """Symbols by the digest and the name of their SVGs; each keeps the pictures of the sizes that it was placed in."""

    rendered: int = 0
    """Bytes of the pictures that were drawn so far."""
    _fonts: SvgFonts | None = None
    _symbols: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    _pngs: dict[str, bytes] = field(default_factory=dict)

    def symbol(
        self, name: str, digest: str, read: Callable[[], bytes], fonts: SvgFonts, problem: SymbolProblem
    ) -> Symbol:
        """An SVG whose *problem* keeps it from being vectors. It is drawn small once, to see. Raises SymbolProblem."""
        from carddesigner.svg.renderer import DPI

        if not problem.drawable:
            raise problem
        cached = self._symbols.get((digest, name))
        if cached is None:
            svg = read_picture_svg(read(), name, fonts)
            lost = f"{name!r} is drawn as a picture of {DPI} dpi: {problem.message.removeprefix(f'{name}: ')}"
            draw = partial(self._picture, svg, {})
            draw(10.0, 10.0 * svg.box.height / svg.box.width)
            cached = self._symbols[digest, name] = Symbol(name, svg.box, (), digest, picture=draw, lost=lost)
        return cached

    def fonts(self, folders: Sequence[Path]) -> SvgFonts:
        """The fonts for text in SVGs; with others than before all drawings are made again."""
        files = font_files(folders)
        if self._fonts is None or self._fonts.files != files:
            self._fonts, self._symbols = SvgFonts(files), {}
        return self._fonts

    def png(self, digest: str) -> bytes | None:
        """A picture that was drawn, by its digest."""
        return self._pngs.get(digest)

    def _picture(self, svg: SvgPicture, sizes: Sizes, width: float, height: float) -> Picture:
        """The picture of an SVG that is placed so large, in points. Raises Problem."""
        from carddesigner.svg.renderer import render

        size = round(width, 2), round(height, 2)
        cached = sizes.get(size)
        if cached is None:
            data = render(svg, width, height)
            digest = hashlib.sha256(data).hexdigest()
            self.rendered += len(data) if digest not in self._pngs else 0
            self._pngs[digest] = data
            if self.rendered > MAX_RENDERED:
                message = f"the deck's SVGs make pictures of more than {MAX_RENDERED // 1_000_000} MB; simplify them"
                raise Problem("svg-too-large", message)
            pixels = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
            cached = sizes[size] = Picture(svg.name, digest, *pixels)
        return cached
