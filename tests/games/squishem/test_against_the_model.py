"""The rules and the independent model play the same random matches; every turn must come out the same."""

import random

import pytest

from service.games.squishem import decisions, events
from tests.games.squishem.figures import HERO_COLOURS, MONSTERS
from tests.games.squishem.model import Model
from tests.games.squishem.table import Table, Turn, short

BELONGING = {id_: figures.hero for id_, figures in MONSTERS.items() if figures.hero}


def play_turn(table: Table, chance: random.Random, attack_bias: float) -> tuple[Turn, dict[str, str], dict[str, str]]:
    """Random answers to all that is asked; returns the turn, the cards laid and the targets named."""
    laid, target = {}, {}
    table.start()
    while question := table.question():
        hero = table.heroes[question.seat]
        choices = question.decision.choices.listed() or ()
        if len(choices) > 1 and question.decision.kind == "choose_attack" and chance.random() < attack_bias:
            choices = tuple(choice for choice in choices if isinstance(choice, decisions.LayAttack))
        choice = chance.choice(choices)
        table.answer(question, choice)
        if isinstance(choice, decisions.AimAt):
            target[hero] = choice.monster
        elif isinstance(choice, decisions.LayAttack):
            laid[hero] = choice.card
        elif isinstance(choice, decisions.LayCoffeeBreak):
            laid[hero] = "coffee"
    return table.end(), laid, target


def play_side_by_side(seed: int) -> set[str]:
    """Play one match on both; returns what happened in it, by kind of event."""
    chance = random.Random(seed)
    heroes = tuple(chance.sample(sorted(HERO_COLOURS), chance.choice([2, 3, 4])))
    deck = [id_ for id_ in MONSTERS if BELONGING.get(id_) in (None, *heroes)]
    chance.shuffle(deck)
    if chance.random() < 0.7:
        deck.remove("double_trouble")
        deck.insert(chance.choice([0, 0, 1]), "double_trouble")
    table = Table.opened(*heroes, seed=bytes(chance.randrange(256) for _ in range(8)))
    table.state.deck = list(reversed(deck))
    model = Model(heroes, list(deck), kills=dict.fromkeys(heroes, 0))
    seen: set[str] = set()
    while table.outcome is None and table.state.turn < 25:
        model.reveal()
        table.start()
        where = f"seed {seed}, turn {table.state.turn}"
        for hero in heroes:
            assert table.offered(hero) == {short(card) for card in model.hand(hero)}, where
        alone = next(iter(model.hp))
        turn, laid, target = play_turn(table, chance, attack_bias=0.8)
        decided = [card for event in turn.of(events.OrderDecided) for card in event.cards]
        model.turn(laid, target or dict.fromkeys(heroes, alone), decided)
        assert turn.fates == {short(card): fate for card, fate in model.fates.items()}, where
        assert turn.monsters == {id_: hp for id_, (hp, _) in model.hp.items()}, where
        assert table.kills == model.kills, where
        assert (table.outcome is not None) == model.over, where
        seen |= set(turn.kinds)
    return seen


def test_rules_and_model_agree_on_every_turn() -> None:
    seen = set().union(*(play_side_by_side(seed) for seed in range(250)))
    rare = {
        "card_set_aside",
        "coffee_break_forced",
        "target_named",
        "order_decided",
        "attack_stood",
        "effect_cancelled",
        "player_paralysed",
        "monster_recovered",
        "lasting_began",
    }
    assert rare <= seen


@pytest.mark.long
def test_rules_and_model_agree_on_many_more(seed: int) -> None:
    for number in range(5000):
        play_side_by_side(seed + number)
