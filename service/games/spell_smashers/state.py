"""The full truth of a match of Spell Smashers. Of every deck and stack the last card is the top."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from service.games.kernel.game import Options
from service.games.spell_smashers.cards import DamageType, Potion

Lexicon = Literal["family", "standard", "large"]
Phase = Literal[
    "setup", "words", "redraw", "words_again", "battle", "town_quests", "visit", "refill", "last_antidotes", "wave"
]  # fmt: skip
Ending = Literal["", "seven_rounds", "town_saved", "town_overrun", "town_leveled", "round_cap"]
Difficulty = Literal["standard", "advanced", "extreme"]
BossChoice = Literal[
    "random", "insatiable_vulture", "unyielding_colossus", "mercurial_basilisk", "tyrannical_warlord"
]  # fmt: skip

ROUNDS = 7
HAND_SIZE = 7
SOLO_ROUND_CAP = 40
ALONE = range(1, 2)
TOGETHER = range(2, 6)
CLOCKWISE: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple((*range(marker, seats), *range(marker)) for marker in range(seats)) for seats in range(TOGETHER.stop)
)
"""The seats in order, by how many there are and which is the first."""


@dataclass(frozen=True, slots=True)
class SpellSmashersOptions(Options):
    """`lexicon` settles which words are legal. `marker` is the seat that takes the tiebreaker marker first.

    Absent, it is drawn; a number beyond the last seat is counted on around the table. `hints`: players may ask for the
    best words of their tiles; play is the same.

    With one seat the town is defended alone: there is no marker, but a `difficulty` (standard), a `boss` (random) and a
    `round_cap` (40), after which the town is lost.
    """

    lexicon: Lexicon = "standard"
    marker: int | None = field(default=None, metadata={"min": 0, "max": 4, "seats": TOGETHER})
    hints: bool = False
    difficulty: Difficulty | None = field(default=None, metadata={"seats": ALONE, "absent": "standard"})
    boss: BossChoice | None = field(default=None, metadata={"seats": ALONE, "absent": "random"})
    round_cap: int | None = field(
        default=None, metadata={"min": 7, "max": 100, "seats": ALONE, "absent": SOLO_ROUND_CAP}
    )


@dataclass(frozen=True, slots=True)
class TonicUsed:
    """One letter of one tile of a word becomes another: `place` counts from 0 within the tile."""

    tile: str
    place: int
    letter: str


@dataclass(slots=True)
class Word:
    """What a player has prepared: tiles in order, none where he claims that he can't spell, and the gear of the round.

    `letters` are capitals, as the tonic leaves them. Hidden until `State.revealed`; the cards stay in hand (trophies
    in their row) until the battle discards them.
    """

    tiles: list[str]
    letters: str
    weapon: str
    armor: str
    tonic: TonicUsed | None = None


@dataclass(slots=True)
class Player:
    """One player. `weapon` and `armor` are the active gear, empty where there is none; `stash` is the rest of it.

    `hand` holds letters and wounds, `quests` the incomplete ones. `word` is None before it is prepared, and again once
    it is played out.
    """

    coins: int = 0
    ale: int = 0
    hand: list[str] = field(default_factory=list)
    trophies: list[str] = field(default_factory=list)
    weapon: str = ""
    armor: str = ""
    stash: list[str] = field(default_factory=list)
    quests: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    potions: list[Potion] = field(default_factory=list)
    word: Word | None = None


@dataclass(slots=True)
class Crest:
    """A place in the monster row; `monster` is empty while nothing stands there, `modifier` where none was left.

    `coins` are its health, `hurt` tells whether it ever lost one. `gear` is the hidden card that it guards, or empty.
    """

    monster: str = ""
    modifier: str = ""
    coins: int = 0
    ale: int = 0
    gear: str = ""
    hurt: bool = False


@dataclass(slots=True)
class Deck:
    """A deck and its discard pile, which lies face up; the last card of either is on top."""

    cards: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """The points of one player by category; `wounds` is 0 or below."""

    trophies: int
    gear: int
    quests: int
    ale: int
    coins: int
    wounds: int
    total: int


@dataclass(frozen=True, slots=True)
class SoloPoints:
    """The victory points of a town saved, by category."""

    trophies: int
    buildings: int
    gear: int
    coins: int
    difficulty: int
    total: int


@dataclass(slots=True)
class Zone:
    """A quarter of the solo town, with one monster inside town (on the building) and one outside at most.

    `destroyed` is the building; `wound` is the card that marks it, empty where none was left.
    """

    inside: Crest = field(default_factory=Crest)
    outside: Crest = field(default_factory=Crest)
    destroyed: bool = False
    wound: str = ""


@dataclass(slots=True)
class Solo:
    """What the solo game adds. Monsters stand in `zones` (zone 1 first) as they do on crests, the boss among them.

    `arriving` has been drawn and isn't placed yet. `spent` are trophies face down. Of the monster stack the player
    knows the top `foreseen` tiles. `resists` is the damage type that the boss has learned to resist.
    """

    difficulty: Difficulty
    boss: str
    round_cap: int
    zones: list[Zone]
    arriving: Crest = field(default_factory=Crest)
    spent: list[str] = field(default_factory=list)
    foreseen: int = 0
    resists: DamageType | Literal[""] = ""
    points: SoloPoints | None = None

    def monsters(self) -> list[Crest]:
        """Return all monsters in play, zone by zone, of each the one inside town first."""
        return [crest for zone in self.zones for crest in (zone.inside, zone.outside) if crest.monster]

    def standing(self, monster: str) -> Crest:
        """Return where a monster in play stands."""
        return next(crest for crest in self.monsters() if crest.monster == monster)

    def boss_in_play(self) -> bool:
        """Tell whether the boss has come."""
        return any(crest.monster == self.boss for crest in self.monsters())


@dataclass(slots=True)
class State:
    """`marker` is the seat that holds the tiebreaker marker.

    `place` counts the seats that are done in phases of one seat each: in `order` in battle, of `claimants` in the
    redraw, clockwise from the marker in visits and the refill. `order` is that of initiative, fixed at the reveal.
    `removed` are the tiles that went out of the game; `stock` are the potions at the ALCHEMIST. `solo` is there with
    one player, who has no use for `marker`, `crests` and `quests`.
    """

    lexicon: Lexicon
    players: list[Player]
    marker: int
    crests: list[Crest]
    stock: dict[Potion, int]
    consonants: Deck = field(default_factory=Deck)
    vowels: Deck = field(default_factory=Deck)
    wounds: Deck = field(default_factory=Deck)
    modifiers: Deck = field(default_factory=Deck)
    monsters: list[str] = field(default_factory=list)
    quests: list[str] = field(default_factory=list)
    gear: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    phase: Phase = "setup"
    round: int = 1
    place: int = 0
    revealed: bool = False
    claimants: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    ending: Ending = ""
    winners: list[int] = field(default_factory=list)
    scores: list[VictoryPoints] = field(default_factory=list)
    solo: Solo | None = None

    def clockwise(self) -> tuple[int, ...]:
        """Return all seats, the holder of the marker first."""
        return CLOCKWISE[len(self.players)][self.marker]

    def next_clockwise(self) -> int:
        """Return the seat that `place` counts to from the holder of the marker."""
        return (self.marker + self.place) % len(self.players)
