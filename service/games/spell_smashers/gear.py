"""The 24 gear cards, and the Starting Stick that is printed on every player's board."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.spell_smashers.cards import EARTH, FIRE, WATER, Gear, gear
from service.games.spell_smashers.gear_decisions import KeepLetter, choose_healed, choose_kept, wounds_beside_word
from service.games.spell_smashers.word_shape import has_double_letter

if TYPE_CHECKING:
    from service.games.spell_smashers.battle import WordInBattle
    from service.games.spell_smashers.initiative import Standing


@gear("Starting Stick", "weapon", at="damage")
def starting_stick(battle: WordInBattle) -> int:
    """+1 damage if your word has 5 or more letters."""
    return int(len(battle.word) >= 5)


@gear("Avaricious Axe", "weapon", at="rewards")
def avaricious_axe(battle: WordInBattle) -> None:
    """Gain $5 when you defeat a monster."""
    if battle.defeats:
        battle.coins(5, "avaricious_axe")


@gear("Searing Sabre", "weapon", at="damage")
def searing_sabre(battle: WordInBattle) -> int:
    """+1 damage for each fire card in your word, up to +3."""
    return min(3, battle.types.count(FIRE))


@gear("Boulder Bludgeon", "weapon", at="damage")
def boulder_bludgeon(battle: WordInBattle) -> int:
    """+1 damage for each earth card in your word, up to +3."""
    return min(3, battle.types.count(EARTH))


@gear("Tidal Trident", "weapon", at="damage")
def tidal_trident(battle: WordInBattle) -> int:
    """+1 damage for each water card in your word, up to +3."""
    return min(3, battle.types.count(WATER))


@gear("Lengthy Lance", "weapon", at="damage")
def lengthy_lance(battle: WordInBattle) -> int:
    """+1 damage for each letter in your word beyond the 3rd, up to +4."""
    return min(4, max(0, len(battle.word) - 3))


@gear("Double Daggers", "weapon", at="damage")
def double_daggers(battle: WordInBattle) -> int:
    """+4 damage if your word has a double letter."""
    return 4 if has_double_letter(battle.word) else 0


@gear("Scarred Scythe", "weapon", at="damage")
def scarred_scythe(battle: WordInBattle) -> int:
    """+3 damage for each wound card in your word, up to +6."""
    return min(6, 3 * battle.count("wound"))


@gear("Hunter's Harpoon", "weapon", at="damage")
def hunters_harpoon(battle: WordInBattle) -> int:
    """+2 damage for each monster trophy in your word, up to +4."""
    return min(4, 2 * battle.count("trophy"))


@gear("Brief Blade", "weapon", at="damage")
def brief_blade(battle: WordInBattle) -> int:
    """+2 damage if your word has 4 or fewer letters."""
    return 2 if len(battle.word) <= 4 else 0


@gear("Patient Pike", "weapon", at="damage", multiplayer_only=True)
def patient_pike(battle: WordInBattle) -> int:
    """+4 damage if you are last in initiative order."""
    return 4 if battle.last else 0


@gear("Contract Crossbow", "weapon", at="damage", multiplayer_only=True)
def contract_crossbow(battle: WordInBattle) -> int:
    """+1 damage for each quest you have completed, up to +4."""
    return min(4, len(battle.player.completed))


@gear("Jealous Javelin", "weapon", at="damage", multiplayer_only=True)
def jealous_javelin(battle: WordInBattle) -> int:
    """+3 damage if an opponent has more monster trophies than you."""
    mine = len(battle.player.trophies)
    return 3 if any(len(player.trophies) > mine for player in battle.table.state.players) else 0


@gear("Padded Plate", "armor", at="count_wounds")
def padded_plate(battle: WordInBattle, wounds: int) -> int:
    """Suffer 1 fewer wound."""
    return max(0, wounds - 1)


@gear("Heroic Helm", "armor", at="count_wounds")
def heroic_helm(battle: WordInBattle, wounds: int) -> int:
    """Suffer no wounds from a monster you defeat."""
    return max(0, wounds - battle.attack_of_defeated)


@gear("Bottomless Belt", "armor", at="refill")
def bottomless_belt(hand_size: int) -> int:
    """Refill your hand to 8 cards."""
    return max(8, hand_size)


@gear("Chameleon Cloak", "armor", at="choose_types")
def chameleon_cloak() -> int:
    """In battle, change the damage type of 1 card in your word."""
    return 1


@gear("Cleansing Cuirass", "armor", at="after_wounds")
async def cleansing_cuirass(battle: WordInBattle) -> None:
    """After battle, if your word has 1 or more wound cards, discard up to 2 wound cards from your hand."""
    if battle.count("wound") and wounds_beside_word(battle.table.state, battle.seat):
        battle.discard_wounds((await battle.table.ask(battle.seat, choose_healed)).wounds)


@gear("Retrieving Robe", "armor", at="discard_word")
async def retrieving_robe(battle: WordInBattle) -> None:
    """When you discard your word, return 1 of its letter cards to your hand."""
    if battle.count("letter"):
        choice = await battle.table.ask(battle.seat, choose_kept(battle))
        if isinstance(choice, KeepLetter):
            battle.take_back(choice.tile)


@gear("Bargain Bracers", "armor", at="price")
def bargain_bracers(price: int) -> int:
    """Your town visit costs $2 less."""
    return max(0, price - 2)


@gear("Mercenary Mantle", "armor", at="after_wounds")
async def mercenary_mantle(battle: WordInBattle) -> None:
    """After battle, gain $2 if you suffered no wounds."""
    if not battle.wounds_suffered:
        battle.coins(2, "mercenary_mantle")


@gear("Speedy Sandals", "armor", at="initiative", multiplayer_only=True)
def speedy_sandals(standing: Standing) -> None:
    """+2 initiative."""
    standing.initiative += 2


def pays_the_first(battle: WordInBattle) -> None:
    """The second half of Preemptive Pauldrons."""
    if battle.first:
        battle.coins(2, "preemptive_pauldrons")


@gear("Preemptive Pauldrons", "armor", at="initiative", multiplayer_only=True, then=("rewards", pays_the_first))
def preemptive_pauldrons(standing: Standing) -> None:
    """You win initiative ties. Gain $2 if you are first in initiative order."""
    standing.wins_ties = True


@gear("Tavern Tabard", "armor", at="after_wounds", multiplayer_only=True)
async def tavern_tabard(battle: WordInBattle) -> None:
    """After battle, gain 1 ale if you suffered 2 or more wounds."""
    if battle.wounds_suffered >= 2:
        battle.ale(1, "tavern_tabard")


@gear("Jobber's Jerkin", "armor", at="quest_done", multiplayer_only=True)
def jobbers_jerkin(battle: WordInBattle) -> None:
    """Gain $3 when you complete a quest."""
    battle.coins(3, "jobbers_jerkin")


STARTING_STICK: Gear = starting_stick
WEAPONS: tuple[Gear, ...] = (
    avaricious_axe, searing_sabre, boulder_bludgeon, tidal_trident, lengthy_lance, double_daggers, scarred_scythe,
    hunters_harpoon, brief_blade, patient_pike, contract_crossbow, jealous_javelin,
)  # fmt: skip
ARMOR: tuple[Gear, ...] = (
    padded_plate, heroic_helm, bottomless_belt, chameleon_cloak, cleansing_cuirass, retrieving_robe, bargain_bracers,
    mercenary_mantle, speedy_sandals, preemptive_pauldrons, tavern_tabard, jobbers_jerkin,
)  # fmt: skip
GEARS: tuple[Gear, ...] = (*WEAPONS, *ARMOR)
GEAR: MappingProxyType[str, Gear] = MappingProxyType({card.id: card for card in GEARS})
# The gear that acts, by the ids of weapon and armor, either of which may be empty.
ACTIVE: MappingProxyType[tuple[str, str], tuple[Gear, ...]] = MappingProxyType(
    {
        (weapon, armor): (GEAR[weapon] if weapon else STARTING_STICK, *([GEAR[armor]] if armor else ()))
        for weapon in ("", *(card.id for card in WEAPONS))
        for armor in ("", *(card.id for card in ARMOR))
    }
)
