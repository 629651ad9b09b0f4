"""Check translations against the glossary of ``deck.yaml``: whole words, regardless of case and separators."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from fnmatch import translate
from functools import lru_cache

from msgspec import Struct

from carddesigner.core.report import Related, Report, did_you_mean, series
from carddesigner.core.source import Span, line_starts, span_at
from carddesigner.deck.translations import Translation, Wording
from carddesigner.schema.deck import DeckModel
from carddesigner.source.yaml import Node, find
from carddesigner.text.keywords import is_spaced

MAX_NEAREST = 200
"""The most errors for which the nearest words are searched, and the most words of a text that are searched."""

_ICON = r":[\w.-]+:"
_BREAK = r"(?:\r\n?|\n)(?:[ \t]*(?:\r\n?|\n))+"


class TermEntry(Struct, frozen=True):
    """A term: its forms in the original and in the chosen language, and the words that mustn't be used for it."""

    name: str
    original: tuple[str, ...]
    translated: tuple[str, ...]
    forbidden: tuple[str, ...]
    both_ways: bool
    span: Span


class Held(Struct, frozen=True):
    """The result of checking a deck's translations: the terms, which of them occur, and the exceptions."""

    entries: tuple[TermEntry, ...]
    occurring: frozenset[str]
    exceptions: tuple[tuple[str, Span], ...]
    excepted: frozenset[str]


def check_glossary(
    deck: DeckModel, root: Node, wording: Wording, translations: Sequence[Translation], report: Report
) -> Held | None:
    """Report every translation that violates the glossary, and invalid terms. Returns None in the original language, or
    without a glossary.
    """
    entries = _entries(deck, find(root, ("glossary",)), wording, report)
    if not wording.is_translated or not deck.glossary:
        return None
    node = find(root, ("glossary-except",))
    exceptions = {name: find(node, (i,)).span for i, name in enumerate(deck.glossary_except)}
    except_of = _exceptions(deck.glossary_except)
    excepted: set[str] = set()
    occurring: set[str] = set()
    reported = 0
    here = _finder([e.original for e in entries])
    # A term to check in both directions is first looked up in the translation.
    back = [e for e in entries if e.both_ways]
    there = _finder([e.translated for e in back])
    for translation in translations:
        if names := except_of(translation.key):
            excepted.update(names)
            continue
        for original, text, span in _parts(translation):
            first, second = _plain(original), _plain(text)
            for at, written in here(first):
                entry = entries[at]
                occurring.add(entry.name)
                if wrong := _breach(entry, written, second, reported):
                    reported += 1
                    _report_problem(translation, wrong, span, entry, wording.language, report)
            for at, written in there(second):
                entry = back[at]
                if not _pattern(entry.original).search(first):
                    wrong = f"{written!r} stands for {entry.name!r}, which the original doesn't have"
                    _report_problem(translation, wrong, span, entry, wording.language, report)
    return Held(tuple(entries), frozenset(occurring), tuple(exceptions.items()), frozenset(excepted))


def _entries(deck: DeckModel, node: Node, wording: Wording, report: Report) -> list[TermEntry]:
    """The terms with a translation in the chosen language."""
    if not deck.glossary:
        return []
    from carddesigner.schema.glossary import form_problem

    declared = (wording.original, *wording.languages)
    out = []
    for name, term in deck.glossary.items():
        place = find(node, (name,))
        where = place.key_span or place.span
        if problem := form_problem(name):
            report.error("bad-term", problem, where)
            continue
        for part, languages, allowed in (((), term.forms, declared), (("not",), term.not_, wording.languages)):
            for language in languages:
                if language not in allowed:
                    message = f"the deck has no translation to {language!r}{did_you_mean(language, allowed)}"
                    hint = f"it has {', '.join(allowed) or 'none'}; others are declared under `languages:`"
                    at = find(place, (*part, language))
                    report.error("unknown-language", message, at.key_span or at.span, hint=hint)
        if not any(language != wording.original for language in (*term.forms, *term.not_)):
            report.error("bad-term", f"{name!r} has no translation, such as {{pt: …}}", where)
        elif wording.language in term.forms or wording.language in term.not_:
            translated = term.forms.get(wording.language, ())
            original = (name, *term.forms.get(wording.original, ()))
            forbidden = term.not_.get(wording.language, ())
            out.append(TermEntry(name, original, translated, forbidden, term.both_ways and bool(translated), where))
    return out


def _exceptions(names: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a function that returns those of *names* that exclude the text with a key: the key, its column, or a
    pattern.
    """
    whole = frozenset(names)
    patterns = [(name, re.compile(translate(name))) for name in names if "*" in name]

    def matching(key: str) -> list[str]:
        called = (key, *key.split("/", 2)[2:])
        fitting = [n for n, p in patterns if any(p.match(c) for c in called)]
        return [*fitting, *(c for c in called if c in whole)]

    return matching


def _parts(translation: Translation) -> Iterator[tuple[str, str, Span]]:
    """Yield a text and its translation; for a file its paragraphs in pairs, if both have the same number."""
    originals, texts = re.split(_BREAK, translation.original), re.split(_BREAK, translation.text)
    if not translation.is_file or len(originals) != len(texts):
        yield translation.original, translation.text, translation.span
        return
    starts = line_starts(translation.text)
    at = [0, *(m.end() for m in re.finditer(_BREAK, translation.text))]
    for original, text, start in zip(originals, texts, at, strict=True):
        yield original, text, span_at(translation.span.path, starts, start, start + len(text))


def _plain(text: str) -> str:
    """A text prepared for searching terms: without icons and emphasis, case-folded."""
    return _small(re.sub(_ICON, " ", text) if ":" in text else text).replace("*", "")


def _small(text: str) -> str:
    """A text with one kind of apostrophe, without soft hyphens, case-folded."""
    return unicodedata.normalize("NFC", text).replace("’", "'").replace("\u00ad", "").casefold()


def _breach(entry: TermEntry, written: str, text: str, reported: int) -> str | None:
    """The error in a translation whose original has the term, None if there is none."""
    expected = _either(entry.translated)
    if entry.forbidden and (wrong := _pattern(entry.forbidden).search(text)):
        instead = f"; write {expected}" if expected else ""
        return f"{wrong[0]!r} must not stand for {written!r}{instead}"
    if not entry.translated or _pattern(entry.translated).search(text):
        return None
    near = _nearest(entry.translated, text) if reported < MAX_NEAREST else None
    there = f"; the nearest there is {near!r}" if near is not None else "; nothing like it is there"
    return f"expected {expected} for {written!r}{there}"


def _report_problem(
    translation: Translation, wrong: str, span: Span, entry: TermEntry, language: str, report: Report
) -> None:
    parts = translation.key.split("/", 2)
    card, what = (parts[1], f"{parts[2]}.{language}: ") if len(parts) == 3 else (None, "")
    hint = f"write it so, list the form in the glossary, or leave the text out: glossary-except: [{translation.key}]"
    related = (Related(entry.span, "the term"),)
    report.error("wrong-term", f"{what}{wrong}", span, hint=hint, related=related, card=card)


def _either(forms: Sequence[str]) -> str:
    return series([repr(f) for f in forms[:4]], "or")


def _nearest(forms: Sequence[str], text: str) -> str | None:
    """The words in a text most similar to one of a term's forms."""
    words = re.findall(r"[\w']+", text)[:MAX_NEAREST]
    for form in map(_small, forms):
        many = len(form.split())
        runs = dict.fromkeys(" ".join(words[i : i + many]) for i in range(len(words) - many + 1))
        for match in get_close_matches(form.replace("*", ""), runs, n=1, cutoff=0.6):
            return str(match)
    return None


def _finder(terms: Sequence[Sequence[str]]) -> Callable[[str], Iterable[tuple[int, str]]]:
    """Return a function that finds the terms in a text: the index of each, once, with the words found.

    If several begin at one place the longest wins: “first strike” is not “first”.
    """
    numbers = {_small(f): i for i, some in enumerate(terms) for f in some}
    forms = sorted(numbers, key=lambda f: (not is_spaced(f[0]), -len(f)))
    if not forms:
        return lambda _text: ()
    pattern = _any_of(forms)

    def find_all(text: str) -> Iterable[tuple[int, str]]:
        by_number: dict[int, str] = {}
        for match in pattern.finditer(text):
            assert match.lastindex is not None
            by_number.setdefault(numbers[forms[match.lastindex - 1]], match[0])
        return by_number.items()

    return find_all


@lru_cache(maxsize=2000)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    return _any_of([_small(f) for f in forms])


def _any_of(forms: Sequence[str]) -> re.Pattern[str]:
    """A pattern for the first of *forms* that occurs as whole words; ``lastindex`` is its number from 1. Forms in
    scripts with spaces come first.
    """
    # A form's group is empty and at its end. The first characters are compared before it, so most forms are rejected at
    # once.
    spaced = "|".join([_form(f) for f in forms if is_spaced(f[0])])
    others = "|".join([_form(f) for f in forms if not is_spaced(f[0])])
    return re.compile("|".join([rf"(?<!\w)(?:{spaced})"] * bool(spaced) + [others] * bool(others)))


def _form(form: str) -> str:
    words = [re.escape(w.rstrip("*")) + (r"\w*" if w.endswith("*") else "") for w in form.split()]
    after = r"(?!\w)" if is_spaced(form[-1]) else ""
    return r"\s+".join(words) + after + "()"
