"""What is said to have changed, whatever the two states are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from carddesigner.compare.difference import difference
from carddesigner.compare.view import ComparedPiece, DeckState, Value

FIELDS = ("name", "cost")


def fields(*texts: str) -> tuple[Value, ...]:
    return tuple(Value(n, t) for n, t in zip(FIELDS, texts, strict=True))


def row(number: int, *texts: str, copies: int = 1, front: str = "") -> ComparedPiece:
    """A piece that is called by its row."""
    return ComparedPiece(
        f"c-{number:03d}", "c", copies, front or " ".join(texts), None, fields(*texts), has_own_id=False
    )


def rows(*cells: str) -> DeckState:
    """A component without ids, whose rows are given as ``Fire 2``."""
    return view(*(row(i, *c.split()) for i, c in enumerate(cells, 1)))


def view(*pieces: ComparedPiece, kind: str = "deck") -> DeckState:
    components = tuple(dict.fromkeys(p.component for p in pieces))
    numbered = tuple(c for c in components if any(not p.has_own_id for p in pieces if p.component == c))
    return DeckState(kind, kind, "d", "en", pieces, components, numbered)


texts = st.sampled_from(["", "a", "b", "c", "d", "e", "f"])
pieces = st.builds(
    ComparedPiece,
    id=st.just(""),
    component=st.sampled_from(["one", "two"]),
    copies=st.integers(1, 3),
    front=st.sampled_from(["x", "y", "z"]),
    back=st.sampled_from([None, "x", "y"]),
    fields=st.one_of(st.none(), st.builds(fields, texts, texts)),
    has_own_id=st.booleans(),
)


@st.composite
def views(draw: st.DrawFn) -> DeckState:
    """Pieces with ids of their own from few, or with their rows' numbers."""
    out: list[ComparedPiece] = []
    for piece in draw(st.lists(pieces, max_size=9)):
        own = f"own-{draw(st.integers(0, 5))}"
        number = sum(p.component == piece.component for p in out) + 1
        name = own if piece.has_own_id else f"{piece.component}-{number:03d}"
        if all((p.component, p.id) != (piece.component, name) for p in out):
            out.append(replace(piece, id=name))
    return view(*out, kind=draw(st.sampled_from(["deck", "deck", "manifest"])))


@given(views())
def test_nothing_changes_by_itself(some):
    found = difference(some, some)
    assert found.is_empty
    assert (found.same, found.renumbered) == (len(some.pieces), 0)


@given(views(), views())
def test_what_is_new_one_way_is_gone_the_other(old, new):
    there, back = difference(old, new), difference(new, old)
    assert sorted(there.new_pieces, key=str) == sorted(back.gone_pieces, key=str)
    assert sorted(there.gone_pieces, key=str) == sorted(back.new_pieces, key=str)
    assert (there.same, there.renumbered) == (back.same, back.renumbered)

    def turned(found, a, b):
        return sorted(
            [(getattr(c, a), getattr(c, b), c.sides, sorted((f.field, f.old, f.new) for f in c.fields)) for c in found],
            key=str,
        )

    swapped = [replace(c, fields=tuple(replace(f, old=f.new, new=f.old) for f in c.fields)) for c in back.changed]
    assert turned(there.changed, "old", "new") == turned(swapped, "new", "old")


@given(views(), views())
def test_every_piece_is_reported_of_once(old, new):
    found = difference(old, new)
    assert len(new.pieces) == len(found.new_pieces) + len(found.changed) + found.same
    assert len(old.pieces) == len(found.gone_pieces) + len(found.changed) + found.same


@given(st.lists(st.tuples(st.integers(0, 30), texts), min_size=1, max_size=15, unique=True), st.data())
def test_rows_without_ids_can_be_shuffled(cells, data):
    old = rows(*(f"n{n} c{t}" for n, t in cells))
    new = rows(*(f"n{n} c{t}" for n, t in data.draw(st.permutations(cells))))
    assert difference(old, new).is_empty


def test_a_row_put_in_at_the_top_is_one_new_card():
    cards = [f"name{i} {i % 3}" for i in range(200)]
    found = difference(rows(*cards), rows("Newcomer 1", *cards))
    assert [p.fields[0].text for p in found.new_pieces] == ["Newcomer"]
    assert (found.changed, found.gone_pieces, found.same, found.renumbered) == ((), (), 200, 200)


def test_rows_that_moved_and_changed_are_known_by_what_few_others_have():
    found = difference(rows("Fire 1", "Ice 2", "Ash 3"), rows("Dew 1", "Ash 3", "Ice 2", "Fire 7"))
    (change,) = found.changed
    assert (change.old.id, change.new.id, [(f.field, f.old, f.new) for f in change.fields]) == (
        "c-001",
        "c-004",
        [("cost", "1", "7")],
    )
    assert [p.id for p in found.new_pieces] == ["c-001"]


def test_a_row_that_is_another_altogether_is_known_by_its_neighbours():
    found = difference(rows("Fire 1", "Ice 2", "Ash 3"), rows("Fire 1", "Dew 9", "Ash 3"))
    assert [(c.old.id, c.new.id) for c in found.changed] == [("c-002", "c-002")]


def test_ids_of_their_own_say_which_is_which():
    old = view(*(ComparedPiece(i, "c", 1, "x", None, fields(n, "1")) for i, n in (("fire", "Fire"), ("ice", "Ice"))))
    new = view(*(ComparedPiece(i, "c", 1, "x", None, fields(n, "1")) for i, n in (("ice", "Fire"), ("dew", "Ice"))))
    found = difference(old, new)
    assert [p.id for p in found.new_pieces] == ["dew"]
    assert [p.id for p in found.gone_pieces] == ["fire"]
    assert [c.new.id for c in found.changed] == ["ice"]
    assert found.numbered == ()


def test_ids_that_a_table_gets_later_are_no_change():
    old = rows("Fire 1", "Ice 2")
    new = view(
        *(
            ComparedPiece(i, "c", 1, f"{n} {c}", None, fields(n, c))
            for i, n, c in (("f", "Fire", "1"), ("i", "Ice", "2"))
        )
    )
    assert difference(old, new).is_empty


def test_a_column_without_values_is_no_change():
    old = view(ComparedPiece("fire", "c", 1, "x", None, fields("Fire", "")))
    new = view(ComparedPiece("fire", "c", 1, "x", None, (Value("name", "Fire"),)))
    assert difference(old, new).is_empty


def test_copies_faces_and_components_are_reported_apart():
    old = view(ComparedPiece("a", "c", 1, "x", "b", ()), ComparedPiece("z", "gone", 1, "x", None, ()))
    new = view(ComparedPiece("a", "c", 3, "x", None, ()), ComparedPiece("z", "added", 1, "x", None, ()))
    found = difference(old, new)
    (change,) = found.changed
    assert (change.has_other_copies, change.sides) == (True, ("back",))
    assert (found.new_components, found.gone_components) == (("added",), ("gone",))


def test_what_is_not_printed_is_not_in_a_manifest():
    printed = ComparedPiece("a", "c", 1, "x", None, ())
    other = ComparedPiece("b", "c", 0, None, None, ())
    assert difference(view(printed, kind="manifest"), view(printed, other)).is_empty
    assert not difference(view(printed), view(printed, other)).is_empty


def test_only_components_in_which_something_changed_need_ids():
    two = (ComparedPiece("d-001", "d", 1, "x", None, fields("Fog", "1"), has_own_id=False),)
    old, new = view(row(1, "Fire", "1"), *two), view(row(1, "Fire", "2"), *two)
    assert difference(old, new).numbered == ("c",)
