"""How the damage of a word is split among the monsters of a zone: points go one by one to monsters with coins left.

An order of the points is never asked for. A split is legal if some order is: the points that take most come last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Refusal, named
from service.games.kernel.values import value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.games.kernel.chance import Chance
    from service.games.spell_smashers.state import State

POINT_TYPES = ("fire", "earth", "water", "untyped")


@value
class Points:
    """Points of damage by type; all are `untyped` where no monster of the zone tells types apart."""

    fire: int
    earth: int
    water: int
    untyped: int

    def of(self) -> tuple[int, int, int, int]:
        """Return the four numbers in the order of POINT_TYPES."""
        return self.fire, self.earth, self.water, self.untyped


@value
class Share:
    """Points that go to one monster of the zone."""

    monster: str
    fire: int = 0
    earth: int = 0
    water: int = 0
    untyped: int = 0

    def of(self) -> tuple[int, int, int, int]:
        """Return the four numbers in the order of POINT_TYPES."""
        return self.fire, self.earth, self.water, self.untyped

    def total(self) -> int:
        """Return how many points these are."""
        return self.fire + self.earth + self.water + self.untyped


@value
class SplitDamage(Choice):
    """Split the points of the word: a share for each monster that gets any; one without points says nothing."""

    kind: ClassVar[str] = "split_damage"

    shares: tuple[Share, ...]


@value
class SplitTarget:
    """A monster of the zone with its coins; a point of a type takes 0, 1 or 2 of them, an untyped one always 1.

    The first points that it `ignores` take none. A share is four numbers in the order of POINT_TYPES.
    """

    monster: str
    coins: int
    ignores: int
    fire: int
    earth: int
    water: int

    def taken(self, share: Sequence[int]) -> int:
        """Return how many coins these points take, more than there are where the last point has too many."""
        fire, earth, water, untyped = share
        if not self.ignores:
            return fire * self.fire + earth * self.earth + water * self.water + untyped
        ignored, taken = self.ignores, 0
        for points, factor in ((fire, self.fire), (earth, self.earth), (water, self.water), (untyped, 1)):
            if factor:
                spared = min(points, ignored)
                ignored -= spared
                taken += (points - spared) * factor
        return taken

    def overfull(self, share: Sequence[int]) -> bool:
        """Tell whether in every order some point finds no coin left."""
        taken = self.taken(share)
        factors = (self.fire, self.earth, self.water, 1)
        last = max((factor for points, factor in zip(share, factors, strict=True) if points), default=0)
        return taken - last >= self.coins

    def felled(self, share: Sequence[int]) -> bool:
        """Tell whether these points take the last coin."""
        return self.taken(share) >= self.coins


@value
class SplitForm:
    """Every point goes to one of the `targets` while it has coins left; some are left over only when none has any."""

    kind: ClassVar[str] = "split_form"

    points: Points
    targets: tuple[SplitTarget, ...]

    def contains(self, choice: object) -> bool:
        return self.fault(choice) is None

    def listed(self) -> tuple[SplitDamage, ...] | None:
        """Return every split of points without types between two monsters; None with types."""
        points, targets = self.points, self.targets
        if len(targets) != 2 or points.untyped != sum(points.of()):
            return None
        most = [target.coins + target.ignores for target in targets]
        assigned = min(points.untyped, sum(most))
        return tuple(
            SplitDamage(
                tuple(
                    Share(target.monster, untyped=part)
                    for target, part in zip(targets, (first, assigned - first), strict=True)
                    if part
                )
            )
            for first in range(min(assigned, most[0]), max(0, assigned - most[1]) - 1, -1)
        )

    def sample(self, chance: Chance) -> SplitDamage:
        """Return any split: point after point, any monster that has coins left."""
        pool = [at for at, points in enumerate(self.points.of()) for _ in range(points)]
        chance.shuffle(pool)
        shares = [[0, 0, 0, 0] for _ in self.targets]
        for type in pool:
            alive = [at for at, target in enumerate(self.targets) if not target.felled(shares[at])]
            if not alive:
                break
            shares[chance.pick(alive)][type] += 1
        return SplitDamage(
            tuple(
                Share(target.monster, *share) for target, share in zip(self.targets, shares, strict=True) if any(share)
            )
        )

    def pointer(self, choice: object) -> str:
        fault = self.fault(choice)
        return "/choice" if fault is None else fault.pointer

    def fault(self, choice: object) -> Refusal | None:
        """Return why a split is refused, with the pointer to its fault; None for a legal one."""
        if not isinstance(choice, SplitDamage):
            return Refusal("SO-025", f"Split the damage of your word. {self._due()}", "/choice/kind")
        targets = {target.monster: target for target in self.targets}
        given = [0, 0, 0, 0]
        assigned: dict[str, tuple[int, int, int, int]] = {}
        for at, share in enumerate(choice.shares):
            if share.monster not in targets or share.monster in assigned:
                wrong = "has a share already" if share.monster in assigned else "does not stand in this zone"
                return Refusal(
                    "SO-025", f"{named(share.monster)} {wrong}. {self._due()}", f"/choice/shares/{at}/monster"
                )
            assigned[share.monster] = share.of()
            for which, points in enumerate(share.of()):
                given[which] += points
                name, there = POINT_TYPES[which], self.points.of()[which]
                if points < 0 or given[which] > there:
                    wrong = "is below 0" if points < 0 else f"is more than is left of {there}"
                    detail = f"{points} {name} for {share.monster} {wrong}. {self._due()}"
                    return Refusal("SO-026", detail, f"/choice/shares/{at}/{name}")
            if targets[share.monster].overfull(share.of()):
                wrong = f"{share.total()} points are more than {share.monster} can take"
                return Refusal("SO-026", f"{wrong}. {self._due()}", f"/choice/shares/{at}")
        left = sum(self.points.of()) - sum(given)
        nothing = (0, 0, 0, 0)
        alive = [name for name, target in targets.items() if not target.felled(assigned.get(name, nothing))]
        if left and alive:
            wrong = f"{left} points are left over while {' and '.join(alive)} would have coins left"
            return Refusal("SO-026", f"{wrong}. {self._due()}", "/choice/shares")
        return None

    def _due(self) -> str:
        points, targets = self.points, self.targets
        typed = ", ".join(f"{n} {name}" for name, n in zip(POINT_TYPES, points.of(), strict=True) if n)
        foes = " and ".join(
            f"{one.monster} ({one.coins} coins{f', ignores {one.ignores}' if one.ignores else ''})" for one in targets
        )
        return f"Assign all {sum(points.of())} points ({typed}) to {foes}, each as long as it has coins left."


@value
class ChooseSplit(Decision[SplitDamage]):
    """How the damage is split between the monsters of the zone."""

    kind: ClassVar[str] = "choose_split"
    prompt: ClassVar[str] = "Split the damage of your word between the monsters of the zone."
    offers: ClassVar[tuple[type[Choice], ...]] = (SplitDamage,)
    form: ClassVar[type] = SplitForm

    def refusal(self, choice: object) -> Refusal | None:
        """Return None for a legal split, else what is wrong with it, and what must be assigned."""
        assert isinstance(self.choices, SplitForm)
        return self.choices.fault(choice)


ALL_OF_IT = Refusal("SO-026", "Assign every point while a monster of the zone has coins left.")


def choose_split(form: SplitForm) -> Callable[[State, int], ChooseSplit]:
    """Offer every split of a word's points."""
    return lambda _, seat: ChooseSplit(seat, form, ALL_OF_IT)
