"""Every monster in battle, read off its card: what it does to which attacks and players, and what it leaves alone."""

import pytest

from tests.games.squishem.table import CANCELLED, PLENTY, Table, one_turn

# --- cancelling


@pytest.mark.parametrize(
    ("monster", "cards", "fates"),
    [
        (
            "umbrella_troll",
            {"elf": "artisanal_pinecone", "summoner": "overtime_imps", "barbarian": "big_swing_small_plan"},
            {"overtime_imps": 5, "big_swing_small_plan": 9, "artisanal_pinecone": CANCELLED},
        ),
        (
            "auditor_wraith",
            {"elf": "out_of_my_sight", "summoner": "goose_portal", "cleric": "font_of_hard_knocks"},
            {"goose_portal": 4, "out_of_my_sight": CANCELLED, "font_of_hard_knocks": CANCELLED},
        ),
        (
            "soggy_phoenix",
            {"elf": "flaming_review", "summoner": "infernal_small_print", "barbarian": "annual_bathwater"},
            {"annual_bathwater": 5, "flaming_review": CANCELLED, "infernal_small_print": CANCELLED},
        ),
        (
            "soggy_phoenix",
            {"elf": "out_of_my_sight", "summoner": "demonic_sea_cuke", "barbarian": "big_swing_small_plan"},
            {"out_of_my_sight": 2, "demonic_sea_cuke": 4, "big_swing_small_plan": 9},
        ),
        (
            "houseplant_horror",
            {"elf": "disdain_dirk", "barbarian": "annual_bathwater", "cleric": "slow_burning_sermon"},
            {"disdain_dirk": CANCELLED, "annual_bathwater": CANCELLED, "slow_burning_sermon": CANCELLED},
        ),
        (
            "houseplant_horror",
            {"elf": "disdain_dirk", "summoner": "goose_portal", "barbarian": "warm_up_swings", "cleric": "bless_you"},
            {"bless_you": 1, "disdain_dirk": CANCELLED, "goose_portal": CANCELLED, "warm_up_swings": CANCELLED},
        ),
        (
            "bouncer_minotaur",
            {"elf": "artisanal_pinecone", "barbarian": "warm_up_swings", "cleric": "slow_burning_sermon"},
            {"warm_up_swings": 2, "artisanal_pinecone": CANCELLED, "slow_burning_sermon": CANCELLED},
        ),
        (
            "snail_of_inevitability",
            {"elf": "flaming_review", "summoner": "infernal_small_print", "barbarian": "unsolicited_headbutt"},
            {"flaming_review": 4, "infernal_small_print": CANCELLED, "unsolicited_headbutt": CANCELLED},
        ),
        (
            "sensitive_cyclops",
            {"elf": "flaming_review", "barbarian": "unsolicited_headbutt", "cleric": "collection_plate"},
            {"flaming_review": 4, "unsolicited_headbutt": CANCELLED, "collection_plate": CANCELLED},
        ),
        (
            "thick_skinned_critic",
            {"elf": "disdain_dirk", "barbarian": "warm_up_swings", "cleric": "holy_water_balloon"},
            {"holy_water_balloon": 4, "disdain_dirk": CANCELLED, "warm_up_swings": CANCELLED},
        ),
    ],
)
def test_a_monster_cancels_what_its_card_names_and_nothing_else(
    monster: str, cards: dict[str, str], fates: dict[str, int | str]
) -> None:
    assert one_turn(monster, laid=cards).fates == fates


@pytest.mark.parametrize(
    ("hp", "cards", "left"),
    [
        # two water attacks cancelled, 5 dealt
        (8, {"elf": "disdain_dirk", "barbarian": "unsolicited_headbutt", "cleric": "font_of_hard_knocks"}, 8 - 5 + 4),
        # one cancelled, 9 dealt
        (10, {"elf": "disdain_dirk", "barbarian": "big_swing_small_plan", "cleric": "coffee"}, 10 - 9 + 2),
        # never above where it started
        (11, {"elf": "disdain_dirk", "barbarian": "coffee", "cleric": "bless_you"}, 11),
        # none cancelled
        (8, {"elf": "coffee", "barbarian": "unsolicited_headbutt", "cleric": "coffee"}, 8 - 5),
    ],
)
def test_houseplant_horror_recovers_two_for_each_attack_it_cancelled(hp: int, cards: dict[str, str], left: int) -> None:
    assert one_turn("houseplant_horror", hp, laid=cards).monsters == {"houseplant_horror": left}


def test_houseplant_horror_counts_neither_what_stood_nor_what_others_cancelled() -> None:
    stood = one_turn("houseplant_horror", 8, summoner="demonic_sea_cuke", cleric="coffee")
    assert (stood.monsters, stood.stood) == ({"houseplant_horror": 4}, {"demonic_sea_cuke"})
    tied = one_turn("houseplant_horror", 8, elf="artisanal_pinecone", summoner="demonic_sea_cuke", cleric="coffee")
    assert (tied.monsters, tied.cancelled) == ({"houseplant_horror": 4}, {"artisanal_pinecone"})
    by_another = one_turn("houseplant_horror", 8, summoner="overtime_imps", barbarian="yodel_of_dread")
    assert (by_another.monsters, by_another.cancelled) == ({"houseplant_horror": 5}, {"overtime_imps"})


def test_wet_blanket_wight_takes_every_text() -> None:
    turn = one_turn(
        "wet_blanket_wight",
        elf="flaming_review",
        summoner="infernal_small_print",
        barbarian="yodel_of_dread",
        cleric="slow_burning_sermon",
    )
    assert turn.fates == {
        "infernal_small_print": 2,
        "flaming_review": 4,
        "yodel_of_dread": 3,
        "slow_burning_sermon": 5,
    }
    assert turn.without_text == {"flaming_review", "infernal_small_print", "yodel_of_dread", "slow_burning_sermon"}


def test_demon_with_a_receipt_takes_the_texts_of_magic_and_of_the_summoner() -> None:
    turn = one_turn(
        "demon_with_a_receipt",
        elf="flaming_review",
        summoner="goose_portal",
        barbarian="big_swing_small_plan",
        cleric="bless_you",
    )
    assert turn.fates == {
        "flaming_review": 4,
        "bless_you": 0,
        "goose_portal": 2,
        "big_swing_small_plan": 7,
    }
    assert turn.without_text == {"goose_portal", "bless_you"}


def test_demon_with_a_receipt_takes_magic_texts_of_all_heroes() -> None:
    table = Table("elf", "summoner", "cleric", monsters={"demon_with_a_receipt": PLENTY})
    turn = table.turn(elf="out_of_my_sight", summoner="overtime_imps", cleric="slow_burning_sermon")
    assert turn.fates == {"overtime_imps": 3, "out_of_my_sight": 2, "slow_burning_sermon": 5}
    assert turn.without_text == {"out_of_my_sight", "overtime_imps", "slow_burning_sermon"}


# --- changing damage


@pytest.mark.parametrize(
    ("monster", "cards", "fates"),
    [
        (
            "glass_gargoyle",
            {
                "elf": "disdain_dirk",
                "summoner": "goose_portal",
                "barbarian": "big_swing_small_plan",
                "cleric": "bless_you",
            },
            {"bless_you": 3, "goose_portal": 3, "disdain_dirk": CANCELLED, "big_swing_small_plan": CANCELLED},
        ),
        (
            "inflatable_dragon",
            {
                "elf": "arrow_to_the_ego",
                "summoner": "demonic_sea_cuke",
                "barbarian": "warm_up_swings",
                "cleric": "collection_plate",
            },
            {"arrow_to_the_ego": 0, "demonic_sea_cuke": 4, "warm_up_swings": CANCELLED, "collection_plate": CANCELLED},
        ),
        (
            "inflatable_dragon",
            {"elf": "flaming_review", "summoner": "wrong_number_golem", "barbarian": "yodel_of_dread"},
            {"flaming_review": 4, "yodel_of_dread": 0, "wrong_number_golem": 8},
        ),
        (
            "crab_in_chainmail",
            {"elf": "disdain_dirk", "barbarian": "big_swing_small_plan", "cleric": "font_of_hard_knocks"},
            {"disdain_dirk": 2, "font_of_hard_knocks": 3, "big_swing_small_plan": CANCELLED},
        ),
        (
            "marshmallow_basilisk",
            {"elf": "disdain_dirk", "barbarian": "big_swing_small_plan", "cleric": "collection_plate"},
            {"disdain_dirk": 1, "collection_plate": 3, "big_swing_small_plan": 4},
        ),
        (
            "paperwork_beholder",
            {"elf": "disdain_dirk", "barbarian": "big_swing_small_plan", "cleric": "holy_water_balloon"},
            {"disdain_dirk": 3, "holy_water_balloon": 3, "big_swing_small_plan": 3},
        ),
        (
            "paperwork_beholder",
            {"elf": "out_of_my_sight", "barbarian": "big_swing_small_plan"},
            {"out_of_my_sight": 2, "big_swing_small_plan": 3},
        ),
        (
            "self_help_troll",
            {"elf": "artisanal_pinecone", "barbarian": "unsolicited_headbutt", "cleric": "collection_plate"},
            {"unsolicited_headbutt": 2, "collection_plate": 6, "artisanal_pinecone": 7},
        ),
        (
            "heckling_gargoyle",
            {"elf": "disdain_dirk", "barbarian": "unsolicited_headbutt", "cleric": "collection_plate"},
            {"disdain_dirk": 3, "unsolicited_headbutt": 5, "collection_plate": 2},
        ),
        (
            "heckling_gargoyle",
            {"barbarian": "big_swing_small_plan", "cleric": "bless_you"},
            {"bless_you": 1, "big_swing_small_plan": 4},
        ),
    ],
)
def test_a_monster_changes_the_damage_that_its_card_names(
    monster: str, cards: dict[str, str], fates: dict[str, int | str]
) -> None:
    assert one_turn(monster, laid=cards).fates == fates


@pytest.mark.parametrize(
    ("monster", "damage"),
    # A monster's cap or half comes before the bonus of the last turn; zero is the floor in between.
    [("paperwork_beholder", 7), ("marshmallow_basilisk", 8), ("self_help_troll", 8), ("crab_in_chainmail", 12)],
)
def test_a_monsters_change_does_not_limit_what_the_hero_adds(monster: str, damage: int) -> None:
    table = Table("barbarian", "cleric", monsters={monster: PLENTY})
    table.turn(barbarian="warm_up_swings", cleric="coffee")
    assert table.turn(barbarian="big_swing_small_plan", cleric="coffee").fates == {"big_swing_small_plan": damage}


# --- paralysing


@pytest.mark.parametrize(
    ("monster", "cards", "paralysed"),
    [
        (
            "gossiping_medusa",
            {
                "elf": "out_of_my_sight",
                "summoner": "goose_portal",
                "barbarian": "big_swing_small_plan",
                "cleric": "coffee",
            },
            {"elf"},
        ),
        (
            "gossiping_medusa",
            {
                "elf": "disdain_dirk",
                "summoner": "demonic_sea_cuke",
                "barbarian": "warm_up_swings",
                "cleric": "bless_you",
            },
            {"summoner", "cleric"},
        ),
        (
            "sticky_mimic",
            {
                "elf": "disdain_dirk",
                "summoner": "overtime_imps",
                "barbarian": "yodel_of_dread",
                "cleric": "collection_plate",
            },
            {"elf", "cleric"},
        ),
        (
            "sticky_mimic",
            {"elf": "artisanal_pinecone", "summoner": "wrong_number_golem", "barbarian": "coffee", "cleric": "coffee"},
            {"summoner"},
        ),
    ],
)
def test_a_monster_paralyses_the_players_that_its_card_names(
    monster: str, cards: dict[str, str], paralysed: set[str]
) -> None:
    table = Table(*cards, monsters={monster: PLENTY})
    turn = table.turn(cards)
    assert turn.paralysed == paralysed
    for hero in cards:
        on_table = {"disdain_dirk"} if cards[hero] == "disdain_dirk" else set()
        assert table.offered(hero) == ({"coffee"} if hero in paralysed else table.hand(hero) - on_table)
