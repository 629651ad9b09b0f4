"""All that is fuzzed."""

from __future__ import annotations

from tests.fuzz import (
    arguments,
    designer,
    expressions,
    fonts,
    generated,
    pictures,
    preflight,
    settings,
    svg,
    tables,
    text,
    yaml_files,
)
from tests.fuzz.target import Target

TARGETS: dict[str, Target] = {
    t.TARGET.name: t.TARGET
    for t in (
        arguments,
        designer,
        expressions,
        fonts,
        generated,
        pictures,
        preflight,
        settings,
        svg,
        tables,
        text,
        yaml_files,
    )
}
