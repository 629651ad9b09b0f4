"""``deck.yaml`` of a deck that is made from a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from carddesigner.editors import modeline
from carddesigner.starter.kinds import by_table
from carddesigner.starter.looks.sketched import Sketched
from carddesigner.starter.looks.zones import front
from carddesigner.starter.roles.guess import Role
from carddesigner.starter.spelling import comment, filled, in_list, key, rule, scalar

_MAX_NAMED = 12, 3, 3
"""Columns that are silenced one by one, where a deck has one component, types of one table, and several sheets."""
_MAX_COLOURS = 6, 3, 0
"""Colours that have a line each, likewise."""
_WIDTH = 110
"""Characters of a line with several entries."""
_WIDE = 140
"""Characters of a line with a whole component."""


def deck_file(parts: Sequence[Sketched], as_written: Sequence[str] = ()) -> str:
    """The text of the file of a deck with a component a table; *as_written* are columns whose markup is printed as it
    is written.
    """
    coloured = [p.plan.colours for p in parts if p.plan.colours is not None and p.plan.colours.palette]
    components = [c for p in parts for c in p.components]
    sheets = len(by_table(parts)) > 1 or any(p.more for p in parts)
    several = sheets or any(p.kinds for p in parts)
    # Where one table has the cards of several types, what one of them prints is read.
    of_tables = ([_unread(p) for p in own] for own in by_table(parts))
    unread = list(dict.fromkeys(n for each in of_tables for n in each[0] if all(n in names for names in each)))
    palette = {name: color for c in reversed(coloured) for name, color in c.palette.items()}
    sizes = list(dict.fromkeys(p.fitting.size for p in parts))
    stocks = {_stock_name(size) if sizes[1:] else "card": size for size in sizes}
    return modeline("deck") + filled(
        Path(__file__).with_suffix(".jinja"),
        parts=components,
        several=several,
        sheets=sheets,
        own=next((p.languages.original for p in parts if p.languages is not None), None),
        languages=list(dict.fromkeys(code for p in parts if p.languages is not None for code in p.languages.others)),
        stocks=stocks,
        palette=_palette(
            palette, comment(", ".join(dict.fromkeys(".".join(c.path) for c in coloured)), 80), several + sheets
        ),
        rows_of=lambda part: _rows(part, several=several),
        whole=lambda part: _component(part, _stock_name(part.fitting.size) if sizes[1:] else None),
        colouring=[c for p in parts if _may_lack_colours(p) for c in p.components],
        replaced={t: r for p in parts if p.source.cells for t, (r, _) in p.source.cells.replacements.items()},
        unread=unread if len(unread) <= _MAX_NAMED[several + sheets] else ["*"],
        as_written=as_written if len(as_written) <= _MAX_NAMED[several + sheets] else ["*"],
    )


def _palette(colours: dict[str, str], of: str, several: int) -> list[str]:
    """The lines of the palette: a colour a line, many of them together, by how *several* its cards are."""
    if not colours:
        return []
    if len(colours) > _MAX_COLOURS[several]:
        lines = _wrapped("palette: {", (f"{key(name)}: {scalar(color)}" for name, color in colours.items()), "}")
    else:
        lines = ["palette:", *(f"  {scalar(name)}: {scalar(color)}" for name, color in colours.items())]
    return lines if several else [f"# The colour of the cards, by their {of}.", *lines]


def _stock_name(size: str) -> str:
    """What a stock of a size is called where there are several."""
    return re.sub(r"[^\w.]+", "-", size.replace("mm, ", "x")).strip("-") if size.startswith("[") else size


def _component(part: Sketched, stock: str | None) -> list[str]:
    """The lines of a component, as few as there are need for."""
    entries = [f"id: {scalar(part.component)}", *([f"stock: {stock}"] if stock is not None else [])]
    entries += _listed("rows: {", _settings(part, several=True), "}")
    return _wrapped("- {", [*entries, f"front: {part.front}", f"back: {part.behind}"], "}", _WIDE)


def _rows(part: Sketched, *, several: bool) -> list[str]:
    """The lines of ``rows:``: a setting a line, or as few lines as there are need for where there is more than one
    template.
    """
    settings = _settings(part, several=several)
    return _wrapped("rows: {", settings, "}") if several else ["rows:", *(f"  {line}" for line in settings)]


def _settings(part: Sketched, *, several: bool) -> list[str]:
    """What ``rows:`` says, as it stands in a list where there is more than one template."""
    rows, ids, copies = part.source.rows, part.columns(Role.ID), part.columns(Role.COPIES)
    written = in_list if several else scalar
    settings = [f"file: {written(rows.file)}"]
    settings += [f"from: {written(rows.from_)}"] if rows.from_ else []
    named = {"sheet": rows.sheet, "encoding": rows.encoding, "records": rows.records, "until": rows.until}
    settings += [f"{name}: {written(value)}" for name, value in named.items() if value is not None]
    settings += [f"header: {rows.header}"] if rows.header is not None else []
    settings += [f"skip: [{', '.join(map(rule, rows.skip))}]"] if rows.skip else []
    settings += [f"keys: [{', '.join(map(in_list, rows.keys))}]"] if rows.keys else []
    for name, cells in (("only", rows.only), ("except", rows.except_)):
        settings += [f"{name}: {{{in_list(c)}: [{', '.join(map(in_list, texts))}]}}" for c, texts in cells.items()]
    columns = _columns(part)
    settings += columns if several or not columns else _wrapped("", columns, "")
    if copies and copies != ["copies"]:
        listed = f"[{', '.join(map(in_list, copies))}]"
        settings.append(f"copies: {listed if copies[1:] else written(copies[0])}")
    settings += [f"id: {written(ids[0])}"] if ids and ids != ["id"] else []
    return settings


def _may_lack_colours(part: Sketched) -> bool:
    """Whether cards have the colours of words, of which others may come to the table later."""
    colours = part.plan.colours
    open_ = colours is not None and colours.by_name and not part.source.rows.only
    return open_ and colours is not None and any(colours.fill in line for line in front(part))


def _columns(part: Sketched) -> list[str]:
    """What gives columns their names."""
    columns = part.source.rows.columns
    if not columns:
        return []
    if isinstance(columns, tuple):
        return _listed("columns: [", map(_or_null, columns), "]")
    return _listed("columns: {", (f"{key(k)}: {_or_null(v)}" for k, v in columns.items()), "}")


def _listed(begin: str, entries: Iterable[str], end: str) -> list[str]:
    """Entries between brackets as entries of what stands around them."""
    listed = list(entries)
    return [f"{begin if not n else ''}{entry}{end if n == len(listed) - 1 else ''}" for n, entry in enumerate(listed)]


def _or_null(name: str | None) -> str:
    return in_list(name) if name is not None else "null"


def _wrapped(begin: str, entries: Iterable[str], end: str, width: int = _WIDTH) -> list[str]:
    """Entries between commas, on as few lines as there are need for."""
    lines = [begin]
    for entry in entries:
        if len(lines[-1]) + len(entry) > width and lines[-1] != begin:
            lines[-1] = lines[-1].rstrip()
            lines.append("  ")
        lines[-1] += f"{entry}, "
    lines[-1] = lines[-1].removesuffix(", ") + end
    return lines


def _unread(part: Sketched) -> list[str]:
    """The columns that nothing in the deck reads."""
    plan = part.arranged
    read = {p.path[0] for p in plan.prints} | {*part.columns(Role.COPIES), *part.columns(Role.ID)}
    if plan.colours is not None:
        read.add(plan.colours.path[0])
    if plan.picture is not None:
        read.add(plan.picture.path[0])
    return list(
        dict.fromkeys(
            g.column.path[0] for g in part.guesses if g.role is not Role.LANGUAGE and g.column.path[0] not in read
        )
    )
