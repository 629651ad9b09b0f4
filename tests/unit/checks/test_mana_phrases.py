"""What Mana and Spells says of how its cards are worded: a wrong cell for each phrase of its list, and a right one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
import yaml

from carddesigner.source import paths

ZONE = "t: {box: {top: 5mm, left: 5mm, right: 5mm, bottom: 5mm}, size: 9pt, text: '{{ card.text }} {{ card.name }}'}"
WRONG = {
    "target": (
        "One creature or player loses 2 life, any one creature or player.",
        "Cause 2 de dano a uma criatura ou jogador.",
    ),
    "another target": ("Choose a new target.", "Escolha um novo alvo."),
    "keywords within sentences": ("Enchanted creature has Flying.", "A criatura encantada tem Voo."),
    "keywords gained": ("Target creature gains Trample.", "A criatura alvo ganha Atropelar."),
    "keywords that some have": ("Creatures with First strike live.", "As criaturas com Primeiro golpe vivem."),
    "mana": ("Tap for mana as an interrupt.", "Vire por mana como uma interrupção."),
    "damage": ("Gain 1 life for each damage prevented.", "Ganhe 1 de vida por dano prevenido."),
    "whose hand": ("Return it to its caster’s hand.", "Ela volta à mão de quem a lançou."),
    "when a colour is chosen": ("Choose a colour.", "Escolha uma cor."),
    "order on the bottom": ("Keep one, the others on the bottom.", "Fique com uma, as outras no fundo."),
    "artifact creatures": ("Enchanted artifact has no effect.", "O artefato encantado não tem efeito."),
    "regenerate": ("Regenerate target creature.", "Regenere a criatura alvo."),
    "bands": ("Creatures you control have bands.", "As criaturas que você controla têm bando."),
    "basic land": ("Search for two basic lands.", "Procure dois terrenos básicos."),
    "adding damage": ("", "Some o dano à força."),
}
RIGHT = (
    (
        "Regenerate target creature. *(Instead of going to the graveyard it stays, tapped.)*",
        "Regenere a criatura alvo. Você ganha 2 de vida. *(Em vez de ir para o cemitério, ela fica, virada.)*",
    ),
    (
        "Creatures you control have bands. *(They may attack together: blocked or let through as one.)*",
        "As criaturas que você controla têm bando. *(Podem atacar juntas: são bloqueadas ou passam como uma só.)*",
    ),
    (
        "Whenever you tap a land for mana, add one more mana.",
        "Sempre que você virar um terreno por mana, adicione mais.",
    ),
)


@pytest.fixture
def lines_told(deck: Any, warnings: Any) -> Callable[[Iterable[str], str], list[int]]:
    """The lines of the table whose ``text`` the phrases of Mana and Spells are told of, in a language."""
    shipped = yaml.safe_load((paths.decks() / "mana-and-spells/deck.yaml").read_text(encoding="utf-8"))
    phrases = yaml.safe_dump({"phrases": shipped["phrases"]}, allow_unicode=True)

    def run(texts: Iterable[str], language: str) -> list[int]:
        deck.zones(ZONE, "name,text\n" + "".join(f'a{i},"{text}"\n' for i, text in enumerate(texts)))
        file = deck.path / "deck.yaml"
        file.write_text(f"{file.read_text()}language: {language}\n{phrases}", encoding="utf-8")
        return sorted({w.span.line for w in warnings(deck, "wrong-phrase")})

    return run


@pytest.mark.parametrize(("at", "language"), [(0, "en"), (1, "pt")])
def test_each_way_to_word_it_wrongly_is_told_at_its_cell(
    lines_told: Callable[[Iterable[str], str], list[int]], at: int, language: str
) -> None:
    wrong = {what: texts[at] for what, texts in WRONG.items() if texts[at]}
    told = lines_told(wrong.values(), language)
    assert [what for line, what in enumerate(wrong, 2) if line not in told] == []


@pytest.mark.parametrize(("at", "language"), [(0, "en"), (1, "pt")])
def test_what_is_worded_rightly_is_not_told(
    lines_told: Callable[[Iterable[str], str], list[int]], at: int, language: str
) -> None:
    assert lines_told([texts[at] for texts in RIGHT], language) == []
