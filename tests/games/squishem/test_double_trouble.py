"""Two monsters at once: naming targets, two battles apart, what is bound to one of them; and equal priorities."""

import pytest

from service.games.squishem import events
from tests.games.squishem.table import CANCELLED, LATE, PLENTY, Table, Turn, altered
from tests.rules import rule

OGRE = "slightly_damp_ogre"
RHOMBUS = "gelatinous_rhombus"
TWO = {OGRE: PLENTY, RHOMBUS: PLENTY}

# --- targets


@rule("SQ-054")
def test_everybody_names_a_target_after_choosing_and_before_the_cards_are_shown() -> None:
    table = Table("elf", "barbarian", "cleric", monsters=TWO, kills={"elf": 1})
    table.lay(elf="disdain_dirk", barbarian="coffee", cleric="bless_you")
    for hero in ("elf", "barbarian"):
        assert table.offered(hero) == {OGRE, RHOMBUS}
        with pytest.raises(AssertionError, match="is asked nothing"):
            table.asked("cleric")
        table.aim(hero, RHOMBUS)
        for audience in table.audiences:
            hidden = {"elf": "elf_disdain_dirk", "cleric": "cleric_bless_you", "barbarian": "coffee_break_barbarian"}
            hidden.pop(audience or "", None)
            seen = str((table.seen_by(audience), table.heard_by(audience)))
            assert not [card for card in hidden.values() if card in seen]
    assert [player["target"] for player in table.seen_by(None)["players"]] == [RHOMBUS, RHOMBUS, None]
    turn = table.turn_on(cleric=("", OGRE))
    assert turn.targets == ["elf", "barbarian", "cleric"]
    assert turn.kinds.index("cards_shown") > max(i for i, kind in enumerate(turn.kinds) if kind == "target_named")
    assert turn.fates == {"disdain_dirk": 3, "bless_you": 1}


@rule("SQ-054")
def test_with_one_monster_nobody_names_a_target() -> None:
    table = Table("elf", "barbarian")
    turn = table.turn(elf="disdain_dirk", barbarian="coffee")
    assert turn.targets == []
    assert "target_order" not in turn.kinds


@rule("SQ-054")
def test_only_a_monster_in_play_can_be_named() -> None:
    table = Table("elf", "barbarian", monsters=TWO, kills={"elf": 1})
    table.lay(elf="disdain_dirk", barbarian="coffee")
    assert table.refused_target("elf", "soggy_phoenix") == "SQ-054"


@rule("SQ-055")
@pytest.mark.parametrize(
    ("kills", "chance", "order"),
    [
        ({"barbarian": 2, "cleric": 1}, [], ["barbarian", "cleric", "elf"]),
        ({"cleric": 1}, [], ["cleric", "elf", "barbarian"]),
        ({"elf": 1, "barbarian": 1}, [(2, 0)], ["elf", "barbarian", "cleric"]),
        ({"elf": 1, "barbarian": 1}, [(2, 1)], ["barbarian", "cleric", "elf"]),
        ({"elf": 1, "cleric": 1}, [(2, 1)], ["cleric", "elf", "barbarian"]),
        ({}, [(3, 2)], ["cleric", "elf", "barbarian"]),
    ],
)
def test_targets_are_named_from_most_kills_on_clockwise(
    kills: dict[str, int], chance: list[tuple[int, int]], order: list[str]
) -> None:
    table = Table("elf", "barbarian", "cleric", monsters=TWO, kills=kills)
    turn = table.turn(elf=("disdain_dirk", OGRE), barbarian=("coffee", OGRE), cleric=("coffee", OGRE), chance=chance)
    assert turn.targets == order
    [announced] = turn.of(events.TargetOrder)
    assert [table.heroes[seat] for seat in announced.seats] == order


@rule("SQ-058")
def test_a_player_may_aim_at_another_monster_each_turn() -> None:
    table = Table("elf", "barbarian", monsters=TWO, kills={"elf": 1})
    assert table.turn(elf=("flaming_review", OGRE), barbarian=("coffee", OGRE)).monsters == {
        OGRE: PLENTY - 4,
        RHOMBUS: PLENTY,
    }
    table.lay(elf="flaming_review", barbarian="coffee")
    assert table.offered("elf") == {OGRE, RHOMBUS}
    turn = table.turn_on(elf=("", RHOMBUS), barbarian=("", OGRE))
    assert turn.monsters == {OGRE: PLENTY - 4, RHOMBUS: PLENTY - 4}


# --- two battles


def two_battles(monsters: dict[str, int] | None = None, **laid: tuple[str, str]) -> Turn:
    """A turn of two battles, in which the player named first leads in kills and so names the first target."""
    return Table(*laid, monsters=monsters or TWO, kills={next(iter(laid)): 1}).turn(laid)


@rule("SQ-056")
def test_equal_priorities_at_different_monsters_do_not_tie() -> None:
    turn = two_battles(elf=("arrow_to_the_ego", OGRE), barbarian=("unsolicited_headbutt", RHOMBUS))
    assert turn.fates == {"arrow_to_the_ego": 1, "unsolicited_headbutt": 5}
    turn = two_battles(elf=("arrow_to_the_ego", OGRE), barbarian=("unsolicited_headbutt", OGRE))
    assert turn.fates == {"arrow_to_the_ego": CANCELLED, "unsolicited_headbutt": CANCELLED}


@rule("SQ-056")
@pytest.mark.parametrize(
    ("canceller", "other", "damage"),
    [
        (("summoner", "goose_portal"), ("barbarian", "unsolicited_headbutt"), 5),
        (("barbarian", "yodel_of_dread"), ("summoner", "demonic_sea_cuke"), 4),
        (("summoner", "infernal_small_print"), ("elf", "artisanal_pinecone"), 7),
        (("elf", "arrow_to_the_ego"), ("barbarian", "big_swing_small_plan"), 9),
        (("cleric", "bless_you"), ("barbarian", "big_swing_small_plan"), 9),
        (("elf", "flaming_review"), ("barbarian", "big_swing_small_plan"), 9),
        (("barbarian", "big_swing_small_plan"), ("summoner", "overtime_imps"), 3),
        (("barbarian", "unsolicited_headbutt"), ("summoner", "wrong_number_golem"), 7),
        (("summoner", "goose_portal"), ("elf", "artisanal_pinecone"), 7),
    ],
)
def test_cancels_changes_and_counts_stay_in_their_own_battle(
    canceller: tuple[str, str], other: tuple[str, str], damage: int
) -> None:
    table = Table(canceller[0], other[0], monsters=TWO, kills={canceller[0]: 1})
    turn = table.turn({canceller[0]: (canceller[1], OGRE), other[0]: (other[1], RHOMBUS)})
    assert turn.dealt[other[1]] == damage
    assert (turn.cancelled, turn.without_text, turn.stood) == (set(), set(), set())


@rule("SQ-056")
def test_a_monster_acts_on_its_own_battle_alone() -> None:
    turn = two_battles(
        monsters={"umbrella_troll": PLENTY, RHOMBUS: PLENTY},
        elf=("flaming_review", "umbrella_troll"),
        summoner=("goose_portal", RHOMBUS),
    )
    assert turn.fates == {"flaming_review": CANCELLED, "goose_portal": 4}
    turn = two_battles(
        monsters={"glass_gargoyle": PLENTY, "sticky_mimic": PLENTY},
        elf=("disdain_dirk", "glass_gargoyle"),
        barbarian=("unsolicited_headbutt", "sticky_mimic"),
    )
    assert (turn.fates, turn.paralysed) == ({"disdain_dirk": 5, "unsolicited_headbutt": 5}, {"barbarian"})


@rule("SQ-056")
def test_the_first_flipped_battle_comes_first() -> None:
    turn = two_battles(elf=("disdain_dirk", RHOMBUS), barbarian=("big_swing_small_plan", OGRE))
    assert list(turn.fates) == ["big_swing_small_plan", "disdain_dirk"]
    assert [event.monster for event in turn.of(events.BattleStarted)] == [OGRE, RHOMBUS]


def test_a_kill_in_the_first_battle_counts_as_behind_in_the_second() -> None:
    monsters = {OGRE: 3, RHOMBUS: PLENTY}
    table = Table("elf", "cleric", monsters=monsters)
    turn = table.turn(elf=("disdain_dirk", OGRE), cleric=("collection_plate", RHOMBUS), chance=[(2, 0)])
    assert turn.fates == {"disdain_dirk": 3, "collection_plate": 9}
    table = Table("elf", "cleric", monsters={RHOMBUS: PLENTY, OGRE: 3})
    turn = table.turn(elf=("disdain_dirk", OGRE), cleric=("collection_plate", RHOMBUS), chance=[(2, 0)])
    assert turn.fates == {"collection_plate": 6, "disdain_dirk": 3}


@rule("SQ-059")
def test_play_goes_on_against_the_survivor_without_a_draw() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 3, RHOMBUS: 12}, deck=("glass_gargoyle",), kills={"elf": 1})
    turn = table.turn(elf=("disdain_dirk", OGRE), barbarian=("unsolicited_headbutt", RHOMBUS))
    assert (turn.monsters, turn.kills) == ({RHOMBUS: 7}, {"elf": 1})
    turn = table.turn(elf="flaming_review", barbarian="coffee")
    assert (turn.targets, turn.monsters, table.deck) == ([], {RHOMBUS: 3}, 1)
    turn = table.turn(elf="flaming_review", barbarian="coffee")
    assert (turn.monsters, table.deck) == ({}, 1)
    table.start()
    assert (table.monsters, table.deck) == ({"glass_gargoyle": 18}, 0)


# --- what is bound to a monster


@rule("SQ-057")
@pytest.mark.parametrize(("aimed", "damage"), [(OGRE, 9), (RHOMBUS, 5)])
def test_a_bonus_acts_only_against_the_monster_it_was_made_for(aimed: str, damage: int) -> None:
    table = Table("barbarian", "cleric", monsters=TWO, kills={"barbarian": 1})
    table.turn(barbarian=("warm_up_swings", OGRE), cleric=("coffee", OGRE))
    turn = table.turn(barbarian=("unsolicited_headbutt", aimed), cleric=("coffee", OGRE))
    assert turn.fates == {"unsolicited_headbutt": damage}
    turn = table.turn(barbarian=("unsolicited_headbutt", OGRE), cleric=("coffee", OGRE))
    assert turn.fates == {"unsolicited_headbutt": 5}


@rule("SQ-057")
@pytest.mark.parametrize(("aimed", "fate"), [(OGRE, 1), (RHOMBUS, CANCELLED)])
def test_protection_acts_only_against_the_monster_it_was_made_for(aimed: str, fate: int | str) -> None:
    table = Table("elf", "barbarian", monsters=TWO, kills={"elf": 1})
    table.turn(elf=("out_of_my_sight", OGRE), barbarian=("coffee", OGRE))
    turn = table.turn(elf=("arrow_to_the_ego", aimed), barbarian=("unsolicited_headbutt", aimed))
    assert turn.fates == {"arrow_to_the_ego": fate, "unsolicited_headbutt": CANCELLED}


@rule("SQ-057")
def test_a_bound_dirk_strikes_its_own_monster_wherever_the_elf_aims() -> None:
    table = Table("elf", "barbarian", monsters=TWO, kills={"elf": 1})
    table.turn(elf=("disdain_dirk", OGRE), barbarian=("coffee", OGRE))
    turn = table.turn(elf=("artisanal_pinecone", RHOMBUS), barbarian=("coffee", OGRE))
    assert turn.fates == {"disdain_dirk": 3, "artisanal_pinecone": 7}
    assert turn.monsters == {OGRE: PLENTY - 6, RHOMBUS: PLENTY - 7}


@rule("SQ-057")
def test_a_bound_effect_is_lost_with_its_monster() -> None:
    table = Table("elf", "barbarian", "cleric", monsters={OGRE: 5, RHOMBUS: PLENTY}, kills={"elf": 1})
    turn = table.turn(elf=("disdain_dirk", OGRE), barbarian=("warm_up_swings", OGRE), cleric=("coffee", OGRE))
    assert (turn.fates, turn.kills) == ({"disdain_dirk": 3, "warm_up_swings": 2}, {"barbarian": 1})
    assert turn.of(events.LastingBegan) == []
    assert table.offered("elf") == table.hand("elf")
    turn = table.turn(elf="artisanal_pinecone", barbarian="unsolicited_headbutt", cleric="coffee")
    assert turn.fates == {"unsolicited_headbutt": 5, "artisanal_pinecone": 7}


@rule("SQ-057")
def test_a_bound_effect_is_lost_in_the_second_battle_too_where_both_monsters_die() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 3, RHOMBUS: 2}, deck=("glass_gargoyle",), kills={"elf": 1})
    turn = table.turn(elf=("disdain_dirk", OGRE), barbarian=("warm_up_swings", RHOMBUS))
    assert turn.kills == {"elf": 1, "barbarian": 1}
    assert turn.of(events.LastingBegan) == []
    assert table.turn(elf="coffee", barbarian="unsolicited_headbutt").fates == {"unsolicited_headbutt": 7}


@rule("SQ-057")
def test_an_effect_bound_to_the_one_that_lives_goes_on_when_the_other_died() -> None:
    table = Table("elf", "barbarian", monsters={OGRE: 3, RHOMBUS: PLENTY}, kills={"elf": 1})
    table.turn(elf=("disdain_dirk", OGRE), barbarian=("warm_up_swings", RHOMBUS))
    turn = table.turn(elf="artisanal_pinecone", barbarian="unsolicited_headbutt")
    assert turn.fates == {"unsolicited_headbutt": 9, "artisanal_pinecone": 7}


def test_an_unbound_effect_meets_double_trouble_where_its_owner_aims() -> None:
    for aimed, fates in ((OGRE, {OGRE: 16 - 9}), (RHOMBUS, {RHOMBUS: 12 - 9})):
        table = Table("barbarian", "cleric", monsters={"glass_gargoyle": 2}, deck=("double_trouble", OGRE, RHOMBUS))
        assert table.turn(barbarian="warm_up_swings", cleric="coffee").kills == {"barbarian": 1}
        turn = table.turn(barbarian=("unsolicited_headbutt", aimed), cleric=("coffee", OGRE))
        assert turn.monsters == {OGRE: 16, RHOMBUS: 12} | fates


def test_an_unbound_dirk_strikes_where_the_elf_on_coffee_points() -> None:
    table = Table("elf", "cleric", monsters={"glass_gargoyle": 3}, deck=("double_trouble", OGRE, RHOMBUS))
    table.turn(elf="disdain_dirk", cleric="coffee")
    turn = table.turn(elf=("coffee", RHOMBUS), cleric=("coffee", OGRE))
    assert (turn.fates, turn.monsters) == ({"disdain_dirk": 3}, {OGRE: 16, RHOMBUS: 9})


def test_paralysis_binds_the_player_and_no_battle() -> None:
    table = Table("elf", "barbarian", monsters={"sticky_mimic": PLENTY, RHOMBUS: PLENTY}, kills={"elf": 1})
    table.turn(elf=("coffee", RHOMBUS), barbarian=("unsolicited_headbutt", "sticky_mimic"))
    assert table.offered("barbarian") == {"coffee"}
    table.turn(elf=("coffee", RHOMBUS), barbarian=("coffee", RHOMBUS))
    assert table.offered("barbarian") == table.hand("barbarian")


# --- equal priorities that both stay


def stood_together(kills: dict[str, int], monster: str = OGRE, hp: int = PLENTY) -> Table:
    """Artisanal Pinecone, protected, and Demonic Sea Cuke will stand with one priority in the next turn."""
    table = Table("elf", "summoner", "barbarian", monsters={monster: hp + 2}, kills=kills)
    table.turn(elf="out_of_my_sight", summoner="coffee", barbarian="coffee")
    return table


@rule("SQ-039")
@pytest.mark.parametrize(
    ("first", "second"),
    [("artisanal_pinecone", "demonic_sea_cuke"), ("demonic_sea_cuke", "artisanal_pinecone")],
)
@pytest.mark.parametrize(
    ("kills", "decider"), [({"elf": 2, "summoner": 1}, "summoner"), ({"elf": 1, "summoner": 2}, "elf")]
)
def test_the_involved_player_with_fewer_kills_says_which_of_two_equal_attacks_goes_first(
    first: str, second: str, kills: dict[str, int], decider: str
) -> None:
    table = stood_together(kills)
    turn = table.turn(
        elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="unsolicited_headbutt", first=(decider, first)
    )
    assert list(turn.dealt) == ["unsolicited_headbutt", first, second]
    assert turn.stood == {first, second}
    assert turn.of(events.DeciderDrawn) == []


@rule("SQ-039")
def test_the_order_decides_who_takes_the_final_blow() -> None:
    for first, killer in (("artisanal_pinecone", "elf"), ("demonic_sea_cuke", "summoner")):
        table = stood_together({"elf": 1}, hp=4)
        turn = table.turn(
            elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="coffee", first=("summoner", first)
        )
        assert turn.kills == {killer: 1}
        assert list(turn.fates.values()).count(LATE) == 1


@rule("SQ-021", "SQ-039")
def test_the_cards_lie_open_while_the_order_is_asked() -> None:
    table = stood_together({"elf": 1})
    table.lay(elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="coffee")
    assert table.offered("summoner") == {"artisanal_pinecone", "demonic_sea_cuke"}
    for audience in table.audiences:
        assert [player["laid"] for player in table.seen_by(audience)["players"]] == [
            "elf_artisanal_pinecone",
            "summoner_demonic_sea_cuke",
            "coffee_break_barbarian",
        ]


@rule("SQ-039")
def test_the_order_is_asked_after_the_ties_and_before_the_monster_acts() -> None:
    table = stood_together({"elf": 1}, monster="umbrella_troll")
    turn = table.turn(
        elf="artisanal_pinecone",
        summoner="demonic_sea_cuke",
        barbarian="yodel_of_dread",
        first=("summoner", "demonic_sea_cuke"),
    )
    kinds = [kind for kind in turn.kinds if kind in ("attack_stood", "order_decided", "attack_cancelled")]
    assert kinds == ["attack_stood", "attack_stood", "order_decided", "attack_cancelled", "attack_stood"]
    assert turn.cancelled_by == {"yodel_of_dread": "umbrella_troll"}


@rule("SQ-039")
def test_nobody_is_asked_where_one_of_the_two_does_not_stay() -> None:
    table = Table("elf", "summoner", "barbarian", kills={"elf": 1})
    turn = table.turn(elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="coffee")
    assert turn.fates == {"demonic_sea_cuke": 4, "artisanal_pinecone": CANCELLED}
    assert "order_decided" not in turn.kinds


@rule("SQ-040")
@pytest.mark.parametrize(("drawn", "decider"), [(0, "elf"), (1, "summoner")])
@pytest.mark.parametrize("kills", [{}, {"elf": 1, "summoner": 1, "barbarian": 2}, {"elf": 2, "summoner": 2}])
def test_chance_picks_the_decider_among_equals(drawn: int, decider: str, kills: dict[str, int]) -> None:
    table = stood_together(kills)
    turn = table.turn(
        elf="artisanal_pinecone",
        summoner="demonic_sea_cuke",
        barbarian="coffee",
        chance=[(2, drawn)],
        first=(decider, "artisanal_pinecone"),
    )
    assert list(turn.dealt) == ["artisanal_pinecone", "demonic_sea_cuke"]
    assert [table.heroes[event.seat] for event in turn.of(events.DeciderDrawn)] == [decider]


@rule("SQ-039")
def test_the_order_holds_for_cancelling_and_changing_too() -> None:
    # Made up: a Sea Cuke that takes the text of the other, and a Pinecone that halves the other.
    def takes_text(battle: object, me: object) -> None:
        battle.cancel_effects(battle.others(me))  # type: ignore[attr-defined]

    with altered("demonic_sea_cuke", cancels=takes_text), altered("artisanal_pinecone", cancels=takes_text):
        for first, lost in (("artisanal_pinecone", "demonic_sea_cuke"), ("demonic_sea_cuke", "artisanal_pinecone")):
            table = stood_together({"elf": 1})
            turn = table.turn(
                elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="coffee", first=("summoner", first)
            )
            assert turn.without_text == {lost}


@rule("SQ-039")
def test_three_equal_attacks_are_ordered_one_by_one() -> None:
    def stands_too(_: object, me: object) -> None:
        me.stands_by_effect = True  # type: ignore[attr-defined]

    stands = altered("yodel_of_dread", priority=7, cancels=None, stands=stands_too)
    table = stood_together({"elf": 1, "summoner": 1})
    with stands:
        table.lay(elf="artisanal_pinecone", summoner="demonic_sea_cuke", barbarian="yodel_of_dread")
        assert table.offered("barbarian") == {"artisanal_pinecone", "demonic_sea_cuke", "yodel_of_dread"}
        table.go_first("barbarian", "yodel_of_dread")
        assert table.offered("barbarian") == {"artisanal_pinecone", "demonic_sea_cuke"}
        turn = table.turn_on(first=("barbarian", "demonic_sea_cuke"))
    assert list(turn.dealt) == ["yodel_of_dread", "demonic_sea_cuke", "artisanal_pinecone"]
