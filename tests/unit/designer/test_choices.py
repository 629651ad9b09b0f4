"""What is chosen on the page is what the command line would have been given."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.cli.forms import forms
from carddesigner.core.options import OptionError
from carddesigner.core.report import DeckError
from carddesigner.designer.choices import (
    calibration,
    export_options,
    for_deck,
    kept_by_decks,
    print_options,
    wrong_choices,
)
from carddesigner.designer.print_messages import Choice
from carddesigner.export.options import ExportOptions
from carddesigner.pipeline.options import PrintOptions
from carddesigner.printers.calibrate import Calibration


def test_every_field_of_the_forms_is_an_option_and_says_what_it_means() -> None:
    made = forms()
    assert {f.name for f in made.build} <= set(PrintOptions.__struct_fields__)
    assert {f.name for f in made.export} <= {*ExportOptions.__struct_fields__, "language", "edition"}
    assert {f.name for f in made.measure} <= set(Calibration.__struct_fields__)
    fields = {f.name: f for f in made.build}
    assert all(f.help for f in (*made.build, *made.export, *made.measure))
    assert fields["duplex"].choices == ("long-edge", "short-edge", "gutterfold", "none")
    assert (fields["share"].kind, fields["proof"].kind) == ("switch", "flag")
    assert (fields["copies"].kind, fields["copies"].minimum, fields["copies"].maximum) == ("number", 1, 1000)
    assert next(f for f in made.export if f.name == "side").choices == ("front", "back")
    # Nothing of the terminal's own.
    assert not {"output", "watch", "json_", "quiet", "open_", "passes", "distinct"} & set(fields)


def test_choices_are_the_options_that_a_person_would_type(tmp_path: Path) -> None:
    chosen = (
        *(Choice("paper", "letter"), Choice("marks", ("crop", "fold")), Choice("copies", 2), Choice("share", False)),
        *(Choice("select", "number > 3"), Choice("components", ("a", "b"))),
    )
    typed = PrintOptions(paper="Letter", marks="crop,fold", copies=2, share=False, select="number > 3", output=tmp_path)
    options = print_options(chosen, tmp_path, "deck")
    assert options.select is not None
    assert options.select.source == "(number > 3) and component in ['a', 'b']"
    for name in ("paper", "marks", "copies", "share", "output"):
        assert getattr(options, name) == getattr(typed, name)
    listed = print_options((Choice("listed", "one 2\ntwo # twice"),), tmp_path, "deck").listed
    assert listed is not None
    assert [(card.id, card.copies) for card in listed] == [("one", 2), ("two", 1)]


def test_what_is_wrong_is_reported_at_its_field(tmp_path: Path) -> None:
    with pytest.raises(OptionError) as raised:
        print_options((Choice("layout", "pieces"), Choice("gutter", "4mm")), tmp_path, "deck")
    (wrong,) = wrong_choices(raised.value)
    assert (wrong.name, wrong.message) == ("gutter", "“Gutter” is for sheets, not for “Layout: pieces”")
    for choices in ((Choice("output", "/etc"),), (Choice("since", "../../secret.json"),), (Choice("nonsense", 1),)):
        with pytest.raises(OptionError):
            print_options(choices, tmp_path, "deck")
    with pytest.raises(DeckError):
        print_options((Choice("listed", "one two three"),), tmp_path, "deck")
    with pytest.raises(OptionError):
        export_options((Choice("to", "json"), Choice("dpi", 300)), tmp_path)
    with pytest.raises(OptionError):
        calibration((Choice("readings", "A 1 1"),))


def test_a_deck_holds_what_its_print_settings_can_say() -> None:
    assert set(kept_by_decks()) >= {"paper", "duplex", "marks", "gutter", "sheet_layout", "sheet_titles", "back_bleed"}
    assert "copies" not in kept_by_decks()
    written = for_deck((Choice("sheet_layout", "avery-5371"), Choice("back_bleed", "4mm"), Choice("marks", ())))
    assert written == {"sheet": "avery-5371", "back-bleed": "4mm", "marks": []}
    with pytest.raises(OptionError):
        for_deck((Choice("paper", "lettr"),))
    with pytest.raises(OptionError):
        for_deck((Choice("copies", 2),))
    assert for_deck((Choice("sheet_layout", "none"),)) == {"sheet": None}
    for wrong in (Choice("share", "Letter"), Choice("gutter", 4), Choice("sheet_layout", "no-such-sheet")):
        with pytest.raises(OptionError) as raised:
            for_deck((wrong,))
        assert wrong_choices(raised.value)[0].name == wrong.name
