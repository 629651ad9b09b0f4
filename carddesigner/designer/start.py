"""The start page: the decks that can be opened, and making new ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import msgspec

from carddesigner.core.report import Problem, Report
from carddesigner.deck.find import find_deck
from carddesigner.designer.drafts import copy_name, unused_name
from carddesigner.designer.processes import started
from carddesigner.designer.recent import recent
from carddesigner.designer.start_messages import DeckEntry, Refused, StartInfo, StartRequest
from carddesigner.designer.start_tasks import Answer, Done, Fetched, Gallery, Refreshing, StartTask
from carddesigner.source import paths
from carddesigner.source.files import MAX_NEAR
from carddesigner.starter.reading.source import tables_inside
from carddesigner.starter.spelling import folded_ascii

PATIENCE = 300.0
"""Seconds after which a process that makes a deck is killed."""
_MAX_LINE = 2**26
_ANSWER = msgspec.json.Decoder(Answer)


def start_info(here: Path) -> StartInfo:
    """Return what the start page shows first: recently opened decks, those in the folder *here*, and shipped ones."""
    own = [
        DeckEntry(r.folder, r.title, r.folder, missing=not (Path(r.folder) / "deck.yaml").is_file(), recent=True)
        for r in recent()
    ]
    listed = {deck.deck for deck in own}
    folders = [here] if (here / "deck.yaml").is_file() else []
    with suppress(OSError):
        folders += [p for p in islice(here.iterdir(), MAX_NEAR) if (p / "deck.yaml").is_file()]
    own += [DeckEntry(str(p), p.name, str(p)) for p in sorted(folders) if str(p) not in listed]
    shipped = (DeckEntry(d, d, f"./{unused_name(here, copy_name(d))}") for d in paths.shipped_decks())
    return StartInfo(str(here), tuple(own), tuple(shipped))


def gallery(info: StartInfo) -> Gallery:
    """Return the request for pictures of all these decks."""
    own = [(d.deck, str(Path(d.deck) / "deck.yaml")) for d in info.own if not d.missing]
    return Gallery((*own, *((d.deck, str(paths.decks() / d.deck / "deck.yaml")) for d in info.shipped)))


def deck_file(deck: str) -> Path:
    """Return the ``deck.yaml`` of a deck as the user typed it. Raises DeckError."""
    if deck in paths.shipped_decks():
        return find_deck(deck)
    path = typed_path(deck)
    report = Report()
    if not deck.strip():
        report.fail("missing-file", "name the folder of a deck")
    if path.is_dir() and not (path / "deck.yaml").is_file():
        tables = tables_inside(path)
        hint = f"a deck can be made of its table: type {tables[0]}" if tables else None
        report.fail("missing-file", f"{path} is no deck: it has no deck.yaml", hint=hint)
    return find_deck(f"{path}{'/' if path.is_dir() else ''}")


def typed_path(text: str) -> Path:
    """Return a typed path with its tilde expanded, as in a shell; a tilde before an unknown user stays as it is. Quotes
    around the path are removed.
    """
    bare = text.strip()
    bare = bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'" else bare
    try:
        return Path(bare).expanduser().absolute()
    except (RuntimeError, ValueError):
        return Path(bare).absolute()


def folder_for(table: Path, here: Path, *, web: bool) -> str:
    """Return the proposed folder for a deck made from a table: one that does not exist yet, named after the table."""
    stem = folded_ascii(table.stem) if not web else ""
    return f"./{unused_name(here, stem or 'my-deck')}"


async def made(task: StartTask, request: StartRequest, seconds: float = PATIENCE) -> AsyncIterator[Answer]:
    """Yield the answers to a request from a separate process, which ends with the iteration."""
    process = await started("carddesigner.designer.workbench", limit=_MAX_LINE)
    assert process.stdin is not None
    assert process.stdout is not None
    last: Answer | None = None
    try:
        async with asyncio.timeout(seconds):
            process.stdin.write(msgspec.json.encode(task))
            await process.stdin.drain()
            process.stdin.write_eof()
            while line := await process.stdout.readline():
                last = _ANSWER.decode(line)
                yield last
            if await process.wait() != 0:
                yield Refused(request, "this can't be done here; the command on the terminal says more")
    except TimeoutError:
        yield Refused(request, f"this took longer than {seconds:g} seconds, and was ended")
    except (OSError, ValueError, Problem) as problem:
        yield Refused(request, f"this can't be done: {problem}")
    finally:
        with suppress(ProcessLookupError):
            process.kill()


async def fetched(deck: Path) -> Fetched | Refused:
    """Download the published sheets of a deck."""
    out: Fetched | Refused = Refused("table", "nothing was read")
    async for answer in made(Refreshing(str(deck)), "table"):
        if isinstance(answer, Fetched | Refused):
            out = answer
    return out


async def done(task: StartTask, request: StartRequest) -> Done | Refused:
    """Return the final answer to a request that makes a deck."""
    out: Done | Refused = Refused(request, "nothing was made")
    async for answer in made(task, request):
        if isinstance(answer, Done | Refused):
            out = answer
    return out
