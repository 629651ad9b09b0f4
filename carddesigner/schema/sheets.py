"""Which sheet with slots a deck is printed on: by its maker's name, or described in the deck."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Discriminator, Tag, WithJsonSchema

from carddesigner.contents.base import Later, refusal

if TYPE_CHECKING:
    import carddesigner.schema.slot_sheets


def _named(name: str) -> str:
    from carddesigner.schema.slot_sheets import makers_sheet

    try:
        makers_sheet(name)
    except ValueError as problem:
        raise refusal("unknown-sheet", str(problem)) from None
    return name


_NAME_SCHEMA = {"type": "string", "examples": ["avery-5371"]}


def _written(value: Any) -> Any:
    if not isinstance(value, (str, dict)):
        raise refusal("wrong-type", "expected a sheet's name, such as avery-5371, or a mapping with its `slots`")
    return value


SheetSetting = Annotated[
    Annotated[
        Annotated[str, AfterValidator(_named), WithJsonSchema(_NAME_SCHEMA), Tag("name")]
        | Annotated[Later["carddesigner.schema.slot_sheets.SheetModel"], Tag("own")],
        Discriminator(lambda value: "name" if isinstance(value, str) else "own"),
    ],
    BeforeValidator(_written),
]
"""A maker's sheet by its name, or a mapping."""
