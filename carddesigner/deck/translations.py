"""Translations next to the texts: ``text.pt`` for ``text``, ``rules.pt.md`` for ``rules.md``."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePath

from msgspec import Struct
from msgspec.structs import replace

from carddesigner.core.report import Report
from carddesigner.core.source import Span
from carddesigner.source.files import FileProblem, display_path, is_there, read_text, resolve_inside
from carddesigner.source.yaml import Node, find
from carddesigner.tables.table import Row, Table, text_of

ACCEPTED = "translations.json"
"""A deck's file that records from which original each accepted translation was made."""


class Wording(Struct, frozen=True):
    """The chosen language, the deck's own, and those that it is translated to."""

    language: str
    original: str
    languages: tuple[str, ...]

    @property
    def is_translated(self) -> bool:
        """Whether the chosen language is not the deck's own."""
        return self.language != self.original


class Translation(Struct, frozen=True):
    """A text in the chosen language; ``key`` is ``component/card/column``, ``texts/name``, ``keywords/name`` or a
    file.
    """

    key: str
    original: str
    text: str
    span: Span
    is_file: bool = False


def translated_table(
    table: Table, wording: Wording, report: Report
) -> tuple[Table, tuple[tuple[int, Translation], ...]]:
    """Return the table in the chosen language, and its translations with the indexes of their rows, keyed by the field
    alone.

    A missing translation is an error, one whose original is empty a warning.
    """
    names = table.names
    others: dict[str, dict[str, int]] = {}
    for i, name in enumerate(names):
        base, _, language = name.rpartition(".")
        if base and language in wording.languages:
            if base in names:
                others.setdefault(base, {})[language] = i
            else:
                message = f"{name!r} translates {base!r}, which is not a column"
                report.error("unknown-column", message, table.headers[i].span)
    taken = {i for languages in others.values() for i in languages.values()}
    kept = [i for i in range(len(names)) if i not in taken]
    if not taken:
        return table, ()
    shown = [others.get(names[i], {}).get(wording.language, i) if wording.is_translated else i for i in kept]
    translations: list[tuple[int, Translation]] = []
    rows = []
    for number, row in enumerate(table.rows):
        lines = [row.values[j] for j in shown]
        for at, (i, j) in enumerate(zip(kept, shown, strict=True)):
            if i == j:
                continue
            original, text = text_of(row.values[i]), text_of(row.values[j])
            if original and not text:
                message = f"{names[i]} has no {wording.language} text"
                report.error("missing-translation", message, table.place(row, j))
                lines[at] = row.values[i]
            elif text and not original:
                message = f"{names[j]} has a text, {names[i]} has none"
                report.warn("left-over-translation", message, table.place(row, j))
            elif text:
                translations.append((number, Translation(names[i], original, text, table.place(row, j))))
        rows.append(Row(tuple(lines), row.span, row.number))

    def place(row: Row, column: int) -> Span:
        return table.place(row, shown[column])

    headers = tuple([table.headers[i] for i in kept])
    return replace(table, headers=headers, rows=tuple(rows), place=place), tuple(translations)


def translated_file(name: str, wording: Wording) -> str:
    """The name of a file's translation: ``rules.pt.md`` for ``rules.md``."""
    path = PurePath(name)
    return str(path.with_name(f"{path.stem}.{wording.language}{path.suffix}"))


def translated_texts(
    texts: Mapping[str, str], node: Node, wording: Wording, report: Report
) -> tuple[dict[str, str], tuple[Translation, ...]]:
    """Return the deck's own texts in the chosen language (``follower.pt`` for ``follower``), and their translations."""
    out: dict[str, str] = {}
    translations: list[Translation] = []
    for name, text in texts.items():
        base, _, language = name.rpartition(".")
        if base and language in wording.languages:
            if base not in texts:
                where = find(node, (name,))
                message = f"{name!r} translates {base!r}, which is no text"
                report.error("unknown-text", message, where.key_span or where.span)
            continue
        out[name] = text
        if wording.is_translated:
            key = f"{name}.{wording.language}"
            if key in texts:
                out[name] = texts[key]
                translations.append(Translation(f"texts/{name}", text, texts[key], find(node, (key,)).span))
            else:
                report.error("missing-translation", f"text {name!r} has no {key}", find(node, (name,)).span)
    return out, tuple(translations)


def digest(text: str) -> str:
    """The digest of an original in the file of accepted translations."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def accepted(folder: Path, report: Report) -> dict[str, dict[str, str]]:
    """Return the digests of originals by language and key; empty if nothing was accepted."""
    path = folder / ACCEPTED
    if not is_there(path):
        return {}
    import json  # few decks need it

    try:
        data = json.loads(read_text(resolve_inside(folder, ACCEPTED)))
    except (ValueError, RecursionError, FileProblem):
        message = f"{ACCEPTED} can't be read; accept the translations again"
        report.error("json-syntax", message, Span(display_path(path)))
        return {}
    if not isinstance(data, dict):
        return {}
    return {str(k): {str(a): str(b) for a, b in v.items()} for k, v in data.items() if isinstance(v, dict)}


def check_accepted(folder: Path, language: str, translations: tuple[Translation, ...], report: Report) -> None:
    """Warn of every translation whose original changed since it was accepted."""
    cached = accepted(folder, report).get(language, {})
    for one in translations:
        if one.key in cached and cached[one.key] != digest(one.original):
            hint = f"translate it again, then run: carddesigner accept-translations DECK {language}"
            message = f"the original of {one.key} was changed since it was translated to {language}"
            report.warn("changed-translation", message, one.span, hint=hint)


def accepted_bytes(folder: Path, language: str, translations: tuple[Translation, ...], report: Report) -> bytes:
    """Return the file of accepted translations, with all translations of a language accepted as they are now."""
    import json

    every = {**accepted(folder, report), language: {t.key: digest(t.original) for t in translations}}
    return (json.dumps(every, indent=1, sort_keys=True) + "\n").encode("utf-8")
