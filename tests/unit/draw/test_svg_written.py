"""Definitions that painters of many faces share."""

from carddesigner.core.report import Report
from carddesigner.draw.svg import Written, face_svg
from carddesigner.pipeline.open_deck import WorkingDeck
from carddesigner.source import paths


def test_faces_that_share_what_is_written_are_the_same_files() -> None:
    deck = WorkingDeck(paths.decks() / "monogoto/deck.yaml")
    assets = deck.loaded(Report()).assets
    written = Written()
    for piece in deck.pieces()[::4]:
        for face in filter(None, piece.first):
            alone = face_svg(face, "", assets.face, assets.picture_bytes, bleed=False, cut=True)
            shared = face_svg(face, "", assets.face, assets.picture_bytes, bleed=False, cut=True, written=written)
            assert sorted(shared.splitlines()) == sorted(alone.splitlines())
    assert written.definitions
