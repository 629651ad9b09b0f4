"""The keywords of ``deck.yaml`` with their colours and icons looked up."""

from __future__ import annotations

import re

from carddesigner.contents.base import NameProblem
from carddesigner.core.report import Report
from carddesigner.load.assets import Assets
from carddesigner.load.yaml import Node, find
from carddesigner.schema.deck import Deck, KeywordSetting
from carddesigner.text.keywords import Keyword, Keywords, keywords_of
from carddesigner.text.rich import MarkupProblem, Piece, parse_paragraphs

MOST_KEYWORDS = 500
MOST_IN_NAME = 60
_BRACE = re.compile(r"(?<!\\)[{}]")


def load_keywords(deck: Deck, root: Node, assets: Assets, report: Report) -> Keywords | None:
    """The deck's keywords, None if it has none; what is wrong with one is reported at its place."""
    if len(deck.keywords) > MOST_KEYWORDS:
        words = f"the deck has {len(deck.keywords):,} keywords; at most {MOST_KEYWORDS} are looked for"
        report.error("bad-keyword", words, find(root, ("keywords",)).span)
        return None
    made = []
    for name, setting in deck.keywords.items():
        node = find(root, ("keywords", name))
        if not _is_word(name):
            message = (
                f"{name[:MOST_IN_NAME]!r} is no keyword: write letters and spaces, at most {MOST_IN_NAME}, no braces"
            )
            report.error("bad-keyword", message, node.key_span or node.span)
            continue
        try:
            made.append(_keyword(name, setting or KeywordSetting(), deck, assets))
        except _Wrong as wrong:
            report.error(wrong.code, wrong.message, find(node, (wrong.setting,)).span)
            made.append(Keyword(name, reminder=()))
    return keywords_of(made)


class _Wrong(Exception):
    def __init__(self, setting: str, code: str, message: str) -> None:
        super().__init__(message)
        self.setting = setting
        self.code = code
        self.message = message


def _is_word(name: str) -> bool:
    return (
        len(name) <= MOST_IN_NAME
        and name == " ".join(name.split())
        and any(c.isalnum() for c in name)
        and not any(c in name for c in "{}")
    )


def _keyword(name: str, setting: KeywordSetting, deck: Deck, assets: Assets) -> Keyword:
    color = None
    if setting.color is not None:
        try:
            color = assets.color(setting.color, deck.palette)
        except NameProblem as problem:
            raise _Wrong("color", problem.code, problem.message) from None
    reminder: tuple[Piece, ...] | None = None
    if setting.reminder is not None:
        if _BRACE.search(setting.reminder):
            raise _Wrong("reminder", "bad-keyword", "a reminder holds no braces: reminders don't explain each other")
        try:
            paragraphs = parse_paragraphs(setting.reminder, assets.symbol)
        except (NameProblem, MarkupProblem) as problem:
            raise _Wrong("reminder", problem.code, problem.message) from None
        if len(paragraphs) != 1:
            raise _Wrong("reminder", "bad-keyword", "a reminder is one paragraph")
        reminder = paragraphs[0].pieces
    bold = setting.bold if setting.bold is not None else not (setting.italic or setting.small_caps or color)
    return Keyword(name, bold, setting.italic, setting.small_caps, color, setting.ignore_case, reminder)
