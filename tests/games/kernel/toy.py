"""Cellar, a toy title with the habits that are hardest on the kernel; it is in no catalogue.

A round is one toast, one turn a seat and one refill. Toast: everybody writes a word from a hidden rack and stakes coins
on it, sealed, or passes, or claims that there is none; the longest word takes the pot. Turn: play a card, whose effect
may ask. Refill: cards and tiles are drawn, nobody is asked. A tonic may be drunk at any time: discard it and another
card, draw two.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from service.games.kernel.chance import Chance
from service.games.kernel.decisions import REFEREE, Decision, Listed, Refusal, count_words, rule_on_word
from service.games.kernel.game import CardFace, Component, Vocabulary
from service.games.kernel.outcome import Outcome
from service.games.kernel.table import Table
from tests.games.kernel.toy_words import (
    Began,
    CellarOptions,
    CellarView,
    Charmed,
    ChooseCard,
    ChooseCopied,
    ChooseLoss,
    ChooseStake,
    ChooseTarget,
    ChooseWord,
    Claim,
    Copy,
    Died,
    Drank,
    Drew,
    DrewUnseen,
    Drink,
    DrinkTonic,
    GiveUp,
    Hurt,
    Lost,
    Pass,
    PlayCard,
    Played,
    PlayerSeen,
    PotWon,
    Rolled,
    Spelling,
    Stake,
    Target,
    Toasted,
    Word,
)

HAND, RACK, HP, COINS, BLAST = 3, 5, 6, 4, 2
TILES = "aabbccddeeffgghhiijj"


@dataclass(slots=True)
class Cellar:
    phase: str
    round: int
    rounds: int
    turn: int
    hp: list[int]
    coins: list[int]
    bank: int
    hands: list[list[str]]
    racks: list[list[str]]
    deck: list[str]
    bag: list[str]
    discard: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    charmed: dict[int, int] = field(default_factory=dict)

    def alive(self) -> list[int]:
        return [seat for seat, hp in enumerate(self.hp) if hp]


def choose_word(state: Cellar, seat: int) -> ChooseWord:
    return ChooseWord(seat, Spelling(tuple(sorted(state.racks[seat]))), Refusal("TOY-1", "Use the tiles of your rack."))


def choose_stake(state: Cellar, seat: int) -> ChooseStake:
    stakes = tuple(Stake(coins) for coins in range(min(2, state.coins[seat]) + 1))
    return ChooseStake(seat, Listed(stakes), Refusal("TOY-2", "Stake up to two of your coins."))


def choose_card(state: Cellar, seat: int) -> ChooseCard:
    cards = tuple(PlayCard(card) for card in state.hands[seat])
    return ChooseCard(seat, Listed((*cards, Pass())), Refusal("TOY-3", "Play a card of your hand, or pass."))


def choose_target(state: Cellar, seat: int) -> ChooseTarget:
    targets = tuple(Target(foe) for foe in state.alive() if foe != seat)
    return ChooseTarget(seat, Listed(targets), Refusal("TOY-4", "Hit somebody else who lives."))


def choose_copied(state: Cellar, seat: int) -> ChooseCopied:
    # A tonic drunk meanwhile may turn the discard pile into the deck, and leave nothing to copy.
    copies = tuple(map(Copy, copyable(state))) or (Pass(),)
    return ChooseCopied(seat, Listed(copies), Refusal("TOY-5", "Copy what lies open."))


def choose_loss(state: Cellar, seat: int) -> ChooseLoss:
    losses: tuple[GiveUp | Stake | Pass, ...] = tuple(GiveUp(card) for card in state.hands[seat])
    losses += (Stake(1),) if state.coins[seat] else ()
    return ChooseLoss(seat, Listed(losses or (Pass(),)), Refusal("TOY-6", "Give up a card of your hand, or a coin."))


def drink_tonic(state: Cellar, seat: int) -> tuple[DrinkTonic, ...]:
    hand = state.hands[seat]
    drinks = tuple(Drink(tonic, card) for tonic in hand if NAMES[tonic] == "tonic" for card in hand if card != tonic)
    return (DrinkTonic(seat, Listed(drinks), Refusal("TOY-7", "Discard a tonic and another card.")),) if drinks else ()


def copyable(state: Cellar) -> tuple[str, ...]:
    seen = (NAMES[card] for card in state.discard)
    return tuple(dict.fromkeys(name for name in seen if name in ("punch", "bomb", "charm")))


def discard(state: Cellar, seat: int, card: str) -> None:
    state.hands[seat].remove(card)
    state.discard.append(card)


def draw(table: Table[Cellar], seat: int, cards: int, tiles: int) -> None:
    state = table.state
    if len(state.deck) < cards:
        fresh, state.discard = state.discard, []
        table.chance.shuffle(fresh)
        state.deck = fresh + state.deck
    if len(state.bag) < tiles:
        state.bag, state.spent = state.bag + state.spent, []
        table.chance.shuffle(state.bag)
    drawn = [state.deck.pop() for _ in range(min(cards, len(state.deck)))]
    letters = [state.bag.pop() for _ in range(min(tiles, len(state.bag)))]
    state.hands[seat] += drawn
    state.racks[seat] += letters
    table.whisper(seat, Drew(seat, tuple(drawn), "".join(letters)), rest=DrewUnseen(seat, len(drawn), len(letters)))


def hurt(table: Table[Cellar], seat: int, damage: int) -> None:
    state = table.state
    if not state.hp[seat]:
        return
    state.hp[seat] = max(0, state.hp[seat] - damage)
    table.tell(Hurt, seat, damage, state.hp[seat])
    if state.hp[seat]:
        return
    state.bank += state.coins[seat]
    state.coins[seat] = 0
    state.discard += state.hands[seat]
    state.spent += state.racks[seat]
    state.hands[seat], state.racks[seat] = [], []
    state.charmed.pop(seat, None)
    table.tell(Died, seat)


async def punch(table: Table[Cellar], seat: int) -> None:
    """Choose a foe and roll: that many hits; on 1 or 2 the swing goes wide and you choose anew."""
    foe = (await table.ask(seat, choose_target)).seat
    face = table.chance.roll(4)
    table.tell(Rolled, seat, face)
    if face <= 2:
        foe = (await table.ask_openly(seat, choose_target)).seat
    hurt(table, foe, face - table.state.charmed.get(foe, 0))


async def bomb(table: Table[Cellar], seat: int) -> None:
    """From you around: 2 damage each, and who lives gives up a card or a coin. The bomb goes on when you die."""
    seats = len(table.state.hp)
    for step in range(seats):
        victim = (seat + step) % seats
        hurt(table, victim, BLAST)
        if not table.state.hp[victim]:
            continue
        loss = await table.ask(victim, choose_loss)
        if isinstance(loss, GiveUp):
            discard(table.state, victim, loss.card)
            table.tell(Lost, victim, 0, loss.card)
        elif isinstance(loss, Stake):
            table.state.coins[victim] -= loss.coins
            table.state.bank += loss.coins
            table.tell(Lost, victim, loss.coins)


async def mirror(table: Table[Cellar], seat: int) -> None:
    """Copy an effect that lies in the discard pile."""
    copied = await table.ask_openly(seat, choose_copied)
    if isinstance(copied, Copy):
        await EFFECTS[copied.name].on_play(table, seat)


async def charm(table: Table[Cellar], seat: int) -> None:
    """Punches at you do one less for good."""
    table.state.charmed[seat] = 1
    table.tell(Charmed, seat)


async def tonic(table: Table[Cellar], seat: int) -> None:
    """Played as a card: draw one."""
    draw(table, seat, 1, 0)


@dataclass(frozen=True, slots=True)
class Effect(CardFace):
    kind: ClassVar[str] = "cellar_card"

    name: str
    count: int
    on_play: Callable[[Table[Cellar], int], Awaitable[None]]


CARDS = (
    Effect("punch", 6, punch),
    Effect("bomb", 3, bomb),
    Effect("mirror", 4, mirror),
    Effect("charm", 2, charm),
    Effect("tonic", 5, tonic),
)
EFFECTS = {card.name: card for card in CARDS}
NAMES = {f"{card.name}_{copy}": card.name for card in CARDS for copy in range(card.count)}


def put_to_referee(seat: int, said: Word | Claim) -> Callable[[Cellar, int], Decision[Any]]:
    if isinstance(said, Claim):
        return lambda state, _: count_words(seat, tuple(sorted(state.racks[seat])), "cellar")
    return lambda _, __: rule_on_word(seat, said.letters, "cellar")


class Toy:
    key: ClassVar[str] = "cellar"
    title: ClassVar[str] = "Cellar"
    seats: ClassVar[range] = range(2, 5)
    rules_version: ClassVar[int] = 1
    state = Cellar
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        options=CellarOptions,
        view=CellarView,
        choices=(Pass, Word, Claim, Stake, PlayCard, GiveUp, Target, Copy, Drink),
        decisions=(ChooseWord, ChooseStake, ChooseCard, ChooseTarget, ChooseCopied, ChooseLoss, DrinkTonic),
        events=(Began, Toasted, PotWon, Played, Rolled, Hurt, Charmed, Died, Lost, Drank, Drew, DrewUnseen),
        faces=(Effect,),
        endings=("last_standing", "nobody_left", "closing_time"),
    )

    def setup(self, options: Any, seats: int, chance: Chance) -> Cellar:
        deck, bag = list(NAMES), list(TILES)
        chance.shuffle(deck)
        chance.shuffle(bag)
        hands = [[deck.pop() for _ in range(HAND)] for _ in range(seats)]
        racks = [[bag.pop() for _ in range(RACK)] for _ in range(seats)]
        return Cellar("toast", 1, options.rounds, 0, [HP] * seats, [COINS] * seats, 0, hands, racks, deck, bag)

    async def play_phase(self, table: Table[Cellar]) -> None:
        state = table.state
        table.tell(Began, state.phase, state.turn)
        if state.phase == "toast":
            await self.toast(table)
            table.state.phase, table.state.turn = "turn", 0
        elif state.phase == "turn":
            if state.hp[state.turn]:
                await self.turn(table, state.turn)
            table.state.turn += 1
            if table.state.turn == len(table.state.hp):
                table.state.phase, table.state.turn = "refill", 0
        else:
            for seat in state.alive():
                draw(table, seat, max(0, HAND - len(state.hands[seat])), RACK - len(state.racks[seat]))
            state.phase, state.round = "toast", state.round + 1

    async def toast(self, table: Table[Cellar]) -> None:
        toasts = await table.ask_all(table.state.alive(), self.toast_of)
        state = table.state
        pot, best = 0, ""
        winner = None
        for seat, (word, stake) in toasts.items():
            for letter in word:
                state.racks[seat].remove(letter)
                state.spent.append(letter)
            state.coins[seat] -= stake
            pot += stake
            if len(word) > len(best):
                best, winner = word, seat
            table.tell(Toasted, seat, word, stake)
        if winner is not None:
            state.coins[winner] += pot
            table.tell(PotWon, winner, pot)

    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        while True:
            said = await table.ask(seat, choose_word)
            if isinstance(said, Pass):
                return "", 0
            ruling = await table.ask(REFEREE, put_to_referee(seat, said))
            if isinstance(said, Claim):
                if not ruling.words:
                    return "", 0
            elif ruling.legal:
                stake = await table.ask(seat, choose_stake)
                return said.letters, stake.coins

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        choice = await table.ask(seat, choose_card)
        if not isinstance(choice, PlayCard):
            return
        state = table.state
        state.hands[seat].remove(choice.card)
        state.played.append(choice.card)
        table.tell(Played, seat, choice.card)
        if len(state.alive()) > 1:
            await EFFECTS[NAMES[choice.card]].on_play(table, seat)
        state = table.state
        state.discard += state.played
        state.played = []

    def interrupts(self, state: Cellar, seat: int) -> tuple[Decision[Any], ...]:
        return drink_tonic(state, seat)

    def interrupt(self, table: Table[Cellar], seat: int, choice: Any) -> None:
        discard(table.state, seat, choice.tonic)
        discard(table.state, seat, choice.discard)
        table.tell(Drank, seat, choice.tonic, choice.discard)
        draw(table, seat, 2, 0)

    def outcome(self, state: Cellar) -> Outcome | None:
        alive = state.alive()
        if len(alive) <= 1:
            return Outcome(tuple(alive), "last_standing" if alive else "nobody_left")
        if state.round <= state.rounds:
            return None
        richest = max(state.coins[seat] for seat in alive)
        return Outcome(tuple(seat for seat in alive if state.coins[seat] == richest), "closing_time")

    def length(self, state: Cellar) -> int:
        return state.round

    def view(self, state: Cellar, seat: int | None) -> CellarView:
        players = tuple(
            PlayerSeen(other, hp, state.coins[other], len(state.hands[other]), len(state.racks[other]), charmed)
            for other, hp in enumerate(state.hp)
            for charmed in (state.charmed.get(other, 0),)
        )
        return CellarView(
            state.phase,
            state.round,
            state.turn,
            state.bank,
            len(state.deck),
            len(state.bag),
            players,
            tuple(state.discard),
            tuple(state.played),
            tuple(state.spent),
            None if seat is None else tuple(state.hands[seat]),
            None if seat is None else tuple(state.racks[seat]),
        )

    def cards(self) -> tuple[Effect, ...]:
        return CARDS

    def components(self) -> tuple[Component, ...]:
        return tuple(Component(card.name, card.count) for card in CARDS)

    def effects(self) -> Iterable[tuple[object, str]]:
        return tuple((card, "on_play") for card in CARDS)


def conserved(state: Cellar) -> dict[str, object]:
    """What never changes from step to step."""
    cards = [*state.deck, *state.discard, *state.played, *(card for hand in state.hands for card in hand)]
    tiles = [*state.bag, *state.spent, *(tile for rack in state.racks for tile in rack)]
    return {
        "cards": sorted(cards),
        "tiles": sorted(tiles),
        "coins": state.bank + sum(state.coins),
        "bounds": all(0 <= hp <= HP for hp in state.hp) and min(state.coins) >= 0 and state.bank >= 0,
    }


def assert_sound(state: Cellar) -> None:
    """Assert what is true after every step."""
    coins = COINS * len(state.hp)
    whole = {"cards": sorted(NAMES), "tiles": sorted(TILES), "coins": coins, "bounds": True}
    now = conserved(state)
    wrong = [name for name, value in whole.items() if now[name] != value]
    assert not wrong, f"{', '.join(wrong)}: lost, made or out of bounds"


def reshuffle_hidden(state: Cellar, audience: int | None, chance: Chance) -> None:
    """Deal anew, in place, all that `audience` can't see: decks, other hands and racks, each as large as before."""
    others = [seat for seat in range(len(state.hp)) if seat != audience]
    for pile, zones in ((state.deck, state.hands), (state.bag, state.racks)):
        unseen = [*pile, *(thing for seat in others for thing in zones[seat])]
        chance.shuffle(unseen)
        for zone in (pile, *(zones[seat] for seat in others)):
            zone[:] = [unseen.pop() for _ in zone]
