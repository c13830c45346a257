"""Bots of Spell Smashers: their words are legal, greedy wins more than its share, and they see what a seat may see."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from service.bots import BOTS, bots_of
from service.bots.greedy import Greedy
from service.bots.spell_smashers import cards, greedy, town
from service.bots.spell_smashers.hints import word_hints
from service.bots.spell_smashers.imagined import length_bonus, scales_of, tile_bonus, wild_type
from service.bots.spell_smashers.promise import Prospect
from service.bots.spell_smashers.spelling import Spelt, any_word, best_word
from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.decisions import Choice, CountWords, Decision, RuleOnWord
from service.games.kernel.engine import Play
from service.games.kernel.game import View
from service.games.kernel.match import Action
from service.games.spell_smashers.cards import DAMAGE_TYPES, DamageType
from service.games.spell_smashers.damage_types import ChooseTypes, DealAs, SetTypes
from service.games.spell_smashers.gear import ARMOR, WEAPONS
from service.games.spell_smashers.letters import LETTER
from service.games.spell_smashers.modifiers import MODIFIERS
from service.games.spell_smashers.monsters import MONSTER, MONSTERS
from service.games.spell_smashers.quests import QUESTS
from service.games.spell_smashers.spelling import (
    USABLE,
    CannotSpell,
    ChooseWord,
    SpellWord,
    UsableTile,
    letters_of,
    prepare_word,
)
from service.games.spell_smashers.state import Crest, Player, SpellSmashersOptions, Word
from service.games.spell_smashers.town_decisions import VisitGuild, VisitShaman, VisitTavern
from service.games.spell_smashers.view import CrestView, view_for
from service.games.spell_smashers.words import ChooseDropped, choose_dropped
from service.games.spell_smashers.wounds import WOUND
from service.lexicons.lexicon import DEFAULT
from service.lexicons.library import house_library
from service.lexicons.referee import rule
from service.tallies import Counts, counts_of, play_matches, wilson
from tests.conftest import LONG
from tests.games.kernel.driving import asked, opened
from tests.games.spell_smashers.fights import bare, battle, ids
from tests.games.spell_smashers.invariants import reshuffle_hidden

MATCHES = 300 if LONG else 20
GAME = TITLES["spell_smashers"]
WORDS = house_library().lexicon(DEFAULT).words


def played(bots: Sequence[str], seed: int, matches: int = MATCHES, **options: Any) -> Counts:
    taking = [BOTS[bot] for bot in bots]
    rows = play_matches(GAME, SpellSmashersOptions(**options), taking, seed, range(matches), rotate=True)
    return counts_of(list(rows))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_greedy_alone_wins_more_than_its_share_among_random_bots(seats: int, seed: int) -> None:
    counts = played(["greedy"] + ["random"] * (seats - 1), seed)
    alone = counts.get("won/0", 0) - counts.get("shared/0", 0)
    least, most = wilson(alone, counts["matches"])
    print(f"{seats} seats: {alone}/{counts['matches']} won alone, {least:.3f} to {most:.3f}")
    assert least > 1 / seats


def test_both_are_offered() -> None:
    assert [*bots_of("spell_smashers")] == ["random", "greedy"]


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("lexicon", ["family", "large"])
def test_the_referee_refuses_no_word_of_a_bot_and_no_claim(bot: str, lexicon: str, seed: int) -> None:
    ruled: Counter[str] = Counter()

    def listening(decision: Decision[Any]) -> Choice:
        answer = rule(decision)
        if isinstance(decision, RuleOnWord):
            ruled[f"word {answer.legal}"] += 1  # type: ignore[attr-defined]
        else:
            ruled[f"claim {answer.words == 0}"] += 1  # type: ignore[attr-defined]
        return answer

    matches = range(30 if LONG else 3)
    options = SpellSmashersOptions(lexicon=lexicon)  # type: ignore[arg-type]
    for _ in play_matches(GAME, options, [BOTS[bot]] * 5, seed, matches, rotate=False, rule=listening):
        pass
    assert ruled["word True"] > 30 * len(matches)
    assert {*ruled} <= {"word True", "claim True"}


# Words.


def usable(tiles: str) -> list[UsableTile]:
    return [USABLE[tile] for tile in ids(tiles)]


def letters(word: Spelt | None) -> str:
    assert word is not None
    assert word.tonic is not None or "".join(tile.letters for tile in word.tiles) == word.letters
    assert word.letters.lower() in WORDS
    return word.letters


def test_the_word_is_the_one_that_hurts_this_monster_most() -> None:
    # T, E and A of fire, or S, E and A of water: no other word of three letters or more takes three of one type.
    held = usable("t_1 e_1 a_1 s_3")
    assert {USABLE[tile].type for tile in ("t_1", "e_1", "a_1")} == {"fire"}
    assert USABLE["s_3"].type == "water"
    against_fire = best_word(DEFAULT, held, "fireproof", None)
    with_fire = best_word(DEFAULT, held, "rash", None)
    assert len(letters(with_fire)) == 4
    assert against_fire is not None
    assert sum(tile.damage for tile in against_fire.tiles if tile.type != "fire") == 1


def test_a_weapon_that_likes_wounds_gets_them() -> None:
    held = usable("wound_aw e_1 r_1 a_1 t_1")
    scythe = best_word(DEFAULT, held, None, "scarred_scythe")
    assert scythe is not None
    assert "wound_aw" in [tile.tile for tile in scythe.tiles]


def test_no_word_is_claimed_where_there_is_one_and_none_is_found_where_there_is_none() -> None:
    assert best_word(DEFAULT, usable("q_1 z_1 wound_tch"), None, None) is None
    assert any_word(DEFAULT, usable("q_1 z_1 wound_tch"), SeededChance(b"")) is None
    assert letters(best_word(DEFAULT, usable("q_1 z_1 e_1 x_1"), None, None)) in ("EX", "ZEX")


def test_more_tiles_than_the_solver_takes_are_searched_all_the_same(seed: int) -> None:
    mute = "q_1 wound_ff wound_gg wound_nk wound_mb wound_gn wound_tch wound_nch z_1 v_1 x_1 wound_ght j_1 k_1 f_1"
    chance = SeededChance(seed.to_bytes(8, "big"))
    assert best_word(DEFAULT, usable(mute), None, None) is None
    assert any_word(DEFAULT, usable(mute), chance) is None
    # Those that hurt most have no vowel; the one word takes tiles that hurt less.
    assert letters(best_word(DEFAULT, usable(f"{mute} o_1"), None, None))
    assert letters(any_word(DEFAULT, usable(f"{mute} o_1"), chance))


def test_any_word_is_any_of_them() -> None:
    chance = SeededChance(b"any")
    found = {letters(any_word(DEFAULT, usable("t_1 e_1 a_1"), chance)) for _ in range(200)}
    spelled = {"TEA", "EAT", "ATE", "ETA", "AT", "TA", "AE", "ET", "TAE"}
    assert found == {word for word in spelled if word.lower() in WORDS}


def test_a_tonic_is_used_where_there_is_no_word_without() -> None:
    state = bare(Player(hand=ids("q_1 a_1"), potions=["tonic"]), Player())
    state.crests = [Crest("centaur", "", 7)]
    choice = greedy.choose(view_for(state, 0), prepare_word(state, 0), SeededChance(b""))
    assert isinstance(choice, SpellWord)
    assert choice.tonic is not None
    assert prepare_word(state, 0).refusal(choice) is None
    state.players[0].potions = []
    claimed = greedy.choose(view_for(state, 0), prepare_word(state, 0), SeededChance(b""))
    assert isinstance(claimed, CannotSpell)


# What a battle promises.


def test_gear_is_known_by_what_it_does() -> None:
    assert length_bonus(None)[:7] == (0, 0, 0, 0, 0, 1, 1)
    assert length_bonus("lengthy_lance")[:9] == (0, 0, 0, 0, 1, 2, 3, 4, 4)
    assert length_bonus("brief_blade")[2:6] == (2, 2, 2, 0)
    assert [tile_bonus("searing_sabre", type, "letter") for type in DAMAGE_TYPES] == [1, 0, 0]
    assert [tile_bonus("scarred_scythe", "fire", sort) for sort in ("letter", "wound", "trophy")] == [0, 3, 0]
    assert [tile_bonus("hunters_harpoon", "fire", sort) for sort in ("letter", "wound", "trophy")] == [0, 0, 2]


def test_a_wild_card_deals_what_counts_most() -> None:
    assert wild_type("rash", None) == "fire"
    assert wild_type("fireproof", None) != "fire"
    assert wild_type(None, "searing_sabre") == "fire"
    assert wild_type("scalding", None) != "fire"
    assert scales_of("fireproof") == {"fire": 0, "earth": 1, "water": 1, "wild": 1}


def test_the_imagined_battle_is_the_battle(seed: int) -> None:
    chance, dealt, defeated = SeededChance(b"battles/%d" % seed), 0, 0
    plain = [tile for tile, card in (LETTER | WOUND).items() if card.type != "wild"]
    asks = {"cleansing_cuirass", "retrieving_robe", "chameleon_cloak"}
    weapons = ["", *(card.id for card in WEAPONS)]
    armor = ["", *(card.id for card in ARMOR if card.id not in asks)]
    for _ in range(600 if LONG else 120):
        chance.shuffle(plain)
        tiles, trophies = plain[: 1 + chance.below(6)], [chance.pick(MONSTERS).id]
        trophies = trophies if MONSTER[trophies[0]].trophy.type != "wild" and chance.below(2) else []
        monster = chance.pick([card for card in MONSTERS if card.id not in trophies])
        modifier = chance.pick([card for card in MODIFIERS if card.trait.id != "disarm"])
        weapon, worn, coins = chance.pick(weapons), chance.pick(armor), 1 + chance.below(16)
        fight = battle(
            " ".join(tiles + trophies), monster.id, modifier.id, health=coins, weapon=weapon, armor=worn, place=1, of=2
        )
        word = Spelt(
            "".join(USABLE[tile].letters for tile in tiles + trophies), tuple(usable(" ".join(tiles + trophies)))
        )
        crest = CrestView(coins, 0, guards_gear=False, monster=monster.id, modifier=modifier.id)
        state = bare(Player(trophies=trophies), Player())
        imagined = Prospect(view_for(state, 0), 0).battle(crest, word, weapon or None, worn or None)
        # Who is last in initiative, nobody knows before the reveal.
        unknown = 4 if weapon == "patient_pike" and not imagined.last else 0
        assert imagined.damage + unknown == fight.damage
        if not unknown:
            assert (imagined.attack_strength, imagined.defeats) == (fight.attack, bool(fight.of("monster_defeated")))
            assert min(imagined.wounds_suffered, 8) == fight.wounds
            first = fight.gained("preemptive_pauldrons")
            sources = ("tavern_tabard", "mercenary_mantle")
            later = sum(fight.gained(source) for source in sources)
            assert imagined.gained == fight.me.coins - later - first
        dealt += fight.damage > 0
        defeated += imagined.defeats
    assert dealt
    assert defeated


def test_a_quest_that_is_easy_and_pays_is_the_one_to_keep() -> None:
    worth = {quest.id: cards.ease(DEFAULT, quest.id) for quest in QUESTS}
    assert min(worth.values()) >= 0
    assert worth["wordy"] > worth["epic_tale"]
    assert len({*worth.values()}) > 10


def test_a_monster_that_falls_is_worth_more_than_one_that_lives() -> None:
    state = bare(Player(hand=ids("t_1 e_1 a_1 r_1")), Player())
    state.crests = [Crest("golem", "", 11), Crest("imp", "", 3)]
    view = view_for(state, 0)
    prospect = Prospect(view, 0)
    word = best_word(DEFAULT, usable("t_1 e_1 a_1 r_1"), None, None)
    assert word is not None
    lives, falls = (prospect.of(crest, word, None, None) for crest in view.crests)
    assert falls > lives + 2


def test_wounds_are_drunk_or_healed_and_a_trophy_is_not_given_for_one() -> None:
    state = bare(Player(hand=ids("wound_aw wound_ff wound_gg wound_nk"), coins=5, trophies=["golem"]), Player())
    state.phase = "visit"
    view = view_for(state, 0)
    tavern, shaman, guild = (
        town.promise(view, 0, visit) for visit in (VisitTavern(), VisitShaman("golem"), VisitGuild())
    )
    assert tavern > guild > shaman
    state.players[0].trophies = []
    assert town.promise(view_for(state, 0), 0, VisitShaman()) > guild


def test_the_types_are_set_against_the_monster_that_is_battled() -> None:
    wild = next(tile for tile, card in LETTER.items() if card.type == "wild" and card.letters == "E")
    weak: tuple[tuple[str, DamageType], ...] = (("rash", "fire"), ("parched", "water"), ("brittle", "earth"))
    for modifier, least in weak:
        fought = battle(f"w_1 {wild}", "golem", modifier, SetTypes((DealAs(wild, least),)), health=30)
        (asked_,) = fought.asked
        assert isinstance(asked_, ChooseTypes)
        assert asked_.monsters == ("golem",)
        state = bare(Player(hand=["w_1", wild]), Player())
        state.crests = [Crest("kobold", "fireproof", 9), Crest("golem", modifier, 30)]
        state.players[0].word, state.revealed = Word(["w_1", wild], "WE", "", ""), True
        chosen = greedy.choose(view_for(state, 0), asked_, SeededChance(b""))
        assert chosen == SetTypes((DealAs(wild, least),))


# What it may know.


def test_the_same_answer_whatever_is_hidden(seed: int) -> None:
    """Decks in another order, other hands and quests of others: what looks alike gets one answer."""
    playing, chance, changed = opened(GAME, 3, seed), SeededChance(b"first"), 0
    with playing.play:
        while (waiting := asked(playing.play)) and changed < (400 if LONG else 60):
            pending = waiting[-1]
            decision = pending.decision
            if decision.seat < 0:
                playing.act(Action(pending.id, rule(decision)))
                continue
            with Play(GAME, CODEC, playing.match) as twin:
                state = twin._table.state
                before = CODEC.encode(state)
                reshuffle_hidden(state, decision.seat, chance)
                changed += CODEC.encode(state) != before
                answers = [
                    BOTS["greedy"].choose(partial(play.view, decision.seat), decision, SeededChance(b"bot"))
                    for play in (playing.play, twin)
                ]
            assert answers[0] == answers[1]
            playing.act(Action(pending.id, answers[0]))
    assert changed > 10


def test_it_answers_whatever_is_asked(seed: int) -> None:
    kinds: set[type[Decision[Any]]] = set()

    class Noting(Greedy):
        def choose(self, look: Callable[[], View], decision: Decision[Any], chance: Chance) -> Choice:
            kinds.add(type(decision))
            return super().choose(look, decision, chance)

    for _ in play_matches(GAME, SpellSmashersOptions(), [Noting()] * 4, seed, range(MATCHES), rotate=False):
        pass
    assert len(kinds) >= 8
    assert {ChooseWord, ChooseTypes} <= kinds
    assert not kinds & {CountWords, RuleOnWord}


def test_a_claimant_gives_up_a_wound() -> None:
    state = bare(Player(hand=ids("wound_aw wound_ght q_1")), Player())
    decision = choose_dropped(state, 0)
    assert isinstance(decision, ChooseDropped)
    assert decision.choices.contains(greedy.choose(view_for(state, 0), decision, SeededChance(b"")))


# Hints.


def test_hints_say_what_the_words_deal(seed: int) -> None:
    chance, checked = SeededChance(b"hints/%d" % seed), 0
    for number in range(60 if LONG else 10):
        tiles = [tile for tile, card in (LETTER | WOUND).items() if card.type != "wild"]
        chance.shuffle(tiles)
        trophy = next(card.id for card in MONSTERS if card.trophy.type == "water")
        weapons = ["", "lengthy_lance", "scarred_scythe"][: 1 + number % 3]
        me = Player(hand=tiles[: 7 + number % 3], trophies=[trophy][: number % 2], stash=weapons[1:])
        if number % 5 == 0:
            me.potions = ["tonic"]
        state = bare(me, Player())
        modifiers = [card for card in MODIFIERS if card.trait.id != "disarm"]
        state.crests = [Crest("golem", chance.pick(modifiers).id, 9), Crest("imp", "", 5)]
        decision = prepare_word(state, 0)
        told = word_hints(view_for(state, 0), 0, decision.choices)  # type: ignore[arg-type]
        assert decision.refusal(told.choice) is None
        for crest, monster in zip(state.crests, told.monsters, strict=True):
            assert (monster.monster, monster.health) == (crest.monster, crest.coins)
            for hint in monster.words:
                assert decision.refusal(hint.choice) is None
                assert letters_of(hint.choice) == hint.word
                assert hint.word.lower() in WORDS
                fight = battle(
                    " ".join(hint.choice.tiles), crest.monster, crest.modifier, health=crest.coins, letters=hint.word,
                    weapon=hint.choice.weapon or "", place=1 if len(hint.word) <= 4 else 0, of=2,
                )  # fmt: skip
                assert (fight.damage, bool(fight.of("monster_defeated"))) == (hint.damage, hint.defeats)
                checked += 1
    assert checked > 20


def test_where_no_word_is_the_hint_is_to_say_so() -> None:
    state = bare(Player(hand=ids("q_1 z_1 wound_tch")), Player())
    state.crests = [Crest("golem", "", 9)]
    told = word_hints(view_for(state, 0), 0, prepare_word(state, 0).choices)  # type: ignore[arg-type]
    assert told.choice == CannotSpell()
    assert [monster.words for monster in told.monsters] == [()]
