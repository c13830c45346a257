"""A match's duels as tallies take them: who had which card, and who took the token."""

from collections import Counter
from collections.abc import Sequence

import pytest

from service.bots import BOTS
from service.bouts import bout_counts
from service.games.catalogue import TITLES
from service.games.epic_spell_wars import events
from service.games.epic_spell_wars.bouts import DUELS, duels
from service.games.epic_spell_wars.events import SlottedCard
from service.games.epic_spell_wars.state import EpicSpellWarsOptions
from service.games.epic_spell_wars.treasure_events import GemReturned, TreasureDiscarded, TreasureGained, TreasureTaken
from service.games.kernel.bouts import Bout
from service.games.kernel.events import Event, Told
from service.simulated_records import record_of_match
from service.tallies import play_matches
from tests.games.epic_spell_wars.figures import COMPONENTS, TREASURES
from tests.games.epic_spell_wars.recount import duels_of, plays_and_wins

GAME = TITLES["epic_spell_wars"]


def shown(seat: int, *cards: str) -> Event:
    slots = ("source", "quality", "delivery")
    return events.SpellShown(seat, tuple(map(SlottedCard, cards, slots)))  # type: ignore[arg-type]


def duel(*told: Event, seats: int = 2, rounds: int = 1, winner: int | None = 0) -> Bout:
    """The one duel in which this happened."""
    began = [events.DuelBegan(1), *(events.DuelRoundBegan(1, at + 1) for at in range(rounds))]
    (found,) = duels([*began, *told, events.DuelEnded(1, "last_one_standing", winner)], seats)
    return found


def test_every_card_of_a_spell_and_every_treasure_has_its_line() -> None:
    named = [design for designs in DUELS.cards.values() for design in designs]
    assert sorted(named) == sorted([*COMPONENTS, "wild_magic", *TREASURES])
    assert [*DUELS.cards] == ["source", "quality", "delivery", "wild_magic", "treasure"]
    for sort in ("source", "quality", "delivery"):
        assert all(COMPONENTS[design].type == sort for design in DUELS.cards[sort])


def test_a_card_counts_once_for_a_wizard_and_a_duel_whichever_copy_it_is() -> None:
    again = (shown(0, "scorchia_1"), shown(1, "scorchia_2"), shown(0, "scorchia_2"), shown(0, "scorchia_1"))
    assert duel(*again).cards == (("scorchia",), ("scorchia",))


def test_a_spell_counts_as_it_was_placed_and_with_what_joined_it() -> None:
    told = [
        shown(0, "wild_magic_3", "delicious_1"),
        events.SpellCardAdded(0, "wyrmtor_2", "source", "wild_magic_3"),
        events.SpellCardTaken(0, 1, "chicken_1", "delicious_1"),
        events.TextCopied(0, "delicious_1", "snakedance_1"),
        events.SpellCardsDiscarded(1, ("impatient_1",), "hand"),
        events.MainDeckRevealed(0, "wild_magic_3", ("ballsy_1", "wyrmtor_2")),
    ]
    assert duel(*told).cards == (("wild_magic", "delicious", "wyrmtor", "chicken"), ())


def test_a_treasure_counts_for_everybody_who_had_it() -> None:
    told = [
        TreasureGained(1, "fools_gold", "dragon_hoard_1"),
        TreasureTaken(2, 1, "fools_gold", "pact_with_the_devil_1"),
        TreasureGained(0, "proton_gem", "dragon_hoard_1"),
        shown(0, "proton_gem"),
        GemReturned(0, "proton_gem"),
        TreasureDiscarded(0, "proton_gem", "power_vortex_1"),
    ]
    assert duel(*told, seats=3).cards == (("proton_gem",), ("fools_gold",), ("fools_gold",))


@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_duel_has_its_winner_and_its_rounds(winner: int | None) -> None:
    assert duel(rounds=4, winner=winner) == Bout(4, winner, ((), ()))


def test_each_duel_begins_anew_and_one_that_has_not_ended_is_none() -> None:
    told = [
        *(events.DuelBegan(1), events.DuelRoundBegan(1, 1), shown(1, "scorchia_1")),
        events.DuelEnded(1, "round_cap"),
        # What Dead Wizard cards gave comes before the first round.
        *(events.DuelBegan(2), TreasureGained(0, "plink_cannon", "afterlife_artifact_1"), events.DuelRoundBegan(2, 1)),
        *(events.DuelRoundBegan(2, 2), events.DuelEnded(2, "last_one_standing", 1, 1)),
        *(events.DuelBegan(3), events.DuelRoundBegan(3, 1), shown(0, "scorchia_1")),
    ]
    assert [*duels(told, 2)] == [Bout(1, None, ((), ("scorchia",))), Bout(2, 1, (("plink_cannon",), ()))]


@pytest.mark.parametrize(("seats", "bot"), [(2, "greedy"), (3, "random"), (6, "random")])
def test_what_simulated_matches_count_is_what_their_records_tell(seats: int, bot: str) -> None:
    matches, bots = range(2, 5), [BOTS[bot]] * seats
    options = EpicSpellWarsOptions(tokens=2, round_cap=5, duel_cap=4)
    counts: Counter[str] = Counter()

    def hear(told: Sequence[Told]) -> None:
        counts.update(bout_counts(DUELS, told, seats))

    rows = list(play_matches(GAME, options, bots, 11, matches, rotate=True, hear=hear))
    assert rows == list(play_matches(GAME, options, bots, 11, matches, rotate=True))
    records = [record_of_match(GAME, options, bots, 11, match, rotate=True) for match in matches]
    recounted = [duel for record in records for duel in duels_of(record)]
    plays, wins = plays_and_wins(recounted)
    assert {name[7:]: count for name, count in counts.items() if name.startswith("played/")} == plays
    assert {name[9:]: count for name, count in counts.items() if name.startswith("won_with/")} == wins
    assert counts["bouts"] == len(recounted) > len(rows)
    assert counts["bouts/won"] == sum(duel.winner is not None for duel in recounted) > 0
    lengths = Counter(duel.rounds for duel in recounted)
    assert {name[7:]: count for name, count in counts.items() if name.startswith("rounds/")} == {
        str(length): count for length, count in lengths.items()
    }
    assert sum(length * count for length, count in lengths.items()) == sum(row.turns for row in rows)
    assert all(duel.acted <= duel.had for duel in recounted), "no card acts that nobody played"
