"""What happens in a match of Spell Smashers outside the town, told so that a client can show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from service.games.kernel.events import Event
from service.games.spell_smashers.cards import DamageType, Potion
from service.games.spell_smashers.state import TonicUsed

ShuffledDeck = Literal["consonant", "vowel", "wound", "modifier"]
SkipReason = Literal["no_word", "no_monster"]


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """A round began: gear is chosen and words are prepared, in secret."""

    kind: ClassVar[str] = "round_opened"

    round: int


@dataclass(frozen=True, slots=True)
class TiebreakerTaken(Event):
    """A player holds the tiebreaker marker from now on."""

    kind: ClassVar[str] = "tiebreaker_taken"

    seat: int


@dataclass(frozen=True, slots=True)
class MonsterEntered(Event):
    """A monster entered the row with so many coins as health; without a modifier where no card was left."""

    kind: ClassVar[str] = "monster_entered"

    crest: int
    monster: str
    health: int
    modifier: str | None = None


@dataclass(frozen=True, slots=True)
class AlePoured(Event):
    """Ale was put on a monster's crest, where there is so much now."""

    kind: ClassVar[str] = "ale_poured"

    crest: int
    monster: str
    ale: int


@dataclass(frozen=True, slots=True)
class GearHidden(Event):
    """A monster guards what lay on top of the gear deck; nobody sees which card it is."""

    kind: ClassVar[str] = "gear_hidden"

    crest: int
    monster: str


@dataclass(frozen=True, slots=True)
class HealthAdded(Event):
    """Another monster's modifier added coins to a monster, which has so many now."""

    kind: ClassVar[str] = "health_added"

    crest: int
    monster: str
    by: str
    coins: int
    health: int


@dataclass(frozen=True, slots=True)
class PileReshuffled(Event):
    """A deck had run out, and its discard pile became the new one."""

    kind: ClassVar[str] = "pile_reshuffled"

    deck: ShuffledDeck
    cards: int


@dataclass(frozen=True, slots=True)
class LettersDrawn(Event):
    """A player drew letter cards; only he is told which."""

    kind: ClassVar[str] = "letters_drawn"

    seat: int
    consonants: int
    vowels: int
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class WordRefused(Event):
    """The referee does not know the word; its owner alone hears of it and is asked again."""

    kind: ClassVar[str] = "word_refused"

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class ClaimRefused(Event):
    """The referee found words where a player claimed that there is none; he alone hears how many."""

    kind: ClassVar[str] = "claim_refused"

    seat: int
    words: int


@dataclass(frozen=True, slots=True)
class ClaimsMade(Event):
    """These players can't spell a word: clockwise, each shows the hand and draws anew."""

    kind: ClassVar[str] = "claims_made"

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandLaidOpen(Event):
    """A player shows the hand that spells no word."""

    kind: ClassVar[str] = "hand_laid_open"

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TilesDiscarded(Event):
    """Letter and wound cards of a player went to their discard piles."""

    kind: ClassVar[str] = "tiles_discarded"

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordShown:
    """A player's gear of the round and his word, with its number of letters; no word where he could spell none."""

    seat: int
    weapon: str | None = None
    armor: str | None = None
    word: str | None = None
    length: int | None = None
    tiles: tuple[str, ...] | None = None
    tonic: TonicUsed | None = None


@dataclass(frozen=True, slots=True)
class WordsRevealed(Event):
    """All words and active gear were revealed at once."""

    kind: ClassVar[str] = "words_revealed"

    words: tuple[WordShown, ...]


@dataclass(frozen=True, slots=True)
class InitiativePlace:
    """A player and the initiative of the word."""

    seat: int
    initiative: int


@dataclass(frozen=True, slots=True)
class InitiativeSet(Event):
    """The battles of this round are fought in this order."""

    kind: ClassVar[str] = "initiative_set"

    order: tuple[InitiativePlace, ...]


@dataclass(frozen=True, slots=True)
class BattleSkipped(Event):
    """A player fights no battle this round: without a word, or with no monster left."""

    kind: ClassVar[str] = "battle_skipped"

    seat: int
    reason: SkipReason


@dataclass(frozen=True, slots=True)
class MonsterChosen(Event):
    """A player battles this monster."""

    kind: ClassVar[str] = "monster_chosen"

    seat: int
    crest: int
    monster: str


@dataclass(frozen=True, slots=True)
class GearDisarmed(Event):
    """A player lost an active gear card, which went under the gear deck."""

    kind: ClassVar[str] = "gear_disarmed"

    seat: int
    gear: str


@dataclass(frozen=True, slots=True)
class PotionUsed(Event):
    """A player used a potion, which went back to the ALCHEMIST."""

    kind: ClassVar[str] = "potion_used"

    seat: int
    potion: Potion


@dataclass(frozen=True, slots=True)
class TileType:
    """A tile of a word and the damage type it deals in this battle."""

    tile: str
    type: DamageType


@dataclass(frozen=True, slots=True)
class TypesChosen(Event):
    """A player gave his wild cards their types, and changed those of others."""

    kind: ClassVar[str] = "types_chosen"

    seat: int
    wild: tuple[TileType, ...]
    elixir: TileType | None = None
    cloak: TileType | None = None


@dataclass(frozen=True, slots=True)
class TileDamage:
    """What one tile of the word dealt: its printed damage times 0 (Resistance), 1, or 2 (Weakness)."""

    tile: str
    type: DamageType
    printed: int
    factor: int
    damage: int


@dataclass(frozen=True, slots=True)
class GearBonus:
    """What a gear card, or the Starting Stick, added to the total."""

    gear: str
    damage: int


@dataclass(frozen=True, slots=True)
class DamageCounted(Event):
    """A word struck a monster: all its tiles and gear, the total, and the health that the monster had before."""

    kind: ClassVar[str] = "damage_counted"

    seat: int
    monster: str
    tiles: tuple[TileDamage, ...]
    bonuses: tuple[GearBonus, ...]
    damage: int
    health: int


@dataclass(frozen=True, slots=True)
class CoinsGained(Event):
    """A player gained coins: `source` is `crest`, or the gear card that gave them."""

    kind: ClassVar[str] = "coins_gained"

    seat: int
    coins: int
    source: str


@dataclass(frozen=True, slots=True)
class AleGained(Event):
    """A player gained ale: `source` is `crest`, `tavern`, or the gear card that gave it."""

    kind: ClassVar[str] = "ale_gained"

    seat: int
    ale: int
    source: str


@dataclass(frozen=True, slots=True)
class GearClaimed(Event):
    """A player was the first to damage a monster, and put the gear card that it guarded into the stash."""

    kind: ClassVar[str] = "gear_claimed"

    seat: int
    gear: str


@dataclass(frozen=True, slots=True)
class MonsterDefeated(Event):
    """A player took a monster's last coin: its tile is a trophy, its modifier is discarded."""

    kind: ClassVar[str] = "monster_defeated"

    seat: int
    crest: int
    monster: str


@dataclass(frozen=True, slots=True)
class WoundsSuffered(Event):
    """A player drew wound cards; only he is told which. `attack` is the strength of the monster before armor."""

    kind: ClassVar[str] = "wounds_suffered"

    seat: int
    monster: str
    attack: int
    wounds: int
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class QuestCompleted(Event):
    """A player completed a quest in battle."""

    kind: ClassVar[str] = "quest_completed"

    seat: int
    quest: str
    vp: int


EVENTS: tuple[type[Event], ...] = (
    RoundOpened,
    TiebreakerTaken,
    MonsterEntered,
    AlePoured,
    GearHidden,
    HealthAdded,
    PileReshuffled,
    LettersDrawn,
    WordRefused,
    ClaimRefused,
    ClaimsMade,
    HandLaidOpen,
    TilesDiscarded,
    WordsRevealed,
    InitiativeSet,
    BattleSkipped,
    MonsterChosen,
    GearDisarmed,
    PotionUsed,
    TypesChosen,
    DamageCounted,
    CoinsGained,
    AleGained,
    GearClaimed,
    MonsterDefeated,
    WoundsSuffered,
    QuestCompleted,
)
