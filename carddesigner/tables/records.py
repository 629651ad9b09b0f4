"""Turn records in JSON and YAML into a table: a list of records, columns, a list under a key, or nested mappings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from carddesigner.core.report import Report, did_you_mean
from carddesigner.core.source import Span
from carddesigner.schema.rows import Source
from carddesigner.source.files import FileProblem, decode, display_path, read_bytes
from carddesigner.source.json_nodes import load_json
from carddesigner.source.yaml import Node, load_yaml, plain
from carddesigner.tables.no_cards import Skipping, to_report
from carddesigner.tables.table import MAX_COLUMNS, Header, LeftOut, Row, Table, check_renamed, text_of

VALUE = "value"
"""The column of records that aren't mappings."""

Record = dict[str, Node]


def read_records(path: Path, rows: Source, report: Report, unsaved: str | None = None) -> Table | None:
    """Read the table in a file, or in an *unsaved* text; None if it is not JSON or YAML, with the reason in the report.
    Raises FileProblem.
    """
    text = decode(read_bytes(path), path, rows.encoding, of_table=True) if unsaved is None else unsaved
    node = (load_json if path.suffix.lower() == ".json" else load_yaml)(path, text, report)
    if node is None:
        return None
    nodes = _descend(node, rows.records)
    records = _unrolled(nodes, rows.keys) if rows.keys else _listed(nodes)
    return _table(display_path(path), records, rows, report)


def _descend(node: Node, where: str | None) -> Node:
    for name in where.split(".") if where else ():
        keys = node.mapping
        if name not in keys:
            message = f"`records` names {name!r}, which is not a key there{did_you_mean(name, keys)}"
            hint = f"there are {', '.join(list(keys)[:12])}" if keys else "that is not a mapping"
            raise FileProblem("missing-records", message, hint=hint, setting="records")
        node = keys[name]
    return node


def _listed(node: Node) -> list[tuple[Record, Span]]:
    """The records of a list, of columns, or of the only list in a mapping."""
    value = node.value
    if isinstance(value, tuple):
        if value and all(isinstance(n.value, tuple) for n in value):
            return _of_rows(value)
        return [(n.value if isinstance(n.value, dict) else {VALUE: n}, n.span) for n in value]
    if isinstance(value, dict):
        lists = {k: n.value for k, n in value.items() if isinstance(n.value, tuple)}
        of_records = [k for k, nodes in lists.items() if nodes and all(isinstance(n.value, dict) for n in nodes)]
        if len(of_records) == 1:
            return _listed(value[of_records[0]])
        if len(lists) == len(value) and len({len(nodes) for nodes in lists.values()}) == 1 and not of_records:
            first = next(iter(lists.values()))
            return [({k: nodes[i] for k, nodes in lists.items()}, node.span) for i, node in enumerate(first)]
        if (by_number := _columns_by_number(value)) is not None:
            return by_number
        keys = ", ".join(list(value)[:8])
        hint = f"set where the records are with `records:`, or name nested keys with `keys:`; there are {keys}"
        raise FileProblem("missing-records", "no list of records is found here", node.span, hint=hint)
    raise FileProblem("missing-records", "expected a list of records", node.span)


def _of_rows(rows: Sequence[Node]) -> list[tuple[Record, Span]]:
    """The records of a list of lists, the first of which names the columns."""
    first, *below = [n.value if isinstance(n.value, tuple) else () for n in rows]
    names = [n.value for n in first]
    texts = [n for n in names if isinstance(n, str) and n.strip()]
    if len(texts) != len(names) or len(set(texts)) != len(texts):
        message = "the first of these lists names the columns: a text for each, all different"
        raise FileProblem("missing-records", message, rows[0].span)
    return [(dict(zip(texts, row, strict=False)), node.span) for row, node in zip(below, rows[1:], strict=True)]


def _columns_by_number(value: dict[str, Node]) -> list[tuple[Record, Span]] | None:
    """The records of columns that are mappings from row numbers, as pandas writes them."""
    columns = {k: n.value for k, n in value.items() if isinstance(n.value, dict)}
    first = next(iter(columns.values()), {})
    numbers = [str(i) for i in range(len(first))]
    if len(columns) < len(value) or not numbers or any(list(column) != numbers for column in columns.values()):
        return None
    return [({k: column[n] for k, column in columns.items()}, first[n].span) for n in numbers]


def _unrolled(node: Node, keys: tuple[str, ...]) -> list[tuple[Record, Span]]:
    """The leaves of nested mappings, each with the keys on its path as columns."""
    level: list[tuple[Record, Node]] = [({}, node)]
    for name in keys:
        deeper: list[tuple[Record, Node]] = []
        for above, at in level:
            if not isinstance(at.value, dict):
                raise FileProblem("missing-records", f"expected a mapping whose keys are {name!r}", at.span)
            deeper += [({**above, name: Node(k, n.key_span or n.span)}, n) for k, n in at.value.items()]
        level = deeper
    out: list[tuple[Record, Span]] = []
    for above, leaf in level:
        if isinstance(leaf.value, tuple) and all(isinstance(n.value, dict) for n in leaf.value):
            out += [({**above, **n.mapping}, n.span) for n in leaf.value]
        else:
            own = leaf.value if isinstance(leaf.value, dict) else {VALUE: leaf}
            out.append(({**above, **own}, leaf.span))
    return out


def _table(shown: str, records: list[tuple[Record, Span]], rows: Source, report: Report) -> Table:
    spans: dict[str, Span] = {}
    for record, _ in records:
        for name, node in record.items():
            spans.setdefault(name, node.key_span or node.span)
    if not spans:
        raise FileProblem("empty-table", "there are no records", Span(shown))
    if len(spans) > MAX_COLUMNS:
        message = f"the records have {len(spans):,} fields; at most {MAX_COLUMNS:,}"
        raise FileProblem("table-too-large", message, Span(shown))
    names = list(spans)
    check_renamed(rows.columns, names, "field of a record")
    renamed = rows.columns if isinstance(rows.columns, dict) else dict(zip(spans, rows.columns, strict=False))
    final = [renamed.get(name, name) for name in names]
    for i, given in enumerate(final):
        if given is not None and given in final[:i]:
            report.error("duplicate-header", f"two fields are named {given!r}", spans[names[i]])
    chooses = rows.skip or rows.only or rows.except_
    skipping = Skipping(rows.skip, final, names, rows.only, rows.except_) if chooses else None
    used = [n for n, name in zip(names, final, strict=True) if name is not None]
    out, left_out = [], []
    for i, (record, span) in enumerate(records):
        values = {n: plain(record[n]) if n in record else None for n in names}
        if skipping is not None and (why := skipping.why([text_of(v) for v in values.values()])) is not None:
            left_out.append(LeftOut(i + 1, why))
        else:
            out.append(Row(tuple([values[n] for n in used]), span, i))

    def place(row: Row, column: int) -> Span:
        node = records[row.number][0].get(used[column])
        return node.span if node is not None else row.span

    named = tuple(Header(name, span) for name, span in zip(final, spans.values(), strict=True) if name is not None)
    return Table(shown, named, tuple(out), place, True, left_out=to_report(left_out))
