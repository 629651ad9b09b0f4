"""A manifest that was written is read back; what is none is told with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carddesigner import __version__
from carddesigner.core.report import DeckError, Diagnostic
from carddesigner.export.manifest import PieceRecord, manifest
from carddesigner.export.manifest_file import MAX_PIECES, read_manifest

A, B = "a" * 64, "b" * 64
PIECES = [PieceRecord("fire", "lights", 3, A, B), PieceRecord("ice-é", "lights", 1, B, None)]


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    def write(change: Callable[[Any], object] = lambda data: None, indent: int | None = 1) -> Path:
        made = manifest(
            deck="d", language="en", layout="sheets", duplex="long-edge", sheets=(), pieces=PIECES, artifacts=()
        )
        data = json.loads("".join(made))
        change(data)
        path = tmp_path / "d-sheets.json"
        path.write_text(json.dumps(data, indent=indent))
        return path

    return write


def problem(path: Path) -> Diagnostic:
    with pytest.raises(DeckError) as raised:
        read_manifest(path)
    (told,) = raised.value.report.errors
    return told


def test_what_was_written_is_read(written):
    read = read_manifest(written())
    assert (read.schema, read.deck, read.language, read.decks) == (2, "d", "en", 1)
    assert list(read.pieces) == PIECES


def test_each_piece_has_a_line():
    made = manifest(deck="é", language="en", layout="sheets", duplex="none", sheets=(), pieces=PIECES, artifacts=())
    lines = "".join(made).splitlines()
    assert lines[:3] == ["{", '  "schema": 2,', f'  "version": "{__version__}",']
    assert lines[9:12] == ['  "paper_mm": null,', '  "pages": [],', '  "pieces": [']
    assert lines[12].startswith('    {"id": "fire", "component": "lights", "copies": 3, "front_sha256": "aaa')
    assert lines[-3:] == ["  ],", '  "artifacts": []', "}"]


def test_the_number_of_decks_is_read_and_unknown_keys_are_passed_over(written):
    read = read_manifest(written(lambda data: data.update(decks=4, later={"x": [1]})))
    assert read.decks == 4


@pytest.mark.parametrize(
    ("change", "code", "words", "at"),
    [
        (lambda d: d.update(schema=3, version="9.0"), "other-manifest", "newer carddesigner", '"schema": 3'),
        (lambda d: d.update(schema="1"), "not-a-manifest", "no manifest", "{"),
        (lambda d: d.pop("pieces"), "not-a-manifest", "no manifest", "{"),
        (lambda d: d["pieces"][1].pop("front_sha256"), "not-a-manifest", "lacks front_sha256", "{"),
        (lambda d: d["pieces"][1].update(copies="3"), "not-a-manifest", "Expected int, got str", '"copies": "3"'),
        (lambda d: d["pieces"][1].update(copies=-1), "not-a-manifest", "copies is not from 1", '"copies": -1'),
        (lambda d: d["pieces"][1].update(copies=10**30), "not-a-manifest", "", '"copies": 1000000'),
        (
            lambda d: d["pieces"][1].update(id="fire"),
            "not-a-manifest",
            "two pieces of lights are called 'fire'",
            '"id": "fire"',
        ),
        (
            lambda d: d["pieces"][0].update(front_sha256="xyz"),
            "not-a-manifest",
            "front_sha256 is not a sha256",
            '"front_sha256": "xyz"',
        ),
        (lambda d: d.update(pieces=[None]), "not-a-manifest", "Expected object, got null", "null"),
        (lambda d: d.update(decks=0), "not-a-manifest", "decks is less than 1", '"decks": 0'),
        (lambda d: d.update(deck=7), "not-a-manifest", "Expected str, got int", '"deck": 7'),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(written, change, code, words, at):
    path = written(change)
    told = problem(path)
    assert (told.code, words in told.message) == (code, True), told
    assert told.span is not None
    assert path.read_text().splitlines()[told.span.line - 1].strip().startswith(at)


def test_no_json_and_no_file_are_reported(tmp_path):
    path = tmp_path / "m.json"
    assert problem(path).code == "missing-file"
    path.write_text('{"schema": 1,\n "pieces": [}')
    told = problem(path)
    assert (told.code, told.span.line) == ("json-syntax", 2)
    path.write_text("[" * 100_000)
    assert problem(path).code == "not-a-manifest"
    path.write_text('{"schema": 1, "pieces": ' + "[" * 100_000)
    assert problem(path).code == "yaml-too-large"
    path.write_bytes(b'{"schema": 1, "deck": "\xff"}')
    assert problem(path).code == "encoding"
    path.write_text('[{"schema": 1}]')
    assert "no manifest" in problem(path).message
    assert problem(tmp_path).code == "not-a-file"


def test_too_many_pieces_are_refused(written):
    one = {"component": "c", "copies": 1, "front_sha256": A, "back_sha256": None}
    path = written(lambda d: d.update(pieces=[{"id": str(i), **one} for i in range(MAX_PIECES + 1)]), indent=None)
    assert "more than 100,000 pieces" in problem(path).message
