"""The solo set-up: the decks that the town is defended with, the boss, the first monsters and a hand, but no coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.spell_smashers.draws import draw_letters
from service.games.spell_smashers.gear import GEARS
from service.games.spell_smashers.letters import CONSONANTS, VOWEL_CARDS
from service.games.spell_smashers.modifiers import REGULAR
from service.games.spell_smashers.monsters import MONSTERS
from service.games.spell_smashers.setup import OPENING_CONSONANTS, OPENING_STOCK, OPENING_VOWELS, shuffled
from service.games.spell_smashers.solo.bosses import BOSSES
from service.games.spell_smashers.solo.waves import place_starting
from service.games.spell_smashers.solo.zones import BUILDINGS, solo_of
from service.games.spell_smashers.state import SOLO_ROUND_CAP, Deck, Player, Solo, State, Zone
from service.games.spell_smashers.wounds import WOUNDS

if TYPE_CHECKING:
    from service.games.kernel.chance import Chance
    from service.games.kernel.table import Table
    from service.games.spell_smashers.state import SpellSmashersOptions

STARTING_MONSTERS = 2


def set_up_solo(options: SpellSmashersOptions, chance: Chance) -> State:
    """Shuffle every deck that the solo game has, and draw the boss unless an option names it.

    Quests, starting modifiers and the gear for several players stay in the box; with the standard difficulty all
    modifiers do.
    """
    difficulty = options.difficulty or "standard"
    boss: str = options.boss or "random"
    if boss == "random":
        boss = chance.pick(BOSSES).id
    return State(
        lexicon=options.lexicon,
        players=[Player()],
        marker=0,
        crests=[],
        stock=dict(OPENING_STOCK),
        consonants=Deck(shuffled(CONSONANTS, chance)),
        vowels=Deck(shuffled(VOWEL_CARDS, chance)),
        wounds=Deck(shuffled(WOUNDS, chance)),
        modifiers=Deck([] if difficulty == "standard" else shuffled(REGULAR, chance)),
        monsters=shuffled(MONSTERS, chance),
        gear=shuffled((card for card in GEARS if not card.multiplayer_only), chance),
        solo=Solo(difficulty, boss, options.round_cap or SOLO_ROUND_CAP, [Zone() for _ in BUILDINGS]),
    )


async def deal_solo(table: Table[State]) -> None:
    """Monsters come to different zones, two or with extreme difficulty all four; the player takes a hand."""
    extreme = solo_of(table.state).difficulty == "extreme"
    await place_starting(table, len(BUILDINGS) if extreme else STARTING_MONSTERS)
    draw_letters(table, 0, OPENING_CONSONANTS, OPENING_VOWELS)
    table.state.phase = "words"
