"""Font files of every kind: what they say of themselves, which face of a family text is set in, what can't be used."""

from __future__ import annotations

from pathlib import Path

import pytest
import uharfbuzz as hb

from carddesigner.core.report import Problem
from carddesigner.text import font_files, woff2
from carddesigner.text.font_files import fonts_in, read_faces, read_weight
from carddesigner.text.fonts import FontFamily, find_family
from tests.font_maker import make_collection, make_font


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "fonts").mkdir()
    return tmp_path / "fonts"


def family(folder: Path, name: str = "Test Face") -> FontFamily:
    return find_family(name, (folder,))


def look(found: FontFamily, bold: bool = False, italic: bool = False) -> tuple[str, int]:
    face = found.face(bold, italic)
    return face.path.name, face.weight


@pytest.mark.parametrize("name", ["x.ttf", "whatever 7.otf", "deep/down.ttf"])
def test_a_family_is_found_whatever_its_file_is_called(folder, name):
    (folder / name).parent.mkdir(exist_ok=True)
    make_font(folder / name, kind="cff" if name.endswith("otf") else "truetype")
    assert family(folder).face(False, False).has_all("ABCabc")
    assert family(folder, "test face").files == family(folder).files


def test_files_of_several_weights_and_slants_are_one_family(folder):
    for weight, style in ((300, "Light"), (400, "Regular"), (600, "SemiBold"), (700, "Bold"), (900, "Black")):
        make_font(folder / f"{weight}.ttf", style=style, weight=weight)
    make_font(folder / "slanted.ttf", style="Light Italic", weight=300, italic=True)
    found = family(folder)
    assert look(found) == ("400.ttf", 400)
    assert look(found, bold=True) == ("700.ttf", 700)
    assert look(found.variant(600)) == ("600.ttf", 600)
    assert look(found.variant(600), bold=True) == ("900.ttf", 900)
    assert look(found, italic=True) == ("slanted.ttf", 300)
    assert look(found.variant(300, italic=True)) == ("slanted.ttf", 300)
    assert look(found.variant(instance="semi bold")) == ("600.ttf", 600)
    assert found.variant(600) is found.variant(600)
    with pytest.raises(Problem, match=r"no weight 500; it has Light \(300\), Regular \(400\)"):
        found.variant(500)
    with pytest.raises(Problem, match="no face 'Lite'; did you mean 'Light'"):
        found.variant(instance="Lite")


def test_a_second_name_of_a_family_is_its_name_too(folder):
    make_font(folder / "a.ttf", style="Light", weight=300)
    make_font(folder / "b.ttf")
    assert look(family(folder, "Test Face Light")) == ("a.ttf", 300)


def test_condensed_faces_wait_until_they_are_asked_for(folder):
    make_font(folder / "a.ttf", style="Condensed", width=3)
    make_font(folder / "b.ttf")
    assert look(family(folder)) == ("b.ttf", 400)
    assert look(family(folder).variant(axes=(("wdth", 75.0),))) == ("a.ttf", 400)


def test_a_file_called_by_the_old_rule_is_what_its_name_says(folder):
    make_font(folder / "Mine-Bold.ttf", "Something Else")
    assert look(family(folder, "Mine"), bold=True) == ("Mine-Bold.ttf", 700)
    assert family(folder, "Mine").face(False, False).key == "Mine-Bold"


def test_faces_of_a_collection(folder):
    parts = make_font(folder / "1.ttf"), make_font(folder / "2.ttf", style="Bold", weight=700)
    make_collection(folder / "all.ttc", *parts)
    for part in parts:
        part.unlink()
    found = family(folder)
    assert [(f.path.name, f.index, f.weight) for f in found.files] == [("all.ttc", 0, 400), ("all.ttc", 1, 700)]
    assert found.face(False, False).key != found.face(True, False).key
    assert found.face(False, False).digest != found.face(True, False).digest


VARIES = (("wght", 100.0, 400.0, 900.0), ("wdth", 75.0, 100.0, 100.0))


def test_a_variable_font_is_every_weight_between(folder):
    make_font(folder / "X[wght].ttf", axes=VARIES, instances=(("Heavy", {"wght": 800.0, "wdth": 75.0}),))
    found = family(folder)
    assert {found.variant(w).face(False, False).weight for w in (100, 321, 900)} == {100, 321, 900}
    assert found.face(True, False).coordinates == (("wght", 700.0),)
    assert found.variant(axes=(("wdth", 80.0),)).face(False, False).coordinates == (("wdth", 80.0), ("wght", 400.0))
    assert found.variant(instance="heavy").face(False, False).coordinates == (("wdth", 75.0), ("wght", 800.0))
    light, heavy = (found.variant(w).face(False, False) for w in (400, 900))
    (plain,), (wide,) = (face.shape("A").glyphs for face in (light, heavy))
    assert wide.advance - plain.advance == pytest.approx(300)
    assert heavy.ink(heavy.shape("A"))[2] > light.ink(light.shape("A"))[2]
    # What is embedded varies no more, and is as wide as what was set.
    cut = hb.Face(heavy.subset([plain.id]))
    assert "fvar" not in cut.table_tags
    assert hb.Font(cut).get_glyph_extents(plain.id).width == 850
    for axes, message in (
        ({"wdh": 80.0}, r"no axis 'wdh'; did you mean 'wdth'\?; it has wght from 100 to 900, wdth from 75 to 100"),
        ({"wdth": 120.0}, "wdth of font 'Test Face' goes from 75 to 100, not 120"),
    ):
        with pytest.raises(Problem, match=message):
            found.variant(axes=tuple(axes.items()))
    with pytest.raises(Problem, match="no weight 950"):
        found.variant(950)


def test_a_variable_font_slants_where_it_has_the_axis(folder):
    make_font(folder / "x.ttf", axes=(("slnt", -10.0, 0.0, 0.0),))
    assert family(folder).face(False, True).coordinates == (("slnt", -10.0),)
    assert family(folder).face(False, True).italic


@pytest.mark.parametrize("kind", ["cff", "cff2"])
def test_outlines_of_postscript_are_embedded_as_such(folder, kind):
    make_font(folder / "x.otf", kind=kind, axes=VARIES if kind == "cff2" else ())
    face = family(folder).face(False, False)
    (glyph,) = face.shape("B").glyphs
    assert face.is_cff
    # A bare CFF of the first version, whose header is four bytes long.
    assert face.subset([glyph.id])[:3] == b"\x01\x00\x04"


def test_a_font_for_the_web_is_the_same_unpacked(folder, tmp_path):
    plain = make_font(tmp_path / "plain.ttf")
    make_font(folder / "x.woff2")
    packed, unpacked = family(folder).face(False, False), find_family("Test Face", (tmp_path,)).face(False, False)
    assert packed.shape("ABC").glyphs == unpacked.shape("ABC").glyphs
    assert packed.ink(packed.shape("C")) == unpacked.ink(unpacked.shape("C"))
    assert plain.stat().st_size > (folder / "x.woff2").stat().st_size


def test_a_bomb_for_the_web_is_refused_unpacked(folder, monkeypatch):
    import brotli

    data = bytearray(make_font(folder / "x.woff2").read_bytes())
    tables, at, packed = woff2._directory(bytes(data))
    bomb = brotli.compress(bytes(100_000_000), quality=1)
    data[at : at + packed] = bomb
    data[20:24] = len(bomb).to_bytes(4, "big")
    (folder / "x.woff2").write_bytes(data)
    assert "unpacks to more than 13 MB" in read_faces(folder / "x.woff2")[0].problem
    monkeypatch.setattr(woff2, "MAX_UNPACKED", 100)
    make_font(folder / "y.woff2")
    assert "unpacks to more than" in read_faces(folder / "y.woff2")[0].problem
    assert sum(length for _, length in tables) > 100


def test_a_font_for_the_web_keeps_its_axes(folder):
    make_font(folder / "x.woff2", axes=VARIES)
    plain, heavy = (family(folder).variant(weight=w).face(False, False) for w in (400, 700))
    assert heavy.ink(heavy.shape("A"))[2] > plain.ink(plain.shape("A"))[2]


def test_where_the_sanitizer_cannot_be_had_a_small_font_is_unpacked_all_the_same(folder, monkeypatch):
    make_font(folder / "x.woff2")
    faces = [family(folder).face(False, False)]
    monkeypatch.setattr(woff2, "_sanitizer", lambda: None)
    faces.append(family(folder).face(False, False))
    one, other = ((f.shape("ABC").glyphs, f.ink(f.shape("C"))) for f in faces)
    assert one == other
    assert woff2.max_unpacked() == 1_000_000


def broken(data: bytes) -> dict[str, tuple[bytes, str]]:
    return {
        "cut.ttf": (data[:200], "is cut off"),
        "secret.ttf": (bytes(b ^ 0x5A for b in data), "is no font, or an encrypted one"),
        "old.otf": (b"%!PS-AdobeFont-1.0: Mine", "is a Type 1 font; convert it to .otf"),
        "web.woff": (b"wOFF" + data[4:], "is a .woff; convert it to .woff2 or .ttf"),
        "page.eot": (bytes(34) + b"LP" + data, "is an .eot"),
        "empty.ttf": (b"", "is no font"),
        "cut.woff2": (b"wOF2" + bytes(40), "has no face"),
    }


def test_a_file_that_cannot_be_used_says_why(folder):
    data = make_font(folder / "good.ttf").read_bytes()
    for name, (content, _) in broken(data).items():
        (folder / name).write_bytes(content)
    found = {f.path.name: f.problem for f in fonts_in(folder, read_faces)}
    assert found.pop("good.ttf") == ""
    for name, (_, why) in broken(data).items():
        assert why in found[name] or (name == "cut.woff2" and found[name])


@pytest.mark.parametrize(
    ("rights", "refused"), [(0, ""), (2, "may not be embedded"), (4, ""), (8, ""), (0x200, "as pictures")]
)
def test_what_a_licence_forbids_is_not_embedded(folder, rights, refused):
    make_font(folder / "x.ttf", rights=rights)
    assert refused in (read_faces(folder / "x.ttf")[0].problem or refused)
    if refused:
        with pytest.raises(Problem, match=refused):
            family(folder)


def test_every_damage_of_a_font_is_a_problem(folder):
    data = make_font(folder / "good.ttf").read_bytes()
    for at in range(0, len(data), 7):
        for path, content in (
            (folder / "bad.ttf", data[:at] + b"\xff" + data[at + 1 :]),
            (folder / "short.ttf", data[:at]),
        ):
            path.write_bytes(content)
            try:
                face = find_family("Test Face", (folder,)).face(False, False)
                face.subset([g.id for g in face.shape("ABC").glyphs])
            except Problem:
                pass
            path.unlink()


@pytest.mark.parametrize(("written", "weight"), [("light", 300), ("Semi Bold", 600), (650, 650), ("650", 650)])
def test_weights_by_name_and_by_number(written, weight):
    assert read_weight(written) == weight


@pytest.mark.parametrize("written", ["lihgt", 0, 1001, True, 1.5, "", None])
def test_no_weight(written):
    with pytest.raises(Problem, match="is no weight" + ("; did you mean 'light'" if written == "lihgt" else "")):
        read_weight(written)


def test_packed_files_of_a_folder_are_bounded_in_all(folder, monkeypatch):
    for name in "abc":
        make_font(folder / f"{name}.woff2")
    monkeypatch.setattr(font_files, "MAX_UNPACKED_IN_ALL", 100)
    first, *others = fonts_in(folder, read_faces)
    assert first.problem == ""
    assert {f.path.name for f in others if "comes after .woff2 files of more than" in f.problem} == {
        "b.woff2",
        "c.woff2",
    }


def test_more_files_than_a_deck_needs_are_not_looked_at(folder):
    data = make_font(folder / "0.ttf").read_bytes()
    for n in range(1, 310):
        (folder / f"{n}.ttf").write_bytes(data)
    assert len(list(fonts_in(folder, read_faces))) == 300
