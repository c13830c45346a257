"""The promise about every deal and die: secret, then disclosed, and audited by who knows docs/chance.md alone."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from service.bots import BOTS
from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.engine import open_play, replay
from service.games.kernel.match import Action
from service.games.spell_smashers.state import SpellSmashersOptions
from service.games.squishem.state import SquishemOptions
from service.simulated_records import record_of_match
from service.wire import to_plain
from tests.api.records import Served, heard, played
from tests.api.talk import Json, Talk, open_table

HEROES = ["elf", "summoner", "barbarian", "cleric"]


class Caught(Exception):
    """A deal or die is not what the seed says."""


def words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha512(seed + block.to_bytes(8, "big")).digest()
        for start in range(0, 64, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


class Auditor:
    """Draws as the document says; shares no line with the service."""

    def __init__(self, seed: str) -> None:
        self._words = words(bytes.fromhex(seed))

    def number(self, below: int) -> int:
        for word in self._words:
            if word - word % below <= 2**64 - below:
                return word % below
        raise AssertionError

    def shuffled(self, things: list[str]) -> list[str]:
        things = list(things)
        for place in range(len(things) - 1, 0, -1):
            other = self.number(place + 1)
            things[place], things[other] = things[other], things[place]
        return things

    def picked(self, things: list[int]) -> int:
        return things[self.number(len(things))] if len(things) > 1 else things[0]


def audit(record: Json, events: list[Json], cards: list[Json]) -> Counter[str]:
    """Recompute every deal of a match from its seed; returns how many of each kind were checked. Raises Caught."""
    auditor = Auditor(record["seed"])
    checked: Counter[str] = Counter()

    def same(what: str, seen: Any, drawn: Any) -> None:
        checked[what] += 1
        if seen != drawn:
            raise Caught(f"{what}: seen {seen!r}, drawn {drawn!r}")

    taken = [event["hero"] for event in events if event["kind"] == "hero_taken"]
    if record["options"]["heroes"] == "random":
        same("heroes", taken, auditor.shuffled(HEROES)[: record["seats"]])
    deck = [
        card["card"] for card in cards if card["kind"] == "squishem_monster_card" and card.get("hero") in (None, *taken)
    ]
    deck = auditor.shuffled(deck)
    owners = {card["card"]: taken.index(card["hero"]) for card in cards if card.get("hero") in taken}
    kills = [0] * record["seats"]
    at_start = list(kills)
    for at, event in enumerate(events):
        match event["kind"]:
            case "monster_revealed":
                same("flip", event["monster"], deck.pop())
            case "card_set_aside":
                same("flip", event["card"], deck.pop())
            case "monster_killed":
                kills[event["seat"]] += 1
            case "battle_started":
                at_start = list(kills)
            case "target_order":
                most = [seat for seat, count in enumerate(kills) if count == max(kills)]
                same("starting player" if len(most) > 1 else "leader", event["seats"][0], auditor.picked(most))
            case "decider_drawn":
                order = next(later for later in events[at:] if later["kind"] == "order_decided")
                involved = sorted({owners[card] for card in order["cards"]})
                fewest = min(at_start[seat] for seat in involved)
                tied = [seat for seat in involved if at_start[seat] == fewest]
                same("decider", event["seat"], auditor.picked(tied))
    return checked


def audit_smashers(record: Json, events: list[Json], cards: list[Json]) -> Counter[str]:
    """The same of a match of Spell Smashers, whose events are told as their owners hear them."""
    auditor = Auditor(record["seed"])
    checked: Counter[str] = Counter()

    def same(what: str, seen: Any, drawn: Any) -> None:
        checked[what] += 1
        if seen != drawn:
            raise Caught(f"{what}: seen {seen!r}, drawn {drawn!r}")

    def shuffled(kind: str, **fields: object) -> list[str]:
        return auditor.shuffled([card["card"] for card in cards if {"kind": kind, **fields}.items() <= card.items()])

    if "marker" not in record["options"]:
        same(
            "marker",
            next(one["seat"] for one in events if one["kind"] == "tiebreaker_taken"),
            auditor.number(record["seats"]),
        )
    starting = shuffled("modifier_card", starting=True)[: record["seats"]]
    piles = {name: shuffled("letter_card", deck=name) for name in ("consonant", "vowel")} | {
        "wound": shuffled("wound_card")
    }
    modifiers, monsters = shuffled("modifier_card", starting=False), shuffled("monster_tile")
    top = {"quests_seen": ("quests", shuffled("quest_card")), "gear_seen": ("gear", shuffled("gear_card"))}
    of = {card: name for name, pile in piles.items() for card in pile}
    discards: dict[str, list[str]] = {name: [] for name in piles}
    for event in events:
        match event["kind"]:
            case "monster_entered":
                same("monster", event["monster"], monsters.pop())
                same("modifier", event["modifier"], starting.pop(0) if starting else modifiers.pop())
            case "tiles_discarded":
                for card in event["cards"]:
                    discards[of[card]].append(card)
            case "pile_reshuffled":
                name = event["deck"]
                piles[name] = auditor.shuffled(discards[name]) + piles[name]
                discards[name] = []
                checked["reshuffled"] += 1
            case "letters_drawn" | "wounds_suffered":
                for card in event["cards"]:
                    same(of[card], card, piles[of[card]].pop())
            case "gear_hidden" if "gear_seen" in top:
                top["gear_seen"][1].pop()
            case "quests_seen" | "gear_seen" if event["kind"] in top:
                name, deck = top.pop(event["kind"])
                same(name, sorted(event[name]), sorted(deck[-len(event[name]) :]))
    return checked


@pytest.fixture(scope="module")
def cards(talk: Talk) -> list[Json]:
    found: list[Json] = talk.get("/v1/games/squishem/cards")["items"]
    return found


@pytest.fixture(scope="module")
def matches(talk: Talk, seed: int) -> list[Served]:
    options = [{"heroes": "random"}, {"heroes": "choose"}, {"heroes": "random"}]
    return [_long(talk, seed, players, **more) for players, more in zip((2, 3, 4), options, strict=True)]


def _long(talk: Talk, seed: int, players: int, **options: object) -> Served:
    """Play a match with so many Monsters that no other seed deals the same ones."""
    matches = (played(talk, seed + 50 * players + at, players, turn_cap=12, **options) for at in range(50))
    return next(one for one in matches if len(_flips(heard(talk, one, 0))) >= 4)


def _flips(events: list[Json]) -> list[int]:
    return [at for at, event in enumerate(events) if event["kind"] == "monster_revealed"]


def test_every_deal_of_a_served_match_is_what_its_seed_says(
    talk: Talk, matches: list[Served], cards: list[Json]
) -> None:
    checked: Counter[str] = Counter()
    for served in matches:
        checked += audit(served.record, heard(talk, served, len(served.tokens) - 1), cards)
    assert checked["heroes"] == 2
    assert checked["flip"] >= len(matches)


def test_every_kind_of_draw_is_what_the_seed_says(cards: list[Json], seed: int) -> None:
    """Seeds of the test's own, and players who seek ties, so that each kind of draw surely comes up."""
    game, checked = TITLES["squishem"], Counter[str]()
    tying = {card["card"] for card in cards if card.get("priority") == 7} | {"elf_out_of_my_sight"}
    wanted = ("heroes", "flip", "starting player", "decider")
    for at in range(240):
        if at >= 24 and all(checked[kind] >= 5 for kind in wanted):
            break
        secret, choosing = f"{seed + at:064x}", random.Random(seed + at)
        seats = (2, 3, 4, 4)[at % 4]
        options = SquishemOptions(length="whole_deck", heroes="choose" if at % 4 == 3 else "random")
        play, step = open_play(game, CODEC, options, seats, secret)
        with play:
            told = list(step.told)
            while pending := play.pending():
                one = choosing.choice(pending)
                items = one.decision.choices.listed() or ()
                sought = [choice for choice in items if getattr(choice, "card", None) in tying]
                told += play.act(Action(one.id, choosing.choice(sought or items))).told
        record = {"seed": secret, "seats": seats, "options": to_plain(options)}
        checked += audit(record, [to_plain(one.event) for one in told], cards)
    for kind in wanted:
        assert checked[kind] >= 5, checked


def test_every_deal_of_spell_smashers_is_what_the_seed_says(talk: Talk, seed: int) -> None:
    game, checked = TITLES["spell_smashers"], Counter[str]()
    cards = talk.get("/v1/games/spell_smashers/cards")["items"]
    for at, seats in enumerate((2, 3, 5, 4)):
        options = SpellSmashersOptions(marker=1) if at == 1 else SpellSmashersOptions()
        record = record_of_match(game, options, [BOTS["random"]] * seats, seed, at, rotate=False)
        told = [to_plain(one.event) for one in replay(game, CODEC, record)[1]]
        facts = {"seed": record.seed, "seats": seats, "options": to_plain(options)}
        checked += audit_smashers(facts, told, cards)
        with pytest.raises(Caught):
            audit_smashers({**facts, "seed": record.seed[::-1]}, told, cards)
    for kind in ("marker", "monster", "modifier", "consonant", "vowel", "wound", "reshuffled", "quests", "gear"):
        assert checked[kind] >= 1, checked


@pytest.mark.parametrize("bit", [0, 100, 255])
def test_another_seed_is_caught(talk: Talk, matches: list[Served], cards: list[Json], bit: int) -> None:
    for served in matches:
        forged = (int(served.record["seed"], 16) ^ (1 << bit)).to_bytes(32, "big").hex()
        with pytest.raises(Caught):
            audit({**served.record, "seed": forged}, heard(talk, served, 0), cards)


def test_two_flips_exchanged_are_caught(talk: Talk, matches: list[Served], cards: list[Json]) -> None:
    events = heard(talk, matches[0], 0)
    flips = _flips(events)
    one, other = flips[0], flips[-1]
    events[one]["monster"], events[other]["monster"] = events[other]["monster"], events[one]["monster"]
    with pytest.raises(Caught):
        audit(matches[0].record, events, cards)


def test_the_promise_stands_from_the_opening_and_is_kept(talk: Talk, matches: list[Served]) -> None:
    for served in matches:
        promises = {look["chance"]["commitment"] for looks in served.looks for look in looks.values()}
        seed = bytes.fromhex(served.record["seed"])
        assert len(seed) == 32
        assert promises == {"sha256:" + hashlib.sha256(seed).hexdigest()}
    assert len({served.record["seed"] for served in matches}) == len(matches)


def test_nobody_is_told_the_seed_before_the_end(talk: Talk, matches: list[Served]) -> None:
    """Nor half of it, in hex or otherwise: not in any view, decision, id or event on the way."""
    for served in matches:
        seed = served.record["seed"]
        secrets = [seed[:32], seed[32:], seed.upper()[:32], str(int(seed, 16))[:32]]
        for looks in served.looks:
            before = [look for look in looks.values() if look["status"] != "over"]
            assert before
            text = json.dumps(before)
            assert not [secret for secret in secrets if secret in text]
        assert {look["chance"].get("seed") for looks in served.looks for look in looks.values()} == {None, seed}


def test_the_record_is_nobody_s_before_the_end(talk: Talk) -> None:
    table = open_table(talk, None, None)
    for token in (*table.tokens, table.host, None):
        refused = talk.get(f"{table.path}/record", token, status=409)
        assert refused["code"] == "match_not_over"
        assert "seed" not in json.dumps(refused).replace("with the seed", "")


def test_a_key_sent_again_promises_the_same(talk: Talk) -> None:
    """Or a host could open matches under one key until he likes the deal."""
    opening = {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "open"}]}
    headers = {"Idempotency-Key": "promise-promise-promise"}
    promises = {
        talk.post("/v1/matches", opening, status=201, headers=headers)["chance"]["commitment"] for _ in range(3)
    }
    assert len(promises) == 1
