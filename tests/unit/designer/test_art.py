"""Pictures that are dropped on the page: into the deck's folder, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from carddesigner.designer.art import MAX_PICTURE, take_picture
from carddesigner.designer.session import Session
from carddesigner.starter.copied import copied_deck


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    copied_deck("monogoto", tmp_path / "deck")
    return Session(tmp_path / "deck/deck.yaml")


def png(color: str) -> bytes:
    out = BytesIO()
    Image.new("RGB", (30, 20), color).save(out, "PNG")
    return out.getvalue()


def take(session: Session, name: str, *parts: bytes) -> tuple[str, str]:
    async def body() -> AsyncIterator[bytes]:
        for part in parts:
            yield part

    taken = asyncio.run(take_picture(session, name, body()))
    return taken.path, taken.problem


def test_a_picture_lies_in_art_and_replaces_none(session: Session) -> None:
    assert take(session, "owl.png", png("red")) == ("art/owl.png", "")
    assert take(session, "owl.png", png("red")) == ("art/owl.png", ""), "the same picture again"
    assert take(session, "owl.png", png("blue")) == ("art/owl-2.png", "")
    assert (session.folder / "art/owl.png").read_bytes() == png("red")


@pytest.mark.parametrize("name", ["../../owl.png", "..\\owl.png", "/etc/owl.png", "art/../owl.png", "owl\0.png"])
def test_no_name_leads_out_of_art(session: Session, name: str) -> None:
    before = {p for p in session.folder.parent.rglob("*") if p.is_file()}
    assert take(session, name, png("red")) == ("art/owl.png", "")
    assert {p for p in session.folder.parent.rglob("*") if p.is_file()} - before == {session.folder / "art/owl.png"}


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("owl.png", b"MZ\x90\0", "owl.png"),
        ("owl.svg", b"<html><script>1</script></html>", "is no SVG"),
        ("owl.exe", b"MZ\x90\0", "is no picture"),
        ("deck.yaml", b"deck: mine", "is no picture"),
    ],
)
def test_what_is_no_picture_is_refused(session: Session, name: str, data: bytes, why: str) -> None:
    path, problem = take(session, name, data)
    assert path == ""
    assert why in problem
    assert not (session.folder / "art").exists()


def test_what_is_too_large_is_not_read_to_its_end(session: Session) -> None:
    assert "at most 50 MB" in take(session, "owl.png", *[b"x" * 1_000_000] * (MAX_PICTURE // 1_000_000 + 2))[1]


def test_no_link_in_the_folder_leads_a_picture_elsewhere(session: Session, tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (session.folder / "art").symlink_to(others)
    path, problem = take(session, "owl.png", png("red"))
    assert path == ""
    assert "leads to" in problem
    assert list(others.iterdir()) == []
