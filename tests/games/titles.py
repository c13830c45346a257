"""What the conformance suite must know of each title: its invariants, and what an audience can't see."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from service.games.catalogue import TITLES
from service.games.epic_spell_wars.state import EpicSpellWarsOptions
from service.games.kernel.chance import Chance
from service.games.kernel.events import Event
from service.games.kernel.game import Game, Options
from service.games.kernel.match import Action
from service.games.spell_smashers.game import SpellSmashers
from service.games.spell_smashers.state import SpellSmashersOptions
from service.games.squishem.heroes import HAND
from service.games.squishem.setup import monster_deck
from service.games.squishem.state import SquishemOptions
from service.games.squishem.state import State as Squishem
from service.games.squishem.turn import KILLS_TO_WIN, must_rest
from tests.games.epic_spell_wars import soundness as epic_spell_wars
from tests.games.kernel import toy
from tests.games.kernel.driving import Playing
from tests.games.kernel.toy_words import CellarOptions
from tests.games.spell_smashers import invariants
from tests.games.spell_smashers.spending import spend


@dataclass(frozen=True)
class Title:
    """One title under test.

    It is played with `seats`, with any `options`; a mode that has others is an entry of its own. `sound(state)` asserts
    what is true after every step: cards, coins and HP. `reshuffle_hidden(state, audience, chance)` deals anew, in
    place, all that the audience can't see. `reveals(event, audience)` tells whether an event may let the audience learn
    what it could not see before. `plays(playing, chance)` chooses the actions of a random match that is kept as a
    golden record.
    """

    make: Callable[[], Game[Any]]
    path: str
    options: tuple[Options, ...]
    seats: range
    sound: Callable[[Any], None]
    reshuffle_hidden: Callable[[Any, int | None, Chance], None]
    reveals: Callable[[Event, int | None], bool]
    plays: Callable[[Playing, Chance], Action] = Playing.choose


def toy_reveals(event: Event, audience: int | None) -> bool:
    if event.kind == "drew":
        return getattr(event, "seat", None) == audience
    # A death lays a hand open, a draw may turn an open pile into a hidden one of another order.
    return event.kind in ("toasted", "card_played", "lost", "drank", "died")


CELLAR = Title(
    make=toy.Toy,
    path="tests.games.kernel.toy:Toy",
    options=(CellarOptions(), CellarOptions(rounds=6)),
    seats=toy.Toy.seats,
    sound=toy.assert_sound,
    reshuffle_hidden=toy.reshuffle_hidden,
    reveals=toy_reveals,
)


def squishem_sound(state: Squishem) -> None:
    """Every card is somewhere, once; Monsters in play live; kills stay below or at the goal."""
    if state.phase == "turn":
        cards = [*state.deck, *state.set_aside, *(monster.id for monster in state.monsters)]
        cards += [kill for player in state.players for kill in player.kills]
        assert sorted(cards) == sorted(monster_deck(state)), "Monster cards are lost or made"
        withheld = [(row.seat, row.card) for row in state.lasting if row.effect == "repeat"]
        for seat, player in enumerate(state.players):
            hand = player.hand + [player.laid] * (player.laid is not None)
            hand += [card for owner, card in withheld if owner == seat]
            assert Counter(hand) == Counter(HAND[player.hero]), f"cards of seat {seat} are lost or made"
    assert len({player.hero for player in state.players if player.hero}) == sum(
        bool(player.hero) for player in state.players
    ), "two players have one hero"
    for monster in state.monsters:
        assert 0 < monster.hp <= monster.starting_hp, f"{monster.id} has {monster.hp} HP"
    goal = KILLS_TO_WIN.get(state.length, 26)
    assert all(len(player.kills) <= goal for player in state.players), "play went on past the goal"
    seats = range(len(state.players))
    assert {*state.paralysed, *state.forced, *state.paralysed_next, *state.winners} <= {*seats}


def squishem_reshuffle(state: Squishem, audience: int | None, chance: Chance) -> None:
    """The order of the deck, and which card of a full hand lies face down before another player."""
    chance.shuffle(state.deck)
    for seat, player in enumerate(state.players):
        if seat == audience or state.shown or player.laid is None or seat in must_rest(state):
            continue
        cards = [*player.hand, player.laid]
        chance.shuffle(cards)
        player.laid = cards.pop()
        player.hand = cards


def squishem_reveals(event: Event, _: int | None) -> bool:
    return event.kind in ("monster_revealed", "card_set_aside", "coffee_break_forced", "cards_shown")


SQUISHEM = Title(
    make=type(TITLES["squishem"]),
    path="service.games.squishem.game:Squishem",
    options=(
        SquishemOptions(),
        SquishemOptions(heroes="choose"),
        SquishemOptions(length="five_kills"),
        SquishemOptions(length="whole_deck", heroes="choose", turn_cap=12),
    ),
    seats=TITLES["squishem"].seats,
    sound=squishem_sound,
    reshuffle_hidden=squishem_reshuffle,
    reveals=squishem_reveals,
)

SPELL_SMASHERS = Title(
    make=SpellSmashers,
    path="service.games.spell_smashers.game:SpellSmashers",
    options=(
        SpellSmashersOptions(),
        SpellSmashersOptions(lexicon="family", marker=1),
        SpellSmashersOptions(lexicon="large"),
        SpellSmashersOptions(marker=4),
    ),
    seats=range(2, 6),
    sound=invariants.sound,
    reshuffle_hidden=invariants.reshuffle_hidden,
    reveals=invariants.reveals,
    plays=spend,
)

EPIC_SPELL_WARS = Title(
    make=type(TITLES["epic_spell_wars"]),
    path="service.games.epic_spell_wars.game:EpicSpellWars",
    options=(
        EpicSpellWarsOptions(),
        EpicSpellWarsOptions(tokens=1, heroes="choose"),
        EpicSpellWarsOptions(round_cap=2, duel_cap=3),
        EpicSpellWarsOptions(tokens=3, round_cap=3, duel_cap=2, heroes="choose"),
    ),
    seats=range(2, 7),
    sound=epic_spell_wars.sound,
    reshuffle_hidden=epic_spell_wars.reshuffle_hidden,
    reveals=epic_spell_wars.reveals,
)

SPELL_SMASHERS_SOLO = Title(
    make=SpellSmashers,
    path="service.games.spell_smashers.game:SpellSmashers",
    options=(
        SpellSmashersOptions(boss="insatiable_vulture"),
        SpellSmashersOptions(difficulty="advanced", boss="unyielding_colossus"),
        SpellSmashersOptions(difficulty="extreme", boss="mercurial_basilisk"),
        SpellSmashersOptions(difficulty="advanced", boss="tyrannical_warlord", lexicon="large"),
    ),
    seats=range(1, 2),
    sound=invariants.sound,
    reshuffle_hidden=invariants.reshuffle_hidden,
    reveals=invariants.reveals,
    plays=spend,
)

UNDER_TEST = {
    "cellar": CELLAR,
    "squishem": SQUISHEM,
    "spell_smashers": SPELL_SMASHERS,
    "epic_spell_wars": EPIC_SPELL_WARS,
    "spell_smashers_solo": SPELL_SMASHERS_SOLO,
}
