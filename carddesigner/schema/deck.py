"""The model of ``deck.yaml``."""

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema

from carddesigner.contents.base import COLOR_WRITTEN, Later, Length, Model, refusal, short_for
from carddesigner.core.color import FORMS
from carddesigner.core.printing import DEFAULT_MARKS, ColorMode, Duplex, MarkKind, Order, Standard, wrong_marks
from carddesigner.core.units import MM
from carddesigner.schema.cell_texts import MAX_REPLACED, MarkupSetting, ReplacedText, ReplacementSetting
from carddesigner.schema.data import DECK, LANGUAGE_PATTERN
from carddesigner.schema.dies import BoxSetting, NetSetting
from carddesigner.schema.fields import FieldSetting
from carddesigner.schema.paper import PaperSize
from carddesigner.schema.phrases import MAX_PHRASES, PhraseSetting, PhraseText
from carddesigner.schema.rows import BY_NUMBER, Rows, RowsSetting
from carddesigner.schema.sheets import SheetSetting
from carddesigner.schema.stock import Size, SquareStock, Stock

if TYPE_CHECKING:
    import carddesigner.schema.dealing
    import carddesigner.schema.deck_checks
    import carddesigner.schema.generated
    import carddesigner.schema.glossary
    import carddesigner.schema.keywords
    import carddesigner.schema.silence

NAME_PATTERN = r"^[a-z0-9][a-z0-9-]*$"

MAX_TERMS = 500
"""The most terms in a glossary."""
MAX_ICONS = 2_000
"""The most short names for icons in a deck."""

Identifier = Annotated[str, StringConstraints(pattern=NAME_PATTERN, max_length=60)]
"""A name for file names and the command line: small letters, digits, hyphens."""

IconName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=60)]
"""An icon's name as texts write it between colons."""
FaceName = Annotated[str, WithJsonSchema(DECK["types"]["face"])]
"""A face of a template: ``template#face``, or ``template#`` followed by an expression that names each card's face."""
OneFaceName = Annotated[str, WithJsonSchema(DECK["types"]["one-face"])]
"""A face of a template, the same for all pieces."""
BackName = Annotated[str, WithJsonSchema(DECK["types"]["back"])]
"""A face, or ``none``."""
WrittenColor = Annotated[
    str,
    WithJsonSchema(
        {
            "type": "string",
            "pattern": f"^({COLOR_WRITTEN}|[A-Za-z]{{3,20}})$",
            "errorMessage": f"Expected {FORMS}, or a colour's name in CSS.",
            "examples": ["#1b1b1b", "tomato", "rgb(246, 207, 90)", "cmyk(0, 20, 70, 0)", "spot(Gold, 0, 20, 70, 10)"],
        }
    ),
]
"""A colour code or CSS name, not a name of the palette."""


def _printable(text: str) -> str:
    wrong = next((c for c in text if not c.isprintable()), None)
    if wrong is not None:
        sign = f"U+{ord(wrong):04X}"
        raise refusal("wrong-value", f"a title is one line; it holds the sign {sign}, which can't be printed")
    return text


PAGE_SIZES: dict[str, tuple[float, float]] = DECK["page-sizes"]
"""Page sizes in millimetres that fit on both A4 and Letter with bleed and marks."""
LEAST_PAGE = 30 * MM
PAGE_BLEED = 3 * MM
PAGE_SAFE = 6.35 * MM
"""The edge that a printer leaves blank, which a page may extend to."""


class Component(Model):
    """Pieces from one source: ``rows`` (a table), ``copies`` (one piece), ``pages`` (Markdown over pieces of a stock),
    ``booklet`` or ``leaflet`` (Markdown on folded sheets), or ``box`` (computed from other components). A ``net`` is
    folded instead of being cut from a stock's shape.
    """

    id: Identifier
    """Its name on the command line, in file names and in ``deck.counts``: small letters, digits and hyphens."""
    stock: str | None = None
    """The stock it is cut from, one of ``stocks``; the first if left out. Different cards can name different stocks
    with an expression, such as ``tab-{{ card.place }}``.
    """
    rows: RowsSetting | None = None
    """The table with a row for each card: its file, or a mapping that sets how it is read. Not together with ``pages``.
    """
    generate: Later["carddesigner.schema.generated.Generate"] | None = None
    """Numbered cards instead of a table: serial numbers, codes, bingo grids, shuffles and samples."""
    fields: dict[str, FieldSetting] = Field(default={})
    """The types of the table's columns by name. Columns without a type contain numbers if all their cells look like
    numbers, else text.
    """
    pages: str | None = None
    """The Markdown file that flows over as many pieces as it needs. Not together with ``rows``."""
    booklet: str | None = None
    """The Markdown file that fills the pages of a booklet, whose sheets are folded and stapled in the middle."""
    leaflet: str | None = None
    """The Markdown file that fills the panels of one folded sheet."""
    page: Size | None = None
    """Width and height of a booklet's page or a leaflet's panel; by default a size that fits on A4 and Letter."""
    fold: Literal["half", "letter", "z", "cross"] = "letter"
    """How a leaflet folds: in ``half`` to 4 panels, as a ``letter`` or zigzag (``z``) to 6, twice (``cross``) to 8."""
    cover: OneFaceName | None = None
    """The face of a booklet's or a leaflet's first page, as ``template#face``; the text begins after it."""
    thickness: Annotated[Length, Field(ge=0, le=1 * MM)] = 0.1 * MM
    """The thickness of a booklet's paper. Inner pages are shifted towards the fold accordingly, so that all margins are
    equal after cutting.
    """
    binding: Literal["auto", "left", "right"] = "auto"
    """The edge on which a booklet is bound or a leaflet opens, as seen on the cover; ``auto`` is ``right`` for text
    that runs from right to left.
    """
    net: NetSetting | None = None
    """The shape that each piece is folded from, instead of the stock's shape. Its panels are regions for zones."""
    box: BoxSetting | None = None
    """A box for the components that it ``holds``: its shape, or a mapping with its settings. Zones lie on its panels.
    """
    holds: tuple[Identifier, ...] = Field(default=(), max_length=100)
    """The contents of the box, by the components' ids."""
    copies: int = Field(default=1, ge=0, le=10_000, strict=True)
    """The number of copies of each piece; with ``rows`` it multiplies the table's numbers."""
    front: FaceName | None = None
    """The face of the first side, as ``template#face``. Different cards can have different faces with an expression,
    such as ``lanterns#{{ card.kind }}``, which can use the same names as a face's expressions. Nets and boxes without a
    face aren't printed.
    """
    back: BackName | None = None
    """The face of the other side, as ``template#face``, which can contain an expression like that of ``front``;
    ``none``, or nothing, for an unprinted back. For a booklet or a leaflet it is the last page, outside at the back;
    without it the text continues there.
    """
    two_sided: bool = False
    """Whether both sides are in play, so that ``back`` is required. With ``pages`` the text fills both sides, and the
    face of each has a ``flow``.
    """

    def model_post_init(self, _context: Any, /) -> None:
        """Refuse two sources, a back that contradicts two sides, a box that holds nothing, pieces without a face."""
        sources = [n for n in ("rows", "generate", "pages", "booklet", "leaflet") if getattr(self, n) is not None]
        if len(sources) > 1:
            message = f"a component has one source: `{sources[0]}` or `{sources[1]}`, not both"
            raise refusal("component-source", message)
        for what, others in (("net", ("pages", "booklet", "leaflet", "box")), ("box", sources)):
            clash = next((o for o in others if getattr(self, o) is not None), None)
            if getattr(self, what) is not None and clash is not None:
                message = f"a component with a `{what}` has no `{clash}`"
                raise refusal("component-source", message, clash)
        if (self.box is not None) != bool(self.holds):
            message = "a `box` needs `holds`, and `holds` a `box`: the ids of the components that lie in it"
            raise refusal("box-holds", message)
        folded = "net" if self.net is not None else "box" if self.box is not None else None
        if folded and (self.back not in (None, "none") or self.two_sided):
            message = f"a {folded} is printed on one side; it has no `back`"
            raise refusal("component-back", message, "back")
        if self.front is None and not folded:
            raise refusal("missing-key", "missing 'front'")
        self._refuse_misplaced()
        if self.two_sided and self.back in (None, "none"):
            message = "both sides of a two-sided component are in play: `back` names the face of the other"
            raise refusal("component-back", message, "back")

    @property
    def table(self) -> Rows | None:
        """How the table of its cards is read, from a file or as numbered cards; None if it has no table."""
        return BY_NUMBER if self.generate is not None else self.rows

    def _refuse_misplaced(self) -> None:
        """Refuse settings that only booklets and leaflets have, or that these don't have."""
        folded = self.booklet is not None or self.leaflet is not None
        wrong = {
            "page": (folded, "a `booklet` or a `leaflet`"),
            "cover": (folded, "a `booklet` or a `leaflet`"),
            "fold": (self.leaflet is not None, "a `leaflet`"),
            "binding": (folded, "a `booklet` or a `leaflet`"),
            "thickness": (self.booklet is not None, "a `booklet`"),
            "stock": (not folded, "cards; a booklet or a leaflet says the size of its pages as `page`"),
            "two_sided": (not folded, "cards"),
        }
        for name, (fine, what) in wrong.items():
            if name in self.model_fields_set and getattr(self, name) is not None and not fine:
                key = name.replace("_", "-")
                raise refusal("folded-only", f"`{key}` is for {what}", key)
        if folded or self.pages is not None:
            side = next((n for n in ("front", "back", "cover") if "{{" in (getattr(self, n) or "")), None)
            if side is not None:
                message = "running text has no cards to name their faces; write one face for all of its pages"
                raise refusal("face-name", message, side)
        if "{{" in (self.stock or "") and (self.pages is not None or self.net is not None or self.box is not None):
            what = "running text has no cards" if self.pages is not None else "a net or a box has no cards"
            raise refusal("wrong-value", f"{what} to name their stock; write the name of one", "stock")
        if self.page is not None and min(self.page) < LEAST_PAGE - 1e-6:
            message = f"a page is at least {LEAST_PAGE / MM:g} mm wide and high"
            raise refusal("bad-length", message, "page")

    def page_stock(self) -> Stock:
        """Return the stock of a booklet's or leaflet's pages: their size, bleed, and the edge that printers leave
        blank.
        """
        size = self.page
        if size is None:
            width, height = PAGE_SIZES["booklet" if self.booklet is not None else self.fold]
            size = (width * MM, height * MM)
        safe = min(PAGE_SAFE, min(size) / 4)
        return SquareStock.model_construct(shape="square", size=size, bleed=PAGE_BLEED, safe=safe)


def _names(*names: str) -> WithJsonSchema:
    """One of these names, in the JSON Schema."""
    return WithJsonSchema({"enum": list(names), "type": "string"})


LEAST_INK, ALL_INKS = 1.0, 4.0
"""The bounds of total ink coverage: one ink, and all four."""


def _percent(value: Any) -> Any:
    """Convert a percentage to a number, 1 for 100%."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,3}(\.\d+)?\s*%", value.strip()):
        share = float(value.strip().rstrip("% ")) / 100
        if LEAST_INK <= share <= ALL_INKS:
            return share
    raise refusal(
        "wrong-value", f"{value!r} is no bound of all inks; write a percentage from 100% to 400%, such as 300%"
    )


_PERCENT = {
    "type": "string",
    "pattern": r"^\s*[1-4]\d\d(\.\d+)?\s*%\s*$",
    "errorMessage": "Expected a percentage from 100% to 400%, such as 300%.",
    "examples": ["300%"],
}


class DieLines(Model):
    """The lines of nets and boxes: their side, their spot colours, for which a print house may require other names, and
    their width. ``die-lines: back`` is short for ``die-lines: {side: back}``.
    """

    side: Literal["front", "back"] = "front"
    """The side of the sheets with the lines. On the ``front`` the lines are drawn where the paper is unprinted, and
    ticks next to art show where to cut and fold below it; on the ``back``, which is otherwise unprinted, all lines are
    complete. Sheets printed on one side have the lines on the front; pages of single pieces always have them there,
    complete.
    """
    cut: str = Field(default="CutContour", min_length=1, max_length=60)
    """The spot colour of cuts, shown as magenta."""
    crease: str = Field(default="Crease", min_length=1, max_length=60)
    """The spot colour of folds, which are dashed, shown as cyan."""
    glue: str = Field(default="Glue", min_length=1, max_length=60)
    """The spot colour of areas to glue, shown as yellow."""
    width: Annotated[Length, Field(ge=0.25, le=2)] = 0.5
    """The width of the lines."""


_DIE_LINES = "expected front or back, or a mapping such as {side: back, width: 0.5pt}"


def _together(marks: tuple[MarkKind, ...]) -> tuple[MarkKind, ...]:
    wrong = wrong_marks(marks)
    if wrong is not None:
        raise refusal("wrong-marks", wrong)
    return marks


class PrintModel(Model):
    """How the deck is imposed on sheets; options on the command line take precedence."""

    paper: PaperSize | None = None
    """The sheet: A4, Letter, A3, Tabloid, SRA3, or a size such as ``210x297mm``. A4 if left out."""
    sheet: SheetSetting | None = None
    """A sheet with fixed places for pieces: a pre-cut one by its name, such as ``avery-5371`` (``carddesigner list
    --sheets`` lists the known ones), or a mapping with its ``slots``. Pre-cut sheets have no crop marks.
    """
    sheet_titles: bool = False
    """Whether each sheet names its components, with the number of their pieces."""
    duplex: Annotated[Duplex, _names(*Duplex)] = Duplex.LONG_EDGE
    """How the printer turns the sheet for the backs. ``gutterfold`` prints them next to the fronts, for one-sided
    printers: fold, glue, cut. ``none`` omits them. If it isn't set, a deck without backs is printed on one side.
    """
    marks: Annotated[tuple[Annotated[MarkKind, _names(*MarkKind, "center")], ...], AfterValidator(_together)] = (
        DEFAULT_MARKS
    )
    """Marks around the pieces, never on them: ``crop`` marks, or ``cut-lines`` across the whole sheet for a guillotine;
    ``registration`` targets and ``centre`` marks to check the alignment of both sides; only the ``fold`` of a
    gutterfold, which all others include; a ``slug`` line that names deck and sheet. For cutting machines there are
    ``silhouette``, ``silhouette-4`` with four corners for newer machines, and ``cricut``, whose own program prints the
    marks: pieces keep clear of them.
    """
    margin: Annotated[Length, Field(ge=0)] = 6.35 * MM
    """The edge of the sheet that the printer leaves blank; no piece's trim extends into it."""
    gutter: Annotated[Length, Field(ge=0)] | Literal["auto"] = "auto"
    """The space between pieces; ``auto`` is as wide as the number of pieces on a sheet allows, up to twice their bleed.
    """
    order: Annotated[Order, _names(*Order)] = Order.DECK
    """Which cards share a sheet: consecutive ones, or with ``cut-stacks`` such that the piles are in order after
    cutting.
    """
    share: bool = True
    """Whether pieces of several components and sizes share sheets if that takes less paper."""
    die_lines: Annotated[DieLines, BeforeValidator(short_for("side", _DIE_LINES))] = DieLines.model_construct()
    """The lines along which nets and boxes are cut and folded."""
    color: Annotated[ColorMode, _names(*ColorMode)] | None = None
    """The colours in the PDF: ``rgb`` for screens and home printers, or ``cmyk``, the inks of a press."""
    profile: str | None = Field(default=None, max_length=500)
    """The ICC profile of the press, a file in the deck's folder; FOGRA39 for coated paper if left out."""
    max_ink: Annotated[float, BeforeValidator(_percent), WithJsonSchema(_PERCENT)] = 3.0
    """The total ink coverage allowed at any place, such as ``300%``: the print house's limit."""
    standard: Annotated[Standard, _names(*Standard)] | None = None
    """The standard that PDFs comply with: ``pdfx4``, or ``pdfx1a``, which has neither RGB colours nor transparency."""
    back_bleed: Annotated[Length, Field(ge=0)] | None = None
    """How far backs extend beyond their trim, if further than the bleed, so that a misplaced back still covers its
    card.
    """


NOT_OF_AN_EDITION = ("deck", "extends", "editions")
"""Keys of a deck that its editions don't have."""


def _changes(value: Any) -> Any:
    if not isinstance(value, dict):
        raise refusal("wrong-type", "an edition is a mapping of what differs in it; write {} if nothing does")
    wrong = next((k for k in NOT_OF_AN_EDITION if k in value), None)
    if wrong is not None:
        message = f"an edition has no `{wrong}`: it is the same deck, changed"
        raise refusal("edition-key", message, wrong)
    return value


Recipe = Annotated[tuple[Later["carddesigner.schema.dealing.PackPart"], ...], Field(min_length=1, max_length=50)]
"""The parts of a pack, in the order in which they are drawn."""
Edition = Annotated[dict[str, Any], BeforeValidator(_changes)]
"""The differences in an edition, by the keys of ``deck.yaml``."""


class DeckModel(Model):
    """A deck: its stocks, colours, components and the way it is printed."""

    deck: Identifier
    """The deck's id, which names its files: small letters, digits and hyphens."""
    extends: Identifier | None = None
    """A shipped deck to extend: mappings merge by key, components by id, lists and values replace, null removes."""
    title: Annotated[str, AfterValidator(_printable), Field(max_length=200)]
    """The deck's name for people, shown in the slug line and in the PDF's properties."""
    language: str = Field(default="en", pattern=LANGUAGE_PATTERN)
    """The language of the texts, as a code such as ``en`` or ``pt-BR``; it determines hyphenation and letter forms."""
    typography: bool = False
    """Replaces straight quotes, hyphens between spaces, ``--`` and ``...`` according to the language; texts and styles
    can set it individually.
    """
    languages: tuple[Annotated[str, Field(pattern=LANGUAGE_PATTERN)], ...] = Field(default=(), max_length=50)
    """The languages that the deck is translated to: a column ``text.pt`` is the Portuguese translation of the column
    ``text``, ``rules.pt.md`` that of ``rules.md``.
    """
    texts: dict[str, str] = Field(default={})
    """Texts for templates, ``{{ deck.texts.name }}``; ``name.pt`` is a translation, ``title`` the deck's title."""
    game: Any = None
    """A shipped game whose rules the cards are checked against: its id, or a mapping of ``id`` and a variant's changes.
    """
    stocks: dict[str, dict[str, Any]] = Field(min_length=1)
    """Stocks to cut from paper, by names of your choice. The first is used if a component names none."""
    palette: dict[str, WrittenColor] = Field(default={})
    """Colours by names of your choice, for all templates. Quote ``"#rrggbb"``, because in YAML ``#`` begins a comment.
    """
    icons: dict[IconName, str] = Field(default={}, max_length=MAX_ICONS)
    """Short names for icons, also in texts: ``stone: game-icons/stone-block``; or for a picture, ``coin:
    art/coin.png``.
    """
    keywords: dict[str, Later["carddesigner.schema.keywords.KeywordSetting"] | None] = Field(default={})
    """Words with a style of their own wherever they occur in texts, and their reminders; ``Flying.pt`` is the
    translation of ``Flying``: its ``name`` and ``reminder`` in that language.
    """
    glossary: dict[str, Later["carddesigner.schema.glossary.Term"]] = Field(default={}, max_length=MAX_TERMS)
    """Terms that must be translated consistently, as in the original, each with its translations: ``graveyard: {pt:
    cemitério}``. Whole words are searched regardless of case; ``cemitério*`` matches any ending.
    """
    glossary_except: tuple[str, ...] = Field(default=(), max_length=1000)
    """Exceptions from the glossary: columns, such as ``flavour``, or single texts, such as ``cards/fire/text``; ``*``
    stands for any text, as in ``texts/*``.
    """
    phrases: dict[PhraseText, PhraseSetting] = Field(default={}, max_length=MAX_PHRASES)
    """Phrases to avoid in texts of table cells, each with its right form, ``"has Flying": has flying``; ``validate``
    warns of each at its cell. Whole words are matched exactly; ``card*`` matches any ending, ``…`` up to six words.
    """
    markup: MarkupSetting = ()
    """Markup of other programs in table cells, to be interpreted: ``html``; icons as in ``braces`` {r}, ``brackets``
    [R] or ``parentheses`` (R), if there is an icon with that name; ``pipes`` for a bar that ends a line.
    """
    text_replace: dict[ReplacedText, ReplacementSetting] = Field(default={}, max_length=MAX_REPLACED)
    """Texts to replace in table cells before anything else reads them: ``"(R)": ":rest:"``. If several match, the first
    is used; replacements aren't searched again.
    """
    components: tuple[Component, ...] = Field(min_length=1, max_length=200)
    """The components of the deck, which are printed in this order."""
    checks: tuple[Later["carddesigner.schema.deck_checks.DeckCheck"], ...] = Field(default=(), max_length=200)
    """Conditions for the cards; ``validate`` and ``build`` report where one is false."""
    packs: dict[Identifier, Recipe] = Field(default={}, max_length=100)
    """Packs that ``carddesigner deal`` makes from the cards, by names of your choice such as ``booster``: the parts of
    each.
    """
    library: Later["carddesigner.schema.dealing.Library"] | None = None
    """The rule for libraries that players build; ``validate --list`` checks a list against it."""
    count_by: tuple[str, ...] = Field(default=(), max_length=100)
    """The fields that ``stats`` counts without being asked; by default the most informative ones."""
    odds: Later["carddesigner.schema.dealing.OddsSetting"] | None = None
    """Draws and wanted cards for which ``stats`` gives odds; in a deck with a ``library``, for a list."""
    editions: dict[Identifier, Edition] = Field(default={}, max_length=50)
    """Variants by names of your choice, which ``--edition`` prints: the changes of each, by the keys of this file.
    Mappings merge by key, components by id, lists and values replace, null removes.
    """
    silence: tuple[Later["carddesigner.schema.silence.Silence"], ...] = Field(default=(), max_length=1000)
    """Warnings of ``validate`` to suppress, each by its code and place; an entry that matches no warning is reported.
    """
    print: PrintModel = PrintModel.model_construct()
    """How the pieces are imposed on sheets; options on the command line take precedence."""
    licence: str | None = None
    """The licence of the deck's contents, such as ``CC-BY-4.0``, shown by ``carddesigner list``."""
    description: str | None = None
    """The deck in one sentence, shown by ``carddesigner list``."""
    see_also: tuple[Identifier, ...] = Field(default=(), max_length=20)
    """Shipped decks played with this one or instead of it, named at the end of `build`."""
