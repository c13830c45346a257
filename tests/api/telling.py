"""Writes into a match what no title of the house tells yet: a whisper to one seat, say."""

from collections.abc import Callable, Sequence

import msgspec

from service.bots import BOTS
from service.games.catalogue import TITLES
from service.games.kernel.events import Asked, Told
from service.queue import Queue
from service.seats import Tokens
from service.setup import Setup
from service.steps import Steps
from service.store import MatchStore
from tests.api.house import SECRET


class Teller:
    """Tells an audience of a match something, as a commit of the rules would."""

    def __init__(self, url: str) -> None:
        self._steps = Steps(MatchStore(url), Queue(url), Tokens(SECRET.encode()), TITLES, BOTS)

    def tell(self, match: str, *seats: int | None, aside: bool = False) -> None:
        """Tell one thing to each of these in one step: to a seat, with an `aside` to the rest, or to all (None)."""
        said = Asked((0,), "something")
        self._write(match, [Told(said, seat, Asked((1,), "aside") if aside else None) for seat in seats])

    def change(self, match: str, change: Callable[[Setup], Setup]) -> None:
        """Change the setup of a match, and tell nothing."""
        self._write(match, [], change)

    def renonce(self, match: str, seat: int) -> None:
        """Let the token of a seat die."""

        def changed(setup: Setup) -> Setup:
            seats = list(setup.seats)
            seats[seat] = msgspec.structs.replace(seats[seat], nonce="f" * 16)
            return msgspec.structs.replace(setup, seats=tuple(seats))

        self.change(match, changed)

    def _write(self, match: str, told: Sequence[Told], change: Callable[[Setup], Setup] | None = None) -> None:
        while True:
            loaded = self._steps.load(match)
            setup = None if change is None else change(loaded.setup)
            if self._steps.write(loaded, told=told, setup=setup) is not None:
                return
