"""Hyphens: our reading of pyphen's patterns, held to pyphen itself."""

import pyphen
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddesigner.text.hyphens import hyphen_points
from tests.examples import examples

# Files with all that patterns may be written as: numbered letters, comments, lines without a number, changed letters.
LANGUAGES = ("en", "en_US", "af", "el", "et", "it", "pt_BR", "sk", "sr_Latn", "eo", "th")


@pytest.mark.parametrize("language", LANGUAGES)
@examples(1)
@given(data=st.data())
def test_words_are_hyphenated_where_pyphen_does(language, data):
    library = pyphen.Pyphen(lang=language, left=2, right=3)
    pieces = sorted(key.strip(".") for key in library.hd.patterns)
    word = "".join(data.draw(st.lists(st.sampled_from(pieces), min_size=1, max_size=5)))
    word = data.draw(st.sampled_from((word, word.title())))
    assert hyphen_points(word, language) == tuple(library.positions(word))


def test_a_later_line_without_a_number_takes_no_pattern_away():
    word = "urinskontrast"
    assert hyphen_points(word, "de") == tuple(pyphen.Pyphen(lang="de", left=2, right=3).positions(word))


@pytest.mark.parametrize(
    "language", ["en", "en-US", "EN-us", "pt-BR", "de-Latn-DE", "sr-Latn", "no", "nb", "zh-Hans", "xx"]
)
def test_a_language_without_patterns_of_its_own_has_those_of_the_wider_one(language):
    known = pyphen.language_fallback(language)
    expected = pyphen.Pyphen(lang=known, left=2, right=3).positions("representation") if known else []
    assert hyphen_points("representation", language) == tuple(expected)
