"""Power Rolls: targets first, then dice, rerolls, what is added, and the band that is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

from service.games.epic_spell_wars import decisions, dice_events
from service.games.epic_spell_wars.moments import held, held_by_foes, let_act
from service.games.epic_spell_wars.targets import aim

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.games.epic_spell_wars.cards import SpellComponent
    from service.games.epic_spell_wars.casting import Cast
    from service.games.epic_spell_wars.state import Seats

    Bonus = tuple[str, int]

T = TypeVar("T")

LOW_UP_TO = 4
MIDDLE_UP_TO = 9


class PowerRoll:
    """One Power Roll. `card` is the component that rolls: its glyph and type count, even if it does another's text.

    `dice` are as they lie, `total` has what cards add, and is the sum of the dice until then.
    """

    __slots__ = ("card", "cast", "dice", "targets", "total")

    def __init__(self, cast: Cast, card: SpellComponent, targets: Seats) -> None:
        self.cast = cast
        self.card = card
        self.targets = targets
        self.dice: list[int] = []
        self.total = 0

    @property
    def low(self) -> bool:
        """The result is 4 or less."""
        return self.total <= LOW_UP_TO

    @property
    def middle(self) -> bool:
        """The result is 5 to 9."""
        return LOW_UP_TO < self.total <= MIDDLE_UP_TO

    @property
    def high(self) -> bool:
        """The result is 10 or more."""
        return self.total > MIDDLE_UP_TO

    def band(self, low: T, middle: T, high: T) -> T:
        """Return what stands at the result."""
        total = self.total
        return low if total <= LOW_UP_TO else middle if total <= MIDDLE_UP_TO else high

    def reroll(self, places: Iterable[int]) -> None:
        """Roll the dice at these places (from 0) again."""
        places = tuple(places)
        for place in places:
            self.dice[place] = self.cast.table.chance.roll(6)
        self.total = sum(self.dice)
        if places:
            cast = self.cast
            cast.table.tell(dice_events.PowerDiceRerolled, cast.caster, cast.by, places, tuple(self.dice))

    async def may_pick_die(self, owner: int) -> tuple[int, ...]:
        """Let a wizard name one of the dice by its place, or none."""
        choice = await self.cast.table.ask(owner, decisions.die_for(self.cast.by, self.dice))
        return (choice.die,) if isinstance(choice, decisions.NameDie) else ()


async def roll_for(cast: Cast, text: SpellComponent) -> None:
    """Make the Power Roll that `text` asks for, as the card that is acting, and do what its band says."""
    card, by = cast.acting, cast.by
    assert card is not None
    table = cast.table
    roll = PowerRoll(cast, card, await aim(cast, text))
    dice = dice_of(roll)
    table.tell(power_roll_began, roll, text, dice)
    chance = table.chance
    roll.dice = [chance.roll(6) for _, amount in dice for _ in range(amount)]
    roll.total = sum(roll.dice)
    table.tell(dice_events.PowerDiceRolled, cast.caster, by, tuple(roll.dice))
    bonuses: list[Bonus] = []
    if cast.wizard.treasures:  # Nothing else rolls dice again, or adds to what they show.
        await let_act(cast, held(cast.state, cast.caster, "rerolls"), roll)
        cast.by = by
        bonuses = bonuses_of(roll)
        roll.total += sum([amount for _, amount in bonuses])
    table.tell(power_roll_final, roll, bonuses)
    roll_is_final(roll)
    cast.by = by
    if text.rolled is not None:
        await text.rolled(cast, roll)


def dice_of(roll: PowerRoll) -> list[Bonus]:
    """Return which cards give how many dice: each card of the glyph in the spell one, and what cards add."""
    cast = roll.cast
    dice = [(card, 1) for card in cast.cards_of(roll.card.glyph) + cast.wizard.bonus_dice]
    for treasure, adds, owner in held(cast.state, cast.caster, "adds_dice"):
        if amount := adds(roll, owner):
            dice.append((treasure, amount))
    return dice


def bonuses_of(roll: PowerRoll) -> list[Bonus]:
    """Return which cards add how much to the result, once nothing is rolled again."""
    cast = roll.cast
    bonuses = cast.single_die_bonuses(cast.caster) if len(roll.dice) == 1 else []
    for treasure, adds, owner in held(cast.state, cast.caster, "adds_to_total"):
        if amount := adds(roll, owner):
            bonuses.append((treasure, amount))
    return bonuses


def roll_is_final(roll: PowerRoll) -> None:
    """Treasures that look at a result act: those of foes, then the caster's."""
    cast = roll.cast
    for treasure, look, foe in held_by_foes(cast, "foes_roll_final"):
        cast.by = treasure
        look(roll, foe)
    for treasure, look, owner in held(cast.state, cast.caster, "roll_final"):
        cast.by = treasure
        look(roll, owner)


def power_roll_began(roll: PowerRoll, text: SpellComponent, dice: list[Bonus]) -> dice_events.PowerRollBegan:
    """Return what is told of a roll before its dice fall."""
    cast = roll.cast
    return dice_events.PowerRollBegan(cast.caster, cast.by, text.id, roll.card.glyph, roll.targets, card_bonuses(dice))


def power_roll_final(roll: PowerRoll, bonuses: list[Bonus]) -> dice_events.PowerRollFinal:
    """Return what is told of a result."""
    band: Literal["1-4", "5-9", "10+"] = "1-4" if roll.low else "5-9" if roll.middle else "10+"
    cast = roll.cast
    return dice_events.PowerRollFinal(cast.caster, cast.by, tuple(roll.dice), card_bonuses(bonuses), roll.total, band)


def card_bonuses(bonuses: list[Bonus]) -> tuple[dice_events.CardBonus, ...]:
    """Return what cards add as it is told."""
    return tuple(dice_events.CardBonus(*bonus) for bonus in bonuses)
