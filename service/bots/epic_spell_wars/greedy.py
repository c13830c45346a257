"""Greedy in Epic Spell Wars: the answer that promises most of this spell."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from service.bots.epic_spell_wars.imagined import Imagined, Row
from service.bots.picking import most_promising
from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.decisions import (
    ChooseDie,
    ChooseEffect,
    DiscardFromHand,
    LetBe,
    LoseTreasure,
    NameDie,
    NameEffect,
    NameSpellCard,
    NameTreasure,
    NameWizard,
    UseCard,
    UseIt,
)
from service.games.epic_spell_wars.placing import PlacedSpell

if TYPE_CHECKING:
    from service.games.epic_spell_wars.view import EpicSpellWarsView
    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision

SPELLS_WEIGHED = 40
"""Of so many spells at most the best is placed; of more, these are drawn."""

GOOD_DIE = 4
"""A die that shows less is rolled again."""

DEAR_HP = 6
"""With more HP than this, damage is taken rather than a Treasure lost."""


def choose(view: EpicSpellWarsView, decision: Decision[Any], chance: Chance) -> Choice:
    """Return the answer that promises most; chance picks among equals."""
    choices: tuple[Choice, ...] | None = decision.choices.listed()
    if choices is None or len(choices) > SPELLS_WEIGHED:
        choices = tuple(decision.choices.sample(chance) for _ in range(SPELLS_WEIGHED))
    return most_promising(choices, partial(promise, view, decision), chance)


def promise(view: EpicSpellWarsView, decision: Decision[Any], choice: Choice) -> float:
    """Return what an answer promises, in HP taken off foes."""
    seat = decision.seat
    match choice:
        case PlacedSpell():
            return of_spell(view, seat, choice)
        case NameWizard():
            # Who has the fewest HP is the nearest to his death; nobody hurts himself.
            return -1000.0 if choice.seat == seat else -float(view.wizards[choice.seat].hp)
        case NameEffect() if isinstance(decision, ChooseEffect):
            return of_card(view, seat, decision.card, choice.option)
        case NameSpellCard():
            worth = of_card(view, seat, choice.card)
            return -worth if isinstance(decision, DiscardFromHand) else worth
        case NameTreasure():
            return of_treasure(view, decision, choice.treasure)
        case NameDie() if isinstance(decision, ChooseDie):
            return float(GOOD_DIE - decision.rolled[choice.die])
        case UseIt() if isinstance(decision, UseCard):
            # A card of the spell allows a gain; a Treasure that may be discarded is better kept.
            return 1.0 if decision.card in COMPONENT else -1.0
        case LetBe():
            return of_letting_be(decision)
    return 0.0


def of_spell(view: EpicSpellWarsView, seat: int, spell: PlacedSpell) -> float:
    """Return what a spell promises, its cards one after the other."""
    rows = [Row(card.card, COMPONENT[card.card].type if card.slot is None else card.slot) for card in spell.cards]
    imagined = Imagined(view, seat, rows)
    for row in rows:
        imagined.resolve(row.card)
    return imagined.worth


def of_card(view: EpicSpellWarsView, seat: int, card: str, option: str = "") -> float:
    """Return what a card promises in the spell that is being cast."""
    rows = [Row(row.card, row.slot) for row in view.wizards[seat].spell]
    if card in COMPONENT and all(row.card != card for row in rows):
        rows.append(Row(card, COMPONENT[card].type))
    imagined = Imagined(view, seat, rows, option)
    imagined.resolve(card)
    return imagined.worth


def of_treasure(view: EpicSpellWarsView, decision: Decision[Any], treasure: str) -> float:
    """Return what it promises to name a Treasure: others' are taken, the own ones kept where HP aren't dear."""
    mine = view.wizards[decision.seat]
    if isinstance(decision, LoseTreasure):
        return 0.0 if mine.hp > DEAR_HP else 2.0
    return -1.0 if treasure in mine.treasures else 1.0


def of_letting_be(decision: Decision[Any]) -> float:
    """Return what it promises to do nothing."""
    return 1.0 if isinstance(decision, LoseTreasure) else 0.0
