"""What is printed, asked for faster than it can be made ready."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from carddesigner.designer.print_messages import PrintLook, PrintSheets
from carddesigner.designer.printing import Forms, Printing


def test_of_many_sheets_that_a_page_asks_for_the_first_and_the_last_are_made_ready(tmp_path: Path) -> None:
    asked: list[int] = []
    answered: list[str] = []

    async def flood() -> None:
        let = asyncio.Event()

        async def ask(_arguments: object, question: PrintLook, *_: object) -> msgspec.Raw:
            asked.append(question.seq)
            await let.wait()
            return msgspec.Raw(msgspec.json.encode(PrintSheets(question.seq, 1, (), (), 0, (), (), ())))

        async def everyone(_message: object) -> None:
            pass

        printing = Printing(lambda: None, everyone, Forms(), tmp_path)
        printing._arguments = lambda: ()  # type: ignore[method-assign]
        printing.viewer.ask = ask  # type: ignore[assignment,method-assign]

        def say(page: str) -> Any:
            async def tell(message: Any) -> None:
                answered.append(f"{page} {msgspec.json.decode(bytes(message))['seq']}")

            return tell

        for seq in range(500):
            printing.take("one", say("one"), PrintLook(seq, ()))
            printing.take("other", say("other"), PrintLook(1000 + seq, ()))
            if seq == 0:
                await asyncio.sleep(0.01)
        assert len(printing._tasks) < 3
        let.set()
        await asyncio.sleep(0.05)
        await printing.close()

    asyncio.run(flood())
    assert asked == [0, 1499, 499]
    assert answered == ["one 0", "other 1499", "one 499"]
