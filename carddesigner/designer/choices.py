"""The options chosen in the print view, and the values that it offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import localtime, strftime
from typing import Any

from pydantic import ValidationError

from carddesigner.core.options import OptionError, WrongOption
from carddesigner.core.papers import PAPERS, Paper, parse_paper
from carddesigner.core.printing import Flip, ManualDuplex, MarkKind
from carddesigner.core.report import DeckError
from carddesigner.core.units import MM
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.deck.print_list import parse_print_list
from carddesigner.designer.message_parts import Found
from carddesigner.designer.print_messages import Choice, Exporter, Offer, Offered, WrongChoice
from carddesigner.export.exporters import EXPORTERS
from carddesigner.export.manifest_file import read_manifest
from carddesigner.export.options import ExportOptions
from carddesigner.layout.sleeves import AUTO, SLEEVES
from carddesigner.pipeline.job import PrintJob
from carddesigner.pipeline.options import PrintOptions
from carddesigner.printers.calibrate import Calibration
from carddesigner.printers.profile import known_printers
from carddesigner.schema.deck import PrintModel
from carddesigner.schema.slot_sheets import makers_sheets
from carddesigner.template.expressions import parse_expression

COMPONENTS = "components"
"""The choice of some components, which becomes an expression for ``select``."""
IN_DECK = {"sheet_layout": "sheet"}
"""Options with another name in ``deck.yaml``."""
MAX_MANIFESTS = 20
_LABELS = {
    "since": "Only what changed since",
    "listed": "Cards and copies",
    "select": "Only cards for which",
    "dpi": "DPI",
    "sheets": "Only these sheets",
    "wedge": "A page of greys",
    "cut": "Cut out",
    "color": "Colours",
    "picture_dpi": "Picture DPI",
    "outline_text": "Letters as paths",
    "serials": "Serial numbers",
    "split": "Cards in a file",
    "jobs": "Files at a time",
}
"""Labels of options whose name alone is not clear on the page."""
_NOT_OFFERED = frozenset(("output", "passes", "distinct", "list_name", "update"))
_PLAIN = "none"
"""The choice of a sheet without slots."""
_OWN_SHEET = "of the deck"
"""The choice of a sheet whose slots are listed in the deck."""
_LIST = "the list"
"""The file name in problems of a list that was typed on the page."""


def label_of(name: str) -> str:
    """Return the label of an option's field on the page."""
    return _LABELS.get(name, name.replace("_", " ").capitalize())


def kept_by_decks() -> tuple[str, ...]:
    """Return the options that a deck can store."""
    return tuple(n for n in PrintOptions.__struct_fields__ if IN_DECK.get(n, n) in PrintModel.model_fields)


def key_in_deck(name: str) -> str:
    """Return the key of an option in ``deck.yaml``."""
    return IN_DECK.get(name, name).replace("_", "-")


def wrong_choices(problem: OptionError) -> tuple[WrongChoice, ...]:
    """Return the errors of options, with the labels of the page."""

    def written(name: str, value: str | None = None) -> str:
        return f"“{label_of(name)}”" if value is None else f"“{label_of(name)}: {value}”"

    return tuple(WrongChoice(p.option, p.text(written)) for p in problem.problems)


def found_of_choices(wrong: Iterable[WrongChoice]) -> tuple[Found, ...]:
    """Return the errors of options as problems."""
    return tuple(Found("error", "wrong-option", f"{label_of(w.name)}: {w.message}") for w in wrong)


def print_options(choices: Iterable[Choice], output: Path, deck: str) -> PrintOptions:
    """Return the options of a build. Raises OptionError, and DeckError for a printer or a list."""
    given = _given(choices, frozenset((*PrintOptions.__struct_fields__, COMPONENTS)) - _NOT_OFFERED)
    chosen = given.pop(COMPONENTS, ())
    if chosen:
        some = f"component in {[str(name) for name in chosen]!r}"
        given["select"] = f"({given['select']}) and {some}" if given.get("select") else some
    if "listed" in given:
        given.update(listed=parse_print_list(str(given["listed"]), _LIST), list_name="list")
    if "since" in given:
        given["since"] = _manifest(str(given["since"]), output / deck)
    return PrintOptions(**given, output=output)


def export_options(choices: Iterable[Choice], output: Path) -> tuple[ExportOptions, str | None, str | None]:
    """Return the options of an export, the language and the edition. Raises OptionError."""
    given = _given(choices, frozenset((*ExportOptions.__struct_fields__, "language", "edition")) - _NOT_OFFERED)
    language, edition = given.pop("language", None), given.pop("edition", None)
    if "select" in given:
        try:
            given["select"] = parse_expression(str(given["select"]))
        except ValueError as problem:
            raise OptionError(WrongOption("select", str(problem))) from None
    return ExportOptions(**given, output=output), language, edition


def calibration(choices: Iterable[Choice]) -> Calibration:
    """Return the settings of a calibration. Raises OptionError."""
    given = _given(choices, frozenset(Calibration.__struct_fields__) - {"scans"})
    read = PrintOptions(**{name: given.pop(name) for name in ("paper", "manual_duplex", "back_bleed") if name in given})
    if "readings" in given:
        given["readings"] = (str(given["readings"]),)
    if "duplex" in given:
        try:
            given["duplex"] = Flip(given["duplex"])
        except ValueError:
            raise OptionError(WrongOption("duplex", f"a printer flips on {' or '.join(Flip)}")) from None
    paper = read.paper or parse_paper("A4")
    return Calibration(**given, paper=paper, manual_duplex=read.manual_duplex, back_bleed=read.back_bleed)


def _given(choices: Iterable[Choice], valid: frozenset[str]) -> dict[str, Any]:
    """Return the values by option. Raises OptionError for an unknown option."""
    given = {c.name: c.value for c in choices}
    unknown = [name for name in given if name not in valid]
    if unknown:
        raise OptionError(*(WrongOption(name, "there is no such option here") for name in unknown))
    return given


def _manifest(name: str, folder: Path) -> Path:
    """Return the path of a manifest, which must be that of an earlier build of the deck. Raises OptionError."""
    if name not in {path.name for path in _manifests(folder)}:
        raise OptionError(WrongOption("since", f"there is no manifest {name!r} in {folder}; build the deck first"))
    return folder / name


def _manifests(folder: Path) -> Iterator[Path]:
    """Yield the manifests of earlier builds, the latest first."""
    try:
        files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for path in files[:MAX_MANIFESTS]:
        try:
            read_manifest(path)
        except DeckError:
            continue
        yield path


def offers(deck: LoadedDeck | None, output: Path) -> Iterator[Offer]:
    """Yield what can be chosen on this computer and, if the deck can be read, for this deck."""
    papers = (Offered(p.name, f"{p.name}, {_size(p)}") for p in PAPERS.values())
    yield Offer("paper", tuple(papers), free=True)
    yield Offer("printer", tuple(Offered(name, name) for name in known_printers()))
    yield Offer("marks", tuple(Offered(kind, kind.replace("-", " ").capitalize()) for kind in MarkKind), several=True)
    sizes = (Offered(n, f"{_readable(n)}, {w:g} × {h:g} mm") for n, (w, h) in SLEEVES.items())
    yield Offer("color", (Offered("rgb", "RGB, as on screens"), Offered("cmyk", "CMYK, a press's inks")))
    yield Offer("standard", (Offered("pdfx4", "PDF/X-4"), Offered("pdfx1a", "PDF/X-1a")))
    yield Offer(
        "page_order",
        (
            Offered("front-back", "Each front, then its back"),
            Offered("back-front", "Each back, then its front"),
            Offered("fronts-backs", "All fronts, then all backs"),
        ),
    )
    yield Offer("sleeves", (Offered(AUTO, "A little smaller than the cards"), *sizes), free=True)
    sheets = (Offered(name, f"{_readable(name)}: {made.what}") for name, made in makers_sheets().items())
    yield Offer("sheet_layout", (Offered(_PLAIN, "Plain paper"), *sheets))
    if deck is None:
        return
    languages = (deck.original, *deck.deck.languages)
    if len(languages) > 1:
        yield Offer("language", tuple(Offered(name, name) for name in languages))
    if deck.deck.editions:
        yield Offer("edition", tuple(Offered(name, name) for name in deck.deck.editions))
    if any(c.serials is not None for c in deck.components):
        yield Offer("serials", (), free=True)
    if len(deck.components) > 1:
        yield Offer(COMPONENTS, tuple(Offered(c.id, c.id) for c in deck.components), several=True)
    made = list(_manifests(output / deck.deck.deck))
    if made:
        yield Offer("since", tuple(Offered(path.name, f"{path.name}, {_time(path)}") for path in made))


def exporters() -> tuple[Exporter, ...]:
    """Return the formats to which a deck can be exported."""
    return tuple(Exporter(name, one.about, tuple(sorted(one.takes))) for name, one in EXPORTERS.items())


def offered(job: PrintJob) -> Iterator[Choice]:
    """Yield the settings that apply to a job's sheets, whether they come from the deck, the printer or the options."""
    sheet, options = job.sheet, job.options
    yield Choice("paper", sheet.slots.paper.name if sheet.slots is not None else sheet.paper.name)
    yield Choice("duplex", str(sheet.duplex.name))
    yield Choice("manual_duplex", str(job.turn.manual or ManualDuplex.NONE))
    yield Choice("marks", tuple(str(kind) for kind in MarkKind if kind in sheet.marks))
    yield Choice("gutter", "auto" if sheet.gutter is None else _length(sheet.gutter))
    yield Choice("order", str(sheet.order))
    yield Choice("share", sheet.share)
    yield Choice("sheet_titles", sheet.titles)
    if sheet.back_bleed is not None:
        yield Choice("back_bleed", _length(sheet.back_bleed))
    slots = sheet.slots
    yield Choice("sheet_layout", _PLAIN if slots is None else slots.name or _OWN_SHEET)
    yield Choice("language", job.deck.deck.language)
    yield Choice("layout", str(options.layout))


def for_deck(choices: Iterable[Choice]) -> Mapping[str, Any]:
    """Return the settings to store under ``print`` in ``deck.yaml``. Raises OptionError for one that it can't store."""
    given = _given(choices, frozenset(kept_by_decks()))
    PrintOptions(**given)
    settings = {key_in_deck(n): list(v) if isinstance(v, tuple) else v for n, v in given.items()}
    if settings.get("sheet") == _PLAIN:
        settings["sheet"] = None
    try:
        PrintModel.model_validate(settings)
    except ValidationError as problem:
        names = {key_in_deck(n): n for n in given}
        wrong = ((names[str(e["loc"][0])], e["msg"].removeprefix("Value error, ")) for e in problem.errors())
        raise OptionError(*(WrongOption(name, message) for name, message in wrong)) from None
    return settings


def _size(paper: Paper) -> str:
    return f"{round(paper.width / MM, 1):g} × {round(paper.height / MM, 1):g} mm"


def _length(points: float) -> str:
    return f"{round(points / MM, 2):g}mm"


def _readable(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _time(path: Path) -> str:
    return strftime("%Y-%m-%d %H:%M", localtime(path.stat().st_mtime))
