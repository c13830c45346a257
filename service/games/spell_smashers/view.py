"""What one audience may see, built up from what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.game import View
from service.games.kernel.values import value
from service.games.spell_smashers.cards import Potion
from service.games.spell_smashers.solo.view import SoloView, solo_view
from service.games.spell_smashers.state import ROUNDS, Lexicon, Phase, TonicUsed, VictoryPoints
from service.games.spell_smashers.tiles import TILE

if TYPE_CHECKING:
    from service.games.spell_smashers.state import Crest, Deck, Player, State, Word


@value
class CrestView:
    """A place of the monster row; `coins` are the health left. `guards_gear`: a hidden gear card lies there.

    The modifier is absent where no card was left for the monster, and both are absent while nothing stands there.
    """

    coins: int
    ale: int
    guards_gear: bool
    monster: str | None = None
    modifier: str | None = None


@value
class WordView:
    """A word as prepared: its tiles in order and its letters, as the tonic leaves them; empty for a claim to have none.

    `weapon` and `armor` are the gear chosen with it.
    """

    letters: str
    tiles: tuple[str, ...]
    weapon: str | None = None
    armor: str | None = None
    tonic: TonicUsed | None = None


@value
class SmasherView:
    """One player as this audience sees him: everything but the cards of the hand, the quests and a word not revealed.

    `weapon` and `armor` are active, the `stash` is the rest of the gear. `ready`: the word is prepared in secret.
    """

    seat: int
    coins: int
    ale: int
    consonants: int
    vowels: int
    wounds: int
    incomplete_quests: int
    completed_quests: tuple[str, ...]
    trophies: tuple[str, ...]
    potions: tuple[Potion, ...]
    stash: tuple[str, ...]
    ready: bool
    weapon: str | None = None
    armor: str | None = None
    word: WordView | None = None


@value
class PileView:
    """A deck, of which the size alone is seen, and its discard pile, the last card on top."""

    deck_size: int
    discards: tuple[str, ...]


@value
class StockView:
    """Potions at the ALCHEMIST."""

    elixir: int
    antidote: int
    tonic: int


@value
class SpellSmashersView(View):
    """The table: crests from left to right, players by seat; `hand` and `quests` are the bearer's own.

    `marker` is the seat that holds the tiebreaker marker. `order` is that of initiative, empty until the reveal, and
    `claimants` can't spell a word this round and draw anew. `removed` are trophies that the SHAMAN took. `scores` are
    there once the match is over, by seat.

    With one player there is no marker but `solo`; crests, quests and ale are not used, `removed` are all tiles out of
    the game, and `rounds` is the last round that is played.
    """

    kind: ClassVar[str] = "spell_smashers"

    phase: Phase
    round: int
    rounds: int
    lexicon: Lexicon
    order: tuple[int, ...]
    claimants: tuple[int, ...]
    crests: tuple[CrestView, ...]
    players: tuple[SmasherView, ...]
    consonants: PileView
    vowels: PileView
    wounds: PileView
    modifiers: PileView
    monster_stack_size: int
    quest_deck_size: int
    gear_deck_size: int
    stock: StockView
    removed: tuple[str, ...]
    scores: tuple[VictoryPoints, ...]
    hand: tuple[str, ...] | None = None
    quests: tuple[str, ...] | None = None
    marker: int | None = None
    solo: SoloView | None = None


def view_for(state: State, audience: int | None) -> SpellSmashersView:
    """Build the view of a seat, or of the spectators (None)."""
    bearer = None if audience is None else state.players[audience]
    stock = state.stock
    return SpellSmashersView(
        phase=state.phase,
        round=state.round,
        rounds=ROUNDS if state.solo is None else state.solo.round_cap,
        lexicon=state.lexicon,
        order=tuple(state.order),
        claimants=tuple(state.claimants),
        crests=tuple([crest_view(crest) for crest in state.crests]),
        players=tuple([player_view(state, seat, audience) for seat in range(len(state.players))]),
        consonants=pile_view(state.consonants),
        vowels=pile_view(state.vowels),
        wounds=pile_view(state.wounds),
        modifiers=pile_view(state.modifiers),
        monster_stack_size=len(state.monsters),
        quest_deck_size=len(state.quests),
        gear_deck_size=len(state.gear),
        stock=StockView(stock["elixir"], stock["antidote"], stock["tonic"]),
        removed=tuple(state.removed),
        scores=tuple(state.scores),
        hand=None if bearer is None else tuple(bearer.hand),
        quests=None if bearer is None else tuple(bearer.quests),
        marker=state.marker if state.solo is None else None,
        solo=None if state.solo is None else solo_view(state, audience),
    )


def player_view(state: State, seat: int, audience: int | None) -> SmasherView:
    """Of a hand others see how many cards of each deck it holds: every draw is seen."""
    player = state.players[seat]
    consonants, vowels = letters_held(player)
    shown = player.word if state.revealed or seat == audience else None
    return SmasherView(
        seat=seat,
        coins=player.coins,
        ale=player.ale,
        consonants=consonants,
        vowels=vowels,
        wounds=len(player.hand) - consonants - vowels,
        incomplete_quests=len(player.quests),
        completed_quests=tuple(player.completed),
        trophies=tuple(player.trophies),
        potions=tuple(player.potions),
        stash=tuple(player.stash),
        ready=player.word is not None and not state.revealed,
        weapon=player.weapon or None,
        armor=player.armor or None,
        word=None if shown is None else word_view(shown),
    )


def letters_held(player: Player) -> tuple[int, int]:
    """Return how many consonants and vowels a hand holds; the rest are wounds."""
    decks = [TILE[card].deck for card in player.hand]
    return decks.count("consonant"), decks.count("vowel")


def word_view(word: Word) -> WordView:
    """Show a word to its owner, or to all once it is revealed."""
    return WordView(word.letters, tuple(word.tiles), word.weapon or None, word.armor or None, word.tonic)


def crest_view(crest: Crest) -> CrestView:
    """Show all of a crest but the gear card that lies face down."""
    return CrestView(crest.coins, crest.ale, bool(crest.gear), crest.monster or None, crest.modifier or None)


def pile_view(deck: Deck) -> PileView:
    """Show how many cards a deck has, and its discards."""
    return PileView(len(deck.cards), tuple(deck.discards))
