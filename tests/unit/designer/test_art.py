"""Pictures that are dropped on the page: into the deck's folder, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import ExifTags, Image

from carddesigner.designer.art import MAX_PICTURE, place_in_art, take_picture
from carddesigner.designer.picture_kinds import as_file
from carddesigner.designer.session import NewFiles, Session
from carddesigner.designer.uploads import Upload, Uploads
from carddesigner.source.yaml_edits import EditProblem
from tests.copies import copied_deck


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
    """The name by which a picture that was sent is kept, and why it wasn't taken."""

    async def body() -> AsyncIterator[bytes]:
        for part in parts:
            yield part

    taken = asyncio.run(take_picture(session, name, body()))
    return session.uploads.get(taken.key).name if taken.key else "", taken.problem


def placed(session: Session, name: str, data: bytes) -> str:
    """Where a picture lies that a step puts into ``art/``."""
    path = place_in_art(session, Upload(name, data))
    session.edit(f"Picture {path}", {}, NewFiles({path: data}))
    return path


def test_a_picture_lies_in_art_and_replaces_none(session: Session) -> None:
    assert placed(session, "owl.png", png("red")) == "art/owl.png"
    assert placed(session, "owl.png", png("red")) == "art/owl.png", "the same picture again"
    assert placed(session, "owl.png", png("blue")) == "art/owl-2.png"
    assert (session.folder / "art/owl.png").read_bytes() == png("red")
    assert session.steps().steps == ("Picture art/owl.png", "Picture art/owl-2.png")


@pytest.mark.parametrize("name", ["../../owl.png", "..\\owl.png", "/etc/owl.png", "art/../owl.png", "owl\0.png"])
def test_no_name_leads_out_of_art_and_nothing_is_written_before_it_is_known_where(session: Session, name: str) -> None:
    before = {p for p in session.folder.parent.rglob("*") if p.is_file()}
    assert take(session, name, png("red")) == ("owl.png", "")
    assert {p for p in session.folder.parent.rglob("*") if p.is_file()} == before


def test_pictures_that_were_sent_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carddesigner.designer.uploads.MAX_BYTES", 250)
    uploads = Uploads()
    first, second, third = (uploads.keep(Upload(f"{n}.png", b"x" * 100)) for n in range(3))
    assert [uploads.get(key).name for key in (second, third)] == ["1.png", "2.png"]
    with pytest.raises(EditProblem, match="drop it once more"):
        uploads.get(first)


@pytest.mark.parametrize(
    ("mode", "kind", "name", "made"),
    [
        ("RGB", "PNG", "art/owl.png", "PNG"),
        ("RGB", "JPEG", "art/owl.png", "PNG"),
        ("L", "TIFF", "art/owl.png", "PNG"),
        ("RGB", "PNG", "art/owl.jpg", "JPEG"),
        ("RGBA", "PNG", "art/owl.JPEG", "JPEG"),
        ("RGB", "WEBP", "art/owl.webp", "WEBP"),
    ],
)
def test_a_picture_is_made_the_kind_that_the_file_s_ending_says(mode: str, kind: str, name: str, made: str) -> None:
    data = drawn(mode, kind)
    out = as_file(Upload("photo", data), name)
    with Image.open(BytesIO(out)) as image, Image.open(BytesIO(data)) as before:
        assert image.format == made
        now, then = (one.convert("RGB").getpixel((3, 3)) for one in (image, before))
        near = [abs(a - b) for a, b in zip(now, then, strict=True)]
        assert max(near) <= (3 if made == "JPEG" else 0)
    assert (out == data) == (made == kind), "one that is of that kind stays as it is, byte for byte"


def test_a_photo_that_lies_on_its_side_stands_upright_as_a_png() -> None:
    out, exif = BytesIO(), Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.new("RGB", (30, 20), "red").save(out, "JPEG", exif=exif)
    with Image.open(BytesIO(as_file(Upload("photo.jpg", out.getvalue()), "owl.png"))) as image:
        assert image.size == (20, 30)


@pytest.mark.parametrize(
    ("mode", "kind", "name", "why"),
    [
        ("RGBA", "PNG", "art/owl.jpg", "transparent in places"),
        ("CMYK", "JPEG", "art/owl.png", "its colours (CMYK) would change in a PNG"),
        ("RGB", "PNG", "art/owl.tif", "photo.png can't be art/owl.tif: it is a PNG, .* drop a TIFF"),
        ("RGB", "PNG", "art/owl.svg", "drop an SVG"),
        ("RGB", "PNG", "art/owl.pdf", "whose ending is that of no picture"),
    ],
)
def test_what_would_lose_something_in_another_kind_is_refused(mode: str, kind: str, name: str, why: str) -> None:
    data = drawn(mode, kind, alpha=100)
    with pytest.raises(EditProblem, match=why.replace("(", r"\(").replace(")", r"\)")):
        as_file(Upload("photo.png", data), name)


def drawn(mode: str, kind: str, alpha: int = 255) -> bytes:
    out = BytesIO()
    image = Image.new("RGBA", (30, 20), (200, 80, 40, alpha))
    (image if mode == "RGBA" else image.convert("RGB").convert(mode)).save(out, kind)
    return out.getvalue()


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
    kept, problem = take(session, name, data)
    assert kept == ""
    assert why in problem
    assert not (session.folder / "art").exists()


def test_what_is_too_large_is_not_read_to_its_end(session: Session) -> None:
    assert "at most 50 MB" in take(session, "owl.png", *[b"x" * 1_000_000] * (MAX_PICTURE // 1_000_000 + 2))[1]


def test_no_link_in_the_folder_leads_a_picture_elsewhere(session: Session, tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (session.folder / "art").symlink_to(others)
    with pytest.raises(EditProblem, match="leads to"):
        placed(session, "owl.png", png("red"))
    with pytest.raises(EditProblem, match="leads to"):
        session.edit("Picture", {}, NewFiles({"art/owl.png": png("red")}, named=True))
    assert list(others.iterdir()) == []
