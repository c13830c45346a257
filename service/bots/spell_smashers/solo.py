"""Greedy in the solo game of Spell Smashers: what keeps the town standing, and then the boss.

Zones that are full are dangerous, and the one with the boss most of all. What is worth how much is said in victory
points, of which a town that is lost has none.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from service.bots.picking import most_promising
from service.bots.spell_smashers import spelling
from service.bots.spell_smashers.cards import best_armor, best_weapons
from service.bots.spell_smashers.imagined import ImaginedBattle, full_health, tile_bonus
from service.bots.spell_smashers.promise import COIN
from service.bots.spell_smashers.solo_town import ruin, stacking, visit
from service.games.spell_smashers.cards import DAMAGE_TYPES, WILD
from service.games.spell_smashers.damage_types import ChooseTypes, DealAs, SetTypes, TypesForm
from service.games.spell_smashers.gear import GEAR, STARTING_STICK
from service.games.spell_smashers.modifiers import MODIFIER
from service.games.spell_smashers.monsters import MONSTER, MONSTERS
from service.games.spell_smashers.scoring import TROPHY_VP
from service.games.spell_smashers.solo.boss_decisions import ChooseShed, ShedTo
from service.games.spell_smashers.solo.bosses import BOSS
from service.games.spell_smashers.solo.split import ChooseSplit, Points, Share, SplitDamage, SplitForm, SplitTarget
from service.games.spell_smashers.solo.town_decisions import ChooseStacking, ChooseVisit
from service.games.spell_smashers.solo.zone_battle import ChooseZone, FightZone
from service.games.spell_smashers.solo.zones import ChooseRuin
from service.games.spell_smashers.spelling import CannotSpell, ChooseWord, SpellWord, WordForm
from service.games.spell_smashers.tiles import TILE
from service.games.spell_smashers.view import CrestView

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.bots.spell_smashers.spelling import Spelt
    from service.games.kernel.chance import Chance
    from service.games.kernel.decisions import Choice, Decision
    from service.games.spell_smashers.cards import DamageType
    from service.games.spell_smashers.solo.view import SoloView, ZoneMonsterView, ZoneView
    from service.games.spell_smashers.view import SpellSmashersView

WEAPONS_TRIED = 2
FULL_ZONE = 5.0
"""A monster less where the next one would destroy a building."""

NEXT_ZONE = 2.0
"""The next monster comes there, as its back tells."""

BESIDE_THE_BOSS = 12.0
"""A monster less that would push the boss to level the town."""

BOSS_COIN = 3.0
BOSS_FELLED = 200.0
WOUND_COST = 0.1


class Standing(NamedTuple):
    """A monster of a zone, and whatever a split needs to know of it."""

    monster: str
    attack: int
    modifier: str | None
    target: SplitTarget


def choose(view: SpellSmashersView, decision: Decision[Any], chance: Chance) -> Choice | None:
    """Return the answer that promises most to one who defends the town; None for what everybody is asked alike."""
    assert view.solo is not None
    if isinstance(decision, ChooseWord):
        assert isinstance(decision.choices, WordForm)
        return word_for(view, view.solo, decision.choices, chance)
    if isinstance(decision, ChooseTypes):
        assert isinstance(decision.choices, TypesForm)
        return set_types(view, view.solo, decision.monsters, decision.choices)
    if isinstance(decision, ChooseSplit):
        assert isinstance(decision.choices, SplitForm)
        return split_for(view.solo, decision.choices)
    promise = PROMISES.get(type(decision))
    if promise is None:
        return None
    choices: tuple[Any, ...] = decision.choices.listed() or ()
    best: Choice = most_promising(choices, partial(promise, view), chance)
    return best


def word_for(view: SpellSmashersView, solo: SoloView, form: WordForm, chance: Chance) -> SpellWord | CannotSpell:
    """Return the word that promises most in any zone, or the claim that there is none."""
    weapons, armor = best_weapons(view.lexicon, form, WEAPONS_TRIED), best_armor(view.lexicon, form)
    zones = [zone for zone in solo.zones if monsters_of(zone)]
    modifiers = {one.modifier for zone in zones for one in monsters_of(zone)} or {None}
    against = [(modifier, weapon) for weapon in weapons for modifier in sorted(modifiers, key=str)]
    words = spelling.best_words(view.lexicon, form, against)
    if not words:
        return CannotSpell(weapons[0], armor)
    word = most_promising(words, lambda word: in_best_zone(solo, zones, word), chance)
    return spelling.answer(word, armor)


def in_best_zone(solo: SoloView, zones: Sequence[ZoneView], word: Spelt) -> float:
    """Return what a word promises in the zone where it promises most; 0 where no monster stands in any."""
    points = points_of(word)
    return max((promise_of(solo, zone, points) for zone in zones), default=0.0)


def zone_promise(view: SpellSmashersView, choice: FightZone) -> float:
    """Return what the word that was revealed promises in a zone."""
    solo, word = view.solo, spelling.revealed(view, 0)
    assert solo is not None
    return promise_of(solo, solo.zones[choice.zone - 1], points_of(word))


def points_of(word: Spelt) -> Points:
    """Return the points of a word by type; those of wild cards and gear have none."""
    by_type = dict.fromkeys((*DAMAGE_TYPES, WILD), 0)
    for tile in word.tiles:
        by_type[tile.type] += tile.damage
    types: list[DamageType] = [tile.type if tile.type != "wild" else DAMAGE_TYPES[0] for tile in word.tiles]
    battle = ImaginedBattle(ANYBODY, word.letters, [TILE[tile.tile] for tile in word.tiles], types)
    card = GEAR[word.weapon] if word.weapon else STARTING_STICK
    bonus = card.damage(battle) if card.damage is not None else 0
    return Points(by_type["fire"], by_type["earth"], by_type["water"], by_type[WILD] + bonus)


def promise_of(solo: SoloView, zone: ZoneView, points: Points) -> float:
    """Return what points promise in a zone, split as well as can be."""
    foes = [standing(solo, monster) for monster in monsters_of(zone)]
    return max(worth(solo, foes, split) for split in splits(points, [foe.target for foe in foes]))


def split_for(solo: SoloView, form: SplitForm) -> SplitDamage:
    """Return the split that promises most."""
    standing_there = {one.monster: one for zone in solo.zones for one in monsters_of(zone)}
    foes = [standing(solo, standing_there[target.monster])._replace(target=target) for target in form.targets]
    best = max(splits(form.points, form.targets), key=lambda split: worth(solo, foes, split))
    return SplitDamage(tuple(Share(target.monster, *share) for target, share in zip(form.targets, best, strict=True)))


def splits(points: Points, targets: Sequence[SplitTarget]) -> list[list[list[int]]]:
    """Return some splits: all that can be to one monster first, and what it need not have to the other."""
    orders = [[0], [0]] if len(targets) == 1 else [[0, 1], [1, 0]]
    return [assigned(points, targets, order) for order in orders[: len(targets)]]


def assigned(points: Points, targets: Sequence[SplitTarget], order: list[int]) -> list[list[int]]:
    """Assign point after point to the first of `order` that has coins left; its best points first."""
    factors = [(target.fire, target.earth, target.water, 1) for target in targets]
    shares = [[0, 0, 0, 0] for _ in targets]
    first = order[0]
    others = [sum(factors[at][type] for at in order[1:]) for type in range(4)]
    for type in sorted(range(4), key=lambda type: (others[type] - factors[first][type], -factors[first][type])):
        for _ in range(points.of()[type]):
            alive = [at for at in order if not targets[at].felled(shares[at])]
            if not alive:
                break
            shares[alive[0]][type] += 1
    return shares


def worth(solo: SoloView, foes: Sequence[Standing], split: Sequence[Sequence[int]]) -> float:
    """Return what a split in a zone is worth."""
    total = 0.0
    boss_there = any(foe.monster == solo.boss for foe in foes)
    zone = next(zone for zone in solo.zones if any(one.monster == foes[0].monster for one in monsters_of(zone)))
    for foe, share in zip(foes, split, strict=True):
        coins = min(foe.target.coins, foe.target.taken(share))
        if not coins:
            continue
        felled = coins == foe.target.coins
        total += COIN * coins
        if foe.monster == solo.boss:
            total += BOSS_FELLED if felled else BOSS_COIN * coins
        elif felled:
            total += TROPHY_VP + (FULL_ZONE if len(foes) == 2 else 0) + (BESIDE_THE_BOSS if boss_there else 0)
            total += NEXT_ZONE if solo.next_zone == zone.zone else 0
        total -= WOUND_COST * foe.attack
    return total


def standing(solo: SoloView, monster: ZoneMonsterView) -> Standing:
    """Return a monster as its cards have it."""
    boss = BOSS.get(monster.monster)
    attack = MONSTER[monster.monster].attack if boss is None else boss.attack
    ignores = boss.ignores() if boss is not None and boss.ignores is not None else 0
    fire, earth, water = (factor(solo, monster, type) for type in DAMAGE_TYPES)
    target = SplitTarget(monster.monster, monster.coins, ignores, fire, earth, water)
    return Standing(monster.monster, attack, monster.modifier, target)


def factor(solo: SoloView, monster: ZoneMonsterView, type: DamageType) -> int:
    """Return how many coins a point of a type takes."""
    card = MODIFIER[monster.modifier] if monster.modifier else None
    if card is not None and card.trait.scales is not None:
        return card.trait.scales(card, type)
    return 0 if monster.monster == solo.boss and solo.resists == type else 1


def set_types(view: SpellSmashersView, solo: SoloView, monsters: tuple[str, ...], form: TypesForm) -> SetTypes:
    """Let wild cards deal what the monsters of the zone take best; elixir and cloak stay."""
    there = [one for zone in solo.zones for one in monsters_of(zone) if one.monster in monsters]
    weapon = view.players[0].weapon
    best = max(
        DAMAGE_TYPES,
        key=lambda type: (sum(factor(solo, one, type) for one in there), tile_bonus(weapon, type, "letter")),
    )
    return SetTypes(tuple(DealAs(tile, best) for tile in form.wild))


def shed_promise(view: SpellSmashersView, choice: ShedTo) -> float:
    """Return how little the hand deals of a type that the boss is to resist."""
    tiles = (*(view.hand or ()), *view.players[0].trophies)
    return -sum(TILE[tile].damage for tile in tiles if TILE[tile].type == choice.type)


def monsters_of(zone: ZoneView) -> list[ZoneMonsterView]:
    """Return who stands in a zone, the one inside first."""
    return [one for one in (zone.inside, zone.outside) if one is not None]


ANYBODY = CrestView(full_health(MONSTERS[0].id, None), 0, guards_gear=False, monster=MONSTERS[0].id)
PROMISES: MappingProxyType[type[Decision[Any]], Callable[[SpellSmashersView, Any], float]] = MappingProxyType(
    {
        ChooseZone: zone_promise,
        ChooseVisit: visit,
        ChooseStacking: stacking,
        ChooseRuin: ruin,
        ChooseShed: shed_promise,
    }
)
"""What an answer promises, by the question; what a player of several is asked too, is not there."""
