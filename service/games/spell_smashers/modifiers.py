"""The 36 modifier cards, nine of them for the start, and their nine traits."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.kernel.cards import snake_case
from service.games.spell_smashers.cards import EARTH, FIRE, WATER, DamageType, Modifier, Trait, trait
from service.games.spell_smashers.gear_decisions import choose_disarmed

if TYPE_CHECKING:
    from service.games.spell_smashers.battle import WordInBattle
    from service.games.spell_smashers.cards import Entrance


@trait("Resistance", at="scales")
def resistance(modifier: Modifier, type: DamageType) -> int:
    """{type} cards deal 0 damage to this monster."""
    return 0 if type == modifier.type else 1


@trait("Weakness", at="scales")
def weakness(modifier: Modifier, type: DamageType) -> int:
    """{type} cards deal double damage to this monster."""
    return 2 if type == modifier.type else 1


@trait("Bite Back", at="strengthens")
def bite_back(battle: WordInBattle, modifier: Modifier) -> int:
    """+1 attack if your word has a {type} card."""
    return int(modifier.type in battle.types)


@trait("Extra Vicious", at="strengthens")
def extra_vicious(battle: WordInBattle, modifier: Modifier) -> int:
    """+1 attack."""
    return 1


@trait("Legendary", at="enters")
def legendary(entrance: Entrance, modifier: Modifier) -> None:
    """Enters with 1 ale."""
    entrance.ale(1)


@trait("Well Equipped", at="enters")
def well_equipped(entrance: Entrance, modifier: Modifier) -> None:
    """Enters with 1 gear card, face down. The first player to deal damage takes it."""
    entrance.hide_gear()


@trait("Disarm", at="chosen")
async def disarm(battle: WordInBattle) -> None:
    """When you choose this monster, you lose 1 active gear card."""
    if battle.player.weapon or battle.player.armor:
        battle.lose_gear((await battle.table.ask_openly(battle.seat, choose_disarmed)).gear)


@trait("Health Aura", at="enters")
def health_aura(entrance: Entrance, modifier: Modifier) -> None:
    """On entering, every other monster in play gains {n} health."""
    entrance.strengthen_others(modifier.coins)


@trait("Last Gasp", at="strengthens")
def last_gasp(battle: WordInBattle, modifier: Modifier) -> int:
    """Suffer 2 more wounds if you defeat this monster."""
    return 2 if battle.defeats else 0


TRAITS: tuple[Trait, ...] = (
    resistance, weakness, bite_back, extra_vicious, legendary, well_equipped, disarm, health_aura, last_gasp,
)  # fmt: skip


def modifier(
    title: str, health: int, trait: Trait, type: DamageType | None = None, *, coins: int = 0, starting: bool = False
) -> Modifier:
    """Make a modifier card; `starting` ones carry a star and are dealt at setup."""
    return Modifier(snake_case(title), title, starting, health, trait, type, coins)


MODIFIERS: tuple[Modifier, ...] = (
    modifier("Rash", 4, weakness, FIRE, starting=True),
    modifier("Brittle", 3, weakness, EARTH, starting=True),
    modifier("Parched", 3, weakness, WATER, starting=True),
    modifier("Smoldering", 1, resistance, FIRE, starting=True),
    modifier("Craggy", 1, resistance, EARTH, starting=True),
    modifier("Drenched", 1, resistance, WATER, starting=True),
    modifier("Prickly", 2, bite_back, EARTH, starting=True),
    modifier("Peevish", 1, extra_vicious, starting=True),
    modifier("Famed", 3, legendary, starting=True),
    modifier("Flammable", 5, weakness, FIRE),
    modifier("Fragile", 5, weakness, EARTH),
    modifier("Rusty", 6, weakness, WATER),
    modifier("Fireproof", 2, resistance, FIRE),
    modifier("Unshakable", 2, resistance, EARTH),
    modifier("Waterlogged", 2, resistance, WATER),
    modifier("Scalding", 3, bite_back, FIRE),
    modifier("Volatile", 2, bite_back, FIRE),
    modifier("Thorny", 3, bite_back, EARTH),
    modifier("Venomous", 3, bite_back, WATER),
    modifier("Stinging", 2, bite_back, WATER),
    modifier("Savage", 2, extra_vicious),
    modifier("Rabid", 1, extra_vicious),
    modifier("Bloodthirsty", 0, extra_vicious),
    modifier("Fabled", 4, legendary),
    modifier("Storied", 4, legendary),
    modifier("Renowned", 5, legendary),
    modifier("Hoarding", 5, well_equipped),
    modifier("Plundering", 4, well_equipped),
    modifier("Ironclad", 6, well_equipped),
    modifier("Grasping", 3, disarm),
    modifier("Thieving", 2, disarm),
    modifier("Inspiring", 1, health_aura, coins=1),
    modifier("Rousing", 0, health_aura, coins=2),
    modifier("Matriarchal", 1, health_aura, coins=2),
    modifier("Vile", 3, last_gasp),
    modifier("Vengeful", 2, last_gasp),
)
MODIFIER: MappingProxyType[str, Modifier] = MappingProxyType({modifier.id: modifier for modifier in MODIFIERS})
STARTING: tuple[Modifier, ...] = tuple(modifier for modifier in MODIFIERS if modifier.starting)
REGULAR: tuple[Modifier, ...] = tuple(modifier for modifier in MODIFIERS if not modifier.starting)
