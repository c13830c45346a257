"""What is told is enough: whoever keeps the books by events alone has in them what the view shows, after every step."""

import pytest

from service.games.epic_spell_wars.state import EpicSpellWarsOptions
from tests.conftest import LONG
from tests.games.epic_spell_wars.bookkeeper import Bookkeeper
from tests.games.epic_spell_wars.table import GAME
from tests.games.kernel.driving import audiences, chance_of, heard, opened

MATCHES = 60 if LONG else 6
OPTIONS = (
    EpicSpellWarsOptions(),
    EpicSpellWarsOptions(tokens=3, heroes="choose"),
    EpicSpellWarsOptions(round_cap=2, duel_cap=12, tokens=3),
)


@pytest.mark.parametrize("number", range(MATCHES))
def test_books_kept_by_events_say_what_every_audience_sees(number: int, seed: int) -> None:
    seats = GAME.seats[number % len(GAME.seats)]
    playing = opened(GAME, seats, seed + number, OPTIONS[number % len(OPTIONS)])
    chance = chance_of(seed, number)
    keepers = {audience: Bookkeeper(seats) for audience in audiences(seats)}
    told = tuple(playing.told)
    while True:
        for audience, keeper in keepers.items():
            for event in heard(told, audience):
                keeper.hear(event)
            keeper.agrees(playing.play.view(audience), audience)  # type: ignore[arg-type]
        if playing.play.outcome() is not None:
            break
        told = playing.act(playing.choose(chance)).told
    outcome = playing.play.outcome()
    assert outcome is not None
    most = max(books.tokens for books in keepers[None].books)
    assert outcome.winners == tuple(seat for seat, books in enumerate(keepers[None].books) if books.tokens == most)
