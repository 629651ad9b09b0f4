"""Disks, pipes and signals that fail in the middle: words, an exit code, and the earlier output still whole."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from carddesigner.export import files
from carddesigner.export.files import OutputProblem, write_files
from carddesigner.export.owner import OWNER
from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

MAIN = "from carddesigner.cli import main\nmain()\n"
KILL = "os.kill(os.getpid(), signal.{0})"
WHILE_DRAWING = f"""\
import os, signal
from carddesigner.export import pdf
drawn = pdf.sheets_pdf
pdf.sheets_pdf = lambda *given, **named: ({KILL}, drawn(*given, **named))[1]
"""
WHILE_WRITING = f"""\
import os, signal
os.fsync = lambda _: {KILL}
"""
BETWEEN_FILES = f"""\
import os, signal
from pathlib import Path
replace = Path.replace
Path.replace = lambda *given: (replace(*given), {KILL})[0]
"""
WHILE_STARTING = """\
import sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
"""


@pytest.fixture
def output(deck, tmp_path):
    """The folder of a deck's output, with files in it that an earlier build left."""
    deck.zones('one: {text: "{{ card.name }}", size: 9pt}')
    folder = tmp_path / "output/sample"
    folder.mkdir(parents=True)
    (folder / "sample-sheets.pdf").write_bytes(b"earlier")
    (folder / "sample-sheets.json").write_bytes(b"earlier")
    return folder


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: bytes
    stderr: bytes


@pytest.fixture
def start(tmp_path, command_server):
    """Runs the command line with a patch before it."""

    def run(patch="", *arguments):
        env = {**ENVIRONMENT, "PATH": os.environ["PATH"]}
        ran, _, _ = command_server.run(arguments or ("build", "./sample"), tmp_path, env, patch=patch)
        return Done(ran.code, ran.out.encode(), ran.err.encode())

    return run


@pytest.fixture
def start_anew(tmp_path):
    """The same in a process that has imported nothing so far; its standard output and environment can be anything."""

    def run(patch="", *arguments, **more):
        command = [sys.executable, "-c", patch + MAIN, *(arguments or ("build", "./sample"))]
        environment = {**ENVIRONMENT, "PATH": os.environ["PATH"], **more.pop("env", {})}
        given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.run(command, cwd=tmp_path, env=environment, timeout=PATIENCE, check=False, **given)

    return run


def contents(folder: Path) -> dict[str, bytes]:
    """The files in an output folder, but for the one that says whose they are."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.name != OWNER}


EARLIER = {"sample-sheets.pdf": b"earlier", "sample-sheets.json": b"earlier"}


@pytest.mark.parametrize("patch", [WHILE_DRAWING, WHILE_WRITING], ids=["drawing", "writing"])
def test_ctrl_c_leaves_the_earlier_output_whole(start, output, patch):
    done = start(patch.format("SIGINT"))
    assert done.returncode == -signal.SIGINT
    assert b"Traceback" not in done.stderr
    assert contents(output) == EARLIER


def test_ctrl_c_is_answered_in_a_message(start, output):
    assert b"stopped; nothing was changed" in start(WHILE_DRAWING.format("SIGINT")).stderr


def test_ctrl_c_once_files_are_in_their_places_is_answered_by_that(start, output):
    done = start(BETWEEN_FILES.format("SIGINT"), "build", "./sample", "--no-cache")
    assert done.returncode == -signal.SIGINT
    assert all(content != b"earlier" for content in contents(output).values())
    assert done.stderr == b"\nstopped; files that were finished are in their places, no others were changed\n"


def test_ctrl_c_while_it_starts_shows_no_traceback(start_anew, output):
    done = start_anew(WHILE_STARTING)
    assert b"Traceback" not in done.stderr
    assert done.returncode == -signal.SIGINT


LOST = """\
import os, signal, sys
class Lost:
    def find_spec(self, name, *_):
        if name == "{1}":
            try:
                os.kill(os.getpid(), signal.{0})
                for _ in range(1000): pass
            except BaseException:
                pass
sys.meta_path.insert(0, Lost())
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("module", ["typer", "carddesigner.pipeline.build"])
def test_a_signal_that_comes_while_modules_are_imported_is_not_lost(start_anew, output, name, module):
    done = start_anew(LOST.format(name, module))
    assert b"Traceback" not in done.stderr
    assert done.returncode == -getattr(signal, name)
    assert contents(output) == EARLIER


def test_what_was_ignored_at_the_start_is_ignored(start, output):
    ignoring = "import os, signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    assert start(ignoring + WHILE_DRAWING.format("SIGHUP")).returncode == 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_who_is_asked_to_end_removes_what_it_was_writing(start, output, name):
    assert start(WHILE_WRITING.format(name)).returncode == -getattr(signal, name)
    assert contents(output) == EARLIER


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_who_is_asked_to_end_ends_so_even_where_the_end_waits(start_anew, output, name):
    waiting = "import atexit, threading\natexit.register(threading.Event().wait)\n"
    assert start_anew(waiting + WHILE_DRAWING.format(name)).returncode == -getattr(signal, name)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_a_killed_build_leaves_the_earlier_output_whole(start, output, name):
    number = getattr(signal, name)
    assert start(WHILE_DRAWING.format(name)).returncode in (-number, 128 + number)
    assert contents(output).items() >= EARLIER.items()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("made", ["new", "new/below"])
def test_a_stopped_build_removes_the_folders_that_it_made(start, output, tmp_path, name, made):
    (tmp_path / "empty/sample").mkdir(parents=True)
    for folder in (made, "empty"):
        asked = ("build", "./sample", "--no-cache", "-o", folder)
        assert start(WHILE_WRITING.format(name), *asked).returncode == -getattr(signal, name)
    assert not (tmp_path / "new").exists()
    assert [*(tmp_path / "empty").rglob("*")] == [tmp_path / "empty/sample"]


def test_a_stopped_build_of_several_files_removes_the_folders_that_it_made(start, output, tmp_path):
    asked = ("build", "./sample", "--layout", "pieces", "--split", "1", "--jobs", "2", "-o", "new")
    assert start(WHILE_WRITING.format("SIGTERM"), *asked).returncode == -signal.SIGTERM
    assert not (tmp_path / "new").exists()


def test_several_builds_that_are_stopped_remove_the_folders_that_they_made(start, output, tmp_path):
    killed = (
        "import os, signal, time\nfirst = os.getpid()\n"
        "os.fsync = lambda _: (os.kill(first, signal.SIGTERM), time.sleep(60))\n"
    )
    (tmp_path / "nightly.yaml").write_text("builds: [{deck: ./sample}, {deck: ./sample, output: other}]")
    asked = ("build", "--batch", "nightly.yaml", "--jobs", "2", "-o", "new")
    assert start(killed, *asked).returncode == -signal.SIGTERM
    assert not (tmp_path / "new").exists()


def test_a_folder_that_another_process_removes_at_once_is_made_again(tmp_path, monkeypatch):
    removed = []
    mkdir = Path.mkdir

    def made_and_removed(folder, **settings):
        mkdir(folder, **settings)
        if not removed:
            removed.append(folder)
            folder.rmdir()

    monkeypatch.setattr(Path, "mkdir", made_and_removed)
    write_files({tmp_path / "new/file": b"new"})
    assert contents(tmp_path / "new") == {"file": b"new"}


def test_a_new_deck_that_is_stopped_leaves_no_folders(start, tmp_path):
    killed = f"import os, shutil, signal\nshutil.copytree = lambda *_, **__: {KILL.format('SIGINT')}\n"
    assert start(killed, "new", "a/b/deck", "--from", "monogoto").returncode == -signal.SIGINT
    assert not (tmp_path / "a").exists()


def test_a_terminated_build_removes_its_temporary_files(start, output):
    start(WHILE_WRITING.format("SIGTERM"))
    assert contents(output) == EARLIER


COPY_WHILE_WRITING = """\
import os, signal, time
here = os.getpid()
os.fsync = lambda _: (os.kill(here, signal.{0}), time.sleep(60))
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_several_builds_that_are_stopped_leave_nothing_half_written_and_claim_no_more(start, output, tmp_path, name):
    done = start(COPY_WHILE_WRITING.format(name), "build", "./sample", "three-fields", "--jobs", "2", "--no-cache")
    assert done.returncode == -getattr(signal, name)
    assert (b"files that were finished are in their places" in done.stderr) == (name == "SIGINT")
    assert b"nothing was changed" not in done.stderr
    assert contents(output) == EARLIER
    assert [p for p in (tmp_path / "output").rglob("*") if p.is_file() and p.parent != output] == []


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_pdf_and_manifest_belong_together_after_a_signal_between_them(start, output, name):
    start(BETWEEN_FILES.format(name))
    after = contents(output)
    assert len(after) == 2
    assert (after["sample-sheets.pdf"] == b"earlier") == (after["sample-sheets.json"] == b"earlier")


def test_after_a_kill_between_the_two_files_each_is_whole_and_the_next_build_is_right(start, output):
    start(BETWEEN_FILES.format("SIGKILL"))
    for name, start_of_file in (("sample-sheets.pdf", b"%PDF-"), ("sample-sheets.json", b"{")):
        assert (output / name).read_bytes().startswith((b"earlier", start_of_file))
    assert start().returncode == 0
    listed = json.loads((output / "sample-sheets.json").read_text())["artifacts"]
    import hashlib

    assert listed[0]["sha256"] == hashlib.sha256((output / "sample-sheets.pdf").read_bytes()).hexdigest()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
@pytest.mark.parametrize("fails", [1, 2])
def test_a_disk_that_fails_at_either_file_changes_neither(tmp_path, monkeypatch, number, fails):
    files = {tmp_path / "a.pdf": b"new", tmp_path / "a.json": b"new"}
    for path in files:
        path.write_bytes(b"earlier")
    calls = []

    def fsync(_):
        calls.append(1)
        if len(calls) == fails:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OutputProblem, match=os.strerror(number)):
        write_files(files)
    assert contents(tmp_path) == {"a.pdf": b"earlier", "a.json": b"earlier"}


def test_where_the_second_file_can_not_take_its_place_it_is_reported_that_the_first_is_new(tmp_path, monkeypatch):
    first, second = tmp_path / "a.pdf", tmp_path / "a.json"
    second.write_bytes(b"earlier")
    replace = Path.replace

    def refused(path, target):
        if target == second:
            raise PermissionError(errno.EPERM, "Operation not permitted", str(path), None, str(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(OutputProblem) as raised:
        write_files({first: b"new", second: b"new"})
    reason = f"cannot write {second}: Operation not permitted"
    assert str(raised.value) == f"{reason}; {first} was written, {second} was not"
    assert contents(tmp_path) == {"a.pdf": b"new", "a.json": b"earlier"}


def test_a_folder_in_the_place_of_either_file_changes_neither(start, output):
    (output / "sample-sheets.json").unlink()
    (output / "sample-sheets.json").mkdir()
    done = start()
    assert done.returncode == 1
    assert b"a folder stands in its place" in done.stderr
    assert (output / "sample-sheets.pdf").read_bytes() == b"earlier"
    assert len(list(output.iterdir())) == 2


@pytest.mark.parametrize("place", ["/proc", "/dev/full", "nowhere", "taken/deeper", "x" * 300])
def test_an_output_that_can_not_be_a_folder_is_reported(start, output, tmp_path, place):
    (tmp_path / "taken").write_text("a file")
    (tmp_path / "nowhere").symlink_to("does/not/exist")
    done = start("", "build", "./sample", "-o", place)
    assert done.returncode == 1, done.stderr
    assert f"cannot write {place}".encode() in done.stderr
    assert b"nothing was changed" in done.stderr


def test_links_in_the_place_of_output_are_replaced_not_followed(start, output, tmp_path):
    kept = tmp_path / "kept.pdf"
    kept.write_bytes(b"someone else's")
    (output / "sample-sheets.pdf").unlink()
    (output / "sample-sheets.pdf").symlink_to(kept)
    assert start().returncode == 0
    assert kept.read_bytes() == b"someone else's"
    assert (output / "sample-sheets.pdf").read_bytes().startswith(b"%PDF-")


def test_an_output_folder_that_is_a_link_is_followed(start, output, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to("elsewhere")
    assert start("", "build", "./sample", "-o", "link").returncode == 0
    assert sorted(contents(tmp_path / "elsewhere/sample")) == ["sample-sheets.json", "sample-sheets.pdf"]


def test_files_get_the_rights_that_others_get(tmp_path):
    (tmp_path / "other").write_text("")
    write_files({tmp_path / "made": b"x"})
    assert (tmp_path / "made").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.parametrize("name", ["../../../evil", "a/b", "{}/evil"])
def test_pictures_stay_in_their_folder_whatever_a_card_is_called(cli, deck, tmp_path, name):
    deck.zones('one: {text: "{{ card.name }}", size: 9pt}', f"id,name\n{name.format(tmp_path)},Fire\n")
    ran = cli("export", "./sample", "--to", "png", "-o", "a/b/c/d")
    pictures = list(tmp_path.rglob("*.png"))
    assert all(p.parent == tmp_path / "a/b/c/d/sample/png" for p in pictures)
    assert ran.code == 1 or pictures


@pytest.fixture
def no_reader():
    """A pipe's end whose reader has gone."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@pytest.mark.parametrize("command", [("list",), ("explain",), ("schema", "template"), ("-h",)], ids=" ".join)
def test_a_reader_that_has_gone_is_no_fault(start_anew, output, no_reader, command):
    done = start_anew("", *command, stdout=no_reader)
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert b"not your fault" not in done.stderr
    assert done.returncode in (0, 1, 141)


def test_a_reader_of_json_that_has_gone_is_no_fault(start_anew, output, no_reader):
    assert b"Exception ignored" not in start_anew("", "build", "./sample", "--json", stdout=no_reader).stderr


@pytest.mark.parametrize("command", [("list",), ("build", "./sample", "--json")], ids=" ".join)
def test_standard_output_on_a_full_disk_is_reported(start_anew, output, command):
    with Path("/dev/full").open("wb") as full:
        done = start_anew("", *command, stdout=full)
    assert done.returncode == 1
    assert b"standard output: No space left" in done.stderr


def test_a_closed_standard_output_is_no_fault(start_anew, output):
    done = start_anew("import os, sys\nsys.stdout.close()\nsys.stdout = sys.__stdout__ = None\n", "list")
    assert done.returncode == 0, done.stderr


def test_a_temporary_file_that_can_not_grow_is_not_called_standard_output(start_anew, output):
    no_room = "import carddesigner.draw.faces as f\nf.MAX_HELD = f.BLOCK = 1\n"
    no_room += "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
    done = start_anew(no_room)
    assert done.returncode == 1
    assert b"a temporary file: File too large" in done.stderr
    assert b"standard output" not in done.stderr
    assert contents(output) == EARLIER


def test_a_picture_that_no_card_uses_and_that_can_not_be_read_stops_nothing(start, output, tmp_path):
    (tmp_path / "sample/unused.png").symlink_to("/proc/self/mem")
    done = start()
    assert done.returncode == 0, done.stderr
    assert (output / "sample-sheets.pdf").read_bytes().startswith(b"%PDF-")


def test_a_picture_that_goes_before_it_is_drawn_is_reported_at_its_place(start, output, deck, tmp_path):
    deck.zones("one: {image: art.png}")
    Image.new("RGB", (20, 10)).save(tmp_path / "sample/art.png")
    done = start(WHILE_DRAWING.replace(KILL, "os.remove('sample/art.png')"))
    assert done.returncode == 1, done.stderr
    assert b"sample/art.png:1:1: error[unreadable-file]: sample/art.png: No such file" in done.stderr
    assert contents(output) == EARLIER


def test_a_build_without_standard_error_still_builds(start_anew, output):
    done = start_anew("import sys\nsys.stderr = None\n")
    assert done.returncode == 0
    assert (output / "sample-sheets.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    "command", [("list", "--licences"), ("explain", "bad-color"), ("schema", "deck"), ("build", "-h")]
)
def test_a_terminal_without_unicode_is_written_to(start_anew, encoding, command):
    done = start_anew("", *command, env={"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_errors_with_signs_that_a_terminal_lacks_are_reported(start_anew, deck, encoding):
    deck.zones('one: {text: "漢{{ card.name }}", fill: "ocean→"}')
    done = start_anew("", "validate", "./sample", env={"PYTHONIOENCODING": encoding})
    assert done.returncode == 1
    assert b"unknown-color" in done.stderr


@pytest.mark.parametrize("form", ["json", "github"])
def test_problems_are_written_whatever_the_encoding(start_anew, deck, form):
    deck.zones('one: {fill: "ocean→"}')
    done = start_anew("", "validate", "./sample", "--format", form, env={"PYTHONIOENCODING": "latin-1"})
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"unknown-color" in done.stdout


def test_json_is_written_whatever_the_encoding(start_anew, output):
    done = start_anew("", "build", "./sample", "--json", "-o", "Ausgäbe→", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert json.loads(done.stdout)["decks"][0]["artifacts"][0]["path"].startswith("Ausgäbe→")


def test_what_a_killed_build_left_is_removed_by_the_next(start, output):
    start(WHILE_WRITING.format("SIGKILL"))
    assert len(contents(output)) > 2
    assert start().returncode == 0
    assert sorted(contents(output)) == ["sample-sheets.json", "sample-sheets.pdf"]


def test_what_others_are_writing_or_have_written_is_left(start, output):
    begun = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    there = [
        f".a.{files._here()}-{os.getpid()}-{begun}.abcdefgh",
        ".a.00000000-1-1.abcdefgh",
        ".a.pdf",
        f".a.{files._here()}-999999-1.txt",
    ]
    gone = [f".a.{files._here()}-{os.getpid()}-1.abcdefgh", ".b.00000000-1-1.abcdefgh"]
    for name in (*there, *gone):
        (output / name).write_text("")
    os.utime(output / gone[1], (0, 0))
    assert start().returncode == 0
    assert sorted(contents(output)) == sorted([*there, "sample-sheets.json", "sample-sheets.pdf"])


def test_a_pdf_that_is_not_its_manifest_s_is_reported(start, output):
    assert start().returncode == 0
    (output / "sample-sheets.pdf").write_bytes(b"earlier")
    for command in (
        ("build", "./sample", "--since", "output/sample/sample-sheets.json"),
        ("diff", "output/sample/sample-sheets.json", "./sample"),
    ):
        done = start("", *command)
        assert done.returncode == 1
        assert b"sample-sheets.json:1:1: error[torn-manifest]" in done.stderr
    (output / "sample-sheets.pdf").unlink()
    assert start("", *command).returncode == 0


def test_a_full_disk_is_told_by_new(start, tmp_path):
    # Byte code that is written in part would break whoever imports it next.
    full = (
        "import resource, signal, sys\nsys.dont_write_bytecode = True\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    )
    full += "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
    done = start(full, "new", "mine")
    assert done.returncode == 1
    assert done.stderr == b"error: cannot write mine: File too large; nothing was written\n"
    assert not list(tmp_path.iterdir())
