"""Matches on Redis. A commit is one Lua script: compare, write, append, notify, expire; commands of Redis 6.2 only."""

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import msgspec
import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.codec import CODEC
from service.errors import Draining, StoreUnavailable
from service.store.faults import FaultStore
from service.store.lines import COMMAND_SECONDS, Lines, client_of, named_errors, script
from service.store.scores import BEST, Scored, ScoreStore, board_key, encode_win, rank_of
from service.store.unfinished import DRAINING, UNFINISHED, Unfinished

MOVES = "matches:moved"
"""Channel on which every commit says how far each audience of a match is, or that its seats changed."""

DUE = "matches:due"
"""Sorted set of the matches that wait for a bot, by the time (ms) from which the sweeper sends for it again."""

TOMBSTONE_SECONDS = 60 * 24 * 3600
"""How much longer than a match its tombstone is kept, so that a look answers "expired" rather than "unknown"."""

PROBES = 32
"""Entries looked at in one exchange while searching the list of events."""

_DRAINING = 2
"""What the commit's script answers where nothing new may begin."""

T = TypeVar("T")


class Heard(msgspec.Struct, frozen=True, array_like=True):
    """How much each audience has heard: number of its last event and its time (ms); seats first, then the rest.

    `told` is the length of the common list of events, which numbers them for nobody.
    """

    told: int
    numbers: tuple[int, ...]
    times: tuple[int, ...]


class Done(msgspec.Struct, frozen=True, array_like=True):
    """What a request did to a `seat`: the nonce that it made, and the one that died of it."""

    seat: int
    nonce: str | None = None
    died: str | None = None


class Stored(msgspec.Struct, frozen=True):
    """A match as it lies in the store: the store's own version, then what the use cases wrote.

    `done` has what each of the requests that were asked for did, by its mark, where it was carried out.
    """

    version: int
    setup: bytes
    place: bytes
    heard: Heard
    done: Mapping[str, Done] = {}


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One told event in wire form, for `seat` (None: for all) and for the rest; `numbers` as in `Heard`, after it."""

    at: int
    seat: int | None
    event: bytes
    rest: bytes | None
    numbers: tuple[int, ...]


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """Which choice a seat gave to a decision, and which entries of the common list it caused (first, one past last)."""

    seat: int
    choice: str
    first: int
    last: int


class Ruled(msgspec.Struct, frozen=True, array_like=True):
    """How the referee ruled on the choice that a seat gave to a decision.

    `word` is the one that is `legal` by the lexicon or not; None for a claim that there is none, which is legal where
    there are no `words`. `first` and `last` are as in `Answered`, of what the ruling caused.
    """

    lexicon: str
    word: str | None
    legal: bool
    words: int
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Shelved:
    """A listed match on a shelf, at its place there: when it was opened (ms), then its id."""

    shelf: str
    place: str

    @property
    def match(self) -> str:
        return self.place.partition("/")[2]

    @property
    def opened_at(self) -> int:
        return int(self.place.partition("/")[0])


class Commit(msgspec.Struct, frozen=True):
    """All that one step writes, or nothing of it. `after` is the version it changes, 0 for a new match.

    `enters` and `leaves` are the match's name in `Unfinished`, where this step lets it in or out; `scored` is the win
    that it ends with, where that goes onto a board.
    """

    match: str
    after: int
    heard: Heard
    keep_seconds: int
    setup: bytes | None = None
    place: bytes | None = None
    lines: Sequence[bytes] = ()
    entries: Sequence[Entry] = ()
    answered: tuple[str, Answered] | None = None
    ruled: tuple[str, Ruled] | None = None
    done: Sequence[tuple[str, Done]] = ()
    due_at: int | None = None
    enters: str | None = None
    leaves: str | None = None
    scored: Scored | None = None


class MatchStore:
    """Every call may raise StoreUnavailable; what writes, StoreFull too."""

    def __init__(self, url: str) -> None:
        self._redis = client_of(url)
        self._url = url
        self._lines = Lines(self._redis)
        self._commit = script("commit")
        self._commit_sha = hashlib.sha1(self._commit.encode(), usedforsecurity=False).hexdigest()
        self._settle = self._redis.register_script(script("settle_due"))
        self.faults = FaultStore(self._redis)
        self.unfinished = Unfinished(self._redis)
        self.scores = ScoreStore(self._redis)

    def close(self) -> None:
        """Close every connection that is not in use."""
        self._lines.close()
        self._redis.close()

    def ready(self) -> None:
        """Raise StoreUnavailable unless the server answers."""
        with named_errors():
            self._redis.ping()

    def load(self, match: str, marks: Sequence[str] = ()) -> Stored | None:
        """Return the match, with what the requests of these `marks` did; None where there is none (any more)."""
        fields = ("version", "setup", "place", "heard", *map(_done, marks))
        with named_errors():
            version, setup, place, heard, *found = self._lines.ask("HMGET", _key(match), *fields)
        if version is None or setup is None or heard is None:
            return None
        done = {mark: _decode(one, Done) for mark, one in zip(marks, found, strict=True) if one is not None}
        return Stored(int(version), setup, place or b"", _decode(heard, Heard), done)

    def was_there(self, match: str) -> bool:
        """Tell whether there was such a match before it expired."""
        with named_errors():
            return bool(self._redis.exists(_key(match, "was")))

    def commit(self, commit: Commit) -> bool:
        """Write the step and tell whoever waits; return False, having written nothing, when the version moved on.

        Raises Draining, having written nothing, where it would open or start a match while nothing new may begin.
        """
        key, scored = _key(commit.match), commit.scored
        pairs: list[bytes | str] = ["heard", _encode(commit.heard)]
        if commit.setup is not None:
            pairs += ["setup", commit.setup]
        if commit.place is not None:
            pairs += ["place", commit.place]
        if commit.answered is not None:
            decision, answered = commit.answered
            pairs += [f"answered:{decision}", _encode(answered)]
        if commit.ruled is not None:
            decision, ruled = commit.ruled
            pairs += [f"ruled:{decision}", _encode(ruled)]
        for mark, one in commit.done:
            pairs += [_done(mark), _encode(one)]
        # Who sits where decides who may wait at all, so a change of it wakes everybody.
        numbers = ",".join(map(str, commit.heard.numbers)) if commit.setup is None else ""
        arguments = [
            *(commit.after or "", secrets.token_bytes(8), commit.keep_seconds, commit.keep_seconds + TOMBSTONE_SECONDS),
            *(MOVES, f"{commit.match} {numbers}", len(pairs), len(commit.lines), _crossing(commit)),
            *("" if commit.due_at is None else commit.due_at, commit.match),
            *(("", "") if scored is None else (rank_of(scored.win), encode_win(scored.win))),
            BEST,
            *(*pairs, *commit.lines, *map(_encode, commit.entries)),
        ]
        keys = [key, f"{key}:log", f"{key}:told", f"{key}:was", UNFINISHED, DUE, DRAINING]
        keys.append(key if scored is None else board_key(scored.game, scored.board))
        with named_errors():
            try:
                written = self._lines.ask("EVALSHA", self._commit_sha, len(keys), *keys, *arguments)
            except redis.exceptions.NoScriptError:
                written = self._lines.ask("EVAL", self._commit, len(keys), *keys, *arguments)
        if written == _DRAINING:
            raise Draining
        return bool(written)

    def answered(self, match: str, decision: str) -> Answered | None:
        """Return how a decision was answered, or None while it never was."""
        with named_errors():
            data = cast("bytes | None", self._redis.hget(_key(match), f"answered:{decision}"))
        return None if data is None else _decode(data, Answered)

    def ruled(self, match: str, decision: str) -> Ruled | None:
        """Return how the referee ruled on what a seat answered to a decision, or None while it never did."""
        with named_errors():
            data = cast("bytes | None", self._redis.hget(_key(match), f"ruled:{decision}"))
        return None if data is None else _decode(data, Ruled)

    def entries(self, match: str, first: int, last: int) -> list[Entry]:
        """Return the entries `first` to `last` - 1 of the common list of events."""
        if first >= last:
            return []
        with named_errors():
            found = cast("list[bytes]", self._redis.lrange(_key(match, "told"), first, last - 1))
        return [_decode(data, Entry) for data in found]

    def tail(self, match: str, first: int | None) -> tuple[bytes, Heard, list[Entry]] | None:
        """Return setup, counters and the entries from `first` on (None: no entries), all of one instant."""
        with named_errors(), self._redis.pipeline(transaction=True) as together:
            together.hmget(_key(match), ["setup", "heard"])
            if first is not None:
                together.lrange(_key(match, "told"), first, -1)
            (setup, heard), *entries = together.execute()
        if setup is None or heard is None:
            return None
        return setup, _decode(heard, Heard), [_decode(data, Entry) for data in (entries[0] if entries else ())]

    def place_after(self, match: str, audience: int, after: int, low: int, high: int) -> int:
        """Return the place, between `low` and `high`, of the first entry with a number past `after` for `audience`."""
        while low < high:
            step = max(1, (high - low) // PROBES)
            places = range(low, high, step)
            with named_errors(), self._redis.pipeline(transaction=False) as together:
                for place in places:
                    together.lindex(_key(match, "told"), place)
                found = cast("list[bytes | None]", together.execute())
            past = [data is None or _decode(data, Entry).numbers[audience] > after for data in found]
            at = past.index(True) if True in past else len(past)
            low, high = places[at - 1] + 1 if at else low, places[at] if at < len(past) else high
        return low

    def lines(self, match: str) -> list[bytes]:
        """Return the whole log of a match, oldest line first."""
        with named_errors():
            return cast("list[bytes]", self._redis.lrange(_key(match, "log"), 0, -1))

    def due_before(self, time: int, at_most: int) -> list[str]:
        """Return matches that have waited for a bot since before `time` (ms)."""
        with named_errors():
            found = cast("list[bytes]", self._redis.zrangebyscore(DUE, 0, time, start=0, num=at_most))
        return [match.decode() for match in found]

    def due_at(self, match: str) -> int | None:
        """Return the time (ms) from which a match is due, or None."""
        with named_errors():
            score = self._redis.zscore(DUE, match)
        return None if score is None else int(score)

    def settle_due(self, match: str, seen: int | None, due_at: int | None) -> None:
        """Move the match's due time, or remove it (None), unless another than the one `seen` is there."""
        with named_errors():
            self._settle(keys=[DUE], args=[match, "" if seen is None else seen, "" if due_at is None else due_at])

    def shelve(self, one: Shelved) -> None:
        """Put a match on a shelf."""
        with named_errors():
            self._redis.zadd(_shelf(one.shelf), {one.place: 0})

    def unshelve(self, gone: Sequence[Shelved]) -> None:
        """Take matches from their shelves."""
        if not gone:
            return
        with named_errors(), self._redis.pipeline(transaction=False) as together:
            for one in gone:
                together.zrem(_shelf(one.shelf), one.place)
            together.execute()

    def shelved(self, shelves: Sequence[str], before: str | None, at_most: int) -> list[list[Shelved]]:
        """Return what lies on each shelf before a place (None: the end), the last first."""
        with named_errors(), self._redis.pipeline(transaction=False) as together:
            for shelf in shelves:
                last = "+" if before is None else f"({before}"
                together.zrevrangebylex(_shelf(shelf), last, "-", start=0, num=at_most)
            found = cast("list[list[bytes]]", together.execute())
        return [[Shelved(shelf, at.decode()) for at in at_each] for shelf, at_each in zip(shelves, found, strict=True)]

    def some_shelved(self, shelf: str, at_most: int) -> list[Shelved]:
        """Return some of what lies on a shelf, at random."""
        with named_errors():
            found = cast("list[bytes]", self._redis.zrandmember(_shelf(shelf), at_most))
        return [Shelved(shelf, at.decode()) for at in found]

    def setups(self, matches: Sequence[str]) -> list[bytes | None]:
        """Return the setup of each match, None where there is none (any more)."""
        if not matches:
            return []
        with named_errors(), self._redis.pipeline(transaction=False) as together:
            for match in matches:
                together.hget(_key(match), "setup")
            return cast("list[bytes | None]", together.execute())

    def claim(self, name: str, seconds: int) -> bool:
        """Take the lock `name` for some seconds; return False where somebody has it."""
        with named_errors():
            return bool(self._redis.set(f"lock:{name}", 1, nx=True, ex=seconds))

    def moves(self) -> Iterator[tuple[str, tuple[int, ...] | None] | None]:
        """Listen to commits: yields a match with its audiences' numbers (None: its seats or its status changed too).

        Yields None in place of both when news may have been missed.

        It yields None once it listens, and about every second of silence nothing happens; raises StoreUnavailable
        when the connection breaks.
        """
        listener = redis.Redis.from_url(
            self._url, socket_timeout=COMMAND_SECONDS, socket_connect_timeout=2.0, retry=Retry(ExponentialBackoff(), 0)
        )
        with named_errors(), listener, listener.pubsub() as channel:  # type: ignore[no-untyped-call]
            channel.subscribe(MOVES)
            silent = 0
            while True:
                message = channel.get_message(timeout=2.0)
                if message is None:
                    # A connection that died without a word shows itself at the next ping.
                    silent += 1
                    if silent > 2:
                        raise StoreUnavailable
                    channel.ping()
                    continue
                silent = 0
                if message["type"] == "subscribe":
                    yield None
                elif message["type"] == "message":
                    match, _, numbers = message["data"].decode().partition(" ")
                    yield match, tuple(map(int, numbers.split(","))) if numbers else None


def _key(match: str, part: str = "") -> str:
    return f"match:{{{match}}}" + (f":{part}" if part else "")


def _done(mark: str) -> str:
    return f"done:{mark}"


def _shelf(shelf: str) -> str:
    return f"matches:listed:{shelf}"


def _crossing(commit: Commit) -> str:
    if commit.enters is not None:
        return f"+{commit.enters}"
    return "" if commit.leaves is None else f"-{commit.leaves}"


_encode = msgspec.msgpack.Encoder().encode


def _decode(data: bytes, kind: type[T]) -> T:
    return CODEC.decode(data, kind)
