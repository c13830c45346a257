"""Game set-up: decks, the first holder of the marker, the monster row, hands and coins."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.games.spell_smashers import events
from service.games.spell_smashers.draws import draw_letters
from service.games.spell_smashers.gear import GEARS
from service.games.spell_smashers.letters import CONSONANTS, VOWEL_CARDS
from service.games.spell_smashers.modifiers import REGULAR, STARTING
from service.games.spell_smashers.monster_row import enter
from service.games.spell_smashers.monsters import MONSTERS
from service.games.spell_smashers.quests import QUESTS
from service.games.spell_smashers.state import Crest, Deck, Player, SpellSmashersOptions, State
from service.games.spell_smashers.wounds import WOUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from service.games.kernel.chance import Chance
    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import Potion

    class Card(Protocol):
        """Anything printed that has an id."""

        @property
        def id(self) -> str: ...


OPENING_CONSONANTS = 4
OPENING_VOWELS = 3
OPENING_STOCK: MappingProxyType[Potion, int] = MappingProxyType({"elixir": 5, "antidote": 5, "tonic": 5})


def set_up(options: SpellSmashersOptions, seats: int, chance: Chance) -> State:
    """Shuffle every deck, and draw the first holder of the marker unless an option names him.

    The starting modifiers lie on the crests, one a crest; the others stay out of the game.
    """
    marker = chance.below(seats) if options.marker is None else options.marker % seats
    starting = shuffled(STARTING, chance)
    return State(
        lexicon=options.lexicon,
        players=[Player() for _ in range(seats)],
        marker=marker,
        crests=[Crest(modifier=starting[place]) for place in range(seats)],
        stock=dict(OPENING_STOCK),
        consonants=Deck(shuffled(CONSONANTS, chance)),
        vowels=Deck(shuffled(VOWEL_CARDS, chance)),
        wounds=Deck(shuffled(WOUNDS, chance)),
        modifiers=Deck(shuffled(REGULAR, chance)),
        monsters=shuffled(MONSTERS, chance),
        quests=shuffled(QUESTS, chance),
        gear=shuffled(GEARS, chance),
    )


def shuffled(cards: Iterable[Card], chance: Chance) -> list[str]:
    """Return the ids of cards in random order."""
    ids = [card.id for card in cards]
    chance.shuffle(ids)
    return ids


def deal(table: Table[State]) -> None:
    """Monsters enter; clockwise from the holder of the marker, players take their hands and $0, $1, $2 ..."""
    state = table.state
    table.tell(events.TiebreakerTaken, state.marker)
    for place, crest in enumerate(state.crests):
        enter(table, place, crest.modifier)
    for coins, seat in enumerate(state.clockwise()):
        draw_letters(table, seat, OPENING_CONSONANTS, OPENING_VOWELS)
        state.players[seat].coins = coins
        if coins:
            table.tell(events.CoinsGained, seat, coins, "setup")
    state.phase = "words"
