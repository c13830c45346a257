"""The question for a word: what it may be made of, and why an answer is refused."""

from __future__ import annotations

from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Refusal, named
from service.games.kernel.values import value
from service.games.spell_smashers.cards import PrintedType, TileSort
from service.games.spell_smashers.gear import GEAR
from service.games.spell_smashers.tiles import TILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.games.kernel.chance import Chance
    from service.games.spell_smashers.cards import Slot
    from service.games.spell_smashers.state import Player, State

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHORTEST = 2


@value
class TonicOn:
    """Use the tonic: the letter at `place` of this tile, counted from 0, becomes `letter`, a capital."""

    tile: str
    place: int = field(metadata={"min": 0, "max": 2})
    letter: str


@value
class SpellWord(Choice):
    """Spell a word of these tiles, in order, with this gear active."""

    kind: ClassVar[str] = "spell_word"

    tiles: tuple[str, ...]
    weapon: str | None = None
    armor: str | None = None
    tonic: TonicOn | None = None


@value
class CannotSpell(Choice):
    """Claim that hand and trophies spell no legal word; the referee checks it. Gear is chosen all the same."""

    kind: ClassVar[str] = "cannot_spell"

    weapon: str | None = None
    armor: str | None = None


@value
class UsableTile:
    """Something that the word can be made of: its letters stay together and in this order."""

    tile: str
    letters: str
    damage: int
    type: PrintedType
    sort: TileSort


USABLE: MappingProxyType[str, UsableTile] = MappingProxyType(
    {tile.id: UsableTile(tile.id, tile.letters, tile.damage, tile.type, tile.sort) for tile in TILE.values()}
)


@value
class WordForm:
    """`spell_word` of these tiles, each once at most, or `cannot_spell`; a weapon, an armor, a tonic if held."""

    kind: ClassVar[str] = "word_form"

    tiles: tuple[UsableTile, ...]
    weapons: tuple[str, ...]
    armor: tuple[str, ...]
    tonic: bool

    def contains(self, choice: object) -> bool:
        return self.fault(choice) is None

    def listed(self) -> None:
        return None

    def sample(self, chance: Chance) -> SpellWord | CannotSpell:
        """Return any word, a short one more often than not, or now and then the claim that there is none."""
        weapon = chance.pick((None, *self.weapons)) if self.weapons else None
        armor = chance.pick((None, *self.armor)) if self.armor else None
        most = len(self.tiles)
        if chance.below(16) and most:
            count = 2 if chance.below(2) else 1 + chance.below(most)
            word = self._some_tiles(min(count, most), chance)
            if not too_short(word):
                tonic = self._some_tonic(word, chance) if self.tonic else None
                return SpellWord(tuple(word), weapon, armor, tonic)
        return CannotSpell(weapon, armor)

    def _some_tiles(self, count: int, chance: Chance) -> list[str]:
        left = list(self.tiles)
        word = []
        for last in range(len(left), len(left) - count, -1):
            word.append(left.pop(chance.below(last)).tile)
        return word

    def _some_tonic(self, word: Sequence[str], chance: Chance) -> TonicOn | None:
        if chance.below(2):
            return None
        tile = chance.pick(word)
        place = chance.below(len(TILE[tile].letters))
        return TonicOn(tile, place, chance.pick(ALPHABET.replace(TILE[tile].letters[place], "")))

    def pointer(self, choice: object) -> str:
        fault = self.fault(choice)
        return "/choice" if fault is None else fault.pointer

    def fault(self, choice: object) -> Refusal | None:
        """Return why a choice is refused, with the pointer to its fault; None for a legal one."""
        if not isinstance(choice, (SpellWord, CannotSpell)):
            return Refusal("SS-087", "Spell a word, or claim that you can't.", "/choice/kind")
        if choice.weapon is not None and choice.weapon not in self.weapons:
            return self._gear_fault("weapon", choice.weapon, self.weapons)
        if choice.armor is not None and choice.armor not in self.armor:
            return self._gear_fault("armor", choice.armor, self.armor)
        if isinstance(choice, SpellWord):
            found = self._word_fault(choice.tiles)
            if found is None and choice.tonic is not None:
                found = self._tonic_fault(choice.tiles, choice.tonic)
            return found
        return None

    def _gear_fault(self, slot: str, card: str, owned: tuple[str, ...]) -> Refusal:
        kind = "a weapon" if slot == "weapon" else "an armor"
        allowed = ", ".join(owned) or "none"
        return Refusal("SS-085", f"{named(card)} is not {kind} of yours; you own: {allowed}.", f"/choice/{slot}")

    def _word_fault(self, word: tuple[str, ...]) -> Refusal | None:
        left = [tile.tile for tile in self.tiles]
        for at, tile in enumerate(word):
            if tile not in left:
                used = "is already used" if tile in word[:at] else "is neither in your hand nor a trophy of yours"
                detail = f"{named(tile)} {used}; left for the word: {', '.join(left) or 'nothing'}."
                return Refusal("SS-087", detail, f"/choice/tiles/{at}")
            left.remove(tile)
        if too_short(word):
            return Refusal("SS-098", "A word has 2 letters or more.", "/choice/tiles")
        return None

    def _tonic_fault(self, word: tuple[str, ...], tonic: TonicOn) -> Refusal | None:
        if not self.tonic:
            return Refusal("SS-158", "You hold no tonic, so no letter can be changed.", "/choice/tonic")
        if tonic.tile not in word:
            detail = f"{named(tonic.tile)} is not in the word; the tonic changes a letter of one of its tiles."
            return Refusal("SS-158", detail, "/choice/tonic/tile")
        letters = TILE[tonic.tile].letters
        if not 0 <= tonic.place < len(letters):
            detail = f"{tonic.tile!r} has no letter at place {tonic.place}; it has places 0 to {len(letters) - 1}."
            return Refusal("SS-158", detail, "/choice/tonic/place")
        if len(tonic.letter) != 1 or tonic.letter not in ALPHABET or tonic.letter == letters[tonic.place]:
            detail = f"{named(tonic.letter)} can't replace {letters[tonic.place]!r}; another capital from A to Z can."
            return Refusal("SS-158", detail, "/choice/tonic/letter")
        return None


@value
class ChooseWord(Decision[SpellWord | CannotSpell]):
    """Which word to spell, and which gear to make active."""

    kind: ClassVar[str] = "prepare_word"
    prompt: ClassVar[str] = "Choose your gear and spell a word, or claim that you can't."
    offers: ClassVar[tuple[type[Choice], ...]] = (SpellWord, CannotSpell)
    form: ClassVar[type] = WordForm

    def refusal(self, choice: object) -> Refusal | None:
        """Return None for a legal choice, else which part of it is refused, and what would do."""
        assert isinstance(self.choices, WordForm)
        return self.choices.fault(choice)


OF_YOUR_TILES = Refusal("SS-087", "Spell a word of your tiles, each used once, or claim that you can't.")


def prepare_word(state: State, seat: int) -> ChooseWord:
    """Offer all that a player's word can be made of, and all the gear that he owns."""
    player = state.players[seat]
    tiles = tuple([USABLE[tile] for tile in player.hand + player.trophies])
    owned = owned_gear(player)
    weapons, armor = (of_slot("weapon", owned), of_slot("armor", owned)) if owned else ((), ())
    form = WordForm(tiles, weapons, armor, "tonic" in player.potions)
    return ChooseWord(seat, form, OF_YOUR_TILES)


def owned_gear(player: Player) -> list[str]:
    """Return all gear of a player, the active cards first."""
    return [*filter(None, (player.weapon, player.armor)), *player.stash]


def of_slot(slot: Slot, gear: Iterable[str]) -> tuple[str, ...]:
    """Return the cards that fit a slot."""
    return tuple([card for card in gear if GEAR[card].slot == slot])


def too_short(word: Sequence[str]) -> bool:
    """Tell whether tiles have fewer letters than a word; each has one at least."""
    return len(word) < SHORTEST and sum([len(TILE[tile].letters) for tile in word]) < SHORTEST


def letters_of(choice: SpellWord) -> str:
    """Return the letters of a word, as the tonic leaves them."""
    tonic = choice.tonic
    if tonic is None:
        return "".join([TILE[tile].letters for tile in choice.tiles])
    return "".join(
        tile.letters
        if tile.id != tonic.tile
        else tile.letters[: tonic.place] + tonic.letter + tile.letters[tonic.place + 1 :]
        for tile in map(TILE.__getitem__, choice.tiles)
    )
