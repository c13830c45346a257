"""Greedy wins more than its share among random bots, and what it expects of a card is what the card does."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from service.bots import BOTS, bots_of
from service.bots.epic_spell_wars import greedy
from service.bots.epic_spell_wars.imagined import DEATH, HURT, KILL, Imagined, Row, bands
from service.games.catalogue import TITLES
from service.games.epic_spell_wars import decisions
from service.games.epic_spell_wars.components import COMPONENT, COMPONENTS
from service.games.epic_spell_wars.decisions import LET_BE, NameDie, NameTreasure, NameWizard, UseIt
from service.games.epic_spell_wars.placing import PlacedCard, PlacedSpell, place_spell
from service.games.epic_spell_wars.state import EpicSpellWarsOptions, State, Wizard
from service.games.epic_spell_wars.treasures import TREASURES
from service.games.epic_spell_wars.view import EpicSpellWarsView, view_for
from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import Choice, Decision
from service.tallies import Counts, counts_of, play_matches, wilson
from tests.conftest import LONG

MATCHES = 200 if LONG else 24
TITLE = TITLES["epic_spell_wars"]


def played(bots: Sequence[str], seed: int) -> Counts:
    options = EpicSpellWarsOptions(tokens=1)
    rows = play_matches(TITLE, options, [BOTS[bot] for bot in bots], seed, range(MATCHES), rotate=True)
    return counts_of(list(rows))


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_greedy_wins_more_than_its_share_among_random_bots(seats: int, seed: int) -> None:
    counts = played(["greedy"] + ["random"] * (seats - 1), seed)
    least, most = wilson(counts.get("won/0", 0), counts["matches"])
    print(f"{seats} seats: {counts.get('won/0', 0)}/{counts['matches']} won, {least:.3f} to {most:.3f}")
    assert least > 1 / seats


def test_greedy_among_its_like_comes_to_an_end(seed: int) -> None:
    counts = played(["greedy"] * 3, seed)
    assert counts.get("ending/last_wizard_standing", 0) == counts["matches"]


def test_greedy_plays_the_title() -> None:
    assert [*bots_of("epic_spell_wars")] == ["random", "greedy"]


def seen(*hp: int, hand: Sequence[str] = (), treasures: Sequence[str] = ()) -> EpicSpellWarsView:
    """What seat 0 sees amid a duel."""
    wizards = [Wizard("krazztar", amount) for amount in hp]
    wizards[0].hand = [*hand]
    wizards[0].treasures = [*treasures]
    return view_for(State(2, 60, 20, wizards, "placing", duel=1, round=2, rounds=2), 0)


def answer(view: EpicSpellWarsView, decision: Decision[Choice]) -> Choice:
    return greedy.choose(view, decision, SeededChance(b"seed"))


def spell_of(*hp: int, hand: Sequence[str], treasures: Sequence[str] = ()) -> list[str]:
    """The cards that greedy places."""
    wizards = [Wizard("krazztar", amount) for amount in hp]
    wizards[0].hand = [*hand]
    wizards[0].treasures = [*treasures]
    state = State(2, 60, 20, wizards, "placing", duel=1, round=2, rounds=2)
    choice = answer(view_for(state, 0), place_spell(state, 0))  # type: ignore[arg-type]
    assert isinstance(choice, PlacedSpell)
    return [card.card for card in choice.cards]


def worth(card: str, *hp: int, treasures: Sequence[str] = ()) -> float:
    return greedy.of_spell(seen(*hp, treasures=treasures), 0, PlacedSpell((PlacedCard(card),)))


@pytest.mark.parametrize(
    ("dice", "added", "likely"),
    [
        (1, 0, (4 / 6, 2 / 6, 0)),
        (1, 2, (2 / 6, 4 / 6, 0)),
        (2, 0, (6 / 36, 24 / 36, 6 / 36)),
        (3, 0, (4 / 216, 77 / 216, 135 / 216)),
        (1, 9, (0, 0, 1)),
    ],
)
def test_how_likely_a_band_is(dice: int, added: int, likely: tuple[float, float, float]) -> None:
    assert bands(dice, added) == pytest.approx(likely)


def test_damage_is_worth_what_it_takes_and_a_death_more() -> None:
    assert worth("scorchia_1", 20, 20, 18) == 3
    assert worth("scorchia_1", 20, 2) == 2 + KILL
    assert worth("king_oberon_1", 20, 20) == pytest.approx(-2 * HURT)
    assert worth("king_oberon_1", 25, 20) == 0
    assert worth("old_scratch_1", 20, 20) == pytest.approx(-4 * HURT)


def test_a_power_roll_is_worth_its_bands_by_how_likely_they_are() -> None:
    # One die: 1 damage four times in six, 3 damage twice.
    assert worth("phantasmagoons_1", 20, 20, 20) == pytest.approx((4 * 1 + 2 * 3) / 6)
    assert worth("phantasmagoons_1", 20, 20, 20, treasures=["big_book_of_awesomeness"]) == pytest.approx(
        (2 * 1 + 4 * 3) / 6
    )
    # Two dice: 1 damage in 6 of 36, 3 in 24, 4 in 6.
    twice = worth("phantasmagoons_1", 20, 20, 20, treasures=["tricksters_boots"])
    assert twice == pytest.approx((6 * 1 + 24 * 3 + 6 * 4) / 36)


def test_the_own_death_is_worth_less_than_nothing() -> None:
    assert worth("ritualistic_1", 3, 20, 20) == pytest.approx(4 / 6 * (3 * HURT + DEATH) + 2 / 6 * 3)


@pytest.mark.parametrize("hp", [(20, 20), (1, 1), (20, 0, 1, 20), (3, 1, 1, 1, 1, 1)])
@pytest.mark.parametrize("design", [design.id for design in COMPONENTS])
def test_every_card_can_be_imagined(design: str, hp: tuple[int, ...]) -> None:
    card, others = f"{design}_1", ("beardo_blasty_2", "disco_mirrored_2", "pact_with_the_devil_2")
    rows = [Row(other, COMPONENT[other].type) for other in (card, *others)]
    everything = seen(*hp, hand=["thundering_1", "wild_magic_1"], treasures=[treasure.id for treasure in TREASURES])
    for view in (seen(*hp), everything):
        imagined = Imagined(view, 0, rows)
        for row in rows:
            imagined.resolve(row.card)
        assert -100 < imagined.worth < 200


def test_it_places_what_kills() -> None:
    hand = ["scorchia_1", "king_oberon_1", "pew_and_pew_1"]
    assert spell_of(20, 3, hand=hand) == ["scorchia_1"]
    assert spell_of(25, 20, 20, hand=["king_oberon_1", "wyrmtor_1"]) == ["wyrmtor_1"]


def test_it_answers_what_cards_ask() -> None:
    view = seen(20, 9, 4, treasures=["plink_cannon"])
    state = State(2, 60, 20, [Wizard() for _ in range(3)])

    def asked(decision: object) -> Choice:
        return answer(view, decision)  # type: ignore[arg-type]

    assert asked(decisions.foe_of("devilicious_1", (1, 2))(state, 0)) == NameWizard(2)
    assert asked(decisions.foe_of("two_faced_1", (0, 1, 2))(state, 0)) == NameWizard(2)
    assert asked(decisions.die_for("cheaters_handbook", (5, 1, 3))(state, 0)) == NameDie(1)
    assert asked(decisions.die_for("cheaters_handbook", (5, 4))(state, 0)) == LET_BE
    assert asked(decisions.use_of("bedazzlement_1")(state, 0)) == UseIt()
    assert asked(decisions.use_of("methy_ion_backpack")(state, 0)) == LET_BE
    stolen = decisions.treasure_for("brain_suck_1", ("plink_cannon", "proton_gem"), optional=True)(state, 0)
    assert asked(stolen) == NameTreasure("proton_gem")
    lost = decisions.treasure_lost_to("ballsy_1", ("plink_cannon",))(state, 0)
    assert asked(lost) == LET_BE
    dying = seen(4, 9, 4, treasures=["plink_cannon"])
    assert answer(dying, lost) == NameTreasure("plink_cannon")  # type: ignore[arg-type]


def test_it_names_the_better_effect_and_discards_the_worse_card() -> None:
    effect = decisions.effect_of("magma_gog_1", ("left_foe", "each_foe"))
    two, six = seen(20, 20), seen(20, 20, 20, 20, 20, 20)
    state = State(2, 60, 20, [Wizard(hand=["scorchia_1", "king_oberon_1", "inferno_tastic_1"])])
    assert getattr(answer(two, effect(state, 0)), "option", "") == "left_foe"  # type: ignore[arg-type]
    assert getattr(answer(six, effect(state, 0)), "option", "") == "each_foe"  # type: ignore[arg-type]
    discard = decisions.discarded_for("power_vortex_1")(state, 0)
    healthy = replace(seen(25, 20), hand=tuple(state.wizards[0].hand))
    assert getattr(answer(healthy, discard), "card", "") == "king_oberon_1"  # type: ignore[arg-type]
