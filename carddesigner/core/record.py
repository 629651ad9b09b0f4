"""Named values for expressions: an immutable mapping whose attributes are its fields and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

PLAIN = frozenset((str, int, float, bool, type(None)))


class Record:
    """Fields by name, as attributes and as items; nested mappings become records, lists become tuples. The class has no
    public attributes, so a field may be called ``items``, ``copy`` or ``keys``. Equality and hash go by content, and
    distinguish 1, 1.0 and True because they print differently. A missing field raises AttributeError or KeyError.
    Hashing raises TypeError if a value isn't hashable.
    """

    __slots__ = ("__fields", "__hash", "__key")

    def __init__(self, fields: Mapping[str, object]) -> None:
        frozen = {str(n): v if v.__class__ in PLAIN else _frozen(v) for n, v in fields.items()}
        object.__setattr__(self, "_Record__fields", frozen)
        object.__setattr__(self, "_Record__key", None)
        object.__setattr__(self, "_Record__hash", None)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__fields[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}") from None

    def __getitem__(self, name: str) -> Any:
        return self.__fields[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a record does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a record does not change")

    def __contains__(self, name: object) -> bool:
        return name in self.__fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.__fields)

    def __len__(self) -> int:
        return len(self.__fields)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return _key(self) == _key(other) if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        cached = self.__hash
        if cached is None:
            cached = hash(_key(self))
            object.__setattr__(self, "_Record__hash", cached)
        return int(cached)

    def __repr__(self) -> str:
        return f"Record({self.__fields!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Record, (dict(self.__fields),)


fields_of: Callable[[Record], Mapping[str, object]] = Record.__dict__["_Record__fields"].__get__
"""A record's fields as a mapping, for code in which a call for each look-up would take too long."""


_new, _set = Record.__new__, object.__setattr__


def record_of(fields: dict[str, object]) -> Record:
    """A record of fields whose values are all ``PLAIN``, or those of a record; it keeps the dict, which nobody else may
    change.
    """
    made = _new(Record)
    _set(made, "_Record__fields", fields)
    _set(made, "_Record__key", None)
    _set(made, "_Record__hash", None)
    return made


def leaves(record: Record, above: str = "") -> Iterator[tuple[str, object]]:
    """Yield a record's fields with their values; nested fields have dotted names."""
    for name in record:
        value = record[name]
        path = f"{above}{name}"
        if isinstance(value, Record):
            yield from leaves(value, f"{path}.")
        else:
            yield path, value


def as_dict(record: Record) -> dict[str, object]:
    """A record's fields as plain data: nested records as dicts, tuples as lists."""
    return {name: _thawed(record[name]) for name in record}


def _frozen(value: object) -> object:
    if isinstance(value, Mapping):
        return Record(value)
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(v) for v in value)
    return value


def _thawed(value: object) -> object:
    if isinstance(value, Record):
        return as_dict(value)
    if isinstance(value, tuple):
        return [_thawed(v) for v in value]
    return value


def _key(record: Record) -> object:
    """The value by which records are compared: it includes the types of the values and ignores the order of the
    fields.
    """
    cached = object.__getattribute__(record, "_Record__key")
    if cached is None:
        cached = tuple((name, _part(record[name])) for name in sorted(record))
        object.__setattr__(record, "_Record__key", cached)
    return cached


def _part(value: object) -> object:
    """The same for one value. A nested record is kept as it is, so that its cached hash is used."""
    if isinstance(value, tuple):
        return tuple, tuple(_part(v) for v in value)
    return value if isinstance(value, Record) else (value.__class__, value)
