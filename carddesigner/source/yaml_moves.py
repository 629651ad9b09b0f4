"""Move keys of a YAML file to another mapping: their lines, with comments, remain as written except for the
indentation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from carddesigner.core.report import Problem
from carddesigner.core.source import Span
from carddesigner.source.yaml_edits import EditProblem, Step, YamlText, read_places

Path = tuple[Step, ...]


def moved_keys(
    places: YamlText,
    paths: Sequence[Path],
    to: Path,
    before: str | None = None,
    names: Mapping[Path, str] | None = None,
) -> str:
    """Return the text with the keys at *paths*, in that order, moved into the mapping at *to*, *before* one of its keys
    or at the end; *names* renames some. Raises Problem if a key is in braces, belongs to an alias, or would be moved
    into itself.
    """
    if any(to[: len(path)] == path for path in paths):
        raise EditProblem("a zone can't contain itself", Span(places.name))
    text, newline = places.text, "\r\n" if "\r\n" in places.text else "\n"
    moved = []
    for path in paths:
        lines = places.block(path)
        if lines is None:
            raise EditProblem(f"{path[-1]!r} is written in braces with others; write it in lines of its own to move it")
        moved.append(lines)
    column, at, cut = _target(places, to, before, set(paths))
    head = "" if at == 0 or text[at - 1] in "\r\n" else newline
    blocks = []
    for path, (start, end, own) in zip(paths, moved, strict=True):
        block = text[start:end]
        if not block.endswith(("\n", "\r")):
            block += newline
        name = (names or {}).get(path)
        if name is not None:
            entry = next(e for e in places.at(path[:-1]).entries if e.name == path[-1])
            key = entry.start - start
            block = block[:key] + name + block[text.index(":", entry.start) - start :]
        blocks.append(_indented(block, column - own))
    cuts = [*((start, end, "") for start, end, _ in moved), (at, at, head + "".join(blocks))]
    if cut is not None:
        cuts.append((*cut, ""))
    for start, end, new in sorted(cuts, reverse=True):
        text = text[:start] + new + text[end:]
    _check(places.name, text)
    return text


def _target(
    places: YamlText, to: Path, before: str | None, moving: set[Path]
) -> tuple[int, int, tuple[int, int] | None]:
    """The column and the offset for moved keys in a mapping, and the range of its present value that must be
    removed.
    """
    owner = places.at(to)
    names = [e.name for e in owner.entries if (*to, str(e.name)) not in moving]
    if owner.entries:
        if owner.flow or owner.kind != "map":
            raise EditProblem(f"{to[-1]!r} is written in braces; write it in lines to move something there")
        lines = places.block((*to, str(before if before in names else owner.entries[-1].name)))
        if lines is None:
            raise EditProblem(f"{to[-1]!r} is written in braces; write it in lines to move something there")
        start, end, column = lines
        return column, start if before in names else end, None
    above = places.block(to)
    if above is None or owner.kind not in ("map", "scalar") or (owner.kind == "scalar" and owner.start != owner.end):
        raise EditProblem(f"nothing can be moved into {to[-1]!r}")
    return above[2] + 2, above[1], (owner.start, owner.end) if owner.start != owner.end else None


def _indented(block: str, by: int) -> str:
    """The lines indented more or less. Empty lines, and those indented less than that, stay as they are."""
    out = []
    for line in block.splitlines(keepends=True):
        if not line.strip():
            out.append(line)
        elif by >= 0:
            out.append(" " * by + line)
        else:
            out.append(line[-by:] if not line[:-by].strip() else line.lstrip())
    return "".join(out)


def _check(name: str, text: str) -> None:
    try:
        read_places(name, text)
    except Problem as problem:
        raise EditProblem("these lines can't be moved as they are written; move them in their file") from problem
