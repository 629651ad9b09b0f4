"""What of a deck's folder is sent to other machines, whatever lies in it, and what is taken of what was sent."""

from __future__ import annotations

import os
import pickle
import tracemalloc
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from carddesigner.cluster import bundle
from carddesigner.cluster.bundle import Bundle, Unsendable, bundle_of, unpack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "decks/mine"
    found.mkdir(parents=True)
    (found / "deck.yaml").write_text("deck: mine")
    return found


@pytest.fixture
def arrived(tmp_path: Path, folder: Path):
    """Sends the folder, and gives it as it arrives."""

    def send() -> Path:
        root = tmp_path / "root"
        root.mkdir()
        unpack(bundle_of([folder]), root)
        return root / folder.relative_to(folder.anchor)

    return send


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir())


def test_files_and_links_among_them_arrive(folder, arrived):
    (folder / ".hidden").mkdir()
    (folder / ".hidden/b.png").write_bytes(b"b")
    (folder / ".hidden/c.png").write_bytes(b"c")
    (folder / "art").mkdir()
    (folder / "art/a.png").symlink_to("../.hidden/b.png")
    there = arrived()
    assert names(there) == [".hidden/b.png", "art/a.png", "deck.yaml"]
    assert (there / "art/a.png").read_bytes() == b"b"
    assert (there / "art/a.png").readlink() == Path("../.hidden/b.png")


def test_large_files_are_not_copied_in_memory_on_their_way(tmp_path, folder):
    (folder / "photo.png").write_bytes(bytes(10_000_000))
    sent, apart = bundle_of([folder]), list[pickle.PickleBuffer]()
    tracemalloc.start()
    try:
        message = pickle.dumps(sent, 5, buffer_callback=apart.append)
        unpack(pickle.loads(message, buffers=apart), tmp_path / "root")
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    arrived = tmp_path / "root" / folder.relative_to(folder.anchor)
    assert (arrived / "photo.png").read_bytes() == bytes(10_000_000)


def test_nothing_that_a_link_leads_to_outside_is_sent(tmp_path, folder, arrived):
    """A link arrives that leads out of the folder, to nothing: another picture of its name is not found in its place."""
    outside = tmp_path / "decks/key.png"
    outside.write_bytes(b"secret")
    (folder / "a.png").symlink_to(outside)
    (folder / "art").symlink_to(tmp_path / "decks")
    there = arrived()
    for link in ("a.png", "art"):
        assert (there / link).is_symlink()
        assert not (there / link).exists()
        assert not (there / link).resolve().is_relative_to(there)
        assert (there / link).resolve().is_relative_to(tmp_path / "root")
    assert b"secret" not in bundle_of([folder]).data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_is_no_file_is_an_error_there_too(folder, arrived):
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    (folder / "self").symlink_to(".")
    (folder / "nowhere").symlink_to("nothing")
    os.mkfifo(folder / "pipe")
    there = arrived()
    assert {p.name for p in there.iterdir()} == {"a", "b", "deck.yaml", "nowhere", "pipe", "self"}
    for name in ("a", "b", "pipe"):
        assert not (there / name).exists()
        assert not (there / name).resolve().is_relative_to(there)
    assert (there / "nowhere").resolve() == there / "nothing"
    assert (there / "self").resolve() == there


def test_names_that_no_other_machine_may_have_are_told(folder):
    file = Path(os.fsdecode(os.fsencode(folder) + b"/\xff.png"))
    file.write_bytes(b"x")
    with pytest.raises(Unsendable, match=r"mine/\\udcff.png is not UTF-8, so the deck can't be sent"):
        bundle_of([folder])
    file.unlink()
    at = folder
    while len(os.fsencode(at)) < bundle.MAX_PATH:
        at /= "d" * 200
        at.mkdir()
    (at / "x.png").write_bytes(b"x")
    with pytest.raises(Unsendable, match=r"mine/d{80,200}….*is too long, so the deck can't be sent"):
        bundle_of([folder])


def test_too_many_files_and_too_much_of_them_are_told(folder, monkeypatch):
    with (folder / "long.csv").open("wb") as file:
        file.truncate(3_000_000_000)
    with pytest.raises(Unsendable, match="mine has more than 2 GB, too much to be sent"):
        bundle_of([folder])
    (folder / "long.csv").unlink()
    monkeypatch.setattr(bundle, "MAX_FILES", 3)
    for n in range(3):
        (folder / f"{n}.png").touch()
    with pytest.raises(Unsendable, match="mine has more than 3 files"):
        bundle_of([folder])


def sent(*entries: tuple[str, bytes | None, str | None]) -> Bundle:
    data = msgspec.msgpack.encode(list(entries))
    return Bundle(data, sha256(data).hexdigest())


@pytest.mark.parametrize(
    "entries",
    [
        [("../x", b"x", None)],
        [("a/../../x", b"x", None)],
        [("/tmp/x", b"x", None)],
        [("", b"x", None)],
        [("a", None, "..")],
        [("a/b", None, "../../x")],
        [("a", None, "/etc")],
        [("a", None, "b/../../x")],
        [("a", None, "b"), ("a/x", b"x", None)],
        [("a", None, "b"), ("a", b"x", None)],
        [("a/b", None, "c"), ("a/b/d", None, "..")],
    ],
    ids=str,
)
def test_a_bundle_that_leads_out_of_its_folder_is_refused(tmp_path, entries):
    root = tmp_path / "files/root"
    root.mkdir(parents=True)
    with pytest.raises(ValueError, match="leads out of the folder for the deck"):
        unpack(sent(*entries), root)
    assert not [*tmp_path.glob("x"), *tmp_path.glob("files/x")]


def test_a_bundle_that_was_changed_is_refused(tmp_path):
    good = sent(("a", b"x", None))
    with pytest.raises(ValueError, match="aren't what was sent"):
        unpack(Bundle(good.data + b"\0", good.digest), tmp_path)
