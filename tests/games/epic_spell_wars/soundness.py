"""What is true of every state of a match, and what of it each audience can't see."""

from service.games.epic_spell_wars.cards import COMPONENT_TYPES
from service.games.epic_spell_wars.heroes import MOST_HP
from service.games.epic_spell_wars.state import SpellCard, State, Wizard
from service.games.kernel.chance import Chance
from service.games.kernel.events import Event
from tests.games.epic_spell_wars.figures import COMPONENTS, DEAD_WIZARD_CARDS, MAIN_CARDS, TREASURES

PROTON_GEM = "proton_gem"
WILD = "wild_magic"
FIRST = "impatient"
AT_ONCE = "backlash_from_beyond"
TOKENS = 7


def design_of(card: str) -> str:
    """The design of a card that has copies: `scorchia_2` is a `scorchia`."""
    return card.rpartition("_")[0]


def from_main_deck(wizard: Wizard) -> list[SpellCard]:
    """What of a spell comes off the main deck: all but a Proton Gem, which stays among its owner's treasures."""
    return [row for row in wizard.spell if row.card != PROTON_GEM]


def sound(state: State) -> None:
    """Every card is somewhere, once; HP, tokens, hands and spells are within bounds."""
    wizards = state.wizards
    if state.main_deck or state.main_discard:
        main = [*state.main_deck, *state.main_discard, *state.revealed]
        for wizard in wizards:
            main += [*wizard.hand, *wizard.set_aside, *(row.card for row in from_main_deck(wizard))]
        assert sorted(main) == sorted(MAIN_CARDS), "cards of the main deck are lost or made"
        treasures = [*state.treasure_deck, *state.treasure_discard]
        treasures += [card for wizard in wizards for card in wizard.treasures]
        assert sorted(treasures) == sorted(TREASURES), "treasures are lost or made"
        dead = [*state.dead_wizard_deck, *state.dead_wizard_discard]
        dead += [card for wizard in wizards for card in wizard.dead_wizards]
        assert sorted(dead) == sorted(DEAD_WIZARD_CARDS), "dead wizard cards are lost or made"
    heroes = [wizard.hero for wizard in wizards if wizard.hero]
    assert len({*heroes}) == len(heroes), "two wizards are one hero"
    for seat, wizard in enumerate(wizards):
        assert 0 <= wizard.hp <= MOST_HP, f"seat {seat} has {wizard.hp} HP"
        assert 0 <= wizard.tokens <= state.tokens_to_win, f"seat {seat} has {wizard.tokens} tokens"
        for row in wizard.spell:
            assert row.card != PROTON_GEM or row.card in wizard.treasures, f"seat {seat} cast another's Proton Gem"
        if wizard.hp == 0 and state.phase in ("placing", "turn"):
            left = [*wizard.hand, *wizard.treasures, *wizard.spell]
            assert left == [], f"seat {seat} is dead and has {left}"
        if not state.declared:
            slots = [row.slot for row in wizard.spell]
            assert len({*slots}) == len(slots), f"seat {seat} placed two of one type"
    assert sum(wizard.tokens for wizard in wizards) <= (TOKENS if state.tokens_to_win == 2 else 99)


def reshuffle_hidden(state: State, audience: int | None, chance: Chance) -> None:
    """Deal anew, in place, the three decks and what others hold or have laid face down.

    Before all spells are placed nobody knows how many cards lie where, so that a hidden spell may become any other;
    later its size is known, that none of its hidden cards goes first, and its initiative once that is announced.
    """
    chance.shuffle(state.treasure_deck)
    others = [wizard for seat, wizard in enumerate(state.wizards) if seat != audience]
    reshuffle_dead_wizards(state, others, chance)
    undeclared = [] if state.declared else [wizard for wizard in others if wizard.spell]
    for wizard in undeclared:
        wizard.hand += [row.card for row in from_main_deck(wizard)]
        wizard.spell = []
    pool = [*state.main_deck, *(card for wizard in others for card in wizard.hand)]
    chance.shuffle(pool)
    for wizard in others:
        exchange_hidden(wizard, pool, chance)
    for zone in (*(wizard.hand for wizard in others), state.main_deck):
        deal_anew(zone, pool)
    for wizard in undeclared:
        place_anything(wizard, chance)


def deal_anew(zone: list[str], pool: list[str]) -> None:
    """Replace the cards of a zone by others of the pool; a hand that has a component keeps having one.

    A card may draw one of them at random, and whether it finds any is told by nothing that follows.
    """
    components = [at for at, card in enumerate(pool) if design_of(card) != WILD]
    if components and any(design_of(card) != WILD for card in zone):
        pool.append(pool.pop(components[-1]))
    zone[:] = [pool.pop() for _ in zone]


def reshuffle_dead_wizards(state: State, others: list[Wizard], chance: Chance) -> None:
    """Deal anew the deck, and what others have drawn of it; one that acts at once can't be among that.

    Between two duels all but those that wait for the first hand are shown, so that what is left is known.
    """
    held = [] if state.round == 0 else [wizard.dead_wizards for wizard in others]
    pool = [*state.dead_wizard_deck, *(card for cards in held for card in cards)]
    chance.shuffle(pool)
    pool.sort(key=lambda card: design_of(card) == AT_ONCE)
    for cards in held:
        cards[:] = [pool.pop(0) for _ in cards]
    chance.shuffle(pool)
    state.dead_wizard_deck[:] = pool


def exchange_hidden(wizard: Wizard, pool: list[str], chance: Chance) -> None:
    """Make another spell of as many cards of what lies face down; with the initiative announced its delivery stays."""
    hidden = [row for row in wizard.spell if not row.shown]
    taken = {row.slot for row in wizard.spell if row.shown}
    slots = [slot for slot in COMPONENT_TYPES if slot not in taken]
    chance.shuffle(slots)
    for row in hidden:
        if wizard.initiative is None:
            row.slot = slots.pop()
        elif row.slot == "delivery":
            continue
        fitting = [card for card in pool if fits(card, row.slot) and design_of(card) != FIRST]
        if fitting:
            card = chance.pick(fitting)
            pool[pool.index(card)] = row.card
            row.card = card
    if hidden:
        wizard.spell.sort(key=lambda row: COMPONENT_TYPES.index(row.slot))


def place_anything(wizard: Wizard, chance: Chance) -> None:
    """Place a spell of up to three cards of the hand."""
    for slot in COMPONENT_TYPES[chance.below(3) :]:
        fitting = [card for card in wizard.hand if fits(card, slot)]
        if fitting:
            card = chance.pick(fitting)
            wizard.hand.remove(card)
            wizard.spell.append(SpellCard(card, slot))
    if not wizard.spell:
        card = wizard.hand.pop()
        wizard.spell.append(SpellCard(card, next(slot for slot in COMPONENT_TYPES if fits(card, slot))))


def fits(card: str, slot: str) -> bool:
    """Whether a card of the main deck can be placed in a slot."""
    design = design_of(card)
    return design == WILD or COMPONENTS[design].type == slot


HIDDEN_CARD = ("festering_1", "festering_2")
"""These act on a card that lies face down, or find none."""
LAID_OPEN = frozenset(
    {
        "spells_declared",
        "spell_card_shown",
        "initiative_announced",
        "rolled_off",
        "spell_shown",
        "main_deck_revealed",
        "spell_card_added",
        "spell_card_taken",
        "spell_cards_discarded",
        "treasure_gained",
        "wizard_slain",
        "dead_wizard_card_drawn",
        "dead_wizard_card_played",
        "wild_magic_set_aside",
        "duel_began",
        "duel_ended",
    }
)


def reveals(event: Event, audience: int | None) -> bool:
    """Whether an event lays open, or depends on, what this audience could not see.

    A death is followed by a card of the hidden deck, and a duel's beginning by cards that others have drawn; a roll of
    10 or more may take a card that lies face down.
    """
    if event.kind == "spell_cards_drawn":
        return getattr(event, "cards", None) is not None
    if event.kind in ("component_resolves", "wizard_named"):
        return {getattr(event, "card", ""), getattr(event, "by", "")} & {*HIDDEN_CARD} != set()
    if event.kind == "power_roll_final":
        return getattr(event, "band", "") == "10+"
    return event.kind in LAID_OPEN
