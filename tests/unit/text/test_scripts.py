"""Where lines of Japanese, Chinese, Korean, Thai and Hebrew end, and that words kept from one text fit another."""

from __future__ import annotations

import pytest

FONTS = {
    "ja": "Noto Sans JP",
    "zh": "Noto Sans SC",
    "ko": "Noto Sans KR",
    "th": "Noto Sans Thai",
    "he": "Noto Sans Hebrew",
}
JAPANESE = "手札からカードを一枚捨てる。隣のプレイヤーと「金貨」を交換する。ダイスを振り、出た目の数だけ進む。"
THAI = "ทิ้งไพ่หนึ่งใบจากมือ"


@pytest.fixture
def lines(setter):
    """The lines of a text in a language's font, in a box as wide as a text of *like*."""

    def lines(language, text, like, **settings):
        fonts = (setter.own(FONTS[language]), setter.family)
        settings |= {"fonts": fonts, "language": language}
        width = setter.set(like, **settings).fitted.width + 0.01
        return setter.set(text, width, **settings).lines

    return lines


@pytest.mark.parametrize("like", ["手札から", "手札からカ", "手札からカー", "手札からカード", "手札からカードを"])
def test_no_line_of_japanese_begins_with_a_stop_a_small_kana_or_a_long_vowel(lines, like):
    found = lines("ja", JAPANESE, like)
    assert "".join(found) == JAPANESE
    assert len(found) >= len(JAPANESE) // len(like)
    assert not [line for line in found if line[0] in "。、」ーャュョッィ" or line[-1] == "「"]


def test_lines_of_chinese_end_between_any_two_letters(lines):
    assert lines("zh", "查看牌库顶的三张牌。", "查看牌库") == ["查看牌库", "顶的三张", "牌。"]


def test_lines_of_korean_end_between_syllables_too(lines):
    assert lines("ko", "손에서 카드 한 장을 버린다.", "손에서 카") == ["손에서 카", "드 한 장", "을 버린", "다."]


def test_lines_of_thai_end_between_words_without_a_space_between_them(lines):
    assert lines("th", THAI, "ทิ้งไพ่หนึ่ง") == ["ทิ้งไพ่หนึ่ง", "ใบจากมือ"]
    assert lines("th", THAI, "ทิ้งไพ่หนึ่งใ") == ["ทิ้งไพ่หนึ่ง", "ใบจากมือ"]
    assert lines("th", "ไพ่\u200bใบ", "ไพ่") == ["ไพ่", "ใบ"]


def test_a_letter_beyond_the_basic_plane_moves_no_break_behind_it(lines):
    assert lines("zh", "𠮷😀看牌库。", "𠮷😀看牌") == ["𠮷😀看牌", "库。"]


def test_a_word_is_set_the_way_that_it_runs_where_it_stands(setter):
    fonts = (setter.own("Noto Sans Hebrew"), setter.family)
    assert setter.set("קלף 12, קלף", fonts=fonts, language="he").seen == ["ףלק ,12 ףלק"]
    # The same word between Latin letters, then with a space of the other way after it.
    assert setter.set("card קלף 12, קלף card", fonts=fonts, language="en").seen == ["card ףלק ,12 ףלק card"]
    assert setter.set("קלף קלף card", fonts=fonts, language="en", direction="ltr").seen == ["ףלק ףלק card"]


def test_a_word_in_brackets_is_set_the_way_that_its_brackets_run_there(setter):
    fonts = (setter.own("Noto Sans Hebrew"), setter.family)
    assert setter.set("a (ב) c", fonts=fonts, direction="ltr").seen == ["a (ב) c"]
    # Here the brackets run with the word before them.
    assert setter.set("א (ב) c", fonts=fonts, direction="ltr").seen == ["(ב) א c"]


def test_bold_words_of_a_line_from_right_to_left_are_not_taken_for_plain_ones(setter):
    looks = setter.set("a **a** a", fonts=(setter.family,), direction="rtl").fonts
    assert [f for t, f in looks if t == "a"] == ["AlegreyaSans-Regular", "AlegreyaSans-Bold", "AlegreyaSans-Regular"]


def test_lines_end_between_phrases_where_that_is_asked_for(lines):
    like, text = "手札からカード", "手札からカードを一枚捨てる。"
    assert lines("ja", text, like)[0] == "手札からカード"
    assert lines("ja", text, like, line_breaks="phrases") == ["手札から", "カードを", "一枚捨てる。"]
    assert lines("zh", "查看城堡的士兵。", "查看城", line_breaks="phrases")[0] == "查看"
    assert lines("ko", "손에서 카드 한 장을 버린다.", "손에서 카", line_breaks="phrases")[:2] == ["손에서", "카드 한"]


def test_phrases_are_torn_where_none_would_fit(lines):
    text = "手札からカードを一枚捨てる。"
    assert lines("ja", text, "手札か", line_breaks="phrases") == lines("ja", text, "手札か")


def test_words_between_spaces_are_no_phrases(setter, lines):
    assert lines("ja", "手札 draw two", "手札 draw", line_breaks="phrases") == ["手札 draw", "two"]
    plain = "Discard a card from your hand."
    assert setter.set(plain, 40, line_breaks="phrases").lines == setter.set(plain, 40).lines
