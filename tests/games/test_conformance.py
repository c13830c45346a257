"""Every title keeps what the engine, its clients and their opponents rely on; and the suite notices when one doesn't.

Random matches to the end with every check of `conformance` at every step. `make long` plays more of them, from a fresh
seed.
"""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from service.bots import bots_of
from service.games.catalogue import TITLES
from service.games.kernel.engine import Play
from service.games.kernel.errors import RulesFault
from service.games.kernel.events import AskedAgain, Told
from service.games.kernel.phase import PhaseRun
from service.games.kernel.simulation import simulate
from service.games.kernel.table import Table
from service.lexicons.referee import rule
from service.store import Heard
from tests.conftest import LONG
from tests.games.conformance import Tally, walk
from tests.games.kernel import breakable
from tests.games.kernel.driving import chance_of, seed_of, served, whim
from tests.games.onlookers import House
from tests.games.titles import CELLAR, UNDER_TEST, Title

MATCHES = 120 if LONG else 5
"""Of each title; of five seats the most."""
SIMULATED = 300 if LONG else 20


@pytest.fixture(params=UNDER_TEST)
def title(request) -> Title:
    return UNDER_TEST[request.param]


def test_every_title_of_the_catalogue_is_under_test():
    made = {title.make().key: title.make for key, title in UNDER_TEST.items() if key != "cellar"}
    assert made == {key: type(game) for key, game in TITLES.items()}
    for key, game in TITLES.items():
        seats = [seats for title in UNDER_TEST.values() if title.make().key == key for seats in title.seats]
        assert sorted(seats) == list(game.seats)


@pytest.mark.parametrize("number", range(MATCHES))
def test_a_random_match_keeps_every_promise(title, number, seed):
    seats = title.seats[number % len(title.seats)]
    options = title.options[number % len(title.options)]
    tally = walk(title, seats, seed + number, chance_of(seed, number), options)
    checked = ["actions", "refused", "phases", "twin_steps", *(["arrivals"] if seats > 1 else [])]
    never = [part for part in checked if not getattr(tally, part)]
    assert never == [], f"nothing to check for {never}"


def test_interrupts_are_fired_where_a_title_has_them(seed):
    tally = Tally()
    for number in range(3):
        tally.add(walk(CELLAR, 3, seed + number, chance_of(seed, number)))
    assert tally.interrupts > 10


@pytest.mark.parametrize("number", range(SIMULATED))
def test_a_simulation_is_the_served_match_that_the_same_bots_play(title, number, seed):
    game = title.make()
    playing = [*bots_of(game.key).values()]
    bot = playing[number // len(title.options) % len(playing)]
    seats = title.seats[number % len(title.seats)]
    options = title.options[number % len(title.options)]
    # The bots of a title in the catalogue spell by the lexicon; a whim might never let them pass.
    referee = whim if title is CELLAR else rule
    simulated = simulate(game, options, [bot] * seats, bytes.fromhex(seed_of(seed + number)), referee)
    assert simulated == served(title.make(), seats, seed + number, options, bot, referee)


def test_two_processes_with_other_hash_seeds_tell_the_same_byte_for_byte(title, seed):
    told = [digests(title, hash_seed, seed) for hash_seed in (1, 4242)]
    assert told[0] == told[1]
    assert len(set(told[0])) == len(told[0]) > 1


def digests(title: Title, hash_seed: int, seed: int) -> list[str]:
    command = [sys.executable, "-m", "tests.games.kernel.digest", title.path, "50" if LONG else "10", str(seed)]
    environment = {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": "."}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=110)
    return done.stdout.split()


# What the suite must notice. First the leaks that were planted on purpose.


def walks(title: Title, house: House) -> None:
    for number in range(6):
        walk(title, 3, number, chance_of(number), house=house)


def found(broken: Callable[[], Any], match: str, house: House | None = None) -> None:
    """Walk with a broken toy or house until the suite says what is wrong; fails when it says nothing."""
    with pytest.raises(AssertionError, match=match):
        walks(replace(CELLAR, make=broken), house or House())


def test_leak_1_a_hidden_card_in_a_view():
    found(breakable.ShowsTheDeck, "view of audience .* tells what it can't see")


def test_leak_2_a_hidden_card_in_an_event():
    found(breakable.TellsTheHand, "events of audience .* tell what it can't see")


def test_leak_2_what_one_seat_should_hear_is_told_to_all(monkeypatch):
    def whisper(self, seat, event, rest=None):
        if self.told is not None:
            self.told.append(Told(event))

    monkeypatch.setattr(Table, "whisper", whisper)
    found(CELLAR.make, "events of audience .* tell what it can't see")


def test_leak_3_a_hidden_card_in_a_refusal():
    found(breakable.RefusesWithTheDeck, "refusals of audience .* tells what it can't see")


def test_leak_3_a_hidden_card_in_the_legal_choices_of_a_refusal():
    found(breakable.OffersWhoHoldsTonics, "(body|refusals) of audience .* tells what it can't see")


def test_leak_4_a_decision_id_that_tells_of_a_hidden_card(monkeypatch):
    opaque = Play._id

    def telling(self, text):
        return opaque(self, f"{text} above {self._table.state.deck[-1:]}")

    monkeypatch.setattr(Play, "_id", telling)
    found(CELLAR.make, "decision ids of audience .* tell")


def test_leak_4_a_decision_id_that_tells_of_others_answers(monkeypatch):
    opaque = Play._id

    def telling(self, text):
        return opaque(self, f"{text} after {len(self.match.answers)}")

    monkeypatch.setattr(Play, "_id", telling)
    found(CELLAR.make, "decision ids of .* tell")


def test_leak_5_a_version_that_moves_for_what_an_audience_cannot_see():
    def counts_everything(heard: Heard, told: list[Told], at: int) -> tuple[Heard, list[Any]]:
        numbers = tuple(number + len(told) for number in heard.numbers)
        return Heard(heard.told + len(told), numbers, heard.times), []

    found(CELLAR.make, "etag of audience .* tells", House(hear=counts_everything))


def test_leak_5_a_time_that_moves_for_what_an_audience_cannot_see():
    def clocks_everything(heard: Heard, told: list[Told], at: int) -> tuple[Heard, list[Any]]:
        now, entries = House().hear(heard, told, at)
        return Heard(now.told, now.numbers, (at,) * len(now.times)), entries

    found(CELLAR.make, "body of audience .* tells|a 304 would hide", House(hear=clocks_everything))


def test_leak_6_a_304_to_the_wrong_seat():
    def version_alone(bearer, heard):
        return House().etag_of(bearer, heard).split(".")[1]

    found(CELLAR.make, "a 304 would hide other content", House(etag_of=version_alone))


def test_leak_6_a_304_to_a_spectator_for_the_host():
    def host_watches(bearer, heard):
        return House().etag_of(bearer, heard).replace("host", "spectators")

    found(CELLAR.make, "a 304 would hide other content", House(etag_of=host_watches))


def test_a_refused_word_that_all_hear_of_is_noticed(monkeypatch):
    plain = PhaseRun._advance_flow

    def loud(self, owner, value, answered):
        plain(self, owner, value, answered)
        if self._table.told and isinstance(self._table.told[-1].event, AskedAgain):
            self._table.told.append(Told(self._table.told.pop().event))

    monkeypatch.setattr(PhaseRun, "_advance_flow", loud)
    found(CELLAR.make, "events of audience .* tell what it can't see")


# Then every other promise.


@pytest.mark.parametrize(
    ("broken", "match"),
    [
        (breakable.AsksWhoHoldsTonics, "tells audience|tells? what it can't see"),
        (breakable.Loses, "cards: lost, made"),
        (breakable.Aliased, "tiles: lost, made|tells what it can't see"),
        (breakable.OwnDice, "differs from"),
        (breakable.OutsideTheState, "differs from"),
        (breakable.SilentGift, "heard nothing, and sees something new"),
        (breakable.WritesWhenLookedAt, "looking at the match changed it"),
        (breakable.LendsTheHand, "an action changed what had been shown before it"),
        (breakable.InOrderOfArrival, "the order of arrival shows"),
        (breakable.NobodyThere, "are no seats"),
    ],
)
def test_the_suite_notices(broken, match):
    found(broken, match)


def test_a_driver_that_keeps_stale_questions_after_an_interrupt_is_noticed(monkeypatch):
    def interrupt(self, seat, choice):
        self.interrupted[seat] += 1
        self._game.interrupt(self._table, seat, choice)

    monkeypatch.setattr(PhaseRun, "interrupt", interrupt)
    with pytest.raises(RulesFault, match=r"list\.remove"):
        walks(CELLAR, House())


def test_a_driver_that_takes_what_it_gets_is_noticed(monkeypatch):
    monkeypatch.setattr("service.games.kernel.decisions.Decision.refusal", lambda self, choice: None)
    with pytest.raises((AssertionError, RulesFault), match=r"was taken for|The rules raised"):
        walks(CELLAR, House())
