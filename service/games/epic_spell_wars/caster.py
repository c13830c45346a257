"""The wizard whose turn it is: who is who from where he stands, whom he names, and dice that are no Power Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.epic_spell_wars import decisions, dice_events, events
from service.games.epic_spell_wars.duel import Duel
from service.games.epic_spell_wars.power_rolls import card_bonuses
from service.games.epic_spell_wars.treasures import TREASURE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from service.games.epic_spell_wars.power_rolls import Bonus
    from service.games.epic_spell_wars.state import Seats, Wizard


class Caster(Duel):
    """A wizard's turn: he is `wizard`, `me` the caster alone, and `others` sit clockwise from his left.

    Once he is dead nothing more is done.
    """

    __slots__ = ("me", "others", "wizard")

    caster: int

    me: Seats
    others: Seats
    wizard: Wizard

    @property
    def over(self) -> bool:
        """Tell whether nothing more happens: the duel is over, or the caster dead."""
        return self.wizard.hp <= 0 or self.state.duel_over

    def foes(self) -> Seats:
        """Return the living foes, clockwise from the caster's left."""
        return self.living(self.others)

    def wizards(self) -> Seats:
        """Return all living wizards, the caster first, then clockwise."""
        return (self.caster, *self.foes())

    def left_foe(self) -> Seats:
        """Return the next living foe clockwise."""
        return self.foes()[:1]

    def right_foe(self) -> Seats:
        """Return the next living foe counterclockwise."""
        return self.foes()[-1:]

    def left_and_right_foe(self) -> Seats:
        """Return the foes on both sides; of two wizards one is on both, and hit once."""
        foes = self.foes()
        return foes if len(foes) < 2 else (foes[0], foes[-1])

    def adjacent(self, seat: int) -> Seats:
        """Return the living neighbours of a wizard, who may be dead himself."""
        others = self.foes_of(seat)
        return others if len(others) < 2 else (others[0], others[-1])

    def hp(self, seat: int) -> int:
        """Return the HP of a wizard."""
        return self.state.wizards[seat].hp

    def treasures(self, seat: int) -> int:
        """Return how many Treasures a wizard has."""
        return len(self.state.wizards[seat].treasures)

    def tokens(self, seat: int) -> int:
        """Return how many Last Wizard Standing tokens a wizard has."""
        return self.state.wizards[seat].tokens

    def has_acted(self, seat: int) -> bool:
        """Tell whether a wizard has had his turn this round."""
        return self.state.wizards[seat].acted

    def random_foe(self) -> Seats:
        """Roll for a random foe: equal shares of a die from the left on, rolled again while nobody has its value."""
        foes = () if self.over else self.foes()
        if len(foes) < 2:
            return foes
        shares = shares_of_die(foes)
        dice: list[int] = []
        picked: Seats = ()
        while not picked:
            dice.append(self.table.chance.roll(6))
            picked = tuple([foe for foe, values in shares.items() if dice[-1] in values])
        self.table.tell(random_foe_rolled, self, shares, dice, *picked)
        return picked

    async def strongest(self, among: Iterable[int]) -> Seats:
        """Return who of `among` has the most HP; the caster decides a tie."""
        tied = self._with_hp(max, among)
        return tied if len(tied) < 2 else await self.name_one(self.caster, tied)

    async def weakest(self, among: Iterable[int]) -> Seats:
        """Return who of `among` has the fewest HP; the caster decides a tie."""
        tied = self._with_hp(min, among)
        return tied if len(tied) < 2 else await self.name_one(self.caster, tied)

    async def choose_foe(self) -> Seats:
        """Let the caster name a foe."""
        return () if self.over else await self.name_one(self.caster, self.foes())

    async def choose_wizard(self) -> Seats:
        """Let the caster name a living wizard, himself if he likes."""
        return () if self.over else await self.name_one(self.caster, self.wizards())

    async def choose_one(self, *options: str) -> str:
        """Let the caster name one of the effects of the card."""
        if self.over:
            return ""
        choice = await self.table.ask(self.caster, decisions.effect_of(self.by, options))
        self.table.tell(events.EffectNamed, self.caster, choice.option, self.by)
        return choice.option

    def each_rolls(self, seats: Iterable[int], caster_adds: int = 0) -> dict[int, int]:
        """Let wizards roll one die each; return what counts, by seat, in the order of `seats`."""
        if self.over:
            return {}
        counts = {}
        for seat in seats:
            die = total = self.table.chance.roll(6)
            bonuses = self.single_die_bonuses(seat)
            if caster_adds and seat == self.caster:
                bonuses.append((self.by, caster_adds))
            for _, amount in bonuses:
                total += amount
            self.table.tell(card_die_rolled, seat, self.by, die, bonuses, total)
            counts[seat] = total
        return counts

    def roll_dice(self, count: int) -> list[int]:
        """Let the caster roll dice to which nothing is added."""
        if self.over:
            return []
        dice = [self.table.chance.roll(6) for _ in range(count)]
        self.table.tell(dice_events.CardDiceRolled, self.caster, self.by, tuple(dice), ())
        return dice

    def single_die_bonuses(self, seat: int) -> list[Bonus]:
        """Return what a wizard's Treasures add to a single die of his."""
        held = self.state.wizards[seat].treasures
        return [(id, TREASURE[id].single_die) for id in held if TREASURE[id].single_die] if held else []

    def _with_hp(self, most: Callable[[Iterable[int]], int], among: Iterable[int]) -> Seats:
        """Return all of `among` who live and have the most HP, or the fewest."""
        wizards = self.state.wizards
        hp = {seat: wizards[seat].hp for seat in among if wizards[seat].hp > 0}
        if not hp or self.over:
            return ()
        wanted = most(hp.values())
        return tuple([seat for seat in hp if hp[seat] == wanted])


def card_die_rolled(seat: int, by: str, die: int, bonuses: list[Bonus], total: int) -> dice_events.CardDiceRolled:
    """Return what is told of a single die for a card."""
    return dice_events.CardDiceRolled(seat, by, (die,), card_bonuses(bonuses), total)


def shares_of_die(foes: Seats) -> dict[int, range]:
    """Return which values of a die stand for whom, as many for each; the rest stands for nobody."""
    share = 6 // len(foes)
    return {foe: range(at * share + 1, (at + 1) * share + 1) for at, foe in enumerate(foes)}


def random_foe_rolled(
    caster: Caster, shares: dict[int, range], dice: list[int], picked: int
) -> dice_events.RandomFoeRolled:
    """Return what is told of the die that picks a random foe."""
    values = tuple(dice_events.DieValues(foe, tuple(share)) for foe, share in shares.items())
    return dice_events.RandomFoeRolled(caster.caster, caster.by, values, tuple(dice), picked)
