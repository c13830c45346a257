"""What a word promises against a monster, in victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.bots.spell_smashers.imagined import Around, ImaginedBattle, around, wild_type
from service.games.spell_smashers.gear import GEAR
from service.games.spell_smashers.quests import QUEST
from service.games.spell_smashers.scoring import TROPHY_VP
from service.games.spell_smashers.tiles import TILE
from service.games.spell_smashers.view import CrestView

if TYPE_CHECKING:
    from service.bots.spell_smashers.spelling import Spelt
    from service.games.spell_smashers.cards import DamageType
    from service.games.spell_smashers.view import SpellSmashersView

COIN = 0.22
"""A fifth of a point at the end, and now and then a bargain in the town."""

TROPHY = TROPHY_VP + 0.4
"""A trophy is a letter too, for as long as it is kept."""

GEAR_CARD = 0.8
WOUND = 0.5
"""A wound costs a point at the end; before, it can be played or healed."""

WOUND_AT_THE_END = 1.0


class Prospect:
    """What one seat can tell of a battle before it is fought."""

    __slots__ = ("around", "quests", "seat", "view", "wound")

    def __init__(self, view: SpellSmashersView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.around: Around = around(view)
        self.quests = [QUEST[quest] for quest in view.quests or ()]
        self.wound = WOUND_AT_THE_END if view.round == view.rounds else WOUND

    def battle(
        self,
        crest: CrestView,
        word: Spelt,
        weapon: str | None,
        armor: str | None,
        types: list[DamageType] | None = None,
    ) -> ImaginedBattle:
        """Fight it in the head."""
        facts = [TILE[tile.tile] for tile in word.tiles]
        battle = ImaginedBattle(
            crest, word.letters, facts, types or best_types(crest, word, weapon), self.seat, self.around
        )
        battle.fight(weapon, armor)
        return battle

    def of(self, crest: CrestView, word: Spelt, weapon: str | None, armor: str | None) -> float:
        """Return what it promises to battle the monster of a crest with a word."""
        return self.worth(self.battle(crest, word, weapon, armor), weapon, armor)

    def worth(self, battle: ImaginedBattle, weapon: str | None, armor: str | None) -> float:
        """Return what a battle that was fought is worth."""
        worth = 0.0
        if battle.damage:
            worth += battle.crest.ale + GEAR_CARD * battle.crest.guards_gear
        if battle.defeats:
            worth += TROPHY
        worth -= self.wound * (battle.wounds_suffered - battle.count("wound"))
        for quest in self.quests:
            if quest.done(battle):
                worth += quest.vp
                for card in (weapon, armor):
                    if card and (paid := GEAR[card].quest_done) is not None:
                        paid(battle)
        return worth + COIN * battle.gained


def best_types(crest: CrestView, word: Spelt, weapon: str | None) -> list[DamageType]:
    """Return the types that the tiles deal at best; wild cards are free to choose."""
    wild = wild_type(crest.modifier, weapon)
    return [wild if tile.type == "wild" else tile.type for tile in word.tiles]


def monsters_of(view: SpellSmashersView) -> list[CrestView]:
    """Return the crests on which a monster stands; in the solo game all monsters in play but the boss, as on crests."""
    if view.solo is not None:
        places = [place for zone in view.solo.zones for place in (zone.inside, zone.outside) if place is not None]
        return [
            CrestView(place.coins, 0, place.guards_gear, place.monster, place.modifier)
            for place in places
            if place.monster != view.solo.boss
        ]
    return [crest for crest in view.crests if crest.monster is not None]
