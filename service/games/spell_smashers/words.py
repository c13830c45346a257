"""Prepare Words: gear and words in secret, the claims that there is none, and the reveal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import REFEREE, Choice, Decision, Listed, Refusal, count_words, rule_on_word
from service.games.kernel.values import value
from service.games.spell_smashers import events
from service.games.spell_smashers.draws import discard_from_hand, draw_up_to, wounds_held
from service.games.spell_smashers.initiative import set_initiative
from service.games.spell_smashers.letters import LETTER
from service.games.spell_smashers.spelling import SpellWord, letters_of, owned_gear, prepare_word
from service.games.spell_smashers.state import HAND_SIZE, TonicUsed, Word
from service.games.spell_smashers.tiles import TILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.games.kernel.decisions import CountWords, RuleOnWord
    from service.games.kernel.table import Table
    from service.games.spell_smashers.spelling import TonicOn
    from service.games.spell_smashers.state import Player, State


@value
class DropWound(Choice):
    """Discard this wound card along with the letters."""

    kind: ClassVar[str] = "drop_wound"

    wound: str


@value
class ChooseDropped(Decision[DropWound]):
    """Which wound card goes with the letters that spell no word."""

    kind: ClassVar[str] = "choose_dropped"
    prompt: ClassVar[str] = "Choose the wound card to discard with your letters."
    offers: ClassVar[tuple[type[Choice], ...]] = (DropWound,)


A_WOUND = Refusal("SS-091", "Discard one of the wound cards in your hand.")


async def prepare_words(table: Table[State]) -> None:
    """Everybody prepares a word or claims to have none; with such claims the reveal waits."""
    state = table.state
    table.tell(events.RoundOpened, state.round)
    await table.ask_all(range(len(state.players)), prepare)
    state.claimants = [seat for seat in state.clockwise() if not word_of(state, seat).tiles]
    if not state.claimants:
        reveal(table)
        return
    for seat in state.claimants:
        state.players[seat].word = None
    table.tell(events.ClaimsMade, tuple(state.claimants))
    state.phase, state.place = "redraw", 0


async def redraw(table: Table[State]) -> None:
    """The next claimant shows the hand, discards all letters and one wound, and draws to the hand size."""
    state = table.state
    seat = state.claimants[state.place]
    table.tell(events.HandLaidOpen, seat, tuple(state.players[seat].hand))
    dropped = []
    if wounds_held(state, seat):
        dropped.append((await table.ask_openly(seat, choose_dropped)).wound)
    letters = [card for card in state.players[seat].hand if card in LETTER]
    if letters or dropped:
        discard_from_hand(table, seat, letters + dropped)
    await draw_up_to(table, seat, HAND_SIZE)
    state.place += 1
    if state.place == len(state.claimants):
        state.phase = "words_again"


async def prepare_words_again(table: Table[State]) -> None:
    """The claimants alone try once more; a second claim skips the battle."""
    await table.ask_all(table.state.claimants, prepare)
    reveal(table)


async def prepare(table: Table[State], seat: int) -> None:
    """Ask until the referee knows the word, or finds none either."""
    while True:
        choice = await table.ask(seat, prepare_word)
        weapon, armor = choice.weapon or "", choice.armor or ""
        if isinstance(choice, SpellWord):
            letters = letters_of(choice)
            if (await table.ask(REFEREE, put_to_referee(seat, letters))).legal:
                table.state.players[seat].word = Word(list(choice.tiles), letters, weapon, armor, used(choice.tonic))
                return
            if table.told is not None:
                table.whisper(seat, events.WordRefused(seat, letters))
        else:
            words = (await table.ask(REFEREE, put_claim_to_referee(seat))).words
            if not words:
                table.state.players[seat].word = Word([], "", weapon, armor)
                return
            if table.told is not None:
                table.whisper(seat, events.ClaimRefused(seat, words))


def used(tonic: TonicOn | None) -> TonicUsed | None:
    """Return what is kept of a tonic in a word."""
    return None if tonic is None else TonicUsed(tonic.tile, tonic.place, tonic.letter)


def reveal(table: Table[State]) -> None:
    """All words and gear are shown at once, tonics are spent, and the order of battle is fixed (solo: who battles)."""
    state = table.state
    state.revealed = True
    for player in state.players:
        activate_gear(player)
    if table.told is not None:
        table.tell(events.WordsRevealed, tuple(shown(state, seat) for seat in range(len(state.players))))
    for seat, player in enumerate(state.players):
        if player.word is not None and player.word.tonic is not None:
            player.potions.remove("tonic")
            state.stock["tonic"] += 1
            table.tell(events.PotionUsed, seat, "tonic")
    if state.solo is None:
        set_initiative(table)
    elif word_of(state, 0).tiles:
        state.order = [0]
    state.phase, state.place, state.claimants = "battle", 0, []
    for seat in state.clockwise():
        if seat not in state.order:
            table.tell(events.BattleSkipped, seat, "no_word")


def activate_gear(player: Player) -> None:
    """Put the gear that goes with the word into its slots, and all the rest into the stash."""
    word = player.word
    assert word is not None
    if (player.weapon, player.armor) != (word.weapon, word.armor):
        player.stash = [card for card in owned_gear(player) if card not in (word.weapon, word.armor)]
        player.weapon, player.armor = word.weapon, word.armor


def shown(state: State, seat: int) -> events.WordShown:
    """Return what a player reveals."""
    word = word_of(state, seat)
    if not word.tiles:
        return events.WordShown(seat, word.weapon or None, word.armor or None)
    tiles = tuple(word.tiles)
    return events.WordShown(
        seat, word.weapon or None, word.armor or None, word.letters, len(word.letters), tiles, word.tonic
    )


def word_of(state: State, seat: int) -> Word:
    """Return what a player has prepared, once all have."""
    word = state.players[seat].word
    assert word is not None
    return word


def put_to_referee(seat: int, letters: str) -> Callable[[State, int], RuleOnWord]:
    """Ask whether the word is in the lexicon of the match."""
    return lambda state, _: rule_on_word(seat, letters.lower(), state.lexicon)


def put_claim_to_referee(seat: int) -> Callable[[State, int], CountWords]:
    """Ask how many words the hand and the trophies of a player spell; potions don't count."""

    def build(state: State, _: int) -> CountWords:
        player = state.players[seat]
        tiles = tuple(sorted([TILE[tile].letters.lower() for tile in player.hand + player.trophies]))
        return count_words(seat, tiles, state.lexicon)

    return build


def choose_dropped(state: State, seat: int) -> ChooseDropped:
    """Offer the wounds of the hand."""
    return ChooseDropped(seat, Listed(tuple(map(DropWound, wounds_held(state, seat)))), A_WOUND)
