"""Builds that would give the very same files again: these are skipped and reported."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from carddesigner.core.report import Progress
    from carddesigner.export.last_build import LastBuild
    from carddesigner.pipeline.batch import BatchBuild
    from carddesigner.pipeline.options import PrintOptions
    from carddesigner.pipeline.result import BuildResult

_ABOUT_REPORTS = frozenset(("json_", "quiet", "open_", "jobs", "scheduler", "resume", "watch", "json_lines"))
"""Options that make no difference to what is built."""
_READ_ELSEWHERE = ("printer", "since", "list_", "passes", "distinct")
"""Options that name files outside the deck's folder, and renamed options. A build with these is never skipped."""


UNCHANGED: Mapping[str, object] = {"unchanged": True, "seconds": {}}
"""The fields that differ in a program's report of a skipped build from that of the build before."""


def request_of(given: Mapping[str, Any]) -> str | None:
    """Return the request that a command line makes, None if it must always be built."""
    if any(given.get(name) for name in _READ_ELSEWHERE):
        return None
    return repr(sorted((name, str(value)) for name, value in given.items() if name not in _ABOUT_REPORTS))


class KeptBuilds(Struct, frozen=True):
    """The results of the last builds, for ``build_batch``."""

    def kept(self, build: BatchBuild) -> LastBuild | None:
        """Return what was made last time if nothing changed, else None."""
        from carddesigner.export.last_build import last_build

        request = self._request(build)
        return last_build(build.options.output, request) if request is not None else None

    def keep(self, build: BatchBuild, result: BuildResult, began: float) -> None:
        """Remember the result of a build that *began* at a time (``time.time()``)."""
        _keep(self._request(build), result, began)

    def _request(self, build: BatchBuild) -> str | None:
        if not build.options.cache:
            return None
        from carddesigner.template.expressions import plain_options

        return request_of({"deck": build.deck, **plain_options(build.options), "list_": build.options.listed})


def report_unchanged(
    request: str, output: Path, *, json_: bool, quiet: bool, show: Callable[[Path], None] | None
) -> bool:
    """If nothing changed since the last build for this request, report that. Returns whether this is so."""
    from carddesigner.export.last_build import last_build

    kept = last_build(output, request)
    if kept is None:
        return False
    from carddesigner.cli.build_report import print_unchanged

    if json_:
        from carddesigner.cli.report import print_json

        print_json({"decks": [{**kept.data, **UNCHANGED}]})
    if not quiet:
        print_unchanged(kept)
    if show is not None and kept.files:
        show(Path(kept.files[0].path))
    return True


def build_and_keep(
    deck: str | Path,
    options: PrintOptions,
    request: str | None,
    progress: Progress | None = None,
    notify: Callable[[str], None] | None = None,
) -> BuildResult:
    """Build a deck, and remember the result under *request*, if given, until something changes. *notify* gets a line
    about the cluster, if one is used. Raises what ``build_deck`` raises.
    """
    from carddesigner.pipeline.build import build_deck

    began = time.time()
    result = build_deck(deck, options, progress, notify=notify)
    _keep(request, result, began)
    return result


def _keep(request: str | None, result: BuildResult, began: float) -> None:
    """Remember the result if there is a request to find it by."""
    if request is not None:
        from carddesigner.cli.build_report import as_kept
        from carddesigner.export.last_build import keep_build

        keep_build(as_kept(result), result.read_from, began, request)
