"""What is true of a match of Spell Smashers after every step, and what an audience can't see of it."""

from collections import Counter
from collections.abc import Iterable

from service.games.kernel.chance import Chance
from service.games.kernel.events import Event
from service.games.spell_smashers.state import ROUNDS, Crest, Player, State, Word
from service.games.spell_smashers.tiles import TILE
from tests.games.spell_smashers.figures import BOSSES, GEAR, LETTERS, MODIFIERS, MONSTERS, QUESTS, WOUNDS

CONSONANTS = {
    f"{letter}_{copy}"
    for letter, figures in LETTERS.items()
    if figures.deck == "consonant"
    for copy in range(1, len(figures.types) + 1)
}
VOWELS = {
    f"{letter}_{copy}"
    for letter, figures in LETTERS.items()
    if figures.deck == "vowel"
    for copy in range(1, len(figures.types) + 1)
}
REGULAR = {id_ for id_, figures in MODIFIERS.items() if not figures.starting}
SOLO_GEAR = {id_ for id_, figures in GEAR.items() if not figures.multiplayer_only}
POTIONS = ("elixir", "antidote", "tonic")


def sound(state: State) -> None:
    """Assert that every card and token is somewhere, once, and that nobody owes anything."""
    hands = [card for player in state.players for card in player.hand]
    hard, soft, wounds = state.consonants, state.vowels, state.wounds
    whole("consonants", [*hard.cards, *hard.discards, *(card for card in hands if card in CONSONANTS)], CONSONANTS)
    whole("vowels", [*soft.cards, *soft.discards, *(card for card in hands if card in VOWELS)], VOWELS)
    marking = [zone.wound for zone in state.solo.zones if zone.wound] if state.solo is not None else []
    whole("wounds", [*wounds.cards, *wounds.discards, *marking, *(card for card in hands if card in WOUNDS)], WOUNDS)
    assert all(card in CONSONANTS or card in VOWELS or card in WOUNDS for card in hands), "a hand holds what is no tile"
    tiles = [*state.monsters, *state.removed, *(crest.monster for crest in standing(state))]
    tiles += [tile for player in state.players for tile in player.trophies]
    modifiers = [*state.modifiers.cards, *state.modifiers.discards]
    modifiers += [crest.modifier for crest in standing(state, entered=False) if crest.modifier]
    drawn = {card for card in modifiers if card not in REGULAR}
    gear = [*state.gear, *(crest.gear for crest in standing(state) if crest.gear)]
    gear += [card for player in state.players for card in owned(player)]
    quests = [quest for player in state.players for quest in (*player.quests, *player.completed)]
    if state.solo is not None:
        whole("monsters", [*tiles, *state.solo.spent], [*MONSTERS, *([state.solo.boss] * boss_has_come(state))])
        whole("modifiers", modifiers, REGULAR if state.solo.difficulty != "standard" else ())
        whole("gear", gear, SOLO_GEAR)
        whole("quests", [*state.quests, *quests], ())
    else:
        whole("monsters", tiles, MONSTERS)
        assert len(drawn) == len(state.players), f"of the starting modifiers {sorted(drawn)} are in the match"
        whole("modifiers", modifiers, REGULAR | drawn)
        whole("gear", gear, GEAR)
        whole("quests", [*state.quests, *quests], QUESTS)
    for potion in POTIONS:
        held = [player.potions.count(potion) for player in state.players]  # type: ignore[arg-type]
        assert max(held) <= 1, f"a player holds two of {potion}"
        assert state.stock[potion] + sum(held) == 5, f"{potion} tokens are lost or made"  # type: ignore[index]
    of_players(state)
    if state.solo is not None:
        of_the_zones(state)
    else:
        of_the_row(state)


def standing(state: State, *, entered: bool = True) -> list[Crest]:
    """All places of monsters, in the row or in zones; those where one stands, unless it has yet to enter."""
    places = [*state.crests]
    if state.solo is not None:
        places += [place for zone in state.solo.zones for place in (zone.inside, zone.outside)]
        places.append(state.solo.arriving)
    return [place for place in places if place.monster or not entered]


def boss_has_come(state: State) -> bool:
    """Whether the boss stands in a zone, or is about to."""
    assert state.solo is not None
    return any(place.monster == state.solo.boss for place in standing(state))


def whole(name: str, cards: Iterable[str], box: Iterable[str]) -> None:
    """Assert that `cards` are exactly those of the box."""
    assert Counter(cards) == Counter(list(box)), f"{name} are lost or made"


def owned(player: Player) -> list[str]:
    """All gear of a player."""
    return [card for card in (player.weapon, player.armor) if card] + player.stash


def of_players(state: State) -> None:
    """Assert that slots, purses and words are in order."""
    for seat, player in enumerate(state.players):
        assert player.coins >= 0, f"seat {seat} owes coins"
        assert player.ale >= 0, f"seat {seat} owes ale"
        assert len(player.quests) <= 3, f"seat {seat} has {len(player.quests)} quests"
        assert not player.weapon or GEAR[player.weapon].slot == "weapon", f"seat {seat}: no weapon in its slot"
        assert not player.armor or GEAR[player.armor].slot == "armor", f"seat {seat}: no armor in its slot"
        word = player.word
        if word is not None:
            assert set(word.tiles) <= {*player.hand, *player.trophies}, f"seat {seat}: a tile of the word is not held"
            assert len(set(word.tiles)) == len(word.tiles), f"seat {seat} uses a tile twice"
            chosen = {word.weapon, word.armor} - {""}
            assert state.revealed or chosen <= {*owned(player)}, f"seat {seat} prepares gear that is not owned"
    assert 0 <= state.marker < len(state.players), "nobody holds the marker"
    assert 1 <= state.round <= (ROUNDS if state.solo is None else state.solo.round_cap)


def of_the_row(state: State) -> None:
    """Assert that a crest has a living monster with what belongs to it, or nothing."""
    assert len(state.crests) == len(state.players)
    for crest in state.crests:
        assert crest.ale >= 0
        if state.phase == "setup":
            continue
        assert (crest.coins > 0) == bool(crest.monster), f"{crest} lives or not"
        if not crest.monster:
            assert not crest.ale, f"ale lies on an empty crest: {crest}"
            assert not crest.gear, f"gear lies on an empty crest: {crest}"
            assert not crest.modifier, f"a modifier lies on an empty crest: {crest}"


def of_the_zones(state: State) -> None:
    """Assert that every monster lives, and that zones, buildings and the boss are in order."""
    solo = state.solo
    assert solo is not None
    assert not state.crests, "a monster row in the solo game"
    for place in standing(state, entered=False):
        assert (place.coins > 0) == bool(place.monster), f"{place} lives or not"
        assert not place.ale, f"ale lies on {place}"
        assert place.monster or not (place.modifier or place.gear), f"something lies where nobody stands: {place}"
        if place.monster == solo.boss:
            assert place.coins <= BOSSES[solo.boss].health, f"the boss has {place.coins} coins"
    for zone in solo.zones:
        assert zone.destroyed or not zone.wound, f"a wound card lies on a building that stands: {zone}"
    ruins = [zone for zone in solo.zones if zone.destroyed]
    assert (len(ruins) == 4) == (state.ending == "town_overrun"), f"{len(ruins)} ruins, and {state.ending!r}"
    assert 0 <= solo.foreseen <= min(4, len(state.monsters))
    assert (solo.points is not None) == (state.ending == "town_saved")
    assert state.winners == ([0] if state.ending == "town_saved" else [])
    assert state.players[0].ale == 0


def reshuffle_hidden(state: State, audience: int | None, chance: Chance) -> None:
    """Deal anew, in place, all that `audience` can't see: decks, others' cards, quests and sealed words, hidden gear.

    Hands keep their numbers of consonants, vowels and wounds, which everybody has counted, and the cards of a word that
    was shown.
    """
    others = [seat for seat in range(len(state.players)) if seat != audience]
    for box, deck in ((CONSONANTS, state.consonants), (VOWELS, state.vowels), (set(WOUNDS), state.wounds)):
        hidden = {seat: hidden_cards(state, seat) & box for seat in others}
        unseen = [*deck.cards, *(card for cards in hidden.values() for card in sorted(cards))]
        chance.shuffle(unseen)
        deck.cards[:] = [unseen.pop() for _ in deck.cards]
        for seat, cards in hidden.items():
            hand = state.players[seat].hand
            hand[:] = [unseen.pop() if card in cards else card for card in hand]
    for seat in others:
        if state.players[seat].word is not None and not state.revealed:
            state.players[seat].word = another_word(state, seat, chance)
    reshuffle_quests(state, audience, chance)
    guarded = [crest for crest in standing(state) if crest.gear]
    looked_at = 2 if audience is not None and audience == visitor(state) else 0
    known = state.gear[len(state.gear) - looked_at :] if looked_at else []
    unseen = [*state.gear[: len(state.gear) - len(known)], *(crest.gear for crest in guarded)]
    chance.shuffle(unseen)
    for crest in guarded:
        crest.gear = unseen.pop()
    state.gear[:] = [*unseen, *known]
    chance.shuffle(state.modifiers.cards)
    reshuffle_monsters(state, audience, chance)


def reshuffle_monsters(state: State, audience: int | None, chance: Chance) -> None:
    """Deal anew the stack; in the solo game not what its player has looked at, and under the same back."""
    solo = state.solo
    if solo is None or not state.monsters:
        chance.shuffle(state.monsters)
        return
    seen = 0 if audience is None else 4 if state.phase == "visit" else solo.foreseen
    known = state.monsters[len(state.monsters) - seen :] if seen else []
    back = MONSTERS[state.monsters[-1]].zone
    unseen = state.monsters[: len(state.monsters) - len(known)]
    chance.shuffle(unseen)
    if not known:
        top = next(at for at, tile in enumerate(unseen) if MONSTERS[tile].zone == back)
        unseen.append(unseen.pop(top))
    state.monsters[:] = [*unseen, *known]


def hidden_cards(state: State, seat: int) -> set[str]:
    """The cards of a hand that the others can't see."""
    player = state.players[seat]
    shown = player.word.tiles if player.word is not None and state.revealed else []
    return set(player.hand) - set(shown)


def another_word(state: State, seat: int, chance: Chance) -> Word:
    """Whatever else a player may have prepared; a claim where it isn't public yet who has made one."""
    player = state.players[seat]
    weapon, armor = (
        chance.pick(["", *(card for card in owned(player) if GEAR[card].slot == slot)]) for slot in ("weapon", "armor")
    )
    secret = state.phase == "words" or seat in state.claimants
    tiles = [*player.hand, *player.trophies]
    chance.shuffle(tiles)
    word = tiles[: 2 + chance.below(3)]
    if len(word) < 2 or (secret and not chance.below(4)):
        return Word([], "", weapon, armor)
    return Word(word, "".join(TILE[tile].letters for tile in word), weapon, armor)


def reshuffle_quests(state: State, audience: int | None, chance: Chance) -> None:
    """Deal anew the quest deck and others' quests, but not the two that the audience may be looking at.

    Whoever battles keeps his: whether he completes one is told at once.
    """
    battling = state.order[state.place] if state.phase == "battle" and state.place < len(state.order) else None
    others = [seat for seat in range(len(state.players)) if seat not in (audience, battling)]
    may_look = audience is not None and (state.phase == "town_quests" or audience == visitor(state))
    known = state.quests[-2:] if may_look else []
    deck = state.quests[: len(state.quests) - len(known)]
    unseen = [*deck, *(quest for seat in others for quest in state.players[seat].quests)]
    chance.shuffle(unseen)
    state.quests[:] = [*(unseen.pop() for _ in deck), *known]
    for seat in others:
        quests = state.players[seat].quests
        quests[:] = [unseen.pop() for _ in quests]


def visitor(state: State) -> int | None:
    """The seat whose visit it is."""
    return state.clockwise()[state.place] if state.phase == "visit" else None


OWN = (
    "letters_drawn", "wounds_suffered", "quests_seen", "quest_kept", "quest_returned", "gear_seen", "zone_struck_back",
    "tiles_seen",
)  # fmt: skip
OPEN = (
    "claims_made", "hand_laid_open", "words_revealed", "tiles_discarded", "monster_entered", "gear_claimed",
    "gear_bought", "quest_completed", "monster_drawn", "building_destroyed", "tiles_returned",
)  # fmt: skip


def reveals(event: Event, audience: int | None) -> bool:
    """Tell whether an event may let the audience learn what it could not see before."""
    return event.kind in OPEN or (event.kind in OWN and getattr(event, "seat", None) == audience)
