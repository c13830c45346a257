"""A spell that a bot casts in its head: the verbs of a cast, answered by what can be expected.

The cards' own effects act on it, so that a bot knows no card by name. What a bot can't see, a card to be drawn or a
die, is worth what it is on the average; a Power Roll is carried out in each of its bands, by how likely it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from service.games.epic_spell_wars.components import COMPONENT
from service.games.epic_spell_wars.heroes import MOST_HP
from service.games.epic_spell_wars.targets import aim
from service.games.epic_spell_wars.treasures import TREASURE

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Mapping, Sequence

    from service.games.epic_spell_wars.cards import ComponentType, Glyph, SpellComponent
    from service.games.epic_spell_wars.view import EpicSpellWarsView

T = TypeVar("T")
Seats = tuple[int, ...]

KILL = 6.0
"""What it is worth, in HP taken off a foe, to kill him."""
DEATH = -15.0
"""What the own death is worth."""
HURT = -1.1
"""What it is worth to lose an HP; a gained one is worth as little as this is bad, but for the sign."""
TREASURE_GAINED = 2.5
TREASURE_OF_FOE = -1.0
"""What another's Treasure is worth; its loss is worth as much, but for the sign."""
CARD_ADDED = 2.5
"""What an unknown card in the spell is worth; Wild Magic is one."""
CARD_REVEALED = 0.8
CARD_LOST = -0.4
DEAD_WIZARD_CARD = 1.5
WAITING_CARD_LOST = 2.0
"""What it is worth that a foe loses a card of a spell that waits."""

AVERAGE_DIE = 4


@lru_cache(maxsize=256)
def bands(dice: int, added: int) -> tuple[float, float, float]:
    """Return how likely a Power Roll of so many dice ends at 1 to 4, 5 to 9, 10 and more."""
    sums: dict[int, int] = {added: 1}
    for _ in range(dice):
        sums = _one_more_die(sums)
    ways = sum(sums.values())
    low = sum(count for total, count in sums.items() if total <= 4) / ways
    high = sum(count for total, count in sums.items() if total >= 10) / ways
    return low, 1 - low - high, high


def _one_more_die(sums: Mapping[int, int]) -> dict[int, int]:
    spread: dict[int, int] = {}
    for total, count in sums.items():
        for face in range(1, 7):
            spread[total + face] = spread.get(total + face, 0) + count
    return spread


def finished(flow: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never has to wait, and return what it returns."""
    try:
        flow.send(None)
    except StopIteration as ended:
        result: T = ended.value
        return result
    flow.close()
    raise AssertionError("An imagined spell asks nobody.")


class Row:
    """A card in an imagined spell."""

    __slots__ = ("card", "slot")

    def __init__(self, card: str, slot: ComponentType) -> None:
        self.card = card
        self.slot = slot


class ImaginedRoll:
    """A Power Roll that has come to one of its bands."""

    __slots__ = ("card", "cast", "dice", "place", "targets")

    def __init__(self, cast: Imagined, card: SpellComponent, targets: Seats) -> None:
        self.cast = cast
        self.card = card
        self.targets = targets
        self.dice: list[int] = []
        self.place = 0

    @property
    def low(self) -> bool:
        return self.place == 0

    @property
    def middle(self) -> bool:
        return self.place == 1

    @property
    def high(self) -> bool:
        return self.place == 2

    def band(self, *values: T) -> T:
        return values[self.place]


class Imagined:
    """A spell of `seat` in his head; `worth` is what it has come to so far, in HP taken off foes.

    `option`: what is named where a card has several effects; left out, the first of them.
    """

    def __init__(self, view: EpicSpellWarsView, seat: int, spell: Sequence[Row], option: str = "") -> None:
        self.view = view
        self.caster = seat
        self.me: Seats = (seat,)
        self.spell = list(spell)
        self.wild_magic_played = sum(row.card not in COMPONENT for row in spell)
        self.option = option
        self.at_each_foe = False
        self.worth = 0.0
        self.likely = 1.0
        self.by = ""
        self.acting: SpellComponent = next(iter(COMPONENT.values()))
        self._hp = [wizard.hp for wizard in view.wizards]
        self._treasures = [len(wizard.treasures) for wizard in view.wizards]
        seats = len(view.wizards)
        order = ((seat + step) % seats for step in range(1, seats))
        self._foes: Seats = tuple(other for other in order if self._hp[other] > 0)

    @property
    def over(self) -> bool:
        """The caster is dead, or all his foes are: nothing more is done."""
        return self._hp[self.caster] <= 0 or not self.foes()

    def add(self, worth: float) -> None:
        """Count something, by how likely it is."""
        self.worth += self.likely * worth

    def resolve(self, card: str) -> None:
        """Let a card of the spell act; what can't be known of it is worth an average card."""
        if self.over:
            return
        if card not in COMPONENT:
            self.add(CARD_ADDED)
            return
        self.by = card
        self.acting = COMPONENT[card]
        finished(self.carry_out(self.acting))

    async def carry_out(self, text: SpellComponent) -> None:
        cast: Any = self
        if text.target is None:
            if text.effect is not None:
                await text.effect(cast)
        elif text.rolled is not None:
            roll: Any = ImaginedRoll(self, self.acting, await aim(cast, text))
            await self._in_bands(text, roll, bands(*self._strength(roll)))

    async def _in_bands(self, text: SpellComponent, roll: Any, likely: tuple[float, float, float]) -> None:
        """Carry a text out in each band; the likeliest of them is what later cards find."""
        assert text.rolled is not None
        cast: Any = self
        found, before = (self._hp, self._treasures), self.likely
        left = found
        for place in range(len(likely)):
            if likely[place]:
                self._hp, self._treasures, self.likely = list(found[0]), list(found[1]), before * likely[place]
                roll.place = place
                await text.rolled(cast, roll)
                if likely[place] == max(likely):
                    left = (self._hp, self._treasures)
        (self._hp, self._treasures), self.likely = left, before

    def _strength(self, roll: Any) -> tuple[int, int]:
        """Return how many dice a Power Roll has, and what is added to it."""
        mine = self.view.wizards[self.caster]
        dice = self.count_glyph(self.acting.glyph) + len(mine.bonus_dice)
        added = 0
        for treasure in (TREASURE[id] for id in mine.treasures):
            dice += treasure.adds_dice(roll, self.caster) if treasure.adds_dice is not None else 0
            added += treasure.adds_to_total(roll, self.caster) if treasure.adds_to_total is not None else 0
        return min(dice, 12), added

    def foes(self) -> Seats:
        return tuple([foe for foe in self._foes if self._hp[foe] > 0])

    def wizards(self) -> Seats:
        return (self.caster, *self.foes())

    def dead(self) -> int:
        return sum(hp <= 0 for hp in self._hp)

    def left_foe(self) -> Seats:
        return self.foes()[:1]

    def right_foe(self) -> Seats:
        return self.foes()[-1:]

    def left_and_right_foe(self) -> Seats:
        foes = self.foes()
        return foes if len(foes) < 2 else (foes[0], foes[-1])

    def adjacent(self, seat: int) -> Seats:
        order = [other for other in (*range(seat + 1, len(self._hp)), *range(seat)) if self._hp[other] > 0]
        return tuple(order if len(order) < 2 else (order[0], order[-1]))

    def random_foe(self) -> Seats:
        return self.foes()[-1:]

    async def strongest(self, among: Iterable[int]) -> Seats:
        return tuple(sorted(among, key=lambda seat: -self._hp[seat])[:1])

    async def weakest(self, among: Iterable[int]) -> Seats:
        return tuple(sorted(among, key=lambda seat: self._hp[seat])[:1])

    async def choose_foe(self) -> Seats:
        return await self.weakest(self.foes())

    async def choose_wizard(self) -> Seats:
        return await self.weakest(self.foes())

    async def choose_one(self, *options: str) -> str:
        return self.option or options[0]

    def hp(self, seat: int) -> int:
        return self._hp[seat]

    def lives(self, seat: int) -> bool:
        return self._hp[seat] > 0

    def treasures(self, seat: int) -> int:
        return self._treasures[seat]

    def tokens(self, seat: int) -> int:
        return self.view.wizards[seat].tokens

    def has_acted(self, seat: int) -> bool:
        return self.view.wizards[seat].acted

    async def damage(self, seats: Iterable[int], amount: int) -> None:
        await self.damage_each(dict.fromkeys(seats, amount))

    async def damage_each(self, amounts: Mapping[int, int]) -> None:
        for seat, amount in amounts.items():
            taken = min(amount, self._hp[seat])
            if taken > 0:
                self._hp[seat] -= taken
                killed = not self._hp[seat]
                if seat == self.caster:
                    self.add(HURT * taken + killed * DEATH)
                else:
                    self.add(taken + killed * KILL)

    def heal(self, seats: Iterable[int], amount: int) -> None:
        for seat in seats:
            gained = min(amount, MOST_HP - self._hp[seat])
            self.add(-HURT * gained if seat == self.caster else -gained)

    def gain_treasure(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self._treasures[seat] += 1
            self.add(TREASURE_GAINED if seat == self.caster else TREASURE_OF_FOE)

    async def draw_dead_wizard(self, seats: Iterable[int]) -> None:
        self.add(DEAD_WIZARD_CARD)

    def each_rolls(self, seats: Iterable[int], caster_adds: int = 0) -> dict[int, int]:
        return {seat: AVERAGE_DIE + (caster_adds if seat == self.caster else 0) for seat in seats}

    def roll_dice(self, count: int) -> list[int]:
        return [AVERAGE_DIE] * (count - 1)

    def design_of(self, card: str) -> str | None:
        return COMPONENT[card].id if card in COMPONENT else None

    def type_of(self, card: str) -> ComponentType | None:
        return COMPONENT[card].type if card in COMPONENT else None

    def glyph_of(self, card: str) -> Glyph | None:
        return COMPONENT[card].glyph if card in COMPONENT else None

    def glyphs(self) -> list[Glyph]:
        held = [TREASURE[treasure].glyph for treasure in self.view.wizards[self.caster].treasures]
        cards = [COMPONENT[row.card].glyph for row in self.spell if row.card in COMPONENT]
        return [*cards, *(glyph for glyph in held if glyph is not None)]

    def distinct_glyphs(self) -> int:
        return len(set(self.glyphs()))

    def count_glyph(self, glyph: Glyph) -> int:
        return self.glyphs().count(glyph)

    def reveal_main(self, count: int) -> list[str]:
        self.add(CARD_REVEALED * count)
        return []

    def add_to_spell(self, cards: Iterable[str]) -> None:
        self.add(CARD_ADDED * len(list(cards)))

    def discard_revealed(self) -> None:
        pass

    def random_from_hand(self) -> list[str]:
        return list(self.view.hand or ())[:1]

    async def may_choose_from_hand(self) -> list[str]:
        return self.random_from_hand()

    async def may_use(self, card: str, seat: int) -> bool:
        return True

    async def discard_from_hand(self, count: int) -> None:
        self.add(CARD_LOST * count)

    async def copy_text(self, *types: ComponentType) -> None:
        for row in self.spell:
            if row.slot in types and row.card in COMPONENT and row.card != self.by:
                await self.carry_out(COMPONENT[row.card])
                return

    def aim_deliveries_at_each_foe(self) -> None:
        self.at_each_foe = True

    def add_dice_this_round(self, count: int) -> None:
        self.add(CARD_REVEALED * count)

    async def discard_from_spell(self, seats: Iterable[int], slot: ComponentType) -> None:
        self.add(WAITING_CARD_LOST * len(list(seats)))

    async def take_from_spell(self, seat: int, slot: ComponentType) -> None:
        self.add(WAITING_CARD_LOST + CARD_ADDED)

    async def steal_treasure(self, seats: Iterable[int], *, optional: bool = False) -> None:
        if any(self._treasures[seat] for seat in seats):
            self.add(TREASURE_GAINED - TREASURE_OF_FOE)

    async def destroy_treasure(self, seats: Iterable[int]) -> None:
        for seat in seats:
            if self._treasures[seat]:
                self.add(-TREASURE_GAINED if seat == self.caster else -TREASURE_OF_FOE)

    async def offer_to_lose_treasure(self, seat: int) -> str | None:
        return None
