"""``glossary:`` lists terms with their translations, against which every translated text is checked."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from carddesigner.contents.base import Model, refusal
from carddesigner.core.report import did_you_mean
from carddesigner.schema.data import DECK, LANGUAGE_PATTERN

MAX_FORMS = 40
"""The most forms of a term in one language."""
MAX_OF_A_FORM = 80
"""The most characters of a form."""


def form_problem(form: str) -> str | None:
    """Return what is wrong with a form of a term, None if it is valid."""
    words = form.split()
    if not words or len(form) > MAX_OF_A_FORM:
        return f"a term is a word or a few, at most {MAX_OF_A_FORM} signs"
    if any("*" in w[:-1] or w == "*" for w in words):
        return f"{form!r}: a `*` stands at the end of a word, for any ending: cemitério*"
    return None


def _listed(value: Any) -> Any:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list | tuple):
        raise refusal("wrong-type", "expected a word, or a list of words")
    if not value:
        raise refusal("bad-term", "an empty list: a term has at least one form in each language it names")
    return value


def _form(form: str) -> str:
    if (problem := form_problem(form)) is not None:
        raise refusal("bad-term", problem)
    return form


Forms = Annotated[
    tuple[Annotated[str, AfterValidator(_form)], ...],
    BeforeValidator(_listed),
    Field(max_length=MAX_FORMS),
    WithJsonSchema(DECK["types"]["forms"]),
]
"""A term's forms in a language: one or several."""


class Term(Model):
    """A term's forms by language code, such as ``pt: [alvo, alvos]``; for the deck's own language, further forms of the
    original.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Forms]

    @model_validator(mode="before")
    @classmethod
    def _keys(cls, given: Any) -> Any:
        for key in given if isinstance(given, dict) else ():
            if key not in ("not", "both-ways") and not re.fullmatch(LANGUAGE_PATTERN, str(key)):
                takes = ": a term takes languages, such as pt, `not` and `both-ways`"
                near = did_you_mean(str(key), ("not", "both-ways")) or takes
                raise refusal("unknown-key", f"unknown setting {key!r}{near}", key)
        return given

    not_: dict[str, Forms] = Field(default={})
    """By language, words that must not occur in a translation whose original has the term."""
    both_ways: bool = False
    """Checks the original too: if a translation has the term, the original must have it."""

    @property
    def forms(self) -> dict[str, tuple[str, ...]]:
        """The forms of the term by language."""
        return self.__pydantic_extra__ or {}
