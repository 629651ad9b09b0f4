"""The model of each ``shape`` of a stock. Those that few decks have are imported when a deck has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from carddesigner.schema.stock import CardStock, SquareStock, Stock


class _Stocks(Mapping[str, type[Stock]]):
    _shapes = ("card", "square", "octagon", "circle", "polygon")

    def __getitem__(self, shape: str) -> type[Stock]:
        if shape in ("card", "square"):
            return CardStock if shape == "card" else SquareStock
        from carddesigner.schema.other_stocks import CircleStock, OctagonStock, PolygonStock

        return {"octagon": OctagonStock, "circle": CircleStock, "polygon": PolygonStock}[shape]

    def __iter__(self) -> Iterator[str]:
        return iter(self._shapes)

    def __len__(self) -> int:
        return len(self._shapes)


STOCKS = _Stocks()
"""The model of each ``shape``."""
