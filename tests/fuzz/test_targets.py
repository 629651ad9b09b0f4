"""What strangers write in any file ends in words or in what it was for: all that the corpus holds, and some more in each run."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given

from tests.examples import examples
from tests.fuzz.child import Failed, in_child
from tests.fuzz.target import CORPUS, Input, input_of
from tests.fuzz.targets import TARGETS

pytestmark = pytest.mark.slow

FILES = [(name, path) for name, target in TARGETS.items() for path in target.files()]


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{name}/{path.name}" for name, path in FILES])
def test_an_input_of_the_corpus_ends_in_words_or_in_what_it_was_for(name: str, path: Path) -> None:
    TARGETS[name].check(input_of(path))


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", TARGETS)
def test_any_input_ends_in_words_or_in_what_it_was_for(name: str) -> None:
    target = TARGETS[name]

    @examples(1 / 8, 1, suppress_health_check=list(HealthCheck))
    @given(target.inputs(target.corpus()))
    def law(case: Input) -> None:
        target.check(case)

    law()


def test_each_folder_of_the_corpus_is_of_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


def test_a_fault_fails() -> None:
    """What no input may bring about is noticed, whatever it is."""

    def crash() -> None:
        ctypes.string_at(0)

    def spin() -> None:
        while True:
            pass

    for fault, said in (
        (lambda: 1 / 0, "ZeroDivisionError"),
        (crash, "signal 11"),
        (lambda: bytearray(520_000_000), "MB of memory"),
        (lambda: bytearray(8_000_000_000), "MemoryError"),
    ):
        with pytest.raises(Failed, match=said):
            in_child(fault)
    with pytest.raises(Failed, match=r"signal 24|of CPU"):
        in_child(spin, seconds=0.02)
    with pytest.raises(Failed, match="of CPU"):
        in_child(lambda: sum(range(5_000_000)), seconds=0.02)
    in_child(lambda: None)
