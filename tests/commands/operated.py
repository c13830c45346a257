"""A store with houses on it, as an operator has them: the command is run on the same store."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import httpx
import redis

from service.app import create_app
from service.bot_moves import BotMoves
from service.bots import BOTS
from service.games.catalogue import TITLES
from service.games.kernel.game import Game
from service.queue import Queue
from service.seats import Tokens
from service.settings import settings_from
from service.steps import Steps
from service.store import MatchStore
from tests.api.brittle import Brittle
from tests.api.house import SECRET
from tests.api.talk import Talk
from tests.commands.running import COMMAND, Ran, alehouse, called, environ


@dataclass
class Operated:
    """A Redis server of one's own; each `talk` is with another API on it."""

    url: str
    redis: redis.Redis
    clients: list[httpx.Client] = field(default_factory=list)

    @cached_property
    def here(self) -> Talk:
        """The house of most tests."""
        return self.talk()

    @cached_property
    def there(self) -> Talk:
        """Another API, as on another machine."""
        return self.talk()

    @cached_property
    def broken(self) -> Talk:
        """A house whose rules fail at the end of a turn."""
        game = Brittle(broken=True)
        return self.talk({game.key: game})

    def talk(self, titles: Mapping[str, Game[Any]] = TITLES) -> Talk:
        app = create_app(settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": self.url}), titles)
        client = httpx.Client(transport=httpx.WSGITransport(app), base_url="http://inside")
        self.clients.append(client)
        return Talk(client)

    def bots(self, titles: Mapping[str, Game[Any]] = TITLES) -> BotMoves:
        return BotMoves(Steps(MatchStore(self.url), Queue(self.url), Tokens(SECRET.encode()), titles, BOTS))

    def run(self, *arguments: str, really: bool = False) -> Ran:
        """Run `alehouse` with this store and no other setting, `really` as a process of its own."""
        return (alehouse if really else called)(*arguments, REDIS_URL=self.url)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start `alehouse` with this store and no other setting."""
        return subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environ({"REDIS_URL": self.url}),
        )

    def close(self) -> None:
        for client in self.clients:
            client.close()
