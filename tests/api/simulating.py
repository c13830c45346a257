"""A house inside the test: its API without a network, and its worker's hands without Celery."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import httpx
import redis

from service.app import create_app
from service.bots import BOTS, HouseBot
from service.chunks import Chunks
from service.codec import match_codec
from service.games.catalogue import TITLES
from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.game import Game, Options
from service.games.squishem.game import Squishem
from service.games.squishem.state import State
from service.jobs import Jobs
from service.queue import Queue
from service.seats import Tokens
from service.settings import settings_from
from service.steps import Steps
from service.store import JobStore, MatchStore
from service.tallies import Row, counts_of, play_matches, results_of, seed_of_match
from service.wanted import Wanted, pace_name
from service.wire import to_plain
from tests.api.house import SECRET
from tests.api.talk import Json, Talk

Titles = Mapping[str, Game[Any]]


@dataclass
class Parlour:
    """A Redis server, and houses on it with titles and settings of one's choosing."""

    url: str
    store: redis.Redis
    clients: list[httpx.Client] = field(default_factory=list)
    talks: dict[tuple[tuple[str, str], ...], Talk] = field(default_factory=dict)

    def talk(self, titles: Titles = TITLES, **environ: str) -> Talk:
        """Return a conversation; the same one for the same settings and the house's own titles."""
        told = tuple(sorted(environ.items()))
        if titles is not TITLES or told not in self.talks:
            app = create_app(self._settings(environ), titles)
            client = httpx.Client(transport=httpx.WSGITransport(app), base_url="http://inside", timeout=60)
            self.clients.append(client)
            if titles is not TITLES:
                return Talk(client)
            self.talks[told] = Talk(client)
        return self.talks[told]

    def steps(self, titles: Titles = TITLES, bots: Mapping[str, HouseBot] = BOTS) -> Steps:
        return Steps(MatchStore(self.url), Queue(self.url), Tokens(SECRET.encode()), titles, bots)

    def jobs(self, titles: Titles = TITLES, **environ: str) -> Jobs:
        return Jobs(self.steps(titles), JobStore(self.url), self._settings(environ))

    def chunks(self, titles: Titles = TITLES, **environ: str) -> Chunks:
        """Return the hands of a worker."""
        return Chunks(self.jobs(titles, **environ))

    def remember_pace(self, microseconds: int, bots: Sequence[str] = ("random", "random"), **options: Any) -> None:
        """Let it be known how long a match of Squish'Em! between these bots takes."""
        game = TITLES["squishem"]
        stored = match_codec(game).encode_options(game.vocabulary.options(**options))
        sort = Wanted(game.key, game.rules_version, stored, tuple(bots), 1, 0, False, "")
        JobStore(self.url).remember_pace(pace_name(sort), microseconds)

    def key(self, job: Json, part: str = "") -> str:
        return f"job:{{{job['id']}}}" + (f":{part}" if part else "")

    def wanted(self, job: Json) -> bytes:
        """Return what a job is to play, as it is stored."""
        stored = self.store.hget(self.key(job), "wanted")
        assert isinstance(stored, bytes)
        return stored

    def out(self, job: Json) -> list[int]:
        """Return the chunks of a job that are in the queue or played."""
        return sorted(int(chunk) for chunk in cast("list[bytes]", self.store.zrange(self.key(job, "out"), 0, -1)))

    def play(self, job: Json, chunks: Chunks | None = None, at_most: int = 10_000) -> int:
        """Play so many chunks of a job, or all that there are; returns how many that were."""
        chunks = chunks or self.chunks()
        played = 0
        while played < at_most and (out := self.out(job)):
            chunks.play(job["id"], out[0])
            played += 1
        return played

    def overdue(self, job: Json) -> None:
        """Let the time pass that a chunk may be out, and that its run may be silent."""
        for chunk in self.out(job):
            self.store.zadd(self.key(job, "out"), {str(chunk): 1})
            if self.store.hexists(self.key(job, "notes"), f"{chunk}:until"):
                self.store.hset(self.key(job, "notes"), f"{chunk}:until", 1)

    def messages(self, *jobs: Json) -> int:
        """Count the messages about these jobs that wait for a worker."""
        waiting = cast("list[bytes]", self.store.lrange("bulk", 0, -1))
        return sum(job["id"].encode() in message for message in waiting for job in jobs)

    def _settings(self, environ: Mapping[str, str]) -> Any:
        return settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": self.url, "ALEHOUSE_RATE": "10000000", **environ})


class Scripted(Squishem):
    """Calls `meeting` with the number of each match that is begun; what it raises, the rules raise."""

    def __init__(self, seed: int, matches: int, meeting: Callable[[int], object]) -> None:
        self._meeting = meeting
        self._numbers = {seed_of_match(seed, match): match for match in range(matches)}

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        assert isinstance(chance, SeededChance)
        self._meeting(self._numbers[chance.seed])
        return super().setup(options, seats, chance)


def asked(matches: int, bots: Sequence[str] = ("random", "random"), **more: Any) -> Json:
    """Return the body that asks for a simulation."""
    seats = [{"kind": "bot", "bot": bot} for bot in bots]
    return {"game": "squishem", "seats": seats, "matches": matches, **more}


def submit(talk: Talk, matches: int, bots: Sequence[str] = ("random", "random"), **more: Any) -> Json:
    """Ask for a simulation; returns how it stands."""
    return talk.post("/v1/simulations", asked(matches, bots, **more), status=202)


def path(job: Json) -> str:
    return f"/v1/simulations/{job['id']}"


def pure(
    matches: int, bots: Sequence[str] = ("random", "random"), seed: int = 7, *, rotate: bool = False, **options: Any
) -> list[Row]:
    """Return the rows of a simulation that nothing disturbs."""
    game = TITLES["squishem"]
    players = [BOTS[bot] for bot in bots]
    return list(play_matches(game, game.vocabulary.options(**options), players, seed, range(matches), rotate=rotate))


def came_to(rows: list[Any], bots: tuple[str, ...], *, partial: bool = False) -> Json:
    """Return the results of these rows, as they are answered."""
    endings = TITLES["squishem"].vocabulary.endings
    found: Json = to_plain(results_of(counts_of(rows), bots, endings, partial=partial))
    return found


def pages(talk: Talk, job: Json, limit: int) -> Iterator[list[Json]]:
    """Follow the rows of a simulation from page to page."""
    following = f"{path(job)}/results?limit={limit}"
    while following:
        page = talk.get(following)
        assert len(page["items"]) <= limit
        yield page["items"]
        following = page.get("next", "")
