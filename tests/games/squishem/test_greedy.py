"""Greedy wins more than its share, at any length and number of random bots; and it sees what a seat may see."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import pytest

from service.bots import BOTS, bots_of
from service.bots.greedy import Greedy
from service.bots.squishem import greedy
from service.bots.squishem.imagined import Brought, Fought, bonus_of, fight, minds_kills
from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.decisions import Choice, Decision
from service.games.kernel.engine import Play
from service.games.kernel.events import Told
from service.games.kernel.game import View
from service.games.kernel.table import Table
from service.games.squishem import damage, turn
from service.games.squishem.battle import Battle
from service.games.squishem.decisions import ChooseAttack, ChooseHero, ChooseTarget
from service.games.squishem.events import DamageDealt, MonsterRecovered
from service.games.squishem.heroes import ATTACK, HEROES
from service.games.squishem.monsters import MONSTERS
from service.games.squishem.state import Length, MonsterInPlay, Player, SquishemOptions, State
from service.games.squishem.view import LastingView, MonsterView, PlayerView, SquishemView
from service.tallies import Counts, counts_of, play_matches, wilson
from tests.conftest import LONG
from tests.games.kernel.driving import asked, opened
from tests.games.titles import squishem_reshuffle

MATCHES = 400 if LONG else 12
SQUISHEM = TITLES["squishem"]
LENGTHS: tuple[Length, ...] = get_args(Length)


def played(bots: Sequence[str], length: Length, seed: int, matches: int = MATCHES) -> Counts:
    options = SquishemOptions(length=length)
    rows = play_matches(SQUISHEM, options, [BOTS[bot] for bot in bots], seed, range(matches), rotate=True)
    return counts_of(list(rows))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_alone_wins_more_than_its_share_among_random_bots(seats: int, length: Length, seed: int) -> None:
    counts = played(["greedy"] + ["random"] * (seats - 1), length, seed)
    alone = counts.get("won/0", 0) - counts.get("shared/0", 0)
    least, most = wilson(alone, counts["matches"])
    print(f"{seats} seats, {length}: {alone}/{counts['matches']} won alone, {least:.3f} to {most:.3f}")
    assert least > 1 / seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_among_its_like_comes_to_an_end(seats: int, seed: int) -> None:
    counts = played(["greedy"] * seats, "three_kills", seed)
    print(f"{seats} seats: {counts.get('ending/turn_cap', 0)}/{counts['matches']} ended by the cap")
    assert counts.get("ending/turn_cap", 0) * 10 < counts["matches"]


def test_greedy_is_offered_where_it_has_a_policy_and_nowhere_else() -> None:
    assert [*bots_of("squishem")] == ["random", "greedy"]
    assert [*bots_of("cellar")] == ["random"]


# What a promise is made of.

ELF, BARBARIAN = "elf", "barbarian"


def player(seat: int, hero: str, **more: Any) -> PlayerView:
    plain = PlayerView(seat, 6, has_laid=False, must_rest=False, must_rest_next=False, kills=(), hero=hero)
    return replace(plain, **more)


def table(*monsters: tuple[str, int], players: Sequence[PlayerView], **more: Any) -> SquishemView:
    plain = SquishemView(
        phase="turn",
        turn=3,
        turn_cap=60,
        length="three_kills",
        deck_size=9,
        set_aside=(),
        monsters=tuple(MonsterView(monster, hp, 16) for monster, hp in monsters),
        players=tuple(players),
        lasting=(),
        beginning=(),
    )
    return replace(plain, **more)


def lays(view: SquishemView, seat: int, card: str | None) -> float:
    return max(greedy.against(view, seat, monster.monster, card) for monster in view.monsters)


OGRE, CYCLOPS, MEDUSA = "slightly_damp_ogre", "sensitive_cyclops", "gossiping_medusa"
RESTING = player(0, ELF, must_rest=True)


def test_a_certain_kill_is_worth_one_and_anothers_counts_against_it() -> None:
    view = table((OGRE, 9), players=[RESTING, player(1, BARBARIAN)])
    assert lays(view, 1, "barbarian_big_swing_small_plan") == pytest.approx(1)
    assert lays(view, 1, "barbarian_unsolicited_headbutt") == pytest.approx(greedy.WEAKENED * 5 / 16)
    assert lays(view, 1, None) == 0
    # One of the six cards that may lie there kills 9 HP.
    assert lays(replace(view, players=(player(0, ELF), player(1, BARBARIAN))), 0, None) == pytest.approx(-1 / 6)


def test_what_the_monster_cancels_is_worth_nothing() -> None:
    view = table((CYCLOPS, 5), players=[RESTING, player(1, BARBARIAN)])
    assert lays(view, 1, "barbarian_unsolicited_headbutt") == 0
    assert lays(view, 1, "barbarian_yodel_of_dread") > 0


def test_of_two_monsters_it_aims_at_the_one_that_it_kills() -> None:
    laid = player(1, BARBARIAN, has_laid=True, laid="barbarian_unsolicited_headbutt")
    for hp in ((5, 9), (9, 5)):
        view = table((OGRE, hp[0]), ("gelatinous_rhombus", hp[1]), players=[RESTING, laid])
        promised = [greedy.against(view, 1, monster.monster, laid.laid) for monster in view.monsters]
        assert (promised[0] > promised[1]) == (hp[0] == 5)


def test_who_aims_elsewhere_is_not_here_and_who_has_not_said_so_may_be() -> None:
    for target, cards in ((OGRE, 5), (CYCLOPS, 0), (None, 5)):
        view = table((OGRE, 9), (CYCLOPS, 9), players=[player(0, ELF, target=target), player(1, BARBARIAN)])
        rival = greedy.rival(view, view.players[0], OGRE)
        assert len(rival.cards) == cards
        assert not cards or rival.each == (1 / 12 if target is None else 1 / 6)


def test_what_lasts_counts_in_the_battle_that_it_is_bound_to() -> None:
    row = LastingView("bonus", 1, "barbarian_warm_up_swings", OGRE)
    view = table((OGRE, 9), (CYCLOPS, 9), players=[RESTING, player(1, BARBARIAN)], lasting=(row,))
    headbutt = [greedy.against(view, 1, monster, "barbarian_unsolicited_headbutt") for monster in (OGRE, CYCLOPS)]
    assert headbutt == [pytest.approx(1), 0]
    assert bonus_of("barbarian_warm_up_swings") == 4
    assert bonus_of("elf_disdain_dirk") == 0


def test_a_card_that_strikes_again_strikes_beside_the_coffee() -> None:
    row = LastingView("repeat", 0, "elf_disdain_dirk", None)
    players = [player(0, ELF, hand_size=5), player(1, BARBARIAN, must_rest=True)]
    view = table((OGRE, 3), players=players, lasting=(row,))
    assert lays(view, 0, None) == pytest.approx(1)
    assert "elf_disdain_dirk" not in greedy.rival(view, view.players[0], OGRE).cards


def test_paralysis_costs_and_an_effect_that_lasts_pays() -> None:
    swings = fight(OGRE, (Brought("barbarian_warm_up_swings"),))
    assert swings.lasting
    assert not fight(OGRE, (Brought("barbarian_unsolicited_headbutt"),)).lasting
    assert greedy.worth(swings, 9, 16, 1) > greedy.WEAKENED * 2 / 16
    caught = fight(MEDUSA, (Brought("elf_out_of_my_sight"),))
    assert caught.paralysed
    assert greedy.worth(caught, 9, 13, 1) < greedy.worth(caught._replace(paralysed=False), 9, 13, 1)


def test_what_a_monster_recovers_is_taken_off() -> None:
    fought = fight("houseplant_horror", (Brought("barbarian_annual_bathwater"),))
    assert fought == Fought((), 2, paralysed=False, lasting=False)
    assert greedy.worth(fought, 9, 11, 1) < 0


def test_of_two_attacks_with_one_priority_the_one_that_deals_the_final_blow_goes_when_it_kills() -> None:
    cuke = player(0, "summoner", has_laid=True, laid="summoner_demonic_sea_cuke", target=OGRE)
    cone = player(1, ELF, has_laid=True, laid="elf_artisanal_pinecone", target=OGRE)
    protected = LastingView("protect", 1, "elf_out_of_my_sight", None)
    for hp, goes_first in ((4, "summoner_demonic_sea_cuke"), (9, "elf_artisanal_pinecone")):
        view = table((OGRE, hp), players=[cuke, cone], lasting=(protected,))
        promised = {card: greedy.first(view, 0, card) for card in (cuke.laid or "", cone.laid or "")}
        assert max(promised, key=lambda card: promised[card]) == goes_first


def test_only_a_hero_with_a_card_that_minds_kills_is_behind() -> None:
    assert [hero.id for hero in HEROES if minds_kills(hero.id)] == ["cleric"]


# An imagined battle is the battle.


@pytest.mark.parametrize("monster", [card.id for card in MONSTERS if card.hp is not None])
def test_the_imagined_battle_is_the_battle(monster: str, seed: int) -> None:
    chance, dealt = SeededChance(b"%s/%d" % (monster.encode(), seed)), 0
    for _ in range(200 if LONG else 30):
        cards = [chance.pick(hero.hand) for hero in HEROES]
        kills = [chance.below(3) for _ in HEROES]
        players = [
            Player(hero.id, laid=card, target=monster, kills=["dead"] * count)
            for hero, card, count in zip(HEROES, cards, kills, strict=True)
        ]
        told: list[Told] = []
        state = State("three_kills", 60, players, "turn", monsters=[MonsterInPlay(monster, 90, 99)])
        battle = Battle(Table(state, SeededChance(b""), told), state.monsters[0], bound=False)
        with pytest.raises(StopIteration):
            turn.fight(battle.table, battle).send(None)
        damage.effects_last(battle)
        blows = tuple((one.event.seat == 0, one.event.damage) for one in told if isinstance(one.event, DamageDealt))
        healed = sum(one.event.amount for one in told if isinstance(one.event, MonsterRecovered))
        brought = tuple(
            Brought(card if card in ATTACK else None, behind=max(kills) > count)
            for card, count in zip(cards, kills, strict=True)
        )
        lasts = any(row.seat == 0 for row in state.beginning)
        assert fight(monster, brought) == (blows, healed, 0 in state.paralysed_next, lasts)
        dealt += len(blows)
    assert dealt


def test_the_same_answer_whatever_is_hidden(seed: int) -> None:
    """The deck in another order, other cards face down: what looks alike gets one answer."""
    playing, chance, changed = opened(SQUISHEM, 3, seed), SeededChance(b"first"), 0
    with playing.play:
        while waiting := asked(playing.play):
            decision = waiting[-1].decision
            with Play(SQUISHEM, CODEC, playing.match) as twin:
                state = twin._table.state
                before = CODEC.encode(state)
                squishem_reshuffle(state, decision.seat, chance)
                changed += CODEC.encode(state) != before
                answers = [
                    BOTS["greedy"].choose(partial(play.view, decision.seat), decision, SeededChance(b"bot"))
                    for play in (playing.play, twin)
                ]
            assert answers[0] == answers[1]
            playing.act(playing.choose(chance))
    assert changed > 10


def test_it_answers_whatever_is_asked(seed: int) -> None:
    kinds: set[type[Decision[Any]]] = set()

    class Noting(Greedy):
        def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
            kinds.add(type(decision))
            return super().choose(look, decision, chance)

    options = SquishemOptions(length="five_kills", heroes="choose")
    for _ in play_matches(SQUISHEM, options, [Noting()] * 2, seed, range(MATCHES), rotate=False):
        pass
    assert {ChooseHero, ChooseAttack, ChooseTarget} <= kinds
