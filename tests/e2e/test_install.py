"""What people install: the wheel, the commands of the README, the locked requirements."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from carddesigner.export.owner import OWNER
from carddesigner.source import paths
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ROOT = paths.shipped()


def run(command, folder, **environment):
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **environment},
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done


def tracked() -> list[str]:
    """The files that git knows; a source archive has them all."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return done.stdout.splitlines()


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """A wheel of the tracked files, built without a network."""
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in tracked():
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-index"]
    run([*pip, "--no-build-isolation", "-w", str(made), str(source)], made)
    return next(made.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """A folder with the wheel in it, as ``pip install --target`` leaves it; dependencies are the tests' own."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", "--no-index"]
    run([*pip, "--target", str(folder), str(wheel)], folder)
    return folder


def test_the_wheel_carries_decks_templates_and_explanations(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in tracked():
        if name.startswith(("decks/", "templates/")):
            assert f"carddesigner/_shipped/{name}" in names
        elif name.startswith("carddesigner/"):
            # The page's sources are only in what is unpacked to change them.
            assert (name in names) != name.startswith("carddesigner/designer/web/")
    licences = {n.rsplit("/", 1)[1] for n in names if ".dist-info/licenses/" in n}
    assert {"LICENSE", "NOTICE"} <= licences


def test_the_wheel_carries_nothing_else(wheel):
    names = [n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n]
    assert [n for n in names if not n.startswith("carddesigner/")] == []
    assert [n for n in names if n.startswith("carddesigner/tests") or n.endswith((".pyc", ".orig"))] == []


def test_an_installed_program_uses_its_own_files(installed, tmp_path):
    code = "import carddesigner, carddesigner.source.paths as p; print(carddesigner.__file__); print(p.shipped())"
    done = run([sys.executable, "-c", code], tmp_path, PYTHONPATH=str(installed))
    assert [Path(line).is_relative_to(installed) for line in done.stdout.split("\n")[:2]] == [True, True]
    entry = (next(installed.glob("*.dist-info")) / "entry_points.txt").read_text()
    assert "carddesigner = carddesigner.cli:main" in entry


def test_an_installed_program_prints_the_very_same_deck(installed, tmp_path):
    made = []
    for name, home in (("installed", installed), ("checkout", ROOT)):
        folder = tmp_path / name
        folder.mkdir()
        run([sys.executable, "-m", "carddesigner", "build", "monogoto", "--no-cache"], folder, PYTHONPATH=str(home))
        assert sorted(p.name for p in folder.iterdir()) == ["output"]
        made.append({p.name: p.read_bytes() for p in (folder / "output/monogoto").iterdir()})
    assert sorted(made[0]) == [OWNER, "monogoto-sheets.json", "monogoto-sheets.pdf"]
    assert made[0] == made[1]


def readme_blocks() -> list[str]:
    return re.findall(r"^```(\w*\n.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M)


def readme_commands() -> list[str]:
    """Every command in the README: in blocks without a language, and in the table of commands."""
    blocks = [b.strip().splitlines() for b in readme_blocks() if b.startswith("\n")]
    table = re.findall(r"^\| `(carddesigner [^`]*)`", (ROOT / "README.md").read_text(), re.M)
    found = [*(line.split("#")[0].strip() for b in blocks for line in b), *table]
    words = {"DECK…": "monogoto", "DECK": "monogoto", "CODE": "text-overflow"}
    made = []
    for line in found:
        # No shipped deck takes a translation or a table from the web, and a server goes on; these commands have tests of their own.
        if line.startswith("carddesigner ") and not any(w in line for w in ("LANGUAGE", " refresh", " designer")):
            made.append(" ".join(words.get(w, w) for w in shlex.split(line)))
    return list(dict.fromkeys(made))


def write_readme_deck(folder: Path) -> None:
    """The deck that the README writes, file by file, as its text says to do."""
    blocks = [b for b in readme_blocks() if b.startswith("yaml\n")]
    (folder / "templates").mkdir(parents=True)
    (folder / "deck.yaml").write_text(blocks[0].removeprefix("yaml\n"))
    (folder / "templates/lanterns.yaml").write_text(blocks[1].removeprefix("yaml\n"))
    (folder / "cards.csv").write_text("name,copies\nPaper lantern,3\nStorm lantern,\n")


@pytest.mark.parametrize("command", readme_commands())
def test_every_command_of_the_readme_runs_in_an_empty_folder(command, tmp_path, cli):
    if "lanterns" in command:
        write_readme_deck(tmp_path / "lanterns")
    if "--to png" in command:
        command += " --dpi 36"
    if "playtest" in command:
        command += " --games 100"
    if "dungeon" in command:
        (tmp_path / "dungeon.csv").write_text("Name,Qty,Text\nTorchbearer,3,Leads the way.\nRope,2,Cross a pit.\n")
        if "new" not in command:
            assert cli("new", "dungeon", "--from", "dungeon.csv").code == 0
    if "FILE.pdf" in command:
        assert cli("build", "monogoto").code == 0
        (tmp_path / "output/monogoto/monogoto-sheets.pdf").rename(tmp_path / "FILE.pdf")
    ran = cli(*shlex.split(command)[1:])
    assert ran.code == 0, ran.err


def test_the_readme_has_commands_to_run():
    found = readme_commands()
    assert "carddesigner build monogoto" in found
    assert "carddesigner build ./lanterns" in found
    assert len(found) >= 7


def test_the_readmes_example_of_an_error_is_what_is_reported(tmp_path):
    write_readme_deck(tmp_path / "lanterns")
    template = tmp_path / "lanterns/templates/lanterns.yaml"
    template.write_text(template.read_text().replace("card.name", "card.nmae"))
    done = subprocess.run(
        [sys.executable, "-m", "carddesigner", "validate", "."],
        cwd=tmp_path / "lanterns",
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
    )
    shown = next(b for b in readme_blocks() if "error[unknown-field]" in b).strip().splitlines()
    said = done.stderr.splitlines()
    for line in shown:
        start = line.split(" (card")[0].strip().split("hint: ")[-1]
        assert any(start in s for s in said), (line, done.stderr)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock"])
def test_requirements_are_pinned_by_hash_and_name_no_place(name):
    text = (ROOT / name).read_text()
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert not re.search(r"https?:|--(extra-)?index-url|--find-links|--trusted-host| @ ", "\n".join(lines))
    assert not re.search(r"https?:", text)
    pins = [line for line in lines if not line.startswith(" ")]
    hashed = re.findall(r"^[\w.-]+(?:\[[\w,-]+\])?==[^\s;]+[^\n]*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.M)
    assert len(pins) == len(hashed) > 10


def test_the_tests_requirements_hold_the_same_versions():
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / name).read_text(), re.M))

    program, tests = pins("requirements.lock"), pins("requirements-test.lock")
    assert {k: v for k, v in program.items() if tests.get(k) != v} == {}


def test_every_dependency_is_locked():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    locked = (ROOT / "requirements.lock").read_text().lower().replace("_", "-")
    for dependency in project["dependencies"]:
        name = re.match(r"[\w.-]+", dependency)[0].lower().replace("_", "-")
        assert re.search(rf"^{re.escape(name)}==", locked, re.M), name
