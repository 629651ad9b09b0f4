"""The keywords of ``deck.yaml``, with their colours and icons looked up."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from carddesigner.core.report import Problem, Report, did_you_mean
from carddesigner.deck.assets import Assets
from carddesigner.deck.names import find_color, find_icon
from carddesigner.deck.translations import Translation, Wording
from carddesigner.schema.deck import DeckModel
from carddesigner.source.yaml import Node, find
from carddesigner.text.keywords import Keyword, Keywords, keywords_of
from carddesigner.text.rich import Paragraph, Piece, parse_markup

if TYPE_CHECKING:
    from carddesigner.schema.keywords import KeywordSetting

MAX_KEYWORDS = 500
MAX_IN_NAME = 60
_BRACE = re.compile(r"(?<!\\)[{}]")


def load_keywords(deck: DeckModel, root: Node, wording: Wording, assets: Assets, report: Report) -> Keywords | None:
    """Return the deck's keywords in the chosen language, None if it has none. An invalid keyword is reported at its
    place.
    """
    if len(deck.keywords) > MAX_KEYWORDS:
        message = f"the deck has {len(deck.keywords):,} keywords; at most {MAX_KEYWORDS} are looked for"
        report.error("bad-keyword", message, find(root, ("keywords",)).span)
        return None
    made = []
    for key, setting in deck.keywords.items():
        name, node = None, find(root, ("keywords", key))
        try:
            name, setting, node = _worded(key, _given(setting), deck, root, wording)
            if name is not None:
                made.append(_keyword(name, setting, node, deck, assets))
        except Problem as problem:
            report.add(problem, node.span)
            if name is not None:
                made.append(Keyword(name, reminder=()))
    return keywords_of(made)


def translated_keywords(deck: DeckModel, root: Node, wording: Wording) -> tuple[Translation, ...]:
    """Return the translations of the keywords' reminders in the chosen language."""
    out = []
    for key, setting in deck.keywords.items() if wording.is_translated else ():
        translated = f"{key}.{wording.language}"
        own = deck.keywords.get(translated)
        if setting is not None and setting.reminder and own is not None and own.reminder:
            where = find(root, ("keywords", translated, "reminder")).span
            out.append(Translation(f"keywords/{key}", setting.reminder, own.reminder, where))
    return tuple(out)


def _given(setting: KeywordSetting | None) -> KeywordSetting:
    """The settings of a keyword, which may have none."""
    from carddesigner.schema.keywords import KeywordSetting

    return setting or KeywordSetting()


def _worded(
    key: str, setting: KeywordSetting, deck: DeckModel, root: Node, wording: Wording
) -> tuple[str | None, KeywordSetting, Node]:
    """A keyword's name and settings in the chosen language, and their place; the name is None for a translation."""
    node = find(root, ("keywords", key))
    base, _, language = key.rpartition(".")
    if base and language in wording.languages:
        if base not in deck.keywords:
            near = did_you_mean(base, deck.keywords)
            raise Problem("bad-keyword", f"{key!r} translates {base!r}, which is no keyword{near}")
        return None, setting, node
    if setting.name is not None:
        message = "`name` is for translations, such as `Flying.pt`; a keyword's own name stands before the colon"
        raise Problem("bad-keyword", message, find(node, ("name",)).span)
    if not wording.is_translated:
        return _word(key, node), setting, node
    translated = f"{key}.{wording.language}"
    if translated not in deck.keywords:
        raise Problem("missing-translation", f"keyword {key!r} has no {translated}")
    own = _given(deck.keywords[translated])
    if setting.reminder and not own.reminder:
        message = f"keyword {key!r} has no {wording.language} reminder"
        raise Problem("missing-translation", message, find(node, ("reminder",)).span)
    node = find(root, ("keywords", translated))
    given = {k: getattr(own, k) for k in own.model_fields_set if k != "name"}
    return _word(own.name or key, node), setting.model_copy(update=given), node


def _word(name: str, node: Node) -> str:
    """A keyword's name. Raises Problem if texts can't be searched for it."""
    letters = any(c.isalnum() for c in name) and not any(c in name for c in "{}")
    if not letters or len(name) > MAX_IN_NAME or name != " ".join(name.split()):
        wanted = f"write letters and spaces, at most {MAX_IN_NAME}, no braces"
        message = f"{name[:MAX_IN_NAME]!r} is no keyword: {wanted}"
        raise Problem("bad-keyword", message, node.key_span or node.span)
    return name


def _keyword(name: str, setting: KeywordSetting, node: Node, deck: DeckModel, assets: Assets) -> Keyword:
    color = None
    if setting.color is not None:
        try:
            color = find_color(setting.color, deck.palette)
        except Problem as problem:
            raise problem.at(find(node, ("color",)).span) from None
    reminder: tuple[Piece, ...] | None = None
    if setting.reminder is not None:
        where = find(node, ("reminder",)).span
        if _BRACE.search(setting.reminder):
            raise Problem("bad-keyword", "a reminder holds no braces: reminders don't explain each other", where)
        try:
            made = parse_markup(setting.reminder, partial(find_icon, deck.icons, assets))
        except Problem as problem:
            raise problem.at(where) from None
        if len(made) != 1 or not isinstance(made[0], Paragraph):
            raise Problem("bad-keyword", "a reminder is one paragraph", where)
        reminder = made[0].pieces
    bold = setting.bold if setting.bold is not None else not (setting.italic or setting.small_caps or color)
    return Keyword(name, bold, setting.italic, setting.small_caps, color, setting.ignore_case, reminder)
