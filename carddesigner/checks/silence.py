"""The warnings that a deck silences with its entries under ``silence``, and the entries that silence nothing."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from msgspec import Struct, field

from carddesigner.checks.base import Finding
from carddesigner.core.report import Report, did_you_mean
from carddesigner.deck.loaded import LoadedDeck
from carddesigner.schema.silence import Silence
from carddesigner.source.yaml import find

NEEDLESS = "silences-nothing"
"""The code of the warning about an entry that silenced nothing."""


class Silences(Struct):
    """A deck's entries, and which of them have silenced something."""

    entries: tuple[Silence, ...]
    used: set[int] = field(default_factory=set)

    def holds(self, finding: Finding) -> bool:
        """Whether an entry silences a finding."""
        fine = {i for i, entry in enumerate(self.entries) if _matches(entry, finding)}
        self.used |= fine
        return bool(fine)

    def filter(self, report: Report) -> None:
        """Remove silenced warnings from a report."""
        for d in report.warnings if self.entries else ():
            if self.holds(Finding(d.code, d.message, d.span, card=d.card, zone=d.zone)):
                del report.diagnostics[d]

    def report_unused(self, deck: LoadedDeck, codes: Iterable[str], report: Report) -> None:
        """Warn of entries that silenced nothing; *codes* are the existing ones."""
        valid = list(codes)
        for i, entry in enumerate(self.entries):
            if i not in self.used:
                unknown = did_you_mean(entry.code, valid) if entry.code not in valid else ""
                given = {k: v for k, v in entry.model_dump().items() if v is not None and k != "why"}
                message = f"no warning has {', '.join(f'{k} {v!r}' for k, v in given.items())}{unknown}"
                hint = "delete the entry, or correct its place"
                report.warn(NEEDLESS, message, find(deck.root, ("silence", i)).span, hint=hint)


def _matches(entry: Silence, finding: Finding) -> bool:
    template, zone = finding.template or "", finding.zone or ""
    return entry.code == finding.code and all(
        pattern is None or any(fnmatchcase(name, pattern) for name in names if name)
        for pattern, names in (
            (entry.template, (template, template.partition("#")[0])),
            (entry.zone, (zone, zone.rpartition("/")[2])),
            (entry.card, (finding.card,)),
            (entry.field, (finding.field,)),
            (entry.file, (finding.file,)),
        )
    )
