"""One turn with one monster, step by step."""

import pytest

from service.games.squishem import events
from tests.games.squishem.figures import MONSTERS
from tests.games.squishem.table import CANCELLED, LATE, PLENTY, SQUISHEM, Table, altered, one_turn
from tests.rules import rule

# --- the order of a turn


@rule("SQ-015")
def test_a_turn_goes_through_its_five_steps_and_starts_again() -> None:
    table = Table("elf", "barbarian", "cleric", monsters={}, deck=("umbrella_troll",))
    turn = table.turn(elf="flaming_review", barbarian="unsolicited_headbutt", cleric="slow_burning_sermon")
    steps = [kind for kind in turn.kinds if kind not in ("asked", "answered")]
    assert steps == [
        "monster_revealed",
        "turn_started",
        "cards_shown",
        "battle_started",
        "attack_cancelled",
        "attack_cancelled",
        "damage_dealt",
        "turn_ended",
    ]
    assert turn.cancelled_by == {"flaming_review": "umbrella_troll", "unsolicited_headbutt": "slow_burning_sermon"}
    again = table.turn(elf="coffee", barbarian="unsolicited_headbutt", cleric="coffee")
    assert [kind for kind in again.kinds if kind not in ("asked", "answered")] == [
        "turn_started",
        "cards_shown",
        "battle_started",
        "damage_dealt",
        "monster_killed",
        "turn_ended",
    ]
    assert [event.turn for event in (*turn.of(events.TurnStarted), *again.of(events.TurnStarted))] == [1, 2]


# --- 1. Monsters


@rule("SQ-016")
def test_a_monster_is_drawn_only_when_none_lives() -> None:
    table = Table("elf", "barbarian", monsters={}, deck=("kobolds_in_one_coat", "gelatinous_rhombus"))
    table.start()
    assert (table.monsters, table.deck) == ({"kobolds_in_one_coat": 8}, 1)
    table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    table.start()
    assert (table.monsters, table.deck) == ({"kobolds_in_one_coat": 3}, 1)
    table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    table.start()
    assert (table.monsters, table.deck) == ({"gelatinous_rhombus": 12}, 0)


@rule("SQ-017")
def test_a_drawn_monster_has_the_hp_on_its_card() -> None:
    table = Table("elf", "barbarian", monsters={}, deck=("kobolds_in_one_coat",))
    table.start()
    assert table.monsters == {"kobolds_in_one_coat": 8}
    assert next(told.event for told in table.told) == events.MonsterRevealed("kobolds_in_one_coat", 8)


@rule("SQ-018")
def test_all_know_the_monster_before_anybody_has_chosen() -> None:
    table = Table("elf", "barbarian", monsters={}, deck=("umbrella_troll",))
    table.start()
    for audience in table.audiences:
        assert table.seen_by(audience)["monsters"] == ({"monster": "umbrella_troll", "hp": 10, "starting_hp": 10},)
        assert events.MonsterRevealed("umbrella_troll", 10) in table.heard_by(audience)
    assert table.offered("elf") == table.hand("elf")
    [face] = [face for face in SQUISHEM.cards() if getattr(face, "card", "") == "umbrella_troll"]
    assert getattr(face, "text", "") == MONSTERS["umbrella_troll"].text


@rule("SQ-019")
def test_a_monster_that_lives_keeps_what_it_has_left() -> None:
    table = Table("elf", "barbarian", monsters={"kobolds_in_one_coat": 8}, deck=("glass_gargoyle",))
    table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    table.start()
    assert (table.monsters, table.deck) == ({"kobolds_in_one_coat": 3}, 1)


# --- 2. Attacks


@rule("SQ-020")
def test_everybody_lays_one_card_of_his_own() -> None:
    table = Table("elf", "barbarian")
    assert table.offered("elf") == table.hand("elf")
    assert table.offered("barbarian") == table.hand("barbarian")
    assert table.refused("elf", "unsolicited_headbutt") == "SQ-020"
    table.lay(elf="disdain_dirk")
    assert table.state.players[0].laid == "elf_disdain_dirk"
    with pytest.raises(AssertionError, match="elf is asked nothing"):
        table.lay(elf="flaming_review")
    turn = table.turn_on(barbarian="coffee")
    assert turn.fates == {"disdain_dirk": 3}


@rule("SQ-021")
def test_nobody_sees_a_laid_card_before_all_are_laid() -> None:
    table = Table("elf", "barbarian", "cleric")
    table.lay(elf="disdain_dirk", barbarian="warm_up_swings")
    for audience in ("cleric", None):
        seen = str((table.seen_by(audience), table.heard_by(audience)))
        assert "disdain_dirk" not in seen
        assert "warm_up_swings" not in seen
        assert [player["has_laid"] for player in table.seen_by(audience)["players"]] == [True, True, False]
    assert "warm_up_swings" not in str((table.seen_by("elf"), table.heard_by("elf")))
    assert table.seen_by("elf")["players"][0]["laid"] == "elf_disdain_dirk"
    turn = table.turn_on(cleric="holy_water_balloon")
    [shown] = turn.of(events.CardsShown)
    assert [(card.seat, card.card, card.priority) for card in shown.cards] == [
        (0, "elf_disdain_dirk", 2),
        (1, "barbarian_warm_up_swings", 6),
        (2, "cleric_holy_water_balloon", 4),
    ]


@rule("SQ-022")
def test_a_coffee_break_is_no_attack() -> None:
    with_coffee = one_turn(elf="flaming_review", summoner="coffee", barbarian="warm_up_swings", cleric="coffee")
    assert with_coffee.fates == {"flaming_review": 4, "warm_up_swings": 0}
    assert with_coffee.cancelled == set()
    [shown] = with_coffee.of(events.CardsShown)
    assert [card.priority for card in shown.cards] == [4, None, 6, None]
    assert one_turn(elf="coffee", barbarian="coffee").fates == {}
    assert one_turn(summoner="overtime_imps", elf="coffee", cleric="coffee").fates == {"overtime_imps": 3}
    assert one_turn("sticky_mimic", elf="coffee", cleric="coffee").paralysed == set()
    assert one_turn("glass_gargoyle", elf="coffee", cleric="coffee").monsters == {"glass_gargoyle": PLENTY}


# --- 3. Cancellations


@rule("SQ-023")
def test_a_cancelled_attack_takes_no_further_part() -> None:
    turn = one_turn(
        "snail_of_inevitability", elf="flaming_review", summoner="overtime_imps", barbarian="warm_up_swings"
    )
    assert turn.fates == {"flaming_review": 4, "warm_up_swings": 0, "overtime_imps": CANCELLED}
    turn = one_turn("auditor_wraith", elf="coffee", summoner="infernal_small_print", cleric="font_of_hard_knocks")
    assert (turn.fates["infernal_small_print"], turn.without_text) == (CANCELLED, set())
    table = Table("elf", "barbarian", monsters={"thick_skinned_critic": PLENTY})
    table.turn(elf="out_of_my_sight", barbarian="warm_up_swings")
    turn = table.turn(elf="artisanal_pinecone", barbarian="unsolicited_headbutt")
    assert turn.fates == {"unsolicited_headbutt": 5, "artisanal_pinecone": 7}


@rule("SQ-024")
@pytest.mark.parametrize(
    ("cards", "fates"),
    [
        (
            {"elf": "arrow_to_the_ego", "barbarian": "unsolicited_headbutt", "cleric": "collection_plate"},
            {"arrow_to_the_ego": CANCELLED, "unsolicited_headbutt": CANCELLED, "collection_plate": 6},
        ),
        (
            {"elf": "arrow_to_the_ego", "barbarian": "unsolicited_headbutt", "cleric": "bless_you"},
            {"arrow_to_the_ego": CANCELLED, "unsolicited_headbutt": CANCELLED, "bless_you": CANCELLED},
        ),
        (
            {
                "elf": "arrow_to_the_ego",
                "summoner": "overtime_imps",
                "barbarian": "unsolicited_headbutt",
                "cleric": "bless_you",
            },
            {
                "arrow_to_the_ego": CANCELLED,
                "overtime_imps": CANCELLED,
                "unsolicited_headbutt": CANCELLED,
                "bless_you": CANCELLED,
            },
        ),
        (
            {
                "elf": "out_of_my_sight",
                "summoner": "goose_portal",
                "barbarian": "yodel_of_dread",
                "cleric": "collection_plate",
            },
            {
                "out_of_my_sight": CANCELLED,
                "goose_portal": CANCELLED,
                "yodel_of_dread": CANCELLED,
                "collection_plate": CANCELLED,
            },
        ),
        (
            {"elf": "flaming_review", "barbarian": "unsolicited_headbutt", "cleric": "collection_plate"},
            {"unsolicited_headbutt": 3, "flaming_review": 4, "collection_plate": 4},
        ),
    ],
)
def test_all_attacks_of_one_priority_cancel_one_another(cards: dict[str, str], fates: dict[str, int | str]) -> None:
    turn = one_turn(laid=cards)
    assert turn.fates == fates
    assert set(turn.cancelled_by.values()) <= {"same_priority"}


@rule("SQ-025")
def test_the_monster_cancels_what_the_ties_left() -> None:
    turn = one_turn(
        "umbrella_troll", elf="artisanal_pinecone", summoner="wrong_number_golem", cleric="collection_plate"
    )
    assert turn.fates == {"collection_plate": 6, "wrong_number_golem": 4, "artisanal_pinecone": CANCELLED}
    assert turn.cancelled_by == {"artisanal_pinecone": "umbrella_troll"}


@rule("SQ-026")
def test_attacks_cancel_in_priority_order_and_only_while_in_play() -> None:
    # Goose Portal (6) takes Font of Hard Knocks (8) before that takes Artisanal Pinecone (7).
    turn = one_turn(elf="artisanal_pinecone", summoner="goose_portal", cleric="font_of_hard_knocks")
    assert turn.fates == {"goose_portal": 4, "artisanal_pinecone": 5, "font_of_hard_knocks": CANCELLED}
    # Yodel of Dread (5) is faster than Slow-Burning Sermon (9), whatever the seats.
    turn = one_turn(cleric="slow_burning_sermon", barbarian="yodel_of_dread", elf="flaming_review")
    assert turn.fates == {"flaming_review": 4, "yodel_of_dread": 1, "slow_burning_sermon": CANCELLED}
    # Holy Water Balloon (4) takes the text of Goose Portal (6), not of Arrow to the Ego (3).
    turn = one_turn(
        elf="arrow_to_the_ego",
        summoner="goose_portal",
        barbarian="big_swing_small_plan",
        cleric="holy_water_balloon",
    )
    assert turn.fates == {
        "arrow_to_the_ego": 1,
        "holy_water_balloon": 4,
        "goose_portal": 4,
        "big_swing_small_plan": CANCELLED,
    }
    assert turn.cancelled_by == {"big_swing_small_plan": "arrow_to_the_ego"}


@rule("SQ-026")
def test_a_canceller_cancelled_by_tie_or_monster_cancels_nothing() -> None:
    tie = one_turn(elf="out_of_my_sight", summoner="demonic_sea_cuke", barbarian="yodel_of_dread")
    assert tie.fates == {"demonic_sea_cuke": 4, "out_of_my_sight": CANCELLED, "yodel_of_dread": CANCELLED}
    assert tie.stood == set()
    monster = one_turn("umbrella_troll", summoner="overtime_imps", barbarian="yodel_of_dread")
    assert monster.fates == {"overtime_imps": 3, "yodel_of_dread": CANCELLED}


@rule("SQ-027")
def test_ties_come_before_the_monster_and_the_monster_before_attacks() -> None:
    # The monster would have taken Arrow to the Ego, but its tie comes first and takes Unsolicited Headbutt too.
    turn = one_turn("umbrella_troll", elf="arrow_to_the_ego", barbarian="unsolicited_headbutt", cleric="coffee")
    assert turn.fates == {"arrow_to_the_ego": CANCELLED, "unsolicited_headbutt": CANCELLED}
    assert set(turn.cancelled_by.values()) == {"same_priority"}
    # The monster takes Goose Portal, which would have taken Unsolicited Headbutt.
    turn = one_turn("umbrella_troll", summoner="goose_portal", barbarian="unsolicited_headbutt")
    assert turn.fates == {"unsolicited_headbutt": 5, "goose_portal": CANCELLED}
    # The monster takes the text of Infernal Small Print before that takes others'.
    turn = one_turn("wet_blanket_wight", summoner="infernal_small_print", cleric="coffee", elf="coffee")
    assert turn.without_text == {"infernal_small_print"}


# --- 4. Damage


@rule("SQ-028")
def test_the_monster_changes_damage_first_then_attacks_by_priority() -> None:
    # 9 + 2 by the monster = 11, halved by Bless You (3) = 5, less 2 by Flaming Review (4) = 3.
    turn = one_turn("glass_gargoyle", elf="flaming_review", barbarian="big_swing_small_plan", cleric="bless_you")
    assert turn.fates == {"bless_you": 1, "flaming_review": 3, "big_swing_small_plan": 3}


@rule("SQ-028")
def test_the_rulebooks_example_with_a_made_up_card() -> None:
    # 4 less 2 by the monster is 2; a made-up Bless You doubles what is left: 4. Doubled first it would be 6.
    def doubles(battle: object, me: object) -> None:
        for other in battle.others(me):  # type: ignore[attr-defined]
            other.damage *= 2

    with altered("bless_you", modifies=doubles):
        turn = one_turn("inflatable_dragon", summoner="goose_portal", cleric="bless_you")
    assert turn.fates == {"bless_you": 0, "goose_portal": 4}


@rule("SQ-028")
def test_damage_is_held_at_zero_between_two_changes() -> None:
    # 3 - 2 by the monster = 1, - 2 by Flaming Review = 0 and not -1, + 4 from the last turn = 4.
    table = Table("elf", "barbarian", monsters={"inflatable_dragon": PLENTY})
    table.turn(elf="coffee", barbarian="warm_up_swings")
    turn = table.turn(elf="flaming_review", barbarian="yodel_of_dread")
    assert turn.fates == {"flaming_review": 4, "yodel_of_dread": 4}


@rule("SQ-029")
def test_damage_is_dealt_by_priority_whatever_the_seats() -> None:
    cards = {
        "barbarian": "big_swing_small_plan",
        "summoner": "overtime_imps",
        "elf": "disdain_dirk",
        "cleric": "collection_plate",
    }
    expected = ["disdain_dirk", "overtime_imps", "collection_plate", "big_swing_small_plan"]
    assert list(one_turn(laid=cards).dealt) == expected
    assert list(one_turn(laid=dict(reversed(cards.items()))).dealt) == expected


@rule("SQ-030")
@pytest.mark.parametrize(
    ("hp", "left", "kills"), [(6, {"glass_gargoyle": 1}, {}), (5, {}, {"barbarian": 1}), (3, {}, {"barbarian": 1})]
)
def test_a_monster_dies_at_zero_or_below(hp: int, left: dict[str, int], kills: dict[str, int]) -> None:
    table = Table("elf", "barbarian", monsters={"glass_gargoyle": hp + 2})
    turn = table.turn(elf="coffee", barbarian="unsolicited_headbutt")
    assert (turn.monsters, turn.kills, table.kills) == (left, kills, {"elf": 0, "barbarian": 0} | kills)


@rule("SQ-031")
@pytest.mark.parametrize(
    ("hp", "fates", "killer"),
    [
        (3, (3, LATE, LATE), "elf"),
        (4, (3, 4, LATE), "summoner"),
        (7, (3, 4, LATE), "summoner"),
        (8, (3, 4, 5), "barbarian"),
        (12, (3, 4, 5), "barbarian"),
        (13, (3, 4, 5), None),
    ],
)
def test_the_final_blow_wins_the_monster_and_those_behind_deal_nothing(
    hp: int, fates: tuple[int | str, ...], killer: str | None
) -> None:
    with altered("goose_portal", cancels=None):
        table = Table("barbarian", "summoner", "elf", monsters={"gelatinous_rhombus": hp})
        turn = table.turn(elf="disdain_dirk", summoner="goose_portal", barbarian="annual_bathwater")
    assert tuple(turn.fates.values()) == fates
    assert table.kills == {"barbarian": 0, "summoner": 0, "elf": 0} | ({killer: 1} if killer else {})
    if killer:
        assert table.state.players[table.heroes.index(killer)].kills == ["gelatinous_rhombus"]


# --- 5. End of turn


@rule("SQ-032")
def test_every_card_goes_back_to_its_hand() -> None:
    table = Table("elf", "summoner", "barbarian", "cleric")
    turn = table.turn(elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="coffee", cleric="coffee")
    assert turn.fates == {"demonic_sea_cuke": 4, "artisanal_pinecone": CANCELLED}
    for hero in table.heroes:
        assert table.offered(hero) == table.hand(hero)
    assert [player["laid"] for player in table.seen_by(None)["players"]] == [None] * 4


@rule("SQ-032")
def test_a_dirk_that_strikes_again_stays_out_for_one_turn() -> None:
    table = Table("elf", "cleric")
    table.turn(elf="disdain_dirk", cleric="coffee")
    assert table.offered("elf") == table.hand("elf") - {"disdain_dirk"}
    assert table.offered("cleric") == table.hand("cleric")
    table.turn(elf="coffee", cleric="coffee")
    assert table.offered("elf") == table.hand("elf")
