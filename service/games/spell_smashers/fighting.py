"""Battle Monsters: the six steps of a battle, and the end of the phase."""

from __future__ import annotations

from operator import mul
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers import events
from service.games.spell_smashers.battle import Battle, WordInBattle
from service.games.spell_smashers.damage_types import choose_types, types_chosen
from service.games.spell_smashers.draws import discard_from_hand, draw_from
from service.games.spell_smashers.monsters import MONSTERS
from service.games.spell_smashers.quests import QUEST
from service.games.spell_smashers.state import ROUNDS

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import DamageType
    from service.games.spell_smashers.state import State


@value
class FightMonster(Choice):
    """Battle this monster."""

    kind: ClassVar[str] = "fight_monster"

    monster: str


@value
class ChooseMonster(Decision[FightMonster]):
    """Which monster of the row to battle."""

    kind: ClassVar[str] = "choose_monster"
    prompt: ClassVar[str] = "Choose the monster that you battle."
    offers: ClassVar[tuple[type[Choice], ...]] = (FightMonster,)


FIGHT: MappingProxyType[str, FightMonster] = MappingProxyType(
    {monster.id: FightMonster(monster.id) for monster in MONSTERS}
)
IN_THE_ROW = Refusal("SS-109", "Battle one of the monsters that stand in the row.")


def standing(state: State) -> list[str]:
    """Return the monsters of the row, from left to right."""
    return [crest.monster for crest in state.crests if crest.monster]


def choose_monster(state: State, seat: int) -> ChooseMonster:
    """Offer the monsters of the row."""
    return ChooseMonster(seat, Listed(tuple([FIGHT[monster] for monster in standing(state)])), IN_THE_ROW)


async def fight(table: Table[State], seat: int) -> None:
    """One player's battle; with no monster left, the cards of the word stay in hand."""
    state = table.state
    if not standing(state):
        table.tell(events.BattleSkipped, seat, "no_monster")
        return
    battle = await choose(table, seat)
    await set_types(battle, (battle.monster.id,))
    deal_damage(battle)
    gain_rewards(battle)
    await suffer_wounds(battle)
    complete_quests(battle)
    await discard_word(battle)


async def choose(table: Table[State], seat: int) -> Battle:
    """Choose a monster; its trait may act at once."""
    chosen = (await table.ask_openly(seat, choose_monster)).monster
    state = table.state
    place = [crest.monster for crest in state.crests].index(chosen)
    word = state.players[seat].word
    assert word is not None
    battle = Battle(table, seat, place, word)
    table.tell(events.MonsterChosen, seat, place, chosen)
    if battle.modifier is not None and battle.modifier.trait.chosen is not None:
        await battle.modifier.trait.chosen(battle)
    return battle


async def set_types(battle: WordInBattle, monsters: tuple[str, ...]) -> None:
    """Give every tile its damage type: wild cards first, then what elixir and cloak change."""
    types: dict[str, DamageType] = {tile.id: tile.type for tile in battle.tiles if tile.type != "wild"}
    cloak = False
    for card in battle.active():
        if card.choose_types is not None and card.choose_types():
            cloak = True
    if cloak or len(types) < len(battle.tiles) or "elixir" in battle.player.potions:
        tiles = tuple([tile.id for tile in battle.tiles])
        wild = tuple([tile for tile in tiles if tile not in types])
        choice = await battle.table.ask(battle.seat, choose_types(wild, tiles, monsters, cloak=cloak))
        types |= {one.tile: one.type for one in choice.wild}
        if choice.elixir is not None:
            types[choice.elixir.tile] = choice.elixir.type
            battle.player.potions.remove("elixir")
            battle.table.state.stock["elixir"] += 1
            battle.table.tell(events.PotionUsed, battle.seat, "elixir")
        if choice.cloak is not None:
            types[choice.cloak.tile] = choice.cloak.type
        battle.table.tell(types_chosen, battle.seat, choice)
    battle.types = [types[tile.id] for tile in battle.tiles]


def deal_damage(battle: Battle) -> None:
    """Add up what the tiles deal, each times its factor, then the bonuses of gear; never below 0."""
    modifier = battle.modifier
    dealt = [tile.damage for tile in battle.tiles]
    if modifier is None or modifier.trait.scales is None:
        battle.factors = [1] * len(dealt)
    else:
        battle.factors = [modifier.trait.scales(modifier, type) for type in battle.types]
        dealt = list(map(mul, dealt, battle.factors))
    gear: dict[str, int] = {}
    for card in battle.active():
        if card.damage is not None:
            gear[card.id] = card.damage(battle)
    battle.damage = max(0, sum(dealt) + sum(gear.values()))
    crest = battle.crest
    battle.overkill = battle.damage - crest.coins
    battle.defeats = battle.overkill >= 0
    if battle.table.told is not None:
        rows = zip(battle.tiles, battle.types, battle.factors, dealt, strict=True)
        battle.table.tell(
            events.DamageCounted,
            battle.seat,
            battle.monster.id,
            tuple(events.TileDamage(tile.id, type, tile.damage, factor, damage) for tile, type, factor, damage in rows),
            tuple(events.GearBonus(card, bonus) for card, bonus in gear.items() if bonus),
            battle.damage,
            crest.coins,
        )


def gain_rewards(battle: Battle) -> None:
    """Take the coins, the ale and the gear of the crest; the last coin defeats the monster."""
    state, player, crest = battle.table.state, battle.player, battle.crest
    if battle.damage:
        taken = min(battle.damage, crest.coins)
        crest.coins -= taken
        crest.hurt = True
        battle.coins(taken, "crest")
        if crest.ale:
            battle.ale(crest.ale, "crest")
            crest.ale = 0
        if crest.gear:
            player.stash.append(crest.gear)
            battle.table.tell(events.GearClaimed, battle.seat, crest.gear)
            crest.gear = ""
    if battle.defeats:
        player.trophies.append(crest.monster)
        if crest.modifier:
            state.modifiers.discards.append(crest.modifier)
        battle.table.tell(events.MonsterDefeated, battle.seat, battle.place, crest.monster)
        crest.monster, crest.modifier = "", ""
    for card in battle.active():
        if card.rewards is not None:
            card.rewards(battle)


async def suffer_wounds(battle: Battle) -> None:
    """Draw as many wounds as the monster is strong, less what armor keeps off."""
    table, modifier = battle.table, battle.modifier
    if modifier is not None and modifier.trait.strengthens is not None:
        battle.attack_strength += modifier.trait.strengthens(battle, modifier)
    if battle.defeats:
        battle.attack_of_defeated = battle.attack_strength
    drawn = draw_wounds(battle, battle.attack_strength)
    if table.told is not None:
        seat, monster, attack = battle.seat, battle.monster.id, battle.attack_strength
        unseen = events.WoundsSuffered(seat, monster, attack, len(drawn))
        table.whisper(seat, events.WoundsSuffered(seat, monster, attack, len(drawn), tuple(drawn)), rest=unseen)
    for card in battle.active():
        if card.after_wounds is not None:
            await card.after_wounds(battle)


def draw_wounds(battle: WordInBattle, wounds: int) -> list[str]:
    """Draw so many wounds, less what armor keeps off, into the hand."""
    for card in battle.active():
        if card.count_wounds is not None:
            wounds = card.count_wounds(battle, wounds)
    drawn = draw_from(battle.table, battle.table.state.wounds, "wound", wounds)
    battle.wounds_suffered = len(drawn)
    battle.player.hand += drawn
    return drawn


def complete_quests(battle: Battle) -> None:
    """Show every quest that this battle has fulfilled, and tuck it under the board."""
    player = battle.player
    for quest in list(player.quests):
        card = QUEST[quest]
        if card.done(battle):
            player.quests.remove(quest)
            player.completed.append(quest)
            battle.table.tell(events.QuestCompleted, battle.seat, quest, card.vp)
            for gear in battle.active():
                if gear.quest_done is not None:
                    gear.quest_done(battle)


async def discard_word(battle: WordInBattle) -> None:
    """Discard the letters and wounds of the word; its trophies stay."""
    for card in battle.active():
        if card.discard_word is not None:
            await card.discard_word(battle)
    gone = [tile.id for tile in battle.tiles if tile.sort != "trophy" and tile.id not in battle.kept]
    battle.player.word = None
    if gone:
        discard_from_hand(battle.table, battle.seat, gone)


def end_battles(table: Table[State]) -> None:
    """Pass the marker: to the last who had no word, clockwise from its holder, else to the last in initiative."""
    state = table.state
    wordless = [seat for seat in state.clockwise() if seat not in state.order]
    state.marker = wordless[-1] if wordless else state.order[-1]
    table.tell(events.TiebreakerTaken, state.marker)
    for player in state.players:
        player.word = None
    state.revealed = False
    state.place = 0
    state.phase = "last_antidotes" if state.round == ROUNDS else "town_quests"
