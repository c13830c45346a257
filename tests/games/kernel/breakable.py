"""Toys that each break one law, and what the tests use to see it."""

import inspect
import random
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from service.games.kernel.decisions import Listed, Refusal
from service.games.kernel.table import Table
from tests.games.kernel.toy import Cellar, Toy, choose_card, choose_stake, choose_target, choose_word
from tests.games.kernel.toy_words import Charmed, Rolled, Stake, Target


class Watched(Toy):
    """Remembers every coroutine that the driver got from it."""

    def __init__(self) -> None:
        self.coroutines: list[Coroutine[Any, Any, Any]] = []

    def play_phase(self, table: Table[Cellar]) -> Any:
        return self._seen(super().play_phase(table))

    def toast_of(self, table: Table[Cellar], seat: int) -> Any:
        return self._seen(super().toast_of(table, seat))

    def _seen(self, coroutine: Any) -> Any:
        self.coroutines.append(coroutine)
        return coroutine

    def open_coroutines(self) -> list[str]:
        return [repr(each) for each in self.coroutines if inspect.getcoroutinestate(each) != inspect.CORO_CLOSED]


class Faulty(Watched):
    """Raises in mid-phase: a turn when a card is chosen, a toast when the second seat is asked."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        await super().turn(table, seat)
        if self.where == "turn":
            raise KeyError("nothing of that name")

    def toast_of(self, table: Table[Cellar], seat: int) -> Any:
        if self.where == "flow" and seat == 1:
            return self._seen(self.broken_flow())
        return super().toast_of(table, seat)

    async def broken_flow(self) -> tuple[str, int]:
        raise ZeroDivisionError

    def interrupts(self, state: Cellar, seat: int) -> tuple[Any, ...]:
        if self.where == "interrupts":
            raise LookupError(seat)
        return super().interrupts(state, seat)

    def view(self, state: Cellar, seat: int | None) -> Any:
        if self.where == "view":
            raise LookupError(seat)
        return super().view(state, seat)


class OutsideTheState(Toy):
    """Keeps what outlasts its phase in the object, not in the state."""

    def __init__(self) -> None:
        self.turns = 0

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        self.turns += 1
        table.state.deck = table.state.deck[self.turns :] + table.state.deck[: self.turns]
        await super().turn(table, seat)


class OwnDice(Toy):
    """Asks Python's dice where chance should be asked."""

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        await super().turn(table, seat)
        random.shuffle(table.state.deck)


class Unordered(Toy):
    """Walks through a set of strings."""

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        await super().turn(table, seat)
        table.state.deck = list(set(table.state.deck))


class InOrderOfArrival(Toy):
    """Lets the sealed flows touch the state, so that who came first shows later."""

    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        table.state.spent += table.state.racks[seat][:1]
        table.state.racks[seat] = table.state.racks[seat][1:]
        return "", 0


class TellsInFlow(Toy):
    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        table.tell(Charmed, seat)
        return "", 0


class WhispersAcross(Toy):
    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        table.whisper((seat + 1) % 2, Charmed(seat))
        return "", 0


class RollsInFlow(Toy):
    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        table.chance.roll(6)
        return "", 0


class AsksAcross(Toy):
    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        await table.ask((seat + 1) % 2, choose_word)
        return "", 0


class SealsAgain(Toy):
    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        await table.ask_all((seat,), super().toast_of)
        return "", 0


class Loses(Toy):
    """A card falls off the table."""

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        await super().turn(table, seat)
        table.state.deck = table.state.deck[1:]


class Aliased(Toy):
    """Two names for one list: after the next checkpoint they are two lists."""

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        await super().turn(table, seat)
        table.state.racks[0] = table.state.racks[1]


class OtherStakes(Toy):
    """The next edition: stakes of three coins are allowed too."""

    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        stake = await table.ask(seat, self.stakes)
        return "", stake.coins

    def stakes(self, state: Cellar, seat: int) -> Any:
        return replace(choose_stake(state, seat), choices=Listed(tuple(Stake(coins) for coins in range(4))))


class PlainStakes(OtherStakes):
    """The edition before it, with the same questions."""

    def stakes(self, state: Cellar, seat: int) -> Any:
        return choose_stake(state, seat)


class TwoOfAKind(Toy):
    """Offers the same kind of interrupt twice."""

    def interrupts(self, state: Cellar, seat: int) -> tuple[Any, ...]:
        return super().interrupts(state, seat) * 2


class ShowsTheDeck(Toy):
    """The view of everybody has the top card of the deck."""

    def view(self, state: Cellar, seat: int | None) -> Any:
        view = super().view(state, seat)
        return replace(view, spent=(*view.spent, *state.deck[-1:]))


class TellsTheHand(Toy):
    """A hidden card decides what an event says to all."""

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        table.tell(Rolled, seat, len([card for card in table.state.hands[seat] if "tonic" in card]))
        await super().turn(table, seat)


class RefusesWithTheDeck(Toy):
    """A refusal names the top card of the deck."""

    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, self.question)
        return "", 0

    def question(self, state: Cellar, seat: int) -> Any:
        decision = choose_word(state, seat)
        return replace(decision, because=Refusal("TOY-1", f"The next card is {state.deck[-1]}."))


class OffersWhoHoldsTonics(Toy):
    """The legal choices depend on cards that the chooser can't see."""

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        await table.ask(seat, self.question)

    def question(self, state: Cellar, seat: int) -> Any:
        armed = [Target(foe) for foe, hand in enumerate(state.hands) if any("tonic" in card for card in hand)]
        return replace(choose_target(state, seat), choices=Listed((*armed, Target(seat))))


class AsksWhoHoldsTonics(Toy):
    """Who can't defend himself is not asked: the pause tells what he holds."""

    async def toast(self, table: Table[Cellar]) -> None:
        state = table.state
        armed = [seat for seat in state.alive() if any("tonic" in card for card in state.hands[seat])]
        await table.ask_all(armed, self.toast_of)


class SilentGift(Toy):
    """Coins move between the lines: a view changes, and nobody is told."""

    async def toast_of(self, table: Table[Cellar], seat: int) -> tuple[str, int]:
        await table.ask(seat, choose_word)
        state = table.state
        state.coins[seat], state.bank = state.coins[seat] - 1, state.bank + 1
        await table.ask(seat, choose_word)
        return "", 0


class WritesWhenLookedAt(Toy):
    """A view that sorts the hand in the state."""

    def view(self, state: Cellar, seat: int | None) -> Any:
        for hand in state.hands:
            hand.sort()
        return super().view(state, seat)


class LendsTheHand(Toy):
    """A view that holds the state's own lists."""

    def view(self, state: Cellar, seat: int | None) -> Any:
        lent: Any = {"discard": state.discard, "spent": state.spent}
        return replace(super().view(state, seat), **lent)


class NobodyThere(Toy):
    """Asks a seat that is not at the table."""

    async def turn(self, table: Table[Cellar], seat: int) -> None:
        table.state.hands.append([])
        await table.ask(len(table.state.hp), choose_card)
