"""What stands where in the look ``two-halves``: a question large under its category, a word for both sides of the
table, or two texts of which each has its half.
"""

from __future__ import annotations

import re

from carddesigner.starter.looks.plan import KINDS, NUMBERS, PlannedColumn, TemplatePlan
from carddesigner.starter.roles.guess import Role

_PAIR = re.compile(r"(.*\D)[\s_-]*([0-9]|[A-Da-d])|([0-9])\W*(\D+)")
_WORDED = (Role.TITLE, Role.RULES, Role.DETAIL, Role.SUBTYPE, Role.TYPE)
_MAX_TURNED = 28
"""Characters of the longest text that stands turned round as well."""
_FIGHTING = (Role.COST, Role.ATTACK, Role.HEALTH, Role.FLAVOUR)


def arranged(plan: TemplatePlan) -> TemplatePlan:
    """The plan with what is large as its title, or as two: a title that is but a category stands above. One number has
    a corner; others, and icons, are lines.
    """
    plan = TemplatePlan(plan.columns, None, plan.colours)
    for column in (*plan.of(*NUMBERS, Role.COST)[1:], *plan.of(Role.ICON)):
        plan = plan.moved(column, Role.DETAIL)
    return _arranged(plan)


def _arranged(plan: TemplatePlan) -> TemplatePlan:
    pair = _pair(plan)
    if pair is not None:
        for column in pair:
            plan = plan.changed(column.path, None)
        for title in plan.of(Role.TITLE):
            plan = plan.moved(title, Role.TYPE if _repeats(title) else Role.RULES)
        return TemplatePlan({**plan.columns, Role.TITLE: pair}, plan.picture, plan.colours)
    titles, rules = plan.of(Role.TITLE), plan.of(Role.RULES)
    if rules and (not titles or asks(rules[0]) or (_repeats(titles[0]) and plan.of(Role.BACK))):
        columns = {**plan.columns, Role.RULES: rules[1:], Role.TITLE: rules[:1], Role.TYPE: titles + plan.of(Role.TYPE)}
        return TemplatePlan({role: have for role, have in columns.items() if have}, plan.picture, plan.colours)
    if titles and plan.of(Role.BACK) and not asks(titles[0]):
        # What a sentence tells of a word would give its answer away.
        for column in rules:
            plan = plan.moved(column, Role.BACK)
    return plan


def face(plan: TemplatePlan) -> str:
    """The look's face for an arranged plan."""
    titles = plan.of(Role.TITLE)
    more = plan.of(Role.RULES, Role.DETAIL, Role.FLAVOUR)
    if len(titles) == 2:
        return "face-with-choices" if more else "face-with-two"
    if more or not titles:
        return "face" if titles else "face-with-text"
    short = max(map(len, titles[0].texts), default=0) <= _MAX_TURNED
    return "face-with-words" if short and not plan.of(Role.BACK) else "face-alone"


def fitness(plan: TemplatePlan) -> float:
    """For answers on backs, for words, questions and pairs of texts alone."""
    numbers = plan.of(Role.STAT, Role.POINTS)
    if plan.picture is not None or plan.of(Role.ICON, *_FIGHTING) or len(numbers) > 2:
        return 0.0
    if plan.of(Role.BACK):
        return 3.0
    arrangement = arranged(plan)
    title, more = arrangement.of(Role.TITLE), arrangement.of(Role.RULES, Role.DETAIL)
    if len(title) == 2:
        return 2.5
    # A question is what cards are about that have no name but their category, whatever stands below it.
    alone = (
        not more or (asks(title[0]) and len(more) <= 2 and all(map(_repeats, plan.of(Role.TITLE)))) if title else False
    )
    return 2.5 if alone and (asks(title[0]) or not numbers) else 0.0


def asks(column: PlannedColumn) -> bool:
    """Whether most of its texts are questions."""
    filled = [t for t in column.texts if t]
    return 2 * sum(t.rstrip(" .…\"'»”").endswith(("?", "？")) for t in filled) > len(filled)


def _repeats(column: PlannedColumn) -> bool:
    """Whether it is rather a category than a name."""
    filled = [t for t in column.texts if t]
    return len(set(filled)) <= 0.6 * len(filled)


def _pair(plan: TemplatePlan) -> tuple[PlannedColumn, PlannedColumn] | None:
    """Two columns that are alike: ``Option A`` and ``Option B``, or a word and another."""
    stems: dict[str, list[PlannedColumn]] = {}
    texts = plan.of(*_WORDED)
    for column in texts:
        match = _PAIR.fullmatch(column.label.strip())
        if match is not None:
            stems.setdefault((match[1] or match[4]).strip(" _-").casefold(), []).append(column)
    for stem, pair in stems.items():
        if stem and len(pair) == 2:
            first, second = sorted(pair, key=lambda c: c.label)
            return first, second
    titles, others = plan.of(Role.TITLE), plan.of(Role.RULES, Role.DETAIL)
    alone = len(titles) == len(others) == 1 and not plan.of(Role.BACK, Role.FLAVOUR, *KINDS)
    if not alone or titles[0].number or others[0].number or others[0].rich or _repeats(others[0]):
        return None
    are_short = all(len(t) <= _MAX_TURNED and not t.endswith((".", "!", "。")) for t in others[0].texts)
    return (titles[0], others[0]) if are_short else None
