"""What stands where in the look ``playing-card``: ranks and suits in the corners, and as many marks of the suit between
them.
"""

from __future__ import annotations

from carddesigner.starter.looks.icons import icon_of
from carddesigner.starter.looks.plan import NUMBERS, TEXTS, PlannedColumn, TemplatePlan
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.roles.vocabulary import folded
from carddesigner.starter.spelling import field, quoted

_RANKS = (Role.NUMBER, Role.POINTS, Role.STAT, Role.ATTACK, Role.COST, Role.TITLE, Role.TYPE, Role.SUBTYPE, Role.DETAIL)
_SUITS = (Role.FACTION, Role.ICON, Role.TYPE, Role.SUBTYPE, Role.SET, Role.TITLE, Role.DETAIL)
_SHORT, _COURT = 3, 10
"""Characters of the longest rank in a corner, and of the longest name of a court card."""
_LINE = 60
"""Characters of the longest text that is no more than a line or two."""
_LONG = 150
"""Characters of the texts of a card that fill more than its foot."""
_MOST = 12
"""Suits that have marks of their own."""

_FRENCH = {
    "hearts": "♥ ❤ ♡ heart hearts herz coeur coeurs corazon corazones copas cuori cuore kier kiery черви червы harten 红桃 红心 ハート",
    "diamonds": "♦ ◆ ♢ diamond diamonds karo carreau carreaux diamante diamantes ouros quadri denari бубны ruiten 方块 方片 ダイヤ",
    "spades": "♠ ♤ spade spades pik pique piques pica picas espadas picche piki пики schoppen 黑桃 スペード",
    "clubs": "♣ ♧ club clubs kreuz trefle trefles trebol treboles paus fiori trefl trefle трефы klaveren 梅花 クラブ クローバー",
}
_FRENCH_SUITS = {word: suit for suit, words in _FRENCH.items() for word in words.split()}
_INKS = {"hearts": "#b0202f", "diamonds": "#b0202f", "spades": "#1d1b1e", "clubs": "#1d1b1e"}
_ACES = {"a", "1", "as", "ass", "ace", "asso", "az", "туз", "т"}
_SHAPES = ("disc", "square", "triangle", "hexagon", "star", "cross", "ring", "sun", "moon", "shield", "lightning", "d8")
"""Marks of suits without icons, unlike each other in shape as well."""


def rank_of(plan: TemplatePlan) -> PlannedColumn | None:
    """What stands in a playing card's corner: the first column of few signs, but for the names of court cards."""
    return next((p for p in plan.of(*_RANKS) if _is_rank(p)), None)


def _is_rank(column: PlannedColumn) -> bool:
    long = [t for t in column.texts if len(t) > _SHORT]
    if column.blanks or not column.texts or max(map(len, column.texts)) > _COURT:
        return False
    return not long or (any(t.isdigit() for t in column.texts) and all(t.isalpha() for t in long))


def suit_of(plan: TemplatePlan) -> PlannedColumn | None:
    """What stands under the rank: the suits that everybody knows, else the first column of a few values."""
    rank = rank_of(plan)
    fit = [p for p in plan.of(*_SUITS) if p is not rank and not p.number]
    few = [p for p in fit if 1 < len(set(p.texts)) <= _MOST and len(set(p.texts)) < len(p.texts)]
    return next((p for p in few if inks(p)), next(iter(few), None))


def arranged(plan: TemplatePlan) -> TemplatePlan:
    """The plan with a title that says no more than the suit at the foot of the card."""
    suit = suit_of(plan)
    for title in plan.of(Role.TITLE):
        if suit is not None and title not in (suit, rank_of(plan)):
            pairs = set(zip(title.texts, suit.texts, strict=True))
            if len(pairs) == len(set(suit.texts)):
                plan = plan.moved(title, Role.SET)
    return plan


def fitness(plan: TemplatePlan) -> float:
    """For ranks in suits, numbers alone, and names that have icons, with no more than a line to read."""
    if plan.of(Role.COST, Role.ATTACK, Role.HEALTH, Role.BACK):
        return 0.0
    plan = arranged(plan)
    rank, suit = rank_of(plan), suit_of(plan)
    texts = plan.of(Role.RULES, Role.FLAVOUR)
    if texts and (rank is None or suit is None or any(len(t) > _LINE for p in texts for t in p.texts)):
        return 0.0
    others = [p for p in plan.of(Role.TITLE, *TEXTS, Role.ICON) if p not in (rank, suit)]
    if rank is not None and suit is not None:
        pairs = set(zip(rank.texts, suit.texts, strict=True))
        return 2.8 if not others or 10 * len(pairs) >= 9 * len(rank.texts) else 0.0
    if rank is not None and not others:
        return 2.7
    if len(others) != 1 or not plan.of(Role.TITLE):
        return 0.0
    return 2.6 if all(map(icon_of, set(others[0].texts))) else 1.5 if rank is not None else 0.0


def face(plan: TemplatePlan) -> str:
    """The look's face for an arranged plan."""
    corners = (rank_of(plan), suit_of(plan))
    numbers = [p for p in plan.of(*NUMBERS, Role.COST) if p not in corners]
    more = any(p not in corners for p in plan.of(Role.TITLE, *TEXTS, Role.ICON)) or len(numbers) > 1
    if not more:
        return "face"
    texts = [p.texts for p in plan.of(Role.RULES, Role.FLAVOUR, Role.DETAIL) if p not in corners]
    long = any(sum(map(len, row)) > _LONG for row in zip(*texts, strict=True))
    return "face-with-long-text" if long else "face-with-text"


def marks(column: PlannedColumn) -> dict[str, str]:
    """The icon of each of a column's values: that of its suit, the one that is called so, or a shape; none for many
    values.
    """
    values = [t for t in dict.fromkeys(column.texts) if t]
    if not values or len(values) > _MOST:
        return {}
    named = _french(values) or {t: icon_of(t) or "" for t in values}
    if len(set(named.values()) - {""}) < sum(map(bool, named.values())):
        named = dict.fromkeys(values, "")
    shapes = iter([s for s in _SHAPES if s not in named.values()])
    return {t: icon or next(shapes) for t, icon in named.items()}


def inks(column: PlannedColumn) -> dict[str, str]:
    """The colours of the suits that everybody knows; none for others."""
    return {t: _INKS[suit] for t, suit in _french([t for t in dict.fromkeys(column.texts) if t]).items()}


def _french(values: list[str]) -> dict[str, str]:
    suits = {t: _FRENCH_SUITS.get(folded(t)) or _FRENCH_SUITS.get(t.strip()[:1], "") for t in values}
    return suits if all(suits.values()) and len(set(suits.values())) == len(suits) else {}


def corners(plan: TemplatePlan) -> dict[str, str]:
    """The parameters of the corners and of what lies between them, as templates have them."""
    rank, suit = rank_of(plan), suit_of(plan)
    params: dict[str, str] = {}
    if rank is not None:
        params["rank"] = rank.text
        court = [t for t in dict.fromkeys(rank.texts) if len(t) > _SHORT]
        initials = [t[0] for t in court]
        if court and not {*initials} & {*rank.texts} and len({*initials}) == len(initials):
            params["rank"] = (
                f"{{{{ ({rank.expression}[0:1] if {_among(rank, court)} else {rank.expression}) | plain }}}}"
            )
            params["name"] = rank.text
        counts = {t: _count(t) for t in dict.fromkeys(rank.texts) if _count(t)}
        if suit is not None and counts and len(counts) <= 20:
            among = _among(rank, list(counts), number=rank.number)
            at = f"{rank.expression} ~ ''" if rank.number else rank.expression
            params["count"] = f"{{{{ {_mapping(counts)}[{at}] if {among} else 0 }}}}"
    marked = suit or next(iter(plan.of(Role.TITLE)), None)
    if marked is not None and (suit is not None or marked is not rank):
        if suit is not None:
            params["suit"] = suit.text
        marks_of_corners = marks(marked) if suit is not None or all(icon_of(t) for t in marked.texts) else {}
        if marked.role is Role.ICON:
            blank = marked.blanks or marked.no_icons
            params["icon"] = _looked_up(dict(marked.icons), marked, "", later=True) if blank else marked.icon
        elif marks_of_corners:
            params["icon"] = _looked_up(marks_of_corners, marked, "", later=suit is not None and not inks(suit))
    if suit is not None and not inks(suit) and "icon" in params:
        # What a mark stands for is read on the card.
        params["label"] = params.pop("suit")
    if suit is not None and (colours := inks(suit)):
        params["color"] = _looked_up(colours, suit, "card-ink")
    return params


def _count(rank: str) -> int:
    """How many marks a card of a rank has; 0 for those of the court."""
    if rank.casefold() in _ACES:
        return 1
    return int(rank) if rank.isascii() and rank.isdigit() and 1 <= int(rank) <= 10 else 0


def _among(column: PlannedColumn, texts: list[str], *, number: bool = False) -> str:
    return f"{field(column.path)} in [{', '.join(texts if number else map(quoted, texts))}]"


def _looked_up(values: dict[str, str], column: PlannedColumn, otherwise: str, *, later: bool = False) -> str:
    """What stands for a column's cell; for a blank one, as jokers have, something else; also for what comes *later* to
    the table.
    """
    if later:
        return f"{{{{ {_mapping(values)}[{column.expression}] | default({quoted(otherwise)}) }}}}"
    or_else = f" if {column.expression} else {quoted(otherwise)}" if column.blanks else ""
    return f"{{{{ {_mapping(values)}[{column.expression}]{or_else} }}}}"


def _mapping(values: dict[str, str] | dict[str, int]) -> str:
    return "{" + ", ".join(f"{quoted(k)}: {quoted(v) if isinstance(v, str) else v}" for k, v in values.items()) + "}"
