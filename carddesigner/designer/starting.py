"""The requests of the start page: to list, open, copy, and make decks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable, Coroutine, Hashable, Iterable, Mapping
from pathlib import Path
from typing import Literal

from carddesigner.core.fault import fault_of
from carddesigner.core.report import DeckError, Problem
from carddesigner.designer import start_messages as sm
from carddesigner.designer.drafts import MAX_TABLE, Drafts, UploadProblem, safe_folder
from carddesigner.designer.messages import FromServer, FromStart
from carddesigner.designer.recent import forget
from carddesigner.designer.session import Session
from carddesigner.designer.start import deck_file, done, folder_for, gallery, made, start_info, typed_path
from carddesigner.designer.start_tasks import Copy, Done, Fetching, Making, Sketching, StartTask, refused
from carddesigner.starter.made import is_address
from carddesigner.starter.reading.source import TABLES

Send = Callable[[Hashable, Iterable[FromServer]], Awaitable[None]]

_Kind = Literal["pictures", "sketch", "make"]
_REQUESTS: Mapping[_Kind, sm.StartRequest] = {"pictures": "open", "sketch": "table", "make": "make"}
"""The kinds of long tasks, each with its kind of request."""


class Starting:
    """Answers the start pages. Long tasks run beside the server, one of each kind at a time per page."""

    def __init__(self, here: Path, send: Send, switch: Callable[[Session], Awaitable[None]]) -> None:
        self.here, self.send, self.switch = here, send, switch
        self.drafts = Drafts()
        self.work: dict[tuple[Hashable, str], asyncio.Task[None]] = {}

    async def answer(self, page: Hashable, message: FromStart) -> list[FromServer]:
        """Answer a request of a page. Results of long tasks are sent later."""
        match message:
            case sm.Start():
                info = start_info(self.here)
                self._do(page, "pictures", self._pictures(page, info))
                return [info]
            case sm.OpenDeck(deck):
                return await self._open(deck)
            case sm.CopyDeck(deck, folder):
                target, why = _place(folder)
                if why:
                    return [sm.Refused("copy", why)]
                self._do(page, "make", self._make(page, Copy(deck, str(target)), "copy"))
            case sm.Forget(deck):
                forget(deck)
                return [start_info(self.here)]
            case sm.FetchTable(address):
                self._do(page, "sketch", self._fetch(page, address.strip()))
            case sm.Sketch():
                self._do(page, "sketch", self._sketch(page, message))
            case sm.MakeDeck():
                self._do(page, "make", self._make_deck(page, message))
        return []

    async def take(self, key: str, name: str, body: AsyncIterable[bytes]) -> sm.Drafted | sm.Refused:
        """Add a file that was dropped on a page to the draft with this key, or to a new one."""
        data = bytearray()
        try:
            async for part in body:
                data += part
                if len(data) > MAX_TABLE:
                    raise UploadProblem(f"{name}: at most {MAX_TABLE // 1_000_000} MB are taken")
            key = key or self.drafts.new()
            path = await asyncio.to_thread(self.drafts.put, key, name, bytes(data))
            table = self.drafts.get(key).table
        except (UploadProblem, DeckError, OSError) as problem:
            return refused("table", problem)
        return sm.Drafted(key, (table or path).name)

    def leave(self, page: Hashable) -> None:
        """Cancel the tasks of a page that was closed."""
        for key in [k for k in self.work if k[0] == page]:
            self.work.pop(key).cancel()

    def end(self) -> None:
        """Cancel all tasks, and discard the drafts."""
        for task in self.work.values():
            task.cancel()
        self.drafts.clear()

    def _do(self, page: Hashable, kind: _Kind, work: Coroutine[None, None, None]) -> None:
        """Start a long task; it replaces a running one of that kind."""
        if task := self.work.pop((page, kind), None):
            task.cancel()
        self.work[page, kind] = asyncio.create_task(self._done(page, _REQUESTS[kind], work))

    async def _done(self, page: Hashable, request: sm.StartRequest, work: Coroutine[None, None, None]) -> None:
        """Do a task; after an internal error send the page a message."""
        try:
            await work
        except Exception as problem:
            await self.send(page, [sm.Refused(request, fault_of(problem))])

    async def _open(self, deck: str) -> list[FromServer]:
        path = typed_path(deck)
        try:
            if path.suffix.lower() in TABLES and path.name != "deck.yaml" and path.is_file():
                return [sm.Drafted(self.drafts.new(path), path.name)]
            await self.switch(Session(deck_file(deck)))
        except (DeckError, Problem, OSError, ValueError) as problem:
            return [refused("open", problem)]
        return []

    async def _pictures(self, page: Hashable, info: sm.StartInfo) -> None:
        async for answer in made(gallery(info), "open"):
            if isinstance(answer, sm.DeckFaces):
                await self.send(page, [answer])

    async def _make(self, page: Hashable, task: StartTask, request: sm.StartRequest) -> None:
        answer = await done(task, request)
        await self.send(page, [answer] if isinstance(answer, sm.Refused) else await self._open(answer.path))

    async def _fetch(self, page: Hashable, address: str) -> None:
        if not is_address(address):
            await self.send(page, [sm.Refused("table", f"{address[:100]!r} is no address that begins with https://")])
            return
        key = self.drafts.new()
        draft = self.drafts.get(key)
        answer = await done(Fetching(address, str(draft.folder)), "table")
        if isinstance(answer, Done):
            draft.table, draft.address = Path(answer.path), address
            await self.send(page, [sm.Drafted(key, draft.table.name)])
        else:
            await self.send(page, [answer])

    async def _sketch(self, page: Hashable, request: sm.Sketch) -> None:
        try:
            draft = self.drafts.get(request.draft)
            if draft.table is None:
                raise UploadProblem("there is no table among these files")
        except UploadProblem as problem:
            await self.send(page, [refused("table", problem)])
            return
        folder = folder_for(draft.table, self.here, web=draft.address != "")
        task = Sketching(str(draft.table), folder, request.number, request.options, draft.address)
        async for answer in made(task, "table"):
            if isinstance(answer, sm.Sketched | sm.SketchedLook | sm.Refused):
                await self.send(page, [answer])

    async def _make_deck(self, page: Hashable, request: sm.MakeDeck) -> None:
        try:
            draft = self.drafts.get(request.draft)
        except UploadProblem as problem:
            await self.send(page, [refused("make", problem)])
            return
        target, why = _place(request.folder)
        if why:
            await self.send(page, [sm.Refused("make", why)])
            return
        await self._make(page, Making(str(draft.table), str(target), request.options, draft.address), "make")


def _place(folder: str) -> tuple[Path, str]:
    """Return the folder that the user typed for a new deck, and why no deck can be made there, empty if it can."""
    path = typed_path(folder)
    try:
        path = safe_folder(path)
    except (OSError, ValueError, RecursionError) as problem:
        return path, f"cannot make {folder[:100]!r}: {getattr(problem, 'strerror', None) or 'this is no folder'}"
    return path, taken(path)


def taken(folder: Path) -> str:
    """Return why no deck can be made in a folder, as far as that is known in advance; empty if it can."""
    try:
        there = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as problem:
        return f"cannot make {folder}: {problem.strerror or problem}"
    return f"{folder} is not empty; nothing was written. Name a folder that doesn't exist yet" if there else ""
