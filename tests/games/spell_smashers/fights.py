"""One battle for tests of cards: say what matters, and read what became of it.

    fight = battle("s_1 p_1 i_1 r_1 e_1", "centaur", "rash")
    assert (fight.damage, fight.me.trophies) == (11, ["centaur"])

Tiles go by their ids. All that the rules ask must be scripted, in order, and all that is scripted must be asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from service.games.kernel.chance import SeededChance
from service.games.kernel.decisions import Choice, Decision
from service.games.kernel.events import Event, Told
from service.games.kernel.phase import PhaseRun
from service.games.kernel.table import Table
from service.games.spell_smashers.cards import Potion
from service.games.spell_smashers.game import SpellSmashers
from service.games.spell_smashers.state import Crest, Deck, Player, State, Word
from service.games.spell_smashers.tiles import TILE

GAME = SpellSmashers()
WOUND_DECK = ("wound_aw", "wound_gg", "wound_ff", "wound_gn", "wound_mb", "wound_nk", "wound_pt", "wound_ui")


@dataclass
class Fight:
    """What one phase showed: its events, the state after it, and the decisions that were asked."""

    state: State
    told: list[Told]
    asked: list[Decision[Any]] = field(default_factory=list)
    seat: int = 0

    @property
    def me(self) -> Player:
        return self.state.players[self.seat]

    @property
    def damage(self) -> int:
        """The whole damage that the word dealt."""
        (counted,) = self.of("damage_counted")
        total: int = counted.damage
        return total

    @property
    def bonuses(self) -> dict[str, int]:
        """What gear added to the damage."""
        (counted,) = self.of("damage_counted")
        return {bonus.gear: bonus.damage for bonus in counted.bonuses}

    @property
    def attack(self) -> int:
        """The strength with which the monster struck, before armor."""
        (suffered,) = self.of("wounds_suffered")
        strength: int = suffered.attack
        return strength

    @property
    def wounds(self) -> int:
        """How many wounds were drawn."""
        (suffered,) = self.of("wounds_suffered")
        drawn: int = suffered.wounds
        return drawn

    def gained(self, source: str) -> int:
        """The coins that a source gave."""
        return sum(event.coins for event in self.of("coins_gained") if event.source == source)

    def of(self, kind: str) -> list[Any]:
        """The events of a kind, in order."""
        return [told.event for told in self.told if told.event.kind == kind]

    @property
    def kinds(self) -> list[str]:
        return [told.event.kind for told in self.told]

    def heard(self, audience: int | None) -> list[Event]:
        """What an audience heard, in order."""
        return [event for told in self.told if (event := told.heard_by(audience)) is not None]


def ids(cards: str) -> list[str]:
    return cards.split()


def battle(
    tiles: str,
    monster: str = "centaur",
    modifier: str = "",
    *answers: Choice,
    health: int = 50,
    hurt: bool = False,
    letters: str = "",
    weapon: str = "",
    armor: str = "",
    hand: str = "",
    trophies: str = "",
    quests: str = "",
    completed: str = "",
    potions: Sequence[Potion] = (),
    other: Player | None = None,
    place: int = 0,
    of: int = 1,
    wounds: Sequence[str] = WOUND_DECK,
    crest: Crest | None = None,
    gear: str = "",
) -> Fight:
    """Let seat 0 fight with a word of `tiles`, in the `place` of so many (`of`) who have a word.

    The monster has `health` left. `letters`: the word where a tonic changed it. `hand`: what the word leaves there.
    """
    word = ids(tiles)
    spelled = letters or "".join(TILE[tile].letters for tile in word)
    me = Player(
        hand=[tile for tile in word if TILE[tile].sort != "trophy"] + ids(hand),
        trophies=[tile for tile in word if TILE[tile].sort == "trophy"] + ids(trophies),
        weapon=weapon,
        armor=armor,
        quests=ids(quests),
        completed=ids(completed),
        potions=list(potions),
        word=Word(word, spelled, weapon, armor),
    )
    rival = other or Player()
    order = [0, 1] if (place, of) == (0, 2) else [1, 0] if of == 2 else [0]
    if of == 2:
        rival.word = Word(["x_1", "o_5"], "XO", "", "")
        rival.hand += ["x_1", "o_5"]
    state = bare(me, rival)
    state.crests = [crest or Crest(monster, modifier, health, hurt=hurt)]
    state.wounds = Deck(list(reversed(wounds)))
    state.gear = ids(gear)
    state.phase, state.place, state.order, state.revealed = "battle", place, order, True
    return played(state, *answers)


def bare(*players: Player) -> State:
    """Players at a table with letters and quests, and nothing else; seat 0 holds the marker."""
    return State(
        lexicon="standard",
        players=list(players),
        marker=0,
        crests=[],
        stock={"elixir": 5, "antidote": 5, "tonic": 5},
        consonants=Deck(["b_1", "b_2", "c_2", "c_3", "g_3", "h_3", "k_1", "l_3"]),
        vowels=Deck(["u_1", "u_2", "u_3"]),
    )


def played(state: State, *answers: Choice, seat: int = 0, first: Choice | None = None) -> Fight:
    """Play the phase that the state names; whoever is asked answers from the script.

    `first` is an interrupt of `seat`, made before the first answer.
    """
    table = Table(state, SeededChance(bytes(32)), [])
    run = PhaseRun(GAME, table, 1, tuple(0 for _ in state.players))
    script = list(answers)
    assert table.told is not None
    fight = Fight(state, table.told, seat=seat)
    run.begin()
    if first is not None:
        (interrupt,) = GAME.interrupts(state, seat)
        assert interrupt.refusal(first) is None, f"{first!r} is refused"
        run.interrupt(seat, first)
    while run.questions:
        question = run.questions[0]
        fight.asked.append(question.decision)
        assert script, f"{question.decision!r} is asked and not scripted"
        choice = script.pop(0)
        refusal = question.decision.refusal(choice)
        assert refusal is None, f"{choice!r} is refused: {refusal}"
        run.answer(question, choice)
    assert run.done
    assert not script, f"{script} was never asked for"
    return fight
