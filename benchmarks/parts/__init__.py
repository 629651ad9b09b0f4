"""The parts of the benchmarks; each measures its commands in turns."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.bench import Bench
from benchmarks.kept import Figure
from benchmarks.parts.contents import drawings, effects, icons, outlines, scripts
from benchmarks.parts.cores import cluster, cores
from benchmarks.parts.edits import begun, opened, since, unchanged, watched
from benchmarks.parts.growth import growth, imposed, variable
from benchmarks.parts.press import preflight, press, tabled
from benchmarks.parts.tables import tables
from benchmarks.parts.trading import trading
from benchmarks.parts.whole import core, played, shipped, whole

PARTS: dict[str, Callable[[Bench], list[Figure]]] = {
    part.__name__: part
    for part in (
        whole,
        core,
        trading,
        growth,
        variable,
        cores,
        cluster,
        press,
        preflight,
        tabled,
        shipped,
        watched,
        opened,
        since,
        unchanged,
        tables,
        imposed,
        scripts,
        drawings,
        icons,
        effects,
        outlines,
        begun,
        played,
    )
}
