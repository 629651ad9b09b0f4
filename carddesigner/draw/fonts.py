"""Write shaped runs as text-showing operators, and embed the glyphs used as one font for each face.

A face is embedded as a Type 0 font with Identity-H encoding and its original glyph numbers, so that a run's operators
don't depend on the rest of the page; uharfbuzz subsets the font file to the glyphs used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import chain
from operator import or_

from msgspec import Struct, field

from carddesigner.core.geometry import Matrix, Path, transformed
from carddesigner.core.items import GlyphRun, TextPiece
from carddesigner.draw.operators import number
from carddesigner.text.font_face import FontFace

_LEAST = 0.05
"""In thousandths of the size: a smaller correction of the pen is left out, as it is 0.001 pt at 20 pt."""


class Spelled(Struct, frozen=True, gc=False):
    """A run as hex strings, each after a correction of the pen, in thousandths of the size.

    A part is (correction, height above the baseline, codes). ``rest`` is the correction still due after the last glyph.
    ``plain`` is the whole run inside one pair of angle brackets, valid if no correction is due before it; None unless
    all glyphs are on the baseline. ``advances`` are the glyphs' own; ``reads`` is the text of each glyph, except of
    those that share another's; ``shares`` tells whether there are such glyphs, ``varies`` whether one glyph has several
    texts.
    """

    parts: tuple[tuple[float, float, str], ...]
    rest: float
    plain: str | None
    advances: dict[int, float]
    reads: dict[int, str]
    shares: bool
    varies: bool


class EncodedRun(Struct, frozen=True, gc=False):
    """A run in one document. It is ``ambiguous`` if its glyphs alone would be copied as wrong text there; then
    ``plain`` is None.

    ``letters`` are its letters, if they are noted, and ``NOT_FIRM`` if one of its glyphs has another text elsewhere in
    the document. ``whole`` is ``plain`` if no correction is due after it, as with nearly all runs.
    """

    run: GlyphRun
    spelled: Spelled
    ambiguous: bool
    letters: int
    plain: str | None
    whole: str | None


Letter = tuple[str, int, str | None]
"""A font's key, a glyph of the font, and the text of the glyph; None if it shares another's."""

NOT_FIRM = 1
"""In the letters of a drawing: it would be different in another document, or can't be separated from its document."""


class LetterNumbers(Struct):
    """Numbers the letters of a document, so that a set of them is an integer with the bits of these numbers, and sets
    are united quickly. 0 is the number of ``NOT_FIRM``.
    """

    letters: list[Letter | None] = field(default_factory=lambda: [None])
    _numbers: dict[Letter, int] = field(default_factory=dict)

    def of(self, letters: Iterable[Letter]) -> int:
        """A set of letters."""
        return reduce(or_, [1 << self._number(letter) for letter in letters], 0)

    def _number(self, letter: Letter) -> int:
        number = self._numbers.setdefault(letter, len(self.letters))
        if number == len(self.letters):
            self.letters.append(letter)
        return number


def numbers_in(letters: int) -> list[int]:
    """The numbers of a set of letters."""
    return [number for number, bit in enumerate(reversed(f"{letters:b}")) if bit == "1"]


MAX_ENCODED = 2_000
"""The most encoded runs of a font that are cached."""


class FontUse(Struct):
    """One face in one document, by its ``key``: the glyphs shown so far, and the text of each. With *numbers*, the
    letters of runs are noted.
    """

    key: str
    face: FontFace
    name: str
    """The name of its resource."""
    numbers: LetterNumbers | None = None
    texts: dict[int, str] = field(default_factory=dict)
    advances: dict[int, float] = field(default_factory=dict)
    encoded: dict[int, EncodedRun] = field(default_factory=dict)
    """Encoded runs by the id of the run."""
    whole: dict[int, str] = field(default_factory=dict)
    """Their ``whole`` strings, unless None."""

    def encoded_runs(self, piece: TextPiece) -> list[EncodedRun]:
        """The encoded runs of a piece."""
        known = self.encoded.get
        return [known(id(run)) or self.encode(run) for run in piece.runs]

    def encode(self, run: GlyphRun) -> EncodedRun:
        """A run's strings and corrections."""
        if len(self.encoded) >= MAX_ENCODED:
            self.encoded.clear()
            self.whole.clear()
        spelled = _spelled(self.face, run)
        self.advances.update(spelled.advances)
        firm = not spelled.varies
        if not spelled.reads.items() <= self.texts.items():
            for glyph, part in spelled.reads.items():
                # The glyph may have another text elsewhere in the document.
                firm &= self.texts.setdefault(glyph, part) == part
        ambiguous = spelled.shares or not firm
        plain = None if ambiguous else spelled.plain
        letters = self._letters(spelled) if firm else NOT_FIRM
        whole = plain if spelled.rest == 0.0 else None
        made = self.encoded[id(run)] = EncodedRun(run, spelled, ambiguous, letters, plain, whole)
        if whole is not None:
            self.whole[id(run)] = whole
        return made

    def _letters(self, spelled: Spelled) -> int:
        if self.numbers is None:
            return 0
        reads = spelled.reads.get
        return self.numbers.of([(self.key, glyph, reads(glyph)) for glyph in spelled.advances])

    def subset(self) -> bytes:
        """The font file with only the glyphs shown, under their original numbers."""
        return _subset(self.face, frozenset(self.advances))

    def widths(self) -> str:
        """The W array: the advance of every glyph."""
        out: list[str] = []
        last = -2
        for glyph in sorted(self.advances):
            if glyph != last + 1:
                out.append(f"{']' if out else ''}{glyph}[")
            out.append(f"{round(self.advances[glyph])} ")
            last = glyph
        return "[" + "".join(out) + ("]" if out else "") + "]"

    def to_unicode(self) -> str:
        """The CMap that lets readers search and copy text."""
        pairs = [(g, t) for g, t in sorted(self.texts.items()) if t]
        blocks = []
        for i in range(0, len(pairs), 100):
            chunk = pairs[i : i + 100]
            lines = "".join(f"<{g:04X}><{t.encode('utf-16-be').hex().upper()}>\n" for g, t in chunk)
            blocks.append(f"{len(chunk)} beginbfchar\n{lines}endbfchar\n")
        return (
            "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
            "/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n"
            "1 begincodespacerange<0000><FFFF>endcodespacerange\n"
            + "".join(blocks)
            + "endcmap CMapName currentdict/CMap defineresource pop end end\n"
        )


def outlines(face: FontFace, piece: TextPiece, y: float) -> Path:
    """The outlines of a piece's letters on a baseline, in points."""
    x, k = piece.x, piece.size / 1000
    out: list[Path] = []
    for run, gap in zip(piece.runs, piece.gaps, strict=True):
        for glyph in run.glyphs:
            place = Matrix(k, 0.0, 0.0, k, x + glyph.dx * k, y - piece.rise - glyph.dy * k)
            out.append(transformed(face.outline(glyph.id), place))
            x += glyph.advance * k
        x += gap * k
    return tuple(chain.from_iterable(out))


@lru_cache(maxsize=2048)
def _spelled(face: FontFace, run: GlyphRun) -> Spelled:
    """The strings of a run, which are the same in every document."""
    parts: list[tuple[float, float, str]] = []
    advances: dict[int, float] = {}
    start = height = owed = 0.0
    codes, known = "", _known(face)
    for glyph in run.glyphs:
        code, own = known[glyph.id]
        advances[glyph.id] = own
        before = owed + glyph.dx
        if codes and -_LEAST <= before <= _LEAST and glyph.dy == height:
            before = 0.0
        else:
            if codes:
                parts.append((start, height, codes))
                codes = ""
            start, height = before, glyph.dy
        codes += code
        owed += glyph.advance - own - before
    parts.append((start, height, codes))
    (first, _, shown), *others = parts
    plain = first == 0.0 and not any([dy for _, dy, _ in parts])
    for before, _, codes in others:
        plain = plain and abs(before) > _LEAST
        shown += f">{number(-before)}<{codes}"
    reading, shares = _reading(run)
    reads = dict(reversed(reading))
    varies = len(reads) < len(reading) and len(reads) < len(set(reading))
    return Spelled(tuple(parts), owed, shown if plain else None, advances, reads, shares, varies)


class _Known(dict[int, tuple[str, float]]):
    """The codes and the advances of a face's glyphs, each computed once."""

    def __init__(self, face: FontFace) -> None:
        self.face = face

    def __missing__(self, glyph: int) -> tuple[str, float]:
        made = self[glyph] = (f"{glyph:04X}", self.face.advance(glyph))
        return made


_known = lru_cache(maxsize=64)(_Known)


def _reading(run: GlyphRun) -> tuple[list[tuple[int, str]], bool]:
    """The texts of glyphs, and whether some share text, so that the glyphs alone don't give the run's text."""
    glyphs, text = run.glyphs, run.text
    clusters = [g.cluster for g in glyphs]
    if clusters == list(range(len(text))):
        return list(zip([g.id for g in glyphs], text, strict=True)), False
    ends = dict(zip(sorted(set(clusters)), [*sorted(set(clusters))[1:], len(text)], strict=True))
    # Only the first glyph of a cluster can have the cluster's text.
    firsts = {c: i for i, c in reversed(list(enumerate(clusters)))}
    ours = [glyphs[i] for i in sorted(firsts.values())]
    return [(g.id, text[g.cluster : ends[g.cluster]]) for g in ours], len(ends) < len(clusters)


@lru_cache(maxsize=16)
def _subset(face: FontFace, glyphs: frozenset[int]) -> bytes:
    """A subset font, cached for all documents that show the same glyphs."""
    return face.subset(sorted(glyphs))


def actual_text(text: str) -> str:
    """The operator that gives the text of the marks up to the next ``EMC``."""
    return f"/Span<</ActualText<FEFF{text.encode('utf-16-be').hex().upper()}>>>BDC\n"


def show_piece(use: FontUse, piece: TextPiece, y: float) -> str:
    """The operators inside ``BT … ET`` that show a piece of a line; *y* is its baseline, with y up.

    A run whose glyphs alone would be copied as wrong text gets its text as ActualText, unless it runs from right to
    left: readers take ActualText to be in visual order, and reverse it.
    """
    place = f"/{use.name} {number(piece.size)} Tf 1 0 0 1 {number(piece.x)} {number(y + piece.rise)} Tm\n"
    whole: list[str | None] = list(map(use.whole.get, map(id, piece.runs)))
    if not all(whole) or any(piece.gaps):
        runs = use.encoded_runs(piece)
        whole = [run.whole for run in runs]
        if None in whole or any(piece.gaps):
            return place + _corrected(runs, piece)
    codes = "".join(whole)  # type: ignore[arg-type]
    return place + _shown(f"<{codes}>") if codes else place


def _shown(strings: str) -> str:
    """The operator that shows strings, with corrections of the pen between them."""
    return f"{strings}Tj\n" if strings[0] == "<" and strings.find(">") == len(strings) - 1 else f"[{strings}]TJ\n"


def _corrected(runs: Sequence[EncodedRun], piece: TextPiece) -> str:
    """The operators that show the runs of a piece with corrections between them, raised letters, or ActualText."""
    out: list[str] = []
    shown: list[str] = []
    scale = piece.size / 1000
    owed = height = 0.0
    codes = ""

    def flush() -> None:
        nonlocal codes
        if codes:
            shown.append(f"<{codes}>")
            codes = ""
        if shown:
            out.append(_shown("".join(shown)))
            shown.clear()

    for encoded, gap in zip(runs, piece.gaps, strict=True):
        run = encoded.run
        strings = encoded.spelled
        if encoded.plain is not None and owed == height == 0.0:
            codes += encoded.plain
            owed = strings.rest + gap
            continue
        spelled = encoded.ambiguous and not run.rtl
        if spelled:
            flush()
            out.append(actual_text(run.text))
        for before, dy, text in strings.parts:
            if dy != height:
                flush()
                out.append(f"{number(dy * scale)} Ts\n")
                height = dy
            owed += before
            if not -_LEAST <= owed <= _LEAST:
                if codes:
                    shown.append(f"<{codes}>")
                    codes = ""
                shown.append(number(-owed))
                owed = 0.0
            codes += text
        owed += strings.rest + gap
        if spelled:
            flush()
            out.append("EMC\n")
    flush()
    if height:
        out.append("0 Ts\n")
    return "".join(out)
