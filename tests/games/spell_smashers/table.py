"""A match of Spell Smashers for tests: say what matters, answer for every seat, read what became of it.

    table = Table(Player(hand=ids("m_1 a_1 c_1 e_1")), Player(hand=ids("a_2 x_1")), row="rash centaur, craggy imp")
    table.words("m_1 a_1 c_1 e_1", "a_2 x_1")
    table.fight(0, "centaur")

It is the engine that plays, from state to state, and all cards that no test names lie beneath those that it does, so
that the box is whole. A question that nobody answers stays in `asked`; an answer that nobody asked for fails.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest

from service.games.kernel.decisions import Choice, CountWords, Decision, Refusal, RuleOnWord, Ruling, WordCount
from service.games.kernel.errors import IllegalChoice
from service.games.kernel.events import Event
from service.games.kernel.match import Action, Pending
from service.games.kernel.outcome import Outcome
from service.games.spell_smashers.damage_types import DealAs, SetTypes
from service.games.spell_smashers.draws import DrawLetters
from service.games.spell_smashers.fighting import FightMonster
from service.games.spell_smashers.game import SpellSmashers
from service.games.spell_smashers.spelling import CannotSpell, SpellWord, TonicOn
from service.games.spell_smashers.state import Crest, Deck, Phase, Player, SpellSmashersOptions, State
from service.games.spell_smashers.view import SpellSmashersView
from tests.games.kernel.driving import Playing, asked, offered, opened, resumed
from tests.games.spell_smashers.figures import GEAR, MODIFIERS, MONSTERS, QUESTS, WOUNDS
from tests.games.spell_smashers.invariants import CONSONANTS, REGULAR, VOWELS, owned, sound

GAME = SpellSmashers()
REFEREE = "the referee"
DECKS: dict[str, Collection[str]] = {"consonants": CONSONANTS, "vowels": VOWELS, "wounds": WOUNDS}


def ids(cards: str) -> list[str]:
    """Card ids, given with spaces between them."""
    return cards.split()


def player(hand: str = "", **facts: Any) -> Player:
    """A player, with lists of cards as words of a string; words that are lists stay as they are."""
    lists = ("trophies", "stash", "quests", "completed", "potions")
    given: dict[str, Any] = {name: ids(facts[name]) if name in lists else facts[name] for name in facts}
    return Player(hand=ids(hand), **given)


def crest(called: str, coins: int | None = None, ale: int = 0, gear: str = "", *, hurt: bool = False) -> Crest:
    """A monster in play, `rash centaur`; its coins are those of modifier and tile unless `coins` says so."""
    if not called:
        return Crest(hurt=hurt)
    modifier, monster = called.split()
    full = MODIFIERS[modifier].health + MONSTERS[monster].health
    return Crest(monster, modifier, full if coins is None else coins, ale, gear, hurt)


class Table:
    """A match at the start of a phase, the words of round 1 unless it is told another.

    row: `rash centaur, craggy imp`, or crests. Decks: the cards next drawn, the next one first; `only` leaves a deck
    with no other card, the rest lies in its discards. discards: by deck, the top card last.
    """

    def __init__(
        self,
        *players: Player,
        row: str | Sequence[Crest] = "rash centaur, craggy imp, prickly lich, peevish naga, famed ogre",
        marker: int = 0,
        round: int = 1,
        phase: Phase = "words",
        place: int = 0,
        consonants: str = "",
        vowels: str = "",
        wounds: str = "",
        modifiers: str = "",
        monsters: str = "",
        quests: str = "",
        gear: str = "",
        only: Sequence[str] = (),
        removed: str = "",
        discards: Mapping[str, str] | None = None,
    ) -> None:
        crests = [crest(one.strip()) for one in row.split(",")] if isinstance(row, str) else list(row)
        crests = crests[: len(players)]
        discarded = {name: ids(cards) for name, cards in (discards or {}).items()}
        hands = [card for one in players for card in one.hand]
        standing = [one.modifier for one in crests if one.modifier]
        starting = [card for card in (*standing, *discarded.get("modifiers", ())) if card not in REGULAR]
        spare = [card for card in MODIFIERS if card not in REGULAR and card not in starting]
        discarded["modifiers"] = spare[: len(players) - len(starting)] + discarded.get("modifiers", [])
        top = {"consonants": consonants, "vowels": vowels, "wounds": wounds, "modifiers": modifiers}
        boxes: dict[str, Collection[str]] = {**DECKS, "modifiers": REGULAR}
        piles: dict[str, Any] = {
            name: pile(ids(top[name]), box, [*hands, *standing], discarded.get(name, []), only=name in only)
            for name, box in boxes.items()
        }
        trophies = [tile for one in players for tile in one.trophies]
        out = [one.monster for one in crests] + trophies + ids(removed)
        stack = pile(ids(monsters), MONSTERS, out, [], only=False).cards
        if "monsters" in only:
            stack, gone = list(reversed(ids(monsters))), [tile for tile in stack if tile not in ids(monsters)]
            removed = " ".join([removed, *gone])
        belongings = [card for one in players for card in owned(one)] + [one.gear for one in crests]
        known = [quest for one in players for quest in (*one.quests, *one.completed)]
        held = [potion for one in players for potion in one.potions]
        state = State(
            lexicon="standard",
            players=list(players),
            marker=marker,
            crests=crests,
            stock={potion: 5 - held.count(potion) for potion in ("elixir", "antidote", "tonic")},
            **piles,
            monsters=stack,
            quests=pile(ids(quests), QUESTS, known, [], only=False).cards,
            gear=pile(ids(gear), GEAR, belongings, [], only=False).cards,
            removed=ids(removed),
            phase=phase,
            round=round,
            place=place,
        )
        sound(state)
        self._sit(resumed(GAME, state, len(players)))

    @classmethod
    def opened(cls, seats: int, marker: int | None = None, seed: int = 1) -> "Table":
        """A new match as the rules set it up, with seeded chance."""
        table = cls.__new__(cls)
        table._sit(opened(GAME, seats, seed, SpellSmashersOptions(marker=marker)))
        return table

    def _sit(self, playing: Playing) -> None:
        self.playing = playing
        self.heard_so_far = 0

    # --- what is asked

    @property
    def state(self) -> State:
        state: State = self.playing.play._table.state
        return state

    @property
    def players(self) -> list[Player]:
        return self.state.players

    @property
    def asked(self) -> dict[int | str, str]:
        """The kind of question that keeps the match waiting, by seat; for the referee, of each seat it is asked about.

        A seat whose word is with the referee has no question itself.
        """
        return {
            f"{REFEREE} about {item.decision.about}" if hasattr(item.decision, "about") else item.decision.seat:
            item.decision.kind
            for item in asked(self.playing.play)
        }  # fmt: skip

    def question(self, seat: int, *, optional: bool = False) -> Decision[Any]:
        """What a seat is asked, or may do out of turn."""
        return self.item(seat, optional=optional).decision

    def item(self, seat: int, *, optional: bool = False) -> Pending:
        """The open decision that a seat is asked, or may take out of turn, with its id."""
        items = offered(self.playing.play) if optional else asked(self.playing.play)
        fitting = [item for item in items if item.decision.seat == seat]
        assert fitting, f"seat {seat} is asked nothing; open: {self.asked}"
        return fitting[0]

    def answer(self, seat: int, choice: Choice, *, optional: bool = False) -> None:
        """Give an answer that is asked for and allowed."""
        item = self.item(seat, optional=optional)
        refusal = item.decision.refusal(choice)
        assert refusal is None, f"{choice} is refused: {refusal}"
        self.playing.act(Action(item.id, choice))
        sound(self.state)

    def refused(self, seat: int, choice: Choice) -> Refusal:
        """Why an answer is refused; fails if it isn't, or if it changes anything."""
        item = self.item(seat)
        before, match = self.asked, self.playing.match
        refusal = item.decision.refusal(choice)
        assert refusal is not None, f"{choice} is allowed"
        with pytest.raises(IllegalChoice, match=re.escape(refusal.detail)):
            self.playing.act(Action(item.id, choice))
        assert (self.asked, self.playing.match) == (before, match)
        return refusal

    def offered(self, seat: int) -> list[Any]:
        """Every answer that a seat may give, in order."""
        return list(self.question(seat).choices.listed() or ())

    # --- words

    def spell(
        self,
        seat: int,
        tiles: str,
        *,
        weapon: str | None = None,
        armor: str | None = None,
        tonic: TonicOn | None = None,
        legal: bool = True,
    ) -> str:
        """Send in a word, and let the referee rule; returns the word that was put to the referee."""
        self.answer(seat, SpellWord(tuple(ids(tiles)), weapon, armor, tonic))
        put = self.referee(seat)
        assert isinstance(put, RuleOnWord)
        assert put.lexicon == self.state.lexicon
        self.playing.rule(seat, legal)
        sound(self.state)
        return put.word

    def claim(
        self, seat: int, words: int = 0, *, weapon: str | None = None, armor: str | None = None
    ) -> tuple[str, ...]:
        """Claim that there is no word, and let the referee count so many; returns the tiles put to the referee."""
        self.answer(seat, CannotSpell(weapon, armor))
        put = self.referee(seat)
        assert isinstance(put, CountWords)
        assert put.lexicon == self.state.lexicon
        self.playing.referee(seat, WordCount(words))
        sound(self.state)
        return put.tiles

    def referee(self, about: int) -> Decision[Any]:
        """What the referee is asked about a seat."""
        items = [item.decision for item in asked(self.playing.play) if getattr(item.decision, "about", None) == about]
        assert items, f"the referee isn't asked about seat {about}; open: {self.asked}"
        return items[0]

    def rule(self, about: int, *, legal: bool) -> None:
        self.playing.referee(about, Ruling(legal))

    def words(self, *words: str) -> None:
        """Every seat spells a legal word, in the order of seats; the empty word is a true claim."""
        for seat, tiles in enumerate(words):
            if tiles:
                self.spell(seat, tiles)
            else:
                self.claim(seat)

    # --- battle, town and refill

    def fight(
        self, seat: int, monster: str = "", *, wild: str = "", elixir: str | None = None, cloak: str | None = None
    ) -> None:
        """Battle a monster, unless it is the only one; `wild="a_6 fire"`, elixir and cloak set types where asked."""
        if monster:
            self.answer(seat, FightMonster(monster))
        if self.asked.get(seat) == "choose_types":
            words = ids(wild)
            pairs = zip(words[::2], words[1::2], strict=True)
            types = tuple(deal_as(f"{tile} {type_}") for tile, type_ in pairs)
            change = elixir and deal_as(elixir)
            self.answer(seat, SetTypes(types, change or None, deal_as(cloak) if cloak else None))
        else:
            unasked = [wild, elixir, cloak]
            assert not any(unasked), f"seat {seat} isn't asked for types {unasked}; open: {self.asked}"

    def draw(self, seat: int, decks: str) -> None:
        """Draw letters in one answer, `ccv`: two consonants and a vowel."""
        self.answer(seat, DrawLetters(decks.count("c"), decks.count("v")))

    # --- what became of it

    def events(self, *kinds: str) -> list[Any]:
        """All that was told since `forget`, or of some kinds, in order; to whom it was told is left out."""
        told = [told.event for told in self.playing.told[self.heard_so_far :]]
        return [event for event in told if not kinds or event.kind in kinds]

    def kinds(self, *kinds: str) -> list[str]:
        """The kinds of the events since `forget`, in order."""
        return [event.kind for event in self.events(*kinds)]

    def heard_by(self, audience: int | None, *kinds: str) -> list[Event]:
        """What an audience heard since `forget`."""
        told = [told.heard_by(audience) for told in self.playing.told[self.heard_so_far :]]
        return [event for event in told if event is not None and (not kinds or event.kind in kinds)]

    def forget(self) -> None:
        """Leave aside what was told so far."""
        self.heard_so_far = len(self.playing.told)

    def view(self, audience: int | None = None) -> SpellSmashersView:
        view = self.playing.play.view(audience)
        assert isinstance(view, SpellSmashersView)
        return view

    @property
    def audiences(self) -> tuple[int | None, ...]:
        return (*range(len(self.players)), None)

    @property
    def outcome(self) -> Outcome | None:
        return self.playing.play.outcome()

    def crest_of(self, monster: str) -> Crest:
        """The crest on which a monster stands."""
        [found] = [one for one in self.state.crests if one.monster == monster]
        return found

    @property
    def damage(self) -> int:
        """What the last word dealt."""
        damage: int = self.events("damage_counted")[-1].damage
        return damage


def pile(top: Sequence[str], box: Collection[str], out: Sequence[str], discards: list[str], *, only: bool) -> Deck:
    """A deck of all cards of a box that are nowhere else, with `top` to be drawn first.

    Where `only` says so, the rest lies among its discards.
    """
    rest = [card for card in sorted(box) if card not in {*top, *out, *discards}]
    if only:
        return Deck(list(reversed(top)), [*rest, *discards])
    return Deck([*rest, *reversed(top)], discards)


def deal_as(change: str) -> DealAs:
    tile, type_ = change.split()
    return DealAs(tile, type_)  # type: ignore[arg-type]
