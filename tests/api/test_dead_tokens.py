"""Whatever is asked, in whatever order and with whatever key: a token that has died never lives again."""

import random
from dataclasses import dataclass, field

from tests.api.talk import Table, Talk, key, open_table

STEPS = 160
LOOK_BACK = 20
"""All the dead are looked at after so many steps."""


@dataclass
class Walk:
    """Strangers, players and the host do as chance has it, with few keys, so that each key comes again and again."""

    table: Table
    chance: random.Random
    keys: tuple[str, ...] = field(default_factory=lambda: tuple(key() for _ in range(4)))
    living: dict[int, str] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)

    def step(self) -> None:
        name = self.chance.choice(("join", "join", "renew", "renew", "leave", "leave"))
        self.asked.add(name)
        before = dict(self.living)
        getattr(self, name)()
        seats = self.table.look()["seats"]
        for at, token in before.items():
            if self.living.get(at) == token and not self._lives(token):
                del self.living[at]
                self.dead.add(token)
        for at, seat in enumerate(seats):
            assert (seat["kind"] == "player_seat") == (at in self.living), (at, seat)

    def join(self) -> None:
        if len(self.living) < len(self.table.look()["seats"]) - 1:
            self._got(self._post("/seats", {"name": "Ambie"}, self.chance.choice((None, self._token()))))

    def renew(self) -> None:
        self._got(self._post(f"/seats/{self._seat()}/token", None, self._token()))

    def leave(self) -> None:
        path = f"{self.table.path}/seats/{self._seat()}"
        self.table.talk.ask("DELETE", path, token=self._token(), headers=self._headers())

    def all_dead(self) -> None:
        for token in self.dead:
            assert not self._lives(token)

    def _got(self, answer: tuple[int, str] | None) -> None:
        """Take note of a token that was given."""
        if answer is None:
            return
        seat, token = answer
        assert token not in self.dead, "a dead token was given again"
        assert self._lives(token), "a token was given that doesn't live"
        old = self.living.get(seat)
        if old is not None and old != token:
            self.dead.add(old)
        self.living[seat] = token

    def _post(self, path: str, body: object, token: str | None) -> tuple[int, str] | None:
        answer = self.table.talk.ask("POST", self.table.path + path, body, token, headers=self._headers())
        return (answer.json()["seat"], answer.json()["token"]) if answer.status_code == 201 else None

    def _seat(self) -> int:
        return self.chance.randrange(3)

    def _token(self) -> str:
        dead = self.chance.sample(sorted(self.dead), min(2, len(self.dead)))
        return self.chance.choice([self.table.host, *self.living.values(), *dead])

    def _headers(self) -> dict[str, str]:
        chosen = self.chance.choice((None, *self.keys))
        return {} if chosen is None else {"Idempotency-Key": chosen}

    def _lives(self, token: str) -> bool:
        return self.table.talk.ask("GET", self.table.path, token=token).status_code == 200


def test_a_dead_token_never_lives_again(talk: Talk, seed: int) -> None:
    walk = Walk(open_table(talk, None, None, None, None, sit=False), random.Random(seed))
    for at in range(STEPS):
        walk.step()
        if at % LOOK_BACK == 0:
            walk.all_dead()
    walk.all_dead()
    assert walk.asked == {"join", "renew", "leave"}
    assert len(walk.dead) > 5
