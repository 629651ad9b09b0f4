"""The command line as a contract: exit codes, what goes where, what is imported."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from carddesigner.export.owner import OWNER
from carddesigner.source import paths
from tests.patience import PATIENCE


def test_help_shows_the_words_of_a_repeatable_option_as_those_of_others(cli):
    said = cli("new", "--help").out
    assert "--markup <html|braces|" in said
    assert "list[" not in said


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nsys.argv = ['carddesigner', '--help']\nfrom carddesigner.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in ('reportlab', 'pydantic', 'jinja2', 'PIL', 'yaml', 'rich', 'uharfbuzz') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"
    assert "build" in out


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        (["list"], ["reportlab.pdfbase", "jinja2", "pypdfium2"]),
        (["build", "--help"], ["reportlab", "pydantic", "carddesigner.schema", "carddesigner.core.geometry"]),
        (["explain", "bad-color"], ["reportlab", "jinja2", "uharfbuzz", "carddesigner.schema"]),
        (["build", "monogoto", "-o", "out"], ["jinja2", "pypdfium2", "fontTools", "icu4py", "pyphen", "bidi", "rich"]),
        (
            ["build", "monogoto", "-o", "out"],
            ["importlib.metadata", "email", "socket", "carddesigner.contents.code", "carddesigner.contents.continued"],
        ),
        (
            ["build", "monogoto", "-o", "out"],
            [
                *(
                    f"carddesigner.schema.{name}"
                    for name in ("dealing", "deck_checks", "glossary", "keywords", "other_stocks")
                ),
                *(
                    "carddesigner.contents.gradient",
                    "carddesigner.schema.slot_sheets",
                    "carddesigner.impose.slots",
                    "json",
                ),
            ],
        ),
        (
            ["build", "monogoto", "-o", "out"],
            [
                f"carddesigner.{name}"
                for name in ("draw.conformance", "draw.pictures", "layout.sleeves", "source.pictures")
            ],
        ),
        (
            ["build", "monogoto", "-o", "out", "--no-cache", "-q"],
            [
                f"carddesigner.{name}"
                for name in (
                    "pipeline.elsewhere",
                    "draw.recorded",
                    "pipeline.changes",
                    "export.last_build",
                    "cli.report",
                )
            ],
        ),
    ],
)
def test_a_command_imports_only_what_it_needs(command, absent, tmp_path):
    code = (
        f"import sys\nsys.argv = ['carddesigner', *{command!r}]\nfrom carddesigner.cli import main\n"
        f"try: main()\nexcept SystemExit: pass\nprint([m for m in {absent!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_build_that_is_not_made_again_imports_no_pydantic(tmp_path):
    command = ["build", "monogoto", "-o", "out"]
    test_a_command_imports_only_what_it_needs(command, ["jinja2"], tmp_path)
    test_a_command_imports_only_what_it_needs(command, ["pydantic", "carddesigner.schema"], tmp_path)


def test_what_stands_in_for_the_plugins_of_pydantic_gives_way_to_the_real_module():
    code = (
        "import sys\nfrom carddesigner.cli import _without_plugins\n_without_plugins()\n"
        "from pydantic import BaseModel\nfrom pydantic.plugin import _loader\n"
        "class One(BaseModel):\n    number: int\n"
        "assert One(number='7').number == 7\nassert 'importlib.metadata' not in sys.modules\n"
        "assert _loader.PYDANTIC_ENTRY_POINT_GROUP == 'pydantic'\nassert 'importlib.metadata' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(("command", "code"), [("'--version'", 0), ("'build', 'monogto'", 1), ("'build'", 2)])
def test_what_others_left_to_the_end_is_done_and_the_code_is_kept(command, code):
    main = f"import sys\nsys.argv = ['carddesigner', {command}]\nfrom carddesigner.cli import main\nmain()"
    left = "import atexit\natexit.register(print, 'left to the end')\n"
    alone, after = (subprocess.run([sys.executable, "-c", text], capture_output=True) for text in (main, left + main))
    assert (alone.returncode, after.returncode) == (code, code)
    assert after.stdout == alone.stdout + b"left to the end\n"


def test_wrong_use_is_2_a_wrong_deck_1(cli):
    assert cli("build").code == 2
    assert cli("declare-fields").code == 2
    assert cli("build", "monogoto", "--paper", "A44").code == 2
    assert cli("build", "monogto").code == 1
    assert "did you mean 'monogoto'" in cli("build", "monogto").err
    assert cli("explain", "text-overflw").code == 2


def test_a_choice_that_is_not_there_is_reported_in_the_words_of_the_choices(cli):
    err = " ".join(cli("build", "monogoto", "--duplex", "longedge").err.split())
    assert "Invalid value for '--duplex': 'longedge' is not one of 'long-edge', 'short-edge'" in err


MORE = {
    "designer": [],
    "new": ["made", "--from", "cards.csv"],
    "export": ["monogoto", "--to", "png", "--layout", "sheets"],
}


@pytest.mark.parametrize(
    ("command", "option", "bounds"),
    [
        *((command, "--jobs", "1 to 256") for command in ("build", "validate", "export", "playtest")),
        ("build", "--copies", "1 to 1,000"),
        ("build", "--split", "1 to 100,000"),
        ("build", "--first-slot", "1 to 2,500"),
        ("build", "--picture-dpi", "36 to 1,200"),
        ("export", "--copies", "1 to 1,000"),
        ("export", "--dpi", "36 to 1,200"),
        ("export", "--cards", "1 to 200"),
        ("playtest", "--games", "1 to 1,000,000"),
        ("playtest", "--seed", "0 to 9,223,372,036,854,775,807"),
        ("stats", "--draw", "1 to 1,000"),
        ("deal", "--boosters", "1 to 10,000"),
        ("deal", "--seed", "0 to 9,223,372,036,854,775,807"),
        ("designer", "--port", "0 to 65,535"),
        ("new", "--header", "0 to 100,000"),
    ],
)
def test_options_that_are_numbers_are_reported_alike_and_show_their_bounds(cli, command, option, bounds):
    least, _, most = bounds.replace(",", "").partition(" to ")
    for value in ("x", "1.5", "-1", str(int(most) + 1)):
        ran = cli(command, *MORE.get(command, ["monogoto"]), f"{option}={value}")
        assert ran.code == 2
        assert re.search(rf"{option}: '?{re.escape(value)}'? is no [a-z ]+; write {bounds}", ran.err)
    described = " ".join(cli(command, "--help").out.split()).partition(f" {option} ")[2]
    assert f"{least}<=x<={most}]" in described[:150]


def test_wrong_numbers_are_reported_with_all_that_is_wrong(cli):
    err = cli("build", "monogoto", "--copies", "x", "--first-slot", "0", "--back-bleed=-1mm").err
    assert [line.partition(":")[0] for line in err.splitlines() if line.startswith("--")] == [
        "--back-bleed",
        "--copies",
        "--first-slot",
    ]


def test_a_folder_without_a_slash_is_reported_how_to_be_named(cli, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/deck.yaml").write_text("deck: mine\n")
    assert "./mine" in cli("build", "mine").err


def test_json_stands_alone_on_standard_output(cli):
    ran = cli("build", "monogoto", "--json")
    data = json.loads(ran.out)
    assert data["decks"][0]["artifacts"][0]["pages"] == 28
    assert [c["cards"] for c in data["decks"][0]["components"]] == [75, 30, 6, 6, 0]


def test_quiet_says_nothing(cli):
    ran = cli("build", "monogoto", "-q")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_the_summary_says_how_much_where_and_what_next(cli):
    err = cli("build", "monogoto", "--paper", "letter").err
    assert "3 × 3" in err
    assert "117" in err
    assert "output/monogoto/monogoto-sheets.pdf" in err
    assert "flipped on the long edge" in err


def test_validate_says_where_in_three_formats(cli, deck, tmp_path):
    deck.zones("one: {fill: glwo}")
    text = cli("validate", "./sample")
    assert text.code == 1
    assert "sample/templates/sample.yaml:7:19: error[unknown-color]" in text.err
    assert "^^^^" in text.err
    data = json.loads(cli("validate", "./sample", "--format", "json").out)
    assert (data["errors"], data["diagnostics"][0]["place"]["line"]) == (1, 7)
    assert (
        "::error file=sample/templates/sample.yaml,line=7,col=19"
        in cli("validate", "./sample", "--format", "github").out
    )


def test_validate_strict_fails_on_warnings(cli, deck):
    deck.zones("one: {fill: ink}")
    text = (deck.path / "deck.yaml").read_text()
    deck.write("deck.yaml", text + "print: {paper: Letter}\n")
    assert cli("validate", "./sample").code == 0
    assert cli("validate", "./sample", "--strict").code in (0, 1)
    assert (cli("validate", "./sample", "--strict").code == 1) == ("warning" in cli("validate", "./sample").err)


def test_validate_writes_nothing(cli, tmp_path):
    cli("validate", "monogoto")
    assert list(tmp_path.iterdir()) == []


def test_select_prints_only_what_answers(cli, tmp_path):
    cli("build", "monogoto", "--select", "number > 13 and suit == 'star'")
    data = json.loads((tmp_path / "output/monogoto/monogoto-sheets.json").read_text())
    assert [p["id"] for p in data["pieces"]] == ["symbols-074", "symbols-075"]
    ran = cli("build", "monogoto", "--select", "number > 99")
    assert (ran.code, "no card matches" in ran.err) == (1, True)
    assert cli("build", "monogoto", "--select", "number >").code == 2


def test_an_output_folder_that_can_not_be_written_is_named(cli, tmp_path):
    (tmp_path / "taken").write_text("a file")
    ran = cli("build", "monogoto", "-o", "taken")
    assert (ran.code, "cannot write taken" in ran.err) == (1, True)


def test_a_full_disk_leaves_the_earlier_output_whole(tmp_path):
    """A file-size limit stands in for the disk: writing beyond it fails as on a full one."""
    run = [sys.executable, "-m", "carddesigner", "build", "monogoto", "-q", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(paths.shipped())}
    subprocess.run(run, cwd=tmp_path, check=True, env=environment)
    pdf = tmp_path / "output/monogoto/monogoto-sheets.pdf"
    before = pdf.read_bytes()
    # Byte code that is written in part would break whoever imports it next.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 20; exec \"$@\"", "sh", *run]
    done = subprocess.run(limited, cwd=tmp_path, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1, done.stderr
    assert "cannot write" in done.stderr
    assert "Traceback" not in done.stderr
    assert pdf.read_bytes() == before
    assert sorted(p.name for p in pdf.parent.iterdir()) == [OWNER, "monogoto-sheets.json", "monogoto-sheets.pdf"]


def test_ctrl_c_stops_with_words_and_leaves_nothing_behind(deck, tmp_path):
    rows = "name\n" + "".join(f"Card {i}\n" for i in range(20_000))
    deck.zones('one: {text: "{{ card.name }} of many words to be set in lines", size: 9pt}', rows)
    process = subprocess.Popen(
        [sys.executable, "-m", "carddesigner", "build", "./sample"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(paths.shipped())},
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGINT, err
    assert "Traceback" not in err
    assert not list((tmp_path / "output").rglob("*")) if (tmp_path / "output").exists() else True


def test_schema_is_json_schema_of_what_people_write(cli):
    deck = json.loads(cli("schema", "deck").out)
    assert "components" in deck["properties"]
    template = json.loads(cli("schema", "template").out)
    assert {"text", "icon", "row", "box", "when"} <= set(template["definitions"]["Zone"]["properties"])
    assert "suits" in json.loads(cli("schema", "monogoto").out)["properties"]
    assert cli("schema", "monogto").code == 2


def test_licences_credit_every_font(cli):
    out = cli("list", "--licences").out
    for font in (paths.templates() / "fonts").glob("*.ttf"):
        family = font.stem.split("-")[0]
        assert family in out.replace(" ", "")


def test_export_json_holds_computed_fields(cli, tmp_path):
    cli("export", "monogoto", "--to", "json")
    data = json.loads((tmp_path / "output/monogoto/monogoto.json").read_text())
    assert data["cards"][14]["fields"]["circles"] == 1
    assert len(data["cards"]) == 76


def test_export_png_has_the_trimmed_size_at_the_asked_dpi(cli, tmp_path):
    from PIL import Image

    cli("export", "monogoto", "--to", "png", "--dpi", "100", "--select", "number == 7 and suit == 'cog'")
    folder = tmp_path / "output/monogoto/png"
    assert sorted(p.name for p in folder.glob("*.png")) == ["symbols-037-back.png", "symbols-037-front.png"]
    with Image.open(folder / "symbols-037-front.png") as image:
        assert image.size == (250, 350)


def test_no_help_shows_types_of_python():
    from typer.testing import CliRunner

    from carddesigner.cli.app import COMMANDS, app

    said = {c: CliRunner().invoke(app, [c, "--help"], prog_name="carddesigner").output for c in COMMANDS}
    assert all("Usage:" in text for text in said.values())
    assert [c for c, text in said.items() if "list[" in text] == []


@pytest.mark.parametrize(
    "command", [("build",), ("validate",), ("export", "--to", "png"), ("playtest",), ("build", "--split", "9")]
)
@pytest.mark.parametrize("jobs", ["0", "-1", "two"])
def test_a_number_of_processes_that_cannot_be_is_wrong_use(cli, tmp_path, command, jobs):
    run = cli(*command, "outflank", "--jobs", jobs)
    assert run.code == 2
    assert "--jobs" in run.err
    assert not [*tmp_path.rglob("*.pdf")]


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use can't be removed there")
def test_a_current_folder_that_is_gone_is_named(tmp_path):
    (tmp_path / "gone").mkdir()
    run = f'cd gone && rmdir ../gone && "{sys.executable}" -m carddesigner build monogoto'
    ran = subprocess.run(["sh", "-c", run], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "error: the current folder is no longer there" in ran.stderr


@pytest.mark.parametrize("date", ["x", "-1", "99999999999999999"])
def test_a_date_of_the_environment_that_is_none_is_told(tmp_path, date):
    command = [sys.executable, "-m", "carddesigner", "calibrate", "-o", str(tmp_path)]
    env = {**os.environ, "SOURCE_DATE_EPOCH": date, "XDG_CONFIG_HOME": str(tmp_path)}
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"SOURCE_DATE_EPOCH is '{date}'" in ran.stderr
