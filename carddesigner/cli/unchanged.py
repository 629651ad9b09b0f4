"""A build that would make the very same again, which isn't made: what is reported of it instead."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from carddesigner.export.last_build import LastBuild, keep_build, last_build

if TYPE_CHECKING:
    from carddesigner.core.report import Progress
    from carddesigner.pipeline.batch import BatchBuild
    from carddesigner.pipeline.options import PrintOptions
    from carddesigner.pipeline.result import BuildResult

_ABOUT_REPORTS = frozenset(("json_", "quiet", "open_", "jobs", "scheduler", "resume", "watch", "json_lines"))
"""Options that make no difference to what is built."""
_READ_ELSEWHERE = ("printer", "since", "list_", "passes", "distinct")
"""Options that name files elsewhere than in the deck's folder, and old names: a build with these is always made."""


UNCHANGED: Mapping[str, object] = {"unchanged": True, "seconds": {}}
"""What is reported to a program of a build that wasn't made, else than of the one before it."""


def request_of(given: Mapping[str, Any]) -> str | None:
    """What was asked for on the command line, None where it is always to be built."""
    if any(given.get(name) for name in _READ_ELSEWHERE):
        return None
    return repr(sorted((name, str(value)) for name, value in given.items() if name not in _ABOUT_REPORTS))


class KeptBuilds(Struct, frozen=True):
    """What several builds made the last time, as ``build_batch`` asks for it."""

    def kept(self, build: BatchBuild) -> LastBuild | None:
        """What was made the last time, if nothing changed."""
        request = self._request(build)
        return last_build(build.options.output, request) if request is not None else None

    def keep(self, build: BatchBuild, result: BuildResult, began: float) -> None:
        """Keep what was made of a build that *began* at a time (``time.time()``)."""
        _keep(self._request(build), result, began)

    def _request(self, build: BatchBuild) -> str | None:
        if not build.options.cache:
            return None
        from carddesigner.template.expressions import plain_options

        return request_of({"deck": build.deck, **plain_options(build.options), "list_": build.options.listed})


def report_unchanged(
    request: str, output: Path, *, json_: bool, quiet: bool, show: Callable[[Path], None] | None
) -> bool:
    """Say so if nothing changed since the same was asked for, and whether that is so."""
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
    """Build a deck, and where there is a *request* to find it by, keep what was made until something changes. *notify* is given a line on
    the cluster, if one is to do it. Raises what ``build_deck`` does.
    """
    from carddesigner.pipeline.build import build_deck

    began = time.time()
    result = build_deck(deck, options, progress, notify=notify)
    _keep(request, result, began)
    return result


def _keep(request: str | None, result: BuildResult, began: float) -> None:
    """Keep what was built, where there is a request to find it by."""
    if request is not None:
        from carddesigner.cli.build_report import as_kept

        keep_build(as_kept(result), result.read_from, began, request)
