"""What can go wrong between a client, the engine and the rules; each error says its value and what would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.games.kernel.decisions import Decision, Refusal
    from service.games.kernel.game import OptionMisfit


class GameError(Exception):
    """The root of all that the engine raises."""


class DecisionClosed(GameError):
    """The decision that a choice names is not open (any more). Says nothing of others: they may not be the sender's."""

    def __init__(self, decision: str) -> None:
        self.decision = decision
        super().__init__(f"Decision {decision!r} is not open.")


class IllegalChoice(GameError):
    """A well-formed choice that the open decision does not allow."""

    def __init__(self, decision: Decision[object], refusal: Refusal) -> None:
        self.decision = decision
        self.refusal = refusal
        super().__init__(refusal.detail)


class RulingPending(GameError):
    """The referee is still asked about this seat's choice, so another one can't be taken, nor an interrupt of its."""

    def __init__(self, decision: str, seat: int, *, interrupt: bool = False) -> None:
        self.decision = decision
        self.seat = seat
        state = "waits until the referee has ruled" if interrupt else "is with the referee"
        super().__init__(f"Decision {decision!r} {state}; the same choice may be sent again, no other.")


class WrongSeats(GameError):
    """A match was opened for a number of players that the title does not allow."""

    def __init__(self, seats: int, allowed: range) -> None:
        super().__init__(f"{seats} seats are not allowed; allowed are {allowed.start} to {allowed.stop - 1}.")


class WrongOption(GameError):
    """A match was opened with an option that its number of players does not allow."""

    def __init__(self, misfit: OptionMisfit) -> None:
        self.misfit = misfit
        super().__init__(f"The option {misfit.option!r} does not fit: {misfit.detail}.")


class WrongRulesVersion(GameError):
    """A match was made by other rules than these, and is never played by them."""

    def __init__(self, wanted: int, here: int) -> None:
        self.wanted = wanted
        self.here = here
        super().__init__(f"The match follows rules version {wanted}; here is version {here}.")


class ReplayDiverged(GameError):
    """A stored answer does not fit the decision that the rules now ask, or a phase ended in another state."""

    def __init__(self, at: int, detail: str) -> None:
        self.at = at
        super().__init__(f"The replay diverges at answer {at}: {detail}.")


class RulesFault(GameError):
    """The rules broke their own law or raised; nothing of the request is kept."""
