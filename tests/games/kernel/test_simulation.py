"""A simulated match is the served match that the same choices make."""

import pytest

from service.games.kernel.errors import IllegalChoice, RulesFault, WrongSeats
from service.games.kernel.events import Answered, Asked, AskedAgain, Referred, Settled, Told
from service.games.kernel.simulation import no_referee, simulate
from service.tallies import play_matches
from tests.games.kernel import breakable
from tests.games.kernel.breakable import Watched
from tests.games.kernel.driving import seed_of, served, serving, whim
from tests.games.kernel.toy import Toy, choose_target
from tests.games.kernel.toy_words import CellarOptions, Stake


class Sampler:
    """Takes any legal choice; remembers how many decisions it had."""

    key = "sampler"

    def choose(self, look, decision, chance):
        assert look().kind == "cellar"
        return decision.choices.sample(chance)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_a_simulation_is_the_served_match_with_the_same_choices(seats, seed):
    key = bytes.fromhex(seed_of(seed))
    simulated = simulate(Toy(), CellarOptions(), [Sampler()] * seats, key, whim)
    assert simulated == simulate(Toy(), CellarOptions(), [Sampler()] * seats, key, whim)
    assert simulated == served(Toy(), seats, seed, CellarOptions(), Sampler(), whim)


@pytest.mark.parametrize("seed", range(3))
def test_a_single_choice_in_secret_is_asked_for_as_in_the_served_match(seed):
    """Were it settled, the others could tell that there was but one."""

    class Aiming(Toy):
        async def toast_of(self, table, seat):
            await table.ask_openly(seat, choose_target)
            return await super().toast_of(table, seat)

    simulated = simulate(Aiming(), CellarOptions(), [Sampler()] * 2, bytes.fromhex(seed_of(seed)), whim)
    assert simulated == served(Aiming(), 2, seed, CellarOptions(), Sampler(), whim)


def test_a_bot_that_chooses_what_is_not_allowed_is_refused_and_nothing_stays_open():
    class Cheat(Sampler):
        def choose(self, look, decision, chance):
            return Stake(9)

    game = Watched()
    with pytest.raises(IllegalChoice):
        simulate(game, CellarOptions(), [Sampler(), Cheat()], bytes(32), whim)
    assert len(game.coroutines) >= 2
    assert game.open_coroutines() == []


def test_a_title_that_puts_words_needs_a_referee():
    with pytest.raises(NotImplementedError):
        simulate(Toy(), CellarOptions(), [Sampler()] * 2, bytes(32), no_referee)


def test_the_number_of_bots_is_the_number_of_seats():
    with pytest.raises(WrongSeats):
        simulate(Toy(), CellarOptions(), [Sampler()], bytes(32), whim)


@pytest.mark.parametrize("broken", [breakable.AsksAcross, breakable.SealsAgain, breakable.RollsInFlow])
def test_a_sealed_flow_is_as_strict_as_in_a_served_match(broken):
    with pytest.raises(RulesFault):
        simulate(broken(), CellarOptions(), [Sampler()] * 2, bytes(32), whim)


@pytest.mark.parametrize("seed", range(3))
def test_who_listens_hears_what_the_served_match_tells(seed):
    key = bytes.fromhex(seed_of(seed))
    told: list[Told] = []
    simulated = simulate(Toy(), CellarOptions(), [Sampler()] * 3, key, whim, told)
    assert simulated == simulate(Toy(), CellarOptions(), [Sampler()] * 3, key, whim)
    playing = serving(Toy(), 3, seed, CellarOptions(), Sampler(), whim)
    # What the house tells of questions and answers, it tells only where it serves.
    house = (Asked, Answered, Referred, AskedAgain, Settled)
    assert told == [one for one in playing.told if not isinstance(one.event, house)]
    assert len(told) > 10


def test_nobody_is_told_where_nobody_listens():
    class Looking(Toy):
        def __init__(self):
            self.ears = []

        async def play_phase(self, table):
            self.ears.append(table.told)
            await super().play_phase(table)

    game = Looking()
    assert len(list(play_matches(game, CellarOptions(), [Sampler()] * 2, 1, range(2), rotate=False, rule=whim))) == 2
    assert {*game.ears} == {None}
