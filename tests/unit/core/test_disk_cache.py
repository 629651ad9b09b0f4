"""What is kept on disk: found only whole, by the same key; bounded; shared by processes, of which any may be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from carddesigner.core import disk_cache
from carddesigner.core.disk_cache import DiskCache
from carddesigner.source import paths


def files(folder: Path) -> list[Path]:
    return sorted(f for f in folder.rglob("*") if f.is_file() and f.name != "CACHEDIR.TAG")


def test_a_value_is_found_by_all_that_it_was_made_of(tmp_path):
    cache = DiskCache(tmp_path)
    assert cache.get("picture", "a", "b") is None
    cache.put(b"made", "picture", "a", "b")
    cache.put(b"", "picture", "ab", "")
    assert DiskCache(tmp_path).get("picture", "a", "b") == b"made"
    assert DiskCache(tmp_path).get("picture", "ab", "") == b""
    assert cache.get("picture", "a", "c") is None
    assert cache.fault is None


@pytest.mark.parametrize("at", [0, 3, 4, -1])
def test_a_value_with_one_flipped_bit_is_as_if_it_were_not_there(tmp_path, at):
    cache = DiskCache(tmp_path)
    cache.put(b"made of something", "a")
    (file,) = files(tmp_path)
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    assert cache.get("a") is None
    assert not files(tmp_path)  # nor is it looked at again


@pytest.mark.parametrize("size", [0, 3, 4, 12])
def test_so_is_one_that_is_cut_short(tmp_path, size):
    cache = DiskCache(tmp_path)
    cache.put(b"made of something", "a")
    (file,) = files(tmp_path)
    os.truncate(file, size)
    assert cache.get("a") is None


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "link", "endless"])
def test_what_was_never_kept_is_neither_read_nor_waited_for(tmp_path, kind):
    cache = DiskCache(tmp_path / "cache", most=1_000)
    cache.put(b"made of something", "a")
    (file,) = files(tmp_path)
    kept = file.read_bytes()
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "link":
        (tmp_path / "other").write_bytes(kept)
        file.symlink_to(tmp_path / "other")
    else:
        file.touch()
        os.truncate(file, 10**12)
    assert cache.get("a") is None
    cache.put(b"made of something", "a")
    assert cache.get("a") == b"made of something"


def test_a_value_that_lies_where_another_belongs_is_not_taken_for_it(tmp_path):
    cache = DiskCache(tmp_path)
    cache.put(b"one", "a")
    (one,) = files(tmp_path)
    cache.put(b"two", "b")
    (two,) = set(files(tmp_path)) - {one}
    two.write_bytes(one.read_bytes())
    assert cache.get("a") == b"one"
    assert cache.get("b") is None


def test_what_another_version_kept_is_not_found(tmp_path, monkeypatch):
    DiskCache(tmp_path).put(b"made", "a")
    monkeypatch.setattr(disk_cache, "_program", lambda: "another")
    assert DiskCache(tmp_path).get("a") is None


def test_what_was_asked_for_longest_ago_goes_first_and_no_more_than_the_bound_is_held(tmp_path):
    cache = DiskCache(tmp_path, most=10_000)
    for number in range(9):
        cache.put(bytes(1_000), str(number))
    for age, file in enumerate(sorted(files(tmp_path), key=lambda f: f.stat().st_mtime_ns)):
        os.utime(file, (1_000_000 + age, 1_000_000 + age))
    assert cache.get("0") is not None  # the oldest, but asked for now
    for number in range(9, 60):
        cache.put(bytes(1_000), str(number))
        assert sum(f.stat().st_size for f in files(tmp_path)) <= 11_000
    assert cache.get("59") is not None
    assert cache.get("1") is None
    later = DiskCache(tmp_path, most=10_000)
    later.put(bytes(1_000), "60")
    assert sum(f.stat().st_size for f in files(tmp_path)) <= 11_000
    later.put(bytes(9_000), "too large to be worth all others")
    assert later.get("too large to be worth all others") is None


def test_a_folder_that_cannot_be_written_is_no_cache_and_says_why(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    cache = DiskCache(tmp_path / "file" / "made")
    cache.put(b"made", "a")
    assert cache.get("a") is None
    assert cache.fault == "Not a directory"


def test_a_folder_that_is_deleted_meanwhile_is_made_again(tmp_path):
    cache = DiskCache(tmp_path / "made")
    cache.put(b"one", "a")
    for file in (tmp_path / "made").rglob("*"):
        if file.is_file():
            file.unlink()
    for folder in sorted((tmp_path / "made").rglob("*"), reverse=True):
        folder.rmdir()
    (tmp_path / "made").rmdir()
    cache.put(b"two", "b")
    assert (cache.get("a"), cache.get("b"), cache.fault) == (None, b"two", None)


WRITER = """\
import sys
from pathlib import Path
from carddesigner.core.disk_cache import DiskCache
cache = DiskCache(Path(sys.argv[1]), most=400_000)
print("begun", flush=True)
number = 0
while True:
    key = str(number % 40)
    found = cache.get(key)
    assert found is None or found == key.encode() * 5_000
    if found is None:
        cache.put(key.encode() * 5_000, key)
    assert cache.fault is None, cache.fault
    number += 1
    if number == int(sys.argv[2]):
        break
"""


def writer(folder: Path, rounds: int) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(paths.shipped())}
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), str(rounds)], env=env, stdout=subprocess.PIPE, text=True
    )


def test_processes_share_a_folder_and_one_that_is_killed_leaves_nothing_half(tmp_path):
    killed, others = writer(tmp_path, -1), [writer(tmp_path, 400), writer(tmp_path, 400)]
    assert killed.stdout is not None
    assert killed.stdout.readline() == "begun\n"
    time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    for other in others:
        other.communicate()
        assert other.returncode == 0
    cache = DiskCache(tmp_path)
    for number in range(40):
        assert cache.get(str(number)) in (None, str(number).encode() * 5_000)
    # What it was writing goes once it is old.
    left = tmp_path / "00" / "tmpxyz.new"
    left.parent.mkdir(exist_ok=True)
    left.write_bytes(b"half")
    os.utime(left, (1_000_000, 1_000_000))
    cache.put(b"new", "new")
    assert not left.exists()
