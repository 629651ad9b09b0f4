"""Fuzzes for as long as it is asked to: ``python -m tests.fuzz --seconds 600 svg fonts``, or all targets.

What fails is made small and written into the corpus as ``found-…``, to be given a name that says what it shows, or shown alone
(``--show``). ``--try FILE`` tries files of a corpus.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.child import Failed
from tests.fuzz.target import Input, Target, input_of
from tests.fuzz.targets import TARGETS
from tests.patience import STRANGER_SECONDS

ROUND = 500
"""Inputs that are tried before Hypothesis begins anew."""
SHRINKING = 45.0
"""Seconds in which what fails is made small."""


class Enough(BaseException):
    """Time is over. No Exception, so that Hypothesis doesn't take it for a failure."""


@dataclass
class Fuzzing:
    """A target that is fuzzed until a moment, and what was found of it."""

    target: Target
    end: float
    tried: int = 0
    known: set[str] = field(default_factory=set)
    """Faults that were found, by their last lines."""
    smallest: tuple[Input, str] | None = None
    until: float = 0.0

    def one(self, case: Input) -> None:
        now = time.monotonic()
        if now > (self.until if self.smallest is not None else self.end):
            raise Enough
        self.tried += 1
        try:
            self.target.check(case)
        except Failed as problem:
            said = str(problem)
            if fault_in(said) in self.known:
                return
            if self.smallest is None:
                self.until = now + SHRINKING
            elif fault_in(said) != fault_in(self.smallest[1]):
                return
            if self.smallest is None or len(case.data) <= len(self.smallest[0].data):
                self.smallest = case, said
            raise

    def round(self) -> None:
        """Try some inputs, the first that fails made small. Raises Enough."""
        self.smallest = None
        law = given(self.target.inputs(self.target.corpus()))(lambda case: self.one(case))
        law = settings(
            max_examples=ROUND,
            database=None,
            derandomize=False,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink),
            report_multiple_bugs=False,
            print_blob=False,
        )(law)
        with suppress(Failed):
            seed(random.getrandbits(64))(law)()


def fault_in(said: str) -> str:
    """What tells one fault from others: the last place of ours in a traceback and the kind of exception."""
    lines = [line.strip() for line in said.strip().splitlines()]
    if told := re.search(r"not your fault: (\w+).*?\(at ([\w.:]+)\)", said):
        return f"{told[2]} {told[1]}"
    places = [
        line for line in lines if line.startswith("File ") and "/carddesigner/" in line and "site-packages" not in line
    ]
    kinds = [line for line in lines if line and not line.startswith(("File ", "^", "~"))]
    last = kinds[-1] if kinds else ""
    return f"{places[-1].rpartition('/')[2] if places else ''} {last.partition(':')[0][:60]}"


def tell(target: Target, found: tuple[Input, str], *, show: bool) -> None:
    """Say what was found, and keep it."""
    case, said = found
    name = f"found-{hashlib.sha256(case.data).hexdigest()[:8]}.{case.kind}"
    folder = Path(tempfile.gettempdir()) if show else target.folder
    path = folder / name
    path.write_bytes(case.data)
    print(f"\n{target.name}: {said[-3000:].strip()}\n{case.data[:400]!r}\nwritten to {path}", flush=True)
    print(f"to keep it: mv {path} {target.folder}/WHAT-IT-SHOWS.{case.kind}", flush=True)


def fuzz(target: Target, seconds: float, *, show: bool) -> int:
    """Fuzz a target; how many faults were found."""
    fuzzing = Fuzzing(target, time.monotonic() + seconds)
    with suppress(Enough):
        while True:
            with suppress(Enough):
                fuzzing.round()
            if fuzzing.smallest is not None:
                fuzzing.known.add(fault_in(fuzzing.smallest[1]))
                tell(target, fuzzing.smallest, show=show)
            if time.monotonic() > fuzzing.end:
                break
    print(f"{target.name}: {fuzzing.tried:,} inputs, {len(fuzzing.known)} faults", flush=True)
    return len(fuzzing.known)


def retry(paths: list[Path]) -> int:
    """Try files of a corpus; how many fail."""
    failed = 0
    for path in paths:
        target = TARGETS[path.resolve().parent.name]
        try:
            target.check(input_of(path))
            print(f"{path}: fine")
        except Failed as problem:
            failed += 1
            print(f"{path}: {problem}")
    return failed


def main() -> int:
    """The command line."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    parser.add_argument("--show", action="store_true", help="leave the corpus as it is")
    parser.add_argument("--try", nargs="+", type=Path, dest="files", default=[], metavar="FILE")
    asked = parser.parse_args()
    for name in asked.targets:
        if name not in TARGETS:
            parser.error(f"there is no target {name!r}; there are {', '.join(TARGETS)}")
    with tempfile.TemporaryDirectory(prefix="carddesigner-fuzz-") as cache:
        os.environ["XDG_CACHE_HOME"] = os.environ["XDG_CONFIG_HOME"] = cache
        if asked.files:
            return min(1, retry(asked.files))
        print(f"each input may take {STRANGER_SECONDS:g} s of CPU", flush=True)
        return min(1, sum(fuzz(TARGETS[name], asked.seconds, show=asked.show) for name in asked.targets or TARGETS))


if __name__ == "__main__":
    sys.exit(main())
