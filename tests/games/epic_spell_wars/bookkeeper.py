"""Somebody who watches a match and keeps its books by what is told alone, as a client does that shows it."""

from dataclasses import dataclass, field
from typing import Any

from service.games.epic_spell_wars.heroes import STARTING_HP
from service.games.epic_spell_wars.view import EpicSpellWarsView
from service.games.kernel.events import Event
from tests.games.epic_spell_wars.soundness import PROTON_GEM

BANDS = {"1-4": range(-99, 5), "5-9": range(5, 10), "10+": range(10, 999)}


@dataclass
class Books:
    """What a watcher knows of one wizard: numbers, and the cards that lie open."""

    hp: int = STARTING_HP
    tokens: int = 0
    hand: int = 0
    spell: int = 0
    dead_wizards: int = 0
    aside: int = 0
    treasures: list[str] = field(default_factory=list)
    bonus_dice: list[str] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    initiative: int | None = None


class Bookkeeper:
    """Keeps the books of a whole match, event by event; an event that doesn't fit them is an AssertionError."""

    def __init__(self, seats: int) -> None:
        self.books = [Books() for _ in range(seats)]
        self.main, self.treasures, self.dead = 0, 0, 0
        self.main_discard: list[str] = []
        self.treasure_discard: list[str] = []
        self.dead_discard: list[str] = []
        self.revealed: list[str] = []
        self.rolling: Any = None
        self.rolled: list[int] = []

    def hear(self, event: Event) -> None:
        act = getattr(self, f"on_{event.kind}", None)
        if act is not None:
            act(event)

    def agrees(self, view: EpicSpellWarsView, audience: int | None) -> None:
        """Assert that the books say what an audience sees; a spell that is being placed lies in the hand still."""
        sizes = (view.main_deck_size, view.treasure_deck_size, view.dead_wizard_deck_size)
        assert sizes == (self.main, self.treasures, self.dead)
        assert list(view.main_discard) == self.main_discard
        assert list(view.treasure_discard) == self.treasure_discard
        assert list(view.dead_wizard_discard) == self.dead_discard
        assert list(view.revealed) == self.revealed
        for books, seen in zip(self.books, view.wizards, strict=True):
            mine = (books.hp, books.tokens, books.hand, books.dead_wizards, books.aside, books.initiative)
            theirs = (seen.hp, seen.tokens, seen.hand_size, seen.dead_wizard_cards, seen.wild_magic_aside)
            assert mine == (*theirs, seen.initiative), f"seat {seen.seat} as audience {audience} sees it"
            assert (books.treasures, books.bonus_dice) == (list(seen.treasures), list(seen.bonus_dice))
            assert seen.spell_size in (None, books.spell)

    # Decks

    def on_spell_deck_shuffled(self, event: Any) -> None:
        discard = {"main": self.main_discard, "treasure": self.treasure_discard, "dead_wizard": self.dead_discard}
        name = {"main": "main", "treasure": "treasures", "dead_wizard": "dead"}[event.deck]
        pile = discard[event.deck]
        assert event.count == len(pile) or not pile
        # Cards drawn before the shuffle are told with those drawn after it.
        setattr(self, name, getattr(self, name) + event.count)
        pile.clear()

    def on_spell_cards_drawn(self, event: Any) -> None:
        assert event.cards is None or len(event.cards) == event.count
        self.main -= event.count
        self.books[event.seat].hand += event.count

    def on_dead_wizard_card_drawn(self, event: Any) -> None:
        self.dead -= 1
        self.books[event.seat].dead_wizards += 1

    def on_dead_wizard_card_played(self, event: Any) -> None:
        self.books[event.seat].dead_wizards -= 1
        self.dead_discard.append(event.card)

    on_dead_wizard_card_discarded = on_dead_wizard_card_played

    def on_main_deck_revealed(self, event: Any) -> None:
        self.main -= len(event.cards)
        self.revealed += event.cards

    def on_wild_magic_set_aside(self, event: Any) -> None:
        if event.card in self.main_discard:
            self.main_discard.remove(event.card)
        else:
            self.main -= 1
        self.books[event.seat].aside += 1

    def on_wild_magic_taken(self, event: Any) -> None:
        self.books[event.seat].aside -= 1
        self.books[event.seat].hand += 1

    # Rounds and spells

    def on_duel_began(self, event: Any) -> None:
        for books in self.books:
            books.hp = STARTING_HP

    def on_duel_round_began(self, event: Any) -> None:
        for books in self.books:
            books.initiative = None
            if event.round > 1:
                books.bonus_dice = []

    def on_spells_declared(self, event: Any) -> None:
        for spell in event.spells:
            self.books[spell.seat].spell = spell.count
            self.books[spell.seat].hand -= spell.count

    def on_spell_card_shown(self, event: Any) -> None:
        if event.card == PROTON_GEM:
            self.books[event.seat].placed = [event.card]
            self.books[event.seat].hand += 1

    def on_initiative_announced(self, event: Any) -> None:
        self.books[event.seat].initiative = event.initiative

    def on_spell_shown(self, event: Any) -> None:
        assert len(event.spell) == self.books[event.seat].spell

    def on_spell_card_added(self, event: Any) -> None:
        if event.card in self.revealed:
            self.revealed.remove(event.card)
        else:
            self.books[event.seat].hand -= 1
        self.books[event.seat].spell += 1

    def on_spell_card_taken(self, event: Any) -> None:
        self.books[event.of].spell -= 1
        self.books[event.seat].spell += 1

    def on_gem_returned(self, event: Any) -> None:
        self.books[event.seat].placed.remove(event.treasure)
        self.books[event.seat].spell -= 1

    def on_spell_cards_discarded(self, event: Any) -> None:
        for card in event.cards:
            if card in self.revealed:
                self.revealed.remove(card)
            elif event.place == "hand":
                self.books[event.seat].hand -= 1
            else:
                self.books[event.seat].spell -= 1
        self.main_discard += event.cards

    # Dice

    def on_power_roll_began(self, event: Any) -> None:
        self.rolling = event

    def on_power_dice_rolled(self, event: Any) -> None:
        assert len(event.rolled) == sum(bonus.amount for bonus in self.rolling.dice), "a die that no card gives"
        self.rolled = list(event.rolled)

    def on_power_dice_rerolled(self, event: Any) -> None:
        kept = [die for place, die in enumerate(self.rolled) if place not in event.places]
        assert kept == [die for place, die in enumerate(event.rolled) if place not in event.places]
        self.rolled = list(event.rolled)

    def on_power_roll_final(self, event: Any) -> None:
        assert list(event.rolled) == self.rolled
        assert event.total == sum(event.rolled) + sum(bonus.amount for bonus in event.bonuses)
        assert event.total in BANDS[event.band]

    def on_card_dice_rolled(self, event: Any) -> None:
        if event.total is not None:
            assert event.total == sum(event.dice) + sum(bonus.amount for bonus in event.bonuses)

    def on_random_foe_rolled(self, event: Any) -> None:
        [victim] = [share.seat for share in event.shares if event.dice[-1] in share.values]
        assert victim == event.target
        dealt = {value for share in event.shares for value in share.values}
        assert not dealt & {*event.dice[:-1]}

    # Wizards

    def on_wizards_damaged(self, event: Any) -> None:
        for loss in event.losses:
            books = self.books[loss.seat]
            books.hp = max(0, books.hp - loss.amount)
            assert books.hp == loss.hp

    def on_wizard_healed(self, event: Any) -> None:
        self.books[event.seat].hp += event.amount
        assert self.books[event.seat].hp == event.hp

    def on_wizard_slain(self, event: Any) -> None:
        assert self.books[event.seat].hp == 0
        self.clear(event.seat)

    def clear(self, seat: int) -> None:
        """Whoever dies, and everybody when a duel ends, loses the Treasures; a placed Proton Gem is one of them."""
        books = self.books[seat]
        books.spell -= sum(treasure in books.placed for treasure in books.treasures)
        books.placed = []
        self.treasure_discard += books.treasures
        books.treasures = []

    def on_treasure_gained(self, event: Any) -> None:
        self.treasures -= 1
        self.books[event.seat].treasures.append(event.treasure)

    def on_treasure_taken(self, event: Any) -> None:
        self.books[event.of].treasures.remove(event.treasure)
        self.books[event.seat].treasures.append(event.treasure)

    def on_treasure_discarded(self, event: Any) -> None:
        self.books[event.seat].treasures.remove(event.treasure)
        self.treasure_discard.append(event.treasure)

    def on_bonus_dice_gained(self, event: Any) -> None:
        self.books[event.seat].bonus_dice += [event.by] * event.count

    def on_duel_ended(self, event: Any) -> None:
        if event.seat is not None:
            self.books[event.seat].tokens += 1
            assert self.books[event.seat].tokens == event.tokens
        for seat, books in enumerate(self.books):
            self.clear(seat)
            books.bonus_dice = []
            books.initiative = None
